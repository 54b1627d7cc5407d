"""The codec of host and guest: our values as data for JSON, and back.

Values that JSON has stay as they are. Any other value is a list of a word for its form and its
data; an object without a form passes as its repr. Nothing that is read is run, and unreadable data
raises RecordError. `api.record` has the records for people and for files.
"""

from __future__ import annotations

import collections.abc
import json
import traceback
import types
import typing
from collections.abc import Callable, Collection, Mapping
from dataclasses import fields
from functools import cache, lru_cache
from importlib import import_module
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Literal, NamedTuple, Union, get_args, get_origin

from sudoku_engine import errors
from sudoku_engine.api.hookspecs import KINDS
from sudoku_engine.api.record import layout_of, reads, step_of, step_record
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Cell, House, Layout
from sudoku_engine.board.layout_record import shape_record
from sudoku_engine.board.say import Said
from sudoku_engine.board.step import Branch, Candidate, Step
from sudoku_engine.board.words import brief
from sudoku_engine.errors import PluginError, RecordError, SudokuError, error_text
from sudoku_engine.plugins.component import TRAITS, Component, FailedElsewhere, Methods, Origin
from sudoku_engine.plugins.options import MISSING
from sudoku_engine.plugins.registry import Plugin, Registry

MOST_KEPT = 4096
"""The number of boards and steps that are cached, since many pass more than once."""

MODULES = {
    "sudoku_engine.api.events": (
        *("Author", "Started", "Stepped", "Tried", "TakenBack", "Found", "Moved", "Faulted"),
        *("Rejected", "Ended"),
    ),
    "sudoku_engine.api.protocols": ("Puzzle", "Rating", "Verdict"),
    "sudoku_engine.board.candidates": ("Candidate", "Link"),
    "sudoku_engine.board.clue": ("Clue", "Part"),
    "sudoku_plugins.variants.fillings": ("Fillings",),
    "sudoku_engine.board.say": ("Said",),
    "sudoku_engine.plugins.component": ("Failure", "Origin"),
    "sudoku_engine.plugins.options": ("Option", "Parameters"),
    "sudoku_plugins.ratings.rating": ("Rater",),
    "sudoku_engine.solving.settings": ("LoopSettings",),
    "sudoku_plugins.checkers.symmetry.transformation": ("Transformation",),
}
"""By module, the classes whose objects pass part by part; some take a while to load."""

MODULE_OF = {name: module for module, names in MODULES.items() for name in names}

PARTS = {
    "Fillings": ("layers",),
    "Said": ("template", "parts"),
    "Rater": ("strategies", "settings", "by_name"),
}
"""The parts that need to pass, for classes that have more."""

PLAIN = (type(None), bool, int, float, str)


class Odd:
    """Stands for an object without a form, with the same repr."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


class Form(NamedTuple):
    """The form of a class's objects: its functions get the codec, and the object or its data."""

    word: str
    data: Callable[[Codec, Any], Any]
    """A function that returns the data; None if this object has no form."""
    value: Callable[[Codec, Any], Any]


class Codec:
    """The codec of one conversation between two processes, for both of them.

    Steps are written for the layout of the last board that passed. Only a guest has a `registry`:
    it finds components by their ids.
    """

    forms: ClassVar[Mapping[type, Form]] = {}
    """The forms by class; those of a class include its subclasses."""
    by_word: ClassVar[Mapping[str, Form]] = {}

    def __init__(self, layout: Layout | None = None, registry: Registry | None = None) -> None:
        self.layout = layout
        self.registry = registry

    @property
    def board_layout(self) -> Layout:
        """The layout of the last board that passed."""
        if self.layout is None:
            raise RecordError("no board has passed, so nothing of one can")
        return self.layout

    @classmethod
    def add(cls, forms: Mapping[type, Form]) -> None:
        """Add these `forms` to this class of codecs."""
        cls.forms = {**cls.forms, **forms}
        cls.by_word = {form.word: form for form in (*cls.forms.values(), TYPE, ODD)}

    def data(self, value: Any) -> Any:
        """Return the data of `value`."""
        kind = type(value)
        if kind in PLAIN:
            return value
        for each in kind.__mro__:
            if MODULE_OF.get(each.__name__) == each.__module__:
                return [each.__name__, [self.data(getattr(value, name)) for name in _parts(each)]]
            form = self.forms.get(each)
            if form and (data := form.data(self, value)) is not None:
                return [form.word, data]
        is_type = kind is type or get_origin(value) is not None or value is Any or value is Ellipsis
        form = TYPE if is_type else ODD
        return [form.word, form.data(self, value)]

    def value(self, data: Any) -> Any:
        """Return the value of `data`; raise RecordError if it cannot be read."""
        if type(data) in PLAIN:
            return data
        return self._value(data)

    @reads("a value")
    def _value(self, data: Any) -> Any:
        word, inner = data
        if word in MODULE_OF:
            kind = getattr(import_module(MODULE_OF[word]), word)
            names = _parts(kind)
            if len(inner) != len(names):
                raise RecordError(f"{word} has {len(names)} parts, not {len(inner)}")
            return kind(**dict(zip(names, map(self.value, inner))))
        return self.by_word[word].value(self, inner)


