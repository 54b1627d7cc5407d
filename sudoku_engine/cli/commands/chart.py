"""``chart``: time and counts of searches against difficulty or size."""

from __future__ import annotations

import importlib.util
import math
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple, TextIO

import click

from sudoku_engine.atomic_file import whole_file
from sudoku_engine.board.layout import SIZES, Layout
from sudoku_engine.board.words import counted
from sudoku_engine.cli.context import Job, engine_options, job, json_option
from sudoku_engine.cli.program import complain
from sudoku_engine.cli.tables import print_table
from sudoku_engine.errors import UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.values import quoted
from sudoku_engine.tasks.race import usable
from sudoku_engine.tasks.work_chart import FORMATS, PANELS, Words, write_picture
from sudoku_engine.tasks.work_measurement import Place, Point, Spread, boards, measured

SOLVERS = ("backtracking", "mrv", "bitboard", "linear_l1", "integer")
"""Those that are compared where none is named: three ways to search, two by linear programs."""

KEYS = ("solver", "boards", "solved", "stopped", *PANELS)
HEADS = ("solver", "solved", "time in ms", "moves", "backtracks")
"""What stands after the coefficient or size, in the data and in the table for people."""


@click.command()
@click.option(
    "--coefficients", metavar="X,…", help="Shares of open cells; 0.2,0.4,0.6 if not given."
)
@click.option("--sizes", metavar="N,…", help="Against the board's size: 4, 6, 9, 12, 16 or 25.")
@click.option(
    "--solver",
    "solvers",
    multiple=True,
    metavar="ID",
    help=f"Only this solver (repeatable); else {', '.join(SOLVERS)}.",
)
@click.option(
    "--count",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    metavar="N",
    help="Boards at each place of the chart.",
)
@click.option(
    "--seed",
    type=int,
    default=1,
    show_default=True,
    metavar="S",
    help="Other boards for each seed.",
)
@click.option(
    "--limit",
    type=click.FloatRange(min=0, min_open=True),
    default=5.0,
    show_default=True,
    metavar="SECONDS",
    help="Stop a solver that takes longer for a board.",
)
@click.option("-o", "--output", metavar="FILE", help=f"The picture: {', '.join(FORMATS)}.")
@json_option
@engine_options
def chart(
    coefficients: str | None,
    sizes: str | None,
    solvers: tuple[str, ...],
    count: int,
    seed: int,
    limit: float,
    output: str | None,
    as_json: bool,
    **engine: Any,
) -> int:
    """Show time, moves and backtracks of solvers against the share of cells left open.

    The boards are filled at random, the same for every solver and every time. With --sizes they
    are shown against the size of the board, at one share of open cells (0.4 if not given). Times
    are of the solver alone; a board at which it gives up counts for none of the figures. The
    table has the mean, and in brackets the least and the most.

    \b
    Examples:
      sudoku-engine chart -o chart.png
      sudoku-engine chart --sizes 4,9,16 --solver mrv --solver integer --count 5
    """
    kind = None if output is None else _kind(output)
    with job(**engine) as task, ExitStack() as stack:
        places = _places(coefficients, sizes, task)
        racers = _racers(task, solvers, limit)
        picture = None
        if output is not None and _can_draw(task):
            picture = stack.enter_context(whole_file(output, binary=True))
        points: list[Point] = []
        for place in places:
            points += _points(task, place, racers, Boards(count, seed, limit))
        _print(points, sizes is not None, task.out, as_json)
        if picture is not None and kind is not None:
            words = _words(places, sizes is not None, count, seed)
            if any(point.solved + point.stopped < len(point.measures) for point in points):
                words = words._replace(note=f"{words.note}; boards given up have none")
            write_picture(points, words, limit, picture, kind)
    return task.status


class Boards(NamedTuple):
    """How many boards there are at a place, of which seed, and the seconds for each."""

    number: int
    seed: int
    limit: float


def _points(
    task: Job, place: Place, solvers: Sequence[Component], wanted: Boards
) -> Iterator[Point]:
    """What the `solvers` did at `place`; tells of faults, and on a terminal of progress."""
    generator = task.registry.find("generator", "random_fill")
    grids = boards(place, generator, wanted.seed, wanted.number)
    for solver in solvers:
        if sys.stderr.isatty():
            complain(f"{place.x:g}: {solver.id} …")
        point = Point(place.x, solver.id, tuple(measured(grids, solver, wanted.limit)))
        for measure, grid in zip(point.measures, grids):
            if measure.fault:
                why = f"{solver.id} is at fault: {measure.fault}; the board is {grid.line}"
                task.complain(UsageError(why))
        yield point


