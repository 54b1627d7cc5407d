"""Plugins loaded, and loops with them: the bundled ones here, a person's in guests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.loading import has_installed_plugins
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.loop import Loop
from sudoku_engine.solving.settings import LoopSettings

if TYPE_CHECKING:
    from sudoku_engine.guests.supervisor import Supervisor


@contextmanager
def plugins_loaded(
    paths: Sequence[str], disable: Sequence[str]
) -> Iterator[tuple[Registry, Supervisor | None]]:
    """Load the plugins as `load_plugins` does; at the end of the block their guests are ended."""
    registry, supervisor = load_plugins(paths, disable)
    try:
        yield registry, supervisor
    finally:
        if supervisor is not None:
            supervisor.end()


def load_plugins(
    paths: Sequence[str], disable: Sequence[str]
) -> tuple[Registry, Supervisor | None]:
    """Return the plugins in `paths` and those that are installed, and what looks after them.

    Only a person's plugins need a supervisor, which takes a while to load.
    """
    if not (paths or has_installed_plugins()):
        registry = Registry()
        registry.load(paths, disable)
        return registry, None
    from sudoku_engine.guests.supervisor import Supervisor

    supervisor = Supervisor(paths, disable)
    try:
        return supervisor.load(), supervisor
    except BaseException:
        supervisor.end()
        raise


def loop_of(
    supervisor: Supervisor | None,
    strategies: Sequence[Component],
    settings: LoopSettings,
    fallback: Component | None = None,
) -> Loop:
    """Return a loop with `strategies`, in guests of the `supervisor` if there is one."""
    if supervisor is None:
        return Loop(strategies, settings, fallback)
    from sudoku_engine.guests.guest_loop import GuestLoop  # only for a person's plugins

    return GuestLoop(supervisor, strategies, settings, fallback)