@cache
def _parts(kind: Any) -> tuple[str, ...]:
    if kind.__name__ in PARTS:
        return PARTS[kind.__name__]
    if hasattr(kind, "_fields"):
        return tuple(kind._fields)
    return tuple(each.name for each in fields(kind))


def _many(kind: type) -> Form:
    return Form(
        kind.__name__,
        lambda codec, value: [codec.data(each) for each in value],
        lambda codec, data: kind(map(codec.value, data)),
    )


def _plain(kind: type) -> Form:
    """Return the form of the subclasses of a plain type, such as the number of a cell."""
    return Form(kind.__name__, lambda codec, value: kind(value), lambda codec, data: kind(data))


def _grid_data(codec: Codec, grid: Grid) -> str:
    codec.layout = grid.layout
    return _grid_text(grid)


def _grid(codec: Codec, text: str) -> Grid:
    grid = _board(text)
    codec.layout = grid.layout
    return grid


@lru_cache(64)
def _layout_text(layout: Layout) -> str:
    return json.dumps([shape_record(layout), Codec().data(layout.clues)])


@lru_cache(64)
def _layout(text: str) -> Layout:
    """Return the layout of a `text`; its clues contain their demands, so no rule is called."""
    record, clues = json.loads(text)
    return layout_of(record).with_clues(Codec().value(clues))


@lru_cache(MOST_KEPT)
def _grid_text(grid: Grid) -> str:
    parts = [_layout_text(grid.layout), grid.digits, grid.masks, grid.given, grid.marks]
    return json.dumps(parts)


@lru_cache(MOST_KEPT)
def _board(text: str) -> Grid:
    layout, digits, masks, given, marks = json.loads(text)
    return Grid(_layout(layout), digits, masks=masks, given=given, marks=marks)


def _step_data(codec: Codec, step: Step) -> Any:
    """Return the text of the record of `step`, with houses of other boards; None if it has none.

    It is None if no board has passed, or if the step's parts were changed by force.
    """
    if codec.layout is None:
        return None
    try:
        record = step_record(step, codec.layout)
        foreign = [house for house in step.houses if house.layout is not codec.layout]
    except Exception:
        return None
    if foreign:
        record["foreign"] = [[_layout_text(house.layout), house.name] for house in foreign]
    said = [step.said, *(branch.said for branch in step.branches)]
    if any(type(each) is Said for each in said):
        record["said"] = codec.data(said)
    return json.dumps(record)


def _cell_data(codec: Codec, cell: Cell) -> int | None:
    """Return the number of a `cell` of the board; None for other cells, which pass as numbers."""
    cells = codec.layout.cells if codec.layout else ()
    return int(cell) if cell < len(cells) and cells[cell].name == cell.name else None


def _cell(codec: Codec, number: Any) -> int:
    """Return the cell with this `number`; the number itself if no board has passed."""
    if type(number) is not int or number < 0:
        raise RecordError("a cell goes by its number")
    return codec.layout.cells[number] if codec.layout else number


def _house_data(codec: Codec, house: House) -> str | None:
    return house.name if house.layout is codec.layout else None


def effects_data(step: Step) -> Any:
    """Return the data of a step of which only its effects pass."""
    return ["step", [[*chain(*step.placements)], [*chain(*step.eliminations)]]]


def _step(codec: Codec, data: Any) -> Step:
    if isinstance(data, list):
        placements, eliminations = data
        return _known_effects(tuple(placements), tuple(eliminations))
    return _known_step(data, codec.board_layout)


@lru_cache(MOST_KEPT)
def _known_effects(placements: tuple[int, ...], eliminations: tuple[int, ...]) -> Step:
    placed, struck = (
        [Candidate(*pair) for pair in zip(each[::2], each[1::2])]
        for each in (placements, eliminations)
    )
    return Step(placed, struck)


