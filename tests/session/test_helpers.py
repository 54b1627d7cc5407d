"""Strategies as helpers on a board at work, and those that are wrong."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from sudoku_engine import Author, Candidate, Faulted, Grid, Rejected, Step
from sudoku_engine.api.event_text import fault_text
from sudoku_engine.api.strategy import strategy
from sudoku_engine.board.words import cell
from sudoku_engine.errors import PluginError, UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.settings import LoopSettings
from sudoku_plugins.session.workbench import Session
from tests.support.boards import PUZZLE, SOLUTION, THREE_OPEN, board
from tests.support.sessions import MANUAL, broken, of, small


def test_one_step_of_a_strategy_is_one_moment(helpers: list[Component]) -> None:
    session = Session(board(THREE_OPEN), strategies=helpers)
    applied = session.apply("full_house", "step")
    assert (applied.steps, applied.text) == (1, "Full House: 1 step")
    assert (session.length, session.grid.n_open) == (2, 2)


def test_a_component_of_ours_that_lacks_a_library_is_not_called_faulty() -> None:
    lack = PluginError("it needs python-sat", "sat")
    fault = Faulted(Author("sat", "SAT solver"), lack.what, 100, lack)
    assert fault_text(fault) == "sat: it needs python-sat"


@strategy("Chain", score=1, level="easy", sizes=None)
def chain(grid: Grid) -> Iterator[Step]:
    """Place 1 in the first row, and 2 in the second once 1 is placed: a pass finds one of them."""
    for digit in (1, 2):
        if grid.digit(digit * 4 - 4) == 0 and (digit == 1 or grid.digit(0)):
            yield Step([Candidate(digit * 4 - 4, digit)])


def test_a_pass_finds_only_what_the_board_shows_as_it_begins() -> None:
    session = Session(small(), strategies=[of(chain)])
    assert session.apply("chain", "pass").steps == 1
    assert session.apply("chain", "pass").steps == 1
    assert session.apply("chain", "pass").text.startswith("Chain finds nothing")


def test_a_strategy_goes_on_until_nothing_changes() -> None:
    session = Session(small(), strategies=[of(chain)])
    assert session.apply("chain", "fixpoint").steps == 2
    assert session.grid.line == "1...2..........."


def test_a_pass_takes_every_step_on_the_board(helpers: list[Component]) -> None:
    session = Session(board(THREE_OPEN), strategies=helpers)
    assert session.apply("full_house", "pass").text == "Full House: 3 steps"
    assert session.is_solved


def test_steps_of_a_strategy_can_be_undone(helpers: list[Component]) -> None:
    session = Session(board(THREE_OPEN), strategies=helpers)
    session.apply("full_house", "pass")
    session.home()
    assert session.grid == board(THREE_OPEN)


def test_a_strategy_that_finds_nothing_keeps_what_was_undone(helpers: list[Component]) -> None:
    session = Session(board(THREE_OPEN), strategies=helpers)
    session.place(cell("r9c9"), 5)
    session.back()
    assert session.apply("naked_pair", "pass").text == "Naked Pair finds nothing"
    assert session.forward()


def test_visible_singles_have_work_where_marks_are_kept_by_hand(helpers: list[Component]) -> None:
    session = Session(small(), strategies=helpers, settings=MANUAL)
    session.place(0, 1)
    assert session.apply("visible_single", "pass").steps == 1
    assert [at for at in range(16) if 1 not in session.grid.candidates(at)] == [
        *(0, 1, 2, 3),
        *(4, 5),
        *(8, 12),
    ]


def test_the_list_of_strategies_solves_the_board(helpers: list[Component]) -> None:
    session = Session(board(PUZZLE), strategies=helpers)
    applied = session.solve_by_list()
    assert session.grid.digits == board(SOLUTION).digits
    assert session.length == 1 + applied.steps
    session.home()
    assert session.grid == board(PUZZLE)


def test_the_list_of_strategies_solves_with_marks_kept_by_hand(helpers: list[Component]) -> None:
    session = Session(
        board(PUZZLE),
        strategies=helpers,
        settings=LoopSettings(pencilmarks="manual", mode="fixpoint"),
    )
    session.solve_by_list()
    assert session.grid.digits == board(SOLUTION).digits


def test_an_unknown_strategy_is_reported_with_the_near_name(helpers: list[Component]) -> None:
    session = Session(board(PUZZLE), strategies=helpers)
    with pytest.raises(UsageError, match="did you mean 'naked_pair'"):
        session.events_of("naked_piar", "pass")


@strategy("Liar", score=1, level="easy")
def liar(grid: Grid) -> Iterator[Step]:
    """Places 1 in r1c3, where the solution has 4."""
    yield Step([Candidate(2, 1)])


def test_a_strategy_that_raises_is_reported_and_is_a_moment() -> None:
    session = Session(board(PUZZLE), strategies=[of(broken)])
    applied = session.apply("broken", "pass")
    assert applied.steps == 0
    assert "broken is at fault: ZeroDivisionError" in applied.text
    assert isinstance(session.moment.event, Faulted)
    assert session.grid == board(PUZZLE)


@strategy("Endless", score=1, level="easy")
def endless(grid: Grid) -> Iterator[Step]:
    """Never comes back."""
    while True:
        pass
    yield Step()


def test_a_strategy_that_hangs_is_stopped_and_reported() -> None:
    hurried = LoopSettings(step_timeout=0.1)
    session = Session(board(PUZZLE), strategies=[of(endless)], settings=hurried)
    applied = session.apply("endless", "pass")
    assert "endless: it did not come back within 0.1 s on this board" in applied.text
    assert session.grid == board(PUZZLE)


def test_a_strategy_for_other_boards_says_that_it_sat_out() -> None:
    session = Session(small(), strategies=[of(liar)])
    assert "liar sat out: it is not for 4x4 boards" in session.apply("liar", "pass").text


def test_a_wrong_step_is_a_moment_that_can_be_shown() -> None:
    session = Session(board(PUZZLE), strategies=[of(liar)])
    applied = session.apply("liar", "step")
    assert "it places 1 in r1c3, where the solution has 4" in applied.text
    event = session.moment.event
    assert isinstance(event, Rejected)
    assert event.step.placements == ((2, 1),)
    assert session.moment.strategy_id == "liar"
    assert session.grid == board(PUZZLE)


def test_a_fault_in_the_list_does_not_keep_the_others_from_their_work(
    helpers: list[Component],
) -> None:
    session = Session(board(PUZZLE), strategies=[of(broken), of(liar), *helpers])
    applied = session.solve_by_list()
    assert [fault.strategy.id for fault in applied.faults] == ["broken", "liar"]
    assert session.is_solved


def test_steps_drawn_in_a_thread_are_taken_here(helpers: list[Component]) -> None:
    session = Session(board(THREE_OPEN), strategies=helpers)
    drawn: list[Any] = []
    worker = threading.Thread(target=drawn.extend, args=(session.events_of("full_house", "pass"),))
    worker.start()
    worker.join()
    assert session.length == 1
    assert session.take_steps(drawn).steps == 3
    assert session.is_solved


def test_steps_found_on_another_board_are_refused(helpers: list[Component]) -> None:
    session = Session(board(THREE_OPEN), strategies=helpers)
    drawn = list(session.events_of("full_house", "pass"))
    session.place(cell("r9c9"), 5)
    with pytest.raises(UsageError, match="the board has changed"):
        session.take_steps(drawn)
    assert session.length == 2
