"""Makes the puzzles of `plugins/sudoku_plugins/kit/boards`, each with its one solution, or its two.

Run from the root of the repository; all files take about six minutes::

    python tests/boards/make.py [FILE ...]

A file's puzzles come from a seed of its own, so that the same files come out on every machine.
Each puzzle is proved by the engine's search to have one solution, those of ``twofold.txt`` two; its
line says ``puzzle,solution``.
The ``#`` comments above say what is in the file: ``# layout: NAME``, or ``# region: MARKS``, a
line for each row of a jigsaw.
"""

import sys
from collections.abc import Callable, Iterator
from itertools import combinations, islice
from pathlib import Path
from random import Random

ROOT = Path(__file__).parent.parent.parent
BOARDS = ROOT / "plugins" / "sudoku_plugins" / "kit" / "boards"
sys.path[:0] = [str(ROOT), str(ROOT / "plugins")]

from sudoku_engine import Grid, Layout  # noqa: E402
from sudoku_engine.errors import GaveUp  # noqa: E402
from sudoku_engine.search import Budget, count, solutions  # noqa: E402
from sudoku_plugins.strategies.order import STRATEGIES  # noqa: E402

Digits = list[int]
Maker = Callable[[Random, Layout], Digits]

REGIONS = """\
111223333
111222333
411222233
441555666
444555666
744556669
774858999
777888999
777888899
"""

ENOUGH = 300
"""The boards that a search may look at before a puzzle is held to be too hard to keep."""

CHANGES = 300
"""How often a hard puzzle is changed to make it harder."""


def random_solution(rng: Random, layout: Layout) -> Digits:
    """A filled board: some digits at random, and the first solution that they leave."""
    while True:
        grid = Grid(layout, [0] * len(layout.cells))
        for cell in rng.sample(layout.cells, 2 * layout.n):
            if candidates := sorted(grid.candidates(cell)):
                digits = list(grid.digits)
                digits[cell] = rng.choice(candidates)
                grid = Grid(layout, digits)
        try:
            for solution in solutions(grid, ENOUGH):
                return list(solution.digits)
        except GaveUp:
            continue


def is_proper(layout: Layout, digits: Digits, budget: int = ENOUGH, wanted: int = 1) -> bool:
    """Whether `digits` are seen to have as many solutions as `wanted` within the `budget`."""
    try:
        return count(Grid(layout, digits), wanted + 1, budget) == wanted
    except GaveUp:
        return False


def effort(layout: Layout, digits: Digits) -> int:
    """How many boards the search looks at to prove that `digits` have one solution."""
    budget = Budget()
    count(Grid(layout, digits), 2, budget)
    return budget.spent


def thinned(
    rng: Random,
    layout: Layout,
    digits: Digits,
    keep: int = 0,
    budget: int = ENOUGH,
    wanted: int = 1,
) -> Digits:
    """A puzzle of as many solutions as `wanted`, with givens taken from `digits` while it is one.

    `keep`: how many givens to leave; by default the puzzle becomes minimal, as far as the
    `budget` of each proof allows.
    """
    puzzle = list(digits)
    left = sum(1 for digit in puzzle if digit)
    for cell in rng.sample(layout.cells, len(layout.cells)):
        if left <= keep:
            break
        if puzzle[cell]:
            without = [*puzzle[:cell], 0, *puzzle[cell + 1 :]]
            if is_proper(layout, without, budget, wanted):
                puzzle = without
                left -= 1
    return puzzle


def easy(rng: Random, layout: Layout) -> Digits:
    """A puzzle with many givens, that singles and locked candidates solve."""
    keep = rng.randrange(32, 50)
    return thinned(rng, layout, random_solution(rng, layout), keep, budget=1)


def minimal(rng: Random, layout: Layout) -> Digits:
    """A puzzle with no given too many."""
    return thinned(rng, layout, random_solution(rng, layout))


