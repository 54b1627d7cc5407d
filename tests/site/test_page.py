"""The page of the playground in a browser that finds no Python and no CodeMirror."""

import base64
import json
import zlib
from itertools import pairwise
from pathlib import Path

import pytest

from tests.support.browser import Browser

CODE = "# mine\nfrom sudoku_engine import strategy\n"


def opened(browser: Browser, address: str) -> None:
    browser.open(address)
    browser.until("document.body.dataset.state === 'failed'")


def code(browser: Browser) -> str:
    return str(browser.script("return document.querySelector('#code textarea').value"))


def open_file(browser: Browser, folder: Path, text: str, name: str = "mine.py") -> None:
    (folder / name).write_text(text, encoding="utf-8")
    browser.find("#chosen-file").send_keys(str(folder / name))
    browser.until("document.querySelector('#file-name').textContent === arguments[0]", name)


def test_without_python_and_codemirror_one_can_still_read_and_write(
    plain_site: str, browser: Browser
) -> None:
    opened(browser, plain_site)

    assert "Python could not be loaded from http://127.0.0.1:9/" in browser.text("#state")
    assert browser.text("#film svg#board")
    assert "@strategy(" in code(browser)
    browser.click("#code textarea")
    browser.press("control+home", *"if 1:", "enter", *"pass")
    assert code(browser).startswith("if 1:\n    pass")
    browser.click("#exercise")
    browser.until("document.querySelector('#exercise-list').textContent.includes('Naked Pair')")


def test_a_link_holds_code_and_puzzle_and_runs_nothing(
    plain_site: str, browser: Browser, tmp_path: Path
) -> None:
    opened(browser, plain_site)
    open_file(browser, tmp_path, CODE)
    title = browser.script(
        "const list = document.querySelector('#puzzle'); list.selectedIndex = 3;"
        "list.dispatchEvent(new Event('change')); return list.selectedOptions[0].textContent"
    )
    browser.click("#link")
    link = browser.until("document.querySelector('#messages input')?.value")
    assert "#w=" not in browser.script("return location.href")

    browser.reset()
    opened(browser, link)

    assert code(browser) == CODE
    chosen = "return document.querySelector('#puzzle').selectedOptions[0].textContent"
    assert browser.script(chosen) == title
    assert browser.text("#file-name") == "mine.py"

    browser.click("#code textarea")
    browser.press("control+home", *"# more")
    assert "#w=" not in browser.script("return location.href")
    opened(browser, link)
    assert code(browser) == f"# more{CODE}"
    assert "this is your version" in browser.text("#messages")
    browser.click("#again")
    browser.driver.switch_to.alert.accept()
    assert code(browser) == CODE

    browser.open(link[:-30])
    browser.until("document.querySelector('#messages').textContent.includes('link is damaged')")


def test_a_link_does_not_choose_what_kind_of_file_is_saved(
    plain_site: str, browser: Browser
) -> None:
    work = {"code": CODE, "name": "film.exe", "task": "own", "puzzle": "." * 81}
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(json.dumps(work).encode()) + packer.flush()
    opened(browser, f"{plain_site}#w={base64.urlsafe_b64encode(packed).decode().rstrip('=')}")
    assert code(browser) == CODE
    assert browser.text("#file-name") == "my_strategy.py"


@pytest.mark.thorough
def test_what_is_too_long_is_said_and_nothing_is_lost(
    plain_site: str, browser: Browser, tmp_path: Path
) -> None:
    opened(browser, plain_site)
    open_file(browser, tmp_path, CODE + "# words\n" * 37_400)
    browser.script(
        "const area = document.querySelector('#code textarea'); area.value += area.value;"
        "area.dispatchEvent(new Event('input'))"
    )
    browser.click("#link")
    browser.until("document.querySelector('#messages').textContent.includes('too long for a link')")
    (tmp_path / "film.py").write_text(CODE * 10_000, encoding="utf-8")
    browser.find("#chosen-file").send_keys(str(tmp_path / "film.py"))
    browser.until("document.querySelector('#messages').textContent.includes('too long for code')")
    assert browser.text("#file-name") == "mine.py"
    assert code(browser).startswith(CODE)


def test_what_was_written_is_there_after_a_reload_and_after_a_file(
    plain_site: str, browser: Browser, tmp_path: Path
) -> None:
    opened(browser, plain_site)
    browser.click("#code textarea")
    browser.press("control+home", *"# I was here")
    opened(browser, plain_site)
    assert code(browser).startswith("# I was here")
    open_file(browser, tmp_path, CODE)
    browser.click("#exercise")
    browser.until("document.querySelector('#exercises').open")
    assert "Your version of the code from a file." in browser.text("#exercise-list")
    browser.click("#exercise-list button")
    assert code(browser).startswith("# I was here")


def test_a_page_that_is_opened_as_a_file_says_what_it_needs(
    browser: Browser, tmp_path: Path, plain_site: str
) -> None:
    import urllib.request

    with urllib.request.urlopen(plain_site) as page:
        (tmp_path / "index.html").write_bytes(page.read())
    browser.open(tmp_path / "index.html")
    assert "It needs a web server" in browser.text("#state")
    browser.problems()


def test_the_page_comes_in_the_language_that_a_person_chooses(
    plain_site: str, browser: Browser
) -> None:
    opened(browser, plain_site)
    browser.click("a.language")
    browser.until("document.documentElement.lang === 'de'")
    browser.until("document.getElementById('company')?.selectedIndex === 0")
    assert browser.text("#exercise") == "Aufgaben"
    browser.open(plain_site)  # the English page leads to the one that was chosen
    browser.until("location.pathname.endsWith('index.de.html')")
    browser.click("a.language")
    browser.until("document.documentElement.lang === 'en'")


@pytest.mark.thorough
def test_two_tabs_on_one_exercise_hold_the_same_code(plain_site: str, browser: Browser) -> None:
    driver = browser.driver
    opened(browser, plain_site)
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    opened(browser, plain_site)
    browser.click("#code textarea")
    browser.press("control+home", *"# mine")
    written = code(browser)
    driver.close()
    driver.switch_to.window(first)
    browser.until("document.querySelector('#code textarea').value === arguments[0]", written)
    assert "changed in another tab" in browser.text("#messages")


def test_the_page_fits_and_on_a_phone_no_part_of_the_film_covers_another(
    plain_site: str, browser: Browser
) -> None:
    opened(browser, plain_site)
    for width in (1280, 800, 390):
        browser.resize(width, 844)
        assert browser.script("return document.documentElement.scrollWidth") <= width
    for top in range(200, 1200, 200):
        browser.script("scrollTo(0, arguments[0])", top)
        parts = [browser.find(f"#film {part}").rect for part in (".head", ".stand", ".controls")]
        for upper, lower in pairwise(parts):
            assert upper["y"] + upper["height"] <= lower["y"] + 1


def test_an_address_names_an_exercise_and_the_room_for_proofs_opens_without_python(
    plain_site: str, browser: Browser
) -> None:
    browser.resize(360, 740)
    opened(browser, f"{plain_site}#exercise=x_wing")
    assert browser.text("#file-name") == "my_x_wing.py"
    assert browser.text("#about-task").startswith("X-Wing: ")
    browser.click("#prove")
    assert browser.find("#proving").is_displayed()
    assert not browser.find("#writing").is_displayed()
    assert "Python could not be loaded" in browser.text("#state")
    assert browser.script("return document.documentElement.scrollWidth") <= 360
    browser.click("#prove")
    assert browser.find("#writing").is_displayed()
