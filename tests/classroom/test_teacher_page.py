"""The teacher's page in a browser; pupils are there by the protocol."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine.cli.progress import Progress
from sudoku_frontends.classroom.class_site import class_site
from sudoku_frontends.classroom.demo import tasks
from sudoku_frontends.classroom.referee import Referee
from sudoku_frontends.classroom.service import Served
from tests.support.browser import Browser
from tests.support.classes import LiveClass
from tests.support.npm import npm_package

MARKUP = "<img src=x onerror=document.title=1>"

CHECKS = (
    *("named", "in_time", "own_work", "true", "gives_steps", "leaves_board", "changes_something"),
    *("candidates", "same_twice", "turned", "everywhere", "sizes", "example", "fires", "follows"),
    *("against", "docstring", "reason", "because", "shown", "quiet", "other_boards"),
    "quick",
)
"""The checks of an exercise of the course."""

WRONG = "it eliminates {} from r{}c4, which the solution has there"


def claim(*failed: str, why: str = "it is not right", line: int = 3) -> dict[str, Any]:
    """Return the claim of a browser in which all checks but the `failed` ones have passed."""
    checks = [
        {
            "check": name,
            "state": "failed" if name in failed else "passed",
            "about": f"about {name}",
            "why": why if name in failed else "",
            "line": line if name in failed else 0,
        }
        for name in CHECKS
    ]
    return {"passed": not failed, "id": "mine", "name": "Mine", "checks": checks, "problems": []}


@pytest.fixture(scope="module")
def lesson(
    plain_site: dict[str, Served], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LiveClass]:
    """A class without guests for most tests here."""
    with LiveClass(tmp_path_factory.mktemp("class") / "8b", plain_site) as room:
        yield room


@pytest.fixture
def room(lesson: LiveClass) -> LiveClass:
    """The class on the first exercise, with nobody in it."""
    for row in lesson.store.rows():
        lesson.teach("DELETE", f"pupils/{row['id']}")
    lesson.teach("PUT", "state", {"exercise": "naked_pair", "note": "", "frozen": False})
    return lesson


def join(room: LiveClass, name: str, said: dict[str, Any] | None = None, code: str = "") -> str:
    """Let a pupil join, write `code` and check; return the key."""
    _, key = room.join(name)
    if code:
        room.ask("PUT", "drafts/naked_pair", key, {"code": code, "name": "mine.py"})
    if said:
        assert room.ask("PUT", "claims/naked_pair", key, {"claim": said})[0] == 204
    return key


def hand_in(room: LiveClass, key: str, said: dict[str, Any], code: str = "x = 1\n") -> None:
    body = {"code": code, "name": "mine.py", "claim": said, "token": key[:12]}
    assert room.ask("POST", "hand_ins/naked_pair", key, body)[0] == 200


def opened(browser: Browser, room: LiveClass, page: str = "teacher") -> None:
    browser.open(f"{room.address}{page}#{room.store.secret}")
    browser.until("document.body.dataset.state === 'ready'")


ROW = "[...document.querySelectorAll('#table tbody tr')].find(e => e.textContent.startsWith({}))"


def cell(name: str, place: str) -> str:
    """Return an expression for a cell in the row of the pupil with this `name`."""
    return f"{ROW.format(repr(name))}?.querySelector({place!r})"


def open_pupil(browser: Browser, name: str) -> None:
    browser.until(cell(name, ".name"))
    browser.script(f"{cell(name, '.name')}.click()")
    browser.until("document.querySelector('#pupil').open")


@pytest.mark.thorough
def test_the_secret_leaves_the_address_and_a_wrong_one_opens_nothing(
    room: LiveClass, browser: Browser
) -> None:
    opened(browser, room)
    assert browser.script("return location.href") == f"{room.address}teacher"
    browser.driver.refresh()
    browser.until("document.body.dataset.state === 'ready'")
    browser.open("about:blank")
    browser.open(f"{room.address}teacher#guessed")
    browser.until("document.body.dataset.state === 'failed'")
    assert browser.text("#doing") == "Open the address that the program printed."
    assert not browser.find("#room").is_displayed()
    assert len(browser.problems()) == 1  # the 401 of the news


def test_a_changed_check_is_seen_within_a_second_in_the_same_cell(
    room: LiveClass, browser: Browser
) -> None:
    key = join(room, MARKUP, claim("true"))
    opened(browser, room)
    sign = cell(MARKUP, ".check.failed")
    browser.until(sign)
    assert browser.script(f"const e = {sign}; return [e.textContent, e.ariaLabel, e.title]") == [
        "✗",
        "not right",
        "it is not right",
    ]
    head = browser.script(
        "const e = document.querySelectorAll('th.check')[3]; return [e.textContent, e.title]"
    )
    assert head == ["true", "about true"]
    browser.script(f"window.before = {sign}; {cell(MARKUP, '.name')}.focus()")
    begun = time.monotonic()
    room.ask("PUT", "claims/naked_pair", key, {"claim": claim()})
    browser.until("before.textContent === '✓'")
    assert time.monotonic() - begun < 1
    assert browser.script("return document.activeElement.textContent") == MARKUP
    assert browser.script("return document.title") != "1"


def test_thirty_pupils_fit_on_a_laptop_and_are_sorted_and_filtered(
    room: LiveClass, browser: Browser
) -> None:
    browser.resize(1366, 768)
    keys = {f"Pupil {n:02}": join(room, f"Pupil {n:02}", claim(*CHECKS[:n])) for n in range(1, 31)}
    hand_in(room, keys["Pupil 07"], claim())
    opened(browser, room)
    browser.until("document.querySelectorAll('#table tbody tr').length === 30")
    browser.until(f"document.querySelectorAll('th.check').length === {len(CHECKS)}")
    for box in ("document.documentElement", "document.querySelector('#rows')"):
        assert browser.script(f"return {box}.scrollWidth <= {box}.clientWidth")
        assert browser.script(f"return {box}.scrollHeight <= {box}.clientHeight")
    first = "document.querySelector('#table tbody tr .name').textContent"
    assert browser.script(f"return {first}") == "Pupil 01"
    browser.find("#order").send_keys("checks passed")
    empty = CHECKS.index("fires") + 1  # from there on, files find nothing: no check counts
    browser.until(f"{first} === 'Pupil {empty}'")
    browser.find("#filter").send_keys("handed in")
    browser.until("document.querySelectorAll('#table tbody tr').length === 1")
    assert "1 handed in" in browser.text("#summary")


def test_one_mistake_of_several_is_one_line_with_an_example_and_no_names(
    room: LiveClass, browser: Browser
) -> None:
    code = "one\ntwo\nthree <b>\nfour\n"
    for n, name in enumerate(("Ann", "Bea", "Cem")):
        join(room, name, claim("true", why=WRONG.format(n, n + 1)), code)
    join(room, "Dan", claim("reason"), code)
    opened(browser, room)
    browser.until("document.querySelectorAll('#mistakes summary').length === 2")
    assert "3 pupils about true" in browser.text("#mistakes summary")
    browser.click("#mistakes summary")
    browser.until("document.querySelector('#mistakes pre mark')")
    assert browser.text("#mistakes mark").split(maxsplit=1) == ["3", "three <b>\n"]
    assert not browser.find("#mistakes .names").is_displayed()
    browser.click("#names")
    assert browser.texts("#mistakes .names button") == ["Ann", "Bea", "Cem"]


def test_a_pupils_files_are_read_commented_on_and_given_back(
    room: LiveClass, browser: Browser
) -> None:
    key = join(room, "Ann", claim("true"), "draft = 1\n")
    hand_in(room, key, claim("true"), f"# {MARKUP}\n")
    opened(browser, room)
    open_pupil(browser, "Ann")
    code = "document.querySelector('#code textarea')"
    browser.until(f"{code}.value === 'draft = 1\\n'")
    assert browser.script(f"return {code}.readOnly")
    browser.find("#pupil-version").send_keys("Handed in")
    browser.until(f"{code}.value.startsWith('# <img')")
    assert "about true: it is not right" in browser.text("#checks")
    browser.find("#comment-text").send_keys(MARKUP)
    browser.press("enter")
    browser.until("document.querySelector('#comments li')")
    assert MARKUP in browser.text("#comments li")
    assert [each["text"] for each in room.pupil("Ann")["comments"]] == [MARKUP]
    browser.click("#comments li button:last-child")
    browser.until("!document.querySelector('#comments li')")
    browser.click("#pupil-back")
    browser.until(f"{cell('Ann', '.in')}.textContent.includes('↩')")
    # Work that goes on is followed, and the pupil comes back on another device.
    browser.find("#pupil-version").send_keys("Draft")
    room.ask("PUT", "drafts/naked_pair", key, {"code": "draft = 2\n", "name": "mine.py"})
    browser.until(f"{code}.value === 'draft = 2\\n'")
    browser.click("#pupil-readmit")
    browser.until("document.querySelector('#pupil').open")
    join(room, "Ann")
    browser.click("#pupil-remove")
    browser.driver.switch_to.alert.accept()
    browser.until("!document.querySelector('#table tbody tr')")


@pytest.mark.thorough
def test_two_pages_of_the_teacher_show_the_same(room: LiveClass, browser: Browser) -> None:
    opened(browser, room)
    first = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("window")
    try:
        opened(browser, room, "teacher.de.html")
        browser.click("#freeze")
        browser.until("document.querySelector('#freeze').textContent === 'Weiter'")
        browser.find("#note-text").send_keys("Seite 12")
        browser.press("enter")
        browser.click("#next")
        browser.until("document.querySelector('#exercise').textContent === 'Nackter Dreier'")
    finally:
        browser.driver.close()
        browser.driver.switch_to.window(first)
    browser.until("document.querySelector('#freeze').ariaPressed === 'true'")
    browser.until("document.querySelector('#note-text').value === 'Seite 12'")
    browser.until("document.querySelector('#exercise').textContent === 'Naked Triple'")
    browser.click("#show-joining")
    browser.until("document.querySelector('#qr').naturalWidth")
    assert browser.text("#join-code") == room.store.code


@pytest.mark.thorough
def test_a_server_that_was_away_is_found_again_with_what_it_has(
    room: LiveClass, browser: Browser
) -> None:
    join(room, "Ann", claim("true"))
    opened(browser, room)
    browser.until(cell("Ann", ".check.failed"))
    room.close()
    browser.until("document.body.dataset.state === 'failed'")
    assert "trying again" in browser.text("#doing")
    room.open()
    join(room, "Bea")
    browser.until("document.body.dataset.state === 'ready'")
    browser.until(cell("Bea", ".name"))
    assert browser.script(f"return {cell('Ann', '.check.failed')}.textContent") == "✗"
    browser.problems()  # of the attempts in vain


FORGED = """
const [name, done] = arguments;
const files = ["shapes", "class_table", "mistakes", "race"].map((each) => import(`/${each}.js`));
Promise.all(files).then(([{ rowOf }, { ClassTable }, { mistakesIn }, { Race }]) => {
  const check = { check: name, state: "failed", about: {}, why: 1, line: "3" };
  const claims = [
    7, "x", [], { checks: 5 }, { checks: [null, 7, [], { check: {}, state: "constructor" }] },
    { checks: Array(9999).fill(check), problems: [{}, null] },
  ];
  const verdict = { done: true, checks: 3 };
  const lasts = [{ at: "now", verdict }, "x"];
  const rows = claims.map((claim, id) =>
    rowOf(undefined, { id, name: {}, claim, last: lasts[id % 2], lines: "9" }));
  const [table, race] = [document.createElement("table"), document.createElement("ol")];
  const all = new Map(rows.map((row) => [row.id, row]));
  new ClassTable(table, () => {}).show(all, { now: 0, exercise: "", nameOf: String });
  mistakesIn(rows);
  const lane = { pupil: 1, state: "toString", steps: "9", problem: {} };
  new Race(race, String).show({ lanes: [null, 7, { pupil: "x" }, lane] });
  const counts = ["tbody tr", "th.check"].map((each) => table.querySelectorAll(each).length);
  done([...counts, race.children.length]);
}).catch((error) => done(String(error)));
"""


def test_a_forged_claim_of_any_shape_breaks_nothing(room: LiveClass, browser: Browser) -> None:
    opened(browser, room)
    assert browser.driver.execute_async_script(FORGED, "a" * 99_999) == [6, 2, 1]


MADE_UP = """
const done = arguments[0];
const files = ["shapes", "class_table"].map((each) => import(`/${each}.js`));
Promise.all(files).then(([{ rowOf }, { ClassTable }]) => {
  const named = (names) => ({ checks: names.map((check) => ({ check, state: "passed" })) });
  const forged = named(Array.from({ length: 99 }, (_, n) => `made up ${n}`));
  const claims = [forged, ...Array(11).fill(named(["true", "follows"]))];
  const table = document.createElement("table");
  const shown = new ClassTable(table, () => {});
  for (const count of [1, 12]) {
    const rows = claims.slice(0, count).map((claim, id) => [id, rowOf(undefined, { id, claim })]);
    shown.show(new Map(rows), { now: 0, exercise: "", nameOf: String });
  }
  done([...table.querySelectorAll("th.check")].map((each) => each.textContent));
});
"""


def test_checks_that_one_pupil_makes_up_have_no_columns(room: LiveClass, browser: Browser) -> None:
    opened(browser, room)
    assert browser.driver.execute_async_script(MADE_UP) == ["true", "follows"]


@pytest.mark.thorough
def test_what_the_laptop_finds_stands_beside_what_was_claimed(
    plain_site: dict[str, Served], tmp_path: Path, browser: Browser
) -> None:
    with LiveClass(tmp_path / "8b", plain_site, Referee("a word")) as room:
        room.teach("PUT", "state", {"exercise": "naked_pair"})
        right = tasks()["naked_pair"].solved
        for name, code in (("Ann", right), ("Bea", right), ("Cem", "x = 1\n")):
            hand_in(room, join(room, name, claim(), code), claim(), code)
        opened(browser, room)
        browser.until(cell("Ann", ".verdict.right"))
        browser.until(cell("Cem", ".verdict.differs"))
        assert "≠" in browser.script(f"return {cell('Cem', '.verdict')}.textContent")
        browser.click("#similar summary")
        browser.until("document.querySelector('#similar-list button')")
        browser.click("#similar-list button")
        browser.until("document.querySelectorAll('#both pre').length === 2")
        browser.click("#files-close")
        browser.click("#show-racing")
        browser.click("#race")
        browser.until("document.querySelectorAll('#lanes [data-state=solved]').length === 2")
        browser.until("document.querySelectorAll('#lanes [data-state=failed]').length === 1")
        browser.click("#race-numbers")
        assert "Ann" not in browser.text("#lanes")
        browser.click("#racing-close")
        open_pupil(browser, "Ann")
        browser.click("#play")
        browser.until("document.querySelector('#film .film')")
        browser.click("#pupil-close")
        browser.click("#results summary")
        browser.requests()
        browser.click("#result-files button:nth-child(2)")
        browser.until("!document.querySelector('#said').textContent")
        assert f"{room.address}class/teacher/results/naked_pair.csv" in browser.requests()
        room.teach("PUT", "state", {"exercise": "renban"})
        browser.until("document.querySelector('#show-racing').hidden")  # rules do not race
        browser.open("about:blank")


HOSTILE = """
import js
import sudoku_frontends.site.in_browser as door

