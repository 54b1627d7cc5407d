"""Colours by name, so that a picture is made once for all themes that differ in colours only.

The themes `USUAL` and `PROJECTOR` have a name in place of each colour, such as ``cause.edge``. The
lines of the projector's theme are thicker, so it has pictures of its own.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from sudoku_engine.picture.themes import THEMES, Look, Theme

Colours = tuple[str, str, str]
"""A colour in each of `THEMES`; empty for none."""

_EDGE_FOR = "edge for "


class NamedTheme(Theme):
    """A theme whose colours are names, for `colours_of`."""

    def edge_for(self, colour: str) -> str:
        """Return the name of an edge on which a digit in `colour` is readable."""
        return _EDGE_FOR + colour


def _named(theme: Theme) -> NamedTheme:
    """Return `theme` with names for its colours."""
    values = {field.name: getattr(theme, field.name) for field in fields(theme)}
    for name, value in values.items():
        if isinstance(value, str):
            values[name] = name
        elif isinstance(value, Look):
            values[name] = _named_look(name)
    values["roles"] = tuple(_named_look(f"roles.{number}") for number in range(len(theme.roles)))
    return NamedTheme(**values)


def _named_look(name: str) -> Look:
    return Look(*(f"{name}.{field}" for field in Look._fields))


USUAL = _named(THEMES["light"])
"""The light and the dark theme."""

PROJECTOR = _named(THEMES["projector"])


def colours_of(name: str) -> Colours:
    """Return what the colour `name` is in each theme.

    >>> colours_of("word")
    ('#111111', '#f4f6f8', '#000000')
    """
    light, dark, projector = (_colour(theme, name) for theme in THEMES.values())
    return light, dark, projector


def _colour(theme: Theme, name: str) -> str:
    if not name:
        return ""
    if name.startswith(_EDGE_FOR):
        return theme.edge_for(_colour(theme, name.removeprefix(_EDGE_FOR)))
    found: Any = theme
    for part in name.split("."):  # such as roles.0.fill
        found = found[int(part)] if part.isdigit() else getattr(found, part)
    return str(found)
