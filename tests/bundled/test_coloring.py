"""Simple colors, multi colors, 3D Medusa and remote pair on boards drawn for a few digits."""

from itertools import pairwise

import pytest

from sudoku_plugins.strategies.analysis.links import Bond, colourings
from sudoku_plugins.strategies.analysis.pattern_texts import colours_text
from sudoku_plugins.strategies.chains.simple_chains import remote_pair
from sudoku_plugins.strategies.coloring import medusa_3d, multi_colors, simple_colors
from tests.support.drawn_digits import grid_of, named
from tests.support.techniques import CLASSIC, only, told


def test_bonds_that_contradict_each_other_have_no_colours() -> None:
    assert colourings([Bond(1, 2), Bond(2, 3), Bond(3, 1), Bond(3, 4)]) == []


def test_a_chain_is_walked_from_end_to_end() -> None:
    (chain,) = colourings([Bond(5, 2), Bond(7, 5), Bond(2, 9)])
    assert [(bond.first, bond.second) for bond in chain.bonds] == [(7, 5), (5, 2), (2, 9)]


TRAP = """
    1 . . | . . . | . 2 .
    x * x | x x x | x . x
    x * x | x x x | x . x
    ------+-------+------
    * x x | x x x | x . x
    . 2 . | . . . | . 1 .
    * x x | x x x | x . x
    ------+-------+------
    x x x | x x x | x . x
    x x x | x x x | x . x
    x x x | x x x | x . x
"""


def test_a_place_that_sees_both_colours_is_trapped() -> None:
    step = only(simple_colors(grid_of({1: TRAP})))
    assert step.notation(CLASSIC) == "(1 in r1c1,r5c8) / (1 in r1c8,r5c2) => r23c2,r46c1<>1"
    assert [house.name for house in step.houses] == ["row 1", "column 8", "row 5"]
    assert dict(step.because) == {
        "colour 1": tuple(named(CLASSIC, "r1c1", "r5c8")),
        "colour 2": tuple(named(CLASSIC, "r1c8", "r5c2")),
    }
    assert step.reason == (
        "the colours alternate along houses with only two places for 1, so all of colour 1 are 1 "
        "or all of colour 2; r2c2, r3c2, r4c1 and r6c1 see both colours, so they are not 1"
    )


def test_the_links_of_a_coloring_are_its_walk_and_its_pattern_has_both_colours() -> None:
    step = only(simple_colors(grid_of({1: TRAP})))
    walk = named(CLASSIC, "r1c1", "r1c8", "r5c8", "r5c2")
    assert [(link.start, link.end) for link in step.links] == [
        ((start,), (end,)) for start, end in pairwise(walk)
    ]
    assert all(link.strong for link in step.links)
    colours = [step.because[f"colour {number}"] for number in (1, 2)]
    assert step.pattern == colours_text([colours], CLASSIC)


def test_a_colour_that_sees_itself_is_false() -> None:
    wrap = TRAP.splitlines()
    for number in (2, 5, 7, 9, 10, 11):  # column 2 keeps r3c2 and r5c2
        wrap[number] = wrap[number][:6] + "." + wrap[number][7:]
    step = only(simple_colors(grid_of({1: "\n".join(wrap)})))
    assert step.notation(CLASSIC) == "(1 in r1c1,r3c2,r5c8) / (1 in r1c8,r5c2) => r1c1,r3c2,r5c8<>1"
    assert step.reason.endswith(
        "r1c1 sees r3c2 in box 1 and has the same colour, so colour 1 is false"
    )


def test_a_single_pair_is_no_coloring() -> None:
    pair = "x . . | . . . | . x ." + " x" * 72
    assert told(simple_colors(grid_of({1: pair}))) == []


def test_left_over_marks_do_not_link() -> None:
    by_hand = grid_of({1: TRAP}, marks="manual")
    assert len(told(simple_colors(by_hand))) == 1
    assert told(simple_colors(grid_of({1: TRAP}, marks="manual", placed={"r9c8": 1}))) == []


