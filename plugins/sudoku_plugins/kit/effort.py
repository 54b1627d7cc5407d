"""The cost of a call, and the effort for a strategy: less for a slow one.

The cost is much the same on a busy machine and on an idle one, so that the same strategy is always
asked the same.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from time import monotonic, process_time
from typing import NamedTuple, TypeVar

Item = TypeVar("Item")

GOLDEN = (math.sqrt(5) - 1) / 2


class Effort(NamedTuple):
    """The effort for strategies that need about the same time."""

    seconds: float  # the seconds that a board may cost them
    boards: int  # boards of their own size
    calls: int  # calls that a check may make besides
    others: int  # boards of each other size or shape


EFFORTS = (
    Effort(0.006, 1000, 3000, 12),
    Effort(0.11, 100, 60, 4),
    Effort(2.0, 30, 20, 2),
    Effort(math.inf, 6, 4, 1),
)
"""The efforts, for quick strategies first.

They are few and far apart, as the time that a board costs is never quite the same.
"""


def effort_for(seconds: float) -> Effort:
    """Return the effort for a strategy that needs this number of `seconds` for a board."""
    return next(effort for effort in EFFORTS if seconds <= effort.seconds)


NEAR = 1.7  # how many times more or less than a border may be its other side, on a busy machine
MEASURES = 7  # of a strategy near a border


def effort_of(measured: Callable[[], float]) -> Effort:
    """Return the effort for a strategy of which each call of `measured` says what a board costs.

    Near a border between efforts no single measure decides, but the middle one of several.
    """
    seconds = [measured()]
    if any(effort.seconds / NEAR < seconds[0] < effort.seconds * NEAR for effort in EFFORTS):
        seconds += [measured() for _ in range(MEASURES - 1)]
    return effort_for(sorted(seconds)[len(seconds) // 2])


def mean(numbers: Sequence[float]) -> float:
    """Return the mean of `numbers`; Python's own takes a while to load."""
    return sum(numbers) / len(numbers)


def spread(items: Sequence[Item], most: int) -> list[Item]:
    """Return at most `most` of the `items` in their order, evenly spread.

    What is returned for a smaller number is returned for a larger one, too.
    """
    ranked = sorted(range(len(items)), key=lambda index: index * GOLDEN % 1)
    return [items[index] for index in sorted(ranked[:most])]


Result = TypeVar("Result")

HAS_PROCESSOR_CLOCK = sys.platform != "emscripten"
"""Whether the time of this process alone can be measured; in a browser all programs count."""

SLEEPER = 8  # a call that lasts more than this many times its processor time waits
YARDSTICK = 30_000  # turns of a loop with whose time all others are compared
USUAL = 0.001  # the seconds of that loop on the machine for which limits are given


def cost(call: Callable[[], Result]) -> tuple[Result, float]:
    """Return the result of `call`, and the seconds that it costs.

    These are seconds of the processor, unless it sleeps most of the time: other programs that make
    it wait do not count.
    """
    begun, work = monotonic(), process_time()
    result = call()
    lasted, work = monotonic() - begun, process_time() - work
    return result, lasted if lasted > SLEEPER * work + USUAL else work


def slowness() -> float:
    """Return the factor by which this machine is slower now than the reference machine."""
    begun = process_time()
    for number in range(YARDSTICK):
        number * number % 7
    return (process_time() - begun) / USUAL
