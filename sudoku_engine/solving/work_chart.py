"""A chart as a picture, drawn by matplotlib: three panels over one axis."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, BinaryIO, NamedTuple

from sudoku_engine.board.words import counted
from sudoku_engine.solving.work_measurement import Difficulty, SolverFigures

FORMATS = ("png", "svg", "pdf")

PANELS = {"seconds": "time in seconds", "moves": "moves", "backtracks": "backtracks"}
"""By quantity, the name of its axis."""

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""The colours of M. Okabe and K. Ito, which colour-blind people can distinguish."""

MARKERS = "osD^vPX"

WIDE = 30.0
"""The ratio of the greatest figure to the least from which an axis is logarithmic."""

DODGE = 0.25
"""The share of the distance between two places that the marks of all solvers cover."""


class Words(NamedTuple):
    """The texts on a chart: the name of the axis that all panels share, title and note."""

    axis: str
    title: str
    note: str


def chart_words(
    places: Sequence[Difficulty],
    points: Sequence[SolverFigures],
    is_by_size: bool,
    count: int,
    seed: int | str,
) -> Words:
    """Return the texts for the chart of `points`: `count` boards of `seed` at each place."""
    boards = counted(count, "random board")
    note = f"{boards} each, seed {seed}; small marks are single boards, large ones their mean"
    if any(point.solved + point.stopped < len(point.measures) for point in points):
        note += "; none for boards that were given up"
    if is_by_size:
        title = f"Work of solvers by size of board, {places[0].coefficient:g} of the cells open"
        return Words("board size N", title, note)
    title = f"Work of solvers by share of open cells, {places[0].layout.name} boards"
    return Words("share of open cells (difficulty coefficient)", title, note)


