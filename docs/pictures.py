"""Makes the pictures of ``web.md``: real pages in Chromium, in the folder ``pictures``.

python -m docs.pictures [NAME ...]

It needs what the tests of the web need (see CONTRIBUTING.md); `notebook` needs jupyterlab, too.
"""

from __future__ import annotations

import io
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.request import urlopen

from PIL import Image

from sudoku_engine import solve
from sudoku_engine.web.document import film_document
from sudoku_engine.web.page import replay_page
from sudoku_engine.web.playground.server import open_server
from sudoku_engine.web.playground.site import site, write_site
from tests.support.browser import Browser, chromium
from tests.support.npm import node_modules
from tests.support.paths import EXAMPLES, ROOT

FOLDER = Path(__file__).parent / "pictures"

WRONG_CELL = '''%%strategy
@strategy("Two Places", score=50, level="medium")
def two_places(grid):
    """Two cells of a box can hold a digit."""
    for box in grid.layout.boxes:
        for digit in grid.layout.digits:
            places = [cell for cell in box.cells if digit in grid.candidates(cell)]
            if len(places) == 2:
                yield Step(placements=[Candidate(places[0], digit)], reason="it is here")'''
CELLS = [
    "from sudoku_engine import Candidate, Step, strategy\n"
    "from sudoku_engine.notebook import Film\n\n"
    'film = Film("puzzles.txt:9")\nfilm.moment = 26\nfilm',
    WRONG_CELL,
]


def replay(browser: Browser, folder: Path) -> None:
    """A film on a computer, at the reason of a naked pair."""
    _open_replay(browser, folder, "auto")
    browser.resize(1200, 720)
    _keep(browser, "replay")


def phone(browser: Browser, folder: Path) -> None:
    """The same on a phone, dark."""
    browser.resize(400, 800)
    _open_replay(browser, folder, "dark")
    _keep(browser, "phone")


def playground(browser: Browser, folder: Path) -> None:
    """The tutorial's first try, checked, with the board on which it goes wrong."""
    modules = str(node_modules())
    write_site(site(f"{modules}/pyodide", modules), str(folder / "site"))
    tutorial = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    code = re.search(r"```python first_try.py\n(.*?)```", tutorial, re.DOTALL)
    assert code
    (folder / "first_try.py").write_text(code[1], encoding="utf-8")
    with open_server(str(folder / "site")) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser.resize(1280, 800)
        browser.open(server.address)
        browser.until("document.body.dataset.state === 'ready'")
        browser.find("#chosen-file").send_keys(str(folder / "first_try.py"))
        browser.until("document.querySelector('#file-name').textContent === 'first_try.py'")
        browser.click("#check")
        browser.until("document.querySelector('#messages .verdict')")
        time.sleep(0.5)
        _keep(browser, "playground")
        server.shutdown()


def notebook(browser: Browser, folder: Path) -> None:
    """A film and a cell that is checked, in JupyterLab."""
    cells = [
        {"cell_type": "code", "id": f"c{number}", "metadata": {}, "outputs": [],
         "execution_count": None, "source": source}
        for number, source in enumerate(CELLS)
    ]  # fmt: skip
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    document = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (folder / "lesson.ipynb").write_text(json.dumps(document), encoding="utf-8")
    (folder / "puzzles.txt").write_bytes((EXAMPLES / "puzzles.txt").read_bytes())
    with _jupyterlab(folder) as address:
        browser.resize(1000, 1680)
        browser.open(f"{address}doc/tree/lesson.ipynb")
        browser.until("window.jupyterapp && document.querySelectorAll('.jp-CodeCell')[1]")
        time.sleep(10)  # JupyterLab gives no sign that its Python is there,
        browser.script("jupyterapp.commands.execute('notebook:run-all-cells')")
        time.sleep(12)  # nor that everything is drawn
        _keep(browser, "notebook")


PICTURES: dict[str, Callable[[Browser, Path], None]] = {
    each.__name__: each for each in (replay, phone, playground, notebook)
}


def _open_replay(browser: Browser, folder: Path, theme: str) -> None:
    found = solve(f"{EXAMPLES / 'puzzles.txt'}:9")
    film = film_document([("puzzles.txt:9", found.events)], theme=theme)
    (folder / "replay.html").write_text(replay_page(film), encoding="utf-8")
    names = [step.strategy.id for step in found.steps]
    moment = names.index("naked_pair") + 1
    browser.open(f"{(folder / 'replay.html').as_uri()}#moment={moment + 1}&view=3")
    browser.until("document.querySelector('#steps')?.scrollTop > 100")
    time.sleep(1)  # the list scrolls


@contextmanager
def _jupyterlab(folder: Path) -> Iterator[str]:
    """Yield the address of a JupyterLab that shows `folder`, and knows nothing of this account."""
    own = folder / "own"
    news = own / "settings/@jupyterlab/apputils-extension/notification.jupyterlab-settings"
    news.parent.mkdir(parents=True)
    news.write_text('{"fetchNews": "false", "checkForUpdates": false}', encoding="utf-8")
    places = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
    }
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
        *(f"--port={port}", "--ServerApp.port_retries=0", "--IdentityProvider.token="),
        "--LabApp.expose_app_in_browser=True",
    ]
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "plugins", ROOT / "frontends")))
    env = {
        **os.environ,
        "PYTHONPATH": paths,
        **{name: str(own / at) for name, at in places.items()},
    }
    address = f"http://127.0.0.1:{port}/"
    with subprocess.Popen(command, cwd=folder, env=env, stderr=subprocess.DEVNULL) as lab:
        try:
            for _ in range(300):
                try:
                    urlopen(f"{address}api").close()
                    break
                except URLError:
                    time.sleep(0.1)
            yield address
        finally:
            lab.kill()


def _keep(browser: Browser, name: str) -> None:
    """Write what the browser shows, in few colours: every clone holds these pictures."""
    taken = FOLDER / f"{name}.png"
    browser.screenshot(taken)
    picture = Image.open(io.BytesIO(taken.read_bytes())).convert("RGB")
    picture.quantize(dither=Image.Dither.NONE).save(taken, optimize=True)
    print(f"{taken.name}: {taken.stat().st_size / 1000:.0f} kB")


def main(names: list[str]) -> None:
    """Make the pictures `names`, or all."""
    FOLDER.mkdir(exist_ok=True)
    for name in names or PICTURES:
        # What JupyterLab and Chromium leave behind may still be written when they have ended.
        with TemporaryDirectory(ignore_cleanup_errors=True) as place:
            folder = Path(place)
            (folder / "profile").mkdir()
            with chromium(folder / "profile") as browser:
                PICTURES[name](browser, folder)


if __name__ == "__main__":
    main(sys.argv[1:])
