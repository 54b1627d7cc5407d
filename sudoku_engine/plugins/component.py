"""One thing that a plugin offers: a strategy, a solver, a reporter, …, and its origin.

The attributes of a foreign object are read once and checked: they may be of any type, and change.
"""

from __future__ import annotations

import functools
import inspect
import operator
import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from types import GeneratorType
from typing import Any, Literal, NamedTuple, TypeVar

from sudoku_engine.api.events import Author
from sudoku_engine.api.hookspecs import KINDS, Kind
from sudoku_engine.api.strategy import FAMILIES, LEVELS
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.words import brief, is_number
from sudoku_engine.errors import (
    FormatError,
    GaveUp,
    PluginError,
    error_text,
    plain_text,
    printable,
    shown_path,
    trace_of,
)
from sudoku_engine.formats.format_book import EXTENTS, FORMAT_BOOK
from sudoku_engine.plugins.calls import SUBJECT, Subject, calls
from sudoku_engine.plugins.options import Option, Parameters, parameters_of
from sudoku_engine.plugins.own_modules import note_on_hidden_file, own_place
from sudoku_engine.plugins.time_limits import goes_through


class Misfit(Exception):
    """An object that is not a component of its kind; its text says why."""


TRAITS = (
    *("id", "name", "file", "line", "doc", "module_doc", "score", "level", "sizes"),
    *("assumes_unique", "family", "marks", "by_default", "example"),
    *("draws", "is_everywhere", "sign", "extent"),
)
"""The description of a component: the attributes of `Component` that pass to the host."""

Methods = Mapping[str, Callable[..., Any]]
"""The methods of a component, by name: the main one, and the optional ones that it has."""


def traits_and_methods(kind: Kind, thing: Any) -> tuple[dict[str, Any], Methods]:
    """Return the traits and the methods of `thing`; raise Misfit if it is not of this `kind`."""
    if inspect.isclass(thing):
        raise Misfit(f"it is a class, offer an object of it: {thing.__name__}()")
    if kind.id == "strategy" and inspect.isfunction(thing):
        raise Misfit("it is a plain function, put @strategy(name, score=..., level=...) above it")
    own_id, name = (_name(thing, attribute) for attribute in ("id", "name"))
    if not own_id.replace("-", "_").isidentifier():
        raise Misfit(f"its id {own_id!r} must be a word of letters, digits and _")
    if not name.strip() or not name.isprintable():
        raise Misfit(f"its name {name!r} must be a line of text")
    methods = {method: getattr(thing, method, None) for method in (kind.method, *kind.optional)}
    if not callable(methods[kind.method]):
        raise Misfit(f"it has no method {kind.method!r}")
    called = {method: function for method, function in methods.items() if callable(function)}
    method = getattr(thing, "allows", None) if kind.id == "rule" else None
    traits: dict[str, Any] = {"id": own_id, "name": name}
    traits |= _place_and_docs(kind, thing, method or called[kind.method])
    if kind.id == "strategy":
        traits |= _of_strategy(thing)
    elif kind.id == "rule":
        draws = getattr(thing, "draws", None)
        traits["draws"] = text_or_none(draws)
        if draws is not None and traits["draws"] is None:
            raise Misfit(f"draws is the name of a shape, not {brief(draws)}")
        traits["is_everywhere"] = getattr(thing, "is_everywhere", False) is True
    elif kind.id == "format":
        traits |= _of_format(thing)
    return traits, called


def text_or_none(value: object) -> str | None:
    """Return `value` as an exact string, None if it is not a string."""
    return plain_text(value) if issubclass(type(value), str) else None


def _name(thing: Any, attribute: str) -> str:
    text = text_or_none(getattr(thing, attribute, None))
    if text is None:
        raise Misfit(f"it has no {attribute!r} that is text")
    if text.isascii():
        return text
    import unicodedata

    return unicodedata.normalize("NFC", text)  # an ö may be one character or two


