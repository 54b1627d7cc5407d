"""Read where a process was, in what `faulthandler` wrote or in the traceback of an error."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator


def last_call(dump: str, roots: Iterable[str] = ()) -> tuple[str, int] | None:
    """Return file and line of the innermost call in a `dump` of `faulthandler`, None if none.

    If there are `roots`, only calls in these files and folders count.
    """
    return next(_calls(re.findall(r'File "(.+?)", line (\d+) in ', dump), roots), None)


def last_call_of_error(trace: str, roots: Iterable[str]) -> tuple[str, int] | None:
    """Return file and line of the innermost call in the `roots`, in the traceback of an error."""
    calls = re.findall(r'File "(.+?)", line (\d+), in ', trace)
    return next(_calls(reversed(calls), roots), None)


def _calls(calls: Iterable[tuple[str, str]], roots: Iterable[str]) -> Iterator[tuple[str, int]]:
    places = [os.path.abspath(root) for root in roots]
    for file, line in calls:
        path = os.path.abspath(file)
        if not places or any(path == place or path.startswith(place + os.sep) for place in places):
            yield file, int(line)
