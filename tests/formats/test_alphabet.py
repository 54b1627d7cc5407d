"""The signs that the digits of a puzzle are written with: read, kept, and written."""

import json
import pickle

import pytest

from sudoku_engine import Grid, Layout, solve, steps
from sudoku_engine.api.record import grid_of, grid_record
from sudoku_engine.board.layout import SIZES
from sudoku_engine.errors import FormatError, UsageError
from sudoku_engine.formats.cells import Entry
from sudoku_engine.formats.reading import read
from sudoku_engine.formats.writing import write

EIGHT = "012345678"
PUZZLE = ".........2..3......1...7..3..4.92....26...15...56..34..5.91...............8.2.5.7"
SOLUTION = "483169275267358491519247683134592768826734159975681342752916834341875926698423517"

SOME = ["hidden_single", "locked_candidates", "naked_pair"]


def written(signs: str, text: str = PUZZLE) -> str:
    """Return `text` with the digit d written as ``signs[d - 1]``."""
    return text.translate(str.maketrans("123456789", signs))


def entry(text: str) -> Entry:
    """Return the one puzzle in `text`."""
    (found,) = read(text.splitlines(), "p.txt")
    assert isinstance(found, Entry), found
    return found


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        (written(EIGHT), EIGHT),
        ("\n".join(written(EIGHT)[i : i + 9] for i in range(0, 81, 9)), EIGHT),
        ("\n".join(" ".join(written(EIGHT)[i : i + 9]) for i in range(0, 81, 9)), EIGHT),
        (written("ABCDEFGHI"), "ABCDEFGHI"),
        (written("abcdefghi"), "ABCDEFGHI"),
        (written("ABDEHKLOR"), "ABDEHKLOR"),
        (written("ABCDEFGHI").replace(".", "0"), "ABCDEFGHI"),
        (PUZZLE, "123456789"),
        (PUZZLE.replace(".", "0"), "123456789"),
        ("0..3 .2.. ..1. 3...", "0123"),
    ],
)
def test_the_signs_of_the_digits_are_read(text: str, signs: str) -> None:
    found = entry(text)
    assert found.grid.layout.signs == signs
    assert not found.notice


def test_a_zero_beside_the_top_digit_is_a_blank() -> None:
    grid = entry(PUZZLE.replace(".", "0", 20)).grid
    assert grid == Grid.parse(PUZZLE)


@pytest.mark.parametrize("blank", [".", "x", "-"])
def test_hexadecimal_digits_are_read_with_each_blank(blank: str) -> None:
    rows = ["0123456789ABCDEF", *[blank * 16] * 14, f"{blank * 15}0"]
    grid = entry("".join(rows)).grid
    assert grid.layout.signs == "0123456789ABCDEF"
    assert grid.digit("r1c1") == grid.digit("r16c16") == 1


def test_numbers_from_0_to_15_are_digits() -> None:
    row = " ".join(map(str, range(16)))
    grid = entry("\n".join([row, *[" ".join("." * 16)] * 15])).grid
    assert grid.line.startswith("0123456789ABCDEF...")


def test_zeros_that_break_the_rules_as_digits_are_blanks_and_it_is_said() -> None:
    text = PUZZLE.replace("9", ".").replace(".", "0", 5)
    found = entry(text)
    assert found.grid.layout is Layout.named()
    assert found.notice == "0 is read as a blank, as .: as a digit it is twice in row 1"


def test_a_zero_in_each_row_of_a_full_board_is_a_digit_and_it_is_said() -> None:
    found = entry(written(EIGHT, SOLUTION))
    assert found.grid.is_solved
    assert found.notice.startswith("0 is read as a digit")


def test_a_letter_that_a_word_lacks_is_chosen_and_it_is_said() -> None:
    found = entry(written("BDEHKLMOR").replace("B", "."))
    assert found.grid.layout.signs == "ADEHKLMOR"
    assert found.notice == "one letter of 9 is not given: it is written A"


def test_a_lone_letter_is_still_an_error() -> None:
    (found,) = read([PUZZLE.replace("7", "A", 1)], "p.txt")
    assert isinstance(found, FormatError)


def test_clues_about_numbers_need_digits_from_1() -> None:
    (found,) = read(["clues: even r1c2", written(EIGHT)], "p.txt")
    assert isinstance(found, FormatError)
    assert found.what == "the digits are 0 to 8: its clues need digits from 1"


