"""``site`` and ``playground``: a site for browsers, whole or with one room of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import click

from sudoku_engine.board.words import counted
from sudoku_engine.cli.params import FileName, WholeRange
from sudoku_engine.cli.program import DONE, debug_option, message, program
from sudoku_engine.cli.progress import shown_progress
from sudoku_engine.errors import UsageError, printable
from sudoku_frontends.site.server import FIRST_PORT, open_server
from sudoku_frontends.site.site import PAGE, check_free, write_site
from sudoku_frontends.site.site import site as files_of_site

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
"""The options of all commands that show the playground."""

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
            size = sum(map(len, made.files.values())) / 1e6
            others = counted(len(made.files) - 1, "more file")
            print(f"Written: {printable(str(Path(folder, PAGE)))}, and {others} ({size:.1f} MB)")
            print("Put the folder on any web server; --serve shows it on this computer.")
        if not made.has_editor:
            message(PLAIN_EDITOR)
        if server is not None:
            print(f"The {name} is at {server.address} (Ctrl-C ends it)", flush=True)
            server.serve_forever()
    return DONE
