"""What a class needs from elsewhere, as small as it can be."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from sudoku_engine.web.playground.site import EDITOR, LOCK, PYODIDE_FILES, STDLIB, npm_version


@pytest.fixture
def pyodide(tmp_path: Path) -> Path:
    """Return a folder with files that pass for the npm package pyodide."""
    folder = tmp_path / "npm" / "pyodide"
    folder.mkdir(parents=True)
    for name in PYODIDE_FILES:
        (folder / name).write_text("export {};")
    (folder / "package.json").write_text(json.dumps({"version": npm_version("pyodide")}))
    (folder / "pyodide.asm.wasm").write_bytes(b"\0asm" + bytes(2000))
    (folder / LOCK).write_text("{}")
    with zipfile.ZipFile(folder / STDLIB, "w") as library:
        library.writestr("os.py", "")
    return folder


@pytest.fixture
def assets(tmp_path: Path) -> Path:
    """Return a folder with packages that pass for the editor's."""
    folder = tmp_path / "npm" / "node_modules"
    for name in EDITOR:
        (folder / name).mkdir(parents=True)
        (folder / name / "main.js").write_text("export {};\n")
        (folder / name / "package.json").write_text(json.dumps({"module": "main.js"}))
    return folder
