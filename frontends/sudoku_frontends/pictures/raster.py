"""Pictures as PNG and animated GIF, by Pillow (extra ``[images]``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import product
from math import ceil, dist, sqrt
from typing import Any

from sudoku_engine.bundled import install
from sudoku_engine.errors import UsageError
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
    dashes,
)
from sudoku_frontends.pictures.svg import CAP, columns_of

_FINER = 3
"""The factor by which a picture is first drawn larger, so that its edges become smooth."""

_FONTS = {
    False: ("DejaVuSans.ttf", "Verdana.ttf", "verdana.ttf", "Arial.ttf", "arial.ttf"),
    True: (
        "DejaVuSans-Bold.ttf",
        "Verdana Bold.ttf",
        "verdanab.ttf",
        "Arial Bold.ttf",
        "arialbd.ttf",
    ),
}
"""The fonts to look for, by whether they are bold."""

Picture = tuple[Part, ...]

Watched = Callable[[list[Picture]], Iterable[Picture]]


def png(parts: Iterable[Part], width: float, height: float) -> bytes:
    """Return the picture of `parts` as a PNG file; raises UsageError without Pillow."""
    stream = BytesIO()
    _image(parts, width, height).save(stream, "PNG", optimize=True)
    return stream.getvalue()


MOST_PIXELS = 24_000_000
"""The largest sheet; pictures that need more become smaller."""


def png_sheet(
    pictures: list[Picture], width: float, height: float, watched: Watched = iter
) -> bytes:
    """Return a PNG file with `pictures` of the same size, row by row as one reads.

    `watched`: called with the pictures, and gives them back one by one as they are drawn.
    Raises UsageError without Pillow.
    """
    columns = columns_of(len(pictures), width, height)
    rows = ceil(len(pictures) / columns)
    smaller = max(1, sqrt(columns * rows * width * height / MOST_PIXELS))
    wide, high = max(1, round(width / smaller)), max(1, round(height / smaller))
    sheet = require_pillow().Image.new("RGB", (columns * wide, rows * high), "#ffffff")
    for number, parts in enumerate(watched(pictures)):
        row, column = divmod(number, columns)
        image = _image(parts, width, height).resize((wide, high))
        sheet.paste(image, (column * wide, row * high))
    stream = BytesIO()
    sheet.save(stream, "PNG", optimize=True)
    return stream.getvalue()


def gif(
    pictures: list[Picture],
    width: float,
    height: float,
    seconds: float,
    last: float,
    watched: Watched = iter,
) -> bytes:
    """Return a GIF file of the `pictures`, each shown for some `seconds`, the `last` for longer.

    `watched`: called with all pictures, and gives them back one by one as they are drawn.
    Raises UsageError without Pillow.
    """
    pillow = require_pillow().Image
    # One palette for all, so that unchanged parts need not be stored again.
    palette = pillow.new("P", (1, 1))
    palette.putpalette(
        _palette(shape for parts in pictures for part in parts for shape in part.shapes)
    )
    images = [
        _image(parts, width, height).quantize(palette=palette, dither=pillow.Dither.NONE)
        for parts in watched(pictures)
    ]
    durations = [round(1000 * seconds)] * (len(images) - 1) + [round(1000 * last)]
    stream = BytesIO()
    images[0].save(
        stream, "GIF", save_all=True, append_images=images[1:], duration=durations, loop=0
    )
    return stream.getvalue()


_COLOURS, _APART = 256, 14
"""The number of colours in a GIF, and their least distance, since Pillow is not exact."""


def _palette(shapes: Iterable[Shape]) -> list[int]:
    """Return the colours of the `shapes`, and mixtures with the ground for smooth edges."""
    used = dict.fromkeys(colour for shape in shapes for colour in _colours(shape))
    own = [tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5)) for colour in used][:_COLOURS]
    palette = [*own] or [(255, 255, 255)]
    for colour, part in product(own, (0.5, 0.25, 0.75, 0.125, 0.375, 0.625, 0.875)):
        mixed = tuple(round(g + (c - g) * part) for g, c in zip(own[0], colour))
        if len(palette) < _COLOURS and all(dist(mixed, known) >= _APART for known in palette):
            palette.append(mixed)
    return [part for colour in palette for part in colour]


def _colours(shape: Shape) -> list[str]:
    if isinstance(shape, (Line, Text)):
        return [shape.colour]
    return [colour for colour in (shape.fill, shape.outline) if colour]


def require_pillow() -> Any:
    """Return Pillow with its modules for images; raises UsageError where it is missing."""
    try:
        import PIL.Image
        import PIL.ImageDraw
        import PIL.ImageFont
    except ImportError:
        raise UsageError(f"PNG and GIF need Pillow: {install('images')}") from None
    return PIL


def _image(parts: Iterable[Part], width: float, height: float) -> Any:
    size = max(1, round(width)), max(1, round(height))
    finer = size[0] * _FINER, size[1] * _FINER
    image = require_pillow().Image.new("RGB", finer, "#ffffff")
    brush = _Brush(image)
    for part in parts:
        for shape in part.shapes:
            brush.paint(shape)
    return image.reduce(_FINER)


class _Brush:
    """Paint shapes on an image that is `_FINER` times larger."""

    def __init__(self, image: Any) -> None:
        self._draw = require_pillow().ImageDraw.Draw(image)

    def paint(self, shape: Shape) -> None:
        if isinstance(shape, Text):
            self._text(shape)
        elif isinstance(shape, Line):
            self._line(_scaled(shape.points), shape.colour, shape.line * _FINER, shape.dashed)
        elif isinstance(shape, Disc):
            self._disc(shape)
        else:
            self._closed(shape)

    def _closed(self, shape: Rect | Polygon) -> None:
        points = _scaled(shape.points)
        if shape.fill:
            self._draw.polygon(points, fill=shape.fill)
        if shape.outline:
            # The first side again, so that the last corner is round as well.
            self._line([*points, *points[:2]], shape.outline, shape.line * _FINER)

    def _disc(self, disc: Disc) -> None:
        x, y = disc.x * _FINER, disc.y * _FINER
        radius = (disc.radius + (disc.line / 2 if disc.outline else 0)) * _FINER
        line = disc.line * _FINER
        if disc.fill:
            self._draw.ellipse(_around(x, y, radius), fill=disc.fill)
        if disc.outline:
            width = max(1, round(line))
            self._draw.ellipse(_around(x, y, radius), outline=disc.outline, width=width)

    def _line(
        self, points: Sequence[Point], colour: str, line: float, is_dashed: bool = False
    ) -> None:
        width = max(1, round(line))
        if not is_dashed:
            self._draw.line(list(points), fill=colour, width=width, joint="curve")
            return
        dash, gap = dash_lengths(line / _FINER)
        for piece in dashes(points, dash * _FINER, gap * _FINER):
            self._draw.line(piece, fill=colour, width=width, joint="curve")

    def _text(self, text: Text) -> None:
        size = text.size * _FINER
        place = text.x * _FINER, text.y * _FINER + CAP * size
        anchor = {"start": "ls", "middle": "ms", "end": "rs"}[text.anchor]
        font = _font(round(size), text.bold)
        self._draw.text(place, text.text, fill=text.colour, font=font, anchor=anchor)


@lru_cache(maxsize=256)
def _font(size: int, bold: bool) -> Any:
    fonts = require_pillow().ImageFont
    for name in _FONTS[bold]:
        try:
            return fonts.truetype(name, max(1, size))
        except OSError:
            continue
    return fonts.load_default(max(1, size))


def _scaled(points: Sequence[Point]) -> list[Point]:
    return [(x * _FINER, y * _FINER) for x, y in points]


def _around(x: float, y: float, radius: float) -> tuple[float, float, float, float]:
    return x - radius, y - radius, x + radius, y + radius
