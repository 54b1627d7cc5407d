"""Tests of the bundled generators and of what the search does for them.

Solutions are counted by the few lines of `solutions_of` here, or, where many puzzles are counted,
by the solver `dancing_links`, neither of which shares anything with the engine's search.
"""

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from sudoku_engine import Grid, Layout
from sudoku_engine.api.protocols import Generator, Puzzle
from sudoku_engine.board.masks import mask_of
from sudoku_engine.errors import FormatError, GaveUp, UsageError
from sudoku_engine.search import (
    Clues,
    count,
    full_board,
    packed_solutions,
    random_solution,
    settled,
    unpacked,
)
from sudoku_plugins.generators import clue_patterns, sudoku_generators
from sudoku_plugins.generators.minimal import MINIMAL, SYMMETRIC
from sudoku_plugins.generators.random_fill import RANDOM_FILL
from sudoku_plugins.generators.removal import orbits
from sudoku_plugins.solvers.dancing_links import DANCING_LINKS
from tests.support.samples import thorough

pytestmark = pytest.mark.slow

CLASSIC = Layout.named("9x9")
JIGSAW = Layout.of_regions(
    """
    111223333
    111222333
    411222233
    441555666
    444555666
    744556669
    774858999
    777888999
    777888899
    """
)
LAYOUTS = [
    *map(Layout.named, ("4x4", "6x6", "9x9", "12x12")),
    *map(Layout.named, ("6x6+diagonals", "9x9+diagonals")),
    JIGSAW,
]


def solutions_of(grid: Grid) -> Iterator[list[int]]:
    """The solutions of the digits of `grid`: the cell with the fewest digits left comes first."""
    n, digits = grid.layout.n, list(grid.digits)
    houses = [[int(cell) for cell in house.cells] for house in grid.layout.houses]
    houses_of = [[house for house in houses if cell in house] for cell in range(n * n)]

    def left(cell: int) -> list[int]:
        seen = {digits[other] for house in houses_of[cell] for other in house}
        return [digit for digit in range(1, n + 1) if digit not in seen]

    def search() -> Iterator[list[int]]:
        choices = [(left(cell), cell) for cell in range(n * n) if not digits[cell]]
        if not choices:
            yield list(digits)
            return
        candidates, cell = min(choices, key=lambda choice: len(choice[0]))
        for digit in candidates:
            digits[cell] = digit
            yield from search()
        digits[cell] = 0

    return search()


def made_by(
    generator: Generator, n: int, layout: Layout = CLASSIC, **options: object
) -> list[Puzzle]:
    """The puzzles of the first `n` seeds."""
    return [generator.generate(random.Random(seed), layout, **options) for seed in range(n)]


def without(grid: Grid, cells: set[int]) -> Grid:
    """`grid` without the digits in `cells`."""
    return Grid(grid.layout, [0 if c in cells else d for c, d in enumerate(grid.digits)])


def clues_of(grid: Grid) -> set[int]:
    """The cells of `grid` that hold a digit."""
    return {cell for cell, digit in enumerate(grid.digits) if digit}


def has_one_solution(grid: Grid) -> bool:
    return len(list(islice(DANCING_LINKS.solutions(grid), 2))) == 1


def breaks_no_rule(grid: Grid) -> bool:
    """Whether each house of `grid` holds every digit once."""
    return all(
        sorted(grid.digits[cell] for cell in house.cells) == list(grid.layout.digits)
        for house in grid.layout.houses
    )


def test_the_hook_offers_each_generator_by_its_id() -> None:
    ids = [generator.id for generator in sudoku_generators()]
    assert {"minimal", "symmetric", "random_fill"} <= set(ids)


# Full boards


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_a_full_board_holds_every_digit_once_in_every_house(layout: Layout) -> None:
    for seed in range(5):
        assert breaks_no_rule(full_board(random.Random(seed), layout))


