"""Replays: films of runs as pages, which the reporter ``html`` writes beside what others write."""

from __future__ import annotations

import os
from collections.abc import Sequence
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


def is_replay(output: str | None) -> bool:
    """Return whether the file `output` is to be a replay."""
    return ending(output) == REPLAY


def file_of_results(output: str | None) -> str | None:
    """Return the file `output` for results; None if they go beside a replay in that file."""
    return None if is_replay(output) else output


def with_replay(
    reporters: Sequence[Component], output: str | None, context: CommandContext
) -> list[Component]:
    """Return `reporters` and, if the file `output` is a replay, the one that writes it.

    It takes the options of the command line unless they are for a front end. A reporter of
    replays that names no file, or this one, is not a second one: its options hold. Raises
    UsageError.
    """
    if output is None or not is_replay(output):
        return [*reporters]
    check_folder(output)
    others = [each for each in reporters if not _writes(each, output)]
    same = [each for each in reporters if _writes(each, output)]
    reporter = same[0] if same else context.registry.find("reporter", REPLAY)
    options = {**reporter.options, "file": Path(output)}
    if context.config.frontend is None:
        for name, override in context.component_overrides(KEY).items():
            if name in OPTIONS:
                kind = reporter.known_options[name].type
                options[name] = converted(override.parsed(), kind, name)
    return [*others, reporter.with_options(options)]


def _writes(reporter: Component, output: str) -> bool:
    """Return whether `reporter` writes replays, and into the file `output` or any."""
    file = reporter.options.get("file")
    return reporter.id == REPLAY and (
        file is None or os.path.realpath(file) == os.path.realpath(output)
    )
