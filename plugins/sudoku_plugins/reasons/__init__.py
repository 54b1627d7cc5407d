"""Reasons: the fewest truths for a conclusion, whether a step follows from what it names, lessons.

`smallest_reason` searches for the truths, `why` makes a step of them. `reasons` checks the reasons
of a step. `lesson` teaches a technique with an example.
"""

from collections.abc import Mapping

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the commands that give reasons and lessons."""
    return commands_in(
        __name__,
        {
            "why": "Show the smallest reason for any step, or why it is wrong.",
            "explain": "Teach a technique, with an example.",
        },
        {"why": "why_command", "explain": "explain_command"},
    )


@hookimpl
def sudoku_names() -> Mapping[str, str]:
    """Return the names for Python."""
    return dict.fromkeys(("Why", "why"), "sudoku_plugins.reasons.why")
