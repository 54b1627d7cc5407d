"""Read the reasons of steps: do they follow, and from the houses that are named?

A reason is read kindly (`seen_by`): whoever names all that matters need not name the house as well.
The check `follows` reads those of a strategy's steps, and finds what they should name as well.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import chain, islice, zip_longest
from typing import NamedTuple

from sudoku_engine import Candidate, GaveUp, Grid, House, Step, listed, names
from sudoku_engine.api.event_text import short_notation
from sudoku_engine.board.masks import digits_of
from sudoku_engine.board.step import COVER
from sudoku_engine.board.words import counted, plural
from sudoku_engine.plugins.component import Component
from sudoku_engine.search import Budget
from sudoku_plugins.kit.boards_with_solutions import Position
from sudoku_plugins.kit.checks.strategy.steps import demand_right_steps
from sudoku_plugins.kit.checks.strategy.subject import StrategySubject
from sudoku_plugins.kit.findings import Finding, check
from sudoku_plugins.reasons.reasons import (
    Facts,
    confining_houses,
    counter_board,
    said_by,
    seen_by,
)
from sudoku_plugins.reasons.smallest_reason import AnyTruth, missing_truths
from sudoku_plugins.strategies.analysis.truths import ClueTruth


class Kind(Enum):
    """The kinds of false reasons; the values are the words for several steps, and for one."""

    NOTHING = "place a digit without a reason", "places a digit without a reason"
    ELIMINATED = "name as the reason what they eliminate", "names as the reason what it eliminates"
    TOO_LITTLE = "do not follow from what they name", "does not follow from what it names"
    WRONG_HOUSE = "name a house that plays no part", "names a house that plays no part"
    NO_HOUSE = "need a house that they do not name", "needs a house that it does not name"


class Flaw(NamedTuple):
    """A false reason of a step."""

    kind: Kind
    detail: str = ""  # the fault of this step, in words
    advice: str = ""  # how to mend it; empty if that is to be looked for
    counter: Grid | None = None  # on which all that is named holds, and the step is false


class StepParts:
    """The cells of a step, and the facts about its houses."""

    def __init__(self, grid: Grid, step: Step) -> None:
        self.grid, self.step = grid, step
        self.facts = seen_by(step, grid)
        changed = {cell for cell, _ in (*step.placements, *step.eliminations)}
        self.cells = {*self.facts.named, *changed}
        self.is_chain = bool(step.all_links or step.branches)
        self.names_reasons = bool({*step.grounds} - {*step.placements} or step.houses)
        """Whether it names more than what it places."""

    @cached_property
    def evident(self) -> list[tuple[House, int]]:
        """The houses, with their digits, that need not be named."""
        return list(seen_by(self.step.replace(houses=()), self.grid).places)

    @property
    def is_naked_single(self) -> bool:
        """Whether it only places digits that are alone in their cells: all their houses matter."""
        return not self.step.eliminations and all(
            len(self.grid.candidates(cell)) == 1 for cell, _ in self.step.placements
        )

    def in_house(self, house: House) -> list[int]:
        """Return the cells of the step in `house`."""
        return sorted(self.cells & {*house.cells})

    def is_evident(self, house: House) -> bool:
        """Return whether some named digit has all its places in `house` named."""
        return any(house is each for each, _ in self.evident)

    def digits_of(self, houses: Iterable[House]) -> str:
        """Return the digits of which all places in one of the `houses` are named, in words."""
        found = (mask for house in houses for each, mask in self.evident if each is house)
        return listed(dict.fromkeys(chain(*(sorted(digits_of[mask]) for mask in found))))

    def has_effect_in(self, house: House) -> bool:
        """Return whether a candidate that is eliminated sees a named one of its digit there."""
        return any(
            cell != other and mask >> digit - 1 & 1
            for cell, digit in self.step.eliminations
            for other, mask in self.facts.named.items()
            if {cell, other} <= {*house.cells}
        )


def houses_in_words(houses: Sequence[House]) -> str:
    """Return the names of `houses` in words: ``rows 2 and 7``, ``row 2 and box 1``."""
    if len({house.kind for house in houses}) > 1 or len(houses) == 1:
        return listed(houses)
    numbers = listed(house.name.split()[-1] for house in houses)
    return f"{plural(houses[0].kind)} {numbers}"


MOST_HOUSES = 8  # houses of which each is tried


class ReasonReader:
    """Reads the reasons of a strategy's steps, within a budget for all of them."""

    def __init__(self, nodes: int, nodes_for_one: int, has_one_solution: bool = False) -> None:
        """Use `nodes` of search at most; `has_one_solution`: ask only boards with one solution."""
        self._left = nodes
        self._most = nodes_for_one
        self.has_one_solution = has_one_solution

    @property
    def is_exhausted(self) -> bool:
        """Whether all nodes are used up."""
        return self._left <= 0

    def counter_board(self, grid: Grid, step: Step, facts: Facts | None = None) -> Grid | None:
        """Return a full board where the reasons of `step` hold, and not the step; raises GaveUp."""
        budget = Budget(max(min(self._most, self._left), 0))
        facts = seen_by(step, grid) if facts is None else facts
        try:
            return counter_board(grid, step, budget, facts, has_one_solution=self.has_one_solution)
        finally:
            self._left -= budget.spent + 1

    def flaw(self, grid: Grid, step: Step) -> Flaw | None:
        """Return the flaw in the reasons of `step` on `grid`; raises GaveUp if it is not known.

        A step that names nothing has no false reasons.
        """
        if not (step.grounds or step.all_links or step.houses or step.placements):
            return None
        parts, counter = StepParts(grid, step), self.counter_board(grid, step)
        if step.grounds and {*step.grounds} <= {*step.eliminations} and not step.all_links:
            advice = "name the candidates that prove it: those which are left, and why"
            return Flaw(Kind.ELIMINATED, "", advice, counter)
        if counter is not None and (parts.names_reasons or step.all_links):
            return Flaw(Kind.TOO_LITTLE, counter=counter)
        if counter is not None:
            advice = "what proves it? Name that in `because` and `houses`"
            return Flaw(Kind.NOTHING, "", advice, counter)
        with suppress(GaveUp):  # it follows, which is what matters
            return self._house_flaw(parts)
        return None

    def _house_flaw(self, parts: StepParts) -> Flaw | None:
        """Return the flaw that a house is missing among those which are named, or plays no part."""
        step, is_wrong = parts.step, not all(map(parts.in_house, parts.step.houses))
        if needed := self._needed_houses(parts):
            where = houses_in_words(needed)
            there = "there" if len(needed) == 1 else "in each"
            detail = f"needs {where}, as {there} no other place is left for "
            detail += parts.digits_of(needed)
            if len(step.houses) == 1 and not (step.house_roles or step.clues):
                (house,) = step.houses
                is_wrong |= not (parts.is_evident(house) or parts.has_effect_in(house))
            if not is_wrong:
                return Flaw(Kind.NO_HOUSE, detail, f"name {where} in `houses`, too")
            advice = f"name {where} in `houses`, not {listed(step.houses)}"
            return Flaw(Kind.WRONG_HOUSE, detail, advice)
        idle = self._idle_house(parts)
        if idle is None:
            return None
        cells = names(parts.grid.layout.cells[cell] for cell in parts.in_house(idle))
        detail = f"names {idle}, where {f'only {cells}' if cells else 'nothing'} is of the step"
        return Flaw(Kind.WRONG_HOUSE, detail, "name the houses that the cells of the step share")

    def _needed_houses(self, parts: StepParts) -> list[House]:
        """Return the houses that the step needs and does not name; none if there are many."""
        step, said = parts.step, said_by(parts.step)
        if not parts.names_reasons or parts.is_chain or parts.is_naked_single:
            return []
        if step.placements and not step.houses:
            return []  # who sees the digit sees its house
        if self.counter_board(parts.grid, step, said) is None:
            return []
        needed = [one for one in parts.evident if one[0] not in step.houses]
        if len(needed) > MOST_HOUSES:
            return []
        for one in needed[::-1]:  # lines before boxes
            fewer = [each for each in needed if each is not one]
            facts = Facts(said.named, [*said.places, *fewer])
            if self.counter_board(parts.grid, step, facts) is None:
                needed = fewer
        return [house for house, _ in needed] if step.houses or len(needed) == 1 else []

    def _idle_house(self, parts: StepParts) -> House | None:
        """Return a named house with nothing of the step, or with one cell if all are like that."""
        step = parts.step
        for house in step.houses:
            if not parts.in_house(house):
                return house
        if parts.is_naked_single or parts.is_chain or not step.houses:
            return None
        if step.clues:  # the search adds up houses and clues by itself: it cannot tell
            return None
        if any(len(parts.in_house(each)) > 1 or parts.is_evident(each) for each in step.houses):
            return None
        is_needed = self.counter_board(parts.grid, step.replace(houses=())) is not None
        return None if is_needed else step.houses[0]


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
            return Addition(
                "whole", f"name all candidates of {_name_cells(grid, group)} in `because`"
            )
        return Addition("cells", f"{_name_cells(grid, group)} is missing in `because`")
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
        kind, words = "technique", f"{technique.name} names {_name_cells(grid, other.grounds)} here"
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


