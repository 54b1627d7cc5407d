"""The leader of a batch: it gives out unfinished work, and writes the results.

A shard is done when its file of results is safe on the disk and then its line in the journal. So
whatever ends the process, at most the shards under way are lost, and nothing is half written.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from queue import Empty, Queue
from time import monotonic

from sudoku_engine.atomic_file import write_durably
from sudoku_engine.board.words import listed
from sudoku_engine.errors import UsageError, shown_path
from sudoku_plugins.batch.columns import columns, encoded
from sudoku_plugins.batch.folder import REQUEST, STATS, BatchFolder, Journal, Line
from sudoku_plugins.batch.job import Executor, Item, Shard, ShardRows, shards
from sudoku_plugins.batch.request import Request, part_before
from sudoku_plugins.batch.statistics import Tally, stats_text, total

AHEAD = 4
"""The number of shards of a stream that are read ahead."""

GLANCE = 0.2
"""The seconds between two looks at a stream whether more has come, or no more is wanted."""


class Batch:
    """A `request` that is carried out in a `folder`, whose `journal` is open.

    notify: gets notices for people.
    advance: gets this, a number of puzzles that are done, and whether an earlier run has done them.
    """

    def __init__(
        self,
        folder: BatchFolder,
        journal: Journal,
        request: Request,
        notify: Callable[[str], None] = lambda text: None,
        advance: Callable[[Batch, int, bool], None] = lambda batch, n_rows, is_old: None,
    ) -> None:
        self.folder = folder
        self.journal = journal
        self.request = request
        self.is_complete = False
        self._notify = notify
        self._advance = advance
        self._is_stopping = threading.Event()
        # By number of the shard: its digest, the number of its first puzzle, its number of rows.
        self._under_way: dict[int, tuple[str, int, int]] = {}
        self._n_done = self._n_read = 0
        self._part_read = 0.0
        self._columns = columns(request.job.task, request.job.has_paths)
        self._begun = monotonic()

    def stop(self) -> None:
        """Begin no more shards; those under way are finished. For a signal, or another thread."""
        self._is_stopping.set()

    def begin(self) -> None:
        """Write the request, or check that it is the same; raises UsageError with what changed."""
        path = self.folder.file(REQUEST)
        if os.path.exists(path):
            self.request.check_same(path)
        else:
            write_durably(path, self.request.yaml().encode())

    def check_results(self, over: Callable[[list[Line]], Iterable[Line]] = iter) -> None:
        """Take it that shards are not done whose results were changed or removed.

        over: shows how far the check is, while it goes over the lines of the journal.
        """
        for line in over(sorted(self.journal.lines.values(), key=lambda line: line.shard)):
            if why := self._fault_of(line):
                self._notify(f"{shown_path(self.folder.file(line.file))} {why}: done again")
                del self.journal.lines[line.shard]

    def run(self, found: Iterable[Item], executor: Executor) -> None:
        """Have all that was `found` and is not done worked on, and write the results.

        At the end `is_complete` says whether that is all. Raises UsageError if the input
        changed or something cannot be written.
        """
        self._begun = monotonic()
        cut = shards(found, self.request.shard_size)
        if self.request.has_stream:
            cut = self._read_ahead(cut)
        to_do = self._to_do(cut, 1 + max(self.journal.lines, default=-1))
        with closing(executor(self.request.job, to_do)) as results:
            for number, rows in results:
                self._write(number, rows)
        if self._is_stopping.is_set():
            return
        if self._under_way:
            raise RuntimeError(f"no results of shards {', '.join(map(str, self._under_way))}")
        for each in self.request.inputs:
            if each.has_changed():
                what = "it changed while the batch was at work: put the former file back, or begin"
                raise UsageError(f"{what} anew with --fresh", each.name.name)
        lines = list(self.journal.lines.values())
        write_durably(self.folder.file(STATS), stats_text(self.request.job.task, lines).encode())
        self.is_complete = True

    def part(self, n_more: int = 0) -> float:
        """Return the part of all that is done, with `n_more` puzzles of shards under way."""
        return self._part_read * (self._n_done + n_more) / max(1, self._n_read)

    def tally(self) -> Tally:
        """Return the sums over all results so far."""
        return total(self.journal.lines.values())

    def _to_do(self, cut: Iterator[Shard], least: int) -> Iterator[Shard]:
        """Yield the shards that are not done; there must be at `least` as many in all.

        It may run in a thread of the executor.
        """
        n_shards = 0
        for shard in cut:
            if self._is_stopping.is_set():
                return
            n_shards += 1
            self._n_read += shard.n_rows
            self._part_read = part_before(shard.end, self.request.inputs)
            if self._is_done(shard):
                self._count(shard.n_rows, is_old=True)
            else:
                self._under_way[shard.number] = (shard.digest(), shard.first, shard.n_rows)
                yield shard
        if not self._is_stopping.is_set() and n_shards < least:
            self._refuse(f"it ends before shard {n_shards}, which is done")

    def _is_done(self, shard: Shard) -> bool:
        line = self.journal.lines.get(shard.number)
        if line is None or line.items == shard.digest():
            return line is not None
        if self.request.has_stream:
            end = shard.first + shard.n_rows - 1
            self._refuse(f"puzzles {shard.first} to {end} are not those that are done")
        # A file that changed under way and is now as it was.
        self._notify(f"{line.file} is of other puzzles than the input has: done again")
        del self.journal.lines[shard.number]
        return False

    def _refuse(self, what: str) -> None:
        names = listed([each.name.name for each in self.request.inputs])
        mend = "give the same input again, or begin anew with --fresh"
        raise UsageError(f"the input has changed: {what}: {mend}", names)

    def _write(self, number: int, rows: ShardRows) -> None:
        items, first, n_rows = self._under_way.pop(number)
        if len(rows.columns["status"]) != n_rows:
            raise RuntimeError(f"{len(rows.columns['status'])} results of {n_rows} puzzles")
        values = {"number": list(range(first, first + n_rows)), **rows.columns}
        data = encoded(self._columns, values, self.request.format)
        name = self.folder.result(number, self.request.format)
        write_durably(self.folder.file(name), data)
        self.journal.append(
            Line(
                shard=number,
                rows=n_rows,
                items=items,
                file=name,
                size=len(data),
                sha256=hashlib.sha256(data).hexdigest(),
                tally=Tally.of(rows.columns).record(),
                seconds=round(rows.seconds, 3),
                run=self.journal.run,
                elapsed=round(monotonic() - self._begun, 3),
            )
        )
        self._count(n_rows, is_old=False)

    def _count(self, n_rows: int, is_old: bool) -> None:
        self._n_done += n_rows
        self._advance(self, n_rows, is_old)

    def _fault_of(self, line: Line) -> str:
        """Return the fault of a file of results; empty if it is as it was written."""
        if line.file != self.folder.result(line.shard, self.request.format):
            return "is no file of this batch"
        try:
            data = Path(self.folder.file(line.file)).read_bytes()
        except FileNotFoundError:
            return "is not there any more"
        except OSError as error:
            return f"cannot be read ({error.strerror})"
        is_same = len(data) == line.size and hashlib.sha256(data).hexdigest() == line.sha256
        return "" if is_same else "was changed"

    def _read_ahead(self, cut: Iterator[Shard]) -> Iterator[Shard]:
        """Yield the shards of a stream, read by a thread, so that `stop` need not wait for it."""
        arrived: Queue[Shard | BaseException | None] = Queue(AHEAD)

        def read() -> None:
            try:
                for shard in cut:
                    arrived.put(shard)
                arrived.put(None)
            except BaseException as error:
                arrived.put(error)

        threading.Thread(target=read, daemon=True).start()
        while not self._is_stopping.is_set():
            with suppress(Empty):
                shard = arrived.get(timeout=GLANCE)
                if shard is None:
                    return
                if isinstance(shard, BaseException):
                    raise shard
                yield shard
