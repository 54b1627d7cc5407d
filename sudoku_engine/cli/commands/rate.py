"""``rate``: how hard is a puzzle, and which technique does it take?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import click

from sudoku_engine.api.events import Faulted
from sudoku_engine.api.puzzle import BEYOND, Rating
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.inputs import puzzles
from sudoku_engine.cli.options import engine_options, inputs_argument, json_option, output_option
from sudoku_engine.cli.program import BAD, NO, message, print_traceback
from sudoku_engine.cli.reporting import fault_line
from sudoku_engine.cli.tables import print_table
from sudoku_engine.formats import Entry
from sudoku_engine.tasks.rating import NotRated

COLUMNS = ("source", "puzzle", "level", "score", "hardest", "counts", "open", "why")


@click.command()
@inputs_argument
@click.option("-v", "--verbose", is_flag=True, help="Show how many steps each strategy takes.")
@json_option
@output_option
@engine_options
def rate(inputs: tuple[str, ...], verbose: bool, as_json: bool, output: str | None) -> int:
    """Rate how hard each puzzle is: its level, its score and its hardest strategy.

    Prints one line for each puzzle. A puzzle's score is the sum of the scores of its steps;
    each step has the score of its strategy, which `plugins list` shows. The levels are those
    of HoDoKu: easy, medium, hard, unfair, extreme. A puzzle that the strategies cannot finish
    is "beyond": its score counts only the steps that they found.

    \b
    Examples:
      sudoku-engine rate examples/puzzles.txt
      sudoku-engine rate -v 12..34..........
    """
    with command_context(output) as context:
        found = _rated(inputs, context)
        if as_json:
            print_table(COLUMNS, map(_row, found), context.out, as_json)
        else:
            for each in found:
                print(_line(each, context, verbose), file=context.out, flush=True)
    return context.status


class _Rated(NamedTuple):
    """A puzzle with its rating, or with the reason why it has none."""

    entry: Entry
    rating: Rating | NotRated


def _rated(inputs: Sequence[str], context: CommandContext) -> Iterator[_Rated]:
    """Yield the puzzles with their ratings, each as soon as it is known; report faults."""
    rater = context.rater()
    for entry in puzzles(inputs, context):
        try:
            rating = rater.rate(entry.grid)
        except NotRated as why:
            context.count_status(NO)
            yield _Rated(entry, why)
            continue
        for fault in rating.faults:
            print_traceback(fault.error if isinstance(fault, Faulted) else None)
            message(fault_line(fault))
            context.count_status(BAD)
        if rating.level == BEYOND:
            context.count_status(NO)
        yield _Rated(entry, rating)


def _line(each: _Rated, context: CommandContext, verbose: bool) -> str:
    rating = each.rating
    if isinstance(rating, NotRated):
        return f"not rated: {rating}"
    if not (verbose and rating.counts):
        return str(rating)
    names = [context.registry.find("strategy", name).name for name in rating.counts]
    counts = [f"{name} {count}" for name, count in zip(names, rating.counts.values())]
    return f"{rating}  {', '.join(counts)}"


def _row(each: _Rated) -> tuple[object, ...]:
    entry, rating = each
    puzzle = (entry.source, entry.grid.line)
    if isinstance(rating, NotRated):
        return (*puzzle, None, None, None, {}, entry.grid.n_open, str(rating))
    hardest = rating.hardest.id if rating.hardest else None
    found = (rating.level, rating.score, hardest, dict(rating.counts), rating.n_open)
    return (*puzzle, *found, rating.why or None)
