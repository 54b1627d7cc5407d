"""A terminal whose text can be read."""

from __future__ import annotations

from io import StringIO


class Terminal(StringIO):
    """As wide as ``COLUMNS`` of the environment says."""

    encoding = "ascii"

    def isatty(self) -> bool:
        """Return that it is one."""
        return True