def _place_and_docs(kind: Kind, thing: Any, method: Any) -> dict[str, Any]:
    """Return the file and line of the main method, its docstring and that of its module."""
    if inspect.isclass(method):  # a rule that is a machine
        places = _place_and_docs(kind, thing, getattr(method, "step", None))
        return {**places, "doc": text_or_none(getattr(method, "__doc__", None)) or ""}
    # A strategy's own type has the decorator's docstring, so its object is asked.
    owner = getattr(method, "__self__", None) if kind.id == "strategy" else thing
    owner = type(owner) if inspect.ismethod(method) and not inspect.isclass(owner) else owner
    method = inspect.unwrap(method)
    function = getattr(method, "__func__", method)
    code = getattr(function, "__code__", None)
    file, line = (code.co_filename, code.co_firstlineno) if inspect.iscode(code) else ("", 0)
    doc = text_or_none(getattr(function, "__doc__", None)) or ""
    doc = doc or text_or_none(getattr(owner, "__doc__", None)) or ""
    module = sys.modules.get(text_or_none(getattr(function, "__module__", None)) or "")
    module_doc = text_or_none(getattr(module, "__doc__", None)) or ""
    doc, module_doc = (printable(text, "\n\t\f") for text in (doc, module_doc))
    return {"file": file, "line": line, "doc": doc, "module_doc": module_doc}


def _of_strategy(thing: Any) -> dict[str, Any]:
    level = text_or_none(getattr(thing, "level", None))
    if level not in LEVELS:
        raise Misfit(f"its level must be one of {', '.join(LEVELS)}")
    family = _one_of(thing, "family", FAMILIES, f"one of {', '.join(FAMILIES)}")
    marks = _one_of(thing, "marks", ("manual",), "'manual' or None")
    example = getattr(thing, "example", None)
    text = text_or_none(example)
    return {
        "score": _score(getattr(thing, "score", None)),
        "level": level,
        "sizes": _sizes(getattr(thing, "sizes", None)),
        "assumes_unique": bool(getattr(thing, "assumes_unique", False)),
        "family": family,
        "marks": marks,
        "by_default": _by_default(getattr(thing, "by_default", True)),
        "example": brief(example) if text is None and example is not None else text,
    }


def _of_format(thing: Any) -> dict[str, Any]:
    sign = text_or_none(getattr(thing, "sign", None))
    try:
        is_usable = sign is not None and re.match(sign, "", re.IGNORECASE) is None
    except re.error as error:
        raise Misfit(f"its sign is no regular expression: {error}") from None
    if not is_usable:
        raise Misfit("its sign must be a regular expression for the beginning of its texts")
    extent = _one_of(thing, "extent", EXTENTS, f"one of {', '.join(EXTENTS)}")
    if extent is None:
        raise Misfit(f"it has no extent: one of {', '.join(EXTENTS)}")
    return {"sign": sign, "extent": extent}


def _one_of(thing: Any, attribute: str, known: Collection[str], words: str) -> str | None:
    value = getattr(thing, attribute, None)
    text = text_or_none(value)
    if value is not None and text not in known:
        raise Misfit(f"its {attribute} must be {words}, not {brief(value)}")
    return text


def _by_default(value: Any) -> bool | dict[str, Any]:
    if not isinstance(value, Mapping):
        return bool(value)
    options = {text_or_none(name): option for name, option in value.items()}
    plain = {name: option for name, option in options.items() if type(option) in _PLAIN and name}
    if len(plain) < len(value):
        raise Misfit("its by_default must be True, False, or options that are numbers or texts")
    return plain


_PLAIN = (bool, int, float, str)


def _score(value: Any) -> int | float:
    kind = type(value)
    if kind is not bool and issubclass(kind, (int, float)):
        plain: int | float = (int.__int__ if issubclass(kind, int) else float.__float__)(value)
        if is_number(plain):
            return plain
    raise Misfit(f"its score must be a number, not {brief(value)}")


