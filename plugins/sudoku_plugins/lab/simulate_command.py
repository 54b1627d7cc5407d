"""``simulate``: the game of levels, a random board and a search that fills it."""

from __future__ import annotations

import math
import os
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

import click

from sudoku_engine import Event, Found, Grid, Layout, Puzzle, Run, Started, TakenBack, Tried
from sudoku_engine.api.run import Tally
from sudoku_engine.board.layout_record import layout_record
from sudoku_engine.board.text_board import Rules, board, clue_list, rules
from sudoku_engine.board.words import counted, symbol
from sudoku_engine.cli import options
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.frontends import KEY, chosen_frontend, show_runs
from sudoku_engine.cli.params import FiniteRange, ParamType, WordOr, is_json, prompt
from sudoku_engine.cli.program import NO, program
from sudoku_engine.cli.reporting import Reporters
from sudoku_engine.cli.tables import print_records, print_table
from sudoku_engine.errors import UsageError, quoted
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.search_run import search_events
from sudoku_plugins.generators.generation import CheckedGenerator

if TYPE_CHECKING:
    from rich.live import Live
    from rich.text import Text


class Level(NamedTuple):
    """The difficulty of a game; `coefficient` is the share of open cells."""

    number: int
    name: str
    coefficient: float


LEVELS = (Level(1, "easy", 0.2), Level(2, "medium", 0.4), Level(3, "hard", 0.6))

LEVELS_IN_WORDS = "1 easy, 2 medium, 3 hard"


class Filling:
    """The `digits` of a search at this moment, by cell, 0 for an open cell."""

    def __init__(self, grid: Grid) -> None:
        self.digits = list(grid.digits)

    def event(self, run: Run, event: Event) -> None:
        """Note `event` of `run`."""
        if isinstance(event, (Tried, TakenBack)):
            self.digits[event.cell] = event.digit if isinstance(event, Tried) else 0
        elif isinstance(event, (Started, Found)):
            self.digits = list(event.grid.digits)


UNIQUE = {
    True: "It has one solution; the search stops when it has found it.",
    False: "It has more than one solution; the search stops at the first.",
    None: "Whether it has more than one solution would take too long to find out.",
}
"""The words about the number of solutions of a puzzle."""


class Game(NamedTuple):
    """One game.

    level: its difficulty; None if `coefficient` was given instead. coefficient: the share of cells
    that are open. seed: the seed of the puzzle. puzzle: the board. solver: the id of the solver
    that fills it.
    """

    level: Level | None
    coefficient: float
    seed: int | str
    puzzle: Puzzle
    solver: str

    def introduction(self, lines: Rules) -> Iterator[str]:
        """Yield a description of the game: level, seed and puzzle."""
        grid = self.puzzle.givens
        level = f"Level {self.level.number}, {self.level.name}: " if self.level else ""
        yield (
            f"{level}{grid.n_open} of {len(grid.digits)} cells are open "
            f"(coefficient {self.coefficient:g}, seed {self.seed})"
        )
        yield from clue_list(grid.layout)
        yield board(grid.layout, list(grid.line), lines)
        yield UNIQUE[self.puzzle.is_unique]

    def record(self, run: Run, filling: Filling) -> dict[str, Any]:
        """Return the game and the `run` of its search as data."""
        ended, counts = run.ended, search_counts(run)
        is_solved = ended is not None and ended.outcome == "solved"
        return {
            "level": self.level.number if self.level else None,
            "coefficient": self.coefficient,
            "seed": self.seed,
            **layout_record(self.puzzle.givens.layout),
            "puzzle": self.puzzle.givens.line,
            "solution": ended.grid.line if ended and is_solved else None,
            "unique": self.puzzle.is_unique,
            "solver": self.solver,
            "moves": counts.moves,
            "backtracks": counts.backtracks,
            "seconds": round(ended.seconds, 6) if ended else None,
            "cells": self.cells(run, filling),
        }

    def cells(self, run: Run, filling: Filling) -> list[dict[str, int | None]]:
        """Return each open cell of the puzzle as data, with how often `run` filled it."""
        puzzle, fills = self.puzzle.givens, search_counts(run).fills
        n = puzzle.layout.n
        return [
            {
                "row": cell // n + 1,
                "column": cell % n + 1,
                "digit": filling.digits[cell] or None,
                "fills": fills[cell],
            }
            for cell in puzzle.open_cells
        ]


