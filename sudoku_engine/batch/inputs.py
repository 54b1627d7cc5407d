"""What a batch reads: files, which are hashed before the work, streams, and puzzles written out."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from sudoku_engine.errors import UsageError, one_line
from sudoku_engine.formats.naming import InputName

CHUNK = 1 << 20
"""The number of bytes that are read at once."""


@dataclass(frozen=True)
class Input:
    """An input as it was before the work."""

    name: InputName
    size: int = 0
    """The number of its bytes."""
    sha256: str = ""
    """The hash of its bytes; empty for a stream, which can be read only once."""
    n_lines: int = 0
    """The number of its lines."""
    stamp: tuple[int, ...] = ()
    """What changes when the file is written: so nobody has to read it again."""

    @property
    def is_stream(self) -> bool:
        """Whether it can be read only once: standard input, or a pipe."""
        return not self.sha256

    def record(self) -> dict[str, Any]:
        """Return what the file of the request says of it."""
        name = one_line(self.name.name)
        if self.is_stream:
            return {"name": name}
        if self.name.text is not None:
            return {"name": name, "text": one_line(self.name.text), "sha256": self.sha256}
        return {"name": name, "bytes": self.size, "sha256": self.sha256}


def looked_at(name: InputName, reach: Callable[[int], None] = lambda n: None) -> Input:
    """Return the input called `name` as it is now; `reach` gets the number of bytes so far.

    Raises UsageError if it cannot be read.
    """
    if name.text is not None:
        data = name.text.encode("utf-8", "surrogateescape")
        n_lines = name.text.count("\n") + 1
        return Input(name, len(data), hashlib.sha256(data).hexdigest(), n_lines)
    if name.path is None or not os.path.isfile(name.path):
        return Input(name)
    digest, size, n_lines = hashlib.sha256(), 0, 0
    try:
        with open(name.path, "rb") as stream:
            stamp = _stamp(os.fstat(stream.fileno()))
            while chunk := stream.read(CHUNK):
                digest.update(chunk)
                size += len(chunk)
                n_lines += chunk.count(b"\n")
                reach(size)
    except OSError as error:
        raise UsageError(f"the file cannot be read: {error.strerror}", name.path) from None
    return Input(name, size, digest.hexdigest(), n_lines, stamp)


def has_changed(before: Input) -> bool:
    """Return whether a file has other bytes than `before`; they are read only if it was written."""
    if before.is_stream or before.name.path is None:
        return False
    try:
        if _stamp(os.stat(before.name.path)) == before.stamp:
            return False
    except OSError:
        return True
    return looked_at(before.name).sha256 != before.sha256


def part_before(source: str, inputs: Iterable[Input]) -> float:
    """Return which part of the `inputs` stands before a `source`, ``FILE:LINE`` or more; 0 if
    nobody knows.
    """
    files = list(inputs)
    if not source or any(each.is_stream for each in files):
        return 0.0
    total = sum(each.size for each in files) or 1
    before = 0.0
    for each in files:
        rest = source.removeprefix(f"{each.name.name}:")
        line = rest.partition(":")[0]
        if rest != source and line.isdecimal():
            return (before + each.size * min(1, (int(line) - 1) / (each.n_lines or 1))) / total
        before += each.size
    return 0.0


def _stamp(found: os.stat_result) -> tuple[int, ...]:
    return (found.st_size, found.st_mtime_ns, found.st_ino, found.st_dev)
