"""Words that a page shows as they are."""

from __future__ import annotations

import re
from typing import Any

_HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, what turns the direction of the text around it, and halves of characters."""


def in_sight(value: Any) -> Any:
    r"""Return `value`, for JSON, with what is hidden in its texts written as Python writes it.

    >>> print(in_sight("a\x1b[31m\n\u202ecba"))
    a\x1b[31m
    \u202ecba
    """
    if isinstance(value, str):
        return _HIDDEN.sub(lambda found: repr(found[0])[1:-1], value)
    if isinstance(value, dict):
        return {name: in_sight(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [in_sight(each) for each in value]
    return value