@lru_cache(MOST_KEPT)
def _known_step(text: str, layout: Layout) -> Step:
    data = json.loads(text)
    step = step_of(data, layout)
    if "foreign" in data:
        foreign = [_layout(text).house(name) for text, name in data["foreign"]]
        step = step.replace(houses=[*step.houses, *foreign])
    return _with_said(step, Codec(layout).value(data["said"])) if "said" in data else step


def _with_said(step: Step, said: Any) -> Step:
    """Return `step` with the `said` words in place of its text, which must be equal."""
    reason, *titles = said
    branches = [
        Branch(title, branch.because, branch.links)
        for title, branch in zip(titles, step.branches, strict=True)
    ]
    spoken = step.replace(reason=reason, branches=branches)
    if spoken != step:
        raise RecordError("its reason is not what it says")
    return spoken


def _component_data(codec: Codec, component: Component) -> Any:
    options = {name: codec.data(value) for name, value in component.options.items()}
    return [component.kind, component.id, options]


def _component(codec: Codec, data: Any) -> Component:
    kind, name, options = data
    if codec.registry is None:
        raise RecordError("only a guest is told of components")
    component = codec.registry.find(kind, name)
    return component.with_options({name: codec.value(each) for name, each in options.items()})


SHOWN = ("source", "line", "column", "plugin", "excerpt")
"""The attributes of errors that pass, besides their words and place."""


def _error_data(codec: Codec, error: BaseException) -> Any:
    name, cause = type(error).__name__, error.__cause__
    if type(error).__module__ != errors.__name__ or not isinstance(error, SudokuError):
        return ["", error_text(error), "", {}, traceback_text(error)]
    more = {key: codec.data(vars(error)[key]) for key in SHOWN if key in vars(error)}
    trace = "" if cause is None else traceback_text(cause)
    return [name, error.what, error.where, more, trace]


def _error(codec: Codec, data: Any) -> Exception:
    name, what, where, more, trace = data
    if not name:
        return FailedElsewhere(str(what), 0, str(trace))
    kind = getattr(errors, name, None)
    if not (isinstance(kind, type) and issubclass(kind, SudokuError)):
        raise RecordError(f"there is no error {brief(name)}")
    error = kind.__new__(kind)
    SudokuError.__init__(error, str(what), str(where))
    vars(error).update({key: more[key] for key in SHOWN if type(more.get(key)) in (int, str)})
    if trace:
        error.__cause__ = FailedElsewhere(str(what), 0, str(trace))
    return error


LONGEST_TRACE = 100_000


def traceback_text(error: BaseException) -> str:
    """Return the traceback of `error` as text."""
    if isinstance(error, FailedElsewhere):
        return str(error)
    try:
        return "".join(traceback.format_exception(error))[:LONGEST_TRACE]
    except BaseException:  # an exception may be hostile in every way
        return error_text(error)


def _random(codec: Codec, data: Any) -> Random:
    rng = Random()
    rng.setstate(codec.value(data))
    return rng


_ABSTRACT = ("Sequence", "Collection", "Iterable", "Set", "Mapping")
_TYPES: Mapping[str, Any] = {
    **{kind.__name__: kind for kind in (*PLAIN, list, tuple, set, frozenset, dict, Path)},
    **{f"abc {name}": getattr(collections.abc, name) for name in _ABSTRACT},
    "any": Any,
    "missing": MISSING,
    "…": ...,
    "literal": Literal,
    "union": Union,
}
_TYPE_NAMES = {kind: name for name, kind in _TYPES.items()}


def _type_data(codec: Codec, kind: Any) -> Any:
    """Return the data of a type, if a configuration can set it (`plugins.options`)."""
    if get_origin(kind) is typing.Annotated:
        kind = get_args(kind)[0]
    origin = get_origin(kind) or kind
    origin = {types.UnionType: Union, object: Any}.get(origin, origin)
    if origin not in _TYPE_NAMES:
        return [repr(kind), None]
    return [_TYPE_NAMES[origin], [codec.data(part) for part in get_args(kind)]]


