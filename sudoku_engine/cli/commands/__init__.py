"""The commands, a module each: they parse, call and print, and decide nothing."""

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl

COMMANDS = commands_in(
    __name__,
    {
        "solve": "Solve puzzles by strategies, step by step.",
        "steps": "Show all steps on a board, of every technique.",
        "hint": "Show the next step of a puzzle.",
        "why": "Show the smallest reason for any step, or why it is wrong.",
        "verify": "Check whether puzzles have no, one or several solutions.",
        "rate": "Rate how hard puzzles are, and which techniques they need.",
        "generate": "Make puzzles of a level, or that need a technique.",
        "simulate": "Play the game of levels: watch a search fill a random board.",
        "race": "Compare solvers on the same puzzles, side by side.",
        "compare": "Decide whether one board is a transformation of another.",
        "transform": "Rotate boards, swap their lines, rename their digits.",
        "canonical": "Print one form for all copies of a puzzle; find copies.",
        "play": "Solve a board by hand, with strategies as helpers.",
        "draw": "Draw a board, and a step on it, as a picture.",
        "worksheet": "Put puzzles on sheets to print.",
        "chart": "Measure solvers against difficulty or board size.",
        "explain": "Teach a technique, with an example.",
        "plugins": "List plugins; write, check and grade your own.",
        "plugins list": "List the plugins, and what is wrong with them.",
        "config": "Show and check configurations.",
    },
    {
        "hint": "steps",
        "race": "solver_comparison",
        "chart": "solver_comparison",
        "plugins list": "plugins",
    },
)


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the engine's commands."""
    return COMMANDS
