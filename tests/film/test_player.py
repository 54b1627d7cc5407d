"""The page of a replay in a browser: what it shows, and what keys and clicks do."""

import json
import time
from pathlib import Path

import pytest

from sudoku_frontends.film.page import replay_page, script
from tests.support.browser import Browser
from tests.support.replays import MARKUP, document, now, opened


def titles_after(film: Browser, *keys: str) -> list[str]:
    """The titles after each of the `keys`."""
    found = []
    for key in keys:
        film.press(key)
        found.append(now(film)["title"])
    return found


def test_it_opens_at_the_start_and_fetches_nothing(film: Browser) -> None:
    assert now(film)["title"] == "The puzzle"
    assert now(film)["counts"] == "open 12"
    assert film.text("#puzzles .caption") == "1/2 Twelve steps"
    assert len(film.requests()) == 1


def test_arrows_home_and_end(film: Browser) -> None:
    assert titles_after(film, "right", "right", "left", "left", "left", "end", "right", "home") == [
        *("1. Naked Single", "2. Full House", "1. Naked Single", "The puzzle", "The puzzle"),
        *("Solved", "Solved", "The puzzle"),
    ]


def test_a_step_is_revealed_in_stages_and_completed_by_the_arrow(film: Browser) -> None:
    stages = []
    for _ in range(5):
        film.press("r")
        stages.append((now(film)["stage"], now(film)["line"]))
    first, second = "1. Naked Single: r2c1=3", "2. Full House: r1c1=1"
    assert stages == [
        *(("where", first), ("what", first), ("why", first), ("change", first)),
        ("where", second),
    ]
    assert not now(film)["reason"]

    film.press("right")

    assert (now(film)["stage"], now(film)["line"]) == ("change", second)
    assert now(film)["notation"] == "Full House: r1c1=1"


def test_words_light_their_cells_and_cells_their_words(film: Browser) -> None:
    film.press("right", "right")
    assert now(film)["reason"] == "r1c1 is the last open cell of column 1, and 1 is missing there."
    lit = []
    for number in range(2):
        film.script("document.querySelectorAll('.thing')[arguments[0]].focus()", number)
        lit.append(film.script("return document.querySelectorAll('.lights rect').length"))
    assert lit == [1, 4]
    film.script("document.activeElement.blur()")
    assert not film.script("return document.querySelectorAll('.lights rect').length")
    film.script(
        """const cell = document.querySelector("#board .cell");
        const { left, top, width } = cell.getBoundingClientRect();
        const at = { clientX: left + width / 2, clientY: top + width / 2 };
        document.querySelector(".stand").dispatchEvent(new PointerEvent("pointermove", at));"""
    )
    assert film.texts(".thing.lit") == ["r1c1", "column 1"]


def lines_in_sight(film: Browser) -> list[str]:
    """The lines of the list whose words are not covered."""
    lines = film.script(
        """return Array.from(document.querySelectorAll("#steps .before"), (line) => [
          getComputedStyle(line).visibility, line.textContent])"""
    )
    return [words for visibility, words in lines if visibility == "visible"]


def test_the_list_tells_no_more_than_what_is_revealed(film: Browser) -> None:
    film.press("r")
    assert lines_in_sight(film) == ["The puzzle"]
    assert ("button", "") not in film.accessible()
    film.press("r", "r", "right")
    assert lines_in_sight(film) == ["The puzzle", "Naked Single: r2c1=3"]
    film.press("right")
    assert len(lines_in_sight(film)) == 14


@pytest.mark.thorough
def test_n_goes_to_another_strategy_and_shift_n_to_the_same(film: Browser) -> None:
    film.press("N")

    assert now(film)["note"] == "N goes from a step to the next one of its strategy"
    assert titles_after(film, "n", "n", "n", "N") == [
        *("1. Naked Single", "2. Full House", "3. Naked Single", "5. Naked Single")
    ]


