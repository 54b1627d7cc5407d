"""``worksheet``: puzzles on sheets to print."""

from __future__ import annotations

from typing import Any

import click

from sudoku_engine.board.grid import Grid
from sudoku_engine.cli.context import Job, engine_options, job, output_option
from sudoku_engine.cli.inputs import puzzles
from sudoku_engine.cli.program import NO, complain
from sudoku_engine.formats import Entry
from sudoku_engine.picture.print_sheet import COLUMNS, Item, sheet
from sudoku_engine.solving.oracle import count_solutions
from sudoku_engine.tasks.rating import NotRated, Rater

WORDS = {None: "undecided", 0: "no solution", 2: "2+ solutions"}
"""Why a puzzle has no solution to be printed, by the number of its solutions."""


@click.command()
@click.argument("inputs", metavar="[INPUT]...", nargs=-1)
@click.option(
    "--per-page",
    type=click.Choice([str(number) for number in COLUMNS]),
    default="4",
    help="How many puzzles stand on a sheet; 4 if not given.",
)
@click.option("--solutions", is_flag=True, help="The solutions too, on sheets of their own.")
@click.option("--title", default="", metavar="TEXT", help="What stands above each sheet.")
@click.option("--levels", is_flag=True, help="How hard each puzzle is, above it.")
@click.option("--candidates", is_flag=True, help="The candidates in the open cells.")
@output_option
@engine_options
def worksheet(
    inputs: tuple[str, ...],
    per_page: str,
    solutions: bool,
    title: str,
    levels: bool,
    candidates: bool,
    output: str | None,
    **engine: Any,
) -> int:
    """Put puzzles on sheets to print: a page of HTML, to be opened and printed by any browser.

    \b
    Examples:
      sudoku-engine worksheet examples/puzzles.txt --solutions -o sheet.html
      sudoku-engine generate --count 8 --level easy | sudoku-engine worksheet - -o sheet.html
    """
    with job(**engine, output=output) as task:
        rater = task.rater() if levels else None
        items = [_item(entry, task, rater, solutions) for entry in puzzles(inputs, task)]
        if items:
            page = sheet(
                items,
                title=title,
                per_page=int(per_page),
                has_candidates=candidates,
                has_solutions=solutions,
            )
            task.out.write(page)
    return task.status


def _item(entry: Entry, task: Job, rater: Rater | None, has_solution: bool) -> Item:
    """The puzzle of `entry` with its level and its solution, as far as they are wanted."""
    solution = _solution(entry, task) if has_solution else None
    return Item(entry.grid, _level(entry.grid, rater) if rater else "", solution)


def _level(grid: Grid, rater: Rater) -> str:
    try:
        return rater.rate(grid).level
    except NotRated as error:
        return str(error)


def _solution(entry: Entry, task: Job) -> Grid | None:
    """The one solution; where there is none or more than one, that is told."""
    grid = entry.grid
    verdict = count_solutions(grid)
    if verdict.solution is None:
        complain(f"{entry.source}: {WORDS[verdict.solutions]}: its place on the solutions is empty")
        task.worst(NO)
        return None
    return Grid(grid.layout, verdict.solution, given=grid.given)
