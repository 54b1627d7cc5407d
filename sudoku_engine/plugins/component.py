"""One thing that a plugin offers: a strategy, a solver, a reporter, …, and its origin."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from types import FrameType, TracebackType
from typing import Any, Literal, NamedTuple, TypeVar

from sudoku_engine.api.events import Author
from sudoku_engine.api.kinds import KINDS
from sudoku_engine.api.protocols import (
    BoardFrontEnd,
    CountingSolver,
    ErrorReporter,
    FinishingReporter,
    WatchableSolver,
)
from sudoku_engine.api.strategy import StrategyProtocol
from sudoku_engine.errors import GaveUp, PluginError, error_text, shown_path
from sudoku_engine.isolation.time_limits import TimeIsUp

RATER = "rater"
"""The option of a generator that only the engine sets."""


@dataclass(frozen=True)
class Origin:
    """Where a plugin is from."""

    how: Literal["bundled", "installed", "file"]
    """Bundled with the engine, an entry point of a package, or a file that the user named."""
    name: str
    """The name of the file or package, for people."""
    path: str = ""
    """The file, or what the entry point names."""
    requested: bool = False
    """Whether the configuration or the command line names it.

    It may then replace bundled components, and its failure counts for the exit status.
    """

    def __str__(self) -> str:
        return "bundled" if self.how == "bundled" else self.name


BUNDLED = Origin("bundled", "sudoku_engine")

Result = TypeVar("Result")


class Failure(NamedTuple):
    """What a component did wrong."""

    why: str
    """The fault in one line."""
    line: int
    """The line of the component's file, 0 if unknown."""
    error: BaseException | None = None
    """The error itself, with its traceback; None if the component only returned something wrong."""


