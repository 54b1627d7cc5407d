"""Right strategies in different styles: each passes, and the report says how often it fired."""

import re
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any, cast

import pytest

from sudoku_engine import Layout, Step, strategy
from sudoku_engine.api.strategy import FAMILY_NAMES
from sudoku_engine.plugins.component import Component
from sudoku_engine.testing import Examination, Finding, Kit, bundled_kit
from sudoku_plugins.kit.boards_with_solutions import technique_like
from sudoku_plugins.kit.kit import as_component
from sudoku_plugins.kit.technique_comparison import Comparison
from tests.support.kit import components, findings_on, technique

pytestmark = pytest.mark.slow

IMPORTS = (
    "from itertools import combinations\nfrom sudoku_engine import Candidate, Step, strategy\n"
)

PUZZLES = 10
"""Of how many puzzles the boards are made: enough to fire, and to see what a strategy misses."""

SLOW = {"chains", "als", "forcing"}
"""Families that find dozens of steps on most boards, but take their time for them."""

FEWER_PUZZLES = 3
"""The same for strategies that are not basic."""


@cache
def small_kit(puzzles: int = PUZZLES, layout: Layout | None = None) -> Kit:
    # A busy machine is slow, which says nothing about the code.
    return Kit(bundled_kit().ours, puzzles=puzzles, limit=60, layout=layout)


STYLES = {
    "sets, yielding": """
        @strategy("Pair", score=60, level="medium")
        def pair(grid):
            for house in grid.layout.houses:
                twos = [c for c in house.cells if len(grid.candidates(c)) == 2]
                for a, b in combinations(twos, 2):
                    if grid.candidates(a) == grid.candidates(b):
                        out = [Candidate(c, d) for c in house.cells if c not in (a, b)
                               for d in grid.candidates(a) & grid.candidates(c)]
                        if out:
                            yield Step(eliminations=out)
        """,
    "masks, returning a list": """
        @strategy("Mask Single", score=4, level="easy")
        def mask_single(grid):
            found = []
            for cell, mask in enumerate(grid.masks):
                if mask and mask & (mask - 1) == 0:
                    found.append(Step([(cell, mask.bit_length())]))
            return found
        """,
    "boards of digits": """
        @strategy("Board Single", score=14, level="easy")
        def board_single(grid):
            for digit in grid.layout.digits:
                for house in grid.layout.houses:
                    places = grid.boards[digit] & house.mask
                    if places and places & (places - 1) == 0:
                        yield Step([Candidate(places.bit_length() - 1, digit)])
        """,
    "only the first find": """
        @strategy("First Pair", score=60, level="medium")
        def first_pair(grid):
            for house in grid.layout.houses:
                for a, b in combinations(house.cells, 2):
                    digits = grid.candidates(a)
                    if len(digits) == 2 and digits == grid.candidates(b):
                        out = [Candidate(c, d) for c in house.cells if c not in (a, b)
                               for d in digits & grid.candidates(c)]
                        if out:
                            return [Step((), out)]
            return None
        """,
}


def examined(folder: Path, text: str, kit: Kit) -> tuple[Examination, list[Finding]]:
    (component,) = components(folder, IMPORTS + dedent(text)).values()
    examination = Examination(component, kit)
    return examination, list(examination.findings())


def failures(found: list[Finding]) -> list[str]:
    return [f"{finding.check}: {finding.why}" for finding in found if finding.has_failed]


@pytest.mark.parametrize("style", STYLES.values(), ids=[*STYLES])
def test_a_right_strategy_passes_in_whatever_style_it_is_written(
    style: str, tmp_path: Path
) -> None:
    examination, found = examined(tmp_path, style, small_kit())
    assert failures(found) == []
    assert examination.fired > 10
    assert examination.boards > 50


def test_hundreds_of_boards_are_tried(tmp_path: Path) -> None:
    examination, _ = examined(tmp_path, STYLES["masks, returning a list"], bundled_kit())
    assert examination.boards > 400


ONE_DETECTOR = {
    *("grouped_nice_loop", "als_xy_wing", "als_chain", "forcing_net", "franken_swordfish"),
    *("finned_franken_x_wing", "finned_franken_swordfish", "hidden_triple", "hidden_quad"),
    *("naked_triple", "naked_quad", "finned_jellyfish", "sashimi_jellyfish"),
}
"""Names for the larger cases of a detector, whose smallest case stands for all in the kit."""


BASIC = FAMILY_NAMES["basic"]
OURS = bundled_kit().ours
IN_THE_KIT = [each for each in OURS if each.is_by_default and each.id not in ONE_DETECTOR]
"""One name of each detector; those by name take seconds a board."""


@pytest.mark.parametrize(
    "component",
    [
        pytest.param(
            each, marks=[] if each.family in BASIC and number % 5 == 0 else [pytest.mark.thorough]
        )
        for number, each in enumerate(IN_THE_KIT)
    ],
    ids=lambda component: component.id,
)
def test_every_bundled_detector_passes_and_takes_all_advice(component: Component) -> None:
    if component.family in SLOW:  # the laws of all strategies try them on other boards
        kit = small_kit(1, Layout.named("9x9"))
    else:
        kit = small_kit(PUZZLES if component.family in BASIC else FEWER_PUZZLES)
    found = list(Examination(component, kit).findings())
    if component.assumes_unique:
        found = [finding for finding in found if finding.check != "follows" or finding.ok is False]
    assert [finding.why for finding in found if finding.ok is not True] == []


# Beside a bundled technique


