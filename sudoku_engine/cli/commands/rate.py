"""``rate``: how hard is a puzzle, and which technique does it take?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import click

from sudoku_engine.api.events import Faulted
from sudoku_engine.api.puzzle import BEYOND, Rating
from sudoku_engine.board.words import counted
from sudoku_engine.cli.context import Job, engine_options, job, json_option, output_option
from sudoku_engine.cli.inputs import puzzles
from sudoku_engine.cli.program import BAD, NO, complain, trace
from sudoku_engine.cli.reporting import fault_line
from sudoku_engine.cli.tables import print_table
from sudoku_engine.formats import Entry
from sudoku_engine.tasks.rating import NotRated

COLUMNS = ("source", "puzzle", "level", "score", "hardest", "counts", "open", "why")


@click.command()
@click.argument("inputs", metavar="[INPUT]...", nargs=-1)
@click.option("-v", "--verbose", is_flag=True, help="Tell how many steps each strategy takes.")
@json_option
@output_option
@engine_options
def rate(
    inputs: tuple[str, ...], verbose: bool, as_json: bool, output: str | None, **engine: Any
) -> int:
    """Tell of each puzzle, in a line, how hard it is: its level, its score, and the hardest
    strategy that it takes.

    Each step has the score of its strategy (plugins list shows them); the puzzle's score is
    their sum. The levels are those of the program HoDoKu: easy, medium, hard, unfair, extreme. A
    puzzle that the strategies cannot finish is beyond them: its score is that of the steps they
    found, and would only grow.

    \b
    Examples:
      sudoku-engine rate examples/puzzles.txt
      sudoku-engine rate -v 12..34..........
    """
    with job(**engine, output=output) as task:
        found = _rated(inputs, task)
        if as_json:
            print_table(COLUMNS, map(_row, found), task.out, as_json)
        else:
            for each in found:
                print(_line(each, task, verbose), file=task.out, flush=True)
    return task.status


class _Rated(NamedTuple):
    """A puzzle with its rating, or with what says why it has none."""

    entry: Entry
    rating: Rating | NotRated


def _rated(inputs: Sequence[str], task: Job) -> Iterator[_Rated]:
    """The puzzles with their ratings, each as soon as it is known; faults are told."""
    rater = task.rater()
    for entry in puzzles(inputs, task):
        try:
            rating = rater.rate(entry.grid)
        except NotRated as why:
            task.worst(NO)
            yield _Rated(entry, why)
            continue
        for fault in rating.faults:
            trace(fault.error if isinstance(fault, Faulted) else None)
            complain(fault_line(fault))
            task.worst(BAD)
        if rating.level == BEYOND:
            task.worst(NO)
        yield _Rated(entry, rating)


def _line(each: _Rated, task: Job, verbose: bool) -> str:
    rating = each.rating
    if isinstance(rating, NotRated):
        return f"not rated: {rating}"
    hardest = rating.hardest.name if rating.hardest else "none"
    if rating.level == BEYOND:
        cells = f"{counted(rating.n_open, 'cell')} open"
        ended = " ".join(filter(None, [rating.outcome, rating.why, "with", cells]))
        parts = [f"score over {rating.score}", f"{ended}, hardest so far: {hardest}"]
    else:
        parts = [f"score {rating.score}", f"hardest: {hardest}"]
    if verbose and rating.counts:
        names = [task.registry.find("strategy", name).name for name in rating.counts]
        counts = [f"{name} {count}" for name, count in zip(names, rating.counts.values())]
        parts.append(", ".join(counts))
    return "  ".join([rating.level, *parts])


def _row(each: _Rated) -> tuple[object, ...]:
    entry, rating = each
    puzzle = (entry.source, entry.grid.line)
    if isinstance(rating, NotRated):
        return (*puzzle, None, None, None, {}, entry.grid.n_open, str(rating))
    hardest = rating.hardest.id if rating.hardest else None
    told = (rating.level, rating.score, hardest, dict(rating.counts), rating.n_open)
    return (*puzzle, *told, rating.why or None)
