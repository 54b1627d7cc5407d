"""Look at the clock at the turns of loops: for time limits where no thread can be started.

The interpreter tells of each jump back and of each call of a function (`sys.monitoring`, from
Python 3.12 on). It costs half a microsecond; code of the engine and of Python is left out.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from time import monotonic
from types import CodeType
from typing import Any

Look = Callable[[], bool]
"""Looks whether something has lasted too long; returns whether to look again."""

MOMENT = 0.02
"""The seconds between two looks."""

LISTENER = 3
"""Our number for the interpreter, from 0 to 5; debuggers, coverage and profilers have others."""

PACKAGES = ("sudoku_engine", "sudoku_plugins", "sudoku_frontends")
"""The packages in which no loop is endless."""


class Turns:
    """The turns of loops in this process, and what is called at them."""

    def __init__(self) -> None:
        self._looks: list[Look] = []
        self._last = 0.0
        """When they were called."""

    def look(self, look: Look) -> bool:
        """Call `look` now and then at turns of loops, until it returns False.

        Return whether that is possible here.
        """
        if sys.version_info < (3, 12):
            return False
        if not self._looks:
            if sys.monitoring.get_tool(LISTENER) is not None:
                return False
            sys.monitoring.use_tool_id(LISTENER, "sudoku_engine")
            self._listen(self._on_turn)
        self._looks.append(look)
        self._last = 0.0  # the next turn tells it when its call began
        return True

    def _listen(self, callback: Callable[..., Any] | None) -> None:
        """Let `callback` be called at each turn from now on; None: nothing."""
        if sys.version_info >= (3, 12):
            jump, start = sys.monitoring.events.JUMP, sys.monitoring.events.PY_START
            for event in (jump, start):
                sys.monitoring.register_callback(LISTENER, event, callback)
            sys.monitoring.set_events(LISTENER, jump | start if callback else 0)

    def _on_turn(self, code: CodeType, *_: Any) -> Any:
        """Call the looks if it is time; let there be no more calls where code is not a plugin's."""
        if sys.version_info >= (3, 12):
            if _is_left_out(code.co_filename):
                return sys.monitoring.DISABLE  # for this place in the code alone
            now = monotonic()
            if now - self._last >= MOMENT:
                # If a look raises, the next turn looks again: the first error may be swallowed.
                self._looks = [look for look in self._looks if look()]
                self._last = now
                if not self._looks:
                    self._listen(None)
                    sys.monitoring.free_tool_id(LISTENER)
        return None


@cache
def _is_left_out(file: str) -> bool:
    """Return whether a `file` with code is of the engine or of Python."""
    packages = [sys.modules[name] for name in PACKAGES if name in sys.modules]
    folders = [os.path.dirname(os.__file__), *(path for each in packages for path in each.__path__)]
    return file.startswith(("<frozen ", *(os.path.join(folder, "") for folder in folders)))


turns = Turns()
"""The turns of this process."""
