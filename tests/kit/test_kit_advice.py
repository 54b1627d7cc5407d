"""Slips that the code or a message shows for certain: the finding names the cause and its line."""

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from sudoku_engine.errors import StepError
from sudoku_engine.plugins.calls import Subject
from sudoku_engine.plugins.component import Component
from sudoku_engine.testing import Examination, Finding, Kit, bundled_kit
from sudoku_plugins.kit.advice.slips import slips_in
from sudoku_plugins.kit.findings import PluginReport
from sudoku_plugins.kit.isolation import own_failure
from sudoku_plugins.sandbox.host import GuestDied, GuestError
from tests.support.kit import components, failed, findings_on, technique
from tests.support.wrong_bodies import HELPERS, NAMES, SILENT, STRATEGY, TOLD

pytestmark = pytest.mark.slow

PART = 8
"""One silent slip in so many goes through the checks; `test_golden_advice.py` has all advice."""


CHECKS = {
    "numbers the other way round": ("candidates", "Candidate(cell, digit): is it the other way"),
    "a cell as row and column": ("gives_steps", "a cell is one number, row * 9 + column"),
    "a list outside the function": ("true", "it keeps something from one call to the next"),
    "a placement by a technique that only eliminates": ("true", "write Step(eliminations=...)"),
    "words for candidates": ("gives_steps", "put the words into reason='...'"),
}
"""Which check sees a slip first, and words of its advice."""


def failures(component: Component, *wanted: str) -> dict[str, Finding]:
    """Return the checks that `component` fails on few boards, of all or of those `wanted`."""
    few = Kit(bundled_kit().ours, puzzles=2, shrink_looks=20)
    return {finding.check: finding for finding in failed(findings_on(component, few, *wanted))}


def begin(text: str, number: int) -> int:
    """Return the line of `text` before the body of the strategy of this `number`."""
    lines = text.splitlines()
    return lines.index(f"def mine_{number}(grid):") + 2


def test_why_nothing_comes_out_is_told_with_its_line_and_without_a_board(tmp_path: Path) -> None:
    bodies = [body.strip("\n") for body, _ in SILENT.values()]
    text = HELPERS + "".join(
        STRATEGY.format(number=number, body=body, more="") for number, body in enumerate(bodies)
    )
    mine = components(tmp_path, text)
    for number, (_, expected) in islice(enumerate(SILENT.values()), 0, None, PART):
        (found,) = failures(mine[f"mine_{number}"]).values()
        before = begin(text, number)
        line, _, why = expected.partition(": ")
        assert (found.check, found.board) == ("fires", None)
        assert found.line == before + int(line)
        assert found.why.replace(f"from {before + 2} on", "from 2 on").startswith(why)


def test_what_a_slip_is_is_told_by_the_first_check_that_sees_it(tmp_path: Path) -> None:
    text = HELPERS + "".join(
        STRATEGY.format(number=number, body=TOLD[name], more=', family="subsets"')
        for number, name in enumerate(CHECKS)
    )
    mine = components(tmp_path, text)
    for number, (check, advice) in enumerate(CHECKS.values()):
        found = failures(mine[f"mine_{number}"])
        assert check in found, found
        assert advice in found[check].advice, found[check].advice
        assert "the kit itself" not in found[check].why


@pytest.mark.parametrize("slip", list(TOLD)[:3])
def test_steps_that_cannot_be_carried_out_are_left_out_of_a_comparison(
    slip: str, tmp_path: Path
) -> None:
    text = HELPERS + STRATEGY.format(number=0, body=TOLD[slip], more="")
    kit = Kit(bundled_kit().ours, technique("naked_single"), puzzles=2)
    findings = findings_on(components(tmp_path, text)["mine_0"], kit)
    assert not any(finding.is_of_kit for finding in findings.values())
    assert not findings["against"].ok


def test_an_error_of_the_kit_itself_is_not_the_plugins(tmp_path: Path) -> None:
    body = "    for cell in grid.open_cells:\n        yield Step([Candidate(cell, 1)])"
    component = components(tmp_path, HELPERS + STRATEGY.format(number=0, body=body, more=""))[
        "mine_0"
    ]

    def breaks(subject: object) -> None:
        raise StepError("a mistake of ours")

    (first, *_) = Examination(component, bundled_kit()).checks()
    finding = replace(first, look=breaks).run()

    assert (finding.ok, finding.is_of_kit, finding.has_failed) == (None, True, False)
    assert finding.why == "the kit itself failed, please report it: StepError: a mistake of ours"
    assert "in breaks" in finding.full_trace
    assert not PluginReport("mine_0", "strategy", "Mine", "mine.py", 1, [finding]).has_passed


def test_a_guest_that_ends_for_an_error_of_ours_is_told_from_one_that_a_plugin_ends() -> None:
    def died(what: str, subject: Subject | None = None) -> GuestDied:
        death = GuestDied(what, subject)
        death.__cause__ = GuestError(what, "its traceback")
        return death

    assert own_failure(died("IndexError: oh")).endswith("please report it: IndexError: oh")
    assert own_failure(died("MemoryError")) == ""
    assert own_failure(died("x", Subject("strategy", "mine", "mine.py", 3))) == ""
    assert own_failure(GuestDied("it ends the program")) == ""


def test_a_name_that_does_not_exist_is_told_with_the_one_that_was_meant(tmp_path: Path) -> None:
    text = (
        HELPERS
        + "from itertools import combinations\n"
        + "".join(
            STRATEGY.format(number=number, body=f"    return {name}", more="")
            for number, name in enumerate(NAMES)
        )
    )
    mine = components(tmp_path, text)
    for number, advice in enumerate(NAMES.values()):
        found = failures(mine[f"mine_{number}"], "gives_steps")
        assert found["gives_steps"].advice.startswith(advice)


def test_a_file_that_was_mended_has_no_slip_of_before(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def mine(grid, kept=[]):\n    kept.append(grid)\n")
    assert slips_in(str(file))
    file.write_text("def mine(grid):\n    return []\n")
    assert not slips_in(str(file))
