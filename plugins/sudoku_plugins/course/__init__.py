"""The course: files to begin with, an exercise on each technique, practice, and sheets to print.

`course` has the order in which to learn the techniques, and `starter_commands` writes the files.
For practice, `boards` finds boards on which a technique is the next useful one, `judging` says
whether a step is right, `proving` whether named truths are a proof, and `exercises` keeps the
score, at the keyboard and in a window.
"""

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the commands of the course."""
    return commands_in(
        __name__,
        {
            "worksheet": "Put puzzles on sheets to print.",
            "practise": "Practise a technique: find it on boards where it is next.",
            "plugins new": "Write a starter plugin, or an exercise.",
            "plugins progress": "Show what is done of a course, and what comes next.",
        },
        {
            "worksheet": "worksheet_command",
            "practise": "practise_command",
            "plugins new": "starter_commands",
            "plugins progress": "starter_commands",
        },
    )
