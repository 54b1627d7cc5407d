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
quick: long work belongs in a `background.Worker`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Protocol, Union

from sudoku_engine import Grid, Layout
from sudoku_engine.board.say import tell
from sudoku_engine.board.words import sentence, symbol
from sudoku_frontends.pictures.board_picture import picture
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.shapes import Part, Rect
from sudoku_frontends.pictures.svg import svg
from sudoku_frontends.pictures.themes import Theme, theme_named

FRAME = 1 / 60
"""Seconds from tick to tick."""

CARET = "|"
"""The end of a line that the user types."""


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

    def show(self, scene: Scene, theme: Theme, title: str = "") -> None:
        """Show `scene`, with its messages and its help, and `title` above it."""

    def copy(self, text: str) -> None:
        """Put `text` on the clipboard."""

    def close(self) -> None:
        """Close the view after this tick."""


class Controller(Protocol):
    """Decides the contents of a view."""

    def tick(self, view: View, now: float, inputs: Sequence[Input]) -> None:
        """Act on `inputs`, all since the last tick, and show the present scene.

        `now` is the time in seconds by the monotonic clock.
        """


WIDE = 760, 560
"""The size of a picture with the words beside the board."""

NARROWEST, WIDEST = 320, 560
"""The width of a picture with the words above the board."""

HEIGHT = 1.42
"""Its height, in parts of its width."""

USUAL_DIGITS = 11
"""On boards with more digits the picture is larger; a page that is too narrow shows it smaller."""


def input_of(message: Mapping[str, Any]) -> Input | None:
    """Return the input in a `message` of ``hand_board.js``, or None."""
    match message:
        case {"kind": "key", "name": name}:
            return Key(name)
        case {"kind": "click", "x": x, "y": y, "button": button}:
            return Click(x, y, button, bool(message.get("adds")))
        case {"kind": "drag", "x": x, "y": y}:
            return Drag(x, y)
        case {"kind": "paste", "text": text}:
            return Paste(text)
    return None


class PageView:
    """The contents of a page: `scene`, as an SVG document and as words for screen readers.

    `copied` is a text that belongs on the clipboard of whoever is at the page.
    """

    def __init__(self, layout: Layout) -> None:
        self.size = WIDE
        self.scene = Scene(Grid(layout, [0] * len(layout.cells)))
        self.copied = ""
        self._theme = theme_named("light")
        self._drawn: tuple[Scene, Theme, tuple[int, int]] | None = None
        self._picture = ""
        self.fit(WIDE[0], layout)

    @property
    def picture(self) -> str:
        """The present picture; it is drawn when it is looked at, and only if it is another one."""
        shown = (self.scene, self._theme, self.size)
        if self._drawn is None or self._drawn[0] is not self.scene or self._drawn[1:] != shown[1:]:
            self._drawn = shown
            page = Part("page", (Rect(0, 0, *self.size, self._theme.ground),))
            self._picture = svg((page, *picture(*shown[:2], *self.size)), *self.size)
        return self._picture

    @property
    def words(self) -> str:
        """The words that a screen reader reads out."""
        return words_of(self.scene)

    def words_of_cells(self) -> str:
        """Return the same without what a page says at another place."""
        return words_of(replace(self.scene, title="", reason=""))

    def fit(self, width: int, layout: Layout, has_words: bool = True) -> None:
        """Choose the size for a page that has a room of this `width` for a board of `layout`.

        `has_words`: whether there are words in the picture, too.
        """
        scale = max(1.0, layout.n / USUAL_DIGITS)
        across = max(NARROWEST, min(width, WIDEST))
        wide, high = WIDE if width >= WIDE[0] else (across, round(HEIGHT * across))
        if not has_words:
            wide = high = across
        self.size = round(scale * wide), round(scale * high)

    def show(self, scene: Scene, theme: Theme, title: str = "") -> None:
        """Show `scene`; the `title` of a window is of no use here."""
        self.scene, self._theme = scene, theme

    def copy(self, text: str) -> None:
        """Have the page put `text` on the clipboard."""
        self.copied = text

    def close(self) -> None:
        """Do nothing: a page has no window to close."""


def words_of(scene: Scene) -> str:
    """Return the words that a screen reader reads out of `scene`.

    >>> from sudoku_engine import Grid
    >>> words_of(Scene(Grid.parse("12.. 34.. .... ...1"), title="Your turn", selected=4))
    'Your turn. r1c3: 3 or 4.'
    """
    if scene.help and not scene.reason.endswith(CARET):  # a list of choices is not for each key
        return "\n".join(scene.help)
    chosen = scene.choices[scene.chosen] if scene.choices else ""
    selected, grid = "", scene.grid
    if scene.selected.bit_count() > 1:
        selected = (
            f"{tell('{n:#} cells', n=scene.selected.bit_count())}: "
            f"{tell('{cells}', cells=grid.layout.cells_in(scene.selected))}"
        )
    elif scene.selected:
        cell = scene.selected.bit_length() - 1
        kept = sorted(scene.notes | scene.centres)
        notes = [note.digit for note in kept if note.cell == cell]
        inside = tell(
            "{digits:or}",
            digits=grid.candidates(cell) if scene.has_candidates else notes,
            cell=grid.layout.cells[cell],
        )
        inside = inside or tell("open")
        if digit := grid.digits[cell]:
            inside = symbol(digit, grid.layout.signs) + f", {tell('given')}" * grid.is_given(cell)
        selected = f"{grid.layout.cells[cell]}: {inside}"
    parts = (chosen, scene.title, scene.told, scene.notation, selected)
    return " ".join(sentence(part) for part in parts if part)
