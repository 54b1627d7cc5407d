"""The field's notation: cells, effects, subsets, chains, fish and locked sets, there and back."""

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_engine import Candidate, Layout, Link
from sudoku_engine.board.notation import (
    cells_in,
    chain_in,
    chain_text,
    compact,
    effect_text,
    effects_in,
    subset_in,
    subset_text,
)
from sudoku_engine.board.words import cell_with_digit
from sudoku_engine.errors import LayoutError

CLASSIC = Layout.named("9x9")
LARGE = Layout.named("16x16")
JIGSAW = Layout.of_regions("AAAB\nACBB\nCCBD\nCDDD", diagonals=True)

layouts = st.sampled_from([CLASSIC, LARGE, JIGSAW, Layout.named("9x9+diagonals")])


def cells(text: str, layout: Layout = CLASSIC) -> list[Any]:
    return [layout.cell(name) for name in text.split()]


def candidates(text: str) -> tuple[Candidate, ...]:
    """The candidates written as ``r1c2:5``, with spaces between."""
    return tuple(Candidate(*cell_with_digit(part, CLASSIC)) for part in text.split())


def some_cells(layout: Layout) -> Any:
    return st.lists(st.sampled_from(layout.cells), min_size=1, max_size=6)


def some_digits(layout: Layout) -> Any:
    return st.sets(st.sampled_from(layout.digits), min_size=1, max_size=4)


# The short notation


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("r4c4", "r4c4"),
        ("r8c4 r4c4", "r48c4"),
        ("r1c2 r1c7 r1c9", "r1c279"),
        ("r1c1 r1c2 r2c1 r2c2", "r12c12"),
        ("r4c4 r8c4 r8c5", "r4c4,r8c45"),
        ("r5c5 r5c5", "r5c5"),
        ("", ""),
    ],
)
def test_cells_are_grouped_by_rows_with_the_same_columns(text: str, short: str) -> None:
    assert compact(cells(text), CLASSIC) == short


def test_cells_of_a_board_with_more_than_9_rows_are_written_one_by_one() -> None:
    assert compact(cells("r1c12 r11c2", LARGE), LARGE) == "r1c12,r11c2"


@pytest.mark.parametrize("layout", [CLASSIC, LARGE])
def test_cells_that_do_not_exist_are_written_as_numbers(layout: Layout) -> None:
    assert compact([999, 0, -1], layout) == "r1c1,cell -1,cell 999"


@given(st.data())
def test_cells_read_back(data: st.DataObject) -> None:
    layout = data.draw(layouts)
    some = data.draw(some_cells(layout))
    assert sorted(cells_in(compact(some, layout), layout)) == sorted({*some})


# A cell with a digit


@pytest.mark.parametrize(
    "text", ["r1c3=5", "r1c3<>5", "r1c3-5", "r1c3≠5", "r1c3:5", " R1C3=5 ", "A3!=5"]
)
def test_a_cell_with_a_digit_is_read(text: str) -> None:
    assert cell_with_digit(text, CLASSIC) == (2, 5)


def test_a_digit_over_9_is_read_as_a_letter() -> None:
    assert cell_with_digit("r1c1=g", LARGE) == (0, 16)


@pytest.mark.parametrize("text", ["", "r1c1", "r1c1=0", "r1c1=A", "r1c1=12", "r1c1>5", "r0c1=5"])
def test_what_is_no_cell_with_a_digit_is_told(text: str) -> None:
    with pytest.raises(LayoutError, match=r"not a cell|no cell"):
        cell_with_digit(text, CLASSIC)


def test_rows_are_letters_without_an_i_on_boards_of_up_to_9_rows() -> None:
    assert cells_in("D4, h45, J9", CLASSIC) == cells_in("r4c4,r8c45,r9c9", CLASSIC)
    assert str(CLASSIC.cell("J9")) == "r9c9"
    for text, layout in (("I1", CLASSIC), ("AA1", CLASSIC), ("A11", CLASSIC), ("A1", LARGE)):
        with pytest.raises(LayoutError, match="names no cells"):
            cells_in(text, layout)


# Effects


