"""The decorator that makes a strategy of a function."""

import functools
import inspect
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from sudoku_engine import Candidate, Grid, Layout, Step, Strategy, strategy
from sudoku_engine.api.strategy import StrategyProtocol
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.options import parameters_of


@strategy("Last Cell", score=4, level="easy", sizes=None)
def last_cell(grid: Grid, *, shy: bool = False) -> Iterator[Step]:
    """The last open cell takes what is left."""
    if grid.n_open == 1 and not shy:
        (cell,) = grid.open_cells
        (digit,) = grid.candidates(cell)
        yield Step([Candidate(cell, digit)])


ALMOST = Grid(Layout.named("4x4"), [0, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])


def made(name: Any = "Mine", **how: Any) -> Strategy:
    """A strategy that finds nothing, made so."""

    @strategy(name, **{"score": 1, "level": "easy", **how})
    def mine(grid: Grid) -> None:
        pass

    return mine


def test_the_id_is_the_name_of_the_function() -> None:
    assert (last_cell.id, last_cell.name) == ("last_cell", "Last Cell")


def test_what_the_decorator_is_told_can_be_read() -> None:
    hard = made(score=300, level="hard", example="1...", sizes=[4, 9], assumes_unique=True)
    assert (hard.score, hard.level, hard.example) == (300, "hard", "1...")
    assert (hard.sizes, hard.assumes_unique) == ([4, 9], True)
    assert repr(hard) == "<Strategy mine: Mine, hard, score 300>"


def test_a_strategy_is_for_the_classic_board_unless_told() -> None:
    assert made().sizes == (9,)
    assert made(sizes=None).sizes is None


def test_a_decorated_function_can_still_be_called() -> None:
    assert list(last_cell(ALMOST) or ()) == [Step([Candidate(0, 1)])]


def test_options_are_keywords_of_the_function() -> None:
    assert list(last_cell(ALMOST, shy=True) or ()) == []


def test_an_option_that_the_function_does_not_have_is_an_error() -> None:
    with pytest.raises(TypeError, match="loud"):
        last_cell(ALMOST, loud=True)


def test_a_strategy_keeps_the_docstring_and_signature_of_its_function() -> None:
    assert inspect.getdoc(last_cell) == "The last open cell takes what is left."
    assert list(inspect.signature(last_cell).parameters) == ["grid", "shy"]
    assert last_cell.__module__ == __name__


def test_a_strategy_is_what_the_loop_asks_for() -> None:
    assert isinstance(last_cell, StrategyProtocol)


def test_a_strategy_never_changes() -> None:
    with pytest.raises(FrozenInstanceError, match="score"):
        last_cell.score = 1  # type: ignore[misc]


def test_strategies_are_equal_only_to_themselves() -> None:
    assert made() != made()


def test_a_function_that_is_only_part_of_another_can_be_decorated() -> None:
    shy = functools.partial(last_cell.find, shy=True)
    functools.update_wrapper(shy, last_cell.find)
    assert strategy("Shy", score=1, level="easy")(shy).id == "last_cell"


def place_in(grid: Grid, cell: int = 3, *, shy: bool = False, size: int = 2) -> Iterator[Step]:
    """The cell takes what is left."""
    if not shy:
        yield Step([Candidate(cell, size)])


def test_a_partial_can_be_decorated() -> None:
    part = functools.partial(place_in, size=1)
    first = strategy("First", score=1, level="easy", id="first")(part)
    assert (first.id, first.__module__) == ("first", __name__)
    assert inspect.getdoc(first) == "The cell takes what is left."
    assert list(first(ALMOST) or ()) == [Step([Candidate(3, 1)])]
    assert not hasattr(part, "__wrapped__")


def test_what_a_partial_binds_is_no_option() -> None:
    first = strategy("First", score=1, level="easy")(functools.partial(place_in, size=1))
    component = Component.of("strategy", first)
    assert first.id == "place_in"
    assert list(parameters_of(component.call).options) == ["shy"]
    assert list(component.with_options({"shy": True}).call(ALMOST)) == []


def test_the_place_of_a_partial_is_that_of_its_function() -> None:
    first = strategy("First", score=1, level="easy")(functools.partial(place_in, cell=0))
    component = Component.of("strategy", first)
    code = place_in.__code__
    assert (component.file, component.line) == (code.co_filename, code.co_firstlineno)


def test_an_id_may_differ_from_the_function() -> None:
    assert made(id="yours").id == "yours"


def test_a_strategy_may_belong_to_a_family_and_need_manual_marks() -> None:
    assert (made().family, made().marks) == (None, None)
    fish = made(family="fish", marks="manual")
    assert (fish.family, fish.marks) == ("fish", "manual")


# Slips


NO_NAME = (
    '@strategy needs a name, a score and a level: @strategy("My Pair", score=60, level="medium")'
)


@pytest.mark.parametrize(
    ("slip", "told"),
    [
        ({"family": "fihs"}, "unknown family 'fihs' of 'Mine': did you mean 'fish'?"),
        ({"marks": "auto"}, "marks of 'Mine' must be 'manual' or None, not 'auto'"),
        ({"level": "middle"}, "level 'middle' of 'Mine' must be one of easy, medium, hard, "),
        ({"name": 60}, NO_NAME),
        *(
            ({"sizes": sizes}, f"sizes of 'Mine' must be a list such as [9], not {sizes!r}")
            for sizes in (9, "9", 9.0)
        ),
    ],
    ids=str,
)
def test_a_slip_is_answered_with_how_to_write_it(slip: dict[str, Any], told: str) -> None:
    with pytest.raises((ValueError, TypeError)) as error:
        made(**slip)
    assert str(error.value).startswith(told)


@pytest.mark.parametrize(
    ("decorate", "told"),
    [
        (lambda: strategy(last_cell.find), "'score' and 'level'"),  # type: ignore[call-arg, arg-type]
        (lambda: strategy("Mine", level="easy"), "score"),  # type: ignore[call-arg]
        (lambda: strategy("Mine", score=1), "level"),  # type: ignore[call-arg]
    ],
)
def test_what_is_left_out_is_named(decorate: Callable[[], object], told: str) -> None:
    with pytest.raises(TypeError, match=told):
        decorate()
