"""One thing that a plugin offers: a strategy, a solver, a reporter, …, and its origin."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import GeneratorType
from typing import Any, Literal, NamedTuple, TypeVar

from sudoku_engine.api.events import Author, Event
from sudoku_engine.api.kinds import KINDS
from sudoku_engine.errors import GaveUp, PluginError, error_text, message_of, shown_path
from sudoku_engine.plugins.calls import SUBJECT, Subject, calls
from sudoku_engine.plugins.options import Option, Parameters, parameters_of
from sudoku_engine.plugins.own_modules import note_on_hidden_file, own_place
from sudoku_engine.plugins.raised import goes_through, plain_error, trace_of
from sudoku_engine.plugins.seal import engine_seal
from sudoku_engine.plugins.traits import Methods, Traits, traits_and_methods

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

    @property
    def source(self) -> str:
        """The file or what the entry point names; the name if there is neither."""
        return self.path or self.name

    def __str__(self) -> str:
        return "bundled" if self.how == "bundled" else self.name


BUNDLED = Origin("bundled", "sudoku_engine")

Result = TypeVar("Result")

AnyError = BaseException
"""Every exception, also while a plugin has replaced that name of Python."""


class FailedElsewhere(Exception):
    """A component failed in another process; the text is the traceback there, if there is one."""

    def __init__(self, why: str, line: int, trace: str = "") -> None:
        super().__init__(why, line, trace)  # with which `pickle` makes it again
        self.why = why
        self.line = line
        self.trace = trace

    def __str__(self) -> str:
        return self.trace or self.why


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
    """One strategy, solver, reporter or front end, ready for use.

    What it says about itself was read once: only its methods run code of the plugin.
    """

    kind: str
    """The id of its kind, one of `KINDS`."""
    traits: Traits
    """What it says about itself."""
    object: Any
    """The object that the plugin offered."""
    origin: Origin
    """Where it is from."""
    methods: Methods
    """Its methods, by name: the main one of its kind, and the optional ones that it has."""
    parameters: Mapping[str, Parameters] | None = None
    """The options that its methods take, by name; None to look when they are needed."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The options of the configuration."""
    id: str = field(init=False)
    """The name in configurations and on the command line."""
    name: str = field(init=False)
    """The name for people."""
    file: str = field(init=False)
    """The file of its main method, empty if unknown."""
    line: int = field(init=False)
    """The line at which its main method begins, 0 if unknown."""
    number: int = field(init=False)
    """Its number in the page of `calls`, 0 if it is bundled."""
    author: Author = field(init=False)
    """The author of its steps."""
    call: Callable[..., Any] = field(init=False)
    """Its main method with the options of the configuration."""

    def __post_init__(self) -> None:
        method = self.methods[KINDS[self.kind].method]
        call = functools.partial(method, **self.options) if self.options else method
        own_id, name, file, line = self.traits[:4]
        author = Author(own_id, name, None if self.is_bundled else self.origin.name)
        vars(self).update(id=own_id, name=name, file=file, line=line, author=author, call=call)
        subject = Subject(self.label, own_id, file, line)
        vars(self)["number"] = 0 if self.is_bundled else calls.number_of(subject)

    @classmethod
    def of(cls, kind: str, thing: Any, origin: Origin = BUNDLED) -> Component:
        """Return the component for `thing`, an object of `kind`; raise Misfit if it is not one.

        The options of bundled components are read when they are needed: that takes a while.
        """
        traits, methods = traits_and_methods(KINDS[kind], thing)
        parameters = None
        if origin.how != "bundled":
            parameters = {name: parameters_of(method) for name, method in methods.items()}
        return cls(kind, traits, thing, origin, methods, parameters)

    def with_options(self, options: Mapping[str, Any]) -> Component:
        """Return the same component with `options` set, keyword-only parameters of its method."""
        return replace(self, options=dict(options)) if options else self

    def parameters_of(self, method: str) -> Parameters:
        """Return the options that its `method` of that name takes."""
        if self.parameters is None:
            return parameters_of(self.methods[method])
        return self.parameters[method]

    @property
    def known_options(self) -> Mapping[str, Option]:
        """The options that its main method takes, by name."""
        return self.parameters_of(KINDS[self.kind].method).options

    @property
    def takes_any_option(self) -> bool:
        """Whether its main method takes options of any name."""
        return self.parameters_of(KINDS[self.kind].method).takes_any

    @property
    def label(self) -> str:
        """The word for its kind in messages."""
        return KINDS[self.kind].label

    @property
    def search(self) -> Callable[..., Iterator[Event]] | None:
        """The method of a solver whose search can be watched; see `WatchableSolver`."""
        return self.methods.get("search")

    @property
    def count(self) -> Callable[..., int] | None:
        """The method of a solver that counts; see `CountingSolver`."""
        return self.methods.get("count")

    @property
    def error(self) -> Callable[..., None] | None:
        """The method of a reporter for puzzles that cannot be read; see `ErrorReporter`."""
        return self.methods.get("error")

    @property
    def finish(self) -> Callable[..., None] | None:
        """The method of a reporter for the end of a command; see `FinishingReporter`."""
        return self.methods.get("finish")

    @property
    def work(self) -> Callable[..., None] | None:
        """The method of a front end that opens a board; see `BoardFrontEnd`."""
        return self.methods.get("work")

    @property
    def score(self) -> int | float:
        """How hard a strategy is for a person."""
        return self.traits.score

    @property
    def level(self) -> str:
        """The level of a strategy, one of `LEVELS`."""
        return self.traits.level

    @property
    def is_bundled(self) -> bool:
        """Whether it comes with the engine."""
        return self.origin.how == "bundled"

    @property
    def has_assumption(self) -> bool:
        """Whether a strategy is right only about puzzles with one solution."""
        return self.traits.assumes_unique

    @property
    def family(self) -> str | None:
        """The family of a strategy, one of `FAMILIES`."""
        return self.traits.family

    @property
    def marks(self) -> Literal["manual"] | None:
        """``manual`` for a strategy that has work only where pencil marks are kept by hand."""
        return self.traits.marks

    @property
    def example(self) -> str | None:
        """A board on which a strategy finds a step."""
        return self.traits.example

    @property
    def is_by_default(self) -> bool:
        """Whether a strategy takes part unless strategies are named."""
        return self.traits.by_default is not False

    @property
    def default_options(self) -> Mapping[str, Any]:
        """The options of a strategy that takes part without being named."""
        return {} if isinstance(self.traits.by_default, bool) else self.traits.by_default

    @property
    def sizes(self) -> tuple[int | str, ...] | None:
        """The numbers of rows that a strategy works with, None for every size."""
        return self.traits.sizes

    def suits(self, n: int) -> bool:
        """Return whether a strategy works on boards of `n` rows."""
        return self.sizes is None or n in self.sizes

    @property
    def shown_file(self) -> str:
        """Its file, as messages show it."""
        return shown_path(self.file) or self.origin.name

    def guarded_call(self, work: Callable[..., Result], *args: Any) -> Result | Failure:
        """Return ``work(*args)``, or the failure if the component raises instead.

        What `goes_through` and, for kinds that may give up, GaveUp are raised. A component that
        has replaced a part of the engine meanwhile fails, too; the part is put back.
        """
        page = calls.page
        before, page[SUBJECT] = page[SUBJECT], self.number
        try:
            result = work(*args)
        except AnyError as error:
            return self.tampering() or self.failure(error)
        finally:
            page[SUBJECT] = before
        return self.tampering(is_thorough=False) or result

    def tampering(self, is_thorough: bool = True) -> Failure | None:
        """Return the failure if the component has replaced a part of the engine; put it back."""
        broken = None if self.is_bundled else engine_seal().restore(is_thorough)
        if broken is None:
            return None
        return Failure(broken.why, broken.line if broken.file == self.file else self.line)

    def failure(self, error: BaseException) -> Failure:
        """Describe the `error` that the component raised; re-raise what is not its fault."""
        if goes_through(error):
            raise error
        if type(error) is FailedElsewhere:
            return Failure(error.why, error.line or self.line, error)
        line = last_line(error, self.file) or self.line
        plain = plain_error(error)
        if issubclass(type(error), GaveUp) and KINDS[self.kind].may_give_up:
            raise (
                plain
                if plain is error
                else GaveUp(message_of(error)).with_traceback(trace_of(error))
            )
        why = error_text(error)
        why += note_on_hidden_file(why, os.path.dirname(self.file))
        file, helper_line = own_place(trace_of(error)) or (self.file, line)
        if file != self.file:  # a helper module, whose line says more
            why += f" ({os.path.basename(file)}, line {helper_line})"
        return Failure(why, line, plain)

    def line_of(self, steps: object) -> int:
        """Return the line where its generator `steps` is, else where its main method begins."""
        # Another object could have a `gi_frame` of its own making.
        frame = steps.gi_frame if type(steps) is GeneratorType else None
        return frame.f_lineno if frame and frame.f_code.co_filename == self.file else self.line


def last_line(error: BaseException, file: str) -> int:
    """Return the last line of `file` in the traceback of `error`, 0 if there is none."""
    trace, line = trace_of(error), 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def place_of(function: Callable[..., Any]) -> tuple[str, int]:
    """Return the file and line where `function` begins, empty and 0 if unknown."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return (code.co_filename, code.co_firstlineno) if code else ("", 0)


def located(origin: Origin, why: str, file: str = "", line: int = 0) -> PluginError:
    """Return an error of the plugin from `origin`, at a `line` of `file` if known."""
    return PluginError(why, origin.name, shown_path(file or origin.path), line)


def by_default(strategies: Iterable[Component]) -> list[Component]:
    """Return those of the `strategies` that take part unless strategies are named.

    They have the options with which they do so.
    """
    found = [strategy for strategy in strategies if strategy.is_by_default]
    return [strategy.with_options(strategy.default_options) for strategy in found]