def _sizes(value: object) -> tuple[int, ...] | None:
    if value is None:
        return None
    try:
        if isinstance(value, Collection):
            return tuple(map(operator.index, value))
    except TypeError:
        pass
    raise Misfit(f"its sizes must be numbers of rows, such as [9], or None, not {brief(value)}")


RATER = "rater"
"""The option of a generator that only the engine sets."""


class Origin(NamedTuple):
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
    """A fault of a component."""

    why: str
    line: int
    """The line of the component's file, 0 if unknown."""
    error: BaseException | None = None
    """The error itself, with its traceback; None if the component only returned something wrong."""


@dataclass(eq=False, repr=False, kw_only=True)
class Component:
    """One strategy, solver, reporter or front end, ready for use."""

    kind: str
    """The id of its kind, one of `KINDS`."""
    id: str
    """The name in configurations and on the command line."""
    name: str
    """The name for people."""
    file: str = ""
    """The file of its main method, empty if unknown."""
    line: int = 0
    """The line at which its main method begins, 0 if unknown."""
    doc: str = ""
    """The docstring of its main method, or else of its class."""
    module_doc: str = ""
    score: int | float = 0
    """How hard a strategy is for a person."""
    level: str = ""
    """The level of a strategy, one of `LEVELS`."""
    sizes: tuple[int, ...] | None = None
    """The numbers of rows that a strategy works with, None for every size."""
    assumes_unique: bool = False
    """Whether a strategy is right only about puzzles with one solution."""
    family: str | None = None
    """The family of a strategy, one of `FAMILIES`."""
    marks: Literal["manual"] | None = None
    """``manual`` for a strategy that works only with pencil marks kept by hand."""
    by_default: bool | Mapping[str, Any] = True
    """Whether a strategy takes part unless strategies are named, or with which options."""
    example: str | None = None
    """A board on which a strategy finds a step; an object that is not text is kept as its repr."""
    draws: str | None = None
    """The shape of the clues of a rule."""
    is_everywhere: bool = False
    """Whether a rule holds on the whole board, so that its clues have no cells."""
    sign: str = ""
    """The regular expression for the beginning of a format's texts."""
    extent: str = ""
    """The extent of a format's texts, one of `EXTENTS`."""
    object: Any = None
    """The object that the plugin offered; None in other processes, and if it is not imported yet.
    """
    origin: Origin
    methods: Methods
    """Its methods, by name: the main one of its kind, and those of its `optional` that it has."""
    parameters: Mapping[str, Parameters] | None = None
    """The options that its methods take, by name; None to look when they are needed."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The options of the configuration."""
    number: int = field(init=False)
    """Its number in the page of `calls`, 0 if it is bundled."""
    author: Author = field(init=False)

    def __post_init__(self) -> None:
        plugin = None if self.is_bundled else self.origin.name
        self.author = Author(self.id, self.name, plugin)
        subject = Subject(self.label, self.id, self.file, self.line)
        self.number = 0 if self.is_bundled else calls.number_of(subject)

    @functools.cached_property
    def call(self) -> Callable[..., Any]:
        """Its main method with the options of the configuration."""
        method = self.methods[KINDS[self.kind].method]
        return functools.partial(method, **self.options) if self.options else method

    @classmethod
    def of(cls, kind: str, thing: Any, origin: Origin = BUNDLED) -> Component:
        """Return the component for `thing`, an object of `kind`; raise Misfit if it is not one."""
        traits, methods = traits_and_methods(KINDS[kind], thing)
        parameters = None
        if origin.how != "bundled":
            parameters = {name: parameters_of(method) for name, method in methods.items()}
        return cls(
            kind=kind, object=thing, origin=origin, methods=methods, parameters=parameters, **traits
        )

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
    def is_bundled(self) -> bool:
        """Whether it comes with the engine."""
        return self.origin.how == "bundled"

    @property
    def is_by_default(self) -> bool:
        """Whether a strategy takes part unless strategies are named."""
        return self.by_default is not False

    @property
    def default_options(self) -> Mapping[str, Any]:
        """The options of a strategy that takes part without being named."""
        return {} if isinstance(self.by_default, bool) else self.by_default

    def suits(self, n: int) -> bool:
        """Return whether a strategy works on boards of `n` rows."""
        return self.sizes is None or n in self.sizes

    @property
    def shown_file(self) -> str:
        """Its file, as messages show it."""
        return shown_path(self.file) or self.origin.name

    def guarded_call(self, work: Callable[..., Result], *args: Any) -> Result | Failure:
        """Return ``work(*args)``, or the failure if the component raises instead.

        Errors that `goes_through` accepts are raised, and GaveUp for kinds that may give up.
        """
        page = calls.page
        before, page[SUBJECT] = page[SUBJECT], self.number
        try:
            return work(*args)
        except BaseException as error:
            return self.failure(error)
        finally:
            page[SUBJECT] = before

    def failure(self, error: BaseException) -> Failure:
        """Describe the `error` that the component raised; re-raise it if it is not its fault."""
        if goes_through(error):
            raise error
        if type(error) is FailedElsewhere:
            return Failure(error.why, error.line or self.line, error)
        if issubclass(type(error), GaveUp) and KINDS[self.kind].may_give_up:
            raise error
        line = last_line(error, self.file) or self.line
        why = error_text(error)
        why += note_on_hidden_file(why, os.path.dirname(self.file))
        file, helper_line = own_place(trace_of(error)) or (self.file, line)
        if file != self.file:  # a helper module, whose line says more
            why += f" ({os.path.basename(file)}, line {helper_line})"
        return Failure(why, line, error)

    def line_of(self, steps: object) -> int:
        """Return the current line of its generator `steps`, or the first of its main method."""
        # Another object could have a `gi_frame` of its own making.
        frame = steps.gi_frame if type(steps) is GeneratorType else None
        return frame.f_lineno if frame and frame.f_code.co_filename == self.file else self.line


