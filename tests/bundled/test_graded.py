"""Puzzles of a level, or in need of a technique: each is held against loops of our own making."""

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from sudoku_engine import Ended, GaveUp, Grid, Layout, Puzzle, Stepped, search
from sudoku_engine.api.strategy import LEVELS
from sudoku_engine.errors import UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.loop import Loop
from sudoku_plugins.generators import graded
from sudoku_plugins.generators.graded import COVERED, GRADED, Wish
from sudoku_plugins.ratings.rating import Rater
from sudoku_plugins.strategies.order import STRATEGIES
from tests.support.samples import thorough

BUNDLED = [
    Component.of("strategy", each)
    for each in STRATEGIES
    if each.by_default and each.id != "visible_single"
]
IDS = [component.id for component in BUNDLED]
NINE = Layout.named("9x9")


def made(seed: object, layout: Layout = NINE, **wishes: Any) -> Puzzle:
    rng = random.Random(f"graded {seed}")
    return GRADED.generate(rng, layout, rater=Rater(BUNDLED), **wishes)


def is_solved_by(names: Iterable[str], givens: Grid) -> bool:
    """Whether a guarded loop with the strategies of these `names` solves the puzzle."""
    strategies = [BUNDLED[IDS.index(name)] for name in names]
    *_, ended = Loop(strategies).events(Grid(givens.layout, givens.digits))
    assert isinstance(ended, Ended)
    return ended.outcome == "solved"


def assert_needs(name: str, givens: Grid) -> None:
    level = LEVELS.index(BUNDLED[IDS.index(name)].level)
    simpler = [each.id for each in BUNDLED[: IDS.index(name)] if LEVELS.index(each.level) <= level]
    assert not is_solved_by(simpler, givens), givens.line
    assert is_solved_by([*simpler, name], givens), givens.line


def assert_proper(puzzle: Puzzle) -> None:
    (solution,) = search.solutions(Grid(puzzle.givens.layout, puzzle.givens.digits))
    assert solution.digits == puzzle.solution.digits


# Levels


@pytest.mark.parametrize(("level", "most"), [("easy", 800), ("medium", 1000)])
def test_a_puzzle_is_of_the_level_that_was_asked_for(level: str, most: int) -> None:
    for seed in range(5):
        puzzle = made(seed, level=level)
        events = list(Loop(BUNDLED).events(puzzle.givens))
        used = [BUNDLED[IDS.index(e.strategy.id)] for e in events if isinstance(e, Stepped)]
        score = sum(component.score for component in used)
        levels = {component.level for component in used}
        assert events[-1].outcome == "solved"  # type: ignore[union-attr]
        assert score <= most
        assert (score > 800 or "medium" in levels) is (level == "medium")
        assert levels <= {"easy", level}
        assert puzzle.rating is not None
        assert (puzzle.rating.level, puzzle.rating.score) == (level, score)
        assert_proper(puzzle)


def test_where_nothing_is_asked_for_puzzles_are_easy() -> None:
    puzzle = made(1)
    assert is_solved_by(["full_house", "naked_single", "hidden_single"], puzzle.givens)


def test_a_seed_makes_the_same_puzzle_again() -> None:
    assert made(3, needs="naked_pair") == made(3, needs="naked_pair")
    assert made(3).givens != made(4).givens


# Techniques

SEEDS = {"hidden_pair": 1, "hidden_triple": 3, "naked_quad": 0, "hidden_quad": 1}
"""Seeds with which what is rare comes soon."""


@pytest.mark.parametrize(
    "name",
    [
        *("full_house", "hidden_single", "locked_candidates", "naked_pair"),
        *map(thorough, ("naked_single", "locked_pair", "naked_triple", *SEEDS)),
    ],
)
def test_a_puzzle_needs_the_technique_that_was_asked_for(name: str) -> None:
    puzzle = made(SEEDS.get(name, name), needs=name)
    assert_needs(name, puzzle.givens)
    assert_proper(puzzle)


def test_a_family_stands_for_its_strategies() -> None:
    puzzle = made("a family", only=("singles",))
    assert puzzle.rating is not None
    assert set(puzzle.rating.counts) <= {"full_house", "naked_single", "hidden_single"}


@pytest.mark.parametrize("names", [("full_house",), ("full_house", "naked_single")], ids=str)
def test_a_puzzle_is_solved_with_only_the_techniques_that_were_named(
    names: tuple[str, ...],
) -> None:
    puzzle = made(names, only=names)
    assert puzzle.givens.n_open > 0
    assert is_solved_by(names, puzzle.givens)
    assert_proper(puzzle)


def test_wishes_are_met_together() -> None:
    names = ("naked_single", "hidden_single", "naked_pair")
    puzzle = made(1, level="medium", needs="naked_pair", only=names)
    assert_needs("naked_pair", puzzle.givens)
    assert is_solved_by(names, puzzle.givens)
    assert puzzle.rating is not None
    assert puzzle.rating.level == "medium"


@pytest.mark.parametrize(
    ("wishes", "clues"),
    [
        ({"level": "easy", "clues": 33}, 33),
        ({"needs": "hidden_single", "clues": 30}, 30),
        ({"only": ("naked_single",), "clues": 40}, 40),
    ],
)
def test_a_puzzle_has_as_many_clues_as_were_asked_for(wishes: dict[str, Any], clues: int) -> None:
    puzzle = made(1, **wishes)
    assert 81 - puzzle.givens.n_open == clues
    assert_proper(puzzle)


