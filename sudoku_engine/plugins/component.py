"""One thing that a plugin offers: a strategy, a solver, a reporter, …, and where it is from."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import FrameType, TracebackType
from typing import Any, Literal

from sudoku_engine.api.events import Author
from sudoku_engine.errors import PluginError, shown_path

MAIN_METHOD = {
    "strategy": "find",
    "solver": "solutions",
    "generator": "generate",
    "checker": "find",
    "reporter": "event",
    "frontend": "present",
}
"""By kind of plugin, the method that does its work; its keyword-only parameters are options."""


RATER = "rater"
"""The option of a generator that the engine sets, and nobody else."""


@dataclass(frozen=True)
class Origin:
    """Where a plugin is from.

    `how`: ``bundled`` with the engine, an ``installed`` package's entry point, or a ``file``
    named by a person. `requested`: named in the configuration or on the command line, so that
    it may replace what is bundled, and a failure counts.
    """

    how: Literal["bundled", "installed", "file"]
    name: str
    path: str = ""
    requested: bool = False

    def __str__(self) -> str:
        return "bundled" if self.how == "bundled" else self.name


BUNDLED = Origin("bundled", "sudoku_engine")


@dataclass(frozen=True, eq=False)
class Component:
    """One strategy, solver, reporter or front end, ready for use.

    `call` is its main method (`MAIN_METHOD`) with the options of the configuration; that begins
    at `line` of `file` (0 and empty where unknown).
    """

    kind: str
    id: str
    name: str
    object: Any
    origin: Origin
    call: Callable[..., Any]
    options: Mapping[str, Any] = field(default_factory=dict)
    author: Author = field(init=False)
    file: str = field(init=False)
    line: int = field(init=False)

    def __post_init__(self) -> None:
        plugin = None if self.origin.how == "bundled" else self.origin.name
        code = getattr(self.main_function, "__code__", None)
        file, line = (code.co_filename, code.co_firstlineno) if inspect.iscode(code) else ("", 0)
        vars(self).update(author=Author(self.id, self.name, plugin), file=file, line=line)

    @classmethod
    def of(cls, kind: str, thing: Any, origin: Origin = BUNDLED) -> Component:
        """The plugin that `thing`, an object of `kind`, is."""
        return cls(kind, thing.id, thing.name, thing, origin, getattr(thing, MAIN_METHOD[kind]))

    def with_options(self, options: Mapping[str, Any]) -> Component:
        """The same plugin with `options` set; each must be a keyword-only parameter of it."""
        if not options:
            return self
        call = functools.partial(getattr(self.object, MAIN_METHOD[self.kind]), **options)
        return replace(self, call=call, options=dict(options))

    @property
    def has_assumption(self) -> bool:
        """Whether it is true only of puzzles with one solution."""
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

    def suits(self, n: int) -> bool:
        """Whether it is for boards of `n` rows."""
        sizes = getattr(self.object, "sizes", None)
        return sizes is None or n in sizes

    @property
    def main_function(self) -> Callable[..., Any]:
        """The function behind its main method, without what is wrapped around it."""
        method = inspect.unwrap(getattr(self.object, MAIN_METHOD[self.kind]))
        function: Callable[..., Any] = getattr(method, "__func__", method)
        return function

    @property
    def shown_file(self) -> str:
        """Its file as a person reads it."""
        return shown_path(self.file) or self.origin.name

    def line_in(self, trace: TracebackType | None) -> int:
        """The last line of its own file in `trace`, 0 where there is none."""
        return last_line(trace, self.file)

    def line_of(self, steps: object) -> int:
        """Where its generator `steps` stands, else where its main method begins."""
        frame: FrameType | None = getattr(steps, "gi_frame", None)
        return frame.f_lineno if frame and frame.f_code.co_filename == self.file else self.line


def last_line(trace: TracebackType | None, file: str) -> int:
    """The last line of `file` that `trace` comes through, 0 where there is none."""
    line = 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def located(origin: Origin, why: str, file: str = "", line: int = 0) -> PluginError:
    """An error of the source `origin`, at a line of `file` where they are known."""
    return PluginError(why, origin.name, shown_path(file or origin.path), line)
