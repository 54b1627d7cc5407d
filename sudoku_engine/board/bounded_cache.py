"""A cache of results with a limit in bytes, since an entry for a 25x25 board is large.

`functools.lru_cache` counts entries: a number that suits a 9x9 board fills hundreds of megabytes on
larger boards. This cache weighs each result when it is computed, and forgets all results when they
become too heavy together. Frequent results are soon back, and a known one costs only a look-up.
"""

from collections.abc import Callable
from functools import lru_cache, update_wrapper
from typing import Any, ParamSpec, TypeVar, cast

MOST_BYTES = 2 << 20
"""The total weight of a function's results at which all are forgotten."""

MOST_LAYOUTS = 64
"""The number of layouts for which a function keeps results: a file may have a million."""

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def per_layout(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Return a pure `function` of a layout with a memory for the latest `MOST_LAYOUTS`."""
    remembered = update_wrapper(lru_cache(MOST_LAYOUTS)(function), function)
    return cast("Callable[Parameters, Result]", remembered)


def bounded_cache(
    weigh: Callable[[Any], int],
) -> Callable[[Callable[Parameters, Result]], Callable[Parameters, Result]]:
    """Return a decorator for a pure function, which gets a memory of at most `MOST_BYTES`.

    `weigh` estimates the bytes of an entry: the result and the arguments.
    """

    def decorate(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
        weight = 0

        def computed(*args: Any) -> Result:
            nonlocal weight
            result: Result = function(*args)  # type: ignore[call-arg]
            added = weigh(result)
            weight += added
            if weight > MOST_BYTES:
                remembered.cache_clear()
                weight = added
            return result

        remembered = lru_cache(maxsize=None)(computed)
        return cast("Callable[Parameters, Result]", update_wrapper(remembered, function))

    return decorate
