"""Measure how fast the playground is in Chromium: until it is ready, a check, a run, a stop.

Needs Chromium with its chromedriver, selenium, and the packages of npm that the playground names::

    python benchmarks/playground.py --packages node_modules [--times N]

* page: until code and board stand there; ready: until Python is there, from local files;
* checks: of the starter, and of a naked pair against ours; the film: of the starter on its puzzle;
* stopped: from the click on Stop, while the strategy adds up a trillion numbers, until it is said.

All by the clock, medians of N page loads: figures of a machine with little else to do.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time
from pathlib import Path
from shutil import which
from statistics import median
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.by import By

from sudoku_frontends.site.playground_command import open_server
from sudoku_frontends.site.site import site, write_site

PAIR = Path(__file__).parents[1] / "examples" / "my_strategy.py"
ENDLESS = """from sudoku_engine import Grid, strategy


@strategy("Slow", score=2, level="easy")
def slow(grid: Grid):
    return [sum(range(10**12))]
"""
EXERCISE = "naked_pair"


class Page:
    """The playground in a browser of its own."""

    def __init__(self, address: str) -> None:
        options = webdriver.ChromeOptions()
        for flag in ("--headless=new", "--no-sandbox", "--window-size=1280,800"):
            options.add_argument(flag)
        self.driver = webdriver.Chrome(options, webdriver.ChromeService(which("chromedriver")))
        self.begun = time.perf_counter()
        self.driver.get(address)

    def until(self, condition: str) -> float:
        """Wait until an expression in JavaScript is true; return the seconds since it was begun."""
        while not self.driver.execute_script(f"return {condition}"):
            time.sleep(0.005)
        return time.perf_counter() - self.begun

    def until_is(self, state: str) -> float:
        """Wait until Python is in this `state`."""
        return self.until(f"document.body.dataset.state === '{state}'")

    def click(self, id: str) -> None:
        """Click on a button, from which time is counted anew."""
        button = self.driver.find_element(By.ID, id)
        self.begun = time.perf_counter()
        button.click()

    def answered(self, id: str) -> float:
        """Return how long it takes from a click on a button to the answer."""
        self.click(id)
        return self.until("document.body.dataset.state === 'ready' && messages.textContent")

    def write(self, folder: str, text: str) -> None:
        """Open a file with this text."""
        file = Path(folder, "mine.py")
        file.write_text(text, encoding="utf-8")
        self.driver.find_element(By.ID, "chosen-file").send_keys(str(file))
        self.until("document.getElementById('file-name').textContent === 'mine.py'")
        self.until_is("ready")


def measured(address: str, folder: str) -> dict[str, float]:
    """Return the seconds of each thing, in a new browser."""
    page = Page(address)
    try:
        found = {"page": page.until("document.querySelector('#board') && code.textContent")}
        found["ready"] = page.until_is("ready")
        found["check of the starter"] = page.answered("check")
        found["film of the starter"] = page.answered("run")
        page.click("exercise")
        choose(page.driver, EXERCISE)
        page.until_is("ready")
        page.write(folder, PAIR.read_text(encoding="utf-8"))
        found["check of a naked pair"] = page.answered("check")
        page.write(folder, ENDLESS)
        page.click("run")
        page.until_is("busy")
        time.sleep(0.5)
        page.click("stop")
        found["stopped"] = page.until("messages.textContent === 'Stopped.'")
        found["ready again"] = page.until_is("ready")
        return found
    finally:
        page.driver.quit()


def choose(driver: Any, exercise: str) -> None:
    """Choose an exercise from the open list."""
    title = exercise.replace("_", " ").title()
    for button in driver.find_elements(By.CSS_SELECTOR, "#exercise-list button"):
        if button.text.startswith(title):
            button.click()
            return


def main() -> None:
    """Print the medians."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--packages", required=True, help="a node_modules folder")
    parser.add_argument("--times", type=int, default=3)
    options = parser.parse_args()
    made = site(str(Path(options.packages, "pyodide")), options.packages)
    with tempfile.TemporaryDirectory() as folder:
        write_site(made, f"{folder}/site")
        with open_server(f"{folder}/site") as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            rounds = [measured(server.address, folder) for _ in range(options.times)]
            server.shutdown()
    for name in rounds[0]:
        print(f"{name:24} {median(each[name] for each in rounds):6.2f} s")
    print(f"{'size of the site':24} {sum(map(len, made.values())) / 1e6:6.1f} MB")


if __name__ == "__main__":
    main()
