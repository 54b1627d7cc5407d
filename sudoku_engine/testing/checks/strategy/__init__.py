"""The checks of a strategy, in their order."""

from sudoku_engine.testing.checks.common import DOCSTRING
from sudoku_engine.testing.checks.strategy.comparison import finds_what_is_named, is_the_technique
from sudoku_engine.testing.checks.strategy.descriptions import (
    has_example,
    has_score_and_level,
    is_quiet,
    names_causes,
    names_right_houses,
    says_why,
)
from sudoku_engine.testing.checks.strategy.finds import fires, on_its_example
from sudoku_engine.testing.checks.strategy.repeats import same_twice
from sudoku_engine.testing.checks.strategy.sizes import on_its_sizes, on_other_boards
from sudoku_engine.testing.checks.strategy.steps import (
    board_changed,
    empty_step,
    in_time,
    no_answer,
    no_candidate,
    on_no_board,
    untrue,
)
from sudoku_engine.testing.checks.strategy.transformed import like_the_original
from sudoku_engine.testing.findings import Check

STRATEGY_CHECKS: tuple[Check, ...] = (
    Check("named", "it must have an id, a name, a score and a level", has_score_and_level),
    Check("in_time", "each call must come to an end in time", in_time),
    Check("true", "no step may contradict the solution", on_no_board(untrue)),
    Check("gives_steps", "it must return steps and raise no error", on_no_board(no_answer)),
    Check("leaves_board", "it must not change the board", on_no_board(board_changed)),
    Check("changes_something", "every step must change something", on_no_board(empty_step)),
    Check(
        "candidates", "steps must touch only candidates that are there", on_no_board(no_candidate)
    ),
    Check("same_twice", "called twice, it must find the same steps", same_twice),
    Check("turned", "it must treat a transformed board like the original", like_the_original),
    Check("sizes", "it must work on the sizes it declares", on_its_sizes),
    Check("example", "it must find a step on the example it declares", on_its_example),
    Check("fires", "it must find something", fires),
    DOCSTRING,
    Check("reason", "its steps should say why", says_why, is_must=False),
    Check(
        "because",
        "its steps should name the candidates they follow from",
        names_causes,
        is_must=False,
    ),
    Check("houses", "its steps should name the right house", names_right_houses, is_must=False),
    Check("shown", "it should declare an example", has_example, is_must=False),
    Check("quiet", "it should not print", is_quiet, is_must=False),
    Check(
        "other_boards",
        "it should work on every size and kind of board",
        on_other_boards,
        is_must=False,
    ),
    Check(
        "complete",
        "it should find what the technique with its name finds",
        finds_what_is_named,
        is_must=False,
    ),
)
"""The checks of a strategy; `AGAINST` takes the place of the last if a technique is given."""

AGAINST = Check("against", "it must be the technique it is compared with", is_the_technique)
