"""Ratings: how hard puzzles are, on scales of named techniques, of Sukaku Explainer, of truths.

`rating` rates by our techniques, `hodoku_order` with `hodoku_nets` step by step as HoDoKu,
``explainer`` by the rules of Sukaku Explainer. `scales` has the scales by name.
"""

from collections.abc import Mapping

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the command that rates puzzles."""
    return commands_in(
        __name__,
        {
            "rate": "Rate how hard puzzles are, and which techniques they need.",
        },
        {
            "rate": "rate_command",
        },
    )


@hookimpl
def sudoku_names() -> Mapping[str, str]:
    """Return the names for Python."""
    return {
        "rate": "sudoku_plugins.ratings.raters",
        "rated_on": "sudoku_plugins.ratings.raters",
        "rater": "sudoku_plugins.ratings.raters",
        "rating_on": "sudoku_plugins.ratings.raters",
    }
