"""The widgets of a notebook: the board, keys and clicks in, `grid` out; what can be filmed."""

import json
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import sudoku_engine.notebook
from sudoku_engine import Engine, Grid, PuzzleError, Run, Step, cell, read, solve, strategy
from sudoku_engine.errors import UsageError
from sudoku_engine.notebook import Board, Film
from sudoku_frontends.pictures.board_picture import frame_of_scene
from sudoku_frontends.pictures.scene import Button, Scene
from tests.support.editors import THREE_OPEN
from tests.support.played_films import text_of_packed

SMALL = "12.. 34.. ...1 ..2."


@pytest.fixture(name="board")
def board_fixture() -> Iterator[Board]:
    board = Board(THREE_OPEN)
    yield board
    board.close()


def press(board: Board, *keys: str) -> None:
    for key in keys:
        send(board, kind="key", name=key)


def send(board: Board, **message: Any) -> None:
    board._take(board, message, [])


def picture(board: Board) -> str:
    return text_of_packed(board._picture)


def test_a_digit_typed_at_the_page_stands_on_the_board(board: Board) -> None:
    seen: list[Grid] = []
    board.observe(lambda change: seen.append(change["new"]), "grid")
    press(board, "Down", "Right", "Right", "4")
    assert board.grid.digit(cell("r1c3")) == 4
    assert seen == [board.grid]
    assert board._words == "4 placed in r1c3. r1c3: 4."


def test_a_click_goes_where_the_picture_has_the_cell(board: Board) -> None:
    pad = (Button("1"),) * 14  # nine digits and five words
    x, y = frame_of_scene(Scene(board.grid, pad=pad), *board._view.size).centre(cell("r5c5"))
    send(board, kind="click", x=x, y=y, button=1)
    press(board, "5")
    assert board.grid.digit(cell("r5c5")) == 5


def test_what_python_puts_on_the_board_is_shown_and_can_be_undone(board: Board) -> None:
    before = board.grid
    board.grid = before.apply(Step.parse("r1c3=4"))
    assert board._words.startswith("The board was changed.")
    press(board, "u")
    assert board.grid == before
    press(board, "Control-y")
    assert board.grid.digit(cell("r1c3")) == 4


def test_a_line_with_the_same_givens_is_the_same_puzzle(board: Board) -> None:
    given = board.grid.given
    board.grid = board.grid.line.replace(".", "4", 1)
    assert board.grid.given == given
    press(board, "u")
    assert board.grid.line.count(".") == 3


def test_the_page_has_the_grid_as_a_line_and_may_set_it(board: Board) -> None:
    before = board.grid
    line = board.get_state(["grid"])["grid"]
    assert line == before.line
    board.set_state({"grid": line})
    assert board.grid is before  # with its candidates
    board.set_state({"grid": "nonsense"})
    assert board.grid is before
    board.set_state({"grid": line.replace(".", "4", 1)})
    assert board.grid.digit(cell("r1c3")) == 4


def test_another_puzzle_begins_anew(board: Board) -> None:
    board.grid = SMALL
    assert board.grid.layout.n == 4
    press(board, "u")
    assert board._words == "Nothing to undo."


def test_a_board_without_a_puzzle_is_empty_and_keeps_its_layout_for_puzzles_of_its_size() -> None:
    board = Board(layout="4x4+diagonals")
    assert board.grid.n_open == 16
    board.grid = SMALL
    assert len(board.grid.layout.houses) == 14
    board.close()


def test_what_is_no_puzzle_is_refused_and_changes_nothing(board: Board) -> None:
    before = board.grid
    with pytest.raises(PuzzleError, match="cells"):
        board.grid = "12345"
    with pytest.raises(UsageError, match="does your function return its board"):
        board.grid = None
    assert board.grid == before
    assert repr(board) == f"<Board {before.line}>"
    with pytest.raises(PuzzleError):
        Board("12345")
    with pytest.raises(UsageError, match="dark"):
        Board(theme="drak")


