"""A person's plugins as they travel to workers: their source, with its hash."""

from __future__ import annotations

from typing import NamedTuple


class Parcel(NamedTuple):
    """A plugin: a file, a folder, or the name of an installed one."""

    name: str
    """What the configuration or ``-p`` says; messages name it so, wherever the worker is."""
    files: tuple[tuple[str, bytes], ...]
    """Paths below the folder in which it is unpacked, and contents; none if it is installed."""
    digest: str
    """The SHA-256 of all that, or for what is installed of its version."""
