"""Hundreds of boards of all levels with their solutions, the same on every machine.

The files of `boards/` hold the puzzles, and boards on the way to their solutions on which easy
strategies find nothing: a new strategy does not change them. Other boards are made from these at
random: some cells are filled, or some candidates eliminated that the solution does not need.

`technique_boards` are met on the way to solutions, and there a bundled technique finds something.
The kit takes them for strategies of that name or family, which may find hardly anything on others.

On some more boards four cells look like a unique rectangle, but are in four boxes. Three of them
hold 1 and 2, say, and the fourth has one digit more; or two and two. In two boxes something could
be eliminated if there is one solution; in four boxes it could not.
"""

import difflib
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, groupby, islice, tee
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

from sudoku_engine import Candidate, Cell, Grid, Layout, Step, listed, search
from sudoku_engine.board.grid import Marks
from sudoku_engine.board.layout import SYMBOLS
from sudoku_engine.board.words import counted
from sudoku_engine.errors import UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import plain_name
from sudoku_engine.randomness import below, shuffled
from sudoku_plugins.checkers.symmetry.transformation import Transformation

Item = TypeVar("Item")

BOARDS = Path(__file__).parent / "boards"

POSITIONS = "positions.txt"  # puzzles, and boards on the way to their solutions
BY_TECHNIQUE = "by_technique.txt"  # boards on which each technique finds something

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
"""The files of `BOARDS` with the puzzles of each group; all puzzles of a group have one layout."""

MOST_PUZZLES = 92  # puzzles of a group that are used
MOST_ON_THE_WAY = 3  # boards on the way to the solution of one puzzle that are used


class Position(NamedTuple):
    """A board with known solutions."""

    grid: Grid
    solution: tuple[int, ...]  # the digits of the solution, by cell
    source: str  # the name of the puzzle, and its changes in words
    second_solution: tuple[int, ...] = ()  # its digits; empty if the board has only one
    has_lost: bool = False  # candidates by chance, for which no technique gives a reason


class BoardCollection:
    """The boards of all groups; each is made once, when it is needed."""

    def __init__(self, layout: Layout | None = None, puzzles: int = MOST_PUZZLES) -> None:
        """Prepare boards of `puzzles` puzzles of each group.

        `layout`: the only layout to use; None for the layouts that a plugin is made for. Raise
        UsageError if there are no boards of the layout.
        """
        self.layout = layout
        self.puzzles = puzzles
        self.group = None if layout is None else _group_of(layout)
        self._drawn: dict[tuple[str, Marks], Iterator[Position]] = {}

    def positions(self, group: str, marks: Marks = "auto") -> Iterator[Position]:
        """Yield the boards of a `group` of `GROUPS`, with pencil marks kept as `marks` says."""
        key = group, marks
        drawn = self._drawn.get(key) or self.drawn(group, marks)
        self._drawn[key], boards = tee(drawn)  # the first stays at its start
        return boards

    def drawn(self, group: str, marks: Marks) -> Iterator[Position]:
        """Yield the boards of a `group`, made anew."""
        return positions(group, marks, self.puzzles)

    def shown(self, others: Sequence[Position]) -> Sequence[Position]:
        """Return `others`, boards of no group, as these boards are shown."""
        return others

    def shares(self, groups: Mapping[str, int]) -> Mapping[str, int]:
        """Return the groups, and how many puzzles of each to use: `groups`, or the layout's own."""
        return groups if self.group is None else {self.group: sum(groups.values())}


def _group_of(layout: Layout) -> str:
    known: dict[Layout, str] = {}
    for group in GROUPS:
        known.setdefault(puzzles_of(group)[0].grid.layout, group)
    if layout not in known:
        names = listed(each.name for each in known)
        raise UsageError(f"the kit has no boards of the layout {layout}, only {names}")
    return known[layout]


def positions(group: str, marks: Marks, puzzles: int = MOST_PUZZLES) -> Iterator[Position]:
    """Yield the boards of a `group`, from this number of `puzzles` at most."""
    kept = kept_positions(group)
    for number in evenly(range(len(kept)), puzzles):
        yield from boards_of(kept[number], Random(f"{group} {number}"), marks)


