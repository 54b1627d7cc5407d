"""Check the offer of a module before it is used.

pluggy ignores many mistakes: a hook of unknown name, a forgotten ``@hookimpl``, the ``@hookimpl``
of another project, a hook that returns None. Students make all of these mistakes; here each is
reported. A file without hooks offers the strategies in its variables.
"""

import difflib
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from types import ModuleType
from typing import Any, NamedTuple

import pluggy

from sudoku_engine.api import hookspecs
from sudoku_engine.api.hookspecs import KINDS, PROJECT
from sudoku_engine.api.strategy import Decorated, Strategy
from sudoku_engine.board.words import brief, listed
from sudoku_engine.errors import PluginError, message_of, near_name, type_name
from sudoku_engine.plugins.component import (
    Component,
    Misfit,
    Origin,
    last_line,
    located,
    place_of,
    text_or_none,
)
from sudoku_engine.plugins.loading import Load, loaded
from sudoku_engine.plugins.own_modules import is_own
from sudoku_engine.plugins.time_limits import fault_text, goes_through

DECORATED = ("strategy", "rule")
"""The kinds of decorated things: a module offers them without a hook."""


def decorated(module: ModuleType, kind: str) -> Iterable[Any]:
    """Return the strategies or rules of `module`, each once, also those in its lists."""
    modules = [module]
    if hasattr(module, "__path__"):
        modules += [part for part in [*sys.modules.values()] if _is_part(part, module)]
    return dict.fromkeys(
        thing
        for part in modules
        for name, value in list(vars(part).items())
        for thing in _things(value)
        # An object can lie about its class, not only to isinstance.
        if name != "__builtins__"
        and issubclass(type(thing), Decorated)
        and type(thing).kind == kind
        and _is_offered(thing, module)
    )


def _is_part(part: ModuleType, package: ModuleType) -> bool:
    return type(part) is ModuleType and part.__name__.startswith(f"{package.__name__}.")


def _things(value: Any) -> Iterable[Any]:
    """Return `value`, or its items if it is a plain list, tuple or dictionary."""
    if type(value) is dict:
        return [*value.values()]
    return [*value] if type(value) in (list, tuple) else [value]


def _is_offered(found: Any, module: ModuleType) -> bool:
    """Return whether a decorated thing in `module` is its own, not another plugin's.

    Its own are also things from a helper module, and those made here from another's function.
    """
    home = text_or_none(found.__module__) or ""
    if is_own(home, module):
        return True
    names = vars(sys.modules[home]) if home in sys.modules else {}
    return not any(each is found for each in [*names.values()])


def hidden_strategies(module: ModuleType, origin: Origin) -> Iterator[PluginError]:
    """Yield a problem for each strategy that `module` has but does not offer."""
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
    kind = type(thing)
    return kind.__module__ == module.__name__ and all(
        hasattr(thing, trait) for trait in ("find", "id", "name", "score", "level")
    )


HOOK_NAMES = frozenset(kind.hook_name for kind in KINDS.values())


def hooks_with_arguments(module: ModuleType, origin: Origin) -> Iterator[PluginError]:
    """Yield a problem for each hook that takes arguments and gets none."""
    for function in list(vars(module).values()):
        if inspect.isfunction(function) and hasattr(function, f"{PROJECT}_impl"):
            spec = getattr(hookspecs, function.__name__, hookspecs.sudoku_strategies)
            given = inspect.signature(spec).parameters
            names = [name for name in inspect.signature(function).parameters if name not in given]
            if names:
                why = f"{function.__name__} is called without arguments: remove {listed(names)}"
                yield located(origin, why, *place_of(function))


def silent_mistakes(
    manager: pluggy.PluginManager, module: ModuleType, origin: Origin
) -> Iterator[PluginError]:
    """Yield hooks of unknown name, and functions that look like hooks but are not marked."""
    for caller in manager.get_hookcallers(module) or ():
        if not caller.has_spec():
            why = f"unknown hook {caller.name!r}: {near_name(caller.name, HOOK_NAMES)}"
            for implementation in caller.get_hookimpls():
                if implementation.plugin is module:
                    yield located(origin, why, *place_of(implementation.function))
    for name, function in vars(module).items():
        if not inspect.isfunction(function) or function.__module__ != module.__name__:
            continue
        if hasattr(function, f"{PROJECT}_impl"):
            continue
        others = [mark[:-5] for mark in vars(function) if mark.endswith("_impl")]
        if name in HOOK_NAMES and others:
            why = f"{name} is marked for {others[0]!r}: use the hookimpl of {PROJECT}"
            yield located(origin, why, *place_of(function))
        elif name in HOOK_NAMES:
            why = f"{name} is not marked as a hook: did you forget @hookimpl?"
            yield located(origin, why, *place_of(function))
        elif difflib.get_close_matches(name, HOOK_NAMES, 1, 0.8):
            mend = near_name(name, HOOK_NAMES)
            why = f"{name} is not marked as a hook: did you forget @hookimpl, and {mend}"
            yield located(origin, why, *place_of(function))


