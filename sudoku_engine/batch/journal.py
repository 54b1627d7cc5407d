"""The journal of a batch: a line for each shard whose results are written.

A line is written after the file of results is safe on the disk, so it promises that file. A run
that is killed while it writes one leaves a torn line, which counts as none. So does a line that was
changed, by a person or a bad disk: it does not fit its `CHECK` any more.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from io import FileIO
from typing import Any

from sudoku_engine.errors import UsageError

CHECK = "check"
"""What the hash of all else in a line is called there."""


@dataclass(frozen=True)
class Line:
    """A shard that is done."""

    shard: int
    """Its number."""
    rows: int
    """The number of its puzzles."""
    items: str
    """The digest of what was read."""
    file: str
    """The file of its results, below the folder of the batch."""
    size: int
    """The number of bytes of that file."""
    sha256: str
    """The hash of that file."""
    tally: dict[str, Any]
    """What it adds to the totals, as `Tally.record` has it."""
    seconds: float
    """How long its worker took."""
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
        stream.seek(0)
        for text in stream.read().splitlines(keepends=True):
            self._is_torn = not text.endswith(b"\n")
            if line := _line(text):
                self.lines[line.shard] = line
        self.run = 1 + max((line.run for line in self.lines.values()), default=0)
        """The number of the run that begins now."""

    def append(self, line: Line) -> None:
        """Write a `line`; raises UsageError if the disk is full, and then nothing of it stays."""
        record = asdict(line)
        text = _compact({**record, CHECK: _check(record)}) + b"\n"
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
    """Return the line that is written as `text`; None if it is torn or was changed."""
    try:
        record = json.loads(text)
    except ValueError:
        return None
    if not isinstance(record, dict) or record.pop(CHECK, None) != _check(record):
        return None
    return Line(**record)


def _check(record: dict[str, Any]) -> str:
    return sha256(_compact(record)).hexdigest()[:16]


def _compact(record: dict[str, Any]) -> bytes:
    return json.dumps(record, separators=(",", ":")).encode()
