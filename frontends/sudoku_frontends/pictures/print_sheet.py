"""Sheets to print: an HTML page with boards as SVG, for any browser.

First come the puzzles; then, on sheets of their own, the solutions and other drawings, such as the
steps that solve a puzzle. Of these, steps that only place digits share a board.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from html import escape
from importlib.resources import files
from itertools import accumulate, groupby
from math import ceil
from typing import NamedTuple

from sudoku_engine import Event, Grid, Step, Stepped
from sudoku_engine.api.event_text import short_notation, why_texts
from sudoku_engine.api.events import steps_on_boards
from sudoku_frontends.pictures.board_picture import picture
from sudoku_frontends.pictures.page_geometry import frame_of
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.shapes import Box, inset
from sudoku_frontends.pictures.svg import svg
from sudoku_frontends.pictures.themes import THEMES

SIDE = 480
"""The size of a board in the unit of its picture; on paper it fills its place."""

BORDER = 2
"""The room for the outer lines of a board, in the same unit."""

LABELS = 19
"""The room for the numbers of rows and columns, in the same unit."""

PAPER = replace(THEMES["light"], note_margin=0.03, note_scale=1.14)
"""The theme of boards without a step: candidates fill their cells, as there are no frames."""

COLUMNS = {1: 1, 2: 1, 4: 2, 6: 2, 9: 3, 12: 3}
"""By number of boards on a sheet, how many are beside each other."""

WIDTH, HEIGHT = 19.3, 24.0
"""The cm of A4 and Letter, whichever is less, that margins, a heading and a name leave for boards.
"""

CAPTION, LINE = 0.65, 0.75
"""The height in cm of a caption, and of a line to write on."""

GAP = 0.5
"""The cm between boards."""

BESIDE_BOARD = 7.0
"""The least width in cm of the room to write an answer beside a board."""

PUPIL = '<p class="pupil">Name <span></span> Date <span></span></p>'

SOLUTIONS = 12
"""The number of solutions on a sheet."""

DRAWINGS = 9
"""The number of boards on a sheet of drawings, if their captions are short."""

BELOW, BESIDE = 450, 1000
"""The number of letters that fit below a drawing, and beside one that has more of them."""

LARGE, SMALL = 15, 8
"""The sizes of a heading, in points."""

IN_A_LINE = 58
"""The number of letters of a large heading that fit in a line."""


class Item(NamedTuple):
    """A puzzle on a sheet: its board, a `note` above it, its solution if known.

    `step`: what is drawn on the board.
    """

    grid: Grid
    note: str = ""
    solution: Grid | None = None
    step: Step | None = None


class Room(NamedTuple):
    """The room to write an answer, as HTML, and its height in cm.

    It is below a board; if it `is_wide` and no other board is there, beside it.
    """

    html: str
    height: float
    is_wide: bool = False


ANSWER_LINE = Room('<p class="answer"></p>', LINE)


def answer_table(headings: Sequence[str], rows: int) -> Room:
    """Return a table to fill in, with `rows` below its `headings`."""
    top = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    row = f"<tr>{'<td></td>' * len(headings)}</tr>"
    return Room(
        f'<table class="answer"><tr>{top}</tr>{row * rows}</table>', LINE * (rows + 1), True
    )


class Drawing(NamedTuple):
    """A scene on a sheet, with words above it and sentences below it."""

    scene: Scene
    caption: str
    below: Sequence[str] = ()


class Drawings(NamedTuple):
    """Scenes on sheets of their own, under a heading."""

    heading: str
    drawings: Sequence[Drawing]


def sheet(
    items: Sequence[Item],
    *,
    title: str = "",
    per_page: int = 4,
    has_candidates: bool = False,
    has_solutions: bool = False,
    has_name_line: bool = False,
    room: Room | None = None,
    more: Iterable[Drawings] = (),
) -> str:
    """Return a page of HTML with the puzzles of `items`, `per_page` of them on each sheet.

    `per_page` is a key of `COLUMNS`. With `has_solutions` the boards of the solutions follow on
    sheets of their own, under the numbers of their puzzles; then `more`. `has_name_line`: each
    sheet of puzzles begins with lines for name and date. `room`: what is below each puzzle to
    write on; its rows and columns have numbers then.
    """
    puzzles = [
        Drawing(
            Scene(item.grid, item.step, has_candidates=has_candidates, has_labels=room is not None),
            " · ".join(filter(None, [str(number), item.note])),
        )
        for number, item in enumerate(items, 1)
    ]
    solved = [
        Drawing(Scene(item.solution, has_candidates=False, has_labels=False), str(number))
        for number, item in enumerate(items, 1)
        if item.solution is not None
    ]
    above = PUPIL if has_name_line else ""
    pages = [*_pages("puzzle", title, puzzles, per_page, above, room)]
    if has_solutions:
        pages += _pages("solution", _joined(title, "Solutions"), solved, SOLUTIONS)
    for number, (heading, drawings) in enumerate(more, 1):
        name = f"drawing {number}."
        pages += _pages(name, _joined(title, heading), drawings, DRAWINGS, is_flowing=True)
    return _page(title or "Sudoku", pages)


def _page(title: str, pages: Sequence[str]) -> str:
    style, joined = files(__package__).joinpath("sheet.css").read_text("utf-8"), "\n".join(pages)
    return f"""<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>{escape(title)}</title>
