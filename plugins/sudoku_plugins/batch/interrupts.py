"""Ctrl-C (and SIGTERM, which `program.main` treats alike) in code that must not be interrupted."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def interrupts_reported(report: Callable[[], object]) -> Iterator[None]:
    """Carry out the block; call `report` at the first Ctrl-C, and deliver a second one.

    This is for work that ends by itself when it is requested to. Outside the main thread, where no
    signal arrives, it does nothing.
    """
    usual, n_pressed = signal.default_int_handler, 0

    def handle(*_: object) -> None:
        nonlocal n_pressed
        n_pressed += 1
        if n_pressed > 1:
            raise KeyboardInterrupt
        report()

    is_main = threading.current_thread() is threading.main_thread()
    known = (signal.SIGINT, signal.SIGTERM) if is_main else ()
    ours = [number for number in known if signal.getsignal(number) is usual]
    try:
        for number in ours:
            signal.signal(number, handle)
        yield
    finally:
        for number in ours:
            signal.signal(number, usual)


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Carry out the block as a whole; a Ctrl-C that arrives meanwhile is delivered after it.

    A second Ctrl-C is delivered at once, since the block may be waiting for something.
    """
    held: list[bool] = []
    with interrupts_reported(lambda: held.append(True)):
        yield
    if held:
        raise KeyboardInterrupt


@contextmanager
def interrupts_restored() -> Iterator[None]:
    """Restore the handling of Ctrl-C after the block, which may change it."""
    before = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, before)
