"""The smallest reason for a conclusion: the fewest truths from which it follows.

Suppose that the conclusion is false. Some truths (`board.truths`) refute this if it is impossible
to choose a candidate for each of them so that no two exclude each other. Exclusions cost nothing;
fewer truths mean less to keep in mind (on the effort for people, see Lee, Goodwin, Johnson-Laird,
"The psychological puzzle of sudoku", 2008).

Truths that do not refute it have a choice of candidates. Take this choice, and extend it to as many
other truths as possible. The truths that are left without a choice are a *correction set*: each
reason has one of them, since otherwise this choice would satisfy the reason. So a smallest reason
is a smallest set with a member of each correction set, once there are no more correction sets. The
search goes size by size, so the first reason is a smallest one ("implicit hitting sets": Ignatiev
and others, "Smallest MUS extraction with minimal hitting set dualization", 2015). Extending the
choice like a solution of the puzzle keeps correction sets small: about five truths of 200.

If this takes too long, a SAT solver quickly finds a small reason: its learnt clauses tell which
truths it needed, and truths that are not needed are removed one by one.

Legend:
    board       a mask of candidates, as in `board.truths`: the remaining ones, and placed digits
    free        the candidates that can still be true under the assumptions
    set         a mask of truths, by their numbers in `OpenTruths`
"""

from __future__ import annotations

import math
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple, Union

from sudoku_engine import Candidate, GaveUp, Grid, Layout, Step, search
from sudoku_engine.api.event_text import mistake_text
from sudoku_engine.board.candidates import Candidates
from sudoku_engine.board.clue import Clue, Masks
from sudoku_engine.board.masks import bits, digits_of, mask_of
from sudoku_engine.bundled import install
from sudoku_engine.errors import MistakeError, UsageError
from sudoku_engine.solving.guard import no_solution
from sudoku_plugins.reasons.reasons import Facts
from sudoku_plugins.strategies.analysis.truths import (
    ClueTruth,
    Truth,
    candidate,
    candidates,
    clue_truths,
    held_in,
    left_on,
    number_of,
    packed,
    truths_of,
)

BUDGET = 500_000
"""The most choices and sets that are tried for a smallest reason: some seconds."""

NODES = 20_000
"""The most boards in a search for a solution; with clues it is less."""

PROPAGATIONS = 20_000_000
"""The most literals that a SAT solver may set before it gives up: some seconds."""

CONFLICT = 1_000
"""The number of propagations that take the time of a conflict."""

MOST_SHRUNK = 20
"""The number of small reasons that are shrunk to find the smallest."""

MOVES = 80
"""The number of moves of a clue's machine that take the time of one choice."""

NOT_IN_TIME = "no reason was found in time: there may still be one"

AnyTruth = Union[Truth, ClueTruth]


class Reason(NamedTuple):
    """Truths from which conclusions follow; all of them are needed."""

    grid: Grid
    placements: Candidates
    eliminations: Candidates
    truths: tuple[AnyTruth, ...]
    is_smallest: bool
    """Whether it is certain that no reason has fewer truths."""


class Case(NamedTuple):
    """The negation of a conclusion, which must be refuted."""

    number: int
    """The candidate."""
    is_true: bool


def smallest_reason(
    grid: Grid,
    placements: Iterable[Candidate] = (),
    eliminations: Iterable[Candidate] = (),
    budget: int = BUDGET,
    most: float = math.inf,
) -> Reason | Grid:
    """Return the smallest set of truths of `grid` from which all conclusions follow.

    If a conclusion does not follow, return a full board on which it is false. `budget`: the most
    choices and sets to try; if they are not enough, the reason is only a small one, which needs
    python-sat. With `most`, it has at most that many truths, and is a smallest one. Raises
    PuzzleError for a board without a solution, UsageError without python-sat, GaveUp if neither a
    solution nor a reason is found in time.
    """
    placed, eliminated = tuple(placements), tuple(eliminations)
    truths = OpenTruths(grid, budget)
    cases = cases_of(placed, eliminated, grid.layout)
    for case in cases:
        with suppress(GaveUp):  # a reason may still be found
            if (counter_board := truths.solution_with(case)) is not None:
                return counter_board
    return Reason(grid, placed, eliminated, *truths.reason(cases, most))


