"""Boards as lines of text, with rules between boxes; and text that fits a terminal."""

import os
from collections.abc import Callable, Sequence
from typing import NamedTuple, TextIO

from sudoku_engine.board.layout import Layout


class Rules(NamedTuple):
    """The characters of the rules."""

    flat: str
    upright: str
    top: str
    middle: str
    bottom: str
    """Left end, crossing and right end of the topmost, the inner and the last rule."""


ASCII = Rules("-", "|", "+++", "+++", "+++")
LINES = Rules("─", "│", "┌┬┐", "├┼┤", "└┴┘")


def rules(out: TextIO) -> Rules:
    """Return the finest lines for a board that `out` can write."""
    try:
        "".join(LINES).encode(getattr(out, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return LINES


def board(layout: Layout, texts: Sequence[str], rules: Rules, most: int | None = None) -> str:
    """Return `texts`, one for each cell, as a board with a frame and rules between the boxes.

    A jigsaw has rules between its regions. If a line would have more than `most` characters, the
    columns of other boards become as narrow as their texts.
    """
    if layout.is_jigsaw:
        return _jigsaw(layout, texts, rules)
    n = layout.n
    width = max(map(len, texts))
    even = _boxes(layout, texts, rules, [width] * n, " ")
    if most is None or len(even[0]) <= most:
        return "\n".join(even)
    widths = [max(map(len, texts[column::n])) for column in range(n)]
    return "\n".join(_boxes(layout, texts, rules, widths, ""))


def _boxes(
    layout: Layout, texts: Sequence[str], rules: Rules, widths: Sequence[int], beside: str
) -> list[str]:
    """Return the lines of a board with columns of these `widths`; `beside` is around each box."""
    n, high, wide = layout.n, layout.box_height, layout.box_width
    starts = range(0, n, wide)
    gaps = wide - 1 + 2 * len(beside)
    flats = [rules.flat * (sum(widths[start : start + wide]) + gaps) for start in starts]

    def rule(ends: str) -> str:
        return ends[0] + ends[1].join(flats) + ends[2]

    lines = [rule(rules.top)]
    for row in range(n):
        if row and row % high == 0:
            lines.append(rule(rules.middle))
        cells = [text.ljust(width) for text, width in zip(texts[row * n :], widths)]
        parts = [f"{beside}{' '.join(cells[start : start + wide])}{beside}" for start in starts]
        lines.append(f"{rules.upright}{rules.upright.join(parts)}{rules.upright}")
    return [*lines, rule(rules.bottom)]


UNBROKEN = "\xa0"
"""A space at which no line ends."""

WIDTH = 78
"""The most characters in a line of clues, even on a wider terminal."""


def clue_list(layout: Layout, most: int | None = None) -> list[str]:
    """Return the clues of `layout` in lines of `most` characters; no lines for diagonals alone.

    A clue stays in one line, so that the lines can be read back.
    """
    if not layout.written_clues:
        return []
    import textwrap  # few boards have clues

    clues = [str(clue).replace(" ", UNBROKEN) for clue in layout.written_clues]
    lines = textwrap.wrap(
        f"clues: {'; '.join(clues)}",
        min(most or WIDTH, WIDTH),
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(UNBROKEN, " ") for line in lines]


def margin(n: int) -> int:
    """Return the width of the names of `n` rows."""
    return len(f"r{n} ")


def labelled(drawing: Callable[[Sequence[str]], str], texts: Sequence[str], n: int) -> str:
    """Return the `drawing` of `texts`, with ``c1``, ``c2``, … above and ``r1``, … on the left.

    `n`: the number of rows and columns.

    >>> def drawing(texts):
    ...     return board(Layout.named("4x4"), texts, ASCII)
    >>> print("\\n".join(labelled(drawing, ["12", *"341234123412341"], 4).splitlines()[:4]))
         c1 c2   c3 c4
       +-------+-------+
    r1 | 12 3  | 4  1  |
    r2 | 2  3  | 4  1  |
    """
    # A character in place of each cell shows where the cell is drawn.
    cells = [chr(0xE000 + cell).ljust(len(text)) for cell, text in enumerate(texts)]
    plan = drawing(cells).splitlines()
    left = margin(n)
    places = [next(line.index(cell[0]) for line in plan if cell[0] in line) for cell in cells[:n]]
    above = " " * left
    for column, (place, after) in enumerate(zip(places, [*places[1:], len(plan[0]) + 1]), 1):
        above = above.ljust(left + place) + f"c{column}"[place + 1 - after :]
    lines = [above]
    row = 0
    for line, planned in zip(drawing(texts).splitlines(), plan):
        begins = row < n and cells[row * n][0] in planned
        row += begins
        lines.append((f"r{row}" if begins else "").ljust(left) + line)
    return "\n".join(lines)


def _jigsaw(layout: Layout, texts: Sequence[str], rules: Rules) -> str:
    """Return a board whose rules follow the borders of its regions."""
    n, width, numbers = layout.n, max(map(len, texts)), layout.box_numbers

    def border(row: int, column: int, other_row: int, other_column: int) -> bool:
        inside = [0 <= r < n and 0 <= c < n for r, c in ((row, column), (other_row, other_column))]
        if not all(inside):
            return any(inside)
        box = numbers[row * n + column]
        return box != numbers[other_row * n + other_column] and not layout.is_latin

    def between(row: int) -> str:
        """Return the rule above `row`."""
        line = ""
        for column in range(n + 1):
            left = border(row - 1, column - 1, row, column - 1)
            right = border(row - 1, column, row, column)
            above = border(row - 1, column - 1, row - 1, column)
            below = border(row, column - 1, row, column)
            line += _corner(rules, left, right, above, below)
            if column < n:
                line += (rules.flat if right else " ") * (width + 2)
        return line.rstrip()

    def across(row: int) -> str:
        line = ""
        for column in range(n + 1):
            line += rules.upright if border(row, column - 1, row, column) else " "
            if column < n:
                line += f" {texts[row * n + column].ljust(width)} "
        return line.rstrip()

    lines = [between(0)]
    for row in range(n):
        lines += [across(row), between(row + 1)]
    return "\n".join(lines)


def _corner(rules: Rules, left: bool, right: bool, above: bool, below: bool) -> str:
    """Return the character for a crossing with rules in these directions."""
    if not (above or below):
        return rules.flat if left else " "
    if not (left or right):
        return rules.upright
    ends = rules.middle if above and below else rules.bottom if above else rules.top
    return ends[1] if left and right else ends[0] if right else ends[2]


COLUMNS = 80
"""The width of text for other streams than terminals."""


def styled(text: str, out: TextIO, **style: bool | str) -> str:
    """Return `text` in a `style` of click, if `out` is a terminal that shows it."""
    if not has_colour(out):
        return text
    import click  # a browser, which has no terminal, lacks it

    return click.style(text, **style)  # type: ignore[arg-type]


def has_colour(out: TextIO) -> bool:
    """Return whether `out` shows colour: a terminal, without ``NO_COLOR`` in the environment."""
    return out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def room(out: TextIO) -> int | None:
    """Return the number of columns of `out`; None if it is not a terminal and has no limit."""
    if not out.isatty():
        return None
    import shutil

    return shutil.get_terminal_size().columns


def text_room(out: TextIO) -> int:
    """Return the number of columns for text that people read.

    It is 80 for a stream that is not a terminal, unless the environment sets ``COLUMNS``.
    """
    columns = os.environ.get("COLUMNS", "")
    usual = int(columns) if columns.isdecimal() and int(columns) else COLUMNS
    return room(out) or usual


def columns_missed(drawing: str, out: TextIO) -> int:
    """Return the number of columns that `drawing` needs if `out` has fewer; otherwise 0."""
    columns = max(map(len, drawing.splitlines()))
    return columns if columns > (room(out) or columns) else 0


def wrapped(text: str, out: TextIO, indent: str = "") -> str:
    """Return `text` in lines of the `text_room` of `out`, all but the first after `indent`."""
    import textwrap  # only here: a puzzle's answer needs no wrapping

    return textwrap.fill(
        text,
        max(text_room(out), len(indent) + 20),
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def one_line(text: str, out: TextIO, indent: str = "") -> str:
    """Return `text` as one line, broken as in `wrapped` only on a terminal."""
    return wrapped(text, out, indent) if out.isatty() else text


def indented_excerpt(excerpt: str, out: TextIO, indent: str) -> str:
    """Return a line of a file and the carets below it, both cut to fit."""
    lines = excerpt.splitlines()
    width = (room(out) or COLUMNS) - len(indent)
    begin = max(len(lines[-1]) - width, 0) if len(lines) > 1 else 0
    return "\n".join(f"{indent}{line[begin : begin + width]}" for line in lines)
