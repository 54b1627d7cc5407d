"""Measure how large a replay is, how soon it shows its first board, and how long a step takes.

Chromium with its chromedriver, and selenium, must be installed::

    python benchmarks/replay.py [--turns N]

* made: seconds for the document of a run that is over, and its page;
* size: kB of the page; the player with its style sheet is the same in all;
* first board: from the request of the page to the frame that shows it, the median of N turns;
* a step: from the key to the new layout of the page, by arrows and by ``r``; median and most;
* another theme: the same for a change of colours, for which the whole board is painted.

All by the clock, so these are figures of a machine with little else to do.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from sudoku_engine import solve
from sudoku_frontends.film.document import film_document
from sudoku_frontends.film.page import replay_page

PUZZLES = {
    "easy": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "subsets": "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "chains and nets": (
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
    ),
}

OPENED = """
new MutationObserver((_, observer) => {
  if (!document.getElementById("board")) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => (window.opened = performance.now())));
}).observe(document, { childList: true, subtree: true });
"""
"""Notes when the first board has been painted."""

KEYS = """
const [key, most, done] = arguments;
const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key }));
(async () => {
  const times = [];
  press("Home");
  for (let i = 0; i < most; i++) {
    await new Promise(requestAnimationFrame);
    const start = performance.now();
    press(key);
    document.body.getBoundingClientRect();
    times.push(performance.now() - start);
  }
  done(times);
})();
"""
"""Returns the time that each press of a key takes, the new layout included."""


def started() -> Any:
    """Return a browser without a screen."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    options.add_argument("--headless=new")
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")
    return webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))


def first_board(driver: Any, page: Path) -> float:
    """Return the milliseconds until the page shows its board."""
    driver.get("about:blank")
    driver.get(page.as_uri())
    while not (opened := driver.execute_script("return window.opened")):
        pass
    return float(opened)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--turns", type=int, default=9)
    turns = parser.parse_args().turns
    driver = started()
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": OPENED})
    print("puzzle           made s  size kB  first board ms  a step ms   reveal ms  theme ms")
    try:
        with tempfile.TemporaryDirectory() as folder:
            for name, line in PUZZLES.items():
                events = solve(line).events
                start = perf_counter()
                text = replay_page(film_document([(name, events)]))
                made = perf_counter() - start
                page = Path(folder, "replay.html")
                page.write_text(text, encoding="utf-8")
                shown = median(first_board(driver, page) for _ in range(turns))
                keys = [(key, 60) for key in ("ArrowRight", "r")] + [("t", 9)]
                times = [driver.execute_async_script(KEYS, *each) for each in keys]
                figures = [f"{median(each):.1f}/{max(each):.0f}" for each in times]
                print(
                    f"{name:16} {made:6.2f}  {len(text) / 1000:7.0f}  {shown:14.0f}  "
                    + "  ".join(f"{each:>9}" for each in figures)
                )
    finally:
        driver.quit()


if __name__ == "__main__":
    main()
