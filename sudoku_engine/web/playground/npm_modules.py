"""JavaScript modules out of a ``node_modules`` folder, as files that a browser imports as they are.

A page names packages (``@codemirror/view``); an import map says where each one is. So nothing is
bundled: what the modules import is followed, and each package's module is copied with its licence.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sudoku_engine.errors import UsageError, quoted

_IMPORT = re.compile(r"""^\s*(?:import|export)\b(?:[^'";]*?\bfrom)?\s*['"]([^'"]+)['"]""", re.M)


class Modules(NamedTuple):
    """Modules for a site."""

    files: dict[str, bytes]
    """Their files, by the path in the site."""
    imports: dict[str, str]
    """The address of each package's module, relative to the site: the import map."""


def npm_modules(names: Sequence[str], folder: Path) -> Modules:
    """Return the modules of the packages `names` in `folder`, with all that they import.

    Raises UsageError if one is missing.
    """
    found = Modules({}, {})
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in found.imports:
            continue
        home = folder / name
        if not home.is_dir():
            raise UsageError(
                f"the package {quoted(name)} is missing: npm install {name}", str(folder)
            )
        module = _module_of(home)
        text = _read(home / module)
        site = f"modules/{name}"
        found.imports[name] = f"./{site}/{module}"
        found.files[f"{site}/{module}"] = text
        for licence in sorted(home.glob("LICEN*")):
            found.files[f"{site}/{licence.name}"] = _read(licence)
        waiting += _imported(text.decode("utf-8"))
    return Modules(found.files, dict(sorted(found.imports.items())))


def _imported(text: str) -> Iterator[str]:
    """Yield the packages that a module imports; the packages used here are one file each."""
    return (name for name in _IMPORT.findall(text) if not name.startswith("."))


def _module_of(home: Path) -> str:
    """Return the path of the ES module of the package in the folder `home`."""
    try:
        about = json.loads(_read(home / "package.json"))
        exports: Any = about.get("exports", {})
        exports = exports.get(".", exports)
        module = exports.get("import") or about["module"]
        return str(module).removeprefix("./")
    except (ValueError, KeyError, AttributeError):
        raise UsageError("names no ES module", str(home / "package.json")) from None


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        mend = "install the package anew with npm"
        raise UsageError(f"{error.strerror}: {mend}", str(file)) from None
