"""Where a request is carried out: a folder with the pupil's file, and what the file prints."""

from __future__ import annotations

import io
import linecache
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

MOST_PRINTED = 10_000
"""The number of characters of a pupil's output that are kept."""

MOMENT = 0.2
"""The seconds between two messages on the progress."""

USUAL_NAME = "my_strategy.py"
"""The name of the file if it has none that Python can load."""

OnProgress = Callable[[float, str], Any]
"""Takes how much is done, from 0 to 1, and what is being done, in words."""


class Printed(io.TextIOBase):
    """Keeps the beginning of what is printed."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        """Take `text`."""
        room = MOST_PRINTED - len(self.text)
        if room > 0:
            self.text += text[:room]
            if len(text) > room:
                self.text += "\n(more was printed)\n"
        return len(text)


class Progress:
    """Passes messages on to `on_progress`, some of them if there are many."""

    def __init__(self, on_progress: OnProgress | None) -> None:
        self._on_progress = on_progress
        self._last = 0.0

    def __call__(self, done: float, what: str) -> None:
        """Take how much is `done`, from 0 to 1, and `what` is being done."""
        if self._on_progress is not None and monotonic() - self._last > MOMENT:
            self._last = monotonic()
            self._on_progress(done, what)


@contextmanager
def workplace(name: str, source: str) -> Iterator[str]:
    """Make a folder with `source` as a file the current one; yield the name of the file."""
    before = os.getcwd()
    with TemporaryDirectory() as folder:
        file = file_name(name)
        Path(folder, file).write_text(source, encoding="utf-8", errors="replace")
        os.chdir(folder)
        linecache.clearcache()  # the file before had the same name
        try:
            yield file
        finally:
            os.chdir(before)


@contextmanager
def printed() -> Iterator[Printed]:
    """Yield what receives all that is printed meanwhile."""
    output = Printed()
    with redirect_stdout(output), redirect_stderr(output):
        yield output


def file_name(name: str) -> str:
    """Return `name` if it can be that of a Python file here, else the usual name.

    >>> file_name("my_naked_pair.py"), file_name("../x.py"), file_name("")
    ('my_naked_pair.py', 'my_strategy.py', 'my_strategy.py')
    """
    return name if re.fullmatch(r"\w[\w-]{0,60}\.py", name) else USUAL_NAME
