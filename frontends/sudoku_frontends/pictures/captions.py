"""What is around a board: title and reason, notation, progress bar, legend, messages, help.

And a list of choices, or a pad of buttons. Either takes its room from the rest of the picture,
which becomes a smaller picture. A long list has pages, so that a line stays where it is when it is
clicked.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from math import ceil
from typing import NamedTuple

from sudoku_engine.board.layout import Layout
from sudoku_engine.board.say import tell, tell_name
from sudoku_engine.board.step import COVER
from sudoku_engine.board.words import symbol
from sudoku_frontends.pictures.argument import is_chain
from sudoku_frontends.pictures.highlights import CAUSE, Marking
from sudoku_frontends.pictures.link_ways import is_group
from sudoku_frontends.pictures.page_geometry import Frame, frame_of, text_size
from sudoku_frontends.pictures.scene import Button, Scene
from sudoku_frontends.pictures.shapes import (
    Box,
    Disc,
    Line,
    Part,
    Polygon,
    Rect,
    Shape,
    Text,
    corners,
    cross,
    figure,
    frame_lines,
    inset,
    jagged,
)
from sudoku_frontends.pictures.text_metrics import LINE, cut, fitted, in_rows, text_width, wrapped
from sudoku_frontends.pictures.themes import Look, Theme


def progress_bar(scene: Scene, frame: Frame, theme: Theme) -> list[Shape]:
    """Return the bar and the counts of `scene`."""
    x, y, width, height = frame.progress
    shapes: list[Shape] = []
    if scene.counts:
        line, size = _counts(scene, frame)
        shapes.append(Text(x + width, y + height / 2, line, size, theme.soft, anchor="end"))
    if scene.progress is not None:
        bar = _bar(scene, frame)
        shapes.append(Rect(*bar, theme.bar))
        done = min(max(scene.progress, 0.0), 1.0) * bar.width
        if done > 0:
            shapes.append(Rect(*bar._replace(width=done), theme.cause.edge))
    return shapes


def progress_at(scene: Scene, frame: Frame, x: float, y: float) -> float | None:
    """Return the progress that a point of the bar means, from 0 to 1; None beside the bar.

    The bar is thin, so a little above and below it counts, too.
    """
    if scene.progress is None or not scene.has_words:
        return None
    bar, near = _bar(scene, frame), 0.7 * frame.text
    if not (-near <= x - bar.x <= bar.width + near and -near <= y - bar.y <= bar.height + near):
        return None
    return min(max((x - bar.x) / bar.width, 0.0), 1.0)


def _bar(scene: Scene, frame: Frame) -> Box:
    x, y, width, height = frame.progress
    high = max(3.0, 0.42 * frame.text)
    line, size = _counts(scene, frame)
    room = text_width(line, size) + frame.text if line else 0.0
    return Box(x, y + (height - high) / 2, width - room, high)


def _counts(scene: Scene, frame: Frame) -> tuple[str, float]:
    """Return the counts in a line, and the size of its text."""
    counts = "   ".join(f"{word} {number}" for word, number in scene.counts)
    if not counts:
        return "", 0.0
    _, _, width, height = frame.progress
    lines, size = fitted(counts, 0.9 * frame.text, 0.5 * width, height)
    return " ".join(lines), size


_GAP = 1.5
"""The gap between columns of help, in parts of the text's size."""

_LEAST = 0.55
"""How small the notation of a step may become, in parts of its size: a net has a long one."""

Sign = Callable[[Box], Iterable[Shape]]
"""Draws a sign of the legend into a small square."""


def captions(scene: Scene, marking: Marking, frame: Frame, theme: Theme) -> tuple[Part, ...]:
    """Return the parts with words; those without words are empty."""
    names = ("title", "notation", "progress", "legend", "status")
    if not scene.has_words:
        return tuple(Part(name, ()) for name in names)
    large, usual = (1.65, 1.12) if frame.is_wide else (1.4, 1.0)
    shapes = (
        [
            *_words(scene.title, frame.title, large * frame.text, theme.word, bold=True),
            *_reason(scene, frame, usual * frame.text, theme),
        ],
        _words(scene.notation, frame.notation, frame.text, theme.word, least=_LEAST),
        progress_bar(scene, frame, theme),
        _legend(scene, marking, frame, theme),
        _words(scene.status, frame.status, 0.85 * frame.text, theme.soft),
    )
    return tuple(Part(name, tuple(made)) for name, made in zip(names, shapes))