def simplest_reason(grid: Grid, budget: int = BUDGET) -> Reason | None:
    """Return the reason with the fewest truths on `grid`, with all of its conclusions.

    None if no reason has a new conclusion. `budget` and errors are as for `smallest_reason`.
    """
    truths = OpenTruths(grid, budget)
    if (single := truths.single()) is not None:
        truth, number = single
        return Reason(grid, (candidate(number, grid.layout),), (), (truth,), True)
    found = truths.simplest()
    if found is None:
        return None
    refuted, chosen, is_smallest = found
    return Reason(grid, (), tuple(candidates(refuted, grid.layout)), chosen, is_smallest)


def missing_truths(
    grid: Grid, step: Step, facts: Facts, most: int, budget: int
) -> tuple[AnyTruth, ...] | None:
    """Return the fewest further truths that `step` needs besides the `facts` that it names.

    The named facts must play a part: truths that prove the step alone are another reason. The
    result is None if more than `most` truths are missing, if the step is wrong, or if the `budget`
    is used up.
    """
    truths = OpenTruths(grid, budget)
    cases = cases_of(step.placements, step.eliminations, grid.layout)
    with suppress(GaveUp):
        given = truths.named_by(facts, step.clues)
        if all(truths.solution_with(case) is None for case in cases):
            known: list[int] = []
            others = 0
            for size in range(most + 1):
                while (found := truths.within(size, cases, known, given, others)) is not None:
                    missing = found & ~given
                    if not (given and missing and truths.refute(missing, cases)):
                        return truths.chosen(missing)
                    others |= missing
    return None


def cases_of(
    placements: Iterable[Candidate], eliminations: Iterable[Candidate], layout: Layout
) -> list[Case]:
    """Return the negations of conclusions."""
    return [
        *(Case(number_of(each, layout), is_true=False) for each in placements),
        *(Case(number_of(each, layout), is_true=True) for each in eliminations),
    ]


