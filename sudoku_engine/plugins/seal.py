"""Protection of boards, and of the parts of the engine and of Python that decide, from plugins.

A plugin can replace any function: ``Grid.apply``, the guard, `len`. A `Seal` holds the originals of
the functions that decide. It reports a replaced function and restores all of them. In a guest, it
only names the part, the strategy and the line, since the host believes no guest. Without a guest
(in a notebook, a browser, a student's own tests) and in the kit, nothing else keeps answers honest.

A check never looks up a name that a plugin could replace: it uses local names only.

A snapshot detects whether a plugin changed a board: bundled strategies look at the same board
afterwards, and would be blamed. A grid refuses changes, but ``object.__setattr__`` and the like get
around that, and all boards of a size share one layout.
"""

from __future__ import annotations

import builtins
import importlib
import operator
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, partial
from types import FunctionType, ModuleType
from typing import Any

from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import House, Layout
from sudoku_engine.board.named_tuple import NamedTuple
from sudoku_engine.bundled import PACKAGES

DECIDING = (
    "errors",
    "board.candidates",
    "board.masks",
    "board.layout",
    "board.step",
    "board.grid",
    "search",
    "search.answers",
    "search.classic",
    "search.general",
    "api.events",
    "api.run",
    "plugins.raised",
    "plugins.seal",
    "plugins.time_limits",
    "plugins.component",
    "solving.guard",
    "solving.loop",
    "solving.search_run",
)
"""The modules that decide, by name: a seal does not know their purpose."""

CORE = {
    "Candidate",
    "Component",
    "Grid",
    "Python",
    "Step",
    "StepFinder",
    "TimeLimit",
    "LoopRun",
    "guard",
    "loop",
}
"""The classes and modules that decide about each single step."""

OFTEN_USED = (
    "BaseException all any callable dict enumerate frozenset getattr int isinstance issubclass "
    "iter len list map max min next object range set sorted str sum super tuple type zip"
)
"""The functions of Python that these modules depend on."""

OF_A_SHELL = frozenset({"display", "exit", "get_ipython", "help", "input", "quit"})
"""The functions of Python that a notebook or a shell sets anew for each of its cells."""

THE_CHECK = "the check"
"""The name of the whole formed by modules that check plugins."""

INTERVAL = 64
"""The number of checks per thorough check, if nothing odd happens."""

_ABOUT_A_CLASS = {
    "__annotations__",
    "__dict__",
    "__doc__",
    "__firstlineno__",
    "__module__",
    "__static_attributes__",
    "__weakref__",
}


class Break(NamedTuple):
    """A part that was replaced."""

    name: str
    """Its name for people, such as ``Grid.apply``."""
    whole: str
    """What it is a part of: the engine, the check, or Python."""
    file: str
    """The file of the function that took its place, empty if unknown."""
    line: int
    """The line at which that function begins, 0 if unknown."""

    @property
    def why(self) -> str:
        """The fault of the plugin that did it, in one line."""
        return f"it replaces {self.name}, a part of {self.whole}"


class Table(NamedTuple):
    """The names of one class or module, with what they stand for."""

    name: str
    """Its name for people."""
    whole: str
    """What it is a part of: the engine, the check, or Python."""
    kind: type | None
    """The class, None for a module."""
    names: Mapping[str, Any]
    """The names as they are now."""
    originals: dict[str, Any]
    """What was found under the names that count."""
    put: Callable[[str, Any], None]
    """Puts something under a name."""
    remove: Callable[[str], None]
    """Removes a name."""


