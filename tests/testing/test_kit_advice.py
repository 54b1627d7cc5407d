"""Slips that the code or a message shows for certain: the finding names the cause and its line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine.errors import StepError
from sudoku_engine.guests.host import GuestDied, GuestError
from sudoku_engine.plugins.calls import Subject
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.testing import Examination, Finding, Kit, bundled_kit
from sudoku_engine.testing.isolation import PluginReport, own_failure

pytestmark = pytest.mark.slow

STRATEGY = """
@strategy("Mine {number}", score=4, level="easy"{more})
def mine_{number}(grid):
    '''Place what is alone.'''
{body}
"""

SILENT = {
    "a step that is dropped": (
        """
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            Step([Candidate(cell, min(grid.candidates(cell)))])
        """,
        "3: this step is made and dropped: write `yield Step(...)`",
    ),
    "print in place of yield": (
        """
    for cell in grid.open_cells:
        print(Step([Candidate(cell, min(grid.candidates(cell)))]))
        """,
        "2: print only shows what it finds: hand it out with `yield Step(...)`",
    ),
    "a return above the code": (
        "    return []\n    for cell in grid.open_cells:\n        yield Step([Candidate(cell, 1)])",
        "1: after this `return []` the lines from 2 on never run",
    ),
    "an exercise that nobody has touched": (
        "    # Write your lines here.\n    return []",
        "2: the function is still empty: write your lines where `return []` stands",
    ),
    "nothing but a docstring": (
        "",
        "-1: the function is still empty: write your lines below the docstring",
    ),
    "a list that is not returned": (
        """
    found = []
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            found.append(Step([Candidate(cell, min(grid.candidates(cell)))]))
        """,
        "4: found is filled and never handed out: end with `return found`",
    ),
    "a step with a name": (
        """
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            step = Step([Candidate(cell, min(grid.candidates(cell)))])
        """,
        "3: step is never handed out: `yield step`",
    ),
    "a generator that nobody goes through": (
        "    helper(grid)",
        "1: the steps of helper(grid) are dropped: write `yield from helper(grid)`",
    ),
    "a board that is made and dropped": (
        """
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            grid.apply(Step([Candidate(cell, min(grid.candidates(cell)))]))
        """,
        "3: grid.apply makes a new board and leaves this one as it is: "
        "hand it out with `yield Step(...)`",
    ),
    "a function inside that nobody calls": (
        """
    def look():
        for cell in grid.open_cells:
            yield Step([Candidate(cell, min(grid.candidates(cell)))])
        """,
        "1: nobody calls look: end with `yield from look()`",
    ),
    "a step that is returned beside a yield": (
        """
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            return Step([Candidate(cell, min(grid.candidates(cell)))])
    yield from ()
        """,
        "3: beside `yield` a returned step is lost: write `yield Step(...)`",
    ),
    "a set that is compared with a list": (
        """
    for cell in grid.open_cells:
        if grid.candidates(cell) == [5]:
            yield Step([Candidate(cell, 5)])
        """,
        "2: candidates(cell) is a set and never equals a list: write {…}",
    ),
    "the letters of digits": (
        """
    for cell in grid.open_cells:
        for digit in "123456789":
            if digit in grid.candidates(cell):
                yield Step([Candidate(cell, int(digit))])
        """,
        "2: digits are numbers and not text: go through grid.layout.digits",
    ),
    "a house that is compared with text": (
        """
    for house in grid.layout.houses:
        if house == "row":
            yield Step([Candidate(house.cells[0], 1)])
        """,
        "2: a house is not text: compare its kind, house.kind == 'row'",
    ),
    "a list that is compared with a number": (
        """
    for cell in grid.open_cells:
        if list(grid.candidates(cell)) == 1:
            yield Step([Candidate(cell, 1)])
        """,
        "2: this compares a list with a number: use len(…)",
    ),
    "a value that nobody uses": ("    cells = len(grid.open_cells)", "-1: it hands out nothing: "),
}
"""The body of a strategy, and the line in it (from the first) with the cause."""

TOLD = {
    "a candidate the other way round": (
        "    for cell in grid.open_cells:\n        yield Step([Candidate(5, cell)])",
        "gives_steps",
        "Candidate(cell, digit): is it the other way round?",
    ),
    "numbers the other way round": (
        "    for cell in grid.open_cells:\n        yield Step([Candidate(5, int(cell))])",
        "candidates",
        "Candidate(cell, digit): is it the other way round?",
    ),
    "reasons the other way round": (
        "    for cell in grid.open_cells:\n        yield Step([Candidate(cell, 1)], [], "
        "[Candidate(1, int(cell))])",
        "candidates",
        "Candidate(cell, digit): is it the other way round?",
    ),
    "the first of an empty list": (
        "    spots = [cell for cell in grid.open_cells if not grid.candidates(cell)]\n"
        "    yield Step([Candidate(spots[0], 1)])",
        "gives_steps",
        "spots is empty here: check `if spots:` first",
    ),
    "a cell past the end": (
        "    for cell in range(1, 82):\n        if grid.candidates(cell) == {1}:\n"
        "            yield Step([Candidate(cell, 1)])",
        "gives_steps",
        "there is no such cell: on this board cells go from 0 to 80",
    ),
    "a cell as row and column": (
        "    if grid.candidates(0, 1) == {1}:\n        yield Step([Candidate(1, 1)])",
        "gives_steps",
        "write grid.candidates(cell): a cell is one number, row * 9 + column",
    ),
    "a candidate without a digit": (
        "    for cell in grid.open_cells:\n        yield Step([Candidate(cell)])",
        "gives_steps",
        "write Candidate(cell, digit)",
    ),
    "an argument that is misspelt": (
        "    yield Step(elimination=[])",
        "gives_steps",
        "Step has no argument of this name: did you mean 'eliminations'?",
    ),
    "a helper that is called without its argument": (
        "    yield from helper()",
        "gives_steps",
        "compare this call of helper with the line that begins `def helper(`",
    ),
    "a placement by a technique that only eliminates": (
        "    for cell in grid.open_cells:\n        yield Step([Candidate(cell, 1)])",
        "true",
        "techniques like this eliminate and place nothing: write Step(eliminations=...)",
    ),
    "a list outside the function": (
        "    for cell in grid.open_cells:\n"
        "        if len(grid.candidates(cell)) == 1:\n"
        "            kept.append(Candidate(cell, min(grid.candidates(cell))))\n"
        "    if kept:\n        yield Step(list(kept))",
        "true",
        "it keeps something from one call to the next: kept is filled here",
    ),
    "candidates without a step": (
        "    yield [Candidate(0, 1)]",
        "gives_steps",
        "put them into a step: yield Step(eliminations=[Candidate(cell, digit), ...])",
    ),
    "a line below its loop": (
        "    for cell in grid.open_cells:\n"
        "        if len(grid.candidates(cell)) > 8:\n            found = Candidate(cell, 9)\n"
        "    yield Step([found])",
        "gives_steps",
        "has ended here, and found is set in it: indent this line further?",
    ),
    "a single step": (
        "    for cell in grid.open_cells:\n        return Step([Candidate(cell, 1)])",
        "gives_steps",
        "this return ends the search with one step: write `yield Step(...)`",
    ),
    "a step that says nothing about its reason": (
        "    for cell in grid.open_cells:\n"
        "        yield Step([], [Candidate(cell, min(grid.candidates(cell)))])",
        "true",
        "give because=[Candidate(cell, digit), ...], then the advice can say what is wrong with it",
    ),
    "a set that changes below a loop": (
        "    cells = set(grid.open_cells)\n"
        "    for cell in cells:\n        cells.discard(cell)\n    yield Step([])",
        "gives_steps",
        "do not add or remove while a loop goes through it: loop over a copy, list(...)",
    ),
    "a list that is named anew": (
        "    found = []\n    for _ in range(2):\n        found = found.append(1)",
        "gives_steps",
        "found.append returns nothing: begin the line with it",
    ),
    "nothing where a cell belongs": (
        "    best = None\n    yield Step([Candidate(best, min(grid.candidates(best)))])",
        "gives_steps",
        "a function that returns nothing, or a name for which nothing was found",
    ),
    "a fraction": (
        "    yield Step(houses=[grid.layout.rows[8 / 2]])",
        "gives_steps",
        "/ makes a fraction, also of whole numbers: write //",
    ),
    "a digit minus a set": (
        "    return grid.candidates(0) - 5",
        "gives_steps",
        "a set goes with a set: write {5} and not 5",
    ),
    "words for candidates": (
        "    yield Step([Candidate(0, 1)], because='alone')",
        "gives_steps",
        "because takes candidates: put the words into reason='...'",
    ),
    "brackets behind a list": (
        "    yield Step([], houses=grid.layout.houses())",
        "gives_steps",
        "leave out the () behind it: it is a list and no function",
    ),
    "a reason that is a number": (
        "    yield Step([Candidate(0, 1)], reason=1 + 2)",
        "gives_steps",
        "write an f-string: reason=f'only {cell} can hold {digit}'",
    ),
    "arguments without names": (
        "    yield Step('a pair', [Candidate(0, 1)])",
        "gives_steps",
        "name what you give: Step(eliminations=[...], reason='...')",
    ),
}
"""The body of a strategy, the check that fails, and its advice."""

HELPERS = """
from sudoku_engine import Candidate, Step, strategy

