"""Write a configuration as YAML that reads back to the same, or as rows of a table."""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from sudoku_engine.board.layout import Layout
from sudoku_engine.config.components import Chosen
from sudoku_engine.config.config import Config
from sudoku_engine.config.readers import looks_like_path, plain_layout
from sudoku_engine.config.schema import SCHEMA, Key
from sudoku_engine.errors import printable

COLUMNS = ("key", "value", "from", "form", "about")
"""The names of the columns of `rows`."""

WIDTH = 72
"""The longest list in one line; a longer one gets a line for each item."""


def rows(config: Config, strategies: Iterable[Chosen]) -> Iterator[tuple[str, Any, str, str, str]]:
    """Yield each key with its value, the value's origin, what may be written, and its purpose.

    `strategies`: those of the default order, shown if the configuration names none.
    """
    for key, value in _values(config, strategies):
        written = key.reader.none or None if value is None else value
        yield key.name, written, config.origins[key.name], key.reader.form, key.help


def yaml_text(config: Config, strategies: Iterable[Chosen]) -> str:
    """Return `config` as YAML, with the origin of each value in a comment.

    `strategies` as for `rows`. Keys that are not set, and have no word for that, are comments.
    """
    lines: list[tuple[str, str]] = []
    section = ""
    for key, value in _values(config, strategies):
        origin = config.origins[key.name]
        if key.section != section:
            section = key.section
            lines.extend([(f"{section}:", "")] if section else ())
        indent = "  " if section else ""
        text = key.reader.none if value is None else flow(value)
        if not text:
            lines.append((f"# {indent}{key.word}:", f"not set: {key.help}"))
        elif isinstance(value, list) and len(text) > WIDTH:
            lines.append((f"{indent}{key.word}:", origin))
            lines.extend((f"{indent}  - {flow(item)}", "") for item in value)
        else:
            lines.append((f"{indent}{key.word}: {text}", origin))
    rows = []
    for line, comment in lines:
        rows.append(f"{line:<32}  # {printable(comment)}\n" if comment else f"{line}\n")
    return "".join(rows)


def _values(config: Config, strategies: Iterable[Chosen]) -> Iterator[tuple[Key, Any]]:
    """Yield every key with its value as plain data, None if it is not set."""
    for key in SCHEMA.values():
        value = config.value(key.name)
        if key.name == "strategies" and value is None:
            value = list(strategies)
        elif key.name == "plugins":
            value = [
                os.path.abspath(item) if looks_like_path(item) or os.path.exists(item) else item
                for item in value
            ]
        yield key, plain(value)


def plain(value: Any) -> Any:
    """Return `value`, from a `Config`, as data for YAML and JSON; paths are absolute.

    >>> plain((Chosen("text"), Chosen("naked_pair", {"houses": ("row",)})))
    ['text', {'naked_pair': {'houses': ['row']}}]
    """
    if isinstance(value, Chosen):
        return {value.id: plain(value.options)} if value.options else value.id
    if isinstance(value, Layout):
        return plain_layout(value)
    if isinstance(value, Path):
        return os.path.abspath(value)
    if isinstance(value, Mapping):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted((plain(item) for item in value), key=str)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def flow(value: Any) -> str:
    """Return `value` as YAML in one line.

    >>> flow({"houses": ["row", "no"], "strict": True})
    '{houses: [row, "no"], strict: true}'
    """
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{flow(name)}: {flow(item)}' for name, item in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(flow, value))}]"
    if value is None:
        return "none"
    if isinstance(value, float) and value.is_integer():
        return f"{value:.0f}"
    if isinstance(value, bool) or (isinstance(value, str) and not _PLAIN.fullmatch(value)):
        # In quotes the output can escape characters that it cannot encode, and YAML reads them.
        return json.dumps(value, ensure_ascii=False)
    return str(value)


_PLAIN = re.compile(r"(?!(?:true|false|yes|no|on|off|null|none|y|n)\Z)[a-z_]\w*|\d+x\d+", re.ASCII)
"""Texts that need no quotes for any reader of YAML."""
