"""The pupil's side of a class in a browser; without Python in it, which hands in as well."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sudoku_engine.cli.progress import Progress
from sudoku_engine.plugins.registry import Registry
from sudoku_frontends.classroom.class_site import class_site
from sudoku_frontends.classroom.service import Served
from sudoku_plugins.course.course import solution
from tests.support.browser import Browser
from tests.support.classes import LiveClass
from tests.support.npm import npm_package

TEXT = "(document.querySelector('#class')?.innerText ?? '')"
SAVED = "document.querySelector('#class-saved')?.className === 'saved'"
"""Whether the page says that everything is on the teacher's computer."""

OFFLINE = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}


@pytest.fixture(scope="module")
def lesson(
    tmp_path_factory: pytest.TempPathFactory, plain_site: dict[str, Served]
) -> Iterator[LiveClass]:
    """A class in which browsers find no Python and no CodeMirror, for most tests here."""
    yield from opened(tmp_path_factory.mktemp("class"), plain_site)


def opened(beside: Path, site: dict[str, Served]) -> Iterator[LiveClass]:
    with LiveClass(beside / "8b", site) as room:
        yield room


@pytest.fixture
def room(lesson: LiveClass) -> LiveClass:
    """The class, with the first exercise."""
    lesson.teach("PUT", "state", {"exercise": "naked_pair", "note": "", "frozen": False})
    return lesson


def sign_in(browser: Browser, room: LiveClass, name: str, page: str = "") -> None:
    browser.open(f"{room.address}{page}#{room.store.code}")
    browser.until("document.querySelector('#join-name')")
    browser.find("#join-name").send_keys(name)
    browser.press("enter")
    browser.until("document.querySelector('#file-name')?.textContent === 'my_naked_pair.py'")


def join(browser: Browser, room: LiveClass, name: str) -> None:
    sign_in(browser, room, name)
    browser.until(SAVED)
    browser.until("document.body.dataset.state === 'failed'")


def write(browser: Browser, text: str) -> None:
    """Write `text` at the beginning of the code."""
    browser.click("#code textarea")
    browser.press("control+home", *text)


def code(browser: Browser) -> str:
    return str(browser.script("return document.querySelector('#code textarea').value"))


def draft(room: LiveClass, name: str, exercise: str = "naked_pair") -> str:
    """Return the draft that the teacher's computer has of a pupil."""
    return str(room.pupil(name)["drafts"][exercise]["code"])


def test_a_pupil_joins_writes_and_hands_in_and_sees_what_the_teacher_says(
    room: LiveClass, browser: Browser
) -> None:
    room.teach("PUT", "state", {"exercise": "", "note": "Read <b>first</b>."})
    browser.open(room.address)
    browser.until("document.querySelector('#join-name')")
    browser.find("#join-name").send_keys("Ann")
    browser.find("#join-code").send_keys("wrong")
    browser.press("enter")
    browser.until("document.querySelector('#join-wrong').textContent.includes('not the code')")
    browser.problems()  # the console tells of the refusal
    browser.script("document.querySelector('#join-code').value = ''")
    browser.find("#join-code").send_keys(room.store.code.lower())
    browser.press("enter")
    browser.until(f"{TEXT}.includes('has set no exercise yet')")
    room.teach("PUT", "state", {"exercise": "naked_pair"})
    browser.until("document.querySelector('#file-name')?.textContent === 'my_naked_pair.py'")
    assert "Read <b>first</b>." in browser.until(TEXT)
    while [row["place"] for row in room.store.rows()] != ["naked_pair"]:
        time.sleep(0.05)  # the teacher sees where Ann is before she writes
    write(browser, "# mine")
    browser.until(SAVED)
    assert draft(room, "Ann").startswith("# mine")
    browser.until("document.body.dataset.state === 'failed'")
    browser.click("#hand-in")
    browser.until(f"{TEXT}.includes('Handed in')")
    (handed_in,) = room.pupil("Ann")["hand_ins"]
    assert (handed_in["code"], handed_in["claim"]) == (code(browser), None)

    number = room.pupil("Ann")["id"]
    said = {"exercise": "naked_pair", "line": 2, "text": "Why <i>this</i>?"}
    room.teach("POST", f"pupils/{number}/comments", said)
    comment = browser.until("document.querySelector('#class-comments').innerText")
    assert comment == "line 2 Your teacher: Why <i>this</i>?"
    browser.click("#class-comments button")
    assert (
        browser.script("return document.activeElement.selectionStart")
        == code(browser).index("\n") + 1
    )
    room.teach("POST", f"pupils/{number}/back", {"exercise": "naked_pair"})
    browser.until(f"{TEXT}.includes('gave it back')")


