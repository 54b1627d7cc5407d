"""Moves: their words and options, and that they do what the transformation does."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_engine import Ended, Grid, Layout, Moved, Run, Started
from sudoku_engine.board.layout import SIZES
from sudoku_engine.errors import LayoutError
from sudoku_plugins.checkers.comparison import move_events, moves_to_make
from sudoku_plugins.checkers.symmetry.moves import (
    Move,
    Reflection,
    Renaming,
    Swap,
    Turn,
    moves_of,
    parts_of,
)
from sudoku_plugins.checkers.symmetry.transformation import Transformation

SMALL = Layout.named("4x4")
NINE = Layout.named("9x9")
OBLONG = Layout.named("6x6")
DIAGONAL = Layout.named("9x9+diagonals")

# Its regions stay regions when it is mirrored left to right, and by no other turn or reflection.
MIRRORED = Layout.of_regions("""
    1 1 1 1
    2 3 3 4
    2 3 3 4
    2 2 4 4
""")

EVERY_KIND = [
    *map(Layout.named, SIZES),
    Layout.named("4x4+diagonals"),
    DIAGONAL,
    Layout.named("6x6+diagonals"),
    MIRRORED,
]

START = Grid.parse("""
    1 2 | 3 4
    . . | . .
    ----+----
    4 . | . .
    . . | . 2
