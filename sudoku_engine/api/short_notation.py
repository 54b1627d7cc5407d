"""The notation of a step for a person: that of nets within nets can have thousands of letters.

A notation that is shortened has ``...`` in it: its effect still reads back, but not its pattern.
`Step.pattern` is always complete.
"""

from __future__ import annotations

from sudoku_engine.board.layout import Layout
from sudoku_engine.board.step import Step

LONGEST = 240
"""The number of letters up to which a pattern is never shortened: three lines of text."""

MOST_DIGITS = 4
"""The digits that are left of each net in a pattern that is shortened."""


def short_notation(step: Step, layout: Layout) -> str:
    """Return the notation of `step`, without the middle of a long pattern that its cases tell.

    Of a net the first digits and the end are left, of many nets the first and the last.
    """
    nets = nets_of_cases(step)
    if not nets:
        return step.notation(layout)
    shown = [_shortened(net) for net in nets]
    if len(shown) > 3:
        shown[1:-1] = [f"... {len(shown) - 2} more nets ..."]
    return step.replace(pattern="; ".join(shown)).notation(layout)


def _shortened(net: str) -> str:
    digits, arrow, end = net.partition(" -> ")
    first = digits.split(", ")
    more = len(first) - MOST_DIGITS
    if more < 2:
        return net
    return f"{', '.join(first[:MOST_DIGITS])}, ... {more} more ...{arrow}{end}"


def nets_of_cases(step: Step) -> list[str]:
    """Return the part of a long pattern that each case has; nothing for a pattern that is short.

    Chains are parted by a ``;`` as nets are, but they are short enough.
    """
    nets = step.pattern.split("; ")
    is_long = len(step.pattern) > LONGEST and all(" -> " in net for net in nets)
    return nets if is_long and len(nets) == len(step.branches) else []
