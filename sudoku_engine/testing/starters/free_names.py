"""Names for new plugins: valid in Python, and not used by anything else yet."""

from __future__ import annotations

import builtins
import keyword
import re
import sys
import unicodedata
from collections.abc import Collection

import sudoku_engine
from sudoku_engine.errors import UsageError
from sudoku_engine.plugins.loading import BUNDLED_PACKAGES
from sudoku_engine.testing.starters.starter import titled

LIBRARIES = ("sudoku_engine", *BUNDLED_PACKAGES, "click", "pluggy", "pytest", "rich", "yaml")
"""Modules that a file of the same name would hide."""

SPECIAL = ("conftest", "setup")
"""Names that have a meaning for pytest and pip."""

DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)
"""Names that Windows does not allow for files."""

WORDS = {*sudoku_engine.__all__, "Counter", "GaveUp", "Puzzle", "Transformation", "Verdict"}
"""Names that the starters import."""


def check_name(name: str, ids: Collection[str]) -> None:
    """Raise UsageError, with a better name, if `name` does not suit a plugin.

    `ids`: those of the bundled plugins.
    """
    if not (name.isascii() and name.isidentifier()):
        near = _as_identifier(name)
        better = near if _why_taken(near, ids) is None else f"my_{near}"
        note = "" if better == near else f" {near} is taken, but {better} is free"
        kind = "has letters other than a to z" if name.isidentifier() else "is not a Python name"
        raise UsageError(f"{name!r} {kind}: did you mean {near!r}?{note}")
    why = _why_taken(name, ids)
    if why is not None:
        bare = re.sub(r"^(_|test_)+", "", name)
        raise UsageError(f"{name!r} {why}: use another, such as {f'my_{bare}'!r}")


def _why_taken(name: str, ids: Collection[str]) -> str | None:
    """Return why `name` cannot be used, in words; None if it is free."""
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        return "is a Python keyword"
    if name in ids:
        return "is the name of a bundled plugin"
    if name in sys.stdlib_module_names:
        return "is a Python module, which your file would hide"
    if name in LIBRARIES:
        return "is a library, which your file would hide"
    if hasattr(builtins, name):
        return "is a Python function, which yours would hide"
    if name in SPECIAL:
        return "has a special meaning for pytest or pip"
    if DEVICES.fullmatch(name):
        return "is reserved by Windows"
    if name in WORDS or titled(name).replace(" ", "") in WORDS:
        return "is a name in the engine, which yours would hide"
    if name.startswith(("_", "test_")):
        return "would be skipped in a folder of plugins"
    return None


def _as_identifier(name: str) -> str:
    """Return the Python name that is nearest to `name`.

    >>> _as_identifier("Naked-Pair"), _as_identifier("2 Größen.py")
    ('naked_pair', 'my_2_grossen')
    """
    plain = unicodedata.normalize("NFKD", name.casefold().removesuffix(".py"))
    word = re.sub(r"[^a-z0-9]+", "_", re.sub(r"[^\x00-\x7f]", "", plain)).strip("_")
    if not word:
        return "my_plugin"
    return word if word.isidentifier() else f"my_{word}"
