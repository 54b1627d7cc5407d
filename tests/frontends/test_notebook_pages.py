"""The widgets of the notebook in a real page: pressed, clicked, and read."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine.notebook import Board, Film
from sudoku_frontends.pictures.board_picture import frame_of_scene
from sudoku_frontends.pictures.scene import Scene
from tests.support.browser import Browser, served
from tests.support.editors import THREE_OPEN
from tests.support.widgets import WidgetPage

pytestmark = pytest.mark.web

SMALL = "12.. 34.. ...1 ..2."
DARK = "#12161b"

NewPage = Callable[..., WidgetPage]


@pytest.fixture(name="new_page")
def new_page_fixture(browser: Browser, tmp_path: Path) -> Iterator[NewPage]:
    widgets: list[Any] = []
    with served(tmp_path) as address:

        def new_page(widget: Any, ground: str = "white") -> WidgetPage:
            widgets.append(widget)
            return WidgetPage(browser, widget, tmp_path, address, ground)

        yield new_page
    for widget in widgets:
        widget.close()


def click_cell(page: WidgetPage, text: str) -> None:
    """Click on the cell that shows a given digit."""
    page.browser.script(
        """
        const digits = [...document.querySelectorAll("[id^=cell-] text")];
        const {x, y} = digits.find(each => each.textContent === arguments[0])
          .getBoundingClientRect();
        const event = {bubbles: true, cancelable: true, clientX: x + 3, clientY: y + 5};
        document.querySelector("svg").dispatchEvent(new MouseEvent("click", event));
        """,
        text,
    )
    page.pass_on()


def words(page: WidgetPage) -> str:
    return page.browser.text(".words")


def wait_for_digit(page: WidgetPage, cell: int, digit: str) -> None:
    """Wait until the picture has `digit` in a cell; an empty cell is not there."""
    found = "Array.from(document.querySelectorAll(arguments[0]), e => e.textContent.trim()).join()"
    page.until(f"{found} === arguments[1]", f"#cell-{cell}", digit)


def test_a_board_is_worked_on_by_mouse_and_by_keys(new_page: NewPage) -> None:
    page = new_page(Board(THREE_OPEN))
    click_cell(page, "3")  # r1c2
    assert words(page) == "Your turn. r1c2: 3, given."
    page.press("right", "4")
    assert words(page) == "4 placed in r1c3. r1c3: 4."
    assert page.widget.grid.digits[2] == 4
    wait_for_digit(page, 2, "4")
    page.press("control+z")
    assert page.widget.grid.digits[2] == 0
    page.widget.grid = "1" + "." * 80
    page.show_state()
    assert words(page).startswith("Your turn.")
    wait_for_digit(page, 0, "1")
    wait_for_digit(page, 2, "")


def test_a_line_is_drawn_with_the_mouse(new_page: NewPage) -> None:
    page = new_page(Board("." * 16))
    move = """
        const {left, top} = document.querySelector("svg").getBoundingClientRect();
        const place = {clientX: left + arguments[1], clientY: top + arguments[2]};
        const event = {bubbles: true, cancelable: true, buttons: arguments[0], ...place};
        document.querySelector("svg").dispatchEvent(new PointerEvent(arguments[3], event));
    """
    page.browser.find("#before").click()
    page.press("tab", "f9", "t", "enter")
    page.until("document.querySelector('.words').textContent.startsWith('Thermometer')")
    frame = frame_of_scene(Scene(page.widget.grid), *page.widget._view.size)
    points = [
        (buttons, *frame.centre(page.widget.grid.layout.cell(name)))
        for buttons, name in ((1, "r1c1"), (1, "r1c2"), (0, "r1c3"), (1, "r2c3"))
    ]
    buttons, x, y = points[0]
    page.browser.script(move, buttons, x - 20, y, "pointerdown")
    for point in points:
        page.browser.script(move, *point, "pointermove")
        page.pass_on()
    page.press("enter")
    assert [str(clue) for clue in page.widget.grid.layout.clues] == ["thermometer r1c1,r1c2,r2c3"]


def test_the_keyboard_alone_gets_into_a_board_and_out_again(new_page: NewPage) -> None:
    page = new_page(Board(THREE_OPEN))
    page.browser.find("#before").click()
    page.press("tab", "down")
    assert words(page) == "Your turn. r1c1: 5, given."
    assert ("application", "Sudoku board") in page.browser.accessible()
    page.press("tab")
    assert page.browser.script("return document.activeElement.id") == "after"
    page.press("7")
    assert page.browser.find("#after").get_attribute("value") == "7"
    assert page.widget.grid.n_open == 3


def test_a_board_takes_the_clipboard(new_page: NewPage) -> None:
    page = new_page(Board(THREE_OPEN))
    page.browser.find("#before").send_keys("12..34..........")
    page.press("control+a", "control+c", "tab", "control+v")
    assert page.widget.grid.line == "12..34.........."
    page.press("t", "f1")
    assert "undo" in words(page)
    assert "quit" not in words(page)


def test_a_board_has_the_width_and_the_darkness_of_its_page(new_page: NewPage) -> None:
    page = new_page(Board(THREE_OPEN), "rgb(20 20 30)")
    page.until("document.querySelector('svg').clientWidth === 760")
    ground = "document.querySelector('#page rect').getAttribute('fill')"
    page.until(f"{ground} === arguments[0]", DARK)
    page.browser.script("document.body.style.background = 'white'")  # another theme of the notebook
    page.until(f"{ground} !== arguments[0]", DARK)
    page.browser.script("document.getElementById('cell').style.width = '380px'")
    page.until("document.querySelector('svg').clientWidth === 380")


def test_a_busy_python_is_not_asked_again_before_it_answers(new_page: NewPage) -> None:
    page = new_page(Board(SMALL))
    page.browser.script("receive({_is_thinking: true})")
    page.browser.until("sent.length === 1")
    assert not page.browser.script("return new Promise(done => setTimeout(done, 300, sent[1]))")
    page.browser.script("tell({looked: true})")
    page.browser.until("sent.length === 2")


def test_a_film_is_played_in_its_page_and_tells_python_where_it_is(new_page: NewPage) -> None:
    page = new_page(Film(SMALL, THREE_OPEN))
    film = page.browser.script("return document.querySelector('#cell > div').shadowRoot")

    def text(name: str) -> str:
        return str(
            page.browser.script(
                "return arguments[0].getElementById(arguments[1]).textContent", film, name
            )
        )

    assert "The puzzle" in text("step")
    page.browser.script("arguments[0].querySelector('.film').focus()", film)
    page.press("right", "right")
    assert (page.widget.puzzle, page.widget.moment) == (0, 2)
    assert text("step").startswith("2. ")
    page.press("page_down")
    assert (page.widget.puzzle, page.widget.moment) == (1, 0)
    page.widget.moment = 3
    page.show_state()
    assert text("step").startswith("3. ")
    assert (page.widget.puzzle, page.widget.moment) == (1, 3)
    assert {place.split(":")[0] for place in page.browser.requests()} <= {"http", "blob"}
    page.browser.script("end()")
    assert page.browser.script("return arguments[0].querySelector('.film')", film) is None


def test_a_board_without_python_says_so(new_page: NewPage) -> None:
    page = new_page(Board(SMALL))
    page.browser.script("model.send = () => { throw new Error('Cannot send'); }")
    page.browser.find("#before").click()
    page.press("tab", "down")
    assert words(page) == "This board has lost its Python: run its cell again."
    shown = page.browser.find(".sudoku-board").get_attribute("data-lost")  # by board.css
    assert shown == words(page)