<style>
{style}</style></head>
<body>
{joined}
</body>
</html>
"""


def _joined(title: str, heading: str) -> str:
    return f"{title}: {heading[:1].lower()}{heading[1:]}" if title else heading


def _heading(title: str) -> str:
    """Return the heading of a sheet, small if it is long: the boards leave room for one line."""
    size = max(LARGE * min(IN_A_LINE / len(title), 1), SMALL)
    style = f' style="font-size: {size:.1f}pt"' if size < LARGE else ""
    return f"<h1{style}>{escape(title)}</h1>"


def _pages(
    name: str,
    title: str,
    drawings: Sequence[Drawing],
    per_page: int,
    above: str = "",
    below: Room | None = None,
    is_flowing: bool = False,
) -> Iterator[str]:
    """Yield the sheets with `drawings`, which are called `name` and their number.

    `above` is on top of each sheet, `below` under each board. What `is_flowing` is one section,
    and the browser says where a sheet ends.
    """
    columns = COLUMNS[per_page]
    rows = per_page // columns
    views = [_view(each.scene) for each in drawings]
    shape = max((view.height / view.width for view in views), default=1)
    html, height, is_wide = below or Room("", 0.0)
    is_beside = is_wide and columns == 1
    room = (HEIGHT - (rows - 1) * GAP) / rows - CAPTION - (0 if is_beside else height)
    widest = (WIDTH - (columns - 1) * GAP) / columns
    width = min(widest - BESIDE_BOARD - GAP if is_beside else widest, room / shape)
    wide = f"{width:.1f}cm {widest - width - GAP:.1f}cm"
    heading = [_heading(title)] if title else []
    figures = [
        _figure(
            each,
            board_alone(each.scene, f"{name} {number} ", view),
            html,
            wide if is_beside else "",
        )
        for number, (each, view) in enumerate(zip(drawings, views), 1)
    ]
    size = max(len(figures), 1) if is_flowing else per_page
    for start in range(0, len(figures), size):
        style = f"grid-template-columns: repeat({columns}, {widest if is_beside else width:.1f}cm)"
        yield "\n".join(
            [
                f'<section class="page{"" if is_flowing else " fixed"}">',
                *heading,
                *filter(None, [above]),
                f'<div class="boards" style="{style}">',
                *figures[start : start + size],
                "</div>",
                "</section>",
            ]
        )


def _figure(drawing: Drawing, board: str, below: str, beside: str = "") -> str:
    """Return a drawing with its words; if they are long, they begin beside it and may be parted.

    `beside`: the widths of the board and of what else would be below it, to stand beside it.
    """
    drawn = f"<figcaption>{escape(drawing.caption)}</figcaption>\n{board}"
    lines = [f"<p>{escape(line)}</p>" for line in drawing.below]
    letters = [*accumulate(map(len, drawing.below))]
    if beside:
        style = f"grid-template-columns: {beside}"
        return f'<figure class="beside" style="{style}">{drawn}<div>{below}</div></figure>'
    if not lines or letters[-1] <= BELOW:
        return f"<figure>{drawn}{''.join(lines)}{below}</figure>"
    first = max(1, bisect_right(letters, BESIDE))
    head = f'<div class="head"><div>{drawn}</div><div>{"".join(lines[:first])}</div></div>'
    return f'<figure class="long">{head}<div class="rest">{"".join(lines[first:])}</div></figure>'


def _view(scene: Scene) -> Box:
    """Return the part of the picture of `scene` that is not margin."""
    frame = frame_of(scene.grid.layout, SIDE, SIDE, False)
    x, y, width, height = inset(frame.board, -BORDER)
    left, top, right, bottom = frame.rim
    if scene.has_labels:
        left, top = left + LABELS, top + LABELS
    beneath = bottom + frame.rules.height
    return Box(x - left, y - top, width + left + right, height + top + beneath)


def board_alone(scene: Scene, prefix: str, view: Box | None = None) -> str:
    """Return the drawn board of `scene` as SVG: the part in `view`, or all but the margin.

    prefix: what the ids of its parts, and its title, begin with.
    """
    theme = THEMES["light"] if scene.step else PAPER
    parts = picture(replace(scene, has_words=False), theme, SIDE, SIDE)
    title, seen = f"{prefix}: {scene.grid.line}", view or _view(scene)
    return svg(parts, SIDE, SIDE, title, prefix=prefix, view=seen)


MOST_TOGETHER = 12
"""The number of singles in a drawing in which they can still be followed."""


def step_drawings(events: Iterable[Event]) -> Iterator[Drawing]:
    """Yield drawings of the steps in the `events` of a run, each on the board before it."""
    for before, steps in steps_together(events):
        yield drawing_of(before, steps)


def steps_together(events: Iterable[Event]) -> Iterator[tuple[Grid, list[Stepped]]]:
    """Yield the steps in the `events` of a run that share a drawing, with the board before them.

    Singles that follow each other do so, since there are many of them.
    """
    for is_single, group in groupby(steps_on_boards(events), lambda each: _is_single(each[1].step)):
        found = list(group)
        parts = ceil(len(found) / MOST_TOGETHER) if is_single else len(found)
        for part in range(parts):
            begin, end = (len(found) * each // parts for each in (part, part + 1))
            yield found[begin][0], [event for _, event in found[begin:end]]


def drawing_of(before: Grid, steps: Sequence[Stepped]) -> Drawing:
    """Return the drawing of `steps` on the board `before` them, as from `steps_together`."""
    first, last = steps[0], steps[-1]
    if len(steps) == 1:
        return step_drawing(before, first, f"{first.number} · {first.strategy.name}")
    counts = Counter(event.strategy.name for event in steps)
    names = ", ".join(f"{count} {name}" for name, count in counts.items())
    in_order = ", ".join(short_notation(event.step, before.layout) for event in steps)
    together = Step([placed for event in steps for placed in event.step.placements])
    caption = f"{first.number} to {last.number} · {names}"
    return Drawing(Scene(before, together), caption, (in_order,))


def step_drawing(before: Grid, event: Stepped, caption: str) -> Drawing:
    """Return the step of `event` on the board `before` it, with its notation and its reason."""
    notation = short_notation(event.step, before.layout)
    below = (notation, *why_texts(event.step))
    return Drawing(Scene(before, event.step), caption, below)


def _is_single(step: Step) -> bool:
    return not (step.eliminations or step.links or step.branches)