def test_the_effects_of_a_step_are_read() -> None:
    placements, eliminations = effects_in("r1c1=2, r57c4<>1, r7c4<>8", CLASSIC)
    assert placements == [*candidates("r1c1=2")]
    assert eliminations == [*candidates("r5c4:1 r7c4:1 r7c4:8")]


@pytest.mark.parametrize(
    "text",
    [
        "1,8 in r48c4 => r5c4,r7c4<>1",
        "r5c4<>1 r7c4<>1",
        "R5C4<>1,r7c4<>1",
        " r57c4 <> 1 ",
        "r5c4, r7c4<>1",
        "r5c4<>1; r7c4<>1",
        "r5c4-1, r7c4!=1",
        "r5c4≠1, G4≠1",
        "EG4<>1",
    ],
)
def test_effects_are_read_as_people_type_them(text: str) -> None:
    assert effects_in(text, CLASSIC) == ([], [*candidates("r5c4:1 r7c4:1")])


@pytest.mark.parametrize(
    "text", ["", "so", "r1c1", "r1c1=", "r1c1=12", "r1c1=0", "r0c1=5", "r1c1=5 and more", "=> 5"]
)
def test_what_is_no_effect_is_answered(text: str) -> None:
    with pytest.raises(LayoutError, match=r"step: write|no digit|no cell"):
        effects_in(text, CLASSIC)


@given(st.data())
def test_effects_read_back(data: st.DataObject) -> None:
    layout = data.draw(layouts)
    one = st.builds(Candidate, st.sampled_from(layout.cells), st.sampled_from(layout.digits))
    some = st.lists(one, max_size=6, unique=True).map(tuple)
    placed, gone = data.draw(some), data.draw(some)
    if placed or gone:
        read = effects_in(effect_text(placed, gone, layout), layout)
        assert [*map(sorted, read)] == [sorted(placed), sorted(gone)]


# Patterns


def test_digits_in_cells_are_written_as_usual() -> None:
    assert subset_text({8, 1}, cells("r8c4 r4c4"), CLASSIC) == "1,8 in r48c4"


@given(st.data())
def test_digits_in_cells_read_back(data: st.DataObject) -> None:
    layout = data.draw(layouts)
    digits, some = data.draw(some_digits(layout)), data.draw(some_cells(layout))
    read, where = subset_in(subset_text(digits, some, layout), layout)
    assert (read, sorted(where)) == (sorted(digits), sorted({*some}))


CHAIN = [
    Link(candidates("r1c2:4"), candidates("r1c8:4"), True),
    Link(candidates("r1c8:4"), candidates("r5c8:4 r6c8:4"), False),
]


def test_a_chain_is_written_as_usual() -> None:
    assert chain_text(CHAIN, CLASSIC) == "r1c2 =4= r1c8 -4- r56c8"


def chain(text: str, *strong: bool) -> list[Link]:
    """The links between candidates that are written as ``r1c2:5``, a ``|`` between nodes."""
    ends = [candidates(node) for node in text.split("|")]
    return [Link(*both, kind) for both, kind in zip(itertools.pairwise(ends), strong)]


STRONG, WEAK = True, False


def test_a_strong_link_in_a_cell_goes_without_saying_between_weak_links() -> None:
    links = chain("r1c8:4|r5c8:4|r5c8:7|r5c2:7", WEAK, STRONG, WEAK)
    assert chain_text(links, CLASSIC) == "r1c8 -4- r5c8 -7- r5c2"


def test_a_weak_link_in_a_cell_goes_without_saying_between_strong_links() -> None:
    links = chain("r1c8:4|r5c8:4|r5c8:7|r5c2:7", STRONG, WEAK, STRONG)
    assert chain_text(links, CLASSIC) == "r1c8 =4= r5c8 =7= r5c2"


