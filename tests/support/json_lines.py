"""What commands write with ``--json``: an object a line."""

import json
from typing import Any


def rows(text: str) -> list[Any]:
    """The objects in the lines of `text`."""
    return [json.loads(line) for line in text.splitlines()]
