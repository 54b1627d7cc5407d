"""Read the file that `faulthandler` writes when it ends a process: where its threads were."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable


def last_call(words: str, roots: Iterable[str] = ()) -> tuple[str, int] | None:
    """Return file and line of the innermost call in the last `words` of a process, or None.

    If there are `roots`, only calls in these files and folders count.
    """
    places = [os.path.abspath(root) for root in roots]
    for file, line in re.findall(r'File "(.+?)", line (\d+) in ', words):
        path = os.path.abspath(file)
        if not places or any(path == place or path.startswith(place + os.sep) for place in places):
            return file, int(line)
    return None
