"""What a class keeps: in one file, whole, for its pupils alone, and no longer than it may."""

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from sudoku_engine.errors import UsageError
from sudoku_frontends.classroom.limits import Refused
from sudoku_frontends.classroom.store import FILE, KEPT_HAND_INS, MOST_PUPILS, Store
from sudoku_plugins.grading.submissions import handed_in_as

CODE = "print('Ann was here')\n"
CLAIM = {
    "passed": False,
    "id": "anns_wing",
    "name": "Ann's wing",
    "checks": [
        {"check": "true", "state": "passed", "about": "Ann's", "why": "", "line": None},
        {"check": "in_time", "state": "failed", "about": "", "why": "Ann waits", "line": 3},
    ],
    "problems": [{"what": "Ann's problem", "line": 1}],
}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(str(tmp_path / "class"))
    yield store
    store.close()


def reopened(store: Store, folder: Path) -> Store:
    store.close()
    return Store.open(str(folder))


def test_everything_is_there_when_the_folder_is_opened_again(store: Store, tmp_path: Path) -> None:
    ann, key = store.join("Ann")
    store.keep_draft(ann.id, "x_wing", "a.py", CODE)
    store.keep_claim(ann.id, "x_wing", CLAIM)
    number = store.hand_in(ann.id, "x_wing", "a.py", CODE, CLAIM, "token")
    store.keep_verdict(number, {"passed": True, "done": True, "record": "long"})
    store.comment(ann.id, "x_wing", 1, "Why?")
    store.set_state({"exercise": "x_wing", "frozen": True})
    before = (store.code, store.secret, store.state, store.rows(), store.comments(ann.id))

    again = reopened(store, tmp_path / "class")

    assert (again.code, again.secret, again.state, again.rows(), again.comments(ann.id)) == before
    assert again.pupil_with(key) == ann
    assert [each.verdict for each in again.hand_ins()] == [
        {"passed": True, "done": True, "record": "long"}
    ]
    again.close()


def test_the_file_holds_no_key_of_a_pupil(store: Store, tmp_path: Path) -> None:
    _, key = store.join("Ann")
    store.close()

    assert key.encode() not in (tmp_path / "class" / FILE).read_bytes()


def test_names_differ_by_more_than_case_blanks_and_letters_that_look_alike(store: Store) -> None:
    store.join("Ann 3")
    alike = ("\u0410nn 3", "An\u034fn\u3164 3", "\uff21NN  \uff13")
    for name in ("ann 3", "ANN  3", "Ann 3", *alike):
        with pytest.raises(Refused, match="Ann 3"):
            store.join(name)
    store.join("\u0410\u043d\u043d\u0430")


def test_who_is_let_in_again_has_a_new_key_and_the_old_drafts(store: Store) -> None:
    ann, old = store.join("Ann")
    store.keep_draft(ann.id, "x_wing", "a.py", CODE)
    store.readmit(ann.id)

    again, new = store.join("ann")

    assert again == ann
    assert store.pupil_with(old) is None
    assert store.pupil_with(new) == ann
    assert store.drafts(ann.id)["x_wing"]["code"] == CODE


def test_a_number_of_a_pupil_is_never_given_again(store: Store) -> None:
    ann, key = store.join("Ann")
    store.hand_in(ann.id, "x_wing", "a.py", CODE, None, "token")
    store.remove(ann.id)

    assert store.pupil_with(key) is None
    assert store.rows() == store.hand_ins() == []
    assert store.join("Bob")[0].id != ann.id


def test_a_class_has_an_end(store: Store) -> None:
    for number in range(MOST_PUPILS):
        store.join(f"Pupil {number}")

    with pytest.raises(Refused, match="full"):
        store.join("One more")


def test_the_last_hand_ins_are_kept(store: Store) -> None:
    ann, _ = store.join("Ann")
    numbers = [
        store.hand_in(ann.id, "x_wing", "a.py", CODE, None, str(number))
        for number in range(KEPT_HAND_INS + 5)
    ]

    assert [each.number for each in store.hand_ins(pupil=ann.id)] == numbers[5:]
    assert [each.number for each in store.hand_ins(exercise="x_wing")] == numbers[-1:]


def test_a_pupil_cannot_fill_the_disk(store: Store) -> None:
    ann, bob = store.join("Ann")[0], store.join("Bob")[0]
    large = "é" * 50_000

    for number in range(50):
        store.keep_draft(ann.id, f"exercise_{number}", "a.py", large)
    with pytest.raises(Refused, match="5 MB"):
        store.keep_draft(ann.id, "exercise_50", "a.py", large)

    store.keep_draft(ann.id, "exercise_0", "a.py", "shorter")
    store.keep_draft(bob.id, "exercise_0", "a.py", large)


