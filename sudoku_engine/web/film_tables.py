"""The tables of a film: its colours, its shapes and the parts made of them, each written once.

A picture is made once for all themes that differ in colours only: the themes `USUAL` and
`PROJECTOR` have a name in place of each colour, such as ``cause.edge``. The lines of the
projector's theme are thicker, so it has pictures of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import lru_cache, singledispatch
from typing import Any, TypeVar, Union

from sudoku_engine.picture.curves import simplified
from sudoku_engine.picture.shapes import Disc, Line, Point, Polygon, Rect, Shape, Text
from sudoku_engine.picture.themes import THEMES, Look, Theme

Colours = tuple[str, str, str]
"""A colour in each of `THEMES`; empty for none."""

_EDGE_FOR = "edge for "


class NamedTheme(Theme):
    """A theme whose colours are names, for `colours_of`."""

    def edge_for(self, colour: str) -> str:
        """Return the name of an edge on which a digit in `colour` is readable."""
        return _EDGE_FOR + colour


def _named(theme: Theme) -> NamedTheme:
    """Return `theme` with names for its colours."""
    values = {field.name: getattr(theme, field.name) for field in fields(theme)}
    for name, value in values.items():
        if isinstance(value, str):
            values[name] = name
        elif isinstance(value, Look):
            values[name] = _named_look(name)
    values["roles"] = tuple(_named_look(f"roles.{number}") for number in range(len(theme.roles)))
    return NamedTheme(**values)


def _named_look(name: str) -> Look:
    return Look(*(f"{name}.{field}" for field in Look._fields))


USUAL = _named(THEMES["light"])
"""The light and the dark theme."""

PROJECTOR = _named(THEMES["projector"])


def colours_of(name: str) -> Colours:
    """Return the colour `name` in each theme.

    >>> colours_of("word")
    ('#111111', '#f4f6f8', '#000000')
    """
    light, dark, projector = (_colour(theme, name) for theme in THEMES.values())
    return light, dark, projector


def _colour(theme: Theme, name: str) -> str:
    if not name:
        return ""
    if name.startswith(_EDGE_FOR):
        return theme.edge_for(_colour(theme, name.removeprefix(_EDGE_FOR)))
    found: Any = theme
    for part in name.split("."):  # such as roles.0.fill
        found = found[int(part)] if part.isdigit() else getattr(found, part)
    return str(found)


Entry = tuple[Union[str, int, tuple[int, ...]], ...]
"""A shape as it is written: the letter of its kind, then its fields; colours are still names."""

Thing = TypeVar("Thing")

BEND = 1.0
"""How far a line may leave its way so that it has fewer points."""


class Tables:
    """The palette, the shapes and the parts of a film, which all its puzzles share.

    A part is a list of numbers of shapes. A shape has two forms, the usual one and the
    projector's, which may be the same. It stands relative to the place of the part, so that two
    cells that look the same are the same part. Lengths are whole numbers. With each part goes the
    number of the part that is there if candidates are hidden, which may be itself.
    """

    def __init__(self) -> None:
        self._palette: dict[Colours, int] = {}
        self._numbers: dict[str, int] = {}
        self._shapes: dict[tuple[Entry, Entry], int] = {}
        self._parts: dict[tuple[tuple[int, ...], int | None], int] = {}
        self.colour("")

    def colour(self, name: str) -> int:
        """Return the number of the colour `name` of a `NamedTheme`; 0 paints nothing."""
        if name not in self._numbers:
            self._numbers[name] = _number_of(colours_of(name), self._palette)
        return self._numbers[name]

    def part(
        self,
        usual: Sequence[Shape],
        projector: Sequence[Shape],
        at: Point = (0, 0),
        plain: int | None = None,
    ) -> int:
        """Return the number of the part with these shapes, whose place is `at`.

        `plain`: the part without candidates; None if it is the same.
        """
        pairs = zip(usual, projector, strict=True)
        numbers = [
            _number_of((self._entry(one, at), self._entry(other, at)), self._shapes)
            for one, other in pairs
        ]
        return _number_of((tuple(numbers), plain), self._parts)

    def _entry(self, shape: Shape, at: Point) -> Entry:
        return _entry(shape, at, self)

    def record(self) -> dict[str, object]:
        """Return the tables, for JSON."""
        return {
            "palette": list(self._palette),
            "shapes": [[usual, 0 if other == usual else other] for usual, other in self._shapes],
            "parts": [shapes for shapes, _ in self._parts],
            "plain": [
                number if plain is None else plain for number, (_, plain) in enumerate(self._parts)
            ],
        }


def _relative(x: float, y: float, at: Point) -> tuple[int, int]:
    return round(x - at[0]), round(y - at[1])


def _number_of(thing: Thing, numbers: dict[Thing, int]) -> int:
    return numbers.setdefault(thing, len(numbers))


def _ways(points: Sequence[Point], at: Point) -> tuple[int, ...]:
    """Return the first of `points` relative to `at`, and each further one to the one before it.

    The short numbers make a film with chains half as large.
    """
    x, y = at
    found: list[int] = []
    for right, down in points:
        found += (round(right - x), round(down - y))
        x, y = x + found[-2], y + found[-1]
    return tuple(found)


@singledispatch
def _entry(shape: object, at: Point, tables: Tables) -> Entry:
    """Return `shape` as it is written, relative to `at`."""
    raise TypeError(f"{shape!r} is not a shape")


@_entry.register
def _(shape: Rect, at: Point, tables: Tables) -> Entry:
    place = _relative(shape.x, shape.y, at)
    return ("R", *place, round(shape.width), round(shape.height), *_paint(shape, tables))


@_entry.register
def _(shape: Disc, at: Point, tables: Tables) -> Entry:
    return ("D", *_relative(shape.x, shape.y, at), round(shape.radius), *_paint(shape, tables))


@_entry.register
def _(shape: Polygon, at: Point, tables: Tables) -> Entry:
    return ("P", _ways(shape.points, at), *_paint(shape, tables))


def _paint(shape: Rect | Disc | Polygon, tables: Tables) -> tuple[int, ...]:
    line = round(shape.line) if shape.outline else 0
    return tables.colour(shape.fill), tables.colour(shape.outline), line


@_entry.register
def _(shape: Line, at: Point, tables: Tables) -> Entry:
    points = _ways(_few_points(shape.points), at)
    return ("L", points, tables.colour(shape.colour), round(shape.line), int(shape.dashed))


@_entry.register
def _(shape: Text, at: Point, tables: Tables) -> Entry:
    look = (round(shape.size), tables.colour(shape.colour), int(shape.bold), shape.anchor)
    return ("T", *_relative(shape.x, shape.y, at), shape.text, *look)


@lru_cache(maxsize=16)
def _few_points(points: tuple[Point, ...]) -> Sequence[Point]:
    """Return the points of a line that matter; an arrow has two lines along the same points."""
    return simplified(points, BEND)