def _type(codec: Codec, data: Any) -> Any:
    name, parts = data
    if parts is None:
        return Odd(str(name))
    kind, kinds = _TYPES[name], tuple(map(codec.value, parts))
    if kind is Literal:
        return Literal[kinds]
    if any(type(part) in PLAIN for part in kinds):
        raise RecordError("a part of a type is no type")
    if kind is Union:  # a type that cannot be set cannot be chosen, either
        able = tuple(each for each in kinds if not isinstance(each, Odd))
        return Union[able] if able else kinds[0]
    return types.GenericAlias(kind, kinds) if kinds else kind


TYPE = Form("type", _type_data, _type)
ODD = Form("odd", lambda codec, value: brief(value), lambda codec, text: Odd(str(text)))

DICT = Form(
    "dict",
    lambda codec, value: [[codec.data(key), codec.data(each)] for key, each in value.items()],
    lambda codec, data: {codec.value(key): codec.value(each) for key, each in data},
)

Codec.add(
    {
        **{kind: _plain(kind) for kind in (int, float, str)},
        **{kind: _many(kind) for kind in (list, tuple, set, frozenset)},
        **dict.fromkeys((dict, types.MappingProxyType), DICT),
        Path: Form("path", lambda codec, path: str(path), lambda codec, text: Path(text)),
        Grid: Form("grid", _grid_data, _grid),
        Layout: Form(
            "layout", lambda _, layout: _layout_text(layout), lambda _, text: _layout(text)
        ),
        Random: Form("random", lambda codec, rng: codec.data(rng.getstate()), _random),
        Step: Form("step", _step_data, _step),
        Cell: Form("cell", _cell_data, _cell),
        House: Form("house", _house_data, lambda codec, name: codec.board_layout.house(name)),
        Component: Form("component", _component_data, _component),
        BaseException: Form("error", _error_data, _error),
    }
)


Catalog = Mapping[str, Any]

MethodsOf = Callable[[str, str, list[str]], Methods]
"""A function from a component's kind, its id and its methods' names to the stand-in's methods."""


def catalog_of(registry: Registry) -> dict[str, Any]:
    """Return the catalog of all plugins and components in `registry`, which a `Codec` can write."""
    return {
        "plugins": [
            (
                plugin.origin,
                plugin.state,
                plugin.problems,
                [(component.kind, component.id) for component in plugin.components],
            )
            for plugin in registry.plugins
        ],
        "unusable": {plugin.origin.source for plugin in registry.plugins if plugin.is_unusable},
        "notices": registry.notices,
        "not_disabled": registry.not_disabled,
        "components": {
            kind: entered and [_entry(component) for component in entered]
            for kind in KINDS
            for entered in [registry.entered(kind)]
        },
    }


def _entry(component: Component) -> Any:
    """Return the traits of a component and its methods' options; only the id of a bundled one."""
    if component.is_bundled:
        return component.id
    traits = {name: getattr(component, name) for name in TRAITS}
    return traits, {name: component.parameters_of(name) for name in component.methods}


@reads("a catalog")
def registry_of(catalog: Catalog, methods_of: MethodsOf, known: Collection[Origin]) -> Registry:
    """Return the registry of a `catalog`: bundled components, and stand-ins for the others.

    `known`: the plugins that this process has found itself; a catalog with others is a lie.
    """
    false = {origin for origin, *_ in catalog["plugins"]} - {*known}
    if false:
        raise ValueError(f"there is no plugin {', '.join(sorted(map(str, false)))}")
    registry = Registry()
    registry.notices += map(str, catalog["notices"])
    registry.not_disabled.update(catalog["not_disabled"])
    plugin_of: dict[tuple[str, str], Plugin] = {}
    for origin, state, problems, keys in catalog["plugins"]:
        if not all(isinstance(problem, PluginError) for problem in problems):
            raise ValueError("a problem is not one of a plugin")
        plugin = Plugin(origin, state, problems)
        registry.plugins.append(plugin)
        plugin_of |= dict.fromkeys(map(tuple, keys), plugin)
    for kind in KINDS:
        entries = catalog["components"][kind]
        for index, entry in enumerate(entries or ()):
            if isinstance(entry, str):
                continue
            traits, parameters = entry
            name = traits["id"]
            plugin = plugin_of[kind, name]
            if plugin.origin.how == "bundled":
                raise ValueError(f"{brief(name)} does not come with the engine")
            entries[index] = Component(
                kind=kind,
                origin=plugin.origin,
                methods=methods_of(kind, name, list(parameters)),
                parameters=parameters,
                **{each: traits[each] for each in TRAITS},
            )
            plugin.components.append(entries[index])
        registry.expect(kind, entries)
    return registry
