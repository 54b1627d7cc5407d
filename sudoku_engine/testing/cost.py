"""The time that a call of a plugin costs, much the same on a busy machine and on an idle one."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic, process_time
from typing import TypeVar

Result = TypeVar("Result")

HAS_PROCESSOR_CLOCK = sys.platform != "emscripten"
"""Whether the time of this process alone can be measured; in a browser all programs count."""

SLEEPER = 8
"""A call that lasts longer than this many times its processor time waits for something itself."""

YARDSTICK = 30_000
"""The number of turns of a loop with whose time all others are compared."""

USUAL = 0.001
"""The seconds of that loop on the machine for which limits are given."""


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
    """Return how many times slower this machine is now than the usual one."""
    begun = process_time()
    for number in range(YARDSTICK):
        number * number % 7
    return (process_time() - begun) / USUAL
