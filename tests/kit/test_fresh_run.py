"""What a strategy does in another process, where nobody checks it and sets have another order."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from sudoku_plugins.kit.findings import Finding
from sudoku_plugins.kit.isolation import check_plugin

HEAD = """\
import sys

from sudoku_engine import Candidate, Step, strategy


def singles(grid):
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            yield Step([Candidate(cell, min(grid.candidates(cell)))], reason="one candidate")
"""

TEXT = '''

@strategy("In the order of a set", score=4, level="easy", sizes=None)
def by_set(grid):
    """Find naked singles."""
    steps = {step.placements[0].cell: step for step in singles(grid)}
    for name in {str(cell) for cell in steps}:
        yield steps[grid.layout.cell(name)]


@strategy("Good while it is watched", score=4, level="easy", sizes=None)
def watched(grid):
    """Find naked singles, and more."""
    yield from singles(grid)
    if not any("kit" in name for name in sys.modules if name.startswith("sudoku_plugins.k")):
        yield Step([Candidate(cell, max(grid.candidates(cell))) for cell in grid.open_cells[:1]])


seen = {}


@strategy("As it was", score=4, level="easy", sizes=None)
def kept(grid):
    """Find naked singles, of the first board."""
    for cell in grid.open_cells:
        if cell not in seen:
            seen[cell] = set(grid.candidates(cell))
        if len(seen[cell]) == 1:
            yield Step([Candidate(cell, min(seen[cell]))], reason="one candidate")


'''

FURTHER = '''

@strategy("With a slip", score=4, level="easy", sizes=None)
def slips(grid):
    """Find naked singles, with an error on some boards."""
    yield from singles(grid)
    if len(grid.open_cells) < 9:
        yield grid.open_cells[9]


@strategy("In words", score=4, level="easy", sizes=None)
def in_words(grid):
    """Find naked singles, and tell them."""
    for step in singles(grid):
        yield step.reason


@strategy("No list", score=4, level="easy", sizes=None)
def no_list(grid):
    """Find nothing."""
    return False


'''


Findings = Mapping[str, Mapping[str, Finding]]


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> Findings:
    """The findings on the strategies of the file, by id and check."""
    return findings_on(tmp_path_factory, TEXT)


@pytest.fixture(scope="module")
def further(tmp_path_factory: pytest.TempPathFactory) -> Findings:
    """The findings on some more."""
    return findings_on(tmp_path_factory, FURTHER)


def findings_on(factory: pytest.TempPathFactory, text: str) -> Findings:
    file: Path = factory.mktemp("fresh") / "mine.py"
    file.write_text(HEAD + text, encoding="utf-8")
    reports = check_plugin(str(file), layout="4x4").reports
    return {report.id: {each.check: each for each in report.findings} for report in reports}


def test_the_order_of_a_set_of_texts_is_another_in_each_process(findings: Findings) -> None:
    found = findings["by_set"]["everywhere"]
    assert found.has_failed
    assert "in another process it finds the same steps in another order" in found.why
    assert "sorted" in found.advice


def test_what_a_strategy_does_when_nobody_checks_it_is_seen(findings: Findings) -> None:
    found = findings["watched"]["everywhere"]
    assert found.has_failed
    assert "in another process you place" in found.why
    assert "sys.modules" in found.advice
    assert (HEAD + TEXT).splitlines()[found.line - 1].strip().startswith('if not any("kit"')


def test_a_strategy_that_remembers_an_earlier_board_is_told_so(findings: Findings) -> None:
    failed = [each for each in findings["kept"].values() if each.has_failed]
    assert failed[0].why.startswith("it remembers an earlier board: asked about this one first")
    assert "seen is filled here" in failed[0].advice


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("slips", "it raises IndexError: list index out of range"),
        ("in_words", "it gave 'one candidate', not a Step"),
        ("no_list", "it returns False, which is not a list of steps"),
    ],
)
def test_what_is_the_same_in_another_process_is_no_memory(
    further: Findings, name: str, why: str
) -> None:
    failed = [each for each in further[name].values() if each.has_failed]
    assert failed[0].why == why