def _words(
    text: str, box: Box, size: float, colour: str, bold: bool = False, least: float = 0.3
) -> list[Shape]:
    """Return `text` in as many lines as it needs, at the top of `box`; see `fitted`."""
    if not text:
        return []
    lines, size = fitted(text, size, box.width, box.height, bold, least)
    return _lines(((line, colour, bold) for line in lines), box, size)


def _lines(rows: Iterable[tuple[str, str, bool]], box: Box, size: float) -> list[Shape]:
    """Return lines of text, each with its colour, bold or not, from the top of `box`."""
    return [
        Text(box.x, box.y + (row + 0.5) * size * LINE, line, size, colour, bold, "start")
        for row, (line, colour, bold) in enumerate(rows)
    ]


def _reason(scene: Scene, frame: Frame, size: float, theme: Theme) -> list[Shape]:
    """Return the reason: the words of the moment of an argument in their own lines."""
    box, reason = frame.reason, scene.reason
    if not (reason and scene.stress):
        return _words(reason, box, size, theme.word)
    first, last = scene.stress
    parts = ((reason[:first], False), (reason[first:last], True), (reason[last:], False))
    least = 0.3 * size
    while True:
        lines = [
            (line, bold) for text, bold in parts for line in wrapped(text, size, box.width, bold)
        ]
        if len(lines) * size * LINE <= box.height or size < least:
            break
        size *= 0.95
    told = ((line, theme.word if bold else theme.soft, bold) for line, bold in lines)
    return _lines(told, box, size)


def _legend(scene: Scene, marking: Marking, frame: Frame, theme: Theme) -> list[Shape]:
    entries, box, size = legend_entries(scene, marking, theme), frame.legend, 0.92 * frame.text
    if not entries:
        return []
    while True:
        line = 1.55 * size
        widths = [1.65 * size + text_width(word, size) for _, word in entries]
        places = in_rows(widths, 1.3 * size, box.width)
        is_wide = any(x + width > box.width for (x, _), width in zip(places, widths))
        is_high = (places[-1][1] + 1) * line > box.height + 1e-6
        if size <= 1 or not (is_wide or is_high):
            break
        size *= 0.93
    shapes: list[Shape] = []
    for (sign, word), (along, row) in zip(entries, places):
        x, y = box.x + along, box.y + (row + 0.5) * line
        shapes += sign(Box(x, y - 0.62 * size, 1.24 * size, 1.24 * size))
        shapes.append(Text(x + 1.65 * size, y, word, size, theme.word, anchor="start"))
    return shapes


def legend_entries(scene: Scene, marking: Marking, theme: Theme) -> list[tuple[Sign, str]]:
    """Return the signs of a legend with their words, but only those on the picture."""
    found: list[tuple[Sign, str]] = []
    # Of a placed digit only its ring is drawn.
    marked = (
        roles
        for each, roles in marking.roles.items()
        if marking.placed.get(each.cell) != each.digit
    )
    shown = {role for roles in marked for role in roles[:2]}
    for role in sorted(marking.styles, key=lambda role: role != CAUSE):
        if role in shown:
            found.append((partial(_role_sign, *marking.figure(role, theme)), role))
    strong = {link.strong for link in marking.links}
    groups = [end for link in marking.links for end in link[:2] if is_group(end)]
    houses = dict.fromkeys(role for _, role in marking.houses)
    house = "house" if scene.step and scene.step.houses else "look here"
    digit = symbol(scene.filter, scene.grid.layout.signs)
    others: list[tuple[object, str, str]] = [
        (marking.eliminated, "eliminated", ""),
        (marking.placed, "placed", ""),
        *((True, COVER if role == COVER else "house", role or house) for role in houses),
        (scene.filter and scene.step is None, "house", tell("can be {digit}", digit=digit)),
        (marking.crossed, "not true", ""),
        (scene.wrong, "wrong", ""),
        (scene.tried, "tried", ""),
        (scene.moved, "moved", ""),
        (True in strong, "strong link", ""),
        (False in strong, "weak link", ""),
        (is_chain(marking.links), "start", ""),
        (groups, "group", ""),
    ]
    for is_there, kind, word in others:
        if is_there:
            found.append((partial(_sign, kind, theme), word or kind))
    return [(sign, tell_name(word)) for sign, word in found]


