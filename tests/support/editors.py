"""Editors on small boards, and the keys that are typed into them."""

import time
from collections.abc import Callable, Iterator

from sudoku_engine import Candidate, Grid, Step, cell, strategy
from sudoku_engine.board.masks import mask_of
from sudoku_frontends.pictures.board_picture import frame_of_scene
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.themes import Theme
from sudoku_frontends.player.editor import Editor
from sudoku_frontends.player.view import Click, Input, Key
from sudoku_plugins.session.workbench import Session
from tests.support.boards import SOLUTION, opened

THREE_OPEN = opened(SOLUTION, "r1c3 r5c5 r9c9")
"""4, 5 and 9 are missing; none of these cells sees another."""

LONG = 60


@strategy("Wrong", score=1, level="easy")
def wrong(grid: Grid) -> Iterator[Step]:
    """Says that r1c3 is 1, where the solution of `THREE_OPEN` has 4."""
    yield Step([Candidate(cell("r1c3"), 1)], reason="it looks nice")


class Window:
    """A window that only remembers what was shown, in which theme, and what was copied."""

    size = (700, 880)
    scene: Scene
    theme = title = copied = ""
    is_closed = False

    def show(self, scene: Scene, theme: Theme, title: str = "") -> None:
        self.scene, self.theme, self.title = scene, theme.name, title

    def copy(self, text: str) -> None:
        self.copied = text

    def close(self) -> None:
        self.is_closed = True


class Desk(Window):
    """A user at the board of an editor."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.editor = Editor(session)
        self.tick()

    def tick(self, *inputs: Input) -> None:
        self.editor.tick(self, time.monotonic(), inputs)

    def press(self, *keys: str) -> Scene:
        """Return the scene after these keys, when all their work is done.

        `@r1c3` is a click on the middle of this cell, `@r1c3:4` one on the place of its note 4.
        """
        for key in keys:
            name, _, note = key[1:].partition(":")
            if key.startswith("@"):
                self.click(name, note=int(note or 0))
            else:
                self.give(Key(key))
        return self.scene

    def type(self, *given: str) -> Scene:
        """Return the scene after keys, and a text that is typed over the old one and accepted."""
        *keys, text = given
        letters = ["space" if letter == " " else letter for letter in text]
        return self.press(*keys, "Control-u", *letters, "Return")

    def click(self, name: str, button: int = 1, note: int = 0) -> Scene:
        """The scene after a click on the middle of a cell, or on the place of a note of it."""
        frame = frame_of_scene(self.scene, *self.size)
        at = self.session.layout.cell(name)
        return self.give(Click(*(frame.note(at, note) if note else frame.centre(at)), button))

    def give(self, *inputs: Input) -> Scene:
        for given in inputs:
            self.tick(given)
            self.wait()
        return self.scene

    def wait(self) -> None:
        deadline = time.monotonic() + LONG
        while self.editor.is_thinking:
            assert time.monotonic() < deadline
            time.sleep(0.001)
            self.tick()

    def digit(self, name: str) -> int:
        return self.session.grid.digit(self.session.layout.cell(name))

    def notes(self, name: str) -> set[int]:
        return set(self.session.grid.candidates(self.session.layout.cell(name)))


Sit = Callable[..., Desk]
"""Sits a person down at a board."""


def marked(*names: str) -> int:
    return mask_of(cell(name) for name in names)
