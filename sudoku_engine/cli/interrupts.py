"""Ctrl-C (and SIGTERM, which `program.main` treats alike) in places that it must not cut in two."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Carry out the block as a whole; a Ctrl-C that arrives meanwhile is delivered after it.

    A second one goes through at once, since the block may be waiting for something. Outside the
    main thread, where no signal arrives, this does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    n_held = 0

    def hold(number: int, frame: FrameType | None) -> None:
        nonlocal n_held
        n_held += 1
        if n_held > 1:
            raise KeyboardInterrupt

    interrupting = _interrupting()
    try:
        for number in interrupting:
            signal.signal(number, hold)
        yield
    finally:
        for number in interrupting:
            signal.signal(number, signal.default_int_handler)
    if n_held:
        raise KeyboardInterrupt


@contextmanager
def interrupts_reported(report: Callable[[], None]) -> Iterator[None]:
    """Carry out the block, and call `report` at the first Ctrl-C; a second one goes through.

    For work that comes to its end by itself when it is requested to.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def handle(number: int, frame: FrameType | None) -> None:
        restore()
        report()

    interrupting = _interrupting()

    def restore() -> None:
        for number in interrupting:
            signal.signal(number, signal.default_int_handler)

    try:
        for number in interrupting:
            signal.signal(number, handle)
        yield
    finally:
        restore()


def _interrupting() -> list[int]:
    """Return the signals that end the program as Ctrl-C does."""
    return [
        number
        for number in (signal.SIGINT, signal.SIGTERM)
        if signal.getsignal(number) is signal.default_int_handler
    ]


@contextmanager
def interrupts_restored() -> Iterator[None]:
    """Restore the handling of Ctrl-C after the block, which may change it."""
    before = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, before)