def medium(rng: Random, layout: Layout) -> Digits:
    """Return a puzzle that takes at most a few guesses, with more givens than it needs."""
    solution = random_solution(rng, layout)
    return thinned(rng, layout, solution, keep=len(solution) * 2 // 5, budget=5)


def hard(rng: Random, layout: Layout) -> Digits:
    """A minimal puzzle, made harder for the search by changing its givens again and again."""
    solution = random_solution(rng, layout)
    best = thinned(rng, layout, solution)
    most = effort(layout, best)
    for _ in range(CHANGES):
        puzzle = changed(rng, layout, best, solution)
        guesses = effort(layout, puzzle)
        if guesses >= most:
            best, most = puzzle, guesses
    return best


def changed(rng: Random, layout: Layout, digits: Digits, solution: Digits) -> Digits:
    """A minimal puzzle that differs from the minimal `digits` in a few givens."""
    puzzle = list(digits)
    for cell in rng.sample([cell for cell in layout.cells if digits[cell]], 2):
        puzzle[cell] = 0
    for cell in rng.sample([cell for cell in layout.cells if not digits[cell]], len(digits) // 9):
        puzzle[cell] = solution[cell]
        if is_proper(layout, puzzle):
            return thinned(rng, layout, puzzle)
    return digits


def needs_quad(rng: Random, layout: Layout) -> Digits:
    """A minimal puzzle on which the strategies, simplest first, come to need a quad."""
    while True:
        puzzle = minimal(rng, layout)
        if not used_strategies(Grid(layout, puzzle)).isdisjoint({"naked_quad", "hidden_quad"}):
            return puzzle


def used_strategies(grid: Grid) -> set[str]:
    """The strategies that take part in solving `grid` as far as they can."""
    used = set()
    progress = True
    while progress:
        progress = False
        for strategy in STRATEGIES:
            step = next(iter(strategy.find(grid) or ()), None)
            if step is not None:
                grid = grid.apply(step)
                used.add(strategy.id)
                progress = True
                break
    return used


def twofold(rng: Random, layout: Layout) -> Digits:
    """A puzzle with two solutions: in four cells two digits can change places."""
    while True:
        solution = random_solution(rng, layout)
        for cells in rectangles(layout, solution):
            opened = [0 if cell in cells else digit for cell, digit in enumerate(solution)]
            return thinned(rng, layout, opened, wanted=2)


def rectangles(layout: Layout, solution: Digits) -> Iterator[set[int]]:
    """Four cells each, in two rows, two columns and two boxes, that hold just two digits."""
    for top, bottom in combinations(layout.rows, 2):
        for left, right in combinations(range(layout.n), 2):
            cells = {line.cells[column] for line in (top, bottom) for column in (left, right)}
            boxes = {layout.houses_of(cell)[2] for cell in cells}
            if len(boxes) == len({solution[cell] for cell in cells}) == 2:
                yield {int(cell) for cell in cells}


def lines(layout: Layout, maker: Maker, seed: str, wanted: int) -> Iterator[str]:
    """Puzzles with their solutions, without an end; each proved to have as many as `wanted`."""
    rng = Random(seed)
    while True:
        puzzle = Grid(layout, maker(rng, layout))
        found = list(islice(solutions(puzzle), wanted + 1))
        assert len(found) == wanted
        yield ",".join([puzzle.line, *(solution.line for solution in found)])


def shape(layout: Layout) -> list[str]:
    """Return the comments that describe the `layout` to a reader."""
    if layout.is_jigsaw:
        return [f"# region: {row}" for row in REGIONS.split()]
    return [f"# layout: {layout}"]


def write(name: str, maker: Maker, number: int, layout: Layout) -> None:
    """Makes the file `name` of `number` puzzles."""
    told = (maker.__doc__ or "").splitlines()[0]
    wanted = 2 if maker is twofold else 1
    each = "two solutions" if wanted == 2 else "one solution"
    header = [f"# made by make.py, {each} each", f"# {told}", *shape(layout)]
    puzzles = sorted(islice(lines(layout, maker, name, wanted), number))
    (BOARDS / name).write_text("\n".join([*header, *puzzles, ""]), encoding="ascii", newline="\n")
    print(name, number)


FILES: dict[str, tuple[Maker, int, Layout]] = {
    "easy.txt": (easy, 60, Layout.named("9x9")),
    "minimal.txt": (minimal, 170, Layout.named("9x9")),
    "hard.txt": (hard, 80, Layout.named("9x9")),
    "quads.txt": (needs_quad, 6, Layout.named("9x9")),
    "twofold.txt": (twofold, 30, Layout.named("9x9")),
    "diagonals.txt": (minimal, 24, Layout.named("9x9+diagonals")),
    "jigsaw.txt": (minimal, 16, Layout.of_regions(REGIONS)),
    "4x4.txt": (minimal, 12, Layout.named("4x4")),
    "6x6.txt": (minimal, 12, Layout.named("6x6")),
    "12x12.txt": (medium, 10, Layout.named("12x12")),
    "16x16.txt": (medium, 8, Layout.named("16x16")),
}

if __name__ == "__main__":
    for name in sys.argv[1:] or FILES:
        write(name, *FILES[name])
