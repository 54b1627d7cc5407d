"""The solvers: all find the same solutions, and what can be watched of their search is true.

Each solver in `SOLVERS` is tested for all that solvers have to do. The engine's own search is
the yardstick, and on small boards a few lines here that only know the rules.
"""

import tracemalloc
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku_engine import Candidate, Found, Grid, Layout, Step, TakenBack, Tried
from sudoku_engine import search as engine
from sudoku_engine.api.protocols import Solver
from sudoku_plugins.solvers.backtracking import BACKTRACKING
from sudoku_plugins.solvers.bitboard import BITBOARD
from sudoku_plugins.solvers.dancing_links import DANCING_LINKS
from sudoku_plugins.solvers.integer import INTEGER
from sudoku_plugins.solvers.linear_l1 import LINEAR_L1
from sudoku_plugins.solvers.mrv import MRV
from sudoku_plugins.solvers.sat import SAT
from tests.support.boards import SOLVED, TWO_WAYS, board, eliminated, empty, with_digit
from tests.support.samples import thorough

SOLVERS = [BACKTRACKING, MRV, DANCING_LINKS, BITBOARD]
WATCHED = [solver for solver in SOLVERS if hasattr(solver, "search")]
NAIVE = "backtracking"
"""This one gets only what it can do: small boards, and those with many givens."""

CLASSIC = Layout.named("9x9")
JIGSAW_4 = Layout.of_regions("1112 \n 1223 \n 4233 \n 4443")
JIGSAW_6 = Layout.of_regions("111122 \n 113222 \n 333324 \n 355444 \n 556644 \n 556666")
SMALL = [
    Layout.named("4x4"),
    Layout.named("4x4+diagonals"),
    Layout.named("6x6"),
    Layout.named("6x6+diagonals"),
    Layout.of_boxes(3, 2),
    JIGSAW_4,
    JIGSAW_6,
]


QUICK = (SMALL[1], SMALL[4], JIGSAW_6)
small_layouts = pytest.mark.parametrize(
    "layout", [each if each in QUICK else thorough(each) for each in SMALL], ids=str
)
every_solver = pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: solver.id)
with_libraries = pytest.mark.parametrize(
    "solver", [*SOLVERS, INTEGER, LINEAR_L1, SAT], ids=lambda solver: solver.id
)
every_watched = pytest.mark.parametrize("solver", WATCHED, ids=lambda solver: solver.id)
every_quick = pytest.mark.parametrize(
    "solver", [s for s in SOLVERS if s.id != NAIVE], ids=lambda solver: solver.id
)


def emptied(grid: Grid, cells: Iterable[int]) -> Grid:
    gone = set(cells)
    return Grid(grid.layout, [0 if cell in gone else d for cell, d in enumerate(grid.digits)])


def ways(grid: Grid) -> Iterator[str]:
    """The solutions of a small board, by the rules alone."""
    line = grid.line
    cell = line.find(".")
    if cell < 0:
        yield line
        return
    for digit in sorted(grid.candidates(cell)):
        if all(grid.digit(peer) != digit for peer in grid.layout.peers(cell)):
            yield from ways(grid.apply(Step(placements=[Candidate(cell, digit)])))


def lines(grids: Iterable[Grid]) -> list[str]:
    return [grid.line for grid in grids]


@cache
def answers(grid: Grid) -> frozenset[Grid]:
    """All solutions of `grid` by the engine's search, where there are fewer than a hundred."""
    return frozenset(islice(engine.solutions(grid), 100))


def assert_agrees(solver: Solver, grid: Grid) -> None:
    """The solver finds what the engine's search finds: all of it, once, as the same boards."""
    found = list(solver.solutions(grid))
    assert len(found) == len(answers(grid)), grid
    assert set(found) == answers(grid), grid


