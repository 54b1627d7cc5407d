"""The catalog: what a guest has loaded, and the registry that the host makes of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from sudoku_engine.api.hookspecs import KINDS
from sudoku_engine.api.record import reads
from sudoku_engine.board.words import brief
from sudoku_engine.errors import PluginError
from sudoku_engine.plugins.component import TRAITS, Component, Methods, Origin
from sudoku_engine.plugins.registry import Plugin, Registry

Catalog = Mapping[str, Any]

MethodsOf = Callable[[str, str, list[str]], Methods]
"""Returns the methods of the stand-in for a component, from its kind, its id and their names."""


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
    """Return the traits of a component and what its methods take; of a bundled one only its id."""
    if component.is_bundled:
        return component.id
    traits = {name: getattr(component, name) for name in TRAITS}
    return traits, {name: component.parameters_of(name) for name in component.methods}


@reads("a catalog")
def registry_of(catalog: Catalog, methods_of: MethodsOf, known: Collection[Origin]) -> Registry:
    """Return the registry of a `catalog`: bundled components, and stand-ins for the others.

    `known`: the plugins that this process has found itself; a catalog with others is false.
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
