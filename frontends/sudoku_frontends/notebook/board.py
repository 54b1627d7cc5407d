"""`Board`: a board in a notebook, to work on by hand, with strategies as helpers."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from time import monotonic
from typing import Any

import anywidget
import traitlets

from sudoku_engine import Engine, Grid, Layout, LoopSettings
from sudoku_engine.board.masks import bits
from sudoku_engine.errors import FormatError, SudokuError, UsageError
from sudoku_frontends.film.page import film_style, packed, script
from sudoku_frontends.pictures.themes import theme_named
from sudoku_frontends.player.editor import Editor
from sudoku_frontends.player.view import Input, PageView, input_of
from sudoku_plugins.session.next_steps import session as open_board

BY_HAND = LoopSettings(mode="fixpoint")
"""The way to apply helpers: each until it finds nothing more."""

AUTO = "auto"
"""The word for the theme that suits the page."""


def _as_line(grid: Grid, board: Board) -> str:
    return grid.layout.clue_line + grid.line


def _from_line(line: str, board: Board) -> Grid:
    """Return the board of `line` from the page; the present grid if it is that one, or no board.

    It is read at once: while a widget takes what a page has set, it validates nothing.
    """
    now: Grid = board.grid
    if line == _as_line(now, board):
        return now
    try:
        return board._as_grid(line)
    except SudokuError:
        board.send_state("grid")
        return now


class Board(anywidget.AnyWidget):
    """A board to work on by hand: click a cell and type a digit; F1 shows all keys.

    `grid` is the board as it stands. It may be set, too: the page then shows it, and a change of
    the same puzzle can be undone.
    """

    _esm = script("board.js", __package__)
    _css = film_style("hand_board")

    grid: Any = traitlets.TraitType().tag(sync=True, to_json=_as_line, from_json=_from_line)
    """The board as it stands, a `Grid`; it may be set to anything that `solve` takes.

    On the page it is a line of digits, below its clues, which may be set there, too.
    """

    _picture = traitlets.Unicode().tag(sync=True)
    _words = traitlets.Unicode().tag(sync=True)
    _is_thinking = traitlets.Bool(False).tag(sync=True)
    _is_drawing = traitlets.Bool(False).tag(sync=True)
    _seen = traitlets.Unicode().tag(sync=True)

    def __init__(
        self,
        puzzle: Any = None,
        *,
        layout: Layout | str | None = None,
        strategies: Any = None,
        plugins: Any = (),
        theme: str = AUTO,
        candidates: bool = False,
    ) -> None:
        """Show `puzzle`, anything that `solve` takes; without it the board is empty.

        `layout`, `strategies`, `plugins`: as for `solve`; strategies are the helpers. `theme`:
        ``light``, ``dark``, ``projector``, or ``auto`` for one that suits the page. `candidates`:
        whether all candidates are shown as notes from the beginning. Raises PuzzleError,
        PluginError and UsageError.
        """
        usual = theme_named("light" if theme == AUTO else theme)
        self._engine = Engine(plugins)
        session = open_board(
            puzzle,
            strategies=strategies,
            settings=BY_HAND,
            layout=layout,
            has_notes=candidates,
            plugins=self._engine,
        )
        self._editor = Editor(session, theme=usual.name, has_pad=True, has_window=False)
        self._page_theme = usual.name if theme == AUTO else ""
        """The theme that suits the page; as long as it is the editor's, too, that one follows."""
        self._view = PageView(session.layout)
        super().__init__(grid=session.grid)
        self._tick()
        self.observe(self._open_grid, "grid")
        self.on_msg(self._take)

    def close(self) -> None:
        """End the board on the page, working strategies, and the processes of plugins."""
        if "_editor" in vars(self):  # the puzzle could be read
            self._editor.stop()
            self._engine.close()
        super().close()

    @traitlets.validate("grid")
    def _read_grid(self, proposal: Mapping[str, Any]) -> Grid:
        return self._as_grid(proposal["value"])

    def _as_grid(self, given: Any) -> Grid:
        """Return the board that is meant by `given`.

        If it is no `Grid`, one of the same size has the same layout, unless it has clues of its
        own. With all the givens of the present board it is the same puzzle, so that its other
        digits are not given.
        """
        now = self._editor.session.grid
        if isinstance(given, Grid):
            return given
        if given is None:
            raise UsageError("grid must be a board, not None: does your function return its board?")
        found = open_board(given, plugins=self._engine).grid
        if found.layout.n != now.layout.n:
            return found
        layout = now.layout.shape if found.layout.written_clues else now.layout
        with suppress(FormatError):  # other signs than those of the board
            found = open_board(given, layout=layout, plugins=self._engine).grid
        if found.layout is not now.layout:
            return found
        is_same = all(found.digits[cell] == now.digits[cell] for cell in bits(now.given))
        if found.has_own_marks or not is_same:
            return found
        return Grid(now.layout, found.digits, given=now.given)

    def _open_grid(self, change: Mapping[str, Any]) -> None:
        """Show the new value of `grid`, unless the editor has set it."""
        if change["new"] != self._editor.session.grid:
            self._editor.open(change["new"])
            self._tick()

    def _take(self, board: object, message: Mapping[str, Any], buffers: object) -> None:
        kind, given = message["kind"], input_of(message)
        if kind == "size":
            self._view.fit(message["width"], self._editor.session.layout)
            if self._editor.state.theme.name == self._page_theme:
                self._page_theme = "dark" if message["is_dark"] else "light"
                self._editor.state.theme = theme_named(self._page_theme)
        self._tick(*() if given is None else [given])
        if kind == "look":
            self.send({"looked": True})

    def _tick(self, *inputs: Input) -> None:
        """Let the editor act on `inputs`, and send what has changed."""
        editor, view = self._editor, self._view
        editor.tick(view, monotonic(), inputs)
        with self.hold_sync():
            self._picture, self._words = packed(view.picture), view.words
            self._is_thinking = editor.is_thinking
            self._is_drawing = editor.state.draft is not None
            self.grid = editor.session.grid
        if view.copied:
            self.send({"copied": view.copied})
            view.copied = ""

    def __repr__(self) -> str:
        return f"<Board {self.grid.line}>"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Return the widget, and a picture for where no widget can be shown."""
        bundle = super()._repr_mimebundle_(**options)
        if bundle is not None:
            bundle[0]["image/svg+xml"] = self.grid._repr_svg_()
        return bundle