@pytest.mark.thorough
def test_frozen_editors_keep_their_text_and_hand_in_afterwards(
    room: LiveClass, browser: Browser
) -> None:
    join(browser, room, "Ben")
    write(browser, "# mine")
    room.teach("PUT", "state", {"frozen": True})
    browser.until(f"{TEXT}.includes('stopped all editors')")
    written = code(browser)
    browser.press(*"more", "enter")
    assert code(browser) == written
    browser.until("document.querySelector('#class-saved')?.className === 'saved'")
    assert draft(room, "Ben") == written
    browser.click("#hand-in")
    browser.until(f"{TEXT}.includes('as soon as your teacher')")
    browser.problems()
    room.teach("PUT", "state", {"frozen": False})
    browser.until(f"{TEXT}.includes('Handed in')")
    assert len(room.pupil("Ben")["hand_ins"]) == 1
    write(browser, "# more")
    assert code(browser) == f"# more{written}"


@pytest.mark.thorough
def test_the_next_exercise_waits_for_the_pupil(room: LiveClass, browser: Browser) -> None:
    join(browser, room, "Cem")
    write(browser, "# first")
    room.teach("PUT", "state", {"exercise": "x_wing"})
    browser.until(f"{TEXT}.includes('Your teacher has set: X-Wing')")
    assert code(browser).startswith("# first")
    browser.click("#class-next button")
    browser.until("document.querySelector('#file-name').textContent === 'my_x_wing.py'")
    write(browser, "# second")
    browser.until(SAVED)
    assert draft(room, "Cem").startswith("# first")
    assert draft(room, "Cem", "x_wing").startswith("# second")
    browser.click("#again")
    browser.driver.switch_to.alert.accept()
    browser.until(SAVED)
    assert draft(room, "Cem", "x_wing") == code(browser)
    assert not code(browser).startswith("# second")


def test_nothing_is_lost_or_sent_twice_without_a_network(room: LiveClass, browser: Browser) -> None:
    join(browser, room, "Dan")
    browser.driver.execute_cdp_cmd("Network.enable", {})
    browser.driver.execute_cdp_cmd("Network.emulateNetworkConditions", OFFLINE)
    write(browser, "# away")
    browser.until(f"{TEXT}.includes('Not sent yet: no connection.')")
    browser.click("#hand-in")
    browser.until(f"{TEXT}.includes('waits for the connection')")
    online = {**OFFLINE, "offline": False}
    browser.driver.execute_cdp_cmd("Network.emulateNetworkConditions", online)
    browser.until(f"{SAVED} && {TEXT}.includes('Handed in')")
    browser.problems()
    assert [each["code"] for each in room.pupil("Dan")["hand_ins"]] == [code(browser)]
    assert draft(room, "Dan") == code(browser)

    room.close()
    write(browser, "# killed")
    browser.click("#hand-in")
    browser.until(f"{TEXT}.includes('Not sent yet: no connection.')")
    room.open()
    browser.open(room.address)  # what waits is sent after a reload, too
    browser.until(f"{SAVED} && {TEXT}.includes('Handed in')")
    browser.problems()
    assert code(browser).startswith("# killed# away")
    assert len(room.pupil("Dan")["hand_ins"]) == 2
    assert draft(room, "Dan") == code(browser)


