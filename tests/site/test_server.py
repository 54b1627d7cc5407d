"""The server of the playground: this computer alone, the right types, one folder."""

import socket
import threading
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from sudoku_engine.errors import UsageError
from sudoku_frontends.site.playground_command import PlaygroundServer, open_server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[PlaygroundServer]:
    (tmp_path / "site").mkdir()
    for name in ("index.html", "worker.js", "python.mjs", "python.wasm", "a.whl", "site.json"):
        (tmp_path / "site" / name).write_text("it")
    (tmp_path / "secret.txt").write_text("not this")
    with open_server(str(tmp_path / "site")) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def get(server: PlaygroundServer, path: str) -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


def test_files_have_the_types_that_browsers_need(server: PlaygroundServer) -> None:
    types = {
        "/": "text/html; charset=utf-8",
        "/worker.js": "text/javascript",
        "/python.mjs": "text/javascript",
        "/python.wasm": "application/wasm",
        "/site.json": "application/json",
    }
    for path, kind in types.items():
        answer = get(server, path)
        assert (answer.status, answer.headers["Content-Type"]) == (200, kind)
        assert answer.headers["Cache-Control"] == "no-cache"


def test_nothing_outside_of_the_folder_is_served(server: PlaygroundServer) -> None:
    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/nothing.js"):
        assert get(server, path).status == 404


def test_a_name_that_no_file_can_have_is_not_found(server: PlaygroundServer) -> None:
    assert get(server, "/index.html%00").status == 404


def test_only_this_computer_can_reach_it(server: PlaygroundServer) -> None:
    assert server.server_address[0] == "127.0.0.1"
    assert server.address == f"http://localhost:{server.server_port}/"


def test_a_port_that_is_taken_is_named_with_a_mend(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(UsageError, match=f"port {port} is taken: choose another one"):
            open_server(str(tmp_path), port)


def test_without_a_wish_a_free_port_is_found(server: PlaygroundServer, tmp_path: Path) -> None:
    with open_server(str(tmp_path)) as second:
        assert second.server_port > server.server_port
