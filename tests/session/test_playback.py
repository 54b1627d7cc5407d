"""A run as a row of moments: forth and back, also when it is drawn in a thread."""

import threading
from typing import Any

from sudoku_engine import Ended, Found, Moved, Run, Started, Stepped, TakenBack, Tried, cell
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.search_run import search_events
from sudoku_plugins.checkers.comparison import move_events
from sudoku_plugins.checkers.symmetry.moves import Turn
from sudoku_plugins.session.workbench import Session
from tests.support.boards import PUZZLE, SOLUTION, THREE_OPEN, board
from tests.support.sessions import small, watching


def test_a_run_is_a_first_board_a_moment_a_step_and_the_end(helpers: list[Component]) -> None:
    session = watching(board(THREE_OPEN), helpers)
    session.end()
    kinds = [type(event) for event in events_from_home(session)]
    assert kinds == [Started, Stepped, Stepped, Stepped, Ended]
    assert session.is_solved


def events_from_home(session: Session) -> list[object]:
    session.home()
    events: list[object] = [session.moment.event]
    while session.forward():
        events.append(session.moment.event)
    return events


def test_the_first_board_has_no_event_before_its_run_has_started(helpers: list[Component]) -> None:
    session = watching(board(THREE_OPEN), helpers)
    assert session.moment.event is None
    assert session.length == 1
    assert session.wants_more


def test_forward_draws_one_step_of_the_run_at_a_time(helpers: list[Component]) -> None:
    session = watching(board(THREE_OPEN), helpers)
    assert session.forward()
    assert (session.position, session.grid.n_open) == (1, 2)
    assert session.forward()
    assert (session.position, session.grid.n_open) == (2, 1)


def test_forward_draws_nothing_without_draw(helpers: list[Component]) -> None:
    session = watching(board(THREE_OPEN), helpers)
    assert not session.forward(draw=False)
    session.end()
    session.home()
    assert session.forward(draw=False)


def test_forward_is_false_after_the_end_of_the_run(helpers: list[Component]) -> None:
    session = watching(board(THREE_OPEN), helpers)
    session.end()
    assert not session.forward()
    assert not session.wants_more


def test_a_moment_of_a_step_knows_the_boards_before_and_after(helpers: list[Component]) -> None:
    session = watching(board(THREE_OPEN), helpers)
    session.forward()
    moment = session.moment
    assert isinstance(moment.event, Stepped)
    assert moment.grid.n_open == 3
    assert moment.after == moment.grid.apply(moment.event.step) == session.grid


def test_back_home_and_end_restore_every_board(helpers: list[Component]) -> None:
    session = watching(board(PUZZLE), helpers)
    boards = [session.grid]
    while session.forward():
        boards.append(session.grid)
    backwards = [session.grid]
    while session.back():
        backwards.append(session.grid)
    assert backwards[::-1] == boards
    assert session.grid == board(PUZZLE)
    session.end()
    assert session.grid.digits == board(SOLUTION).digits
    session.home()
    assert session.grid == board(PUZZLE)


def test_events_drawn_in_a_thread_are_taken_here(helpers: list[Component]) -> None:
    session = watching(board(PUZZLE), helpers)
    assert session.run is not None
    drawn: list[Any] = []
    worker = threading.Thread(target=drawn.extend, args=(session.run,))
    worker.start()
    worker.join()
    while session.wants_more:
        session.take(drawn.pop(0))
    assert drawn == []
    assert session.is_solved


def test_what_is_taken_does_not_move_a_cursor_that_has_gone_back(helpers: list[Component]) -> None:
    session = watching(board(THREE_OPEN), helpers)
    assert session.run is not None
    session.forward()
    session.home()
    session.take(next(session.run))
    assert (session.position, session.length) == (0, 3)


def test_a_search_is_no_row_of_moments_but_what_stands_now(registry: Registry) -> None:
    grid = board(PUZZLE)
    solver = registry.find("solver", "backtracking")
    session = Session(grid, run=Run(grid, search_events(grid, solver)))
    standing: dict[int, int] = {}
    assert session.run is not None
    for event in session.run:
        session.take(event)
        if isinstance(event, Tried):
            standing[event.cell] = event.digit
        elif isinstance(event, TakenBack):
            del standing[event.cell]
        if isinstance(event, (Tried, TakenBack)):
            assert session.searched == standing
            assert session.position == 0
        if isinstance(event, Found):
            assert session.searched_grid is not None
            assert session.searched_grid.digits == board(SOLUTION).digits
    assert session.length == 3
    assert session.searched == {}
    assert session.searched_grid is None


def test_each_solution_is_shown_on_the_board_that_was_searched(registry: Registry) -> None:
    grid = small("1 2 | 3 4   3 4 | 1 2   2 . | 4 .   4 . | 2 .")
    solver = registry.find("solver", "bitboard")
    session = Session(grid, run=Run(grid, search_events(grid, solver, None)))
    session.end()
    session.home()
    found = []
    while session.forward():
        if isinstance(session.moment.event, Found):
            assert session.moment.grid == grid
            found.append(session.grid.line)
    assert sorted(found) == ["1234341221434321", "1234341223414123"]


def test_a_film_of_moves_goes_back_and_forth() -> None:
    grid = small("1 2 | 3 4   . . | . .   . . | . .   . . | . .")
    session = Session(grid, run=Run(grid, move_events(grid, [Turn(90)])))
    session.end()
    assert session.grid.line == "...1...2...3...4"
    assert session.back()
    assert isinstance(session.moment.event, Moved)
    assert session.back()
    assert session.grid == grid


def test_an_own_move_in_the_middle_of_a_run_cuts_off_what_lay_ahead(
    helpers: list[Component],
) -> None:
    session = watching(board(THREE_OPEN), helpers)
    session.end()
    session.home()
    session.forward()
    assert session.place(cell("r9c9"), 5) is None
    assert (session.position, session.length) == (2, 3)
    assert not session.forward()
    assert session.back()
    assert session.moment.strategy_id == "full_house"


def test_a_run_that_was_left_for_an_own_move_is_not_taken_up_again(
    helpers: list[Component],
) -> None:
    session = watching(board(THREE_OPEN), helpers)
    assert session.run is not None
    session.forward()
    session.place(cell("r9c9"), 5)
    assert not session.wants_more
    session.take(next(session.run))
    assert session.length == 3
