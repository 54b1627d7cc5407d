"""``playground``: a site on which strategies are written, checked and watched in a browser."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path

import click

from sudoku_engine.board.words import counted
from sudoku_engine.cli.params import FileName, WholeRange
from sudoku_engine.cli.program import DONE, debug_option, message
from sudoku_engine.errors import UsageError, printable
from sudoku_engine.web.playground.server import FIRST_PORT, open_server
from sudoku_engine.web.playground.site import PAGE, check_free, site, write_site


@click.command("playground")
@click.option(
    "-o", "--output", "folder", type=FileName(), metavar="FOLDER", help="Write the site here."
)
@click.option("--serve", is_flag=True, help="Show it in the browsers of this computer.")
@click.option(
    "--port",
    type=WholeRange(1, 65535),
    metavar="N",
    help=f"Serve at this port (default: the first free one from {FIRST_PORT}).",
)
@click.option(
    "--pyodide",
    type=FileName(),
    metavar="PATH|URL",
    help="Copy Python for browsers from this folder, the npm package pyodide, so that the site "
    "needs no internet; or load it from this address (default: its CDN).",
)
@click.option(
    "--assets",
    type=FileName(),
    metavar="FOLDER",
    help="Take the editor, CodeMirror, from this node_modules folder.",
)
@debug_option
def playground(
    folder: str | None, serve: bool, port: int | None, pyodide: str | None, assets: str | None
) -> int:
    """Write a site on which strategies are written, checked and watched in a browser.

    Python runs in the browser itself, so any web server can show the site, and nobody needs an
    account. Ctrl-C ends --serve.

    \b
    Examples:
      sudoku-engine playground --serve
      sudoku-engine playground -o site --pyodide node_modules/pyodide --assets node_modules
    """
    if folder is None and not serve:
        raise UsageError("it needs a folder: -o FOLDER; or --serve, to look at it at once")
    if port is not None and not serve:
        raise UsageError("--port is for --serve: add it, or leave --port out")
    if folder is not None:
        check_free(folder)  # before the work
    made = site(pyodide, assets)
    with ExitStack() as stack:
        written = folder
        if written is None:
            from tempfile import TemporaryDirectory  # only here: it takes a while to load

            beside = stack.enter_context(TemporaryDirectory(prefix="sudoku-playground-"))
            written = os.path.join(beside, "site")
        write_site(made, written)
        if folder is not None:
            size = sum(map(len, made.files.values())) / 1e6
            others = counted(len(made.files) - 1, "more file")
            print(f"Written: {printable(str(Path(folder, PAGE)))}, and {others} ({size:.1f} MB)")
            print("Put the folder on any web server; --serve shows it on this computer.")
        if not made.has_editor:
            message(
                "notice: the editor is a plain text area. For one that colours Python, "
                "install CodeMirror with npm and name its folder: --assets node_modules"
            )
        if serve:
            server = stack.enter_context(open_server(written, port))
            print(f"The playground is at {server.address} (Ctrl-C ends it)", flush=True)
            server.serve_forever()
    return DONE
