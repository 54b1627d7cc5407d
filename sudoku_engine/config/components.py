"""The plugins that a configuration names, with their options."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from sudoku_engine.api.kinds import KINDS
from sudoku_engine.api.strategy import FAMILY_NAMES
from sudoku_engine.errors import ConfigError, UsageError, near_name
from sudoku_engine.plugins.component import RATER, Component
from sudoku_engine.plugins.options import (
    MISSING,
    Option,
    options_of,
    read_options,
    unknown_option,
)
from sudoku_engine.plugins.values import (
    Location,
    MappingValue,
    TextValue,
    Value,
    items,
    quoted,
    summary,
)


class Registry(Protocol):
    """What a configuration is checked against; `kind` is one of `KINDS`."""

    def ids(self, kind: str) -> list[str]:
        """The ids of the plugins of `kind`."""
        ...

    def find(self, kind: str, name: str) -> Component:
        """The plugin of `kind` with the id `name`."""
        ...

    def strategies_named(self, name: str) -> list[Component]:
        """Return the strategy with the id `name`, or those of that family."""
        ...


@dataclass(frozen=True)
class Chosen:
    """A plugin that a configuration names, with the options that it sets."""

    id: str
    options: Mapping[str, Any] = field(default_factory=dict)
    family: str = field(default="", compare=False)
    """The family that was named in its place, if any."""


class LeftOut(ConfigError):
    """A plugin that is not there, where that may be because one failed to load."""


class Choice(NamedTuple):
    """A plugin that was named under a `key`, which is one of many there if `is_item`."""

    key: str
    component: Component
    is_item: bool

    @property
    def options(self) -> dict[str, Option]:
        """The options that it has."""
        return options_of(self.component.main_method)


class Choices:
    """Reads ``id`` and ``{id: {option: value}}``; keeps what was chosen, and what is wrong.

    `disabled` are names that are not in use, `top_keys` those at the left margin of a file.
    Where the registry `is_partial`, unknown names raise `LeftOut` and are kept in `left_out`.
    """

    def __init__(
        self,
        registry: Registry,
        disabled: Collection[str],
        top_keys: Collection[str],
        is_partial: bool = False,
    ) -> None:
        self.registry = registry
        self.disabled = disabled
        self.top_keys = top_keys
        self.is_partial = is_partial
        self.made: list[Choice] = []
        self.errors: list[ConfigError] = []
        self.left_out: list[LeftOut] = []

    def many(self, node: Value, key: str, kind: str) -> tuple[Chosen, ...]:
        """The plugins of `kind` that the list under `key` names, none of them twice."""
        found: dict[str, Location] = {}
        chosen: list[Chosen] = []
        for item in items(node, key):
            name = _name_in(item)
            try:
                if kind == "strategy" and self._is_family(name):
                    members = self._members(item, name)
                else:
                    members = [self.one(item, key, kind, is_item=True)]
            except LeftOut:
                continue
            except ConfigError as error:
                self.errors.append(error)
                continue
            if name in found:
                first = f", first in line {found[name].line}" if item.location.line else ""
                self.errors.append(item.location.error(f"{name!r} is listed twice{first}"))
            found.setdefault(name, item.location)
            chosen += members
        return tuple(_once(chosen))

    def _is_family(self, name: str) -> bool:
        return name in FAMILY_NAMES and name not in self.registry.ids("strategy")

    def _members(self, item: Value, family: str) -> list[Chosen]:
        """Return the strategies of the `family` that `item` names; raises ConfigError if none."""
        try:
            members = self.registry.strategies_named(family)
        except UsageError as error:
            if not self.is_partial:
                raise item.location.error(str(error)) from error
            spot = item.location
            self.left_out.append(LeftOut(str(error), spot.source, spot.line, spot.column))
            raise self.left_out[-1] from error
        if isinstance(item, MappingValue):
            raise item.location.error(
                f"{family!r} is a family of strategies and has no options: set those of its "
                f"strategies, as in {{{members[0].id}: {{option: …}}}}"
            )
        return [Chosen(member.id, family=family) for member in members]

    def one(self, node: Value, key: str, kind: str, is_item: bool = False) -> Chosen:
        """The plugin of `kind` that `node`, under `key`, names; raises ConfigError for none."""
        options: Value | None = None
        if isinstance(node, TextValue):
            name = node
        elif isinstance(node, MappingValue) and node.entries:
            name, options = node.entries[0]
        else:
            raise node.location.error(
                f"here stands the name of a {kind}, or {{name: {{option: value}}}}, "
                f"not {summary(node)}"
            )
        choice = Choice(key, self._plugin(name, kind), is_item)
        self.made.append(choice)
        values = self._options(choice.component, options)
        if isinstance(node, MappingValue):
            for sibling, _ in node.entries[1:]:
                self.errors.append(sibling.location.error(self._beside(choice, sibling.text)))
        for option in choice.options.values():
            if option.default is MISSING and option.name not in (*_keys(options), RATER):
                example = f"{{{choice.component.id}: {{{option.name}: …}}}}"
                what = f"{choice.component.id} needs the option {option.name!r}: write {example}"
                self.errors.append(name.location.error(what))
        return Chosen(choice.component.id, values)

    def _plugin(self, name: TextValue, kind: str) -> Component:
        """The plugin called `name`; raises ConfigError with the near name."""
        known = self.registry.ids(kind)
        if name.text in known:
            return self.registry.find(kind, name.text)
        if not name.text:
            raise name.location.error(f"the name of a {kind} is missing here")
        what = f"unknown {kind} {quoted(name.text)}: "
        if name.text in self.disabled:
            raise name.location.error(what + "it stands under 'disable'")
        for other in KINDS:
            if name.text in self.registry.ids(other):
                raise name.location.error(what + f"that is a {other}")
        if len(name.text.split()) > 1:
            raise name.location.error(
                what + "this is more than one word; line up the '- ' of a list, one name a line, "
                "or put commas between the names in [ ]"
            )
        mend = near_name(name.text, [*known, *FAMILY_NAMES] if kind == "strategy" else known)
        if self.is_partial:
            maybe = f" ({mend})" if mend.startswith("did") else ""
            spot = name.location
            why = f"{kind} {quoted(name.text)} is left out: a plugin failed to load{maybe}"
            self.left_out.append(LeftOut(why, spot.source, spot.line, spot.column))
            raise self.left_out[-1]
        raise name.location.error(what + mend)

    def _options(self, component: Component, node: Value | None) -> dict[str, Any]:
        """What `node` sets of the options of `component`."""
        if node is None or (isinstance(node, TextValue) and node.is_empty):
            return {}
        if not isinstance(node, MappingValue):
            example = next(iter(options_of(component.main_method)), "option")
            raise node.location.error(
                f"options of {component.id} are written {{{component.id}: {{{example}: …}}}}, "
                f"not {summary(node)}"
            )
        values, errors = read_options(component.main_method, node, component.id)
        self.errors.extend(errors)
        return values

    def _beside(self, choice: Choice, name: str) -> str:
        """What is wrong with `name` beside a plugin's: mostly it is not indented enough."""
        component = choice.component
        if name in choice.options:
            return f"{name!r} is an option of {component.id}: indent it further"
        if name in self.registry.ids(component.kind):
            if choice.is_item:
                return f"a '- ' is missing before {name!r}"
            return f"there can be only one {component.kind} here, so not {name!r} too"
        if name in self.top_keys:
            return f"{name!r} does not belong here: begin it at the left margin"
        return unknown_option(name, component.id, choice.options)


def _name_in(item: Value) -> str:
    """Return the name that `item` of a list begins with."""
    if isinstance(item, MappingValue) and item.entries:
        item = item.entries[0][0]
    return item.text if isinstance(item, TextValue) else ""


def _once(chosen: list[Chosen]) -> list[Chosen]:
    """Return each of the `chosen` once: where it is named itself, or first by a family."""
    first = {one.id: one for one in reversed(chosen)}
    first |= {one.id: one for one in chosen if not one.family}
    return [one for one in chosen if one is first[one.id]]


def _keys(node: Value | None) -> list[str]:
    return [key.text for key, _ in node.entries] if isinstance(node, MappingValue) else []