MOST_THINGS = 1000
"""The most things that one hook may offer; a longer iterable is probably endless."""


class Offer(NamedTuple):
    """What a module offers, as far as it was examined."""

    components: list[Component]
    """The usable components."""
    problems: list[PluginError]
    """The problems of the rest, or of the module."""


def examine(manager: pluggy.PluginManager, origin: Origin, load: Load, offer: Offer) -> None:
    """Load a module, register it with the `manager`, and add to the `offer` what it offers."""
    module = loaded(origin, load)
    if manager.is_registered(module):
        return
    offer.problems.extend(hooks_with_arguments(module, origin))
    if offer.problems:
        return
    manager.register(module)
    offer.problems.extend(silent_mistakes(manager, module, origin))
    hooks = [*_hooks(manager, module)]
    hooked = [kind for kind, _ in hooks]
    for kind in DECORATED:
        if kind not in hooked:
            _check(kind, decorated(module, kind), origin, offer)
    for kind, hook in hooks:
        _check(kind, _collect(hook, origin, offer), origin, offer, place_of(hook))
    if not hooks and not offer.components and not offer.problems:
        offer.problems.extend(hidden_strategies(module, origin))
        if not offer.problems:
            offer.problems.append(located(origin, *_nothing_in(module)))


def _collect(hook: Callable[[], Any], origin: Origin, offer: Offer) -> list[Any]:
    """Return the things that a `hook` returns, up to the first problem."""
    things: list[Any] = []
    file, line = place_of(hook)
    try:
        why = _add_things(hook(), things)
    except BaseException as error:
        why, line = f"failed: {fault_text(error)}", last_line(error, file) or line
    if why:
        offer.problems.append(located(origin, f"{hook.__name__} {why}", file, line))
    return things


def _add_things(given: object, things: list[Any]) -> str:
    """Add what a hook has `given` to the `things`; return its fault."""
    if given is None:
        return "returns nothing: return a list"
    if not isinstance(given, Iterable) or isinstance(given, (str, bytes, Mapping)):
        return f"returns {_name_of(given)}: return a list, [...]"
    for thing in islice(given, MOST_THINGS):
        things.append(thing)
    return "" if len(things) < MOST_THINGS else f"returns more than {MOST_THINGS} things"


def _check(
    kind: str,
    things: Iterable[Any],
    origin: Origin,
    offer: Offer,
    place: tuple[str, int] | None = None,
) -> None:
    """Add a component for each of the `things` of a `kind`, or why it is not one, at a `place`."""
    for thing in things:
        try:
            offer.components.append(Component.of(kind, thing, origin))
            continue
        except Misfit as misfit:
            why = message_of(misfit)
        except BaseException as error:
            why = f"reading its attributes failed: {fault_text(error)}"
        what = f"{_name_of(thing)} is not a {KINDS[kind].label}: {why}"
        offer.problems.append(located(origin, what, *(place or place_of(thing))))


def _nothing_in(module: ModuleType) -> tuple[str, str, int]:
    """Return the error that `module` offers nothing, with the remedy, and its place if known."""
    own = [
        each
        for each in list(vars(module).values())
        if (inspect.isfunction(each) or isinstance(each, type))
        and each.__module__ == module.__name__
    ]
    functions = [each for each in own if inspect.isfunction(each)]
    if hasattr(module, "__path__"):
        mend = "does its __init__.py import the modules that have strategies?"
        return f"no strategy in this package: {mend}", "", 0
    for thing in own:
        for kind in KINDS.values():
            if isinstance(thing, type) and (method := vars(thing).get(kind.method)):
                hook = f"{kind.hook_name} with @hookimpl that returns [{thing.__name__}()]"
                return f"no plugin in it: write a function {hook}", *place_of(method)
    if functions:
        first = functions[0]
        name, mark = "strategy", '@strategy("My Pair", score=60, level="medium")'
        if "rule" in vars(module) and "grid" not in first.__code__.co_varnames:
            name, mark = "rule", '@rule("My Rule", draws="cage")'
        mend = f"write {mark} above {first.__name__}, or @hookimpl if it is a hook"
        return f"no {name} in it: {mend}", *place_of(first)
    is_empty = all(name.startswith("__") for name in vars(module))
    what = "there is nothing in this file" if is_empty else "no strategy in it"
    mend = "write a function with @strategy(...) above it; 'plugins new NAME' writes an example"
    return f"{what}: {mend}", "", 0


def _hooks(
    manager: pluggy.PluginManager, module: ModuleType
) -> Iterator[tuple[str, Callable[[], Any]]]:
    for kind in KINDS.values():
        for implementation in getattr(manager.hook, kind.hook_name).get_hookimpls():
            if implementation.plugin is module:
                yield kind.id, implementation.function


def _name_of(thing: Any) -> str:
    """Return the id, the name or the repr of `thing`; this never fails."""
    try:
        name = text_or_none(getattr(thing, "id", None) or getattr(thing, "__name__", None))
        return brief(thing) if name is None else repr(name)
    except BaseException as error:
        if goes_through(error):
            raise
        return f"a {type_name(thing)}"
