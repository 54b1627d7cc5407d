"""The bundled checkers: right on every pair, and honest where they do not know."""

import random
from functools import partial
from itertools import combinations, pairwise
from typing import Any

import pytest

from sudoku_engine import Grid, Layout
from sudoku_engine.api.protocols import Checker, Verdict
from sudoku_engine.board.layout import SYMBOLS
from sudoku_engine.randomness import below, shuffled
from sudoku_plugins.checkers.block_hash import BLOCK_HASH, fingerprint
from sudoku_plugins.checkers.brute_force import BRUTE_FORCE
from sudoku_plugins.checkers.patterns import PATTERNS
from sudoku_plugins.checkers.refining import CANONICAL
from sudoku_plugins.checkers.rows import turned
from sudoku_plugins.checkers.symmetry.copies import find_transformation
from sudoku_plugins.checkers.symmetry.transformation import Transformation
from tests.support.boards import PUZZLE as PUZZLE_DRAWN
from tests.support.boards import board, of_rule, official_pair, random_board, random_copy, swapped
from tests.support.paths import shared_text
from tests.support.placements import NASTY
from tests.support.samples import thorough

pytestmark = [pytest.mark.process, pytest.mark.slow]

CLASSIC = Layout.named("9x9")
SMALL = Layout.named("4x4")
OBLONG = Layout.named("6x6")
DIAGONALS = Layout.named("4x4+diagonals")

CHECKERS = [BLOCK_HASH, BRUTE_FORCE, CANONICAL, PATTERNS]
DECIDING = [BLOCK_HASH, CANONICAL, PATTERNS]
every_checker = pytest.mark.parametrize("checker", CHECKERS, ids=lambda checker: checker.id)
deciding_checker = pytest.mark.parametrize("checker", DECIDING, ids=lambda checker: checker.id)


PUZZLE = board(PUZZLE_DRAWN)


def moved(grid: Grid, rows: str = "123456789", columns: str = "123456789", turns: int = 0) -> Grid:
    """`grid` turned, then with the rows and columns in this order."""
    orders = [[int(line) - 1 for line in lines] for lines in (rows, columns)]
    return Transformation.of_lines(grid.layout, turns, *orders).grid(grid)


def assert_yes(verdict: Verdict, source: Grid, target: Grid) -> None:
    assert verdict.similar is True, (verdict.why, source.line, target.line)
    found = verdict.transformation
    assert found is not None
    checked = Transformation(found.layout, found.cells, found.digits)  # tears no house apart
    assert checked.grid(source).digits == target.digits


def assert_no(verdict: Verdict, source: Grid, target: Grid) -> None:
    assert verdict.similar is False, (verdict.why, source.line, target.line)
    assert verdict.transformation is None
    assert verdict.why


def assert_right(checker: Checker, source: Grid, target: Grid) -> bool:
    """Whether the boards are copies; the checker says the same."""
    similar = find_transformation(source, target) is not None
    (assert_yes if similar else assert_no)(checker.find(source, target), source, target)
    return similar


# Every checker


LINE = PUZZLE.line

COPIES = {
    "itself": (LINE, LINE),
    # The easy pair on which the students' programs worked.
    "two rows swapped, then a turn": (LINE, moved(moved(PUZZLE, rows="213456789"), turns=1).line),
    **{f"{turns} turns": (LINE, moved(PUZZLE, turns=turns).line) for turns in (1, 2, 3)},
    "renamed digits": (LINE, LINE.translate(str.maketrans("123456789", "987123456"))),
    "a digit that only one board shows": ("12.. .... .... ....", "43.. .... .... ...."),
    "boards that break the rules": ("11.. 1... .... ...2", "3... .... ...4 ..44"),
}

OTHERS = {
    "blanks are no digit": ("1111 .... .... ....", ".... 1111 1111 1111"),
    "a row is no column where boxes are oblong": ("1" * 6 + "." * 30, "1....." * 6),
}