class Seal:
    """The originals in some tables, and of the code of their functions."""

    def __init__(self, tables: Sequence[Table], core: Collection[str] = ()) -> None:
        """Hold what is in `tables`; those called like the `core` are checked most often."""
        self._tables = tables
        self.found: list[Break] = []
        """All that was replaced so far."""
        self._functions = {
            function: (
                f"{table.name}.{name}",
                table.whole,
                function.__code__,
                function.__defaults__,
            )
            for table in reversed(tables)
            for name, part in table.originals.items()
            for function in _functions(part)
        }
        self._sizes = [len(table.names) for table in tables]
        self._core = core
        self._is_core_whole = self._quick_check(core)
        self._is_whole = self._thorough_check()

    def restore(self, is_thorough: bool = True) -> Break | None:
        """Put the originals back; return what was replaced first, None if nothing was.

        If not `is_thorough`, most often only the core is checked, which is quick.
        """
        if not is_thorough and self._is_core_whole():
            return None
        if self._is_whole():
            return None
        # Python's own functions come first. Until they are back, nothing here calls one.
        replaced: list[tuple[Table, str, Any]] = []
        for table in self._tables:
            for name, original in table.originals.items():
                now = table.names.get(name)
                if now is not original:
                    table.put(name, original)
                    replaced.append((table, name, now))
        for number, table in enumerate(self._tables):
            for name in [*table.names]:
                if name not in table.originals and _is_patch(table, name):
                    replaced.append((table, name, table.names[name]))
                    table.remove(name)
                    if name == "__new__" and table.kind is not None:
                        table.originals[name] = _inherited_new(table.kind)
                        table.put(name, table.originals[name])
            self._sizes[number] = len(table.names)
        found = [_break(*each) for each in replaced]
        for function, (name, whole, code, defaults) in self._functions.items():
            now = function.__code__
            if now is not code or function.__defaults__ is not defaults:
                function.__code__, function.__defaults__ = code, defaults
                found.append(Break(name, whole, now.co_filename, now.co_firstlineno))
        if found:
            self.found += found
            forget_results()
            self._is_core_whole = self._quick_check(self._core)
            self._is_whole = self._thorough_check()
        return found[0] if found else None

    def _quick_check(self, core: Collection[str]) -> Callable[[], bool]:
        """Return a function that says whether the core is as it is now.

        A part may pretend to be the original, and the code of functions is not compared. So now and
        then the result is False, for a closer look.
        """
        rows = [
            (*_picked(table.originals), table.names)
            for table in self._tables
            if table.name in core and table.originals
        ]
        any_error = Exception  # not TimeIsUp and Ctrl-C, which can arrive here
        calls = 0

        def is_core_whole() -> bool:
            nonlocal calls
            calls += 1
            if not calls % INTERVAL:
                return False
            try:
                for pick, originals, names in rows:
                    if pick(names) != originals:
                        return False
            except any_error:  # a name is missing
                return False
            return True

        return is_core_whole

    def _thorough_check(self) -> Callable[[], bool]:
        """Return a function that says whether all tables and their functions are as they are now.

        It looks up no name that a plugin could replace.
        """
        rows = [
            (number, *_picked(table.originals), table.names)
            for number, table in enumerate(self._tables)
            if table.originals
        ]
        functions = [*self._functions]
        code, defaults = operator.attrgetter("__code__"), operator.attrgetter("__defaults__")
        codes, all_defaults = [*map(code, functions)], [*map(defaults, functions)]
        sizes = self._sizes
        # any_error: not TimeIsUp and Ctrl-C, which can arrive here.
        every, apply, same, size_of, any_error = all, map, operator.is_, len, Exception

        def is_whole() -> bool:
            try:
                for number, pick, originals, names in rows:
                    if sizes[number] != size_of(names):
                        return False
                    if not every(apply(same, pick(names), originals)):
                        return False
                return every(apply(same, apply(code, functions), codes)) and every(
                    apply(same, apply(defaults, functions), all_defaults)
                )
            except any_error:  # a name is missing
                return False

        return is_whole


_checking: list[str] = []
"""The modules that check plugins, if this process does so."""


def seal_check(package: str) -> None:
    """Let the seal hold the modules of a `package` that are loaded: they check plugins.

    Call it before the first code of a plugin runs.
    """
    _checking[:] = sorted(name for name in sys.modules if name.startswith(f"{package}."))


@cache
def engine_seal() -> Seal:
    """Return the seal over the deciding parts of the engine and of Python.

    Call it before the first code of a plugin runs.
    """
    names = vars(builtins)
    often = {name: names[name] for name in OFTEN_USED.split()}
    left_out = often.keys() | OF_A_SHELL
    rest = {name: part for name, part in names.items() if callable(part) and name not in left_out}
    put, remove = names.__setitem__, names.__delitem__
    tables = [
        Table("Python", "Python", None, names, often, put, remove),
        Table("the rest of Python", "Python", None, names, rest, put, remove),
    ]
    for name in DECIDING:
        tables += _tables(importlib.import_module(f"sudoku_engine.{name}"), "the engine")
    for name in _checking:
        tables += _tables(sys.modules[name], THE_CHECK)
    return Seal(tables, CORE)


def _tables(module: ModuleType, whole: str) -> Iterator[Table]:
    """Yield a table of the code and the constants of `module`, and one of each class in it."""
    names = vars(module)
    parts = {key: part for key, part in names.items() if _is_code(part) or key.isupper()}
    put, remove = names.__setitem__, names.__delitem__
    yield Table(module.__name__.rpartition(".")[2], whole, None, names, parts, put, remove)
    for each in parts.values():
        if isinstance(each, type) and each.__module__ == module.__name__:
            yield _table_of_class(each, whole)


def _picked(
    originals: Mapping[str, Any],
) -> tuple[Callable[[Mapping[str, Any]], tuple[Any, ...]], tuple[Any, ...]]:
    """Return a function that picks the names of `originals`, and its pick from them."""
    names = [*originals, next(iter(originals))]  # for two or more it gives a tuple
    pick = operator.itemgetter(*names)
    return pick, pick(originals)


def _table_of_class(kind: type, whole: str) -> Table:
    parts = {key: part for key, part in vars(kind).items() if key not in _ABOUT_A_CLASS}
    put, remove = partial(type.__setattr__, kind), partial(type.__delattr__, kind)
    return Table(kind.__name__, whole, kind, vars(kind), parts, put, remove)