@pytest.mark.thorough
def test_what_the_server_refuses_is_told_and_stops_nothing_else(
    room: LiveClass, browser: Browser
) -> None:
    join(browser, room, "Eva")
    browser.script(
        "const area = document.querySelector('#code textarea'); area.value = '#'.repeat(100001);"
        "area.dispatchEvent(new Event('input'))"
    )
    browser.click("#hand-in")
    browser.until(f"{TEXT}.split('too large').length === 3")  # the draft, and the hand-in
    browser.problems()
    browser.script(
        "const area = document.querySelector('#code textarea'); area.value = '# short';"
        "area.dispatchEvent(new Event('input'))"
    )
    browser.click("#hand-in")
    browser.until(f"{SAVED} && {TEXT}.includes('Handed in')")
    assert [each["code"] for each in room.pupil("Eva")["hand_ins"]] == ["# short"]


@pytest.mark.thorough
def test_a_shared_tablet_asks_who_it_is_and_forgets_who_leaves(
    room: LiveClass, browser: Browser
) -> None:
    join(browser, room, "Fay")
    write(browser, "# secret")
    browser.open("about:blank")
    browser.open(f"{room.address}#{room.store.code}")
    browser.until("document.querySelector('#join')?.textContent.includes('Are you Fay?')")
    browser.click("#join button")
    browser.until(SAVED)
    assert code(browser).startswith("# secret")
    browser.click("#class-leave")
    browser.driver.switch_to.alert.accept()
    browser.until("document.querySelector('#join-name')")
    assert "secret" not in browser.script("return JSON.stringify(localStorage)")
    assert draft(room, "Fay").startswith("# secret")
    browser.find("#join-name").send_keys("fay ")
    browser.find("#join-code").send_keys(room.store.code)
    browser.press("enter")
    browser.until("document.querySelector('#join-wrong').textContent.includes('let you in again')")
    browser.problems()
    room.teach("POST", f"pupils/{room.pupil('Fay')['id']}/readmit")
    browser.click("#join button")
    browser.until("document.querySelector('#code textarea')?.value.startsWith('# secret')")

    room.close()
    write(browser, "# unsent")
    browser.open("about:blank")
    browser.problems()
    room.open()
    browser.open(f"{room.address}#{room.store.code}")
    browser.until("document.querySelectorAll('#join button').length === 2")
    browser.find("#join button:not(.main)").click()
    browser.driver.switch_to.alert.accept()
    browser.until("document.querySelector('#join-name')")
    assert draft(room, "Fay").startswith("# unsent# secret")


@pytest.mark.thorough
def test_who_was_let_in_elsewhere_keeps_both_versions(room: LiveClass, browser: Browser) -> None:
    join(browser, room, "Gus")
    write(browser, "# old")
    browser.until(SAVED)
    number = room.pupil("Gus")["id"]
    room.teach("POST", f"pupils/{number}/readmit")
    browser.until(
        "document.querySelector('#join')?.textContent.includes('let Gus in on another device')"
    )
    browser.problems()
    _, key = room.join("Gus")
    elsewhere = {"code": "# elsewhere", "name": "mine.py"}
    assert room.ask("PUT", "drafts/naked_pair", key, elsewhere)[0] == 204
    room.teach("POST", f"pupils/{number}/readmit")
    browser.press("enter")  # name and code are there
    browser.until("document.querySelector('#code textarea')?.value === '# elsewhere'")
    assert "changed on another device" in browser.text("#class-warnings")
    browser.click("#exercise")
    browser.until("document.querySelector('#exercises').open")
    browser.script(
        "[...document.querySelectorAll('#exercise-list button')]"
        ".find((each) => each.textContent.includes('another device')).click()"
    )
    assert code(browser).startswith("# old")