def _middle(box: Box) -> tuple[float, float]:
    return box.x + box.width / 2, box.y + box.height / 2


def _role_sign(form: str, look: Look, box: Box) -> list[Shape]:
    radius, line = 0.4 * box.width, 0.08 * box.width
    return [figure(form, *_middle(box), radius, look.fill, look.edge, line)]


def _sign(kind: str, theme: Theme, box: Box) -> Iterable[Shape]:
    (x, y), wide = _middle(box), box.width
    left, right = box.x, box.x + wide
    match kind:
        case "eliminated":
            reach, line, look = 0.32 * wide, 0.09 * wide, theme.eliminated
            room, ends = inset(box, line), ((x - reach, y + reach), (x + reach, y - reach))
            edge = frame_lines(room, look.edge, line, is_dashed=True)
            return [Rect(*room, fill=look.tint), edge, Line(ends, look.edge, 1.4 * line)]
        case "placed":
            look, line = theme.placing, 0.09 * wide
            inner = Disc(x, y, 0.26 * wide, look.fill, look.edge, line)
            return [Disc(x, y, 0.46 * wide, look.tint, look.edge, line), inner]
        case "cover":
            room, line = inset(box, 0.08 * wide), 0.15 * wide
            edge = frame_lines(room, theme.cover.edge, line, is_dashed=True)
            return [Rect(*room, theme.cover.tint), edge]
        case "not true":
            return cross(x, y, 0.34 * wide, theme.wrong.edge, 0.15 * wide)
        case "wrong":
            look = theme.wrong
            return [jagged(box, 0.16 * wide, 4, look.tint, look.edge, 0.08 * wide)]
        case "tried":
            start, end = left + 0.2 * wide, left + 0.85 * wide
            top, bottom = box.y + 0.15 * box.height, box.y + 0.8 * box.height
            return [Polygon(((start, top), (end, top), (end, bottom)), theme.tried)]
        case "moved":
            return corners(box, 0.3 * wide, theme.moved.edge, 0.11 * wide)
        case "strong link" | "weak link":
            head, is_dashed = 0.34 * wide, kind == "weak link"
            tip = ((right, y), (right - head, y - head / 2), (right - head, y + head / 2))
            shaft = Line(((left, y), (right - head, y)), theme.link, 0.1 * wide, is_dashed)
            return [shaft, Polygon(tip, theme.link)]
        case "start":
            return [Disc(x, y, 0.4 * wide, "", theme.link, 0.1 * wide)]
        case "group":
            end, band = 0.2 * wide, Line(((left, y), (right, y)), theme.bar, 0.2 * wide)
            return [band, *(Disc(at, y, end, theme.soft) for at in (left + end, right - end))]
    room, look = inset(box, 0.08 * wide), theme.house
    return [Rect(*room, look.tint, look.edge, 0.15 * wide)]