@pytest.mark.parametrize("name", ["16x16", thorough("25x25"), "25x25+diagonals"])
def test_large_full_boards_are_found(name: str) -> None:
    assert breaks_no_rule(full_board(random.Random(1), Layout.named(name)))


def test_every_4x4_board_can_come() -> None:
    layout = Layout.named("4x4")
    rng = random.Random(1)
    # There are 288 of them.
    assert len({full_board(rng, layout).line for _ in range(2500)}) == 288


def test_regions_that_cannot_be_filled_are_given_up() -> None:
    # Region a is row 1 with r2c4 in place of r1c4: both hold the same digit, in one column.
    layout = Layout.of_regions("aaab\nbbba\nccdd\nccdd")
    with pytest.raises(GaveUp, match="can be filled"):
        full_board(random.Random(1), layout)


def test_a_random_solution_is_one_of_all_and_each_comes() -> None:
    grid = Grid.parse("..34 3412 ..43 4321")
    rng = random.Random(1)
    drawn = {tuple(unpacked(random_solution(rng, grid), grid.layout)) for _ in range(50)}
    assert drawn == set(map(tuple, solutions_of(grid)))


def test_a_random_solution_of_a_contradiction_is_none() -> None:
    for text in ("11.. .... .... ....", "12.. .... ..3. ..4.", "1" * 2 + "." * 79):
        assert random_solution(random.Random(1), Grid.parse(text)) == 0


# What the search says of clues


def test_a_clue_can_go_when_no_other_solution_differs_there() -> None:
    solution = Grid.parse("1234 3412 2143 4321")
    clues = Clues(solution)
    everything = solution.layout.all_cells
    assert not clues.has_other(everything & ~1, 1)
    # In rows 1 and 3 the digits 1 and 2 stand across: r1c1, r1c2, r3c1 and r3c2 can be exchanged.
    crossing = mask_of([0, 1, 8, 9])
    assert clues.has_other(everything & ~crossing, crossing)
    assert clues.has_other(everything & ~crossing, 1)
    assert not clues.has_other(everything & ~crossing | 2, 1)


@pytest.mark.parametrize("layout", [CLASSIC, Layout.named("6x6"), thorough(JIGSAW)], ids=str)
def test_clues_agree_with_another_solver(layout: Layout) -> None:
    rng = random.Random(3)
    for puzzle in made_by(MINIMAL, 3, layout):
        clues = Clues(puzzle.solution)
        kept = clues_of(puzzle.givens)
        for _ in range(6):
            gone = {rng.randrange(len(layout.cells)) for _ in range(2)} & kept
            several = not has_one_solution(without(puzzle.givens, gone))
            assert clues.has_other(mask_of(kept - gone), mask_of(gone)) == several


def test_clues_give_up_with_their_budget() -> None:
    with pytest.raises(GaveUp):
        Clues(full_board(random.Random(1), CLASSIC)).has_other(0, CLASSIC.all_cells, budget=2)


def test_what_is_settled_is_solved_or_a_contradiction_or_has_candidates_left() -> None:
    for layout in (CLASSIC, Layout.named("4x4")):
        full = full_board(random.Random(1), layout)
        n_cells = len(layout.cells)
        assert unpacked(settled(without(full, {0, 5})), layout) == list(full.digits)
        assert settled(Grid(layout, [1, 1] + [0] * (n_cells - 2))) == 0
        assert settled(Grid(layout, [0] * n_cells)).bit_count() == n_cells * layout.n


def test_packed_solutions_are_the_solutions() -> None:
    grid = Grid.parse("..34 3412 ..43 4321")
    packed = [unpacked(solved, grid.layout) for solved in packed_solutions(grid)]
    assert packed == list(solutions_of(grid))


# Random fill