@every_checker
@pytest.mark.parametrize("what", [*COPIES, *OTHERS])
def test_copies_are_found_and_others_are_told_apart(checker: Checker, what: str) -> None:
    source, target = map(Grid.parse, COPIES.get(what) or OTHERS[what])
    verdict = checker.find(source, target)
    (assert_yes if what in COPIES else assert_no)(verdict, source, target)


@every_checker
def test_two_digits_do_not_get_one_name(checker: Checker) -> None:
    """As many clues of as many digits, but renamed there would be two names for the 1."""
    source, target = Grid.parse("12.. .... .... 1..."), Grid.parse("11.. .... .... 2...")
    assert checker.find(source, target).similar is not True
    assert checker.find(target, source).similar is not True


@every_checker
@pytest.mark.parametrize(
    ("source", "target", "why"),
    [
        ("12.. .... .... ....", "1... .... .... ....", "the numbers of clues differ: 2 and 1"),
        ("11.. .... .... ...2", "12.. .... .... ...3", "the digit counts differ: 2 1 and 1 1 1"),
        ("." * 16, "." * 36, "the layouts differ: 4x4 and 6x6"),
    ],
)
def test_a_no_by_counting_is_told(checker: Checker, source: str, target: str, why: str) -> None:
    assert checker.find(Grid.parse(source), Grid.parse(target)) == Verdict(False, why=why)


# Those that decide every pair


@deciding_checker
@pytest.mark.parametrize("stride", [60, thorough(12)])
def test_copies_of_puzzles_and_of_full_grids_are_found(
    checker: Checker, classic_boards: list[Any], stride: int
) -> None:
    rng = random.Random(1)
    for each in classic_boards[::stride]:
        full = Grid(CLASSIC, [SYMBOLS.index(symbol) + 1 for symbol in each.solution])
        for grid in (each.puzzle, full):
            copy = random_copy(rng, grid)
            assert_yes(checker.find(grid, copy), grid, copy)


@deciding_checker
@pytest.mark.parametrize(
    ("layout", "n"),
    [
        *((SMALL, 30), (OBLONG, 10), (CLASSIC, 10)),
        *(thorough(SMALL, 150), thorough(OBLONG, 60), thorough(CLASSIC, 60)),
    ],
    ids=str,
)
def test_copies_and_near_copies_of_random_boards_are_told_apart(
    checker: Checker, layout: Layout, n: int
) -> None:
    rng = random.Random(2)
    near = set()
    for _ in range(n):
        source = random_board(rng, layout, 1 + below(rng, layout.n), rng.random())
        copy = random_copy(rng, source)
        assert_yes(checker.find(source, copy), source, copy)
        near.add(assert_right(checker, source, swapped(copy, *shuffled(rng, layout.cells)[:2])))
    assert near == {True, False}


@deciding_checker
def test_every_board_of_two_clues_is_matched_with_every_other(checker: Checker) -> None:
    """Ten kinds: two digits or one twice, and of each five by what houses the clues share.

    The same box and line, only the box, only the line, only the band or stack, nothing.
    """
    boards = []
    for here, there in combinations(range(16), 2):
        for digit in (1, 2):
            digits = [0] * 16
            digits[here], digits[there] = 1, digit
            boards.append(Grid(SMALL, digits))
    kinds: list[Grid] = []
    for grid in boards:
        if not any(assert_right(checker, kind, grid) for kind in kinds):
            kinds.append(grid)
    assert len(kinds) == 10


@deciding_checker
@pytest.mark.parametrize("size", ["16x16", thorough("25x25")])
def test_large_boards_are_compared(checker: Checker, size: str) -> None:
    rng = random.Random(3)
    layout = Layout.named(size)
    for share in (0, 0.05, 0.4):
        grid = random_board(rng, layout, layout.n, share)
        copy = random_copy(rng, grid)
        assert_yes(checker.find(grid, copy), grid, copy)


# Boards that are hard to tell apart


REGULAR = {name: of_rule(rule) for name, rule in NASTY.items()}


