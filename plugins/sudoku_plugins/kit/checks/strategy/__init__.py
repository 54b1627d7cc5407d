"""The checks of a strategy, in their order."""

from sudoku_plugins.kit.checks import has_docstring
from sudoku_plugins.kit.checks.strategy import finds, reasons, sameness, steps

OWN_WORK = finds.finds_itself.name  # it comes first: all else is judged by whose work the steps are
AGAINST = finds.is_the_technique

STRATEGY_CHECKS = (
    finds.has_score_and_level,
    steps.in_time,
    finds.finds_itself,
    *steps.ON_EACH_BOARD,
    sameness.same_twice,
    sameness.like_the_original,
    sameness.same_everywhere,
    steps.on_its_sizes,
    finds.on_its_example,
    finds.fires,
    has_docstring,
    finds.says_why,
    finds.names_causes,
    reasons.follows,
    finds.has_example,
    finds.is_quiet,
    steps.on_other_boards,
    steps.is_quick,
    finds.finds_what_is_named,
)
"""The checks of a strategy; `AGAINST` takes the place of the last if a technique is given."""
