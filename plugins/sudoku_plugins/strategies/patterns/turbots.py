"""Two strong links of a digit, joined by a weak one: the engine of three patterns.

A *strong link* are the two last places of a digit in a house: one of them holds it. Take two
strong links, A = B and C = D, such that B and C see each other. B and C cannot both hold the
digit; so A holds it, or D, or both. Whatever sees both A and D loses the digit::

    A === B --- C === D    = one of the two is true, - at most one is true

What the pattern is called depends on its houses. Two rows (or two columns) joined by a line across
are a skyscraper; a row and a column joined in a box are a 2-string kite; all others are turbot
fish.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Literal, NamedTuple

from sudoku_engine import Candidate, Cell, Grid, House, Layout, Link, Step
from sudoku_engine.board.bounded_cache import bounded_cache
from sudoku_engine.board.notation import chain_text
from sudoku_engine.board.words import symbol
from sudoku_plugins.strategies.analysis.effects import first_of_each_effect
from sudoku_plugins.strategies.analysis.places import StrongLink, houses_holding, strong_links

Form = Literal["skyscraper", "kite", "other"]


class Turbot(NamedTuple):
    """The chain ``start = one - other = end`` of cells, for one digit."""

    start: Cell
    one: Cell
    other: Cell
    end: Cell
    first: House
    """The house of the strong link from `start` to `one`."""
    second: House
    """The house of the strong link from `other` to `end`."""
    join: House
    """A house of both `one` and `other`."""
    eliminated: int
    """The mask of the cells that lose the digit."""

    @property
    def form(self) -> Form:
        """Which of the three patterns it is."""
        kinds = {self.first.kind, self.second.kind}
        if kinds in ({"row"}, {"column"}) and self.join.kind in {"row", "column"}:
            return "skyscraper"
        return "kite" if kinds == {"row", "column"} and self.join.kind == "box" else "other"

    def links(self, digit: int) -> list[Link]:
        """Return the chain of the `digit`'s candidates."""
        ends = [(Candidate(cell, digit),) for cell in self[:4]]
        return [*map(Link, ends, ends[1:], (True, False, True))]

    def reason(self, digit: int) -> str:
        """Return why it is true, for `digit`."""
        start, one, other, end = self[:4]
        number = symbol(digit)
        return (
            f"{self.first} has its {number} in {start} or {one}, {self.second} in {other} or {end}"
            f"; {one} and {other}, both in {self.join}, are not both {number}; so {start} or {end} "
            f"is {number}, and a cell that sees both of these is not"
        )

    def short_reason(self, digit: int) -> str:
        """Return why it is true, for `digit`, where another pattern with a reason came before."""
        return (
            f"likewise {self.start} or {self.end} is {symbol(digit)}, by {self.first} and "
            f"{self.second}"
        )


@bounded_cache(lambda found: 600 + 300 * sum(map(len, found.values())))
def turbots(board: int, layout: Layout, held: int = 0) -> Mapping[Form, tuple[Turbot, ...]]:
    """Return by form all patterns in one digit's `board` that eliminate something.

    `held`: the houses to leave out, as `houses_holding` returns them. Several patterns may have
    the same effect.
    """
    peers = layout.peer_masks
    found: dict[Form, list[Turbot]] = {"skyscraper": [], "kite": [], "other": []}
    for first, second in combinations(strong_links(board, layout, held), 2):
        for start, one in _both_ways(first):
            losing = board & peers[start]
            for other, end in _both_ways(second):
                if (
                    peers[one] >> other & 1
                    and losing & peers[end]
                    and len({start, one, other, end}) == 4
                ):
                    join = next(h for h in layout.houses_of(one) if h.mask >> other & 1)
                    turbot = Turbot(
                        *(start, one, other, end),
                        *(first.house, second.house, join),
                        losing & peers[end],
                    )
                    found[turbot.form].append(turbot)
    return {form: tuple(each) for form, each in found.items()}


def _both_ways(link: StrongLink) -> tuple[tuple[Cell, Cell], tuple[Cell, Cell]]:
    return (link.first, link.second), (link.second, link.first)


def turbots_of(grid: Grid, digit: int, form: Form) -> tuple[Turbot, ...]:
    """Return the patterns of a `form` that `digit` has on `grid`."""
    return turbots(grid.boards[digit], grid.layout, houses_holding(digit, grid))[form]


def turbot_steps(grid: Grid, form: Form) -> Iterator[Step]:
    """Yield the steps of a `form`, one for each effect."""
    return first_of_each_effect(
        turbot_step([(digit, turbot)], grid.layout)
        for digit in grid.open_digits
        for turbot in turbots_of(grid, digit, form)
    )


def turbot_step(found: Sequence[tuple[int, Turbot]], layout: Layout) -> Step:
    """Return the step of one or more patterns, each with its digit."""
    links = [link for digit, turbot in found for link in turbot.links(digit)]
    because = [Candidate(cell, digit) for digit, turbot in found for cell in turbot[:4]]
    houses = [house for _, turbot in found for house in (turbot.first, turbot.second)]
    (first_digit, first), *others = found
    likewise = [turbot.short_reason(digit) for digit, turbot in others]
    return Step(
        eliminations=[
            Candidate(cell, digit)
            for digit, turbot in found
            for cell in layout.cells_in(turbot.eliminated)
        ],
        because=[*dict.fromkeys(because)],
        houses=[*dict.fromkeys(houses)],
        links=links,
        pattern=chain_text(links, layout),
        reason="; ".join([first.reason(first_digit), *likewise]),
    )
