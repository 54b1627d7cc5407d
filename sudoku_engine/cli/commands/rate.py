"""``rate``: how hard is a puzzle, and which technique does it take?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Union

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
from sudoku_engine.solving.rating import (
    EVERYTHING,
    NotRated,
    Range,
    RatingFilter,
    TruthRating,
    rate_by_truths,
)

SCALES = {
    "hodoku": "the scores of named techniques",
    "truths": "how many truths a step needs, the simplest step first",
}
"""The scales by name, each with what it goes by."""

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
@options.choice_option(
    "--scale",
    values=SCALES,
    meanings=SCALES,
    default="hodoku",
    metavar="NAME",
    help="What a rating counts.",
)
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
    scale: str,
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

    With --scale truths techniques do not matter: each step is the one that follows from the fewest
    truths (a cell has a digit, a house has a place for a digit, a clue holds). The line says how
    many truths the hardest step needs, and how many all steps together; with --verbose also each
    step.

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
        found = _rated(inputs, context, wanted, scale, jobs)
        if as_json:
            print_records(map(_record, found), context.out)
        else:
            for each in found:
                grid = each.entry.grid
                text = written(grid) if quiet else f"{_line(each, context, verbose)}\n"
                print(text, end="", file=context.out, flush=True)
    return context.status


AnyRating = Union[Rating, TruthRating, NotRated]


class _Rated(NamedTuple):
    """A puzzle with its rating, or with the reason why it has none."""

    entry: Entry
    rating: AnyRating


def _rated(
    inputs: Sequence[str], context: CommandContext, wanted: RatingFilter, scale: str, jobs: int
) -> Iterator[_Rated]:
    """Yield the puzzles that are `wanted`, each as soon as its rating is known; report faults.

    If not all are wanted, the answer is no only if there is none.
    """
    is_by_truths = scale == "truths"
    if is_by_truths and wanted != EVERYTHING:
        what = "--needs, --without, --level and --score go by techniques"
        raise UsageError(f"{what}: leave --scale truths out", "--scale")
    has_any, number = False, 0
    parts = context.rater().strategies if jobs > 1 and not is_by_truths else ()
    work = Work(
        _rater, (scale,), packed=_packed, is_foreign=not all(each.is_bundled for each in parts)
    )
    for entry, rating in puzzle_results(inputs, context, work, jobs):
        number += 1
        if isinstance(rating, Rating):
            for fault in rating.faults:
                report_fault(context, fault)
        is_beyond = isinstance(rating, Rating) and rating.level == BEYOND
        if wanted == EVERYTHING:
            context.count_status(NO if is_beyond or isinstance(rating, NotRated) else DONE)
        elif not isinstance(rating, Rating) or not wanted.keeps(rating):
            continue
        has_any = True
        yield _Rated(entry, rating)
    context.count_status(DONE if has_any else NO)
    if number and not has_any:
        message(f"{counted(number, 'puzzle')}, none kept")


def _rater(engine: Engine, scale: str) -> Callable[[Grid], AnyRating]:
    rate = rate_by_truths if scale == "truths" else engine.rater().rate

    def rated(grid: Grid) -> AnyRating:
        try:
            return rate(grid)
        except NotRated as why:
            return why

    return rated


def _packed(rating: AnyRating) -> AnyRating:
    check_errors(rating.faults if isinstance(rating, Rating) else ())
    return rating


def _line(each: _Rated, context: CommandContext, verbose: bool) -> str:
    """Return the rating in a line, with the puzzle at its end."""
    rating, puzzle = each.rating, each.entry.grid.line
    if isinstance(rating, NotRated):
        return one_line(f"not rated: {rating}  {puzzle}", context.out, INDENT)
    if isinstance(rating, TruthRating):
        lines = [one_line(f"{rating}  {puzzle}", context.out, INDENT)]
        for number, text in rating.steps if verbose else ():
            lines.append(one_line(f"  {number}  {text}", context.out, INDENT))
        return "\n".join(lines)
    counts = []
    for name, count in rating.counts.items() if verbose else ():
        strategy = context.registry.find("strategy", name)
        counts.append(f"{strategy.name} {count} (+{rating.points[name]:g})")
    basis = ""
    if verbose and rating.hardest and rating.level != BEYOND:
        is_step = rating.level == context.registry.find("strategy", rating.hardest.id).level
        basis = f"level of the {'hardest step' if is_step else 'score'}"
    parts = [str(rating), ", ".join(counts), basis, puzzle]
    return one_line("  ".join(filter(None, parts)), context.out, INDENT)


def _record(each: _Rated) -> dict[str, object]:
    entry, rating = each
    if isinstance(rating, TruthRating):
        steps = [{"truths": number, "step": text} for number, text in rating.steps]
        score = {"largest": rating.largest, "total": rating.total}
        return {**entry.place, **score, "is_smallest": rating.is_smallest, "steps": steps}
    found: tuple[object, ...] = (None, None, None, {}, entry.grid.n_open, str(rating))
    if isinstance(rating, Rating):
        hardest = rating.hardest.id if rating.hardest else None
        counts, why = dict(rating.counts), rating.why or None
        found = (rating.level, rating.score, hardest, counts, rating.n_open, why)
    return {**entry.place, **dict(zip(FOUND, found))}
