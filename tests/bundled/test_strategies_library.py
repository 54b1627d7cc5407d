"""HoDoKu's regression library: on each of its boards a technique must find one given step.

The library is not ours and no copy of it is kept here; where `shared/data` does not stand
beside the repository these tests are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import pytest

from sudoku_engine import Grid, Layout, Step
from sudoku_engine.board.masks import mask_of
from sudoku_plugins.strategies import STRATEGIES
from tests.support.paths import shared_text

TECHNIQUES = {
    "0000": "full_house",
    "0002": "hidden_single",
    "0003": "naked_single",
    "0100": "locked_candidates",
    "0101": "locked_candidates",
    "0110-1": "locked_pair",
    "0111-1": "locked_triple",
    "0200": "naked_pair",
    "0201": "naked_triple",
    "0202": "naked_quad",
    "0210": "hidden_pair",
    "0211": "hidden_triple",
    "0212": "hidden_quad",
    "0300": "x_wing",
    "0301": "swordfish",
    "0302": "jellyfish",
    "0310": "finned_x_wing",
    "0311": "finned_swordfish",
    "03111": "finned_swordfish",
    "0312": "finned_jellyfish",
    "03121": "finned_jellyfish",
    "0320": "sashimi_x_wing",
    "0321": "sashimi_swordfish",
    "03211": "sashimi_swordfish",
    "0322": "sashimi_jellyfish",
    "03221": "sashimi_jellyfish",
    "0331": "franken_swordfish",
    "0332": "franken_jellyfish",
    "0340": "finned_franken_x_wing",
    "0341": "finned_franken_swordfish",
    "03411": "finned_franken_swordfish",
    "0342": "finned_franken_jellyfish",
    "03421": "finned_franken_jellyfish",
    "0362": "finned_mutant_jellyfish",
    "03621": "finned_mutant_jellyfish",
    "0363": "finned_mutant_squirmbag",
    "0400": "skyscraper",
    "0401": "two_string_kite",
    "0402": "empty_rectangle",
    "0402-1": "empty_rectangle",
    "0403": "turbot_fish",
    "0404": "two_string_kite",
    "0405": "empty_rectangle",
    "0500": "simple_colors",
    "0501": "simple_colors",
    "0502": "multi_colors",
    "0600-1": "unique_rectangle_1",
    "0600-2": "unique_rectangle_1",
    "0601-1": "unique_rectangle_2",
    "0601-2": "unique_rectangle_2",
    "0602-1": "unique_rectangle_3",
    "0603-1": "unique_rectangle_4",
    "0603-2": "unique_rectangle_4",
    "0604-1": "unique_rectangle_5",
    "0604-2": "unique_rectangle_5",
    "0605-1": "unique_rectangle_6",
    "0605-2": "unique_rectangle_6",
    "0606-1": "hidden_rectangle",
    "0606-2": "hidden_rectangle",
    "0607-1": "avoidable_rectangle_1",
    "0608-1": "avoidable_rectangle_2",
    "0610": "bug_plus_1",
    "0701": "x_chain",
    "0702": "xy_chain",
    "0703": "remote_pair",
    "0706": "nice_loop",
    "0707-1": "nice_loop",
    "0707-2": "nice_loop",
    "0708-1": "nice_loop",
    "0708-2": "nice_loop",
    **{
        f"07{code}": "grouped_nice_loop"
        for code in ["09-1", "09-2", "10-1", "10-2", "10-3", "10-4", "11-1", "11-2", "11-3", "11-4"]
    },
    "0800": "xy_wing",
    "0801": "xyz_wing",
    "0803": "w_wing",
    "0901-1": "als_xz",
    "0901-2": "als_xz",
    "0902-1": "als_xy_wing",
    "0902-2": "als_xy_wing",
    "0903": "als_chain",
    "0903-1": "als_chain",
    "0904-1": "death_blossom",
    "0904-2": "death_blossom",
    "1101": "sue_de_coq",
    "1201": "template_set",
    "1202": "template_delete",
}

NOT_FOUND = {"291 314 649"}
"""What a case of 0709-2 eliminates. Its chain, from 3 in r4c9 to 6 in r9c9, closes in r4c9 with two
different digits: it is discontinuous, and only that r4c9 is not 6 follows from it. We find that."""

Candidates = frozenset[tuple[int, int]]


class Case(NamedTuple):
    """A board, and what the one step must eliminate or place."""

    grid: Grid
    struck: Candidates
    placed: Candidates
    digits: frozenset[int]
    """The digits that the step is about; on some boards there are other steps about others."""
    line: str


@pytest.fixture(scope="module")
def cases() -> dict[str, list[Case]]:
    """The cases of our techniques, by code."""
    found: dict[str, list[Case]] = {code: [] for code in TECHNIQUES}
    for line in shared_text("reglib/reglib-half.txt").splitlines():
        code = line.split(":")[1] if line.startswith(":") else ""
        if code in found and line.split(":")[5] not in NOT_FOUND:
            found[code].append(case(line))
    return found


def case(line: str) -> Case:
    """The case of a library line ``:code:candidates:givens:deleted:struck:placed:``."""
    _, _, about, givens, deleted, struck, placed, *_ = line.split(":")
    layout = Layout.named("9x9")
    cells = re.findall(r"\+?[.\d]", givens)  # a + before a digit: placed, not given
    digits = [0 if cell == "." else int(cell[-1]) for cell in cells]
    given = mask_of(number for number, cell in enumerate(cells) if cell.isdigit())
    masks = [layout.all_digits] * 81
    for cell, digit in candidates(deleted):
        masks[cell] &= ~(1 << digit - 1)
    grid = Grid(layout, digits, masks=masks, given=given)
    return Case(grid, candidates(struck), candidates(placed), frozenset(map(int, about)), line)


def candidates(text: str) -> Candidates:
    """The cells and digits of ``815 926``: 8 in r1c5 …"""
    return frozenset(
        ((int(row) - 1) * 9 + int(column) - 1, int(digit)) for digit, row, column in text.split()
    )


@pytest.mark.parametrize("code", TECHNIQUES)
def test_the_strategy_finds_the_step_of_every_board_of_its_technique(
    code: str, cases: dict[str, list[Case]]
) -> None:
    assert cases[code]
    for known in cases[code]:
        found = {step.effect for step in steps_of(code, known.grid)}
        assert (known.placed, known.struck) in found, known.line


def test_on_nearly_all_boards_the_strategy_finds_only_this_about_the_digits_of_the_step(
    cases: dict[str, list[Case]],
) -> None:
    # Most others: with us pointing and claiming are one technique, so are single and double kites.
    others = [
        (TECHNIQUES[code], known.line)
        for code, group in cases.items()
        for known in group
        if rivals(known, steps_of(code, known.grid))
    ]
    assert len(others) <= 0.05 * sum(map(len, cases.values())), others


@cache
def steps_of(code: str, grid: Grid) -> Sequence[Step]:
    """The steps of the technique of this `code`; those on a board are found once."""
    (strategy,) = (each for each in STRATEGIES if each.id == TECHNIQUES[code])
    return tuple(strategy(grid) or ())


def rivals(known: Case, steps: Sequence[Step]) -> list[Step]:
    """The `steps` with other effects that name or change just the digits of the known step.

    Chains of another kind are techniques of their own in the library.
    """
    same = {kind(step) for step in steps if step.effect == (known.placed, known.struck)}
    return [
        step
        for step in steps
        if step.effect != (known.placed, known.struck)
        and kind(step) in same
        and known.digits
        in (
            {digit for _, digit in step.grounds},
            {digit for _, digit in (*step.eliminations, *step.placements)},
        )
    ]


def kind(step: Step) -> tuple[str, bool]:
    """The kind of a chain, and whether almost locked sets are a part of it."""
    named = re.search(r"(?:^|; )((?:dis)?continuous nice loop|AIC type \d)", step.reason)
    return (named[1], "als A" in step.because) if named else ("", False)