def test_cases_of_a_step_come_one_after_another(film: Browser) -> None:
    film.press("p", "r", "r", "r")
    assert now(film)["stage"] == "why 1/3"
    assert now(film)["reason"] == "Case 1 of 2: 6 is in r5c2."
    film.click(".stages button:nth-child(3)")
    assert now(film)["reason"] == "Case 2 of 2: 6 is in r5c8."
    film.press("r")
    assert now(film)["reason"].startswith("Either way")
    assert now(film)["stage"] == "why 3/3"


@pytest.mark.thorough
def test_space_plays_to_the_end_and_pauses(browser: Browser, tmp_path: Path) -> None:
    film = opened(browser, tmp_path / "fast.html", document(delay=0.02))
    film.press("space")
    film.until("document.querySelector('#step .title').textContent === 'Solved'")
    film.until("!document.querySelector('.playing')")

    film.press("-", "-", "-", "-", "-", "-")
    assert now(film)["note"] == "1.28 s a step"
    film.press("space")
    assert now(film)["title"] == "The puzzle"  # from the start again
    assert now(film)["isPlaying"]
    film.press("space")
    assert not now(film)["isPlaying"]


@pytest.mark.thorough
def test_it_stops_at_a_fault(browser: Browser, tmp_path: Path) -> None:
    film = opened(browser, tmp_path / "fast.html", document(delay=0.02))
    film.press("p", "space")
    film.until("document.querySelector('#step .title').textContent.startsWith('At fault')")
    film.until("!document.querySelector('.playing')")

    assert "fault" in film.find(".words").get_attribute("class")
    assert now(film)["line"].startswith("!At fault")


def test_a_click_in_the_list_goes_there(film: Browser) -> None:
    film.click("#steps li:nth-child(4) button")

    assert now(film)["title"] == "3. Naked Single"
    assert titles_after(film, "right") == ["4. Full House"]  # the keys are still the film's


@pytest.mark.thorough
def test_the_menu_of_techniques_goes_from_one_to_the_next(film: Browser) -> None:
    film.click("#techniques .opener")
    assert film.texts("#techniques li")[:2] == ["Naked Single4", "Full House8"]

    for title in ("2. Full House", "4. Full House"):
        film.script("document.querySelector('#techniques .choices').hidden = false")
        film.click("#techniques li:nth-child(2) button")
        assert now(film)["title"] == title
    assert titles_after(film, "space", "space") == ["4. Full House", "4. Full House"]


def test_puzzles_are_left_and_found_again_at_their_place(film: Browser) -> None:
    film.press("right", "right", "P")
    assert now(film)["note"] == "this is the first puzzle"
    film.click("#puzzles .opener")
    film.click("#puzzles li:nth-child(2) button")
    assert film.text("#puzzles .caption") == f"2/2 Cases {MARKUP}"
    film.press("p")
    assert now(film)["note"] == "this is the last puzzle"

    assert titles_after(film, "P") == ["2. Full House"]


@pytest.mark.thorough
def test_the_bar_leads_to_where_the_board_is_as_full(film: Browser) -> None:
    bar = film.find(".bar")
    before = bar.rect
    film.script(
        """const { left, width, top } = arguments[0].getBoundingClientRect();
        const place = { clientX: left + 0.5 * width, clientY: top + 2, pointerId: 1 };
        arguments[0].setPointerCapture = () => {};
        arguments[0].dispatchEvent(new PointerEvent("pointerdown", place));""",
        bar,
    )

    assert now(film)["counts"] == "step 7 of 12 · open 6"
    assert bar.get_attribute("aria-valuenow") == "50"
    assert bar.rect == before  # it stays under the finger


