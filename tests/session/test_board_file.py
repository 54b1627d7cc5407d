"""Boards that are saved and loaded."""

from pathlib import Path
from typing import Any

import pytest

from sudoku_engine import Candidate, FormatError, Grid, Layout, LoopSettings, Run
from sudoku_engine.errors import UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.loop import Loop
from sudoku_plugins.session.workbench import Session
from tests.support.boards import THREE_OPEN, board
from tests.support.sessions import MANUAL, small, watching


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


WITH_CLUES = "clues: thermometer r1c1,r2c2; anti-knight\n1..4\n..1.\n....\n..3.\n"


def test_clues_are_saved_with_their_board(tmp_path: Path) -> None:
    file = tmp_path / "variant.txt"
    session = Session(Grid.parse(WITH_CLUES))
    assert round_trip(session, str(file))
    assert file.read_text() == WITH_CLUES.replace("anti-", "anti ")
    session.place(1, 3)
    assert round_trip(session, str(file))
    session.toggle_note(12, 2)
    assert round_trip(session, str(file))


def test_a_puzzle_that_is_read_has_its_own_clues_alone(tmp_path: Path) -> None:
    file = tmp_path / "plain.txt"
    file.write_text("1...\n....\n....\n....\n")
    session = Session(Grid.parse(WITH_CLUES))
    session.load(str(file))
    assert session.layout is Layout.named("4x4")
    session.paste(WITH_CLUES)
    assert [str(clue) for clue in session.layout.clues] == ["thermometer r1c1,r2c2", "anti knight"]


def test_a_puzzle_that_is_read_has_the_clues_that_all_have() -> None:
    diagonals = Layout.named("4x4+diagonals")
    layout = Grid.parse("clues: anti-knight\n" + "." * 16, diagonals).layout
    session = Session(Grid.parse("." * 16, layout), layout=layout)
    session.paste("1" + "." * 15)
    assert session.layout is layout


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


def test_own_notes_are_saved_and_loaded(tmp_path: Path) -> None:
    file = str(tmp_path / "game.txt")
    session = Session(small(), has_notes=False)
    session.write_note(0, 1)
    session.write_note(2, 4)
    assert not session.is_saved
    assert round_trip(session, file)
    assert session.notes == {Candidate(0, 1), Candidate(2, 4)}
    assert session.is_saved


def test_notes_in_the_middle_and_colours_of_cells_are_saved_and_loaded(tmp_path: Path) -> None:
    session = Session(small(), has_notes=False)
    session.write_note(0, 1, is_centre=True)
    session.shade([1, 2], 3)
    session.shade([3], 2)
    assert round_trip(session, str(tmp_path / "game.txt"))
    assert session.own.centres == {Candidate(0, 1)}
    assert session.own.shades == {1: 3, 2: 3, 3: 2}


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
        (
            "1...\n....\n....\n....\n\n2...\n....\n....\n....\n",
            "2 puzzles instead of one: name one by its line",
        ),
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