@pytest.mark.parametrize(("coefficient", "n_open"), [(0.0, 0), (0.2, 16), (0.6, 49), (1.0, 81)])
def test_random_fill_opens_the_share_that_was_asked_for(coefficient: float, n_open: int) -> None:
    for puzzle in made_by(RANDOM_FILL, 5, coefficient=coefficient):
        assert puzzle.givens.n_open == n_open
        assert breaks_no_rule(puzzle.solution)
        assert clues_of(puzzle.givens) == {
            cell
            for cell, digit in enumerate(puzzle.givens.digits)
            if digit == puzzle.solution.digits[cell]
        }


def test_random_fill_says_truly_whether_there_is_one_solution() -> None:
    puzzles = [
        *made_by(RANDOM_FILL, 30, coefficient=0.5),
        *made_by(RANDOM_FILL, 30, coefficient=0.65),
    ]
    claims = [puzzle.is_unique for puzzle in puzzles]
    assert claims == [has_one_solution(puzzle.givens) for puzzle in puzzles]
    assert {True, False} == set(claims)


def test_random_fill_tells_how_the_puzzle_was_made() -> None:
    for coefficient, number, solutions in ((1, 16, "several solutions"), (0, 0, "one solution")):
        (puzzle,) = made_by(RANDOM_FILL, 1, Layout.named("4x4"), coefficient=coefficient)
        assert puzzle.made == f"{number} of 16 cells opened at random; {solutions}"


@pytest.mark.parametrize("coefficient", [-0.1, 1.5, float("nan")])
def test_random_fill_refuses_a_share_that_is_none(coefficient: float) -> None:
    with pytest.raises(UsageError, match="coefficient must be from 0 to 1, not"):
        RANDOM_FILL.generate(random.Random(1), CLASSIC, coefficient=coefficient)


# Minimal


@pytest.mark.parametrize(
    "layout",
    [each if each.n <= 9 and not each.diagonals else thorough(each) for each in LAYOUTS],
    ids=str,
)
def test_minimal_puzzles_need_each_of_their_clues(layout: Layout) -> None:
    for puzzle in made_by(MINIMAL, 2 if layout.n <= 9 else 1, layout):
        assert puzzle.givens.layout is layout
        assert has_one_solution(puzzle.givens)
        if "not proved" not in puzzle.made:
            for cell in clues_of(puzzle.givens):
                assert count(without(puzzle.givens, {cell}), 2) == 2


@pytest.mark.parametrize("clues", [thorough(21), 24, 30, 55, 81])
def test_minimal_keeps_to_the_number_of_clues(clues: int) -> None:
    for puzzle in made_by(MINIMAL, 3, clues=clues):
        assert len(clues_of(puzzle.givens)) == clues
        assert has_one_solution(puzzle.givens)
        assert puzzle.made == f"{clues} clues; as requested, perhaps not all needed"


def test_a_number_of_clues_that_a_symmetry_does_not_allow_is_passed_by_the_least() -> None:
    # Quarter turns carry all cells but the one in the middle around by fours.
    for clues, nearest in ((34, 36), (36, 36), (37, 37)):
        for puzzle in made_by(SYMMETRIC, 3, symmetry="quarter_turn", clues=clues):
            assert len(clues_of(puzzle.givens)) == nearest
            assert has_one_solution(puzzle.givens)


def test_a_number_of_clues_that_is_not_found_is_given_up() -> None:
    with pytest.raises(GaveUp, match=r"of 500 boards the one with the fewest clues has 8, not 4"):
        MINIMAL.generate(random.Random(1), Layout.named("4x4"), symmetry="both_mirrors", clues=4)


@pytest.mark.parametrize("clues", [-1, 0, 16, 82])
def test_a_number_of_clues_that_no_puzzle_has_is_refused(clues: int) -> None:
    with pytest.raises(UsageError, match=f"clues must be from 17 to 81, not {clues}"):
        MINIMAL.generate(random.Random(1), CLASSIC, clues=clues)


# Symmetric

