"""What a class needs from elsewhere, as small as it can be."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from sudoku_engine.cli.progress import Progress
from sudoku_engine.web.classroom.class_site import class_site
from sudoku_engine.web.classroom.service import Served
from sudoku_engine.web.playground.site import EDITOR, LOCK, PYODIDE_FILES, STDLIB, npm_version


@pytest.fixture
def pyodide(tmp_path: Path) -> Path:
    """Return a folder with files that pass for the npm package pyodide."""
    return write_pyodide(tmp_path)


def write_pyodide(beside: Path) -> Path:
    folder = beside / "npm" / "pyodide"
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
    return write_assets(tmp_path)


def write_assets(beside: Path) -> Path:
    folder = beside / "npm" / "node_modules"
    for name in EDITOR:
        (folder / name).mkdir(parents=True)
        (folder / name / "main.js").write_text("export {};\n")
        (folder / name / "package.json").write_text(json.dumps({"module": "main.js"}))
    return folder


@pytest.fixture(scope="session")
def plain_site(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Served]:
    """Return the site of a class in which browsers find no Python and no CodeMirror."""
    beside = tmp_path_factory.mktemp("site")
    pyodide, assets = str(write_pyodide(beside)), str(write_assets(beside))
    return class_site(str(beside / "kept"), pyodide, assets, Progress())
