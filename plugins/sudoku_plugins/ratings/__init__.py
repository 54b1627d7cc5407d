"""Ratings: how hard puzzles are, on scales of named techniques, of Sukaku Explainer, of truths.

`rating` rates by our techniques, `hodoku_order` with `hodoku_nets` step by step as HoDoKu,
``explainer`` by the rules of Sukaku Explainer. `scales` has the scales by name.
"""

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
