"""The packages of npm that the playground is made from, and node."""

import json
import os
import shutil
from pathlib import Path
from zipfile import ZipFile

from sudoku_frontends.site.site import EDITOR, LOCK, PYODIDE_FILES, STDLIB, npm_version
from tests.support.lacking import skip_for
from tests.support.paths import ROOT


def node_modules() -> Path:
    """Return the folder of npm's packages, which need not be there."""
    return Path(os.environ.get("SUDOKU_NODE_MODULES") or ROOT / "node_modules")


def npm_package(name: str) -> Path:
    """Return the folder of npm's package `name`; without it, skip the test."""
    folder = node_modules() / name
    if not folder.is_dir():
        skip_for(f"there is no npm package {name} (see CONTRIBUTING.md)")
    return folder


def node() -> str:
    """Return the command `node`; without it, skip the test."""
    return shutil.which("node") or skip_for("there is no node")


def write_pyodide(folder: Path) -> Path:
    """Write files that pass for the npm package pyodide into a `folder`, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in PYODIDE_FILES:
        (folder / name).write_text("export {};")
    (folder / "package.json").write_text(json.dumps({"version": npm_version("pyodide")}))
    (folder / "pyodide.asm.wasm").write_bytes(b"\0asm" + bytes(2000))
    (folder / LOCK).write_text("{}")
    with ZipFile(folder / STDLIB, "w") as library:
        for name in ("os.py", "statistics.py"):
            library.writestr(name, "")
    return folder


def write_editor(folder: Path) -> Path:
    """Write packages that pass for the editor's into a `folder`, and return it."""
    for name in EDITOR:
        (folder / name).mkdir(parents=True)
        (folder / name / "main.js").write_text("export {};\n")
        (folder / name / "package.json").write_text(json.dumps({"module": "main.js"}))
    return folder