def assert_legal(grid: Grid, events: Iterable[object], *, ends: bool = True) -> list[str]:
    """Replay a search on `grid`, check that each event is legal, and return the solutions."""
    layout = grid.layout
    digits = list(grid.digits)
    tried: set[int] = set()
    found: list[str] = []
    for event in events:
        if isinstance(event, Tried):
            cell, digit = event
            assert type(cell) is int, event
            assert 0 <= cell < len(digits), event
            assert 1 <= digit <= layout.n, event
            assert not digits[cell], f"{event}: the cell is filled"
            assert digit in grid.candidates(cell), f"{event}: it is no candidate"
            assert all(digits[peer] != digit for peer in layout.peers(cell)), f"{event}: peers"
            digits[cell] = digit
            tried.add(cell)
        elif isinstance(event, TakenBack):
            assert event.cell in tried, f"{event}: nothing was tried there"
            digits[event.cell] = 0
            tried.remove(event.cell)
        else:
            assert isinstance(event, Found), event
            assert list(event.grid.digits) == digits, "a solution is the board of that moment"
            assert event.grid.given == grid.given
            for house in layout.houses:
                assert {digits[cell] for cell in house.cells} == set(layout.digits), house
            found.append(event.grid.line)
    if ends:
        assert not tried, "in the end all is taken back"
    assert len(found) == len(set(found)), "no solution comes twice"
    return found


# None, one, two, seventeen, many


@with_libraries
def test_a_full_board_is_its_own_one_solution(solver) -> None:
    grid = board(SOLVED)
    assert list(solver.solutions(grid)) == [grid]


def twice(layout: Layout, names: str, digit: int = 2) -> Grid:
    """The empty board but for one digit in two cells."""
    first, second = names.split()
    return with_digit(with_digit(empty(layout), first, digit), second, digit)


# With 1 in r1c1, r1c2 and r3c1 hold 2, and r3c2 holds 1, which is eliminated there.
HIDDEN_CONTRADICTION = eliminated(eliminated(board(TWO_WAYS), "r1c1", 2), "r3c2", 1)

WITHOUT_SOLUTION = {
    "a full board that breaks the rules": with_digit(board(SOLVED), "r1c1", 2),
    **{
        f"equal givens in {names} of {name}": twice(Layout.named(name), names)
        for name in ("4x4", "9x9+diagonals", "25x25")
        for names in ("r1c1 r1c4", "r1c1 r4c1", "r1c1 r2c2")
    },
    "equal givens on a diagonal": twice(Layout.named("9x9+diagonals"), "r1c1 r9c9", 7),
    # They stand in one region of the jigsaw, and in no row and column together.
    "equal givens in a region": twice(JIGSAW_6, "r1c1 r2c2", 1),
    "equal givens that marks do not show": with_digit(board(TWO_WAYS), "r1c1", 3).with_marks(
        "manual"
    ),
    **{
        f"a cell without candidates of {name}": eliminated(
            empty(Layout.named(name)), "r9c3", *Layout.named(name).digits
        )
        for name in ("9x9", "9x9+diagonals", "16x16")
    },
    "a contradiction that does not show at first": HIDDEN_CONTRADICTION,
    "the digit of the one solution eliminated": eliminated(emptied(board(SOLVED), [40]), "r5c5", 9),
}


@with_libraries
def test_a_board_without_a_solution_is_answered_at_once(solver) -> None:
    for why, grid in WITHOUT_SOLUTION.items():
        assert (grid is HIDDEN_CONTRADICTION) == (not grid.contradiction()), why
        if solver not in SOLVERS and grid.layout.n > 9:  # a library takes its time
            continue
        assert not list(solver.solutions(grid)), why
        if solver in WATCHED and "equal givens" in why:
            assert not list(solver.search(grid)), why


@with_libraries
def test_a_pair_that_can_change_places_makes_two_solutions(solver) -> None:
    found = lines(solver.solutions(board(TWO_WAYS)))
    assert sorted(found) == ["1234341221434321", "2134341212434321"]