def search_counts(run: Run) -> Tally:
    """Return the counts of `run`; zeros if there was nothing to count."""
    return run.tally or Tally(len(run.grid.digits))


FRAME = 1 / 30
"""The least number of seconds between two pictures."""

USUAL_SPEED = 20.0
PATIENCE = 200
"""The number of changes that are shown at the initial speed before it grows."""


class LiveBoard:
    """Draw the search of a run that begins at `grid` on the terminal `out`.

    `speed` is the number of digits placed or removed per second, 0 for no limit; None starts at the
    initial speed, which then grows. Use it in a ``with`` block, which restores the terminal.
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
            console=self._console, auto_refresh=False, redirect_stdout=False, redirect_stderr=False
        )
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def event(self, run: Run, event: Event) -> None:
        """Show `event` of `run`, and wait according to the speed."""
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
        """Return the board, if it fits, and below it the last change and the counts."""
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
            letters[place] = symbol(digit, self._grid.layout.signs) if digit else "."
        picture = Text("".join(letters), no_wrap=True, overflow="crop")
        for cell in self._grid.layout.cells:
            if self._grid.digits[cell]:
                picture.stylize("bold", self._places[cell], self._places[cell] + 1)
        place = self._places[event.cell]
        colour = "green" if isinstance(event, Tried) else "red"
        picture.stylize(f"reverse {colour}", place, place + 1)
        return picture


def _caption(run: Run, event: Tried | TakenBack) -> str:
    cell, tally = run.grid.layout.cells[event.cell], run.tally
    assert tally is not None  # the run counts an event before it passes it on
    fills = tally.fills[cell]
    done = (
        f"= {symbol(event.digit, run.grid.layout.signs)}"
        if isinstance(event, Tried)
        else "taken back"
    )
    return (
        f"{cell} {done}, filled {counted(fills, 'time')}\n"
        f"moves {tally.moves}, backtracks {tally.backtracks}"
    )


SEEDS = 1_000_000

SLOWEST = 0.001
SPEEDS = f"a number of digits a second from {SLOWEST}, or 'max'"

Listener = Callable[[Run, Event], None]


class LevelType(ParamType):
    """A level of the game, by number or name."""

    name = "level"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the level that `value` names."""
        if isinstance(value, Level):
            return value
        wanted = value.strip().lower()
        for level in LEVELS:
            if wanted in (str(level.number), level.name):
                return level
        return self.fail(f"{quoted(value.strip())} is not a level: {LEVELS_IN_WORDS}.", param, ctx)


