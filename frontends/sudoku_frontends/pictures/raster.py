"""Pictures as PNG and animated GIF, by Pillow (extra ``[images]``)."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import product
from math import ceil, dist, sqrt
from typing import Any

from sudoku_engine.bundled import install
from sudoku_engine.errors import UsageError
from sudoku_frontends.pictures.shapes import Disc, Line, Part, Point, Shape, Text, strokes
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

Picture = tuple[Part, ...]

Watched = Callable[[list[Picture]], Iterable[Picture]]


def png(parts: Iterable[Part], width: float, height: float) -> bytes:
    """Return the picture of `parts` as a PNG file; raises UsageError without Pillow."""
    return _file(_image(parts, width, height), "PNG", optimize=True)


def _file(image: Any, kind: str, **options: Any) -> bytes:
    stream = BytesIO()
    image.save(stream, kind, **options)
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
    return _file(sheet, "PNG", optimize=True)


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
    first, *others = images
    return _file(first, "GIF", save_all=True, append_images=others, duration=durations, loop=0)


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
    brush = require_pillow().ImageDraw.Draw(image)
    for part in parts:
        for shape in part.shapes:
            _paint(shape, brush)
    return image.reduce(_FINER)


def _paint(shape: Shape, brush: Any) -> None:
    """Paint `shape` on an image that is `_FINER` times larger."""
    if isinstance(shape, Text):
        size = shape.size * _FINER
        place = shape.x * _FINER, shape.y * _FINER + CAP * size
        anchor = {"start": "ls", "middle": "ms", "end": "rs"}[shape.anchor]
        font = _font(round(size), shape.bold)
        brush.text(place, shape.text, fill=shape.colour, font=font, anchor=anchor)
    elif isinstance(shape, Disc):
        x, y = shape.x * _FINER, shape.y * _FINER
        radius = (shape.radius + (shape.line / 2 if shape.outline else 0)) * _FINER
        around = x - radius, y - radius, x + radius, y + radius
        if shape.fill:
            brush.ellipse(around, fill=shape.fill)
        if shape.outline:
            brush.ellipse(around, outline=shape.outline, width=_width(shape.line))
    else:
        if not isinstance(shape, Line) and shape.fill:
            brush.polygon(_scaled(shape.points), fill=shape.fill)
        for points, colour, line in strokes(shape):
            brush.line(_scaled(points), fill=colour, width=_width(line), joint="curve")


def _width(line: float) -> int:
    return max(1, round(line * _FINER))


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