@every_solver
def test_a_small_board_has_the_solutions_that_the_rules_allow(solver) -> None:
    for layout in (Layout.named("4x4"), Layout.named("4x4+diagonals"), JIGSAW_4):
        found = lines(solver.solutions(empty(layout)))
        assert sorted(found) == list(ways(empty(layout)))


@every_solver
def test_the_288_solutions_of_an_empty_4x4_board_come_as_asked_for_and_always_alike(solver) -> None:
    grid = empty(Layout.of_size(4))
    every = list(solver.solutions(grid))
    assert (len(every), len({*every})) == (288, 288)
    for limit in (0, 1, 2, 17, 287, 288, 289):
        assert list(islice(solver.solutions(grid), limit)) == every[:limit]


# Struck candidates and pencil marks


@with_libraries
def test_a_struck_candidate_is_in_no_solution(solver) -> None:
    grid = eliminated(board(TWO_WAYS), "r3c1", 2)
    assert lines(solver.solutions(grid)) == ["2134341212434321"]


@with_libraries
def test_manual_marks_do_not_hide_what_the_digits_rule_out(solver) -> None:
    grid = board(TWO_WAYS).with_marks("manual")
    assert 3 in grid.candidates(0)  # though 3 stands in row 1
    assert_agrees(solver, grid)
    assert lines(solver.solutions(eliminated(grid, "r1c1", 1))) == ["2134341212434321"]


@with_libraries
def test_a_solution_keeps_the_givens_and_the_marks_of_its_board(solver) -> None:
    start = board(TWO_WAYS).with_marks("manual")
    grid = start.apply(Step(placements=[Candidate(0, 1)]))
    (solution,) = solver.solutions(grid)
    assert solution.is_solved
    assert (solution.given, solution.marks) == (start.given, "manual")


# All agree


@every_solver
@small_layouts
def test_all_agree_on_small_boards_with_any_number_of_solutions(solver, layout) -> None:
    grids = random_boards(layout)
    for grid in grids:
        assert_agrees(solver, grid)
    assert {min(len(answers(grid)), 2) for grid in grids} == {0, 1, 2}


@every_solver
def test_all_agree_on_larger_boards_with_some_cells_open(solver, all_boards) -> None:
    rng = Random("larger")
    numbers = set()
    for puzzle, solution, _ in all_boards[::12]:
        cells = rng.sample(range(len(solution)), 3 * puzzle.layout.n)
        grid = emptied(board(solution, puzzle.layout), cells)
        for cell in rng.sample(cells, rng.randrange(3)):
            grid = eliminated(
                grid, str(grid.layout.cells[cell]), *sorted(grid.candidates(cell))[:1]
            )
        if len(answers(grid)) < 100:
            assert_agrees(solver, grid)
            numbers.add(min(len(answers(grid)), 2))
    assert numbers == {0, 1, 2}


@every_solver
@pytest.mark.parametrize("n", [15, thorough(30)])
def test_all_agree_whatever_is_open_and_struck(solver, n) -> None:
    @settings(max_examples=n)
    @given(
        opened=st.sets(st.integers(0, 80), min_size=1, max_size=36),
        strikes=st.lists(st.tuples(st.integers(0, 80), st.integers(1, 9)), max_size=6),
        manual=st.booleans(),
    )
    def agrees(opened, strikes, manual) -> None:
        grid = emptied(board(SOLVED), opened).with_marks("manual" if manual else "auto")
        grid = grid.apply(Step(eliminations=[Candidate(cell, digit) for cell, digit in strikes]))
        if len(answers(grid)) < 100:
            assert_agrees(solver, grid)

    agrees()


def test_backtracking_solves_our_easy_puzzles(classic_boards) -> None:
    for puzzle, solution, source in classic_boards:
        if source.startswith("easy"):
            assert lines(BACKTRACKING.solutions(puzzle)) == [solution], source


