"""A step: one deduction, what it places and strikes, because of what, said how."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sudoku_engine.errors import StepError
from sudoku_engine.layout import House, Layout
from sudoku_engine.wording import compact, symbol


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

    __delattr__ = __setattr__  # type: ignore[assignment]

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
        given = (
            (name, getattr(self, name))
            for name in ("placements", "eliminations", "because", "reason")
        )
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
    if isinstance(given, Candidate):
        raise StepError(f"{what} must be a list of candidates, not one: write {what}=[{given!r}]")
    try:
        return tuple([_candidate(item, what) for item in given])
    except TypeError:
        if isinstance(given, Iterable):
            raise
        raise StepError(f"{what} must be a list of candidates, not {given!r}") from None


def _candidate(item: Any, what: str) -> Candidate:
    if type(item) is not Candidate:
        if not (isinstance(item, tuple) and len(item) == 2):
            raise StepError(f"{what} must hold Candidate(cell, digit), not {item!r}")
        item = Candidate(*item)
    if not (isinstance(item.cell, int) and isinstance(item.digit, int)):
        raise StepError(f"a cell and a digit are whole numbers, not those of {item!r}")
    return item


def _roles(
    because: Iterable[Candidate] | Mapping[str, Iterable[Candidate]],
) -> Mapping[str, Candidates]:
    if isinstance(because, Mapping):
        return {
            _text(role, "a role of because"): _candidates(group, "because")
            for role, group in because.items()
        }
    cause = _candidates(because, "because")
    return {"cause": cause} if cause else {}


def _houses(given: Iterable[House]) -> tuple[House, ...]:
    if isinstance(given, House):
        raise StepError(f"houses must be a list of houses, not one: write houses=[{given}]")
    if not isinstance(given, Iterable):
        raise StepError(f"houses must be a list of houses, not {given!r}")
    houses = tuple(given)
    for house in houses:
        if not isinstance(house, House):
            raise StepError(f"houses must hold houses of grid.layout, not {house!r}")
    return houses


def _links(given: Iterable[Any]) -> tuple[Link, ...]:
    links = []
    for item in given:
        if not (isinstance(item, tuple) and len(item) == 3):
            raise StepError(
                f"links must hold (from candidates, to candidates, strong?), not {item!r}"
            )
        start, end, strong = item
        links.append(Link(_candidates(start, "links"), _candidates(end, "links"), bool(strong)))
    return tuple(links)


def _text(given: Any, what: str) -> str:
    if not isinstance(given, str):
        raise StepError(f"{what} must be text, not {given!r}")
    return given
