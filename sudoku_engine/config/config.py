"""The configuration: a YAML file and the command line, checked.

Its keys stand in `config_schema.SCHEMA`. Checking has two stages, since the configuration names
the plugins, and only they know which names and options there are: `read` gives a `Draft`, whose
structure is known, and its plugins; `Draft.checked` gives the `Config`, checked against them::

    draft = read("run.yaml")
    registry.load(draft.plugins, draft.disable)
    config = draft.checked(registry, {"loop.mode": Override("--mode", "pass")})
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sudoku_engine.board.layout import Layout
from sudoku_engine.config import yaml_reader
from sudoku_engine.config.command_line import Override
from sudoku_engine.config.components import Choices, Chosen, LeftOut, Registry
from sudoku_engine.config.readers import names_in, plugin_places
from sudoku_engine.config.schema import (
    INDENTED,
    SCHEMA,
    SECTIONS,
    TOP_KEYS,
    Key,
)
from sudoku_engine.errors import ConfigError, ConfigErrors, near_name
from sudoku_engine.plugins.values import (
    Location,
    MappingValue,
    TextValue,
    Value,
    clipped,
    quoted,
    summary,
)
from sudoku_engine.solving.settings import LoopSettings

__all__ = ["Chosen", "Config", "Draft", "Override", "Registry", "read"]


@dataclass(frozen=True)
class Config:
    """The configuration in force, a field a key of `SCHEMA`.

    `plugins`: paths as seen from the current folder, and names of installed plugins. `layout`
    None: by the number of cells. `strategies` None: all, in their default order. `solver`,
    `generator` and `checker` are None only where the default one is disabled. `origins` says by
    key (``loop.mode``) where the value is from: ``default``, ``run.yaml:5`` or ``--mode``.
    `notices` tell what was left out.
    """

    plugins: tuple[str, ...]
    disable: tuple[str, ...]
    layout: Layout | None
    strategies: tuple[Chosen, ...] | None
    loop: LoopSettings
    fallback: Chosen | None
    solver: Chosen | None
    generator: Chosen | None
    checker: Chosen | None
    reporters: tuple[Chosen, ...]
    frontend: Chosen | None
    puzzle: str | None
    puzzles: Path | None
    origins: Mapping[str, str] = field(compare=False)
    notices: tuple[str, ...] = ()

    def value(self, key: str) -> Any:
        """The value of `key`, a name in `SCHEMA`."""
        section, _, name = key.rpartition(".")
        return getattr(getattr(self, section) if section else self, name)


def read(path: str | os.PathLike[str] | None = None, plugins: Sequence[str] = ()) -> Draft:
    """The draft of the configuration in the file at `path`, or of none.

    `plugins` come from the command line (``-p``), after those of the file. Raises ConfigError
    for a file that cannot be read, or that is no YAML; what else is wrong, `Draft.checked` says.
    """
    draft = Draft(more_plugins=tuple(plugins))
    root = None if path is None else yaml_reader.read_file(path)
    if root is not None:
        draft.enter(root)
    return draft


@dataclass
class Draft:
    """A configuration as it is written: nothing in it is checked against plugins yet.

    `nodes`: what is written, by name in `SCHEMA`, and `spots`: where its key is. `strays`: keys
    that are not known, with the section they stand in.
    """

    more_plugins: tuple[str, ...] = ()
    nodes: dict[str, Value] = field(default_factory=dict)
    spots: dict[str, Location] = field(default_factory=dict)
    strays: list[tuple[str, TextValue, Value]] = field(default_factory=list)
    errors: list[ConfigError] = field(default_factory=list)

    @property
    def plugins(self) -> tuple[str, ...]:
        """The files and folders, as seen from the current folder, and names to be loaded."""
        return self._right("plugins", plugin_places) + self.more_plugins

    @property
    def disable(self) -> tuple[str, ...]:
        """The names of the plugins that are not to be used."""
        return self._right("disable", names_in)

    def _right(self, key: str, found: Callable[[Value, str], Iterator[str]]) -> tuple[str, ...]:
        """The items under `key` up to the first that is wrong; `checked` tells that."""
        right = []
        with suppress(ConfigError):
            for text in found(self.nodes[key], key) if key in self.nodes else ():
                right.append(text)
        return tuple(right)

    def enter(self, root: Value) -> None:
        """Takes in all that `root`, the node of a whole file, holds."""
        if not isinstance(root, MappingValue):
            raise root.location.error(
                f"a configuration is made of lines 'key: value', this begins with {summary(root)}: "
                "is it a puzzle?"
            )
        for key, node in root.entries:
            if key.text in SECTIONS:
                self._enter_section(key.text, node)
            else:
                self._enter(key, node)

    def _enter(self, key: TextValue, node: Value, section: str = "") -> None:
        name = f"{section}.{key.text}" if section else key.text
        if name in SCHEMA and name.count(".") == bool(section):
            self.nodes[name], self.spots[name] = node, key.location
        else:
            self.strays.append((section, key, node))

    def _enter_section(self, section: str, node: Value) -> None:
        if isinstance(node, TextValue) and node.is_empty:
            return
        if isinstance(node, MappingValue):
            for key, value in node.entries:
                self._enter(key, value, section)
            return
        example = f"{{{SECTIONS[section][0]}: …}}"
        what = f"{section} is made of keys with values, such as {example}, not of {summary(node)}"
        self.errors.append(node.location.error(what))

    def checked(
        self,
        registry: Registry,
        overrides: Mapping[str, Override] | None = None,
        is_partial: bool = False,
    ) -> Config:
        """The configuration, with names and options checked against `registry`.

        `overrides` come from the command line, by name in `SCHEMA` (``loop.mode``). Options
        that the file sets for a plugin stay when the command line names that plugin again.
        Where the registry `is_partial`, since a plugin failed to load, names that nobody knows are
        left out with a notice. Raises ConfigErrors with all that is wrong.
        """
        return _Checking(self, registry, overrides or {}, is_partial).config()


class _Checking:
    """A draft on its way to a configuration; it collects what is wrong."""

    def __init__(
        self,
        draft: Draft,
        registry: Registry,
        overrides: Mapping[str, Override],
        is_partial: bool,
    ) -> None:
        self.draft = draft
        self.overrides = overrides
        self.choices = Choices(registry, draft.disable, TOP_KEYS, is_partial)
        self.errors = list(draft.errors)

    def config(self) -> Config:
        """The configuration; raises ConfigErrors where anything is wrong."""
        values: dict[str, Any] = {}
        origins: dict[str, str] = {}
        for key in SCHEMA.values():
            try:
                values[key.name], origins[key.name] = self._value(key)
            except LeftOut:
                values[key.name], origins[key.name] = self._default(key), "default"
            except ConfigError as error:
                self.errors.append(error)
        self._refuse_both("puzzle", "puzzles")
        for section, name, node in self.draft.strays:
            self.errors.append(name.location.error(self._stray(section, name.text, node)))
        if errors := self.errors + self.choices.errors:
            raise ConfigErrors(sorted(errors, key=lambda error: (error.line, error.column)))
        if more := self.draft.more_plugins:
            values["plugins"] += more
            above = origins["plugins"]
            origins["plugins"] = "-p" if above == "default" else f"{above}, -p"
        loop = {key: values.pop(f"loop.{key}") for key in SECTIONS["loop"]}
        values["strategies"] = self._for_marks(values["strategies"], loop["pencilmarks"])
        notices = tuple(map(str, self.choices.left_out))
        return Config(**values, loop=LoopSettings(**loop), origins=origins, notices=notices)

    def _value(self, key: Key) -> tuple[Any, str]:
        """The value of `key`, and where it is from."""
        node = self.draft.nodes.get(key.name)
        override = self.overrides.get(key.name)
        if override is None:
            if node is None:
                return self._default(key), "default"
            return key.reader.read(node, key.word, self.choices), str(self.draft.spots[key.name])
        configured = None
        if node is not None and key.reader.kind:
            with suppress(LeftOut):
                configured = key.reader.read(node, key.word, self.choices)
        value = key.reader.read(override.parsed(), key.word, self.choices)
        return _with_options_of(configured, value), override.option

    def _default(self, key: Key) -> Any:
        """The default of `key`, without plugins that are not there, such as disabled ones."""
        if not key.reader.kind or key.default is None or not self.draft.disable:
            return key.default
        ids = self.choices.registry.ids(key.reader.kind)
        if isinstance(key.default, Chosen):
            return key.default if key.default.id in ids else None
        return tuple(chosen for chosen in key.default if chosen.id in ids)

    def _for_marks(
        self, strategies: tuple[Chosen, ...] | None, marks: str
    ) -> tuple[Chosen, ...] | None:
        """Return the `strategies` without those that a family offers for other `marks` only."""
        if strategies is None:
            return None
        find = self.choices.registry.find
        return tuple(
            chosen
            for chosen in strategies
            if not chosen.family or find("strategy", chosen.id).marks in (None, marks)
        )

    def _refuse_both(self, first: str, second: str) -> None:
        nodes = self.draft.nodes
        if first in nodes and second in nodes:
            what = f"both {first!r} and {second!r} are given: delete one of them"
            self.errors.append(nodes[second].location.error(what))

    def _stray(self, section: str, name: str, node: Value) -> str:
        """What is wrong with a key that has no business where it is."""
        if section and name in TOP_KEYS:
            return f"{name!r} does not belong under '{section}:': begin it at the left margin"
        for other, keys in INDENTED.items():
            if name in keys:
                return f"{name!r} belongs under '{other}:': indent it there"
        return (
            self._option_astray(name, node)
            or self._plugin_astray(name)
            or _unknown_key(section, name)
        )

    def _option_astray(self, name: str, node: Value) -> str:
        """The words for an option of a plugin that stands outside of it."""
        for choice in self.choices.made:
            if name in choice.options:
                value = node.text if isinstance(node, TextValue) and node.text else "…"
                example = f"{{{choice.component.id}: {{{name}: {clipped(value)}}}}}"
                if choice.is_item:
                    example = f"[{example}]"
                return (
                    f"{name!r} is an option of {choice.component.id}: indent it further, below "
                    f"'{choice.component.id}:', or write {choice.key}: {example}"
                )
        return ""

    def _plugin_astray(self, name: str) -> str:
        """The words for a plugin that stands where a key should be."""
        homes = [
            key
            for key in SCHEMA.values()
            if key.reader.kind and name in self.choices.registry.ids(key.reader.kind)
        ]
        if not homes:
            return ""
        words = " or ".join(f"'{key.name}:'" for key in homes)
        return f"{name!r} is a {homes[0].reader.kind}: it belongs under {words}, indented"


def _unknown_key(section: str, name: str) -> str:
    """The words for a key that nobody knows."""
    under = f" under '{section}:'" if section else ""
    what = f"unknown key {quoted(name)}{under}: "
    mend = near_name(name, SECTIONS.get(section, TOP_KEYS))
    if mend.startswith("known"):
        for other, keys in INDENTED.items():
            inner = near_name(name, keys)
            if other != section and not inner.startswith("known"):
                return f"{what}{inner.rstrip('?')}, indented under '{other}:'?"
    return what + mend


def _with_options_of(configured: Any, value: Any) -> Any:
    """`value`, the command line's choice, with the options that the file sets for the same."""
    if isinstance(value, tuple):
        return tuple(_with_options_of(configured, chosen) for chosen in value)
    for chosen in configured if isinstance(configured, tuple) else (configured,):
        if isinstance(chosen, Chosen) and isinstance(value, Chosen) and chosen.id == value.id:
            return value if value.options else chosen
    return value
