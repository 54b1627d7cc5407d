"""The configuration: a YAML file and the command line, checked.

`SCHEMA` is the table of all keys. Checking has two stages, since the configuration names the
plugins, and only they know which names and options there are: `read` gives a `Draft`, whose
structure is known, and its plugins; `Draft.checked` gives the `Config`, checked against them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, get_type_hints

from sudoku_engine import yaml_nodes
from sudoku_engine.errors import ConfigError, ConfigErrors, LayoutError, near_name
from sudoku_engine.layout import SIZES, SYMBOLS, Layout
from sudoku_engine.loop import LoopSettings
from sudoku_engine.options import (
    MISSING,
    clipped,
    converted,
    items,
    options_of,
    read_options,
    shown,
    unknown_option,
)
from sudoku_engine.plugin import MAIN_METHOD, Plugin
from sudoku_engine.yaml_nodes import ListNode, MappingNode, Node, ScalarNode, Spot


class Registry(Protocol):
    """What a configuration is checked against."""

    def ids(self, kind: str) -> list[str]:
        """The ids of the plugins of `kind` (of `MAIN_METHOD`)."""
        ...

    def find(self, kind: str, id: str) -> Plugin:  # noqa: A002
        """The plugin of `kind` with that id."""
        ...


@dataclass(frozen=True)
class Chosen:
    """A plugin that a configuration names, with the options that it sets."""

    id: str
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Override:
    """What the command line says in place of the file: `option` is its name (``--mode``).

    A `value` that begins with ``{`` or ``[`` is YAML; several are a list.
    """

    option: str
    value: str | Sequence[str]

    def node(self) -> Node:
        """The value as if it were written in a file."""
        if isinstance(self.value, str):
            return yaml_nodes.read_option(self.value, self.option)
        nodes = tuple(yaml_nodes.read_option(text, self.option) for text in self.value)
        return ListNode(nodes, Spot(self.option))


@dataclass(frozen=True)
class Config:
    """The configuration in force, a field a key of `SCHEMA`.

    `plugins`: paths as seen from the current folder, and names of installed plugins. `layout`
    None: by the number of cells. `strategies` None: all, in their default order. `origins` says by
    key (``loop.mode``) where the value is from: ``default``, ``run.yaml:5`` or ``--mode``.
    """

    plugins: tuple[str, ...] = ()
    disable: tuple[str, ...] = ()
    layout: Layout | None = None
    strategies: tuple[Chosen, ...] | None = None
    loop: LoopSettings = field(default_factory=LoopSettings)
    fallback: Chosen | None = None
    solver: Chosen | None = None
    reporters: tuple[Chosen, ...] = ()
    frontend: Chosen | None = None
    puzzle: str | None = None
    puzzles: Path | None = None
    origins: Mapping[str, str] = field(default_factory=dict, compare=False)

    def value(self, key: str) -> Any:
        """The value of `key`, a name in `SCHEMA`."""
        section, _, name = key.rpartition(".")
        return getattr(getattr(self, section) if section else self, name)


Reader = Callable[["_Checking", "Key", Node], Any]


@dataclass(frozen=True)
class Key:
    """A row of `SCHEMA`: a key, what may be written there, its default, and what it is for.

    `name` holds the section before a dot. `kind`: of what kind the plugins are that it names.
    """

    name: str
    form: str
    default: Any
    about: str
    read: Reader
    kind: str = ""

    @property
    def word(self) -> str:
        """The key as it is written, without its section."""
        return self.name.rpartition(".")[2]


def read(path: str | os.PathLike[str] | None = None, plugins: Sequence[str] = ()) -> Draft:
    """The draft of the configuration in the file at `path`, or of none.

    `plugins` come from the command line (``-p``), after those of the file. Raises ConfigError
    for a file that cannot be read, or that is no YAML; what else is wrong, `Draft.checked` says.
    """
    draft = Draft(more_plugins=tuple(plugins))
    root = None if path is None else yaml_nodes.read_file(path)
    if root is not None:
        draft.enter(root)
    return draft


@dataclass
class Draft:
    """A configuration as it is written: nothing in it is checked against plugins yet.

    `plugins` and `disable` are ready for use, as far as they can be understood.
    """

    more_plugins: tuple[str, ...] = ()
    nodes: dict[str, Node] = field(default_factory=dict)
    strays: list[tuple[str, ScalarNode, Node]] = field(default_factory=list)
    errors: list[ConfigError] = field(default_factory=list)

    @property
    def plugins(self) -> tuple[str, ...]:
        """The files and folders, as seen from the current folder, and names to be loaded."""
        return self._lenient("plugins", _plugin_places) + self.more_plugins

    @property
    def disable(self) -> tuple[str, ...]:
        """The names of the plugins that are not to be used."""
        return self._lenient("disable", _texts)

    def _lenient(self, name: str, found: Callable[[Node, str], Iterator[str]]) -> tuple[str, ...]:
        """The items under the key `name` that are right; the others `checked` tells."""
        right: list[str] = []
        with suppress(ConfigError):
            for text in found(self.nodes[name], name) if name in self.nodes else ():
                right.append(text)
        return tuple(right)

    def enter(self, root: Node) -> None:
        """Takes in all keys of `root`; those that are not known are strays."""
        if not isinstance(root, MappingNode):
            raise root.spot.error(
                f"a configuration is made of lines 'key: value', this begins with {shown(root)}: "
                "is it a puzzle?"
            )
        for key, node in root.entries:
            if key.text in SECTIONS:
                self._enter_section(key.text, node)
            elif key.text in SCHEMA and "." not in key.text:
                self.nodes[key.text] = node
            else:
                self.strays.append(("", key, node))

    def _enter_section(self, section: str, node: Node) -> None:
        if isinstance(node, ScalarNode) and node.is_empty:
            return
        if not isinstance(node, MappingNode):
            first = SECTIONS[section][0]
            error = f"{section} is made of keys with values, such as {{{first}: …}}"
            self.errors.append(node.spot.error(f"{error}, not of {shown(node)}"))
            return
        for key, value in node.entries:
            name = f"{section}.{key.text}"
            if name in SCHEMA:
                self.nodes[name] = value
            else:
                self.strays.append((section, key, value))

    def checked(
        self, registry: Registry, overrides: Mapping[str, Override] | None = None
    ) -> Config:
        """The configuration, with names and options checked against `registry`.

        `overrides` come from the command line, by name in `SCHEMA` (``loop.mode``). Options
        that the file sets for a plugin stay when the command line names that plugin again.
        Raises ConfigErrors with all that is wrong.
        """
        return _Checking(self, registry, overrides or {}).config()


class _Checking:
    """A draft on its way to a configuration; it collects what is wrong."""

    def __init__(self, draft: Draft, registry: Registry, overrides: Mapping[str, Override]) -> None:
        self.draft = draft
        self.registry = registry
        self.overrides = overrides
        self.errors = list(draft.errors)
        self.chosen: list[tuple[str, Chosen]] = []

    def config(self) -> Config:
        """The configuration; raises ConfigErrors where anything is wrong."""
        values: dict[str, Any] = {}
        origins: dict[str, str] = {}
        for key in SCHEMA.values():
            values[key.name], origins[key.name] = self._value(key)
        if self.draft.more_plugins:
            values["plugins"] += self.draft.more_plugins
            above = origins["plugins"]
            origins["plugins"] = "-p" if above == "default" else f"{above}, -p"
        self._refuse_both("puzzle", "puzzles")
        for section, name, node in self.draft.strays:
            self.errors.append(name.spot.error(self._stray(section, name.text, node)))
        if self.errors:
            raise ConfigErrors(sorted(self.errors, key=lambda error: (error.line, error.column)))
        loop = {key: values.pop(f"loop.{key}") for key in SECTIONS["loop"]}
        return Config(**values, loop=LoopSettings(**loop), origins=origins)

    def _value(self, key: Key) -> tuple[Any, str]:
        """The value of `key`, and where it is from."""
        node = self.draft.nodes.get(key.name)
        override = self.overrides.get(key.name)
        try:
            if override is None:
                if node is None:
                    return self._default(key), "default"
                return key.read(self, key, node), str(node.spot)
            configured = key.read(self, key, node) if node is not None and key.kind else None
            value = key.read(self, key, override.node())
            return _with_options_of(configured, value), override.option
        except ConfigError as error:
            self.errors.append(error)
            return key.default, ""

    def _default(self, key: Key) -> Any:
        """The default of `key`, without plugins that are not there, such as disabled ones."""
        if not key.kind or key.default is None:
            return key.default
        ids = self.registry.ids(key.kind)
        if isinstance(key.default, Chosen):
            return key.default if key.default.id in ids else None
        return tuple(chosen for chosen in key.default if chosen.id in ids)

    def _refuse_both(self, first: str, second: str) -> None:
        nodes = self.draft.nodes
        if first in nodes and second in nodes:
            what = f"both {first!r} and {second!r} are given: delete one of them"
            self.errors.append(nodes[second].spot.error(what))

    def choice(self, node: Node, key: Key) -> Chosen:
        """The plugin that `node` names: ``id`` or ``{id: {option: value}}``."""
        if isinstance(node, ScalarNode):
            name: ScalarNode = node
            options: Node | None = None
        elif isinstance(node, MappingNode) and node.entries:
            name, options = node.entries[0]
        else:
            raise node.spot.error(
                f"{key.word} must be the name of a {key.kind}, or {{name: {{option: value}}}}, "
                f"not {shown(node)}"
            )
        plugin = self._plugin(name, key)
        function = getattr(plugin.object, MAIN_METHOD[key.kind])
        set_here = self._options(plugin, function, options)
        if isinstance(node, MappingNode):
            self._refuse_siblings(node, plugin, key)
        for option in options_of(function).values():
            if option.default is MISSING and option.name not in set_here:
                example = f"{{{plugin.id}: {{{option.name}: …}}}}"
                what = f"{plugin.id} needs the option {option.name!r}: {example}"
                self.errors.append(name.spot.error(what))
        chosen = Chosen(plugin.id, set_here)
        self.chosen.append((key.name, chosen))
        return chosen

    def choices(self, node: Node, key: Key) -> tuple[Chosen, ...]:
        """The plugins that a list names, none of them twice."""
        found: dict[str, Spot] = {}
        chosen = []
        for item in items(node, key.word):
            try:
                one = self.choice(item, key)
            except ConfigError as error:
                self.errors.append(error)
                continue
            if one.id in found:
                first = f", first in line {found[one.id].line}" if item.spot.line else ""
                self.errors.append(item.spot.error(f"{one.id!r} is listed twice{first}"))
            found.setdefault(one.id, item.spot)
            chosen.append(one)
        return tuple(chosen)

    def _plugin(self, name: ScalarNode, key: Key) -> Plugin:
        """The plugin called `name`; raises ConfigError with the near name."""
        known = self.registry.ids(key.kind)
        if name.text in known:
            return self.registry.find(key.kind, name.text)
        if not name.text:
            raise name.spot.error(f"the name of a {key.kind} is missing here")
        what = f"unknown {key.kind} {clipped(name.text)!r}"
        if name.text in self.draft.disable:
            raise name.spot.error(f"{what}: it stands under 'disable'")
        for kind in MAIN_METHOD:
            if name.text in self.registry.ids(kind):
                raise name.spot.error(f"{what}: that is a {kind}")
        raise name.spot.error(f"{what}: {near_name(name.text, known)}")

    def _options(
        self, plugin: Plugin, function: Callable[..., Any], node: Node | None
    ) -> dict[str, Any]:
        if node is None or (isinstance(node, ScalarNode) and node.is_empty):
            return {}
        if not isinstance(node, MappingNode):
            example = next(iter(options_of(function)), "option")
            raise node.spot.error(
                f"options of {plugin.id} are written {{{plugin.id}: {{{example}: …}}}}, "
                f"not {shown(node)}"
            )
        options, errors = read_options(function, node, plugin.id)
        self.errors.extend(errors)
        return options

    def _refuse_siblings(self, node: MappingNode, plugin: Plugin, key: Key) -> None:
        """What stands beside a plugin's name: mostly an option that is not indented enough."""
        known = options_of(getattr(plugin.object, MAIN_METHOD[key.kind]))
        for name, _ in node.entries[1:]:
            if name.text in known:
                what = f"{name.text!r} is an option of {plugin.id}: indent it further"
            elif name.text in self.registry.ids(key.kind):
                what = f"only one {key.kind} can stand here"
                if key.name in LISTS:
                    what = f"a '- ' is missing before {name.text!r}"
            elif name.text in SCHEMA:
                what = f"{name.text!r} does not belong here: begin it at the left margin"
            else:
                what = unknown_option(name.text, plugin.id, known)
            self.errors.append(name.spot.error(what))

    def _stray(self, section: str, name: str, node: Node) -> str:
        """What is wrong with a key that has no business where it is."""
        if section and name in TOP_KEYS:
            return f"{name!r} does not belong under '{section}:': begin it at the left margin"
        for other, keys in INDENTED.items():
            if name in keys and other != section:
                return f"{name!r} belongs under '{other}:': indent it there"
        for key, chosen in self.chosen:
            plugin = self.registry.find(SCHEMA[key].kind, chosen.id)
            if name in options_of(getattr(plugin.object, MAIN_METHOD[plugin.kind])):
                value = node.text if isinstance(node, ScalarNode) and node.text else "…"
                item = f"{{{chosen.id}: {{{name}: {clipped(value)}}}}}"
                where = f"[{item}]" if key in LISTS else item
                return (
                    f"{name!r} is an option of {chosen.id}: indent it further, below "
                    f"'{chosen.id}:', or write {key}: {where}"
                )
        known = SECTIONS.get(section, TOP_KEYS)
        under = f" under '{section}:'" if section else ""
        return f"unknown key {clipped(name)!r}{under}: {near_name(name, known)}"


def _with_options_of(configured: Any, value: Any) -> Any:
    """`value`, the command line's choice, with the options that the file sets for the same."""
    if isinstance(value, tuple):
        return tuple(_with_options_of(configured, chosen) for chosen in value)
    for chosen in configured if isinstance(configured, tuple) else (configured,):
        if isinstance(chosen, Chosen) and isinstance(value, Chosen) and chosen.id == value.id:
            return value if value.options else chosen
    return value


# Readers: what a row of the table does with its node.


def _plain(kind: Any) -> Reader:
    """A reader of values of the type `kind`."""
    return lambda checking, key, node: converted(node, kind, key.word)


def _number(kind: type, least: int, most: int) -> Reader:
    """A reader of numbers from `least` to `most`."""

    def read_number(checking: _Checking, key: Key, node: Node) -> Any:
        number = converted(node, kind, key.word)
        if not least <= number <= most:
            raise node.spot.error(f"{key.word} must be {least} to {most}, not {shown(node)}")
        return number

    return read_number


def _limit(most: int) -> Reader:
    """A reader of seconds, 0 where there is no limit, which may be written as none too."""
    seconds = _number(float, 0, most)

    def read_limit(checking: _Checking, key: Key, node: Node) -> Any:
        return 0.0 if _is_none(node) else seconds(checking, key, node)

    return read_limit


def _all(found: Callable[[Node, str], Iterator[str]]) -> Reader:
    """A reader of a list, which may be empty."""
    return lambda checking, key, node: tuple(found(node, key.word))


def _one(checking: _Checking, key: Key, node: Node) -> Chosen:
    return checking.choice(node, key)


def _one_or_none(checking: _Checking, key: Key, node: Node) -> Chosen | None:
    return None if _is_none(node) else checking.choice(node, key)


def _many(checking: _Checking, key: Key, node: Node) -> tuple[Chosen, ...]:
    return checking.choices(node, key)


def _layout(checking: _Checking, key: Key, node: Node) -> Layout | None:
    return layout_of(node)


def _puzzle(checking: _Checking, key: Key, node: Node) -> str:
    if not isinstance(node, ScalarNode) or not node.text.strip():
        raise node.spot.error(
            f"puzzle must be the cells of a board in one text, not {shown(node)}: put it in "
            "quotes, or write '|' and the rows below, indented"
        )
    return node.text


def _is_none(node: Node) -> bool:
    return isinstance(node, ScalarNode) and node.is_none


def _texts(node: Node, name: str) -> Iterator[str]:
    """The names in a list; nothing at all is an empty list."""
    for item in () if _is_none(node) else items(node, name):
        if not isinstance(item, ScalarNode) or not item.text:
            raise item.spot.error(f"{name} is a list of names, not of {shown(item)}")
        yield item.text


def _plugin_places(node: Node, name: str) -> Iterator[str]:
    """The paths in a list, relative to the file that names them; other names as they are."""
    texts = _texts(node, name)
    for text, item in zip(texts, node.items if isinstance(node, ListNode) else ()):
        path = item.spot.path(text)
        is_path = bool(re.search(r"[/\\]|^[.~]|\.py$", text)) or path.exists()
        yield str(path) if is_path else text


def layout_of(node: Node) -> Layout | None:
    """The layout that `node` says, None for ``auto``: by the number of cells.

    ``9x9``, ``9x9+diagonals``, ``{boxes: 2x3, diagonals: true}``, or ``{regions: FILE}``, where
    the drawing of the regions may also stand in place of the file. Raises ConfigError.
    """
    try:
        if isinstance(node, ScalarNode):
            return None if node.text == "auto" else Layout.named(node.text)
        if isinstance(node, MappingNode):
            return _layout_of_parts(node)
    except LayoutError as error:
        raise node.spot.error(str(error)) from error
    raise node.spot.error("a layout is written 9x9, or {boxes: 2x3, diagonals: true}")


def _layout_of_parts(node: MappingNode) -> Layout:
    parts: dict[str, Node] = {}
    for name, value in node.entries:
        if name.text not in INDENTED["layout"]:
            mend = near_name(name.text, INDENTED["layout"])
            if name.text in TOP_KEYS or name.text in SIZES:
                mend = (
                    "begin it at the left margin" if name.text in TOP_KEYS else "write boxes: HxW"
                )
            raise name.spot.error(f"a layout has no {clipped(name.text)!r}: {mend}")
        parts[name.text] = value
    diagonals = "diagonals" in parts and converted(parts["diagonals"], bool, "diagonals")
    if "regions" in parts:
        if "boxes" in parts:
            raise parts["boxes"].spot.error("regions take the place of boxes: delete one of them")
        return _layout_of_regions(parts["regions"], diagonals)
    height, width = _box(parts["boxes"]) if "boxes" in parts else SIZES["9x9"]
    try:
        return Layout.of_boxes(height, width, diagonals)
    except LayoutError as error:
        raise parts["boxes"].spot.error(str(error)) from error


def _box(node: Node) -> tuple[int, int]:
    text = node.text if isinstance(node, ScalarNode) else ""
    match = re.fullmatch(r"([0-9]{1,3}) ?[xX×] ?([0-9]{1,3})", text)  # noqa: RUF001
    if match is None:
        raise node.spot.error(
            f"boxes are written HEIGHTxWIDTH in cells, such as 2x3, not {shown(node)}"
        )
    return int(match[1]), int(match[2])


def _layout_of_regions(node: Node, diagonals: bool) -> Layout:
    text = converted(node, str, "regions")
    if "\n" in text:
        return Layout.of_regions(text, diagonals)
    path = converted(node, Path, "regions")
    try:
        drawing = yaml_nodes.file_text(path)
    except ConfigError as error:
        raise node.spot.error(f"regions: {error}") from error
    try:
        return Layout.of_regions(drawing, diagonals)
    except LayoutError as error:
        raise node.spot.error(f"{text}: {error}") from error


_LOOP = LoopSettings()
_LOOP_TYPES = get_type_hints(LoopSettings)

SCHEMA: dict[str, Key] = {
    key.name: key
    for key in (
        Key(
            "plugins",
            "a list of files, folders and names of installed plugins",
            (),
            "plugins to load beside those that come with the engine",
            _all(_plugin_places),
        ),
        Key(
            "disable",
            "a list of names",
            (),
            "plugins, and single things of them, that are not to be used",
            _all(_texts),
        ),
        Key(
            "layout",
            "auto, a size such as 9x9, or {boxes: 2x3, diagonals: true, regions: FILE}",
            None,
            "the shape of the board; auto goes by the number of cells",
            _layout,
        ),
        Key(
            "strategies",
            "a list of strategies",
            None,
            "what is tried, in this order; by default all there are, the simplest first",
            _many,
            "strategy",
        ),
        Key(
            "loop.mode",
            "first, pass or fixpoint",
            _LOOP.mode,
            "how many steps of a strategy are applied before the simplest has its turn again",
            _plain(_LOOP_TYPES["mode"]),
        ),
        Key(
            "loop.pencilmarks",
            "auto or manual",
            _LOOP.pencilmarks,
            "whether a placed digit strikes the pencil marks of its peers by itself",
            _plain(_LOOP_TYPES["pencilmarks"]),
        ),
        Key(
            "loop.max_steps",
            "a whole number",
            _LOOP.max_steps,
            "a run ends after so many steps",
            _number(int, 1, 10**9),
        ),
        Key(
            "loop.step_timeout",
            "seconds; 0 or none for no limit",
            _LOOP.step_timeout,
            "a strategy that takes longer than this for a step is at fault",
            _limit(24 * 60 * 60),
        ),
        Key(
            "loop.on_fault",
            "skip or stop",
            _LOOP.on_fault,
            "whether a strategy that is at fault sits out the rest of the run, or ends it",
            _plain(_LOOP_TYPES["on_fault"]),
        ),
        Key(
            "loop.guard",
            "true or false",
            _LOOP.guard,
            "whether every step is checked, against the solution too, before it is applied",
            _plain(bool),
        ),
        Key(
            "fallback",
            "a solver, or none",
            Chosen("bitboard"),
            "what finishes a puzzle where the strategies get stuck",
            _one_or_none,
            "solver",
        ),
        Key(
            "solver",
            "a solver",
            Chosen("bitboard"),
            "what searches where no strategies are asked for",
            _one,
            "solver",
        ),
        Key(
            "reporters",
            "a list of reporters",
            (Chosen("text"),),
            "what writes the runs down",
            _many,
            "reporter",
        ),
        Key(
            "frontend",
            "a front end, or none",
            None,
            "what shows the runs",
            _one_or_none,
            "frontend",
        ),
        Key(
            "puzzle",
            "a puzzle, in any format that is read",
            None,
            "the puzzle that is used where the command line names none",
            _puzzle,
        ),
        Key(
            "puzzles",
            "a file",
            None,
            "the file of puzzles that is used where the command line names none",
            _plain(Path),
        ),
    )
}
"""All keys, in the order in which they are shown; one to come is a row here, and a field."""

SECTIONS = {"loop": tuple(key.word for key in SCHEMA.values() if key.name.startswith("loop."))}
"""By key of the file that holds further keys, those."""

TOP_KEYS = tuple(dict.fromkeys(name.partition(".")[0] for name in SCHEMA))
"""The keys at the left margin of a file."""

INDENTED = {**SECTIONS, "layout": ("boxes", "diagonals", "regions")}
"""By key at the left margin, what can stand below it."""

LISTS = frozenset({"strategies", "reporters"})
"""The keys that name any number of plugins."""


def plain(value: Any) -> Any:
    """`value`, from a `Config`, as data that YAML and JSON can say; paths are absolute.

    >>> plain((Chosen("text"), Chosen("naked_pair", {"houses": ("row",)})))
    ['text', {'naked_pair': {'houses': ['row']}}]
    """
    if isinstance(value, Chosen):
        return {value.id: plain(value.options)} if value.options else value.id
    if isinstance(value, Layout):
        return _plain_layout(value)
    if isinstance(value, Path):
        return os.path.abspath(value)
    if isinstance(value, Mapping):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(map(plain, value), key=str)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def _plain_layout(layout: Layout) -> str | dict[str, Any]:
    if layout.is_jigsaw:
        region = {cell: box for box, house in enumerate(layout.boxes) for cell in house.cells}
        marks = "".join(SYMBOLS[region[cell]] for cell in layout.cells)
        rows = [marks[start : start + layout.n] for start in range(0, len(marks), layout.n)]
        parts: dict[str, Any] = {"regions": "\n".join(rows)}
    elif SIZES.get(f"{layout.n}x{layout.n}") == (layout.box_height, layout.box_width):
        return layout.name
    else:
        parts = {"boxes": f"{layout.box_height}x{layout.box_width}"}
    return {**parts, "diagonals": True} if layout.has_diagonals else parts
