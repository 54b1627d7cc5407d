"""A pattern in the code of a plugin that is often a mistake."""

from __future__ import annotations

from typing import NamedTuple


class Slip(NamedTuple):
    """A pattern in the code that is often a mistake."""

    line: int
    """Its line."""

    advice: str
    """What to write instead."""

    kind: str
    """The kind of finding that it explains, such as ``silent`` or ``kept``."""

    @property
    def in_words(self) -> str:
        """Its line, and what to write there."""
        return f"line {self.line}: {self.advice}"