def _is_code(part: Any) -> bool:
    return callable(part) or isinstance(part, ModuleType)


def _is_patch(table: Table, name: str) -> bool:
    """Return whether a new `name` of a table changes what the others do."""
    if table.whole == "Python":
        return False
    # A new name in a module may hide one of Python; in a class, it may be asked for by Python, or
    # be a property that hides an attribute.
    part = table.names[name]
    if table.kind is not None:
        return callable(part) or type(part) is property
    return callable(part) and name in vars(builtins)


def _inherited_new(kind: type) -> staticmethod[..., Any]:
    """Return a ``__new__`` for a `kind` of object that had none of its own.

    Once a class has had its own, Python cannot return to the inherited one: removal is not enough.
    """
    plain = object.__new__

    def new(cls: type, *args: Any, **options: Any) -> Any:
        inherited = super(kind, cls).__new__  # type: ignore[arg-type]
        return plain(cls) if inherited is plain else inherited(cls, *args, **options)

    return staticmethod(new)


def forget_results() -> None:
    """Clear the caches of pure functions: their results may come from a broken engine."""
    for name, module in [*sys.modules.items()]:
        if name.startswith(_CALCULATING):
            for part in [*vars(module).values()]:
                if type(part) is _CACHED and part.__module__ == name:
                    part.cache_clear()


def _functions(part: object) -> Iterator[FunctionType]:
    """Yield the function of the engine behind a `part` of a class or module, if any."""
    kind = type(part)
    if kind is staticmethod or kind is classmethod:
        part = part.__func__  # type: ignore[attr-defined]
    elif kind is property:
        part = part.fget  # type: ignore[attr-defined]
    elif kind is _CACHED:
        part = part.__wrapped__  # type: ignore[attr-defined]
    if type(part) is FunctionType and part.__module__.startswith("sudoku_engine."):
        yield part


def _break(table: Table, name: str, now: object) -> Break:
    """Describe that `now` took the place of what was under a `name`."""
    shown = name if table.whole == "Python" else f"{table.name}.{name}"
    for kind, inside in ((property, "fget"), (staticmethod, "__func__"), (classmethod, "__func__")):
        if type(now) is kind:
            now = getattr(now, inside)
    code = now.__code__ if type(now) is FunctionType else None
    place = (code.co_filename, code.co_firstlineno) if code else ("", 0)
    return Break(shown, table.whole, *place)


_CACHED = type(cache(len))

_CALCULATING = ("sudoku_engine.search.", "sudoku_engine.solving.", f"{PACKAGES[1]}.")
"""The beginnings of names of modules whose functions calculate, and may keep the results."""


GRID_PARTS = tuple(Grid.__slots__)

HOUSE_PARTS = ("kind", "name", "cells", "mask")
_parts_of = operator.attrgetter(*HOUSE_PARTS)


class GridSnapshot:
    """The state of a grid, without its layout; quick enough to save before every step."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._parts = [getattr(grid, name, None) for name in GRID_PARTS]

    def restore(self) -> str:
        """Undo all changes made since; return the name of one, empty if nothing was changed."""
        grid, changed = self._grid, ""
        for name, old in zip(GRID_PARTS, self._parts):
            if getattr(grid, name, None) is not old:
                object.__setattr__(grid, name, old)
                changed = changed or f"grid.{name}"
        return changed


class LayoutSnapshot:
    """The state of a layout, with its houses, at its first snapshot."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._parts = _layout_parts(layout)
        self._houses = _house_parts(layout)

    def restore(self) -> str:
        """Undo all changes made since; return the name of one, empty if nothing was changed."""
        changed = ""
        for name, old in self._parts:
            if vars(self._layout).get(name) is not old:
                vars(self._layout)[name] = old
                changed = changed or f"grid.layout.{name}"
        houses, kept = self._houses
        if [*map(_parts_of, houses)] == kept:  # nearly always, and this runs at every call
            return changed
        for house, parts in zip(houses, kept):
            for name, old in zip(HOUSE_PARTS, parts):
                if getattr(house, name) is not old and getattr(house, name) != old:
                    object.__setattr__(house, name, old)
                    changed = changed or f"{name} of {parts[1]}"
        return changed


class BoardSnapshot:
    """The state of a grid and its layout."""

    def __init__(self, grid: Grid) -> None:
        self._grid = GridSnapshot(grid)
        self._layout = LayoutSnapshot(grid.layout)

    def restore(self) -> str:
        """Undo all changes made since; return the name of one, empty if nothing was changed."""
        changed = self._grid.restore()
        of_layout = self._layout.restore()
        return changed or of_layout


@per_layout
def _layout_parts(layout: Layout) -> list[tuple[str, Any]]:
    """Return the parts of `layout`; none of them can be changed in place."""
    return list(vars(layout).items())


@per_layout
def _house_parts(layout: Layout) -> tuple[Sequence[House], list[tuple[Any, ...]]]:
    return layout.houses, [*map(_parts_of, layout.houses)]
