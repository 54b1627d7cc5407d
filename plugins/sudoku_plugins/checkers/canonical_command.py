"""``canonical``: one form for all copies of a puzzle, and the copies among many."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import click

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout_record import clue_record
from sudoku_engine.board.words import counted
from sudoku_engine.cli import options
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.jobs import Work, puzzle_results
from sudoku_engine.cli.params import BOARDS, is_json
from sudoku_engine.cli.program import message, program
from sudoku_engine.cli.tables import print_records
from sudoku_engine.engine import Engine
from sudoku_engine.errors import LayoutError
from sudoku_engine.formats import Entry, written
from sudoku_plugins.checkers.symmetry.minlex import ORDERS


@program.command()
@options.inputs_argument
@options.choice_option(
    "--order",
    values=ORDERS,
    default="refinement",
    meanings={"refinement": "quick", "minlex": "as text, row by row, a blank before 1"},
    help="The order in which the least copy is the form.",
)
@click.option("--symmetries", is_flag=True, help="Count the symmetries of each board.")
@click.option(
    "--dedupe",
    is_flag=True,
    help="Print only the first puzzle of each class of copies; report the others.",
)
@options.puzzle_jobs_option
@options.json_option
@options.output_option("json", *BOARDS[:1])
@options.engine_options
def canonical(
    inputs: tuple[str, ...],
    order: str,
    symmetries: bool,
    dedupe: bool,
    jobs: int,
    as_json: bool,
    output: str | None,
) -> int:
    """Print the canonical form of each puzzle, one a line.

    Two puzzles are copies of each other exactly if their forms are equal. With --dedupe, the first
    puzzle of each class is printed, unchanged; standard error names the copies. The file may have
    any length.

    A symmetry of a board moves its cells so that the same board results, except for the names of
    its digits; moving nothing counts as one.

    \b
    Examples:
      sudoku-engine canonical --symmetries puzzles.txt
      sudoku-engine canonical --dedupe -o unique.txt puzzles.txt
    """
    as_json = as_json or is_json(output)
    with command_context(output) as context:
        found = _forms(inputs, order, symmetries, context, jobs)
        if dedupe:
            found = _firsts(found)
        if as_json:
            for entry, form in found:
                counts = {"symmetries": form.symmetries} if symmetries else {}
                clues = {"form_clues": form.clues} if form.clues else {}
                record = {**entry.place, "form": form.line, **clues, **counts}
                print_records([record], context.out)
        else:
            for entry, form in found:
                count = f" {counted(form.symmetries, 'symmetry', 'symmetries')}"
                text = written(entry.grid).rstrip("\n") if dedupe else form.text
                print(text + count * symmetries, file=context.out)
    return context.status


class _Form(NamedTuple):
    """The form of a board, or why it has none."""

    line: str = ""
    """Its digits as text."""
    text: str = ""
    """The form as a puzzle, with its clues."""
    clues: Sequence[Mapping[str, object]] = ()
    symmetries: int = 0
    """The number of symmetries, if requested."""
    why_not: str = ""
    """Why there is no form."""


_Formed = tuple[Entry, _Form]


def _forms(
    inputs: Sequence[str], order: str, symmetries: bool, context: CommandContext, jobs: int
) -> Iterator[_Formed]:
    work = Work(_former, [order, symmetries])
    for entry, form in puzzle_results(inputs, context, work, jobs):
        if form.why_not:
            context.report(LayoutError(form.why_not, entry.source))
        else:
            yield entry, form


def _former(engine: Engine, order: str, symmetries: bool) -> Callable[[Grid], _Form]:
    def form_of(grid: Grid) -> _Form:
        try:
            form = ORDERS[order](grid)
        except LayoutError as error:
            return _Form(why_not=error.what)
        clues = [clue_record(clue) for clue in form.layout.written_clues]
        return _Form(form.line, str(form), clues, form.symmetries if symmetries else 0)

    return form_of


def _firsts(found: Iterator[_Formed]) -> Iterator[_Formed]:
    """Yield the first puzzle of each class; report the others as copies of it."""
    firsts: dict[tuple[str, str], str] = {}
    n_puzzles = 0
    for entry, form in found:
        n_puzzles += 1
        key = entry.grid.layout.name, form.text
        if key in firsts:
            message(f"{entry.source} is a copy of {firsts[key]}")
        else:
            firsts[key] = entry.source
            yield entry, form
    message(f"{counted(n_puzzles, 'puzzle')}, {counted(len(firsts), 'class', 'classes')}")
