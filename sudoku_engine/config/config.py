"""The configuration: read from a YAML file and the command line, and checked.

Its keys are in `schema.SCHEMA`. Checking has two stages, since a configuration names the plugins,
and only they know which names and options exist: `read` returns a `Draft`, whose structure and
plugins are known; `Draft.checked` returns the `Config`, checked against the components::

    draft = read("run.yaml")
    engine = Engine.of(draft)
    config = draft.checked(engine.registry, {"loop.mode": Override("--mode", "pass")})

A name in the wrong place is usually misspelt or wrongly indented: errors say which.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from sudoku_engine.board.layout import Layout
from sudoku_engine.config.components import Chosen, ComponentReader, LeftOut, Mention
from sudoku_engine.config.readers import layout_with_clues, names_in, plugin_place, text_value
from sudoku_engine.config.schema import (
    INDENTED,
    SCHEMA,
    SECTIONS,
    TOP_KEYS,
    WITHOUT,
    Key,
    Override,
)
from sudoku_engine.errors import ConfigError, ConfigErrors, near_name, quoted, shown_path
from sudoku_engine.plugins.options import Location, Value, unknown_option
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.settings import LoopSettings

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Chosen", "Config", "Draft", "Override", "read"]


@dataclass(frozen=True, eq=False, repr=False)
class Config:
    """The checked configuration: a field for each key of `SCHEMA`, which describes it."""

    plugins: tuple[str, ...]
    """Paths as seen from the current folder, and names of installed plugins."""
    disable: tuple[str, ...]
    layout: Layout | None
    """The layout with its clues; None if the number of cells decides."""
    strategies: tuple[Chosen, ...] | None
    """None for all strategies, in their default order."""
    scales: Mapping[str, Mapping[str, float]]
    """By name of a person's own scale, its points by strategy."""
    loop: LoopSettings
    fallback: Chosen | None
    solver: Chosen | None
    """None only if the default solver is disabled; `generator` and `checker` likewise."""
    generator: Chosen | None
    checker: Chosen | None
    reporters: tuple[Chosen, ...]
    frontend: Chosen | None
    language: str
    cells: str
    puzzle: str | None
    puzzles: Path | None
    output: Path | None
    ignore_unknown: bool
    origins: Mapping[str, str]
    """The origin of the value by key (``loop.mode``): ``default``, ``run.yaml:5``, ``--mode``."""
    notices: tuple[str, ...] = ()
    """A line for each component that was left out."""
    places: Mapping[str, Location] = field(default_factory=dict)
    """The places where the texts of `puzzle` and `puzzles` begin in the file."""

    @property
    def clues(self) -> tuple[str, ...]:
        """The clues of the layout, as people write them."""
        return tuple(map(str, self.layout.written_clues)) if self.layout else ()

    def value(self, key: str) -> Any:
        """Return the value of `key`, a name in `SCHEMA`."""
        section, _, name = key.rpartition(".")
        return getattr(getattr(self, section) if section else self, name)


class Entry(NamedTuple):
    """A key of the file, with its value."""

    key: Value
    value: Value


def read(
    path: str | os.PathLike[str] | None = None,
    plugins: Sequence[str] = (),
    without: Sequence[str] = (),
) -> Draft:
    """Return the draft of the configuration in the file at `path`, or of an empty one.

    `plugins` come from the command line (``-p``), after those of the file, and so do the names to
    leave out, `without`. Raises ConfigError if the file cannot be read, or is not YAML;
    `Draft.checked` reports all other errors.
    """
    draft = Draft(tuple(plugins), tuple(without))
    if path is not None:
        from sudoku_engine.config.yaml_reader import read_file  # YAML is slow to load

        root = read_file(path)
        if root is not None:
            draft.enter(root)
    return draft


