"""``simulate``: the game of levels, a random board and a search that fills it."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any, TextIO

import click

from sudoku_engine.api.events import Event
from sudoku_engine.api.run import Run
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.terminal import rules
from sudoku_engine.board.words import counted
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.frontends import KEY, chosen_frontend, show_runs
from sudoku_engine.cli.live_board import LiveBoard
from sudoku_engine.cli.options import (
    component_options,
    engine_options,
    json_option,
    output_option,
    schema_option,
)
from sudoku_engine.cli.output_files import is_json
from sudoku_engine.cli.params import FiniteRange, ParamType, WordOr
from sudoku_engine.cli.program import NO
from sudoku_engine.cli.prompt import prompt
from sudoku_engine.cli.reporting import Reporters
from sudoku_engine.cli.seeds import seed_option
from sudoku_engine.cli.tables import print_table
from sudoku_engine.errors import UsageError, quoted
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.level_game import (
    COLUMNS,
    LEVELS_IN_WORDS,
    Filling,
    Game,
    Level,
    level_called,
    random_board,
    search_counts,
)
from sudoku_engine.solving.search_run import search_events

SEEDS = 1_000_000

SLOWEST = 0.001
SPEEDS = f"a number of digits a second from {SLOWEST}, or 'max'"

Listener = Callable[[Run, Event], None]


class LevelType(ParamType):
    """A level of the game, by number or name."""

    name = "level"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the level that `value` names."""
        level = value if isinstance(value, Level) else level_called(value)
        if level is None:
            self.fail(f"{quoted(value.strip())} is not a level: {LEVELS_IN_WORDS}.", param, ctx)
        return level


@click.command()
@click.option(
    "--level",
    type=LevelType(),
    metavar="LEVEL",
    help=f"{LEVELS_IN_WORDS} (default: a prompt).",
)
@click.option(
    "--coefficient",
    type=FiniteRange(0, 1),
    metavar="X",
    help="The share of open cells, instead of a level.",
)
@seed_option("board", has_numbers=True)
@schema_option("solver", help="The solver that searches (default: backtracking).")
@click.option(
    "--speed",
    type=WordOr("max", 0.0, FiniteRange(min=SLOWEST), SPEEDS),
    metavar="N",
    help="Show N digits a second, or max (default: 20, growing if the search is long).",
)
@component_options(KEY)
@click.option("-v", "--verbose", is_flag=True, help="List each digit as it is put in.")
@json_option
@output_option("json")
@engine_options
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
        raise UsageError("--level and --coefficient both say how much is open: choose one")
    as_json = as_json or is_json(output)
    with command_context(output) as context:
        frontend = chosen_frontend(context)
        solver = _solver(context)
        game = _game(context, level, coefficient, seed, solver)
        if as_json:
            run, filling = _played(context, game, solver, [], frontend)
            record = game.record(run, filling)
            print(json.dumps(record, ensure_ascii=False), file=context.out)
        else:
            for line in game.introduction(rules(context.out)):
                print(line, file=context.out, flush=True)
            reporters = [context.registry.find("reporter", "text")]
            run, filling = _played(context, game, solver, reporters, frontend, verbose, speed)
            _print_end(game, run, filling, context.out)
        if run.ended is None:
            context.count_status(NO)
    return context.status


def _solver(context: CommandContext) -> Component:
    """Return the solver to use; raises UsageError if its search cannot be watched."""
    registry = context.registry
    is_named = context.parameters["solver"] is not None
    solver = context.solver() if is_named else registry.find("solver", "backtracking")
    if solver.search is None:
        known = [each.id for each in registry.of_kind("solver") if each.search]
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
    """Return the game to play; prompts for a level if nothing says how much is open."""
    if coefficient is None:
        if level is None:
            at_end = "no level was chosen: type 1, 2 or 3, or give one with --level"
            level = prompt("Level: 1 easy, 2 medium, 3 hard?", LevelType(), at_end)
        coefficient = level.coefficient
    if seed is None:
        seed = secrets.randbelow(SEEDS)
    generator = context.registry.find("generator", "random_fill")
    layout = context.config.layout or Layout.named("9x9")
    puzzle = random_board(generator, layout, coefficient, seed)
    return Game(level, coefficient, seed, puzzle, solver.id)


def _played(
    context: CommandContext,
    game: Game,
    solver: Component,
    reporters: Sequence[Component],
    frontend: Component | None,
    verbose: bool = False,
    speed: float | None = None,
) -> tuple[Run, Filling]:
    """Carry out and show the search; return its run, and the board that it led to."""
    grid, out = game.puzzle.givens, context.out
    filling = Filling(grid)
    listeners: list[Listener] = [filling.event]
    is_live = bool(reporters) and not verbose and frontend is None and _is_screen(out)
    with LiveBoard(grid, filling, out, speed) if is_live else nullcontext() as live:
        if live is not None:
            listeners.append(live.event)
        listeners.append(Reporters(context, reporters, verbose=verbose or None).event)
        run = Run(grid, search_events(grid, solver), out=out, listeners=listeners)
        show_runs(context, frontend, [run])
    return run, filling


def _is_screen(out: TextIO) -> bool:
    return out.isatty() and os.environ.get("TERM") != "dumb"


def _print_end(game: Game, run: Run, filling: Filling, out: TextIO) -> None:
    """Print how often each open cell was filled."""
    if run.ended is None:
        counts = search_counts(run)
        print(
            f"Closed before the end of the search, after {counted(counts.moves, 'move')} and "
            f"{counted(counts.backtracks, 'backtrack')}",
            file=out,
        )
    rows = game.rows(run, filling)
    if rows:
        print_table(COLUMNS, rows, out)
    else:
        print("No cell was open, so there was nothing to fill.", file=out)