class OpenTruths:
    """The truths of a board that no digit meets yet, and searches for those that refute a case."""

    def __init__(self, grid: Grid, budget: int) -> None:
        """Take the truths of `grid`; raises PuzzleError if it has no solution."""
        self._layout = layout = grid.layout
        self._tries_left = budget
        self._grid = grid
        self._solution = 0
        """The digits of a solution that are not placed yet; empty if none is found in time."""
        self._weak = layout.weak_links
        whole, placed = left_on(grid)
        self.left = whole
        """The remaining candidates, and the placed digits."""
        self._open = whole & ~placed
        with suppress(GaveUp):
            solution = next(self._solutions(grid), None)
            if solution is None:
                why = grid.contradiction() or no_solution(grid)
                raise MistakeError(mistake_text(why).rstrip("."))
            self._solution = packed(solution)[1] & ~placed
        plain = [truth for truth in truths_of(layout).every if not truth.mask & placed]
        plain.sort(key=lambda truth: (truth.mask & whole).bit_count())
        clues = [truth for truth in clue_truths(layout) if truth.mask & self._open]
        self._all: tuple[AnyTruth, ...] = (*plain, *clues)
        self._masks = [truth.mask & whole for truth in plain]
        self._met_by = dict.fromkeys(bits(whole), 0)
        """By candidate, the set of plain truths that it meets."""
        for index, mask in enumerate(self._masks):
            for number in bits(mask):
                self._met_by[number] |= 1 << index
        self._n_plain = len(plain)
        self._clues = dict(enumerate(clues, len(plain)))
        self._price = {index: _price(truth) for index, truth in self._clues.items()}
        self._kept: dict[tuple[int, Masks], Masks] = {}
        """By clue and the candidates of its cells, the candidates that it allows."""
        cells: dict[int | None, int] = {truth.cell: index for index, truth in enumerate(plain)}
        self._cells_of = {
            index: mask_of(cells[cell] for cell in truth.part.cells if cell in cells)
            for index, truth in self._clues.items()
        }
        """By clue, the truths of its open cells, which are filled if the clue holds."""

    def solution_with(self, case: Case) -> Grid | None:
        """Return a solution of the board in this `case`, None without one; may raise GaveUp."""
        supposed = [candidate(case.number, self._layout)]
        step = Step(supposed) if case.is_true else Step(eliminations=supposed)
        return next(self._solutions(self._grid.apply(step)), None)

    def _solutions(self, grid: Grid) -> Iterator[Grid]:
        return search.solutions(grid, search.affordable(self._layout, NODES))

    def choice(self, case: Case, truths: Iterable[AnyTruth]) -> list[Candidate] | None:
        """Return candidates that meet these `truths` in the `case`; None if they refute it."""
        found = self._choice(case, mask_of(map(self._all.index, truths)))
        return None if found is None else candidates(found, self._layout)

    def single(self) -> tuple[Truth, int] | None:
        """Return a truth with one candidate left, and the candidate; None without one."""
        for truth, mask in zip(self._all, self._masks):
            if not mask & mask - 1 and isinstance(truth, Truth):
                return truth, mask.bit_length() - 1
        return None

    def reason(self, cases: Sequence[Case], most: float) -> tuple[tuple[AnyTruth, ...], bool]:
        """Return truths that refute all `cases`, and whether fewer truths certainly do not.

        If no smallest set is found, a SAT solver finds a small set, unless `most` limits the number
        of truths. May raise GaveUp.
        """
        known: list[int] = []
        size = 0
        try:
            while (found := self.within(size, cases, known)) is None:
                size += 1
                if size > most:
                    raise GaveUp(f"more than {most:g} truths are needed")
        except GaveUp:
            if most < math.inf:
                raise
            found = mask_of(self._solver.small_reason(cases))
            if not found:
                raise
        return self.chosen(found), found.bit_count() == size

    def simplest(self) -> tuple[int, tuple[AnyTruth, ...], bool] | None:
        """Return the candidates that the fewest truths refute, these, and whether fewer cannot."""
        cases = [Case(number, is_true=True) for number in bits(self._open & ~self._solution)]
        known: dict[Case, list[int]] = {case: [] for case in cases}
        size = 0
        found: int | None = None
        try:
            while known and found is None:
                size += 1
                for case in [*known]:
                    found = self.within(size, [case], known[case])
                    if found is not None:
                        break
                    if 0 in known[case]:  # another solution has the candidate
                        del known[case]
        except GaveUp:
            refuted, found = self._small([*known])
        else:
            refuted = [case] if found else []
            with suppress(GaveUp):  # the reason is valid without further conclusions
                others = [each for each in cases if found and each != case]
                refuted += [each for each in others if self._choice(each, found or 0) is None]
        if not found:
            return None
        numbers = mask_of(case.number for case in refuted)
        return numbers, self.chosen(found), found.bit_count() == size

    def _small(self, cases: Sequence[Case]) -> tuple[list[Case], int]:
        """Return the `cases` that a small set of truths refutes, and this set."""
        solver = self._solver
        cores: dict[Case, list[int]] = {}
        for case in cases:
            with suppress(GaveUp):
                cores[case] = solver.used(range(len(self._all)), [case], PROPAGATIONS // 20)
            if not solver.left:
                break
        refuted = sorted([case for case in cores if cores[case]], key=lambda case: len(cores[case]))
        if not refuted and len(cores) < len(cases):
            raise GaveUp(NOT_IN_TIME)
        small = {case: solver.shrunk(cores[case], [case]) for case in refuted[:MOST_SHRUNK]}
        first = min(small, key=lambda case: len(small[case]), default=None)
        if first is None:
            return [], 0
        also = [first]
        with suppress(GaveUp):
            also += [case for case in cases if case != first and solver.used(small[first], [case])]
        return also, mask_of(small[first])

    def _spend(self, tries: int = 1) -> None:
        self._tries_left -= tries
        if self._tries_left < 0:
            raise GaveUp(NOT_IN_TIME)

    def chosen(self, wanted: int) -> tuple[AnyTruth, ...]:
        """Return the truths of a set."""
        return tuple([self._all[index] for index in bits(wanted)])

    # Smallest sets

    def named_by(self, facts: Facts, clues: Collection[Clue]) -> int:
        """Return the set of truths that follow from `facts` alone, and the truths of `clues`."""
        places = [(house, digit) for house, mask in facts.places for digit in digits_of[mask]]
        return mask_of(
            index
            for index, truth in enumerate(self._all)
            if (
                truth.clue in clues
                if isinstance(truth, ClueTruth)
                else (truth.house, truth.digit) in places
                if truth.cell is None
                else not self._grid.masks[truth.cell] & ~facts.named.get(truth.cell, 0)
            )
        )

    def within(
        self, size: int, cases: Sequence[Case], known: list[int], given: int = 0, without: int = 0
    ) -> int | None:
        """Return a set with `given` and at most `size` other truths that refutes all `cases`.

        The result is None if there is none. `known`: correction sets of the cases; new ones are
        added. `without`: truths to leave out.
        """
        stack = [known]
        """By depth, the correction sets without a truth in the set."""

        def deeper(wanted: int, room: int, tried: int) -> int | None:
            unhit = stack[-1]
            self._spend()
            if not unhit:
                correction = self._correction(cases, wanted)
                if correction is None:
                    return wanted
                for level in stack:
                    level.append(correction)
            fewest, branches = len(self._all) + 1, 0
            apart = n_apart = 0
            for correction in unhit:
                left = correction & ~tried
                if (count := left.bit_count()) < fewest:
                    fewest, branches = count, left
                if not left & apart:  # they have no truth in common: each needs its own
                    apart |= left
                    n_apart += 1
                    if n_apart > room:
                        return None
            for index in bits(branches):
                stack.append([correction for correction in unhit if not correction >> index & 1])
                found = deeper(wanted | 1 << index, room - 1, tried)
                stack.pop()
                if found is not None:
                    return found
                tried |= 1 << index
            return None

        return deeper(given, size, without)

    def refute(self, wanted: int, cases: Iterable[Case]) -> bool:
        """Return whether the truths in `wanted` refute all `cases`."""
        return self._correction(cases, wanted) is None

    def _correction(self, cases: Iterable[Case], wanted: int) -> int | None:
        """Return truths, one of which must be added to `wanted`; None if it refutes all `cases`."""
        for case in cases:
            choice = self._choice(case, wanted)
            if choice is not None:
                return self._unmet(case, choice)
        return None

    def _free(self, case: Case) -> int:
        number, is_true = case
        return self.left & ~(self._weak[number] if is_true else 1 << number)

    def _choice(self, case: Case, wanted: int) -> int | None:
        """Return candidates that meet the truths in `wanted` in this `case`, or None."""
        clues = []
        if wanted >> self._n_plain:
            clues = [index for index in self._clues if wanted >> index & 1]
            for index in clues:
                wanted |= self._cells_of[index]
            wanted &= (1 << self._n_plain) - 1
        met = self._met_by.get(case.number, 0) if case.is_true else 0
        return self._chosen_from(self._free(case), wanted & ~met, clues)

    def _chosen_from(self, free: int, wanted: int, clues: Sequence[int]) -> int | None:
        """Return candidates among `free` that meet the truths in `wanted` and the `clues`."""
        self._spend()
        for index in clues:
            if (left := self._left_by(index, free)) is None:
                return None
            free = left
        fewest, choices = self._layout.n + 1, 0
        for index in bits(wanted):
            mask = self._masks[index] & free
            if not mask:
                return None
            if (count := mask.bit_count()) < fewest:
                fewest, choices = count, mask
        if not choices:
            return 0
        for number in bits(choices):
            rest = self._chosen_from(
                free & ~self._weak[number], wanted & ~self._met_by[number], clues
            )
            if rest is not None:
                return rest | 1 << number
        return None

    def _left_by(self, index: int, free: int) -> int | None:
        """Return the candidates among `free` that a clue allows; None if it cannot hold."""
        part = self._clues[index].part
        held = held_in(part.cells, free, self._layout)
        kept = self._kept.get((index, held))
        if kept is None:
            assert part.fillings is not None
            self._spend(self._price[index])
            kept = self._kept[index, held] = part.fillings.supported(held)
        if not kept:
            return None
        for cell, before, after in zip(part.cells, held, kept):
            for lost in bits(before & ~after):
                free &= ~(1 << lost * len(self._layout.cells) + cell)
        return free

    def _unmet(self, case: Case, choice: int) -> int:
        """Return the truths that are not met if the `choice` is extended like the solution."""
        taken = choice | (1 << case.number if case.is_true else 0)
        free, met = self._free(case), 0
        for number in bits(taken):
            met |= self._met_by[number]
            free &= ~self._weak[number]
        free &= self._open & ~taken
        while free:
            agreed = free & self._solution
            # The candidate that meets most, if the solution does not help.
            number = (
                (agreed & -agreed).bit_length() - 1
                if agreed
                else max(bits(free), key=lambda number: (self._met_by[number] & ~met).bit_count())
            )
            taken |= 1 << number
            met |= self._met_by[number]
            free &= ~(self._weak[number] | 1 << number)
        unmet = (1 << self._n_plain) - 1 & ~met
        for index, cells in self._cells_of.items():
            held = self.left & ~self._open | taken
            if cells & ~met or self._left_by(index, held) is None:
                unmet |= 1 << index
        return unmet

    @cached_property
    def _solver(self) -> SatSolver:
        return SatSolver(self.left, self._masks, self._clues, self._layout)


class SatSolver:
    """Small reasons, by python-sat.

    A truth is a clause with a switch; a solver that fails tells which switches it used.
    """

    def __init__(
        self, left: int, masks: Sequence[int], clues: Mapping[int, ClueTruth], layout: Layout
    ) -> None:
        """Read the truths of `masks`, and `clues` by their numbers."""
        try:
            from pysat.solvers import Glucose4
        except ImportError:
            on_page = sys.platform == "emscripten"
            raise UsageError(
                "no smallest reason was found in time, and a small one needs python-sat"
                + (", which comes from the internet" if on_page else ": " + install("sat"))
            ) from None
        self._first_switch = layout.n * len(layout.cells) + 1
        self._masks, self._clues = masks, clues
        self._n_variables = self._first_switch + len(masks) + len(clues)
        self._solver = Glucose4()
        for number in bits(left):
            for other in bits(layout.weak_links[number] & left & -(2 << number)):
                self._solver.add_clause([-(number + 1), -(other + 1)])
        for index, mask in enumerate(masks):
            self._solver.add_clause([-self._switch(index), *_literals(mask)])
        for index, truth in clues.items():
            self._add_clue(self._switch(index), truth, left, layout)

    def _switch(self, index: int) -> int:
        return self._first_switch + index

    def _add_clue(self, switch: int, truth: ClueTruth, left: int, layout: Layout) -> None:
        """Make the solver read the cells of a clue as its machine does, if `switch` is on."""
        part = truth.part
        assert part.fillings is not None
        n_cells = len(layout.cells)
        states = [switch]  # the machine is in its first state if the switch is on
        for cell, layer in zip(part.cells, part.fillings.layers):
            held = held_in([cell], left, layout)[0]
            self._solver.add_clause([-switch, *_literals(left & layout.first_cell << cell)])
            n_after = 1 + max(to for moves in layer for _, to in moves)
            after = [*range(self._n_variables, self._n_variables + n_after)]
            self._n_variables += n_after
            for state, moves in zip(states, layer):
                ways = dict(moves)
                for index in bits(held):
                    clause = [-state, -(index * n_cells + cell + 1)]
                    to = ways.get(1 << index)
                    self._solver.add_clause(clause if to is None else [*clause, after[to]])
            states = after

    def small_reason(self, cases: Sequence[Case]) -> list[int]:
        """Return truths that refute all `cases`, few if possible; none if all truths do not."""
        return self.shrunk(self.used(range(len(self._masks) + len(self._clues)), cases), cases)

    def shrunk(self, found: list[int], cases: Sequence[Case]) -> list[int]:
        """Return some of the truths `found` that refute all `cases` and are all needed.

        A truth stays if it takes too long to find out whether it is needed.
        """
        sizes = {index: mask.bit_count() for index, mask in enumerate(self._masks)}
        with suppress(GaveUp):
            for index in sorted(found, key=lambda index: -sizes.get(index, 0)):
                if index in found:
                    found = self.used([other for other in found if other != index], cases) or found
        return found

    @property
    def left(self) -> int:
        """The number of propagations left; a conflict counts as several."""
        spent: dict[str, int] = self._solver.accum_stats()
        return max(PROPAGATIONS - spent["propagations"] - CONFLICT * spent["conflicts"], 0)

    def used(
        self, truths: Sequence[int], cases: Iterable[Case], most: int = PROPAGATIONS
    ) -> list[int]:
        """Return the `truths` that it uses to refute all `cases`; none if they do not.

        Raises GaveUp for more than `most` propagations, or too many in all.
        """
        used: set[int] = set()
        for number, is_true in cases:
            supposed = number + 1 if is_true else -(number + 1)
            limit = max(min(most, self.left), 1)
            self._solver.prop_budget(limit)
            self._solver.conf_budget(max(limit // CONFLICT, 1))
            answer = self._solver.solve_limited([supposed, *map(self._switch, truths)])
            if answer is None:
                raise GaveUp(NOT_IN_TIME)
            if answer:
                return []
            used.update(self._solver.get_core() or ())
        return [index for index in truths if self._switch(index) in used]


def _price(truth: ClueTruth) -> int:
    """Return the number of choices that take as long as asking what a clue allows."""
    assert truth.part.fillings is not None
    return sum(len(moves) for layer in truth.part.fillings.layers for moves in layer) // MOVES


def _literals(mask: int) -> list[int]:
    return [number + 1 for number in bits(mask)]
