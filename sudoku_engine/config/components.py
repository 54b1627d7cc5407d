"""The components that a configuration names, with their options."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NoReturn

from sudoku_engine.api.hookspecs import KINDS
from sudoku_engine.api.strategy import FAMILY_NAMES
from sudoku_engine.errors import ConfigError, UsageError, near_name, quoted
from sudoku_engine.plugins.component import RATER, Component
from sudoku_engine.plugins.options import MISSING, Option, Value, read_options
from sudoku_engine.plugins.registry import SEVERAL_NAMES, Registry, near_strategy


@dataclass(frozen=True)
class Chosen:
    """A component that a configuration names."""

    id: str
    options: Mapping[str, Any] = field(default_factory=dict)
    family: str = field(default="", compare=False)
    """The family that named it, if any."""


class LeftOut(ConfigError):
    """A component that is missing, perhaps because a plugin failed to load."""


class Mention(NamedTuple):
    """A place where a configuration names a component."""

    key: str
    """The key that it is named under."""
    component: Component
    is_item: bool

    @property
    def options(self) -> Mapping[str, Option]:
        """The options that the component has."""
        return self.component.known_options


@dataclass(eq=False, repr=False)
class ComponentReader:
    """Reads ``id`` and ``{id: {option: value}}``, and collects errors on the way."""

    components: Registry
    disabled: Collection[str]
    is_partial: bool
    """Whether a plugin failed to load."""
    mentions: list[Mention] = field(default_factory=list)
    siblings: list[tuple[Mention, Value]] = field(default_factory=list)
    """Names that are wrongly in the same mapping as a component."""
    left_out: list[LeftOut] = field(default_factory=list)
    """Unknown names, perhaps since a plugin failed to load."""
    errors: list[ConfigError] = field(default_factory=list)
    """The errors that did not end the reading."""

    def check_disabled(self, names: Iterable[Value]) -> None:
        """Collect the errors in the `names` to leave out, which may be those of a broken plugin."""
        for name in () if self.is_partial else names:
            if hint := self.components.not_disabled.get(name.text):
                self.errors.append(name.error(f"cannot disable {quoted(name.text)}: {hint}"))

    def many(self, value: Value, key: str, kind: str) -> tuple[Chosen, ...]:
        """Return the components of `kind` that the list under `key` names, or their families."""
        first: dict[str, Value] = {}
        chosen: list[Chosen] = []
        for item in value.as_list(key):
            try:
                name = _name(item, kind)
                meant = self._meant(name, kind)
                is_id = meant in self.components.ids(kind)
                if kind == "strategy" and meant in FAMILY_NAMES and not is_id:
                    chosen += self._members(item, meant)
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
        # Each once: at its own name, or at its first family.
        home = {one.id: one for one in reversed(chosen)}
        home |= {one.id: one for one in chosen if not one.family}
        return tuple(one for one in chosen if one is home[one.id])

    def one(self, value: Value, key: str, kind: str, is_item: bool = False) -> Chosen:
        """Return the component of `kind` that `value`, under `key`, names; raise ConfigError."""
        name = _name(value, kind)
        mention = Mention(key, self._component(name, kind, is_item), is_item)
        self.mentions.append(mention)
        (_, written), *others = value.entries or [(name, None)]
        self.siblings.extend((mention, sibling) for sibling, _ in others)
        return Chosen(mention.component.id, self._options(mention, name, written))

    def _component(self, name: Value, kind: str, is_item: bool) -> Component:
        """Return the component called `name`; raise ConfigError with the nearest name."""
        known, meant = self.components.ids(kind), self._meant(name, kind)
        if meant in known:
            return self.components.find(kind, meant)
        if not name.text:
            raise name.error(f"the name of a {kind} is missing here")
        what = f"unknown {kind} {quoted(name.text)}: "
        if name.text in self.disabled:
            raise name.error(what + "it is listed under 'disable'")
        for other in KINDS:
            if name.text in self.components.ids(other):
                raise name.error(what + f"that is a {other}")
        if kind == "strategy" and meant in FAMILY_NAMES:
            raise name.error(what + "that is a family, name its strategies one by one")
        if len(name.text.split()) > 1 and not is_item:
            raise name.error(what + f"this is more than one word, and only one {kind} goes here")
        if len(name.text.split()) > 1:
            raise name.error(
                what + "this is more than one word; line up the '- ' of a list, one name a line, "
                "or put commas between the names in [ ]"
            )
        if "," in name.text:
            raise name.error(what + SEVERAL_NAMES)
        nearest = near_strategy if kind == "strategy" else near_name
        hint = nearest(name.text, known)
        if self.is_partial:
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

    def _members(self, item: Value, family: str) -> list[Chosen]:
        try:
            members = self.components.strategies_named(family)
        except UsageError as error:
            if self.is_partial:
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