@dataclass(eq=False, repr=False)
class Draft:
    """A configuration as in the file, not yet checked against components."""

    more_plugins: tuple[str, ...] = ()
    """The plugins that the command line names."""
    more_disabled: tuple[str, ...] = ()
    """The names of plugins and components that the command line leaves out."""
    entries: dict[str, Entry] = field(default_factory=dict)
    """The keys and values of the file, by name in `SCHEMA`."""
    strays: list[tuple[str, Entry]] = field(default_factory=list)
    """Unknown keys, with their section."""
    errors: list[ConfigError] = field(default_factory=list)

    @property
    def plugins(self) -> tuple[str, ...]:
        """The files and folders to load, as seen from the current folder, and names."""
        return (*map(plugin_place, self._texts("plugins")), *self.more_plugins)

    @property
    def plugin_places(self) -> dict[str, Location]:
        """The files and folders that the file names, as messages show them, with their places."""
        return {shown_path(plugin_place(item)): item.location for item in self._texts("plugins")}

    @property
    def disable(self) -> tuple[str, ...]:
        """The names of the plugins and components to leave out."""
        return (*(item.text for item in self._texts("disable")), *self.more_disabled)

    def _texts(self, key: str) -> list[Value]:
        """Return the names under `key`, up to a wrong name, which `checked` reports."""
        found: list[Value] = []
        with suppress(ConfigError):
            found.extend(names_in(self.entries[key].value, key) if key in self.entries else ())
        return found

    def enter(self, root: Value) -> None:
        """Add the contents of `root`, the value of a whole file."""
        if root.entries is None:
            if (word := re.match(r"\w+", root.text)) and word[0] in TOP_KEYS:
                is_equal = root.text[word.end() :].lstrip().startswith("=")
                where = "in place of '='" if is_equal else f"after '{word[0]}'"
                raise root.error(f"a ':' is missing: write it {where}")
            raise root.error(
                f"a configuration is made of lines 'key: value', this begins with {root}: "
                "is it a puzzle?"
            )
        for key, value in root.entries:
            section = key.text
            if section not in SECTIONS:
                self._enter("", Entry(key, value))
            elif value.entries is not None:
                for entry in value.entries:
                    self._enter(section, Entry(*entry))
            elif not value.is_empty:
                example = f"{{{SECTIONS[section][0]}: …}}"
                what = f"{section} is made of keys with values, such as {example}, not of {value}"
                self.errors.append(value.error(what))

    def _enter(self, section: str, entry: Entry) -> None:
        name = f"{section}.{entry.key.text}" if section else entry.key.text
        if name in SCHEMA and SCHEMA[name].section == section:
            self.entries[name] = entry
        else:
            self.strays.append((section, entry))

    def checked(
        self,
        components: Registry,
        overrides: Mapping[str, Override] | None = None,
        is_partial: bool = False,
    ) -> Config:
        """Return the configuration, with names and options checked against `components`.

        `overrides` come from the command line, by name in `SCHEMA` (``loop.mode``). Options
        that the file sets for a component stay if the command line names that component again.
        With `is_partial` a plugin failed to load, and unknown names are left out with a notice.
        Raises ConfigErrors with all errors.
        """
        reader = ComponentReader(components, self.disable, is_partial)
        named = [text_value(name, Location(WITHOUT)) for name in self.more_disabled]
        reader.check_disabled([*self._texts("disable"), *named])
        return _Checking(self, reader, overrides or {}, [*self.errors]).config()


