"""The Board room in a browser: played before Python is there, and with it."""

import json
from collections.abc import Iterator, Mapping

import pytest

from sudoku_frontends.site.rooms import PAGE_PARTS, ROOMS, room_page
from sudoku_frontends.site.site import LIMITS, PLAYER, SETTINGS, Files, write_site
from tests.site.conftest import served
from tests.support.browser import Browser

PUZZLE = "4....6...36.2....12...4..9...8......62...4..5....6891....9.3................2.3.7"
WITH_X_WING = "1.....569492.561.8.561.924...964.8.1.64.1....218.356.4.4.5...169.5.614.2621.....5"
HERE = f"board.html#puzzle={PUZZLE}"


@pytest.fixture(scope="session")
def board_files() -> Mapping[str, bytes]:
    """Return the files of the room alone."""
    room = next(each for each in ROOMS if each.name == "board")
    return {
        **room.files(),
        room.path: room_page(room, {"player/": "./film/"}, alone_at="board.html"),
    }


def opened(browser: Browser, address: str) -> None:
    browser.open("about:blank")
    browser.open(address)
    browser.until("document.querySelector('#hand svg')")


def drawn(browser: Browser, cell: int) -> str:
    body = "return document.querySelector(`#cell-${arguments[0]}`)?.textContent ?? ''"
    return "".join(str(browser.script(body, cell)).split())


def said(browser: Browser) -> str:
    return browser.text("#told") + browser.text("#news")


