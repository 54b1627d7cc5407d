"""The parts of a step: candidates with their roles, and links. All are checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import index
from types import MappingProxyType
from typing import Any, NamedTuple

from sudoku_engine.board.layout import Cell, Layout
from sudoku_engine.board.words import brief, cell_with_digit, named, symbol
from sudoku_engine.errors import StepError, printable


class Candidate(NamedTuple):
    """A digit that a cell may hold.

    >>> Candidate(24, 5)
    r3c7=5
    """

    cell: int
    digit: int

    @classmethod
    def parse(cls, text: str, layout: Layout | None = None) -> Candidate:
        """Return the candidate written as ``r3c7=5``, ``r3c7-5`` or ``r3c7:5``.

        `layout`: the board, by default 9x9. Raises LayoutError.

        >>> Candidate.parse("r3c7=5").digit
        5
        """
        return cls(*cell_with_digit(text, layout or Layout.named("9x9")))

    def __repr__(self) -> str:
        cell, digit = self
        if type(digit) is not int or not (type(cell) is Cell or cell in range(81)):
            return f"Candidate(cell={cell!r}, digit={digit!r})"
        place = named(cell)
        return f"{place}={symbol(digit, place.signs)}"


Candidates = tuple[Candidate, ...]
Roles = Mapping[str, Candidates]
"""Candidates by their role in a step: ``cause``, ``fin``, ``colour 1``, …"""


class Link(NamedTuple):
    """One link of a chain: if all of `start` are false (or true), `end` is true (or false).

    A strong link says "one of the two is true", a weak one "at most one is".
    """

    start: Candidates
    end: Candidates
    strong: bool


def candidates_of(given: Iterable[Any], what: str) -> Candidates:
    """Return `given` as candidates; `what` names it in a StepError."""
    if isinstance(given, Candidate):
        raise StepError(
            f"{what} must be a list of candidates, not one: write [Candidate(cell, digit)]"
        )
    found = tuple(items_of(given, what, "candidates"))
    for item in found:
        if not (type(item) is Candidate and type(item[0]) in _CELLS and type(item[1]) is int):
            return tuple([_candidate(each, what) for each in found])
    return found


_CELLS = (Cell, int)


def _candidate(item: Any, what: str) -> Candidate:
    if not (isinstance(item, tuple) and len(item) == 2):
        raise StepError(f"{what} must hold Candidate(cell, digit), not {brief(item)}")
    if isinstance(item[1], Cell):
        raise StepError(
            f"{what} must hold Candidate(cell, digit): {item[1]} is a cell and stands where the "
            "digit belongs"
        )
    try:
        return Candidate(*map(_whole, item))
    except TypeError:
        raise StepError(
            f"{what} must have whole numbers for cell and digit, not {brief(item)}"
        ) from None


def _whole(number: Any) -> int:
    """Return `number` as an int, from any kind of whole number: numpy has its own."""
    if type(number) is Cell:
        return number
    if isinstance(number, bool):
        raise TypeError
    return index(number)


def items_of(given: Iterable[Any], what: str, kind: str) -> Iterable[Any]:
    """Return `given` as a list; a text or a dict is an error."""
    if type(given) is tuple or type(given) is list:
        return given
    try:
        if not isinstance(given, (str, bytes, Mapping)):
            return iter(given)
    except TypeError:
        pass
    raise StepError(f"{what} must be a list of {kind}, not {brief(given)}")


def roles_of(because: Iterable[Candidate] | Mapping[str, Iterable[Candidate]]) -> Roles:
    """Return the candidates that make a step true, by role; the default role is ``cause``."""
    if type(because) not in (list, tuple) and isinstance(because, Mapping):
        groups = {
            text_of(role, "a role of because"): candidates_of(group, f"because[{role!r}]")
            for role, group in because.items()
        }
    else:
        cause = candidates_of(because, "because")
        groups = {"cause": cause} if cause else {}
    return MappingProxyType(groups)


def links_of(given: Iterable[Any]) -> tuple[Link, ...]:
    """Return the `given` triples (from, to, strong?) as links."""
    if type(given) is tuple and not given:
        return given
    if isinstance(given, Link):
        raise StepError("links must be a list of links, not one: write [link]")
    return tuple([_link(item) for item in items_of(given, "links", "links")])


def _link(item: Any) -> Link:
    if not (isinstance(item, tuple) and len(item) == 3):
        raise StepError(
            f"links must hold (from candidates, to candidates, strong?), not {brief(item)}"
        )
    start, end, strong = item
    if not isinstance(strong, bool):
        raise StepError(f"a link is strong (True) or weak (False), not {brief(strong)}")
    return Link(
        candidates_of(start, "an end of a link"), candidates_of(end, "an end of a link"), strong
    )


MOST_LETTERS = 25_000
"""The most characters in a text of a step: ours have at most 1,000, and a check reads all of it."""


def text_of(given: Any, what: str) -> str:
    """Return `given`, a person's text, as one line; `what` names it in a StepError."""
    if not isinstance(given, str):
        raise StepError(f"{what} must be text, not {brief(given)}")
    if len(given) > MOST_LETTERS:
        raise StepError(f"{what} has {len(given):,} characters: at most {MOST_LETTERS:,} are read")
    return given if given.isprintable() else printable(" ".join(given.split()))
