"""``worksheet``: puzzles on sheets to print."""

from __future__ import annotations

import click

from sudoku_engine.board.grid import Grid
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.inputs import puzzles
from sudoku_engine.cli.options import engine_options, inputs_argument, output_option
from sudoku_engine.cli.program import NO, message
from sudoku_engine.formats import Entry
from sudoku_engine.picture.print_sheet import COLUMNS, Item, sheet
from sudoku_engine.solving.oracle import count_solutions
from sudoku_engine.tasks.rating import NotRated, Rater

WORDS = {None: "undecided", 0: "no solution", 2: "2+ solutions"}
"""Why there is no solution to print, by the number of solutions."""


@click.command()
@inputs_argument
@click.option(
    "--per-page",
    type=click.Choice([str(number) for number in COLUMNS]),
    default="4",
    help="Puzzles on each sheet (default: 4).",
)
@click.option("--solutions", is_flag=True, help="Add the solutions, on separate sheets.")
@click.option("--title", default="", metavar="TEXT", help="The heading of each sheet.")
@click.option("--levels", is_flag=True, help="Print the level above each puzzle.")
@click.option("--candidates", is_flag=True, help="Print the candidates in the open cells.")
@output_option("html", "htm", needs_ending=True)
@engine_options
def worksheet(
    inputs: tuple[str, ...],
    per_page: str,
    solutions: bool,
    title: str,
    levels: bool,
    candidates: bool,
    output: str | None,
) -> int:
    """Put puzzles on sheets: a page of HTML, to be printed from any browser.

    \b
    Examples:
      sudoku-engine worksheet examples/puzzles.txt --solutions -o sheet.html
      sudoku-engine generate --count 8 | sudoku-engine worksheet - -o sheet.html
    """
    with command_context(output) as context:
        rater = context.rater() if levels else None
        items = [_item(entry, context, rater, solutions) for entry in puzzles(inputs, context)]
        if items:
            page = sheet(
                items,
                title=title,
                per_page=int(per_page),
                has_candidates=candidates,
                has_solutions=solutions,
            )
            context.out.write(page)
    return context.status


def _item(entry: Entry, context: CommandContext, rater: Rater | None, has_solution: bool) -> Item:
    """Return the puzzle of `entry` with its level and its solution, if wanted."""
    solution = _solution(entry, context) if has_solution else None
    return Item(entry.grid, _level(entry.grid, rater) if rater else "", solution)


def _level(grid: Grid, rater: Rater) -> str:
    try:
        return rater.rate(grid).level
    except NotRated as error:
        return str(error)


def _solution(entry: Entry, context: CommandContext) -> Grid | None:
    """Return the one solution; report a puzzle that has none, or several."""
    grid = entry.grid
    verdict = count_solutions(grid)
    if verdict.solution is None:
        why = WORDS[verdict.solutions]
        message(f"{entry.source}: {why}: its place among the solutions stays empty")
        context.count_status(NO)
        return None
    return Grid(grid.layout, verdict.solution, given=grid.given)
