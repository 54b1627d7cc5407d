"""What a strategy is, and the decorator that makes one of a function."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Step

LEVELS = ("easy", "medium", "hard", "unfair", "extreme")
"""The levels of a strategy, and of a puzzle, from easy to hard."""

Finder = Callable[..., "Iterable[Step] | None"]


@runtime_checkable
class StrategyProtocol(Protocol):
    """What the loop asks of a strategy. `find` yields steps that are true of the grid."""

    @property
    def id(self) -> str:
        """The name in configurations and on the command line."""
        ...

    @property
    def name(self) -> str:
        """The name for people."""
        ...

    @property
    def score(self) -> int:
        """How hard it is for a person, on HoDoKu's scale."""
        ...

    @property
    def level(self) -> str:
        """One of `LEVELS`."""
        ...

    @property
    def find(self) -> Finder:
        """A function from a grid to steps that are true of it."""
        ...


@dataclass(frozen=True, eq=False)
class Strategy:
    """A solving technique: a pure function from a grid to the steps it finds there.

    `find(grid, **options)` gives steps, lazily or as a list, or None; its keyword-only
    parameters are the strategy's options. `example`: a board, in any format that is read, on
    which it finds a step. `sizes`: the numbers of rows it is for, None for every size.
    `assumes_unique`: true only where the puzzle has one solution.
    """

    find: Finder
    id: str
    name: str
    score: int
    level: str
    example: str | None = None
    sizes: Collection[int] | None = (9,)
    assumes_unique: bool = False

    def __post_init__(self) -> None:
        # What `functools.update_wrapper` does, which a frozen dataclass does not let it do.
        copied = {
            name: getattr(self.find, name) for name in ("__module__", "__qualname__", "__doc__")
        }
        vars(self).update(copied, __name__=self.id, __wrapped__=self.find)

    def __call__(self, grid: Grid, **options: Any) -> Iterable[Step] | None:
        """The steps that the technique finds on `grid`."""
        return self.find(grid, **options)


def strategy(
    name: str,
    *,
    score: int,
    level: str,
    example: str | None = None,
    sizes: Collection[int] | None = (9,),
    assumes_unique: bool = False,
) -> Callable[[Finder], Strategy]:
    """A decorator that makes a `Strategy` of a function from a grid to steps.

    Its id is the function's name. `score` and `level` say how hard it is for a person, on
    HoDoKu's scale (`LEVELS`); `sizes` None means every size of board.
    """
    if not isinstance(name, str):
        raise TypeError(
            "@strategy needs a name, a score and a level: "
            '@strategy("My Pair", score=60, level="medium")'
        )
    if level not in LEVELS:
        raise ValueError(f"level {level!r} of {name!r} is none of {', '.join(LEVELS)}")
    if sizes is not None and (isinstance(sizes, str) or not isinstance(sizes, Collection)):
        raise TypeError(f"sizes of {name!r} must be a list such as [9], not {sizes!r}")

    def decorate(find: Finder) -> Strategy:
        return Strategy(find, find.__name__, name, score, level, example, sizes, assumes_unique)

    return decorate
