"""``simulate``: the game of levels, a random board and a search that fills it."""

from __future__ import annotations

import json
import math
import os
import secrets
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any, NamedTuple, TextIO

import click

from sudoku_engine.api.events import Event
from sudoku_engine.api.puzzle import Puzzle
from sudoku_engine.api.run import Run
from sudoku_engine.api.search_counts import Tally
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.terminal import rules
from sudoku_engine.board.text_board import board
from sudoku_engine.board.words import symbol
from sudoku_engine.cli.context import Job, engine_options, job, json_option, output_option, override
from sudoku_engine.cli.frontends import frontend_of, frontend_options, present
from sudoku_engine.cli.live_board import LiveBoard
from sudoku_engine.cli.program import NO
from sudoku_engine.cli.prompt import asked
from sudoku_engine.cli.reporting import Audience
from sudoku_engine.cli.tables import print_table
from sudoku_engine.errors import UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.values import quoted
from sudoku_engine.solving.search_run import search_events
from sudoku_engine.tasks.generation import Maker
from sudoku_engine.tasks.level_game import (
    LEVELS_IN_WORDS,
    CellFills,
    Filling,
    Level,
    cell_fills,
    level_called,
)

COLUMNS = ("row", "column", "digit", "times filled")

SEEDS = 1_000_000

UNIQUE = {
    True: "It has one solution; the search stops when it has found it.",
    False: "It has more than one solution; the search stops at the first.",
    None: "Whether it has more than one solution would take too long to find out.",
}


@click.command()
@click.option("--level", "level_name", metavar="LEVEL", help=f"{LEVELS_IN_WORDS}; else it asks.")
@click.option("--coefficient", metavar="X", help="In place of a level: the share of open cells.")
@click.option("--seed", type=int, metavar="S", help="The same board each time.")
@click.option("--solver", metavar="ID", help="What searches: backtracking, if not named.")
@click.option(
    "--speed",
    metavar="N",
    help="Show N digits put in or taken back a second, or max; else 20, and more when it is long.",
)
@frontend_options
@click.option("-v", "--verbose", is_flag=True, help="List each digit as it is put in.")
@json_option
@output_option
@engine_options
def simulate(
    level_name: str | None,
    coefficient: str | None,
    seed: int | None,
    solver: str | None,
    speed: str | None,
    frontend: str | None,
    delay: str | None,
    size: str | None,
    theme: str | None,
    verbose: bool,
    as_json: bool,
    output: str | None,
    **engine: Any,
) -> int:
    """Play the game of levels: a random board with open cells, and a search that fills it.

    The search is shown digit by digit on a terminal. Moves are digits put into a cell, backtracks
    returns to an earlier cell; at the end a table says how often each open cell was filled.

    \b
    Examples:
      sudoku-engine simulate --level 1
      sudoku-engine simulate --coefficient 0.5 --seed 7 --speed max
    """
    share = None if coefficient is None else _share(coefficient)
    pace = None if speed is None else _speed(speed)
    level = None if level_name is None else _level(level_name)
    if share is not None and level is not None:
        raise UsageError("--level and --coefficient both say how much is open: choose one")
    given = {"solver": override("--solver", solver), "frontend": override("--frontend", frontend)}
    with job(**engine, overrides=given, output=output) as task:
        shower = frontend_of(task, {"delay": delay, "size": size, "theme": theme})
        searcher = _solver(task, solver is not None)
        if share is None:
            level = level or _asked_level()
            share = level.coefficient
        if seed is None:
            seed = secrets.randbelow(SEEDS)
        game = Game(level, share, seed, _puzzle(task, share, seed), searcher)
        if as_json:
            run, filling = _played(task, game, [], shower)
            print(json.dumps(_record(game, run, filling), ensure_ascii=False), file=task.out)
        else:
            _tell(game, task.out)
            run, filling = _played(task, game, _reporters(task), shower, verbose, pace)
            _tell_end(game, run, filling, task.out)
        if run.ended is None:
            task.worst(NO)
    return task.status


class Game(NamedTuple):
    """One game: a `puzzle` of which `coefficient` is open, and the `solver` that fills it.

    `level` is None where the coefficient was named in its place.
    """

    level: Level | None
    coefficient: float
    seed: int
    puzzle: Puzzle
    solver: Component


Listener = Callable[[Run, Event], None]


def _played(
    task: Job,
    game: Game,
    reporters: Sequence[Component],
    shower: Component | None,
    verbose: bool = False,
    speed: float | None = None,
) -> tuple[Run, Filling]:
    """The run of the search, after it has happened and was shown, and the board it led to."""
    grid = game.puzzle.givens
    filling = Filling(grid)
    audience = Audience(task, reporters, verbose=verbose or None)
    listeners: list[Listener] = [filling.event]
    is_live = bool(reporters) and not verbose and shower is None and _is_screen(task.out)
    with LiveBoard(grid, filling, task.out, speed) if is_live else nullcontext() as live:
        if live is not None:
            listeners.append(live.event)
        listeners.append(audience.event)
        run = Run(grid, search_events(grid, game.solver), out=task.out, listeners=listeners)
        present(task, shower, [run])
    return run, filling


