"""Small batches for tests, in this process, with a task that is quickly done."""

import json
import threading
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from sudoku_engine.config.config import Config, read
from sudoku_engine.errors import FormatError
from sudoku_engine.formats import open_text
from sudoku_engine.formats import read as read_puzzles
from sudoku_engine.formats.blocks import PlainBlock
from sudoku_engine.formats.given import InputName
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.search import count
from sudoku_plugins.batch.columns import worker_columns
from sudoku_plugins.batch.folder import JOURNAL, BatchFolder, Journal
from sudoku_plugins.batch.job import Item, Job, Results, Shard, ShardRows
from sudoku_plugins.batch.request import Request, looked_at
from sudoku_plugins.batch.run import Batch

LINES = (
    "123.3412214.4321",
    "1...............",
    "12..34..........",
    "23....4.........",
    "no puzzle at all",
    "1234341221434321",
    ".234341221434321",
)
"""Puzzles with one, several, no solutions, and a line that is none."""


def config() -> Config:
    return read().checked(Registry())


def rows(shard: Shard) -> ShardRows:
    """How many solutions each puzzle has."""
    columns: dict[str, list[Any]] = {name: [] for name in worker_columns("verify")}
    for item in shard.items:
        assert not isinstance(item, PlainBlock)
        values = (
            (item.where, None, "error", item.what, None)
            if isinstance(item, FormatError)
            else (item.source, item.grid.line, "ok", None, count(item.grid, 2))
        )
        for column, value in zip(columns.values(), values):
            column.append(value)
    return ShardRows(columns, 0.25)


class Here:
    """Works on one shard after another; `before` is called with the number of each."""

    def __init__(self, before: Callable[[int], object] = lambda number: None) -> None:
        self.before = before
        self.numbers: list[int] = []

    def results(self, job: Job, shards: Iterator[Shard]) -> Results:
        for shard in shards:
            self.before(shard.number)
            self.numbers.append(shard.number)
            yield shard.number, rows(shard)


class Backwards(Here):
    """Takes up to three shards at once, in a thread, and has the last one done first."""

    def results(self, job: Job, shards: Iterator[Shard]) -> Results:
        taken: list[Shard] = []

        def take() -> None:
            taken.extend(islice(shards, 3))

        while True:
            thread = threading.Thread(target=take)
            thread.start()
            thread.join()
            if not taken:
                return
            while taken:
                yield from super().results(job, iter([taken.pop()]))


class Files:
    """A folder with an input and the folder of its batch."""

    def __init__(self, folder: Path, lines: Iterable[str] = LINES) -> None:
        self.input = folder / "in.txt"
        self.out = folder / "out"
        self.input.write_text("".join(f"{line}\n" for line in lines))
        self.notices: list[str] = []
        self.advances: list[tuple[int, float, bool]] = []
        self.pressed_after = 0
        """The number of shards after which Ctrl-C is pressed; 0: never."""

    def found(self) -> Iterator[Item]:
        return read_puzzles(open_text(str(self.input)), "in.txt")

    def request(self, is_stream: bool = False, **changes: object) -> Request:
        name = InputName("in.txt", None if is_stream else str(self.input))
        fields = {"format": "jsonl", "shard_size": 2, "inputs": (looked_at(name),), **changes}
        return Request(Job("verify", config()), (), **fields)  # type: ignore[arg-type]

    def run(
        self, executor: Here | None = None, request: Request | None = None, fresh: bool = False
    ) -> Batch:
        """Run the batch as far as it goes, and return it."""
        folder = BatchFolder(str(self.out))
        with folder.opened() as stream:
            if fresh:
                folder.clear(stream)
            journal = Journal(stream, folder.file(JOURNAL))

            def advance(batch: Batch, n_rows: int, is_old: bool) -> None:
                self.advances.append((n_rows, batch.part(), is_old))
                if len(self.advances) == self.pressed_after:
                    batch.stop()

            batch = Batch(folder, journal, request or self.request(), self.notices.append, advance)
            batch.begin()
            batch.check_results()
            batch.run(self.found(), (executor or Here()).results)
        return batch

    def written(self) -> dict[str, bytes]:
        """The results and the request, by name."""
        return {
            str(path.relative_to(self.out)): path.read_bytes()
            for path in sorted(self.out.rglob("*"))
            if path.is_file() and path.name not in ("shards.jsonl", "stats.json")
        }

    def stats(self) -> dict[str, object]:
        """The totals without the times."""
        record: dict[str, object] = json.loads((self.out / "stats.json").read_text())
        del record["times"]
        return record
