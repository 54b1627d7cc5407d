"""Strategies, and the decorator that turns a function into one."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Step
from sudoku_engine.errors import near_name

LEVELS = ("easy", "medium", "hard", "unfair", "extreme")
"""The levels of a strategy, and of a puzzle, from easy to hard."""

FAMILIES = (
    "singles",
    "intersections",
    "subsets",
    "patterns",
    "fish",
    "wings",
    "uniqueness",
    "coloring",
    "chains",
    "als",
    "forcing",
)
"""The families that a strategy may belong to."""

FAMILY_NAMES: Mapping[str, Collection[str]] = {
    **{family: (family,) for family in FAMILIES},
    "basic": FAMILIES[:3],
}
"""The names for several strategies in a list of strategies.

Each has the families whose strategies it means.
"""

Finder = Callable[..., "Iterable[Step] | None"]


@runtime_checkable
class StrategyProtocol(Protocol):
    """A strategy from the view of the loop.

    `sizes`, `assumes_unique`, `family`, `marks` and `by_default` (see `Strategy`) are optional.
    """

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
        """How hard the technique is for a person, on HoDoKu's scale."""
        ...

    @property
    def level(self) -> str:
        """One of `LEVELS`."""
        ...

    @property
    def find(self) -> Finder:
        """A function from a grid to true steps on it."""
        ...


@dataclass(frozen=True, eq=False, repr=False)
class Strategy:
    """A solving technique: a pure function from a grid to the steps that it finds."""

    find: Finder
    """``find(grid, **options)`` returns steps, lazily or as a list, or None.

    Its keyword-only parameters are the options of the strategy.
    """
    id: str
    """The name in configurations and on the command line."""
    name: str
    """The name for people."""
    score: int
    """How hard the technique is for a person, on HoDoKu's scale."""
    level: str
    """One of `LEVELS`."""
    example: str | None = None
    """A board, in any format that can be read, on which the technique finds a step."""
    sizes: Collection[int] | None = (9,)
    """The sizes (numbers of rows) that it supports; None for every size."""
    assumes_unique: bool = False
    """Whether its steps are true only if the puzzle has one solution."""
    family: str | None = None
    """One of `FAMILIES`."""
    marks: Literal["manual"] | None = None
    """``manual`` if it works only with pencil marks kept by hand; then it is tried first.

    None if it works with any marks.
    """
    by_default: bool | Mapping[str, Any] = True
    """Whether it takes part unless strategies are named; if not, only where its id is named.

    Options, such as ``{"longest": 10}``, mean that it takes part with these.
    """

    def __post_init__(self) -> None:
        # functools.update_wrapper would do this, but the class is frozen.
        copied = {
            name: getattr(self.find, name) for name in ("__module__", "__qualname__", "__doc__")
        }
        vars(self).update(copied, __name__=self.id, __wrapped__=self.find)

    def __call__(self, grid: Grid, **options: Any) -> Iterable[Step] | None:
        """Return the steps that the technique finds on `grid`."""
        return self.find(grid, **options)

    def __repr__(self) -> str:
        return f"<Strategy {self.id}: {self.name}, {self.level}, score {self.score}>"


def strategy(
    name: str,
    *,
    score: int,
    level: str,
    example: str | None = None,
    sizes: Collection[int] | None = (9,),
    assumes_unique: bool = False,
    id: str | None = None,
    family: str | None = None,
    marks: Literal["manual"] | None = None,
    by_default: bool | Mapping[str, Any] = True,
) -> Callable[[Finder], Strategy]:
    """Return a decorator that turns a function from a grid to steps into a `Strategy`.

    The `id` is the function's name unless given. `score` and `level` say how hard the technique is
    for a person, on HoDoKu's scale (`LEVELS`); `sizes` None means every size of board; `family` is
    one of `FAMILIES`; ``marks="manual"`` is for a technique that works only with pencil marks
    kept by hand; ``by_default=False`` is for a technique that takes part only where it is named,
    such as one that takes long, and ``by_default={"longest": 10}`` for one that finds more where
    it is named than with these options. A `functools.partial` can be decorated too: bound
    parameters are not options.
    """
    if not isinstance(name, str):
        raise TypeError(
            "@strategy needs a name, a score and a level: "
            '@strategy("My Pair", score=60, level="medium")'
        )
    if level not in LEVELS:
        raise ValueError(f"level {level!r} of {name!r} must be one of {', '.join(LEVELS)}")
    if sizes is not None and (isinstance(sizes, str) or not isinstance(sizes, Collection)):
        raise TypeError(f"sizes of {name!r} must be a list such as [9], not {sizes!r}")
    if family is not None and family not in FAMILIES:
        raise ValueError(
            f"unknown family {family!r} of {name!r}: {near_name(str(family), FAMILIES)}"
        )
    if marks not in (None, "manual"):
        raise ValueError(f"marks of {name!r} must be 'manual' or None, not {marks!r}")

    def decorate(find: Finder) -> Strategy:
        if isinstance(find, functools.partial):
            find = _with_names(find)
        if inspect.isclass(find):
            raise TypeError(
                f"@strategy stands above a function, and {find.__name__} is a class: "
                "write def my_strategy(grid):"
            )
        if not id and find.__name__ == "<lambda>":
            raise TypeError("a lambda has no name: write def my_strategy(grid): below @strategy")
        how = (name, score, level, example, sizes, assumes_unique, family, marks, by_default)
        return Strategy(find, id or find.__name__, *how)

    return decorate


def _with_names(part: functools.partial[Iterable[Step] | None]) -> Finder:
    """Return a copy of `part` with the name, docstring and free parameters of its function."""
    signature = inspect.signature(part)
    free = [each for each in signature.parameters.values() if each.name not in part.keywords]
    copy = functools.partial(part.func, *part.args, **part.keywords)
    functools.update_wrapper(copy, inspect.unwrap(part.func))
    vars(copy)["__signature__"] = signature.replace(parameters=free)
    return copy
