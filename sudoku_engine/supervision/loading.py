"""Plugins loaded: the bundled ones here, a person's in guests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sudoku_engine.plugins.loading import has_installed_plugins
from sudoku_engine.plugins.registry import Registry

if TYPE_CHECKING:
    from sudoku_engine.supervision.supervisor import Supervisor


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
    from sudoku_engine.supervision.supervisor import Supervisor

    supervisor = Supervisor(paths, disable)
    try:
        return supervisor.load(), supervisor
    except BaseException:
        supervisor.end()
        raise
