"""``worksheet``: puzzles on sheets to print; and boards to practise on, with their answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import click

from sudoku_engine import Ended, Grid, Step
from sudoku_engine.api.event_text import short_notation
from sudoku_engine.board.words import counted
from sudoku_engine.cli import options
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.inputs import puzzles
from sudoku_engine.cli.params import check_not_terminal
from sudoku_engine.cli.program import NO, message, program
from sudoku_engine.cli.reporting import report_fault
from sudoku_engine.formats import Entry
from sudoku_engine.solving.guard import count_solutions
from sudoku_frontends.pictures.print_sheet import (
    ANSWER_LINE,
    COLUMNS,
    Drawing,
    Drawings,
    Item,
    answer_table,
    sheet,
    step_drawing,
    step_drawings,
)
from sudoku_plugins.ratings import scales as ratings
from sudoku_plugins.ratings.rating import NotRated, Rater
from sudoku_plugins.strategies.analysis.truths import clue_truths

if TYPE_CHECKING:
    from sudoku_plugins.course.judging import PracticeBoard, Techniques
    from sudoku_plugins.course.proving import Task

WORDS = {None: "undecided", 0: "no solution", 2: "2+ solutions"}
"""Why there is no solution to print, by the number of solutions."""

title_option = click.option(
    "--title", default="", metavar="TEXT", help="The heading of each sheet."
)
no_name_option = click.option("--no-name", is_flag=True, help="Omit the lines for name and date.")


def per_page_option(default: int) -> options.Decorator:
    """Return the option ``--per-page``; its value is a text."""
    return options.choice_option(
        "--per-page",
        values=[*map(str, COLUMNS)],
        default=str(default),
        metavar="N",
        help="Boards on each sheet; fewer boards are larger.",
    )


@program.command()
@options.inputs_argument
@per_page_option(4)
@click.option("--solutions", is_flag=True, help="Add the solutions, on separate sheets.")
@click.option("--steps", is_flag=True, help="Add the steps that solve each puzzle, drawn.")
@title_option
@click.option("--levels", is_flag=True, help="Print the level above each puzzle.")
@no_name_option
@click.option("--candidates", is_flag=True, help="Print the candidates in the open cells.")
@options.output_option("html", "htm", needs_ending=True)
@options.engine_options
def worksheet(
    inputs: tuple[str, ...],
    per_page: str,
    solutions: bool,
    steps: bool,
    title: str,
    levels: bool,
    no_name: bool,
    candidates: bool,
    output: str | None,
) -> int:
    """Put puzzles on sheets: an HTML page that any browser can print.

    The fewer puzzles on a sheet, the larger they are. Solutions and steps are on separate sheets.

    \b
    Examples:
      sudoku-engine worksheet puzzles.txt --solutions -o sheet.html
      sudoku-engine worksheet puzzles.txt:1 --per-page 1 --steps -o steps.html
      sudoku-engine generate --count 8 | sudoku-engine worksheet - -o sheet.html
    """
    check_not_terminal(output, "a page of HTML", "sheet.html")
    with command_context(output, changes=options.NO_FALLBACK) as context:
        rater = ratings.rater(plugins=context) if levels else None
        entries = list(puzzles(inputs, context))
        watched = context.progress.over
        items = [
            Item(
                entry.grid,
                " · ".join(filter(None, [_level(entry.grid, rater) if rater else "", entry.name])),
                _solution(entry, context) if solutions else None,
            )
            for entry in watched(entries, "puzzle")
        ]
        drawn = (_steps(*each, context) for each in enumerate(watched(entries, "solution"), 1))
        if items:
            page = sheet(
                items,
                title=title,
                per_page=int(per_page),
                has_candidates=candidates,
                has_solutions=solutions,
                has_name_line=not no_name,
                more=drawn if steps else (),
            )
            context.out.write(page)
    return context.status


def _steps(number: int, entry: Entry, context: CommandContext) -> Drawings:
    """Return the steps that solve the puzzle with this `number`; report it if they do not."""
    events = []
    for event in context.loop().events(entry.grid):
        report_fault(context, event)
        events.append(event)
        if isinstance(event, Ended) and event.outcome != "solved":
            message(f"{entry.source}: {event.outcome}: the steps end before the puzzle is solved")
            context.count_status(NO)
    heading = ", ".join(filter(None, [f"Puzzle {number}", entry.name, "step by step"]))
    return Drawings(heading, list(step_drawings(events)))


def _level(grid: Grid, rater: Rater) -> str:
    try:
        return rater.rate(grid).level
    except NotRated as error:
        return str(error)


def _solution(entry: Entry, context: CommandContext) -> Grid | None:
    """Return the one solution; report a puzzle with no solution, or several."""
    grid = entry.grid
    verdict = count_solutions(grid)
    if verdict.solution is None:
        why = WORDS[verdict.solutions]
        message(f"{entry.source}: {why}: its place among the solutions stays empty")
        context.count_status(NO)
        return None
    return Grid(grid.layout, verdict.solution, given=grid.given)


MOST_MORE = 4  # the number of further steps that are named with an answer


class Look(NamedTuple):
    """How a sheet looks; see `print_sheet.sheet`."""

    title: str
    per_page: int
    has_name_line: bool


def practice_sheet(boards: Iterable[PracticeBoard], techniques: Techniques, look: Look) -> str:
    """Return a page of HTML with `boards`, each with a line for the step, then the answers."""
    found = list(boards)
    return sheet(
        [Item(board.grid, f"look for: {board.technique.name}") for board in found],
        **look._asdict(),
        has_candidates=True,
        room=ANSWER_LINE,
        more=[Drawings("Answers", [_answer(*each, techniques) for each in enumerate(found, 1)])],
    )


def _answer(number: int, board: PracticeBoard, techniques: Techniques) -> Drawing:
    """Return the step of hints, drawn, and the notation of other steps that are right too."""
    layout, event = board.grid.layout, board.event
    drawn = step_drawing(board.grid, event, f"{number} · {board.technique.name}")
    others = [
        short_notation(other.step, layout)
        for other in techniques.steps(board.grid, board.technique)
        if other.step.effect != event.step.effect
    ]
    more = [f"Or: {other}" for other in others[:MOST_MORE]]
    if len(others) > MOST_MORE:
        more.append(f"Or one of {len(others) - MOST_MORE} more.")
    return drawn._replace(below=(*drawn.below, *more))


SPARE = 2  # how many more lines a table has than the longest smallest proof needs


def proof_sheet(tasks: Iterable[Task], look: Look) -> str:
    """Return a page of HTML with `tasks`, each with a table for the proof, then the answers."""
    items, answers, longest, first = [], [], 0, "Cell, or digit and house"
    for number, task in enumerate(tasks, 1):
        note = f"prove: {task.claim}, {counted(len(task.reason.truths), 'truth')}"
        items.append(Item(task.grid, note, step=Step(eliminations=[task.candidate])))
        caption = f"{number} · {task.claim}"
        answers.append(step_drawing(task.grid, task.event, caption))
        longest = max(longest, len(task.reason.truths))
        if clue_truths(task.grid.layout):
            first = "Cell, or digit and house, or clue"
    return sheet(
        items,
        **look._asdict(),
        has_candidates=True,
        room=answer_table((first, "So …"), longest + SPARE),
        more=[Drawings("Answers", answers)],
    )
