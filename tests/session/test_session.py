"""Sessions: the history of a run, a person's own moves, strategies as helpers, advice, files."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_engine import Candidate, Ended, Faulted, Grid, Layout, Rejected, Started, Step, Stepped
from sudoku_engine.api.events import Found, Moved, TakenBack, Tried
from sudoku_engine.api.run import Run
from sudoku_engine.api.strategy import Strategy, strategy
from sudoku_engine.board.masks import mask_of
from sudoku_engine.board.words import cell
from sudoku_engine.errors import FormatError, SudokuError, UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.session.workbench import Mistake, Session
from sudoku_engine.solving.loop import Loop
from sudoku_engine.solving.search_run import search_events
from sudoku_engine.solving.settings import LoopSettings
from sudoku_engine.tasks.move_run import move_events
from sudoku_engine.transform.moves import Turn
from tests.support.boards import PUZZLE, SOLUTION, THREE_OPEN, board

MANUAL = LoopSettings(pencilmarks="manual")


def small(drawing: str = "." * 16) -> Grid:
    """The 4x4 board drawn in a test."""
    return Grid(
        Layout.named("4x4"), [int(mark) for mark in drawing.replace(".", "0") if mark.isdigit()]
    )


@pytest.fixture(scope="module")
def registry() -> Registry:
    found = Registry()
    found.load()
    return found


@pytest.fixture(scope="module")
def helpers(registry: Registry) -> list[Component]:
    """All bundled strategies, the visible single first."""
    return registry.loop_strategies("manual")


def watching(grid: Grid, strategies: list[Component]) -> Session:
    """A session over the run of the loop on `grid`."""
    return Session(grid, run=Run(grid, Loop(strategies).events(grid)), strategies=strategies)


def of(strategy: Strategy) -> Component:
    return Component.of("strategy", strategy)


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
    assert session.is_run_over


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


def test_forward_to_goes_to_the_next_step_of_a_strategy(helpers: list[Component]) -> None:
    session = watching(board(PUZZLE), helpers)
    assert session.forward_to("full_house")
    assert session.moment.strategy_id == "full_house"
    here = session.position
    session.home()
    while session.forward() and session.moment.strategy_id != "full_house":
        pass
    assert session.position == here


def test_forward_to_another_strategy_passes_over_the_present_one(helpers: list[Component]) -> None:
    session = watching(board(PUZZLE), helpers)
    session.forward()
    present = session.moment.strategy_id
    assert session.forward_to(None)
    assert session.moment.strategy_id not in (None, present)
    passed = [session.moment.strategy_id for _ in iter(session.back, False)]
    assert set(passed) == {present, None}


def test_forward_to_stays_where_no_such_step_comes(helpers: list[Component]) -> None:
    session = watching(board(THREE_OPEN), helpers)
    session.forward()
    assert not session.forward_to("naked_pair")
    assert session.position == 1
    assert session.is_run_over


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


def test_a_digit_that_fits_is_placed_and_noted() -> None:
    session = Session(board(PUZZLE))
    assert session.place(cell("r1c3"), 4) is None
    assert session.grid.digit(cell("r1c3")) == 4
    assert not session.grid.is_given(cell("r1c3"))
    assert session.moment.event is None
    assert session.moment.note == "4 placed in r1c3"


@pytest.mark.parametrize(
    ("name", "digit", "why"),
    [
        ("r1c7", 5, "5 is already in row 1: r1c1"),
        ("r1c3", 9, "9 is already in box 1: r3c2"),
        ("r1c3", 5, "5 is already in row 1 and box 1: r1c1"),
        ("r5c2", 6, "6 is already in column 2: r7c2"),
        ("r5c5", 8, "8 is already in row 5, column 5 and box 5: r5c4 and r9c5"),
        ("r1c1", 4, "r1c1 is a given: it cannot be changed"),
        ("r1c3", 10, "no digit 10: this board has 1 to 9"),
    ],
)
def test_a_digit_that_does_not_fit_is_refused_in_words(name: str, digit: int, why: str) -> None:
    session = Session(board(PUZZLE))
    assert session.why_not(cell(name), digit) == why
    assert session.place(cell(name), digit) == Mistake(cell(name), digit, why)
    assert session.grid == board(PUZZLE)
    assert session.length == 1


def test_a_refused_cell_is_a_mistake_until_the_next_action() -> None:
    session = Session(board(PUZZLE))
    session.place(cell("r1c4"), 5)
    assert session.mistakes == mask_of([cell("r1c4")])
    session.place(cell("r1c3"), 4)
    assert session.mistakes == 0
    session.place(cell("r1c4"), 5)
    session.back()
    assert session.mistakes == 0


def test_the_cells_of_a_digit_that_stands_twice_are_mistakes() -> None:
    session = Session(small("1 . | . 1   . . | . .   . . | . .   . . | . ."))
    assert session.mistakes == 0b1001


def test_a_digit_that_only_the_solution_contradicts_is_placed() -> None:
    session = Session(board(PUZZLE))
    assert session.place(cell("r1c3"), 1) is None  # the solution has 4
    assert session.mistakes == 0


def test_an_own_digit_may_be_placed_over_with_another() -> None:
    session = Session(board(PUZZLE))
    session.place(cell("r1c3"), 1)
    session.place(cell("r1c3"), 4)
    assert session.grid.digit(cell("r1c3")) == 4
    assert session.moment.note == "4 placed in r1c3 in place of 1"
    assert session.length == 3
    at_once = Session(board(PUZZLE))
    at_once.place(cell("r1c3"), 4)
    assert session.grid == at_once.grid


def test_placing_what_stands_there_changes_nothing() -> None:
    session = Session(board(PUZZLE))
    session.place(cell("r1c3"), 4)
    assert session.place(cell("r1c3"), 4) is None
    assert session.length == 2


def test_a_given_cannot_be_erased_and_an_open_cell_need_not() -> None:
    session = Session(board(PUZZLE))
    why = "r1c1 is a given: it cannot be changed"
    assert session.erase(cell("r1c1")) == Mistake(cell("r1c1"), 5, why)
    assert session.erase(cell("r1c3")) is None
    assert session.length == 1


def test_a_cell_that_does_not_exist_is_an_error_in_one_line() -> None:
    session = Session(small())
    for action in ("place", "erase", "note"):
        with pytest.raises(SudokuError, match="no cell 16 on a 4x4 board"):
            do(session, (action, 16, 1))


def test_an_own_move_after_undo_cuts_off_what_was_undone() -> None:
    session = Session(small())
    session.place(0, 1)
    session.place(1, 2)
    session.back()
    session.place(2, 3)
    assert session.grid.line == "1.3............."
    assert not session.forward()
    session.home()
    assert session.grid == small()


Action = tuple[str, int, int]
DEEDS = st.lists(
    st.tuples(st.sampled_from(["place", "erase", "note"]), st.integers(0, 15), st.integers(1, 4)),
    max_size=30,
)
MARKS = st.sampled_from([LoopSettings(), MANUAL])


def do(session: Session, action: tuple[str, int, int]) -> None:
    what, at, digit = action
    if what == "place":
        session.place(at, digit)
    elif what == "erase":
        session.erase(at)
    else:
        session.toggle_note(at, digit)


@given(DEEDS, MARKS)
def test_undo_and_redo_give_back_every_board(actions: list[Action], settings: LoopSettings) -> None:
    session = Session(small("1 . | . .   . . | 2 .   . . | . .   . . | . ."), settings=settings)
    boards = [session.grid]
    for action in actions:
        length = session.length
        do(session, action)
        boards += [session.grid] * (session.length - length)
    back = [session.grid, *(session.grid for _ in iter(session.back, False))]
    assert back == boards[::-1]
    forth = [session.grid, *(session.grid for _ in iter(session.forward, False))]
    assert forth == boards


@given(DEEDS, MARKS, st.integers(0, 15), st.integers(1, 4))
def test_erasing_at_once_gives_back_the_board_before(
    actions: list[Action], settings: LoopSettings, at: int, digit: int
) -> None:
    session = Session(small(), settings=settings)
    for action in actions:
        do(session, action)
    session.erase(at)
    before = session.grid
    if session.place(at, digit) is None:
        session.erase(at)
    assert session.grid == before


@given(DEEDS, MARKS)
def test_given_digits_never_change(actions: list[Action], settings: LoopSettings) -> None:
    session = Session(small("1 . | . .   . . | 2 .   . . | . .   . . | . ."), settings=settings)
    for action in actions:
        do(session, action)
        assert (session.grid.digit(0), session.grid.digit(6)) == (1, 2)
        assert session.grid.given == 1 << 0 | 1 << 6


@given(DEEDS)
def test_own_moves_never_put_a_digit_twice_into_a_house(actions: list[Action]) -> None:
    session = Session(small())
    for action in actions:
        do(session, action)
        assert session.grid.repetition() is None


def test_a_placed_digit_is_eliminated_from_its_peers_and_comes_back_when_erased() -> None:
    session = Session(small())
    session.place(0, 1)
    assert session.grid.candidates(3) == {2, 3, 4}
    session.erase(0)
    assert session.grid == small()


def test_with_marks_kept_by_hand_placing_eliminates_nothing() -> None:
    session = Session(small(), settings=MANUAL)
    session.place(0, 1)
    assert session.grid.candidates(0) == frozenset()
    assert all(session.grid.candidates(at) == {1, 2, 3, 4} for at in range(1, 16))


def test_a_note_is_removed_and_added_again() -> None:
    session = Session(small())
    assert session.toggle_note(0, 3) is None
    assert session.grid.candidates(0) == {1, 2, 4}
    assert session.moment.note == "note 3 removed from r1c1"
    assert session.toggle_note(0, 3) is None
    assert session.moment.note == "note 3 added in r1c1"
    assert session.grid == small()


def test_a_note_that_clashes_with_a_digit_is_only_added_where_marks_are_kept_by_hand() -> None:
    session = Session(small("1 . | . .   . . | . .   . . | . .   . . | . ."))
    why = "1 is already in row 1 and box 1: r1c1"
    assert session.toggle_note(1, 1) == Mistake(1, 1, why)
    by_hand = Session(session.grid, settings=MANUAL)
    assert by_hand.toggle_note(1, 1) is None
    assert by_hand.grid.candidates(1) == {2, 3, 4}
    assert by_hand.toggle_note(1, 1) is None
    assert by_hand.grid.candidates(1) == {1, 2, 3, 4}


def test_a_filled_cell_has_no_notes_to_change() -> None:
    session = Session(small())
    session.place(0, 1)
    assert session.toggle_note(0, 2) == Mistake(0, 2, "r1c1 holds 1: erase it first")


def test_what_was_removed_by_hand_stays_removed_when_a_digit_is_erased() -> None:
    session = Session(small())
    session.place(0, 1)
    session.toggle_note(1, 2)
    session.erase(0)
    assert session.grid.candidates(1) == {1, 3, 4}


def test_a_note_removed_before_its_digit_came_stays_removed_after_it_has_gone() -> None:
    session = Session(small())
    session.toggle_note(1, 1)
    session.place(0, 1)
    session.erase(0)
    assert session.grid.candidates(1) == {2, 3, 4}


@strategy("Corner", score=1, level="easy", sizes=None)
def corner(grid: Grid) -> Iterator[Step]:
    """Strikes 4 from the last cell, as if for a good reason."""
    if 4 in grid.candidates(15):
        yield Step(eliminations=[Candidate(15, 4)])


def test_what_a_strategy_eliminated_before_a_digit_came_stays_when_that_is_erased() -> None:
    session = Session(small(), strategies=[of(corner)])
    session.apply("corner", "step")
    session.place(0, 1)
    session.erase(0)
    assert session.grid.candidates(15) == {1, 2, 3}


def test_what_a_strategy_eliminated_since_a_digit_came_comes_back_when_that_is_erased() -> None:
    session = Session(small(), strategies=[of(corner)])
    session.place(0, 1)
    session.apply("corner", "step")
    session.erase(0)
    assert session.grid.candidates(15) == {1, 2, 3, 4}


def test_an_elimination_that_another_digit_explains_stays_until_that_is_erased_too() -> None:
    session = Session(small(), strategies=[of(corner)], settings=MANUAL)
    session.place(0, 1)
    session.place(12, 4)
    session.apply("corner", "step")
    session.erase(0)
    assert session.grid.candidates(15) == {1, 2, 3}
    session.erase(12)
    assert session.grid.candidates(15) == {1, 2, 3, 4}


def test_a_digit_placed_over_another_explains_no_earlier_elimination() -> None:
    session = Session(small(), strategies=[of(corner)], settings=MANUAL)
    session.place(12, 1)
    session.apply("corner", "step")
    session.place(12, 4)
    assert session.grid.candidates(15) == {1, 2, 3, 4}
    session.erase(12)
    assert session.grid == small().with_marks("manual")


WORK = st.lists(
    st.one_of(
        st.tuples(st.just("place"), st.integers(0, 80), st.integers(0, 8)),
        st.tuples(st.just("erase"), st.integers(0, 80), st.just(0)),
        st.tuples(st.just("apply"), st.sampled_from([0, 6, 7, 8, 9]), st.just(0)),
    ),
    min_size=2,
    max_size=10,
)


@hypothesis.settings(max_examples=60)
@given(work=WORK, kept=MARKS)
def test_with_all_own_digits_erased_no_candidate_of_the_solution_is_lost(
    helpers: list[Component], work: list[Action], kept: LoopSettings
) -> None:
    session = Session(board(PUZZLE), strategies=helpers, settings=kept)
    for what, number, choice in work:
        if what == "apply":
            session.apply(helpers[number].id, "fixpoint")
        elif what == "erase":
            session.erase(number)
        elif fitting := [digit for digit in range(1, 10) if not session.why_not(number, digit)]:
            session.place(number, fitting[choice % len(fitting)])
    for at in range(81):
        if not session.grid.is_given(at):
            session.erase(at)
    truth = board(SOLUTION).digits
    assert all(truth[at] in session.grid.candidates(at) for at in session.grid.open_cells)
    assert session.grid.digits == board(PUZZLE).digits


def test_a_note_added_against_a_strategy_stays_when_a_digit_is_erased() -> None:
    session = Session(small(), strategies=[of(corner)])
    session.apply("corner", "step")
    session.toggle_note(15, 4)
    session.place(0, 1)
    session.erase(0)
    assert session.grid == small()


def test_one_step_of_a_strategy_is_one_moment(helpers: list[Component]) -> None:
    session = Session(board(THREE_OPEN), strategies=helpers)
    applied = session.apply("full_house", "step")
    assert (applied.steps, applied.text) == (1, "Full House: 1 step")
    assert (session.length, session.grid.n_open) == (2, 2)


@strategy("Chain", score=1, level="easy", sizes=None)
def chain(grid: Grid) -> Iterator[Step]:
    """Places 1 in the first row, then 2 in the second once 1 stands: a pass finds one of them."""
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


ROWS = [
    (
        "visible_single",
        "123456789 | 123456789 | 123456789 | 8 | 123456789 | 4 | 9 | 123456789 | 3",
        "12567 | 12567 | 12567 | 8 | 12567 | 4 | 9 | 12567 | 3",
    ),
    (
        "hidden_single",
        "6 | 25 | 8 | 9 | 57 | 1 | 457 | 347 | 47",
        "6 | 2 | 8 | 9 | 57 | 1 | 457 | 3 | 47",
    ),
    (
        "naked_pair",
        "178 | 9 | 5 | 3 | 178 | 67 | 2 | 4 | 67",
        "18 | 9 | 5 | 3 | 18 | 67 | 2 | 4 | 67",
    ),
    (
        "hidden_pair",
        "1258 | 1238 | 23 | 129 | 12359 | 59 | 4589 | 2345679 | 345679",
        "1258 | 1238 | 23 | 129 | 12359 | 59 | 4589 | 67 | 67",
    ),
]


@pytest.mark.parametrize(("strategy_id", "before", "after"), ROWS, ids=[row[0] for row in ROWS])
def test_a_worked_row_comes_out_as_in_the_report(
    helpers: list[Component], strategy_id: str, before: str, after: str
) -> None:
    layout = Layout.named("9x9")
    texts = [text.strip() for text in before.split("|")]
    digits = [int(text) if len(text) == 1 else 0 for text in texts] + [0] * 72
    masks = [mask_of(int(mark) - 1 for mark in text) for text in texts] + [0x1FF] * 72
    helper = next(component for component in helpers if component.id == strategy_id)
    in_rows = helper.with_options({"houses": ["row"]})
    grid = Grid(layout, digits, masks=masks, marks="manual")
    session = Session(grid, strategies=[in_rows], settings=MANUAL)
    session.apply(strategy_id, "fixpoint")
    now = session.grid
    assert after == " | ".join(
        str(now.digit(at) or "".join(map(str, sorted(now.candidates(at)))))
        for at in layout.rows[0].cells
    )


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


@strategy("Broken", score=1, level="easy")
def broken(grid: Grid) -> Iterator[Step]:
    """Divides by zero."""
    yield Step([Candidate(0, 1 // 0)])


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
    assert "endless is at fault: it did not come back within 0.1 s" in applied.text
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


def test_a_hint_gives_ever_more(helpers: list[Component]) -> None:
    session = Session(board(THREE_OPEN), strategies=helpers)
    where, what, why = (session.hint(depth).text for depth in ("where", "what", "why"))
    assert where.startswith("Look at ")
    assert "row 1" in where
    assert "Full House" not in where
    assert "Full House" in what
    assert "r1c1=1" not in what
    assert "r1c1=1" in why


def test_a_hint_changes_nothing_and_brings_its_step(helpers: list[Component]) -> None:
    session = Session(board(THREE_OPEN), strategies=helpers)
    hint = session.hint("where")
    assert hint.event is not None
    assert hint.event.step.placements == ((0, 1),)
    assert session.length == 1


def test_on_a_board_with_a_mistake_the_hint_is_that(helpers: list[Component]) -> None:
    session = Session(board(PUZZLE), strategies=helpers)
    session.place(cell("r1c3"), 1)
    hint = session.hint("why")
    assert hint.text == "There is a mistake on the board: 1 digit is wrong."
    assert hint.event is None


def test_there_is_no_hint_without_strategies_nor_on_a_solved_board(
    helpers: list[Component],
) -> None:
    assert Session(board(PUZZLE)).hint().text == "No strategy finds a step."
    solved = Session(board(SOLUTION), strategies=helpers)
    assert solved.hint().text == "The board is solved already."


def test_a_hint_names_the_strategies_that_were_wrong(helpers: list[Component]) -> None:
    session = Session(board(PUZZLE), strategies=[of(broken), *helpers])
    hint = session.hint()
    assert [fault.strategy.id for fault in hint.faults] == ["broken"]
    assert hint.event is not None


def test_the_check_says_that_all_is_right_so_far() -> None:
    session = Session(board(PUZZLE))
    session.place(cell("r1c3"), 4)
    assert session.check() == "All is right so far, 50 cells are open."


def test_the_check_counts_wrong_digits_without_giving_them_away() -> None:
    session = Session(board(PUZZLE))
    session.place(cell("r1c3"), 1)
    session.place(cell("r1c4"), 2)
    assert session.check() == "There is a mistake on the board: 2 digits are wrong."


def test_the_check_reports_a_candidate_that_should_not_have_been_removed() -> None:
    session = Session(board(PUZZLE))
    session.toggle_note(cell("r1c3"), 4)
    why = "1 cell is without the right candidate"
    assert session.check() == f"There is a mistake on the board: {why}."


def test_the_check_reports_a_digit_given_twice() -> None:
    session = Session(small("1 . | . 1   . . | . .   . . | . .   . . | . ."))
    assert session.check() == "There is a mistake on the board: 1 twice in row 1: r1c1, r1c4."


def test_the_check_reports_a_puzzle_without_a_solution() -> None:
    session = Session(small("1 2 | 3 .   . . | . 4   . . | . .   . . | . ."))
    assert session.check().startswith("There is a mistake on the board: no solution")


def test_the_check_reports_several_solutions() -> None:
    session = Session(small("1 2 | 3 4   3 4 | 1 2   2 . | 4 .   4 . | 2 ."))
    several = "The puzzle has several solutions. The board can be finished in "
    assert session.check() == f"{several}several ways."
    session.place(9, 1)
    assert session.check() == f"{several}one way."


def test_the_check_reports_own_digits_that_no_solution_has() -> None:
    session = Session(small())
    for at, digit in ((0, 1), (1, 2), (2, 3), (7, 4)):
        session.place(at, digit)
    assert session.check() == ("There is a mistake on the board: it cannot be finished.")


def test_the_check_of_a_solved_board_says_so() -> None:
    session = Session(board(THREE_OPEN))
    for name, digit in (("r1c1", 1), ("r5c5", 9), ("r9c9", 5)):
        session.place(cell(name), digit)
    assert session.is_solved
    assert session.check() == "The board is solved."


def test_a_puzzle_is_saved_as_rows_with_dots(tmp_path: Path) -> None:
    file = tmp_path / "puzzle.txt"
    Session(small("1 . | . 4   . . | 1 .   . . | . .   . . | 3 .")).save(str(file))
    assert file.read_text() == "1..4\n..1.\n....\n..3.\n"


def test_own_digits_are_saved_beside_the_givens(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    session = Session(small("1 . | . 4   . . | 1 .   . . | . .   . . | 3 ."))
    session.place(1, 3)
    session.save(str(file))
    assert file.read_text() == (
        "[Puzzle]\n1..4\n..1.\n....\n..3.\n[State]\n13.4\n..1.\n....\n..3.\n"
    )


@pytest.mark.parametrize("settings", [LoopSettings(), MANUAL], ids=["auto", "manual"])
def test_what_is_saved_is_loaded_the_same_on_every_board(
    all_boards: list[Any], settings: LoopSettings, tmp_path: Path
) -> None:
    file = str(tmp_path / "game.txt")
    by_layout = {solved.puzzle.layout: solved for solved in all_boards}
    assert len(by_layout) > 5
    for solved in by_layout.values():
        session = Session(solved.puzzle, settings=settings)
        first, second, *_ = session.grid.open_cells
        assert round_trip(session, file)
        session.place(first, solved.puzzle.layout.digits[0])
        assert round_trip(session, file)
        session.toggle_note(second, min(session.grid.candidates(second)))
        assert round_trip(session, file)


def round_trip(session: Session, file: str) -> bool:
    """Whether the board of `session` is the same after it was saved and loaded."""
    before = session.grid
    session.save(file)
    session.load(file)
    return session.grid == before and session.length == 1


def test_own_digits_can_be_erased_after_loading(tmp_path: Path) -> None:
    file = str(tmp_path / "game.txt")
    session = Session(small("1 . | . .   . . | . .   . . | . .   . . | . ."))
    session.place(1, 2)
    session.save(file)
    session.load(file)
    assert session.erase(1) is None
    assert session.erase(0) is not None


def test_a_board_is_saved_until_it_changes_and_again_when_that_is_undone(tmp_path: Path) -> None:
    session = Session(small())
    assert session.is_saved
    session.place(0, 1)
    assert not session.is_saved
    session.save(str(tmp_path / "game.txt"))
    assert session.is_saved
    session.back()
    assert not session.is_saved
    session.forward()
    assert session.is_saved


def test_a_session_over_a_run_is_saved_as_it_begins(helpers: list[Component]) -> None:
    grid = board(THREE_OPEN)
    run = Run(grid, Loop(helpers, MANUAL).events(grid))
    session = Session(grid, run=run, settings=MANUAL)
    session.forward()
    session.home()
    assert session.grid.marks == "manual"
    assert session.is_saved


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no puzzle in it"),
        ("1...\n....\n....\n....\n\n2...\n....\n....\n....\n", "2 puzzles: the file must have one"),
        ("53..7....\n6..195...\n", "2 rows: a 9x9 puzzle has 9"),
    ],
)
def test_a_file_that_is_no_puzzle_is_reported_in_one_line(
    tmp_path: Path, text: str, why: str
) -> None:
    file = tmp_path / "bad.txt"
    file.write_text(text)
    session = Session(small())
    session.place(0, 1)
    with pytest.raises(FormatError, match=why):
        session.load(str(file))
    assert session.grid.line == "1..............."


def test_files_that_cannot_be_opened_or_written_are_reported_in_one_line(tmp_path: Path) -> None:
    session = Session(small())
    with pytest.raises(FormatError, match="missing"):
        session.load(str(tmp_path / "missing.txt"))
    with pytest.raises(UsageError, match="cannot be written"):
        session.save(str(tmp_path / "missing" / "game.txt"))


def test_loading_begins_anew_and_leaves_the_run(helpers: list[Component], tmp_path: Path) -> None:
    file = tmp_path / "small.txt"
    file.write_text("1...\n....\n....\n....\n")
    session = watching(board(THREE_OPEN), helpers)
    session.forward()
    session.load(str(file))
    assert (session.length, session.source) == (1, str(file))
    assert session.layout is Layout.named("4x4")
    assert not session.wants_more
    assert session.is_saved
