"""The width of words without a font, for pictures that are made before they are painted.

The widths are those of DejaVu Sans, in parts of its size, by kinds of letters. It is wider than
most fonts (Arial, Helvetica, Segoe UI), so text that fits here also fits in those.
"""

import re
from bisect import bisect
from collections.abc import Callable, Iterable
from functools import lru_cache

_WIDTHS = {
    **dict.fromkeys("ijlI'|", 0.3),
    **dict.fromkeys(' .,:;!()[]/\\-frtJ"', 0.42),
    **dict.fromkeys("mMwW%@", 0.99),
    **dict.fromkeys("=<>+~#&", 0.84),
    **dict.fromkeys("0123456789abcdeghknopqsuvxyz*", 0.64),
}
_OTHER_ASCII, _OTHER, _BOLD = 0.79, 1.0, 1.14

LINE = 1.28
"""The height of a line of text, in parts of its size."""


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the approximate width of `text`, rather too much than too little.

    >>> text_width("r1c1", 10) < text_width("r1c1", 10, bold=True)
    True
    """
    width = sum(_WIDTHS.get(c, _OTHER_ASCII if c.isascii() else _OTHER) for c in text)
    return width * size * (_BOLD if bold else 1)


def wrapped(text: str, size: float, width: float, bold: bool = False) -> list[str]:
    """Return the lines of `text`, broken at spaces; a word that is too wide is broken too."""
    lines: list[str] = []
    line = ""
    for spaced in re.findall(r"\s*\S+", text):
        word = spaced.strip()
        longer = line + spaced if line else word
        if text_width(longer, size, bold) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        *pieces, line = _pieces(word, size, width, bold)
        lines += pieces
    return [*lines, line] if line else lines


def in_rows(widths: Iterable[float], gap: float, width: float) -> list[tuple[float, int]]:
    """Return how far along which row each of some things stands, beside each other in `width`.

    >>> in_rows([4, 4, 4], 1, 10)
    [(0.0, 0), (5.0, 0), (0.0, 1)]
    """
    places: list[tuple[float, int]] = []
    x, row = 0.0, 0
    for wide in widths:
        if x and x + wide > width:
            x, row = 0.0, row + 1
        places.append((x, row))
        x += wide + gap
    return places


def _pieces(word: str, size: float, width: float, bold: bool) -> list[str]:
    pieces = [""]
    for letter in word:
        if pieces[-1] and text_width(pieces[-1] + letter, size, bold) > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def cut(text: str, size: float, width: float, bold: bool = False) -> str:
    """Return `text`, or as much of its beginning as fits into `width`, with a … behind it.

    >>> cut("Naked Pair: 1,8 in r48c4", 10, 100), cut("r1c1", 10, 100)
    ('Naked Pair: 1,8…', 'r1c1')
    """
    return shortened(text, lambda text: text_width(text, size, bold) <= width)


def shortened(text: str, fits: Callable[[str], bool]) -> str:
    """Return `text`, or as much of its beginning as `fits`, with a … behind it.

    The effect of a step stays, if it takes less than half of the room.

    >>> shortened("X-Chain: r1c2 =4= r1c8 -4- r5c8 => r1c1<>4", lambda text: len(text) < 34)
    'X-Chain: r1c2 =4= r1c… => r1c1<>4'
    """
    if fits(text):
        return text
    before, arrow, effect = text.rpartition(" => ")
    end = f"…{arrow}{effect}"
    if not arrow or not fits(2 * end):
        before, end = text, "…"
    lengths = range(1, len(before) + 1)
    low = bisect(lengths, False, key=lambda n: not fits(before[:n].rstrip() + end))
    return before[:low].rstrip() + end


@lru_cache(maxsize=1024)
def fitted(
    text: str, size: float, width: float, height: float, bold: bool = False, least: float = 0.3
) -> tuple[tuple[str, ...], float]:
    """Return the lines of `text` that fit into `width` x `height`, and their size, `size` at most.

    A text that is too long becomes smaller. It is shortened where it would be smaller than `least`,
    in parts of its size.
    """
    size = min(size, height / LINE)
    smallest = least * size

    def fits(text: str) -> bool:
        lines = wrapped(text, size, width, bold)
        has_room = all(text_width(line, size, bold) <= width for line in lines)
        return has_room and len(lines) * size * LINE <= height + 1e-6

    while size >= smallest:
        if fits(text):
            return tuple(wrapped(text, size, width, bold)), size
        size *= 0.95
    return tuple(wrapped(shortened(text, fits), size, width, bold)), size
