"""The options of plugins, and values as written turned into what an annotation asks for.

An option of a plugin is a keyword-only parameter of its main method; its annotation, or else its
default, says what a configuration may write there.
"""

from __future__ import annotations

import collections.abc
import functools
import inspect
import math
import re
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

from sudoku_engine.errors import ConfigError, near_name
from sudoku_engine.plugins.values import (
    ListValue,
    MappingValue,
    TextValue,
    Value,
    items,
    quoted,
    summary,
)

MISSING: Any = inspect.Parameter.empty
"""The default of an option that has none: it must be set."""

TRUE_WORDS = ("true", "yes", "on")
FALSE_WORDS = ("false", "no", "off")


@dataclass(frozen=True)
class Option:
    """One option of a plugin: its `name`, its `type` (Any where unknown) and its `default`."""

    name: str
    type: Any
    default: Any


def options_of(function: Callable[..., Any]) -> dict[str, Option]:
    """The options of `function`, by name: its keyword-only parameters.

    Wrapped functions and partials are looked through. What Python cannot tell the parameters of
    has none.

    >>> def naked_pair(grid, *, houses: tuple[str, ...] = ("row",)): ...
    >>> options_of(naked_pair)["houses"].default
    ('row',)
    """
    return {
        parameter.name: Option(parameter.name, _type_of(parameter, function), parameter.default)
        for parameter in _parameters(function)
        if parameter.kind is parameter.KEYWORD_ONLY
    }


def takes_any_option(function: Callable[..., Any]) -> bool:
    """Whether `function` takes options of every name, by a parameter such as ``**options``."""
    return any(parameter.kind is parameter.VAR_KEYWORD for parameter in _parameters(function))


def read_options(
    function: Callable[..., Any], node: MappingValue, owner: str
) -> tuple[dict[str, Any], list[ConfigError]]:
    """The options for `function` written in `node`, and what is wrong with them.

    `owner` is the name of the plugin, for the words of the errors.
    """
    known = options_of(function)
    anything = takes_any_option(function)
    options: dict[str, Any] = {}
    errors: list[ConfigError] = []
    for key, value in node.entries:
        if key.text not in known and not anything:
            errors.append(key.location.error(unknown_option(key.text, owner, known)))
            continue
        kind = known[key.text].type if key.text in known else Any
        try:
            options[key.text] = converted(value, kind, key.text)
        except ConfigError as error:
            errors.append(error)
    return options, errors


def unknown_option(name: str, owner: str, known: Mapping[str, Option]) -> str:
    """The words for an option that `owner` does not have."""
    if not known:
        return f"{owner} has no options, so no {name!r}"
    return f"{owner} has no option {name!r}: {near_name(name, known)}"


def converted(node: Value, kind: Any, name: str) -> Any:
    """The value of `node` as an object of the type `kind`; `name` says what it is for.

    `kind` may be bool, int, float, str, Path (relative to the file that names it), Literal,
    Optional and other unions, lists, tuples, sets and mappings of those, or Any, which takes
    what the value looks like. Raises ConfigError, at the value, where it is none.
    """
    if get_origin(kind) is typing.Annotated:
        kind = get_args(kind)[0]
    origin, parts = get_origin(kind) or kind, get_args(kind)
    if origin in (Any, object, MISSING):
        return _guessed(node)
    if origin in (Union, types.UnionType):
        return _one_of(node, parts, name)
    if origin is Literal:
        return _literal(node, parts, name)
    if origin is tuple and parts and parts[-1] is not Ellipsis:
        return _fixed_tuple(node, parts, name)
    if origin in _COLLECTIONS:
        return _collection(node, origin, parts[0] if parts else Any, name)
    if origin in _MAPPINGS:
        return _mapping(node, parts, name)
    if origin in _SCALARS:
        return _scalar(node, origin, name)
    raise node.location.error(f"{name} cannot be set in a configuration: its type is {kind!r}")