@deciding_checker
@pytest.mark.parametrize(
    "grid",
    [thorough(each) if number % 3 else each for number, each in enumerate(REGULAR.values())],
    ids=REGULAR,
)
def test_copies_and_near_copies_of_regular_boards_are_told_apart(
    checker: Checker, grid: Grid
) -> None:
    rng = random.Random(4)
    copy = random_copy(rng, grid)
    assert_yes(checker.find(grid, copy), grid, copy)
    near = swapped(copy, *shuffled(rng, range(81))[:2])
    assert_right(checker, grid, near)
    assert_right(checker, swapped(grid, *shuffled(rng, range(81))[:2]), near)


@deciding_checker
@pytest.mark.parametrize("paired", [pairwise, thorough(partial(combinations, r=2))])
def test_regular_boards_of_different_kinds_are_not_copies(checker: Checker, paired: Any) -> None:
    """Every row and column has two clues on two rings and on one, and so has every box."""
    rings = Grid.parse("1.1. .1.1 1.1. .1.1"), Grid.parse("1.1. 1..1 .11. .1.1")
    for one, other in (*paired(REGULAR.values()), rings):
        assert_no(checker.find(one, other), one, other)


# Brute force


FAR = moved(PUZZLE, rows="213546897", columns="132546789")
"""Swapped: rows 1 and 2, rows 4 and 5, columns 2 and 3, columns 4 and 5; rows 7, 8, 9 in a ring."""
NEAR = moved(PUZZLE, rows="213546789", columns="132456789")
"""Three swaps."""


@pytest.mark.parametrize(
    "target",
    [
        moved(PUZZLE, rows="321456789"),
        moved(PUZZLE, columns="123465789"),
        moved(PUZZLE, rows="456123789"),
        moved(PUZZLE, columns="789456123"),
    ],
    ids=["rows", "columns", "bands", "stacks"],
)
def test_one_move_is_found_at_depth_1_and_not_at_0(target: Grid) -> None:
    verdict = BRUTE_FORCE.find(PUZZLE, target, depth=1)
    assert_yes(verdict, PUZZLE, target)
    assert verdict.why == "1 move"
    assert BRUTE_FORCE.find(PUZZLE, target, depth=0) == Verdict(
        None, why="not within 0 moves (--depth 2 looks further)"
    )


def test_turns_and_names_of_digits_need_no_move() -> None:
    target = moved(PUZZLE, turns=3)
    verdict = BRUTE_FORCE.find(PUZZLE, target, depth=0)
    assert_yes(verdict, PUZZLE, target)
    assert verdict.why == "0 moves after 3 quarter turns"


def test_the_fewest_moves_are_found_and_none_when_one_fewer_is_allowed() -> None:
    """Four swaps and a ring of three, which is two swaps."""
    assert BRUTE_FORCE.find(PUZZLE, FAR, depth=5) == Verdict(
        None, why="not within 5 moves (--depth 7 looks further)"
    )
    verdict = BRUTE_FORCE.find(PUZZLE, FAR, depth=6)
    assert_yes(verdict, PUZZLE, FAR)
    assert verdict.why == "6 moves"


def test_a_tree_that_runs_out_of_boards_proves_a_no() -> None:
    source, target = Grid.parse("1... .1.. .... ...."), Grid.parse("1... .... .1.. ....")
    assert_no(BRUTE_FORCE.find(source, target, depth=20), source, target)
    assert BRUTE_FORCE.find(source, target, depth=1).similar is None


def test_brute_force_is_right_about_small_boards_when_it_may_go_to_the_end() -> None:
    rng = random.Random(5)
    verdicts = set()
    for _ in range(15):
        source = random_board(rng, SMALL, 1 + below(rng, 4), rng.random())
        target = swapped(random_copy(rng, source), *shuffled(rng, SMALL.cells)[:2])
        similar = find_transformation(source, target) is not None
        verdict = BRUTE_FORCE.find(source, target, depth=20)
        (assert_yes if similar else assert_no)(verdict, source, target)
        verdicts.add(similar)
    assert verdicts == {True, False}


