"""A server for the playground on this computer alone."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from typing import Any, BinaryIO, TypeVar

from sudoku_engine.errors import UsageError

LOOPBACK = "127.0.0.1"
"""The only address that is listened on: no other computer reaches it."""

FIRST_PORT = 8000
TRIED_PORTS = 20
"""If no port is named, the first free one of these is used."""

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".whl": "application/zip",
}
"""The types of files. Windows may be set up with other ones, with which scripts do not run."""


class PlaygroundServer(ThreadingHTTPServer):
    """Serves one folder on the loopback address; every request has a thread of its own."""

    allow_reuse_address = os.name != "nt"  # there it would share a port that is taken

    def __init__(self, folder: str, port: int) -> None:
        super().__init__((LOOPBACK, port), partial(_Handler, directory=folder))

    @property
    def address(self) -> str:
        """The address to open in a browser."""
        return f"http://localhost:{self.server_port}/"


Server = TypeVar("Server")


def open_server(folder: str, port: int | None = None) -> PlaygroundServer:
    """Return a server of `folder`, on this `port` or on the first free one; raise UsageError."""
    return at_port(port, partial(PlaygroundServer, folder))


def at_port(port: int | None, opened: Callable[[int], Server]) -> Server:
    """Return the server `opened` at this `port` or the first free one; raises UsageError."""
    ports = range(FIRST_PORT, FIRST_PORT + TRIED_PORTS) if port is None else [port]
    for each in ports:
        try:
            return opened(each)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise UsageError(f"port {each} cannot be opened: {error.strerror}") from None
            why = "is taken" if error.errno == errno.EADDRINUSE else "is not allowed"
    which = f"port {port} {why}" if port else f"ports {ports[0]} to {ports[-1]} are taken"
    raise UsageError(f"{which}: choose another one with --port")


class _Handler(SimpleHTTPRequestHandler):
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, **TYPES}  # noqa: RUF012

    def send_head(self) -> BytesIO | BinaryIO | None:
        try:
            return super().send_head()
        except ValueError:  # no file can have such a name: it holds NUL
            self.send_error(HTTPStatus.NOT_FOUND, "File not found")
            return None

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")  # a site that is built again is seen at once
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def handle(self) -> None:
        with suppress(ConnectionError):  # the browser left before it had everything
            super().handle()