def test_of_two_colourings_that_see_each_other_one_opposite_is_true() -> None:
    drawn = """
        1 . . | . . . | . 2 .
        x x x | 3 x x | * . *
        x x x | . x x | x . x
        ------+-------+------
        x x x | . x x | x . x
        x x x | 4 x x | x 1 x
        x x x | . x x | x . x
        ------+-------+------
        x x x | . x x | x . x
        x x x | . x x | x . x
        x x x | . x x | x . x
    """
    step = only(multi_colors(grid_of({1: drawn})))
    assert step.notation(CLASSIC) == (
        "(1 in r1c1,r5c8) / (1 in r1c8), (1 in r2c4) / (1 in r5c4) => r2c79<>1"
    )
    assert list(step.because) == ["colour 1", "colour 2", "colour 3", "colour 4"]
    assert [house.name for house in step.houses] == ["row 1", "column 8", "column 4"]
    assert step.reason == (
        "colour 1 or 2 is true, and colour 3 or 4; r5c8 (colour 1) sees r5c4 (colour 4) in row 5, "
        "so colour 2 or 3 is true, and a cell that sees both is not 1"
    )
    assert step.pattern.count(" / ") == 2


def test_a_colour_that_sees_both_of_another_colouring_is_false() -> None:
    drawn = """
        1 . . | . . . | . 2 .
        x . x | x x x | x . x
        x 3 x | x x x | * . *
        ------+-------+------
        x . x | x x x | x . x
        x 4 x | x x x | x 1 x
        x . x | x x x | x . x
        ------+-------+------
        x . x | x x x | x . x
        x . x | x x x | x . x
        x . x | x x x | x . x
    """
    step = only(multi_colors(grid_of({1: drawn})))
    assert step.notation(CLASSIC).endswith(" => r1c1,r3c79,r5c8<>1")
    assert (
        "r1c1 (colour 1) sees r3c2 (colour 3) in box 1 and r5c8 (colour 1) sees r5c2 (colour 4) "
        "in row 5, so colour 1 is false"
    ) in step.reason


def test_medusa_walks_through_cells_of_two_candidates_and_fills_a_cell_with_both_colours() -> None:
    ones = "x . . | . . . | . x ." + " x" * 72
    twos = """
        x * * | * * * | * x *
        . x x | x x x | x . x
        . x x | x x x | x . x
        ------+-------+------
        . x x | x x x | x . x
        x . . | . . . | . x .
        . x x | x x x | x . x
        ------+-------+------
        . x x | x x x | x . x
        . x x | x x x | x . x
        . x x | x x x | x . x
    """
    steps = list(medusa_3d(grid_of({1: ones, 2: twos}, bare={"r1c1": "12"})))
    pattern = "(1 in r1c8; 2 in r1c1,r5c8) / (1 in r1c1; 2 in r1c8,r5c1)"
    assert told(steps) == [
        f"{pattern} => {', '.join(f'r1c8<>{digit}' for digit in range(3, 10))}",
        "(2 in r1c1,r5c8) / (2 in r1c8,r5c1) => r1c2345679<>2",
    ]
    assert [house.name for house in steps[0].houses] == ["row 1", "column 1", "row 5", "column 8"]
    assert steps[1].reason == (
        "the colours alternate along pairs of which one is true, so all of colour 1 are true or "
        "all of colour 2; either rules out 2 in r1c2, r1c3, r1c4, r1c5, r1c6, r1c7 and r1c9: each "
        "has the same digit in sight"
    )


def test_a_candidate_between_one_colour_in_its_cell_and_the_other_in_its_house_goes() -> None:
    twos = (
        "x" + " x" * 8 + "".join(" . x x x x x x x x" if r != 5 else " x" * 9 for r in range(2, 10))
    )
    threes = """
        x x x | x x x | x x x
        x x x | . x x | x x x
        x x x | . x x | x x x
        ------+-------+------
        x x x | x . . | x x x
        x . . | . . x | . . .
        x x x | . . . | x x x
        ------+-------+------
        x x x | . x x | x x x
        x x x | . x x | x x x
        x x x | . x x | x x x
    """
    step = only(medusa_3d(grid_of({2: twos, 3: threes}, bare={"r1c1": "12", "r5c1": "23"})))
    assert step.notation(CLASSIC).endswith(" => r1c4<>2")
    assert step.reason.endswith(
        "; 3 in r1c4 (colour 1) or 2 in r1c1 (colour 2) is true, and either rules out 2 in r1c4"
    )


def test_two_digits_of_a_colour_in_one_cell_refute_it() -> None:
    ones = (
        """
        x . . | . . . | . x .
        x x x | x x x | . . .
        . x . | . . . | . . x
    """
        + " x" * 54
    )
    twos = "x" + " x" * 8 + " ." + " x" * 8 + " x x . . . . . . ." + " . x x x x x x x x" * 6
    step = only(medusa_3d(grid_of({1: ones, 2: twos}, bare={"r1c1": "12"})))
    assert step.notation(CLASSIC) == (
        "(1 in r1c8,r3c2; 2 in r1c1,r3c2) / (1 in r1c1,r3c9; 2 in r3c1) => "
        "r1c8,r3c2<>1, r1c1,r3c2<>2"
    )
    assert step.reason.endswith(
        "1 and 2 have the same colour and are both in r3c2, so colour 1 is false"
    )


