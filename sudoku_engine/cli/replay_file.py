"""Replays: films of runs as pages, which the reporter ``html`` writes beside what others write."""

from __future__ import annotations

from pathlib import Path

from sudoku_engine.atomic_file import check_folder
from sudoku_engine.cli.context import CommandContext
from sudoku_engine.cli.frontends import KEY
from sudoku_engine.cli.output_files import ending
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.conversion import converted

REPLAY = "html"
"""The reporter that writes replays, and the ending of their files."""

OPTIONS = ("delay", "theme")
"""The options of a front end on the command line that a replay has, too."""


def file_of_results(output: str | None) -> str | None:
    """Return the file `output` for results; None if they go beside a replay in that file."""
    return None if ending(output) == REPLAY else output


def replay_reporters(output: str | None, context: CommandContext) -> list[Component]:
    """Return the reporter that writes a replay, if the file `output` is one.

    It takes the options of the command line unless they are for a front end. Raises UsageError.
    """
    if output is None or ending(output) != REPLAY:
        return []
    check_folder(output)
    reporter = context.registry.find("reporter", REPLAY)
    options: dict[str, object] = {"file": Path(output)}
    if context.config.frontend is None:
        for name, override in context.component_overrides(KEY).items():
            if name in OPTIONS:
                kind = reporter.known_options[name].type
                options[name] = converted(override.parsed(), kind, name)
    return [reporter.with_options(options)]
