"""A strategy that is being checked, and its calls on boards; no call is made twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import count
from statistics import mean

from sudoku_engine.board.grid import Grid, Marks
from sudoku_engine.board.words import counted, listed
from sudoku_engine.errors import UsageError
from sudoku_engine.testing.advice import with_advice
from sudoku_engine.testing.boards_with_solutions import WITH_ELIMINATIONS, Position
from sudoku_engine.testing.checks.common import Subject
from sudoku_engine.testing.cost import cost, slowness
from sudoku_engine.testing.effort import Effort, effort_for, spread
from sudoku_engine.testing.false_rectangles import boards_with_false_rectangles
from sudoku_engine.testing.findings import Finding
from sudoku_engine.testing.kit import Kit
from sudoku_engine.testing.plugin_calls import Caller, StrategyAnswer, part_tried
from sudoku_engine.testing.shrinking import on_smallest_board
from sudoku_engine.testing.technique_comparison import Comparison, technique_named_in

PLAIN = {9: "9x9", 4: "4x4", 6: "6x6", 12: "12x12", 16: "16x16"}
"""The group of plain boards by number of rows; a strategy's own is the first that suits it."""

TWOFOLD = "twofold"
"""The group of boards with two solutions; strategies that assume a single one fail on them."""

BY_HAND: Marks = "manual"
"""The value of `marks` for pencil marks kept by hand."""

SAMPLE = 8
"""The number of boards that tell what a board costs."""

LITTLE = 0.02
"""The seconds of a call that is made again, to see whether it was slow by chance."""

FEW = 10
"""The number of boards with steps below which the evidence is called little."""

MOST_FAILED = 25
"""The number of calls without an answer after which the strategy is not called again."""


