"""How Sphinx makes a site of these pages: ``sphinx-build -W docs SITE``.

The site shows a replay, made for it, and has a page for each technique in its folder ``site``.
Where npm has put Pyodide and CodeMirror (``node_modules``, or the folder that
``SUDOKU_NODE_MODULES`` names; see CONTRIBUTING.md), the playground and all other rooms are there.
"""

import io
import os
import re
from contextlib import redirect_stdout
from pathlib import Path

from sphinx.application import Sphinx

from sudoku_engine import solve
from sudoku_engine.__main__ import run
from sudoku_engine.bundled import VERSION
from sudoku_engine.cli.program import commands_for
from sudoku_frontends.film.document import film_document
from sudoku_frontends.film.page import replay_page
from sudoku_frontends.film.technique_pages import technique_pages
from sudoku_frontends.site.site import site, write_site

ROOT = Path(__file__).resolve().parent.parent
NODE_MODULES = Path(os.environ.get("SUDOKU_NODE_MODULES") or ROOT / "node_modules")
HAS_PYODIDE = (NODE_MODULES / "pyodide").is_dir()

REPLAY = """<p><iframe src="replay.html" title="A replay" loading="lazy"
style="width: 100%; height: 52rem; border: 1px solid #8884"></iframe></p>
<p>This is one (<a href="replay.html">it alone</a>). Click on it, and it takes the keys.</p>
"""
PLAYGROUND = """<p>Here is one (<a href="site/write.html">it alone, which is larger</a>).</p>
<p><iframe src="site/write.html" title="The playground" loading="lazy"
style="width: 100%; height: 64rem; border: 1px solid #8884"></iframe></p>
"""
TECHNIQUE = re.compile(r"\[([^\]]+)\]\(\.\./plugins/\S+\) \| `(\w+)`")
"""A technique in the table, which names its source where there are no pages of techniques."""

INDEX = '<p><a href="site/techniques/index.html">All techniques in small pictures</a></p>'
EMBEDDED = {
    "<!-- A replay: docs/conf.py puts one here -->": REPLAY,
    "<!-- The playground: docs/conf.py puts it here if it finds Pyodide -->": (
        PLAYGROUND if HAS_PYODIDE else ""
    ),
}

project = "sudoku-engine"
release = version = VERSION
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "sudoku-engine"
html_show_copyright = False
myst_heading_anchors = 3
pygments_style = "default"
exclude_patterns = ["_build"]
# A link to a file outside these pages is right on the repository's own pages; the tests check it.
suppress_warnings = ["myst.xref_missing"]


def embed(app: Sphinx, page: str, source: list[str]) -> None:
    """Put into the text of a `page` what only a site can show."""
    if page == "web" and app.builder.format == "html":
        for mark, what in EMBEDDED.items():
            assert mark in source[0], f"web.md lacks {mark}"
            source[0] = source[0].replace(mark, what)
    if page == "index" and app.builder.format == "html":
        source[0] = re.sub(r"!\[A replay.*?\)", REPLAY, source[0], flags=re.S)
    if page == "strategies" and app.builder.format == "html":
        source[0] = TECHNIQUE.sub(r'<a href="site/techniques/\2.html">\1</a> | `\2`', source[0])
        source[0] = source[0].replace("## Easy", f"{INDEX}\n\n## Easy", 1)
    if page == "commands":
        source[0] += "\n".join(help_page(each.name) for each in commands_for([]))


def help_page(command: str) -> str:
    """Return what ``COMMAND --help`` prints, under a heading."""
    page = io.StringIO()
    with redirect_stdout(page):
        run([*command.split(), "--help"])
    return f"\n## {command}\n\n```text\n{page.getvalue()}```\n"


def write_embedded(app: Sphinx, error: Exception | None) -> None:
    """Write the replay, the techniques and the playground into the site."""
    if error or app.builder.format != "html":
        return
    runs = [
        (name, solve(f"{ROOT / 'examples' / 'puzzles.txt'}:{line}").events)
        for name, line in (("Naked Pair", 9), ("Locked Triple", 7), ("Nice Loop", 12))
    ]
    film = {**film_document(runs), "title": "A replay"}
    Path(app.outdir, "replay.html").write_text(replay_page(film), encoding="utf-8")
    folder = str(Path(app.outdir, "site"))
    if HAS_PYODIDE:
        made = site(str(NODE_MODULES / "pyodide"), str(NODE_MODULES), has_rooms=True)
        write_site(made, folder)
        return
    for name, data in technique_pages(rooms=None).items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def setup(app: Sphinx) -> None:
    """Say when the two are called."""
    app.connect("source-read", embed)
    app.connect("build-finished", write_embedded)
