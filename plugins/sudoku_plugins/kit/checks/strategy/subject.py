"""A strategy that is being checked, and its calls on boards; no call is made twice."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from itertools import tee
from typing import NamedTuple

from sudoku_engine.api.hookspecs import thing_at
from sudoku_engine.board.grid import Grid, Marks
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.board.words import counted, listed
from sudoku_engine.bundled import TRACE, is_here
from sudoku_engine.errors import PluginError, UsageError
from sudoku_engine.plugins.component import Component
from sudoku_plugins.kit.advice import with_advice
from sudoku_plugins.kit.boards_with_solutions import (
    Position,
    boards_with_false_rectangles,
    spread,
    technique_boards,
    technique_like,
    technique_named_in,
)
from sudoku_plugins.kit.checks import Subject
from sudoku_plugins.kit.findings import Finding, NotChecked
from sudoku_plugins.kit.kit import Kit
from sudoku_plugins.kit.plugin_calls import (
    Caller,
    StrategyAnswer,
    Unusable,
    cost,
    part_done,
    slowness,
)


def on_smallest_board(
    position: Position, finding: Finding, look: Callable[[Grid], Finding | None], most: int
) -> Finding:
    """Return the `finding` on the smallest board on which `look` still sees one.

    At most `most` boards are looked at; a time limit would give another board each time.

    As many cells as possible are filled with the solution; after that, candidates that the solution
    does not need are eliminated. So the solution stays the same.
    """
    grid, solution, source, *_ = position
    for is_filling in (True, False):
        changes = _changes(grid, solution, is_filling)
        size = max(len(changes) // 2, 1)
        while changes:
            for start in range(0, len(changes), size):
                chunk = changes[start : start + size]
                left = [change for change in chunk if change.digit in grid.candidates(change.cell)]
                if not left:
                    continue
                if not most:
                    break
                most -= 1
                smaller = grid.apply(Step(left) if is_filling else Step((), left))
                found = look(smaller)
                if found is not None:
                    grid, finding = smaller, found
            if size == 1:
                break
            changes = _changes(grid, solution, is_filling)
            size = max(size // 2, 1)
    return replace(finding, board=finding.board or grid, source=finding.source or source)


def _changes(grid: Grid, solution: Sequence[int], is_filling: bool) -> list[Candidate]:
    return [
        Candidate(cell, digit)
        for cell in grid.open_cells
        for digit in ([solution[cell]] if is_filling else sorted(grid.candidates(cell)))
        if is_filling or digit != solution[cell]
    ]


class Effort(NamedTuple):
    """The effort for strategies that need about the same time."""

    seconds: float  # the seconds that a board may cost them
    boards: int  # boards of their own size
    calls: int  # calls that a check may make besides
    others: int  # boards of each other size or shape


EFFORTS = (
    Effort(0.006, 1000, 3000, 12),
    Effort(0.11, 100, 60, 4),
    Effort(2.0, 30, 20, 2),
    Effort(math.inf, 6, 4, 1),
)
"""The efforts, for quick strategies first.

They are few and far apart, as the time that a board costs is never quite the same.
"""


def effort_for(seconds: float) -> Effort:
    """Return the effort for a strategy that needs this number of `seconds` for a board."""
    return next(effort for effort in EFFORTS if seconds <= effort.seconds)


NEAR = 1.7  # how many times more or less than a border may be its other side, on a busy machine
MEASURES = 7  # of a strategy near a border


def effort_of(measured: Callable[[], float]) -> Effort:
    """Return the effort for a strategy of which each call of `measured` says what a board costs.

    Near a border between efforts no single measure decides, but the middle one of several.
    """
    seconds = [measured()]
    if any(effort.seconds / NEAR < seconds[0] < effort.seconds * NEAR for effort in EFFORTS):
        seconds += [measured() for _ in range(MEASURES - 1)]
    return effort_for(sorted(seconds)[len(seconds) // 2])


def mean(numbers: Sequence[float]) -> float:
    """Return the mean of `numbers`; Python's own takes a while to load."""
    return sum(numbers) / len(numbers)


PLAIN = {9: "9x9", 4: "4x4", 6: "6x6", 12: "12x12", 16: "16x16"}
"""The group of plain boards by number of rows; a strategy's own is the first that suits it."""

TWOFOLD = "twofold"  # boards with two solutions: who assumes a single one fails on them
BY_HAND: Marks = "manual"  # the value of `marks` for pencil marks kept by hand


SAMPLE = 8  # boards that tell what a board costs
LITTLE = 0.1  # the seconds of a call that is made again, to see whether it was slow by chance
MANY_STEPS = 1_000  # steps on a board above which little is asked, as each has its turn
FEW = 10  # boards with steps below which the evidence is called little
PART = 4  # the part of its boards that may be added for its technique: one in four
MOST_FAILED = 25  # calls without an answer after which there are no more


Asked = tuple[Position, StrategyAnswer]  # a board with the answer to it