def described(kind: Any) -> str:
    """What a person writes for a value of the type `kind`.

    >>> described(Literal["first", "pass"])
    'first or pass'
    """
    if get_origin(kind) is typing.Annotated:
        kind = get_args(kind)[0]
    origin, parts = get_origin(kind) or kind, get_args(kind)
    if origin in (Union, types.UnionType):
        return _either([described(part) for part in _none_last(parts)])
    if origin is Literal:
        return _either([_written(part) for part in parts])
    if origin in _COLLECTIONS:
        return "a list"
    if origin in _MAPPINGS:
        return "keys with values"
    return _SCALARS.get(origin, "a value")


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    try:
        return list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return []


def _type_of(parameter: inspect.Parameter, function: Callable[..., Any]) -> Any:
    """The type of an option: as annotated, or else that of its default."""
    kind = _annotation(parameter, function)
    return _type_like(parameter.default) if kind is MISSING else kind


def _annotation(parameter: inspect.Parameter, function: Callable[..., Any]) -> Any:
    """What stands after the parameter's colon, MISSING where that is nothing that can be read.

    One parameter at a time: beside it ``grid: Grid`` may be a name that only a type checker
    imports, and get_type_hints of the whole function would fail.
    """
    if parameter.annotation is MISSING:
        return MISSING
    alone = types.SimpleNamespace(__annotations__={parameter.name: parameter.annotation})
    try:
        kind = typing.get_type_hints(alone, globalns=_globals_of(function))[parameter.name]
        hash(kind)  # an annotation can be any object, a list for one
        return Union[kind, None] if parameter.default is None else kind
    except Exception:
        return MISSING


def _globals_of(function: Callable[..., Any]) -> dict[str, Any]:
    """The names that are known where `function` is written."""
    inner: Any = function
    while True:
        if isinstance(inner, functools.partial):
            inner = inner.func
        elif hasattr(inner, "__wrapped__"):
            inner = inner.__wrapped__
        elif hasattr(inner, "__func__"):
            inner = inner.__func__
        elif not hasattr(inner, "__globals__") and hasattr(type(inner).__call__, "__globals__"):
            inner = type(inner).__call__
        else:
            names: dict[str, Any] = getattr(inner, "__globals__", {})
            return names


def _type_like(default: Any) -> Any:
    """The type of what may stand in place of `default`."""
    for kind in (bool, int, float, str):
        if type(default) is kind:
            return kind
    if isinstance(default, Path):
        return Path
    if isinstance(default, (list, tuple, set, frozenset)):
        kinds = {_type_like(item) for item in default}
        element = kinds.pop() if len(kinds) == 1 else Any
        return types.GenericAlias(type(default), (element, ...) if _is_tuple(default) else element)
    return Any


def _is_tuple(thing: object) -> bool:
    return isinstance(thing, tuple)


def _guessed(node: Value) -> Any:
    """The value that `node` looks like; a number with leading zeros stays text."""
    if isinstance(node, ListValue):
        return [_guessed(item) for item in node.items]
    if isinstance(node, MappingValue):
        return {key.text: _guessed(value) for key, value in node.entries}
    if not node.is_plain:
        return node.text
    if node.text in ("", "~", "null", "none"):
        return None
    if node.text in ("true", "false"):
        return node.text == "true"
    if re.fullmatch(r"[-+]?(0|[1-9][0-9]{0,17})", node.text):
        return int(node.text)
    number = _float(node.text) if re.match(r"[-+]?(0?\.|0$|[1-9])", node.text) else None
    return node.text if number is None else number


