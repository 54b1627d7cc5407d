"""The colours of pictures: each theme is safe for colour-blind eyes and has no red beside green.

The hues of the marks are from Okabe and Ito's palette (https://jfly.uni-koeln.de/color/), darker or
lighter if an edge would not be visible on the board: edges have a contrast of at least 3:1 to it.
Marks of different meaning differ in shape too.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from sudoku_engine.errors import UsageError, near_name, quoted
from sudoku_frontends.pictures.page_geometry import NOTE_MARGIN


class Look(NamedTuple):
    """The look of a mark: its `fill`, its `edge`, the `text` on it and the `tint` of its cell."""

    fill: str
    edge: str
    text: str
    tint: str


class LineColours(NamedTuple):
    """The colours of the lines of clues, on which candidates are readable."""

    grey: str
    green: str
    blue: str
    purple: str
    lavender: str
    orange: str
    peach: str
    yellow: str
    pink: str


@dataclass(frozen=True)
class Theme:
    """The colours of a picture (``#rrggbb``), and how strong its lines and candidates are.

    `ground` is behind everything, `board` behind the cells. `given`, `placed`, `tried` are digits,
    `note` candidates, `faint` digits that a step does not concern. `rule` and `border` are the
    lines of the board, `word` and `soft` the words around it. `roles` are the looks of the roles of
    `because` other than ``cause`` (see `highlights.STYLES`). `shade` is behind cells of clues,
    `lines` are the colours of their lines, `arrow` that of arrows, diagonals and the edges of lines
    and shades, `white` and `black` those of dots. `stroke` and `note_scale` multiply the width of
    marks and the size of candidates; `note_margin` is the margin around the candidates of a cell,
    in parts of its side: room for the frames of a step.
    """

    name: str
    ground: str
    board: str
    given: str
    placed: str
    tried: str
    note: str
    faint: str
    rule: str
    border: str
    word: str
    soft: str
    bar: str
    link: str
    selected: str
    arrow: str
    cause: Look
    roles: tuple[Look, ...]
    eliminated: Look
    placing: Look
    house: Look
    wrong: Look
    moved: Look
    shade: str
    lines: LineColours
    stroke: float = 1
    note_scale: float = 1
    note_margin: float = NOTE_MARGIN
    white: str = "#ffffff"
    black: str = "#000000"

    @property
    def looks(self) -> tuple[Look, ...]:
        """The looks of roles: first of ``cause``, then `roles`."""
        return (self.cause, *self.roles)

    @property
    def cover(self) -> Look:
        """The look of the houses that are the ``cover`` of a fish."""
        return self.roles[2]

    def house_line(self, cell: float) -> float:
        """Return the width of the outline of a house, which runs along the edges of its cells."""
        return max(2.0, 0.058 * cell) * min(self.stroke, 1.15)

    def edge_for(self, colour: str) -> str:
        """Return the colour of an edge on which a digit in `colour` is readable."""
        return max(self.board, self.word, key=lambda edge: contrast(edge, colour))


_COLOURS = {
    "name": ("light", "dark", "projector"),
    "ground": ("#ffffff", "#12161b", "#ffffff"),
    "board": ("#ffffff", "#1b2027", "#ffffff"),
    "given": ("#111111", "#ffffff", "#000000"),
    "placed": ("#0060a0", "#7cc7f2", "#004f8c"),
    "tried": ("#8a3a6b", "#e5a5c8", "#7a2459"),
    "note": ("#4a4f57", "#b9c0c9", "#262626"),
    "faint": ("#6b7078", "#8b939e", "#707070"),
    "rule": ("#a4abb4", "#4a525d", "#808080"),
    "border": ("#1c1f24", "#c3cad3", "#000000"),
    "word": ("#111111", "#f4f6f8", "#000000"),
    "soft": ("#4a4f57", "#b9c0c9", "#262626"),
    "bar": ("#d9dee4", "#3a424d", "#c8c8c8"),
    "link": ("#1c1f24", "#f4f6f8", "#000000"),
    "selected": ("#1c1f24", "#ffffff", "#000000"),
    "arrow": ("#8a919b", "#6a7482", "#808080"),
    "shade": ("#dde0e5", "#343c47", "#d4d4d4"),
}
"""The plain colours of the light, the dark and the projector theme."""

_LINES = {
    "grey": ("#cdd1d6", "#3f4750", "#cbcbcb"),
    "green": ("#a5e3b2", "#1b4f31", "#8fe3a3"),
    "blue": ("#abd9f7", "#19496d", "#96d2fa"),
    "purple": ("#eabbef", "#633370", "#f0b9f3"),
    "lavender": ("#d2cdf8", "#434070", "#cac5fb"),
    "orange": ("#ffc98c", "#613f10", "#ffbe70"),
    "peach": ("#f8d3c2", "#5d3e32", "#fbc7b0"),
    "yellow": ("#ecdf6c", "#4a480f", "#efe460"),
    "pink": ("#fbc3d6", "#6b344e", "#ffb6ce"),
}
"""The colours of the lines of clues, likewise."""


def _colours(theme: int) -> dict[str, Any]:
    plain = {part: colours[theme] for part, colours in _COLOURS.items()}
    lines = LineColours(**{name: colours[theme] for name, colours in _LINES.items()})
    return {**plain, "lines": lines}


_LIGHT = Theme(
    **_colours(0),
    cause=Look("#0072b2", "#0072b2", "#ffffff", "#d9ecf9"),
    roles=(
        Look("#e69f00", "#8f5f00", "#111111", "#fdf0d3"),
        Look("#cc79a7", "#8a3a6b", "#111111", "#f8e6f0"),
        Look("#56b4e9", "#1b6a99", "#111111", "#e2f3fd"),
        Look("#f0e442", "#6e6700", "#111111", "#fcf9d4"),
        Look("#dddddd", "#333333", "#111111", "#eeeeee"),
    ),
    eliminated=Look("#fbe3d3", "#c04e00", "#8f3600", "#fde6d8"),
    placing=Look("#ffffff", "#006345", "#004d37", "#cdeee2"),
    house=Look("#fff6d6", "#946800", "#111111", "#fff6d6"),
    wrong=Look("#f7d4c4", "#9c2f00", "#9c2f00", "#f7d4c4"),
    moved=Look("#f8e6f0", "#8a3a6b", "#111111", "#f8e6f0"),
)

_DARK = Theme(
    **_colours(1),
    cause=Look("#56b4e9", "#56b4e9", "#06131c", "#173a50"),
    roles=(
        Look("#e69f00", "#f2b537", "#111111", "#46360f"),
        Look("#cc79a7", "#e09cc2", "#111111", "#472b3b"),
        Look("#126ea9", "#8fd0f6", "#ffffff", "#163245"),
        Look("#f0e442", "#f6ee86", "#111111", "#424014"),
        Look("#888888", "#e0e0e0", "#000000", "#3a3a3a"),
    ),
    eliminated=Look("#4d2813", "#ff8437", "#ffb98f", "#45220f"),
    placing=Look("#12161b", "#6fe6c3", "#d6faef", "#0d4033"),
    house=Look("#343120", "#e3cf5b", "#ffffff", "#343120"),
    wrong=Look("#5a200c", "#ff6a3d", "#ffc0a8", "#5a200c"),
    moved=Look("#472b3b", "#e09cc2", "#ffffff", "#472b3b"),
)

_PROJECTOR = Theme(
    **_colours(2),
    cause=Look("#005a9c", "#005a9c", "#ffffff", "#bfe0f7"),
    roles=(
        Look("#e69f00", "#704a00", "#000000", "#ffe2a3"),
        Look("#d884b3", "#7a2459", "#000000", "#f6cfe3"),
        Look("#56b4e9", "#0b4f7a", "#000000", "#cfebfc"),
        Look("#f0e442", "#5a5400", "#000000", "#faf5a8"),
        Look("#cccccc", "#111111", "#000000", "#e2e2e2"),
    ),
    eliminated=Look("#ffd2b5", "#a83f00", "#7a2c00", "#ffd9c2"),
    placing=Look("#ffffff", "#004a35", "#003d2c", "#b4ead8"),
    house=Look("#ffedaa", "#7d5800", "#000000", "#ffedaa"),
    wrong=Look("#f5bda4", "#8a2400", "#8a2400", "#f5bda4"),
    moved=Look("#f6cfe3", "#7a2459", "#000000", "#f6cfe3"),
    stroke=1.45,
    note_scale=1.22,
)

THEMES = {theme.name: theme for theme in (_LIGHT, _DARK, _PROJECTOR)}


def theme_named(name: str) -> Theme:
    """Return the theme called `name`; raises UsageError with the nearest name."""
    if name not in THEMES:
        raise UsageError(f"unknown theme {quoted(name)}: {near_name(name, THEMES)}")
    return THEMES[name]


def theme_after(theme: Theme) -> Theme:
    """Return the next theme, for a key that goes through them."""
    names = list(THEMES)
    return THEMES[names[(names.index(theme.name) + 1) % len(names)]]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21, as WCAG 2 defines it.

    >>> round(contrast("#ffffff", "#000000"))
    21
    """
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return 0.2126 * _linear(red) + 0.7152 * _linear(green) + 0.0722 * _linear(blue)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