def test_clues_about_houses_take_all_signs() -> None:
    text = f"clues: anti-knight\n{written(EIGHT)}"
    assert entry(text).grid.layout.signs == EIGHT


def test_a_required_alphabet_refuses_other_signs() -> None:
    with pytest.raises(FormatError, match=r"'9' is neither a digit nor a blank \(use 0 to 8"):
        Grid.parse(PUZZLE, Layout.named(f"9x9+signs={EIGHT}"))


@pytest.mark.parametrize("signs", [EIGHT, "ABCDEFGHI", "ABDEHKLOR"])
def test_a_puzzle_is_solved_in_its_own_signs(signs: str) -> None:
    assert solve(written(signs)).grid.line == written(signs, SOLUTION)


@pytest.mark.parametrize("signs", [EIGHT, "ABDEHKLOR"])
def test_the_steps_are_those_in_digits_translated(signs: str) -> None:
    found = steps(written(signs), strategies=SOME)
    known = steps(PUZZLE, strategies=SOME)
    assert [each.step.effect for each in found] == [each.step.effect for each in known]
    layout, usual = Grid.parse(written(signs)).layout, Layout.named()
    for one, other in zip(known, found, strict=True):
        sign, _, digit = one.step.notation(usual).rpartition(">")
        if sign:
            assert other.step.notation(layout).endswith(f"<>{written(signs, digit)}")


def test_reasons_are_told_in_the_signs_of_the_puzzle() -> None:
    step, *_ = steps(written("ABDEHKLOR"), strategies=["naked_single"])
    only = "R is the only candidate left in r3c3"  # 9 in the digits 1 to 9
    assert step.step.reason == f"{only}: every other digit is ruled out there"


BOARDS = [
    Grid.parse(written(EIGHT)),
    Grid.parse(written(EIGHT, SOLUTION)),
    Grid.parse(written("ABDEHKLOR")),
    Grid(Layout.named(f"9x9+signs={EIGHT}"), [0] * 81),
    Grid(Layout.named(f"9x9+diagonals+signs={EIGHT}"), [2, 3, *[0] * 79]),
    Grid(Layout.of_boxes(2, 4).with_signs("01234567"), [0, 3, *[0] * 62]),
    Grid(Layout.named("16x16+signs=0123456789ABCDEF"), [1, 16, *[0] * 254]),
    Grid.parse(f"clues: anti-knight\n{written(EIGHT)}"),
    Grid(Layout.named(f"9x9+signs={EIGHT}"), [1, 2, *[0] * 79], given=1, masks=[3] * 81),
]


@pytest.mark.parametrize("format", ["line", "grid", "pretty", "candidates", "sdk"])
@pytest.mark.parametrize("grid", BOARDS, ids=range(len(BOARDS)))
def test_a_board_that_is_written_is_read_with_its_signs(grid: Grid, format: str) -> None:
    layout = None if grid.layout.name in SIZES else grid.layout.usual
    found = Grid.parse(write(grid, format), layout)
    assert (found.layout, found.digits) == (grid.layout, grid.digits)
    if format == "candidates":
        assert found == grid


@pytest.mark.parametrize("grid", BOARDS, ids=range(len(BOARDS)))
def test_records_and_expressions_make_the_same_board(grid: Grid) -> None:
    assert grid_of(json.loads(json.dumps(grid_record(grid)))) == grid
    assert eval(repr(grid), {"Grid": Grid, "Layout": Layout}) == grid
    assert pickle.loads(pickle.dumps(grid)) == grid


@pytest.mark.parametrize("format", ["f-puzzles", "f-puzzles-link", "sudokupad"])
@pytest.mark.parametrize("grid", BOARDS[:-1], ids=range(len(BOARDS) - 1))
def test_addresses_keep_the_signs_for_us(grid: Grid, format: str) -> None:
    found = Grid.parse(write(grid, format))
    assert (found.layout, found.digits) == (grid.layout, grid.digits)


def test_sudokuwiki_has_no_other_digits() -> None:
    with pytest.raises(UsageError, match="the digits 1 to 9, not 0 to 8"):
        write(BOARDS[0], "sudokuwiki")


def test_signs_stand_among_the_clues() -> None:
    assert write(BOARDS[3]) == f"clues: signs {EIGHT}\n{'.' * 81}"
    assert write(BOARDS[0]) == written(EIGHT)
