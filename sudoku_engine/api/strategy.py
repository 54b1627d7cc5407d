"""Strategies, and the decorator that turns a function into one."""

import functools
import inspect
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol, runtime_checkable

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Step
from sudoku_engine.errors import near_name

LEVELS = ("easy", "medium", "hard", "unfair", "extreme")
"""The levels of a strategy, and of a puzzle, from easy to hard."""

FAMILIES = (
    "singles",
    "intersections",
    "subsets",
    "clues",
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
"""The names for groups of strategies, each with the families that it means."""

Finder = Callable[..., "Iterable[Step] | None"]


@runtime_checkable
class StrategyProtocol(Protocol):
    """A strategy from the view of the loop.

    `sizes`, `assumes_unique`, `family`, `marks` and `by_default` (see `Strategy`) are optional.
    """

    @property
    def id(self) -> str:
        """The name in configurations and on the command line."""

    @property
    def name(self) -> str:
        """The name for people."""

    @property
    def score(self) -> int:
        """How hard the technique is for a person, on HoDoKu's scale."""

    @property
    def level(self) -> str:
        """One of `LEVELS`."""

    @property
    def find(self) -> Finder:
        """A function from a grid to true steps on it."""


class Decorated:
    """What a decorator made of a function: a module offers it without a hook."""

    kind: ClassVar[str]
    """The kind of component, one of `KINDS`."""


@dataclass(frozen=True, eq=False, repr=False)
class Strategy(Decorated):
    """A solving technique: a pure function from a grid to the steps that it finds."""

    kind: ClassVar[str] = "strategy"

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
    """``manual`` if it works only with pencil marks kept by hand; it is tried first.

    None if it works with any marks.
    """
    by_default: bool | Mapping[str, Any] = True
    """Whether it takes part by default; if not, it takes part only where its id is named.

    Options, such as ``{"longest": 10}``, mean that it takes part with these options.
    """

    def __post_init__(self) -> None:
        # functools.update_wrapper would do this, but the class is frozen.
        copied = {name: getattr(self.find, name, None) for name in ("__module__", "__doc__")}
        copied["__qualname__"] = getattr(self.find, "__qualname__", self.id)
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

    In place of a function, it also takes a method, a `functools.partial` (bound parameters are not
    options), an object that can be called or has a method ``find``, or a class of such objects,
    which it instantiates.

    The `id` is the name of the function, or of the object's class, unless given. `score` and
    `level` say how hard the technique is for a person, on HoDoKu's scale (`LEVELS`); `sizes` None
    means every size of board; `family` is one of `FAMILIES`; ``marks="manual"`` is for a technique
    that works only with pencil marks kept by hand; ``by_default=False`` is for a technique that
    takes part only where it is named, such as a slow one. ``by_default={"longest": 10}`` sets its
    options where it is not named; there it finds fewer steps.
    """
    if not isinstance(name, str):
        usage = '@strategy("My Pair", score=60, level="medium")'
        raise TypeError(f"@strategy needs a name, a score and a level: {usage}")
    if level not in LEVELS:
        raise ValueError(f"level {level!r} of {name!r} must be one of {', '.join(LEVELS)}")
    if sizes is not None and (isinstance(sizes, str) or not isinstance(sizes, Collection)):
        raise TypeError(f"sizes of {name!r} must be a list such as [9], not {sizes!r}")
    if family is not None and family not in FAMILIES:
        mend = near_name(str(family), FAMILIES)
        raise ValueError(f"unknown family {family!r} of {name!r}: {mend}")
    if marks not in (None, "manual"):
        raise ValueError(f"marks of {name!r} must be 'manual' or None, not {marks!r}")

    def decorate(thing: Finder) -> Strategy:
        own_name, find = _name_and_function(thing)
        if not id and own_name == "<lambda>":
            raise TypeError("a lambda has no name: write def my_strategy(grid): below @strategy")
        how = (name, score, level, example, sizes, assumes_unique, family, marks, by_default)
        return Strategy(find, id or own_name, *how)

    return decorate


def _name_and_function(thing: Any) -> tuple[str, Finder]:
    """Return the name of the decorated thing, and its function or method that finds steps."""
    if isinstance(thing, functools.partial):
        own_name, function = _name_and_function(thing.func)
        return own_name, _with_names(functools.partial(function, *thing.args, **thing.keywords))
    if inspect.isclass(thing):
        thing = _object_of(thing)
    own_name = getattr(thing, "__name__", type(thing).__name__)
    find = thing
    if not hasattr(thing, "__name__"):  # an object of a class: its method has the attributes
        find = getattr(thing, "find", None)
        find = find if callable(find) or not callable(thing) else thing.__call__
    if not callable(find):
        lack = f"{own_name} has neither __call__(self, grid) nor find(self, grid)"
        raise TypeError(f"@strategy takes a function, or an object with one: {lack}")
    plain = inspect.unwrap(find)
    if inspect.iscoroutinefunction(plain) or inspect.isasyncgenfunction(plain):
        raise TypeError(f"{own_name} is async, and nothing waits for it: leave out async")
    return own_name, find


def _object_of(cls: type) -> Any:
    """Return an object of a decorated class; raise TypeError if it needs arguments."""
    try:
        inspect.signature(cls).bind()
    except ValueError:  # a class that Python cannot inspect
        pass
    except TypeError as error:
        mend = f"write my_strategy = strategy(...)({cls.__name__}(...)) below the class"
        raise TypeError(f"@strategy makes an object of {cls.__name__}: {error}: {mend}") from None
    return cls()


def _with_names(part: functools.partial[Iterable[Step] | None]) -> Finder:
    """Return a copy of `part` with the name, docstring and free parameters of its function."""
    signature = inspect.signature(part)
    free = [each for each in signature.parameters.values() if each.name not in part.keywords]
    copy = functools.partial(part.func, *part.args, **part.keywords)
    functools.update_wrapper(copy, inspect.unwrap(part.func))
    vars(copy)["__signature__"] = signature.replace(parameters=free)
    return copy