def _one_of(node: Value, kinds: tuple[Any, ...], name: str) -> Any:
    """The value for a union: nothing where allowed, else the first type that it fits."""
    if types.NoneType in kinds and isinstance(node, TextValue) and node.is_none:
        return None
    # A text fits everything, so it comes last.
    others = sorted((kind for kind in kinds if kind is not types.NoneType), key=lambda k: k is str)
    for kind in others:
        try:
            return converted(node, kind, name)
        except ConfigError:
            if len(others) == 1 and not isinstance(node, TextValue):
                raise
    raise _wrong(node, Union[kinds], name)


def _literal(node: Value, choices: tuple[Any, ...], name: str) -> Any:
    """The one of `choices` that `node` names."""
    if not isinstance(node, TextValue):
        raise _wrong(node, Literal[choices], name)
    for choice in choices:
        if node.text == _written(choice):
            return choice
    if not node.text:
        raise _wrong(node, Literal[choices], name)
    mend = near_name(node.text, [_written(choice) for choice in choices])
    raise node.location.error(f"unknown {name} {quoted(node.text)}: {mend}")


def _collection(node: Value, origin: Any, kind: Any, name: str) -> Any:
    """The list that `node` is, as what `origin` makes of one."""
    found = [converted(item, kind, name) for item in items(node, name)]
    try:
        return _COLLECTIONS[origin](found)
    except TypeError:  # a list in a set
        raise node.location.error(f"{name} must be a list of single values") from None


def _fixed_tuple(node: Value, kinds: tuple[Any, ...], name: str) -> tuple[Any, ...]:
    found = items(node, name)
    if len(found) != len(kinds):
        raise node.location.error(f"{name} must be a list of {len(kinds)}, not of {len(found)}")
    return tuple(converted(item, kind, name) for item, kind in zip(found, kinds))


def _mapping(node: Value, kinds: tuple[Any, ...], name: str) -> dict[Any, Any]:
    if not isinstance(node, MappingValue):
        raise _wrong(node, dict, name)
    key_kind, kind = kinds or (str, Any)
    return {
        converted(key, key_kind, name): converted(value, kind, key.text)
        for key, value in node.entries
    }


def _scalar(node: Value, kind: type, name: str) -> Any:
    """The value of one bool, int, float, str or Path."""
    if isinstance(node, TextValue):
        value = _SCALAR_READERS[kind](node)
        if value is not None:
            return value
    raise _wrong(node, kind, name)


def _bool(node: TextValue) -> bool | None:
    word = node.text.lower()
    return True if word in TRUE_WORDS else False if word in FALSE_WORDS else None


def _int(node: TextValue) -> int | None:
    return int(node.text) if re.fullmatch(r"[-+]?[0-9]{1,18}", node.text) else None


def _float(text: str) -> float | None:
    if not re.fullmatch(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?", text):
        return None
    number = float(text)
    return number if math.isfinite(number) else None


_SCALAR_READERS: dict[type, Callable[[TextValue], Any]] = {
    bool: _bool,
    int: _int,
    float: lambda node: _float(node.text),
    str: lambda node: node.text,
    Path: lambda node: node.location.path(node.text) if node.text else None,
}

_SCALARS: dict[Any, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    Path: "a file",
    types.NoneType: "none",
}

_COLLECTIONS: dict[Any, Callable[..., Any]] = {
    list: list,
    tuple: tuple,
    set: set,
    frozenset: frozenset,
    collections.abc.Sequence: tuple,
    collections.abc.Collection: tuple,
    collections.abc.Iterable: tuple,
    collections.abc.Set: frozenset,
}

_MAPPINGS = (dict, collections.abc.Mapping)


def _wrong(node: Value, kind: Any, name: str) -> ConfigError:
    return node.location.error(f"{name} must be {described(kind)}, not {summary(node)}")


def _none_last(kinds: tuple[Any, ...]) -> list[Any]:
    return sorted(kinds, key=lambda kind: kind is types.NoneType)


def _written(choice: Any) -> str:
    """How a choice of a Literal is written."""
    if choice is None or isinstance(choice, bool):
        return str(choice).lower()
    return str(choice)


def _either(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
