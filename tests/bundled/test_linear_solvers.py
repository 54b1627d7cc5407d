"""The linear system, and the solvers that take it as a linear and as an integer program."""

from _thread import interrupt_main
from itertools import islice
from threading import Event, Timer

import pytest

from sudoku_engine import GaveUp, Grid, Layout, search
from sudoku_engine.board.layout import SYMBOLS
from sudoku_plugins.solvers.dividing import each_solution
from sudoku_plugins.solvers.integer import INTEGER
from sudoku_plugins.solvers.linear_l1 import LINEAR_L1
from sudoku_plugins.solvers.linear_system import filled, interruptibly, linear_system, solution_row
from tests.support.boards import eliminated, empty, near_puzzles, with_digit
from tests.support.samples import thorough
from tests.support.solvers import LAYOUTS, TWO_WAYS, assert_agrees, ran

SEVENTEEN = "....5..1.52...4.....4.....9..8..93....9....4..4.7.3.828....6.....7....24.3.....6."
"""A puzzle of ours without two of its givens: 17 solutions."""

SEVENTEEN_ON_6X6 = ".....5........35.....36..61.4..34..."


def is_solution(solution: Grid, grid: Grid) -> bool:
    return solution.is_solved and all(
        digit == grid.digit(cell) or digit in grid.candidates(cell)
        for cell, digit in enumerate(solution.digits)
    )


# The matrix


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_the_matrix_has_4_n2_rows_and_one_a_clue_and_n3_columns(layout: Layout) -> None:
    n = layout.n
    extra = 2 * n if layout.diagonals else 0
    grid = empty(layout)
    assert linear_system(grid).matrix.shape == (4 * n**2 + extra, n**3)
    for clues, name in enumerate(("r1c1", f"r2c{n}", f"r{n}c2"), 1):
        grid = with_digit(grid, name, clues)
        system = linear_system(grid)
        assert system.matrix.shape == (4 * n**2 + extra + clues, n**3)
        assert system.right == [1] * (4 * n**2 + extra + clues)


def test_each_rule_is_a_sum_of_n_unknowns_and_each_clue_of_one(classic_boards) -> None:
    puzzle = classic_boards[0].puzzle
    clues = 81 - puzzle.n_open
    matrix = linear_system(puzzle).matrix
    assert matrix.sum(axis=1).tolist() == [9] * 324 + [1] * clues
    assert matrix.nnz == 324 * 9 + clues
    assert set(matrix.data.tolist()) == {1.0}


def test_the_rows_of_a_4x4_board_are_those_of_its_rules() -> None:
    # The unknown of a cell and a digit stands at 4 * cell + digit - 1.
    matrix = linear_system(with_digit(empty(Layout.of_size(4)), "r2c1", 3)).matrix.toarray()
    columns = [[i for i, entry in enumerate(row) if entry] for row in matrix.tolist()]
    assert columns[0] == [0, 4, 8, 12]  # digit 1 in row 1
    assert columns[3] == [3, 7, 11, 15]  # digit 4 in row 1
    assert columns[16] == [0, 16, 32, 48]  # digit 1 in column 1
    assert columns[32] == [0, 4, 16, 20]  # digit 1 in box 1
    assert columns[48] == [0, 1, 2, 3]  # r1c1
    assert columns[63] == [60, 61, 62, 63]  # r4c4
    assert columns[64] == [18]  # the clue: 3 in r2c1


def test_solutions_solve_the_system_and_other_boards_do_not(all_boards) -> None:
    for puzzle, solution, source in all_boards[::10]:
        system = linear_system(puzzle)
        solved = Grid(puzzle.layout, [SYMBOLS.index(symbol) + 1 for symbol in solution])
        row = solution_row(solved)
        assert (system.matrix @ row).tolist() == system.right, source
        assert all(x <= highest for x, highest in zip(row, system.highest)), source
        assert sum(row) == puzzle.layout.n**2, source
        wrong = with_digit(solved, "r1c1", solved.digit(1))
        assert (system.matrix @ solution_row(wrong)).tolist() != system.right, source


def test_a_struck_candidate_is_bounded_by_0() -> None:
    grid = eliminated(empty(Layout.of_size(4)), "r1c2", 3)
    assert [i for i, highest in enumerate(linear_system(grid).highest) if not highest] == [4 + 2]


def test_unknowns_mean_a_board_where_no_cell_is_fractional() -> None:
    grid = Grid.parse(TWO_WAYS)
    one, other = search.solutions(grid)
    row, other_row = solution_row(one), solution_row(other)
    assert filled(grid, [*map(float, row)]) == (one, 0)
    assert filled(grid, [abs(x - 1e-6) for x in row]) == (one, 0)
    halves = [(x + y) / 2 for x, y in zip(row, other_row)]
    assert filled(grid, halves) == (None, 4)


# Dividing the board


def test_every_solution_is_found_once_with_a_question_for_it_and_one_to_end_it() -> None:
    questions = []

    def find(grid: Grid, known: Grid | None) -> Grid | None:
        found = (solution for solution in search.solutions(grid) if solution != known)
        questions.append(next(found, None))
        return questions[-1]

    grid = empty(Layout.of_size(4))
    solutions = list(each_solution(grid, find))
    assert len(solutions) == 288
    assert set(solutions) == set(search.solutions(grid))
    assert len([answer for answer in questions if answer is None]) == 288
    assert len(questions) == 2 * 288


# The integer program


