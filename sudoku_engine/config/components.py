"""The components that a configuration names, with their options."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NoReturn, Protocol

from sudoku_engine.api.hookspecs import KINDS
from sudoku_engine.api.strategy import FAMILY_NAMES
from sudoku_engine.errors import ConfigError, UsageError, near_name, quoted
from sudoku_engine.plugins.component import RATER, Component
from sudoku_engine.plugins.options import MISSING, Option, Value, read_options
from sudoku_engine.plugins.registry import SEVERAL_NAMES, near_strategy


class Components(Protocol):
    """The components that a configuration can name; `kind` is one of `KINDS`."""

    not_disabled: dict[str, str]
    """The names to leave out that nothing has, each with the nearest."""

    def ids(self, kind: str) -> list[str]:
        """Return the ids of the components of `kind`."""
        ...

    def find(self, kind: str, name: str) -> Component:
        """Return the component of `kind` with the id `name`."""
        ...

    def strategy_meant(self, name: str) -> str:
        """Return the id of the strategy, or the family, that `name` means."""
        ...

    def strategies_named(self, name: str) -> list[Component]:
        """Return the strategy with the id `name`, or those of that family."""
        ...


@dataclass(frozen=True)
class Chosen:
    """A component that a configuration names."""

    id: str
    """Its id."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The options that the configuration sets."""
    family: str = field(default="", compare=False)
    """The family by which it was named, if any."""


class LeftOut(ConfigError):
    """A component that is missing, perhaps because a plugin failed to load."""


class Mention(NamedTuple):
    """A place where a configuration names a component."""

    key: str
    """The key that it is named under."""
    component: Component
    """The component."""
    is_item: bool
    """Whether it is in a list."""

    @property
    def options(self) -> Mapping[str, Option]:
        """The options that the component has."""
        return self.component.known_options


