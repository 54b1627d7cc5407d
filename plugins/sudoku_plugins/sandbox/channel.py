"""The channels from a guest to its host: its lines, the page of `calls`, the trace of a crash.

The page and the trace are shared files. They have no names, except on Windows, so nothing is left
of them however the program ends.
"""

import os
import re
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import IO, Any, BinaryIO, cast

from sudoku_engine.plugins.calls import PAGE_BYTES, Page, shared_page

MOST_TRACE = 1_000_000


class SharedFiles:
    """The open files of a host, and its view of the `page`."""

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        if os.name == "nt":  # on Windows, a process opens a shared file by its name
            self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
            self._trace, self._page = map(self._named, ("trace", "page"))
        else:
            self._trace = _nameless_file()
            self._page = _page_file()
        self.page: Page = shared_page(self._page.fileno())

    @property
    def settings(self) -> dict[str, str | int]:
        """The settings for the guest to open them: their numbers, or their names."""
        if os.name == "nt":
            return {"trace": self._trace.name, "page": self._page.name}
        return {"trace": self._trace.fileno(), "page": self._page.fileno()}

    @property
    def inherited(self) -> list[int]:
        """The numbers of the open files that the guest inherits."""
        return [] if os.name == "nt" else [self._trace.fileno(), self._page.fileno()]

    def trace(self) -> str:
        """Return the text of the trace that the guest has written."""
        if hasattr(os, "pread"):  # the guest continues writing at the file's position
            data = os.pread(self._trace.fileno(), MOST_TRACE, 0)
        else:
            self._trace.seek(0)
            data = self._trace.read(MOST_TRACE)
        return data.decode(errors="replace")

    def close(self) -> None:
        """Close the files; nothing is left of them."""
        self._trace.close()
        self._page.close()
        if self._folder is not None:
            self._folder.cleanup()

    def _named(self, name: str) -> BinaryIO:
        assert self._folder is not None
        file = open(os.path.join(self._folder.name, name), "w+b", buffering=0)  # noqa: SIM115
        if name == "page":
            file.truncate(PAGE_BYTES)
        return cast(BinaryIO, file)


def _page_file() -> BinaryIO:
    """Return a new file for a page, whose size is fixed if the system can do that.

    If a plugin shrank it, the host would crash on a look at the page.
    """
    try:
        import fcntl

        number = os.memfd_create("page", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        os.ftruncate(number, PAGE_BYTES)
        fcntl.fcntl(number, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK)
        return cast(BinaryIO, open(number, "r+b", buffering=0))
    except (ImportError, AttributeError, OSError):
        file = _nameless_file()
        file.truncate(PAGE_BYTES)
        return file


def _nameless_file() -> BinaryIO:
    return cast(BinaryIO, tempfile.TemporaryFile(buffering=0))


def last_call(trace: str, roots: Iterable[str] = ()) -> tuple[str, int] | None:
    """Return file and line of the innermost call within the `roots`, if there is one.

    trace: a dump of `faulthandler`, or the traceback of an error, in which that call is the last.
    """
    places = [os.path.abspath(root) for root in roots]
    calls = re.findall(r'File "(.+?)", line (\d+),? in ', trace)
    for file, line in calls[:: -1 if "(most recent call last)" in trace else 1]:
        path = os.path.abspath(file)
        if not places or any(path == place or path.startswith(place + os.sep) for place in places):
            return file, int(line)
    return None


MOST_AT_ONCE = 1 << 16


class LineReader:
    """The lines in a `stream`, which must be the end of a pipe."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._rest = b""
        self._queue: Any = None
        if os.name == "nt":  # no system call there waits for a pipe with a limit
            import queue
            import threading

            self._queue = queue.Queue(100)
            threading.Thread(target=self._fill, daemon=True).start()

    def lines(self, seconds: float) -> list[bytes] | None:
        """Return the lines that come within `seconds`, perhaps none; None at the end."""
        data = self._data(seconds)
        if data is None:
            return []
        if not data:
            return None
        *lines, self._rest = (self._rest + data).split(b"\n")
        return lines

    def _data(self, seconds: float) -> bytes | None:
        """Return the available bytes; None if none come within `seconds`, empty at the end."""
        if self._queue is not None:
            import queue

            with suppress(queue.Empty):
                data: bytes = self._queue.get(timeout=seconds)
                return data
            return None
        import select

        ready, _, _ = select.select([self._stream], [], [], seconds)
        return os.read(self._stream.fileno(), MOST_AT_ONCE) if ready else None

    def _fill(self) -> None:
        with suppress(OSError, ValueError):
            for data in iter(partial(os.read, self._stream.fileno(), MOST_AT_ONCE), b""):
                self._queue.put(data)
        self._queue.put(b"")