def last_line(error: BaseException, file: str) -> int:
    """Return the last line of `file` in the traceback of `error`, 0 if there is none."""
    trace, line = trace_of(error), 0
    while trace is not None:
        code, at = trace.tb_frame.f_code, trace.tb_lineno
        # A call that is too deep may end before its first line; the calling line is to blame.
        is_begun = at != code.co_firstlineno or not isinstance(error, RecursionError)
        if code.co_filename == file and (is_begun or not line):
            line = at
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
    """Return the `strategies` that take part by default, with their default options."""
    found = [strategy for strategy in strategies if strategy.is_by_default]
    return [strategy.with_options(strategy.default_options) for strategy in found]


class FormatInUse:
    """The format of a `component`; its faults are FormatErrors that name the plugin."""

    def __init__(self, component: Component) -> None:
        self.id = component.id
        self.name = component.name
        self.sign = component.sign
        self.extent = component.extent
        self._component = component

    def read(self, text: str) -> list[Grid]:
        """Return the boards in `text`."""
        answer: Any = self._component.guarded_call(lambda: [*self._component.call(text)])
        if isinstance(answer, Failure):
            if type(answer.error) is FormatError:
                raise answer.error
            raise FormatError(str(self._fault(answer.why, answer.line)))
        if not all(type(board) is Grid for board in answer):
            raise FormatError(str(self._fault("read returns no boards: return a list of Grid")))
        return answer  # type: ignore[no-any-return]

    def _fault(self, why: str, line: int = 0) -> PluginError:
        component = self._component
        what = f"format {component.id!r}: {why}"
        return located(component.origin, what, component.file, line or component.line)


@contextmanager
def formats_in_use(formats: Iterable[Component]) -> Iterator[None]:
    """Let the reader use the `formats` of plugins within the context."""
    in_use = list(map(FormatInUse, formats))
    for each in in_use:
        FORMAT_BOOK.add(each)
    try:
        yield
    finally:
        for each in in_use:
            FORMAT_BOOK.remove(each)
