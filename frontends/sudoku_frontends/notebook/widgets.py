"""Widgets: a `Board` to work on by hand, `Film` and `trace`; and the magic ``%%strategy``."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import Any

from sudoku_engine.bundled import install

try:
    import anywidget
    import traitlets
except ImportError as error:
    what = f"the notebook needs anywidget: {install('notebook')}"
    raise ImportError(what, name="anywidget") from error

from sudoku_engine import Engine, Event, Grid, Layout, LoopSettings, Run, SolveResult
from sudoku_engine.atomic_file import whole_file
from sudoku_engine.board.masks import bits
from sudoku_engine.board.words import counted, require_number
from sudoku_engine.errors import FormatError, SudokuError, UsageError, require_word
from sudoku_engine.formats.given import entry_of
from sudoku_frontends.film.document import film_document
from sudoku_frontends.film.page import film_style, packed, replay_page, script
from sudoku_frontends.notebook.checking import CheckResult, check, checked_text, short, text_of
from sudoku_frontends.pictures.themes import THEMES, theme_named
from sudoku_frontends.player.editor import Editor
from sudoku_frontends.player.view import Input, PageView, input_of
from sudoku_plugins.session.next_steps import session as open_board
from sudoku_plugins.trace.asking import TraceWatch
from sudoku_plugins.trace.model import Trace
from sudoku_plugins.trace.painters import trace_lines
from sudoku_plugins.trace.trace_page import STYLES, trace_document, trace_page

__all__ = ["Board", "CheckResult", "Film", "check", "trace"]


class _Shown(anywidget.AnyWidget):
    """A widget, and what is shown in its place by pages without widgets."""

    def _in_its_place(self) -> dict[str, str]:
        raise NotImplementedError

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = super()._repr_mimebundle_(**options)
        if bundle is not None:
            bundle[0].update(self._in_its_place())
        return bundle


BY_HAND = LoopSettings(mode="fixpoint")
"""The way to apply helpers: each until it finds nothing more."""

AUTO = "auto"


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


class Board(_Shown):
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

    def _in_its_place(self) -> dict[str, str]:
        return {"image/svg+xml": self.grid._repr_svg_()}


class _PageFilm(_Shown):
    """A film that plays in the page alone, so a saved notebook can show it without Python."""

    _document = traitlets.Unicode().tag(sync=True)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the film as a page of its own, which needs neither Python nor a network.

        Raises UsageError if the file cannot be written.
        """
        with whole_file(os.fspath(path)) as stream:
            stream.write(self._whole_page())

    def _whole_page(self) -> str:
        raise NotImplementedError


class Film(_PageFilm):
    """A film of how puzzles are solved: to play, to step through, to reveal bit by bit.

    It plays in the page alone, so a saved notebook can show it without Python. `puzzle` and
    `moment` are the place that is shown, from 0; they may be set, too, and end with the film.
    """

    _esm = script("film.js", __package__)

    puzzle = traitlets.Int(0, min=0).tag(sync=True)

    moment = traitlets.Int(0, min=0).tag(sync=True)

    _style = traitlets.Unicode(film_style()).tag(sync=True)

    def __init__(
        self,
        *puzzles: Any,
        theme: str = "auto",
        candidates: bool = True,
        playing: bool = False,
        delay: float = 0.8,
        plugins: Any = (),
        **options: Any,
    ) -> None:
        """Film each of `puzzles`: a `Run`, a result of `solve`, or a puzzle, which is then solved.

        `theme`: ``light``, ``dark``, ``projector``, or ``auto`` for one that suits the page.
        `candidates`: whether to show them. `playing`: whether it plays at once. `delay`: seconds
        from step to step. `plugins` and `options`: as for `solve`, such as `strategies`. Raises
        PuzzleError, PluginError and UsageError.
        """
        require_word(theme, ("auto", *THEMES), "theme")
        require_number(delay, "delay")
        if not puzzles:
            raise UsageError("Film() has nothing to show: write Film(puzzle)")
        with Engine(plugins) as engine:
            runs = [_run(puzzle, engine, options) for puzzle in puzzles]
            self._record = film_document(
                ((run.name, _events(run)) for run in runs),
                theme=theme,
                candidates=candidates,
                playing=playing,
                delay=delay,
            )
        self._picture = runs[0]._repr_svg_()
        text = json.dumps(self._record, separators=(",", ":"))
        super().__init__(_document=packed(text))

    @traitlets.validate("puzzle", "moment")
    def _existing(self, proposal: Mapping[str, Any]) -> int:
        """Return the number that was set, or that of the last puzzle, or moment of the puzzle."""
        found = self._record["puzzles"]
        if proposal["trait"].name == "moment":
            found = found[self.puzzle]["moments"]
        return min(int(proposal["value"]), len(found) - 1)

    def _whole_page(self) -> str:
        return replay_page(self._record)

    def _in_its_place(self) -> dict[str, str]:
        return {"image/svg+xml": self._picture}

    def __repr__(self) -> str:
        puzzles = self._record["puzzles"]
        name = puzzles[0]["title"] if len(puzzles) == 1 else counted(len(puzzles), "puzzle")
        return f"<Film: {name}>"