def _racers(task: Job, named: Sequence[str], limit: float) -> list[Component]:
    """The solvers to be compared, those that can be used here."""
    known = task.registry.ids("solver")
    ids = dict.fromkeys(named or [name for name in SOLVERS if name in known])
    ready, lacking = usable([task.registry.find("solver", name) for name in ids], limit)
    for solver, error in lacking:
        if solver.id in named:
            task.complain(error)
        else:
            complain(f"notice: {solver.id} does not take part: {error.what}")
    return ready


def _can_draw(task: Job) -> bool:
    """Whether there is matplotlib; tells what to install where there is none."""
    if importlib.util.find_spec("matplotlib") is not None:
        return True
    task.complain(
        UsageError("a picture needs matplotlib: pip install 'sudoku-classroom[charts]'", "--output")
    )
    return False


def _kind(output: str) -> str:
    """The format that the name `output` asks for."""
    kind = os.path.splitext(output)[1][1:].lower()
    if kind not in FORMATS:
        raise UsageError(f"a chart is a {', '.join(FORMATS)} file: name it chart.png", output)
    return kind


def _places(coefficients: str | None, sizes: str | None, task: Job) -> list[Place]:
    """The places on the axis: shares of open cells, or sizes of board."""
    if sizes is None:
        layout = task.config.layout or Layout.named("9x9")
        return [Place(share, layout, share) for share in _shares(coefficients or "0.2,0.4,0.6")]
    shares = _shares(coefficients or "0.4")
    if len(shares) > 1:
        raise UsageError("--sizes takes one share of open cells: --coefficients 0.4")
    if "--layout" in task.config.origins.values():
        raise UsageError("--sizes and --layout both say how large the boards are: choose one")
    return [Place(n, Layout.named(f"{n}x{n}"), shares[0]) for n in _sizes(sizes)]


def _shares(text: str) -> list[float]:
    """The numbers from 0 to 1 that are written as `text`, none of them twice."""
    try:
        shares = [float(part) for part in text.split(",")]
    except ValueError:
        shares = [math.nan]
    if not all(0 <= share <= 1 for share in shares):
        raise UsageError(
            "--coefficients takes shares of open cells, from 0 to 1 such as 0.2,0.4,0.6, "
            f"not {quoted(text)}"
        )
    return list(dict.fromkeys(shares))


def _sizes(text: str) -> list[int]:
    """The sizes of board that are written as `text`, none of them twice."""
    words = [part.strip() for part in text.split(",")]
    if not all(f"{word}x{word}" in SIZES for word in words):
        known = ", ".join(name.split("x")[0] for name in SIZES)
        raise UsageError(f"--sizes takes some of {known}, such as 4,9,16, not {quoted(text)}")
    return list(dict.fromkeys(map(int, words)))


def _words(places: Sequence[Place], is_by_size: bool, count: int, seed: int) -> Words:
    boards = counted(count, "random board")
    note = f"{boards} each, seed {seed}; small marks are single boards, large ones their mean"
    if is_by_size:
        title = f"Work of solvers by size of board, {places[0].coefficient:g} of the cells open"
        return Words("board size N", title, note)
    title = f"Work of solvers by share of open cells, {places[0].layout.name} boards"
    return Words("share of open cells (difficulty coefficient)", title, note)


def _print(points: Sequence[Point], is_by_size: bool, out: TextIO, as_json: bool) -> None:
    if as_json:
        keys = ("size" if is_by_size else "coefficient", *KEYS)
        print_table(keys, map(_data, points), out, as_json)
    else:
        print_table(("size" if is_by_size else "open", *HEADS), map(_row, points), out)


def _data(point: Point) -> tuple[object, ...]:
    spreads = [point.spread(quantity) for quantity in PANELS]
    figures = [spread._asdict() if spread else None for spread in spreads]
    return point.x, point.solver, len(point.measures), point.solved, point.stopped, *figures


def _row(point: Point) -> tuple[object, ...]:
    solved = f"{point.solved}/{len(point.measures)}"
    if point.stopped:
        solved += f", {point.stopped} stopped"
    return (
        f"{point.x:g}",
        point.solver,
        solved,
        _cell(point.spread("seconds"), ".1f", 1000),
        _cell(point.spread("moves"), ".0f"),
        _cell(point.spread("backtracks"), ".0f"),
    )


def _cell(spread: Spread | None, ends: str, unit: int = 1) -> str | None:
    """The mean, and from the least to the most in the form of `ends`, as so many of a `unit`."""
    if spread is None:
        return None
    at_least = "at least " if spread.at_least else ""
    mean, least, most = (number * unit for number in spread[:3])
    return f"{at_least}{mean:.1f} ({least:{ends}}-{most:{ends}})"
