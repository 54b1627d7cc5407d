"""The input and output of a controller: keys, clicks, and a `View`.

A controller has one method, ``tick(view, now, inputs)``. A front end calls it about sixty times a
second (see `FRAME`), with all keys and clicks since the last call. It shows the present scene::

    class Counter:
        count = 0

        def tick(self, view: View, now: float, inputs: Sequence[Input]) -> None:
            for given in inputs:
                if isinstance(given, Key) and given.name == "space":
                    self.count += 1
                elif isinstance(given, Key) and given.name == "q":
                    view.close()
            view.show(Scene(GRID, title=f"{self.count}"), theme_named("light"))

Showing the same scene again costs nothing, so a controller need not remember it. A tick must be
quick: long work belongs in a `worker.Worker`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, Union

from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.themes import Theme

FRAME = 1 / 60
"""Seconds from tick to tick."""


class Key(NamedTuple):
    """A key was pressed.

    `name` is the character that it writes (``a``, ``+``), or one of ``space``, ``Return``,
    ``Escape``, ``BackSpace``, ``Delete``, ``Left``, ``Right``, ``Up``, ``Down``, ``Home``, ``End``,
    ``PageUp``, ``PageDown``, ``F1`` … ``F12``. The number pad has the same names as the main block.
    With the control key it is ``Control-z``, with shift an arrow is ``Shift-Left``.
    """

    name: str


class Click(NamedTuple):
    """The mouse was clicked at a point of the picture; `button` counts from 1, the left one.

    `adds`: with the control or the shift key, which adds to what is selected.
    """

    x: float
    y: float
    button: int = 1
    adds: bool = False


class Drag(NamedTuple):
    """The pointer was moved to a point of the picture, with the left button held down."""

    x: float
    y: float


class Paste(NamedTuple):
    """The user wants the `text` of the clipboard here."""

    text: str


Input = Union[Key, Click, Drag, Paste]

CLOSE_BUTTON = Key("close button")
"""The view's own close button; only controllers that decide about closing receive it."""


class View(Protocol):
    """The surface on which a controller draws: a window, or a page in a browser."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        ...

    def show(self, scene: Scene, theme: Theme, title: str = "") -> None:
        """Show `scene`, with its messages and its help, and `title` above it."""
        ...

    def copy(self, text: str) -> None:
        """Put `text` on the clipboard."""
        ...

    def close(self) -> None:
        """Close the view after this tick."""
        ...


class Controller(Protocol):
    """Decides the contents of a view."""

    def tick(self, view: View, now: float, inputs: Sequence[Input]) -> None:
        """Act on `inputs`, all since the last tick, and show the present scene.

        `now` is the time in seconds by the monotonic clock.
        """
        ...
