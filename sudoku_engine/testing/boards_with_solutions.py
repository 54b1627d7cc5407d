"""Hundreds of boards of all levels with their solutions, the same on every machine.

Our own puzzles, the boards on the way to their solutions where singles find nothing more, and
boards with candidates struck at random that the solution does not need. They are made as they are
asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from sudoku_engine.board.grid import Grid, Marks
from sudoku_engine.board.layout import SYMBOLS, Layout
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.board.words import listed
from sudoku_engine.errors import UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import VISIBLE_SINGLE
from sudoku_engine.randomness import below

BOARDS = Path(__file__).parent / "boards"

GROUPS = {
    "9x9": ("quads", "hard", "minimal", "easy"),
    "twofold": ("twofold",),
    "4x4": ("4x4",),
    "6x6": ("6x6",),
    "12x12": ("12x12",),
    "16x16": ("16x16",),
    "diagonals": ("diagonals",),
    "jigsaw": ("jigsaw",),
}
"""The files of `boards/` with the puzzles of each group; all of a group have one layout."""

MOST_PUZZLES = 92
"""How many puzzles of a group boards are made of."""

MOST_ON_THE_WAY = 3
"""How many boards of one puzzle's way to the solution are taken."""


class Position(NamedTuple):
    """A board with the digits of its solution, by cell, and where it is from.

    `other`: those of a second solution, empty where there is none.
    """

    grid: Grid
    solution: tuple[int, ...]
    source: str
    other: tuple[int, ...] = ()


class Shelf:
    """The boards of all groups, each made once; `strategies` are the bundled ones.

    `layout`: the one that plugins are to be checked on, None for those that they are made for;
    `puzzles`: of how many puzzles of a group boards are made, at the most. Raises UsageError
    where there are no boards of the layout.
    """

    def __init__(
        self,
        strategies: Sequence[Component],
        layout: Layout | None = None,
        puzzles: int = MOST_PUZZLES,
    ) -> None:
        self.strategies = strategies
        self.layout = layout
        self.puzzles = puzzles
        self.group = None if layout is None else _group_of(layout)
        self._made: dict[tuple[str, Marks], list[Position]] = {}
        self._coming: dict[tuple[str, Marks], Iterator[Position]] = {}

    def positions(self, group: str, marks: Marks = "auto") -> Iterator[Position]:
        """The boards of a `group` of `GROUPS`, with pencil marks kept as `marks` says."""
        key = group, marks
        made = self._made.setdefault(key, [])
        coming = self._coming.setdefault(
            key, positions(group, self.strategies, marks, self.puzzles)
        )
        index = 0
        while True:
            if index == len(made):
                position = next(coming, None)
                if position is None:
                    return
                made.append(position)
            yield made[index]
            index += 1

    def share(self, groups: Mapping[str, int]) -> Mapping[str, int]:
        """How many puzzles of which group: as in `groups`, or as many of the layout's own."""
        return groups if self.group is None else {self.group: sum(groups.values())}


def _group_of(layout: Layout) -> str:
    known: dict[Layout, str] = {}
    for group in GROUPS:
        known.setdefault(puzzles_of(group)[0].grid.layout, group)
    if layout not in known:
        names = listed(each.name for each in known)
        raise UsageError(f"the kit has no boards of the layout {layout}: it has {names}")
    return known[layout]


def positions(
    group: str, strategies: Sequence[Component], marks: Marks, most: int
) -> Iterator[Position]:
    """The boards of at most `most` puzzles of a group, on whose way the bundled `strategies` lead.

    With `marks` ``manual`` candidates are struck by strategies alone, and those of the boards
    are what one who has struck half of them has left.
    """
    puzzles = _spread(puzzles_of(group), most)
    for number, puzzle in enumerate(puzzles):
        rng = Random(f"{group} {number}")
        if marks == "manual":
            yield _struck(rng, puzzle._replace(grid=puzzle.grid.with_marks("manual")), 0.5)
            continue
        yield puzzle
        way = list(_at_rest(puzzle, strategies))
        if puzzle.other:
            yield from (_filled(rng, board) for board in way[-1:])
            yield from way[-1:]
            continue
        yield from way[:MOST_ON_THE_WAY]
        yield _filled(rng, puzzle)
        if way:
            yield _struck(rng, way[0], 0.3)
            yield _struck(rng, way[-1], 0.6)


def _spread(puzzles: Sequence[Position], most: int) -> list[Position]:
    """At most `most` of the `puzzles`, spread over all of them."""
    number = min(len(puzzles), most)
    return [puzzles[index * len(puzzles) // number] for index in range(number)]


def _at_rest(puzzle: Position, strategies: Sequence[Component]) -> Iterator[Position]:
    """The boards on the way through `puzzle` on which easy strategies find nothing more."""
    grid, steps = puzzle.grid, 0
    trial = [strategy for strategy in strategies if strategy.id != VISIBLE_SINGLE]
    while grid.boards[0]:
        found = _first(trial, grid)
        if found is None or found[0].object.level != "easy":
            yield puzzle._replace(grid=grid, source=f"{puzzle.source}, after {steps} steps")
        if found is None:
            return
        grid = grid.apply(found[1])
        steps += 1


def _first(strategies: Iterable[Component], grid: Grid) -> tuple[Component, Step] | None:
    """The first step on `grid` that one of the `strategies` has, with that strategy."""
    for strategy in strategies:
        for step in strategy.call(grid) or ():
            return strategy, step
    return None


def _filled(rng: Random, position: Position) -> Position:
    """The board with about half of its open cells filled."""
    grid, solution, source, other = position
    placed = [
        Candidate(cell, solution[cell])
        for cell in grid.open_cells
        if below(rng, 2) and (not other or solution[cell] == other[cell])
    ]
    return position._replace(grid=grid.apply(Step(placed)), source=f"{source}, half filled")


def _struck(rng: Random, position: Position, part: float) -> Position:
    """The board without about a `part` of the candidates that its solution does not need."""
    grid, solution, source, _ = position
    struck = [
        Candidate(cell, digit)
        for cell in grid.open_cells
        for digit in sorted(grid.candidates(cell))
        if digit != solution[cell] and rng.random() < part
    ]
    return Position(grid.apply(Step((), struck)), solution, f"{source}, candidates struck")


@cache
def puzzles_of(group: str) -> tuple[Position, ...]:
    """The puzzles of a `group` of `GROUPS`, those of its files in turn."""
    files = [_read(name) for name in GROUPS[group]]
    ranked = [
        (number / len(puzzles), order, puzzle)
        for order, puzzles in enumerate(files)
        for number, puzzle in enumerate(puzzles)
    ]
    return tuple(puzzle for _, _, puzzle in sorted(ranked, key=lambda one: one[:2]))


def _read(name: str) -> list[Position]:
    lines = (BOARDS / f"{name}.txt").read_text(encoding="ascii").splitlines()
    layout = _layout([line for line in lines if line.startswith("#")])
    found = []
    for number, line in enumerate(lines, 1):
        if not line.startswith("#"):
            puzzle, *solutions = (
                tuple(map((".", *SYMBOLS).index, part)) for part in line.split(",")
            )
            source = f"{name}.txt:{number}"
            found.append(Position(Grid(layout, puzzle), solutions[0], source, *solutions[1:]))
    return found


def _layout(comments: Sequence[str]) -> Layout:
    """The layout that the `comments` of a file tell."""
    regions = []
    for comment in comments:
        key, _, told = comment.removeprefix("# ").partition(": ")
        if key == "layout":
            return Layout.named(told)
        if key == "region":
            regions.append(told)
    return Layout.of_regions("\n".join(regions))
