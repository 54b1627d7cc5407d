"""``site`` and ``playground``: a site for browsers, and a server for it on this computer alone."""

import errno
import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import click

from sudoku_engine.board.words import counted
from sudoku_engine.cli.params import FileName, WholeRange
from sudoku_engine.cli.program import DONE, debug_option, message, program
from sudoku_engine.cli.progress import shown_progress
from sudoku_engine.errors import UsageError, printable
from sudoku_frontends.site.site import PAGE, check_free, has_editor, write_site
from sudoku_frontends.site.site import site as files_of_site

LOOPBACK = "127.0.0.1"
"""The only address that is listened on: no other computer reaches it."""

FIRST_PORT = 8000
TRIED_PORTS = 20
"""If no port is named, the first free one of these is used."""

SERVER_OPTIONS = (
    click.option(
        "--port",
        type=WholeRange(1, 65535),
        metavar="N",
        help=f"Serve at this port (default: the first free one from {FIRST_PORT}).",
    ),
    click.option(
        "--pyodide",
        type=FileName(),
        metavar="PATH|URL",
        help="Take Python for browsers from this folder, the npm package pyodide, so that no "
        "internet is needed; or from this address (default: its CDN).",
    ),
    click.option(
        "--assets",
        type=FileName(),
        metavar="FOLDER",
        help="Take the editor, CodeMirror, from this node_modules folder.",
    ),
)

SITE_OPTIONS = (
    click.option(
        "-o", "--output", "folder", type=FileName(), metavar="FOLDER", help="Write the site here."
    ),
    click.option("--serve", is_flag=True, help="Show it in the browsers of this computer."),
    *SERVER_OPTIONS,
)

PLAIN_EDITOR = (
    "notice: the editor is a plain text area. For one that colours Python, "
    "install CodeMirror with npm and name its folder: --assets node_modules"
)


def with_options(options: Sequence[Any]) -> Callable[[Any], Any]:
    """Return what gives these `options`, and ``--debug``, to a command."""

    def given(command: Any) -> Any:
        for option in reversed((*options, debug_option)):
            command = option(command)
        return command

    return given


@program.command("site")
@with_options(SITE_OPTIONS)
def site(**options: Any) -> int:
    """Write a site on which puzzles are solved, made and explained, and strategies written.

    It has a board, the course, every technique on a page of its own, practice, puzzles to print and
    the playground. Any web server can show it, nobody needs an account, and after one visit it
    works without a network. Ctrl-C ends --serve.

    \b
    Examples:
      sudoku-engine site --serve
      sudoku-engine site -o site --assets node_modules
    """
    return _make("site", **options)


@program.command("playground")
@with_options(SITE_OPTIONS)
def playground(**options: Any) -> int:
    """Write a site on which strategies are written, checked and watched in a browser.

    Python runs in the browser itself, so any web server can show the site, and nobody needs an
    account. It is one room of what `site` writes. Ctrl-C ends --serve.

    \b
    Examples:
      sudoku-engine playground --serve
      sudoku-engine playground -o site --assets node_modules
    """
    return _make("playground", **options)


def _make(
    name: str,
    folder: str | None,
    serve: bool,
    port: int | None,
    pyodide: str | None,
    assets: str | None,
) -> int:
    if folder is None and not serve:
        raise UsageError("it needs a folder: -o FOLDER; or --serve, to look at it at once")
    if port is not None and not serve:
        raise UsageError("--port is for --serve: add it, or leave --port out")
    has_rooms = name == "site"
    if folder is not None:
        check_free(folder, has_rooms)  # before the work
    with ExitStack() as stack:
        written = folder
        if written is None:
            from tempfile import TemporaryDirectory  # only here: it takes a while to load

            beside = stack.enter_context(TemporaryDirectory(prefix=f"sudoku-{name}-"))
            written = os.path.join(beside, "site")
        server = stack.enter_context(open_server(written, port)) if serve else None
        with shown_progress() as progress:
            progress.start("technique")  # the packs before them take a while, too
            counted_over = partial(progress.over, thing="technique")
            made = files_of_site(pyodide, assets, has_rooms=has_rooms, counted_over=counted_over)
        write_site(made, written)
        if folder is not None:
            size = sum(map(len, made.values())) / 1e6
            others = counted(len(made) - 1, "more file")
            print(f"Written: {printable(str(Path(folder, PAGE)))}, and {others} ({size:.1f} MB)")
            print("Put the folder on any web server; --serve shows it on this computer.")
        if not has_editor(made):
            message(PLAIN_EDITOR)
        if server is not None:
            print(f"The {name} is at {server.address} (Ctrl-C ends it)", flush=True)
            server.serve_forever()
    return DONE


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