def test_the_picture_is_as_wide_as_the_page_allows(board: Board) -> None:
    widths = {}
    for room in (200, 400, 700, 1200):
        send(board, kind="size", width=room, is_dark=False)
        widths[room] = int(ElementTree.fromstring(picture(board)).get("width", ""))
    assert widths == {200: 320, 400: 400, 700: 560, 1200: 760}


def test_the_theme_suits_the_page_unless_one_was_chosen(board: Board) -> None:
    chosen = Board(SMALL, theme="light")
    for each in (board, chosen):
        for is_dark in (True, False, True):  # as a notebook changes its theme
            send(each, kind="size", width=800, is_dark=is_dark)
            assert ("#12161b" in picture(each)) == (is_dark and each is board)
    press(board, "t")
    send(board, kind="size", width=400, is_dark=True)  # the key has the last word
    assert "#12161b" not in picture(board)
    chosen.close()


def test_the_page_has_no_window_to_close(board: Board) -> None:
    press(board, "q", "F1")
    assert "quit" not in board._words
    assert "full screen" not in board._words
    assert "undo" in board._words


def test_work_goes_on_while_the_page_asks_for_it(board: Board) -> None:
    sent: list[Any] = []
    board.send = sent.append
    press(board, "h")
    while board._is_thinking:
        send(board, kind="look")
        assert sent.pop() == {"looked": True}
    assert board.grid.is_solved
    assert "Hidden Single" in board._words


def test_text_of_plugins_is_text_in_the_picture(board: Board) -> None:
    press(board, "r")
    send(board, kind="paste", text="</svg><script>")
    root = ElementTree.fromstring(picture(board))
    assert "</svg><script>" in "".join(root.itertext())
    assert not [each for each in root.iter() if each.tag.endswith("script")]


def test_a_text_for_the_clipboard_is_sent_once(board: Board) -> None:
    sent: list[Any] = []
    board.send = sent.append
    press(board, "Control-c", "m")
    assert sent == [{"copied": board.grid.line}]


def test_where_no_widget_can_be_shown_there_is_a_picture(board: Board) -> None:
    bundle, _ = board._repr_mimebundle_()
    assert bundle["image/svg+xml"] == board.grid._repr_svg_()
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_the_door_knows_its_names() -> None:
    assert "Board" in dir(sudoku_engine.notebook)
    with pytest.raises(AttributeError, match="no attribute 'Bored'"):
        _ = sudoku_engine.notebook.Bored


def test_without_anywidget_the_door_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "sudoku_frontends.notebook.widgets")
    with pytest.raises(ImportError, match=r"pip install '\.\[notebook\]' in the project's folder"):
        import_module("sudoku_frontends.notebook.widgets")


VARIANT = "clues: thermometer r1c1,r2c2; anti-king\n" + "." * 16


@pytest.fixture
def variant() -> Iterator[Board]:
    board = Board(VARIANT)
    yield board
    board.close()


def test_the_page_has_the_clues_of_a_board(variant: Board) -> None:
    before = variant.grid
    line = variant.get_state(["grid"])["grid"]
    assert Grid.parse(line) == before
    variant.set_state({"grid": line})
    assert variant.grid is before
    variant.set_state({"grid": line.replace(".", "1", 1)})
    assert variant.grid.layout is before.layout
    assert variant.grid.digit(0) == 1


def test_a_board_that_is_set_keeps_its_clues_unless_it_brings_others(variant: Board) -> None:
    before = variant.grid
    variant.grid = "2" + "." * 15
    assert variant.grid.layout is before.layout
    variant.grid = "clues: anti-knight\n" + "." * 16
    assert [str(clue) for clue in variant.grid.layout.clues] == ["anti knight"]


def test_a_clue_that_is_drawn_at_the_page_reaches_the_grid(board: Board) -> None:
    before = board.get_state(["grid"])["grid"]
    press(board, "F9", "t", "Return", "Down", "space", "Down", "space", "Return")
    assert [str(clue) for clue in board.grid.layout.clues] == ["thermometer r1c1,r2c1"]
    assert board.get_state(["grid"])["grid"] == f"clues: thermometer r1c1,r2c1\n{before}"


