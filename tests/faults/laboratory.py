"""A layer between the program and the system, in which any one call may fail.

It counts the calls that touch files in a folder, pipes, and processes: each open, read, write,
rename, and so on. So a test runs a command once to count them, and then once for each of them,
which fails.
"""

import _posixsubprocess
import builtins
import errno
import io
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ERRORS = {
    "open": errno.EMFILE,
    "read": errno.EIO,
    "write": errno.ENOSPC,
    "fsync": errno.EIO,
    "list": errno.EIO,
    "pipe": errno.EMFILE,
    "fork": errno.EAGAIN,
}
"""By kind of a call, how it fails; others are refused."""

CALLS = {
    "replace": "rename",
    "rename": "rename",
    "mkdir": "mkdir",
    "chmod": "chmod",
    "listdir": "list",
    "scandir": "list",
    "fsync": "fsync",
    "open": "open",
    "read": "read",
    "pipe": "pipe",
}
"""By name of a function of `os`, the kind of its calls."""


class Laboratory:
    """The calls of this process that touch the `folder`, pipes or processes.

    failing: the number of the one that fails, from 1. lasting: whether all later ones of its kind
    fail too, as on a full disk.
    """

    def __init__(self, folder: Path, failing: int = 0, lasting: bool = False) -> None:
        self.folder = folder
        self.failing = failing
        self.lasting = lasting
        self.calls: list[str] = []
        """The kinds of the calls so far."""

    @property
    def failed(self) -> str:
        """The kind of the call that failed; empty if there were fewer."""
        return self.calls[self.failing - 1] if 0 < self.failing <= len(self.calls) else ""

    def call(self, kind: str, name: str = "") -> None:
        """Count a call of a `kind`, or let it fail."""
        self.calls.append(kind)
        number = len(self.calls)
        is_later = self.lasting and 0 < self.failing < number and kind == self.failed
        if number == self.failing or is_later:
            code = ERRORS.get(kind, errno.EACCES)
            raise OSError(code, os.strerror(code), *([name] if name else []))

    def installed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Put the layer below the program."""
        for name, kind in CALLS.items():
            monkeypatch.setattr(os, name, self._counted(getattr(os, name), kind))
        opened = self._opened(builtins.open)
        monkeypatch.setattr(builtins, "open", opened)
        monkeypatch.setattr(io, "open", opened)
        for module, name in ((_posixsubprocess, "fork_exec"), (subprocess, "_fork_exec")):
            if hasattr(module, name):  # the second one only in newer versions
                monkeypatch.setattr(module, name, self._counted(getattr(module, name), "fork"))

    def _watches(self, file: object) -> bool:
        """Return whether `file` is in the folder, or is a pipe or a file that is open."""
        if isinstance(file, (str, os.PathLike)):
            return Path(file).absolute().is_relative_to(self.folder)
        if isinstance(file, int):
            return file > 2
        return True

    def _counted(self, function: Callable[..., Any], kind: str) -> Callable[..., Any]:
        def counted(*arguments: Any, **named: Any) -> Any:
            if self._watches(arguments[0] if arguments else None):
                self.call(kind)
            return function(*arguments, **named)

        return counted

    def _opened(self, usual: Callable[..., Any]) -> Callable[..., Any]:
        def opened(
            file: Any,
            mode: str = "r",
            buffering: int = -1,
            encoding: str | None = None,
            errors: str | None = None,
            newline: str | None = None,
            closefd: bool = True,
            opener: Any = None,
        ) -> Any:
            if not self._watches(file):
                return usual(file, mode, buffering, encoding, errors, newline, closefd, opener)
            if not isinstance(file, int):
                self.call("open", os.fspath(file))
            raw = _File(self, file, mode.strip("bt"), closefd, opener)
            if buffering == 0:
                return raw
            is_read = "r" in mode and "+" not in mode
            kind: Any = io.BufferedReader if is_read else io.BufferedWriter
            stream = (io.BufferedRandom if "+" in mode else kind)(raw)
            return stream if "b" in mode else io.TextIOWrapper(stream, encoding, errors, newline)

        return opened


class _File(io.FileIO):
    """A file or a pipe whose reading and writing is counted."""

    def __init__(self, laboratory: Laboratory, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._laboratory = laboratory

    def read(self, size: int | None = -1, /) -> bytes:
        self._laboratory.call("read")
        return super().read(-1 if size is None else size)

    def readall(self) -> bytes:
        self._laboratory.call("read")
        return super().readall()

    def readinto(self, buffer: Any, /) -> int:
        self._laboratory.call("read")
        return super().readinto(buffer)

    def write(self, data: Any, /) -> int:
        self._laboratory.call("write")
        return super().write(data)
