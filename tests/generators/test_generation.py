"""Puzzles by number, from generators that are right, wrong, and do not come back."""

import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest

from sudoku_engine import GaveUp, Grid, Layout, PluginError, Puzzle
from sudoku_engine.errors import UsageError
from sudoku_engine.plugins.component import Component, Origin
from sudoku_plugins.generators.generation import CheckedGenerator
from sudoku_plugins.ratings.rating import Range, Rater, RatingFilter

SOLVED = Grid.parse("1234 3412 2143 4321")
ONE_OPEN = Grid.parse("123. 3412 2143 4321")
FOUR_BY_FOUR = Layout.named("4x4")
THIS_FILE = Origin("file", "test_generation.py", __file__, True)


class Student:
    """A generator that does what `work` does."""

    id, name = "mine", "Mine"

    def __init__(self, work: Callable[[random.Random, Layout], Any]) -> None:
        self.work = work

    def generate(self, rng: random.Random, layout: Layout) -> Any:
        return self.work(rng, layout)


def maker(
    work: Callable[[random.Random, Layout], Any], seed: str = "7", limit: float = 0
) -> CheckedGenerator:
    return CheckedGenerator(
        Component.of("generator", Student(work), THIS_FILE), FOUR_BY_FOUR, seed, None, limit
    )


def one_open(rng: random.Random, layout: Layout) -> Puzzle:
    cell = int(rng.random() * 16)
    digits = [0 if index == cell else digit for index, digit in enumerate(SOLVED.digits)]
    return Puzzle(Grid(layout, digits), SOLVED, "one cell opened")


def some_open(rng: random.Random, layout: Layout) -> Puzzle:
    digits = [digit if rng.random() < 0.75 else 0 for digit in SOLVED.digits]
    return Puzzle(Grid(layout, digits), SOLVED, is_unique=None)


def fault_of(work: Callable[[random.Random, Layout], Any], limit: float = 0) -> str:
    with pytest.raises(PluginError) as caught:
        maker(work, limit=limit).make(0)
    assert caught.value.source.endswith("test_generation.py")
    start = "puzzle 1: mine is at fault: "
    assert caught.value.what.startswith(start)
    return caught.value.what.removeprefix(start)


def giving(thing: object) -> Callable[[random.Random, Layout], Any]:
    return lambda rng, layout: thing


def raising(error: BaseException) -> Callable[[random.Random, Layout], Any]:
    def work(rng: random.Random, layout: Layout) -> Any:
        raise error

    return work


# Numbers and seeds


def test_a_puzzle_hangs_on_the_seed_and_its_number_and_on_nothing_before_it() -> None:
    forwards = [maker(one_open).make(number) for number in range(8)]
    backwards = [maker(one_open).make(number) for number in reversed(range(8))]
    assert forwards == backwards[::-1]
    one = maker(one_open)
    assert [one.make(number) for number in range(8)] == forwards


def test_puzzles_of_other_numbers_and_seeds_are_others() -> None:
    drawn = {seed: [maker(one_open, seed).make(n).givens for n in range(8)] for seed in "78"}
    assert drawn["7"] != drawn["8"]
    assert len(set(drawn["7"])) > 1


def test_a_generator_that_asks_for_the_rater_gets_the_one_of_the_engine() -> None:
    class Rating(Student):
        def generate(self, rng: random.Random, layout: Layout, *, rater: Any = None) -> Any:
            return Puzzle(ONE_OPEN, SOLVED, f"{type(rater).__name__} of {len(rater.strategies)}")

    component = Component.of("generator", Rating(one_open), THIS_FILE)
    assert CheckedGenerator(component, FOUR_BY_FOUR, "7", Rater([])).make(0).made == "Rater of 0"


