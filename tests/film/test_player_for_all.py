"""The page of a replay for screen readers, without a mouse, by touch, on paper, on each screen."""

from pathlib import Path

import pytest

from sudoku_engine import Author, Ended, Grid, Layout, Started, Step, Stepped
from sudoku_frontends.film.document import film_document
from sudoku_frontends.pictures.themes import THEMES
from tests.support.browser import Browser
from tests.support.pictures import JIGSAW, OPEN, PAIR
from tests.support.played_films import boards
from tests.support.replays import SIZES, document, now, opened

FOCUSED = """
const element = document.activeElement;
return element.title || element.className;
"""

LABELS_IN_THE_WAY = """
const outer = arguments[0].getBoundingClientRect();
const { e } = arguments[0].querySelector(".cell").getCTM(); // where the first cell begins
return [...document.querySelectorAll(".labels text")].filter((label) => {
  const { left, right } = label.getBoundingClientRect();
  return left < outer.left || (label.textContent.startsWith("r") && right > outer.left + e);
}).map((label) => label.textContent);
"""


def test_the_board_is_there_as_text(film: Browser) -> None:
    film.press("right", "right", "right")
    digits = [each for _, each in boards(document()["puzzles"][0])][3]
    cells = film.texts("#board-text td")[1:]

    assert [cell if len(cell) == 1 else " " for cell in cells] == digits
    assert "open: 2 4" in cells


def test_a_screen_reader_finds_words_and_controls(film: Browser) -> None:
    film.press("right")
    found = film.accessible()
    for role, name in (
        ("heading", "1. Naked Single"),
        ("image", "Board of Twelve steps. 1. Naked Single"),
        ("table", "The board as text"),
        ("button", "Next step"),
        ("button", "Play"),
        ("button", "Reveal more"),
        ("slider", "Progress"),
        ("list", "Steps"),
        ("status", ""),
    ):
        assert (role, name) in found
    assert not [name for role, name in found if role == "button" and not name]
    assert film.find("#step").get_attribute("aria-live") == "polite"
    film.press("space")
    assert film.find("#step").get_attribute("aria-live") == "off"


@pytest.mark.thorough
def test_tab_reaches_every_control_and_one_line_of_the_list(film: Browser) -> None:
    found = []
    for _ in range(20):
        film.press("tab")
        found.append(film.script(FOCUSED))
    wanted = (
        "Puzzles",
        "Techniques",
        "Candidates",
        "Keys",
        "Play",
        "Next step",
        "Reveal more",
        "bar",
    )
    assert [name for name in wanted if name not in found] == []
    assert [name for name in found if name.startswith("moment")] == ["moment start"]

    film.script("document.querySelector('#steps [aria-current]').focus()")
    film.press("down", "down", "enter")
    assert now(film)["title"] == "2. Full House"

    film.script("document.querySelector('#techniques .opener').focus()")
    film.press("enter", "down")
    assert film.script("return document.activeElement.textContent") == "Full House8"
    film.press("tab")
    assert not film.find("#techniques .choices").is_displayed()
    assert film.script(FOCUSED) == "Candidates"


def test_on_a_phone_nothing_is_wider_and_the_controls_stay_in_sight(
    browser: Browser, tmp_path: Path
) -> None:
    browser.resize(*SIZES["phone"])
    browser.touch()
    film = opened(browser, tmp_path / "replay.html", document())
    film.tap("#board")
    film.tap(".reveal")
    assert now(film)["stage"] == "where"
    film.tap(".stages button:nth-child(3)")

    assert now(film)["stage"] == "why"
    assert film.script("return document.documentElement.scrollWidth") == 400
    for button in ("Next step", "Play", "Previous step"):
        box = film.find(f"[aria-label='{button}']").rect
        assert box["y"] + box["height"] < 801
        assert box["width"] >= 40 <= box["height"]


def test_on_a_phone_the_list_shows_the_step_above_the_controls(
    browser: Browser, tmp_path: Path
) -> None:
    browser.resize(*SIZES["phone"])
    film = opened(browser, tmp_path / "replay.html", document())
    film.press("end", "left", "left")
    film.until(
        "(() => {const [list, line, controls] = ['#steps', '#steps [aria-current]', '.controls']"
        ".map((each) => document.querySelector(each).getBoundingClientRect());"
        "return list.top <= line.top && line.bottom <= controls.top})()"
    )


