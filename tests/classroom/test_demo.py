"""Simulated pupils: what they write, and that their claims are true."""

import json
import re
import time
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sudoku_frontends.classroom.demo import (
    LESSON,
    MISTAKES,
    NAMES,
    Claims,
    Demo,
    Task,
    deeds,
    events,
    tasks,
    typed,
    versions,
)
from sudoku_frontends.classroom.service import Served
from tests.support.classes import LiveClass

TASKS = tasks()
SOLVED = sorted(task.id for task in TASKS.values() if task.solved != task.start)


@pytest.fixture(scope="module")
def claims() -> Iterator[Claims]:
    """Yield the child process that checks."""
    found = Claims()
    yield found
    found.close()


def mistaken(task: Task) -> list[str]:
    """Return the solution with each of the mistakes that fit it."""
    code, mark, lesson = task.solved.rpartition(LESSON)
    found = (re.sub(*wrong, code, count=1) for wrong in MISTAKES)
    return [f"{each}{mark}{lesson}" for each in found if each != code]


def test_what_is_typed_grows_piece_by_piece_into_the_new_text() -> None:
    before, after = "a = 1\nreturn []\nend\n", "a = 1\nfor cell in cells:\n    yield cell\nend\n"
    pieces = list(typed(before, after, Random(1)))
    assert pieces[-1] == after
    assert len(pieces) > 1
    assert all(piece.startswith("a = 1\nfor") and piece.endswith("\nend\n") for piece in pieces)
    assert [*map(len, pieces)] == sorted(map(len, pieces))


def test_a_pupil_ends_with_the_right_solution_unless_stuck_with_one_mistake() -> None:
    task = TASKS["naked_pair"]
    for seed in range(20):
        right, stuck = (versions(task, Random(seed), is_stuck)[-1] for is_stuck in (False, True))
        assert right != stuck
        assert stuck not in versions(task, Random(seed), False)[-1:]


@pytest.mark.parametrize("name", ["naked_pair", "predict_loop", "killer_cage"])
def test_a_pupil_hands_in_what_was_checked_last(name: str) -> None:
    task = TASKS[name]
    done = list(deeds(task, task.start, Random("Ada")))
    assert done == list(deeds(task, task.start, Random("Ada")))
    assert [does for does, _ in done][-2:] == ["checks", "hands in"]
    assert done[-1][1] == done[-2][1]


def test_names_are_distinct_for_a_class() -> None:
    folded = {unicodedata.normalize("NFKC", name).casefold() for name in NAMES}
    assert len(folded) == len(NAMES) == 60
    assert all(0 < len(name) <= 40 for name in NAMES)


def test_events_are_read_from_the_lines_of_a_stream() -> None:
    lines = [b": .\n", b"event: state\n", b'data: {"note": "a: b"}\n', b"\n"]
    assert list(events(lines)) == [("state", {"note": "a: b"})]


def test_claims_are_those_of_the_check(claims: Claims) -> None:
    task = TASKS["naked_single"]
    assert claims.of(task, task.solved)["passed"]
    empty = claims.of(task, task.start)
    failed = [
        (check["check"], check["line"]) for check in empty["checks"] if check["state"] == "failed"
    ]
    line = task.start.splitlines().index("    return []") + 1
    assert (empty["passed"], failed) == (False, [("fires", line)])


@pytest.mark.thorough
@pytest.mark.parametrize("name", SOLVED)
def test_solutions_pass_in_any_style_and_some_mistakes_fail(name: str, claims: Claims) -> None:
    task = TASKS[name]
    for seed in range(3):
        assert claims.of(task, versions(task, Random(seed), False)[-1])["passed"]
    assert any(not claims.of(task, code)["passed"] for code in mistaken(task))


@pytest.mark.thorough
def test_a_dry_run_does_what_the_teacher_sets(tmp_path: Path) -> None:
    known = json.dumps([{"id": name} for name in TASKS]).encode()
    room = LiveClass(tmp_path / "class", {"exercises.json": Served(known, None, "", "1")})

    def pupils() -> list[Any]:
        return [room.teach("GET", f"pupils/{row['id']}") for row in room.store.rows()]

    def until(holds: Callable[[], bool]) -> None:
        end = time.monotonic() + 60
        while not holds():
            assert time.monotonic() < end
            time.sleep(0.05)

    room.teach("PUT", "state", {"exercise": "naked_single"})
    demo = Demo(room.address, room.store.code, size=3, seconds=0.02)
    with room, closing(demo):
        until(lambda: [len(each["hand_ins"]) for each in pupils()] == [1, 1, 1])
        room.teach("POST", "pupils/1/back", {"exercise": "naked_single"})
        until(lambda: len(pupils()[0]["hand_ins"]) == 2)
        room.teach("DELETE", "pupils/3")
        room.teach("PUT", "state", {"exercise": "x_wing"})
        until(lambda: all("x_wing" in each["drafts"] for each in pupils()))
        room.teach("PUT", "state", {"frozen": True})
        time.sleep(1)  # what was on its way
        before = pupils()
        time.sleep(1)
        assert pupils() == before
        room.teach("PUT", "state", {"frozen": False})
        until(lambda: pupils() != before)
    assert {each["name"] for each in before} == {*NAMES[:2]}
