"""Guests: processes in which a person's code runs, with limits of time and memory.

Whatever a plugin does there, the program goes on: it starts the guests, believes nothing that they
say, and names the plugin that is at fault. Without this plugin, ``-p FILE`` loads the file in the
process of the program. Needs nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sudoku_engine.api.hookspecs import hookimpl

if TYPE_CHECKING:
    from sudoku_engine.plugins.hooks import Keeper
    from sudoku_engine.solving.finder import Finder
    from sudoku_engine.solving.run_state import RunState


@hookimpl
def sudoku_loader(paths: Sequence[str], disable: Sequence[str], errors: int | None) -> Keeper:
    """Return the keeper of guests in which a person's plugins are loaded."""
    from sudoku_plugins.sandbox.supervisor import Supervisor

    return Supervisor(paths, disable, errors)


@hookimpl
def sudoku_finder(run: RunState) -> Finder | None:
    """Return the finder of a run with a person's components, if all of them are in guests."""
    parts = [*run.lineup.foreign, *([run.fallback] if run.fallback else [])]
    foreign = [each.methods for each in parts if not each.is_bundled]
    keepers: set[Any] = {getattr(each, "keeper", None) for each in foreign}
    if len(keepers) != 1 or None in keepers:  # in a guest, too, they are in this process
        return None
    from sudoku_plugins.sandbox.guest_finder import GuestFinder

    return GuestFinder(run, keepers.pop())
