"""The SAT solver: right answers, and nothing of a puzzle left behind for the next."""

from _thread import interrupt_main
from itertools import islice, zip_longest
from threading import Thread, Timer

import pytest

from sudoku_engine import Candidate, Grid, Layout, Step, search
from sudoku_plugins.solvers import sat
from sudoku_plugins.solvers.sat import SAT, Sat, clauses
from tests.support.boards import empty
from tests.support.samples import thorough
from tests.support.solvers import LAYOUTS, TWO_WAYS, assert_agrees, ran

SEVENTEEN = "5..6..4.7.9....3............85.........238..9.....4..6...79...57.1.236..25......."
"""A puzzle of ours without two of its givens: 17 solutions."""


# The clauses


@pytest.mark.parametrize(
    ("name", "number"),
    [
        # A cell and a digit, or a house and a digit, a clause; then each pair of digits in a
        # cell, and each digit in a pair of peers.
        ("4x4", 16 + 48 + 16 * 6 + 4 * 16 * 7 // 2),
        ("9x9", 81 + 243 + 81 * 36 + 9 * 81 * 20 // 2),
        thorough("25x25", 625 + 1875 + 625 * 300 + 25 * 625 * 64 // 2),
    ],
)
def test_there_is_a_clause_for_each_rule_and_each_pair(name: str, number: int) -> None:
    all_clauses = [tuple(clause) for clause in clauses(Layout.named(name))]
    assert len(all_clauses) == len(set(all_clauses)) == number


# How many solutions


@pytest.mark.parametrize("stride", [3, thorough(1)])
def test_every_puzzle_of_ours_has_its_one_solution(all_boards, stride) -> None:
    for puzzle, solution, source in all_boards[::stride]:
        assert [found.line for found in SAT.solutions(puzzle)] == [solution], source


@pytest.mark.parametrize(
    ("grid", "number"),
    [
        (Grid.parse(SEVENTEEN), 17),
        (empty(Layout.of_size(4)), 288),
        (empty(Layout.of_regions("1111 \n 2222 \n 3333 \n 4444")), 576),
    ],
)
def test_sat_finds_all_solutions(grid: Grid, number: int) -> None:
    assert assert_agrees(SAT, grid, 1000) == number


@pytest.mark.parametrize(
    "layout", [thorough(each) if each.n > 16 else each for each in LAYOUTS], ids=str
)
def test_sat_finds_the_first_solutions_of_any_empty_board(layout: Layout) -> None:
    found = list(islice(SAT.solutions(empty(layout)), 4))
    assert len(set(found)) == len(found) == min(4, search.count(empty(layout), 4))
    assert all(solution.is_solved for solution in found)


# Nothing stays behind


def test_an_abandoned_search_leaves_nothing_behind() -> None:
    grid = Grid.parse(SEVENTEEN)
    for taken in range(1, 17):
        solutions = SAT.solutions(grid)
        assert len(list(islice(solutions, taken))) == taken
    assert assert_agrees(SAT, grid, 100) == 17


def test_two_searches_on_one_layout_may_take_turns() -> None:
    one, other = Grid.parse(SEVENTEEN), empty(Layout.named())
    turns = zip_longest(SAT.solutions(one), islice(SAT.solutions(other), 30))
    of_one, of_other = zip(*turns)
    assert set(of_one) == {*search.solutions(one), None}
    assert len(set(of_other)) == 30
    assert all(solution.is_solved for solution in of_other)


def test_searches_in_several_threads_do_not_disturb_each_other() -> None:
    grid = Grid.parse(SEVENTEEN)
    found: list[list[Grid]] = []
    work = [Thread(target=lambda: found.append([*SAT.solutions(grid)])) for _ in range(4)]
    for thread in work:
        thread.start()
    for thread in work:
        thread.join()
    expected = set(search.solutions(grid))
    assert [set(solutions) for solutions in found] == [expected] * 4


def test_a_solver_is_made_anew_when_its_switches_pile_up(monkeypatch) -> None:
    monkeypatch.setattr(sat, "_MOST_SWITCHES", 10)
    made = []
    monkeypatch.setattr(sat, "clauses", lambda layout: made.append(layout) or clauses(layout))
    # Every solution takes two questions, all but the first of them with a switch.
    assert assert_agrees(Sat(), empty(Layout.of_size(4)), 1000) == 288
    assert len(made) == -(-(2 * 288 - 1) // 10)


def test_only_the_solvers_of_a_few_layouts_are_kept() -> None:
    solver = Sat()
    for layout in LAYOUTS * 2:
        if layout.n < 16:
            assert next(solver.solutions(empty(layout)), None) == next(
                Sat().solutions(empty(layout)), None
            )
    assert len(solver._oracles) == sat._MOST_LAYOUTS


def test_a_question_of_many_conflicts_is_answered_in_pieces(monkeypatch, classic_boards) -> None:
    monkeypatch.setattr(sat, "_CONFLICTS", 1)
    for puzzle, solution, source in classic_boards[60::8]:
        assert [found.line for found in SAT.solutions(puzzle)] == [solution], source


def test_ctrl_c_ends_a_long_question_and_the_next_one_is_answered() -> None:
    # Twelve digits for eleven cells of row 1: out of the question, but very long to prove.
    layout = Layout.of_size(25)
    too_many = [Candidate(cell, digit) for cell in range(11, 25) for digit in range(1, 13)]
    grid = empty(layout).apply(Step(eliminations=too_many))
    assert next(SAT.solutions(empty(layout))).is_solved
    Timer(0.3, interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        next(SAT.solutions(grid))
    assert next(SAT.solutions(empty(layout))).is_solved


# The library


def test_a_program_ends_without_complaints_of_the_library() -> None:
    told = ran(f"""
        from sudoku_engine import Grid
        from sudoku_plugins.solvers.sat import SAT

        print(len(list(SAT.solutions(Grid.parse({TWO_WAYS!r})))))
    """)
    assert (told.stdout, told.stderr) == ("2\n", "")
