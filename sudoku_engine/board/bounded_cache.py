"""Memory of results that is bounded by its bytes, since an entry of a 25x25 board is a large one.

`functools.lru_cache` counts entries: as many as help on a 9x9 board fill hundreds of megabytes
with larger boards. Here each result is weighed when it is computed, and all of them are forgotten
when together they are too heavy. What is needed again and again is soon back. A known result costs
nothing but a look-up, which is even faster than a bounded `lru_cache`: that keeps an order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, update_wrapper
from typing import Any, ParamSpec, Protocol, TypeVar, cast

MOST_BYTES = 2 << 20
"""The weight of all results of a function at which they are forgotten."""

MOST_LAYOUTS = 64
"""The number of layouts for which a function keeps its results: a file may have a million."""

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)


class BoundedCache(Protocol[Parameters, Result_co]):
    """A function with a memory."""

    def __call__(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result_co:
        """Return the result, computed once while it is remembered."""
        ...

    def cache_clear(self) -> None:
        """Forget all results."""
        ...

    def cache_info(self) -> Any:
        """Return the numbers of hits, misses and entries, as for `functools.lru_cache`."""
        ...


def per_layout(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Return a pure `function` of a layout with a memory for the latest `MOST_LAYOUTS`."""
    remembered = update_wrapper(lru_cache(MOST_LAYOUTS)(function), function)
    return cast("Callable[Parameters, Result]", remembered)


def bounded_cache(
    weigh: Callable[[Any], int],
) -> Callable[[Callable[Parameters, Result]], BoundedCache[Parameters, Result]]:
    """Return a decorator for a pure function, which gets a memory of at most `MOST_BYTES`.

    `weigh` estimates the bytes of an entry: the result and the arguments.
    """

    def decorate(
        function: Callable[Parameters, Result],
    ) -> BoundedCache[Parameters, Result]:
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

        cached = update_wrapper(lru_cache(maxsize=None)(computed), function)
        remembered = cast("BoundedCache[Parameters, Result]", cached)
        return remembered

    return decorate
