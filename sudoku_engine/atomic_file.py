"""Files written completely or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import IO, Any, BinaryIO, Literal, TextIO, overload

from sudoku_engine.errors import UsageError

_unfinished: set[str] = set()


@overload
def whole_file(
    path: str, newline: str | None = None, binary: Literal[False] = False
) -> AbstractContextManager[TextIO]: ...


@overload
def whole_file(
    path: str, newline: None = None, *, binary: Literal[True]
) -> AbstractContextManager[BinaryIO]: ...


@contextmanager
def whole_file(path: str, newline: str | None = None, binary: bool = False) -> Iterator[Any]:
    """Open a stream of text (`binary`: of bytes); it becomes the file `path` if no error occurs.

    It is written beside `path` and then renamed, so neither a failure nor Ctrl-C
    leaves half a file or damages an older one. `newline`: as for `open`. Raises UsageError
    if it cannot be written.
    """
    import tempfile  # only here: it takes a while to load

    folder, name = os.path.split(os.path.abspath(path))
    try:
        if os.path.isdir(path):
            raise IsADirectoryError(21, "it is a folder")
        if not os.path.isdir(folder):
            raise FileNotFoundError(2, f"there is no folder {os.path.dirname(path)!r}")
        handle, beside = tempfile.mkstemp(
            prefix=f".{name}.{os.getpid()}.", suffix=".tmp", dir=folder
        )
        _unfinished.add(beside)
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror or error}", path) from None
    except KeyboardInterrupt:  # the file may be there before its name is known here
        discard_leftovers(path, os.getpid())
        raise
    try:
        with _opened(handle, newline, binary) as stream:
            yield stream
        os.chmod(beside, _usual_mode(path))
        os.replace(beside, path)
    except BaseException:
        discard_all()
        raise
    finally:
        _unfinished.discard(beside)


def _opened(handle: int, newline: str | None, binary: bool) -> IO[Any]:
    if binary:
        return open(handle, "wb")
    return open(handle, "w", encoding="utf-8", newline=newline)


def discard_all() -> None:
    """Remove unfinished files, before the process ends at once."""
    for beside in list(_unfinished):
        if os.path.exists(beside):
            os.unlink(beside)


def discard_leftovers(path: str, process: int) -> None:
    """Remove the unfinished files that the ended `process` left beside `path`."""
    folder, name = os.path.split(os.path.abspath(path))
    for beside in os.listdir(folder):
        if beside.startswith(f".{name}.{process}.") and beside.endswith(".tmp"):
            os.unlink(os.path.join(folder, beside))


def _usual_mode(path: str) -> int:
    """Return the permissions of the file to replace, or those of a new file."""
    if os.path.exists(path):
        return os.stat(path).st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
