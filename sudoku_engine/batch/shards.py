"""The puzzles of a batch, cut into numbered shards."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Union

from sudoku_engine.errors import FormatError
from sudoku_engine.formats import Entry

Item = Union[Entry, FormatError]
"""What is read from the input: a puzzle, or the error in the place of one."""


class Shard(NamedTuple):
    """Some puzzles in a row; the piece of work that goes to a worker as a whole."""

    number: int
    """Its number, from 0; its file of results is named after it."""
    first: int
    """The number of its first puzzle, from 1, among all of the batch."""
    items: tuple[Item, ...]
    """What was read. Each puzzle and each error is a row of the results."""

    @property
    def n_rows(self) -> int:
        """The number of its puzzles and errors."""
        return len(self.items)


def shards(found: Iterable[Item], size: int) -> Iterator[Shard]:
    """Yield what was `found` in shards of `size` rows; only the last one may be shorter."""
    items: list[Item] = []
    number = 0
    for item in found:
        items.append(item)
        if len(items) == size:
            yield Shard(number, 1 + number * size, tuple(items))
            number, items = number + 1, []
    if items:
        yield Shard(number, 1 + number * size, tuple(items))


def digest(shard: Shard) -> str:
    """Return the SHA-256 of what was read for a `shard`: places, boards, errors."""
    texts = [f"{each}\n" if isinstance(each, FormatError) else _text(each) for each in shard.items]
    return hashlib.sha256("".join(texts).encode("utf-8", "surrogatepass")).hexdigest()


def _text(entry: Entry) -> str:
    marks = f" {entry.grid.masks}" if entry.has_marks else ""
    return f"{entry.source} {entry.grid.line}{marks}\n"


def source_of(item: Item) -> str:
    """Return where an `item` is from: ``puzzles.txt:3``."""
    return item.where if isinstance(item, FormatError) else item.source
