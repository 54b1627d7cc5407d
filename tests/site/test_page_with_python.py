"""The whole playground in a browser: strategies are checked, watched, stopped."""

import time
from pathlib import Path

import pytest

from sudoku_engine.plugins.registry import Registry
from sudoku_frontends.site.site import Files, write_site
from sudoku_plugins.course.course import solution
from tests.site.conftest import served
from tests.support.browser import Browser
from tests.support.files import IMPORTS

pytestmark = pytest.mark.thorough

GUESSES = (
    IMPORTS
    + """
@strategy("{name}", score=2, level="easy")
def guess(grid: Grid):
    for place in grid.open_cells:
        for digit in grid.candidates(place):
            print("<b>looking</b>")
            yield Step(placements=[Candidate(place, digit)], reason="{reason}")
            return
"""
)
NEVER_TURNS = (
    IMPORTS
    + """
@strategy("Slow", score=2, level="easy")
def slow(grid: Grid):
    return [sum(range(10**13))]
"""
)
MARKUP = "<img src=x onerror=document.title=1>"


def opened(browser: Browser, address: str) -> None:
    browser.open(address)
    ready(browser)


def ready(browser: Browser) -> None:
    browser.until("document.body.dataset.state === 'ready'")


def opened_with(browser: Browser, address: str, folder: Path, text: str) -> None:
    opened(browser, address)
    write(browser, folder, text)


def write(browser: Browser, folder: Path, text: str) -> None:
    (folder / "mine.py").write_text(text, encoding="utf-8")
    browser.find("#chosen-file").send_keys(str(folder / "mine.py"))
    browser.until("document.querySelector('#file-name').textContent === 'mine.py'")
    ready(browser)


def press(browser: Browser, button: str) -> None:
    browser.click(button)
    browser.until("document.querySelector('#messages').textContent")
    ready(browser)


def choose_exercise(browser: Browser, name: str) -> None:
    browser.click("#exercise")
    browser.until("document.querySelector('#exercises').open")
    browser.script(
        "const found = [...document.querySelectorAll('#exercise-list button')].find("
        "button => button.querySelector('strong').textContent.endsWith(arguments[0]));"
        "found.click()",
        name,
    )
    ready(browser)


def test_the_starter_passes_its_check_and_its_film_runs(playground: str, browser: Browser) -> None:
    browser.open(playground)
    browser.until("document.body.dataset.state === 'loading'")
    browser.until("document.querySelector('.cm-editor .tok-keyword')")
    browser.click("#check")
    assert "as soon as Python is ready" in browser.text("#messages")
    ready(browser)
    assert "✓ passed" in browser.text("#messages")
    press(browser, "#run")
    assert "My Strategy found 40 steps" in browser.text("#messages")
    assert "My Strategy" in browser.text("#steps")


def test_a_wrong_step_is_shown_on_its_smallest_board_and_marked_in_its_line(
    playground: str, browser: Browser, tmp_path: Path
) -> None:
    opened_with(browser, playground, tmp_path, GUESSES.format(name="Guess", reason="it may be"))
    press(browser, "#check")
    assert "✗ failed" in browser.text("#messages")
    assert "a step contradicts the solution" in browser.text("#messages")
    assert "At fault" in browser.text("#step")
    assert browser.script("return document.querySelectorAll('.cm-lint-marker-error').length") == 1
    press(browser, "#run")
    assert "At fault" in browser.text("#step")
    assert "<b>looking</b>" in browser.text("#messages")


def test_what_code_says_is_never_markup(playground: str, browser: Browser, tmp_path: Path) -> None:
    opened_with(browser, playground, tmp_path, GUESSES.format(name=MARKUP, reason=MARKUP))
    for button in ("#check", "#run"):
        press(browser, button)
        assert MARKUP in browser.text("body")
    assert (
        browser.script("return document.querySelectorAll('img, b, script:not([src])').length") == 1
    )
    assert browser.driver.title == "Write · Sudoku"


