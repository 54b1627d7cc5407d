"""The notation of a step for a person: some, of nets or of wrong steps, have thousands of letters.

What is left out is counted: ``... 16 more ...`` in a pattern, ``… and 180 more`` at the end of an
effect. Only a notation without such words reads back. `Step.pattern`, `Step.eliminations` and
records for programs are always complete.
"""

from __future__ import annotations

from collections.abc import Sequence

from sudoku_engine.board.candidates import Candidate
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.notation import effect_text
from sudoku_engine.board.step import Step

LONGEST = 240
"""The number of letters up to which the pattern of a technique stays whole: three lines."""

LONGEST_EFFECT = 120
"""The number of letters up to which an effect, or the cells that a step names, stay whole."""

MOST_DIGITS = 4
"""The digits that are left of each net in a pattern that is shortened."""


def short_notation(step: Step, layout: Layout, longest: int = LONGEST_EFFECT) -> str:
    """Return the notation of `step`, without most of a long pattern or effect.

    Of a net the first digits and the end are left, of many nets the first and the last; of any
    other pattern, the first parts, and of an effect the first digits and cells. `longest`: the
    number of letters of an effect.
    """
    whole = step.notation(layout)
    if len(whole) <= longest:
        return whole
    pattern = _short_pattern(step, whole.rpartition(" => ")[0])
    effect = _short_effect(step, layout, longest)
    return f"{pattern} => {effect}" if pattern else effect


def _short_pattern(step: Step, pattern: str) -> str:
    nets = nets_of_cases(step)
    if nets:
        shown = [_shortened(net) for net in nets]
        if len(shown) > 3:
            shown[1:-1] = [f"... {len(shown) - 2} more nets ..."]
        return "; ".join(shown)
    longest = LONGEST if step.pattern else LONGEST_EFFECT
    if len(pattern) <= longest:
        return pattern
    return f"{pattern[:longest].rpartition(' ')[0] or pattern[:longest]} …"


def _short_effect(step: Step, layout: Layout, longest: int) -> str:
    """Return the effect of `step`, with as many of its candidates as there is room for."""

    def text(placements: Sequence[Candidate], eliminations: Sequence[Candidate]) -> str:
        return effect_text(tuple(placements), tuple(eliminations), layout)

    placements = sorted(step.placements, key=_by_digit)
    eliminations = sorted(step.eliminations, key=_by_digit)
    whole = text(placements, eliminations)
    if len(whole) <= longest:
        return whole
    n_placed, n_all = len(placements), len(placements) + len(eliminations)

    def first(number: int) -> str:
        return text(placements[:number], eliminations[: max(number - n_placed, 0)])

    number = 1
    while len(first(number + 1)) <= longest:
        number += 1
    return f"{first(number)} … and {n_all - number} more"


def _by_digit(candidate: Candidate) -> tuple[int, int]:
    return candidate.digit, candidate.cell


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
