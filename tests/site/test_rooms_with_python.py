"""The rooms of the site in a browser: without a network, with an older version, by keys."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from sudoku_frontends.site.site import WORKER, Files, service_worker, write_site
from sudoku_plugins.course.boards import board_by_seed
from tests.site.conftest import served
from tests.support.browser import PATIENCE, Browser

pytestmark = pytest.mark.thorough

SLOW = "techniques/x_wing.html"
"""A file that is fetched when nothing else is to be done."""

KEPT = """
const done = arguments[arguments.length - 1];
caches.keys().then(async (names) => {
  const name = names.find((each) => each.startsWith("sudoku "));
  if (name === undefined) return done(0);
  done((await (await caches.open(name)).keys()).length);
});
"""


@contextmanager
def never_answered(path: str) -> Iterator[threading.Event]:
    """Let each request for the file at `path` wait until the end; the event tells of the first."""
    is_asked, is_over = threading.Event(), threading.Event()
    head = SimpleHTTPRequestHandler.send_head

    def send_head(handler: SimpleHTTPRequestHandler) -> Any:
        if handler.path == f"/{path}":
            is_asked.set()
            is_over.wait()
        return head(handler)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SimpleHTTPRequestHandler, "send_head", send_head)
        yield is_asked
        is_over.set()


def n_kept(browser: Browser) -> int:
    return int(browser.driver.execute_async_script(KEPT))


def until_kept(browser: Browser, site: Files) -> None:
    """Wait until the browser keeps all files of `site` but the worker itself."""
    browser.driver.set_script_timeout(60)
    browser.until("navigator.serviceWorker.controller")
    while n_kept(browser) < len(site) - 1:
        pass


def test_after_one_visit_all_rooms_work_without_a_network(
    rooms_site: Files, browser: Browser, tmp_path: Path
) -> None:
    write_site(rooms_site, str(tmp_path))
    with served(tmp_path) as address:
        browser.open(f"{address}learn.html")
        until_kept(browser, rooms_site)
    for page in ("techniques/x_wing.html", "make.html", ""):
        browser.open(f"{address}{page}")
        assert browser.text("#rooms")
    browser.open(f"{address}practise.html#naked_pair")
    browser.until("document.querySelector('#step-title').textContent.startsWith('Board 1')")
    browser.problems()


def test_a_newer_version_is_offered_and_replaces_the_older_one_whole(
    rooms_site: Files, browser: Browser, tmp_path: Path
) -> None:
    write_site(rooms_site, str(tmp_path))
    files = {name: data for name, data in rooms_site.items() if name != WORKER}
    files["index.css"] += b"h1 { letter-spacing: 7px; }"
    with served(tmp_path) as address, never_answered(SLOW) as is_asked:
        browser.open(address)
        browser.until("navigator.serviceWorker.controller")
        assert is_asked.wait(PATIENCE)
        newer = {**files, WORKER: service_worker(files, [])}
        write_site(newer, str(tmp_path))
        browser.open(address)
        style = "getComputedStyle(document.querySelector('h1')).letterSpacing"
        browser.until("document.querySelector('#site-news button')")
        assert browser.script(f"return {style}") == "normal"
        browser.click("#site-news button")
        browser.until(f"document.querySelector('h1') && {style} === '7px'")


def test_a_board_is_practised_by_keys_and_ticked_in_the_course(
    rooms: str, browser: Browser
) -> None:
    browser.open(f"{rooms}practise.html#full_house&board=4")
    browser.until("document.querySelector('#step-title').textContent.startsWith('Board 4')")
    browser.script("document.querySelector('.sudoku-board').focus()")
    board, _ = board_by_seed("full_house", "4")
    (place,) = board.event.step.placements
    row, column = divmod(place.cell, 9)
    browser.press("down", *["down"] * row, *["right"] * column)  # from the first cell
    browser.press(str(place.digit))
    browser.until("document.querySelector('#step-title').textContent.startsWith('Right')")
    browser.until("document.querySelector('#step-score').textContent.includes('1 of 1 board')")
    browser.press("enter")
    browser.until("location.hash === '#full_house&board=5'")
    browser.open(f"{rooms}learn.html")
    assert "practised (1)" in browser.text("[data-id=full_house]")


def test_puzzles_come_at_once_and_are_made_and_stopped(rooms: str, browser: Browser) -> None:
    browser.open(f"{rooms}make.html")
    browser.until("document.querySelectorAll('#puzzles table').length === 4")
    assert "#puzzle=" in browser.find("#puzzles a").get_attribute("href")
    browser.script(
        "const rule = document.querySelector('#wish-rule'); rule.value = 'thermometer';"
        "rule.dispatchEvent(new Event('change', { bubbles: true }))"
    )
    browser.click("#take")
    assert "The stock has no such puzzle" in browser.text("#made")
    browser.click("#make")
    browser.until("document.querySelector('#puzzles svg')")
    browser.click("#stop")
    browser.until("document.querySelector('#made').textContent === 'Stopped.'")


@pytest.mark.parametrize("media", ["screen", "print"])
def test_a_row_without_digits_is_as_high_as_the_others(
    rooms: str, browser: Browser, media: str
) -> None:
    browser.prefer(media=media)
    browser.open(f"{rooms}make.html")
    browser.until("document.querySelector('#puzzles table')")
    heights = browser.script(
        "const rows = [...document.querySelectorAll('#puzzles table')[0].rows];"
        "for (const cell of rows[4].cells) cell.textContent = '';"
        "return rows.map((row) => row.getBoundingClientRect().height)"
    )
    assert max(heights) - min(heights) < 2


@pytest.mark.parametrize(
    ("broken", "words", "where"),
    [
        ("delete window.WebAssembly", "it forbids WebAssembly", "#state"),
        (
            "Object.defineProperty(window, 'localStorage', { get() { throw new Error() } })",
            "This browser cannot save anything",
            "#site-news",
        ),
    ],
)
def test_what_a_browser_forbids_is_said_and_the_rest_goes_on(
    rooms: str, browser: Browser, broken: str, words: str, where: str
) -> None:
    given = {"source": broken}
    made = browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", given)
    browser.open(f"{rooms}make.html")
    browser.until(f"document.querySelector('{where}').textContent.includes('{words}')")
    browser.until("document.querySelector('#puzzles table')")
    browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", made)
    browser.problems()
