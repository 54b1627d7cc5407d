"""``python -m sudoku_engine``, which is the command ``sudoku-engine``."""

import gc
import os
import sys
from collections.abc import Sequence

from sudoku_engine.api.hookspecs import BroughtCommand

OBJECTS = 100_000
"""The number of new objects that starts a garbage collection; Python's default is 700."""

HELP = {
    "solve": "Solve puzzles by strategies, step by step.",
    "steps": "Show all steps on a board, of every technique.",
    "hint": "Show the next step of a puzzle.",
    "why": "Show the smallest reason for any step, or why it is wrong.",
    "verify": "Check whether puzzles have no, one or several solutions.",
    "rate": "Rate how hard puzzles are, and which techniques they need.",
    "generate": "Make puzzles of a level, or that need a technique.",
    "simulate": "Play the game of levels: watch a search fill a random board.",
    "batch": "Do a task on millions of puzzles, taken up again after a stop.",
    "race": "Compare solvers on the same puzzles, side by side.",
    "compare": "Decide whether one board is a transformation of another.",
    "transform": "Rotate boards, swap their lines, rename their digits.",
    "canonical": "Print one form for all copies of a puzzle; find copies.",
    "practise": "Practise a technique: find it on boards where it is next.",
    "play": "Solve a board by hand, with strategies as helpers.",
    "draw": "Draw a board, and a step on it, as a picture.",
    "worksheet": "Put puzzles on sheets to print.",
    "chart": "Measure solvers against difficulty or board size.",
    "explain": "Teach a technique, with an example.",
    "plugins": "List plugins; write, check and grade your own.",
    "plugins list": "List the plugins, and what is wrong with them.",
    "plugins new": "Write a starter plugin, or an exercise.",
    "plugins progress": "Show what is done of a course, and what comes next.",
    "plugins check": "Check whether plugins are correct and keep the rules.",
    "plugins trace": "Show a strategy's own lines at work on a board.",
    "plugins grade": "Grade a class: check and compare its students' strategies.",
    "site": "Solve, learn, practise, make and write in a browser: a site.",
    "playground": "Write strategies in a browser: a site that needs no installation.",
    "classroom": "Let a class work in browsers, and see it on one page.",
    "config": "Show and check configurations.",
}
"""By name, the purpose of each command, the most useful first."""

MODULES = {
    "hint": "sudoku_engine.cli.commands.steps",
    "race": "sudoku_engine.cli.commands.solver_comparison",
    "chart": "sudoku_engine.cli.commands.solver_comparison",
    "batch": "sudoku_engine.batch.batch_command",
    "practise": "sudoku_engine.testing.practice.practise_command",
    "plugins new": "sudoku_engine.testing.starters.starter_commands",
    "plugins progress": "sudoku_engine.testing.starters.starter_commands",
    "plugins check": "sudoku_engine.testing.check_command",
    "plugins trace": "sudoku_engine.web.trace_command",
    "plugins grade": "sudoku_engine.testing.grading.grade_command",
    "site": "sudoku_engine.web.playground.playground_command",
    "playground": "sudoku_engine.web.playground.playground_command",
    "classroom": "sudoku_engine.web.classroom.classroom_command",
}
"""By name, the modules of commands that are not `sudoku_engine.cli.commands.NAME`."""

COMMANDS = tuple(
    BroughtCommand(name, what, f"{module}:{name.replace(' ', '_')}")
    for name, what in HELP.items()
    for module in [MODULES.get(name, f"sudoku_engine.cli.commands.{name.split()[0]}")]
)
"""The commands of the engine's packages."""


def main() -> None:
    """Run the program; Ctrl-C ends it while it loads, too."""
    gc.set_threshold(OBJECTS)  # loading makes many objects, and little garbage
    try:
        from sudoku_engine.cli.program import main as run_program
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        sys.exit(130)
    run_program(COMMANDS)


def run(arguments: Sequence[str]) -> int:
    """Return the exit status of the program called with `arguments`, in this process."""
    from sudoku_engine.cli.program import run as run_program

    return run_program(arguments, COMMANDS)


def leave_out_current_folder() -> None:
    """Keep files in the current folder, such as a pupil's random.py, from replacing Python's own.

    ``python -m`` searches that folder first. It stays if the engine is there itself.
    """
    folder = os.getcwd()
    if sys.path[:1] == [folder] and not os.path.exists(os.path.join(folder, "sudoku_engine")):
        del sys.path[0]


if __name__ == "__main__":
    leave_out_current_folder()
    main()
