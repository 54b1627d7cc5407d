"""Options of plugins, puzzles and ratings as values for JSON, and back; see `api.record`."""

from __future__ import annotations

import collections.abc
import types
import typing
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

from sudoku_engine.api.events import Author
from sudoku_engine.api.protocols import Puzzle, Rating
from sudoku_engine.api.record import grid_of, grid_record, reads
from sudoku_engine.errors import RecordError
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.options import MISSING, Option, Parameters

_MANY: dict[str, Any] = {
    "list": list,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
}
_SIMPLE: dict[str, Any] = {
    "bool": bool,
    "int": int,
    "float": float,
    "str": str,
    "path": Path,
    "none": types.NoneType,
    "any": Any,
    "dict": dict,
    "sequence": collections.abc.Sequence,
    "collection": collections.abc.Collection,
    "iterable": collections.abc.Iterable,
    "abstract set": collections.abc.Set,
    "mapping": collections.abc.Mapping,
    **_MANY,
}
_NAMES = {kind: name for name, kind in _SIMPLE.items()}


class Unwritten:
    """Stands for something that cannot be written down, such as a default or a type of a plugin."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def value_record(value: Any) -> Any:
    """Return the record of a value of an option."""
    if value is None or type(value) in (bool, int, float, str):
        return value
    if isinstance(value, Path):
        return {"path": str(value)}
    for name, kind in _MANY.items():
        if type(value) is kind:
            return {name: [value_record(item) for item in value]}
    if type(value) is dict:
        return {"dict": [[value_record(key), value_record(item)] for key, item in value.items()]}
    return {"other": str(type(value).__name__)}


def value_of(record: Any) -> Any:
    """Return the value of a `record`."""
    if not isinstance(record, Mapping):
        return record
    ((name, inner),) = record.items()
    if name == "path":
        return Path(inner)
    if name in _MANY:
        return _MANY[name](map(value_of, inner))
    if name == "dict":
        return {value_of(key): value_of(item) for key, item in inner}
    return Unwritten(str(inner))


def options_record(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record of `options` that are set."""
    return {name: value_record(value) for name, value in options.items()}


def components_record(components: Iterable[Component]) -> list[Any]:
    """Return the record of `components` of one kind: their ids, with the options that are set."""
    return [[component.id, options_record(component.options)] for component in components]


def options_of_record(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a `record`."""
    return {name: value_of(value) for name, value in record.items()}


def parameters_record(parameters: Parameters) -> list[Any]:
    """Return the record of the options that a method takes."""
    known = [
        [option.name, _type_record(option.type), option.default is MISSING]
        + ([] if option.default is MISSING else [value_record(option.default)])
        for option in parameters.options.values()
    ]
    return [known, parameters.takes_any]


def parameters_of_record(record: Any) -> Parameters:
    """Return the options of a `record`."""
    options, takes_any = record
    return Parameters(
        {
            name: Option(name, _type_of(kind), MISSING if is_missing else value_of(default[0]))
            for name, kind, is_missing, *default in options
        },
        bool(takes_any),
    )


def _type_record(kind: Any) -> Any:
    """Return the record of a type, one that a configuration can set (`plugins.values`)."""
    if get_origin(kind) is typing.Annotated:
        kind = get_args(kind)[0]
    origin, parts = get_origin(kind) or kind, get_args(kind)
    if origin is Literal:
        return {"one of": [value_record(choice) for choice in parts]}
    if origin in (Union, types.UnionType):
        return {"union": [_type_record(part) for part in parts]}
    if origin in (object, MISSING):
        return "any"
    name = _NAMES.get(origin)
    if name is None:
        return {"other": repr(kind)}
    if not parts:
        return name
    return {name: ["…" if part is Ellipsis else _type_record(part) for part in parts]}


def _type_of(record: Any) -> Any:
    if isinstance(record, str):
        return _SIMPLE[record]
    ((name, parts),) = record.items()
    if name == "other":
        return Unwritten(str(parts))
    if name == "one of":
        return Literal[tuple(map(value_of, parts))]
    kinds = tuple(... if part == "…" else _type_of(part) for part in parts)
    if name == "union":
        return Union[kinds]
    if name not in _SIMPLE:
        raise RecordError(f"unknown type {name!r}")
    return types.GenericAlias(_SIMPLE[name], kinds)


def puzzle_record(puzzle: Puzzle) -> dict[str, Any]:
    """Return the record of `puzzle`; faults of strategies are left out of its rating."""
    return {
        "givens": grid_record(puzzle.givens),
        "solution": grid_record(puzzle.solution),
        "made": puzzle.made,
        "is_unique": puzzle.is_unique,
        "rating": puzzle.rating and rating_record(puzzle.rating),
    }


def rating_record(rating: Rating) -> dict[str, Any]:
    """Return the record of `rating`, without the faults of strategies."""
    return {
        **rating._asdict(),
        "counts": dict(rating.counts),
        "hardest": rating.hardest and list(rating.hardest),
        "faults": [],
    }


@reads("a rating")
def rating_of_record(record: Mapping[str, Any]) -> Rating:
    """Return the rating of a `record`."""
    hardest = record["hardest"] and Author(*record["hardest"])
    return Rating(**{**record, "hardest": hardest, "faults": ()})


@reads("a puzzle")
def puzzle_of(record: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle of a `record`."""
    rating = record["rating"] and rating_of_record(record["rating"])
    givens, solution = grid_of(record["givens"]), grid_of(record["solution"])
    return Puzzle(givens, solution, str(record["made"]), record["is_unique"], rating)
