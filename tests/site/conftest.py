"""A playground on this computer, once for all tests of a worker."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from sudoku_frontends.site import site as module
from sudoku_frontends.site.playground_command import open_server
from sudoku_frontends.site.site import SETTINGS, Files, site, write_site
from tests.support.npm import npm_package


@pytest.fixture(scope="session", autouse=True)
def made_once() -> Iterator[None]:
    """Make once for all sites of a worker what is the same in each."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("engine_pack", "library_packs", "puzzles"):
            patch.setattr(module, name, cache(getattr(module, name)))
        yield


@contextmanager
def served(folder: Path) -> Iterator[str]:
    with open_server(str(folder)) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield server.address
        server.shutdown()
        thread.join()


def shown(site: Files, factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address at which a `site` is served."""
    folder = factory.mktemp("site")
    write_site(site, str(folder))
    with served(folder) as address:
        yield address


@pytest.fixture(scope="session")
def plain_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a playground without CodeMirror, which finds no Pyodide."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "BUNDLED_ASSETS", Path("nowhere"))
        plain = site(pyodide="http://127.0.0.1:9/")
    yield from shown(plain, tmp_path_factory)


@pytest.fixture(scope="session")
def whole_site() -> Files:
    """Return a playground with all that it can have, from local files."""
    pyodide, editor = npm_package("pyodide"), npm_package("@codemirror/view")
    return site(str(pyodide), str(editor.parents[1]))


@pytest.fixture(scope="session")
def playground(whole_site: Files, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of the whole playground."""
    yield from shown(whole_site, tmp_path_factory)


@pytest.fixture(scope="session")
def rooms_site() -> Files:
    """Return the whole site with all that it can have, from local files."""
    pyodide, editor = npm_package("pyodide"), npm_package("@codemirror/view")
    return site(str(pyodide), str(editor.parents[1]), has_rooms=True)


@pytest.fixture(scope="session")
def rooms(rooms_site: Files, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of the whole site."""
    yield from shown(rooms_site, tmp_path_factory)


@pytest.fixture(scope="session")
def quick_playground(whole_site: Files, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a playground that ends Python after two seconds without news."""
    settings = json.loads(whole_site[SETTINGS])
    settings["limits"]["silence"] = 2
    files = {**whole_site, SETTINGS: json.dumps(settings).encode()}
    yield from shown(files, tmp_path_factory)
