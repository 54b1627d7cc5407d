"""Terminals whose text can be read: of this process, and of a program."""

import os
import select
from io import StringIO
from typing import Any

import pytest


class Terminal(StringIO):
    """As wide as ``COLUMNS`` of the environment says."""

    encoding = "ascii"

    def isatty(self) -> bool:
        """Return that it is one."""
        return True


class ProgramTerminal:
    """The program on a terminal of a certain size: what it shows, and how it ends."""

    def __init__(self, program: Any, *arguments: str, **environment: str) -> None:
        pty = pytest.importorskip("pty", reason="a terminal of one's own takes a Unix")
        self.ours, theirs = pty.openpty()
        size = {"TERM": "xterm", "LINES": "40", "COLUMNS": "80", **environment}
        self.process = program.start(*arguments, streams=theirs, **size)
        os.close(theirs)
        self.shown = ""

    def type(self, keys: str) -> None:
        """Type what a person would."""
        os.write(self.ours, keys.encode())

    def read_to(self, words: str) -> None:
        """Read until `words` are shown."""
        while words not in self.shown:
            assert self._read(), self.shown

    def end(self) -> int:
        """Read all; return the exit status."""
        while self._read():
            pass
        os.close(self.ours)
        return int(self.process.wait(timeout=60))

    def _read(self) -> bool:
        ready, _, _ = select.select([self.ours], [], [], 60)
        if not ready:
            self.process.kill()
            pytest.fail(f"the program waits for something; it showed {self.shown!r}")
        try:
            more = os.read(self.ours, 65536)
        except OSError:  # so Linux says that nobody writes any more
            return False
        self.shown += more.decode(errors="replace")
        return bool(more)