@pytest.mark.parametrize(
    "wishes", [{"level": "easy"}, {"needs": "hidden_single"}, {"only": ("naked_single",)}], ids=str
)
def test_clues_stand_in_symmetric_places(wishes: dict[str, Any]) -> None:
    digits = made(1, symmetry="rotational", **wishes).givens.digits
    filled = [bool(digit) for digit in digits]
    assert filled == filled[::-1]


@pytest.mark.parametrize(
    ("board", "name"),
    [("4x4", "naked_single"), ("6x6", "hidden_single"), ("9x9+diagonals", "hidden_single")],
)
def test_puzzles_are_made_on_other_boards(board: str, name: str) -> None:
    puzzle = made(1, Layout.named(board), needs=name)
    assert_needs(name, puzzle.givens)
    assert_proper(puzzle)


# What cannot be


@pytest.mark.parametrize(
    ("wishes", "why"),
    [
        (
            {"needs": "hidden_quad", "only": ("naked_single",)},
            "a puzzle that needs hidden_quad cannot be solved with only naked_single: "
            "name it there too",
        ),
        (
            {"needs": "naked_pair", "level": "easy"},
            "a puzzle that needs naked_pair is medium at least, not easy",
        ),
        ({"needs": "naked_piar"}, "unknown strategy 'naked_piar': did you mean 'naked_pair'?"),
        ({"only": ("naked_piar",)}, "unknown strategy 'naked_piar': did you mean 'naked_pair'?"),
        (
            {"only": ("naked_pair", "locked_pair")},
            "naked_pair and locked_pair alone cannot fill even the last open cell of a board: "
            "name a strategy that places digits too",
        ),
        (
            {"needs": "x_wing", "level": "unfair"},
            "no strategy with which it is made has the level unfair, so no puzzle gets it: "
            "easy, medium or hard can be had",
        ),
        ({"clues": 16}, "clues must be from 17 to 81, not 16"),
        ({"clues": 81}, "with 81 clues no cell is open: request fewer"),
        ({"tries": 0}, "tries must be 1 or more, not 0"),
    ],
)
def test_wishes_that_cannot_be_met_are_refused(wishes: dict[str, Any], why: str) -> None:
    with pytest.raises(UsageError) as caught:
        made(1, **wishes)
    assert str(caught.value) == why


@pytest.mark.parametrize("name", COVERED)
def test_a_technique_that_others_always_forestall_is_refused_at_once(name: str) -> None:
    every = [Component.of("strategy", each) for each in STRATEGIES if each.id != "visible_single"]
    rater = Rater(every)
    with pytest.raises(UsageError, match=f"^no puzzle is known that needs {name}: "):
        GRADED.generate(random.Random(1), NINE, rater=rater, needs=name)


def test_it_is_made_where_those_others_take_no_part() -> None:
    basic = [each for each in BUNDLED if each.level in ("easy", "medium") or each.id == "wxyz_wing"]
    puzzle = GRADED.generate(random.Random(1), NINE, rater=Rater(basic), needs="wxyz_wing")
    assert not is_solved_by([each.id for each in basic[:-1]], puzzle.givens)
    assert is_solved_by([each.id for each in basic], puzzle.givens)


def test_a_technique_for_clues_is_refused_where_there_are_none() -> None:
    with pytest.raises(UsageError, match=r"boards: lay clues with --rule thermometer$"):
        made(1, needs="thermometer_bounds")


@pytest.mark.thorough
@pytest.mark.parametrize("name", IDS)
def test_a_known_puzzle_needs_its_technique(name: str, registry: Registry) -> None:
    rater = Rater(registry.loop_strategies("auto"))
    technique, wish = rater.strategy(name), Wish(NINE, rater, None, name, (), None)
    if technique.level != "easy" and technique.family != "clues" and name not in COVERED:
        starts = wish.starts(random.Random(1))
        assert len(starts) > 1
        assert all(wish.is_met(start) for start in starts[:3])


def test_a_strategy_that_is_not_for_the_board_is_refused() -> None:
    quad = next(each for each in STRATEGIES if each.id == "hidden_quad")
    nines_only = Component.of("strategy", replace(quad, sizes=(9,)))
    rater = Rater([nines_only if each.id == "hidden_quad" else each for each in BUNDLED])
    with pytest.raises(UsageError, match=r"^hidden_quad is not for 4x4 boards$"):
        GRADED.generate(random.Random(1), Layout.named("4x4"), needs="hidden_quad", rater=rater)


def test_giving_up_says_how_near_it_came() -> None:
    with pytest.raises(GaveUp) as caught:
        made(1, level="extreme", tries=5)
    assert str(caught.value).startswith("of 5 puzzles none was extreme; the nearest was ")


def test_a_rare_technique_is_made_from_known_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graded, "PATIENCE", 0)
    monkeypatch.setattr(graded, "VARIED", 0)
    puzzle = made(0, needs="bug_plus_1", tries=2)
    assert_proper(puzzle)
    assert_needs("bug_plus_1", puzzle.givens)


def test_an_example_after_which_others_are_needed_is_of_no_use() -> None:
    rater = Rater(BUNDLED)
    wish = Wish(NINE, rater, None, "swordfish", (), None)
    assert all(wish.is_met(start) for start in wish.starts(random.Random(1)))


def test_a_level_that_no_strategy_has_is_refused_before_the_first_attempt() -> None:
    easy = [component for component in BUNDLED if component.level in ("easy", "medium")]
    with pytest.raises(UsageError, match=r"^no strategy that takes part has the level unfair"):
        GRADED.generate(random.Random(1), NINE, rater=Rater(easy), level="unfair")
