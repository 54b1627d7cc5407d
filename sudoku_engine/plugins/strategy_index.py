"""The descriptions of the bundled strategies, kept in a file next to their modules.

A puzzle seldom needs more than a few strategies, so only those that are called are imported. The
file is like Python's cached bytecode: made anew when a module has changed, and left out where
Python writes none.
"""

import marshal
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from importlib.util import cache_from_source
from itertools import chain
from typing import Any

from sudoku_engine.api import hookspecs, strategy
from sudoku_engine.api.strategy import Strategy
from sudoku_engine.errors import SudokuError
from sudoku_engine.plugins import component
from sudoku_engine.plugins.component import TRAITS, Component, Origin


class _Later(dict[str, Callable[..., Any]]):
    """The method of the strategy with an id in a module, imported when it is asked for."""

    def __init__(self, module: str, id: str) -> None:
        super().__init__(find=_no_steps)
        self._place = module, id

    def __getitem__(self, name: str) -> Callable[..., Any]:
        module, own_id = self._place
        parts = vars(import_module(module)).values()
        things = chain.from_iterable(each if type(each) is tuple else (each,) for each in parts)
        method: Callable[..., Any] = getattr(
            next(each for each in things if type(each) is Strategy and each.id == own_id), name
        )
        return method


def _no_steps(_: object) -> None:
    """Stand in for a method that is not imported."""


def indexed(origin: Origin, hook: Callable[[], Iterable[Any]]) -> Iterator[Component]:
    """Yield the strategies of a bundled package, from the file if nothing has changed."""
    package = os.path.dirname(str(sys.modules[origin.name].__file__))
    file = os.path.join(os.path.dirname(cache_from_source(f"{package}/_")), "strategies.index")
    with suppress(OSError, ValueError, EOFError, TypeError):
        state = _state(package)
        with open(file, "rb") as stream:
            known, rows = marshal.loads(stream.read())  # `load` asks the file for each number
        if known == state:
            for module, traits in rows:
                methods = _Later(module, traits["id"])
                yield Component(kind="strategy", origin=origin, methods=methods, **traits)
            return
    components = [Component.of("strategy", thing, origin) for thing in hook()]
    yield from components
    if not sys.dont_write_bytecode:
        with suppress(OSError, ValueError, SudokuError):
            from sudoku_engine.atomic_file import whole_file

            made = marshal.dumps((_state(package), [*map(_row, components)]))
            with whole_file(file, binary=True) as stream:
                stream.write(made)


def _state(package: str) -> tuple[str, list[str], list[tuple[int, int]]]:
    """Return the state of the strategies, and of the modules that define a strategy."""
    files = [str(module.__file__) for module in (hookspecs, strategy, component)]
    for folder, folders, names in os.walk(package):
        folders[:] = sorted({*folders} - {"__pycache__"})
        files += [f"{folder}/{name}" for name in sorted(names) if name.endswith(".py")]
    states = [os.stat(each) for each in files]
    return sys.version, files, [(state.st_mtime_ns, state.st_size) for state in states]


def _row(component: Component) -> tuple[str, dict[str, Any]]:
    method = component.methods["find"]
    traits = {name: getattr(component, name) for name in TRAITS}
    return getattr(method, "func", method).__module__, traits
