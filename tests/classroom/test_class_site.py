"""The files of a class: what is fetched once is kept, whole or not at all."""

import gzip
import json
from collections.abc import Iterator
from functools import cache
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from sudoku_engine.cli.progress import Progress
from sudoku_engine.errors import UsageError
from sudoku_frontends.classroom.class_site import addresses, class_site, pack
from sudoku_frontends.classroom.service import Served
from sudoku_frontends.site import site as site_module
from sudoku_frontends.site.site import npm_version
from tests.support.browser import served


@pytest.fixture(scope="module", autouse=True)
def made_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site_module, "engine_pack", cache(site_module.engine_pack))
        yield


@pytest.fixture
def address(pyodide: Path) -> Iterator[str]:
    """Yield the address of a server with Pyodide."""
    with served(pyodide) as address:
        yield address


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "class").mkdir()
    return tmp_path / "class"


def made(folder: Path, pyodide: str | None = None, assets: str | None = None) -> dict[str, Served]:
    return class_site(str(folder), pyodide, assets, Progress())


def test_what_is_fetched_once_is_kept_for_the_next_start(
    folder: Path, address: str, assets: Path, pyodide: Path
) -> None:
    first = made(folder, address, str(assets))
    (pyodide / "package.json").unlink()
    second = made(folder)
    assert second == first
    assert second["pyodide/pyodide.asm.wasm"].data == (pyodide / "pyodide.asm.wasm").read_bytes()
    assert second["modules/@codemirror/view/main.js"].data == b"export {};\n"
    assert second["site.json"].type == "application/json"
    settings = json.loads(second["site.json"].data)
    assert (settings["classroom"], settings["pyodide"]) == (True, "./pyodide/")
    for page in ("index.html", "index.de.html", "teacher.html", "teacher.de.html"):
        assert second[page].type == "text/html; charset=utf-8"
    assert {"pupil.js", "pupil.css", "teacher.js", "teacher.css", "playground.js"} < {*second}


@pytest.mark.parametrize(
    ("file", "content", "why"),
    [
        ("pyodide.asm.mjs", None, r"pyodide.asm.mjs: cannot be fetched \(File not found\): npm "),
        ("package.json", '{"version": "0.1"}', "is pyodide 0.1, and .* is needed: npm install"),
        ("package.json", "<p>Log in to the network of this school", "has no pyodide, and .* is"),
    ],
)
def test_python_is_kept_whole_or_not_at_all(
    file: str, content: str | None, why: str, folder: Path, address: str, pyodide: Path
) -> None:
    (pyodide / file).unlink()
    if content is not None:
        (pyodide / file).write_text(content)
    with pytest.raises(UsageError, match=why):
        made(folder, address)
    assert [*folder.iterdir()] == []


def test_without_a_network_one_line_says_where_to_get_it(folder: Path) -> None:
    mend = f"npm install pyodide@{npm_version('pyodide')} where there is internet, then --pyodide"
    with pytest.raises(UsageError, match=f"^http://127.0.0.1:9/.*cannot be fetched.*: {mend}"):
        made(folder, "http://127.0.0.1:9/")


def test_what_is_left_of_a_killed_start_goes(folder: Path) -> None:
    (folder / ".pyodide.abc.tmp" / "new").mkdir(parents=True)
    with pytest.raises(UsageError, match="there is no such folder"):
        made(folder, str(folder / "nothing"))
    assert [*folder.iterdir()] == []


def test_what_pays_is_packed() -> None:
    page = Served(b"<p>" + b"sudoku " * 100, None, "text/html", "1")
    packed_already = Served(gzip.compress(page.data), None, "application/octet-stream", "2")
    files = {
        "index.html": page,
        "python/engine.pack": packed_already,
        "x.js": page._replace(data=b""),
    }
    pack(files)
    assert gzip.decompress(files["index.html"].packed or b"") == page.data
    assert files["python/engine.pack"].packed is files["x.js"].packed is None


def test_addresses_are_those_that_others_can_reach() -> None:
    for address in addresses(8000):
        parts = urlsplit(address)
        assert (parts.scheme, parts.port, parts.path) == ("http", 8000, "/")
        assert not ip_address(parts.hostname or "").is_loopback