@pytest.fixture(scope="session")
def bare_room(
    board_files: Mapping[str, bytes], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("board")
    settings = {
        "pyodide": "http://127.0.0.1:9/",
        "packs": {},
        "later": {},
        "version": "",
        "limits": LIMITS,
        "solver": [],
    }
    parts = {
        place + file.name: file.read_bytes()
        for folder, place in ((PAGE_PARTS, ""), (PLAYER, "film/"))
        for file in [*folder.glob("*.js"), *folder.glob("*.css")]
    }
    files = {**parts, **board_files, SETTINGS: json.dumps(settings).encode()}
    write_site(files, str(folder))
    with served(folder) as address:
        yield address


def test_it_is_played_kept_and_links_cut_short_are_named(bare_room: str, browser: Browser) -> None:
    opened(browser, bare_room + HERE)
    browser.press("right", "right", "5", "right", "control+7", "shift+9", "u", "control+1")
    assert (drawn(browser, 0), drawn(browser, 1), drawn(browser, 2)) == ("4", "5", "17")
    french = "new KeyboardEvent('keydown', { key: '(', code: 'Digit5', bubbles: true })"
    browser.script(f"document.querySelector('.sudoku-board').dispatchEvent({french})")
    assert "already in its row, column or box" in said(browser)
    assert "r1c3: 1 or 7" in browser.text(".words")
    browser.press("shift+right", "-", "3")
    look = "return document.querySelector('#cell-3 rect').getAttribute('fill')"
    assert browser.script(look) == "#eabbef"
    browser.until("document.body.dataset.state === 'failed'")
    assert "You can play without it" in browser.text("#doing")
    browser.problems()  # Python was not found
    browser.prefer(scheme="dark")
    browser.until("document.documentElement.dataset.theme === 'dark'")
    assert (
        browser.script("return document.querySelector('#hand rect').getAttribute('fill')")
        == "#12161b"
    )
    opened(browser, bare_room + HERE)
    assert (drawn(browser, 1), drawn(browser, 2)) == ("5", "17")
    browser.press("u", "u")
    assert drawn(browser, 2) == "7"
    browser.press("control+y")
    assert drawn(browser, 2) == "17"
    browser.press("home")
    assert drawn(browser, 1) == ""
    opened(browser, f"{bare_room}board.html#puzzle=44{PUZZLE[2:]}")
    assert "r1c1 and r1c2 are both 4" in said(browser)
    opened(browser, f"{bare_room}board.html#puzzle={PUZZLE[:70]}")
    assert "It has 70 cells, not 81" in said(browser)
    opened(browser, f"{bare_room}board.html#puzzle=%E0%A4%A")
    assert "This link is damaged" in said(browser)
    browser.problems()


@pytest.mark.thorough
def test_where_storage_is_forbidden_playing_goes_on(bare_room: str, browser: Browser) -> None:
    source = "Object.defineProperty(window, 'localStorage', {get() { throw new Error() }})"
    given = browser.driver.execute_cdp_cmd(
        "Page.addScriptToEvaluateOnNewDocument", {"source": source}
    )
    try:
        opened(browser, bare_room + HERE)
        browser.press("right", "right", "5")
        assert drawn(browser, 1) == "5"
    finally:
        browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", given)
    browser.problems()


@pytest.fixture(scope="session")
def room(
    whole_site: Files, board_files: Mapping[str, bytes], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("board")
    files = {**whole_site, **board_files}
    assert json.loads(files[SETTINGS])["pyodide"] == "./pyodide/"
    write_site(files, str(folder))
    with served(folder) as address:
        yield address


def ready(browser: Browser) -> None:
    browser.until("document.body.dataset.state === 'ready'")


def told(browser: Browser, words: str) -> None:
    browser.until("document.querySelector('#told').textContent.includes(arguments[0])", words)


@pytest.mark.thorough
def test_what_was_entered_before_goes_to_python_and_a_hint_says_ever_more(
    room: str, browser: Browser
) -> None:
    opened(browser, room + HERE)
    browser.press("right", "right", "8", "u", "right", "control+7", "shift+right", "?")
    ready(browser)
    told(browser, "Look at")
    assert browser.text(".words") == "2 cells: r1c3 and r1c4."
    assert drawn(browser, 2) == "7"
    browser.click("[data-key='?']")
    told(browser, "Look for")
    browser.click("[data-key='?']")
    told(browser, "is the only cell of")
    browser.press("x", "x")
    told(browser, "u undoes it")
    browser.driver.refresh()
    ready(browser)
    browser.until("document.querySelector('#hand svg')")
    assert drawn(browser, 2) == "7"


@pytest.mark.thorough
def test_an_x_wing_is_found_in_the_list_and_applied(room: str, browser: Browser) -> None:
    opened(browser, f"{room}board.html#puzzle={WITH_X_WING}")
    ready(browser)
    browser.click("[data-key='*']")
    browser.until("document.querySelector('#list li')")
    lines = "[...document.querySelectorAll('#list button')]"
    browser.script(f"{lines}.find((each) => each.textContent.includes('X-Wing')).click()")
    told(browser, "X-Wing")
    browser.until("document.querySelector('#list [aria-current]').textContent.includes('X-Wing')")
    browser.press("enter")
    browser.until("document.querySelector('#list').hidden")


@pytest.mark.thorough
def test_any_text_that_python_reads_is_opened_and_its_link_leads_to_it(
    room: str, browser: Browser
) -> None:
    opened(browser, room + HERE)
    ready(browser)
    paste = (
        "const data = new DataTransfer(); data.setData('text/plain', arguments[0]);"
        "document.body.dispatchEvent("
        "new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))"
    )
    browser.script(paste, "hello")
    browser.until("document.querySelector('#news').textContent.startsWith('Line 1')")
    browser.script(paste, "12.. 34.. .... ...1")
    browser.until("location.hash === '#puzzle=12..34.........1'")
    assert browser.script("return document.querySelector('[data-key=\"5\"]').disabled")


@pytest.mark.thorough
def test_a_puzzle_with_the_digits_0_to_8_has_them_everywhere(room: str, browser: Browser) -> None:
    own = PUZZLE.translate(str.maketrans("123456789", "012345678"))
    opened(browser, f"{room}board.html#puzzle={own}")
    ready(browser)
    browser.until("document.querySelector('#digits').textContent === '012345678Erase'")
    assert drawn(browser, 0) == "3"
    cell = "document.querySelector('#cell-1')?.textContent.trim()"
    browser.press("right", "right", "4")
    browser.until(f"{cell} === '4'")
    browser.press("delete")
    browser.until(f"!{cell}")
    browser.press("0")
    browser.until(f"{cell} === '0'")
    browser.press("u")
    browser.until(f"!{cell}")
    browser.press("?", "?", "?")
    told(browser, "is the only cell of")
    assert "9" not in browser.text("#told").replace("r9", "").replace("c9", "")


@pytest.mark.thorough
def test_film_sheet_rating_and_other_windows(room: str, browser: Browser) -> None:
    opened(browser, room + HERE)
    ready(browser)
    browser.click("#rate")
    told(browser, "hardest: Hidden Pair")
    for words, dialog in (("Film", "showing"), ("Print a sheet", "printing")):
        browser.script(
            "[...document.querySelectorAll('#shares button')]"
            ".find((each) => each.textContent === arguments[0]).click()",
            words,
        )
        browser.until(f"document.getElementById('{dialog}').open")
        browser.click(f"#{dialog} .close")
    kept = json.loads(
        browser.script(f"return localStorage['sudoku-playground:board:{PUZZLE}'] ?? 'null'")
    )
    kept["stops"][0]["digits"][1] = 5
    browser.script(
        "const [key, newValue] = arguments;"
        "dispatchEvent(new StorageEvent('storage', { key, newValue }))",
        f"sudoku-playground:board:{PUZZLE}",
        json.dumps(kept),
    )
    assert "in another window" in said(browser)
    browser.click("#news button")
    browser.until("document.querySelector('#cell-1').textContent.trim() === '5'")
