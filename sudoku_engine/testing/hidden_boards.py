"""Boards that are made from a seed, so that nobody can write a strategy for just these boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from sudoku_engine.board.grid import Grid, Marks
from sudoku_engine.board.layout import Layout
from sudoku_engine.randomness import shuffled
from sudoku_engine.testing.boards_with_solutions import (
    MOST_PUZZLES,
    BoardCollection,
    Position,
    boards_of,
    kept_positions,
)
from sudoku_engine.transform.transformation import Transformation


class HiddenBoards(BoardCollection):
    """Boards of puzzles drawn by a seed, each with its lines moved and its digits renamed."""

    def __init__(
        self, seed: str, layout: Layout | None = None, puzzles: int = MOST_PUZZLES
    ) -> None:
        """Prepare boards of `puzzles` puzzles of each group, other ones for each `seed`."""
        super().__init__(layout, puzzles)
        self.seed = seed

    def drawn(self, group: str, marks: Marks) -> Iterator[Position]:
        """Yield the boards of a `group`."""
        kept = kept_positions(group)
        rng = Random(f"{self.seed} {group} {marks}")
        for number in shuffled(rng, range(len(kept)))[: self.puzzles]:
            for position in boards_of(kept[number], rng, marks):
                yield transformed(position, rng)

    def shown(self, others: Sequence[Position]) -> Sequence[Position]:
        """Return `others`, boards of no group, with lines moved and digits renamed."""
        return [transformed(each, Random(f"{self.seed} {each.source}")) for each in others]


def transformed(position: Position, rng: Random) -> Position:
    """Return the board of a `position` with lines moved and digits renamed, by `rng`."""
    layout = position.grid.layout
    moves = Transformation.random(rng, layout)
    solution, second = (
        moves.grid(Grid(layout, digits)).digits if digits else ()
        for digits in (position.solution, position.second_solution)
    )
    return position._replace(
        grid=moves.grid(position.grid),
        solution=solution,
        source=f"transformed by the seed: {position.source}",
        second_solution=second,
    )