@pytest.mark.parametrize("stride", [24, thorough(12)])
def test_integer_finds_the_one_solution_of_our_puzzles(
    classic_boards, other_boards, stride
) -> None:
    for puzzle, solution, source in classic_boards[::stride] + other_boards[::8]:
        assert [found.line for found in INTEGER.solutions(puzzle)] == [solution], source


@pytest.mark.parametrize(
    ("grid", "number"),
    [
        thorough(Grid.parse(SEVENTEEN), 17),
        (Grid.parse(SEVENTEEN_ON_6X6), 17),
        (Grid.parse("1234 .... .... ...."), 288 // 24),
    ],
)
def test_integer_finds_all_solutions(grid: Grid, number: int) -> None:
    assert assert_agrees(INTEGER, grid, 100) == number


def test_integer_finds_the_first_solutions_of_empty_boards() -> None:
    for layout in LAYOUTS[1:3]:
        assert assert_agrees(INTEGER, empty(layout), 5) == 5


def test_integer_finds_solutions_in_the_same_order_each_time() -> None:
    grid = Grid.parse(SEVENTEEN_ON_6X6)
    once, again = (list(islice(INTEGER.solutions(grid), 6)) for _ in range(2))
    assert once == again


# The linear program


@pytest.mark.parametrize(("stride", "least"), [(32, 2), thorough(8, 10)])
def test_linear_l1_is_right_or_gives_up(all_boards, stride, least) -> None:
    boards = [board.puzzle for board in all_boards if board.puzzle.layout.n < 12]
    given_up = answered = 0
    for grid in boards[::stride] + near_puzzles(boards[::stride], "linear"):
        found: list[Grid] = []
        try:
            for solution in islice(LINEAR_L1.solutions(grid), 5):
                found.append(solution)
        except GaveUp:
            given_up += 1
        else:
            answered += 1
            assert len(found) == search.count(grid, 5), grid.line
        assert all(is_solution(solution, grid) for solution in found), grid.line
        assert len(set(found)) == len(found), grid.line
    assert given_up > least
    assert answered > least


def test_linear_l1_says_how_many_cells_are_fractional(classic_boards) -> None:
    words = []
    for puzzle, _, source in classic_boards:
        if source.startswith("hard.txt"):
            try:
                next(LINEAR_L1.solutions(puzzle))
            except GaveUp as error:
                words.append(str(error))
        if len(words) == 5:
            break
    assert len(words) == 5
    for told in words:
        before, _, after = told.partition("with fractions in ")
        assert before == "the optimum is not a sudoku, "
        assert 2 <= int(after.removesuffix(" of 81 cells")) <= 81


def test_linear_l1_proves_that_an_easy_puzzle_has_one_solution(classic_boards) -> None:
    for puzzle, solution, source in classic_boards[:4]:
        assert source.startswith("easy.txt")
        assert [found.line for found in LINEAR_L1.solutions(puzzle)] == [solution], source


# Long calls


def test_what_work_in_a_thread_gives_or_raises_comes_through() -> None:
    assert interruptibly(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        interruptibly(lambda: 1 // 0)


def test_ctrl_c_gets_through_to_who_waits_for_a_long_call() -> None:
    is_over = Event()
    Timer(0.2, interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        interruptibly(is_over.wait)
    is_over.set()


# The missing extra


def test_a_missing_library_is_told_in_a_line_that_says_what_to_install() -> None:
    program = f"""
        import sys
        sys.modules["scipy"] = sys.modules["pysat"] = None  # every import of them fails
        from sudoku_engine import Grid
        from sudoku_engine.errors import SudokuError
        from sudoku_plugins.solvers.bitboard import BITBOARD
        from sudoku_plugins.solvers.integer import INTEGER
        from sudoku_plugins.solvers.linear_l1 import LINEAR_L1
        from sudoku_plugins.solvers.sat import SAT

        grid = Grid.parse({TWO_WAYS!r})
        for solver in (INTEGER, LINEAR_L1, SAT, SAT):
            try:
                next(solver.solutions(grid))
            except SudokuError as error:
                print(error)
        print(BITBOARD.count(grid, 5))
    """
    told = ran(program)
    assert told.stdout.splitlines() == [
        "integer: it needs scipy: pip install '.[linear]' in the project's folder",
        "linear_l1: it needs scipy: pip install '.[linear]' in the project's folder",
        *["sat: it needs python-sat: pip install '.[sat]' in the project's folder"] * 2,
        "2",
    ], told.stderr


def test_importing_the_solvers_imports_no_library() -> None:
    program = """
        import sys
        import sudoku_plugins.solvers.integer, sudoku_plugins.solvers.linear_l1
        import sudoku_plugins.solvers.sat
        print(sorted({"numpy", "pysat", "scipy"} & set(sys.modules)))
    """
    told = ran(program)
    assert told.stdout == "[]\n", told.stderr


def test_an_error_in_the_library_is_not_taken_for_a_missing_one(monkeypatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ValueError("not as it should be")

    monkeypatch.setattr("scipy.optimize.milp", broken)
    with pytest.raises(ValueError, match="not as it should be"):
        next(INTEGER.solutions(Grid.parse(TWO_WAYS)))


def test_a_program_that_is_not_solved_is_no_answer(monkeypatch) -> None:
    from scipy.optimize import OptimizeResult

    def limited(*_: object, **__: object) -> OptimizeResult:
        return OptimizeResult(status=1, message="Time limit reached.", x=None)

    for name, solver in (("milp", INTEGER), ("linprog", LINEAR_L1)):
        monkeypatch.setattr(f"scipy.optimize.{name}", limited)
        with pytest.raises(GaveUp, match=r"was not solved: Time limit reached"):
            next(solver.solutions(Grid.parse(TWO_WAYS)))
