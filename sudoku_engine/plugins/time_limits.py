"""Stop a plugin that does not return.

A thread checks how much processor time the current call has used, so a busy machine stops no plugin
that would be in time on a quiet machine. The clock is only a generous limit (`far`), for a call
that waits and hardly computes. Past either limit, `TimeIsUp` is raised in the thread that runs the
call, as an asynchronous exception: signals work only in the main thread, and not on Windows. Code
that ignores it, such as ``time.sleep(1000)``, cannot be stopped this way; in a guest, the host ends
the process (see `calls` and `host`).

An asynchronous exception may arrive at any moment. `TimeLimit.run` makes sure that none arrives
outside the watched calls, whatever the plugin does with it.

Where no thread can be started, as in a browser, `Watchdog.turns` may look at the time at the turns
of loops; there the page counts Python's steps, which stand for the processor time.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar, Protocol, TypeVar

from sudoku_engine.board.words import require_number
from sudoku_engine.errors import MachineFault, error_text
from sudoku_engine.plugins.calls import CALLS, LIMIT, LINE, SUBJECT, calls


class TimeIsUp(BaseException):
    """Raised in a plugin that took too long; no ``except Exception`` in the plugin catches it."""


_interrupts_are_real = True


def expect_interrupts(are_real: bool) -> None:
    """Say whether a KeyboardInterrupt in this process can be a real Ctrl-C.

    Where SIGINT is ignored, as in a guest, none can: the code that raises one is at fault.
    """
    global _interrupts_are_real
    _interrupts_are_real = are_real


def is_interrupt(error: BaseException) -> bool:
    """Return whether `error` is a real Ctrl-C, as far as one can tell."""
    return _interrupts_are_real and type(error) is KeyboardInterrupt


def raise_in(thread: int, error: type[BaseException]) -> None:
    """Raise `error` in `thread` when the thread next runs Python code."""
    import ctypes  # only here: it takes a while to load

    wanted = ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), wanted)


def line_of(thread: int, file: str) -> int:
    """Return the line of `file` that `thread` is at, 0 if it is not in that file."""
    frame = sys._current_frames().get(thread)
    while frame is not None:
        if frame.f_code.co_filename == file:
            return frame.f_lineno
        frame = frame.f_back
    return 0


Look = Callable[[], bool]
"""A function that checks whether something has lasted too long, and returns whether to look again.
"""

PYTHON = os.path.dirname(threading.__file__)
"""The folder of Python's library. A frozen module, such as `os`, may name another one."""

GRACE = 1.0
"""The seconds after the first exception until the call counts as unstoppable."""

MOST_INTERRUPTS = 2
"""The most times that `TimeIsUp` is raised in one call: a ``__del__`` may swallow the first."""

Result = TypeVar("Result")

waited_for: dict[int, Callable[[], float]] = {}
"""By thread, the processor time of the process that the thread waits for."""


def far(limit: float) -> float:
    """Return the most seconds by the clock for a call that may compute for `limit` seconds.

    The factor is ten for short limits and four for long ones: 4 s for 0.3, 35 for 5, 240 for 60.
    """
    return max(min(10 * limit + 1, limit + 30), 4 * limit)


IDLE = 50
"""A call that has less than this part of the clock's time on a processor waits for something."""


def over(limit: float, used: float, lasted: float) -> float:
    """Return the seconds by which a call that may compute for `limit` seconds is late.

    It has `used` processor time and `lasted` by the clock. On a busy machine it may last longer.
    """
    return max(used - limit, lasted - max(far(limit), IDLE * used))


THREADS_HAVE_CLOCKS = hasattr(time, "pthread_getcpuclockid") and sys.platform != "emscripten"
"""Whether the system reports the processor time of a thread; a browser only has the function."""

_under_way = threading.local()
"""The time limit of the calls that this thread is making, if any."""


def time_is_up() -> bool:
    """Return whether a time limit of this thread has sent `TimeIsUp` to the current call."""
    limit: TimeLimit | None = getattr(_under_way, "limit", None)
    while limit is not None:
        if limit.is_interrupted:
            return True
        limit = limit.outer
    return False


def goes_through(error: BaseException) -> bool:
    """Return whether `error` is not the fault of the code that raised it.

    Examples are Ctrl-C, the exception of a time limit, and MachineFault in the program, unless a
    plugin raises them itself.
    """
    if issubclass(type(error), TimeIsUp):
        return time_is_up()
    return is_interrupt(error) or (type(error) is MachineFault and not calls.is_guest)


