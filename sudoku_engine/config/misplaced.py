"""Messages about names in wrong places: most are indented wrongly or misspelt."""

from __future__ import annotations

from sudoku_engine.config.components import ComponentReader, Mention
from sudoku_engine.config.schema import INDENTED, SCHEMA, SECTIONS, TOP_KEYS
from sudoku_engine.errors import near_name, quoted
from sudoku_engine.plugins.options import unknown_option
from sudoku_engine.plugins.values import Value, clipped


def message_beside(mention: Mention, name: str, reader: ComponentReader) -> str:
    """Return the message about `name` in one mapping with the component of `mention`."""
    component = mention.component
    if name in mention.options:
        return f"{name!r} is an option of {component.id}: indent it further"
    if name in reader.components.ids(component.kind):
        if mention.is_item:
            return f"a '- ' is missing before {name!r}"
        return f"there can be only one {component.kind} here, so not {name!r} too"
    if name in TOP_KEYS:
        return f"{name!r} does not belong here: begin it at the left margin"
    return unknown_option(name, component.id, mention.options)


def message_astray(section: str, name: str, value: Value, reader: ComponentReader) -> str:
    """Return the message about the key `name` in `section`, or at the left margin."""
    if section and name in TOP_KEYS:
        return f"{name!r} does not belong under '{section}:': begin it at the left margin"
    for other, keys in INDENTED.items():
        if name in keys:
            return f"{name!r} belongs under '{other}:': indent it there"
    for mention in reader.mentions:
        if name in mention.options:
            return _message_on_option(mention, name, value)
    homes = [
        key
        for key in SCHEMA.values()
        if key.reader.kind and name in reader.components.ids(key.reader.kind)
    ]
    if homes:
        words = " or ".join(f"'{key.name}:'" for key in homes)
        return f"{name!r} is a {homes[0].reader.kind}: it belongs under {words}, indented"
    return _message_on_unknown(section, name)


def _message_on_option(mention: Mention, name: str, value: Value) -> str:
    owner = mention.component.id
    text = clipped(value.text) if value.text else "…"
    example = f"{{{owner}: {{{name}: {text}}}}}"
    if mention.is_item:
        example = f"[{example}]"
    return (
        f"{name!r} is an option of {owner}: indent it further, below '{owner}:', "
        f"or write {mention.key}: {example}"
    )


def _message_on_unknown(section: str, name: str) -> str:
    under = f" under '{section}:'" if section else ""
    what = f"unknown key {quoted(name)}{under}: "
    hint = near_name(name, SECTIONS.get(section, TOP_KEYS))
    if hint.startswith("known"):
        for other, keys in INDENTED.items():
            inner = near_name(name, keys)
            if other != section and not inner.startswith("known"):
                return f"{what}{inner.rstrip('?')}, indented under '{other}:'?"
    return what + hint
