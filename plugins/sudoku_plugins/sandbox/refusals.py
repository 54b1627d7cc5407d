"""Actions that are forbidden to a person's code, detected by the interpreter's audit events.

This is not a security sandbox: it keeps mistakes from breaking the process, and the checks.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, NoReturn

from sudoku_engine.plugins.calls import STARTED, calls

REFUSED = {
    "os.fork": "starts a process (os.fork)",
    "os.forkpty": "starts a process (os.forkpty)",
    "os.exec": "becomes another program (os.exec)",
    "resource.setrlimit": "changes the limits of its process (resource.setrlimit)",
    "sys.addaudithook": "watches the interpreter (sys.addaudithook)",
    "sys.setprofile": "watches each call of its process (sys.setprofile)",
    "sys.settrace": "watches each line of its process (sys.settrace)",
}
"""The forbidden actions, by the name of the interpreter's audit event."""

STARTS = {"os.posix_spawn", "os.spawn", "os.system", "subprocess.Popen"}
"""The audit events of started programs, which the host must end, too."""

REFUSED_IN_CHECKS = {
    "os.posix_spawn": "starts a program (os.posix_spawn)",
    "os.spawn": "starts a program (os.spawn)",
    "os.startfile": "starts a program (os.startfile)",
    "os.system": "starts a program (os.system)",
    "subprocess.Popen": "starts a program (subprocess)",
    "os.kill": "ends processes (os.kill)",
    "os.killpg": "ends processes (os.killpg)",
}
"""The actions that are also forbidden while plugins are checked."""


REFUSED_FUNCTIONS = {
    signal: ("alarm", "setitimer", "raise_signal", "pthread_kill"),
    threading: ("setprofile", "setprofile_all_threads", "settrace", "settrace_all_threads"),
}
"""Functions that could end this process or its threads, now or later; no event tells of them."""


_permitted: list[str] = []
"""The events of `REFUSED` that the engine itself causes at the moment."""


@contextmanager
def permitted(event: str) -> Iterator[None]:
    """Allow the engine forbidden actions, even while plugin code may be running."""
    _permitted.append(event)
    try:
        yield
    finally:
        _permitted.remove(event)


class NotAllowed(BaseException):
    """Raised in a plugin for a forbidden action; no ``except Exception`` catches it."""


class Refusals:
    """Refuses forbidden actions, from `start` on."""

    def __init__(self, is_strict: bool) -> None:
        """`is_strict`: refuse also the actions that are forbidden while plugins are checked."""
        self.is_guarded = False
        """Whether a person's code may be running, so that the audit hook has to look."""
        self.listeners: dict[str, Callable[[tuple[Any, ...]], None]] = {}
        """By name of an audit event, the function that is called while such code may be running."""
        self._refused = {**REFUSED, **(REFUSED_IN_CHECKS if is_strict else {})}

    def start(self) -> None:
        """Refuse from now on, as long as this process lives."""
        for module, names in REFUSED_FUNCTIONS.items():
            for name in names:
                if hasattr(module, name):
                    setattr(module, name, partial(refuse, f"{module.__name__}.{name}"))
        sys.addaudithook(self._audit)

    def _audit(self, event: str, given: tuple[Any, ...]) -> None:
        if event in STARTS:
            calls.page[STARTED] = 1
        if not self.is_guarded:
            return
        if event in self._refused and event not in _permitted:
            raise NotAllowed(f"it {self._refused[event]}, which plugins may not do")
        if event in ("os.kill", "os.killpg") and given[0] in _own_processes():
            raise NotAllowed(f"it ends the program ({event})")
        if event in self.listeners:
            self.listeners[event](given)


def refuse(name: str, *given: Any) -> NoReturn:
    """Raise NotAllowed: a plugin calls the function `name`."""
    raise NotAllowed(f"it calls {name}, which plugins may not do")


def _own_processes() -> tuple[int, ...]:
    own, host = os.getpid(), os.getppid()
    return (0, -1, own, -own, host, -host)
