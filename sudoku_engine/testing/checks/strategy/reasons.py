"""Check that the steps of a strategy follow from what they name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, zip_longest
from typing import NamedTuple

from sudoku_engine.api.event_text import short_notation
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import counted
from sudoku_engine.errors import GaveUp
from sudoku_engine.plugins.component import Component
from sudoku_engine.testing.advice.missing_reasons import AS_NAMED, Addition, missing_reason
from sudoku_engine.testing.boards_with_solutions import Position
from sudoku_engine.testing.checks.strategy.steps import demand_right_steps
from sudoku_engine.testing.checks.strategy.subject import StrategySubject
from sudoku_engine.testing.findings import Finding, check
from sudoku_engine.testing.reason_reader import Flaw, Kind, ReasonReader
from sudoku_engine.testing.technique_comparison import finder_of

MOST_STEPS = 160  # steps whose reasons are read
NODES = 8000  # search nodes for the reasons of all these steps
NODES_FOR_ONE = 600  # search nodes for the reasons of one step
MOST_MENDED = 9  # steps for which a missing reason is looked for
MANY = 10  # steps without a reason that are no slip any more
MILD = (Kind.NOTHING, Kind.NO_HOUSE, Kind.IDLE_HOUSE)  # what is not false, but may be said better

QUESTION = "Which cell is missing in `because`?"

OF_A_SEARCH = "a technique knows what proves each of its steps: which cells, in which house?"

BRIEF = 60  # letters of a step's effect in a sentence


class GivenStep(NamedTuple):
    """A step that a strategy found."""

    position: Position
    step: Step
    line: int


Flawed = tuple[GivenStep, Flaw]  # a step with what is false in its reasons


@dataclass
class Reading:
    """The reasons of many steps, read."""

    asked: int = 0
    unknown: int = 0  # steps of which nobody knows whether they follow
    flaws: list[Flawed] = field(default_factory=list)


@check("follows", "its steps do not follow from what they name", is_must=False)
def follows(subject: StrategySubject) -> Finding | None:
    """Its steps follow from what they name."""
    demand_right_steps(subject)
    sample = list(islice(_spread(subject), MOST_STEPS))
    if not sample:
        return Finding("it must find something first", ok=None, is_must=False)
    reading = _read(_reader(subject), sample)
    return _finding(subject, reading) if reading.flaws else _praise(reading)


def _reader(subject: StrategySubject) -> ReasonReader:
    """Return a reader; boards with one solution are rare and hard to find, and so are the steps."""
    has_one_solution = subject.component.assumes_unique
    return ReasonReader(NODES, NODES if has_one_solution else NODES_FOR_ONE, has_one_solution)


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
    lines = []
    for steps in by_line.values():  # first every 64th or so, then those between
        stride = max(len(steps) // MOST_STEPS, 1)
        lines.append(chain.from_iterable(steps[start::stride] for start in range(stride)))
    turns = chain.from_iterable(zip_longest(*lines))
    return (given for given in turns if given is not None)


def _read(reader: ReasonReader, sample: Sequence[GivenStep]) -> Reading:
    reading = Reading()
    for given in sample:
        if reader.is_exhausted:
            break
        reading.asked += 1
        try:
            flaw = reader.flaw(given.position.grid, given.step)
        except GaveUp:
            reading.unknown += 1
        else:
            reading.flaws += [(given, flaw)] if flaw is not None else []
    return reading


def _praise(reading: Reading) -> Finding:
    known, asked = reading.asked - reading.unknown, reading.asked
    unknown = f"of {reading.unknown} of {counted(asked, 'step')} nobody knows whether they follow"
    if asked == 1:
        unknown = "nobody knows whether its only step follows from what it names"
    if not known:
        return Finding(unknown, ok=None, is_must=False)
    follow = "step follows from what it names" if known == 1 else "steps follow from what they name"
    return Finding(unknown if reading.unknown else "", ok=True, about=f"{known} {follow}")


def _finding(subject: StrategySubject, reading: Reading) -> Finding:
    """Return what is false in the reasons, shown on the simplest of the steps."""
    kinds = [flaw.kind for _, flaw in reading.flaws]
    # What is false counts more than what may be said better.
    kind = max(Kind, key=lambda kind: (kind in kinds and kind not in MILD, kinds.count(kind)))
    shown = sorted((each for each in reading.flaws if each[1].kind is kind), key=_size)
    why = _how_many(reading, len(shown), kind)
    given, flaw = shown[0]
    advice = flaw.advice
    if kind in (Kind.TOO_LITTLE, Kind.ELIMINATED):
        given, flaw, advice, is_searching = _mended(subject, shown)
        names_more = len({cell for cell, _ in given.step.grounds}) != 1  # one cell is a slip
        is_often = len(shown) >= MANY and 2 * len(shown) > reading.asked
        if is_searching and is_often and names_more:
            why += ", which is what trial and error looks like"
            advice = OF_A_SEARCH
    grid = given.position.grid
    notation = short_notation(given.step, grid.layout, BRIEF)
    is_plain = flaw.detail or reading.asked == 1
    why += f"{':' if is_plain else ', such as'} {notation} {flaw.detail}".rstrip()
    return Finding(
        why,
        grid,
        given.step,
        line=given.line,
        advice=advice,
        source=given.position.source,
        counter=flaw.counter,
        part=sum(each not in MILD for each in kinds) / reading.asked,
        is_must=kind not in MILD,
        about=f"its steps {kind.value[0]}",
    )


def _size(one: Flawed) -> tuple[int, int]:
    given, _ = one
    grid, step = given.position.grid, given.step
    return len(step.grounds), sum(map(int.bit_count, grid.masks))


def _mended(subject: StrategySubject, shown: Sequence[Flawed]) -> tuple[GivenStep, Flaw, str, bool]:
    """Return the one of the steps to show, with advice, and whether all look like a search.

    A slip is mended in the same way again and again, or is that of one technique. What a search
    finds has no such reason.
    """
    some = shown[:: max(len(shown) // MOST_MENDED, 1)][:MOST_MENDED]
    some_named = [] if shown[0][1].kind is Kind.ELIMINATED else some
    added = [_added(subject, given, subject.technique) for given, _ in some_named]
    ways = Counter(each.kind for each in added if each is not None)
    (way, number), *_ = ways.most_common(1) or [("", 0)]
    if 3 * ways[AS_NAMED] >= len(some):  # steps of its technique, told by half
        way, number = AS_NAMED, len(some)
    if 3 * number >= 2 * len(some):
        index = next(i for i, each in enumerate(added) if each is not None and each.kind == way)
        return *some[index], _words(added[index]), False
    finder = _finder_of_all(subject, [given for given, _ in some])
    if finder is not None:
        given, flaw = some[0]
        return given, flaw, _words(_added(subject, given, finder)), False
    index = next((i for i, each in enumerate(added) if each is None), 0)
    return *some[index], some[index][1].advice or QUESTION, True


def _added(
    subject: StrategySubject, given: GivenStep, technique: Component | None
) -> Addition | None:
    return missing_reason(_reader(subject), given.position.grid, given.step, technique)


def _words(addition: Addition | None) -> str:
    return QUESTION if addition is None else addition.words


def _finder_of_all(subject: StrategySubject, steps: Sequence[GivenStep]) -> Component | None:
    """Return the one bundled technique that finds all the `steps`, if there is one."""
    return next(
        (
            each
            for each in subject.kit.ours
            if each.is_by_default
            and each.family != "forcing"
            and all(finder_of(given.step, given.position.grid, [each]) for given in steps)
        ),
        None,
    )


def _how_many(reading: Reading, number: int, kind: Kind) -> str:
    """Return how many steps have reasons that are false in this way."""
    of_many, of_one = kind.value
    if reading.asked == 1:
        return f"its only step {of_one}"
    if number == 1:
        return f"1 of {reading.asked} steps {of_one}"
    if number < reading.asked:
        return f"{number} of {reading.asked} steps {of_many}"
    return f"{'both' if number == 2 else f'all {number}'} steps {of_many}"