def test_printed_it_is_a_sheet(film: Browser) -> None:
    film.press("t")
    film.prefer(media="print")
    film.script("dispatchEvent(new Event('beforeprint'))")

    assert not film.find("#film").is_displayed()
    assert film.texts("#sheet h1") == ["Twelve steps", "Twelve steps: steps"]
    assert film.text("#sheet figcaption:nth-child(1)") == ""
    assert len(film.script("return [...document.querySelectorAll('#sheet svg')]")) == 2
    assert film.text(".outcome").startswith("Solved. Level easy, score 48. 8 Full House")


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(800, 400), (640, 400)])
def test_on_a_low_screen_board_and_words_are_beside_each_other(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    browser.resize(*size)
    film = opened(browser, tmp_path / "replay.html", document())
    film.press("right")
    board, words, controls = (film.find(each).rect for each in ("#board", ".words", ".controls"))
    assert board["height"] > 0.75 * size[1]
    assert words["x"] > board["x"] + board["width"]
    assert controls["y"] - words["y"] > 0.35 * size[1]
    assert film.script("return document.documentElement.scrollWidth") == size[0]
    film.script("document.querySelector('#steps [aria-current]').focus()")
    film.press("down", "down")
    film.until(
        "document.activeElement.getBoundingClientRect().bottom <= arguments[0]", controls["y"]
    )
    film.press("enter")
    assert now(film)["title"] == "3. Naked Single"
    assert film.script("return arguments[0].getBoundingClientRect().top", film.find("#board")) >= 0


@pytest.mark.thorough
def test_words_fit_again_when_the_page_becomes_smaller(browser: Browser, tmp_path: Path) -> None:
    browser.resize(1920, 1080)
    step = Step(eliminations=PAIR.eliminations, reason="so it is " * 60)
    events = [Started(OPEN), Stepped(1, Author("mine", "Mine"), step, OPEN.apply(step))]
    film = opened(browser, tmp_path / "replay.html", film_document([("Long", events)]))
    film.press("right")
    browser.resize(1280, 800)
    film.until(
        "(words => words.scrollHeight <= words.clientHeight)(document.querySelector('.words'))"
    )


@pytest.mark.thorough
def test_long_words_make_no_sheet_wider(browser: Browser, tmp_path: Path) -> None:
    long = Author("mine", "W" * 200)
    step = Step(placements=PAIR.placements, eliminations=PAIR.eliminations, reason="w" * 200)
    after = OPEN.apply(step)
    end = Ended("stuck", "strategies", after, 1, {"mine": 1}, 0.1)
    events = [Started(OPEN, (long,)), Stepped(1, long, step, after), end]
    film = opened(browser, tmp_path / "replay.html", film_document([("x" * 200, events)]))
    film.prefer(media="print")
    film.script("dispatchEvent(new Event('beforeprint'))")

    assert "W" * 200 in film.text(".outcome")
    assert film.script("return document.documentElement.scrollWidth") == 1280


@pytest.mark.thorough
@pytest.mark.parametrize("size", SIZES)
def test_menus_and_names_stay_in_sight(browser: Browser, tmp_path: Path, size: str) -> None:
    browser.resize(*SIZES[size])
    mine = Author("mine", "My " + "W" * 90, "x" * 200 + ".py")
    events = [Started(OPEN), Stepped(1, mine, PAIR, OPEN.apply(PAIR))]
    film = opened(browser, tmp_path / "a.html", film_document([("homework.txt:2", events)] * 2))
    cut = "return arguments[0].scrollWidth - arguments[0].clientWidth"
    assert film.script(cut, film.find("#puzzles .caption")) == 0
    assert ("button", "Techniques") in film.accessible()
    for menu in ("#puzzles", "#techniques"):
        film.click(f"{menu} .opener")
        for element in (".choices", ".choices button span:first-child"):
            box = film.find(f"{menu} {element}").rect
            assert 0 <= box["x"] <= SIZES[size][0] - box["width"]
            assert box["width"] > 100
        assert film.script(cut, film.find(f"{menu} .choices")) == 0
        film.press("escape")


@pytest.mark.thorough
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut_off(browser: Browser, tmp_path: Path, size: str, theme: str) -> None:
    browser.resize(*SIZES[size])
    film = opened(browser, tmp_path / "replay.html", document(theme=theme))
    width, height = SIZES[size]
    for keys in (["end"], ["p", "right"], ["right", "right"]):
        film.press(*keys)
        for selector in ("#board", ".controls", ".head", ".reveal", ".stages", ".words .title"):
            box = film.find(selector).rect
            assert 0 <= box["x"] <= width - box["width"], (keys, selector)
        box = film.find(".controls").rect
        assert box["y"] + box["height"] < height + 1
    assert film.script("return document.documentElement.scrollWidth") <= width


@pytest.mark.thorough
@pytest.mark.parametrize("size", SIZES)
def test_boards_of_every_layout_fill_the_same_square(
    browser: Browser, tmp_path: Path, size: str
) -> None:
    browser.resize(*SIZES[size])
    names = ("4x4", "6x6", "9x9+diagonals", "12x12", "16x16", "25x25")
    layouts = [JIGSAW, *map(Layout.named, names)]
    runs = [(str(layout), [Started(Grid(layout, [0] * layout.n**2))]) for layout in layouts]
    film = opened(browser, tmp_path / "replay.html", film_document(runs))
    square = film.find("#board").rect
    for layout in layouts:
        assert film.find("#board").rect == square
        assert len(film.texts("#board > .cell")) == layout.n**2
        assert len(film.texts("#board-text tr")) == layout.n + 1
        assert film.script(LABELS_IN_THE_WAY, film.find("#board")) == []
        film.press("p")
