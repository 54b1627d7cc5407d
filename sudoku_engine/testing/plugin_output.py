"""What a plugin prints while it is checked: counted, and stopped if it has no end."""

from __future__ import annotations

import io

MOST_OUTPUT = 100_000
"""The number of characters that one call may print."""

KEPT_OUTPUT = 400
"""The number of characters of a plugin's output that are kept."""


class TooMuchOutput(BaseException):
    """Raised in a plugin that prints without end; its ``except Exception`` misses it."""


class Output(io.TextIOBase):
    """Receives the output of a plugin: counts it, keeps its beginning, stops endless output."""

    def __init__(self) -> None:
        self.count = 0
        self.kept = ""
        self._limit = MOST_OUTPUT

    def write(self, text: str) -> int:
        """Take `text`; raise TooMuchOutput if the call has printed too much."""
        self.count += len(text)
        if len(self.kept) < KEPT_OUTPUT:
            self.kept = (self.kept + text)[:KEPT_OUTPUT]
        if self.count > self._limit:
            raise TooMuchOutput
        return len(text)

    def begin_call(self) -> None:
        """Start counting again for the next call."""
        self._limit = self.count + MOST_OUTPUT
