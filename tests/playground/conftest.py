"""A playground on this computer, once for all tests of a worker."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sudoku_engine.playground.server import open_server
from sudoku_engine.playground.site import site, write_site
from tests.support.npm import npm_package


@contextmanager
def served(folder: Path) -> Iterator[str]:
    with open_server(str(folder)) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield server.address
        server.shutdown()
        thread.join()


@pytest.fixture(scope="session")
def plain_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a playground without CodeMirror, which finds no Pyodide."""
    folder = tmp_path_factory.mktemp("plain")
    write_site(site(pyodide="http://127.0.0.1:9/", assets=None), str(folder))
    with served(folder) as address:
        yield address


@pytest.fixture(scope="session")
def playground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a playground with all that it can have, from local files."""
    pyodide, editor = npm_package("pyodide"), npm_package("@codemirror/view")
    folder = tmp_path_factory.mktemp("playground")
    write_site(site(str(pyodide), str(editor.parents[1])), str(folder))
    with served(folder) as address:
        yield address