def write_picture(
    points: Sequence[SolverFigures], words: Words, limit: float, out: BinaryIO, kind: str
) -> None:
    """Write the chart of the `points` to `out`, as one of the `FORMATS`.

    Every board is a small mark, the means are joined. If the time ran out, the mark is open,
    at the `limit`; so is the mean, as the true one is greater.
    """
    import matplotlib
    from matplotlib.figure import Figure

    style: dict[Any, Any] = {
        "svg.hashsalt": "chart",  # the same figures, the same file
        "svg.fonttype": "none",
        "font.size": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": "#dddddd",
        "grid.linewidth": 0.6,
    }
    with matplotlib.rc_context(style):
        figure = Figure(figsize=(12, 4.6), layout="constrained")
        panels = figure.subplots(1, len(PANELS), sharex=True)
        for panel, quantity in zip(panels, PANELS):
            _draw_panel(panel, points, quantity, limit)
            panel.set_xlabel(words.axis)
        figure.suptitle(words.title, fontsize=13, fontweight="bold")
        panels[len(PANELS) // 2].set_title(words.note, fontsize=9, color="#555555")
        _draw_legend(figure, points)
        metadata = {"Date": None} if kind == "svg" else None
        figure.savefig(out, format=kind, dpi=150, metadata=metadata)


def _draw_panel(panel: Any, points: Sequence[SolverFigures], quantity: str, limit: float) -> None:
    """Draw one quantity of all solvers."""
    solvers = _solvers(points)
    places = sorted({point.x for point in points})
    for number, solver in enumerate(solvers):
        shift = _shift(number, len(solvers), places)
        own = [
            point
            for place in places
            for point in points
            if (point.x, point.solver) == (place, solver)
        ]
        _draw_solver(panel, own, quantity, shift, number)
    panel.set_ylabel(PANELS[quantity])
    panel.set_xticks(places, [f"{place:g}" for place in places])
    panel.set_xlim(places[0] - _gap(places) / 2, places[-1] + _gap(places) / 2)
    numbers = [number for point in points for number, _ in point.figures(quantity)]
    if not numbers:
        panel.text(0.5, 0.5, "not counted", ha="center", transform=panel.transAxes)
    _scale(panel, quantity, numbers)
    if quantity == "seconds" and any(point.stopped for point in points):
        panel.axhline(limit, color="#777777", linewidth=1, linestyle="--", zorder=0.5)
        panel.annotate(
            f"limit {limit:g} s",
            (0, limit),
            xycoords=("axes fraction", "data"),
            xytext=(3, 3),
            textcoords="offset points",
            color="#555555",
            fontsize=8,
        )


def _draw_solver(
    panel: Any, points: Sequence[SolverFigures], quantity: str, shift: float, number: int
) -> None:
    """Draw every board as a small mark, and the means, joined."""
    colour, marker = COLOURS[number % len(COLOURS)], MARKERS[number % len(MARKERS)]
    marks = [(point.x + shift, *figure) for point in points for figure in point.figures(quantity)]
    means = [
        (point.x + shift, spread.mean, spread.at_least)
        for point in points
        if (spread := point.range_of(quantity))
    ]
    line = "-" if number < len(COLOURS) else ":"
    panel.plot(*_columns(means), color=colour, linewidth=1.4, linestyle=line)
    name = f"{quantity}-{points[0].solver}"
    for is_open in (False, True):
        panel.plot(
            *_columns(mark for mark in marks if mark[2] == is_open),
            marker=marker,
            markersize=4,
            markerfacecolor="none" if is_open else colour,
            markeredgecolor=colour,
            markeredgewidth=0.8 if is_open else 0,
            alpha=0.8 if is_open else 0.35,
            linestyle="none",
            clip_on=False,
            in_layout=False,
            gid=f"{name}-{'stopped' if is_open else 'boards'}",
        )
        panel.plot(
            *_columns(mean for mean in means if mean[2] == is_open),
            marker=marker,
            markersize=8,
            markerfacecolor="white" if is_open else colour,
            markeredgecolor=colour if is_open else "white",
            markeredgewidth=1.4 if is_open else 0.8,
            linestyle="none",
            clip_on=False,
            in_layout=False,
            gid=f"{name}-{'least-means' if is_open else 'means'}",
        )


def _columns(marks: Iterable[tuple[float, float, bool]]) -> tuple[list[float], list[float]]:
    """Return the positions of `marks`, across and up."""
    across, up = [], []
    for x, y, _ in marks:
        across.append(x)
        up.append(y)
    return across, up


def _shift(number: int, of: int, places: Sequence[float]) -> float:
    """Return how far to move the marks of a solver aside, so that they hide no others."""
    return (number / (of - 1) - 0.5) * DODGE * _gap(places) if of > 1 else 0.0


def _gap(places: Sequence[float]) -> float:
    """Return the least distance between two of the `places`."""
    return min((after - before for before, after in pairwise(places)), default=1.0)


def _scale(panel: Any, quantity: str, numbers: Sequence[float]) -> None:
    """Make the axis logarithmic if the figures are far apart, else let it begin at 0."""
    from matplotlib.ticker import MaxNLocator, StrMethodFormatter

    positive = [number for number in numbers if number > 0]
    if not positive or max(positive) < WIDE * min(positive):
        panel.set_ylim(0, 1.1 * max(positive, default=1))
        panel.yaxis.set_major_locator(MaxNLocator(integer=quantity != "seconds"))
        return
    if quantity == "seconds":
        panel.set_yscale("log")
    else:
        panel.set_yscale("symlog", linthresh=1)  # a count may be 0
        panel.set_ylim(0, 2 * max(positive))
    panel.yaxis.set_major_formatter(StrMethodFormatter("{x:g}"))


def _draw_legend(figure: Any, points: Sequence[SolverFigures]) -> None:
    from matplotlib.lines import Line2D

    handles = [
        Line2D(
            [],
            [],
            color=COLOURS[number % len(COLOURS)],
            marker=MARKERS[number % len(MARKERS)],
            linestyle="-" if number < len(COLOURS) else ":",
            label=solver,
        )
        for number, solver in enumerate(_solvers(points))
    ]
    if _has_open(points):
        words = "open mark: stopped, so at least this"
        grey: dict[str, Any] = {"color": "#777777", "markerfacecolor": "white"}
        handles.append(Line2D([], [], marker="o", linestyle="none", label=words, **grey))
    columns = min(len(handles), 6)
    figure.legend(handles=handles, loc="outside lower center", ncols=columns, frameon=False)


def _solvers(points: Sequence[SolverFigures]) -> list[str]:
    return list(dict.fromkeys(point.solver for point in points))


def _has_open(points: Sequence[SolverFigures]) -> bool:
    return any(short for point in points for name in PANELS for _, short in point.figures(name))
