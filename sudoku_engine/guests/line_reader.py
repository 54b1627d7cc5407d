"""Lines that another process writes, read with a time limit."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import partial
from typing import IO, Any

MOST_AT_ONCE = 1 << 16
"""How many bytes are read at once."""


class LineReader:
    """The lines in a `stream`, which must be the end of a pipe."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._rest = b""
        self._queue: Any = None
        if os.name == "nt":  # there no system call waits for a pipe with a limit
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
        """Return what there is, None if there is nothing within `seconds`; empty at the end."""
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
