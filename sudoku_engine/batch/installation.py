"""What is installed here: engine, source, Python. Workers must have what the leader has."""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from sudoku_engine.batch.parcels import files_digest
from sudoku_engine.version import NAME, VERSION

_PACKAGES = ("sudoku_engine", "sudoku_plugins")
"""What decides on results."""

_SOURCE = f"the source of {NAME}"


def identity() -> dict[str, str]:
    """Return what must be the same everywhere, by its name for people."""
    python = ".".join(map(str, sys.version_info[:2]))
    return {"Python": python, NAME: VERSION, _SOURCE: source()}


def difference(there: dict[str, str], here: dict[str, str]) -> str:
    """Return in words how what is `there` differs from what is needed `here`; empty if it does not.

    >>> difference({"Python": "3.11"}, {"Python": "3.13"})
    'it has Python 3.11, and 3.13 is needed'
    """
    for name, wanted in here.items():
        found = there.get(name, "nothing")
        if found != wanted and name == _SOURCE:
            return f"{name} is not the same there: install the same on all machines"
        if found != wanted:
            return f"it has {name} {found}, and {wanted} is needed"
    return ""


@cache
def source() -> str:
    """Return the SHA-256 of the source of the engine and its plugins."""
    files = []
    for package in _PACKAGES:
        spec = find_spec(package)
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            for path in sorted(Path(folder).rglob("*.py")):
                content = path.read_bytes().replace(b"\r\n", b"\n")
                files.append((path.relative_to(folder).as_posix(), content))
    return files_digest(files)
