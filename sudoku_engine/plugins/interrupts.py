"""Exceptions that interrupt code from outside: Ctrl-C, and the end of the time for a call."""

from __future__ import annotations

import sys


class TimeIsUp(BaseException):
    """Raised in a plugin that took too long; no ``except Exception`` in the plugin catches it."""


_interrupts_are_real = True


def expect_interrupts(are_real: bool) -> None:
    """Say whether a KeyboardInterrupt in this process can be a real Ctrl-C.

    Where SIGINT is ignored, as in a guest, none is: the code that raises one is at fault.
    """
    global _interrupts_are_real
    _interrupts_are_real = are_real


def is_interrupt(error: BaseException) -> bool:
    """Return whether `error` is a real Ctrl-C, as far as one can tell."""
    return _interrupts_are_real and type(error) is KeyboardInterrupt


def raise_in(thread: int, error: type[BaseException]) -> None:
    """Raise `error` in `thread` when that next runs Python code."""
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