door.answer = lambda *given: '{"passed": true, "reports": [], "problems": []}'
request = js.XMLHttpRequest.new()
request.open("POST", "/class/join", False)
try:
    request.send("{}")
    found = "reached"
except BaseException:
    found = "refused"
raise ValueError(f"{found}, {hasattr(js, 'caches') or hasattr(js, 'Worker')}")
"""
"""Tries to judge whoever comes after it, to tell somebody, and to stay."""

KEPT = """
const done = arguments[0];
caches.open("memory /").then((cache) => cache.keys()).then((kept) => done(kept.length));
"""


@pytest.mark.thorough
def test_without_guests_this_browser_checks_and_plays(tmp_path: Path, browser: Browser) -> None:
    pyodide, editor = npm_package("pyodide"), npm_package("@codemirror/view").parents[1]
    site = class_site(str(tmp_path / "kept"), str(pyodide), str(editor), Progress())
    with LiveClass(tmp_path / "8b", site) as room:
        room.teach("PUT", "state", {"exercise": "naked_pair"})
        code = tasks()["naked_pair"].solved
        for name, its in (("Eve", HOSTILE), ("Cem", "x = 1\n"), ("Ann", code)):
            hand_in(room, join(room, name, claim(), its), claim(), its)
        browser.open(f"http://localhost:{room.port}/teacher#{room.store.secret}")
        browser.click("#results summary")
        browser.click("#check-all")
        browser.until(cell("Ann", ".verdict.right"), patience=120)
        browser.until(cell("Cem", ".verdict.differs"))
        assert "refused, False" in room.pupil("Eve")["hand_ins"][0]["verdict"]["remark"]
        browser.until("document.querySelector('#doing').textContent === 'Live'", patience=60)
        (handed,) = room.pupil("Ann")["hand_ins"]
        assert handed["verdict"]["hidden"] == "passed"
        open_pupil(browser, "Ann")
        browser.until("document.querySelector('.cm-lineNumbers')")
        browser.driver.find_elements("css selector", ".cm-lineNumbers .cm-gutterElement")[3].click()
        assert browser.script("return document.querySelector('#comment-line').value") == "3"
        browser.click("#play")
        browser.until("document.querySelector('#film .film')")
        browser.click("#pupil-close")
        browser.click("#show-racing")
        browser.click("#race")
        browser.until("document.querySelector('#lanes [data-state=solved]')")
        assert browser.driver.execute_async_script(KEPT) == 1
        assert all("/class/join" in each for each in browser.problems())
        browser.open("about:blank")
