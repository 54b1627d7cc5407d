"""A lesson from its beginning to its end: the command, a teacher and three pupils in Chromium."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from sudoku_engine.web.classroom.demo import Visitor, tasks
from tests.support.browser import Browser, chromium
from tests.support.npm import npm_package

pytestmark = pytest.mark.thorough

TASK = tasks()["naked_pair"]
WRONG = TASK.solved.replace("if cell not in", "if cell in")
PUPILS = ("Ann Lee", "<b>Ben</b>", "Çağla")


class RunningClass:
    """The command ``classroom`` in a process of its own; it can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._more = ["--pyodide", str(npm_package("pyodide"))]
        self._more += ["--assets", str(npm_package("@codemirror/view").parents[1])]
        self.start()
        port = re.findall(r":(\d+)/teacher", self.teacher)[0]
        self._more = ["--port", port]  # the rest is kept in the folder

    def start(self) -> None:
        """Start it, and wait until it says where."""
        command = [sys.executable, "-m", "sudoku_engine", "classroom", str(self._folder)]
        self._process = subprocess.Popen(
            [*command, *self._more], stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        assert self._process.stdout is not None
        said = "".join(iter(self._process.stdout.readline, "Ctrl-C ends the class.\n"))
        self.teacher = re.findall(r"http://localhost:\S+/teacher#\S+", said)[0]
        self.code = re.findall(r"^ +([2-9A-Z]{6})$", said, re.MULTILINE)[0]
        self.pupils = f"{self.teacher.partition('teacher')[0]}#{self.code}"

    def end(self, how: signal.Signals) -> None:
        """Send the process a signal, and wait for its end."""
        self._process.send_signal(how)
        self._process.wait(10)


@pytest.fixture
def lesson(tmp_path: Path) -> Iterator[RunningClass]:
    """Yield a class of the command."""
    running = RunningClass(tmp_path / "class")
    yield running
    running.end(signal.SIGTERM)


@pytest.fixture
def browsers(tmp_path: Path) -> Iterator[list[Browser]]:
    """Yield a browser for the teacher and one for each pupil, as far apart as computers."""
    with ExitStack() as stack:
        yield [stack.enter_context(chromium(tmp_path / str(number))) for number in range(4)]


SAVED = "document.querySelector('#class-saved')?.className === 'saved'"
"""Whether the page of a pupil says that everything is on the teacher's computer."""


def join(browser: Browser, lesson: RunningClass, name: str) -> None:
    browser.open(lesson.pupils)
    browser.until("document.querySelector('#join-name')")
    browser.find("#join-name").send_keys(name)
    browser.press("enter")


def write(browser: Browser, text: str, place: str = "control+end") -> None:
    """Write `text` at a place of the code, as somebody who pastes it."""
    browser.until("document.querySelector('#code .cm-content')")
    browser.click("#code .cm-content")
    browser.press(place)
    browser.driver.execute_cdp_cmd("Input.insertText", {"text": text})


def press(browser: Browser, words: str, within: str = "body") -> None:
    """Press the button that begins with these words, once it is there."""
    found = f"[...document.querySelectorAll('{within} button')]"
    browser.until(f"{found}.some((each) => each.innerText.startsWith({words!r}))")
    browser.script(f"{found}.find((each) => each.innerText.startsWith({words!r})).click()")


def row(name: str) -> str:
    """Return an expression for the words of a pupil's row in the teacher's table."""
    rows = "[...document.querySelectorAll('tbody tr')]"
    return f"({rows}.find((row) => row.innerText.startsWith({name!r}))?.innerText ?? '')"


def handed_in(browser: Browser, verdict: str) -> None:
    """Wait until the page of a pupil says how it is judged."""
    browser.until(f"document.querySelector('#class-handed').innerText.endsWith(': {verdict}')")


def drafts(lesson: RunningClass) -> dict[str, str]:
    """Return the draft of each pupil, as the server has it."""
    address, _, secret = lesson.teacher.partition("teacher#")
    visitor = Visitor(address, "", threading.Event())
    visitor.headers["Authorization"] = f"Bearer {secret}"
    found = [visitor.send("GET", f"teacher/pupils/{number}")[1] for number in (1, 2, 3)]
    return {each["name"]: each["drafts"][TASK.id]["code"] for each in found}


def test_a_lesson_with_a_crash(lesson: RunningClass, browsers: list[Browser]) -> None:
    teacher, *pupils = browsers
    teacher.open(lesson.teacher)
    teacher.until("document.body.dataset.state === 'ready'")
    assert "#" not in teacher.script("return location.href")
    teacher.click("#exercise")
    press(teacher, "Naked Pair", "#exercise-list")
    for browser, name in zip(pupils, PUPILS, strict=True):
        join(browser, lesson, name)

    ann, ben, cagla = pupils
    for browser, code in ((ann, TASK.solved), (ben, WRONG), (cagla, "# I begin.\n")):
        browser.until("document.querySelector('#file-name')?.textContent === 'my_naked_pair.py'")
        write(browser, code, "control+a")
    for browser, verdict in ((ann, "passed"), (ben, "not passed")):
        browser.until("document.body.dataset.state === 'ready'")
        browser.click("#hand-in")
        handed_in(browser, verdict)
    teacher.until(f"{row('Ann Lee')}.endsWith('✓ ✓')")
    teacher.until(f"{row('<b>Ben</b>')}.endsWith('✗ ✗')")

    press(teacher, "<b>Ben</b>", "tbody")
    teacher.until("document.querySelector('#pupil').open")
    teacher.find("#comment-text").send_keys("Who is <i>in</i> the pair?\n")
    teacher.click("#pupil-back")
    ben.until("document.querySelector('#class-comments').innerText.includes('<i>in</i> the pair?')")
    ben.until("document.querySelector('#class-handed').innerText.includes('gave it back')")
    teacher.click("#pupil-close")

    for number, browser in enumerate(pupils):
        write(browser, f"# written before the crash by {number}\n")
    lesson.end(signal.SIGKILL)
    for number, browser in enumerate(pupils):
        write(browser, f"# written after it by {number}\n")
        browser.until("document.querySelector('#class-saved').innerText.includes('is kept here')")
    lesson.start()
    for browser in pupils:
        browser.until(SAVED)
        browser.problems()  # the console tells of requests that failed
    teacher.until("document.body.dataset.state === 'ready'")
    teacher.problems()
    for number, (name, code) in enumerate(drafts(lesson).items()):
        assert name == PUPILS[number]
        assert code.endswith(
            f"# written before the crash by {number}\n# written after it by {number}\n"
        )
    write(ben, TASK.solved, "control+a")
    ben.click("#hand-in")
    handed_in(ben, "passed")
    teacher.until(f"{row('<b>Ben</b>')}.endsWith('✓ ✓')")
    teacher.click("#freeze")
    cagla.until("document.querySelector('#class-frozen').innerText.includes('stopped')")
    assert [browser.problems() for browser in browsers] == [[]] * 4
