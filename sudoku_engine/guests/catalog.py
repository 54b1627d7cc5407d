"""The catalog: what a guest has loaded, as a record, and the registry that the host makes of it."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Collection, Mapping
from typing import Any

from sudoku_engine.api.hookspecs import KINDS
from sudoku_engine.api.record import reads
from sudoku_engine.board.words import brief
from sudoku_engine.errors import PluginError, error_text
from sudoku_engine.guests.value_records import parameters_of_record, parameters_record
from sudoku_engine.plugins.component import Component, FailedElsewhere, Methods, Origin, Traits
from sudoku_engine.plugins.registry import Plugin, Registry

MethodsOf = Callable[[str, str, list[str]], Methods]
"""Returns the methods of the stand-in for a component, from its kind, its id and their names."""


def catalog_record(registry: Registry) -> dict[str, Any]:
    """Return the record of all plugins and components in `registry`."""
    return {
        "plugins": [
            [
                list(_origin_fields(plugin.origin)),
                plugin.state,
                [_problem_fields(problem) for problem in plugin.problems],
                [[component.kind, component.id] for component in plugin.components],
            ]
            for plugin in registry.plugins
        ],
        "unusable": [
            plugin.origin.path or plugin.origin.name
            for plugin in registry.plugins
            if plugin.is_unusable
        ],
        "notices": registry.notices,
        "not_disabled": registry.not_disabled,
        "components": {
            kind: entered and [_component_record(component) for component in entered]
            for kind in KINDS
            for entered in [registry.entered(kind)]
        },
    }


@reads("a catalog")
def registry_of(
    record: Mapping[str, Any], methods_of: MethodsOf, known: Collection[Origin]
) -> Registry:
    """Return the registry of a `record`: bundled components, and stand-ins for the others.

    `known`: the plugins that this process has found itself; a catalog with others is false.
    """
    false = {Origin(*origin) for origin, *_ in record["plugins"]} - {*known}
    if false:
        raise ValueError(f"there is no plugin {', '.join(sorted(map(str, false)))}")
    plugins = [
        Plugin(Origin(*origin), state, [_problem(*problem) for problem in problems])
        for origin, state, problems, _ in record["plugins"]
    ]
    by_key = {
        (kind, component_id): plugin
        for plugin, (_, _, _, components) in zip(plugins, record["plugins"])
        for kind, component_id in components
    }
    registry = Registry()
    registry.notices += map(str, record["notices"])
    registry.not_disabled.update(record["not_disabled"])
    registry.plugins += plugins
    for kind in KINDS:
        if record["components"][kind] is None:
            registry.expect(kind, None)
            continue
        entries: list[Component | str] = []
        for entry in record["components"][kind]:
            if isinstance(entry, str):
                entries.append(entry)
                continue
            plugin = by_key[kind, entry["traits"][0]]
            component = _stand_in(kind, entry, plugin.origin, methods_of)
            plugin.components.append(component)
            entries.append(component)
        registry.expect(kind, entries)
    return registry


def _stand_in(
    kind: str, entry: Mapping[str, Any], origin: Origin, methods_of: MethodsOf
) -> Component:
    """Return the component of an `entry`, whose methods are called in guests."""
    traits = Traits(*entry["traits"])
    if origin.how == "bundled":
        raise ValueError(f"{brief(traits.id)} does not come with the engine")
    parameters = {name: parameters_of_record(given) for name, given in entry["methods"].items()}
    return Component(
        kind,
        traits._replace(sizes=traits.sizes and tuple(traits.sizes)),
        None,
        origin,
        methods_of(kind, traits.id, list(parameters)),
        parameters,
    )


def _component_record(component: Component) -> Any:
    """Return the record of a component; of a bundled one only its id."""
    if component.is_bundled:
        return component.id
    return {
        "traits": list(component.traits),
        "methods": {
            name: parameters_record(component.parameters_of(name)) for name in component.methods
        },
    }


def _origin_fields(origin: Origin) -> tuple[str, str, str, bool]:
    return origin.how, origin.name, origin.path, origin.requested


def _problem_fields(problem: PluginError) -> list[Any]:
    cause = problem.__cause__
    trace = "" if cause is None else traceback_text(cause)
    place = (problem.source, problem.line, problem.column)
    return [problem.what, problem.plugin, *place, problem.excerpt, trace]


def _problem(
    what: str, plugin: str, source: str, line: int, column: int, excerpt: str, trace: str
) -> PluginError:
    error = PluginError(what, plugin, source, line, column)
    error.excerpt = excerpt
    if trace:
        error.__cause__ = FailedElsewhere(what, 0, trace)
    return error


def traceback_text(error: BaseException) -> str:
    """Return the traceback of `error` as text."""
    try:
        return "".join(traceback.format_exception(error))
    except Exception:  # an exception may be odd in every way
        return error_text(error)