def test_a_draft_that_is_the_same_is_not_written(store: Store) -> None:
    ann, _ = store.join("Ann")

    kept = [store.keep_draft(ann.id, "x_wing", "a.py", code) for code in ("1", "1", "2")]

    assert kept == [True, False, True]


def test_somebody_improves_when_more_checks_pass_than_ever(store: Store) -> None:
    ann, _ = store.join("Ann")
    times = []
    for passed in (1, 0, 1, 2):
        checks = [{"check": "named", "state": "passed"}] * passed
        store.keep_claim(ann.id, "x_wing", {**CLAIM, "checks": checks})
        times.append(store.rows()[0]["improved"])

    assert times[0] == times[1] == times[2] < times[3]


def test_an_empty_file_is_no_progress(store: Store) -> None:
    ann, _ = store.join("Ann")
    times = []
    for fires, passed in (("failed", 20), ("passed", 3)):
        checks = [{"check": "fires", "state": fires}, *[{"check": "", "state": "passed"}] * passed]
        store.keep_claim(ann.id, "x_wing", {**CLAIM, "checks": checks})
        times.append(store.rows()[0]["improved"])

    assert times[0] < times[1]


def test_a_row_tells_of_the_exercise_that_is_set_wherever_the_pupil_is(store: Store) -> None:
    ann, _ = store.join("Ann")
    store.set_state({"exercise": "x_wing"})
    store.hand_in(ann.id, "x_wing", "a.py", CODE, {**CLAIM, "passed": True}, "1")
    store.keep_draft(ann.id, "xy_wing", "b.py", CODE)

    (row,) = store.rows()
    assert (row["exercise"], row["place"], row["last"]["passed"]) == ("x_wing", "xy_wing", True)
    store.set_state({"exercise": "xy_wing"})
    assert [(row["hand_ins"], row["last"], row["lines"]) for row in store.rows()] == [(0, None, 1)]


def test_without_an_exercise_a_row_counts_all_hand_ins(store: Store) -> None:
    ann, _ = store.join("Ann")
    store.hand_in(ann.id, "x_wing", "a.py", CODE, None, "1")
    last = store.hand_in(ann.id, "naked_pair", "a.py", CODE, None, "2")
    store.keep_place(ann.id, "swordfish")

    (row,) = store.rows()
    assert (row["place"], row["hand_ins"], row["last"]["number"]) == ("swordfish", 2, last)
    store.set_state({"exercise": "x_wing"})
    assert [row["hand_ins"] for row in store.rows()] == [1]


def test_a_check_that_ends_after_its_hand_in_belongs_to_it(store: Store) -> None:
    ann, _ = store.join("Ann")
    for token in ("1", "2"):
        store.hand_in(ann.id, "x_wing", "a.py", CODE, None, token)
    store.keep_claim(ann.id, "x_wing", CLAIM, "2")
    store.keep_claim(ann.id, "x_wing", {**CLAIM, "is_open": True}, "1")

    assert [each.claim for each in store.hand_ins(pupil=ann.id)] == [None, CLAIM]


def test_what_is_given_back_is_the_last_hand_in(store: Store) -> None:
    ann, _ = store.join("Ann")
    with pytest.raises(Refused, match="Nothing"):
        store.give_back(ann.id, "x_wing")
    for token in "ab":
        store.hand_in(ann.id, "x_wing", "a.py", CODE, None, token)
    store.give_back(ann.id, "x_wing")

    assert [bool(each.given_back) for each in store.hand_ins(pupil=ann.id)] == [False, True]


def test_the_export_has_a_folder_for_each_pupil(store: Store) -> None:
    for name in ("Ann", "../Ann", "Zoë Lee"):
        pupil, _ = store.join(name)
        store.hand_in(pupil.id, "x_wing", "a.py", CODE, None, "old")
        store.hand_in(pupil.id, "x_wing", "b.py", CODE, None, "new")

    assert [(folder, name) for _, folder, name, _ in store.export()] == [
        ("Ann_001_", "b.py"),
        ("Ann_002_", "b.py"),
        ("Zoë Lee_003_", "b.py"),
    ]
    found = handed_in_as("Zoë Lee_003_")
    assert found is not None
    assert found.pupil == "Zoë Lee"


