"""Makes `plugins/sudoku_plugins/kit/boards/by_technique.txt`: boards on which each technique fires.

Run from the root of the repository; it takes a few minutes::

    python -m tests.boards.by_technique

The puzzles are those of practice, and more of our own making with one solution or two. Each is
solved by the techniques that take part by default, the simplest first; kept are boards on which a
technique is the first that finds something. Techniques that have too few such boards are tried on
all of them. Then come traps: boards of more puzzles on which strategies are wrong that assume one
solution and forget another condition.

The file is kept, so that a new technique does not change which boards a plugin is checked on, and
so nobody's grade.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import count, islice
from random import Random
from time import process_time

from sudoku_engine import Grid, Layout, Step
from sudoku_engine.board.words import symbol
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.search import solutions
from sudoku_plugins.generators.known_puzzles import known_puzzles
from sudoku_plugins.kit.boards_with_solutions import BOARDS, BY_TECHNIQUE
from sudoku_plugins.kit.kit import bundled_kit
from tests.boards.make import minimal, twofold
from tests.support.careless_uniqueness import CARELESS, ON_EASY_BOARDS

WANTED = 10
"""The number of boards for each technique."""

TWOFOLD = 6
"""The number of boards with two solutions for each technique that assumes there is one."""

TWOFOLD_PUZZLES = 3000
"""The number of puzzles that are searched for them."""

MOST_SECONDS = 15.0
"""Seconds to try a technique by name."""

TRAPS = 6
"""The number of boards on which a careless strategy is wrong, for each of them."""

PUZZLES = 2000
"""The number of puzzles that are searched for traps."""

HARDEST = 160
"""The highest score of a technique that takes part in solving these."""

LONG = {"remote_pair": 6, "x_chain": 6, "xy_chain": 6}
"""The number of cells from which on a chain of these techniques is long."""

EASY = ("full_house", "naked_single", "hidden_single")

HEADER = """\
# Boards on which a technique finds something, made by tests/boards/by_technique.py. A line: the
# technique or family, the puzzle, the digits, the candidates eliminated on the way. On the first
# boards of a technique nothing simpler finds anything. Of those that assume one solution, boards
# that have two come last. Boards of a family are those on which careless strategies are wrong.
# The last boards of all have only long chains.
"""

Boards = list[tuple[str, Grid]]
Found = dict[str, Boards]


def main() -> None:
    ours = bundled_kit().ours
    by_default = [each for each in ours if each.is_by_default and each.id != "visible_single"]
    certain = [each for each in by_default if not each.assumes_unique]
    found: Found = defaultdict(list)
    for puzzle in known_puzzles():
        turns: dict[str, Grid] = {}
        for name, grid in way(puzzle, by_default):
            turns.setdefault(name, grid)
        for name, grid in turns.items():
            found[name].append((puzzle, grid))
    met = [one for name in [*found] for one in found[name][:WANTED]]
    for technique in ours:
        boards = found[technique.id] = found[technique.id][:WANTED]
        boards += tried(technique, [one for one in met if one not in boards], WANTED - len(boards))
    for name, boards in twofold_boards(by_default).items():
        found[name] += boards
    found["bug_plus_1"] += islice(graves(), TWOFOLD)
    found["uniqueness"] = traps(certain)
    lines = [line(name, *one) for name in found for one in found[name]]
    lines += [
        line(name, *one) for name in LONG for one in islice(long_chains(name, certain), TRAPS)
    ]
    for name, boards in found.items():
        print(name, len(boards))
    (BOARDS / BY_TECHNIQUE).write_text("\n".join([HEADER + lines[0], *lines[1:], ""]), "ascii")


def traps(techniques: list[Component]) -> Boards:
    """Return boards with one solution on which a strategy of `CARELESS` is wrong."""
    quick = [each for each in techniques if each.score <= HARDEST]
    counts: Counter[str] = Counter()
    found: Boards = []
    for puzzle in trap_puzzles():
        if all(counts[each.id] == TRAPS for each in CARELESS):
            break
        solution = next(solutions(Grid.parse(puzzle))).digits
        for name, grid in way(puzzle, quick):
            for each in CARELESS:
                if counts[each.id] == TRAPS or (name in EASY) != (each in ON_EASY_BOARDS):
                    continue
                if any(is_wrong(step, solution) for step in each.find(grid)):
                    counts[each.id] += 1
                    found.append((puzzle, grid))
                    break
    print(counts)
    return found


def long_chains(name: str, techniques: list[Component]) -> Iterator[tuple[str, Grid]]:
    """Yield boards on which a technique finds long chains only, after quick ones find nothing."""
    technique = next(each for each in techniques if each.id == name)
    quick = [each for each in techniques if each.score <= min(technique.score - 1, HARDEST)]
    for puzzle in trap_puzzles():
        for turn, grid in way(puzzle, [*quick, technique]):
            if turn == name and all(
                len({cell for cell, _ in step.grounds}) >= LONG[name]
                for step in technique.call(grid) or ()
            ):
                yield puzzle, grid
                break


def twofold_boards(by_default: list[Component]) -> Found:
    """Return boards with two solutions, by techniques that assume one and so go wrong on them."""
    quick = [each for each in by_default if not each.assumes_unique and each.score <= HARDEST]
    assuming = [each for each in by_default if each.assumes_unique]
    found: Found = defaultdict(list)
    layout = Layout.named("9x9")
    for seed in range(TWOFOLD_PUZZLES):
        puzzle = Grid(layout, twofold(Random(f"two/{seed}"), layout)).line
        both = [solution.digits for solution in solutions(Grid.parse(puzzle))]
        boards = [grid for name, grid in way(puzzle, quick) if name not in EASY]
        for technique in assuming:
            if len(found[technique.id]) < TWOFOLD:
                wrong = [
                    (puzzle, grid)
                    for grid in boards
                    if any(is_wrong(step, one) for step in technique.call(grid) for one in both)
                ]
                found[technique.id] += wrong[:1]
    return found


def graves() -> Iterator[tuple[str, Grid]]:
    """Yield boards with two solutions, each cell with its two digits, one cell with one more."""
    layout = Layout.named("9x9")
    for seed in count():
        puzzle = minimal(Random(f"grave/{seed}"), layout)
        for given in filter(puzzle.__getitem__, layout.cells):
            wider = Grid(layout, [*puzzle[:given], 0, *puzzle[given + 1 :]])
            both = [solution.digits for solution in islice(solutions(wider), 3)]
            grid = grave(layout, *both) if len(both) == 2 else None
            if grid is not None:
                yield wider.line, grid
                break


def grave(layout: Layout, first: Sequence[int], second: Sequence[int]) -> Grid | None:
    """Return a board with just these two solutions and a candidate too many, if there is one."""
    digits = [one if one == other else 0 for one, other in zip(first, second)]
    pairs = [{one, other} if one != other else set() for one, other in zip(first, second)]
    free = Grid(layout, digits)
    for cell in free.open_cells:
        for digit in sorted(free.candidates(cell) - pairs[cell]):
            if any(
                sum(digit in pairs[other] for other in house.cells) != 2
                for house in layout.houses_of(cell)
            ):
                continue
            masks = [sum(1 << each - 1 for each in pair) for pair in pairs]
            masks[cell] |= 1 << digit - 1
            grid = Grid(layout, digits, masks=masks)
            if len(list(islice(solutions(grid), 3))) == 2:
                return grid
    return None


def trap_puzzles() -> Iterator[str]:
    """Yield minimal puzzles, some of them symmetric."""
    registry = Registry()
    registry.load()
    layout = Layout.named("9x9")
    plain = registry.find("generator", "minimal")
    symmetric = plain.with_options({"symmetry": "rotational"})
    for seed in range(PUZZLES):
        for generator in (plain, *([symmetric] if seed % 20 == 0 else [])):
            yield generator.call(Random(f"traps/{seed}"), layout).givens.line


def is_wrong(step: Step, solution: Sequence[int]) -> bool:
    """Return whether `step` contradicts the `solution`."""
    return any(solution[cell] == digit for cell, digit in step.eliminations) or any(
        solution[cell] != digit for cell, digit in step.placements
    )


def way(puzzle: str, techniques: list[Component]) -> Iterator[tuple[str, Grid]]:
    """Yield the boards on the way through `puzzle`, each with the technique whose turn it is."""
    grid = Grid.parse(puzzle)
    while not grid.is_solved:
        for technique in techniques:
            step = next(iter(technique.call(grid) or ()), None)
            if step is not None:
                yield technique.id, grid
                grid = grid.apply(step)
                break
        else:
            return


def tried(technique: Component, boards: Boards, wanted: int) -> Boards:
    """Return as many of the `boards` as `wanted` on which `technique` finds something."""
    begun = process_time()
    found: Boards = []
    for puzzle, grid in boards:
        if len(found) == wanted or process_time() - begun > MOST_SECONDS:
            break
        if any(True for _ in technique.call(grid) or ()):
            found.append((puzzle, grid))
    return found


def line(name: str, puzzle: str, grid: Grid) -> str:
    """Return a line of the file."""
    full = Grid(grid.layout, grid.digits)
    lost = [
        f"{cell}<>{''.join(map(symbol, sorted(lacking)))}"
        for cell in grid.open_cells
        if (lacking := full.candidates(cell) - grid.candidates(cell))
    ]
    return " ".join([name, puzzle, grid.line, *lost])


if __name__ == "__main__":
    main()
