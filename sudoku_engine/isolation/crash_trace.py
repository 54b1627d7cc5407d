"""What a process leaves in a file when `faulthandler` ends it: where its threads were."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable


def last_call(words: str, roots: Iterable[str] = ()) -> tuple[str, int] | None:
    """File and line of the innermost call that the last `words` of a process tell of.

    `roots`: only calls in these files and folders count; None where there is no such call.
    """
    places = [os.path.abspath(root) for root in roots]
    for file, line in re.findall(r'File "(.+?)", line (\d+) in ', words):
        path = os.path.abspath(file)
        if not places or any(path == place or path.startswith(place + os.sep) for place in places):
            return file, int(line)
    return None
