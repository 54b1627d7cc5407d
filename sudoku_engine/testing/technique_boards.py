"""Boards on which the bundled techniques find something, by technique: met on the way to solutions.

The kit takes them for strategies of that name or family, which may find hardly anything on others.

On some more boards four cells look like a unique rectangle, but are in four boxes. Three of them
hold 1 and 2, say, and the fourth has one digit more; or two and two. In two boxes something could
be eliminated if there is one solution; in four boxes it could not.
"""

from __future__ import annotations

import difflib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, islice

from sudoku_engine import search
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Cell, Layout
from sudoku_engine.board.step import Step
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import plain_name
from sudoku_engine.testing.boards_with_solutions import (
    BY_TECHNIQUE,
    Position,
    digits_of_line,
    lines_of,
    puzzles_of,
    with_eliminations,
)

CLASSIC = Layout.named("9x9")


@cache
def technique_boards(name: str) -> Sequence[Position]:
    """Return the boards for the technique with the id `name`, or those of a family alone."""
    return tuple(_position(number, words) for number, words in _lines().get(name, ()))


@cache
def _lines() -> Mapping[str, Sequence[tuple[int, Sequence[str]]]]:
    """Return the numbers of the lines of the file, each with its words, by technique."""
    found = defaultdict(list)
    for number, line in enumerate(lines_of(BY_TECHNIQUE), 1):
        if not line.startswith("#"):
            name, *words = line.split()
            found[name].append((number, words))
    return found


def _position(number: int, words: Sequence[str]) -> Position:
    puzzle, digits, *eliminations = words
    start = Grid(CLASSIC, digits_of_line(puzzle))
    solution, *others = (found.digits for found in islice(search.solutions(start), 2))
    second = others[0] if others else ()
    grid = with_eliminations(Grid(CLASSIC, digits_of_line(digits)), eliminations, start.given)
    return Position(grid, solution, f"{BY_TECHNIQUE}:{number}", second)


GROUP = "9x9"  # the group of puzzles whose solutions are used

MOST_BOARDS = 16

SOURCE = "a rectangle in four boxes"  # what the boards are, at the end of their `source`


@cache
def boards_with_false_rectangles() -> tuple[Position, ...]:
    """Return boards with one solution, each with such a rectangle."""
    found = (_with_rectangle(puzzle, number) for number, puzzle in enumerate(puzzles_of(GROUP)))
    return tuple(islice((position for position in found if position is not None), MOST_BOARDS))


def _with_rectangle(puzzle: Position, number: int) -> Position | None:
    """Return the solution of `puzzle` with open cells around a rectangle, if it has one."""
    layout, solution = puzzle.grid.layout, puzzle.solution
    for corners in _rectangles(layout, solution):
        turned = [corners[(index + number) % 4] for index in range(4)]
        n_bare = 3 - number % 2
        pair = {solution[cell] for cell in corners}
        for extra in set(layout.digits) - pair:
            wanted = {cell: {*pair} for cell in turned[:n_bare]}
            wanted |= {cell: {*pair, extra} for cell in turned[n_bare:]}
            blank = {
                other
                for cell, held in wanted.items()  # open, so that the cell can hold them
                for other in (cell, *(o for o in layout.peers(cell) if solution[o] in held))
            }
            grid = Grid(layout, [0 if cell in blank else d for cell, d in enumerate(solution)])
            is_meant = all(grid.candidates(cell) == held for cell, held in wanted.items())
            if is_meant and search.count(grid, 2) == 1:
                return Position(grid, solution, f"{puzzle.source}, {SOURCE}")
    return None


def _rectangles(layout: Layout, solution: tuple[int, ...]) -> Iterator[list[Cell]]:
    """Yield four cells in four boxes that hold two digits crosswise."""
    for upper, lower in combinations(layout.rows, 2):
        for left, right in combinations(range(layout.n), 2):
            corners = [upper.cells[left], upper.cells[right], lower.cells[right], lower.cells[left]]
            a, b, c, d = (solution[cell] for cell in corners)
            boxes = {layout.houses_of(cell)[2] for cell in corners}
            if a == c and b == d and len(boxes) == len(corners):
                yield corners


WITH_FINS = re.compile(r"_fins?(_|$)")  # a word in the name of a finned fish


def technique_like(component: Component, ours: Iterable[Component]) -> Component | None:
    """Return the one of `ours` whose id or name is part of the strategy's, or near it.

    None for one of `ours` itself: other techniques may have names near its own.
    """
    techniques = list(ours)
    if any(other.object is component.object for other in techniques):
        return None
    if (inside := technique_named_in(component, techniques)) is not None:
        return inside
    words = _words_of(component)
    by_word = {plain_name(technique.id): technique for technique in techniques}
    for wanted in words:
        for near in difflib.get_close_matches(wanted, by_word, n=1, cutoff=0.85):
            return by_word[near]
    return None


def technique_named_in(component: Component, ours: Iterable[Component]) -> Component | None:
    """Return the one of `ours` whose id is part of the strategy's id or name."""
    words = [f"_{word}" for word in _words_of(component)]
    by_id = {each.id: each for each in ours}
    inside = [name for name in by_id if any(f"_{plain_name(name)}" in word for word in words)]
    if not inside:
        return None
    longest = max(inside, key=len)
    finned = f"finned_{longest}" if any(map(WITH_FINS.search, words)) else longest
    return by_id.get(finned, by_id[longest])


def _words_of(component: Component) -> tuple[str, str]:
    return plain_name(component.id), plain_name(component.name)


TYPE = re.compile(r"_(\d|plus_\w)$")  # the end of the id of a technique that is one type of several
COMPLETE = "missing"  # the option of a technique whether candidates of its pattern may be missing

LOCKED = {"locked_pair": "naked_pair", "locked_triple": "naked_triple"}
"""The subsets that eliminate in two houses, with those that may do so in one."""


def namesakes(technique: Component, ours: Sequence[Component]) -> Sequence[Component]:
    """Return the other types of the `technique`, such as other unique rectangles."""
    name = TYPE.sub("", technique.id)
    return [
        other
        for other in ours
        if name != technique.id and other is not technique and TYPE.sub("", other.id) == name
    ]


def complete_form(technique: Component) -> Component:
    """Return the `technique` as most people look for it: no candidate of its pattern is lacking."""
    if COMPLETE in technique.known_options:
        return technique.with_options({COMPLETE: False})
    return technique


def wider_form(technique: Component, ours: Sequence[Component]) -> Sequence[Component]:
    """Return the technique of which the `technique` is a part, if there is one."""
    return [other for other in ours if other.id == LOCKED.get(technique.id)]


def is_plain_subset(technique: Component, step: Step) -> bool:
    """Return whether a `step` of a locked subset is one of a naked subset, too.

    It eliminates in one house only, and many say that a locked subset does so in two.
    """
    if technique.id not in LOCKED or len(step.houses) < 2:
        return False
    cells = {cell for cell, _ in step.eliminations}
    return any(cells <= {*house.cells} for house in step.houses)