def test_the_tree_stays_within_its_limit_and_says_so() -> None:
    """A fifth of 500 boards holds level 1 of 24 boards and not level 2 of 268."""
    verdict = BRUTE_FORCE.find(PUZZLE, FAR, depth=6, most_boards=500)
    why = (
        "not within 2 moves; gave up then, as more than 500 boards came "
        "(the option most_boards allows more)"
    )
    assert verdict == Verdict(None, why=why)


FARTHER = ((4, FAR), (5, moved(FAR, turns=3)), (6, FAR))


@pytest.mark.parametrize(
    ("jobs", "goals"), [(2, ((3, NEAR),)), thorough(2, FARTHER), thorough(4, FARTHER)]
)
def test_several_processes_give_the_same_answer(
    jobs: int, goals: tuple[tuple[int, Grid], ...]
) -> None:
    for depth, target in goals:
        alone = BRUTE_FORCE.find(PUZZLE, target, depth=depth)
        assert BRUTE_FORCE.find(PUZZLE, target, depth=depth, jobs=jobs) == alone


# Block fingerprints


def test_a_fingerprint_is_the_product_over_rows_plus_that_over_columns_however_turned() -> None:
    """Rows 2, 3, 1 and columns 2, 2, 2."""
    box = [(4, 0, 0), (0, 7, 1), (0, 0, 0)]
    assert {fingerprint(turned(box, turns)) for turns in range(4)} == {6 + 8}


def test_block_hash_gives_up_within_its_budget_and_says_so() -> None:
    grid = REGULAR["full with 648 symmetries"]
    near = swapped(grid, 0, 1)
    verdict = BLOCK_HASH.find(grid, near, most_boxes=1000)
    assert verdict == Verdict(None, why="gave up after fitting 1,000 boxes")


# Layouts whose lines cannot be moved one by one


@pytest.mark.parametrize("checker", [BLOCK_HASH, BRUTE_FORCE, PATTERNS], ids=lambda c: c.id)
def test_boards_with_diagonals_are_left_to_canonical(checker: Checker) -> None:
    grid = Grid(DIAGONALS, [1] + [0] * 15)
    verdict = checker.find(grid, grid)
    assert verdict.similar is None
    assert verdict.why == (
        f"{checker.id} moves lines one by one, which would tear the houses of 4x4+diagonals "
        "boards apart; the checker canonical knows what else moves"
    )


# Other people's pairs


@deciding_checker
@pytest.mark.parametrize("number", [0, 1, 2, 4])
def test_the_official_copies_are_found(checker: Checker, number: int) -> None:
    source, target = official_pair(f"sudoku{number}.txt")
    assert_yes(checker.find(source, target), source, target)


@every_checker
@pytest.mark.parametrize("name", ["2_gleiche_sudokus", "diagonale_rotiert", "nur_0"])
def test_copies_that_break_the_rules_or_are_blank_are_found(checker: Checker, name: str) -> None:
    source, target = official_pair(f"LennartEnns_{name}.txt")
    assert_yes(checker.find(source, target), source, target)


@deciding_checker
def test_the_pairs_of_the_northern_subregional_2013_are_decided_as_its_judges_did(
    checker: Checker,
) -> None:
    text, verdicts = (
        shared_text(f"transformations/neerc2013_i_sample.{end}") for end in ("in", "out")
    )
    marks = "".join(text.split()[1:]).replace(".", "0")
    boards = [Grid(CLASSIC, list(map(int, marks[i : i + 81]))) for i in range(0, len(marks), 81)]
    for source, target, similar in zip(
        boards[::2], boards[1::2], [line for line in verdicts.split() if line in ("Yes", "No")]
    ):
        verdict = checker.find(source, target)
        (assert_yes if similar == "Yes" else assert_no)(verdict, source, target)
