"""Options that have another name now; the former names still work, with a notice."""

from __future__ import annotations

from collections.abc import Sequence

import click

FORMER_OPTIONS = {
    "--folder": "--output",
    "--limit": "--timeout",
    "--moves": "--verbose",
    "--stage": "--show",
    "--step-timeout": "--timeout",
}
"""By former name, the present name of an option, in every command that has it.

They go with the next version, but for those in `LASTING`.
"""

LASTING = {"--step-timeout"}
"""Former names that stay: it is also the name of the configuration's key."""


def with_present_names(
    command: click.Command, arguments: Sequence[str]
) -> tuple[list[str], list[str]]:
    """Return the `arguments` of `command` with present names of options, and a notice for each."""
    known = {name for parameter in command.params for name in parameter.opts}
    present: list[str] = []
    notices: list[str] = []
    for place, argument in enumerate(arguments):
        if argument == "--":
            return [*present, *arguments[place:]], notices
        name, is_joined, value = argument.partition("=")
        new = FORMER_OPTIONS.get(name)
        if new in known and name not in known:
            if name not in LASTING:
                notices.append(f"notice: {name} is now called {new}; the former name will go")
            argument = f"{new}{is_joined}{value}"
        present.append(argument)
    return present, notices