def help_panel(scene: Scene, frame: Frame, theme: Theme) -> tuple[Shape, ...]:
    """Return a panel with the lines of help, in columns if there are many.

    It is over the board; if the lines would be small there, over the whole picture.
    """
    if not scene.help:
        return ()
    margin = 0.05 * frame.board.width
    whole = inset(Box(0, 0, frame.width, frame.height), 1.2 * margin)
    widest = max(text_width(line, 1) for line in scene.help) or 1
    for room in inset(frame.board, 1.6 * margin), whole:
        sizes = {}
        for count in (1, 2, 3):
            wide = count * widest + (count - 1) * _GAP
            high = LINE * ceil(len(scene.help) / count)
            sizes[count] = min(1.25 * frame.text, room.width / wide, room.height / high)
        if max(sizes.values()) >= 0.9 * frame.text:
            break
    columns = max(sizes, key=sizes.__getitem__)
    size, rows = sizes[columns], ceil(len(scene.help) / columns)
    height = size * LINE * rows
    top = room.y + (room.height - height) / 2
    panel = Box(room.x - margin, top - margin, room.width + 2 * margin, height + 2 * margin)
    lines = [
        Text(
            room.x + i // rows * (widest + _GAP) * size,
            top + (i % rows + 0.5) * size * LINE,
            line,
            size,
            theme.word,
            anchor="start",
        )
        for i, line in enumerate(scene.help)
    ]
    return (Rect(*panel, theme.ground, theme.border, max(2.0, 0.1 * frame.text)), *lines)


_LINE = 1.15 * LINE
"""The height of a line of the list, in parts of its text's size."""
_MARGIN = 0.7
"""The margin of the list at each side, in parts of its text's size."""
_FEWEST = 7
"""The least number of lines in a list below the board."""


