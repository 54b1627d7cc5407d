"""Proofs: truths that a person names, and whether a candidate can be eliminated because of them.

A truth is a cell that has a digit, a house that has one, or a clue that holds (`board.truths`). All
that is known besides is which candidates exclude each other. Truths that do not prove the
elimination are answered with a full board: they hold there, and the candidate is true.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from random import Random
from typing import ClassVar, NamedTuple

from sudoku_engine.api.event_text import DEPTHS, hint_text
from sudoku_engine.api.events import Stepped
from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.candidates import Candidate
from sudoku_engine.board.clue import Clue, Part
from sudoku_engine.board.fillings import Fillings
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import House, Layout
from sudoku_engine.board.masks import mask_of
from sudoku_engine.board.step import Step
from sudoku_engine.board.truths import (
    ClueTruth,
    Truth,
    candidates,
    clue_truths,
    in_words,
    left_on,
    number_of,
    packed,
    truths_of,
)
from sudoku_engine.board.words import counted, listed
from sudoku_engine.errors import GaveUp, UsageError
from sudoku_engine.picture.results import WHY
from sudoku_engine.randomness import shuffled
from sudoku_engine.solving.reason_step import step_of
from sudoku_engine.solving.reasons import Facts, counter_board
from sudoku_engine.solving.smallest_reason import (
    BUDGET,
    AnyTruth,
    Case,
    OpenTruths,
    Reason,
    smallest_reason,
)
from sudoku_engine.testing.practice.exercises import ExerciseSession
from sudoku_engine.testing.practice.judging import PracticeBoard
from sudoku_engine.testing.practice.named_truths import require_open, truth_in


class Task(NamedTuple):
    """A candidate that can be eliminated, and the smallest reason for it."""

    candidate: Candidate
    reason: Reason

    @property
    def grid(self) -> Grid:
        """The board."""
        return self.reason.grid

    @property
    def claim(self) -> str:
        """The conclusion to prove, in words."""
        return in_words(self.candidate, is_true=False)

    @property
    def enough(self) -> str:
        """The number of truths that are enough, in words."""
        number = len(self.reason.truths)
        return f"{counted(number, 'truth')} {'is' if number == 1 else 'are'} enough"


def event_of(reason: Reason) -> Stepped:
    """Return `reason` as the event of a step."""
    step = step_of(reason)
    return Stepped(1, WHY, step, reason.grid.apply(step))


TASK_BUDGET = 20_000
"""The choices that are tried for a smallest reason: a board that needs more is no exercise."""

Range = tuple[float, float]

ANY_SIZES: Range = (1, math.inf)


def task_on(board: PracticeBoard, sizes: Range, rng: Random) -> Task | None:
    """Return a candidate that the step on `board` eliminates, and whose smallest reason fits.

    `sizes`: the lowest and the highest number of truths. None if there is no such candidate.
    """
    grid, step = board.grid, board.event.step
    left = left_on(grid)[0]
    gone = [*step.eliminations]
    for placed in step.placements:
        excluded = grid.layout.weak_links[number_of(placed, grid.layout)]
        gone += candidates(excluded & left, grid.layout)
    for candidate in shuffled(rng, gone):
        with suppress(UsageError):  # without python-sat there is no reason that is not smallest
            reason = smallest_reason(grid, (), [candidate], TASK_BUDGET)
            if (
                isinstance(reason, Reason)
                and reason.is_smallest
                and sizes[0] <= len(reason.truths) <= sizes[1]
            ):
                return Task(candidate, reason)
    return None


MOST_TRIED = 100
"""How many boards, or puzzles with all their boards, are tried for one task."""


def tasks_on(
    boards: Iterable[Iterable[PracticeBoard]], sizes: Range, seed: str, most: int | None
) -> Iterator[Task]:
    """Yield a task for each group of `boards` that has one.

    Raises GaveUp if no group has, or `most` groups one after another.
    """
    tried = n_found = 0
    for number, group in enumerate(boards):
        rng = Random(f"{seed}/proof/{number}")
        tasks = (task_on(board, sizes, rng) for board in group)
        task = next(filter(None, tasks), None)
        if task is not None:
            tried, n_found = 0, n_found + 1
            yield task
        elif (tried := tried + 1) == most:
            break
    if tried == most or not n_found:
        low, high = (f"{size:g}" for size in sizes)
        size = low if low == high else f"{low} to {high}" if high != "inf" else f"{low} or more"
        raise GaveUp(f"no candidate was found whose smallest proof has {size} truths: see --truths")


class ProofVerdict(NamedTuple):
    """Whether the truths that are named prove it."""

    text: str
    remark: str = ""
    """How few truths would have been enough."""
    board: Grid | None = None
    """If they do not, a board on which they hold and the candidate stands: a full one if possible.

    Candidates that do not exclude each other, but leave no room for the others, are alone.
    """
    event: Stepped | None = None
    """The proof as a step, if it is one."""


@dataclass
class ProofExercise:
    """A task, and the truths that were named for it so far."""

    BEST: ClassVar[str] = "from as few truths as possible and without a hint"

    task: Task
    named: list[AnyTruth] = field(default_factory=list)
    hints: int = 0
    """How many stages of hints were shown."""
    is_right: bool = False
    _hinted: tuple[AnyTruth | None, int] = (None, 0)
    """The truth that the last hint was about, and how much of it was said."""

    @property
    def name(self) -> str:
        """The subject: proofs."""
        return "prove it"

    @property
    def grid(self) -> Grid:
        """The board."""
        return self.task.grid

    @property
    def event(self) -> Stepped:
        """The smallest proof."""
        return event_of(self.task.reason)

    @property
    def is_untouched(self) -> bool:
        """Whether no truth was named and no hint requested."""
        return not self.named and not self.hints

    @property
    def points(self) -> float:
        """One if it was proved, else none."""
        return float(self.is_right)

    @property
    def is_best(self) -> bool:
        """Whether it was proved without a hint, and from no more truths than necessary."""
        return self.is_right and not self.hints and len(self.named) <= len(self.task.reason.truths)

    @property
    def named_in_words(self) -> str:
        """The truths that are named, for a sentence."""
        return listed(truth.brief for truth in self.named)

    def add(self, truths: Iterable[AnyTruth]) -> None:
        """Name `truths` besides the others."""
        self.named = list(dict.fromkeys([*self.named, *truths]))

    def drop(self, truths: Iterable[AnyTruth]) -> None:
        """Take back `truths`."""
        gone = {*truths}
        self.named = [truth for truth in self.named if truth not in gone]

    def turn_cell(self, cell: int) -> None:
        """Name `cell`, or take it back; raises LayoutError if it holds a digit."""
        self._turn([truths_of(self.grid.layout).every[cell]])

    def turn_house(self, house: House, digit: int) -> None:
        """Name a `digit` in `house`, or take it back; raises LayoutError if it has it already."""
        self._turn([truth_in(house, digit)])

    def turn_houses_of(self, cell: int, digit: int) -> None:
        """Name a `digit` in the box of `cell`, then in its next house that is no line, then none.

        Raises LayoutError if the house has it already.
        """
        houses = self.grid.layout.houses_of(cell)
        lines = ("row", "column")
        self._turn([truth_in(house, digit) for house in houses if house.kind not in lines])

    def turn_clues_of(self, cell: int) -> None:
        """Name the first clue of `cell`, then the next one, then none."""
        self._turn([each for each in clue_truths(self.grid.layout) if cell in each.clue.cells])

    def _turn(self, group: Sequence[AnyTruth]) -> None:
        """Name the truth of `group` after the one that is named; after the last, none."""
        named = [each for each in group if each in self.named]
        after = group[group.index(named[0]) + 1 :] if named else group
        if after and isinstance(after[0], Truth):
            require_open(after[0], self.grid)
        self.drop(named)
        self.add(after[:1])

    @property
    def step(self) -> Step:
        """What is named so far, as a step."""
        layout, left = self.grid.layout, left_on(self.grid)[0]
        every = [each for truth in self.named for each in candidates(truth.mask & left, layout)]
        houses = [truth.house for truth in self.named if isinstance(truth, Truth) and truth.house]
        return Step(
            eliminations=[self.task.candidate],
            because=[each for each in dict.fromkeys(every) if each != self.task.candidate],
            houses=[*dict.fromkeys(houses)],
            clues=[each.clue for each in self.named if isinstance(each, ClueTruth)],
        )

    def met_on(self, board: Grid) -> int:
        """Return the cells of a full `board` that the truths speak of, a bit for each cell."""
        held = packed(board)[1]
        return mask_of(
            cell for truth in self.named for cell, _ in candidates(truth.mask & held, board.layout)
        )

    def show(self) -> None:
        """Count it as shown: the user gave up."""
        self.hints, self.is_right = len(DEPTHS), False

    def hint(self, stage: int = 1) -> str:
        """Return the `stage` of a hint, from 1: a place that helps, a truth, the whole proof.

        Asked again for one, the next.
        """
        reason = self.task.reason
        truth, said = self._hinted
        if truth is None or truth in self.named:
            missing = (each for each in reason.truths if each not in self.named)
            truth, said = next(missing, reason.truths[0]), 0
        said = min(max(stage, said + (stage <= said)), len(DEPTHS))
        self._hinted, self.hints = (truth, said), self.hints + 1
        if said == 1:
            where = truth.house or truth.cell if isinstance(truth, Truth) else truth.brief
            return f"Look at {where}."
        if said == 2:
            return f"Use: {self._told(truth)}."
        return hint_text(self.event, "why")

    def _told(self, truth: AnyTruth) -> str:
        if isinstance(truth, ClueTruth):
            return str(truth)
        grid = self.task.grid
        return truth.choice(candidates(truth.mask & left_on(grid)[0], grid.layout))

    def verdict(self) -> ProofVerdict:
        """Return the verdict on the truths that are named; may take long."""
        grid, candidate = self.task.grid, self.task.candidate
        if not self.named:
            return ProofVerdict("not yet: nothing is named")
        truths = OpenTruths(grid, BUDGET)
        case = Case(number_of(candidate, grid.layout), is_true=True)
        try:
            choice = truths.choice(case, self.named)
            if choice is None:
                return self._proved(self._needed(truths, case))
        except GaveUp:
            return ProofVerdict("nobody knows: that is too much to try, name fewer truths")
        board = None
        with suppress(GaveUp):
            full = counter_board_to(grid, candidate, self.named)
            board = full and _with_digits(enumerate(full.digits), grid)
        named, but = f"({self.named_in_words})", f"but {in_words(candidate)}"
        if board is not None:
            what = f"all that is named {named} holds on this full board, {but}"
        else:
            board = _with_digits([candidate, *choice], grid)
            what = f"these digits are all that is named {named} needs, {but}"
        return ProofVerdict(f"not yet: {what}", board=board)

    def _needed(self, truths: OpenTruths, case: Case) -> list[AnyTruth]:
        """Return the truths that are named without those that can go."""
        needed = self.named
        for truth in self.named:
            fewer = [each for each in needed if each != truth]
            if truths.choice(case, fewer) is None:
                needed = fewer
        return needed

    def _proved(self, needed: Sequence[AnyTruth]) -> ProofVerdict:
        """Return the verdict on a proof of which only some truths are `needed`."""
        self.is_right = True
        smallest = self.task.reason
        verb = "proves" if len(self.named) == 1 else "prove"
        text = f"right: {self.named_in_words} {verb} that {self.task.claim}"
        best = needed if len(needed) == len(smallest.truths) else smallest.truths
        told = smallest._replace(truths=tuple(best))
        remark = ""
        if len(best) < len(self.named):
            number = counted(len(best), "truth")
            remark = f"{number} would have been enough: {listed(each.brief for each in best)}."
        elif len(best) > 1:
            remark = "No fewer truths are enough."
        return ProofVerdict(text, remark, event=event_of(told))


class ProofSession(ExerciseSession[ProofExercise]):
    """Practice of proofs: the board does not change, the user names truths."""


def counter_board_to(grid: Grid, candidate: Candidate, truths: Iterable[AnyTruth]) -> Grid | None:
    """Return a full board on which the `truths` hold and `candidate` is true, None without one.

    Of `grid` it knows the truths and which candidates exclude each other. May raise GaveUp.
    """
    layout = grid.layout
    chosen = [*truths]
    clues = [truth for truth in chosen if isinstance(truth, ClueTruth)]
    cells = [truth.cell for truth in chosen if isinstance(truth, Truth) and truth.cell is not None]
    cells += [layout.cells[cell] for truth in clues for cell in truth.part.cells]
    named = {int(cell): grid.masks[cell] or 1 << grid.digits[cell] - 1 for cell in cells}
    digits: dict[House, int] = {}
    for truth in chosen:
        if isinstance(truth, Truth) and truth.house is not None:
            digits[truth.house] = digits.get(truth.house, 0) | 1 << truth.digit - 1
    known = layout
    if layout.clues:
        parts = {(truth.clue, truth.part) for truth in clues}
        known = layout.keeping(()).with_clues(_with_links_only(layout, parts))
        digits = {known.house(str(house)): mask for house, mask in digits.items()}
    board = Grid(known, grid.digits, masks=grid.masks, given=grid.given, marks=grid.marks)
    step = Step(eliminations=[candidate], clues=known.clues)
    return counter_board(board, step, facts=Facts(named, [*digits.items()]))


def _with_digits(placed: Iterable[tuple[int, int]], grid: Grid) -> Grid:
    """Return a board with digits in some cells; those in which `grid` has the same are given."""
    digits = [0] * len(grid.digits)
    for cell, digit in placed:
        digits[cell] = digit
    given = mask_of(cell for cell, digit in enumerate(digits) if digit == grid.digits[cell] != 0)
    return Grid(grid.layout, digits, given=given & grid.given)


def _with_links_only(layout: Layout, whole: Collection[tuple[Clue, Part]]) -> Iterator[Clue]:
    """Yield the clues of `layout`; of parts that are not `whole`, what excludes two candidates."""
    links = _links_of_parts(layout)
    for clue in layout.clues:
        parts = [
            each
            for part in clue.parts
            for each in ([part] if (clue, part) in whole else links.get(part, [part]))
        ]
        yield replace(clue, parts=tuple(parts))


@per_layout
def _links_of_parts(layout: Layout) -> Mapping[Part, Sequence[Part]]:
    """Return by demand on more than two cells those on two by which candidates exclude each other.

    Cells that all differ still do.
    """
    return {
        truth.part: [
            *([truth.part._replace(fillings=None)] if truth.part.distinct else []),
            *filter(
                None, (_links_of_pair(*pair, layout) for pair in combinations(truth.part.cells, 2))
            ),
        ]
        for truth in clue_truths(layout)
    }


def _links_of_pair(one: int, other: int, layout: Layout) -> Part | None:
    """Return which digits two cells can have together; None if any can."""

    def is_allowed(digit: int, other_digit: int) -> bool:
        excluded = layout.weak_links[number_of(Candidate(one, digit), layout)]
        return not excluded >> number_of(Candidate(other, other_digit), layout) & 1

    pairs = product(layout.digits, repeat=2)
    if all(is_allowed(*digits) for digits in pairs):
        return None
    return Part((one, other), Fillings.asked(is_allowed, 2, layout.n))