""")


def rows(grid: Grid) -> str:
    """The board as its rows, with a space between."""
    n = grid.layout.n
    return " ".join(grid.line[start : start + n] for start in range(0, n * n, n))


def texts(transformation: Transformation, source: Grid | None = None) -> list[str]:
    return [str(move) for move in moves_of(transformation, source)]


def parts(transformation: Transformation, source: Grid | None = None) -> list[str]:
    return [*parts_of(transformation, source)]


def together(layout: Layout, moves: Any) -> Transformation:
    """All `moves` in one transformation."""
    whole = Transformation.identity(layout)
    for move in moves:
        whole = whole.then(move.transformation(layout))
    return whole


@st.composite
def transformations(draw: Any) -> Transformation:
    layout = draw(st.sampled_from(EVERY_KIND))
    return Transformation.random(Random(draw(st.integers(0, 2**32))), layout)


# What each move does, on a board worked out by hand


@pytest.mark.parametrize(
    ("move", "option", "text", "after"),
    [
        (Turn(90), "--rotate 90", "rotate by 90 degrees", ".4.1 ...2 ...3 2..4"),
        (Turn(180), "--rotate 180", "rotate by 180 degrees", "2... ...4 .... 4321"),
        (Turn(270), "--rotate 270", "rotate by 270 degrees", "4..2 3... 2... 1.4."),
        (Reflection("falling"), "--transpose", "transpose", "1.4. 2... 3... 4..2"),
        (
            Reflection("rising"),
            "--reflect rising",
            "reflect at the rising diagonal",
            "2..4 ...3 ...2 .4.1",
        ),
        (
            Reflection("left-right"),
            "--reflect left-right",
            "reflect left to right",
            "4321 .... ...4 2...",
        ),
        (
            Reflection("top-bottom"),
            "--reflect top-bottom",
            "reflect top to bottom",
            "...2 4... .... 1234",
        ),
        (Swap("row", 3, 4), "--swap-rows 3 4", "swap rows 3 and 4", "1234 .... ...2 4..."),
        (Swap("column", 1, 2), "--swap-columns 1 2", "swap columns 1 and 2", "2134 .... .4.. ...2"),
        (Swap("band", 1, 2), "--swap-bands 1 2", "swap bands 1 and 2", "4... ...2 1234 ...."),
        (Swap("stack", 2, 1), "--swap-stacks 2 1", "swap stacks 2 and 1", "3412 .... ..4. .2.."),
        (
            Renaming(((1, 3), (3, 4), (4, 1))),
            "--relabel 1=3,3=4,4=1",
            "rename 1 -> 3, 3 -> 4, 4 -> 1",
            "3241 .... 1... ...2",
        ),
    ],
    ids=str,
)
def test_a_move_does_what_it_says(move: Move, option: str, text: str, after: str) -> None:
    assert (move.option, move.text, rows(move.grid(START))) == (option, text, after)


def test_bands_of_oblong_boxes_are_as_high_as_the_boxes() -> None:
    lines = "1..... 2..... 3..... 4..... 5..... 6....."
    grid = Grid(OBLONG, [int(mark) for mark in lines.replace(".", "0").replace(" ", "")])
    assert rows(Swap("band", 1, 3).grid(grid)) == "5..... 6..... 3..... 4..... 1..... 2....."


def test_digits_over_nine_are_renamed_by_their_letters_or_numbers() -> None:
    assert Renaming.of_text("9=B, 11=a").names == ((9, 11), (11, 10))
    assert Renaming(((9, 11), (11, 10))).option == "--relabel 9=B,B=A"


def test_a_digit_that_is_not_renamed_and_loses_its_name_must_not_stand_on_the_board() -> None:
    grid = Grid.parse("1... .... .... ....")
    assert Renaming(((1, 2),)).grid(grid).line == "2..............."
    with pytest.raises(LayoutError) as caught:
        Renaming(((1, 2),)).grid(START)
    assert str(caught.value) == ("--relabel 1=2: 2 is on the board too: say what becomes of it")


# Moves that cannot be made


@pytest.mark.parametrize(
    ("move", "layout", "why"),
    [
        (
            Swap("row", 1, 4),
            NINE,
            "--swap-rows 1 4: row 1 is in band 1, row 4 in band 2: "
            "only rows of one band can be swapped",
        ),
        (
            Swap("column", 9, 2),
            NINE,
            "--swap-columns 9 2: column 9 is in stack 3, column 2 in stack 1: "
            "only columns of one stack can be swapped",
        ),
        (
            Swap("row", 3, 10),
            NINE,
            "--swap-rows 3 10: there is no row 10: a 9x9 board has rows 1 to 9",
        ),
        (
            Swap("stack", 0, 1),
            NINE,
            "--swap-stacks 0 1: there is no stack 0: a 9x9 board has stacks 1 to 3",
        ),
        (Swap("band", 2, 2), NINE, "--swap-bands 2 2: band 2 cannot be swapped with itself"),
        (Swap("band", 1, 2), MIRRORED, "--swap-bands 1 2: a 4x4+regions board has no bands"),
        (Turn(90), OBLONG, "--rotate 90: this would tear box 1 of a 6x6 board apart"),
        (
            Swap("row", 1, 2),
            DIAGONAL,
            "--swap-rows 1 2: this would tear diagonal 1 of a 9x9+diagonals board apart",
        ),
        (Renaming(((1, 10),)), NINE, "--relabel 1=A: there is no digit A: a 9x9 board has 1 to 9"),
    ],
    ids=str,
)
def test_a_move_that_a_board_forbids_is_told_with_its_option(
    move: Move, layout: Layout, why: str
) -> None:
    with pytest.raises(LayoutError) as caught:
        move.transformation(layout)
    assert str(caught.value) == why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1=2,1=3", "--relabel 1=2,1=3: 1 is renamed twice"),
        ("1=2,3=2", "--relabel 1=2,3=2: two digits cannot both become 2"),
        ("1", "--relabel 1: a digit is missing: write 1=2,2=1"),
        ("x1=2", "--relabel x1=2: 'x1' is not a digit: write 1=2,2=1"),
        ("0=2", "--relabel 0=2: '0' is not a digit: write 1=2,2=1"),
        ("", "--relabel : a digit is missing: write 1=2,2=1"),
    ],
)
def test_what_is_no_renaming_is_told(text: str, why: str) -> None:
    with pytest.raises(LayoutError) as caught:
        Renaming.of_text(text)
    assert str(caught.value) == why


def test_a_board_is_turned_by_quarters_only() -> None:
    with pytest.raises(LayoutError, match="not by 45"):
        Turn(45)


# Transformations in moves


@given(transformations())
def test_moves_made_in_order_do_what_the_transformation_does_and_each_something(
    whole: Transformation,
) -> None:
    moves, nothing = moves_of(whole), Transformation.identity(whole.layout)
    assert together(whole.layout, moves) == whole
    assert all(move.transformation(whole.layout) != nothing for move in moves)


@given(transformations(), st.data())
def test_moves_for_a_board_turn_it_into_the_same(whole: Transformation, data: Any) -> None:
    n = whole.layout.n
    few = st.sampled_from([0, 1, n])
    source = Grid(whole.layout, data.draw(st.lists(few, min_size=n * n, max_size=n * n)))
    last = source
    for move in moves_of(whole, source):
        last = move.grid(last)
    assert last.digits == whole.grid(source).digits


def test_a_transformation_that_changes_nothing_has_no_moves_and_no_parts() -> None:
    nothing = Transformation.identity(NINE)
    assert (moves_of(nothing), parts_of(nothing)) == ((), ())


def test_no_shorter_moves_do_the_same() -> None:
    # All that moves of 4x4 boards can do, found move by move: what is found first is shortest.
    known: list[Move] = [Turn(90), Turn(180), Turn(270)]
    for kind in ("band", "stack"):
        known.append(Swap(kind, 1, 2))
    for kind in ("row", "column"):
        known += [Swap(kind, 1, 2), Swap(kind, 3, 4)]  # type: ignore[arg-type]
    steps = [move.transformation(SMALL) for move in known]
    distances = {Transformation.identity(SMALL): 0}
    edge = list(distances)
    while edge:
        new = {before.then(step): distances[before] + 1 for before in edge for step in steps}
        edge = [found for found in new if found not in distances]
        distances.update({found: new[found] for found in edge})
    assert len(distances) == 128
    assert all(len(moves_of(found)) == distance for found, distance in distances.items())


def test_a_half_turn_beside_moves_of_lines_is_told_by_what_is_shorter() -> None:
    backwards = range(8, -1, -1)
    assert texts(Transformation.of_lines(NINE, rows=backwards, columns=backwards)) == [
        "rotate by 180 degrees"
    ]
    assert texts(Transformation.of_lines(NINE, turns=2, rows=backwards, columns=backwards)) == []


def test_a_cycle_of_three_bands_takes_two_swaps() -> None:
    cycle = Transformation.of_lines(NINE, rows=[3, 4, 5, 6, 7, 8, 0, 1, 2])
    assert texts(cycle) == ["swap bands 1 and 2", "swap bands 2 and 3"]


def test_moves_come_in_a_fixed_order() -> None:
    everything = Transformation.of_lines(
        NINE,
        turns=1,
        rows=[3, 4, 5, 1, 0, 2, 6, 7, 8],
        columns=[0, 1, 2, 6, 8, 7, 3, 4, 5],
        digits=[2, 1, 3, 4, 5, 6, 7, 8, 9],
    )
    assert texts(everything) == [
        "rotate by 90 degrees",
        "swap bands 1 and 2",
        "swap stacks 2 and 3",
        "swap rows 4 and 5",
        "swap columns 5 and 6",
        "rename 1 -> 2, 2 -> 1",
    ]


def test_digits_that_the_board_does_not_show_are_not_renamed() -> None:
    source = Grid.parse("1... .... .... ....")
    whole = Transformation.of_lines(SMALL, digits=[2, 3, 1, 4])
    assert texts(whole) == ["rename 1 -> 2, 2 -> 3, 3 -> 1"]
    assert texts(whole, source) == ["rename 1 -> 2"]
    assert parts(whole, source) == ["digits: 1 -> 2"]


def test_boards_with_diagonals_and_regions_are_turned_and_reflected() -> None:
    assert texts(Transformation.of_lines(DIAGONAL, turns=3)) == ["rotate by 270 degrees"]
    backwards = range(3, -1, -1)
    mirrored = Transformation.of_lines(MIRRORED, columns=backwards, digits=[2, 1, 3, 4])
    assert texts(mirrored) == ["reflect left to right", "rename 1 -> 2, 2 -> 1"]
    assert parts(mirrored) == ["reflection: left to right", "digits: 1 -> 2, 2 -> 1"]


def test_what_keeps_diagonals_but_is_no_turn_and_no_reflection_has_no_moves() -> None:
    # Rows and columns 1 and 2 change places, and so do 8 and 9: the diagonals stay diagonals.
    order = [1, 0, 2, 3, 4, 5, 6, 8, 7]
    odd = Transformation.of_lines(DIAGONAL, rows=order, columns=order)
    with pytest.raises(LayoutError, match="only turns and reflections move a"):
        moves_of(odd)


# Transformations in parts


def test_parts_say_what_moves_in_the_order_in_which_it_does() -> None:
    # New rows and columns show these old ones, as the official pairs are told.
    whole = Transformation.of_lines(
        NINE,
        turns=3,
        rows=[6, 7, 8, 0, 1, 2, 3, 4, 5],
        columns=[3, 4, 5, 0, 2, 1, 6, 8, 7],
        digits=[4, 8, 1, 9, 2, 5, 7, 3, 6],
    )
    assert parts(whole) == [
        "rotation: 270 degrees clockwise",
        "row blocks (bands): 1 -> 3, 2 -> 1, 3 -> 2",
        "column blocks (stacks): 1 -> 2, 2 -> 1",
        "columns: 5 -> 6, 6 -> 5, 8 -> 9, 9 -> 8",
        "digits: 1 -> 4, 2 -> 8, 3 -> 1, 4 -> 9, 5 -> 2, 6 -> 5, 8 -> 3, 9 -> 6",
    ]


# Films


def test_a_film_tells_each_move_with_the_board_after_it() -> None:
    moves = [Swap("row", 3, 4), Turn(180)]
    start, *moved, end = move_events(START, moves)
    assert start == Started(START)
    assert [event.text for event in moved if isinstance(event, Moved)] == [
        "swap rows 3 and 4",
        "rotate by 180 degrees",
    ]
    assert [rows(event.grid) for event in moved if isinstance(event, Moved)] == [
        "1234 .... ...2 4...",
        "...4 2... .... 4321",
    ]
    assert isinstance(end, Ended)
    assert (end.outcome, end.why, end.grid) == (
        "stopped",
        "2 moves made",
        Turn(180).grid(Swap("row", 3, 4).grid(START)),
    )


def test_a_film_is_a_run_that_can_be_listened_to() -> None:
    heard: list[object] = []
    run = Run(START, move_events(START, [Turn(90)]), listeners=[lambda _, e: heard.append(e)])
    assert run.drain().why == "1 move made"
    assert [type(event) for event in heard] == [Started, Moved, Ended]


def test_random_moves_are_the_same_for_the_same_seed_and_not_for_the_next_board() -> None:
    def drawn(seed: int) -> list[list[Move]]:
        rng = Random(seed)
        return [moves_to_make(START, ["rotate 90", "random"], rng) for _ in range(5)]

    first = drawn(7)
    assert drawn(7) == first
    assert drawn(8) != first
    assert len({tuple(moves) for moves in first}) > 1
    assert all(moves[0] == Turn(90) for moves in first)
