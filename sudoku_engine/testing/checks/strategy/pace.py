"""Check that a strategy is not far slower than the bundled techniques."""

from __future__ import annotations

from collections.abc import Sequence

from sudoku_engine.testing.boards_with_solutions import puzzles_of
from sudoku_engine.testing.checks.strategy.subject import StrategySubject, seconds_of
from sudoku_engine.testing.effort import HAS_PROCESSOR_CLOCK, mean, spread
from sudoku_engine.testing.findings import Finding, NotNeeded, check

SLOW = 0.04  # the seconds for a board from which on a strategy may be called slow
TIMES = 100  # how many times slower than ours such a strategy is
SLOWEST = 10  # the part of a kind's boards that counts, the slowest: one in ten
FEWEST = 3  # boards of a kind that decide: one alone may have met other work of the machine
MEASURED = 4  # boards on which ours are measured

KINDS = {"diagonals": "board with diagonals", "jigsaw": "jigsaw board"}


@check("quick", "it is far slower than our techniques", is_must=False)
def is_quick(subject: StrategySubject) -> Finding | None:
    """It is not far slower than our techniques."""
    if not HAS_PROCESSOR_CLOCK:
        raise NotNeeded("only `plugins check` can measure that, a browser cannot")
    seconds, group = max(
        (
            (_of_slowest(found), group)
            for group, found in subject.seconds.items()
            if len(found) > FEWEST
        ),
        default=(0.0, ""),
    )
    if seconds < SLOW:
        return None
    name, techniques = subject.like_it
    grids = [position.grid for position in spread(puzzles_of(group), MEASURED)]
    ours = mean([seconds_of(techniques, grid) for grid in grids])
    if seconds < TIMES * ours:
        return None
    kind = KINDS.get(group, f"{group} board")
    why = f"it takes {_time(seconds)} for a {kind}; {name} {_time(ours)}"
    advice = "work out before a loop what stays the same in it, and leave it as soon as you can"
    return Finding(why, line=subject.component.line, advice=advice)


def _of_slowest(seconds: Sequence[float]) -> float:
    """Return what one of the boards costs that cost most.

    The one that cost most of all does not decide: the machine may have had other work just then.
    """
    counted = sorted(seconds)[:-1]
    return mean(counted[-max(len(counted) // SLOWEST, FEWEST) :])


def _time(seconds: float) -> str:
    """Return `seconds` with one digit, as they differ from run to run.

    >>> _time(0.93), _time(12.4), _time(0.00031)
    ('0.9 s', '10 s', '0.3 ms')
    """
    if seconds < 0.1:
        return f"{float(f'{1000 * seconds:.1g}'):g} ms"
    return f"{float(f'{seconds:.1g}'):g} s"
