"""The kit that checks plugins: each kind by its own checks, with advice where something is wrong.

`examination` runs the checks of ``checks`` on the boards of ``boards``, in a process of their own
(`isolation`), and puts mistakes into words (``advice``). `assertions` are for pytest. The names of
`sudoku_engine.testing` are found here.
"""

from collections.abc import Mapping

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the command that checks plugins."""
    return commands_in(
        __name__,
        {"plugins check": "Check whether plugins are correct and keep the rules."},
        {"plugins check": "check_command"},
    )


@hookimpl
def sudoku_names() -> Mapping[str, str]:
    """Return the names of `sudoku_engine.testing`."""
    return {
        "testing.assert_finds": "sudoku_plugins.kit.assertions",
        "testing.assert_finds_nothing": "sudoku_plugins.kit.assertions",
        "testing.assert_passes": "sudoku_plugins.kit.assertions",
        "testing.assert_sound": "sudoku_plugins.kit.assertions",
        "testing.check_file": "sudoku_plugins.kit.assertions",
        "testing.parametrize_with_checks": "sudoku_plugins.kit.assertions",
        "testing.CHECKS": "sudoku_plugins.kit.examination",
        "testing.Examination": "sudoku_plugins.kit.examination",
        "testing.checks_for": "sudoku_plugins.kit.examination",
        "testing.Check": "sudoku_plugins.kit.findings",
        "testing.Finding": "sudoku_plugins.kit.findings",
        "testing.Kit": "sudoku_plugins.kit.kit",
        "testing.bundled_kit": "sudoku_plugins.kit.kit",
    }
