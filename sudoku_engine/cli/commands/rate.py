"""``rate``: how hard is a puzzle, and which technique does it take?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import click

from sudoku_engine.api.event_text import INDENT
from sudoku_engine.api.protocols import BEYOND, Rating
from sudoku_engine.api.strategy import LEVELS
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.terminal import one_line
from sudoku_engine.board.words import counted
from sudoku_engine.cli import options
from sudoku_engine.cli.context import CommandContext, command_context, rating_filter
from sudoku_engine.cli.jobs import Work, check_errors, puzzle_results
from sudoku_engine.cli.params import ending, is_json
from sudoku_engine.cli.program import DONE, NO, message
from sudoku_engine.cli.reporting import report_fault
from sudoku_engine.cli.tables import print_records
from sudoku_engine.engine import Engine
from sudoku_engine.errors import UsageError
from sudoku_engine.formats import Entry, written
from sudoku_engine.solving.rating import EVERYTHING, NotRated, Range, RatingFilter

FOUND = ("level", "score", "hardest", "counts", "open", "why")
"""The fields of a rating in JSON."""


@click.command()
@options.inputs_argument
@click.option("-q", "--quiet", is_flag=True, help="Print only the puzzles.")
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    help="Show how many steps each strategy takes, and what they add to the score.",
)
@options.schema_option("strategies")
@options.strategy_option("--needs", "Only puzzles whose solution takes a step of this (repeatable)")
@options.without_option
@options.choice_option(
    "--level",
    "levels",
    values=(*LEVELS, BEYOND),
    multiple=True,
    metavar="NAME",
    help="Only puzzles of this level (repeatable).",
)
@options.score_option
@options.puzzle_jobs_option
@options.json_option
@options.output_option("json", "sdm", what="a .sdm holds only the puzzles")
@options.engine_options
def rate(
    inputs: tuple[str, ...],
    quiet: bool,
    verbose: bool,
    needs: tuple[str, ...],
    without: tuple[str, ...],
    levels: tuple[str, ...],
    scores: tuple[Range, ...],
    jobs: int,
    as_json: bool,
    output: str | None,
) -> int:
    """Rate how hard each puzzle is: its level, its score and its hardest strategy.

    Prints one line for each puzzle, with the puzzle at its end. A puzzle's score is the sum of
    the scores of its steps; each step has the score of its strategy, which `plugins list`
    shows. The levels are those of HoDoKu: easy, medium, hard, unfair, extreme. The level is
    that of the hardest step, or, without clues, of the score if that is harder; with --verbose
    the line says which. A puzzle that the strategies cannot finish is "beyond": its score
    counts only the steps that they found.

    \b
    Examples:
      sudoku-engine rate examples/puzzles.txt
      sudoku-engine rate -q --needs fish --level hard puzzles.txt
      sudoku-engine rate --jobs 4 puzzles.txt
      sudoku-engine rate -v 12..34..........
    """
    quiet = quiet or (ending(output) == "sdm" and not (as_json or verbose))
    as_json = as_json or is_json(output)
    if quiet and (as_json or verbose):
        other = "--json" if as_json else "--verbose"
        raise UsageError(f"--quiet and {other} both say what to write: choose one")
    with command_context(output) as context:
        wanted = rating_filter(context, needs, without, levels, scores)
        found = _rated(inputs, context, wanted, jobs)
        if as_json:
            print_records(map(_record, found), context.out)
        else:
            for each in found:
                grid = each.entry.grid
                text = written(grid) if quiet else f"{_line(each, context, verbose)}\n"
                print(text, end="", file=context.out, flush=True)
    return context.status


class _Rated(NamedTuple):
    """A puzzle with its rating, or with the reason why it has none."""

    entry: Entry
    rating: Rating | NotRated


def _rated(
    inputs: Sequence[str], context: CommandContext, wanted: RatingFilter, jobs: int
) -> Iterator[_Rated]:
    """Yield the puzzles that are `wanted`, each as soon as its rating is known; report faults.

    If not all are wanted, the answer is no only if there is none.
    """
    has_any, number = False, 0
    parts = context.rater().strategies if jobs > 1 else ()
    work = Work(_rater, packed=_packed, is_foreign=not all(each.is_bundled for each in parts))
    for entry, rating in puzzle_results(inputs, context, work, jobs):
        number += 1
        if isinstance(rating, Rating):
            for fault in rating.faults:
                report_fault(context, fault)
        is_known = not isinstance(rating, NotRated) and rating.level != BEYOND
        if wanted == EVERYTHING:
            context.count_status(DONE if is_known else NO)
        elif isinstance(rating, NotRated) or not wanted.keeps(rating):
            continue
        has_any = True
        yield _Rated(entry, rating)
    context.count_status(DONE if has_any else NO)
    if number and not has_any:
        message(f"{counted(number, 'puzzle')}, none kept")


def _rater(engine: Engine) -> Callable[[Grid], Rating | NotRated]:
    """Return the function that rates a board."""
    rater = engine.rater()

    def rated(grid: Grid) -> Rating | NotRated:
        try:
            return rater.rate(grid)
        except NotRated as why:
            return why

    return rated


def _packed(rating: Rating | NotRated) -> Rating | NotRated:
    check_errors(() if isinstance(rating, NotRated) else rating.faults)
    return rating


def _line(each: _Rated, context: CommandContext, verbose: bool) -> str:
    """Return the rating in a line, with the puzzle at its end."""
    rating, puzzle = each.rating, each.entry.grid.line
    if isinstance(rating, NotRated):
        return one_line(f"not rated: {rating}  {puzzle}", context.out, INDENT)
    counts = []
    for name, count in rating.counts.items() if verbose else ():
        strategy = context.registry.find("strategy", name)
        counts.append(f"{strategy.name} {count} (+{count * strategy.score:g})")
    basis = ""
    if verbose and rating.hardest and rating.level != BEYOND:
        is_step = rating.level == context.registry.find("strategy", rating.hardest.id).level
        basis = f"level of the {'hardest step' if is_step else 'score'}"
    parts = [str(rating), ", ".join(counts), basis, puzzle]
    return one_line("  ".join(filter(None, parts)), context.out, INDENT)


def _record(each: _Rated) -> dict[str, object]:
    entry, rating = each
    found: tuple[object, ...] = (None, None, None, {}, entry.grid.n_open, str(rating))
    if isinstance(rating, Rating):
        hardest = rating.hardest.id if rating.hardest else None
        counts, why = dict(rating.counts), rating.why or None
        found = (rating.level, rating.score, hardest, counts, rating.n_open, why)
    return {**entry.place, **dict(zip(FOUND, found))}
