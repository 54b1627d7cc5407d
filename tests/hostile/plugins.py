"""The corpus: all hostile plugins, by id."""

from collections.abc import Mapping
from dataclasses import replace

from tests.hostile.corpus import (
    components,
    ends,
    files,
    hangs,
    lies,
    outputs,
    patches,
    raises,
    values,
)
from tests.hostile.entry import Hostile

_THEMES = {
    "ends": ends,
    "raises": raises,
    "hangs": hangs,
    "values": values,
    "lies": lies,
    "patches": patches,
    "outputs": outputs,
    "files": files,
    "components": components,
}


def _corpus() -> dict[str, Hostile]:
    found: dict[str, Hostile] = {}
    for theme, module in _THEMES.items():
        for entry in module.ENTRIES:
            if entry.id in found:
                raise ValueError(f"two plugins are called {entry.id}")
            found[entry.id] = replace(entry, theme=theme)
    return found


CORPUS: Mapping[str, Hostile] = _corpus()
