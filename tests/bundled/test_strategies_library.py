"""HoDoKu's regression library: on each of its boards a technique must find one given step.

The library is not ours and no copy of it is kept here; where `shared/data` does not stand
beside the repository these tests are skipped.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import pytest

from sudoku_engine import Grid, Layout, Step
from sudoku_engine.board.masks import mask_of
from sudoku_plugins.strategies.order import STRATEGIES
from tests.support.paths import shared_text
from tests.support.samples import thorough

CODES = """
    full_house 0000, hidden_single 0002, naked_single 0003, locked_candidates 0100 0101,
    locked_pair 0110-1, locked_triple 0111-1, naked_pair 0200, naked_triple 0201, naked_quad 0202,
    hidden_pair 0210, hidden_triple 0211, hidden_quad 0212, x_wing 0300, swordfish 0301,
    jellyfish 0302, finned_x_wing 0310, finned_swordfish 0311 03111, finned_jellyfish 0312 03121,
    sashimi_x_wing 0320, sashimi_swordfish 0321 03211, sashimi_jellyfish 0322 03221,
    franken_swordfish 0331, franken_jellyfish 0332, finned_franken_x_wing 0340,
    finned_franken_swordfish 0341 03411, finned_franken_jellyfish 0342 03421,
    finned_mutant_jellyfish 0362 03621, finned_mutant_squirmbag 0363, skyscraper 0400,
    two_string_kite 0401 0404, empty_rectangle 0402 0402-1 0405, turbot_fish 0403,
    simple_colors 0500 0501, multi_colors 0502, unique_rectangle_1 0600-1 0600-2,
    unique_rectangle_2 0601-1 0601-2, unique_rectangle_3 0602-1, unique_rectangle_4 0603-1 0603-2,
    unique_rectangle_5 0604-1 0604-2, unique_rectangle_6 0605-1 0605-2,
    hidden_rectangle 0606-1 0606-2, avoidable_rectangle_1 0607-1, avoidable_rectangle_2 0608-1,
    bug_plus_1 0610, x_chain 0701, xy_chain 0702, remote_pair 0703,
    nice_loop 0706 0707-1 0707-2 0708-1 0708-2,
    grouped_nice_loop 0709-1 0709-2 0710-1 0710-2 0710-3 0710-4 0711-1 0711-2 0711-3 0711-4,
    xy_wing 0800, xyz_wing 0801, w_wing 0803, als_xz 0901-1 0901-2, als_xy_wing 0902-1 0902-2,
    als_chain 0903 0903-1, death_blossom 0904-1 0904-2, sue_de_coq 1101, template_set 1201,
    template_delete 1202
"""
"""Our techniques, each with the codes of the library that it has."""

TECHNIQUES = {
    code: name for each in CODES.split(",") for name, *codes in [each.split()] for code in codes
}
FURTHER = {code for each in CODES.split(",") for code in each.split()[2:]}
"""All but the first code of each technique."""
SLOW = {"0342", "0362", "0363", "0706", "0709-1"}

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


@pytest.mark.parametrize(
    "code", [thorough(code) if code in FURTHER | SLOW else code for code in TECHNIQUES]
)
def test_the_strategy_finds_the_step_of_every_board_of_its_technique(
    code: str, cases: dict[str, list[Case]]
) -> None:
    assert cases[code]
    for known in cases[code]:
        found = {step.effect for step in steps_of(code, known.grid)}
        assert (known.placed, known.struck) in found, known.line


@pytest.mark.thorough
def test_on_nearly_all_boards_the_strategy_finds_only_this_about_the_digits_of_the_step(
    cases: dict[str, list[Case]],
) -> None:
    # Most others: with us pointing and claiming are one technique, so are single and double kites;
    # we find long loops whose eliminations shorter chains have one by one.
    others = [
        (TECHNIQUES[code], known.line)
        for code, group in cases.items()
        for known in group
        if rivals(known, steps_of(code, known.grid))
    ]
    assert len(others) <= 0.06 * sum(map(len, cases.values())), others


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
