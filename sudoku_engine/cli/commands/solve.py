"""``solve``: strategies until nothing changes, then a search where they got stuck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from sudoku_engine.api.events import Event
from sudoku_engine.api.run import Run
from sudoku_engine.board.grid import Grid
from sudoku_engine.cli.context import Job, engine_options, job, override
from sudoku_engine.cli.frontends import frontend_of, frontend_options, present
from sudoku_engine.cli.inputs import found_in
from sudoku_engine.cli.progress import Progress
from sudoku_engine.cli.reporting import Audience
from sudoku_engine.errors import FormatError, UsageError
from sudoku_engine.formats import FORMATS
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.search_run import search_events

if TYPE_CHECKING:
    from sudoku_engine.cli.film_recorder import Footage


@click.command()
@click.argument("inputs", metavar="[INPUT]...", nargs=-1)
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    metavar="ID",
    help="Only this strategy, or family of strategies (repeatable, in this order).",
)
@click.option("--solver", metavar="ID", help="No strategies: only a search, by this solver.")
@click.option("--solutions", metavar="K", help="The first K solutions of a search, or 'all'.")
@click.option("--reporter", "reporters", multiple=True, metavar="ID", help="How to tell the run.")
@click.option("--mode", metavar="MODE", help="first, pass or fixpoint.")
@click.option("--pencilmarks", metavar="HOW", help="auto or manual.")
@click.option("--max-steps", metavar="N", help="Stop a run after N steps.")
@click.option("--step-timeout", metavar="SECONDS", help="Stop a strategy that takes longer.")
@click.option("--on-fault", metavar="WHAT", help="A strategy at fault: skip it, or stop.")
@click.option("--no-guard", is_flag=True, help="Do not check the steps of strategies.")
@click.option("--no-fallback", is_flag=True, help="Do not finish by search.")
@click.option(
    "--output-format",
    type=click.Choice(list(FORMATS)),
    help="Write boards only, in this format.",
)
@click.option("-q", "--quiet", is_flag=True, help="Only answers, a line a puzzle.")
@click.option("-v", "--verbose", is_flag=True, help="Reasons and boards with candidates too.")
@frontend_options
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Write results to FILE, whole or not at all; into a .gif or .svg, a film of the steps.",
)
@engine_options
def solve(
    inputs: tuple[str, ...],
    strategies: tuple[str, ...],
    solver: str | None,
    solutions: str | None,
    reporters: tuple[str, ...],
    frontend: str | None,
    delay: str | None,
    size: str | None,
    theme: str | None,
    no_guard: bool,
    no_fallback: bool,
    output_format: str | None,
    quiet: bool,
    verbose: bool,
    output: str | None,
    mode: str | None,
    pencilmarks: str | None,
    max_steps: str | None,
    step_timeout: str | None,
    on_fault: str | None,
    **engine: Any,
) -> int:
    """Solve puzzles by strategies, simplest first, until nothing changes.

    INPUT is a file, a puzzle written out, or - for standard input. Where the strategies get
    stuck, a search fills the rest and says so.

    \b
    Examples:
      sudoku-engine solve examples/puzzles.txt
      sudoku-engine solve -q - < examples/puzzles.txt
      sudoku-engine solve --strategy naked_single --no-fallback examples/puzzles.txt
      sudoku-engine solve --frontend turtle examples/puzzle.txt
      sudoku-engine solve -o steps.svg examples/puzzle.txt
    """
    wanted = _number(solutions)
    given = {
        "strategies": override("--strategy", strategies),
        "solver": override("--solver", solver),
        "reporters": override("--reporter", reporters),
        "frontend": override("--frontend", frontend),
        "fallback": override("--no-fallback", "none" if no_fallback else None),
        "loop.mode": override("--mode", mode),
        "loop.pencilmarks": override("--pencilmarks", pencilmarks),
        "loop.max_steps": override("--max-steps", max_steps),
        "loop.step_timeout": override("--step-timeout", step_timeout),
        "loop.on_fault": override("--on-fault", on_fault),
        "loop.guard": override("--no-guard", "false" if no_guard else None),
    }
    only_boards = quiet or output_format is not None
    newline = "" if output_format == "fss" else None  # it has its own
    progress = Progress()
    footage = _footage(output, size, theme)
    with job(
        **engine, overrides=given, output=None if footage else output, newline=newline
    ) as task:
        looks = {"delay": delay, "size": size, "theme": theme}
        if footage and task.config.frontend is None:
            looks = {"delay": delay}  # the others are the film's
        shower = frontend_of(task, looks)
        if solver is None and solutions is None:
            events: Events = task.loop().events
        elif strategies:
            raise UsageError("a search (--solver, --solutions) uses no --strategy: choose one")
        else:
            is_watched = not only_boards or shower is not None
            events = partial(
                search_events, solver=task.solver(), limit=wanted, is_watched=is_watched
            )
        audience = Audience(
            task,
            _reporters(task, only_boards),
            verbose=verbose or None,
            solutions=solutions is not None or None,
            format=output_format,
        )
        listeners = [*([footage.event] if footage else []), audience.event]
        if output_format == "fss":
            listeners.append(progress.event)
        present(task, shower, _runs(inputs, task, audience, listeners, events))
        if output_format == "fss":
            progress.total()
        if footage:
            footage.write()
    return task.status


Events = Callable[[Grid], Iterator[Event]]


Listener = Callable[[Run, Event], None]


def _runs(
    inputs: Sequence[str],
    task: Job,
    audience: Audience,
    listeners: Sequence[Listener],
    events: Events,
) -> Iterator[Run]:
    """A run a puzzle, each made when it is asked for."""
    index = 0
    for entry in found_in(inputs, task):
        if isinstance(entry, FormatError):
            audience.error(entry)
            continue
        index += 1
        yield Run(
            entry.grid,
            events(entry.grid),
            index=index,
            source=entry.source,
            has_marks=entry.has_marks,
            out=task.out,
            listeners=listeners,
        )


def _footage(output: str | None, size: str | None, theme: str | None) -> Footage | None:
    """What films the run where `output` is a file for that."""
    end = (output or "").lower()[-4:]
    if end == ".png":
        raise UsageError("a run is filmed into a .gif or .svg; draw makes a .png", output or "")
    if output is None or end not in (".gif", ".svg"):
        return None
    from sudoku_engine.cli.film_recorder import Footage  # pictures take a while to load

    return Footage(output, size, theme)


def _reporters(task: Job, only_boards: bool) -> list[Component]:
    if only_boards:
        return [task.registry.find("reporter", "line")]
    return [task.component("reporter", chosen) for chosen in task.config.reporters]


def _number(solutions: str | None) -> int | None:
    """How many solutions are wanted; None for all."""
    if solutions is None:
        return 1
    if solutions == "all":
        return None
    if solutions.isdecimal() and int(solutions) > 0:
        return int(solutions)
    raise UsageError(f"--solutions takes a number from 1, or 'all', not {solutions!r}")
