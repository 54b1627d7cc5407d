"""The steps of a run, drawn for a sheet: steps that only place digits share a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import ceil

from sudoku_engine.api.events import Event, Stepped, steps_on_boards
from sudoku_engine.api.hint_text import why_texts
from sudoku_engine.api.short_notation import short_notation
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Step
from sudoku_engine.picture.print_sheet import Drawing
from sudoku_engine.picture.scene import Scene

MOST_TOGETHER = 12
"""The number of singles in a drawing in which they can still be followed."""


def step_drawings(events: Iterable[Event]) -> Iterator[Drawing]:
    """Yield drawings of the steps in the `events` of a run, each on the board before it."""
    for before, steps in steps_together(events):
        yield drawing_of(before, steps)


def steps_together(events: Iterable[Event]) -> Iterator[tuple[Grid, list[Stepped]]]:
    """Yield the steps in the `events` of a run that share a drawing, with the board before them.

    Singles that follow each other do so, since there are many of them.
    """
    for is_single, group in groupby(steps_on_boards(events), lambda each: _is_single(each[1].step)):
        found = list(group)
        parts = ceil(len(found) / MOST_TOGETHER) if is_single else len(found)
        for part in range(parts):
            begin, end = (len(found) * each // parts for each in (part, part + 1))
            yield found[begin][0], [event for _, event in found[begin:end]]


def drawing_of(before: Grid, steps: Sequence[Stepped]) -> Drawing:
    """Return the drawing of `steps` on the board `before` them, as from `steps_together`."""
    if len(steps) > 1:
        return _singles(before, steps)
    (event,) = steps
    return step_drawing(before, event, f"{event.number} · {event.strategy.name}")


def step_drawing(before: Grid, event: Stepped, caption: str) -> Drawing:
    """Return the step of `event` on the board `before` it, with its notation and its reason."""
    notation = short_notation(event.step, before.layout)
    below = (notation, *why_texts(event.step))
    return Drawing(Scene(before, event.step), caption, below)


def _is_single(step: Step) -> bool:
    return not (step.eliminations or step.links or step.branches)


def _singles(before: Grid, events: Sequence[Stepped]) -> Drawing:
    counts = Counter(event.strategy.name for event in events)
    names = ", ".join(f"{count} {name}" for name, count in counts.items())
    in_order = ", ".join(short_notation(event.step, before.layout) for event in events)
    together = Step([placed for event in events for placed in event.step.placements])
    caption = f"{events[0].number} to {events[-1].number} · {names}"
    return Drawing(Scene(before, together), caption, (in_order,))