@dataclass(eq=False, repr=False)
class _Checking:
    draft: Draft
    reader: ComponentReader
    overrides: Mapping[str, Override]
    errors: list[ConfigError]

    def config(self) -> Config:
        """Return the configuration; raise ConfigErrors if there are errors."""
        values: dict[str, Any] = {}
        origins: dict[str, str] = {}
        for key in SCHEMA.values():
            try:
                values[key.name], origins[key.name] = self._value_and_origin(key)
            except LeftOut:
                values[key.name], origins[key.name] = self._default(key), "default"
            except ConfigError as error:
                self.errors.append(error)
        if clues := values.pop("clues", ()):
            try:
                shape = values.get("layout") or Layout.of_size(9)
                values["layout"] = layout_with_clues(shape, clues)
            except ConfigError as error:
                self.errors.append(error)
        self._refuse_misplaced()
        if errors := self.errors + self.reader.errors:
            raise ConfigErrors(sorted(errors, key=lambda error: (error.line, error.column)))
        given = {"plugins": ("-p", self.draft.more_plugins)}
        given["disable"] = (WITHOUT, self.draft.more_disabled)
        for name, (option, more) in given.items():
            if more:
                values[name] += more
                origin = origins[name]
                origins[name] = option if origin == "default" else f"{origin}, {option}"
        loop = {key: values.pop(f"loop.{key}") for key in SECTIONS["loop"]}
        if (named := values["strategies"]) is not None:  # families only name suitable ones
            find, suitable = self.reader.components.find, (None, loop["pencilmarks"])
            values["strategies"] = tuple(
                one for one in named if not one.family or find("strategy", one.id).marks in suitable
            )
        notices = tuple(map(str, self.reader.left_out))
        places = {
            key: entry.value.start or entry.value.location
            for key, entry in self.draft.entries.items()
            if key in ("puzzle", "puzzles")
        }
        settings = LoopSettings(**loop)
        return Config(**values, loop=settings, origins=origins, notices=notices, places=places)

    def _value_and_origin(self, key: Key) -> tuple[Any, str]:
        entry = self.draft.entries.get(key.name)
        override = self.overrides.get(key.name)
        if override is not None:
            configured = None
            if entry is not None and key.reader.kind:
                with suppress(LeftOut):
                    configured = key.reader.read(entry.value, key.word, self.reader)
            name = key.word if key.reader.kind or key.flag is None else key.flag.parameter
            value = key.reader.read(override.parsed(), name, self.reader)
            return _with_options_of(configured, value), override.option
        if entry is not None:
            value = key.reader.read(entry.value, key.word, self.reader)
            return value, str(entry.key.location)
        return self._default(key), "default"

    def _default(self, key: Key) -> Any:
        """Return the default of `key`, without components that are disabled."""
        if not key.reader.kind or key.default is None or not self.draft.disable:
            return key.default  # looking for it would import all components of its kind
        ids = self.reader.components.ids(key.reader.kind)
        if isinstance(key.default, Chosen):
            return key.default if key.default.id in ids else None
        return tuple(chosen for chosen in key.default if chosen.id in ids)

    def _refuse_misplaced(self) -> None:
        entries = self.draft.entries
        if "puzzle" in entries and "puzzles" in entries:
            what = "both 'puzzle' and 'puzzles' are given: delete one of them"
            self.errors.append(entries["puzzles"].value.error(what))
        for mention, sibling in self.reader.siblings:
            what = _message_beside(mention, sibling.text, self.reader)
            self.errors.append(sibling.error(what))
        for section, (key, _) in self.draft.strays:
            what = _message_astray(section, key.text, self.reader)
            self.errors.append(key.error(what))


def _with_options_of(configured: Any, value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_with_options_of(configured, chosen) for chosen in value)
    if isinstance(value, Chosen) and not value.options:
        for chosen in configured if isinstance(configured, tuple) else (configured,):
            if chosen is not None and chosen.id == value.id:
                return chosen
    return value


def _message_beside(mention: Mention, name: str, reader: ComponentReader) -> str:
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


def _message_astray(section: str, name: str, reader: ComponentReader) -> str:
    """Return the message about a misplaced key `name` in `section`, or at the left margin."""
    if section and name in TOP_KEYS:
        return f"{name!r} does not belong under '{section}:': begin it at the left margin"
    for other, keys in INDENTED.items():
        if name in keys:
            return f"{name!r} belongs under '{other}:': indent it there"
    for mention in reader.mentions:
        if name in mention.options:
            owner = mention.component.id
            return f"{name!r} is an option of {owner}: indent it further, below '{owner}:'"
    homes = [
        key
        for key in SCHEMA.values()
        if key.reader.kind and name in reader.components.ids(key.reader.kind)
    ]
    if homes:
        words = " or ".join(f"'{key.name}:'" for key in homes)
        is_item = homes[0].reader.form.startswith("a list")
        how = f"as '- {name}'" if is_item else "indented"
        return f"{name!r} is a {homes[0].reader.kind}: it belongs under {words}, {how}"
    under = f" under '{section}:'" if section else ""
    hint = near_name(name, SECTIONS.get(section, TOP_KEYS))
    return f"unknown key {quoted(name)}{under}: {hint}"
