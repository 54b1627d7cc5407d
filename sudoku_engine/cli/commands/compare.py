"""``compare``: is one board a transformation of the other?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import click

from sudoku_engine.api.run import Run
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.words import counted
from sudoku_engine.cli.asking import ask_for_pair
from sudoku_engine.cli.board_pair import side_by_side
from sudoku_engine.cli.context import Job, engine_options, job, json_option, override
from sudoku_engine.cli.frontends import frontend_of, frontend_options, present
from sudoku_engine.cli.inputs import found_in, one_puzzle
from sudoku_engine.cli.program import NO
from sudoku_engine.cli.tables import print_table
from sudoku_engine.errors import FormatError, LayoutError, UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.tasks.comparison import Answer, ask, n_moves, telling, with_jobs
from sudoku_engine.tasks.move_run import move_events
from sudoku_engine.transform.decomposition import moves_of
from sudoku_engine.transform.summary import MEANING, parts_of
from sudoku_engine.transform.transformation import Transformation

ALL = "all"

COLUMNS = ("checker", "similar", "moves", "seconds", "why")
JSON_COLUMNS = ("checker", "similar", "why", "moves", "options", "parts", "seconds")


@click.command()
@click.argument("inputs", metavar="[FILE | A B]", nargs=-1)
@click.option("--checker", metavar="ID", help="What compares them; 'all' runs each.")
@click.option(
    "--as",
    "form",
    type=click.Choice(["moves", "parts"]),
    default="moves",
    help="Tell a transformation move by move (the default), or in parts, by what moves.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="So many processes, for checkers that can use them.",
)
@frontend_options
@json_option
@engine_options
def compare(
    inputs: tuple[str, ...],
    checker: str | None,
    form: str,
    jobs: int | None,
    frontend: str | None,
    delay: str | None,
    size: str | None,
    theme: str | None,
    as_json: bool,
    **engine: Any,
) -> int:
    """Tell whether one board is a transformation of another, and which one.

    FILE holds both boards; A and B are files or boards written out. Rows of a band, columns of a
    stack, bands and stacks may be swapped, the board turned by quarters, and digits renamed one
    to one; blanks stay blanks. Without FILE, on a terminal, it asks which of the folder's pairs
    to take.

    As parts, the transformation is told from top to bottom as it applies: rotation, row blocks,
    column blocks, rows, columns, digits. For lines 1 -> 2 says that place 1 now shows what
    stood in place 2 before this part; for digits that 1 becomes 2.

    \b
    Examples:
      sudoku-engine compare 12.............3 ...2...1....3...
      sudoku-engine compare --checker all --as parts 12.............3 ...2...1....3...
    """
    overrides = {
        "checker": override("--checker", checker if checker != ALL else None),
        "frontend": override("--frontend", frontend),
    }
    with job(**engine, overrides=overrides) as task:
        shower = frontend_of(task, {"delay": delay, "size": size, "theme": theme})
        source, target = _pair(inputs, task)
        checkers = [with_jobs(each, jobs) for each in _checkers(task, checker)]
        answers = ask(checkers, source, target)
        for answer in answers:
            if answer.fault:
                task.complain(answer.fault)
        best = telling(answers, source)
        if as_json:
            rows = [_record(answer, source) for answer in answers]
            print_table(JSON_COLUMNS, rows, task.out, as_json)
        else:
            if checker == ALL:
                print_table(COLUMNS, [_row(answer, source) for answer in answers], task.out)
            for line in _told(best, source, target, form) if best else ():
                print(line, file=task.out)
            print(side_by_side(source, target, _transformation(best), task.out), file=task.out)
        if not (best and best.similar):
            task.worst(NO)
        elif shower is not None:
            present(task, shower, _film(best, source, task))
    return task.status


def _pair(inputs: Sequence[str], task: Job) -> tuple[Grid, Grid]:
    """The two boards to compare; raises SudokuError where they are not exactly two."""
    if len(inputs) > 2:
        raise UsageError(f"{len(inputs)} inputs where one with a pair, or two, are wanted")
    if len(inputs) == 2:
        one, other = (one_puzzle(given, task) for given in inputs)
        return one.grid, other.grid
    if not inputs and task.config.puzzles is None and task.config.puzzle is None:
        inputs = [ask_for_pair(task)]
    grids = []
    for entry in found_in(inputs, task):
        if isinstance(entry, FormatError):
            raise entry
        grids.append(entry.grid)
    if len(grids) != 2:
        name = inputs[0] if inputs and len(inputs[0]) < 60 else "puzzle"
        raise UsageError(f"{counted(len(grids), 'puzzle')} where a pair is wanted", name)
    return grids[0], grids[1]


def _checkers(task: Job, wanted: str | None) -> list[Component]:
    """The checker of the configuration, or all, that one with its options."""
    chosen = task.config.checker
    own = [task.component("checker", chosen)] if chosen else []
    if wanted != ALL:
        if not own:
            raise UsageError("no checker: name one with --checker")
        return own
    return [
        own[0] if own and own[0].id == each.id else each
        for each in task.registry.of_kind("checker")
    ]


def _told(answer: Answer, source: Grid, target: Grid, form: str) -> Iterator[str]:
    """The verdict in words, and what the transformation does."""
    assert answer.verdict is not None
    transformation, why = answer.verdict.transformation, answer.verdict.why
    if not answer.similar or transformation is None:
        word = "not known" if answer.similar is None else "not similar"
        yield f"{word}: {why}" if why else word
        return
    yield f"similar, says {answer.checker}" + (f": {why}" if why else "")
    try:
        moves = moves_of(transformation, source)
    except LayoutError as error:
        yield str(error)
        return
    if not moves:
        yield "Nothing moves: the boards are equal."
    elif form == "parts":
        yield MEANING
        yield from map(str, parts_of(transformation, source))
    else:
        yield from (f"{number:3d}. {move}" for number, move in enumerate(moves, 1))
        yield f"Options for transform: {' '.join(move.option for move in moves)}"


def _film(answer: Answer, source: Grid, task: Job) -> Iterator[Run]:
    """The run of the moves that turn `source` into the other board, where they can be named."""
    transformation = _transformation(answer)
    with suppress(LayoutError):
        if transformation is not None:
            moves = moves_of(transformation, source)
            yield Run(source, move_events(source, moves), out=task.out)


def _row(answer: Answer, source: Grid) -> tuple[object, ...]:
    says = {True: "yes", False: "no", None: "not known"}[answer.similar]
    return (
        answer.checker,
        "at fault" if answer.fault else says,
        n_moves(answer, source),
        f"{answer.seconds:.4f}",
        answer.verdict.why if answer.verdict else "",
    )


def _in_full(
    transformation: Transformation | None, source: Grid
) -> tuple[list[str], str, list[str]] | None:
    """The moves, their options, the parts."""
    if transformation is None:
        return None
    try:
        moves = moves_of(transformation, source)
        parts = [str(part) for part in parts_of(transformation, source)]
    except LayoutError:
        return None
    return [move.text for move in moves], " ".join(move.option for move in moves), parts


def _record(answer: Answer, source: Grid) -> tuple[object, ...]:
    why = answer.fault.what if answer.fault else answer.verdict.why if answer.verdict else ""
    told = _in_full(_transformation(answer), source) or (None, None, None)
    return answer.checker, answer.similar, why, *told, round(answer.seconds, 6)


def _transformation(answer: Answer | None) -> Transformation | None:
    return answer.verdict.transformation if answer and answer.verdict else None