def _puzzle(task: Job, coefficient: float, seed: int) -> Puzzle:
    layout = task.config.layout or Layout.named("9x9")
    generator = task.registry.find("generator", "random_fill")
    return Maker(generator.with_options({"coefficient": coefficient}), layout, str(seed)).make(0)


def _solver(task: Job, is_named: bool) -> Component:
    """The solver that is wanted; raises UsageError where its search cannot be watched."""
    solver = task.solver() if is_named else task.registry.find("solver", "backtracking")
    if solver.watchable_solver is None:
        known = [other.id for other in task.registry.of_kind("solver")]
        watched = [name for name in known if _can_be_watched(task, name)]
        raise UsageError(
            f"solver {solver.id!r} does not show its moves: choose one of {', '.join(watched)}"
        )
    return solver


def _can_be_watched(task: Job, solver: str) -> bool:
    return task.registry.find("solver", solver).watchable_solver is not None


def _reporters(task: Job) -> list[Component]:
    return [task.registry.find("reporter", "text")]


def _is_screen(out: TextIO) -> bool:
    return out.isatty() and os.environ.get("TERM") != "dumb"


def _asked_level() -> Level:
    return asked(
        "Level: 1 easy, 2 medium, 3 hard?",
        level_called,
        wanted="type 1, 2 or 3",
        at_end="no level was chosen: type 1, 2 or 3, or give one with --level",
    )


def _level(word: str) -> Level:
    level = level_called(word)
    if level is None:
        raise UsageError(f"--level takes {LEVELS_IN_WORDS}, not {quoted(word)}")
    return level


def _share(text: str) -> float:
    """The coefficient that is written as `text`."""
    share = _number(text)
    if share is None or share > 1:
        raise UsageError(
            "--coefficient takes the share of open cells, from 0 to 1 such as 0.4, "
            f"not {quoted(text)}"
        )
    return share


def _speed(text: str) -> float:
    """The digits a second that are written as `text`; 0 for as fast as it can."""
    speed = 0.0 if text == "max" else _number(text)
    if speed is None:
        raise UsageError(f"--speed takes a number of digits a second, or 'max', not {quoted(text)}")
    return speed


def _number(text: str) -> float | None:
    """The number from 0 that is written as `text`, None where it is none."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None


def _tell(game: Game, out: TextIO) -> None:
    """What is played: level, seed and puzzle."""
    grid = game.puzzle.givens
    level = f"Level {game.level.number}, {game.level.name}: " if game.level else ""
    print(
        f"{level}{grid.n_open} of {len(grid.digits)} cells are open "
        f"(coefficient {game.coefficient:g}, seed {game.seed})",
        file=out,
    )
    print(board(grid.layout, list(grid.line), rules(out)), file=out)
    print(UNIQUE[game.puzzle.is_unique], file=out, flush=True)


def _tell_end(game: Game, run: Run, filling: Filling, out: TextIO) -> None:
    """How often each open cell was filled."""
    if run.ended is None:
        tally = _tally(run)
        print(
            f"Closed before the end of the search, after {tally.moves} moves and "
            f"{tally.backtracks} backtracks",
            file=out,
        )
    rows = [
        (cell.row, cell.column, symbol(cell.digit) if cell.digit else None, cell.fills)
        for cell in _cells(game, run, filling)
    ]
    if rows:
        print_table(COLUMNS, rows, out)
    else:
        print("No cell was open, so there was nothing to fill.", file=out)


def _record(game: Game, run: Run, filling: Filling) -> dict[str, Any]:
    """The game as data."""
    ended, tally = run.ended, _tally(run)
    is_solved = ended is not None and ended.outcome == "solved"
    return {
        "level": game.level.number if game.level else None,
        "coefficient": game.coefficient,
        "seed": game.seed,
        "puzzle": game.puzzle.givens.line,
        "solution": ended.grid.line if ended and is_solved else None,
        "unique": game.puzzle.is_unique,
        "solver": game.solver.id,
        "moves": tally.moves,
        "backtracks": tally.backtracks,
        "seconds": round(ended.seconds, 6) if ended else None,
        "cells": [cell._asdict() for cell in _cells(game, run, filling)],
    }


def _cells(game: Game, run: Run, filling: Filling) -> list[CellFills]:
    return cell_fills(game.puzzle.givens, filling.digits, _tally(run).fills)


def _tally(run: Run) -> Tally:
    """The counts of `run`, also where nothing was to be counted."""
    return run.tally or Tally(len(run.grid.digits))
