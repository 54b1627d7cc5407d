"""The commands, a module each: they parse, call and print, and decide nothing."""

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl

COMMANDS = commands_in(
    __name__,
    {
        "solve": "Solve puzzles by strategies, step by step.",
        "verify": "Check whether puzzles have no, one or several solutions.",
        "plugins": "List plugins; write, check and grade your own.",
        "plugins list": "List the plugins, and what is wrong with them.",
        "config": "Show and check configurations.",
        "config show": "Show the configuration in use as YAML, with the origin of each value.",
        "config check": "Check configurations, and the puzzles that they name.",
    },
    {"plugins list": "plugins", "config show": "config", "config check": "config"},
)


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the engine's commands."""
    return COMMANDS