@dataclass(frozen=True, eq=False)
class Component:
    """One strategy, solver, reporter or front end, ready for use."""

    kind: str
    """The id of its kind, one of `KINDS`."""
    id: str
    """The name in configurations and on the command line."""
    name: str
    """The name for people."""
    object: Any
    """The object that the plugin offered; `strategy`, `watchable_solver` … return it typed."""
    origin: Origin
    """Where it is from."""
    call: Callable[..., Any]
    """Its main method with the options of the configuration."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The options of the configuration."""
    author: Author = field(init=False)
    """The author of its steps."""
    file: str = field(init=False)
    """The file of its main method, empty if unknown."""
    line: int = field(init=False)
    """The line at which its main method begins, 0 if unknown."""

    def __post_init__(self) -> None:
        plugin = None if self.origin.how == "bundled" else self.origin.name
        code = getattr(self.main_function, "__code__", None)
        file, line = (code.co_filename, code.co_firstlineno) if inspect.iscode(code) else ("", 0)
        vars(self).update(author=Author(self.id, self.name, plugin), file=file, line=line)

    @classmethod
    def of(cls, kind: str, thing: Any, origin: Origin = BUNDLED) -> Component:
        """Return the component for `thing`, an object of `kind`."""
        return cls(kind, thing.id, thing.name, thing, origin, getattr(thing, KINDS[kind].method))

    def with_options(self, options: Mapping[str, Any]) -> Component:
        """Return the same component with `options` set, keyword-only parameters of its method."""
        if not options:
            return self
        call = functools.partial(self.main_method, **options)
        return replace(self, call=call, options=dict(options))

    @property
    def label(self) -> str:
        """The word for its kind in messages."""
        return KINDS[self.kind].label

    @property
    def main_method(self) -> Callable[..., Any]:
        """Its main method, without options."""
        method: Callable[..., Any] = getattr(self.object, KINDS[self.kind].method)
        return method

    @property
    def strategy(self) -> StrategyProtocol:
        """Its object as a strategy; raises TypeError for a component of another kind."""
        if self.kind != "strategy":
            raise TypeError(f"{self.id} is a {self.label}, not a strategy")
        strategy: StrategyProtocol = self.object
        return strategy

    @property
    def watchable_solver(self) -> WatchableSolver | None:
        """Its object, if that is a solver whose search can be watched."""
        return self.object if isinstance(self.object, WatchableSolver) else None

    @property
    def counting_solver(self) -> CountingSolver | None:
        """Its object, if that is a solver that can count without making every solution."""
        return self.object if isinstance(self.object, CountingSolver) else None

    @property
    def error_reporter(self) -> ErrorReporter | None:
        """Its object, if that is a reporter of puzzles that cannot be read."""
        return self.object if isinstance(self.object, ErrorReporter) else None

    @property
    def finishing_reporter(self) -> FinishingReporter | None:
        """Its object, if that is a reporter with a ``finish`` for the end of a command."""
        return self.object if isinstance(self.object, FinishingReporter) else None

    @property
    def board_front_end(self) -> BoardFrontEnd | None:
        """Its object, if that is a front end in which the user can work on a board."""
        return self.object if isinstance(self.object, BoardFrontEnd) else None

    @property
    def example(self) -> str | None:
        """A board on which a strategy finds a step, in any format that can be read."""
        example: str | None = getattr(self.object, "example", None)
        return example

    @property
    def level(self) -> str:
        """The level of a strategy, one of `LEVELS`."""
        return self.strategy.level

    @property
    def is_bundled(self) -> bool:
        """Whether it comes with the engine."""
        return self.origin.how == "bundled"

    @property
    def has_assumption(self) -> bool:
        """Whether a strategy is right only about puzzles with one solution."""
        return bool(getattr(self.object, "assumes_unique", False))

    @property
    def family(self) -> str | None:
        """The family of a strategy, one of `FAMILIES`."""
        family: str | None = getattr(self.object, "family", None)
        return family

    @property
    def marks(self) -> Literal["manual"] | None:
        """``manual`` for a strategy that has work only where pencil marks are kept by hand."""
        marks: Literal["manual"] | None = getattr(self.object, "marks", None)
        return marks

    @property
    def sizes(self) -> Collection[int] | None:
        """The numbers of rows that a strategy works with, None for every size."""
        sizes: Collection[int] | None = getattr(self.object, "sizes", None)
        return sizes

    def suits(self, n: int) -> bool:
        """Return whether a strategy works on boards of `n` rows."""
        return self.sizes is None or n in self.sizes

    @property
    def main_function(self) -> Callable[..., Any]:
        """The function behind its main method, without its wrappers."""
        method = inspect.unwrap(self.main_method)
        function: Callable[..., Any] = getattr(method, "__func__", method)
        return function

    @property
    def shown_file(self) -> str:
        """Its file, as messages show it."""
        return shown_path(self.file) or self.origin.name

    def guarded_call(self, work: Callable[..., Result], *args: Any) -> Result | Failure:
        """Return ``work(*args)``, or the failure if the component raises instead.

        KeyboardInterrupt, TimeIsUp and, for kinds that may give up, GaveUp go through.
        """
        try:
            return work(*args)
        except BaseException as error:
            return self.failure(error)

    def failure(self, error: BaseException) -> Failure:
        """Describe the `error` that the component raised; re-raise what is not its fault."""
        if isinstance(error, (KeyboardInterrupt, TimeIsUp)):
            raise error
        if isinstance(error, GaveUp) and KINDS[self.kind].may_give_up:
            raise error
        line = last_line(error.__traceback__, self.file) or self.line
        return Failure(error_text(error), line, error)

    def line_of(self, steps: object) -> int:
        """Return the line where its generator `steps` is, else where its main method begins."""
        frame: FrameType | None = getattr(steps, "gi_frame", None)
        return frame.f_lineno if frame and frame.f_code.co_filename == self.file else self.line


def last_line(trace: TracebackType | None, file: str) -> int:
    """Return the last line of `file` in `trace`, 0 if there is none."""
    line = 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def located(origin: Origin, why: str, file: str = "", line: int = 0) -> PluginError:
    """Return an error of the plugin from `origin`, at a `line` of `file` if known."""
    return PluginError(why, origin.name, shown_path(file or origin.path), line)