def beside(folder: Path, text: str, name: str, puzzles: int = PUZZLES) -> Finding:
    """The finding of the comparison of the strategy `text` with a technique."""
    (component,) = components(folder, IMPORTS + dedent(text)).values()
    kit = Kit(OURS, technique(name), puzzles=puzzles)
    return findings_on(component, kit, "against")["against"]


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("My Naked Pairs", "naked_pair"),
        ("XY-Wing", "xy_wing"),
        ("My XYZ Wing of mine", "xyz_wing"),
        ("WXYZ-Wing", "wxyz_wing"),
        ("Naked Piar", "naked_pair"),
        ("Unique Rectangle 4 by Ann", "unique_rectangle_4"),
        ("Fins on a swordfish", "finned_swordfish"),
        ("My own idea", None),
    ],
)
def test_a_technique_is_known_by_its_name(name: str, known: str | None) -> None:
    mine = as_component(strategy(name, score=1, level="easy", id="mine")(iter), "strategy")
    like = technique_like(mine, OURS)
    assert (like and like.id) == known


def test_no_bundled_technique_is_taken_for_another() -> None:
    assert [technique_like(each, OURS) for each in OURS] == [None] * len(OURS)


TOWERS = """
    @strategy("Towers", score=130, level="hard")
    def towers(grid):
        for lines in (grid.layout.rows, grid.layout.columns):
            for digit in grid.layout.digits:
                for one, other in combinations(lines, 2):
                    p, q = ([k for k, cell in enumerate(line.cells)
                             if digit in grid.candidates(cell)] for line in (one, other))
                    if len(p) == len(q) == 2 and len({*p, *q}) == 3:  # 2 is an X-wing
                        (foot,) = {*p} & {*q}
                        a, b = one.cells[sum(p) - foot], other.cells[sum(q) - foot]
                        out = [Candidate(cell, digit) for cell in grid.layout.peers(a)
                               if cell in grid.layout.peers(b)
                               and digit in grid.candidates(cell)]
                        if out:
                            yield Step((), out)
    """

THOROUGH_SINGLE = """
    @strategy("Naked Single", score=4, level="easy")
    def my_single(grid):
        for cell in grid.open_cells:
            if len(grid.candidates(cell)) == 1:
                (digit,) = grid.candidates(cell)
                gone = [Candidate(peer, digit) for peer in grid.layout.peers(cell)
                        if digit in grid.candidates(peer)]
                yield Step([Candidate(cell, digit)], gone)
    """


@pytest.mark.parametrize(
    ("text", "name", "puzzles"),
    [
        pytest.param(STYLES["sets, yielding"], "naked_pair", PUZZLES, id="it is that"),
        pytest.param(STYLES["only the first find"], "naked_pair", PUZZLES, id="one at a time"),
        pytest.param(TOWERS, "skyscraper", 12, id="without what a technique before finds too"),
        pytest.param(THOROUGH_SINGLE, "naked_single", PUZZLES, id="with what a digit implies"),
    ],
)
def test_a_strategy_may_do_what_its_technique_does_in_a_way_of_its_own(
    text: str, name: str, puzzles: int, tmp_path: Path
) -> None:
    found = beside(tmp_path, text, name, puzzles)
    assert found.ok, found.why


def test_a_step_of_a_technique_before_is_told_as_that(tmp_path: Path) -> None:
    found = beside(tmp_path, STYLES["sets, yielding"], "xy_wing")
    assert found.advice == "Naked Pair finds this step, too: leave it to that technique"


def test_a_comparison_names_the_houses_that_a_strategy_never_looks_at(tmp_path: Path) -> None:
    text = STYLES["sets, yielding"].replace(
        "grid.layout.houses", "grid.layout.rows + grid.layout.columns"
    )
    found = beside(tmp_path, text, "naked_pair")
    assert found.ok is False
    assert re.search(
        r"; all \d that it misses belong to a box, and (none|only 1) of the", found.why
    )


def test_one_step_too_many_is_told_in_the_singular() -> None:
    naked_pair, extra = technique("naked_pair"), cast(Any, [(None, Step())])
    one_of_three = Comparison(naked_pair, extra=extra, n_found=2, n_steps=3)
    assert one_of_three.in_words.endswith("; 1 of its 3 steps is no naked pair")
    assert Comparison(naked_pair, extra=extra, n_steps=1).in_words == (
        "its only step is no naked pair"
    )


def test_the_steps_of_a_strategy_that_calls_a_solver_are_not_the_technique(tmp_path: Path) -> None:
    text = """
        from sudoku_engine.search import solutions

        @strategy("Naked Pair", score=60, level="medium")
        def clever(grid):
            solution = next(solutions(grid))
            for cell in grid.open_cells:
                out = [Candidate(cell, d) for d in grid.candidates(cell)
                       if d != solution.digit(cell)]
                if out:
                    yield Step((), out)
        """
    found = beside(tmp_path, text, "naked_pair")
    assert found.has_failed
    assert found.why.endswith("steps are no naked pairs")
    assert found.board is not None
    assert found.step is not None


def test_a_single_that_is_there_and_not_placed_is_missed(tmp_path: Path) -> None:
    text = """
        @strategy("Naked Lone", score=4, level="easy")
        def naked_lone(grid):
            for cell in grid.open_cells:
                if len(grid.candidates(cell)) == 1 and cell < 72:
                    yield Step([Candidate(cell, d) for d in grid.candidates(cell)])
        """
    comparison = beside(tmp_path, text, "naked_single", puzzles=4)
    assert comparison.ok is False
    assert "that it misses" in comparison.why