def test_what_is_forgotten_is_in_no_file(store: Store, tmp_path: Path) -> None:
    ann, key = store.join("Ann")
    store.keep_draft(ann.id, "x_wing", "ann.py", CODE)
    store.keep_claim(ann.id, "x_wing", CLAIM)
    number = store.hand_in(ann.id, "x_wing", "ann.py", CODE, CLAIM, "Ann's token")
    checks = [{"check": "true", "ok": False, "why": "Ann's line"}]
    verdict = {"passed": False, "points": 3, "remark": "Ann!", "record": "Ann", "checks": checks}
    store.keep_verdict(number, {**verdict, "done": True})
    store.comment(ann.id, "x_wing", 1, "Well done, Ann")
    store.set_state({"note": "Help Ann"})

    assert store.forget() == 1

    row = store.rows()[0]
    assert store.pupil_with(key) is None
    assert list(store.export()) == []
    assert [each["state"] for each in row["claim"]["checks"]] == ["passed", "failed"]
    assert row["last"]["verdict"]["points"] == 3
    store.close()
    for file in (tmp_path / "class").iterdir():
        assert b"ann" not in file.read_bytes().lower()


def test_time_goes_on_whatever_the_clock_says(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, wall = store.now(), time.time()
    monkeypatch.setattr(time, "time", lambda: wall - 86_400)  # set back by a day
    assert 0 <= store.now() - before < 60


def test_a_second_program_hears_where_the_class_is(store: Store, tmp_path: Path) -> None:
    store.serves_at("http://192.0.2.7:8000/")

    with pytest.raises(UsageError, match=r"runs in this folder already, at http://192\.0\.2\.7"):
        Store.open(str(tmp_path / "class"))


def test_the_class_can_be_read_while_it_runs(store: Store, tmp_path: Path) -> None:
    store.join("Ann")
    reader = Store.open(str(tmp_path / "class"), alone=False)

    assert [row["name"] for row in reader.rows()] == ["Ann"]
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader.join("Bob")
    reader.close()


def test_a_dry_run_and_a_class_are_kept_apart(store: Store, tmp_path: Path) -> None:
    store.close()
    Store.open(str(tmp_path / "dry"), is_demo=True).close()

    for name, is_demo, what in (("class", True, "a real class"), ("dry", False, "say --demo")):
        with pytest.raises(UsageError, match=what):
            Store.open(str(tmp_path / name), is_demo=is_demo)
        Store.open(str(tmp_path / name)).close()


def test_folders_of_something_else_are_refused_in_a_line(tmp_path: Path) -> None:
    def wrong(name: str, what: str) -> None:
        with pytest.raises(UsageError, match=what) as caught:
            Store.open(str(tmp_path / name))
        assert len(str(caught.value).splitlines()) == 1

    def database(name: str, script: str) -> None:
        (tmp_path / name).mkdir()
        with sqlite3.connect(tmp_path / name / FILE) as made:
            made.executescript(script)
        made.close()

    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "cat.jpg").touch()
    wrong("photos", "holds other files")
    wrong("photos/cat.jpg", "is a file and not a folder: name another one")
    database("other", "CREATE TABLE books (title)")
    wrong("other", "is not the database of a class")
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / FILE).write_text("This is no database, but a letter to a friend.")
    wrong("text", "is not the database of a class")
    (tmp_path / "folder" / FILE).mkdir(parents=True)
    wrong("folder", "cannot be used")
    Store.open(str(tmp_path / "newer")).close()
    with sqlite3.connect(tmp_path / "newer" / FILE) as newer:
        newer.execute("PRAGMA user_version = 99")
    newer.close()
    wrong("newer", "newer version")
    with pytest.raises(UsageError, match="cannot be used"):
        Store.open(str(tmp_path / "missing"), alone=False)


READ = """
import os, sys
from sudoku_frontends.classroom.store import Store

os.geteuid() or os.setuid(65534)  # root may write everywhere
Store.open(sys.argv[1], alone=False)
"""


@pytest.mark.process
@pytest.mark.thorough
def test_who_may_not_write_hears_how_to_read_it() -> None:
    with TemporaryDirectory() as above:  # into that of pytest nobody else may look
        os.chmod(above, 0o755)
        folder = Path(above, "class")
        Store.open(str(folder)).close()
        for each in (*folder.iterdir(), folder):
            os.chmod(each, 0o555)
        command = [sys.executable, "-c", READ, str(folder)]
        done = subprocess.run(command, capture_output=True, text=True)
        os.chmod(folder, 0o755)
    assert done.stderr.endswith("may not write there: name a copy of the folder\n")


def test_a_folder_whose_making_was_cut_off_is_made(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()

    store = Store.open(str(tmp_path))

    assert json.loads(json.dumps(store.state)) == {"exercise": "", "note": "", "frozen": False}
    store.close()


def test_pupils_with_the_names_of_forgotten_ones_are_forgotten(store: Store) -> None:
    for name in ("Ann", "Bea", "Pupil 1", "Pupil 2"):
        store.join(name)

    assert store.forget() == 4

    assert [row["name"] for row in store.rows()] == ["Pupil 1", "Pupil 2", "Pupil 3", "Pupil 4"]