@every_quick
@pytest.mark.parametrize(("classic", "other"), [(60, 12), thorough(12, 3)])
def test_our_puzzles_have_their_one_solution(
    solver, classic_boards, other_boards, classic, other
) -> None:
    for puzzle, solution, source in classic_boards[::classic] + other_boards[::other]:
        # By nature these are slow at boards of 16 rows without hidden singles.
        if solver is not MRV or puzzle.layout.n < 16:
            assert lines(solver.solutions(puzzle)) == [solution], source


# Events


@every_watched
@small_layouts
def test_every_event_of_a_search_is_legal(solver, layout) -> None:
    for grid in random_boards(layout)[::2]:
        for each in (grid, grid.with_marks("manual")):
            assert sorted(assert_legal(each, solver.search(each))) == sorted(lines(answers(grid)))


@every_watched
def test_every_event_of_a_search_on_our_puzzles_is_legal(solver, all_boards) -> None:
    for puzzle, solution, source in all_boards[::30]:
        some = 3_000
        events = list(islice(solver.search(puzzle), some))
        ends = len(events) < some
        found = assert_legal(puzzle, events, ends=ends)
        assert found == [solution] or not (found or ends), source


@every_watched
def test_a_full_board_is_found_without_a_move(solver) -> None:
    grid = board(SOLVED)
    assert list(solver.search(grid)) == [Found(grid)]


@every_watched
def test_a_search_shows_the_solutions_in_their_order(solver, classic_boards, other_boards) -> None:
    grids = [empty(Layout.of_size(4)), empty(Layout.of_size(6)), empty(CLASSIC)]
    grids += [puzzle for puzzle, _, _ in classic_boards[:30:10] + other_boards[:4]]
    for grid in grids:
        shown = (event.grid for event in solver.search(grid) if isinstance(event, Found))
        assert list(islice(shown, 30)) == list(islice(solver.solutions(grid), 30))


def test_backtracking_tries_the_first_open_cell_and_the_digits_in_order() -> None:
    r1c1, r1c2, r3c1, r3c2 = 0, 1, 8, 9
    first, second = board("1234 3412 2143 4321"), board("2134 3412 1243 4321")
    assert [
        event._replace(grid=event.grid.line) if isinstance(event, Found) else event
        for event in BACKTRACKING.search(board(TWO_WAYS))
    ] == [
        *(Tried(r1c1, 1), Tried(r1c2, 2), Tried(r3c1, 2), Tried(r3c2, 1), Found(first.line)),
        *map(TakenBack, (r3c2, r3c1, r1c2, r1c1)),
        *(Tried(r1c1, 2), Tried(r1c2, 1), Tried(r3c1, 1), Tried(r3c2, 2), Found(second.line)),
        *map(TakenBack, (r3c2, r3c1, r1c2, r1c1)),
    ]


def test_backtracking_goes_back_only_where_no_digit_fits() -> None:
    # 1 fits in r1c1, and then r1c2 has none left: 2 is eliminated there.
    grid = eliminated(board(TWO_WAYS), "r1c2", 2)
    events = list(BACKTRACKING.search(grid))
    assert events[:3] == [Tried(0, 1), TakenBack(0), Tried(0, 2)]


def test_mrv_fills_a_cell_with_one_candidate_first() -> None:
    # The first open cells may hold 1 or 2; the last must hold 1.
    grid = emptied(board(TWO_WAYS), [15])
    assert next(MRV.search(grid)) == Tried(15, 1)


def test_mrv_tries_the_smaller_of_two_choices() -> None:
    # r1c1 to r1c3 have more candidates than r1c4, to which its column leaves 3 and 4.
    grid = board("....  ....  ...1  ...2")
    assert next(MRV.search(grid)) == Tried(3, 3)


def test_mrv_ends_a_branch_at_a_cell_without_candidates() -> None:
    # 2 is eliminated in r1c1 and 1 in r3c2: with 1 and then 2 in row 1, r3c2 has none left.
    assert list(MRV.search(HIDDEN_CONTRADICTION)) == [
        Tried(0, 1),
        Tried(1, 2),
        TakenBack(1),
        TakenBack(0),
    ]