def test_two_places_of_a_colour_in_one_house_refute_it() -> None:
    twos = """
        x x x | x x x | x x x
        . x x | x . x | x x x
        . x x | x . x | x x x
        ------+-------+------
        . x . | . x . | . . .
        x . . | x . x | x x x
        . . . | x . x | x x x
        ------+-------+------
        . x x | x . x | x x x
        . x x | x . x | x x x
        . x x | x . x | x x x
    """
    step = only(medusa_3d(grid_of({2: twos}, bare={"r1c1": "12"})))
    assert step.notation(CLASSIC).endswith(" => r1c15,r4c2<>2")
    assert step.reason.endswith(
        "for 2, r1c1 sees r1c5 in row 1 and has the same colour, so colour 2 is false"
    )


def test_a_colour_that_empties_a_cell_is_false() -> None:
    ones = (
        "x" + " x" * 8 + "".join(" . x x x x x x x x" if r != 7 else " x" * 9 for r in range(2, 10))
    )
    threes = "x" + " x" * 53 + " x . . . . . . . x" + " x" * 18
    bare = {"r1c1": "12", "r7c1": "13", "r1c9": "23"}
    step = only(medusa_3d(grid_of({1: ones, 3: threes}, bare=bare)))
    assert step.notation(CLASSIC) == (
        "(1 in r7c1; 2 in r1c1; 3 in r7c9) / (1 in r1c1; 3 in r7c1) => r7c1<>1, r1c1<>2, r7c9<>3"
    )
    assert step.because["cause"] == (
        *named(CLASSIC, "r1c9", digit=2),
        *named(CLASSIC, "r1c9", digit=3),
    )
    assert step.reason.endswith(
        "colour 1 would leave r1c9 without a candidate, so colour 1 is false"
    )


def test_medusa_leaves_colourings_of_one_digit_to_simple_colors() -> None:
    assert told(medusa_3d(grid_of({1: TRAP}))) == []


PAIR = "12"
CHAIN = dict.fromkeys(["r1c1", "r1c5", "r6c5", "r6c8"], PAIR)


def test_the_ends_of_a_remote_pair_take_both_digits() -> None:
    step = only(remote_pair(grid_of({}, bare=CHAIN)))
    assert step.notation(CLASSIC) == (
        "1- r1c1 -2- r1c5 -1- r6c5 -2- r6c8 -1 => r1c8,r6c1<>1, r1c8,r6c1<>2"
    )
    assert set(step.because["colour 1"]) == {
        *named(CLASSIC, "r1c1", "r6c5", digit=1),
        *named(CLASSIC, "r1c5", "r6c8", digit=2),
    }
    assert [house.name for house in step.houses] == ["row 1", "column 5", "row 6"]
    assert step.reason == (
        "1 and 2 alternate along the chain: r1c1 and r6c5 are both 1 and r1c5 and r6c8 are both 2, "
        "or the other way round; r1c8 and r6c1 see both digits, so they are neither"
    )


@pytest.mark.parametrize("cells", [["r1c1", "r1c5"], ["r1c1", "r1c5", "r6c5"]])
def test_a_chain_of_fewer_than_four_cells_is_no_remote_pair(cells: list[str]) -> None:
    assert told(remote_pair(grid_of({}, bare=dict.fromkeys(cells, PAIR)))) == []


def test_cells_of_a_remote_pair_that_do_nothing_are_left_out() -> None:
    longer = grid_of({}, bare={**CHAIN, "r9c8": PAIR, "r9c5": "3456"})
    assert told(remote_pair(longer)) == told(remote_pair(grid_of({}, bare=CHAIN)))


def test_a_chain_that_branches_has_two_colours() -> None:
    # r5c4 follows r6c5 as r6c8 does, so r1c1 is unlike both of them.
    step = only(remote_pair(grid_of({}, bare={**CHAIN, "r5c4": PAIR})))
    assert step.notation(CLASSIC).endswith(" => r1c48,r56c1<>1, r1c48,r56c1<>2")
    assert step.pattern.count(";") == 1
