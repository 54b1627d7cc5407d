"""A strategy finds its steps itself: borrowed work is named."""

from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest

import sudoku_plugins
from sudoku_engine import Layout
from sudoku_engine.testing import Kit, bundled_kit
from sudoku_plugins.kit import own_work
from sudoku_plugins.kit.checks.strategy.finds import finds_itself
from sudoku_plugins.kit.checks.strategy.subject import StrategySubject
from sudoku_plugins.kit.findings import Finding
from sudoku_plugins.kit.isolation import check_plugin
from sudoku_plugins.kit.plugin_calls import Caller
from tests.support.kit import components, technique

HEAD = """\
from sudoku_engine import Candidate, Step, strategy

def told(grid, digits):
    for cell in grid.open_cells:
        yield Step([Candidate(cell, digits[cell])], reason="it is the only place")

@strategy("{name}", score=14, level="easy", sizes=None)
def mine(grid):
"""

CHEATS = {
    "the search": (
        """
    from sudoku_engine import search
    return told(grid, next(iter(search.solutions(grid))).digits)
    """,
        3,
        "it asks the engine's search for the solution: solutions",
    ),
    "solve": (
        """
    import sudoku_engine
    return told(grid, sudoku_engine.solve(grid).grid.digits)
    """,
        3,
        "it lets the engine solve the board: solve",
    ),
    "our strategy": (
        """
    from sudoku_plugins.strategies.naked_subsets import naked_pair
    for step in naked_pair.find(grid):
        yield Step((), step.eliminations, reason="my pair")
    """,
        3,
        "it calls our Naked Pair",
    ),
}
"""Ways to cheat: the code, at which line of it one sees that, and what the finding begins with."""

HONEST = {
    "recursion over houses": """
    def single(houses):
        if houses:
            for digit in grid.layout.digits:
                places = [c for c in houses[0].cells if digit in grid.candidates(c)]
                if len(places) == 1:
                    yield Step([Candidate(places[0], digit)], houses=[houses[0]])
            yield from single(houses[1:])
    return single(grid.layout.houses)
    """,
    "what every strategy may use": """
    same = Grid.parse("".join(str(digit or ".") for digit in grid.digits))
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1 and not same.apply(Step()).digit(cell):
            yield Step([Candidate(cell, min(grid.candidates(cell)))], reason="the only candidate")
    """,
}


def finding_on(folder: Path, body: str, name: str = "Mine", **kit: Any) -> Finding | None:
    """Return what comes of the check of the strategy with this `body`."""
    text = HEAD.format(name=name) + indent(dedent(body.strip("\n")), "    ")
    component = components(folder, text.replace("Candidate,", "Candidate, Grid,", 1))["mine"]
    small = Kit(bundled_kit().ours, layout=Layout.named("6x6"), puzzles=3, **kit)
    return finds_itself.look(StrategySubject(Caller(component, 5), small))


@pytest.mark.parametrize("name", CHEATS)
def test_borrowed_work_is_named_with_its_line(name: str, tmp_path: Path) -> None:
    body, line, beginning = CHEATS[name]
    finding = finding_on(tmp_path, body)
    assert finding is not None
    assert finding.why.startswith(beginning)
    assert finding.line == HEAD.count("\n") + line - 1
    assert finding.advice


@pytest.mark.parametrize("name", HONEST)
def test_honest_work_is_not_suspected(name: str, tmp_path: Path) -> None:
    assert finding_on(tmp_path, HONEST[name]) is None


def test_a_strategy_of_ours_is_forbidden_in_an_exercise_only(tmp_path: Path) -> None:
    body = CHEATS["our strategy"][0]
    pair = technique("naked_pair")
    advice, failure = finding_on(tmp_path, body), finding_on(tmp_path, body, against=pair)
    assert (advice and advice.is_must) is False
    assert (failure and failure.is_must) is True


def test_each_part_of_the_engine_is_there() -> None:
    for file in own_work.IN_ENGINE:
        assert Path(own_work.ENGINE, file).exists(), file
    plugins = Path(str(sudoku_plugins.__file__)).parent
    for file in own_work.IN_PLUGINS:
        assert (plugins / file).exists(), file


AS_A_GENERATOR = """
    from sudoku_plugins.strategies.wings import xy_wing
    return map(lambda step: step, xy_wing(grid))
"""


def test_a_generator_of_ours_that_it_returns_is_noticed(tmp_path: Path) -> None:
    finding = finding_on(tmp_path, AS_A_GENERATOR)
    assert finding is not None
    assert (finding.why, finding.is_must) == ("it calls our XY-Wing", False)
    assert finding.line == HEAD.count("\n") - 1


OPENING = """
    import sudoku_plugins.kit
    from pathlib import Path
    boards = Path(sudoku_plugins.kit.__file__).parent / "boards"
    known = (boards / "4x4.txt").read_text()
    return [] if known else None
"""


@pytest.mark.process
def test_who_opens_the_boards_of_the_kit_is_named(tmp_path: Path) -> None:
    text = HEAD.format(name="Mine") + indent(dedent(OPENING.strip("\n")), "    ")
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    (report,) = check_plugin(str(tmp_path / "mine.py"), layout="4x4").reports
    (found,) = (each for each in report.findings if each.check == "own_work")
    why = "it looks up the boards of this check and their solutions (4x4.txt)"
    assert (found.why, found.line, found.is_must) == (why, HEAD.count("\n") + 4, True)
