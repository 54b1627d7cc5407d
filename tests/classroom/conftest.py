"""What a class needs from elsewhere, as small as it can be."""

from pathlib import Path

import pytest

from sudoku_engine.cli.progress import Progress
from sudoku_frontends.classroom.class_site import class_site
from sudoku_frontends.classroom.service import Served
from tests.support.npm import write_editor, write_pyodide


@pytest.fixture
def pyodide(tmp_path: Path) -> Path:
    """Return a folder with files that pass for the npm package pyodide."""
    return write_pyodide(tmp_path / "npm" / "pyodide")


@pytest.fixture
def assets(tmp_path: Path) -> Path:
    """Return a folder with packages that pass for the editor's."""
    return write_editor(tmp_path / "npm" / "node_modules")


@pytest.fixture(scope="session")
def plain_site(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Served]:
    """Return the site of a class in which browsers find no Python and no CodeMirror."""
    beside = tmp_path_factory.mktemp("site")
    pyodide, editor = write_pyodide(beside / "pyodide"), write_editor(beside / "node_modules")
    return class_site(str(beside / "kept"), str(pyodide), str(editor), Progress())
