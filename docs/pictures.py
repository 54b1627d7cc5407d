"""Makes the pictures of ``web.md``, ``classroom.md`` and ``variants.md``, in ``pictures``.

python -m docs.pictures [NAME ...]

The pictures of pages, from Chromium, need what the tests of the web need (see CONTRIBUTING.md);
`notebook` needs jupyterlab, too.
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

from sudoku_engine import Picture, draw, solve, steps
from sudoku_frontends.classroom.demo import tasks
from sudoku_frontends.film.document import film_document
from sudoku_frontends.film.page import replay_page
from sudoku_frontends.site.playground_command import open_server
from sudoku_frontends.site.site import site, write_site
from tests.support.browser import Browser, chromium
from tests.support.npm import node_modules
from tests.support.paths import EXAMPLES, ROOT
from tests.support.running_class import RunningClass, join, press, write

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

KILLER = """
    clues: killer cage 6 r2c1,r3c1; killer cage 17 r1c6,r2c6,r3c6,r4c6,r5c6;
      killer cage 8 r6c4,r6c5; killer cage 10 r1c4,r1c5,r2c5;
      killer cage 15 r5c1,r5c2,r6c2; killer cage 12 r2c2,r3c2,r3c3,r4c2;
      killer cage 3 r5c3,r6c3; killer cage 13 r4c4,r4c5,r5c4,r5c5;
      killer cage 11 r2c4,r3c4,r3c5; killer cage 9 r1c3,r2c3;
      killer cage 4 r1c1,r1c2
    ..................................6.
"""
LINES = """
    clues: thermometer r2c4,r2c5,r1c5; thermometer r4c3,r4c2,r3c3;
      arrow r2c3,r1c3,r2c2,r1c2; arrow r4c4,r5c3,r6c3; white dot r6c1,r5c1;
      white dot r3c5,r3c6; black dot r3c1,r3c2; black dot r5c6,r5c5
    ...1..4......................4......
"""


def killer() -> Picture:
    """A step that uses a cage."""
    pointing = (step for step in steps(KILLER) if step.strategy.id == "clue_pointing")
    return draw(KILLER, next(step for step in pointing if "cage 3" in str(step)), size=(480, 580))


def lines() -> Picture:
    """A board with thermometers, arrows and dots."""
    return draw(LINES, size=(420, 460), candidates=False)


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


def classroom(browser: Browser, folder: Path) -> None:
    """The teacher's page, in a dry run, when some have handed in."""
    with RunningClass(folder / "class", "--demo") as lesson:
        browser.resize(1366, 700)
        browser.open(lesson.teacher)
        browser.until("/([6-9]|\\d\\d) handed in/.test(document.body.innerText)", patience=600)
        _keep(browser, "classroom")


def pupil(browser: Browser, folder: Path) -> None:
    """A pupil's page, after a check and with a comment of the teacher."""
    task = tasks()["naked_pair"]
    with RunningClass(folder / "class") as lesson:
        lesson.teach("PUT", "state", {"exercise": task.id, "note": "Hand in before the break."})
        browser.resize(1200, 800)
        join(browser, lesson, "Ann Lee")
        write(browser, task.solved.replace("if cell not in", "if cell in"), "control+a")
        browser.until("document.body.dataset.state === 'ready'")
        browser.click("#hand-in")
        browser.until("document.querySelector('#class-handed').innerText.includes('not passed')")
        words = {"exercise": task.id, "line": 21, "text": "Which cells are these?"}
        lesson.teach("POST", "pupils/1/comments", words)
        press(browser, "line 21", "#class-comments")
        time.sleep(1)  # it scrolls
        _keep(browser, "pupil")


PAGES: dict[str, Callable[[Browser, Path], None]] = {
    each.__name__: each for each in (replay, phone, playground, classroom, pupil, notebook)
}
BOARDS: dict[str, Callable[[], Picture]] = {each.__name__: each for each in (killer, lines)}


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
    """Write what the browser shows."""
    taken = FOLDER / f"{name}.png"
    browser.screenshot(taken)
    _shrink(taken)


def _shrink(taken: Path) -> None:
    """Write a picture in few colours: every clone holds it."""
    picture = Image.open(io.BytesIO(taken.read_bytes())).convert("RGB")
    picture.quantize(dither=Image.Dither.NONE).save(taken, optimize=True)
    print(f"{taken.name}: {taken.stat().st_size / 1000:.0f} kB")


def main(names: list[str]) -> None:
    """Make the pictures `names`, or all."""
    FOLDER.mkdir(exist_ok=True)
    for name in names or [*BOARDS, *PAGES]:
        if name in BOARDS:
            BOARDS[name]().save(FOLDER / f"{name}.png")
            _shrink(FOLDER / f"{name}.png")
            continue
        # What JupyterLab and Chromium leave behind may still be written when they have ended.
        with TemporaryDirectory(ignore_cleanup_errors=True) as place:
            folder = Path(place)
            (folder / "profile").mkdir()
            with chromium(folder / "profile") as browser:
                PAGES[name](browser, folder)


if __name__ == "__main__":
    main(sys.argv[1:])
