"""Proofs in the editor: clicks name cells and houses."""

from threading import Thread

import pytest

from sudoku_engine import Candidate, Grid
from sudoku_frontends.pictures.board_picture import frame_of_scene
from sudoku_frontends.player.view import Click, Paste
from sudoku_plugins.course.exercises import Practice
from sudoku_plugins.course.proving import ProofExercise, ProofSession, Task
from sudoku_plugins.reasons.smallest_reason import Reason, smallest_reason
from tests.support.editors import Desk, marked

PAIR = Grid.parse(
    "9613827453.2.479.67.4..9.32.379.5..4.95.34.7.146278359679453.2.423891567518726493"
)
"""r3c7 and r7c7 hold only 1 and 8, so r4c7 is neither."""


def practice_of_two() -> tuple[Practice[ProofExercise], ProofExercise]:
    """Two tasks, r4c7 is not 1, r5c7 is not 8; and the first."""
    layout = PAIR.layout
    gone = [Candidate(layout.cell("r4c7"), 1), Candidate(layout.cell("r5c7"), 8)]
    reasons = [smallest_reason(PAIR, (), [each]) for each in gone]
    tasks = [Task(*each) for each in zip(gone, reasons) if isinstance(each[1], Reason)]
    practice = Practice(map(ProofExercise, tasks), 2)
    exercise = practice.next()
    assert exercise is not None
    return practice, exercise


@pytest.fixture
def desk() -> Desk:
    return Desk(ProofSession(*practice_of_two()))


def click_column(desk: Desk, column: int) -> None:
    """Click on the number above a column."""
    frame = frame_of_scene(desk.scene, *desk.size)
    x = frame.board.x + (column - 0.5) * frame.cell
    desk.give(Click(x, frame.board.y - frame.label))


def test_cells_are_named_until_they_are_enough(desk: Desk) -> None:
    assert desk.scene.title == "Board 1 of 2: prove that r4c7 is not 1"
    scene = desk.press("@r3c7")
    assert scene.reason == "Named: r3c7. It is not enough yet; c shows why."
    scene = desk.press("@r7c7")
    assert scene.title == "Right: r4c7 is not 1"
    assert scene.reason.startswith("No fewer truths are enough. If r4c7 is 1: r3c7 is 8")
    assert desk.press("Return").title == "Board 2 of 2: prove that r5c7 is not 8"


def test_a_digit_is_named_in_the_houses_that_are_clicked(desk: Desk) -> None:
    click_column(desk, 7)
    assert desk.scene.reason == "Which digit of column 7? Press it, then click again."
    desk.press("8")
    click_column(desk, 7)
    assert desk.scene.reason.startswith("Named: 8 in column 7.")
    assert desk.press("@r3c7").reason.startswith("Named: 8 in column 7 and 8 in box 3.")
    assert desk.press("@r3c7").reason.startswith("Named: 8 in column 7.")


def test_the_board_that_denies_it_is_shown_and_left_again(desk: Desk) -> None:
    scene = desk.press("@r3c7", "c")
    assert scene.grid.is_solved
    assert scene.grid.digit(scene.grid.layout.cell("r4c7")) == 1
    assert scene.reason.startswith("Everything named (r3c7) holds on this full board, but r4c7 is")
    assert desk.press("Escape").grid == PAIR
    assert desk.press("c", "@r7c7").grid == PAIR  # a click on that board names nothing
    assert desk.editor.proofs.named == ["r3c7"]


def test_what_is_typed_counts_and_a_slip_loses_nothing(desk: Desk) -> None:
    desk.press("@r3c7", "Return")
    assert desk.type("row 5").reason == "Row 5: which digit of it? Write 3 in row 5."
    assert desk.type("Return", "r7c7").title == "Right: r4c7 is not 1"


def test_arrows_choose_a_cell_and_enter_names_it(desk: Desk) -> None:
    assert desk.press("@r3c7", *["Down"] * 7, *["Right"] * 6).selected == marked("r7c7")
    assert desk.press("8", "Return").reason.startswith("Named: r3c7 and 8 in box 9.")
    assert desk.press("8", "space").title == "Right: r4c7 is not 1"


def test_names_are_pasted_and_taken_back(desk: Desk) -> None:
    desk.give(Paste("r3c7, 8 in row 4"))
    assert desk.editor.proofs.named == ["r3c7", "8 in row 4"]
    desk.give(Paste("-8 in row 4"))
    assert desk.editor.proofs.named == ["r3c7"]
    assert desk.give(Paste("-r7c7")).reason == "r7c7 is not named."
    desk.give(Paste("clear"))
    assert desk.editor.proofs.named == []


def test_where_it_is_not_judged_at_once_c_judges_it(desk: Desk) -> None:
    desk.editor.state.is_judging = False
    scene = desk.press("@r3c7")
    assert scene.reason == "Named: r3c7. Check tells whether it is enough."
    assert desk.press("c").title == "Not enough yet"
    scene = desk.give(Paste("r7c7, r4c1, r5c4"))
    assert scene.title == "Board 1 of 2: prove that r4c7 is not 1"
    scene = desk.press("c")
    assert scene.title == "Right: r4c7 is not 1"
    assert scene.reason.startswith("2 truths would have been enough: r3c7 and r7c7.")


def test_work_is_done_where_no_thread_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", refuse)
    desk = Desk(ProofSession(*practice_of_two()))
    assert desk.press("@r3c7", "@r7c7").title == "Right: r4c7 is not 1"
    desk.editor.stop()


def test_f8_shows_the_proof_which_counts_as_not_right(desk: Desk) -> None:
    assert desk.press("F8").title == "It was: r4c7 is not 1"
    assert isinstance(desk.session, ProofSession)
    assert desk.session.practice.score == "0 of 1 right"


def test_the_board_itself_cannot_be_changed(desk: Desk) -> None:
    desk.press("d", "x", "o", "1", "0", "r", "F9")
    assert desk.session.grid == PAIR
    assert desk.editor.state.prompt is None