KEPT = {
    "rotational": [lambda r, c: (8 - r, 8 - c)],
    "half_turn": [lambda r, c: (8 - r, 8 - c)],
    "quarter_turn": [lambda r, c: (c, 8 - r)],
    "left_right": [lambda r, c: (r, 8 - c)],
    "top_bottom": [lambda r, c: (8 - r, c)],
    "both_mirrors": [lambda r, c: (r, 8 - c), lambda r, c: (8 - r, c)],
    "diagonal": [lambda r, c: (c, r)],
    "antidiagonal": [lambda r, c: (8 - c, 8 - r)],
    "both_diagonals": [lambda r, c: (c, r), lambda r, c: (8 - c, 8 - r)],
}


@pytest.mark.parametrize("symmetry", KEPT)
def test_symmetric_puzzles_need_their_clues_and_have_them_where_the_symmetry_carries_them(
    symmetry: str,
) -> None:
    for puzzle in made_by(SYMMETRIC, 3, symmetry=symmetry):
        assert has_one_solution(puzzle.givens)
        todo = clues_of(puzzle.givens)
        places = {divmod(cell, 9) for cell in todo}
        for move in KEPT[symmetry]:
            assert {move(*place) for place in places} == places
        while todo:
            orbit = {todo.pop()}
            while True:
                moved = {divmod(cell, 9) for cell in orbit}
                moved |= {move(*place) for move in KEPT[symmetry] for place in moved}
                grown = {9 * row + column for row, column in moved}
                if grown == orbit:
                    break
                orbit = grown
            todo -= orbit
            assert not has_one_solution(without(puzzle.givens, orbit))


def test_symmetric_is_minimal_with_half_turns() -> None:
    assert made_by(SYMMETRIC, 3) == made_by(MINIMAL, 3, symmetry="rotational")


def test_symmetric_keeps_to_jigsaws_and_other_sizes() -> None:
    for layout in (JIGSAW, Layout.named("6x6+diagonals"), Layout.named("12x12")):
        n = layout.n
        for puzzle in made_by(SYMMETRIC, 2, layout, symmetry="quarter_turn"):
            places = {divmod(cell, n) for cell in clues_of(puzzle.givens)}
            assert {(column, n - 1 - row) for row, column in places} == places
            assert has_one_solution(puzzle.givens)


def test_orbits_part_the_cells() -> None:
    for symmetry, sizes in (("none", {1}), ("quarter_turn", {4, 1}), ("both_mirrors", {4, 2, 1})):
        masks = orbits(CLASSIC, symmetry)
        assert sum(masks) == CLASSIC.all_cells
        assert sum(mask.bit_count() for mask in masks) == 81
        assert {mask.bit_count() for mask in masks} == sizes


# Patterns

STRIPES = "X..X..X..\n.X..X..X.\n..X..X..X\n" * 3


def pattern_file(folder: Path, text: str) -> Path:
    path = folder / "pattern.txt"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("layout", [CLASSIC, JIGSAW], ids=str)
def test_the_places_of_a_symmetric_puzzle_make_a_pattern(layout: Layout, tmp_path: Path) -> None:
    places = clues_of(SYMMETRIC.generate(random.Random(1), layout).givens)
    drawn = "".join("#" if cell in places else "." for cell in range(81))
    puzzle = MINIMAL.generate(
        random.Random(2), layout, pattern=pattern_file(tmp_path, drawn + "\n")
    )
    assert clues_of(puzzle.givens) == places
    assert has_one_solution(puzzle.givens)


