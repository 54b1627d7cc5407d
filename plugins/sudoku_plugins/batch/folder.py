"""The folder of a batch: its files, its lock for one process, and its journal.

The journal has a line for each shard whose results are written. It is written after the file of
results is safe on the disk, so it promises that file. A run that is killed while it writes a line
leaves a torn one, which does not count.
"""

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from io import FileIO
from typing import Any

from sudoku_engine.atomic_file import try_lock
from sudoku_engine.errors import UsageError, quoted

REQUEST, JOURNAL, STATS, RESULTS = "batch.yaml", "shards.jsonl", "stats.json", "results"
"""What was requested, a line for each shard that is done, the totals, the folder of the results."""

HEADING = "# A batch of sudoku-engine:"
"""How the file `REQUEST` begins; so a folder of a batch can be told from others."""

_RESULT = r"[0-9]{5,}\.(?:parquet|jsonl|csv)"
_UNFINISHED = rf"\.(?:{re.escape(REQUEST)}|{re.escape(STATS)}|{_RESULT})\.[0-9]+\.\w+\.tmp"


class BatchFolder:
    """The folder at `path`, made if it is not there, while `opened` holds its lock."""

    def __init__(self, path: str) -> None:
        self.path = path

    def file(self, name: str) -> str:
        """Return the path of the file called `name` in it."""
        return os.path.join(self.path, name)

    def result(self, number: int, ending: str) -> str:
        """Return the name in the folder of the results of shard `number`.

        >>> BatchFolder("out").result(12, "csv")
        'results/00012.csv'
        """
        return f"{RESULTS}/{number:05}.{ending}"

    @contextmanager
    def opened(self) -> Iterator[FileIO]:
        """Make the folder if need be, and yield its journal, whose lock ends with the process.

        Unfinished files of a run that was killed are removed. Raises UsageError if the path is no
        folder, or the folder holds other things, is in use, or cannot be written.
        """
        self.check()
        path = self.file(JOURNAL)
        if os.path.exists(path) and not os.path.isfile(path):
            raise UsageError("is no ordinary file: remove it, or name another folder", path)
        try:
            os.makedirs(self.file(RESULTS), exist_ok=True)
            journal = open(path, "a+b", buffering=0)  # noqa: SIM115
        except OSError as error:
            what = f"cannot be written: {error.strerror or error}"
            raise UsageError(what, error.filename or self.path) from None
        with journal:
            if not try_lock(journal):
                raise UsageError("another batch is at work in this folder: wait for it", self.path)
            self._remove(_UNFINISHED)
            yield journal

    def check(self) -> None:
        """Raise UsageError if no batch can be in this folder, as it is."""
        try:
            inside = sorted(os.listdir(self.path)) if os.path.exists(self.path) else []
            strange = [name for name in inside if name == REQUEST or not self._is_ours(name)]
        except NotADirectoryError:
            mend = "give -o a new folder, or that of the same batch"
            raise UsageError(f"is a file: {mend}", self.path) from None
        except OSError as error:
            raise UsageError(f"cannot be read: {error.strerror}", self.path) from None
        with suppress(OSError), open(self.file(REQUEST), "rb") as stream:
            found = stream.read(len(HEADING))
            if found == HEADING.encode() or not found.strip(b"\0"):  # lost in a power failure
                return
        if strange:
            what = "is not the folder of a batch and holds other files"
            raise UsageError(f"{what}, such as {quoted(strange[0])}: name a new folder", self.path)

    def clear(self, journal: FileIO) -> None:
        """Remove what a batch wrote in this folder, and nothing else.

        What shows that the folder is that of a batch goes last, in case this is interrupted.
        """
        self._remove(_RESULT)
        journal.truncate(0)
        self._remove(re.escape(STATS))
        self._remove(re.escape(REQUEST))

    def _is_ours(self, name: str) -> bool:
        """Return whether a run that was killed at its very start may have left `name`."""
        path, is_unfinished = self.file(name), re.compile(_UNFINISHED).fullmatch
        if name == RESULTS:
            return os.path.isdir(path) and all(map(is_unfinished, os.listdir(path)))
        if name == JOURNAL:
            return os.path.isfile(path) and not os.path.getsize(path)
        return bool(is_unfinished(name))

    def _remove(self, names: str) -> None:
        for folder in (self.path, self.file(RESULTS)):
            try:
                for name in filter(re.compile(names).fullmatch, os.listdir(folder)):
                    os.unlink(os.path.join(folder, name))
            except OSError as error:
                where = error.filename or folder
                raise UsageError(f"cannot be removed: {error.strerror}", where) from None


@dataclass(frozen=True)
class Line:
    """A shard that is done."""

    shard: int
    rows: int
    items: str
    """The digest of what was read."""
    file: str
    """The file of its results, below the folder of the batch."""
    size: int
    sha256: str
    tally: dict[str, Any]
    """Its part of the totals, as in `Tally.record`."""
    seconds: float
    """The seconds of its worker."""
    run: int
    """The number of the run in which it was done, from 1."""
    elapsed: float
    """Seconds from the start of that run to the end of this shard."""


class Journal:
    """The lines of a file, open without a buffer; the last one of a shard counts."""

    def __init__(self, stream: FileIO, path: str) -> None:
        self._stream = stream
        self._path = path
        self.lines: dict[int, Line] = {}
        self._is_torn = False
        try:
            stream.seek(0)
            written = stream.read()
        except OSError as error:
            raise UsageError(f"cannot be read: {error.strerror}", path) from None
        for text in written.splitlines(keepends=True):
            self._is_torn = not text.endswith(b"\n")
            if line := _line(text):
                self.lines[line.shard] = line
        self.run = 1 + max((line.run for line in self.lines.values()), default=0)

    def append(self, line: Line) -> None:
        """Write a `line`; raises UsageError if the disk is full, and then nothing of it stays."""
        text = json.dumps(asdict(line), separators=(",", ":")).encode() + b"\n"
        end = self._stream.seek(0, os.SEEK_END)
        try:
            text = b"\n" + text if self._is_torn else text
            while text:
                text = text[self._stream.write(text) :]
            os.fsync(self._stream.fileno())
        except OSError as error:
            with suppress(OSError):
                self._stream.truncate(end)
            raise UsageError(f"cannot be written: {error.strerror}", self._path) from None
        self._is_torn = False
        self.lines[line.shard] = line


def _line(text: bytes) -> Line | None:
    """Return the line that is written as `text`; None if it is torn."""
    with suppress(ValueError, TypeError):
        return Line(**json.loads(text))
    return None
