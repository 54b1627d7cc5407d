"""``rate``: the difficulty of a puzzle, and its hardest technique."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import click

from sudoku_engine import Engine, Grid
from sudoku_engine.api.event_text import INDENT
from sudoku_engine.api.protocols import BEYOND, Rating
from sudoku_engine.api.strategy import LEVELS
from sudoku_engine.board.say import tell
from sudoku_engine.board.text_board import one_line
from sudoku_engine.board.words import counted
from sudoku_engine.cli import options
from sudoku_engine.cli.context import CommandContext, command_context, ids_named, names_of
from sudoku_engine.cli.jobs import Work, check_errors, puzzle_results
from sudoku_engine.cli.params import ending, is_json
from sudoku_engine.cli.program import DONE, NO, message, program
from sudoku_engine.cli.reporting import report_fault
from sudoku_engine.cli.tables import print_records
from sudoku_engine.errors import UsageError
from sudoku_engine.formats import Entry, written
from sudoku_engine.plugins.component import Component
from sudoku_plugins.ratings import scales as ratings
from sudoku_plugins.ratings.explainer.rating import ExplainerRating
from sudoku_plugins.ratings.rating import EVERYTHING, NotRated, Range, RatingFilter, TruthRating
from sudoku_plugins.ratings.scales import SCALES, Rated, is_by_techniques, rated_on, why_differ

FOUND = ("level", "score", "hardest", "counts", "open", "why")
"""The fields of a rating in JSON."""


SECTIONS = {
    "Options": ("quiet", "verbose", "as_json", "output", "scales", "strategy"),
    "Which puzzles": ("needs", "without", "levels", "scores"),
}
"""By heading of the help, the parameters below it."""


@program.command(sections=SECTIONS)
@options.inputs_argument
@click.option("-q", "--quiet", is_flag=True, help="Print only the puzzles.")
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    help="Show the steps of each strategy, and their part in the score.",
)
@options.schema_option("strategies")
@options.strategy_option("--needs", "Only puzzles whose solution uses this (repeatable)")
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
@click.option(
    "--scale",
    "scales",
    cls=options.ListingOption,
    values=lambda: SCALES,
    meanings=SCALES,
    default="hodoku",
    show_default=True,
    metavar="NAME,…",
    help="The measure of a rating; several scales make a table.",
)
@options.puzzle_jobs_option
@options.json_option
@options.language_option
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
    scales: str,
    jobs: int,
    as_json: bool,
    output: str | None,
) -> int:
    """Rate how hard each puzzle is: its level, its score and its hardest strategy.

    Prints one line for each puzzle, with the puzzle at its end. A puzzle's score is the sum of the
    scores of its steps; each step has the score of its strategy, which `plugins list` shows. The
    levels are those of HoDoKu: easy, medium, hard, unfair, extreme. The level comes from the
    hardest step, or, without clues, from the score if this is harder; with --verbose the line says
    which. A puzzle that the strategies cannot finish is "beyond": its score counts only the steps
    that they found.

    With --scale truths, techniques do not matter: each step follows from the fewest truths (a cell
    has a digit, a house has a place for a digit, a clue holds). The line shows the number for the
    hardest step, and for all steps together. With --scale se the rules are those of Sukaku
    Explainer: ER is the difficulty of the hardest step, EP of the hardest up to the first placed
    digit, ED of the first step. Several scales make a table for each puzzle, which says why two
    differ. --verbose shows each step. Scales of your own come from a configuration (`scales`).

    \b
    Examples:
      sudoku-engine rate puzzles.txt
      sudoku-engine rate -q --needs fish --level hard puzzles.txt
      sudoku-engine rate --scale hodoku,se,truths puzzles.txt:1
      sudoku-engine rate -v 12..34..........
    """
    quiet, as_json = _writing(quiet, verbose, as_json, output)
    with command_context(output) as context:
        wanted = rating_filter(context, needs, without, levels, scores)
        names = names_of(scales) or [scales]
        has_points = (verbose or as_json) and names != ["hodoku"]
        found = _rated(inputs, context, wanted, names, has_points, jobs)
        if as_json:
            print_records((_record(each, context) for each in found), context.out)
            return context.status
        for each in found:
            text = written(each.entry.grid) if quiet else f"{_text(each, context, verbose)}\n"
            print(text, end="", file=context.out, flush=True)
    return context.status


def _writing(quiet: bool, verbose: bool, as_json: bool, output: str | None) -> tuple[bool, bool]:
    """Return whether only puzzles are written, and whether JSON is; raises UsageError for both."""
    quiet = quiet or (ending(output) == "sdm" and not (as_json or verbose))
    as_json = as_json or is_json(output)
    if quiet and (as_json or verbose):
        other = "--json" if as_json else "--verbose"
        raise UsageError(f"--quiet and {other} both say what to write: choose one")
    return quiet, as_json


class _Found(NamedTuple):
    entry: Entry
    on_scales: tuple[Rated, ...]


def _rated(
    inputs: Sequence[str],
    context: CommandContext,
    wanted: RatingFilter,
    scales: Sequence[str],
    has_points: bool,
    jobs: int,
) -> Iterator[_Found]:
    """Yield the puzzles that are `wanted`, each as soon as its rating is known; report faults.

    With a filter, the answer is no only if no puzzle passes. The first scale of techniques decides.
    """
    by_techniques = [scale for scale in scales if is_by_techniques(scale)]
    if not by_techniques and wanted != EVERYTHING:
        what = "--needs, --without, --level and --score go by techniques"
        raise UsageError(f"{what}: leave --scale {','.join(scales)} out", "--scale")
    has_any, number = False, 0
    parts = ratings.rater(plugins=context).strategies if jobs > 1 and by_techniques else ()
    is_foreign = not all(each.is_bundled for each in parts)
    work = Work(_rated_on, (scales, has_points), packed=_packed, is_foreign=is_foreign)
    for entry, found in puzzle_results(inputs, context, work, jobs):
        number += 1
        judged = next((each.rating for each in found if each.scale in by_techniques), None)
        if isinstance(judged, Rating):
            for fault in judged.faults:
                report_fault(context, fault)
        if wanted == EVERYTHING:
            context.count_status(NO if any(map(_is_unrated, found)) else DONE)
        elif not isinstance(judged, Rating) or not wanted.keeps(judged):
            continue
        has_any = True
        yield _Found(entry, found)
    context.count_status(DONE if has_any else NO)
    if number and not has_any:
        message(f"{counted(number, 'puzzle')}, none kept")


def rating_filter(
    context: CommandContext,
    needs: Sequence[str],
    without: Sequence[str],
    levels: Sequence[str],
    scores: Sequence[Range],
) -> RatingFilter:
    """Return the filter that the options of these names describe; raises UsageError."""

    def find(name: str) -> Sequence[Component]:
        return ratings.rater(plugins=context).strategies_named(name)  # usually there are no names

    for option, names in (("--needs", needs), ("--without", without)):
        for name in names:
            context.check_part(name, option)
    return RatingFilter(
        tuple(ids_named(needs, find, "--needs")),
        frozenset().union(*ids_named(without, find, "--without")),
        tuple(levels),
        tuple(scores),
    )


def _rated_on(
    engine: Engine, names: Sequence[str], has_points: bool
) -> Callable[[Grid], tuple[Rated, ...]]:
    return rated_on(names, has_points, plugins=engine)


def _is_unrated(rated: Rated) -> bool:
    return getattr(rated.rating, "level", "") == BEYOND or isinstance(rated.rating, NotRated)


def _packed(found: tuple[Rated, ...]) -> tuple[Rated, ...]:
    for each in found:
        check_errors(each.rating.faults if isinstance(each.rating, Rating) else ())
    return found


def _text(found: _Found, context: CommandContext, verbose: bool) -> str:
    """Return the rating in a line, with the puzzle at its end; several as a table below it."""
    puzzle = found.entry.grid.line
    if len(found.on_scales) == 1:
        (rated,) = found.on_scales
        lines = [(INDENT, f"{_told(rated, context, verbose)}  {puzzle}")]
        lines += [("    ", f"  {point}") for point in rated.points]
    else:
        width = max(len(each.scale) for each in found.on_scales)
        lines = [(INDENT, puzzle)]
        for rated in found.on_scales:
            told = _told(rated, context, verbose=False)
            lines.append((INDENT, f"  {rated.scale.ljust(width)}  {told}"))
            lines += [(INDENT, f"    {point}") for point in rated.points]
        lines += [(INDENT, f"  {why}") for why in _differences(found, context)]
    return "\n".join(one_line(text, context.out, indent) for indent, text in lines)


def _told(rated: Rated, context: CommandContext, verbose: bool) -> str:
    rating = rated.rating
    if isinstance(rating, NotRated):
        return f"{tell('not rated')}: {rating}"
    if not isinstance(rating, Rating) or not verbose:
        return str(rating)
    find = context.registry.find
    counts = [
        f"{tell(find('strategy', name).name)} {count} (+{rating.points[name]:g})"
        for name, count in rating.counts.items()
    ]
    basis = ""
    if rating.hardest and rating.level != BEYOND:
        is_step = rating.level == find("strategy", rating.hardest.id).level
        basis = tell("level of the hardest step" if is_step else "level of the score")
    return "  ".join(filter(None, [str(rating), ", ".join(counts), basis]))


def _differences(found: _Found, context: CommandContext) -> list[str]:
    return why_differ(found.on_scales, context.registry.of_kind("strategy"))


def _record(found: _Found, context: CommandContext) -> dict[str, Any]:
    place = found.entry.place
    records = {each.scale: _data(each, found.entry) for each in found.on_scales}
    if len(records) == 1:
        return {**place, **next(iter(records.values()))}
    return {**place, "scales": records, "differences": _differences(found, context)}


def _data(rated: Rated, entry: Entry) -> dict[str, Any]:
    rating = rated.rating
    if isinstance(rating, TruthRating):
        steps: list[dict[str, Any]] = [
            {"truths": number, "step": text} for number, text in rating.steps
        ]
        score = {"largest": rating.largest, "total": rating.total}
        return {**score, "is_smallest": rating.is_smallest, "steps": steps}
    steps = [each._asdict() for each in rated.points]
    if isinstance(rating, ExplainerRating):
        marks = {
            mark.lower(): each and {"difficulty": each.difficulty, "name": each.name}
            for mark, each in rating.marks.items()
        }
        return {"level": rating.level, **marks, "steps": steps}
    found: tuple[object, ...] = (None, None, None, {}, entry.grid.n_open, str(rating))
    if isinstance(rating, Rating):
        hardest = rating.hardest.id if rating.hardest else None
        counts, why = dict(rating.counts), rating.why or None
        found = (rating.level, rating.score, hardest, counts, rating.n_open, why)
    return {**dict(zip(FOUND, found)), **({"steps": steps} if steps else {})}
