"""The options of components: the keyword-only parameters of their main methods.

The annotation of an option, or else its default, says what a configuration may write there.
"""

from __future__ import annotations

import functools
import inspect
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Union

from sudoku_engine.errors import ConfigError, near_name, quoted
from sudoku_engine.plugins.values import Value, converted

MISSING: Any = inspect.Parameter.empty
"""The default of an option that must be set."""


@dataclass(frozen=True)
class Option:
    """One option of a component."""

    name: str
    """Its name, as a configuration writes it."""
    type: Any
    """What its value must be; Any if unknown."""
    default: Any
    """Its value if it is not set; `MISSING` if it must be."""


class Parameters(NamedTuple):
    """The options that a function takes."""

    options: Mapping[str, Option]
    """The options by name."""
    takes_any: bool
    """Whether it takes options of any other name too."""


def parameters_of(function: Callable[..., Any]) -> Parameters:
    """Return the options that `function` takes."""
    return Parameters(options_of(function), takes_any_option(function))


def options_of(function: Callable[..., Any]) -> dict[str, Option]:
    """Return the options of `function`, by name: its keyword-only parameters.

    Looks through wrapped functions and partials. A function whose parameters Python cannot
    inspect has no options.

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
    """Return whether `function` takes options of any name, by a parameter such as ``**rest``."""
    return any(parameter.kind is parameter.VAR_KEYWORD for parameter in _parameters(function))


def read_options(
    parameters: Parameters, written: Value, owner: str
) -> tuple[dict[str, Any], list[ConfigError]]:
    """Return the options among `parameters` that are `written`, and the errors in them.

    `owner` is the id of the component, for the errors.
    """
    known, takes_any = parameters
    options: dict[str, Any] = {}
    errors: list[ConfigError] = []
    for key, value in written.entries or ():
        if key.text not in known and not takes_any:
            errors.append(key.error(unknown_option(key.text, owner, known)))
            continue
        kind = known[key.text].type if key.text in known else Any
        try:
            options[key.text] = converted(value, kind, key.text)
        except ConfigError as error:
            errors.append(error)
    return options, errors


def unknown_option(name: str, owner: str, known: Mapping[str, Option]) -> str:
    """Return the message about an option that `owner` does not have."""
    if not known:
        return f"{owner} has no options, so no {quoted(name)}"
    return f"{owner} has no option {quoted(name)}: {near_name(name, known)}"


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    try:
        return list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return []


def _type_of(parameter: inspect.Parameter, function: Callable[..., Any]) -> Any:
    """Return the annotated type of `parameter`, or else the type of its default.

    Reads one annotation at a time: another one, such as ``grid: Grid``, may be a name that only
    a type checker imports, and get_type_hints of the whole function would fail.
    """
    if parameter.annotation is MISSING:
        return _type_like(parameter.default)
    alone = types.SimpleNamespace(__annotations__={parameter.name: parameter.annotation})
    try:
        kind = typing.get_type_hints(alone, globalns=_globals_of(function))[parameter.name]
        hash(kind)  # an annotation can be any object, such as a list
        return Union[kind, None] if parameter.default is None else kind
    except Exception:
        return _type_like(parameter.default)


def _globals_of(function: Any) -> dict[str, Any]:
    """Return the names that are known where `function` is written."""
    if isinstance(function, functools.partial):
        return _globals_of(function.func)
    for inner in ("__wrapped__", "__func__"):
        if hasattr(function, inner):
            return _globals_of(getattr(function, inner))
    if not hasattr(function, "__globals__"):
        function = type(function).__call__
    names: dict[str, Any] = getattr(function, "__globals__", {})
    return names


def _type_like(default: Any) -> Any:
    """Return the type of the values that may replace `default`."""
    if isinstance(default, Path):
        return Path
    if type(default) in (bool, int, float, str):
        return type(default)
    if isinstance(default, (list, tuple, set, frozenset)):
        kinds = {_type_like(item) for item in default}
        element = kinds.pop() if len(kinds) == 1 else Any
        parts = (element, ...) if isinstance(default, tuple) else element
        return types.GenericAlias(type(default), parts)
    return Any
