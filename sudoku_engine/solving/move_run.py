"""A transformation as a run: one move after another."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from sudoku_engine.api.events import Ended, Event, Moved, Started
from sudoku_engine.api.run import timed
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.words import counted
from sudoku_engine.transform.decomposition import moves_of
from sudoku_engine.transform.moves import Move, replay
from sudoku_engine.transform.transformation import Transformation


def move_events(grid: Grid, moves: Iterable[Move]) -> Iterator[Event]:
    """Yield what happens while the `moves` are made on `grid`: `Started`, each `Moved`, `Ended`.

    The outcome is ``stopped``, since nothing was to be solved. Raises LayoutError if the board
    does not allow a move.
    """
    return timed(_events(grid, moves))


def _events(grid: Grid, moves: Iterable[Move]) -> Iterator[Event]:
    yield Started(grid)
    count = 0
    for move in moves:
        count += 1
        grid = move.grid(grid)
        yield Moved(move.text, grid)
    yield Ended("stopped", "search", grid, 0, {}, 0.0, f"{counted(count, 'move')} made")


class RandomMoves:
    """The moves of a random transformation, drawn again for each board with `rng`."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def moves(self, grid: Grid) -> tuple[Move, ...]:
        """Return the moves of a transformation of boards like `grid`."""
        return moves_of(Transformation.random(self._rng, grid.layout), grid)


def moves_to_make(grid: Grid, wanted: Iterable[Move | RandomMoves]) -> list[Move]:
    """Return the moves to make on `grid`, the random ones drawn; each has been tried.

    Raises LayoutError for a move that the board does not allow.
    """
    moves: list[Move] = []
    for each in wanted:
        drawn = [each] if isinstance(each, Move) else each.moves(grid)
        *_, grid = replay(grid, drawn)
        moves += drawn
    return moves