def test_dancing_links_takes_a_digit_with_one_place_before_any_cell_with_two_candidates() -> None:
    # Every open cell has two candidates or more, but 2 has one place in row 3 and 1 in row 4.
    grid = board("1...  ....  .1..  ..2.")
    assert all(len(grid.candidates(cell)) > 1 for cell in grid.open_cells)
    assert next(DANCING_LINKS.search(grid)) in (Tried(8, 2), Tried(15, 1))


def test_bitboard_takes_nothing_back_where_singles_solve_a_puzzle(classic_boards) -> None:
    for puzzle, _, source in classic_boards[:40:8]:
        assert source.startswith("easy")
        moves = list(BITBOARD.search(puzzle))
        tried, found, back = moves[: puzzle.n_open], moves[puzzle.n_open], moves[-puzzle.n_open :]
        assert {type(event) for event in tried} == {Tried}
        assert isinstance(found, Found)
        assert [event.cell for event in back] == [event.cell for event in reversed(tried)]


def test_bitboard_shows_a_guess_that_leads_to_a_contradiction_alone(classic_boards) -> None:
    hard = [puzzle for puzzle, _, source in classic_boards if source.startswith("hard")]
    alone = 0
    for puzzle in hard:
        moves = list(BITBOARD.search(puzzle))
        for first, second, third in zip(moves, moves[1:], moves[2:]):
            alone += first[:1] == second and isinstance(third, Tried)
    assert alone > len(hard)  # more than once a puzzle, where some guesses go wrong


# One after another


@every_watched
@pytest.mark.parametrize("name", ["9x9", "12x12", thorough("16x16"), thorough("25x25")])
def test_a_search_begins_at_once(solver, name) -> None:
    grid = empty(Layout.named(name))
    assert_legal(grid, islice(solver.search(grid), 300), ends=False)


@every_quick
def test_an_empty_board_of_any_size_is_filled(solver) -> None:
    for name in ("6x6", "9x9", "9x9+diagonals", "12x12", "16x16"):
        some = set(islice(solver.solutions(empty(Layout.named(name))), 20))
        assert len(some) == 20
        assert all(solution.is_solved for solution in some)


@every_watched
def test_two_searches_at_once_do_not_disturb_each_other(solver) -> None:
    one, other = board(TWO_WAYS), empty(Layout.of_size(4))
    alone = list(solver.search(one)), list(islice(solver.search(other), 50))
    first, second = solver.search(one), solver.search(other)
    together: tuple[list, list] = ([], [])
    for _ in range(50):
        together[0].extend(islice(first, 1))
        together[1].extend(islice(second, 1))
    assert together == alone


@every_solver
def test_memory_stays_flat_while_solutions_stream(solver) -> None:
    streaming = solver.solutions(empty(Layout.of_size(6)))
    next(streaming)
    tracemalloc.start()
    try:
        for _ in islice(streaming, 100):
            pass
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert size < 100 * 100  # bytes; a board is more than ten times as large


@cache
def random_boards(layout: Layout) -> list[Grid]:
    """Boards of the small `layout`, without solutions, with one, and with up to a hundred.

    Solved ones with cells opened, and now and then one digit or candidate changed.
    """
    rng = Random(f"random {layout}")
    solved = list(islice(engine.solutions(empty(layout)), 50))
    boards = []
    while len(boards) < 24:
        share = rng.uniform(0.3, 0.9)
        cells = rng.sample(layout.cells, int(share * len(layout.cells)))
        grid = emptied(rng.choice(solved), cells)
        if rng.random() < 0.3:
            grid = with_digit(grid, str(rng.choice(cells)), rng.choice(layout.digits))
        if rng.random() < 0.4:
            grid = eliminated(grid, str(rng.choice(grid.open_cells)), rng.choice(layout.digits))
        if len(answers(grid)) < 100:
            boards.append(grid)
    return boards
