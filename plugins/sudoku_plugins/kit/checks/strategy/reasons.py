"""Check that the steps of a strategy follow from their named reasons, or find missing reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, islice, zip_longest
from typing import NamedTuple

from sudoku_engine.api.event_text import short_notation
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import COVER, Candidate, Step
from sudoku_engine.board.words import counted, listed, names
from sudoku_engine.errors import GaveUp
from sudoku_engine.plugins.component import Component
from sudoku_plugins.kit.boards_with_solutions import Position
from sudoku_plugins.kit.checks.strategy.steps import demand_right_steps
from sudoku_plugins.kit.checks.strategy.subject import StrategySubject
from sudoku_plugins.kit.findings import Finding, check
from sudoku_plugins.kit.reason_reader import Flaw, Kind, ReasonReader
from sudoku_plugins.kit.technique_comparison import finder_of
from sudoku_plugins.reasons.reasons import confining_houses, seen_by
from sudoku_plugins.reasons.smallest_reason import AnyTruth, missing_truths
from sudoku_plugins.strategies.analysis.truths import ClueTruth

MOST_PLACES = 3  # the number of candidates of one digit in a house that may be missing together

MOST_TRUTHS = 2
"""The cells and houses that may be missing together; if there are more, it is no slip."""

MOST_TRIES = 20_000  # the choices that are tried to find them
AS_NAMED = "the rest"  # the kind of a reason that a technique gives, of which the step names a part


class Addition(NamedTuple):
    """What a step should name as well."""

    kind: str
    """What is added: AS_NAMED, ``technique``, ``whole``, ``places``, ``cells``, ``houses``."""
    words: str


def missing_reason(
    reader: ReasonReader, grid: Grid, step: Step, technique: Component | None
) -> Addition | None:
    """Return the reason that `step` should also name; None if it is large, or not found.

    `technique`: the one that the strategy should be, which may know the reasons.
    """
    for other, addition in _by_technique(grid, step, technique) if technique is not None else ():
        with suppress(GaveUp):
            if reader.counter_board(grid, other) is None:
                return addition
    truths = missing_truths(grid, step, seen_by(step, grid), MOST_TRUTHS, MOST_TRIES)
    if not truths:
        return None
    additions = [_addition(grid, step, truth) for truth in truths]
    return Addition(additions[0].kind, "; ".join([each.words for each in additions]))


def _addition(grid: Grid, step: Step, truth: AnyTruth) -> Addition:
    if isinstance(truth, ClueTruth):
        return Addition("clues", f"name {truth.brief} in `clues`, too")
    if truth.cell is not None:
        group = [Candidate(truth.cell, digit) for digit in sorted(grid.candidates(truth.cell))]
        if any(cell == truth.cell for cell, _ in step.grounds):
            return Addition("whole", f"name all candidates of {_named(grid, group)} in `because`")
        return Addition("cells", f"{_named(grid, group)} is missing in `because`")
    group = [Candidate(cell, truth.digit) for cell in grid.places(truth.digit, truth.house)]
    if len(group) > MOST_PLACES:
        return Addition("houses", f"name {truth.house} in `houses`, too")
    where = f"all places for {truth.brief}"
    return Addition("places", f"name {where} in `because`: {_cells_of(grid, group)}")


def _by_technique(grid: Grid, step: Step, technique: Component) -> Iterator[tuple[Step, Addition]]:
    """Yield the steps of the `technique` with this effect, and their cells in words."""
    wanted = {*step.placements, *step.eliminations}
    named = {*step.grounds}
    alike = [
        other
        for other in technique.call(grid) or ()
        if wanted <= {*other.placements, *other.eliminations} and other.grounds
        if not _has_a_known_base(other)
    ]
    cells = {cell for cell, _ in named}
    for other in sorted(alike, key=lambda other: len({*other.grounds} & named), reverse=True):
        kind, words = "technique", f"{technique.name} names {_named(grid, other.grounds)} here"
        lacking = [each for each in other.grounds if each.cell not in cells]
        if lacking and named <= {*other.grounds}:
            are = "is" if len({cell for cell, _ in lacking}) == 1 else "are"
            kind, words = AS_NAMED, f"{words}: {_cells_of(grid, lacking)} {are} missing"
        yield other, Addition(kind, words)


def _has_a_known_base(fish: Step) -> bool:
    """Return whether a base house of a `fish` has only one place: it is a single in disguise."""
    cells = {cell for cell, _ in fish.grounds}
    base = confining_houses(fish) if COVER in fish.house_roles else ()
    return any(len(cells & {*house.cells}) < 2 for house in base)


def _named(grid: Grid, candidates: Sequence[Candidate]) -> str:
    """Return the cells of `candidates` in words, a single one with its digits."""
    digits = {digit for _, digit in candidates}
    is_single = len({cell for cell, _ in candidates}) == 1
    return _cells_of(grid, candidates) + (f" ({listed(digits)})" if is_single else "")


def _cells_of(grid: Grid, candidates: Sequence[Candidate]) -> str:
    return names({grid.layout.cells[cell] for cell, _ in candidates})


MOST_STEPS = 160  # steps whose reasons are read
NODES = 8000  # search nodes for the reasons of all these steps
NODES_FOR_ONE = 600  # search nodes for the reasons of one step
MOST_MENDED = 9  # steps for which a missing reason is looked for
MANY = 10  # steps without a reason that are no slip any more
MILD = (Kind.NOTHING, Kind.NO_HOUSE)  # true reasons that could be better

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
    unknown: int = 0  # steps of which it is unknown whether they follow
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
            flaw = reader.flaw(given.position.grid, given.step, given.position.solution)
        except GaveUp:
            reading.unknown += 1
        else:
            reading.flaws += [(given, flaw)] if flaw is not None else []
    return reading


def _praise(reading: Reading) -> Finding:
    known, asked = reading.asked - reading.unknown, reading.asked
    unknown = f"for {reading.unknown} of {counted(asked, 'step')} it is unknown whether they follow"
    if asked == 1:
        unknown = "it is unknown whether its only step follows from what it names"
    if not known:
        return Finding(unknown, ok=None, is_must=False)
    follow = "step follows from what it names" if known == 1 else "steps follow from what they name"
    return Finding(unknown if reading.unknown else "", ok=True, about=f"{known} {follow}")


def _finding(subject: StrategySubject, reading: Reading) -> Finding:
    kinds = [flaw.kind for _, flaw in reading.flaws]
    # False reasons count more than true ones that could be better.
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
    """Return the step to show, with advice, and whether all steps look like a search.

    A slip can always be fixed in the same way, or belongs to one technique. The steps of a search
    have no such fix.
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
    of_many, of_one = kind.value
    if reading.asked == 1:
        return f"its only step {of_one}"
    if number == 1:
        return f"1 of {reading.asked} steps {of_one}"
    if number < reading.asked:
        return f"{number} of {reading.asked} steps {of_many}"
    return f"{'both' if number == 2 else f'all {number}'} steps {of_many}"
