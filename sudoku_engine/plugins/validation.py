"""What a module offers by its hooks, each thing checked before it is used.

pluggy lets much pass in silence: a hook of unknown name, a forgotten ``@hookimpl``, one of
another project, a hook that returns None. Students do all of it; here it is told.
"""

from __future__ import annotations

import difflib
import inspect
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from types import ModuleType
from typing import Any

import pluggy

from sudoku_engine.api.hookspecs import PROJECT
from sudoku_engine.api.kinds import KINDS
from sudoku_engine.api.strategy import FAMILIES, LEVELS, Strategy
from sudoku_engine.board.words import listed, shown
from sudoku_engine.errors import PluginError, near_name, told
from sudoku_engine.isolation.time_limits import PluginTimeout, TimeLimit
from sudoku_engine.plugins.component import Component, Origin, last_line, located
from sudoku_engine.plugins.loading import Code

MOST_THINGS = 1000
"""How many things one hook may offer: more would be a loop without an end."""


@dataclass
class Source:
    """A module that offers plugins, and what became of it.

    `state`: ``loaded``, ``failed`` or ``disabled``. `problems` are what went wrong.
    """

    origin: Origin
    state: str = "loaded"
    problems: list[PluginError] = field(default_factory=list)
    components: list[Component] = field(default_factory=list)


def offers(
    manager: pluggy.PluginManager, module: ModuleType, source: Source, time_limit: TimeLimit
) -> Iterator[Component]:
    """The plugins that `module` offers; what is wrong with it is added to the problems."""
    origin = source.origin
    if manager.is_registered(module):
        return
    source.problems += _wrong_arguments(module, origin)
    if source.problems:
        return
    manager.register(module)
    source.problems += _silent_mistakes(manager, module, origin)
    found = False
    for kind in KINDS.values():
        for implementation in getattr(manager.hook, kind.hook_name).get_hookimpls():
            if implementation.plugin is module:
                found = True
                yield from _things(kind.id, implementation.function, source, time_limit)
    if found:
        return
    # The same one twice, under two names, is one.
    decorated = dict.fromkeys(
        thing
        for thing in vars(module).values()
        if isinstance(thing, Strategy) and thing.find.__module__ == module.__name__
    )
    for thing in decorated:
        if (component := _checked("strategy", thing, source, "", 0)) is not None:
            yield component
    if not decorated and not source.problems:
        raise located(
            origin,
            f"0 hooks found in {origin.name}: did you forget @strategy(...) above a function, "
            "or @hookimpl above a hook?",
        )


def _wrong_arguments(module: ModuleType, origin: Origin) -> Iterator[PluginError]:
    """Hooks that want to be given something."""
    for function in list(vars(module).values()):
        if inspect.isfunction(function) and hasattr(function, f"{PROJECT}_impl"):
            names = list(inspect.signature(function).parameters)
            if names:
                why = f"{function.__name__} is called without arguments: remove {listed(names)}"
                yield located(origin, why, *_place(function))


def _silent_mistakes(
    manager: pluggy.PluginManager, module: ModuleType, origin: Origin
) -> Iterator[PluginError]:
    """Hooks of unknown name, and functions that look like hooks but are not marked as ours."""
    known = {kind.hook_name for kind in KINDS.values()}
    for caller in manager.get_hookcallers(module) or ():
        if not caller.has_spec():
            why = f"unknown hook {caller.name!r}: {near_name(caller.name, known)}"
            for implementation in caller.get_hookimpls():
                if implementation.plugin is module:
                    yield located(origin, why, *_place(implementation.function))
    for name, function in vars(module).items():
        if not inspect.isfunction(function) or function.__module__ != module.__name__:
            continue
        if hasattr(function, f"{PROJECT}_impl"):
            continue
        others = [mark[:-5] for mark in vars(function) if mark.endswith("_impl")]
        if name in known and others:
            why = f"{name} is marked for {others[0]!r}: use the hookimpl of {PROJECT}"
            yield located(origin, why, *_place(function))
        elif name in known or difflib.get_close_matches(name, known, 1, 0.8):
            mend = "" if name in known else f", and {near_name(name, known)}"
            why = f"{name} is not marked as a hook: did you forget @hookimpl{mend}?"
            yield located(origin, why.replace("??", "?"), *_place(function))


def _things(
    kind: str, hook: Callable[[], Any], source: Source, time_limit: TimeLimit
) -> Iterator[Component]:
    """The plugins that one `hook` returns, each checked."""
    file, line = _place(hook)
    name = hook.__name__
    things: list[Any] = []
    why = ""
    try:
        why = time_limit.call(Code(file), _collect, hook, things)
    except KeyboardInterrupt:
        raise
    except PluginTimeout as timeout:
        why, line = "does not come to an end", timeout.line or line
    except BaseException as error:
        why, line = f"failed: {told(error)}", last_line(error.__traceback__, file) or line
    if why:
        source.problems.append(located(source.origin, f"{name} {why}", file, line))
    for thing in things:
        if (component := _checked(kind, thing, source, file, line)) is not None:
            yield component


def _collect(hook: Callable[[], Any], things: list[Any]) -> str:
    """Adds what `hook` returns to the `things`; gives what is wrong with it, in words."""
    given = hook()
    if given is None:
        return "returns nothing: return a list"
    if not isinstance(given, Iterable) or isinstance(given, (str, bytes, Mapping)):
        return f"returns {_call_it(given)}: return a list, [...]"
    for thing in islice(given, MOST_THINGS):
        things.append(thing)
    return "" if len(things) < MOST_THINGS else f"returns more than {MOST_THINGS} things"


def _checked(kind: str, thing: Any, source: Source, file: str, line: int) -> Component | None:
    """The plugin that `thing` is, or None, with what is wrong among the problems."""
    try:
        why = _misfit(kind, thing)
        if why is None:
            return Component.of(kind, thing, source.origin)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        why = f"it cannot be asked: {told(error)}"
    problem = located(source.origin, f"{_call_it(thing)} is no {kind}: {why}", file, line)
    source.problems.append(problem)
    return None


def _misfit(kind: str, thing: Any) -> str | None:
    """Why `thing` is not a plugin of `kind`, or None."""
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
    if not callable(getattr(thing, KINDS[kind].method, None)):
        return f"it has no method {KINDS[kind].method!r}"
    if kind == "strategy":
        score = getattr(thing, "score", None)
        if isinstance(score, bool) or not isinstance(score, (int, float)):
            return f"its score must be a number, not {score!r}"
        if getattr(thing, "level", None) not in LEVELS:
            return f"its level must be one of {', '.join(LEVELS)}"
        sizes = getattr(thing, "sizes", None)
        if sizes is not None and not isinstance(sizes, Collection):
            return f"its sizes must be a list of numbers of rows, or None, not {shown(sizes)}"
        family = getattr(thing, "family", None)
        if family not in (None, *FAMILIES):
            return f"its family must be one of {', '.join(FAMILIES)}, not {shown(family)}"
        marks = getattr(thing, "marks", None)
        if marks not in (None, "manual"):
            return f"its marks must be 'manual' or None, not {shown(marks)}"
    return None


def _call_it(thing: Any) -> str:
    """The id or the name of `thing`, or how it looks: whatever it is, it can be asked for that."""
    try:
        name = getattr(thing, "id", None) or getattr(thing, "__name__", None)
        return repr(name) if isinstance(name, str) else shown(thing)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return f"a {type(thing).__name__}"


def _place(function: Callable[..., Any]) -> tuple[str, int]:
    code = getattr(inspect.unwrap(function), "__code__", None)
    return (code.co_filename, code.co_firstlineno) if code else ("", 0)