class ComponentReader:
    """Reads ``id`` and ``{id: {option: value}}``, and collects errors on the way."""

    def __init__(
        self, components: Components, disabled: Collection[str], is_partial: bool = False
    ) -> None:
        self.components = components
        """The components that exist."""
        self.mentions: list[Mention] = []
        """The components that were named."""
        self.siblings: list[tuple[Mention, Value]] = []
        """Names that are wrongly in the same mapping as a component."""
        self.left_out: list[LeftOut] = []
        """Unknown names, perhaps since a plugin failed to load."""
        self.errors: list[ConfigError] = []
        """The errors that did not end the reading."""
        self._disabled = disabled
        self._is_partial = is_partial

    def check_disabled(self, names: Iterable[Value]) -> None:
        """Collect the errors in the `names` to leave out, which may be those of a broken plugin."""
        for name in () if self._is_partial else names:
            if hint := self.components.not_disabled.get(name.text):
                self.errors.append(name.error(f"cannot disable {quoted(name.text)}: {hint}"))

    def many(self, value: Value, key: str, kind: str) -> tuple[Chosen, ...]:
        """Return the components of `kind` that the list under `key` names, or their families."""
        first: dict[str, Value] = {}
        chosen: list[Chosen] = []
        for item in value.as_list(key):
            try:
                name = _name(item, kind)
                if self._is_family(name, kind):
                    chosen += self._members(item, self._meant(name, kind))
                else:
                    chosen.append(self.one(item, key, kind, is_item=True))
            except LeftOut:
                continue
            except ConfigError as error:
                self.errors.append(error)
                continue
            if name.text in first:
                line = first[name.text].location.line
                where = f", first in line {line}" if line else ""
                self.errors.append(item.error(f"{quoted(name.text)} is listed twice{where}"))
            first.setdefault(name.text, item)
        return tuple(_once(chosen))

    def one(self, value: Value, key: str, kind: str, is_item: bool = False) -> Chosen:
        """Return the component of `kind` that `value`, under `key`, names; raise ConfigError."""
        name = _name(value, kind)
        mention = Mention(key, self._component(name, kind), is_item)
        self.mentions.append(mention)
        (_, written), *others = value.entries or [(name, None)]
        self.siblings.extend((mention, sibling) for sibling, _ in others)
        return Chosen(mention.component.id, self._options(mention, name, written))

    def _component(self, name: Value, kind: str) -> Component:
        """Return the component called `name`; raise ConfigError with the nearest name."""
        known, meant = self.components.ids(kind), self._meant(name, kind)
        if meant in known:
            return self.components.find(kind, meant)
        if not name.text:
            raise name.error(f"the name of a {kind} is missing here")
        what = f"unknown {kind} {quoted(name.text)}: "
        if name.text in self._disabled:
            raise name.error(what + "it is listed under 'disable'")
        for other in KINDS:
            if name.text in self.components.ids(other):
                raise name.error(what + f"that is a {other}")
        if len(name.text.split()) > 1:
            raise name.error(
                what + "this is more than one word; line up the '- ' of a list, one name a line, "
                "or put commas between the names in [ ]"
            )
        if "," in name.text:
            raise name.error(what + SEVERAL_NAMES)
        nearest = near_strategy if kind == "strategy" else near_name
        hint = nearest(name.text, known)
        if self._is_partial:
            maybe = f" ({hint})" if hint.startswith("did") else ""
            why = f"{kind} {quoted(name.text)} is left out: a plugin failed to load{maybe}"
            self._leave_out(name, why)
        raise name.error(what + hint)

    def _options(self, mention: Mention, name: Value, written: Value | None) -> dict[str, Any]:
        """Return the options of a component that are `written`; collect the errors in them."""
        owner = mention.component.id
        parameters = mention.component.parameters_of(KINDS[mention.component.kind].method)
        known = parameters.options
        options: dict[str, Any] = {}
        given = {RATER}
        if written is not None and written.entries is not None:
            options, errors = read_options(parameters, written, owner)
            self.errors += errors
            given.update(key.text for key, _ in written.entries)
        elif written is not None and not written.is_empty:
            example = next(iter(known), "option")
            what = f"options of {owner} are written {{{owner}: {{{example}: …}}}}, not {written}"
            raise written.error(what)
        for option in known.values():
            if option.default is MISSING and option.name not in given:
                example = f"{{{owner}: {{{option.name}: …}}}}"
                what = f"{owner} needs the option {option.name!r}: write {example}"
                self.errors.append(name.error(what))
        return options

    def _meant(self, name: Value, kind: str) -> str:
        return self.components.strategy_meant(name.text) if kind == "strategy" else name.text

    def _is_family(self, name: Value, kind: str) -> bool:
        meant = self._meant(name, kind)
        is_id = meant in self.components.ids(kind)
        return kind == "strategy" and meant in FAMILY_NAMES and not is_id

    def _members(self, item: Value, family: str) -> list[Chosen]:
        """Return the strategies of the `family` that `item` names; raise ConfigError if none."""
        try:
            members = self.components.strategies_named(family)
        except UsageError as error:
            if self._is_partial:
                self._leave_out(item, str(error))
            raise item.error(str(error)) from error
        if item.entries:
            raise item.error(
                f"{family!r} is a family of strategies and has no options: set those of its "
                f"strategies, as in {{{members[0].id}: {{option: …}}}}"
            )
        return [Chosen(member.id, family=family) for member in members]

    def _leave_out(self, name: Value, why: str) -> NoReturn:
        place = name.location
        self.left_out.append(LeftOut(why, place.source, place.line, place.column))
        raise self.left_out[-1]


def _name(value: Value, kind: str) -> Value:
    """Return the name of a component of `kind` at the start of `value`; raise ConfigError."""
    if value.is_text:
        return value
    if value.entries:
        return value.entries[0][0]
    what = f"the name of a {kind} belongs here, or {{name: {{option: value}}}}, not {value}"
    raise value.error(what)


def _once(chosen: list[Chosen]) -> list[Chosen]:
    """Return each of the `chosen` once: where it is named itself, or where its first family is."""
    first = {one.id: one for one in reversed(chosen)}
    first |= {one.id: one for one in chosen if not one.family}
    return [one for one in chosen if one is first[one.id]]
