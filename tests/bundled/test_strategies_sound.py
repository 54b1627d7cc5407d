"""Laws that every bundled strategy keeps on our own boards, of every size and kind."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from operator import attrgetter
from random import Random
from typing import Any, NamedTuple, TypeVar

import pytest

from sudoku_engine import Grid, Step, Strategy
from sudoku_engine.board.grid import Marks
from sudoku_engine.board.layout import SYMBOLS
from sudoku_engine.search import solutions
from sudoku_plugins.checkers.symmetry.transformation import Transformation
from sudoku_plugins.kit.boards_with_solutions import (
    GROUPS,
    Position,
    kept_positions,
    technique_boards,
)
from sudoku_plugins.reasons.reasons import counter_board
from sudoku_plugins.strategies.order import STRATEGIES
from tests.support.our_boards import CLASSIC_FILES, OTHER_FILES, our_boards
from tests.support.samples import thorough

pytestmark = pytest.mark.slow

ID = attrgetter("id")

DEFAULT = [each for each in STRATEGIES if each.by_default]
PLAIN = [each for each in STRATEGIES if each.family != "clues"]
"""Those whose examples can be transformed: clues do not move yet."""
UNPROVED = [each for each in STRATEGIES if each.assumes_unique]
"""Those whose steps rest on more than the board."""
BY_NAME = [each for each in STRATEGIES if not each.by_default]
LASTING = [each for each in STRATEGIES if each.family in {"singles", "intersections", "subsets"}]
"""Strategies that come to the same end in whatever order their steps are made. A step of another
family may be lost where an elimination breaks its pattern."""


def why_untrue(step: Step, grid: Grid, solution: str) -> str | None:
    """What is wrong with `step` on `grid`, whose `solution` is known."""
    for cell, digit in step.placements:
        if SYMBOLS[digit - 1] != solution[cell]:
            return "it places a wrong digit"
    for cell, digit in step.eliminations:
        if SYMBOLS[digit - 1] == solution[cell]:
            return "it eliminates the solution"
    for cell, digit in (*step.placements, *step.eliminations):
        if digit not in grid.candidates(cell):
            return "it changes what is no candidate"
    for group in step.because.values():
        for cell, digit in group:
            if digit not in grid.candidates(cell) and digit != grid.digit(cell):
                return "it rests on what is no candidate"
    if not (step.placements or step.eliminations):
        return "it changes nothing"
    return None if step.reason and (step.houses or step.clues) else "it does not say why and where"


class Known(NamedTuple):
    """A board, the solution of its puzzle, and where the puzzle stands."""

    grid: Grid
    solution: str
    source: str


@cache
def puzzles() -> list[Known]:
    return [Known(*board) for board in our_boards(*CLASSIC_FILES, *OTHER_FILES)]


class Sample(NamedTuple):
    """How much the strategies are tried on."""

    most_boards: int
    """How many boards of a way; with 0 those that the kit keeps."""
    by_hand: tuple[Strategy, ...]
    """The strategies whose steps are made where marks are kept by hand."""
    part: int
    """Each strategy, but for the basic ones, gets one board in `part`."""
    long_part: int
    """The same where the family finds dozens of steps on most boards."""
    most_reasons: int
    """How many steps of a strategy are judged by their reasons."""
    most_firing: int
    """How many boards of the kit on which a strategy finds something."""
    by_hand_part: int
    """Marks are kept by hand on one puzzle in so many."""


QUICK = tuple(each for each in DEFAULT if each.family not in {"chains", "als", "forcing"})

samples = pytest.mark.parametrize(
    "sample",
    [Sample(0, QUICK, 96, 480, 10, 2, 60), thorough(Sample(12, tuple(DEFAULT), 8, 40, 60, 5, 20))],
    ids=["few", "many"],
)


@cache
def ways(most: int) -> list[list[Known]]:
    """For every other puzzle the boards on its way on which easy strategies find nothing.

    `most`: how many boards of a way, since those after them are much the same; with 0 those that
    the kit keeps.
    """
    if most:
        return [
            [board._replace(grid=grid) for grid in islice(path(board.grid), most)]
            for board in puzzles()[::2]
        ]
    groups = [group for group in GROUPS if group != "twofold"]
    kept = [way for group in groups for way in kept_positions(group)[::2]]
    return [[known(position) for position in way[1:]] for way in kept]


def path(grid: Grid) -> Iterator[Grid]:
    """The boards on which singles find nothing, on the way of the loop through `grid`."""
    while grid.boards[0]:
        steps = ((each, step) for each in DEFAULT for step in islice(each(grid), 1))
        strategy, step = next(steps, (None, None))
        if strategy is None or strategy.level != "easy":
            yield grid
        if step is None:
            return
        grid = grid.apply(step)


def on_the_way(sample: Sample) -> list[Known]:
    return list(chain.from_iterable(ways(sample.most_boards)))


@cache
def fires_on(strategy: Strategy, sample: Sample) -> list[Known]:
    """Boards of the kit on which `strategy` finds something, and which have one solution."""
    found = technique_boards(strategy.id)[: sample.most_firing]
    return [known(position) for position in found if not position.second_solution]


def known(position: Position) -> Known:
    return Known(position.grid, written(position.solution), position.source)


def written(digits: Iterable[int]) -> str:
    return "".join(SYMBOLS[digit - 1] for digit in digits)


@cache
def by_hand(sample: Sample) -> list[Known]:
    """Boards with marks kept by hand, eliminated in any order by steps of some strategies."""
    rng = Random(1)
    found = []
    for board in puzzles()[:: sample.by_hand_part]:
        grid = board.grid.with_marks("manual")
        for _ in range(60):
            found.append(board._replace(grid=grid))
            if steps := list(islice(rng.choice(sample.by_hand)(grid), 20)):
                grid = grid.apply(rng.choice(steps))
    return found


class Moved(NamedTuple):
    """A board, a transformation, and what it makes of the board."""

    board: Known
    transformation: Transformation
    grid: Grid


def moved(board: Known, rng: Random) -> Moved:
    transformation = Transformation.random(rng, board.grid.layout)
    return Moved(board, transformation, transformation.grid(board.grid))


@cache
def transformed(sample: Sample) -> list[Moved]:
    """Boards of the ways, each with a transformation and what it makes of it."""
    rng = Random(3)
    return [moved(board, rng) for board in on_the_way(sample)[::4]]


Item = TypeVar("Item")


def share(sample: Sample, strategy: Strategy, boards: Sequence[Item]) -> Sequence[Item]:
    """The boards that `strategy` is tried on.

    The basic ones, on which all others stand, get all of them. The others are many and slow, and
    have boards on which they fire: each gets a part besides. Those that nobody gets unless they are
    named take up to seconds a board: here they get their examples only, without marks kept by hand,
    and the extreme ones no transformed boards; ``benchmarks/soundness.py --by-name`` tries them on
    many.
    """
    if strategy in LASTING:
        return boards
    part = sample.part if strategy in QUICK else sample.long_part
    return boards[STRATEGIES.index(strategy) % part :: part] if strategy.by_default else ()


def example_of(strategy: Strategy, marks: Marks = "auto") -> Known:
    assert strategy.example is not None
    grid = Grid.parse(strategy.example)
    grid = Grid(grid.layout, grid.digits, masks=grid.masks, given=grid.given, marks=marks)
    (solution,) = islice(solutions(grid), 1)
    return Known(grid, written(solution.digits), "its example")


def assert_steps_are_true(strategy: Strategy, boards: Iterable[Known]) -> int:
    """Try the strategy on `boards`; return how many steps it has found."""
    fired = 0
    for grid, solution, source in boards:
        for step in strategy(grid):
            fired += 1
            assert why_untrue(step, grid, solution) is None, (source, step)
    return fired


def at_rest(strategy: Strategy, grid: Grid) -> Grid:
    """The board when `strategy` alone, applied again and again, finds nothing more."""
    while step := next(iter(strategy(grid)), None):
        grid = grid.apply(step)
    return grid


LARGEST = tuple(
    f"{fins}{kind}_{size}"
    for fins in ("", "finned_")
    for kind in ("franken", "mutant")
    for size in ("squirmbag", "whale", "leviathan")
)
"""Fish of five to seven houses, which take seconds on a board."""


SLOW = (
    *("forcing_net", "grouped_nice_loop", "als_chain", "clue_net"),
    *("franken_x_wing", "franken_swordfish", "finned_franken_x_wing", "finned_franken_swordfish"),
)
"""Those of a family that take most of its time."""

SLOWEST = "nested_forcing_net"
"""It takes seconds on a board; that its steps follow is always tried."""


def marked(strategies: Iterable[Strategy], slow: Collection[str] = SLOW) -> list[Any]:
    """The strategies as parameters, the slow ones among the thorough cases."""
    return [thorough(each) if each.id in slow else each for each in strategies]


@pytest.mark.parametrize("strategy", marked(BY_NAME, LARGEST), ids=ID)
def test_every_step_of_a_strategy_by_name_is_true_on_its_example(strategy: Strategy) -> None:
    grid, solution, _ = example_of(strategy)
    steps = list(strategy(grid))
    assert steps
    assert [step for step in steps if why_untrue(step, grid, solution)] == []
    if not strategy.assumes_unique:
        assert [step for step in steps[:2] if counter_board(grid, step)] == []


@samples
@pytest.mark.parametrize("strategy", marked(DEFAULT, [*SLOW, SLOWEST]), ids=ID)
def test_every_step_of_a_strategy_is_true_along_the_way_and_it_fires(
    strategy: Strategy, sample: Sample
) -> None:
    fired = assert_steps_are_true(strategy, share(sample, strategy, puzzles()))
    fired += assert_steps_are_true(strategy, share(sample, strategy, on_the_way(sample)))
    if strategy not in LASTING:  # others may be rare
        fired += assert_steps_are_true(
            strategy, [example_of(strategy), *fires_on(strategy, sample)]
        )
    assert (fired > 0) == (strategy.id != "visible_single")


@samples
@pytest.mark.parametrize("strategy", marked(DEFAULT, [*SLOW, SLOWEST]), ids=ID)
def test_every_step_is_true_where_marks_are_kept_by_hand_and_struck_in_any_order(
    strategy: Strategy, sample: Sample
) -> None:
    boards = [
        *share(sample, strategy, by_hand(sample)[::3]),
        example_of(strategy, "manual"),
    ]
    assert assert_steps_are_true(strategy, boards) > 0


@pytest.mark.parametrize(
    "strategy", [each for each in STRATEGIES if each.by_default or each.family != "fish"], ids=ID
)
def test_a_cell_without_candidates_breaks_no_strategy(strategy: Strategy) -> None:
    grid = example_of(strategy).grid
    cell = grid.open_cells[0]
    empty = grid.apply(Step((), [(cell, digit) for digit in grid.candidates(cell)]))
    for step in strategy(empty):
        for at, digit in (*step.placements, *step.eliminations):
            assert digit in empty.candidates(at), step


def steps_without_proof(strategy: Strategy, boards: Iterable[Known], most: int) -> list[str]:
    """The steps of a strategy, up to two a board, that do not follow from what they name."""
    steps = ((board, step) for board in boards for step in islice(strategy(board.grid), 2))
    return [
        f"{board.source}: {step.notation(board.grid.layout)}"
        for board, step in islice(steps, most)
        if counter_board(board.grid, step) is not None
    ]


@samples
@pytest.mark.parametrize(
    "strategy", marked(each for each in DEFAULT if each not in UNPROVED), ids=ID
)
def test_every_step_follows_from_what_it_names(strategy: Strategy, sample: Sample) -> None:
    boards = on_the_way(sample)
    Random(strategy.id).shuffle(boards)
    example = example_of(strategy, strategy.marks or "auto")
    tried = [example, *fires_on(strategy, sample), *share(sample, strategy, boards)]
    assert steps_without_proof(strategy, tried, sample.most_reasons) == []


@samples
@pytest.mark.parametrize("strategy", LASTING, ids=ID)
def test_a_strategy_comes_to_rest_alike_on_a_board_and_on_its_transformation(
    strategy: Strategy, sample: Sample
) -> None:
    rng = Random(strategy.id)
    struck = 0
    stuck = (boards[0] for boards in ways(sample.most_boards) if boards)
    singles_done = [*stuck, *fires_on(strategy, sample)]
    boards = puzzles() if strategy.level == "easy" else singles_done
    for board in boards[:: 1 if strategy.score > 60 else 3]:
        grid = board.grid
        grid = grid.with_marks("manual") if strategy.id == "visible_single" else grid
        moved = Transformation.random(rng, grid.layout)
        end = at_rest(strategy, grid)
        struck += end != grid
        assert at_rest(strategy, moved.grid(grid)) == moved.grid(end), board.source
    assert struck > 0


@samples
@pytest.mark.parametrize(
    "strategy", marked(each for each in PLAIN if each.level != "extreme"), ids=ID
)
def test_the_steps_on_a_transformed_board_are_the_transformed_steps(
    strategy: Strategy, sample: Sample
) -> None:
    rng = Random(strategy.id)
    firing = fires_on(strategy, sample)[:2] if strategy.by_default else []
    own = [moved(board, rng) for board in (example_of(strategy), *firing)]
    for board, transformation, grid in (*own, *share(sample, strategy, transformed(sample))):
        there = {step.effect for step in strategy(grid)}
        here = {transformation.step(step).effect for step in strategy(board.grid)}
        assert there == here, board.source
