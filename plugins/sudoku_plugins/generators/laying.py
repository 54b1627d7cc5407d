"""Clues laid on a random full board, so that generators make puzzles with them.

A rule may name the cells where its clues may lie; otherwise its shape tells them. A cage is a patch
of cells, a thermometer is a path, a dot belongs to two neighbours, and a number outside to a line
of the board. Cells are drawn until the clue holds on the full board. The value of a clue is the sum
of its digits, no value, or another number that holds. Clues on lines, on patches and on cells that
a rule names share no cells.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Literal

from sudoku_engine import Cell, GaveUp, Grid, Layout
from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.clue import Clue, Value, obeys
from sudoku_engine.board.masks import mask_of
from sudoku_engine.board.variants import RuleProtocol, rule_book
from sudoku_engine.errors import LayoutError, UsageError
from sudoku_engine.randomness import below, chosen, shuffled
from sudoku_engine.search import LAID_ON, full_board

TRIES = 60
"""The most draws of cells for a clue before its rule has enough clues."""

STARTS = 10
"""The most full boards that are drawn if clues find no place."""

LEAST_CELLS, MOST_CELLS = 3, 6
"""The fewest and the most cells of a clue on a path."""

Kind = Literal["cell", "pair", "corner", "outside", "patch", "path"]
"""The kinds of cells that the clues of a rule have."""

KINDS: Mapping[str, Kind] = {
    **dict.fromkeys(("square", "disc", "minimum", "maximum"), "cell"),
    **dict.fromkeys(("cage", "solid cage", "shaded cage", "shade", "clone", "sets"), "patch"),
    "circle": "corner",
    "outside": "outside",
}
"""By shape; lines, thermometers and arrows are paths, and other shapes are between two cells."""

SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
AROUND = (*SIDES, (1, 1), (1, -1), (-1, 1), (-1, -1))


def layout_with_clues(
    rng: random.Random, layout: Layout, rules: Iterable[str], count: int | None = None
) -> Layout:
    """Return `layout` with clues of `rules`, drawn by `rng`, that some full board obeys.

    `count`: the number of clues of each rule that has cells, by default a number that looks good.
    Raises LayoutError for an unknown rule, UsageError for a `count` if no rule has cells, GaveUp if
    no clues are found.
    """
    known = list(dict.fromkeys(map(rule_book().find, rules)))
    given = [rule_book().clue(layout, rule.id) for rule in known if rule.is_everywhere]
    laid = [rule for rule in known if not rule.is_everywhere]
    if count is not None and not laid:
        raise UsageError("rules for the whole board have no clues to count: leave the number out")
    whole = rule_book().with_clues(layout, given)
    if not laid:
        return whole
    for _ in range(STARTS):
        why = ""
        laying = _Laying(rng, layout, full_board(rng, whole))
        for rule in laid:
            if not laying.add(rule, count or laying.usual(rule)):
                why = f"no place was found for a clue of {rule.name}"
        if laying.clues and not why:
            found = rule_book().with_clues(layout, [*laying.clues, *given])
            if Grid(found, laying.solution.digits).contradiction() is None:
                LAID_ON[found] = laying.solution.digits
                return found
            why = f"the clues break {given[-1] if given else 'each other'}"
    raise GaveUp(f"{why}, on {STARTS} full boards")


class _Laying:
    def __init__(self, rng: random.Random, layout: Layout, solution: Grid) -> None:
        self.solution = solution
        self.clues: list[Clue] = []
        self._rng = rng
        self._layout = layout
        self._used = 0
        """The cells of paths and patches."""
        self._passed: set[tuple[int, int]] = set()
        """The corners between cells that lines pass over; lines do not cross."""

    def usual(self, rule: RuleProtocol) -> int:
        """Return the number of clues of `rule` that looks good."""
        n = self._layout.n
        return {"corner": n // 2, "patch": 2 * n, "path": n // 2 + 1}.get(_kind(rule), n)

    def add(self, rule: RuleProtocol, count: int) -> bool:
        """Lay up to `count` clues of `rule`; return whether there is at least one."""
        of_rule: dict[frozenset[int], Clue] = {}
        misses = 0
        named = rule.places(self._layout, tuple(self.solution.digits))
        places = None if named is None else iter(shuffled(self._rng, named))
        while len(of_rule) < count and misses < TRIES:
            if places is None:
                clue = self._draw(rule)
            elif (cells := next(places, None)) is None:
                break
            else:
                clue = None if self._used & mask_of(cells) else self._clue(rule, cells)
            corners = [] if clue is None else self._corners(rule, clue)
            is_crossing = len({*corners, *self._passed}) < len(corners) + len(self._passed)
            if clue is None or frozenset(clue.cells) in of_rule or is_crossing:
                misses += 1
                continue
            misses = 0
            self._passed.update(corners)
            of_rule[frozenset(clue.cells)] = clue
            if places is not None or _kind(rule) in ("patch", "path"):
                self._used |= mask_of(clue.cells)
        self.clues += of_rule.values()
        return bool(of_rule)

    def _corners(self, rule: RuleProtocol, clue: Clue) -> list[tuple[int, int]]:
        """Return the corners between cells that `clue` passes over, if it is a line."""
        if _kind(rule) != "path":
            return []
        places = (divmod(cell, self._layout.n) for cell in clue.cells)
        return [(a + c, b + d) for (a, b), (c, d) in pairwise(places) if a != c and b != d]

    def _draw(self, rule: RuleProtocol) -> Clue | None:
        kind = _kind(rule)
        if kind == "outside":
            drawn = (chosen(self._rng, lines) for lines in _lines(self._layout))
            return next(filter(None, (self._clue(rule, line) for line in drawn)), None)
        start = chosen(self._rng, self._layout.cells)
        if kind == "cell":
            return self._clue(rule, [start])
        if kind == "corner":
            square = [self._beside(start, *by) for by in ((0, 0), (0, 1), (1, 0), (1, 1))]
            cells = [cell for cell in square if cell is not None]
            return self._clue(rule, cells) if len(cells) == len(square) else None
        if kind == "pair":
            return self._clue(rule, self._path(start, 2, SIDES))
        if kind == "patch":
            patch = self._patch(start, 2 + below(self._rng, 4))
            return self._clue(rule, sorted(patch) if len(patch) > 1 else [])
        path = self._path(start, MOST_CELLS, AROUND)
        for size in range(len(path), LEAST_CELLS - 1, -1):
            if clue := self._clue(rule, path[:size]):
                return clue
        return None

    def _beside(self, cell: int, down: int, right: int) -> Cell | None:
        n = self._layout.n
        row, column = cell // n + down, cell % n + right
        is_inside = 0 <= row < n and 0 <= column < n
        return self._layout.cells[row * n + column] if is_inside else None

    def _free(self, cell: int, ways: Sequence[tuple[int, int]], taken: Sequence[int]) -> list[Cell]:
        beside = [self._beside(cell, *way) for way in ways]
        return [
            each
            for each in beside
            if each is not None and each not in taken and not self._used >> each & 1
        ]

    def _path(self, start: Cell, size: int, ways: Sequence[tuple[int, int]]) -> list[Cell]:
        path = [] if self._used >> start & 1 else [start]
        while path and len(path) < size and (free := self._free(path[-1], ways, path)):
            path.append(chosen(self._rng, free))
        return path

    def _patch(self, start: Cell, size: int) -> list[Cell]:
        patch = [] if self._used >> start & 1 else [start]
        while patch and len(patch) < size:
            free = [each for cell in patch for each in self._free(cell, SIDES, patch)]
            digits = {self.solution.digits[cell] for cell in patch}
            free = [cell for cell in free if self.solution.digits[cell] not in digits]
            if not free:
                break
            patch.append(chosen(self._rng, free))
        return patch

    def _clue(self, rule: RuleProtocol, cells: Sequence[int]) -> Clue | None:
        """Return a clue of `rule` on `cells` that holds and says something new, or None."""
        if not cells:
            return None
        digits = [self.solution.digits[cell] for cell in cells]
        values: list[Value] = [sum(digits), None]
        if _kind(rule) == "corner":  # two, three or all of the digits around it
            some = shuffled(self._rng, digits)[: 2 + below(self._rng, 3)]
            values.insert(0, int("".join(map(str, sorted(some)))))
        for value in values:
            try:
                clue = rule_book().clue(self._layout, rule.id, cells, value)
            except LayoutError as error:
                if error.what.endswith(": it needs a value"):
                    values += shuffled(self._rng, range(sum(digits)))
                continue
            if self._holds(clue):
                return clue
        return None

    def _holds(self, clue: Clue) -> bool:
        """Return whether `clue` holds on the full board and is not just a part of a house."""
        houses = self._layout.houses
        return obeys(clue.parts, self.solution.digits) and any(
            part.fillings or all(mask_of(part.cells) & ~house.mask for house in houses)
            for part in clue.parts
        )


def _kind(rule: RuleProtocol) -> Kind:
    shape = rule.draws or "cage"
    if shape.endswith(" line") or "thermometer" in shape or "arrow" in shape:
        return "path"
    return KINDS.get(shape, "pair")


@per_layout
def _lines(layout: Layout) -> Sequence[Sequence[Sequence[Cell]]]:
    """Return the rows and columns, then the diagonals of three cells or more, in both directions.

    Diagonals are for rules that say nothing new about a house, such as sums.
    """
    n, cells = layout.n, layout.cells
    houses: list[Sequence[Cell]] = [house.cells for house in (*layout.rows, *layout.columns)]
    diagonals: list[Sequence[Cell]] = []
    for first in range(1, n - 2):
        diagonals += [
            cells[first * n :: n + 1],
            cells[first : (n - first) * n : n + 1],
            cells[first : first * n + 1 : n - 1],
            cells[(first + 1) * n - 1 :: n - 1],
        ]
    return [[*lines, *(line[::-1] for line in lines)] for lines in (houses, diagonals)]
