"""Names for new plugins: each is a Python name, and hides nothing that has that name already."""

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
from sudoku_engine.starters.starter import titled

LIBRARIES = ("sudoku_engine", *BUNDLED_PACKAGES, "click", "pluggy", "pytest", "rich", "yaml")
"""Modules that a file of the same name would hide from the engine, or from the tests."""

SPECIAL = ("conftest", "setup")
"""What pytest and pip take for files of theirs."""

DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)
"""What Windows lets no file be called."""

WORDS = {*sudoku_engine.__all__, "Counter", "GaveUp", "Puzzle", "Transformation", "Verdict"}
"""What the starters import."""


def check_name(name: str, ids: Collection[str]) -> None:
    """Raises UsageError, with a mend, where `name` is no good for a plugin.

    `ids` are those of the bundled plugins.
    """
    if not (name.isascii() and name.isidentifier()):
        mend = _as_identifier(name)
        better = mend if _why_taken(mend, ids) is None else f"my_{mend}"
        note = "" if better == mend else f" {mend} is taken, but {better} is free"
        kind = "has other letters than a to z" if name.isidentifier() else "is no Python name"
        raise UsageError(f"{name!r} {kind}: did you mean {mend!r}?{note}")
    why = _why_taken(name, ids)
    if why is not None:
        bare = re.sub(r"^(_|test_)+", "", name)
        raise UsageError(f"{name!r} {why}: take another, such as {f'my_{bare}'!r}")


def _why_taken(name: str, ids: Collection[str]) -> str | None:
    """What `name` would hide or be taken for, in words; None where it is free."""
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        return "is a word of Python's"
    if name in ids:
        return "is the name of a bundled plugin"
    if name in sys.stdlib_module_names:
        return "is a module of Python's, which your file would hide"
    if name in LIBRARIES:
        return "is a library, which your file would hide"
    if hasattr(builtins, name):
        return "is a function of Python's, which yours would hide"
    if name in SPECIAL:
        return "is a file that pytest or pip has a use for"
    if DEVICES.fullmatch(name):
        return "is a name that Windows keeps for itself"
    if name in WORDS or titled(name).replace(" ", "") in WORDS:
        return "is a word of the engine's, which yours would hide"
    if name.startswith(("_", "test_")):
        return "would be passed over in a folder of plugins"
    return None


def _as_identifier(name: str) -> str:
    """The Python name that is nearest to `name`.

    >>> _as_identifier("Naked-Pair"), _as_identifier("2 Größen.py")
    ('naked_pair', 'my_2_grossen')
    """
    plain = unicodedata.normalize("NFKD", name.casefold().removesuffix(".py"))
    word = re.sub(r"[^a-z0-9]+", "_", re.sub(r"[^\x00-\x7f]", "", plain)).strip("_")
    if not word:
        return "my_plugin"
    return word if word.isidentifier() else f"my_{word}"
