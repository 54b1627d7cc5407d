"""Strategies as helpers on the user's board: they apply a step, a pass, or all they find."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from sudoku_engine.api.events import Ended, Event, Faulted, Rejected, Started, Stepped
from sudoku_engine.api.fault_text import fault_text
from sudoku_engine.board.words import counted

How = Literal["step", "pass", "fixpoint"]
"""How far a strategy goes: one step, one pass over the board, or until nothing changes."""


class Applied(NamedTuple):
    """What strategies did on a board.

    `steps`: the number of steps. `faults`: strategies that failed or found a wrong step. `text`:
    all of it in words.
    """

    steps: int
    faults: tuple[Faulted | Rejected, ...]
    text: str


def up_to_first_step(events: Iterator[Event]) -> Iterator[Event]:
    """Yield the `events` up to and including the first step."""
    for event in events:
        yield event
        if isinstance(event, Stepped):
            return


def summary(events: Sequence[Event]) -> Applied:
    """Return what happened in `events`, counted and in words."""
    faults = tuple(event for event in events if isinstance(event, (Faulted, Rejected)))
    counts = Counter(event.strategy.name for event in events if isinstance(event, Stepped))
    steps = [f"{name}: {counted(count, 'step')}" for name, count in counts.items()]
    texts = [", ".join(steps)] if steps else []
    texts += [fault_text(fault) for fault in faults]
    if not texts:
        texts.append(_nothing(events))
    for event in events:
        if isinstance(event, Ended):
            texts += _end_texts(event)
    return Applied(sum(counts.values()), faults, "; ".join(texts))


def _end_texts(ended: Ended) -> list[str]:
    """Return what the user should know about the end, but no wrong cell, as that is a hint."""
    if ended.outcome not in ("contradiction", "stopped"):
        return list(ended.notes)
    why = "the board has no solution" if ended.why.startswith("no solution") else ended.why
    return [why, *ended.notes]


def _nothing(events: Sequence[Event]) -> str:
    called = [
        strategy for event in events if isinstance(event, Started) for strategy in event.strategies
    ]
    return f"{called[0].name} finds nothing" if len(called) == 1 else "no strategy finds a step"
