"""The checks of a strategy, in their order."""

from sudoku_plugins.kit.checks import has_docstring
from sudoku_plugins.kit.checks.strategy.finds import (
    finds_itself,
    finds_what_is_named,
    fires,
    has_example,
    has_score_and_level,
    is_quiet,
    is_the_technique,
    names_causes,
    on_its_example,
    says_why,
)
from sudoku_plugins.kit.checks.strategy.reasons import follows
from sudoku_plugins.kit.checks.strategy.sameness import (
    like_the_original,
    same_everywhere,
    same_twice,
)
from sudoku_plugins.kit.checks.strategy.steps import (
    ON_EACH_BOARD,
    in_time,
    is_quick,
    on_its_sizes,
    on_other_boards,
)

OWN_WORK = finds_itself.name  # it comes first: all else is judged by whose work the steps are
AGAINST = is_the_technique

STRATEGY_CHECKS = (
    has_score_and_level,
    in_time,
    finds_itself,
    *ON_EACH_BOARD,
    same_twice,
    like_the_original,
    same_everywhere,
    on_its_sizes,
    on_its_example,
    fires,
    has_docstring,
    says_why,
    names_causes,
    follows,
    has_example,
    is_quiet,
    on_other_boards,
    is_quick,
    finds_what_is_named,
)
"""The checks of a strategy; `AGAINST` takes the place of the last if a technique is given."""
