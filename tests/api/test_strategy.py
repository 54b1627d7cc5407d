"""The decorator that makes a strategy of a function."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from sudoku_engine import Candidate, Grid, Layout, Step, Strategy, strategy
from sudoku_engine.api.strategy import StrategyProtocol


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


# Slips


def test_a_bare_decorator_is_answered_with_what_it_lacks() -> None:
    with pytest.raises(TypeError, match="'score' and 'level'"):
        strategy(last_cell.find)  # type: ignore[call-arg, arg-type]


def test_a_name_that_is_no_text_is_answered_with_how_to_write_it() -> None:
    with pytest.raises(TypeError) as error:
        made(name=60)
    assert str(error.value) == (
        "@strategy needs a name, a score and a level: "
        '@strategy("My Pair", score=60, level="medium")'
    )


@pytest.mark.parametrize("left_out", ["score", "level"])
def test_a_score_or_level_left_out_is_named(left_out: str) -> None:
    how: Any = {"score": 1, "level": "easy"}
    del how[left_out]
    with pytest.raises(TypeError, match=left_out):
        strategy("Mine", **how)


def test_an_unknown_level_is_answered_with_all_levels() -> None:
    with pytest.raises(ValueError, match="'middle' of 'Mine' is none of easy, medium, hard, unf"):
        made(level="middle")


@pytest.mark.parametrize("sizes", [9, "9", 9.0])
def test_sizes_that_are_no_list_are_answered_with_how_to_write_them(sizes: Any) -> None:
    with pytest.raises(TypeError) as error:
        made(sizes=sizes)
    assert str(error.value) == f"sizes of 'Mine' must be a list such as [9], not {sizes!r}"
