"""The strategies in the variables of a module, and those that it has and does not offer."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any

from sudoku_engine.api.strategy import Strategy
from sudoku_engine.errors import PluginError
from sudoku_engine.plugins.component import Origin, located, place_of
from sudoku_engine.plugins.own_modules import is_own
from sudoku_engine.plugins.traits import text_or_none


def decorated(module: ModuleType) -> Iterable[Strategy]:
    """Return the strategies of `module`, each once, also those in its lists and dictionaries.

    Those of a package are in all its modules that were loaded.
    """
    modules = [module]
    if hasattr(module, "__path__"):
        modules += [part for part in [*sys.modules.values()] if _is_part(part, module)]
    return dict.fromkeys(
        thing
        for part in modules
        for name, value in list(vars(part).items())
        for thing in _things(value)
        # An object can lie about its class, and not only to isinstance.
        if name != "__builtins__"
        and issubclass(type(thing), Strategy)
        and _is_offered(thing, module)
    )


def _is_part(part: ModuleType, package: ModuleType) -> bool:
    return type(part) is ModuleType and part.__name__.startswith(f"{package.__name__}.")


def _things(value: Any) -> Iterable[Any]:
    """Return `value`, or what is in it if it is a plain list, tuple or dictionary."""
    if type(value) is dict:
        return [*value.values()]
    return [*value] if type(value) in (list, tuple) else [value]


def _is_offered(found: Strategy, module: ModuleType) -> bool:
    """Return whether a strategy in `module` is its own, and not imported from another plugin.

    Its own are also those from a helper module, and those made here of another's function.
    """
    home = text_or_none(found.__module__) or ""
    if is_own(home, module):
        return True
    names = vars(sys.modules[home]) if home in sys.modules else {}
    return not any(each is found for each in [*names.values()])


def hidden_strategies(module: ModuleType, origin: Origin) -> Iterator[PluginError]:
    """Yield a problem for each strategy that `module` has and does not offer.

    It is hidden in a class or by another decorator, or it is an object without one.
    """
    for name, owner in list(vars(module).items()):
        for thing in list(vars(owner).values()) if inspect.isclass(owner) else ():
            if issubclass(type(thing), Strategy):
                what = f"@strategy stands inside the class {owner.__name__}"
                mend = "write the function outside of it, def my_strategy(grid):"
                yield located(origin, f"{what}: {mend}", *place_of(thing.find))
        if inspect.isfunction(owner):
            inner: Any = vars(owner).get("__wrapped__")
            if issubclass(type(inner), Strategy):
                what = f"another decorator stands above @strategy of {name}"
                yield located(origin, f"{what}: write @strategy first", *place_of(inner.find))
        elif not inspect.isclass(owner) and _looks_like_strategy(owner, module):
            mend = f"write @hookimpl, and below it def sudoku_strategies(): return [{name}]"
            yield located(origin, f"{name} is not offered: {mend}", *place_of(owner.find))


def _looks_like_strategy(thing: Any, module: ModuleType) -> bool:
    """Return whether `thing` is an object of a class of `module`, made like a strategy."""
    kind = type(thing)
    return kind.__module__ == module.__name__ and all(
        hasattr(thing, trait) for trait in ("find", "id", "name", "score", "level")
    )