@pytest.mark.thorough
def test_two_tabs_of_one_pupil_hold_the_same_code_and_hand_in_once(
    room: LiveClass, browser: Browser
) -> None:
    driver = browser.driver
    join(browser, room, "Hal")
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    browser.open(room.address)
    browser.until(SAVED)
    room.close()
    write(browser, "# second tab")
    written = code(browser)
    browser.until("document.body.dataset.state === 'failed'")
    browser.click("#hand-in")
    browser.problems()
    driver.switch_to.window(first)
    browser.until("document.querySelector('#code textarea').value === arguments[0]", written)
    room.open()
    browser.until(f"{SAVED} && {TEXT}.includes('Handed in')")
    browser.problems()
    assert draft(room, "Hal") == written
    assert len(room.pupil("Hal")["hand_ins"]) == 1
    driver.switch_to.window(next(each for each in driver.window_handles if each != first))
    browser.until(SAVED)
    browser.problems()  # of its attempts in vain
    browser.click("#class-leave")
    driver.switch_to.alert.accept()
    browser.until("document.querySelector('#join-name')")
    driver.close()
    driver.switch_to.window(first)
    browser.until("document.querySelector('#join-name')")


@pytest.fixture
def whole_room(tmp_path: Path) -> Iterator[LiveClass]:
    """A class with all that it can have, from local files."""
    assets = npm_package("@codemirror/view").parents[1]
    site = class_site(str(tmp_path / "site"), str(npm_package("pyodide")), str(assets), Progress())
    for room in opened(tmp_path, site):
        room.teach("PUT", "state", {"exercise": "naked_pair"})
        yield room


@pytest.mark.thorough
def test_a_hand_in_waits_neither_for_python_nor_for_its_check(
    whole_room: LiveClass, browser: Browser
) -> None:
    sign_in(browser, whole_room, "Jan")
    browser.click("#hand-in")
    browser.until(f"{TEXT}.includes('Handed in')")
    assert browser.script("return document.body.dataset.state") != "ready"
    browser.open("about:blank")
    (handed_in,) = whole_room.pupil("Jan")["hand_ins"]
    assert handed_in["claim"] is None


@pytest.mark.thorough
def test_the_result_of_a_check_goes_along_and_notes_stay_beside_its_marks(
    whole_room: LiveClass, browser: Browser, tmp_path: Path
) -> None:
    room = whole_room
    sign_in(browser, room, "Ina", "index.de.html")
    browser.until("document.querySelector('.cm-editor') && document.body.dataset.state === 'ready'")
    browser.click("#hand-in")
    browser.until(f"{TEXT}.match(/Abgegeben, ..:..: noch nicht bestanden/)")
    (first,) = room.pupil("Ina")["hand_ins"]
    failed = [each for each in first["claim"]["checks"] if each["state"] == "failed"]
    assert [(each["check"], bool(each["why"])) for each in failed] == [("fires", True)]
    assert browser.find(".finding.failed").is_displayed()
    said = {"exercise": "naked_pair", "line": failed[0]["line"], "text": "Fang an."}
    room.teach("POST", f"pupils/{room.pupil('Ina')['id']}/comments", said)
    browser.until("document.querySelector('#class-comments').textContent.includes('Fang an.')")
    assert len(browser.texts(".cm-lint-marker")) == 1  # of both, the worse is shown
    room.teach("PUT", "state", {"frozen": True})
    browser.until("document.querySelector('.cm-content').getAttribute('aria-readonly')")
    browser.click(".cm-content")
    before = browser.text(".cm-content")
    browser.press(*"more")
    assert browser.text(".cm-content") == before
    room.teach("PUT", "state", {"frozen": False})
    browser.until("document.querySelector('#class-frozen').hidden")

    registry = Registry()
    registry.load()
    solved = solution(registry.find("strategy", "naked_pair"))
    (tmp_path / "solved.py").write_text(solved, encoding="utf-8")
    browser.find("#chosen-file").send_keys(str(tmp_path / "solved.py"))
    browser.until("document.querySelector('#file-name').textContent === 'solved.py'")
    browser.click("#hand-in")
    browser.until(f"{TEXT}.match(/Abgegeben, ..:..: bestanden/)")
    last = room.pupil("Ina")["hand_ins"][-1]
    assert last["claim"]["passed"]
    assert last["name"] == "solved.py"
    row = room.store.rows()[0]
    assert (row["claim"]["passed"], row["exercise"]) == (True, "naked_pair")
