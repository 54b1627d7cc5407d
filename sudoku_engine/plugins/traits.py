"""What a component says about itself, read once and kept as plain copies.

An attribute of a foreign object may be a property that changes its mind, or a number of a class
of its own, whose methods run foreign code whenever it is compared. So each attribute is read
once, checked, and copied into an exact built-in type. Nothing else reads it from the object.
"""

from __future__ import annotations

import inspect
import operator
import sys
from collections.abc import Callable, Collection, Mapping
from itertools import islice
from typing import Any, Literal, NamedTuple

from sudoku_engine.api.kinds import Kind
from sudoku_engine.api.strategy import FAMILIES, LEVELS
from sudoku_engine.board.words import brief, is_number
from sudoku_engine.errors import plain_text

MOST_SIZES = 100
"""How many sizes a strategy may have; one that has more probably never ends."""


class Misfit(Exception):
    """An object that is not a component of its kind; its text says why."""


class Traits(NamedTuple):
    """What a component says about itself, in exact built-in types."""

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
    """The docstring of its module."""
    score: int | float = 0
    """How hard a strategy is for a person."""
    level: str = ""
    """The level of a strategy, one of `LEVELS`."""
    sizes: tuple[int | str, ...] | None = None
    """The numbers of rows that a strategy works with, None for every size.

    What is not a number is here as Python writes it: it fits no board.
    """
    assumes_unique: bool = False
    """Whether a strategy is right only about puzzles with one solution."""
    family: str | None = None
    """The family of a strategy, one of `FAMILIES`."""
    marks: Literal["manual"] | None = None
    """``manual`` for a strategy that has work only where pencil marks are kept by hand."""
    by_default: bool | Mapping[str, Any] = True
    """Whether a strategy takes part unless strategies are named, or with which options."""
    example: str | None = None
    """A board on which a strategy finds a step; what is not text is here as Python writes it."""


Methods = Mapping[str, Callable[..., Any]]
"""The methods of a component, by name: the main one, and the optional ones that it has."""


def traits_and_methods(kind: Kind, thing: Any) -> tuple[Traits, Methods]:
    """Return the traits and the methods of `thing`, a component of `kind`; raise Misfit.

    Whatever else the object raises goes through.
    """
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
    described = Traits(own_id, name, *_place_and_docs(kind, thing, called[kind.method]))
    if kind.id == "strategy":
        described = described._replace(**_of_strategy(thing))
    return described, called


def text_or_none(value: object) -> str | None:
    """Return `value` as an exact string, None if it is not a string."""
    return plain_text(value) if issubclass(type(value), str) else None


def _name(thing: Any, attribute: str) -> str:
    text = text_or_none(getattr(thing, attribute, None))
    if text is None:
        raise Misfit(f"it has no {attribute!r} that is text")
    if text.isascii():
        return text
    import unicodedata  # only here: most names need no such look

    return unicodedata.normalize("NFC", text)  # an ö may be one character or two


def _place_and_docs(kind: Kind, thing: Any, method: Any) -> tuple[str, int, str, str]:
    """Return the file and line of the main method, its docstring and that of its module."""
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
    return file, line, doc, text_or_none(getattr(module, "__doc__", None)) or ""


def _of_strategy(thing: Any) -> dict[str, Any]:
    """Return the traits that only a strategy has."""
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


def _sizes(value: object) -> tuple[int | str, ...] | None:
    if value is None:
        return None
    if not isinstance(value, Collection):
        words = "a list of numbers of rows, or None"
        raise Misfit(f"its sizes must be {words}, not {brief(value)}")
    sizes = tuple(islice(value, MOST_SIZES + 1))
    if len(sizes) > MOST_SIZES:
        raise Misfit(f"its sizes are more than {MOST_SIZES}: write None for every size")
    return tuple(map(_size, sizes))


def _size(value: Any) -> int | str:
    try:
        return operator.index(value)
    except TypeError:
        return brief(value)
