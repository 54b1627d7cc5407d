"""Controllers of a film and of a board to work on; they use no toolkit.

``view``: keys, clicks, and the surface of a controller; ``background``: long work in a thread of
its own; ``film``: a run as a film; ``editor…``, ``board_editing``,
``strategy_help`` and ``exercise_help``: a board that the user works on.
"""

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the command to solve by hand."""
    helps = {"play": "Solve a board by hand, with strategies as helpers."}
    return commands_in(__name__, helps, {"play": "play_command"})
