"""Measure how fast the site's pages are on a slow line: first picture, Python ready, bytes.

Needs Chromium with its chromedriver, selenium, and the packages of npm that the playground names::

    python benchmarks/site.py --packages node_modules [--cpu 4] [--line 5]

The server packs all files, as other servers do, and sends them over one line of so many Mbit/s,
with 40 ms before each answer. The page's thread is as many times slower as ``--cpu`` says; Chromium
cannot slow a worker down, so Python has the whole processor. Each page is opened in a new browser,
then *again* when all is kept for use offline, in seconds:

* paint, largest: the first picture with contents, and the one with the largest part of them;
* blocked: for how long the page's thread could not have answered, beyond 50 ms each time;
* shift: how far contents moved, as browsers measure it;
* picture: until the thing of the page is there: a board, a film, puzzles, code;
* ready: until Python is there; kB: what the page loads without Python, packed.

With ``--board FILE`` the board is measured in place of that, warm, on ten puzzles of the file: in
milliseconds, from a key to its picture, to the words of a hint, and to the list of all steps.
"""

from __future__ import annotations

import argparse
import gzip
import tempfile
import threading
import time
from functools import cache, partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from shutil import which
from statistics import median
from typing import Any

from selenium import webdriver

from sudoku_frontends.site.playground_command import _Handler
from sudoku_frontends.site.site import site, write_site

PAGES = {
    "index": "#film svg",
    "board": "svg text",
    "learn": "li strong",
    "practise": "#step-hand :is(img, svg)",
    "make": "#puzzles table",
    "write": "#film svg",
    "techniques/x_wing": "figure svg",
}
"""By page, the selector of what one comes for."""

PYTHON = ("board", "practise", "make", "write")
"""The pages that start Python."""

WATCH = """
window.seen = {shift: 0, blocked: 0};
const look = () => {
  if (!seen.picture && document.querySelector(%r)) seen.picture = performance.now();
  if (!seen.ready && document.body?.dataset.state === "ready") seen.ready = performance.now();
};
new MutationObserver(look).observe(document, {subtree: true, childList: true, attributes: true});
new PerformanceObserver((list) => list.getEntries().forEach((each) => (seen.shift += each.value)))
  .observe({type: "layout-shift", buffered: true});
new PerformanceObserver((list) => {
  seen.paint ??= list.getEntriesByName("first-contentful-paint")[0]?.startTime;
}).observe({type: "paint", buffered: true});
new PerformanceObserver((list) => (seen.largest = list.getEntries().at(-1).startTime))
  .observe({type: "largest-contentful-paint", buffered: true});
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) seen.blocked += each.duration - 50;
}).observe({type: "longtask", buffered: true});
"""

BYTES = """
const entries = ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind));
return entries.reduce((sum, each) => sum + each.encodedBodySize, 0);
"""

LATENCY = 0.04


@cache
def packed(path: str) -> bytes:
    """Return a file as gzip."""
    return gzip.compress(Path(path).read_bytes(), 6)


