"""Lets a front end show runs: which one, with which options, and what if it can open no window."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import click

from sudoku_engine.api.run import Run
from sudoku_engine.cli.context import Function, Job
from sudoku_engine.cli.program import complain, is_closed_pipe
from sudoku_engine.config.config import Override
from sudoku_engine.errors import NoWindow, PluginError, SudokuError, UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.conversion import converted
from sudoku_engine.plugins.options import options_of, unknown_option

KEY = "frontend"
"""The key of the configuration that names it."""

HELP = {
    "delay": ("SECONDS", "In a window: the time from step to step while it plays."),
    "size": ("WxH", "In a window: its width and height, such as 640x800."),
    "theme": ("NAME", "In a window: light, dark or projector."),
}
"""By option of front ends that has one of its own on the command line, its help."""


def frontend_options(command: Function) -> Function:
    """Adds ``--frontend`` and the options of front ends; `frontend_of` takes their values."""
    for name, (metavar, help_text) in reversed(HELP.items()):
        command = click.option(f"--{name}", metavar=metavar, help=help_text)(command)
    return click.option("--frontend", metavar="ID", help="What shows it, such as turtle.")(command)


def frontend_of(
    job: Job, given: Mapping[str, str | None], method: str = "present"
) -> Component | None:
    """The front end of the configuration with the options `given` on the command line, or None.

    `method` is the one of its methods that the options are for. Raises SudokuError.
    """
    asked = [(option, text) for option, text in given.items() if text is not None]
    chosen = job.config.frontend
    if chosen is None:
        if asked:
            raise UsageError(f"--{asked[0][0]} is for a front end: name one, --frontend turtle")
        return None
    component = job.registry.find("frontend", chosen.id)
    known = options_of(getattr(component.object, method))
    options = {name: value for name, value in chosen.options.items() if name in known}
    for option, text in asked:
        if option not in known:
            raise UsageError(unknown_option(option, component.id, known))
        node = Override(f"--{option}", str(text)).parsed()
        options[option] = converted(node, known[option].type, option)
    return component.with_options(options)


def present(job: Job, frontend: Component | None, runs: Iterable[Run]) -> None:
    """Lets `frontend` show the `runs`; without one they just happen.

    Where it can open no window and only the configuration wished for one, that is told and the
    runs happen all the same. Raises NoWindow where it was asked for by name, and PluginError
    where it fails.
    """
    if frontend is not None:
        try:
            call(frontend, frontend.call, runs)
            return
        except NoWindow as error:
            if job.config.origins[KEY].startswith("--"):
                raise
            complain(f"notice: {error}")
    for run in runs:
        run.drain()


def call(frontend: Component, method: Callable[..., None], *what: object) -> None:
    """Calls a `method` of `frontend` with `what`; raises PluginError where it fails."""
    failure = frontend.guarded_call(method, *what)
    if failure is None:
        return
    if isinstance(failure.error, SudokuError) or is_closed_pipe(failure.error):
        raise failure.error
    why = f"front end {frontend.id!r} failed: {failure.why}"
    raise PluginError(why, frontend.id, frontend.shown_file, failure.line) from failure.error
