"""Pictures of boards as numbers of parts, in the tables of a film, each colour and shape once.

A picture is made once for all themes that differ in colours only: the themes `USUAL` and
`PROJECTOR` have a name in place of each colour, such as ``cause.edge``. The lines of the
projector's theme are thicker, so it has pictures of its own. Of each view only what differs from
the one before is written.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeVar, Union

from sudoku_engine.board.layout import Cell, House, Layout
from sudoku_frontends.pictures.board_picture import clue_parts, ground, house_outlines, labels
from sudoku_frontends.pictures.captions import legend_entries
from sudoku_frontends.pictures.cell_shapes import CellLook, cell_looks, cell_painter
from sudoku_frontends.pictures.corridors import simplify
from sudoku_frontends.pictures.highlights import marking_of
from sudoku_frontends.pictures.link_ways import arrows
from sudoku_frontends.pictures.page_geometry import frame_of
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.shapes import Box, Disc, Line, Point, Polygon, Shape, Text
from sudoku_frontends.pictures.themes import THEMES, LineColours, Look, Theme

Colours = tuple[str, str, str]
"""A colour in each of `THEMES`; empty for none."""

_EDGE_FOR = "edge for "


class NamedTheme(Theme):
    """A theme whose colours are names, for `colours_of`."""

    def edge_for(self, colour: str) -> str:
        """Return the name of an edge on which a digit in `colour` is readable."""
        return _EDGE_FOR + colour


def _named(value: Any, name: str) -> Any:
    """Return the `name` for a colour of a theme, and a name for each of several colours."""
    if isinstance(value, (Look, LineColours)):
        return type(value)(*(f"{name}.{part}" for part in value._fields))
    if isinstance(value, tuple):
        return tuple(_named(each, f"{name}.{place}") for place, each in enumerate(value))
    return name if isinstance(value, str) else value


USUAL, PROJECTOR = (
    NamedTheme(**{name: _named(value, name) for name, value in vars(THEMES[theme]).items()})
    for theme in ("light", "projector")
)
"""The light and the dark theme in one, and the projector's."""

BOTH = (USUAL, PROJECTOR)
"""The themes in which each picture is made."""


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

BEND = 2.0
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
        # Shapes of two kinds may be equal as tuples.
        self._entry = lru_cache(maxsize=KEPT, typed=True)(self._new_entry)
        self.colour("")

    def colour(self, name: str) -> int:
        """Return the number of the colour `name` of a `NamedTheme`; 0 paints nothing."""
        if name not in self._numbers:
            self._numbers[name] = _number_of(colours_of(name), self._palette)
        return self._numbers[name]

    def part(
        self,
        forms: Sequence[Iterable[Shape]],
        at: Point = (0, 0),
        plain: int | None = None,
    ) -> int:
        """Return the number of the part with these shapes, in two `forms`, whose place is `at`.

        `plain`: the part without candidates; None if it is the same.
        """
        numbers = [
            _number_of((self._entry(one, at), self._entry(other, at)), self._shapes)
            for one, other in zip(*forms, strict=True)
        ]
        return _number_of((tuple(numbers), plain), self._parts)

    def _new_entry(self, shape: Shape, at: Point) -> Entry:
        if isinstance(shape, Line):
            points = _ways(simplify(shape.points, BEND), at)
            return ("L", points, self.colour(shape.colour), round(shape.line), int(shape.dashed))
        if isinstance(shape, Text):
            look = (round(shape.size), self.colour(shape.colour), int(shape.bold), shape.anchor)
            return ("T", *_ways([(shape.x, shape.y)], at), shape.text, *look)
        line = round(shape.line) if shape.outline else 0
        paint = (self.colour(shape.fill), self.colour(shape.outline), line)
        if isinstance(shape, Polygon):
            return ("P", _ways(shape.points, at), *paint)
        place = _ways([(shape.x, shape.y)], at)
        if isinstance(shape, Disc):
            return ("D", *place, round(shape.radius), *paint)
        return ("R", *place, round(shape.width), round(shape.height), *paint)

    def record(self) -> dict[str, object]:
        """Return the tables, for JSON."""
        return {
            "palette": list(self._palette),
            "shapes": [[usual, _changes(usual, other)] for usual, other in self._shapes],
            "parts": [_differences(shapes) for shapes, _ in self._parts],
            "plain": [
                0 if plain is None else plain - number
                for number, (_, plain) in enumerate(self._parts)
            ],
        }


def _number_of(thing: Thing, numbers: dict[Thing, int]) -> int:
    return numbers.setdefault(thing, len(numbers))


def _changes(usual: Entry, other: Entry) -> list[object]:
    """Return the fields that differ in another form of a shape: the place of each, then it.

    >>> _changes(("D", 1, 2, 30, 4), ("D", 1, 2, 35, 4))
    [3, 35]
    """
    pairs = enumerate(zip(usual, other))
    return [each for place, (one, new) in pairs if one != new for each in (place, new)]


def _differences(numbers: Sequence[int]) -> list[int]:
    """Return the first of `numbers`, and how much more each further one is.

    >>> _differences([7, 8, 6])
    [7, 1, -2]
    """
    return [number - before for before, number in zip((0, *numbers), numbers)]


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


CELL = 200
"""About how wide a cell is, in the unit of the pictures; lengths are whole numbers of it."""

SIGN = Box(0, 0, 100, 100)
"""The place of a sign of a legend."""

