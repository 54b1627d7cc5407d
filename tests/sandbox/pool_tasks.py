"""What the processes of a pool do in its tests."""

import os
from collections.abc import Callable


def multiply(factor: int) -> Callable[[int], int]:
    """Return the function that multiplies by `factor`."""
    return factor.__mul__


def raise_or_end(text: str) -> Callable[[int], int]:
    """Return a function that raises ValueError with `text`, or ends its process with a status."""

    def work(status: int) -> int:
        if status:
            os._exit(status)
        raise ValueError(text)

    return work


def raise_what_cannot_be_sent() -> Callable[[int], int]:
    """Return a function that raises an error with a function in it."""

    def work(number: int) -> int:
        raise ValueError(work)

    return work