@pytest.mark.thorough
def test_clicks_on_the_board_and_a_swipe(film: Browser) -> None:
    from selenium.webdriver import ActionChains

    for _ in range(3):
        film.click("#board")
    ActionChains(film.driver).context_click(film.find("#board")).perform()
    assert now(film)["title"] == "2. Full House"
    film.script(
        """const stand = document.querySelector(".stand");
        for (const [kind, clientX] of [["pointerdown", 100], ["pointerup", 200]])
          stand.dispatchEvent(new PointerEvent(kind, { clientX, clientY: 100, button: 0 }));"""
    )

    assert now(film)["title"] == "1. Naked Single"


def test_the_address_keeps_the_place(film: Browser) -> None:
    film.press("p", "r", "r")
    film.until("location.hash === '#puzzle=2&moment=2&view=2'")
    film.driver.refresh()
    film.until("document.querySelector('#board')")

    assert now(film)["stage"] == "what"
    assert film.text("#puzzles .caption").startswith("2/2")
    film.press("right")
    assert len(lines_in_sight(film)) == 2  # nothing of what comes next

    film.script("location.hash = 'puzzle=99'")  # of a file that had more of them
    film.until("document.querySelector('#step').textContent.includes('The puzzle')")
    assert film.text("#puzzles .caption").startswith("2/2")


@pytest.mark.thorough
def test_it_plays_within_another_page(browser: Browser) -> None:
    page = replay_page(document())
    body = """const frame = document.createElement("iframe");
    [frame.srcdoc, frame.width, frame.height] = [arguments[0], 1000, 700];
    document.body.append(frame);"""
    browser.script(body, page)
    inner = "document.querySelector('iframe').contentDocument"
    browser.until(f"Boolean({inner}?.querySelector('#board'))")
    browser.driver.switch_to.frame(0)
    browser.click("#board")
    time.sleep(0.5)  # until its address would be changed; an error there fails the test

    assert now(browser)["title"] == "1. Naked Single"


@pytest.mark.thorough
def test_keys_change_how_it_looks_and_help_lists_them(film: Browser) -> None:
    film.press("?")
    assert film.texts("#help dt") == [key["shown"] for key in document()["keys"]]
    assert film.find("#help").is_displayed()
    film.press("right", "escape")

    assert not film.find("#help").is_displayed()
    assert now(film)["title"] == "The puzzle"
    assert film.find("#board .labels").is_displayed()
    film.press("l")
    assert not film.find("#board .labels").is_displayed()
    film.prefer(scheme="dark")  # a theme follows the browser until one is chosen
    film.until("document.querySelector('.film').dataset.theme === 'dark'")
    film.press("t")
    assert now(film)["theme"] == "projector"
    film.prefer(scheme="light")
    film.press("t", "t")
    assert now(film)["theme"] == "dark"


def test_markup_is_text(film: Browser) -> None:
    film.press("p", "right")
    assert MARKUP in now(film)["reason"]
    film.press("n", "n")
    assert MARKUP in now(film)["reason"]
    assert now(film)["title"] == f"At fault: {MARKUP} [<script>my.py:3]"
    film.press("?")

    assert film.script("return document.querySelectorAll('.film :is(img, b, script)').length") == 0
    assert film.driver.title == "2 sudokus"


def test_a_film_that_was_taken_away_hears_no_keys(browser: Browser, tmp_path: Path) -> None:
    film = json.dumps(document()).replace("<", r"\u003c")
    page = f"""<!DOCTYPE html><title>Two films</title><main></main><script type="module">
        {script("film.js")}
        const [root] = document.getElementsByTagName("main");
        window.places = [];
        root.addEventListener("film-place", ({{ detail }}) => places.push(detail.moment));
        const film = {film};
        const options = {{ keys: document, playing: true, delay: 0.01 }};
        new Film(root, film, options).destroy();
        places.length = 0;
        new Film(root, film, {{ keys: document }});
        </script>"""
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    browser.open(tmp_path / "page.html")
    browser.until("document.querySelector('#board')")
    browser.press("right", "right")

    assert browser.script("return places") == [0, 1, 2]
    assert len(browser.texts(".film")) == 1
