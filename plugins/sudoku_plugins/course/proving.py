"""Proofs: truths that a person names, and whether a candidate can be eliminated because of them.

A truth is a cell that has a digit, a house that has one, or a clue that holds (`board.truths`). All
that is known besides is which candidates exclude each other. Truths that do not prove the
elimination are answered with a full board: they hold there, and the candidate is true.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import count
from random import Random
from typing import NamedTuple, cast

from sudoku_engine import Candidate, GaveUp, Grid, House, Layout, Step, Stepped
from sudoku_engine.api.event_text import DEPTHS, hint_text
from sudoku_engine.board.masks import mask_of
from sudoku_engine.board.say import tell
from sudoku_engine.errors import LayoutError, UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.randomness import shuffled
from sudoku_plugins.course.boards import bundled_registry, kept_puzzle
from sudoku_plugins.course.exercises import AnyExercise, ExerciseSession
from sudoku_plugins.course.judging import PracticeBoard, Techniques
from sudoku_plugins.course.named_truths import require_open, truths_in
from sudoku_plugins.generators.generation import CheckedGenerator
from sudoku_plugins.reasons.reasons import Facts, counter_board
from sudoku_plugins.reasons.smallest_reason import (
    BUDGET,
    AnyTruth,
    Case,
    OpenTruths,
    Reason,
    missing_truths,
    smallest_reason,
)
from sudoku_plugins.reasons.why import WHY, step_of
from sudoku_plugins.strategies.analysis.truths import (
    ClueTruth,
    Truth,
    candidates,
    in_words,
    left_on,
    number_of,
    packed,
)


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
        return tell(in_words(self.candidate, is_true=False))

    @property
    def event(self) -> Stepped:
        """The reason as the event of a step."""
        return event_of(self.reason)

    @property
    def enough(self) -> str:
        """The number of truths that are enough, in words."""
        number = len(self.reason.truths)
        return tell("1 truth is enough" if number == 1 else "{n:#} truths are enough", n=number)


def event_of(reason: Reason) -> Stepped:
    """Return `reason` as the event of a step."""
    step = step_of(reason)
    return Stepped(1, WHY, step, reason.grid.apply(step))


TASK_BUDGET = 20_000
"""The choices that are tried for a smallest reason: a board that needs more is no exercise."""

Range = tuple[float, float]

ANY_SIZES: Range = (1, math.inf)


def task_on(board: PracticeBoard, sizes: Range, rng: Random) -> Task | None:
    """Return a candidate that the step eliminates, with a smallest reason within `sizes`."""
    grid, step = board.grid, board.event.step
    left = left_on(grid)[0]
    gone = [*step.eliminations]
    for placed in step.placements:
        excluded = grid.layout.weak_links[number_of(placed, grid.layout)]
        gone += candidates(excluded & left, grid.layout)
    for candidate in shuffled(rng, gone):
        with suppress(GaveUp, UsageError):  # without python-sat all reasons are smallest
            reason = smallest_reason(grid, (), [candidate], TASK_BUDGET, sizes[1])
            if (
                isinstance(reason, Reason)
                and reason.is_smallest
                and sizes[0] <= len(reason.truths) <= sizes[1]
            ):
                return Task(candidate, reason)
    return None


MOST_TRIED = 100  # how many boards, or puzzles with all their boards, are tried for one task


def made_boards(
    techniques: Techniques,
    generator: CheckedGenerator,
    has_singles: bool,
    tried: Callable[[], object],
) -> Iterator[Iterable[PracticeBoard]]:
    """Yield the boards of puzzle after puzzle without an end, in an order of the seed.

    The puzzles are known ones in another form, or those of the `generator`. `has_singles`: whether
    boards are among them on which a single is the next step. `tried`: called for each puzzle.
    """
    every = eliminating(techniques, has_singles)
    for number in count():
        tried()
        rng = Random(f"{generator.seed}/puzzle/{number}")
        puzzle = kept_puzzle(rng, generator.layout) or generator.make(number).givens
        yield shuffled(rng, techniques.boards(puzzle, every))


def eliminating(techniques: Techniques, has_singles: bool) -> list[Component]:
    """Return the bundled techniques, without singles unless it `has_singles`."""
    return [
        each
        for each in techniques.strategies
        if each.is_bundled and (has_singles or each.family != "singles")
    ]


def task_by_seed(size: int, seed: str, tried: Callable[[], object] = lambda: None) -> Task:
    """Return the task of ``practise --prove --truths SIZE --seed SEED``; may raise GaveUp."""
    registry = bundled_registry()
    techniques = Techniques(registry.loop_strategies("auto"))
    minimal = registry.find("generator", "minimal")
    generator = CheckedGenerator(minimal, Layout.named("9x9"), seed)
    boards = made_boards(techniques, generator, has_singles=size <= 1, tried=tried)
    return next(tasks_on(boards, (size, size), seed, MOST_TRIED))


def tasks_on(
    boards: Iterable[Iterable[PracticeBoard]], sizes: Range, seed: str, most: int | None
) -> Iterator[Task]:
    """Yield a task for each group of `boards` that has one; raises GaveUp after `most` without."""
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
        size = low if low == high else f"{low} or more" if high == "inf" else f"{low} to {high}"
        truths = "truth" if size == "1" else "truths"
        raise GaveUp(
            f"no candidate was found whose smallest proof has {size} {truths}: see --truths"
        )


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


def _briefly(truths: Iterable[AnyTruth]) -> str:
    return tell("{truths}", truths=[truth.brief for truth in truths])


class ProofExercise(AnyExercise):
    """A task, and the truths that were named for it so far."""

    BEST = "from as few truths as possible and without a hint"

    def __init__(self, task: Task) -> None:
        super().__init__(tell("prove it"), task.grid, task.event)
        self.task = task
        self.named: list[AnyTruth] = []
        self._hinted: tuple[AnyTruth | None, int] = (None, 0)
        """The truth that the last hint was about, and how much of it was said."""

    @property
    def is_best(self) -> bool:
        """Whether it was proved without a hint, and from no more truths than necessary."""
        return self.is_right and not self.hints and len(self.named) <= len(self.task.reason.truths)

    @property
    def named_in_words(self) -> str:
        """The truths that are named, for a sentence."""
        return _briefly(self.named) or tell("nothing")

    def add(self, truths: Iterable[AnyTruth]) -> None:
        """Name `truths` besides the others."""
        self.has_answer = True
        self.named = list(dict.fromkeys([*self.named, *truths]))

    def drop(self, truths: Iterable[AnyTruth]) -> None:
        """Take back `truths`; raises LayoutError for one that is not named."""
        gone = {*truths}
        if unnamed := gone.difference(self.named):
            raise LayoutError(f"{unnamed.pop().brief} is not named")
        self.named = [truth for truth in self.named if truth not in gone]

    def take(self, text: str) -> bool:
        """Name what a person wrote, or take it back: ``-r1c1``, ``clear``; return whether it does.

        Raises LayoutError for text that is not a truth, or one that cannot be named or dropped.
        """
        text = text.strip()
        is_taken_back = text.startswith("-")
        if text.lower() == "clear":
            self.named = []
            return True
        if is_taken_back:
            self.drop(truths_in(text[1:], self.grid))
        else:
            self.add(truths_in(text, self.grid))
        return is_taken_back

    def turn(self, group: Sequence[AnyTruth]) -> None:
        """Name the next truth of `group` in place of the one named; may raise LayoutError."""
        named = [each for each in group if each in self.named]
        after = group[group.index(named[0]) + 1 :] if named else group
        for truth in after[:1]:
            require_open(truth, self.grid)
        self.drop(named)
        self.add(after[:1])

    @property
    def step(self) -> Step:
        """The truths named so far, as a step."""
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

    def hint(self, stage: int = 1) -> str:
        """Return the `stage` of a hint: a place, a truth, the proof; asked again, the next."""
        truth = self._missing
        said = self._hinted[1] if truth == self._hinted[0] else 0
        said = min(max(stage, said + (stage <= said)), len(DEPTHS))
        self._hinted, self.hints = (truth, said), self.hints + 1
        if said == len(DEPTHS):
            return hint_text(self.event, "why")
        if isinstance(truth, ClueTruth):
            return (
                tell("Look at {where}.", where=truth.brief)
                if said == 1
                else tell("Use: {what}.", what=truth.in_words)
            )
        if said == 1:
            return tell("Look at {where}.", where=truth.place)
        left = candidates(truth.mask & left_on(self.grid)[0], self.grid.layout)
        return tell("Use: {what}.", what=truth.choice(left))

    @property
    def _missing(self) -> AnyTruth:
        """A truth that leads from those that are named to a proof with the fewest others."""
        clues = [truth.clue for truth in self.named if isinstance(truth, ClueTruth)]
        step = Step(eliminations=[self.task.candidate], clues=clues)
        facts, truths = facts_of(self.named, self.grid), self.task.reason.truths
        missing = missing_truths(self.grid, step, facts, len(truths), TASK_BUDGET)
        return (missing or truths)[0]

    def verdict(self) -> ProofVerdict:
        """Return the verdict on the truths that are named; may take long."""
        grid, candidate = self.task.grid, self.task.candidate
        if not self.named:
            return ProofVerdict(tell("not yet: nothing is named"))
        truths = OpenTruths(grid, BUDGET)
        case = Case(number_of(candidate, grid.layout), is_true=True)
        try:
            choice = truths.choice(case, self.named)
            if choice is None:
                return self._proved(self._needed(truths, case))
        except GaveUp:
            return ProofVerdict(tell("unknown: this is too much to try, name fewer truths"))
        full = None
        with suppress(GaveUp):
            full = counter_board_to(grid, candidate, self.named)
        held = enumerate(full.digits) if full else [candidate, *choice]
        text = tell(
            "not yet: everything named ({named}) needs only these digits, but {but}"
            if full is None
            else "not yet: everything named ({named}) holds on this full board, but {but}; "
            "anything that you do not name may differ, even givens",
            named=self.named_in_words,
            but=in_words(candidate),
        )
        return ProofVerdict(text, board=_with_digits(held, grid))

    def _needed(self, truths: OpenTruths, case: Case) -> list[AnyTruth]:
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
        text = tell(
            "right: {named} proves that {claim}"
            if len(self.named) == 1
            else "right: {named} prove that {claim}",
            named=self.named_in_words,
            claim=self.task.claim,
        )
        best = needed if len(needed) == len(smallest.truths) else smallest.truths
        told = smallest._replace(truths=tuple(best))
        remark = ""
        if len(best) < len(self.named):
            remark = tell(
                "1 truth would have been enough: {truths}."
                if len(best) == 1
                else "{n:#} truths would have been enough: {truths}.",
                n=len(best),
                truths=_briefly(best),
            )
        elif len(best) > 1:
            remark = tell("No fewer truths are enough.")
        return ProofVerdict(text, remark, event=event_of(told))


class ProofSession(ExerciseSession[ProofExercise]):
    """Practice of proofs: the board does not change, the user names truths."""


def counter_board_to(grid: Grid, candidate: Candidate, truths: Iterable[AnyTruth]) -> Grid | None:
    """Return a full board on which the `truths` hold and `candidate` is true, None without one.

    Boards with clues have none: their clues would hold on it, named or not. May raise GaveUp.
    """
    if grid.layout.clues:
        return None
    step = Step(eliminations=[candidate])
    return counter_board(grid, step, facts=facts_of(truths, grid))


def facts_of(truths: Iterable[AnyTruth], grid: Grid) -> Facts:
    """Return the `truths` as facts of a step on `grid`; a clue is that its cells have digits."""
    cells: list[int] = []
    places: dict[House, int] = {}
    for truth in truths:
        if isinstance(truth, ClueTruth):
            cells += truth.part.cells
        elif truth.house is None:
            cells.append(cast(int, truth.cell))
        else:
            places[truth.house] = places.get(truth.house, 0) | 1 << truth.digit - 1
    named = {cell: grid.masks[cell] or 1 << grid.digits[cell] - 1 for cell in cells}
    return Facts(named, [*places.items()])


def _with_digits(placed: Iterable[tuple[int, int]], grid: Grid) -> Grid:
    """Return a board with digits in some cells; those in which `grid` has the same are given."""
    digits = [0] * len(grid.digits)
    for cell, digit in placed:
        digits[cell] = digit
    given = mask_of(cell for cell, digit in enumerate(digits) if digit == grid.digits[cell] != 0)
    return Grid(grid.layout, digits, given=given & grid.given)