kept = []

def helper(grid):
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            yield Step([Candidate(cell, min(grid.candidates(cell)))])
"""


def loaded(folder: Path, text: str) -> dict[str, Component]:
    """Return the components of a file with this `text`, by id."""
    file = folder / "mine.py"
    file.write_text(text, encoding="utf-8")
    registry = Registry()
    registry.load([str(file)])
    return {component.id: component for component in registry.plugins[-1].components}


def failures(component: Component, **kit: Any) -> dict[str, Finding]:
    """Return the checks that `component` fails, on few boards."""
    few = Kit(bundled_kit().ours, puzzles=2, shrink_seconds=0.01, **kit)
    found = Examination(component, few).findings()
    return {finding.check: finding for finding in found if finding.has_failed}


def begin(text: str, number: int) -> int:
    """Return the line of `text` before the body of the strategy of this `number`."""
    lines = text.splitlines()
    return lines.index(f"def mine_{number}(grid):") + 2


def test_why_nothing_comes_out_is_told_with_its_line_and_without_a_board(tmp_path: Path) -> None:
    bodies = [body.strip("\n") for body, _ in SILENT.values()]
    text = HELPERS + "".join(
        STRATEGY.format(number=number, body=body, more="") for number, body in enumerate(bodies)
    )
    components = loaded(tmp_path, text)
    for number, (_, expected) in enumerate(SILENT.values()):
        (failed,) = failures(components[f"mine_{number}"]).values()
        before = begin(text, number)
        line, _, why = expected.partition(": ")
        assert (failed.check, failed.board) == ("fires", None)
        assert failed.line == before + int(line)
        told = failed.why.replace(f"from {before + 2} on", "from 2 on")
        assert told.startswith(why)


def test_what_a_slip_is_is_told_by_the_first_check_that_sees_it(tmp_path: Path) -> None:
    text = HELPERS + "".join(
        STRATEGY.format(number=number, body=body, more=', family="subsets"')
        for number, (body, _, _) in enumerate(TOLD.values())
    )
    components = loaded(tmp_path, text)
    for number, (_, check, advice) in enumerate(TOLD.values()):
        failed = failures(components[f"mine_{number}"])
        assert check in failed, failed
        assert failed[check].advice.endswith(advice), failed[check].advice
        assert "the kit itself" not in failed[check].why


@pytest.mark.parametrize("slip", list(TOLD)[:3])
def test_steps_that_cannot_be_carried_out_are_left_out_of_a_comparison(
    slip: str, tmp_path: Path
) -> None:
    text = HELPERS + STRATEGY.format(number=0, body=TOLD[slip][0], more="")
    (technique,) = (each for each in bundled_kit().ours if each.id == "naked_single")
    component = loaded(tmp_path, text)["mine_0"]
    findings = list(
        Examination(component, Kit(bundled_kit().ours, technique, puzzles=2)).findings()
    )
    assert not any(finding.is_of_kit for finding in findings)
    assert not any(finding.check == "against" and finding.ok for finding in findings)


def test_an_error_of_the_kit_itself_is_not_the_plugins(tmp_path: Path) -> None:
    body = "    for cell in grid.open_cells:\n        yield Step([Candidate(cell, 1)])"
    component = loaded(tmp_path, HELPERS + STRATEGY.format(number=0, body=body, more=""))["mine_0"]

    def breaks(subject: object) -> None:
        raise StepError("a mistake of ours")

    examination = Examination(component, bundled_kit())
    (first, *_) = examination.checks()
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


NAMES = {
    "grid.houses": "a grid has no houses: did you mean grid.layout.houses?",
    "grid.candidate": "did you mean 'candidates'?",
    "grid.place": "a grid has no place: write yield Step(...), for a grid never changes",
    "grid.layout.candidates": "a layout has no candidates: did you mean grid.candidates?",
    "grid.layout.rows[0].candidates": "a house has no candidates: did you mean grid.candidates?",
    "grid.layout.cells[0].row": "a cell is a number: cell // 9 is its row",
    "combination": "did you mean 'combinations'?",
    "Branch": "import it at the top: `from sudoku_engine import Branch`",
    "permutations": "import it at the top: `from itertools import permutations`",
    "random": "import it at the top: `import random`",
    "house": "a loop gives it: `for house in grid.layout.houses:`",
    "list(grid.layout.rows[0])": "house.cells has the cells of a house",
}


def test_a_name_that_does_not_exist_is_told_with_the_one_that_was_meant(tmp_path: Path) -> None:
    text = (
        HELPERS
        + "from itertools import combinations\n"
        + "".join(
            STRATEGY.format(number=number, body=f"    return {name}", more="")
            for number, name in enumerate(NAMES)
        )
    )
    components = loaded(tmp_path, text)
    for number, advice in enumerate(NAMES.values()):
        assert failures(components[f"mine_{number}"])["gives_steps"].advice.startswith(advice)