def test_a_pattern_may_be_a_drawn_board_of_another_size(tmp_path: Path) -> None:
    text = """
        +-----+-----+
        | 1 . | . 2 |
        | . * | 0 x |
        +-----+-----+
        | _ 3 | . - |
        | x . | . 4 |
        +-----+-----+
    """
    layout = Layout.named("4x4")
    puzzle = MINIMAL.generate(random.Random(1), layout, pattern=pattern_file(tmp_path, text))
    assert clues_of(puzzle.givens) == {0, 3, 7, 9, 12, 15}
    assert list(solutions_of(puzzle.givens)) == [list(puzzle.solution.digits)]
    assert puzzle.made == "6 clues as in the pattern"


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("X..X..X..\nX..X..X\n", 2, "7 marks in a row: a pattern for 9x9 has 9 rows of 9"),
        (STRIPES + "\n.........\n", 11, "a row too many: a pattern for 9x9 has 9"),
        ("X..X..X..\n", 1, "only 1 row: a pattern for 9x9 has 9"),
        ("", 0, "only 0 rows: a pattern for 9x9 has 9"),
        ("." * 65 + "X" * 16, 1, "16 places: a puzzle with one solution has at least 17 clues"),
        (
            "\nXXXXXXXXX\n.........\n---------\n" + "X.X.X.X.X\n" * 6,
            4,
            "row 2 and row 3 have no clue, so they could be exchanged in any solution",
        ),
        (
            "XXXX..XXX\n" * 9,
            1,
            "column 5 and column 6 have no clue, so they could be exchanged in any solution",
        ),
    ],
)
def test_a_pattern_that_cannot_be_is_told_with_its_line(
    text: str, line: int, why: str, tmp_path: Path
) -> None:
    path = pattern_file(tmp_path, text)
    with pytest.raises(FormatError) as error:
        MINIMAL.generate(random.Random(1), CLASSIC, pattern=path)
    assert why in error.value.what
    assert error.value.line == line
    assert "pattern.txt" in error.value.source


def test_a_pattern_that_is_no_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"none\.txt: cannot be read: "):
        MINIMAL.generate(random.Random(1), CLASSIC, pattern=tmp_path / "none.txt")


@pytest.mark.parametrize("starts", [1, thorough(clue_patterns._STARTS)])
def test_a_pattern_without_a_puzzle_is_given_up(
    starts: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clue_patterns, "_STARTS", starts)
    text = "xxxx\nx...\n....\nx..."
    layout = Layout.named("4x4")
    with pytest.raises(GaveUp, match="no puzzle was found with this pattern of 6 clues"):
        MINIMAL.generate(random.Random(1), layout, pattern=pattern_file(tmp_path, text))


def test_a_pattern_leaves_no_choice_of_symmetry_and_clues(tmp_path: Path) -> None:
    path = pattern_file(tmp_path, STRIPES)
    for options in ({"symmetry": "diagonal"}, {"clues": 27}):
        with pytest.raises(UsageError, match="leave out symmetry and clues"):
            MINIMAL.generate(random.Random(1), CLASSIC, pattern=path, **options)


# Seeds


@pytest.mark.parametrize(
    ("generator", "name", "puzzle"),
    [
        (
            MINIMAL,
            "9x9",
            "5....4.2..7..8......8...91..5..9.8...8.7...6...7...3...6.84.2.1....3..94.2.......",
        ),
        (
            SYMMETRIC,
            "9x9",
            "5....4.....1....56.4.5..9...5..9.8....27.31....7.2..4...9..5.3.81....6.....1....7",
        ),
        (
            RANDOM_FILL,
            "9x9",
            "5....4.2.971382456.48576913.5..918...8.7.3.69..7.283...6.8452.18.5.37694.2..6...7",
        ),
        (MINIMAL, "6x6", "..1....32..1....23..4...1...5.....6."),
        (
            MINIMAL,
            "9x9+diagonals",
            ".3.........7..89....95..1.68.3.9.7....4....8.6......9.........4....5......8.4....",
        ),
    ],
)
def test_a_seed_means_the_same_on_every_python(
    generator: Generator, name: str, puzzle: str
) -> None:
    # Nothing but a program can tell these: they came out alike on Python 3.10, 3.11 and 3.13.
    layout = Layout.named(name)
    assert generator.generate(random.Random("golden"), layout).givens.line == puzzle