def _name_cells(grid: Grid, candidates: Sequence[Candidate]) -> str:
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
MILD = (Kind.NOTHING, Kind.NO_HOUSE)  # true reasons that could be better

QUESTION = "Which cell is missing in `because`?"

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
            flaw = reader.flaw(given.position.grid, given.step)
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
    shown = [each for each in reading.flaws if each[1].kind is kind]
    shown.sort(key=lambda each: sum(map(int.bit_count, each[0].position.grid.masks)))
    shown.sort(key=lambda each: len(each[0].step.grounds))
    why = _how_many(reading, len(shown), kind)
    given, flaw = shown[0]
    advice = flaw.advice
    if kind in (Kind.TOO_LITTLE, Kind.ELIMINATED):
        given, flaw, advice = _mend(subject, shown)
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


def _mend(subject: StrategySubject, shown: Sequence[Flawed]) -> tuple[GivenStep, Flaw, str]:
    """Return the step to show, with advice: a slip can be mended in the same way in most steps."""
    some = shown[:: max(len(shown) // MOST_MENDED, 1)][:MOST_MENDED]
    (first, flaw), technique = some[0], subject.technique
    if flaw.kind is Kind.ELIMINATED:
        return first, flaw, flaw.advice
    added: list[tuple[Flawed, Addition]] = []
    for one in some:
        grid, step = one[0].position.grid, one[0].step
        if addition := missing_reason(_reader(subject), grid, step, technique):
            added.append((one, addition))
    ways = Counter(addition.kind for _, addition in added)
    way, number = max(ways.items(), key=lambda each: each[1], default=("", 0))
    if 3 * ways[AS_NAMED] >= len(some):  # steps of its technique, told by half
        way, number = AS_NAMED, len(some)
    for one, addition in added:
        if addition.kind == way and 3 * number >= 2 * len(some):
            return *one, addition.words
    return first, flaw, QUESTION


def _how_many(reading: Reading, number: int, kind: Kind) -> str:
    of_many, of_one = kind.value
    if reading.asked == 1:
        return f"its only step {of_one}"
    if number == 1:
        return f"1 of {reading.asked} steps {of_one}"
    if number < reading.asked:
        return f"{number} of {reading.asked} steps {of_many}"
    return f"{'both' if number == 2 else f'all {number}'} steps {of_many}"
