"""Pictures as SVG, a text format that browsers, notebooks and word processors show."""

from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, sqrt

from sudoku_engine.errors import printable
from sudoku_frontends.pictures.shapes import (
    Disc,
    Line,
    Part,
    Point,
    Polygon,
    Rect,
    Shape,
    Text,
    dash_lengths,
)

FONTS = "'DejaVu Sans', Verdana, 'Segoe UI', Arial, sans-serif"
CAP = 0.36
"""From the middle of a capital letter down to its base, in parts of the size."""
ABREAST = 3
"""The number of pictures in a row of a sheet with few of them."""
SCREEN = 4 / 3
"""The width of a sheet of pictures, in parts of its height."""


def svg(
    parts: Iterable[Part],
    width: float,
    height: float,
    title: str = "Sudoku",
    description: str = "",
    prefix: str = "",
    view: Sequence[float] | None = None,
) -> str:
    """Return a whole SVG document that shows `parts`.

    Screen readers read out `title` and `description`. The ids of the groups begin with `prefix`,
    for pages with several documents. `view`: left, top, width and height of the part to show,
    if not all of it.
    """
    return _document(_groups(parts, prefix), width, height, title, description, view)


def columns_of(count: int, width: float, height: float) -> int:
    """Return how many of `count` pictures are in a row of a sheet, which has the shape of a screen.

    >>> columns_of(60, 640, 800), columns_of(2, 640, 800)
    (10, 2)
    """
    return max(min(ABREAST, count), round(sqrt(count * height / width * SCREEN)))


def svg_strip(pictures: Sequence[Iterable[Part]], width: float, height: float) -> str:
    """Return a whole SVG document with `pictures` of the same size, row by row as one reads."""
    columns = columns_of(len(pictures), width, height)
    frames = []
    for number, parts in enumerate(pictures):
        row, column = divmod(number, columns)
        place = f"{_number(column * width)} {_number(row * height)}"
        frames.append(f'<g transform="translate({place})">')
        frames += [*_groups(parts, f"frame {number + 1} "), "</g>"]
    rows = ceil(len(pictures) / columns)
    return _document(frames, columns * width, rows * height, "The steps of a sudoku", "")


def _document(
    body: Iterable[str],
    width: float,
    height: float,
    title: str,
    description: str,
    view: Sequence[float] | None = None,
) -> str:
    shown = " ".join(map(_number, view or (0, 0, width, height)))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{shown}" '
        f'width="{_number(width)}" height="{_number(height)}" role="img" '
        'stroke="none" stroke-linejoin="round" '
        f'font-family="{FONTS}">',
        f"<title>{_clean(title)}</title>",
    ]
    if description:
        lines.append(f"<desc>{_clean(description)}</desc>")
    return "\n".join([*lines, *body, "</svg>", ""])


def _groups(parts: Iterable[Part], prefix: str = "") -> list[str]:
    lines = []
    for part in parts:
        if part.shapes:
            name = f"{prefix}{part.name}".replace(" ", "-")
            lines.append(f'<g id="{name}">')
            lines += map(_drawn, part.shapes)
            lines.append("</g>")
    return lines


def _drawn(shape: Shape) -> str:
    if isinstance(shape, Text):
        weight = ' font-weight="bold"' if shape.bold else ""
        # The base line is a number: not every program knows dominant-baseline.
        return (
            f'<text x="{_number(shape.x)}" y="{_number(shape.y + CAP * shape.size)}" '
            f'font-size="{_number(shape.size)}" fill="{shape.colour}" '
            f'text-anchor="{shape.anchor}"{weight}>{_clean(shape.text)}</text>'
        )
    if isinstance(shape, Line):
        lengths = map(_number, dash_lengths(shape.line))
        dashes = f' stroke-dasharray="{" ".join(lengths)}"' if shape.dashed else ""
        return (
            f'<polyline points="{_points(shape.points)}" fill="none" stroke="{shape.colour}" '
            f'stroke-width="{_number(shape.line)}"{dashes}/>'
        )
    paint = _paint(shape)
    if isinstance(shape, Polygon):
        return f'<polygon points="{_points(shape.points)}" {paint}/>'
    x, y = _number(shape.x), _number(shape.y)
    if isinstance(shape, Disc):
        return f'<circle cx="{x}" cy="{y}" r="{_number(shape.radius)}" {paint}/>'
    size = f'width="{_number(shape.width)}" height="{_number(shape.height)}"'
    return f'<rect x="{x}" y="{y}" {size} {paint}/>'


def _paint(shape: Rect | Disc | Polygon) -> str:
    fill = shape.fill or "none"
    if not shape.outline:
        return f'fill="{fill}"'
    return f'fill="{fill}" stroke="{shape.outline}" stroke-width="{_number(shape.line)}"'


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(number: float) -> str:
    """Return a length as text, rounded to what the eye can see."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _clean(text: str) -> str:
    return escape(printable(text), quote=False)