@pytest.mark.parametrize("again", ["#check", "the network is back"])
def test_python_that_could_not_be_loaded_is_tried_again(
    whole_site: Files, browser: Browser, tmp_path: Path, again: str
) -> None:
    write_site(whole_site, str(tmp_path))
    program, away = tmp_path / "pyodide" / "pyodide.mjs", tmp_path / "away"
    program.rename(away)
    with served(tmp_path) as address:
        browser.open(address)
        browser.until("document.body.dataset.state === 'failed'")
        assert "then try again" in browser.text("#state")
        browser.problems()
        away.rename(program)
        if again == "#check":
            browser.click(again)
        else:
            browser.script("dispatchEvent(new Event('online'))")
        ready(browser)
        press(browser, "#check")
        assert "✓ passed" in browser.text("#messages")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return mine(grid)", "RecursionError"),
        ("return list(map(mine, [grid]))", "RecursionError"),
        ("return [input()]", "it calls input, and nobody can type here"),
    ],
)
def test_code_that_would_break_python_in_a_browser_is_at_fault_in_its_line(
    playground: str, browser: Browser, tmp_path: Path, body: str, words: str
) -> None:
    opened(browser, playground)
    mine = '@strategy("Mine", score=2, level="easy")\ndef mine(grid: Grid):\n    '
    write(browser, tmp_path, f"{IMPORTS}\n{mine}{body}\n")
    press(browser, "#check")
    assert words in browser.text("#messages")
    assert "line 5" in browser.texts("#messages button")


def test_python_that_used_much_memory_is_started_anew(
    playground: str, browser: Browser, tmp_path: Path
) -> None:
    opened(browser, playground)
    body = "    much = bytearray(1_200_000_000)\n    return []\n"
    mine = '@strategy("Mine", score=2, level="easy")\ndef mine(grid: Grid):\n'
    write(browser, tmp_path, f"{IMPORTS}\n{mine}{body}")
    browser.click("#run")
    browser.until("document.body.dataset.state === 'busy'")
    browser.until("document.body.dataset.state === 'loading'")
    assert "Mine found nothing here" in browser.text("#messages")
    ready(browser)


def test_a_fault_of_earlier_code_leaves_the_board(
    playground: str, browser: Browser, tmp_path: Path
) -> None:
    opened_with(browser, playground, tmp_path, GUESSES.format(name="Guess", reason="it may be"))
    press(browser, "#check")
    assert "At fault" in browser.text("#step")
    browser.find("#code .cm-content").click()
    browser.press("control+end", *"x = = 1")
    browser.script("document.querySelector('#messages').replaceChildren()")
    press(browser, "#check")
    assert "it is not valid Python" in browser.text("#messages")
    browser.until("!document.querySelector('#step').textContent.includes('At fault')")


def test_stop_ends_what_python_itself_cannot_end_within_a_second(
    playground: str, browser: Browser, tmp_path: Path
) -> None:
    opened_with(browser, playground, tmp_path, NEVER_TURNS)
    browser.click("#run")
    browser.until("document.body.dataset.state === 'busy'")
    begun = time.monotonic()
    browser.click("#stop")
    browser.until("document.querySelector('#messages').textContent === 'Stopped.'")
    assert time.monotonic() - begun < 1
    ready(browser)
    choose_exercise(browser, "My own strategy")
    press(browser, "#check")
    assert "✓ passed" in browser.text("#messages")


def test_python_is_ended_if_nothing_is_heard_of_it(
    quick_playground: str, browser: Browser, tmp_path: Path
) -> None:
    opened_with(browser, quick_playground, tmp_path, NEVER_TURNS)
    press(browser, "#run")
    assert "Python made no step for 2 seconds" in browser.text("#messages")
    choose_exercise(browser, "My own strategy")
    press(browser, "#check")
    assert "✓ passed" in browser.text("#messages")


def test_an_answer_about_other_code_is_not_shown(playground: str, browser: Browser) -> None:
    opened(browser, playground)
    browser.click("#check")
    choose_exercise(browser, "Naked Pair")
    assert browser.text("#messages") == ""
    assert browser.text("#file-name") == "my_naked_pair.py"


