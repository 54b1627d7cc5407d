"""A search shown on a terminal while it happens: the board, redrawn in place."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, TextIO

from sudoku_engine.api.events import Event, Started, TakenBack, Tried
from sudoku_engine.api.run import Run
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.terminal import rules
from sudoku_engine.board.text_board import board
from sudoku_engine.board.words import counted, symbol
from sudoku_engine.solving.level_game import Filling

if TYPE_CHECKING:
    from rich.live import Live
    from rich.text import Text

FRAME = 1 / 30
"""The least number of seconds between two pictures."""

USUAL_SPEED = 20.0
PATIENCE = 200
"""The number of changes that are shown at the usual speed before it grows."""


class LiveBoard:
    """Draw the search of a run that begins at `grid` on the terminal `out`.

    `speed` is the number of digits put in or taken back in a second, 0 for no limit; None starts
    at the usual speed, which then grows. Use it in a ``with`` block, which restores the terminal.
    """

    def __init__(self, grid: Grid, filling: Filling, out: TextIO, speed: float | None) -> None:
        from rich.console import Console  # only here, as below: it takes a while to load

        self._grid = grid
        self._filling = filling
        self._speed = speed
        # One character a cell, to find its place in the drawing.
        markers = [chr(0xE000 + cell) for cell in grid.layout.cells]
        self._drawing = board(grid.layout, markers, rules(out))
        self._places = [self._drawing.index(marker) for marker in markers]
        self._console = Console(file=out, highlight=False)
        self._live: Live | None = None
        self._changes = 0
        self._drawn_at = 0.0

    def __enter__(self) -> LiveBoard:
        from rich.live import Live

        self._live = Live(
            console=self._console,
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def event(self, run: Run, event: Event) -> None:
        """Show `event` of `run`, and wait as long as the speed says."""
        if self._live is None or isinstance(event, Started):
            return
        if not isinstance(event, (Tried, TakenBack)):
            self._live.transient = True  # the report takes its place
            self._stop()
            return
        self._changes += 1
        pause = self._pause()
        if pause >= FRAME or time.monotonic() - self._drawn_at >= FRAME:
            self._live.update(self._picture(run, event), refresh=True)
            self._drawn_at = time.monotonic()
        if pause:
            time.sleep(pause)

    def _stop(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _pause(self) -> float:
        if self._speed is not None:
            return 1 / self._speed if self._speed else 0.0
        growth = max(0, self._changes - PATIENCE) / (PATIENCE / 2)
        return math.pow(0.5, growth) / USUAL_SPEED

    def _picture(self, run: Run, event: Tried | TakenBack) -> Text:
        """Return the board, if it fits, and below it what was done and counted."""
        from rich.text import Text

        caption = Text(_caption(run, event) + "\n", no_wrap=True, overflow="crop")
        lines = self._drawing.splitlines()
        width, height = self._console.size
        if len(lines) + 3 > height or max(map(len, lines)) > width:
            return caption
        return self._board(event).append("\n").append(caption)

    def _board(self, event: Tried | TakenBack) -> Text:
        from rich.text import Text

        letters = list(self._drawing)
        for place, digit in zip(self._places, self._filling.digits):
            letters[place] = symbol(digit) if digit else "."
        picture = Text("".join(letters), no_wrap=True, overflow="crop")
        for cell in self._grid.layout.cells:
            if self._grid.digits[cell]:
                picture.stylize("bold", self._places[cell], self._places[cell] + 1)
        place = self._places[event.cell]
        colour = "green" if isinstance(event, Tried) else "red"
        picture.stylize(f"reverse {colour}", place, place + 1)
        return picture


def _caption(run: Run, event: Tried | TakenBack) -> str:
    """Return what was done, and all moves and backtracks so far, on a line each."""
    cell, tally = run.grid.layout.cells[event.cell], run.tally
    assert tally is not None  # the run counts an event before it passes it on
    fills = tally.fills[cell]
    done = f"= {symbol(event.digit)}" if isinstance(event, Tried) else "taken back"
    return (
        f"{cell} {done}, filled {counted(fills, 'time')}\n"
        f"moves {tally.moves}, backtracks {tally.backtracks}"
    )
