"""Steps: one deduction, its placements and eliminations, and the reason."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sudoku_engine.board.candidates import (
    Candidate,
    Candidates,
    Link,
    Roles,
    candidates_of,
    items_of,
    links_of,
    roles_of,
    text_of,
)
from sudoku_engine.board.layout import Cell, House, Layout
from sudoku_engine.board.say import Said, Words
from sudoku_engine.board.words import brief, is_number
from sudoku_engine.bundled import brought
from sudoku_engine.errors import StepError

if TYPE_CHECKING:
    from sudoku_engine.board.clue import Clue

__all__ = ["COVER", "Branch", "Candidate", "Candidates", "Link", "Roles", "Step"]

COVER = "cover"
"""The role of houses that cover a fish: a step only says that they are houses.

For houses in other roles, or without a role, a step says where its digits can go in them.
"""


class _Fixed:
    """A value that never changes; it compares, copies and pickles by its parts."""

    __slots__ = ()

    def _parts(self) -> dict[str, Any]:
        """Return the arguments of this value, by name."""
        raise NotImplementedError

    def __setattr__(self, name: str, value: object) -> None:
        kind = type(self).__name__.lower()
        raise AttributeError(f"a {kind} never changes: {name} was set when the {kind} was made")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(
            f"a {type(self).__name__.lower()} never changes: {name} cannot be deleted"
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._parts() == other._parts()

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (type(self), self._parts())


def _made(kind: type[_Fixed], parts: dict[str, Any]) -> _Fixed:
    return kind(**parts)


class Branch(_Fixed):
    """One case of a step: what follows if a candidate is true, or the proof of a link.

    Branches are shown one after another, before the conclusion that they share. Titles that begin
    with ``then`` go on with the branch before.
    """

    __slots__ = ("because", "links", "said")

    said: Words
    """The title as given: text, or words that can be told in other languages."""
    because: Roles
    links: tuple[Link, ...]

    def __init__(
        self,
        title: Words,
        because: Iterable[Candidate] | Mapping[str, Iterable[Candidate]] = (),
        links: Iterable[Any] = (),
    ) -> None:
        """Make a branch with a `title` (``if r1c1 is 5``); the rest is as in a `Step`."""
        put = object.__setattr__
        put(self, "said", _words(title, "the title of a branch"))
        put(self, "because", roles_of(because))
        put(self, "links", links_of(links))

    @property
    def title(self) -> str:
        """Its title, in English."""
        return str(self.said)

    def _parts(self) -> dict[str, Any]:
        return {"title": self.said, "because": dict(self.because), "links": self.links}

    def __hash__(self) -> int:
        return hash((self.title, self.links))

    def __repr__(self) -> str:
        return f"Branch({self.title!r}, {dict(self.because)!r}, {self.links!r})"


class Step(_Fixed):
    """One deduction on a board. It never changes; lists become tuples.

    It prints in the usual notation, which `parse` reads:

    >>> print(Step([Candidate(40, 8)], reason="no other cell of row 5 can be 8"))
    r5c5=8

    A step does not know the strategy that found it; the event that carries it does.
    """

    __slots__ = (  # noqa: RUF023 (in the order of the values in `__init__`)
        "placements",
        "eliminations",
        "because",
        "houses",
        "house_roles",
        "links",
        "branches",
        "clues",
        "pattern",
        "said",
        "difficulty",
    )

    placements: Candidates
    eliminations: Candidates
    because: Roles
    houses: tuple[House, ...]
    """All houses that the step names, each once."""
    house_roles: Mapping[str, tuple[House, ...]]
    """The houses by role; empty if they were given without roles."""
    links: tuple[Link, ...]
    branches: tuple[Branch, ...]
    clues: tuple[Clue, ...]
    """The clues of the board that the step uses."""
    pattern: str
    said: Words
    """The reason as given: text, or words that can be told in other languages."""
    difficulty: float | None

    def __init__(
        self,
        placements: Iterable[Candidate] = (),
        eliminations: Iterable[Candidate] = (),
        because: Iterable[Candidate] | Mapping[str, Iterable[Candidate]] = (),
        houses: Iterable[House] | Mapping[str, Iterable[House]] = (),
        links: Iterable[Any] = (),
        pattern: str = "",
        reason: Words = "",
        *,
        branches: Iterable[Branch] = (),
        clues: Iterable[Clue] = (),
        difficulty: float | None = None,
    ) -> None:
        """Make a step that places `placements` and removes the candidates `eliminations`.

        `because`: the candidates that prove it, or a dict from a role (``cause``, ``fin``, ``colour
        1``) to such candidates. `houses`: the houses used, or a dict from a role (``base``,
        ``cover``) to houses. `links`: for chains, triples (from candidates, to candidates,
        strong?). `pattern`: the text before ``=>`` in the notation, by default the digits and cells
        of `because`, or nothing if the step places just these. `reason`: a sentence that says why
        the step is true, as text or from `say`. `branches`: its cases. `clues`: the clues of the
        board that it uses; if it names none, those by which its candidates exclude each other are
        found. `difficulty`: compared to other steps of its strategy. Raises StepError for arguments
        of other types.
        """
        if type(houses) not in (list, tuple) and isinstance(houses, Mapping):
            roles = _house_roles(houses)
            every = tuple(dict.fromkeys(house for group in roles.values() for house in group))
        else:
            roles, every = _NO_ROLES, _houses(houses, "houses")
        values = (
            candidates_of(placements, "placements"),
            candidates_of(eliminations, "eliminations"),
            roles_of(because),
            every,
            roles,
            links_of(links),
            _branches(branches),
            _clues(clues),
            text_of(pattern, "pattern"),
            _words(reason, "reason"),
            _number(difficulty),
        )
        for put, value in zip(_SETTERS, values):
            put(self, value)

    def _parts(self) -> dict[str, Any]:
        return {
            "placements": self.placements,
            "eliminations": self.eliminations,
            "because": dict(self.because),
            "houses": dict(self.house_roles) or self.houses,
            "links": self.links,
            "pattern": self.pattern,
            "reason": self.said,
            "branches": self.branches,
            "clues": self.clues,
            "difficulty": self.difficulty,
        }

    def replace(self, **changes: Any) -> Step:
        """Return this step with other values for the arguments in `changes`.

        >>> Step([Candidate(0, 5)], reason="so").replace(reason="") == Step([Candidate(0, 5)])
        True
        """
        return Step(**{**self._parts(), **changes})

    @property
    def reason(self) -> str:
        """Why the step is true, in English."""
        return str(self.said)

    @property
    def effect(self) -> tuple[frozenset[Candidate], frozenset[Candidate]]:
        """What the step places and what it eliminates, in no order."""
        return frozenset(self.placements), frozenset(self.eliminations)

    @property
    def grounds(self) -> Candidates:
        """The candidates that prove the step, of all its roles and branches, each once."""
        roles = (self.because, *(branch.because for branch in self.branches))
        groups = (group for named in roles for group in named.values())
        return tuple(dict.fromkeys(candidate for group in groups for candidate in group))

    @property
    def all_links(self) -> tuple[Link, ...]:
        """The links of the step, then those of its branches."""
        return (*self.links, *(link for branch in self.branches for link in branch.links))

    def __hash__(self) -> int:
        return hash((self.placements, self.eliminations))

    def __str__(self) -> str:
        return self.notation(self.likely_layout())

    def __repr__(self) -> str:
        return f"<Step {str(self) or 'that changes nothing'}>"

    @classmethod
    def parse(cls, text: str, layout: Layout | None = None) -> Step:
        """Return the step that is written as `text`: its effect, and the pattern before ``=>``.

        `text` may be a whole line of ``steps``, with number and technique. `layout`: the board, by
        default 9x9. Only the pattern of its proof is known. Raises LayoutError.

        >>> Step.parse("2. Naked Pair: 1,8 in r48c4 => r57c4<>1, r7c4<>8").eliminations
        (r5c4=1, r7c4=1, r7c4=8)
        """
        from sudoku_engine.board.notation import effects_in  # as below: the start needs no texts

        line = re.split(r"\s{2,}[\[(]", text.strip())[0]  # without [FILE] or (then … open)
        notation = line.rpartition(": ")[2] if re.match(r"[^=<>]*: ", line) else line
        placements, eliminations = effects_in(notation, layout or Layout.named("9x9"))
        pattern = notation.rpartition("=>")[0].strip()
        return cls(placements, eliminations, pattern=pattern)

    def _repr_svg_(self) -> str:
        return str(brought("step_svg")(self))

    def likely_layout(self) -> Layout:
        """Return a layout of the step's size, judged by its houses and cells."""
        for house in self.houses:
            return house.layout
        for cell, _ in (*self.placements, *self.eliminations, *self.grounds):
            name = re.fullmatch(r"r(\d+)c(\d+)", cell.name) if isinstance(cell, Cell) else None
            if name and name[1] != "1":
                return Layout.of_size((cell - int(name[2]) + 1) // (int(name[1]) - 1))
        return Layout.named("9x9")

    def notation(self, layout: Layout) -> str:
        """Return the step in the usual notation, without the name of its strategy.

        ``r5c5=8``, or ``1,8 in r48c4 => r57c4<>1, r7c4<>8``.
        """
        from sudoku_engine.board.notation import effect_text

        pattern = self.pattern or self._default_pattern(layout)
        effect = effect_text(self.placements, self.eliminations, layout)
        return f"{pattern} => {effect}" if pattern else effect

    def _default_pattern(self, layout: Layout) -> str:
        if not self.because and not self.branches:
            return ""
        from sudoku_engine.board.notation import subset_text

        named = [candidate for group in self.because.values() for candidate in group]
        grounds = named or self.grounds
        if {*grounds} <= {*self.placements}:  # r5c5=8 because of r5c5:8 says nothing twice
            return ""
        cells, digits = zip(*grounds)
        return subset_text(digits, cells, layout)


_SETTERS = [vars(Step)[name].__set__ for name in Step.__slots__]
"""The slots' own setters, since a step refuses assignment; they are fast, too."""

_NO_ROLES: Mapping[str, tuple[House, ...]] = MappingProxyType({})


def _house_roles(given: Mapping[str, Iterable[House]]) -> Mapping[str, tuple[House, ...]]:
    return MappingProxyType(
        {
            text_of(role, "a role of houses"): _houses(group, f"houses[{role!r}]")
            for role, group in given.items()
        }
    )


def _houses(given: Iterable[Any], what: str) -> tuple[House, ...]:
    if isinstance(given, House):
        raise StepError(f"{what} must be a list of houses, not {given}: write [house]")
    houses = tuple(items_of(given, what, "houses"))
    for house in houses:
        if not isinstance(house, House):
            raise StepError(f"{what} must hold houses of grid.layout, not {brief(house)}")
    return houses


def _branches(given: Iterable[Branch]) -> tuple[Branch, ...]:
    if type(given) is tuple and not given:
        return given
    if isinstance(given, Branch):
        raise StepError("branches must be a list of branches, not one: write [branch]")
    branches = tuple(items_of(given, "branches", "branches"))
    for branch in branches:
        if not isinstance(branch, Branch):
            raise StepError(
                f"branches must hold Branch(title, because, links), not {brief(branch)}"
            )
    return branches


def _clues(given: Iterable[Clue]) -> tuple[Clue, ...]:
    if type(given) is tuple and not given:
        return given
    from sudoku_engine.board.clue import Clue  # few boards have clues

    if isinstance(given, Clue):
        raise StepError(f"clues must be a list of clues, not {given}: write [clue]")
    clues = tuple(items_of(given, "clues", "clues"))
    for clue in clues:
        if not isinstance(clue, Clue):
            raise StepError(f"clues must hold clues of grid.layout, not {brief(clue)}")
    return tuple(dict.fromkeys(clues))


def _words(given: Any, what: str) -> Words:
    return given if type(given) is Said else text_of(given, what)


def _number(given: Any) -> float | None:
    if given is None:
        return None
    if isinstance(given, (bool, str, bytes)) or not hasattr(given, "__float__"):
        raise StepError(f"difficulty must be a number, or None, not {brief(given)}")
    number = given if isinstance(given, int) else float(given)
    if not is_number(number):
        raise StepError(f"difficulty must be a finite number, not {brief(given)}")
    return float(number)
