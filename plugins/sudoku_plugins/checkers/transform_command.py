"""``transform``: moves made on puzzles, in the order in which they are given."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any, get_args

import click

from sudoku_engine.api.run import Run
from sudoku_engine.cli import frontends, options
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.inputs import found_in, show_progress
from sudoku_engine.cli.params import BOARDS, JSON, format_of, is_json
from sudoku_engine.cli.program import BAD, DONE, SectionedCommand, program
from sudoku_engine.cli.reporting import Reporters
from sudoku_engine.errors import FormatError, LayoutError, UsageError
from sudoku_plugins.checkers.comparison import move_events, moves_to_make
from sudoku_plugins.checkers.symmetry.moves import Axis, Renaming

ORDER = "sudoku_engine.order"
"""Where click's context keeps the names of the options, in the order of the command line."""

MOVES = (
    *("rotate", "swap_rows", "swap_columns", "swap_bands", "swap_stacks"),
    *("transpose", "reflect", "relabel", "random"),
)
"""The names of the options that are moves."""

RENAMING = re.compile(r"(\s*\w+\s*=\s*\w+\s*(,|$))+")
"""A renaming, whatever the signs of the digits are."""


class InOrder(SectionedCommand):
    """A command that keeps the order of its options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse `args`, and keep the order."""
        _, _, order = self.make_parser(ctx).parse_args(list(args))
        ctx.meta[ORDER] = [parameter.name for parameter in order]
        return super().parse_args(ctx, args)


def _swap_option(kind: str, where: str = "") -> options.Decorator:
    numbers: dict[str, Any] = {"type": int, "nargs": 2, "multiple": True, "metavar": "I J"}
    return click.option(f"--swap-{kind}s", help=f"Swap {kind}s I and J{where}.", **numbers)


SECTIONS = {
    "Moves": (),
    "What is written": ("verbose", "as_json", "output", "output_format"),
    "In a window": ("frontend", "delay", "size", "theme"),
}
"""By heading of the help, the parameters below it."""


@program.command(cls=InOrder, sections=SECTIONS)
@options.inputs_argument
@options.choice_option(
    "--rotate",
    values=["90", "180", "270"],
    multiple=True,
    metavar="DEGREES",
    help="Rotate the board clockwise by this number of degrees.",
)
@_swap_option("row", " of one band")
@_swap_option("column", " of one stack")
@_swap_option("band")
@_swap_option("stack")
@click.option("--transpose", count=True, help="Exchange rows and columns.")
@options.choice_option(
    "--reflect", values=get_args(Axis), multiple=True, metavar="HOW", help="Mirror the board."
)
@click.option(
    "--relabel", multiple=True, metavar="OLD=NEW,…", help="Rename digits, all at once: 1=2,2=1."
)
@click.option("--random", count=True, help="Apply a random transformation.")
@options.seed_option("random moves", has_numbers=True)
@click.option("-v", "--verbose", is_flag=True, help="Show each move, and the board after it.")
@options.output_format_option
@options.component_options(frontends.KEY)
@options.json_option
@options.output_option(
    *JSON, *BOARDS, frontends.REPLAY, what="a .html is a film of the moves for a browser"
)
@options.engine_options
@click.pass_context
def transform(
    ctx: click.Context,
    /,
    inputs: tuple[str, ...],
    seed: int | str | None,
    verbose: bool,
    output_format: str | None,
    as_json: bool,
    output: str | None,
    **given: Any,
) -> int:
    """Apply moves to puzzles, in the order of the options, and print one line a puzzle.

    The moves change neither the number of solutions nor the difficulty. Each option can be
    repeated; --random draws another transformation for each puzzle. --json writes one object
    for each move.

    \b
    Examples:
      sudoku-engine transform --rotate 90 --swap-rows 1 2 puzzles.txt:1
      sudoku-engine transform --relabel 1=2,2=1 -v puzzles.txt:1
      sudoku-engine transform --random --seed 7 puzzles.txt
      sudoku-engine transform --random --seed 7 -o moves.html puzzles.txt:1
    """
    if not (output_format or as_json or verbose):
        as_json, output_format = is_json(output), format_of(output)
    if output_format and (verbose or as_json):
        raise UsageError("--output-format writes boards only: without --verbose and --json")
    if seed is not None and not given["random"]:
        raise UsageError("--seed needs --random")
    wanted, rng = _wanted(ctx.meta[ORDER], given), random.Random(seed)
    with command_context(frontends.file_of_results(output), output_format) as context:
        frontend = frontends.chosen_frontend(
            context, of_film=frontends.OPTIONS if frontends.is_replay(output) else ()
        )
        name = "jsonl" if as_json else None if verbose else "line"
        own = [context.registry.find("reporter", name)] if name else context.reporters()
        chosen = frontends.with_replay(own, output, context)
        reporters = Reporters(context, chosen, verbose=verbose or None, format=output_format)
        frontends.show_runs(context, frontend, _runs(inputs, context, wanted, rng, reporters))
    # An unsolved board after its moves is not a negative answer.
    return BAD if context.status == BAD else DONE


def _wanted(order: Sequence[str], given: Mapping[str, Any]) -> list[str]:
    """Return the moves to apply as texts for `move_in`, in the `order` of their options."""
    values: dict[str, Iterator[Any]] = {
        name: iter(value) if isinstance(value, tuple) else repeat(())
        for name, value in given.items()
    }
    wanted = []
    for name in filter(MOVES.__contains__, order):
        value = next(values[name])
        if name == "relabel" and not RENAMING.fullmatch(value):
            Renaming.of_text(value)  # its error needs no puzzle
        words = value if isinstance(value, tuple) else (value,)
        wanted.append(" ".join([name.replace("_", "-"), *map(str, words)]))
    return wanted


def _runs(
    inputs: Sequence[str],
    context: CommandContext,
    wanted: Sequence[str],
    rng: random.Random,
    reporters: Reporters,
) -> Iterator[Run]:
    """Yield a run of moves for each puzzle; report puzzles that do not allow them."""
    index = 0
    for entry in found_in(inputs, context):
        if isinstance(entry, FormatError):
            reporters.error(entry)
            continue
        try:
            moves = moves_to_make(entry.grid, wanted, rng)
        except LayoutError as error:
            context.report(LayoutError(str(error), entry.source))
            continue
        index += 1
        show_progress(entry, context)
        yield Run(
            entry.grid,
            move_events(entry.grid, moves),
            index=index,
            source=entry.source,
            has_marks=entry.has_marks,
            name=entry.name,
            out=context.out,
            listeners=[reporters.event],
        )
    context.progress.stop()
