"""A strategy that is being checked, and its calls on boards; no call is made twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import count

from sudoku_engine.board.grid import Grid, Marks
from sudoku_engine.board.words import listed
from sudoku_engine.errors import UsageError
from sudoku_engine.testing.advice import with_advice
from sudoku_engine.testing.boards_with_solutions import WITH_ELIMINATIONS, Position
from sudoku_engine.testing.checks.common import Subject
from sudoku_engine.testing.findings import Finding
from sudoku_engine.testing.kit import Kit
from sudoku_engine.testing.plugin_calls import Caller, StrategyAnswer
from sudoku_engine.testing.shrinking import on_smallest_board
from sudoku_engine.testing.technique_comparison import Comparison, technique_named_in

PLAIN = {9: "9x9", 4: "4x4", 6: "6x6", 12: "12x12", 16: "16x16"}
"""The group of plain boards by number of rows; a strategy's own is the first that suits it."""

TWOFOLD = "twofold"
"""The group of boards with two solutions; strategies that assume a single one fail on them."""

BY_HAND: Marks = "manual"
"""The value of `marks` for pencil marks kept by hand."""

MOST_OF_OTHER_GROUPS = 12
"""The number of boards of each other size or shape."""

MOST_FAILED = 25
"""The number of calls without an answer after which the strategy is not called again."""


class StrategySubject(Subject):
    """A strategy that is being checked."""

    def __init__(self, caller: Caller, kit: Kit) -> None:
        """Raise UsageError if the strategy is not for the kit's layout."""
        super().__init__(caller, kit)
        self.is_steady = True
        """Whether it found the same steps again, as far as is known."""
        self.comparison: Comparison | None = None
        """What it finds of the technique with which it was compared."""
        plain = (PLAIN[n] for n in PLAIN if self.component.suits(n))
        self.group = kit.boards.group or next(plain, None)
        """The group of boards that it is mainly tried on."""
        layout = kit.boards.layout
        if layout is not None and not self.component.suits(layout.n):
            sizes = numbers(self.component.sizes or ())
            raise UsageError(f"{self.component.id} is for boards of {sizes} rows, not {layout}")
        self._answered: list[tuple[Position, StrategyAnswer]] = []
        self._to_come = self._answers()

    @cached_property
    def family(self) -> str:
        """The family of the technique, as it is declared or as its name tells; or empty."""
        like = self.kit.against or technique_named_in(self.component, self.kit.ours)
        return self.component.family or (like and like.family) or ""

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
        answer = self.answer(position.grid)
        self.boards += 1
        self.fired += bool(answer.steps)
        return answer

    def on_small_board(
        self, position: Position, finding: Finding, look: Callable[[Grid], Finding | None]
    ) -> Finding:
        """Return the `finding` on the smallest board found on which `look` still sees one."""
        small = on_smallest_board(position, finding, look, self.kit.shrink_seconds)
        return with_advice(self.component, small, self.family)

    def answers_on_other(self, groups: Sequence[str]) -> Iterator[tuple[Position, StrategyAnswer]]:
        """Yield some boards of each of the `groups`, each with its answer."""
        for group in groups:
            found = list(self._suitable(self.kit.boards.positions(group)))
            for position in found[:: max(len(found) // MOST_OF_OTHER_GROUPS, 1)]:
                yield position, self.counted_answer(position)

    def _answers(self) -> Iterator[tuple[Position, StrategyAnswer]]:
        if self.group is None:
            return
        failed = 0
        for position in self._positions(self.group):
            answer = self.counted_answer(position)
            yield position, answer
            if position.second_solution:
                yield position._replace(solution=position.second_solution), answer
            failed += bool(answer.why)
            if failed == MOST_FAILED or self.caller.is_late:
                return

    def _positions(self, group: str) -> Iterator[Position]:
        """Yield boards of a `group`; with other pencil marks too if nothing was found on them."""
        boards = self.kit.boards
        yield from self._suitable(boards.positions(group))
        if group == PLAIN[9] and not self.component.has_assumption:
            yield from boards.positions(TWOFOLD)
        if not self.fired:
            yield from self._suitable(boards.positions(group, BY_HAND))

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