def fault_text(error: BaseException) -> str:
    """Return the words of an `error` in a plugin; raise it if it is not the plugin's fault."""
    if goes_through(error):
        raise error
    return error_text(error)


class Watched(Protocol):
    """A subject to watch, with its code in a file."""

    @property
    def file(self) -> str:
        """The file, as tracebacks name it."""
        ...

    @property
    def number(self) -> int:
        """Its number in the page of `calls`, 0 for code of the engine."""
        ...


class PluginStopped(Exception):
    """A call of `subject` had to be stopped at `line` of its file, 0 if unknown.

    `why`: its fault; empty if it only took too long.
    """

    def __init__(self, subject: Watched, line: int, why: str = "") -> None:
        super().__init__(subject, line, why)
        self.subject = subject
        self.line = line
        self.why = why


class Turns(Protocol):
    """The turns of loops in this process."""

    def look(self, look: Look) -> bool:
        """Call `look` now and then at turns, until it returns False; return whether it can."""
        ...


class Watchdog:
    """Watch calls of at most `limit` seconds each (0: no limit), in any number of threads.

    One thread checks all time limits; it lives while calls are being made.
    """

    turns: ClassVar[Turns | None] = None
    """The turns of loops, where no thread can be started."""

    def __init__(self, limit: float) -> None:
        require_number(limit, "a time limit")
        self.limit = limit
        self._lock = threading.Lock()
        self._watched: list[TimeLimit] = []
        self._is_awake = False
        self.is_at_turns = False
        """Whether it looks at turns of loops, since there are no threads."""

    def time_limit(self) -> TimeLimit:
        """Return a time limit for calls made one after another."""
        return _GuestTimeLimit(self) if calls.is_guest else TimeLimit(self)

    def watch(self, time_limit: TimeLimit) -> None:
        """Check `time_limit` from now on."""
        with self._lock:
            time_limit.is_watched = True
            if time_limit not in self._watched:
                self._watched.append(time_limit)
            if self._is_awake:
                return
            self._is_awake = True
            try:
                threading.Thread(target=self._keep_watch, name="watchdog", daemon=True).start()
            except RuntimeError:  # no threads here, as in a browser
                self._is_awake = self.is_at_turns = bool(self.turns and self.turns.look(self._look))

    @property
    def _moment(self) -> float:
        return min(max(self.limit / 10, 0.01), 0.25)

    def _keep_watch(self) -> None:
        time.sleep(self._moment)
        while self._look():
            time.sleep(self._moment)

    def _look(self) -> bool:
        with self._lock:
            self._watched = [limit for limit in self._watched if limit.is_in_use()]
            self._is_awake = bool(self._watched)
        now = time.monotonic()
        for time_limit in self._watched:
            time_limit.check(now)
        return self._is_awake