def test_an_exercise_is_checked_against_its_technique(
    playground: str, browser: Browser, tmp_path: Path
) -> None:
    opened(browser, playground)
    choose_exercise(browser, "Naked Pair")
    assert browser.text("#file-name") == "my_naked_pair.py"
    press(browser, "#check")
    assert "the function is still empty" in browser.text("#messages")
    registry = Registry()
    registry.load()
    write(browser, tmp_path, solution(registry.find("strategy", "naked_pair")))
    press(browser, "#check")
    assert browser.text("#messages .verdict") == "✓ passed"
    browser.click("#messages p:last-child button")
    assert browser.text("#file-name") == "my_naked_triple.py"
    browser.click("#exercise")
    browser.until("document.querySelector('#exercises').open")
    assert "✓ Naked Pair" in browser.texts("#exercise-list strong")


def test_everything_comes_from_the_site(playground: str, browser: Browser) -> None:
    opened(browser, playground)
    press(browser, "#check")
    requests = browser.requests()
    assert len(requests) > 20
    assert [each for each in requests if not each.startswith((playground, "data:"))] == []


def test_the_keyboard_alone_is_enough(playground: str, browser: Browser) -> None:
    opened(browser, playground)
    browser.find(".cm-content").click()
    browser.press("control+enter")
    browser.until("document.querySelector('#messages').textContent.includes('passed')")
    browser.press("shift+enter")
    browser.until("document.querySelector('#messages').textContent.includes('found 40 steps')")
    browser.press("right")  # in the editor it moves the cursor
    assert "My Strategy: r3c2=5" in browser.text("#steps [aria-current]")
    browser.press("escape", "tab")
    assert not browser.script("return document.activeElement.closest('#code')")
    browser.press("right")  # elsewhere it moves the film
    assert "My Strategy: r3c8=4" in browser.text("#steps [aria-current]")


def test_on_a_small_screen_there_is_room_for_code_and_board(
    playground: str, browser: Browser
) -> None:
    browser.resize(1366, 768)
    opened(browser, f"{playground}#exercise=naked_pair")
    browser.script("document.querySelector('#about').open = true")
    press(browser, "#check")
    bottom = browser.find("#code").rect["y"] + browser.find("#code").rect["height"]
    lines = browser.driver.find_elements("css selector", ".cm-line")
    seen = [line.text for line in lines if browser.find("#code").rect["y"] <= line.rect["y"]]
    assert len([line for line in lines if line.rect["y"] + line.rect["height"] <= bottom]) > 10
    assert "def my_naked_pair(grid: Grid):" in seen
    assert browser.find("#board").rect["width"] > 440
    # What scrolls is reached by keys.
    browser.script("document.querySelector('#messages details').open = true")
    scrolling = browser.script(
        "const reached = 'button, [href], input, select, textarea, [tabindex=\"0\"]';"
        "return [...document.querySelectorAll('body *')]"
        ".filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)"
        ".filter((each) => ['auto', 'scroll'].includes(getComputedStyle(each).overflowY))"
        ".map((each) => [each.id || each.className,"
        "  each.matches(reached) || !!each.querySelector(reached)])"
    )
    assert {"about-text", "cm-scroller", "messages"} <= {name for name, _ in scrolling}
    assert [name for name, is_reached in scrolling if not is_reached] == []


PROOF = "#prove=2&board=1"
"""7 in row 1 and 7 in column 1 prove that r8c7 is not 7."""


def in_proof(browser: Browser, address: str) -> None:
    browser.open(f"{address}{PROOF}")
    browser.until("document.querySelector('#proof-hand svg')")


def click_board(browser: Browser, across: float, down: float) -> None:
    """Click on the board at a place in parts of its picture; c1 is near 0.1."""
    browser.script(
        "const svg = document.querySelector('#proof-hand svg');"
        "const { x, y, width, height } = svg.getBoundingClientRect();"
        "const at = { clientX: x + arguments[0] * width, clientY: y + arguments[1] * height };"
        "svg.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...at }))",
        across,
        down,
    )