@program.command()
@click.option(
    "--level", type=LevelType(), metavar="LEVEL", help=f"{LEVELS_IN_WORDS} (default: a prompt)."
)
@click.option(
    "--coefficient",
    type=FiniteRange(0, 1),
    metavar="X",
    help="The share of open cells, instead of a level.",
)
@options.seed_option("board", has_numbers=True)
@options.schema_option("solver", help="The solver that searches (default: backtracking).")
@click.option(
    "--speed",
    type=WordOr("max", 0.0, FiniteRange(min=SLOWEST), SPEEDS),
    metavar="N",
    help="Show N digits a second, or max (default: 20, growing if the search is long).",
)
@options.component_options(KEY)
@click.option("-v", "--verbose", is_flag=True, help="List each digit as it is put in.")
@options.json_option
@options.output_option("json")
@options.engine_options
def simulate(
    level: Level | None,
    coefficient: float | None,
    seed: int | str | None,
    speed: float | None,
    verbose: bool,
    as_json: bool,
    output: str | None,
) -> int:
    """Play the game of levels: a search fills the open cells of a random board.

    On a terminal the search is shown digit by digit. Moves are digits put into a cell,
    backtracks are returns to an earlier cell; at the end a table shows how often each open
    cell was filled.

    \b
    Examples:
      sudoku-engine simulate --level 1
      sudoku-engine simulate --coefficient 0.5 --seed 7 --speed max
    """
    if coefficient is not None and level is not None:
        raise UsageError("--level and --coefficient both set the share of open cells: choose one")
    as_json = as_json or is_json(output)
    with command_context(output) as context:
        frontend = chosen_frontend(context)
        solver = _solver(context)
        game = _game(context, level, coefficient, seed, solver)
        if as_json:
            run, filling = _play(context, game, solver, [], frontend)
            print_records([game.record(run, filling)], context.out)
        else:
            for line in game.introduction(rules(context.out)):
                print(line, file=context.out, flush=True)
            reporters = [context.registry.find("reporter", "text")]
            run, filling = _play(context, game, solver, reporters, frontend, verbose, speed)
            _print_end(game, run, filling, context.out)
        if run.ended is None:
            context.count_status(NO)
    return context.status


def _solver(context: CommandContext) -> Component:
    registry = context.registry
    is_named = context.parameters["solver"] is not None
    solver = context.solver() if is_named else registry.find("solver", "backtracking")
    if "search" not in solver.methods:
        known = [each.id for each in registry.of_kind("solver") if "search" in each.methods]
        raise UsageError(
            f"solver {solver.id!r} does not show its moves: choose one of {', '.join(known)}"
        )
    return solver


def _game(
    context: CommandContext,
    level: Level | None,
    coefficient: float | None,
    seed: int | str | None,
    solver: Component,
) -> Game:
    """Return the game to play; prompts for a level if no option sets the share of open cells."""
    if coefficient is None:
        if level is None:
            at_end = "no level was chosen: type 1, 2 or 3, or give one with --level"
            level = prompt("Level: 1 easy, 2 medium, 3 hard?", LevelType(), at_end)
        coefficient = level.coefficient
    if seed is None:
        seed = secrets.randbelow(SEEDS)
    generator = context.registry.find("generator", "random_fill")
    layout = context.config.layout or Layout.named("9x9")
    filled = generator.with_options({"coefficient": coefficient})
    puzzle = CheckedGenerator(filled, layout, str(seed)).make(0)
    return Game(level, coefficient, seed, puzzle, solver.id)


def _play(
    context: CommandContext,
    game: Game,
    solver: Component,
    reporters: Sequence[Component],
    frontend: Component | None,
    verbose: bool = False,
    speed: float | None = None,
) -> tuple[Run, Filling]:
    grid, out = game.puzzle.givens, context.out
    filling = Filling(grid)
    listeners: list[Listener] = [filling.event]
    is_screen = out.isatty() and os.environ.get("TERM") != "dumb"
    is_live = bool(reporters) and not verbose and frontend is None and is_screen
    with LiveBoard(grid, filling, out, speed) if is_live else nullcontext() as live:
        if live is not None:
            listeners.append(live.event)
        listeners.append(Reporters(context, reporters, verbose=verbose or None).event)
        run = Run(grid, search_events(grid, solver), out=out, listeners=listeners)
        show_runs(context, frontend, [run])
    return run, filling


def _print_end(game: Game, run: Run, filling: Filling, out: TextIO) -> None:
    if run.ended is None:
        counts = search_counts(run)
        print(
            f"Closed before the end of the search, after {counted(counts.moves, 'move')} and "
            f"{counted(counts.backtracks, 'backtrack')}",
            file=out,
        )
    signs = run.grid.layout.signs
    rows = [
        (cell["row"], cell["column"], digit and symbol(digit, signs), cell["fills"])
        for cell in game.cells(run, filling)
        for digit in [cell["digit"]]
    ]
    if rows:
        print_table(("row", "column", "digit", "times filled"), rows, out)
    else:
        print("No cell was open, so there was nothing to fill.", file=out)