class TimeLimit:
    """The time limit for each call of one run, made by `Watchdog.time_limit`.

    Made for an inner loop: `run` covers any number of calls, each announced by `begin_call`.
    `call` does both for a single call.
    """

    def __init__(self, watchdog: Watchdog) -> None:
        self.is_watched = False
        self.outer: TimeLimit | None = None
        """The outer time limit, if this one is used within a call of another."""
        self._watchdog = watchdog
        self._lock = threading.Lock()
        self._thread = 0
        self._calls = 0
        self._subject: Watched | None = None
        self._interrupts = 0
        self._is_sent = False
        """Whether another thread sent one that may still be on its way."""
        self._blamed: Watched | None = None
        self._line = 0
        self._seen = -1
        self._since = self._used_before = 0.0
        self._clock: int | None = None
        """The number of the clock for the processor time of the thread, or None."""

    def run(self, work: Callable[..., Result], *args: Any) -> Result:
        """Return ``work(*args)``; raise PluginStopped if a call in it took too long."""
        if not self._watchdog.limit > 0:
            return work(*args)
        self._interrupts = 0
        self._is_sent = False
        self._calls += 1
        self._subject = None
        self.outer = getattr(_under_way, "limit", None)
        try:
            _under_way.limit = self
            self._thread = thread = threading.get_ident()
            if THREADS_HAVE_CLOCKS:
                self._clock = time.pthread_getcpuclockid(thread)
            if not self.is_watched:
                self._watchdog.watch(self)
            result = work(*args)
            if self._watchdog.is_at_turns:
                self.check(time.monotonic())  # it may have slept, without a turn
            self._thread = 0
            self._settle()
        except BaseException as error:
            # An exception can arrive at every call, but not before this line; after it, only one
            # more can.
            self._thread = 0
            try:
                self._settle()
            except BaseException as late:
                self._settle()
                if is_interrupt(late):
                    raise
            if not self._interrupts or is_interrupt(error):
                raise
        finally:
            _under_way.limit = self.outer
        if self._interrupts and self._blamed is not None:
            # In a host, this is the line of the guest, which was asked for it.
            raise PluginStopped(self._blamed, self._line or calls.page[LINE])
        return result

    def begin_call(self, subject: Watched) -> None:
        """Note that a call of `subject` begins."""
        # In this order: the other thread reads them in the opposite order.
        self._calls += 1
        self._subject = subject
        if self._interrupts:
            raise TimeIsUp

    def call(self, subject: Watched, work: Callable[..., Result], *args: Any) -> Result:
        """Return ``work(*args)``, which is one call of `subject`; raise PluginStopped."""

        def watched() -> Result:
            self.begin_call(subject)
            return work(*args)

        return self.run(watched)

    def _settle(self) -> None:
        """Wait for an exception that is being sent, and catch it here."""
        with self._lock:
            pass
        if self._is_sent:
            # A cancelled exception would leave a signal behind, which makes Python 3.11 hang in the
            # first function that is called under a profile function.
            with suppress(TimeIsUp):
                raise_in(threading.get_ident(), TimeIsUp)
                while True:
                    pass

    @property
    def is_interrupted(self) -> bool:
        """Whether `TimeIsUp` was sent to the current call."""
        return self._interrupts > 0

    def is_in_use(self) -> bool:
        """Return whether calls are running; if not, the watchdog forgets it until the next call."""
        # In this order: `run` sets the thread before it checks whether it is watched.
        self.is_watched = False
        self.is_watched = bool(self._thread)
        return self.is_watched

    @property
    def _looks_itself(self) -> bool:
        """Whether the thread of the call itself asks, at a turn of a loop."""
        return self._thread == threading.get_ident()

    def check(self, now: float) -> None:
        """Stop the current call if it has lasted too long by the time `now`."""
        n_calls = self._calls
        used = self._used(now)
        if n_calls != self._seen or not self._thread:
            self._seen, self._since, self._used_before = n_calls, now, used
            return
        late = over(self._watchdog.limit, used - self._used_before, now - self._since)
        is_sender = not self._looks_itself
        if is_sender and self._interrupts == MOST_INTERRUPTS:
            return
        if late >= is_sender * self._interrupts * GRACE / MOST_INTERRUPTS:
            self._interrupt(n_calls)

    def _used(self, now: float) -> float:
        """Return the processor time of the call; the time `now` if it is unknown."""
        if self._clock is None:
            return time.process_time() if sys.platform == "emscripten" else now
        waited = waited_for.get(self._thread)
        with suppress(OSError):  # the thread has ended
            return time.clock_gettime(self._clock) + (waited() if waited else 0.0)
        return self._used_before

    def _interrupt(self, call: int) -> None:
        """Raise TimeIsUp in the watched thread if it is still in `call`."""
        if not self._looks_itself:
            import ctypes  # noqa: F401  # takes a while: not while the lock is held

        with self._lock:
            subject = self._subject
            if subject is None or not self._thread or self._calls != call:
                return
            if not self._interrupts:
                self._blamed, self._line = subject, line_of(self._thread, subject.file)
                calls.page[LINE] = self._line
            self._interrupts += 1
            if self._looks_itself:
                raise TimeIsUp
            self._is_sent = True
            raise_in(self._thread, TimeIsUp)


class _GuestTimeLimit(TimeLimit):
    """A time limit in a guest: each call of a person's code is noted on the page of `calls`."""

    def __init__(self, watchdog: Watchdog) -> None:
        super().__init__(watchdog)
        self._page = calls.page

    def run(self, work: Callable[..., Result], *args: Any) -> Result:
        """Return ``work(*args)``; raise PluginStopped if a call in it took too long."""
        page = self._page
        page[LIMIT] = int(1000 * self._watchdog.limit)
        try:
            return super().run(work, *args)
        finally:
            page[SUBJECT] = page[LIMIT] = 0

    def begin_call(self, subject: Watched) -> None:
        """Note that a call of `subject` begins."""
        number = subject.number
        if number:
            self._page[CALLS] += 1
        self._page[SUBJECT] = number
        super().begin_call(subject)
