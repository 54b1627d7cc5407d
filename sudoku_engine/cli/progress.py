"""A line on a terminal that shows the progress of a command during its work."""

import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from contextlib import contextmanager, redirect_stderr
from functools import partial
from time import monotonic
from typing import Any, TextIO, TypeVar, cast

from sudoku_engine.board.text_board import COLUMNS, room
from sudoku_engine.board.words import counted

Item = TypeVar("Item")

DELAY = 1.5
"""The number of seconds that a command may take without such a line."""

QUIET = 0.5
"""The number of seconds after an output before the line comes back."""

FRAME = 0.2
"""The number of seconds between two pictures of the line."""


class Progress:
    """Counts finished work, and shows it on `screen`, a terminal; None shows nothing.

    A thread draws the line, so one piece of work may take any time. The line disappears before
    output to the streams of `guarded`, and comes back below. All methods may be called at any time.
    """

    def __init__(self, screen: TextIO | None = None) -> None:
        self._screen = screen
        self._lock = threading.RLock()
        self._ended = threading.Event()
        self._painter: threading.Thread | None = None
        self._is_on = False
        self._shown = ""
        self._is_at_start = True
        """Whether the screen's cursor is at the start of a line, not counting ours."""
        self._written_at = 0.0

    def over(
        self,
        items: Iterable[Item],
        thing: str,
        total: int | None = None,
        size: Callable[[Item], int] = lambda item: 1,
    ) -> Iterator[Item]:
        """Yield the `items`, and show the number of finished items while the next is made.

        `total`: their number, by default their length if they have one. `size`: the number of
        things in an item.
        """
        number = len(items) if total is None and isinstance(items, Sized) else total
        self.start(thing, number)
        try:
            for item in items:
                yield item
                self.advance(number=size(item))
        finally:
            self.stop()

    def start(self, thing: str, total: int | None = None) -> None:
        """Begin to count things called `thing`; `total` is their number, if known."""
        with self._lock:
            self._thing, self._total, self._done = thing, total, 0
            self.n_ahead = 0
            """The number of things that `count_ahead` counted."""
            self._n_begun = 0
            """The number of things that `next` began together."""
            self._part_before = 0.0
            """The part of the whole that was done before the work began."""
            self._part: Callable[[], float] | None = None
            self._begun = self._advanced_at = monotonic()
            self._is_on = self._screen is not None
            if self._is_on and self._painter is None:
                self._painter = threading.Thread(target=self._paint, daemon=True)
                self._painter.start()

    def advance(self, part: Callable[[], float] | None = None, number: int = 1) -> None:
        """Count a `number` more; `part` returns the finished part of the whole, if known."""
        with self._lock:
            self._done += number
            self.n_ahead = 0
            self._part, self._advanced_at = part, monotonic()

    def count_ahead(self) -> None:
        """Count one more thing that the next call of `advance` will include."""
        self.n_ahead += 1

    def skip(self, by: int, part: float) -> None:
        """Count `by` more that were done before this work; `part` of the whole is done now."""
        self.advance(lambda: part, by)
        with self._lock:
            self._part_before = part

    def reach(self, part: float) -> None:
        """Note that this `part` of the whole is done."""
        with self._lock:
            self._part = lambda: part

    def next(self, thing: str, part: Callable[[], float] | None = None, number: int = 1) -> None:
        """Begin a `number` of things called `thing`; things begun before are done."""
        if self._is_on:
            self.advance(part, self._n_begun)
        else:
            self.start(thing)
        self._n_begun = number

    def stop(self) -> None:
        """Count no more, and remove the line."""
        with self._lock:
            self._is_on = False
            self._clear()

    def switch_off(self) -> None:
        """Show nothing from now on: the command shows its work itself, or talks with a person."""
        self.stop()
        self._screen = None

    def end(self) -> None:
        """Remove the line, and never show it again."""
        self.switch_off()
        self._ended.set()

    def guarded(self, stream: TextIO) -> TextIO:
        """Return `stream`, wrapped so that the line disappears before its output."""
        if self._screen is None:
            return stream
        return rewired(stream, write=partial(self.write, stream))

    def write(self, stream: TextIO, text: str) -> int:
        """Write `text` to the `stream`, which may be the same terminal."""
        with self._lock:
            self._clear()
            if text:
                self._is_at_start = text.endswith("\n")
            self._written_at = monotonic()
            return stream.write(text)

    def _paint(self) -> None:
        while not self._ended.wait(FRAME):
            with self._lock:
                now = monotonic()
                is_late = now - self._begun >= DELAY and now - self._written_at >= QUIET
                if self._is_on and is_late and self._is_at_start:
                    self._draw(now - self._begun)

    def _line(self, seconds: float, width: int = COLUMNS) -> str:
        """Return the progress in words after this number of `seconds`."""
        done = self._done + self.n_ahead
        things = counted(done, self._thing)
        part = self._part() if self._part else 0.0
        if self._total:
            things, part = f"{done} of {counted(self._total, self._thing)}", done / self._total
        parts = [things if done or self._total else "working"]
        if not self._total and part:
            parts.append(f"{part:.0%}")
        parts.append(_time(seconds))
        # The current thing may take longer than all before: in that case the rest is unknown.
        waited = 0.0 if self._part else seconds - (self._advanced_at - self._begun)
        gain = part - self._part_before
        left = (seconds - waited) * (1 - part) / gain - waited if gain > 0 else -1.0
        if left >= 0 and part < 1:
            parts.append(f"about {_time(left)} left")
        return ", ".join(parts)[:width]

    def _draw(self, seconds: float) -> None:
        assert self._screen is not None
        line = self._line(seconds, (room(self._screen) or COLUMNS) - 1)
        if line != self._shown:
            self._screen.write(f"\r{line.ljust(len(self._shown))}")
            self._screen.flush()
            self._shown = line

    def _clear(self) -> None:
        if self._shown and self._screen is not None:
            self._screen.write(f"\r{' ' * len(self._shown)}\r")
            self._screen.flush()
            self._shown = ""


class _Rewired:
    def __init__(self, stream: TextIO, methods: Mapping[str, Callable[..., Any]]) -> None:
        self._stream = stream
        vars(self).update(methods)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def rewired(stream: TextIO, **methods: Callable[..., Any]) -> TextIO:
    """Return the `stream` with some other `methods`."""
    return cast(TextIO, _Rewired(stream, methods))


def _time(seconds: float) -> str:
    """Return `seconds` in words.

    >>> _time(12.3), _time(200), _time(7300)
    ('12 s', '3 min', '2 h')
    """
    for unit, length in (("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} s"


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """Yield the progress of a command; it is shown if standard error is a terminal."""
    is_shown = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    progress = Progress(sys.stderr if is_shown else None)
    try:
        with redirect_stderr(progress.guarded(sys.stderr)):
            yield progress
    finally:
        progress.end()
