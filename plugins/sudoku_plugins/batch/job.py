"""The common terms of the leader of a batch and its workers: job, shards, rows, executors.

::

    leader (run)                executor                  worker
    cuts shards, keeps  ──►     passes them on,   ──►     Worker(job)(shard)
    the journal, writes ◄──     in any order      ◄──     ShardRows
    the results
"""

import hashlib
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, Union

from sudoku_engine.config.config import Config
from sudoku_engine.errors import FormatError, place
from sudoku_engine.formats import Entry
from sudoku_engine.formats.blocks import PlainBlock, plain_lines
from sudoku_plugins.batch.columns import Columns
from sudoku_plugins.batch.parcels import Parcel

Item = Union[Entry, FormatError, PlainBlock]
"""What is read from the input: a puzzle, the error in the place of one, many plain puzzles."""

SIZES = {"solve": 1000, "rate": 1000, "verify": 10_000, "canonical": 10_000}
"""By task, the usual number of puzzles in a shard.

To write one takes some 20 ms, to work on one some seconds: so little is lost if it is lost.
"""


@dataclass(frozen=True)
class Job:
    """The task for each puzzle, which `pickle` takes to other processes and machines.

    The rows of a shard depend on the job and on the items of the shard, and on nothing else.
    """

    task: str
    config: Config
    has_paths: bool = False
    """Whether ``solve`` keeps every step."""
    is_search: bool = False
    """Whether ``solve`` uses no strategies, only the solver of the configuration."""
    parcels: tuple[Parcel, ...] = ()
    """The plugins of the configuration, in its order, as they travel."""

    @property
    def usual_size(self) -> int:
        """The usual number of puzzles in a shard; ``solve`` by search is as quick as ``verify``."""
        return SIZES["verify" if self.is_search else self.task]


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
        """Its name in messages.

        >>> Shard(2, 201, ()).name
        'shard 2 (from puzzle 201)'
        """
        return f"shard {self.number} (from puzzle {self.first})"

    def digest(self) -> str:
        """Return the SHA-256 of what was read for it: places, boards, errors.

        It is the same whether puzzles were read one by one or in blocks.
        """
        text = "".join(map(_text, self.items))
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

    @property
    def end(self) -> str:
        """Where its last puzzle stands: ``puzzles.txt:3``."""
        last = self.items[-1]
        if isinstance(last, PlainBlock):
            return place(last.source, last.lines[-1])
        return last.where if isinstance(last, FormatError) else last.source


class ShardRows(NamedTuple):
    """The results of a shard."""

    columns: Columns
    """The `columns.worker_columns` of the task."""
    seconds: float
    """The seconds of the work, which are shown but not part of a row."""


Results = Generator[tuple[int, ShardRows], None, None]
"""The numbers of shards, each with its rows."""


Executor = Callable[[Job, Iterator[Shard]], Results]
"""Works on the shards of a job: in this process, in others, on other machines.

It yields the number and the rows of each shard, in any order, as soon as they are done. The shards
are taken lazily, a bounded number ahead, maybe in another thread. When they end, those under way
are finished; the leader lets them end early after Ctrl-C. An error that they raise is raised here,
after the results of those before it. Closing the generator ends all work at once.
"""


def shards(found: Iterable[Item], size: int) -> Iterator[Shard]:
    """Yield the entries `found` in shards of `size` rows; only the last one may be shorter."""
    items: list[Item] = []
    number, room = 0, size
    for item in found:
        rest: Item | None = item
        while rest is not None:
            part, rest = rest, None
            if isinstance(part, PlainBlock) and len(part.lines) > room:
                part, rest = part.part(0, room), part.part(room, len(part.lines))
            items.append(part)
            room -= _n_rows(part)
            if not room:
                yield Shard(number, 1 + number * size, tuple(items))
                number, room, items = number + 1, size, []
    if items:
        yield Shard(number, 1 + number * size, tuple(items))


def _n_rows(item: Item) -> int:
    return len(item.lines) if isinstance(item, PlainBlock) else 1


def _text(item: Item) -> str:
    if isinstance(item, FormatError):
        return f"{item}\n"
    if isinstance(item, PlainBlock):
        puzzles = zip(item.lines, plain_lines(item.digits))
        return "".join([f"{item.source}:{line} {puzzle}\n" for line, puzzle in puzzles])
    marks = f" {item.grid.masks}" if item.has_marks else ""
    return f"{item.source} {item.grid.layout.clue_line}{item.grid.line}{marks}\n"