# What is wrong


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (None, "it gave None, not a Puzzle: return Puzzle(givens, solution)"),
        ("12..", "it gave '12..', not a Puzzle: return Puzzle(givens, solution)"),
        (Puzzle("12..", SOLVED), "its givens are '12..', not a Grid"),  # type: ignore[arg-type]
        (Puzzle(Grid.parse("." * 81), SOLVED), "its board is 9x9, where 4x4 was requested"),
        (Puzzle(ONE_OPEN, ONE_OPEN), "it gave a board that is not a solution"),
        (Puzzle(ONE_OPEN, Grid.parse("2134 3412 1243 4321")), "its solution changes r1c1"),
        (
            Puzzle(ONE_OPEN, None),  # type: ignore[arg-type]
            "its solution is None, not a Grid",
        ),
        (
            Puzzle(ONE_OPEN, SOLVED, 5),  # type: ignore[arg-type]
            "'made' of its Puzzle is 5: write a text",
        ),
        (
            Puzzle(ONE_OPEN, SOLVED, "", "yes"),  # type: ignore[arg-type]
            "'is_unique' of its Puzzle is 'yes': write True, False, or None if it is not known",
        ),
        (
            Puzzle(ONE_OPEN, SOLVED, "", True, "easy"),  # type: ignore[arg-type]
            "'rating' of its Puzzle is 'easy': write None, or what the rater gave",
        ),
    ],
)
def test_nonsense_is_a_fault_of_the_generator(made: object, why: str) -> None:
    assert fault_of(giving(made)) == why


def test_a_board_with_two_solutions_cannot_pass_for_one_with_one() -> None:
    # No 2 and no 4 is given, so each can stand for the other.
    board = Grid.parse("1.3. 3.1. .... ....")
    why = fault_of(giving(Puzzle(board, SOLVED)))
    assert why == f"it claims one solution, and there are more: {board.line}"
    assert maker(giving(Puzzle(board, SOLVED, "", False))).make(0).is_unique is False
    assert maker(giving(Puzzle(board, SOLVED, "", None))).make(0).is_unique is None


def test_struck_candidates_do_not_make_a_solution_the_only_one() -> None:
    board = Grid.parse("1.3. 3.1. .... ....")
    pretended = Grid(board.layout, board.digits, masks=[1 << d - 1 for d in SOLVED.digits])
    assert "there are more" in fault_of(giving(Puzzle(pretended, SOLVED)))


def test_what_it_raises_is_told_with_the_line() -> None:
    component = Component.of("generator", Student(raising(ValueError("no 9"))), THIS_FILE)
    with pytest.raises(PluginError, match="puzzle 3: mine is at fault: ValueError: no 9") as caught:
        CheckedGenerator(component, FOUR_BY_FOUR, "7").make(2)
    assert caught.value.line > Student.generate.__code__.co_firstlineno
    assert fault_of(raising(SystemExit(0))) == "it called sys.exit"


def test_one_that_does_not_come_back_is_stopped() -> None:
    def for_ever(rng: random.Random, layout: Layout) -> None:
        for _ in itertools.count():
            pass

    assert fault_of(for_ever, limit=0.1) == "it did not come back within 0.1 s"


def test_one_that_gives_up_is_not_at_fault() -> None:
    with pytest.raises(GaveUp, match=r"^puzzle 4: mine gave up: none in 100 tries$"):
        maker(raising(GaveUp("none in 100 tries"))).make(3)


def test_what_it_says_of_wrong_options_is_told_as_it_is() -> None:
    with pytest.raises(UsageError, match=r"^clues must be 4 to 16$"):
        maker(raising(UsageError("clues must be 4 to 16"))).make(0)


def test_puzzles_are_made_until_one_is_rated_as_wanted(helpers: list[Component]) -> None:
    opening = Component.of("generator", Student(some_open), THIS_FILE)
    rater = Rater(helpers)

    def made(*scores: Range) -> Puzzle:
        wanted = RatingFilter(scores=scores)
        return CheckedGenerator(opening, FOUR_BY_FOUR, "7", rater, wanted=wanted).make(0)

    assert made((0, 8)).rating == rater.rate(made((0, 8)).givens)  # at most two full houses
    assert made((0, 8)).givens.n_open < 3 < made((12, 99)).givens.n_open + 1
    with pytest.raises(GaveUp, match=r"^puzzle 1: of 1000 puzzles none is as wanted; their scores"):
        made((1000, 2000))


def test_ctrl_c_goes_through() -> None:
    with pytest.raises(KeyboardInterrupt):
        maker(raising(KeyboardInterrupt())).make(0)
