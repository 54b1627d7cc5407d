"""Stops a plugin that does not come back.

A thread looks at how long the call under way has lasted; past the limit it raises
`PluginTimeout` in the thread that runs it (an asynchronous exception: signals work only in
the main thread, and not on Windows). Code that never returns to the interpreter, such as
``sum(itertools.count())``, cannot be freed so; then `on_hang` is called, which can only end the
program.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

GRACE = 1.0
"""Seconds between the exception and the judgement that it does not help."""


class PluginTimeout(BaseException):
    """Raised in a plugin that took too long; no ``except Exception`` of its own holds it."""


class Watched(Protocol):
    """What can be watched: something whose code stands in a file."""

    @property
    def file(self) -> str:
        """The file, as tracebacks name it."""
        ...


class Watchdog:
    """Watches one thread's calls, each `limit` seconds long at the most.

    Around the calls stand `arm` and `disarm`, before each of them `watch`; these are made for
    an inner loop. `watching` is the same for a single call.
    """

    def __init__(self, limit: float, on_hang: Callable[[Watched, int], None] | None = None) -> None:
        """`on_hang(subject, line)` is called, from another thread, where nothing else helps."""
        self.limit = limit
        self.blamed: Watched | None = None
        """What was stopped last."""
        self.line = 0
        """The line of its file where it was stopped, 0 where unknown."""
        self._on_hang = on_hang
        self._lock = threading.Lock()
        self._calls = 0
        self._subject: Watched | None = None
        self._thread = 0
        self._fired = False
        self._guard: threading.Thread | None = None

    def arm(self) -> None:
        """Calls of this thread are watched from now on."""
        self._calls += 1
        self._thread = threading.get_ident()
        if self._guard is None:
            self._guard = threading.Thread(target=self._keep_watch, name="watchdog", daemon=True)
            self._guard.start()

    def watch(self, subject: Watched) -> None:
        """A call of `subject` begins."""
        self._subject = subject
        self._calls += 1

    def disarm(self) -> None:
        """The calls are over. Raises a `PluginTimeout` that is still on its way."""
        with self._lock:
            self._thread = 0
        if self._fired:
            # The exception arrives within a few instructions, unless the plugin swallowed it.
            time.sleep(0.02)
            raise PluginTimeout

    def caught(self) -> None:
        """The `PluginTimeout` has arrived; the calls are over."""
        with self._lock:
            self._thread = 0
        self._fired = False

    @contextmanager
    def watching(self, subject: Watched) -> Iterator[None]:
        """Watches one call of `subject`, which raises PluginTimeout when it takes too long."""
        if not self.limit:
            yield
            return
        try:
            self.arm()
            self.watch(subject)
            yield
            self.disarm()
        finally:
            self.caught()

    def _keep_watch(self) -> None:
        """Looks at the calls until none has been made for a while."""
        pause = min(max(self.limit / 10, 0.01), 0.25)
        seen, since = -1, time.monotonic()
        while True:
            time.sleep(pause)
            now = time.monotonic()
            if self._calls != seen:
                seen, since = self._calls, now
            elif self._thread:
                if now - since >= self.limit and self._stop(seen):
                    self._wait_for_end(seen)
            elif now - since >= self.limit + 1:
                with self._lock:
                    if not self._thread:
                        self._guard = None
                        return

    def _stop(self, call: int) -> bool:
        """Raises PluginTimeout in the watched thread, where it is still in `call`."""
        import ctypes  # only here: it takes a while to load

        with self._lock:
            if not self._thread or self._calls != call or self._fired:
                return False
            self.blamed = self._subject
            self.line = self._line()
            self._fired = True
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(self._thread), ctypes.py_object(PluginTimeout)
            )
        return True

    def _wait_for_end(self, call: int) -> None:
        """Gives the stopped call a moment; calls `on_hang` where it goes on all the same."""
        deadline = time.monotonic() + GRACE
        while self._thread and self._calls == call and self._fired:
            if time.monotonic() > deadline:
                if self._on_hang is not None and self.blamed is not None:
                    self._on_hang(self.blamed, self.line)
                return
            time.sleep(0.01)

    def _line(self) -> int:
        frame = sys._current_frames().get(self._thread)
        while frame is not None:
            if self._subject is not None and frame.f_code.co_filename == self._subject.file:
                return frame.f_lineno
            frame = frame.f_back
        return 0