class StrategySubject(Subject):
    """A strategy that is being checked."""

    def __init__(self, caller: Caller, kit: Kit) -> None:
        """Raise UsageError if the strategy is not for the kit's layout."""
        super().__init__(caller, kit)
        self.is_steady = True  # whether it found the same steps again, as far as is known
        self.is_right: bool | None = None  # whether all its steps are; None: nobody has asked
        self.is_explained = False  # whether a fresh process was asked why it goes wrong
        self.looking: Finding | None = None  # what else than the board it looks at
        plain = (PLAIN[n] for n in PLAIN if self.component.suits(n))
        self.group = kit.boards.group or next(plain, None)  # the boards of its own size, if any
        self.on_example: list[Asked] = []  # answers
        layout = kit.boards.layout
        if layout is not None and not self.component.suits(layout.n):
            sizes = numbers(self.component.sizes or ())
            raise UsageError(f"{self.component.id} is for boards of {sizes} rows, not {layout}")
        self.seconds: dict[str, list[float]] = defaultdict(list)  # what boards cost, by group
        self._answers = self._ask_until_end()
        self._sampled: dict[Grid, StrategyAnswer] = {}  # answers known beforehand
        self._n_failed = 0
        self._end: Unusable | NotChecked | None = None  # why there are no more answers

    @cached_property
    def family(self) -> str:
        """The declared family of the technique, or the family by its name, or empty."""
        like = self.kit.against or technique_named_in(self.component, self.kit.ours)
        assumed = "uniqueness" if self.component.assumes_unique else ""
        return self.component.family or (like and like.family) or assumed

    @cached_property
    def _own(self) -> Sequence[Position]:
        """The boards of its own size, and boards where assuming one solution goes wrong."""
        if self.group is None:
            return ()
        found = self._of_group(self.group)
        if self.group != PLAIN[9]:
            return found
        if self.component.assumes_unique:
            return [*found, *self.kit.boards.shown(boards_with_false_rectangles())]
        return [*found, *self.kit.boards.positions(TWOFOLD)]

    def _of_group(self, group: str, marks: Marks = "auto") -> Sequence[Position]:
        """Return the boards of a `group` that suit it, with pencil marks kept as `marks` says.

        A strategy that assumes one solution may rely on all candidates that the rules leave.
        """
        return [
            position
            for position in self.kit.boards.positions(group, marks)
            if not (position.has_lost and self.component.assumes_unique)
        ]

    def _of_techniques(self, *names: str) -> Sequence[Position]:
        """Return the boards for the techniques and families with these `names`."""
        found = [position for name in names for position in technique_boards(name)]
        has_one = self.component.assumes_unique
        suitable = [each for each in found if not (has_one and each.second_solution)]
        return self.kit.boards.shown(suitable)

    @cached_property
    def effort(self) -> Effort:
        """The effort for it, measured by calls on some boards."""
        sample = spread(self._own, SAMPLE)
        for position in sample:
            self._sampled[position.grid] = self.answer(position.grid)
            if len(self._sampled[position.grid].steps) > MANY_STEPS:
                return EFFORTS[-1]
        known = iter([self._sampled[each.grid].seconds for each in sample])

        def measured() -> float:
            seconds = [self._seconds_of(each, next(known, None)) for each in sample]
            # One board does not decide: the machine may have had other work just then.
            return mean(sorted(seconds)[: SAMPLE - 1] or [0])

        return effort_of(measured)

    @property
    def evidence(self) -> Sequence[str]:
        """Why the checks rest on little, in words; empty if they rest on enough."""
        parts = []
        of = len(self._own)
        if self.boards and self.effort.boards < of:
            parts.append(f"{part_done(self.effort.boards, of, 'board')}, as it is slow")
        if 0 < self.fired < FEW:
            parts.append(f"it fired only {counted(self.fired, 'time')}")
        return parts

    def answers(self) -> Iterator[Asked]:
        """Yield boards of its own size with its answers; raise the error that ended them."""
        self._answers, answers = tee(self._answers)  # the first stays at its start
        yield from answers
        if self._end is not None:
            raise self._end

    def _ask_until_end(self) -> Iterator[Asked]:
        """Yield the boards with their answers, made once; note what ends them."""
        try:
            yield from self._ask_all()
        except (Unusable, NotChecked) as end:
            self._end = end

    def progress(self) -> Iterator[tuple[int, int]]:
        """Call it on its boards; yield the number of boards done, and of all boards."""
        with suppress(Unusable, NotChecked):  # the check that comes to this board reports it
            for done, _ in enumerate(self.answers(), 1):
                yield done, max(done, min(self.effort.boards, len(self._own)))

    def with_steps(self) -> list[Asked]:
        """Return the boards on which it found a step, with its answers."""
        return [(position, answer) for position, answer in self.answers() if answer.steps]

    def sample(self, n_fired: int, n_others: int, most: int) -> tuple[list[Asked], list[Asked]]:
        """Return boards far apart on which it found something, and others; `most` of each."""
        known = list(self.answers())
        fired = [each for each in known if each[1].given]
        others = [each for each in known if not each[1].given]
        return spread(fired, min(n_fired, most)), spread(others, min(n_others, most))

    def answer(self, grid: Grid) -> StrategyAnswer:
        """Call the strategy on `grid`."""
        return self.caller.answer(grid)

    def answers_to(
        self, positions: Sequence[Position], group: str = ""
    ) -> Iterator[StrategyAnswer]:
        """Yield its answers on the boards of `positions`, counted for its own or a `group`."""
        sampled = [self._sampled.pop(each.grid, None) for each in positions]
        answers = self.caller.answers(
            each.grid for each, known in zip(positions, sampled) if known is None
        )
        for known in sampled:
            answer = known or next(answers)
            self.seconds[group or self.group or ""].append(answer.seconds)
            self.boards += 1
            self.fired += bool(answer.steps)
            yield answer

    def on_small_board(
        self,
        position: Position,
        finding: Finding,
        look: Callable[[Grid], Finding | None],
        advice: str = "",
    ) -> Finding:
        """Return the `finding` on the smallest board found on which `look` still sees one.

        `advice`: the known advice; without it, a trace shows more.
        """
        small = on_smallest_board(
            position, finding, look, min(self.kit.shrink_looks, self.effort.calls)
        )
        small = replace(small, advice=small.advice or advice)
        cause = partial(self.cause, small)
        return with_advice(self.component, small, self.family, cause)

    def cause(self, finding: Finding) -> str:
        """Return the cause, shown by a trace, of a missed step or a wrong step."""
        step, grid = finding.step, finding.board
        if grid is None or step is None or not is_here(TRACE):
            return ""
        try:
            is_found = step in self.answer(grid).steps
            witness, wrong = (None, step) if is_found else (step, None)
            traced = thing_at(f"{TRACE}.reading:traced")
            return str(traced(self.caller, grid, witness, wrong).cause())
        except (Unusable, NotChecked, PluginError):
            return ""

    def answers_on_other(self, groups: Sequence[str]) -> Iterator[Asked]:
        """Yield some boards of each of the `groups`, each with its answer."""
        for group in groups:
            positions = spread(self._of_group(group), self.effort.others)
            yield from zip(positions, self.answers_to(positions, group))

    def _ask_all(self) -> Iterator[Asked]:
        yield from self._ask(spread(self._own, self.effort.boards))
        if self.group == PLAIN[9]:  # other sizes have no boards by technique
            most = min(self.effort.boards // PART, self.kit.puzzles)
            name = self.component.id if self.technique is None else self.technique.id
            yield from self._ask(spread(self._of_techniques(name), most))
            if self.fired < FEW or self.component.assumes_unique:
                most = min(self.effort.boards, 10 * self.kit.puzzles)
                # Those of its family; if it is unknown, all techniques.
                family, ours = self.family, self.kit.ours
                others = [each for each in ours if each is not self.technique]
                ids = [each.id for each in others if each.family == family or not family]
                boards = self._of_techniques(family, *ids)
                yield from self._ask(spread(boards, most))
        if not self.fired and self.group is not None:
            by_hand = self._of_group(self.group, BY_HAND)
            yield from self._ask(spread(by_hand, self.effort.boards))

    def _ask(self, positions: Sequence[Position]) -> Iterator[Asked]:
        answers = self.answers_to(positions)
        for position in positions:
            if self._n_failed == MOST_FAILED:
                return
            answer = next(answers)
            self._n_failed += bool(answer.why)
            yield position, answer
            if position.second_solution:
                yield position._replace(solution=position.second_solution), answer

    @cached_property
    def technique(self) -> Component | None:
        """The bundled technique that it seems to be, if any."""
        return self.kit.against or technique_like(self.component, self.kit.ours)

    @property
    def like_it(self) -> tuple[str, Sequence[Component]]:
        """The techniques to compare with, and the words for them: its technique, or its family."""
        ours = [each for each in self.kit.ours if each.is_by_default]
        if self.technique is not None:
            return f"our {self.technique.name} takes", [self.technique]
        if related := [each for each in ours if each.family == self.family]:
            return "all our techniques of its family together take", related
        easy = [each for each in ours if each.level == "easy"]
        return "all our easy techniques together take", easy

    def _seconds_of(self, position: Position, known: float | None) -> float:
        """Return the seconds that the board of `position` costs; a call took the `known` ones."""
        seconds = self.answer(position.grid).seconds if known is None else known
        if seconds < LITTLE:
            seconds = min(seconds, self.answer(position.grid).seconds)
        return seconds / slowness()


def seconds_of(techniques: Sequence[Component], grid: Grid) -> float:
    """Return the seconds in which bundled `techniques` find all their steps on `grid`."""

    def seconds() -> float:
        return cost(lambda: [list(each.call(grid) or ()) for each in techniques])[1]

    first = seconds()
    return min(first, seconds()) if first < LITTLE else first  # the first time, they are loaded


def numbers(sizes: Iterable[object]) -> str:
    """Return `sizes` as in a sentence; `listed` would write those over 9 as letters."""
    return listed(map(str, sizes))