class ListRoom(NamedTuple):
    """The room of a list: its `box`, and the `size` of its text."""

    box: Box
    size: float

    @property
    def inner(self) -> Box:
        """The box of the lines."""
        return inset(self.box, _MARGIN * self.size)

    @property
    def rows(self) -> int:
        """The number of lines on a page."""
        return max(1, int(self.inner.height / (_LINE * self.size)))

    def page(self, scene: Scene) -> range:
        """Return the places of the lines on the page of the chosen one."""
        first = scene.chosen - scene.chosen % self.rows
        if scene.is_half:  # the lines around it are of interest, too
            last = max(len(scene.choices) - self.rows, 0)
            first = min(max(scene.chosen - self.rows // 2, 0), last)
        return range(first, min(first + self.rows, len(scene.choices)))


@lru_cache(maxsize=8)
def frame_with_list(
    layout: Layout, width: float, height: float, is_half: bool = False
) -> tuple[Frame, ListRoom]:
    """Return the frame of a picture with a list, and the room of the list.

    The list is where it leaves more room for the board: on the right, or below. One that `is_half`
    of a picture that is wide is on the right.
    """
    size = 0.95 * text_size(width, height)
    wide = max(20 * size, (0.52 if is_half else 0.28) * width)
    high = (_FEWEST * _LINE + 2 * _MARGIN) * size
    high = max(high, min(height - 1.4 * width, 0.4 * height), 0.3 * height if is_half else 0)
    beside = frame_of(layout, width - wide, height)
    below = frame_of(layout, width, height - high)
    if beside.cell > below.cell or (is_half and width > 1.2 * height):
        return beside, ListRoom(Box(width - wide, 0, wide, height), size)
    return below, ListRoom(Box(0, height - high, width, high), size)


def choice_at(scene: Scene, width: float, height: float, x: float, y: float) -> int | None:
    """Return the place of the line at a point of the picture of `scene`, or None."""
    _, room = frame_with_list(scene.grid.layout, width, height, scene.is_half)
    left, top, wide, _ = room.inner
    page = room.page(scene)
    row = int((y - top) // (_LINE * room.size))
    return page[row] if left <= x <= left + wide and 0 <= row < len(page) else None


def choice_list(scene: Scene, room: ListRoom, theme: Theme) -> tuple[Shape, ...]:
    """Return the page of the list with the chosen line, and a bar that says where it is."""
    size, line = room.size, _LINE * room.size
    left, top, wide, _ = room.inner
    page = room.page(scene)
    x, y, width, height = room.box
    edge = ((x, y), (x, y + height) if x else (x + width, y))  # the rest of the picture is there
    shapes: list[Shape] = [
        Rect(*room.box, theme.ground),
        Line(edge, theme.rule, max(1.0, 0.08 * size)),
    ]
    for row, place in enumerate(page):
        y, is_chosen = top + row * line, place == scene.chosen
        if is_chosen:
            margin = 0.4 * size
            shapes.append(Rect(left - margin, y, wide + 2 * margin, line, theme.bar))
        words = cut(scene.choices[place], size, wide, is_chosen)
        shapes.append(Text(left, y + line / 2, words, size, theme.word, is_chosen, "start"))
    shapes += _scroll_bar(page, len(scene.choices), room, theme)
    return tuple(shapes)


def _scroll_bar(page: range, lines: int, room: ListRoom, theme: Theme) -> list[Shape]:
    """Return a bar at the right edge of the list, unless all lines are on the page."""
    if len(page) == lines:
        return []
    _, top, _, _ = room.inner
    high = room.rows * _LINE * room.size
    wide = 0.35 * room.size
    x = room.box.x + room.box.width - wide
    shown = max(len(page) / lines * high, wide)
    start = min(page[0] / lines * high, high - shown)
    return [Rect(x, top, wide, high, theme.bar), Rect(x, top + start, wide, shown, theme.soft)]


_LARGEST, _SMALLEST = 3.4, 2.4
"""The side of a button, in parts of the size of plain words: at most, and at least if rows help."""


class PadRoom(NamedTuple):
    """The room of a pad: its `box`, how many buttons are in a row, and the `side` of a button."""

    box: Box
    abreast: int
    side: float

    def button(self, place: int) -> Box:
        """Return the box of the button at `place`."""
        row, column = divmod(place, self.abreast)
        x, y = self.box.x + column * self.side, self.box.y + row * self.side
        return inset(Box(x, y, self.side, self.side), 0.06 * self.side)


@lru_cache(maxsize=8)
def frame_with_pad(
    layout: Layout, width: float, height: float, buttons: int
) -> tuple[Frame, PadRoom]:
    """Return the frame of a picture with a pad of this number of `buttons`, and its room.

    The pad is where it leaves more room for the board: on the right, or below.
    """
    text, margin = text_size(width, height), max(2.0, 0.024 * min(width, height))
    largest = _LARGEST * text
    columns = 2 if buttons < 20 else 3
    tall = min(largest, (height - 2 * margin) / ceil(buttons / columns))
    beside = frame_of(layout, width - columns * tall - margin, height)
    rows = 1
    while (width - 2 * margin) / ceil(buttons / rows) < _SMALLEST * text and rows < 4:
        rows += 1
    abreast = ceil(buttons / rows)
    side = min(largest, (width - 2 * margin) / abreast)
    below = frame_of(layout, width, height - rows * side - margin)
    if beside.cell > below.cell:
        high = ceil(buttons / columns) * tall
        left = width - columns * tall - margin
        return beside, PadRoom(Box(left, (height - high) / 2, columns * tall, high), columns, tall)
    wide, high = abreast * side, rows * side
    box = Box((width - wide) / 2, height - high - margin, wide, high)
    return below, PadRoom(box, abreast, side)


def digit_pad(buttons: tuple[Button, ...], room: PadRoom, theme: Theme) -> tuple[Shape, ...]:
    """Return the `buttons`, those that are on in full colour."""
    shapes: list[Shape] = []
    wide = room.button(0).width
    labels = [tell(button.label) for button in buttons]
    widest = max(text_width(label, 1) for label in labels)
    for place, (button, label) in enumerate(zip(buttons, labels, strict=True)):
        box = room.button(place)
        fill = theme.cause.fill if button.is_on else theme.ground
        colour = theme.cause.text if button.is_on else theme.word
        line = max(1.0, 0.03 * room.side)
        shapes.append(Rect(*box, fill, theme.rule, line))
        size = 0.9 * wide / widest if len(label) > 1 else 0.55 * room.side
        middle = box.x + box.width / 2, box.y + box.height / 2
        shapes.append(Text(*middle, label, size, theme.faint if button.is_faint else colour))
    return tuple(shapes)


def button_at(
    layout: Layout, width: float, height: float, buttons: int, x: float, y: float
) -> int | None:
    """Return the place of the button at a point of the picture, or None."""
    _, room = frame_with_pad(layout, width, height, buttons)
    for place in range(buttons):
        left, top, wide, high = room.button(place)
        if left <= x <= left + wide and top <= y <= top + high:
            return place
    return None
