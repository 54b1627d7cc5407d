"""``play``: a board to work on by hand, with strategies as helpers."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import click

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.cli.context import Job, engine_options, job, override
from sudoku_engine.cli.frontends import HELP, KEY, call, frontend_of
from sudoku_engine.cli.inputs import one_puzzle
from sudoku_engine.config.config import Chosen, Config
from sudoku_engine.errors import UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.session.workbench import Session
from sudoku_engine.solving.loop import Loop

WINDOW = Chosen("turtle")


@click.command()
@click.argument("given", metavar="[INPUT]", required=False)
@click.option("--frontend", metavar="ID", help="What shows the board (default: turtle).")
@click.option("--size", metavar=HELP["size"][0], help=HELP["size"][1])
@click.option("--theme", metavar=HELP["theme"][0], help=HELP["theme"][1])
@click.option(
    "--pencilmarks",
    metavar="HOW",
    help="Notes that a placed digit rules out: manual leaves them to you and to the key v (the"
    " default here), auto strikes them at once.",
)
@engine_options
def play(
    given: str | None,
    frontend: str | None,
    size: str | None,
    theme: str | None,
    pencilmarks: str | None,
    **engine: Any,
) -> int:
    """Work on a puzzle by hand in a window, with strategies as helpers.

    INPUT is a file with one puzzle, a puzzle written out, or - for standard input; without one,
    the puzzle of the configuration, else an empty board. In the window F1 shows the keys: digits
    and clicks fill cells, ? gives a hint, h, v and n let strategies help, o solves, r reads a
    file, s saves, q quits.

    Unless the configuration says otherwise, strategies go on until nothing changes when they solve
    the board (mode: fixpoint).

    \b
    Examples:
      sudoku-engine play examples/puzzle.txt
      sudoku-engine play --layout 6x6
      sudoku-engine play --theme dark --pencilmarks auto examples/puzzle.txt
    """
    given_options = {
        KEY: override("--frontend", frontend),
        "loop.pencilmarks": override("--pencilmarks", pencilmarks),
    }
    with job(**engine, overrides=given_options) as task:
        task.config = _for_hands(task.config)
        window = _window(task, {"size": size, "theme": theme})
        board = window.board_front_end
        assert board is not None
        call(window, partial(board.work, **window.options), _session(given, task))
    return task.status


def _for_hands(config: Config) -> Config:
    """`config` with what suits a person at work in place of the defaults."""
    loop = config.loop
    if config.origins["loop.pencilmarks"] == "default":
        loop = replace(loop, pencilmarks="manual")
    if config.origins["loop.mode"] == "default":
        loop = replace(loop, mode="fixpoint")
    if config.origins[KEY].startswith("--"):
        return replace(config, loop=loop)
    return replace(config, loop=loop, frontend=config.frontend or WINDOW)


def _window(task: Job, options: dict[str, str | None]) -> Component:
    """The front end that opens the board."""
    chosen = task.config.frontend
    if chosen is None:
        raise UsageError("there is nothing to play in without a front end: --frontend turtle")
    component = task.registry.find("frontend", chosen.id)
    if component.board_front_end is None:
        raise UsageError(
            f"front end {component.id!r} has no board to work on: --frontend turtle has"
        )
    window = frontend_of(task, options, "work")
    assert window is not None
    return window


def _session(given: str | None, task: Job) -> Session:
    config = task.config
    if given is None and config.puzzle is None and config.puzzles is None:
        layout = config.layout or Layout.named("9x9")
        grid, source = Grid(layout, [0] * len(layout.cells), marks=config.loop.pencilmarks), ""
    else:
        entry = one_puzzle(given, task)
        grid, source = entry.grid, entry.source
    return Session(
        grid,
        strategies=task.strategies(),
        settings=config.loop,
        source=source,
        new_loop=partial(Loop, last_resort=task.last_resort),
    )
