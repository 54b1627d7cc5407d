"""Check what a module offers by its hooks, before it is used.

pluggy ignores many mistakes: a hook of unknown name, a forgotten ``@hookimpl``, one of another
project, a hook that returns None. Students make all of them; here each is reported.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice
from types import ModuleType
from typing import Any, NamedTuple

import pluggy

from sudoku_engine.api.hookspecs import PROJECT
from sudoku_engine.api.kinds import KINDS
from sudoku_engine.api.strategy import FAMILIES, LEVELS, Strategy
from sudoku_engine.board.numbers import is_number
from sudoku_engine.board.words import brief, listed
from sudoku_engine.errors import PluginError, error_text, near_name
from sudoku_engine.isolation.time_limits import PluginTimeout, TimeLimit
from sudoku_engine.plugins.component import Component, Origin, last_line, located
from sudoku_engine.plugins.loading import Code

MOST_THINGS = 1000
"""How many things one hook may offer; a hook that offers more probably never ends."""

HOOK_NAMES = frozenset(kind.hook_name for kind in KINDS.values())


class Offer(NamedTuple):
    """What a module offers."""

    components: list[Component]
    """What can be used."""
    problems: list[PluginError]
    """What is wrong with the rest, or with the module."""


def offer_of(
    manager: pluggy.PluginManager, module: ModuleType, origin: Origin, time_limit: TimeLimit
) -> Offer:
    """Return what `module` offers, and register it with the `manager`."""
    if manager.is_registered(module):
        return Offer([], [])
    problems = list(_hooks_with_arguments(module, origin))
    if problems:
        return Offer([], problems)
    manager.register(module)
    problems += _silent_mistakes(manager, module, origin)
    checked: list[Component | PluginError] = []
    hooks = list(_hooks(manager, module))
    if not hooks:
        checked = [_component("strategy", thing, origin) for thing in _decorated(module)]
    for kind, hook in hooks:
        file, line = _place(hook)
        things, problem = _called(hook, origin, time_limit)
        problems += [problem] if problem else []
        checked += [_component(kind, thing, origin, file, line) for thing in things]
    if not hooks and not checked and not problems:
        why = (
            f"0 hooks found in {origin.name}: did you forget @strategy(...) above a function, "
            "or @hookimpl above a hook?"
        )
        problems.append(located(origin, why))
    components = [each for each in checked if isinstance(each, Component)]
    return Offer(components, problems + [each for each in checked if isinstance(each, PluginError)])


def _hooks(
    manager: pluggy.PluginManager, module: ModuleType
) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield the hooks of `module`, each with the kind of component that it offers."""
    for kind in KINDS.values():
        for implementation in getattr(manager.hook, kind.hook_name).get_hookimpls():
            if implementation.plugin is module:
                yield kind.id, implementation.function


def _decorated(module: ModuleType) -> Iterable[Strategy]:
    """Return the decorated functions of `module`, each once, even under several names."""
    return dict.fromkeys(
        thing
        for thing in vars(module).values()
        if isinstance(thing, Strategy) and thing.find.__module__ == module.__name__
    )


def _hooks_with_arguments(module: ModuleType, origin: Origin) -> Iterator[PluginError]:
    """Yield a problem for each hook that takes arguments."""
    for function in list(vars(module).values()):
        if inspect.isfunction(function) and hasattr(function, f"{PROJECT}_impl"):
            names = list(inspect.signature(function).parameters)
            if names:
                why = f"{function.__name__} is called without arguments: remove {listed(names)}"
                yield located(origin, why, *_place(function))


def _silent_mistakes(
    manager: pluggy.PluginManager, module: ModuleType, origin: Origin
) -> Iterator[PluginError]:
    """Yield hooks of unknown name, and functions that look like hooks but are not marked."""
    import difflib  # only here: it takes a while to load

    for caller in manager.get_hookcallers(module) or ():
        if not caller.has_spec():
            why = f"unknown hook {caller.name!r}: {near_name(caller.name, HOOK_NAMES)}"
            for implementation in caller.get_hookimpls():
                if implementation.plugin is module:
                    yield located(origin, why, *_place(implementation.function))
    for name, function in vars(module).items():
        if not inspect.isfunction(function) or function.__module__ != module.__name__:
            continue
        if hasattr(function, f"{PROJECT}_impl"):
            continue
        others = [mark[:-5] for mark in vars(function) if mark.endswith("_impl")]
        if name in HOOK_NAMES and others:
            why = f"{name} is marked for {others[0]!r}: use the hookimpl of {PROJECT}"
            yield located(origin, why, *_place(function))
        elif name in HOOK_NAMES:
            why = f"{name} is not marked as a hook: did you forget @hookimpl?"
            yield located(origin, why, *_place(function))
        elif difflib.get_close_matches(name, HOOK_NAMES, 1, 0.8):
            mend = near_name(name, HOOK_NAMES)
            why = f"{name} is not marked as a hook: did you forget @hookimpl, and {mend}"
            yield located(origin, why, *_place(function))