def _events(run: Run) -> Iterable[Event]:
    """Return the events of `run`; raise UsageError if no run is left."""
    if run.last is not None:
        raise UsageError("this run has been watched already: a Run happens only once")
    return run


def _run(puzzle: Any, engine: Engine, options: dict[str, Any]) -> Run:
    if isinstance(puzzle, Run):
        return puzzle
    if isinstance(puzzle, SolveResult):
        return Run(puzzle.puzzle, iter(puzzle.events))
    entry = entry_of(puzzle, options.get("layout"))
    events = engine.solve(entry.grid, **{**options, "layout": None}).events
    return Run(entry.grid, iter(events), source=entry.source, name=entry.name)


class TraceFilm(_PageFilm):
    """A film of a strategy's lines: the code with its values, and the board that it looks at.

    It plays in the page alone, so a saved notebook can show it without Python. `trace` has all that
    it shows.
    """

    _esm = script("trace.js", __package__)

    _style = traitlets.Unicode(film_style(*STYLES)).tag(sync=True)
    _theme = traitlets.Unicode().tag(sync=True)

    def __init__(self, trace: Trace, theme: str = "auto") -> None:
        """Show `trace`; `theme`: as for a `Film`."""
        require_word(theme, ("auto", *THEMES), "theme")
        self.trace = trace
        text = json.dumps(trace_document(trace), separators=(",", ":"))
        super().__init__(_document=packed(text), _theme=theme)

    def _whole_page(self) -> str:
        return trace_page(self.trace)

    def _in_its_place(self) -> dict[str, str]:
        return {"text/plain": str(self)}

    def __str__(self) -> str:
        return "\n".join(trace_lines(self.trace, io.StringIO()))

    def __repr__(self) -> str:
        first = next((each.text for each in self.trace.remarks), "it shows nothing special")
        return f"<TraceFilm {self.trace.id}: {first}>"


def trace(
    strategy: Any,
    puzzle: Any = None,
    *,
    number: int | None = None,
    expect: str | None = None,
    against: str | None = None,
    theme: str = "auto",
    namespace: Any = None,
) -> TraceFilm:
    """Return the lines of `strategy` at work on `puzzle`, or where its check finds a fault.

    `number`: of the fault, by default the first one with a board. `expect`: the step that it should
    find, such as ``"r1c4<>8"``. `theme`: as for a `Film`; all else is as for `check`. Raises
    UsageError if there is nothing to show, and PuzzleError.
    """
    text, names = text_of(strategy, namespace, against)
    watch = TraceWatch(None if puzzle is None else entry_of(puzzle).grid, number, expect)
    found, path = checked_text(text, names, watch, against)
    if watch.trace is None:
        problems = "\n".join(map(str, found.problems))
        raise UsageError(short(problems or watch.nothing(found), path))
    blocks = [each._replace(file=short(each.file, path)) for each in watch.trace.blocks]
    return TraceFilm(replace(watch.trace, file="cell", blocks=tuple(blocks)), theme)


def load_ipython_extension(shell: Any) -> None:
    """Add ``%%strategy`` to the IPython `shell`, for ``%load_ext sudoku_engine.notebook``."""
    from IPython.core.magic_arguments import MagicArgumentParser

    options: Any = MagicArgumentParser("%%strategy")  # type: ignore[no-untyped-call]
    options.add_argument("--against", metavar="ID")
    options.add_argument("--strict", action="store_true")

    def strategy(line: str, cell: str) -> CheckResult:
        """Check the strategy or the rule in this cell, and define it if it can be loaded.

        %%strategy [--against ID] [--strict], or %%rule

        --against compares it with one of ours, such as naked_pair; with --strict advice counts as
        a fault.
        """
        chosen = vars(options.parse_argstring(line))
        text = f"# %%strategy\n{cell}"  # editors count the line of the magic, too
        result = check(text, namespace=shell.user_ns, **chosen)
        # Only now: code that hangs in the check would hang here, too.
        if not result.problems:
            shell.run_cell(text)
        return result

    for name in ("strategy", "rule"):
        shell.register_magic_function(strategy, "cell", name)


if "IPython" in sys.modules:
    from IPython.core.getipython import get_ipython

    if (_shell := get_ipython()) is not None:
        load_ipython_extension(_shell)