class SlowHandler(_Handler):
    """Sends files over a line that all requests share."""

    rate = 0.0
    line = threading.Lock()

    def do_GET(self) -> None:  # noqa: N802
        """Send a file, packed, piece by piece."""
        time.sleep(LATENCY)
        path = self.translate_path(self.path)
        path = str(Path(path, "index.html")) if Path(path).is_dir() else path
        if not Path(path).is_file():
            self.send_error(404)
            return
        data = packed(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        for start in range(0, len(data), 8192):
            piece = data[start : start + 8192]
            with self.line:
                time.sleep(len(piece) * 8 / self.rate)
                self.wfile.write(piece)


def browser(cpu: float) -> Any:
    """Return a browser of its own, whose pages are `cpu` times slower."""
    options = webdriver.ChromeOptions()
    for flag in ("--headless=new", "--no-sandbox", "--window-size=1366,768"):
        options.add_argument(flag)
    driver = webdriver.Chrome(options, webdriver.ChromeService(which("chromedriver")))
    driver.set_script_timeout(300)
    driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": cpu})
    return driver


def measured(driver: Any, address: str, page: str) -> dict[str, float]:
    """Return the milliseconds and the bytes of one visit."""
    driver.get(f"{address}{page}.html")
    wanted = "ready" if page in PYTHON else "picture"
    while not driver.execute_script(f"return seen.{wanted}"):
        time.sleep(0.05)
    time.sleep(0.5)
    return {**driver.execute_script("return seen"), "bytes": driver.execute_script(BYTES)}


def until_kept(driver: Any, n_files: int) -> None:
    """Wait until all files are kept, for some minutes at most."""
    script = (
        "const done = arguments[0]; caches.keys()"
        ".then((names) => names.find((each) => each.startsWith('sudoku ')))"
        ".then((name) => name ? caches.open(name) : null)"
        ".then((cache) => cache?.keys()).then((keys) => done(keys?.length ?? 0))"
    )
    for _ in range(300):
        if driver.execute_async_script(script) >= n_files:
            return
        time.sleep(1)


ON_BOARD = """
const [key, done] = arguments, began = performance.now();
const hand = document.querySelector(".sudoku-board");
const drawn = () => done([performance.now() - began, 0]);
const heard = new MutationObserver(() => {
  if (document.querySelector("#list").hidden === (key === "*")) return;
  heard.disconnect();
  done([0, performance.now() - began]);
});
if ("?*".includes(key)) heard.observe(document.querySelector("#keys"), {childList: true});
hand.dispatchEvent(new KeyboardEvent("keydown", {key, code: "", bubbles: true, cancelable: true}));
if (!"?*".includes(key)) requestAnimationFrame(() => setTimeout(drawn));
"""


def board_times(driver: Any, address: str, puzzles: list[str]) -> dict[str, list[float]]:
    """Return the milliseconds of inputs, hints and lists on the board."""
    found: dict[str, list[float]] = {"input": [], "hint": [], "all steps": []}
    driver.get(f"{address}board.html")
    for number, puzzle in enumerate(puzzles):
        driver.execute_script("location.hash = '#puzzle=' + arguments[0]", puzzle)
        while driver.execute_script("return document.body.dataset.state") != "ready":
            time.sleep(0.2)
        time.sleep(1)
        for key in ("ArrowRight", "d", "7", "u", "d", "ArrowDown", "m", "ArrowDown", "?", "*", "m"):
            kind = {"?": "hint", "*": "all steps"}.get(key, "input")
            taken = max(driver.execute_async_script(ON_BOARD, key))
            found[kind] += [taken] * (number > 0)  # the first one warms it up
            time.sleep(0.3)
    return found


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--packages", required=True, help="a node_modules folder")
    parser.add_argument("--cpu", type=float, default=4)
    parser.add_argument("--line", type=float, default=5, help="Mbit/s")
    parser.add_argument("--board", help="a file of puzzles, one a line, for the board")
    options = parser.parse_args()
    made = site(str(Path(options.packages, "pyodide")), options.packages, has_rooms=True)
    SlowHandler.rate = options.line * 1e6
    if not options.board:
        columns = "kB | paint | largest | blocked | shift | picture | ready | picture again"
        print(f"| page | {columns} | ready again |")
        print(f"|{'---|' * 10}")
    with tempfile.TemporaryDirectory() as folder:
        write_site(made, folder)
        handler = partial(SlowHandler, directory=folder)
        with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            address = f"http://localhost:{server.server_port}/"
            if options.board:
                lines = Path(options.board).read_text(encoding="utf-8").splitlines()
                plain = [line for line in lines if line and not line.startswith("#")][:110:10]
                driver = browser(options.cpu)
                for kind, times in board_times(driver, address, plain).items():
                    print(f"{kind}: {median(times):.0f} ms at the median, {max(times):.0f} at most")
                driver.quit()
            for page, selector in () if options.board else PAGES.items():
                driver = browser(options.cpu)
                watch = {"source": WATCH % selector}
                driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", watch)
                first = measured(driver, address, page)
                until_kept(driver, len(made) - 1)
                again = measured(driver, address, page)
                driver.quit()
                seconds = (first.get(name, 0) / 1000 for name in ("paint", "largest", "blocked"))
                parts = " | ".join(f"{each:.1f}" for each in seconds)
                print(
                    f"| {page} | {first['bytes'] / 1000:.0f} | {parts} | {first['shift']:.2f} "
                    f"| {first['picture'] / 1000:.1f} | {first.get('ready', 0) / 1000:.1f} "
                    f"| {again['picture'] / 1000:.1f} | {again.get('ready', 0) / 1000:.1f} |",
                    flush=True,
                )
            server.shutdown()


if __name__ == "__main__":
    main()