def document(film: Film) -> dict[str, Any]:
    return json.loads(text_of_packed(film._document))  # type: ignore[no-any-return]


def titles(film: Film) -> list[str]:
    return [puzzle["title"] for puzzle in document(film)["puzzles"]]


def test_puzzles_results_and_runs_are_filmed() -> None:
    result = solve(SMALL)
    run = Run(result.puzzle, iter(result.events), source="puzzles.txt:3")
    film = Film(SMALL, result, run, theme="dark", candidates=False, delay=2)
    assert titles(film) == ["Puzzle 1", "Puzzle 2", "Puzzle 3"]
    assert document(film)["puzzles"][2]["source"] == "puzzles.txt:3"
    assert [repr(film), repr(Film(SMALL))] == ["<Film: 3 puzzles>", "<Film: Puzzle 1>"]
    kinds = [[moment["kind"] for moment in each["moments"]] for each in document(film)["puzzles"]]
    assert kinds == [["start", *["step"] * 10, "end"]] * 3
    options = {"theme": "dark", "candidates": False, "playing": False, "delay": 2}
    assert document(film)["options"] == options


def test_puzzles_of_a_file_have_their_places(tmp_path: Path) -> None:
    file = tmp_path / "two.txt"
    file.write_text("12..34.......12.\n12..34......2.1.\n", encoding="utf-8")
    assert len(titles(Film(*read(file)))) == 2
    assert document(Film(f"{file}:2"))["puzzles"][0]["source"] == "two.txt:2"
    file.write_text("12..34.......12.\n", encoding="utf-8")
    assert document(Film(file))["puzzles"][0]["source"] == "two.txt:1"


def test_a_film_has_the_name_of_its_puzzle(tmp_path: Path) -> None:
    file = tmp_path / "one.txt"
    file.write_text("12..34.......12. # Easter\n", encoding="utf-8")
    assert titles(Film(file, SMALL)) == ["Easter", "Puzzle 2"]


def test_the_options_are_those_of_solve() -> None:
    @strategy("Guess", score=1, level="easy", sizes=None)
    def guess(grid):  # type: ignore[no-untyped-def]
        return [Step.parse("r1c3=4", grid.layout)]

    with pytest.warns(UserWarning, match="guess"):
        film = Film(SMALL, strategies=[guess, "naked_single"], fallback=None)
    assert "refused" in [moment["kind"] for moment in document(film)["puzzles"][0]["moments"]]


def test_the_end_is_shown_where_no_widget_can_be() -> None:
    bundle, _ = Film(SMALL)._repr_mimebundle_()
    assert "Solved" in bundle["image/svg+xml"]


def test_a_film_is_saved_as_a_page(tmp_path: Path) -> None:
    page = tmp_path / "film.html"
    Film(SMALL).save(page)
    assert re.search('id="film-document">[^<]+</script>', page.read_text(encoding="utf-8"))
    with pytest.raises(UsageError, match="no-such-folder"):
        Film(SMALL).save(tmp_path / "no-such-folder" / "film.html")


def test_a_place_behind_the_end_is_the_end() -> None:
    film = Film(SMALL, "1... .... .... ....")
    film.moment = 99
    assert film.moment == 11
    film.puzzle = 7
    assert film.puzzle == 1


def test_what_cannot_be_filmed_is_refused_in_words() -> None:
    with pytest.raises(UsageError, match="nothing to show"):
        Film()
    with pytest.raises(PuzzleError, match="cells"):
        Film("12345")
    with pytest.raises(UsageError, match="projector"):
        Film(SMALL, theme="projectr")
    with pytest.raises(UsageError, match="delay"):
        Film(SMALL, delay=-1)
    with Engine() as engine:
        found = engine.solve(SMALL)
    run = Run(found.puzzle, iter(found.events))
    Film(run)
    with pytest.raises(UsageError, match="only once"):
        Film(run)
