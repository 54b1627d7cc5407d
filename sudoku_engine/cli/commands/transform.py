"""``transform``: moves made on puzzles, in the order in which they are given."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any, get_args

import click

from sudoku_engine.api.run import Run
from sudoku_engine.cli.context import (
    Function,
    Job,
    engine_options,
    job,
    json_option,
    output_option,
    override,
)
from sudoku_engine.cli.frontends import frontend_of, frontend_options, present
from sudoku_engine.cli.inputs import found_in
from sudoku_engine.cli.program import BAD, DONE
from sudoku_engine.cli.reporting import Audience
from sudoku_engine.errors import FormatError, LayoutError, UsageError
from sudoku_engine.formats import FORMATS
from sudoku_engine.plugins.component import Component
from sudoku_engine.tasks.move_run import AtRandom, elementary, move_events
from sudoku_engine.transform.moves import Axis, Move, Reflection, Renaming, Swap, Turn

ORDER = "sudoku_engine.order"
"""Where a context keeps the names of the options, in the order in which they were given."""

MOVES: Mapping[str, Callable[[Any], Move]] = {
    "rotate": lambda degrees: Turn(int(degrees)),
    "swap_rows": lambda pair: Swap("row", *pair),
    "swap_columns": lambda pair: Swap("column", *pair),
    "swap_bands": lambda pair: Swap("band", *pair),
    "swap_stacks": lambda pair: Swap("stack", *pair),
    "transpose": lambda _: Reflection("falling"),
    "reflect": Reflection,
    "relabel": Renaming.of_text,
}
"""By the name of an option, the move that its value asks for."""


class InOrder(click.Command):
    """A command that knows in which order its options were given."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parses `args`, and keeps the order."""
        _, _, order = self.make_parser(ctx).parse_args(list(args))
        ctx.meta[ORDER] = [parameter.name for parameter in order]
        return super().parse_args(ctx, args)


def _swap_option(kind: str, where: str = "") -> Callable[[Function], Function]:
    return click.option(
        f"--swap-{kind}s",
        type=int,
        nargs=2,
        multiple=True,
        metavar="I J",
        help=f"Swap {kind}s I and J{where}.",
    )


@click.command(cls=InOrder)
@click.argument("inputs", metavar="[INPUT]...", nargs=-1)
@click.option(
    "--rotate",
    type=click.Choice(["90", "180", "270"]),
    multiple=True,
    help="Turn the board clockwise, by so many degrees.",
)
@_swap_option("row", " of one band")
@_swap_option("column", " of one stack")
@_swap_option("band")
@_swap_option("stack")
@click.option("--transpose", count=True, help="Make rows columns, and columns rows.")
@click.option(
    "--reflect", type=click.Choice(get_args(Axis)), multiple=True, help="Mirror the board."
)
@click.option(
    "--relabel", multiple=True, metavar="OLD=NEW,…", help="Rename digits, all at once: 1=2,2=1."
)
@click.option("--random", count=True, help="Make the moves of a transformation drawn at random.")
@click.option("--seed", type=int, metavar="S", help="The same random moves each time.")
@click.option(
    "-v", "--moves", "is_shown", is_flag=True, help="Show each move, and the board after it."
)
@click.option(
    "--output-format", type=click.Choice(list(FORMATS)), help="Write boards in this format."
)
@frontend_options
@json_option
@output_option
@engine_options
@click.pass_context
def transform(
    ctx: click.Context,
    /,
    inputs: tuple[str, ...],
    seed: int | None,
    is_shown: bool,
    output_format: str | None,
    as_json: bool,
    output: str | None,
    frontend: str | None,
    delay: str | None,
    size: str | None,
    theme: str | None,
    config_file: str | None,
    plugins: tuple[str, ...],
    layout: str | None,
    **given: Any,
) -> int:
    """Make moves on puzzles, in the order in which they are given, and print a line each.

    These moves keep a puzzle what it is: as many solutions, as hard to find. Each may be given
    more than once; --random draws anew for each puzzle. --json writes an object a move.

    \b
    Examples:
      sudoku-engine transform --rotate 90 --swap-rows 1 2 examples/puzzle.txt
      sudoku-engine transform --relabel 1=2,2=1 -v examples/puzzle.txt
      sudoku-engine transform --random --seed 7 examples/puzzles.txt
    """
    if output_format and (is_shown or as_json):
        raise UsageError("--output-format writes boards only: without --moves and --json")
    if seed is not None and not given["random"]:
        raise UsageError("--seed is for --random, which was not given")
    wanted = _wanted(ctx.meta[ORDER], given, AtRandom(random.Random(seed)))
    newline = "" if output_format == "fss" else None  # it has its own
    overrides = {"frontend": override("--frontend", frontend)}
    with job(config_file, plugins, layout, overrides, output, newline) as task:
        shower = frontend_of(task, {"delay": delay, "size": size, "theme": theme})
        reporters = _reporters(task, is_shown, as_json)
        audience = Audience(task, reporters, verbose=is_shown or None, format=output_format)
        present(task, shower, _runs(inputs, task, wanted, audience))
    # That a board is not solved after its moves is no answer no.
    return BAD if task.status == BAD else DONE


def _wanted(
    order: Sequence[str], given: Mapping[str, Any], at_random: AtRandom
) -> list[Move | AtRandom]:
    """The moves that are asked for, in the `order` in which their options were given."""
    values = {
        name: iter(value) if isinstance(value, tuple) else repeat(None)
        for name, value in given.items()
    }
    wanted: list[Move | AtRandom] = []
    for name in order:
        if name in MOVES:
            wanted.append(MOVES[name](next(values[name])))
        elif name == "random":
            wanted.append(at_random)
    return wanted


def _reporters(task: Job, is_shown: bool, as_json: bool) -> list[Component]:
    if as_json:
        return [task.registry.find("reporter", "jsonl")]
    if is_shown:
        return [task.component("reporter", chosen) for chosen in task.config.reporters]
    return [task.registry.find("reporter", "line")]


def _runs(
    inputs: Sequence[str], task: Job, wanted: Sequence[Move | AtRandom], audience: Audience
) -> Iterator[Run]:
    """A film for each puzzle; what a puzzle does not allow is told, and the others go on."""
    index = 0
    for entry in found_in(inputs, task):
        if isinstance(entry, FormatError):
            audience.error(entry)
            continue
        try:
            moves = elementary(entry.grid, wanted)
        except LayoutError as error:
            task.complain(LayoutError(str(error), entry.source))
            continue
        index += 1
        yield Run(
            entry.grid,
            move_events(entry.grid, moves),
            index=index,
            source=entry.source,
            has_marks=entry.has_marks,
            out=task.out,
            listeners=[audience.event],
        )
