"""Practice: boards on which a technique is the next useful one, and answers that are judged.

``boards`` finds the boards, ``judging`` reads what a person writes and says whether it is right,
``exercises`` keeps the score, at the keyboard and in a window.
"""

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the command to practise."""
    return commands_in(
        __name__,
        {"practise": "Practise a technique: find it on boards where it is next."},
        {"practise": "practise_command"},
    )