def test_a_chain_that_begins_or_ends_in_a_cell_has_the_digit_before_or_behind() -> None:
    links = chain("r1c1:1|r1c1:2|r1c5:2|r1c5:3|r2c6:3|r2c6:1", STRONG, WEAK, STRONG, WEAK, STRONG)
    assert chain_text(links, CLASSIC) == "1- r1c1 -2- r1c5 -3- r2c6 -1"
    assert chain_text(links[1:], CLASSIC) == "r1c1 -2- r1c5 -3- r2c6 -1"
    assert chain_text(links[:1], CLASSIC) == "1- r1c1 -2"
    weak_ends = chain("r1c1:1|r1c1:2|r1c5:2|r1c5:3", WEAK, STRONG, WEAK)
    assert chain_text(weak_ends, CLASSIC) == "1= r1c1 =2= r1c5 =3"


def test_other_links_between_two_digits_say_both() -> None:
    links = chain("r5c5:4|r1c3:4 r2c3:4|r2c3:7 r2c5:7|r9c5:7", WEAK, STRONG, WEAK)
    assert chain_text(links, CLASSIC) == "r5c5 -4- r12c3 =4,7= r2c35 -7- r9c5"
    # In a chain whose links do not alternate nothing goes without saying.
    odd = chain("r1c8:4|r5c8:4|r5c8:7|r5c2:7", STRONG, STRONG, WEAK)
    assert chain_text(odd, CLASSIC) == "r1c8 =4= r5c8 =4,7= r5c8 -7- r5c2"


def test_almost_locked_sets_behind_a_chain_are_passed_over() -> None:
    text = "r5c5 -4- r12c3 =4,7= r2c35; A=r12c3,r2c5 {147}"
    assert [link.strong for link in chain_in(text, CLASSIC)] == [False, True]


def test_no_link_makes_no_chain() -> None:
    assert chain_text([], CLASSIC) == ""


def test_an_end_of_a_link_with_several_digits_is_no_part_of_a_chain() -> None:
    with pytest.raises(LayoutError, match="must have the same digit"):
        chain_text([Link(candidates("r1c1:1 r1c2:2"), candidates("r1c3:1"), True)], CLASSIC)


@given(st.data())
def test_chains_read_back(data: st.DataObject) -> None:
    layout = data.draw(layouts)

    def group(drawn: tuple[list[Any], int]) -> tuple[Candidate, ...]:
        some = cells_in(compact(drawn[0], layout), layout)
        return tuple(Candidate(cell, drawn[1]) for cell in some)

    # Few cells, so that many links are inside a cell.
    few = st.one_of(some_cells(layout), st.sampled_from([[cell] for cell in layout.cells[:2]]))
    end = st.tuples(few, st.sampled_from(layout.digits)).map(group)
    ends = data.draw(st.lists(end, min_size=2, max_size=6))
    kinds = itertools.cycle(data.draw(st.sampled_from([(True, False), (False, True), (True,)])))
    links = [
        Link(start, stop, data.draw(st.one_of(st.just(kind), st.booleans())))
        for (start, stop), kind in zip(itertools.pairwise(ends), kinds)
    ]
    assert chain_in(chain_text(links, layout), layout) == links
    assert chain_in(chain_text(links[::-1], layout), layout) == links[::-1]


@pytest.mark.parametrize(
    ("read", "text", "words"),
    [
        (cells_in, "r1", "'r1' names no cells: write r4c4 or r48c4"),
        (cells_in, "", "names no cells"),
        (cells_in, "r9c0", "no cell"),
        (cells_in, "r10c1", "no cell 'r10c1' on a 9x9 board"),
        (subset_in, "1,8 r48c4", "is not digits in cells: 1,8 in r48c4"),
        (subset_in, "0 in r48c4", "no digit '0' on a 9x9 board: 1 to 9"),
        (chain_in, "r1c2", "is not a chain: write r1c2 =4= r1c8 -4- r5c8"),
        (chain_in, "r1c2 =4- r1c8", "is not a chain"),
        (chain_in, "r1c2 =4= r1", "names no cells"),
        (chain_in, "r1c2 =4= r1c8 -5- r5c8", "4 and 5 in r1c8 need two - or two ="),
    ],
)
def test_what_cannot_be_read_is_answered(read: Any, text: str, words: str) -> None:
    with pytest.raises(LayoutError) as error:
        read(text, CLASSIC)
    assert words in str(error.value)
