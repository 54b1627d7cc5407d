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
from sudoku_engine.testing.checks.strategy.everywhere import same_everywhere
from sudoku_engine.testing.checks.strategy.finds import fires, on_its_example
from sudoku_engine.testing.checks.strategy.own_work import finds_itself
from sudoku_engine.testing.checks.strategy.pace import is_quick
from sudoku_engine.testing.checks.strategy.reasons import follows
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

OWN_WORK = "own_work"
"""The check of whose work the steps are. It comes first: all else is judged by it."""

STRATEGY_CHECKS: tuple[Check, ...] = (
    Check(
        "named",
        "it has an id, a name, a score and a level",
        "its id, name, score or level is missing",
        has_score_and_level,
        is_on_boards=False,
    ),
    Check("in_time", "every call comes back in time", "a call does not end as it should", in_time),
    Check(
        OWN_WORK,
        "it finds its steps itself",
        "it does not find its steps itself",
        finds_itself,
    ),
    Check(
        "true",
        "no step contradicts the solution",
        "a step contradicts the solution",
        on_no_board(untrue),
    ),
    Check(
        "gives_steps",
        "it returns steps and raises no error",
        "it raises an error, or what it returns is no list of steps",
        on_no_board(no_answer),
    ),
    Check(
        "leaves_board",
        "it leaves the board as it is",
        "it changes the board",
        on_no_board(board_changed),
    ),
    Check(
        "changes_something",
        "every step changes something",
        "a step changes nothing",
        on_no_board(empty_step),
    ),
    Check(
        "candidates",
        "its steps touch only candidates that are there",
        "a step touches what is not a candidate",
        on_no_board(no_candidate),
    ),
    Check(
        "same_twice",
        "called twice, it finds the same steps",
        "called twice, it does not find the same steps",
        same_twice,
    ),
    Check(
        "turned",
        "it treats a transformed board like the original",
        "it does not treat a transformed board like the original",
        like_the_original,
    ),
    Check(
        "everywhere",
        "it finds the same steps in another process",
        "it does not find the same steps in another process",
        same_everywhere,
    ),
    Check(
        "sizes",
        "it works on the sizes that it declares",
        "it goes wrong on a size that it declares",
        on_its_sizes,
    ),
    Check(
        "example",
        "an example that it declares shows a step",
        "its example shows no step",
        on_its_example,
    ),
    Check("fires", "it finds something", "it finds nothing", fires),
    DOCSTRING,
    Check("reason", "its steps say why", "its steps do not say why", says_why, is_must=False),
    Check(
        "because",
        "its steps name the candidates that they follow from",
        "its steps do not name the candidates that they follow from",
        names_causes,
        is_must=False,
    ),
    Check(
        "follows",
        "its steps follow from what they name",
        "its steps do not follow from what they name",
        follows,
        is_must=False,
    ),
    Check(
        "houses",
        "its steps name the right house",
        "a step names a wrong house",
        names_right_houses,
        is_must=False,
    ),
    Check(
        "shown",
        "it declares an example",
        "it declares no example",
        has_example,
        is_must=False,
        is_on_boards=False,
    ),
    Check("quiet", "it prints nothing", "it prints something", is_quiet, is_must=False),
    Check(
        "other_boards",
        "it works on every size and kind of board",
        "it does not work on every size and kind of board",
        on_other_boards,
        is_must=False,
    ),
    Check(
        "quick",
        "it is not far slower than our techniques",
        "it is far slower than our techniques",
        is_quick,
        is_must=False,
    ),
    Check(
        "complete",
        "it finds what the technique with its name finds",
        "it does not find just what the technique with its name finds",
        finds_what_is_named,
        is_must=False,
    ),
)
"""The checks of a strategy; `AGAINST` takes the place of the last if a technique is given."""

AGAINST = Check(
    "against",
    "it is the technique that it is compared with",
    "it is not the technique that it is compared with",
    is_the_technique,
)
