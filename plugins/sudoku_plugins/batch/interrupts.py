"""Ctrl-C (and SIGTERM, which `program.main` treats alike) in code that must not be interrupted."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

Restore = Callable[[], None]
"""Restores the default handling of Ctrl-C."""


@contextmanager
def _interrupts_handled(handle: Callable[[Restore], None]) -> Iterator[None]:
    """Carry out the block, and call `handle` at each Ctrl-C.

    Outside the main thread, where no signal arrives, this does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = signal.default_int_handler
    ours = [each for each in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(each) is usual]

    def restore() -> None:
        for number in ours:
            signal.signal(number, usual)

    try:
        for number in ours:
            signal.signal(number, lambda *_: handle(restore))
        yield
    finally:
        restore()


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Carry out the block as a whole; a Ctrl-C that arrives meanwhile is delivered after it.

    A second Ctrl-C is delivered at once, since the block may be waiting for something.
    """
    n_held = 0

    def hold(_: Restore) -> None:
        nonlocal n_held
        n_held += 1
        if n_held > 1:
            raise KeyboardInterrupt

    with _interrupts_handled(hold):
        yield
    if n_held:
        raise KeyboardInterrupt


def interrupts_reported(report: Callable[[], None]) -> AbstractContextManager[None]:
    """Carry out the block; call `report` at the first Ctrl-C, and deliver a second one.

    This is for work that ends by itself when it is requested to.
    """

    def handle(restore: Restore) -> None:
        restore()
        report()

    return _interrupts_handled(handle)


@contextmanager
def interrupts_restored() -> Iterator[None]:
    """Restore the handling of Ctrl-C after the block, which may change it."""
    before = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, before)
