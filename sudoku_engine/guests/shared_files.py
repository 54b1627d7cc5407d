"""The files that a host shares with its guest: the page of `calls`, and the trace.

They have no names, except on Windows: so nothing is left of them, however the program ends.
"""

from __future__ import annotations

import os
import tempfile
from typing import BinaryIO, cast

from sudoku_engine.plugins.calls import PAGE_BYTES, Page, shared_page

MOST_TRACE = 1_000_000
"""How many bytes of a trace are read."""


class SharedFiles:
    """The open files of a host, and its view of the `page`."""

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        if os.name == "nt":  # there a process opens by its name what another one shares
            self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
            self._trace, self._page = map(self._named, ("trace", "page"))
        else:
            self._trace = _nameless_file()
            self._page = _page_file()
        self.page: Page = shared_page(self._page.fileno())

    @property
    def settings(self) -> dict[str, str | int]:
        """What the guest has to know to open them: their numbers, or their names."""
        if os.name == "nt":
            return {"trace": self._trace.name, "page": self._page.name}
        return {"trace": self._trace.fileno(), "page": self._page.fileno()}

    @property
    def inherited(self) -> list[int]:
        """The numbers of the open files that the guest inherits."""
        return [] if os.name == "nt" else [self._trace.fileno(), self._page.fileno()]

    @property
    def has_trace(self) -> bool:
        """Whether the guest has written into the trace."""
        return os.fstat(self._trace.fileno()).st_size > 0

    def trace(self) -> str:
        """Return what the guest has written into the trace."""
        if hasattr(os, "pread"):  # the guest goes on writing at the place of the file
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

    If a plugin made it smaller, the host would crash when it looks at the page.
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
