"""Digits and notes by hand, undone and redone; what stays eliminated, and what comes back."""

from collections.abc import Iterator

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_engine import Candidate, Grid, Layout, LoopSettings, Step, SudokuError, cell, strategy
from sudoku_engine.board.masks import mask_of
from sudoku_engine.plugins.component import Component
from sudoku_plugins.session.workbench import Mistake, Session
from sudoku_plugins.variants.rule_book import RULE_BOOK
from tests.support.boards import PUZZLE, SOLUTION, board
from tests.support.sessions import MANUAL, of, small


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


@pytest.mark.parametrize(
    ("clue", "why"),
    [
        ("killer cage 5 r3c3,r4c4", "3 in r4c4 breaks the clue killer cage 5 r3c3,r4c4"),
        ("thermometer r3c3,r4c4", "3 in r4c4 breaks the clue thermometer r3c3,r4c4"),
        ("anti king", "3 in r4c4 breaks the clue anti king together with r3c3"),
    ],
)
def test_a_digit_that_breaks_a_clue_is_refused_with_the_clue(clue: str, why: str) -> None:
    layout = Layout.of_size(9).with_clues([RULE_BOOK.read(clue, Layout.of_size(9))])
    session = Session(Grid(layout, [0] * 20 + [3] + [0] * 60))
    assert session.place(30, 3) == Mistake(30, 3, why)
    assert session.place(80, 3) is None


def test_digits_on_the_board_that_break_a_clue_are_marked() -> None:
    clue = RULE_BOOK.read("killer cage 5 r1c1,r2c2", Layout.of_size(9))
    digits = [3] + [0] * 9 + [4] + [0] * 70
    session = Session(Grid(Layout.of_size(9).with_clues([clue]), digits))
    assert session.mistakes == mask_of([0, 10])


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
    """Eliminate 4 from the last cell, as if for a good reason."""
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