def until_named(browser: Browser, *names: str) -> None:
    browser.until(
        "[...document.querySelectorAll('#proof-named li')]"
        ".map((each) => each.firstChild.textContent).join() === arguments[0]",
        ",".join(names),
    )


def until_title(browser: Browser, title: str) -> None:
    browser.until("document.querySelector('#proof-title').textContent === arguments[0]", title)


@pytest.mark.parametrize("width", [1366, 360])
def test_houses_and_cells_are_clicked_until_they_prove_it(
    playground: str, browser: Browser, width: int
) -> None:
    browser.resize(width, 768)
    opened(browser, playground)
    browser.click("#prove")
    until_title(browser, "Board 1: prove that r8c7 is not 7")
    browser.click("#proof-pad button:nth-child(7)")
    click_board(browser, 0.03, 0.13)  # the number of row 1
    until_named(browser, "7 in row 1")
    browser.click("#check")
    until_title(browser, "Not enough yet")
    assert "r8c7 is 7" in browser.text("#proof-reason")
    click_board(browser, 0.5, 0.5)
    until_title(browser, "Board 1: prove that r8c7 is not 7")
    click_board(browser, 0.13, 0.05)  # the number of column 1
    until_named(browser, "7 in row 1", "7 in column 1")
    browser.click("#proof-pad button:nth-child(7)")
    click_board(browser, 0.13, 0.95)  # r9c1
    until_named(browser, "7 in row 1", "7 in column 1", "r9c1")
    browser.click("#check")
    until_title(browser, "Right: r8c7 is not 7")
    assert browser.text("#proof-reason").startswith("2 truths would have been enough")
    assert "r1c3 is 7" in browser.text("#proof-film .words")
    assert browser.script("return document.documentElement.scrollWidth") <= width
    browser.click("#check")
    assert browser.text("#proof-reason") == "This board is done: choose another one."
    browser.click("#proof-next")
    until_title(browser, "Board 2: prove that r7c4 is not 8")
    assert browser.script("return location.hash") == "#prove=2&board=2"


def test_a_proof_is_there_again_after_a_reload_a_stop_and_other_work(
    playground: str, browser: Browser
) -> None:
    in_proof(browser, playground)
    browser.find("#proof-text").send_keys("7 in row 1\n")
    until_named(browser, "7 in row 1")
    browser.open("about:blank")
    opened(browser, playground)
    until_named(browser, "7 in row 1")
    browser.click("#prove")
    assert browser.text("#file-name") == "my_strategy.py"
    assert not browser.script("return location.hash")
    press(browser, "#check")
    assert "✓ passed" in browser.text("#messages")
    browser.click("#prove")
    stop = "const stop = document.querySelector('#stop'); stop.disabled = false; stop.click()"
    browser.script(stop)  # Python forgets the board
    browser.find("#proof-text").send_keys("7 in column 1\n")
    until_named(browser, "7 in row 1", "7 in column 1")
    browser.open("about:blank")
    opened(browser, f"{playground}#exercise=x_wing")
    assert browser.text("#file-name") == "my_x_wing.py"
    assert browser.find("#code").is_displayed()


def test_a_screen_reader_finds_the_board_and_what_is_named(
    playground: str, browser: Browser
) -> None:
    in_proof(browser, playground)
    browser.find("#proof-text").send_keys("7 in row 1\n")
    until_named(browser, "7 in row 1")
    seen = browser.accessible()
    for part in [
        ("region", "Prove it"),
        ("heading", "Board 1: prove that r8c7 is not 7"),
        ("application", "Sudoku board"),
        ("textbox", "A cell, or a digit in a house"),
        ("list", "Named"),
        ("button", "Take back 7 in row 1"),
        ("spinbutton", "Board"),
    ]:
        assert part in seen
    named = {role for role, name in seen if not name}
    assert not named & {"button", "textbox", "combobox", "spinbutton", "application"}