def _called(
    hook: Callable[[], Any], origin: Origin, time_limit: TimeLimit
) -> tuple[list[Any], PluginError | None]:
    """Return what `hook` returns, up to the first problem, and that problem."""
    file, line = _place(hook)
    things: list[Any] = []
    try:
        why = time_limit.call(Code(file), _collect, hook, things)
    except KeyboardInterrupt:
        raise
    except PluginTimeout as timeout:
        why, line = "does not come to an end", timeout.line or line
    except BaseException as error:
        why, line = f"failed: {error_text(error)}", last_line(error.__traceback__, file) or line
    problem = located(origin, f"{hook.__name__} {why}", file, line) if why else None
    return things, problem


def _collect(hook: Callable[[], Any], things: list[Any]) -> str:
    """Add what `hook` returns to the `things`; return what is wrong with it."""
    given = hook()
    if given is None:
        return "returns nothing: return a list"
    if not isinstance(given, Iterable) or isinstance(given, (str, bytes, Mapping)):
        return f"returns {_name_of(given)}: return a list, [...]"
    for thing in islice(given, MOST_THINGS):
        things.append(thing)
    return "" if len(things) < MOST_THINGS else f"returns more than {MOST_THINGS} things"


def _component(
    kind: str, thing: Any, origin: Origin, file: str = "", line: int = 0
) -> Component | PluginError:
    """Return the component for `thing`, or why it is not one of `kind`."""
    try:
        why = _misfit(kind, thing)
        if why is None:
            return Component.of(kind, thing, origin)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        why = f"reading its attributes failed: {error_text(error)}"
    what = f"{_name_of(thing)} is not a {KINDS[kind].label}: {why}"
    return located(origin, what, file, line)


def _misfit(kind: str, thing: Any) -> str | None:
    """Return why `thing` is not a component of `kind`, or None."""
    if inspect.isclass(thing):
        return f"it is a class, offer an object of it: {thing.__name__}()"
    if kind == "strategy" and inspect.isfunction(thing):
        return "it is a plain function, put @strategy(name, score=..., level=...) above it"
    for attribute in ("id", "name"):
        if not isinstance(getattr(thing, attribute, None), str):
            return f"it has no {attribute!r} that is text"
    if not re.fullmatch(r"[^\W\d][\w-]*", thing.id):
        return f"its id {thing.id!r} must be a word of letters, digits and _"
    if not thing.name.strip() or not thing.name.isprintable():
        return f"its name {thing.name!r} must be a line of text"
    method = KINDS[kind].method
    if not callable(getattr(thing, method, None)):
        return f"it has no method {method!r}"
    return _misfit_of_strategy(thing) if kind == "strategy" else None


def _misfit_of_strategy(thing: Any) -> str | None:
    score = getattr(thing, "score", None)
    if not is_number(score):
        return f"its score must be a number, not {brief(score)}"
    if getattr(thing, "level", None) not in LEVELS:
        return f"its level must be one of {', '.join(LEVELS)}"
    sizes = getattr(thing, "sizes", None)
    if sizes is not None and not isinstance(sizes, Collection):
        return f"its sizes must be a list of numbers of rows, or None, not {brief(sizes)}"
    family = getattr(thing, "family", None)
    if family not in (None, *FAMILIES):
        return f"its family must be one of {', '.join(FAMILIES)}, not {brief(family)}"
    marks = getattr(thing, "marks", None)
    if marks not in (None, "manual"):
        return f"its marks must be 'manual' or None, not {brief(marks)}"
    return None


def _name_of(thing: Any) -> str:
    """Return the id or the name of `thing`, or how it looks; this never fails."""
    try:
        name = getattr(thing, "id", None) or getattr(thing, "__name__", None)
        return repr(name) if isinstance(name, str) else brief(thing)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return f"a {type(thing).__name__}"


def _place(function: Callable[..., Any]) -> tuple[str, int]:
    code = getattr(inspect.unwrap(function), "__code__", None)
    return (code.co_filename, code.co_firstlineno) if code else ("", 0)
