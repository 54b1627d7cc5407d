"""Ratings: how hard puzzles are, on scales of named techniques, of Sukaku Explainer, of truths.

`rating` rates by our techniques, `hodoku_order` step by step as HoDoKu, ``explainer`` by the rules
of Sukaku Explainer. `scales` has the scales by name.
"""

from collections.abc import Mapping

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the command that rates puzzles."""
    what = "Rate how hard puzzles are, and which techniques they need."
    return commands_in(__name__, {"rate": what}, {"rate": "rate_command"})


@hookimpl
def sudoku_names() -> Mapping[str, str]:
    """Return the names for Python."""
    names = ("rate", "rated_on", "rater", "rating_on")
    return dict.fromkeys(names, "sudoku_plugins.ratings.scales")
