"""What plugins print: it goes to standard error, and only up to a limit."""

from __future__ import annotations

from typing import Any, TextIO

from sudoku_engine.errors import PluginError

MOST = 1_000_000
"""How many characters plugins may print in one guest."""


class PluginOutput:
    """A text stream that passes on to `out` what is written, up to `most` characters.

    More raises PluginError, in the plugin that prints it.
    """

    def __init__(self, out: TextIO, most: int = MOST) -> None:
        self._out = out
        self._most = most
        self._count = 0

    def write(self, text: str) -> int:
        """Write `text`; raises PluginError if that is too much."""
        self._count += len(text)
        if self._count > self._most:
            raise PluginError(f"it prints too much: more than {self._most} characters", "")
        return self._out.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._out, name)