class StrategySubject(Subject):
    """A strategy that is being checked."""

    def __init__(self, caller: Caller, kit: Kit) -> None:
        """Raise UsageError if the strategy is not for the kit's layout."""
        super().__init__(caller, kit)
        self.is_steady = True
        """Whether it found the same steps again, as far as is known."""
        self.is_explained = False
        """Whether a fresh process was asked about a board on which it went wrong."""
        self.comparison: Comparison | None = None
        """What it finds of the technique with which it was compared."""
        plain = (PLAIN[n] for n in PLAIN if self.component.suits(n))
        self.group = kit.boards.group or next(plain, None)
        """The group of boards that it is mainly tried on."""
        self.on_example: list[tuple[Position, StrategyAnswer]] = []
        """Its answers on the board that it declares as its example."""
        layout = kit.boards.layout
        if layout is not None and not self.component.suits(layout.n):
            sizes = numbers(self.component.sizes or ())
            raise UsageError(f"{self.component.id} is for boards of {sizes} rows, not {layout}")
        self.seconds: dict[str, list[float]] = defaultdict(list)
        """By group, the seconds that boards cost."""
        self._answered: list[tuple[Position, StrategyAnswer]] = []
        self._to_come = self._answers()
        self._sampled: dict[Grid, StrategyAnswer] = {}
        """Answers that are known before the boards are asked for."""
        self._n_failed = 0

    @cached_property
    def family(self) -> str:
        """The family of the technique, as it is declared or as its name tells; or empty."""
        like = self.kit.against or technique_named_in(self.component, self.kit.ours)
        assumed = "uniqueness" if self.component.has_assumption else ""
        return self.component.family or (like and like.family) or assumed

    @cached_property
    def effort(self) -> Effort:
        """How much to ask of it; it is called on some boards to find out."""
        sample = [self._measured(position) for position in spread(self._own_boards, SAMPLE)]
        self.seconds[self.group or ""] += sample
        return effort_for(mean(sample or [0]))

    @property
    def evidence(self) -> str:
        """What there is to say on how much the checks rest on; empty if it is enough."""
        parts = []
        of = len(self._own_boards)
        if self._answered and self.effort.boards < of:
            parts.append(f"{part_tried(self.effort.boards, of, 'board')}, as it is slow")
        if 0 < self.fired < FEW:
            parts.append(f"it fired only {counted(self.fired, 'time')}")
        return "; ".join(parts)

    def answers(self) -> Iterator[tuple[Position, StrategyAnswer]]:
        """Yield boards of the strategy's own size, each with its answer."""
        for index in count():
            if index == len(self._answered):
                found = next(self._to_come, None)
                if found is None:
                    return
                self._answered.append(found)
            yield self._answered[index]

    def with_steps(self) -> list[tuple[Position, StrategyAnswer]]:
        """Return the boards on which it found a step, with its answers."""
        return [(position, answer) for position, answer in self.answers() if answer.steps]

    def answer(self, grid: Grid) -> StrategyAnswer:
        """Call the strategy on `grid`."""
        return self.caller.answer(grid)

    def counted_answer(self, position: Position) -> StrategyAnswer:
        """Call the strategy on the board of `position`, and count it."""
        answer = self._sampled.pop(position.grid, None) or self.answer(position.grid)
        self.boards += 1
        self.fired += bool(answer.steps)
        return answer

    def on_small_board(
        self, position: Position, finding: Finding, look: Callable[[Grid], Finding | None]
    ) -> Finding:
        """Return the `finding` on the smallest board found on which `look` still sees one."""
        small = on_smallest_board(position, finding, look, self.kit.shrink_seconds)
        return with_advice(self.component, small, self.family, self.answers())

    def answers_on_other(self, groups: Sequence[str]) -> Iterator[tuple[Position, StrategyAnswer]]:
        """Yield some boards of each of the `groups`, each with its answer."""
        for group in groups:
            found = list(self._suitable(self.kit.boards.positions(group)))
            for position in spread(found, self.effort.others):
                answer, seconds = cost(partial(self.counted_answer, position))
                self.seconds[group].append(seconds)
                yield position, answer

    def _answers(self) -> Iterator[tuple[Position, StrategyAnswer]]:
        own = self._own_boards
        yield from self._asked(spread(own, self.effort.boards))
        if not self.fired and self.group is not None:
            by_hand = list(self._suitable(self.kit.boards.positions(self.group, BY_HAND)))
            yield from self._asked(spread(by_hand, self.effort.boards))

    def _asked(self, positions: Iterable[Position]) -> Iterator[tuple[Position, StrategyAnswer]]:
        """Yield the boards, each with the answer to it."""
        for position in positions:
            if self._n_failed == MOST_FAILED:
                return
            answer = self.counted_answer(position)
            self._n_failed += bool(answer.why)
            yield position, answer
            if position.second_solution:
                yield position._replace(solution=position.second_solution), answer

    @cached_property
    def _own_boards(self) -> Sequence[Position]:
        """The boards of its own size, and those on which assuming one solution goes wrong."""
        if self.group is None:
            return ()
        boards = self.kit.boards
        found = list(self._suitable(boards.positions(self.group)))
        if self.group == PLAIN[9]:
            is_assuming = self.component.has_assumption
            found += boards_with_false_rectangles() if is_assuming else boards.positions(TWOFOLD)
        return found

    def _measured(self, position: Position) -> float:
        """Return the seconds that the board of `position` costs, and keep the answer."""
        answer, seconds = cost(partial(self.answer, position.grid))
        self._sampled[position.grid] = answer
        if seconds < LITTLE:
            seconds = min(seconds, cost(partial(self.answer, position.grid))[1])
        return seconds / slowness()

    def _suitable(self, positions: Iterator[Position]) -> Iterator[Position]:
        """Yield the boards that the strategy is made for.

        A strategy that assumes one solution may rely on each candidate that the rules leave.
        """
        for position in positions:
            has_lost = position.source.endswith(WITH_ELIMINATIONS)
            if not (has_lost and self.component.has_assumption):
                yield position


def numbers(sizes: Iterable[object]) -> str:
    """Return `sizes` as in a sentence; `listed` would write those over 9 as letters."""
    return listed(map(str, sizes))
