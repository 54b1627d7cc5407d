"""Long calls of libraries that cannot be interrupted, made so that Ctrl-C gets through."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")

_GLANCE = 0.1
"""Seconds between two looks at what else happens (the watchdog's call, say)."""


def interruptibly(work: Callable[[], Result]) -> Result:
    """Return what ``work()`` returns or raises in a thread of its own, while this one waits.

    Python sees a Ctrl-C between two of its own instructions, so not while a library's C code
    runs for minutes. A thread that waits does see it. The work itself cannot be stopped: it
    is left to end unheard, and the end of the program ends it too.
    """
    results: list[Result] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=run, name="solver", daemon=True)
    try:
        thread.start()
    except RuntimeError:  # no threads to be had, as in a browser
        return work()
    while thread.is_alive():
        thread.join(_GLANCE)
    if errors:
        raise errors[0]
    return results[0]