KEPT = 1 << 14
"""The number of cells that are remembered: those of some puzzles."""

Parts = tuple[int, ...]
"""The part at each place of a board."""


class BoardParts:
    """Turns scenes on boards of one `layout` into numbers of parts in `tables`.

    It remembers the latest cells, since most of them come back.
    """

    def __init__(self, layout: Layout, tables: Tables) -> None:
        self._tables = tables
        self._side = side = CELL * layout.n
        self._frame = frame = frame_of(layout, side, side, has_words=False)
        self._painters = [cell_painter(frame, theme) for theme in BOTH]
        self._cell = lru_cache(maxsize=KEPT)(self._cell_part)
        self._behind = (
            tables.part([ground(frame, theme) for theme in BOTH]),
            tables.part([labels(frame, theme) for theme in BOTH]),
        )

    def record(self) -> dict[str, Any]:
        """Return the data that all pictures have in common, for JSON.

        ``places``: the name and the corner of each part, from back to front. ``view``: left, top
        and side of the board with what is around it, if clues are there.
        """
        frame, layout = self._frame, self._frame.layout
        below, signs = clue_parts((), self._painters[0])
        behind = ["ground", "labels", *(part.name for part in below)]
        above = ["houses", *(part.name for part in signs), "links"]
        cells = [(f"cell {cell}", *frame.box(cell)[:2]) for cell in range(len(layout.cells))]
        around = {"view": (0, 0, self._side)} if frame.rules.height else {}
        return {
            **around,
            "layout": str(layout),
            "n": layout.n,
            "symbols": layout.signs,
            "regions": [[*map(int, house.cells)] for house in layout.houses[2 * layout.n :]],
            "width": self._side,
            "height": self._side,
            "places": [*((name, 0.0, 0.0) for name in behind), *cells]
            + [(name, 0.0, 0.0) for name in above],
        }

    def parts(self, scene: Scene) -> Parts:
        """Return the parts of the picture of `scene` in the order of the places, without words."""
        marking, frame = marking_of(scene), self._frame
        looks = cell_looks(scene, marking, USUAL)
        of_clues = (clue_parts(looks, painter) for painter in self._painters)
        below, signs = (
            [self._tables.part([one.shapes, other.shapes]) for one, other in zip(*forms)]
            for forms in zip(*of_clues)
        )
        return (
            *self._behind,
            *below,
            *(self._cell(*each) for each in enumerate(looks)),
            self._tables.part([house_outlines(marking, frame, theme) for theme in BOTH]),
            *signs,
            self._tables.part([arrows(scene, marking, frame, theme) for theme in BOTH]),
        )

    def _cell_part(self, cell: int, look: CellLook) -> int:
        """Return the part of a cell; its plain form is the part of a look without notes."""
        plain = self._cell(cell, look._replace(notes=0)) if look.notes else None
        forms = [painter.shapes(cell, look) for painter in self._painters]
        return self._tables.part(forms, self._frame.box(cell)[:2], plain)

    def named(self, scene: Scene) -> list[int]:
        """Return where the reason of `scene` names things: gap, length and thing of each.

        A thing is a cell; rows, columns and `regions` are -1 and below; digits are above cells.
        """
        layout = self._frame.layout
        found: list[int] = []
        end = 0
        for (start, stop), thing in scene.named:
            if isinstance(thing, House):
                number = -1 - layout.houses.index(thing)
            else:
                number = thing if isinstance(thing, Cell) else len(layout.cells) - 1 + thing
            found += (start - end, stop - start, int(number))
            end = stop
        return found

    def legend(self, scene: Scene) -> list[tuple[int, str]]:
        """Return the signs of the picture of `scene`, as parts in `SIGN`, each with its word."""
        marking = marking_of(scene).whole
        usual, projector = (legend_entries(scene, marking, theme) for theme in BOTH)
        return [
            (self._tables.part([sign(SIGN), other(SIGN)]), word)
            for (sign, word), (other, _) in zip(usual, projector)
        ]


BACK = -1
"""Stands for the part that was at a place before the present one: most marks come and go."""


class PictureChanges:
    """Follows the parts at each place of a board, from picture to picture.

    A part is written as its number, as `BACK`, or, if its number is higher than all before, as how
    much higher it is: -2 for the next number, -3 for the one after that.
    """

    def __init__(self) -> None:
        self._parts: Sequence[int] = ()
        self._before: Sequence[int] = ()
        self._highest = 0

    def to(self, parts: Sequence[int]) -> list[int]:
        """Go on to `parts`; return what changes: how far it is to the place, its new part, ….

        >>> changes = PictureChanges()
        >>> changes.to([3, 1, 4]), changes.to([3, 5, 2]), changes.to([3, 1, 6])
        ([0, -4, 1, 1, 1, -2], [1, -2, 1, 2], [1, -1, 1, -2])
        """
        nothing = [BACK] * len(parts)
        now, before = self._parts or nothing, [*(self._before or nothing)]
        found: list[int] = []
        last = 0
        for place, (old, new) in enumerate(zip(now, parts, strict=True)):
            if old != new:
                found += (place - last, self._written(new, before[place]))
                before[place] = old
                last = place
        self._parts, self._before = parts, before
        return found

    def _written(self, part: int, before: int) -> int:
        if part == before:
            return BACK
        if part <= self._highest:
            return part
        ahead, self._highest = part - self._highest, part
        return BACK - ahead
