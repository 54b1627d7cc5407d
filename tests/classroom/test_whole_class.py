"""A lesson from its beginning to its end: the command, a teacher and three pupils in Chromium."""

import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from sudoku_frontends.classroom.demo import tasks
from tests.support.browser import Browser, chromium
from tests.support.running_class import RunningClass, join, press, write

pytestmark = pytest.mark.thorough

TASK = tasks()["naked_pair"]
WRONG = TASK.solved.replace("if cell not in", "if cell in")
PUPILS = ("Ann Lee", "<b>Ben</b>", "Çağla")


@pytest.fixture
def lesson(tmp_path: Path) -> Iterator[RunningClass]:
    """Yield a class of the command."""
    with RunningClass(tmp_path / "class") as running:
        yield running


@pytest.fixture
def browsers(tmp_path: Path) -> Iterator[list[Browser]]:
    """Yield a browser for the teacher and one for each pupil, as far apart as computers."""
    with ExitStack() as stack:
        yield [stack.enter_context(chromium(tmp_path / str(number))) for number in range(4)]


SAVED = "document.querySelector('#class-saved')?.className === 'saved'"
"""Whether the page of a pupil says that everything is on the teacher's computer."""


def row(name: str) -> str:
    """Return an expression for the words of a pupil's row in the teacher's table."""
    rows = "[...document.querySelectorAll('tbody tr')]"
    return f"({rows}.find((row) => row.innerText.startsWith({name!r}))?.innerText ?? '')"


def handed_in(browser: Browser, verdict: str) -> None:
    """Wait until the page of a pupil says how it is judged."""
    browser.until(f"document.querySelector('#class-handed').innerText.endsWith(': {verdict}')")


def drafts(lesson: RunningClass) -> dict[str, str]:
    """Return the draft of each pupil, as the server has it."""
    found = [lesson.teach("GET", f"pupils/{number}") for number in (1, 2, 3)]
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
