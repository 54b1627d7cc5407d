"""Check that the steps of a strategy follow from what they name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
from typing import NamedTuple

from sudoku_engine.api.short_notation import short_notation
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import counted
from sudoku_engine.errors import GaveUp
from sudoku_engine.plugins.component import Component
from sudoku_engine.testing.advice.reasons import advice_on_reasons
from sudoku_engine.testing.boards_with_solutions import Position
from sudoku_engine.testing.checks.strategy.steps import demand_right_steps
from sudoku_engine.testing.checks.strategy.subject import StrategySubject
from sudoku_engine.testing.false_reasons import Flaw, Kind, Reader
from sudoku_engine.testing.findings import Finding
from sudoku_engine.testing.technique_comparison import technique_like

MOST_STEPS = 160
"""The number of steps whose reasons are read."""

NODES = 8000
"""The number of search nodes for the reasons of all these steps."""

NODES_FOR_ONE = 600
"""The number of search nodes for the reasons of one step."""

MOST_MENDED = 6
"""The number of steps for which a missing reason is looked for."""

MANY = 10
"""The number of steps without a reason that are no slip any more."""

MILD = (Kind.NOTHING, Kind.NO_HOUSE)
"""What is not false, but may be said better."""

QUESTION = "Which cell is missing in `because`?"

BRIEF = 60
"""The number of letters of a step's effect in a sentence."""


class GivenStep(NamedTuple):
    """A step that a strategy found."""

    position: Position
    step: Step
    line: int


@dataclass
class Reading:
    """The reasons of many steps, read."""

    asked: int = 0
    unknown: int = 0
    """The number of steps of which nobody knows whether they follow."""
    flaws: tuple[tuple[GivenStep, Flaw], ...] = ()


def follows(subject: StrategySubject) -> Finding | None:
    """Check that its steps follow from what they name."""
    demand_right_steps(subject)
    sample = list(islice(_spread(subject), MOST_STEPS))
    if not sample:
        return Finding("it must find something first", ok=None, is_must=False)
    reader = _reader(subject)
    reading = _read(reader, sample)
    if reading.flaws:
        return _finding(subject, reading)
    return _praise(reading)


def _reader(subject: StrategySubject) -> Reader:
    """Return a reader; boards with one solution are rare and hard to find, and so are the steps."""
    has_one_solution = subject.component.has_assumption
    return Reader(NODES, NODES if has_one_solution else NODES_FOR_ONE, has_one_solution)


def _spread(subject: StrategySubject) -> Iterator[GivenStep]:
    """Yield its steps: each line of the code in turn, and of each line boards far apart."""
    by_line: dict[int, list[GivenStep]] = {}
    last = None
    for position, answer in chain(subject.with_steps(), subject.on_example):
        if answer is last:  # the same board, with its second solution
            continue
        last = answer
        for step, line in answer.steps_with_lines():
            by_line.setdefault(line, []).append(GivenStep(position, step, line))
    turns = zip_longest(*(map(_far_apart, by_line.values())))
    return (given for given in chain.from_iterable(turns) if given is not None)


def _far_apart(steps: Sequence[GivenStep]) -> Iterator[GivenStep]:
    """Yield all `steps`: first every 64th or so, then those between."""
    stride = max(len(steps) // MOST_STEPS, 1)
    for start in range(stride):
        yield from steps[start::stride]


def _read(reader: Reader, sample: Sequence[GivenStep]) -> Reading:
    reading = Reading()
    flaws = []
    for given in sample:
        if reader.is_exhausted:
            break
        reading.asked += 1
        try:
            flaw = reader.flaw(given.position.grid, given.step)
        except GaveUp:
            reading.unknown += 1
        else:
            if flaw is not None:
                flaws.append((given, flaw))
    reading.flaws = tuple(flaws)
    return reading


def _praise(reading: Reading) -> Finding:
    """Return how many steps follow, and in the verdict on how many nobody knows it."""
    known, asked = reading.asked - reading.unknown, reading.asked
    unknown = f"on {reading.unknown} of {counted(asked, 'step')} nobody knows whether they follow"
    if not known:
        return Finding(unknown, ok=None, is_must=False)
    follow = "step follows from what it names" if known == 1 else "steps follow from what they name"
    return Finding(unknown if reading.unknown else "", ok=True, about=f"{known} {follow}")


def _finding(subject: StrategySubject, reading: Reading) -> Finding:
    """Return what is false in the reasons, shown on the simplest of the steps."""
    kinds = [flaw.kind for _, flaw in reading.flaws]
    kind = max(Kind, key=kinds.count)
    ranked = sorted(
        ((given, flaw) for given, flaw in reading.flaws if flaw.kind is kind), key=_size
    )
    technique = subject.kit.against or technique_like(subject.component, subject.kit.ours)
    mended = list(_mended(subject, ranked, technique))
    is_hopeless = 2 * sum(bool(advice) for *_, advice in mended) < len(mended)
    given, flaw, advice = next(one for one in mended if bool(one[-1]) is not is_hopeless)
    grid = given.position.grid
    why = _how_many(reading, kinds.count(kind), kind)
    notation = short_notation(given.step, grid.layout, BRIEF)
    why += f": {notation} {flaw.detail}" if flaw.detail else f", such as {notation}"
    if is_hopeless and len(ranked) >= MANY and 2 * len(ranked) > reading.asked:
        why += ". This is what trial and error looks like"
    return Finding(
        why,
        grid,
        given.step,
        line=given.line,
        advice=advice or QUESTION,
        source=given.position.source,
        counter=flaw.counter,
        is_must=kind not in MILD,
        about=f"its steps {kind.value[0]}",
    )


def _size(one: tuple[GivenStep, Flaw]) -> tuple[int, int]:
    given, _ = one
    grid, step = given.position.grid, given.step
    return len(step.grounds), sum(map(int.bit_count, grid.masks))


def _mended(
    subject: StrategySubject,
    ranked: Sequence[tuple[GivenStep, Flaw]],
    technique: Component | None,
) -> Iterator[tuple[GivenStep, Flaw, str]]:
    """Yield some of the `ranked` steps, each with advice, which is empty if none is found."""
    for given, flaw in ranked[:: max(len(ranked) // MOST_MENDED, 1)][:MOST_MENDED]:
        advice = flaw.advice or advice_on_reasons(
            _reader(subject), given.position.grid, given.step, technique
        )
        yield given, flaw, advice


def _how_many(reading: Reading, number: int, kind: Kind) -> str:
    """Return how many steps have reasons that are false in this way."""
    of_many, of_one = kind.value
    if reading.asked == 1:
        return f"its only step {of_one}"
    if number == 1:
        return f"1 of {reading.asked} steps {of_one}"
    every = "all" if number == reading.asked else f"{number} of"
    return f"{every} {reading.asked} steps {of_many}"
