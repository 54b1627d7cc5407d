"""The film of a trace in a window and in a notebook: keys pressed, and nothing to draw on."""

from pathlib import Path

import pytest

from sudoku_engine.errors import UsageError
from sudoku_engine.notebook import trace
from sudoku_frontends.notebook.widgets import TraceFilm as NotebookFilm
from sudoku_frontends.pictures.board_picture import frame_of_scene, picture
from sudoku_frontends.pictures.captions import frame_with_list
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.shapes import Box
from sudoku_frontends.pictures.themes import theme_named
from sudoku_frontends.player.trace_film import TraceFilm
from sudoku_frontends.player.view import Click, Input, Key
from sudoku_plugins.trace.painters import TraceSession
from tests.support.editors import Window
from tests.support.traces import BOARD, TRACE


class Film(Window):
    """The film of a trace, and what it last showed."""

    size = 1000, 700
    now = 100.0

    def __init__(self) -> None:
        self.film = TraceFilm(TraceSession(TRACE))
        self.tick()

    def tick(self, *inputs: Input) -> Scene:
        self.film.tick(self, self.now, inputs)
        return self.scene


def test_a_window_opens_at_the_moment_that_tells_most() -> None:
    scene = Film().scene
    assert scene.title == "line 6: `<b>grid</b>` is False"
    assert scene.reason == "False: 1 == 2; It looks at the candidates of r1c2."
    assert scene.choices == (
        "4   def mine(grid):",
        "5       for cell in grid.open_cells:   \u2190 cell = r1c2",
        "6           if <b>grid</b>:   \u2190 False: 1 == 2",
        "7               1",
    )
    assert scene.choices[scene.chosen].startswith("6")
    assert scene.selected == 1 << 1


def test_keys_lead_from_line_to_line_and_show_the_step() -> None:
    window = Film()
    assert window.tick(Key("Right")).counts == (("line", "3 of 3"),)
    assert window.tick(Key("Home")).reason == "cell = r1c2"
    shown = window.tick(Key("s"))
    assert (shown.title, shown.step) == ("it finds nothing", TRACE.witness)
    window.tick(Key("space"))
    window.now += 1
    assert window.tick().chosen == 2
    window.tick(Key("q"))
    assert window.is_closed


def test_a_click_on_a_line_leads_to_its_next_turn() -> None:
    window = Film()
    room = frame_with_list(BOARD.layout, *window.size, is_half=True)[1]
    second = 1.5 * room.inner.height / room.rows
    scene = window.tick(Click(room.inner.x + 5, room.inner.y + second))
    assert scene.counts == (("line", "3 of 3"),)


def test_code_takes_half_of_a_wide_picture_and_the_lower_part_of_a_high_one() -> None:
    scene = Film().scene
    assert frame_with_list(BOARD.layout, 1000, 700, is_half=True)[1].box == Box(480, 0, 520, 700)
    assert frame_with_list(BOARD.layout, 600, 800, is_half=True)[1].box.y > 400
    assert frame_of_scene(scene, 1000, 700).width == 480
    parts = {part.name: part.shapes for part in picture(scene, theme_named("light"), 1000, 700)}
    assert parts["list"]


def test_a_notebook_shows_the_film_or_its_words(tmp_path: Path) -> None:
    film = NotebookFilm(TRACE)
    assert repr(film) == "<TraceFilm mine: line 6: `<b>grid</b>` is False>"
    assert "it should find: r1c3=2" in film._repr_mimebundle_()[0]["text/plain"]
    film.save(tmp_path / "trace.html")
    assert "<title>Mine (mine.py)</title>" in (tmp_path / "trace.html").read_text(encoding="utf-8")


@pytest.mark.process
def test_a_function_is_traced_on_a_board() -> None:
    text = """
from sudoku_engine import Candidate, Step, strategy

@strategy("Mine", score=4, level="easy", sizes=[4])
def mine(grid):
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 0:
            yield Step([Candidate(cell, 2)])
"""
    film = trace(text, BOARD, expect="r1c3=2")
    assert film.trace.remarks[0].line == 7
    assert {block.file for block in film.trace.blocks} == {"cell"}
    with pytest.raises(UsageError, match="cell: no strategy in it"):
        trace("x = 1", BOARD)