def boards_of(kept: Sequence[Position], rng: Random, marks: Marks) -> Iterator[Position]:
    """Yield the boards of a puzzle and of the boards on its way, which are `kept`.

    With `marks` ``manual`` half of the candidates that the solution does not need are eliminated,
    as if by hand.
    """
    puzzle, *way = kept
    if marks == "manual":
        by_hand = puzzle._replace(grid=puzzle.grid.with_marks("manual"))
        yield _with_eliminations(rng, by_hand, 0.5)
        return
    yield puzzle
    if puzzle.second_solution:
        for board in way:
            yield _half_filled(rng, board)
            yield board
        return
    yield from way[:MOST_ON_THE_WAY]
    yield _half_filled(rng, puzzle)
    if way:
        yield _with_eliminations(rng, way[0], 0.3)
        yield _with_eliminations(rng, way[-1], 0.6)


def evenly(items: Sequence[Item], most: int) -> list[Item]:
    """Return at most `most` of the `items`, evenly spread.

    The boards of the kit hang on it, and so do grades: `spread` takes other ones.
    """
    count = min(len(items), most)
    return [items[index * len(items) // count] for index in range(count)]


GOLDEN = (math.sqrt(5) - 1) / 2


def spread(items: Sequence[Item], most: int) -> list[Item]:
    """Return at most `most` of the `items` in their order, evenly spread.

    What is returned for a smaller number is returned for a larger one, too.
    """
    ranked = sorted(range(len(items)), key=lambda index: index * GOLDEN % 1)
    return [items[index] for index in sorted(ranked[:most])]


def _half_filled(rng: Random, position: Position) -> Position:
    grid, solution, source, second, _ = position
    placed = [
        Candidate(cell, solution[cell])
        for cell in grid.open_cells
        if below(rng, 2) and (not second or solution[cell] == second[cell])
    ]
    return position._replace(grid=grid.apply(Step(placed)), source=f"{source}, half filled")


def _with_eliminations(rng: Random, position: Position, part: float) -> Position:
    grid, solution, source, *_ = position
    eliminated = [
        Candidate(cell, digit)
        for cell in grid.open_cells
        for digit in sorted(grid.candidates(cell))
        if digit != solution[cell] and rng.random() < part
    ]
    grid = grid.apply(Step((), eliminated))
    return Position(grid, solution, f"{source}, candidates eliminated", has_lost=True)


@cache
def puzzles_of(group: str) -> tuple[Position, ...]:
    """Return the puzzles of a `group` of `GROUPS`, taken from its files in turn."""
    ranked = [
        (number / len(puzzles), order, puzzle)
        for order, puzzles in enumerate(map(_puzzles_in, GROUPS[group]))
        for number, puzzle in enumerate(puzzles)
    ]
    return tuple(puzzle for _, _, puzzle in sorted(ranked, key=lambda one: one[:2]))


def _puzzles_in(name: str) -> list[Position]:
    lines = lines_of(f"{name}.txt")
    layout = _layout([line for line in lines if line.startswith("#")])
    found = []
    for number, line in enumerate(lines, 1):
        if not line.startswith("#"):
            puzzle, solution, *others = map(digits_of_line, line.split(","))
            source = f"{name}.txt:{number}"
            second = others[0] if others else ()
            found.append(Position(Grid(layout, puzzle), solution, source, second))
    return found


def lines_of(file: str) -> list[str]:
    """Return the lines of a `file` of `BOARDS`."""
    return (BOARDS / file).read_text(encoding="ascii").splitlines()


def digits_of_line(text: str) -> tuple[int, ...]:
    """Return the digits of a board in a line."""
    return tuple(map((".", *SYMBOLS).index, text))


def _layout(comments: Sequence[str]) -> Layout:
    described = [comment.removeprefix("# ").partition(": ") for comment in comments]
    for key, _, text in described:
        if key == "layout":
            return Layout.named(text)
    return Layout.of_regions("\n".join(text for key, _, text in described if key == "region"))


@cache
def kept_positions(group: str) -> list[list[Position]]:
    """Return the boards of a `group` in `POSITIONS`: each puzzle, then the boards on its way."""
    puzzles = {puzzle.source: puzzle for puzzle in puzzles_of(group)}
    lines = [line.split() for line in lines_of(POSITIONS) if line.startswith(f"{group} ")]
    return [
        [_kept_position(puzzles[source], words[2:]) for words in of_puzzle]
        for source, of_puzzle in groupby(lines, key=lambda words: words[1])
    ]


def _kept_position(puzzle: Position, words: Sequence[str]) -> Position:
    steps, digits, *eliminations = words
    if steps == "0":
        return puzzle
    start = puzzle.grid
    grid = with_eliminations(Grid(start.layout, digits_of_line(digits)), eliminations, start.given)
    source = f"{puzzle.source}, after {counted(int(steps), 'step')}"
    return puzzle._replace(grid=grid, source=source)


def with_eliminations(grid: Grid, eliminations: Iterable[str], given: int) -> Grid:
    """Return the board without candidates such as ``r1c2<>34``; `given`: the mask of its givens."""
    masks = list(grid.masks)
    for word in eliminations:
        name, _, symbols = word.partition("<>")
        for symbol in symbols:
            masks[grid.layout.cell(name)] &= ~(1 << SYMBOLS.index(symbol))
    return Grid(grid.layout, grid.digits, masks=masks, given=given)


class HiddenBoards(BoardCollection):
    """Boards of puzzles drawn by a seed, each with its lines moved and its digits renamed."""

    def __init__(
        self, seed: str, layout: Layout | None = None, puzzles: int = MOST_PUZZLES
    ) -> None:
        """Prepare boards of `puzzles` puzzles of each group, other ones for each `seed`."""
        super().__init__(layout, puzzles)
        self.seed = seed

    def drawn(self, group: str, marks: Marks) -> Iterator[Position]:
        """Yield the boards of a `group`."""
        kept = kept_positions(group)
        rng = Random(f"{self.seed} {group} {marks}")
        for number in shuffled(rng, range(len(kept)))[: self.puzzles]:
            for position in boards_of(kept[number], rng, marks):
                yield transformed(position, rng)

    def shown(self, others: Sequence[Position]) -> Sequence[Position]:
        """Return `others`, boards of no group, with lines moved and digits renamed."""
        return [transformed(each, Random(f"{self.seed} {each.source}")) for each in others]


def transformed(position: Position, rng: Random) -> Position:
    """Return the board of a `position` with lines moved and digits renamed, by `rng`."""
    layout = position.grid.layout
    moves = Transformation.random(rng, layout)
    solution, second = (
        moves.grid(Grid(layout, digits)).digits if digits else ()
        for digits in (position.solution, position.second_solution)
    )
    return position._replace(
        grid=moves.grid(position.grid),
        solution=solution,
        source=f"transformed by the seed: {position.source}",
        second_solution=second,
    )


CLASSIC = Layout.named("9x9")


@cache
def technique_boards(name: str) -> Sequence[Position]:
    """Return the boards for the technique with the id `name`, or those of a family alone."""
    return tuple(_position(number, words) for number, words in _lines().get(name, ()))


@cache
def _lines() -> Mapping[str, Sequence[tuple[int, Sequence[str]]]]:
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

SOURCE = "a rectangle in four boxes"  # the description of the boards, at the end of their `source`


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
            boxes = {layout.box_of[cell] for cell in corners}
            if a == c and b == d and len(boxes) == len(corners):
                yield corners


WITH_FINS = re.compile(r"_fins?(_|$)")  # a word in the name of a finned fish


def technique_like(component: Component, ours: Iterable[Component]) -> Component | None:
    """Return the strategy among `ours` whose id or name is part of the strategy's, or near it.

    None for one of `ours` itself: other techniques may have names near its own.
    """
    techniques = list(ours)
    place = component.file, component.id
    if any((other.file, other.id) == place for other in techniques):
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
    """Return the strategy among `ours` whose id is part of the strategy's id or name."""
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
