"""``canonical``: one form for all copies of a puzzle, and the copies among many."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import click

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.words import counted
from sudoku_engine.cli.context import Job, engine_options, job, json_option, output_option
from sudoku_engine.cli.inputs import puzzles
from sudoku_engine.cli.program import complain
from sudoku_engine.cli.tables import print_table
from sudoku_engine.errors import LayoutError
from sudoku_engine.formats import Entry
from sudoku_engine.transform.copy_classes import Classes
from sudoku_engine.transform.equivalence import Canonical, canonical_form, minlex_form

ORDERS: dict[str, Callable[[Grid], Canonical]] = {
    "refinement": canonical_form,
    "minlex": minlex_form,
}
"""By the name of an order, what finds the form that is least in it."""

COLUMNS = ("source", "puzzle", "form", "symmetries")


@click.command()
@click.argument("inputs", metavar="[INPUT]...", nargs=-1)
@click.option(
    "--order",
    type=click.Choice(list(ORDERS)),
    default="refinement",
    help="In which order the form is the least: that of refinement (quick, the default), or "
    "minlex: as a text, row by row, a blank before 1.",
)
@click.option("--symmetries", is_flag=True, help="Count what maps the board to itself.")
@click.option(
    "--dedupe",
    is_flag=True,
    help="Print the first puzzle of each class; say which others are copies of which.",
)
@json_option
@output_option
@engine_options
def canonical(
    inputs: tuple[str, ...],
    order: str,
    symmetries: bool,
    dedupe: bool,
    as_json: bool,
    output: str | None,
    **engine: Any,
) -> int:
    """Print the canonical form of each puzzle, a line each: two puzzles are copies of each
    other exactly when their forms are equal.

    With --dedupe the puzzles themselves are printed, the first of each class. Standard error says
    which others fell to which. The file may be of any length.

    The symmetries of a board are the ways to move its cells that leave it as it is but for
    the names of its digits; doing nothing is one of them.

    \b
    Examples:
      sudoku-engine canonical --symmetries examples/puzzles.txt
      sudoku-engine canonical --dedupe -o unique.txt examples/puzzles.txt
    """
    with job(**engine, output=output) as task:
        found = _forms(inputs, ORDERS[order], task)
        if dedupe:
            found = _firsts(found)
        if as_json:
            columns = COLUMNS if symmetries else COLUMNS[:-1]
            print_table(columns, (_row(each, symmetries) for each in found), task.out, as_json)
        else:
            for each in found:
                print(_line(each, dedupe, symmetries), file=task.out)
    return task.status


class _Formed(NamedTuple):
    entry: Entry
    form: Canonical


def _forms(
    inputs: Sequence[str], form_of: Callable[[Grid], Canonical], task: Job
) -> Iterator[_Formed]:
    """The puzzles with their forms; what has none is told."""
    for entry in puzzles(inputs, task):
        try:
            yield _Formed(entry, form_of(entry.grid))
        except LayoutError as error:
            task.complain(LayoutError(error.what, entry.source))


def _firsts(found: Iterator[_Formed]) -> Iterator[_Formed]:
    """The first of each class; of the others it is told whose copies they are."""
    classes = Classes()
    for each in found:
        source = each.entry.source
        count = len(classes)
        first = classes.first(each.form, each.entry.grid.layout, source)
        if len(classes) > count:
            yield each
        else:
            complain(f"{source} is a copy of {first}")
    complain(f"{counted(classes.n_boards, 'puzzle')}, {counted(len(classes), 'class', 'classes')}")


def _line(each: _Formed, dedupe: bool, symmetries: bool) -> str:
    line = each.entry.grid.line if dedupe else each.form.line
    if not symmetries:
        return line
    count = each.form.symmetries
    return f"{line} {counted(count, 'symmetry', 'symmetries')}"


def _row(each: _Formed, symmetries: bool) -> tuple[object, ...]:
    row = (each.entry.source, each.entry.grid.line, each.form.line)
    return (*row, each.form.symmetries) if symmetries else row
