"""Stops a plugin that does not come back.

A thread looks at how long the call under way has lasted; past the limit it raises `TimeIsUp` in
the thread that runs it (an asynchronous exception: signals work only in the main thread, and
not on Windows). Code that takes no notice, such as ``time.sleep(1000)``, cannot be freed so; then
`on_hang` is called, which can only end the program.

An asynchronous exception arrives when it likes: `Leash.run` sees to it that none arrives outside
of the calls that are watched, whatever the plugin does with it.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

GRACE = 1.0
"""Seconds between the first exception and the judgement that it does not help."""

MOST_NUDGES = 2
"""How often `TimeIsUp` is raised in one call: where a ``__del__`` swallows the first, once more."""

Result = TypeVar("Result")


class TimeIsUp(BaseException):
    """Raised in a plugin that took too long; no ``except Exception`` of its own holds it."""


class Watched(Protocol):
    """What can be watched: something whose code stands in a file."""

    @property
    def file(self) -> str:
        """The file, as tracebacks name it."""
        ...


class PluginTimeout(Exception):
    """The call of `subject` took too long; it was at `line` of its file, 0 where unknown."""

    def __init__(self, subject: Watched, line: int) -> None:
        super().__init__(subject, line)
        self.subject = subject
        self.line = line


class Watchdog:
    """Watches calls, each `limit` seconds long at the most (0: any length), on many leashes.

    `on_hang(subject, line)` is called, from another thread, where nothing else helps. One
    thread looks after all leashes, and lives while calls are being made. Code that never lets go
    of the interpreter (``sum(itertools.count())``) starves that thread; for such code there is
    `timer`, which ends the process after so many seconds unless it is set anew (0 stops it).
    """

    def __init__(
        self,
        limit: float,
        on_hang: Callable[[Any, int], None] | None = None,
        timer: Callable[[float], None] | None = None,
    ) -> None:
        self.limit = limit
        self.on_hang = on_hang
        self._timer = timer
        self._timer_runs = False
        self._lock = threading.Lock()
        self._held: list[Leash] = []
        self._is_awake = False

    def leash(self) -> Leash:
        """A leash for calls made one after another."""
        return Leash(self)

    def hold(self, leash: Leash) -> None:
        """Looks after `leash` from now on."""
        with self._lock:
            self._set_timer(self.limit + 2 * GRACE)
            leash.is_held = True
            if leash not in self._held:
                self._held.append(leash)
            if self._is_awake:
                return
            self._is_awake = True
            try:
                threading.Thread(target=self._keep_watch, name="watchdog", daemon=True).start()
            except RuntimeError:  # no threads to be had, as in a browser: then nothing is watched
                self._is_awake = False

    def rest(self) -> None:
        """Stops the timer: what comes next may take as long as it likes."""
        with self._lock:
            self._set_timer(0)

    def _set_timer(self, seconds: float) -> None:
        """To be called with the lock held, so that what is set late is not what was asked early."""
        if self._timer is not None and (seconds or self._timer_runs):
            self._timer_runs = bool(seconds)
            self._timer(seconds)

    def _keep_watch(self) -> None:
        """Looks at the leashes until none is in use."""
        while True:
            time.sleep(min(max(self.limit / 10, 0.01), 0.25))
            with self._lock:
                self._held = [leash for leash in self._held if leash.keeps_held()]
                self._set_timer(self.limit + 2 * GRACE if self._held else 0)
                if not self._held:
                    self._is_awake = False
                    return
            now = time.monotonic()
            for leash in self._held:
                leash.look(now)


class Leash:
    """The calls of one run, one after another; `Watchdog.leash` makes it.

    Made for an inner loop: `run` covers any number of calls, before each of which stands
    `watch`. `call` is the same for a single one.
    """

    def __init__(self, watchdog: Watchdog) -> None:
        self.is_held = False
        self._watchdog = watchdog
        self._lock = threading.Lock()
        self._thread = 0
        self._calls = 0
        self._subject: Watched | None = None
        self._nudges = 0
        self._blamed: Watched | None = None
        self._line = 0
        self._seen = -1
        self._since = 0.0

    def run(self, work: Callable[..., Result], *args: Any) -> Result:
        """What ``work(*args)`` gives; raises PluginTimeout where a call in it took too long."""
        if not self._watchdog.limit > 0:
            return work(*args)
        self._nudges = 0
        self._calls += 1
        self._subject = None
        try:
            self._thread = threading.get_ident()
            if not self.is_held:
                self._watchdog.hold(self)
            result = work(*args)
            self._thread = 0
            self._settle()
        except BaseException as error:
            # An exception can arrive at every call, but not before this line; after it, one
            # more at the most.
            self._thread = 0
            try:
                self._settle()
            except BaseException as late:
                self._settle()
                if isinstance(late, KeyboardInterrupt):
                    raise
            if not self._nudges or isinstance(error, KeyboardInterrupt):
                raise
        if self._nudges and self._blamed is not None:
            raise PluginTimeout(self._blamed, self._line)
        return result

    def watch(self, subject: Watched) -> None:
        """A call of `subject` begins."""
        # In this order: the other thread reads them in the opposite one.
        self._calls += 1
        self._subject = subject
        if self._nudges:
            raise TimeIsUp

    def call(self, subject: Watched, work: Callable[..., Result], *args: Any) -> Result:
        """What ``work(*args)``, one call of `subject`, gives; raises PluginTimeout."""

        def watched() -> Result:
            self.watch(subject)
            return work(*args)

        return self.run(watched)

    def _settle(self) -> None:
        """Waits for an exception that is just being sent, and takes it back."""
        with self._lock:
            pass
        if self._nudges:
            _send(threading.get_ident(), None)

    def keeps_held(self) -> bool:
        """Whether calls are under way; if not, the watchdog lets it go until there are."""
        # In this order: `run` sets the thread before it asks whether the leash is held.
        self.is_held = False
        self.is_held = bool(self._thread)
        return self.is_held

    def look(self, now: float) -> None:
        """Stops the call under way where it has lasted too long by the time `now`."""
        calls = self._calls
        if calls != self._seen or not self._thread:
            self._seen, self._since = calls, now
            return
        late = now - self._since - self._watchdog.limit
        if self._nudges < MOST_NUDGES:
            if late >= self._nudges * GRACE / MOST_NUDGES:
                self._nudge(calls)
        elif self._nudges == MOST_NUDGES and late >= GRACE:
            self._despair(calls)

    def _nudge(self, call: int) -> None:
        """Raises TimeIsUp in the watched thread, where it is still in `call`."""
        import ctypes  # noqa: F401  # takes a while: not while the lock is held

        with self._lock:
            subject = self._subject
            if subject is None or not self._thread or self._calls != call:
                return
            if not self._nudges:
                self._blamed, self._line = subject, _line(self._thread, subject.file)
            self._nudges += 1
            _send(self._thread, TimeIsUp)

    def _despair(self, call: int) -> None:
        """Tells of a `call` that nothing frees."""
        with self._lock:
            if not self._thread or self._calls != call:
                return
            self._nudges += 1
            tell = self._watchdog.on_hang
            if tell is not None:
                tell(self._blamed, self._line)


def _send(thread: int, error: type[BaseException] | None) -> None:
    """Raises `error` in `thread` when that next runs Python code; None takes it back."""
    import ctypes  # only here: it takes a while to load

    wanted = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), wanted)


def _line(thread: int, file: str) -> int:
    """The line of `file` that `thread` is at, 0 where it is in none."""
    frame = sys._current_frames().get(thread)
    while frame is not None:
        if frame.f_code.co_filename == file:
            return frame.f_lineno
        frame = frame.f_back
    return 0
