"""Kraken fish: a fish whose fins do not see what it eliminates, but reach it by chains.

Learn finned fish first: some rows need a digit, and their places are in as many columns, except for
some fins. Either a fin is true, or the fish: so what the fish would eliminate is false if it sees
all fins. A kraken has longer arms: from each fin a chain leads to the candidate and makes it
false::

    . X . | . . . | . X F ---+      if F is false, rows 1 and 4 are an X-wing,
    . . . | . . . | . . .    |      and * is false;
    . . . | . . . | . . .    |
    ------+-------+------    |      if F is true, * is false, too: F does not
    . X . | . . . | . X .    |      see it, but a chain from F says so
    . . . | . . . | . * . ---+

**Type 1.** What is eliminated is in the cover, where the fish itself would eliminate it.

**Type 2.** It may be any candidate, of any digit, if chains lead to it from all fins and from all
places in one of the covers. One of these places is true, since the other covers have room for one
digit less than the base lines need.

Here both are found in the same way: suppose that the candidate is true, follow all chains from it,
and look for base lines whose places are then left in too few cover lines. All basic fish of two to
four lines take part, with at most five places to start from. It is hard to see, and runs only where
it is named. In the notation the chains follow the fish. Described at
https://hodoku.sourceforge.net/en/tech_fishk.php.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sudoku_engine import Grid, House, Step, say
from sudoku_engine.board.masks import bits, mask_of, union
from sudoku_engine.board.notation import chain_text
from sudoku_plugins.strategies.analysis import houses_holding
from sudoku_plugins.strategies.analysis.links import LinkGraph, link_graph
from sudoku_plugins.strategies.analysis.pattern_texts import Fish, fish_text
from sudoku_plugins.strategies.analysis.truths import candidates
from sudoku_plugins.strategies.families import forcing_strategy
from sudoku_plugins.strategies.fish.basic_fish import both_ways
from sudoku_plugins.strategies.forcing.forcing_chain import (
    Layers,
    backwards,
    chain_branch,
    chain_houses,
    closures,
    told,
)
from sudoku_plugins.strategies.naked_subsets import groups_of

EXAMPLE = "...7...9.1......2.74.2.9138.1.9.485.874....69...68..415284...13467....859318.5.7."
"""A swordfish of 2 in columns 1, 3 and 9, with a fin in r9c9; it eliminates 2 from r6c6."""

LARGEST = 4
MOST_FINS = 5
"""The most places from which chains start."""


@forcing_strategy("Kraken Fish", score=500, level="extreme", example=EXAMPLE, by_default=False)
def kraken_fish(grid: Grid) -> Iterator[Step]:
    """Eliminate what is false if a fish is true, and by chains if one of its fins is."""
    graph = link_graph(grid)
    if not graph.linked:
        return
    directions = _directions(grid)
    found = []
    for (node, is_true), (on, off) in closures(graph).items():
        # Contradictions are a matter of forcing chains.
        if is_true and not on & off:
            layers = Layers((node, True), graph)
            krakens = _krakens(node, off, layers, directions, grid)
            best = min(krakens, key=_Kraken.key, default=None)
            if best is not None:
                found.append(best)
    for kraken in sorted(found, key=_Kraken.key):
        yield kraken.step(graph)


class _Direction(NamedTuple):
    """Lines of one kind as base and of the other as cover, for one digit."""

    digit: int
    base: tuple[House, ...]
    """The lines that need the digit."""
    cover: tuple[House, ...]
    fewest: int
    """The number of places in the line of the base that has fewest."""


def _directions(grid: Grid) -> list[_Direction]:
    """Return rows against columns and columns against rows, for each open digit."""
    layout = grid.layout
    found = []
    for digit in grid.open_digits:
        closed = houses_holding(digit, grid)
        for lines in both_ways(layout):
            base = tuple(
                line
                for number, line in enumerate(lines.base, layout.n if lines.turned else 0)
                if grid.boards[digit] & line.mask and not closed >> number & 1
            )
            fewest = min(
                ((grid.boards[digit] & line.mask).bit_count() for line in base), default=layout.n
            )
            found.append(_Direction(digit, base, lines.cover, fewest))
    return found


def _krakens(
    node: int, off: int, layers: Layers, directions: Sequence[_Direction], grid: Grid
) -> Iterator[_Kraken]:
    """Yield the krakens that eliminate `node`, from which it follows that all of `off` is false."""
    n_cells = len(grid.digits)
    for digit, base, cover, fewest in directions:
        board = grid.boards[digit]
        gone = off >> n_cells * (digit - 1) & board
        if fewest - gone.bit_count() >= LARGEST:
            continue
        own = 1 << node % n_cells if node // n_cells == digit - 1 else 0
        few = []
        for line in base:
            left = board & line.mask & ~gone
            if left and gone & line.mask and not own & line.mask and left.bit_count() < LARGEST:
                few.append((line, mask_of(i for i, house in enumerate(cover) if house.mask & left)))
        sizes = range(2, min(LARGEST, len(few)) + 1)
        for lines, columns in (each for size in sizes for each in groups_of(few, size, size - 1)):
            places = board & union(line.mask for line in lines)
            kept = union(cover[i].mask for i in bits(columns))
            starts = places & ~kept
            if starts.bit_count() <= MOST_FINS:
                length = layers.length_to_all(starts << n_cells * (digit - 1))
                if length > starts.bit_count() or not own:  # else it is a finned fish
                    rest = [i for i in range(len(cover)) if not columns >> i & 1]
                    last = max(
                        rest,
                        key=lambda i: (
                            (cover[i].mask & own).bit_count(),
                            (cover[i].mask & starts).bit_count(),
                        ),
                    )
                    yield _Kraken(
                        node,
                        digit,
                        lines,
                        tuple(cover[i] for i in bits(columns)),
                        cover[last],
                        places,
                        starts,
                        length,
                        layers,
                    )


class _Kraken(NamedTuple):
    """A fish, and chains from places of its base to what it eliminates; cells are masks."""

    node: int
    digit: int
    base: tuple[House, ...]
    kept: tuple[House, ...]
    """The covers, one fewer than base lines, that hold all other places."""
    last: House
    """The cover with the candidate, or with most of the `starts`."""
    places: int
    starts: int
    """Those of which one is true, since the others are in one cover line too few."""
    length: int
    layers: Layers
    """What follows if it is true."""

    def key(self) -> tuple[int, int, int]:
        """Return the key to sort by: short chains and small fish come first."""
        return self.length, len(self.base), self.starts.bit_count()

    def step(self, graph: LinkGraph) -> Step:
        """Return the step."""
        layout = graph.layout
        offset = len(layout.cells) * (self.digit - 1)
        chains = [
            backwards(self.layers.chain_to((offset + cell, False))) for cell in bits(self.starts)
        ]
        covers = {*self.kept, self.last}
        cover = tuple(house for house in layout.houses if house in covers)
        fins = self.places & ~union(house.mask for house in cover)
        masks = {"cause": self.places & ~fins, "fin": fins}
        roles = {role: candidates(mask, layout, self.digit) for role, mask in masks.items()}
        branches = [
            chain_branch(say("if {start}", start=told(chain[0], graph)), chain, graph)
            for chain in chains
        ]
        fish = Fish(self.digit, self.base, cover, tuple(layout.cells_in(fins)))
        strong = [house for chain in chains for house in chain_houses(chain, graph)]
        houses = {"base": self.base, "cover": cover, "link": [*dict.fromkeys(strong)]}
        texts = [fish_text(fish, layout), *(chain_text(each.links, layout) for each in branches)]
        return Step(
            eliminations=[graph.candidate(self.node)],
            because={role: group for role, group in roles.items() if group},
            houses={role: group for role, group in houses.items() if group},
            pattern="; ".join(texts),
            reason=say(
                "{base} cannot all have {digit} in {kept},| so one of {starts} holds it;| from "
                "each of them a chain says that {end}",
                base=self.base,
                digit=self.digit,
                kept=self.kept,
                starts=layout.cells_in(self.starts),
                end=told((self.node, False), graph),
            ),
            branches=branches,
            difficulty=self.length,
        )
