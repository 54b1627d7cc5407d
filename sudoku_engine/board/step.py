"""A step: one deduction, what it places and strikes, because of what, said how."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import index
from types import MappingProxyType
from typing import Any, NamedTuple

from sudoku_engine.board.layout import Cell, House, Layout
from sudoku_engine.board.words import compact, shown, symbol
from sudoku_engine.errors import StepError


class Candidate(NamedTuple):
    """A digit that a cell may hold."""

    cell: int
    digit: int


Candidates = tuple[Candidate, ...]


class Link(NamedTuple):
    """One link of a chain: if all of `start` are false (or true), `end` is true (or false).

    A strong link says "one of the two is true", a weak one "at most one is".
    """

    start: Candidates
    end: Candidates
    strong: bool


class Step:
    """One deduction on a board. Never changes once made; lists given become tuples.

    A step does not know the strategy that found it; the event that carries it does.
    """

    __slots__ = ("because", "eliminations", "houses", "links", "pattern", "placements", "reason")

    placements: Candidates
    eliminations: Candidates
    because: Mapping[str, Candidates]
    houses: tuple[House, ...]
    links: tuple[Link, ...]
    pattern: str
    reason: str

    def __init__(
        self,
        placements: Iterable[Candidate] = (),
        eliminations: Iterable[Candidate] = (),
        because: Iterable[Candidate] | Mapping[str, Iterable[Candidate]] = (),
        houses: Iterable[House] = (),
        links: Iterable[Any] = (),
        pattern: str = "",
        reason: str = "",
    ) -> None:
        """A step that places `placements` and strikes `eliminations`.

        `because`: the candidates that it rests on, or a dict from a role (``cause``, ``fin``,
        ``colour 1``) to such candidates. `houses`: those it looks at. `links`: for chains,
        triples (from candidates, to candidates, strong?). `pattern`: what stands before ``=>``
        in the notation, by default the digits and cells of `because`. `reason`: why it is
        true, in a sentence. Raises StepError for what is none of these.
        """
        put = object.__setattr__
        put(self, "placements", _candidates(placements, "placements"))
        put(self, "eliminations", _candidates(eliminations, "eliminations"))
        put(self, "because", _roles(because))
        put(self, "houses", _houses(houses))
        put(self, "links", _links(links))
        put(self, "pattern", _text(pattern, "pattern"))
        put(self, "reason", _text(reason, "reason"))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a step never changes: {name} was set when it was made")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a step never changes: {name} stays")

    def _parts(self) -> tuple[Any, ...]:
        return (
            self.placements,
            self.eliminations,
            dict(self.because),
            self.houses,
            self.links,
            self.pattern,
            self.reason,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Step) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash((self.placements, self.eliminations))

    def __reduce__(self) -> tuple[Any, ...]:
        return Step, self._parts()

    def __repr__(self) -> str:
        parts = zip(("placements", "eliminations", "because"), self._parts())
        given = [*parts, ("reason", self.reason)]
        return f"Step({', '.join(f'{name}={value!r}' for name, value in given if value)})"

    def notation(self, layout: Layout) -> str:
        """The step in the field's usual notation, without the name of its strategy.

        ``r5c5=8``, or ``1,8 in r48c4 => r57c4<>1, r7c4<>8``.
        """
        pattern = self.pattern or self._default_pattern(layout)
        effect = ", ".join(
            [*_grouped(self.placements, "=", layout), *_grouped(self.eliminations, "<>", layout)]
        )
        return f"{pattern} => {effect}" if pattern else effect

    def _default_pattern(self, layout: Layout) -> str:
        because = [candidate for group in self.because.values() for candidate in group]
        if not because:
            return ""
        digits = ",".join(symbol(digit) for digit in sorted({digit for _, digit in because}))
        return f"{digits} in {compact((cell for cell, _ in because), layout)}"


def _grouped(candidates: Candidates, sign: str, layout: Layout) -> list[str]:
    """The candidates, cells of one digit together: ``r57c4<>1``."""
    cells_of: dict[int, list[int]] = {}
    for cell, digit in candidates:
        cells_of.setdefault(digit, []).append(cell)
    return [
        f"{compact(cells_of[digit], layout)}{sign}{symbol(digit)}" for digit in sorted(cells_of)
    ]


def _candidates(given: Iterable[Candidate], what: str) -> Candidates:
    if type(given) is tuple and not given:  # most parts of most steps
        return given
    if isinstance(given, Candidate):
        raise StepError(f"{what} must be a list of candidates, not one: write [{shown(given)}]")
    return tuple([_candidate(item, what) for item in _items(given, what, "candidates")])


def _candidate(item: Any, what: str) -> Candidate:
    if type(item) is Candidate:
        cell, digit = item
        if type(digit) is int and (type(cell) is Cell or type(cell) is int):
            return item
    if not (isinstance(item, tuple) and len(item) == 2):
        raise StepError(f"{what} must hold Candidate(cell, digit), not {shown(item)}")
    try:
        return Candidate(*map(_whole, item))
    except TypeError:
        raise StepError(
            f"{what} must have whole numbers for cell and digit, not {shown(item)}"
        ) from None


def _whole(number: Any) -> int:
    """`number` as an int, from any kind of whole number: numpy has its own."""
    if type(number) is Cell:
        return number
    if isinstance(number, bool):
        raise TypeError
    return index(number)


def _items(given: Iterable[Any], what: str, kind: str) -> Iterable[Any]:
    """What should be a list, to go through; a text or a dict is taken for a slip."""
    if type(given) is tuple or type(given) is list:
        return given
    try:
        if not isinstance(given, (str, bytes, Mapping)):
            return iter(given)
    except TypeError:
        pass
    raise StepError(f"{what} must be a list of {kind}, not {shown(given)}")


def _roles(
    because: Iterable[Candidate] | Mapping[str, Iterable[Candidate]],
) -> Mapping[str, Candidates]:
    if isinstance(because, Mapping):
        groups = {
            _text(role, "a role of because"): _candidates(group, f"because[{role!r}]")
            for role, group in because.items()
        }
    else:
        cause = _candidates(because, "because")
        groups = {"cause": cause} if cause else {}
    return MappingProxyType(groups)


def _houses(given: Iterable[House]) -> tuple[House, ...]:
    if isinstance(given, House):
        raise StepError(f"houses must be a list of houses, not one: write [house], not {given}")
    houses = tuple(_items(given, "houses", "houses"))
    for house in houses:
        if not isinstance(house, House):
            raise StepError(f"houses must hold houses of grid.layout, not {shown(house)}")
    return houses


def _links(given: Iterable[Any]) -> tuple[Link, ...]:
    if isinstance(given, Link):
        raise StepError("links must be a list of links, not one: write [link]")
    return tuple([_link(item) for item in _items(given, "links", "links")])


def _link(item: Any) -> Link:
    if not (isinstance(item, tuple) and len(item) == 3):
        raise StepError(
            f"links must hold (from candidates, to candidates, strong?), not {shown(item)}"
        )
    start, end, strong = item
    if not isinstance(strong, bool):
        raise StepError(f"a link is strong (True) or weak (False), not {shown(strong)}")
    return Link(
        _candidates(start, "an end of a link"), _candidates(end, "an end of a link"), strong
    )


def _text(given: Any, what: str) -> str:
    if not isinstance(given, str):
        raise StepError(f"{what} must be text, not {shown(given)}")
    return given
