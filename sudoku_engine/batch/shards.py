"""The puzzles of a batch, cut into numbered shards."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Union

from sudoku_engine.errors import FormatError, place
from sudoku_engine.formats import Entry
from sudoku_engine.formats.blocks import PlainBlock, plain_lines

Item = Union[Entry, FormatError, PlainBlock]
"""What is read from the input: a puzzle, the error in the place of one, many plain puzzles."""

SIZES = {"solve": 1000, "rate": 1000, "verify": 10_000, "canonical": 10_000}
"""By task, the usual number of puzzles in a shard.

To write one takes some 20 ms, to work on one some seconds: so little is lost if it is lost.
"""


def usual_size(task: str, is_search: bool = False) -> int:
    """Return the usual number of puzzles in a shard; ``solve`` by search is as quick as ``verify``.

    >>> usual_size("solve"), usual_size("solve", is_search=True)
    (1000, 10000)
    """
    return SIZES["verify" if is_search else task]


class Shard(NamedTuple):
    """Some puzzles in a row; the piece of work that goes to a worker as a whole."""

    number: int
    """Its number, from 0; its file of results is named after it."""
    first: int
    """The number of its first puzzle, from 1, among all of the batch."""
    items: tuple[Item, ...]
    """What was read. Each puzzle and each error is a row of the results; a block has many."""

    @property
    def n_rows(self) -> int:
        """The number of its puzzles and errors."""
        return sum(map(_n_rows, self.items))

    @property
    def name(self) -> str:
        """How messages name it.

        >>> Shard(2, 201, ()).name
        'shard 2 (from puzzle 201)'
        """
        return f"shard {self.number} (from puzzle {self.first})"


def shards(found: Iterable[Item], size: int) -> Iterator[Shard]:
    """Yield what was `found` in shards of `size` rows; only the last one may be shorter."""
    items: list[Item] = []
    number, room = 0, size
    for item in found:
        rest: Item | None = item
        while rest is not None:
            part, rest = _cut(rest, room)
            items.append(part)
            room -= _n_rows(part)
            if not room:
                yield Shard(number, 1 + number * size, tuple(items))
                number, room, items = number + 1, size, []
    if items:
        yield Shard(number, 1 + number * size, tuple(items))


def _cut(item: Item, room: int) -> tuple[Item, Item | None]:
    """Return the part of an `item` that has at most `room` rows, and the rest of it."""
    if isinstance(item, PlainBlock) and len(item.lines) > room:
        return item.part(0, room), item.part(room, len(item.lines))
    return item, None


def _n_rows(item: Item) -> int:
    return len(item.lines) if isinstance(item, PlainBlock) else 1


def digest(shard: Shard) -> str:
    """Return the SHA-256 of what was read for a `shard`: places, boards, errors.

    It is the same whether puzzles were read one by one or in blocks.
    """
    text = "".join(map(_text, shard.items))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _text(item: Item) -> str:
    if isinstance(item, FormatError):
        return f"{item}\n"
    if isinstance(item, PlainBlock):
        puzzles = zip(item.lines, plain_lines(item.digits))
        return "".join([f"{item.source}:{line} {puzzle}\n" for line, puzzle in puzzles])
    marks = f" {item.grid.masks}" if item.has_marks else ""
    return f"{item.source} {item.grid.line}{marks}\n"


def last_source(item: Item) -> str:
    """Return where an `item` ends: ``puzzles.txt:3``."""
    if isinstance(item, PlainBlock):
        return place(item.source, item.lines[-1])
    return item.where if isinstance(item, FormatError) else item.source
