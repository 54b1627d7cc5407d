"""Read the reasons of steps: do they follow, and does all that is named play a part?

A reason is read kindly (`seen_by`): whoever names all that matters need not name the house as well.
The check `follows` reads those of a strategy's steps, and finds what they should name as well.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import chain, islice, zip_longest
from typing import NamedTuple

from sudoku_engine.api.event_text import short_notation
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import House
from sudoku_engine.board.masks import digits_of, union
from sudoku_engine.board.step import COVER, Candidate, Step
from sudoku_engine.board.words import counted, listed, names, plural, symbol
from sudoku_engine.errors import GaveUp
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
    STRAY = "name cells that play no part", "names cells that play no part"
    WORDS = "say what is not true of them", "says what is not true of it"
    NO_HOUSE = "need a house that they do not name", "needs a house that it does not name"


class Flaw(NamedTuple):
    """A false reason of a step."""

    kind: Kind
    detail: str  # the fault of this step, in words
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


def cells_in_words(grid: Grid, cells: Sequence[int]) -> str:
    """Return the names of `cells` of the board `grid`."""
    return names(grid.layout.cells[cell] for cell in cells)


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

    def flaw(self, grid: Grid, step: Step, solution: Sequence[int] = ()) -> Flaw | None:
        """Return the flaw in the reasons of `step` on `grid`, or None.

        A step that names nothing has no false reasons, but for its words. `solution`: the digits of
        the solution, if they are known. Raises GaveUp if it is not known.
        """
        parts = StepParts(grid, step)
        if not (step.grounds or step.all_links or step.houses or step.placements):
            return _false_digit(grid, step, solution)
        try:
            counter = self.counter_board(grid, step)
        except GaveUp:
            if flaw := _false_words(parts, solution):
                return flaw
            raise
        if step.grounds and {*step.grounds} <= {*step.eliminations} and not step.all_links:
            advice = "name the candidates that prove it: those which are left, and why"
            return Flaw(Kind.ELIMINATED, "", advice, counter)
        if counter is not None:
            has_reasons = parts.names_reasons or step.all_links
            kind = Kind.TOO_LITTLE if has_reasons else Kind.NOTHING
            advice = "" if has_reasons else "what proves it? Name that in `because` and `houses`"
            return Flaw(kind, "", advice, counter)
        with suppress(GaveUp):  # it follows, which is what matters
            return (
                self._wrong_house(parts)
                or _stray_cells(parts)
                or _false_words(parts, solution)
                or self._missing_house(parts)
            )
        return None

    def _wrong_house(self, parts: StepParts) -> Flaw | None:
        """Return the flaw that a named house holds nothing of the step, or that none matters."""
        grid, step = parts.grid, parts.step
        for house in step.houses:
            if not parts.in_house(house):
                detail = f"names {house}, but nothing of the step is in {house}"
                return Flaw(Kind.WRONG_HOUSE, detail, self._right_houses(parts))
        if parts.is_naked_single or parts.is_chain or not step.houses:
            return None
        if step.clues:  # the search adds up houses and clues by itself: it cannot tell
            return None
        if not any(
            len(parts.in_house(house)) > 1 or parts.is_evident(house) for house in step.houses
        ):
            house = step.houses[0]
            if self.counter_board(grid, step.replace(houses=())) is None:  # it is not needed
                cells = cells_in_words(grid, parts.in_house(house))
                detail = f"names {house}, where only {cells} is of the step"
                return Flaw(Kind.WRONG_HOUSE, detail, self._right_houses(parts))
        if len(step.houses) == 1 and not step.house_roles:
            return self._other_house(parts, step.houses[0])
        return None

    def _other_house(self, parts: StepParts, house: House) -> Flaw | None:
        """Return the flaw that the step needs another house than the only one that it names."""
        if parts.is_evident(house) or parts.has_effect_in(house):
            return None
        named = parts.facts.named
        said = Facts(named, [(house, union(named.values()))])
        if self.counter_board(parts.grid, parts.step, said) is None:
            return None
        right = self._right_house(parts)
        if right is None:
            return None
        digits = parts.digits_of([right])
        detail = f"names {house}, but in {right} there is no other place for {digits}"
        return Flaw(Kind.WRONG_HOUSE, detail, f"the reason is in {right}: name that one")

    def _missing_house(self, parts: StepParts) -> Flaw | None:
        """Return the flaw that it follows only from houses which nothing of the step names."""
        grid, step = parts.grid, parts.step
        if not parts.names_reasons or parts.is_chain or parts.is_naked_single:
            return None
        if step.placements and not step.houses:
            return None  # who sees the digit sees its house
        said = said_by(step)
        if self.counter_board(grid, step, said) is None:
            return None
        if step.houses:
            needed = self._needed_houses(parts, said)
        else:
            right = self._right_house(parts)
            needed = [] if right is None else [right]
        if not needed:
            return None
        where = houses_in_words(needed)
        there = "there" if len(needed) == 1 else "in each"
        digits = parts.digits_of(needed)
        detail = f"needs {where}, as {there} no other place is left for {digits}"
        return Flaw(Kind.NO_HOUSE, detail, f"name {where} in `houses`, too")

    def _needed_houses(self, parts: StepParts, said: Facts) -> list[House]:
        """Return the houses that the step needs besides those it names; none if there are many."""
        needed = [one for one in parts.evident if one[0] not in parts.step.houses]
        if len(needed) > MOST_HOUSES:
            return []
        for one in needed[::-1]:  # lines before boxes
            fewer = [each for each in needed if each is not one]
            facts = Facts(said.named, [*said.places, *fewer])
            if self.counter_board(parts.grid, parts.step, facts) is None:
                needed = fewer
        return [house for house, _ in needed]

    def _right_house(self, parts: StepParts) -> House | None:
        """Return the house that holds all that is named and alone proves the step, if any."""
        for house, digits in parts.evident:
            if parts.facts.named.keys() <= {*house.cells}:
                facts = Facts(parts.facts.named, [(house, digits)])
                if self.counter_board(parts.grid, parts.step, facts) is None:
                    return house
        return None

    def _right_houses(self, parts: StepParts) -> str:
        right = self._right_house(parts)
        if right is not None:
            return f"the reason is in {right}: name that one"
        return "name the houses that the cells of the step share"


CELL = re.compile(r"\br\dc\d\b", re.IGNORECASE)
"""The name of a cell in a text."""

MUST_BE = re.compile(r"\b(r\dc\d) must be (\d)\b(?!, \d|/)", re.IGNORECASE)

SUPPOSING = re.compile(r"\b(if|when|whether|suppos\w+|assum\w+|or|either|otherwise)\b", re.I)
"""Words of a text that says what would be, and not what is."""


def _false_words(parts: StepParts, solution: Sequence[int]) -> Flaw | None:
    """Return the flaw that the text of a step names a cell out of its sight, or a wrong digit."""
    layout, step = parts.grid.layout, parts.step
    near = parts.cells.union(*(layout.peers(cell) for cell in parts.cells))
    near = near.union(*(house.cells for house in step.houses))
    known = {layout.cells[cell].name for cell in near}
    for name in CELL.findall(step.reason):
        if name.lower() not in known:
            detail = f"says something of {name}, which is no part of the step"
            advice = "names(cells) writes the cells of the step: rows and columns count from 1"
            return Flaw(Kind.WORDS, detail, advice)
    return _false_digit(parts.grid, step, solution)


def _false_digit(grid: Grid, step: Step, solution: Sequence[int]) -> Flaw | None:
    if not solution or SUPPOSING.search(step.reason):
        return None
    digits = {cell.name: solution[cell] for cell in grid.layout.cells}
    for said in MUST_BE.finditer(step.reason):
        right = digits.get(said[1].lower(), 0)
        if right != int(said[2]):
            detail = f"says {said[0]!r}, but {said[1]} is {symbol(right)}"
            return Flaw(Kind.WORDS, detail, "say in `reason` what is true of the step")
    return None


def _stray_cells(parts: StepParts) -> Flaw | None:
    """Return the flaw that a cell of `because` sees no other cell of the step."""
    grid, step = parts.grid, parts.step
    if len(parts.cells) == 1 or parts.is_chain:
        return None
    in_houses = {
        cell
        for house in (*step.houses, *(house for house, _ in parts.evident))
        for cell in house.cells
    }
    stray = [
        cell
        for cell in dict.fromkeys(cell for cell, _ in step.grounds)
        if not grid.layout.peers(cell) & parts.cells and cell not in in_houses
    ]
    if not stray:
        return None
    see = "sees" if len(stray) == 1 else "see"
    detail = f"names {cells_in_words(grid, stray)}, which {see} no other cell of the step"
    return Flaw(Kind.STRAY, detail, "name only the cells that the step needs")


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


def _size(one: Flawed) -> tuple[int, int]:
    given, _ = one
    grid, step = given.position.grid, given.step
    return len(step.grounds), sum(map(int.bit_count, grid.masks))


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
