"""The options of components, and values as the user wrote them, converted to annotated types.

An option is a keyword-only parameter of a component's method. Its annotation, or else its default,
says what a configuration or the command line may write there.
"""

from __future__ import annotations

import collections.abc
import functools
import inspect
import math
import os
import re
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Union, get_args, get_origin

from sudoku_engine.errors import ConfigError, near_name, place, quoted

if TYPE_CHECKING:
    from pathlib import Path

NONE_WORDS = frozenset({"", "none", "null", "~", "no"})
"""The words for "nothing", for keys that allow it."""


class Location(NamedTuple):
    """A place in a file, or a command-line option."""

    source: str
    """The file or the option."""
    line: int = 0
    """The line, from 1; 0 for an option."""
    column: int = 0
    """The column, from 1; 0 for an option."""

    def __str__(self) -> str:
        return place(self.source, self.line)

    def error(self, what: str) -> ConfigError:
        """Return the error that says `what` is wrong here."""
        named = self.source.lstrip("-").replace("-", "_")  # an option or an argument: once
        return ConfigError(what.removeprefix(f"{named} "), self.source, self.line, self.column)


@dataclass(frozen=True, repr=False)
class Value:
    """A text, a list or a mapping, as written; ``str`` quotes it for errors."""

    location: Location
    """Its beginning."""
    text: str = ""
    """The text, empty for a list or mapping."""
    is_plain: bool = False
    """Whether it is a text without quotes."""
    items: tuple[Value, ...] | None = None
    """The values of a list, None otherwise."""
    entries: tuple[tuple[Value, Value], ...] | None = None
    """The keys and values of a mapping, no key twice; None otherwise."""
    start: Location | None = field(default=None, compare=False)
    """The beginning of the text itself: after the quote, or below the ``|``; None for `location`.
    """

    def __str__(self) -> str:
        if self.is_text:
            return quoted(self.text) if self.text else "nothing"
        return "keys with values" if self.items is None else "a list"

    @property
    def is_text(self) -> bool:
        """Whether it is a single text."""
        return self.items is None and self.entries is None

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all is written."""
        return self.is_plain and not self.text

    @property
    def is_none(self) -> bool:
        """Whether it can be read as "nothing"; only some keys allow that."""
        return self.is_plain and self.text.lower() in NONE_WORDS

    @property
    def path(self) -> Path:
        """The path that the text means: in a file, relative to that file."""
        from pathlib import Path  # only here: it takes a while to load

        folder = Path(self.location.source).parent if self.location.line else Path()
        return folder / os.path.expanduser(self.text)

    def error(self, what: str) -> ConfigError:
        """Return the error that says `what` is wrong here."""
        return self.location.error(what)

    def as_list(self, name: str) -> tuple[Value, ...]:
        """Return the items; raise ConfigError, with the remedy, if it is not a list."""
        if self.items is not None:
            return self.items
        if self.text:
            raise self.error(f"{name} must be a list: write {_as_list_text(self.text, name)}")
        if self.entries:
            keys = " and ".join(quoted(key.text) for key, _ in self.entries)
            lines = ", each in a line of its own" if len(self.entries) > 1 else ""
            raise self.error(f"{name} must be a list: put '- ' before {keys}{lines}")
        raise self.error(f"{name} must be a list, such as [a, b], or '- a' line by line")


LONGEST_LIST = 400
"""The most characters of a list that a message proposes."""


def _as_list_text(text: str, name: str) -> str:
    """Return the list under `name` that `text` probably means, as YAML.

    >>> _as_list_text("naked_single hidden_single", "strategies")
    '[naked_single, hidden_single]'
    """
    if name == "clues":  # their words and cells stay together
        items = re.split(r";|,(?!\s*r?\d)", text)
    else:
        items = text.split("," if "," in text else None)
    words = [word for item in items if (word := item.strip().removeprefix("-").strip())]
    written = ", ".join(map(_in_a_list, words or [text]))
    return f"[{written if len(written) < LONGEST_LIST else '…'}]"


def _in_a_list(text: str) -> str:
    is_plain = re.fullmatch(r"[\w./\\~][-\w./\\~+ ]*", text)
    return text if is_plain else "'" + text.replace("'", "''") + "'"


def clipped(text: str) -> str:
    """Return `text` as `quoted` does, without the quotes."""
    return quoted(text)[1:-1]


def converted(value: Value, kind: Any, name: str) -> Any:
    """Return `value` as an object of the type `kind`; `name` is its name in errors.

    `kind` may be bool, int, float (finite), str, Path (relative to the file that names it),
    Literal, Optional and other unions, lists, tuples, sets and mappings of these, or Any, which
    means the type that the value looks like. Raises ConfigError, at the value, if it does not fit.
    """
    origin, parts = _taken_apart(kind)
    if origin in (Any, object, inspect.Parameter.empty):
        return _guessed(value)
    if origin is Union:
        return _of_union(value, parts, name)
    if origin is Literal:
        return _of_choices(value, parts, name)
    if origin is tuple and parts and parts[-1] is not Ellipsis:
        return _fixed_tuple(value, parts, name)
    if origin in _COLLECTIONS:
        return _collection(value, _COLLECTIONS[origin], parts[0] if parts else Any, name)
    if origin in _MAPPINGS:
        return _mapping(value, parts or (str, Any), name)
    if origin not in _SINGLES or origin is types.NoneType:
        raise value.error(f"{name} cannot be set in a configuration: its type is {kind!r}")
    found = _SINGLES[origin].read(value) if value.is_text else None
    if found is None:
        raise _unfit(value, kind, name)
    return found


def described(kind: Any) -> str:
    """Describe the form of a value of the type `kind`.

    >>> described(Literal["first", "pass"])
    'first or pass'
    """
    origin, parts = _taken_apart(kind)
    if origin is Union:
        none_last = sorted(parts, key=lambda part: part is types.NoneType)
        return _either(map(described, none_last))
    if origin is Literal:
        return _either(map(_word, parts))
    if origin in _COLLECTIONS:
        return "a list"
    if origin in _MAPPINGS:
        return "keys with values"
    return _SINGLES[origin].form if origin in _SINGLES else "a value"


def _taken_apart(kind: Any) -> tuple[Any, tuple[Any, ...]]:
    if get_origin(kind) is typing.Annotated:
        kind = get_args(kind)[0]
    origin = get_origin(kind) or kind
    if isinstance(origin, type) and issubclass(origin, os.PathLike):
        origin = os.PathLike  # a Path, which takes a while to load
    return Union if origin is types.UnionType else origin, get_args(kind)


def _guessed(value: Value) -> Any:
    """Return `value` as the type that it looks like; a number with leading zeros stays text."""
    if value.items is not None:
        return [_guessed(item) for item in value.items]
    if value.entries is not None:
        return {key.text: _guessed(inner) for key, inner in value.entries}
    text = value.text
    if not value.is_plain or re.match(r"[-+]?0[0-9eE]", text):
        return text
    if text in ("", "~", "null", "none"):
        return None
    if text in ("true", "false"):
        return text == "true"
    for number in (_int(value), _float(value)):
        if number is not None:
            return number
    return text


def _of_union(value: Value, kinds: tuple[Any, ...], name: str) -> Any:
    """Return None if it is allowed and written, otherwise a value of the first type that fits."""
    if types.NoneType in kinds and value.is_none:
        return None
    others = [kind for kind in kinds if kind is not types.NoneType]
    for kind in sorted(others, key=lambda kind: kind is str):  # every text fits str
        try:
            return converted(value, kind, name)
        except ConfigError:
            is_choice = get_origin(kind) is Literal
            if len(others) == 1 and (is_choice or not value.is_text):
                raise
    raise _unfit(value, Union[kinds], name)


def _of_choices(value: Value, choices: tuple[Any, ...], name: str) -> Any:
    if not value.text:
        raise _unfit(value, Literal[choices], name)
    by_word = {_word(choice): choice for choice in reversed(choices)}
    if value.text not in by_word:
        mend = near_name(value.text, by_word)
        raise value.error(f"unknown {name} {quoted(value.text)}: {mend}")
    return by_word[value.text]


def _fixed_tuple(value: Value, kinds: tuple[Any, ...], name: str) -> tuple[Any, ...]:
    found = value.as_list(name)
    if len(found) != len(kinds):
        what = f"{name} must be a list of {len(kinds)}, not of {len(found)}"
        raise value.error(what)
    return tuple(converted(item, kind, name) for item, kind in zip(found, kinds))


def _collection(value: Value, make: Callable[..., Any], kind: Any, name: str) -> Any:
    found = [converted(item, kind, name) for item in value.as_list(name)]
    try:
        return make(found)
    except TypeError:  # a list in a set
        raise value.error(f"{name} must be a list of single values") from None


def _mapping(value: Value, kinds: tuple[Any, ...], name: str) -> dict[Any, Any]:
    if value.entries is None:
        raise _unfit(value, dict, name)
    key_kind, kind = kinds
    return {
        converted(key, key_kind, name): converted(inner, kind, key.text)
        for key, inner in value.entries
    }


def _unfit(value: Value, kind: Any, name: str) -> ConfigError:
    return value.error(f"{name} must be {described(kind)}, not {value}")


def _bool(value: Value) -> bool | None:
    word = value.text.lower()
    return word in _TRUE_WORDS if word in _TRUE_WORDS + _FALSE_WORDS else None


def _int(value: Value) -> int | None:
    return int(value.text) if re.fullmatch(r"[-+]?[0-9]{1,18}", value.text) else None


def _float(value: Value) -> float | None:
    if not re.fullmatch(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?", value.text):
        return None
    number = float(value.text)
    return number if math.isfinite(number) else None


def _word(choice: Any) -> str:
    return str(choice).lower() if choice is None or isinstance(choice, bool) else str(choice)


def _either(words: Iterable[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


_TRUE_WORDS = ("true", "yes", "on")
_FALSE_WORDS = ("false", "no", "off")


class _Single(NamedTuple):
    """A type that one text is converted to."""

    form: str
    """The words that say what to write for it."""

    read: Callable[[Value], Any]
    """The function that returns the value of a text, None if it does not fit."""


_SINGLES: dict[Any, _Single] = {
    bool: _Single("true or false", _bool),
    int: _Single("a whole number", _int),
    float: _Single("a number", _float),
    str: _Single("a text", lambda value: value.text),
    os.PathLike: _Single("a file", lambda value: value.path if value.text else None),
    types.NoneType: _Single("none", lambda value: None),
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


MISSING: Any = inspect.Parameter.empty
"""The default of an option that must be set."""


class Option(NamedTuple):
    """One option of a component."""

    name: str
    type: Any
    """The type of its value; Any if unknown."""
    default: Any
    """The default value; `MISSING` if it must be set."""


class Parameters(NamedTuple):
    """The options that a function takes."""

    options: Mapping[str, Option]
    takes_any: bool
    """Whether it takes options of any other name too."""


def parameters_of(function: Callable[..., Any]) -> Parameters:
    """Return the options of `function`: its keyword-only parameters.

    Looks through wrapped functions and partials. A function whose parameters Python cannot
    inspect has no options.

    >>> def naked_pair(grid, *, houses: tuple[str, ...] = ("row",)): ...
    >>> parameters_of(naked_pair).options["houses"].default
    ('row',)
    """
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return Parameters({}, False)
    options = {
        each.name: Option(each.name, _type_of(each, function), each.default)
        for each in found
        if each.kind is each.KEYWORD_ONLY
    }
    return Parameters(options, any(each.kind is each.VAR_KEYWORD for each in found))


def read_options(
    parameters: Parameters, written: Value, owner: str
) -> tuple[dict[str, Any], list[ConfigError]]:
    """Return the `written` options among `parameters`, and the errors in them."""
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


def _type_of(parameter: inspect.Parameter, function: Callable[..., Any]) -> Any:
    """Return the annotated type of `parameter`, or else the type of its default.

    Read one annotation at a time: another annotation, such as ``grid: Grid``, may be a name that
    only a type checker imports, and get_type_hints of the whole function would fail.
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
    if isinstance(default, os.PathLike):
        return os.PathLike
    if type(default) in (bool, int, float, str):
        return type(default)
    if isinstance(default, (list, tuple, set, frozenset)):
        kinds = {_type_like(item) for item in default}
        element = kinds.pop() if len(kinds) == 1 else Any
        parts = (element, ...) if isinstance(default, tuple) else element
        return types.GenericAlias(type(default), parts)
    return Any
