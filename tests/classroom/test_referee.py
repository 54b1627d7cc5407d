"""The referee: what `plugins grade` says of pupils' files, films and races, in processes apart."""

import asyncio
import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from sudoku_frontends.classroom.referee import Referee
from sudoku_frontends.classroom.store import HandIn
from sudoku_plugins.kit.kit import bundled_kit
from sudoku_plugins.kit.starter import exercise
from tests.support.once import made_once
from tests.support.processes import workers_of
from tests.support.pupils import HEAD, MINE, RIGHT

pytestmark = [pytest.mark.process, pytest.mark.thorough]

WORD = "a word that no pupil knows"

PUZZLE = "...4.5196.....7...25.6...3.7...9.2.3.8.......4.3.....8..5.4....6.7.......9....7.4"
"""Naked pairs are the hardest that it needs."""

HANGS = f"{HEAD}{MINE}    while True:\n        pass\n"
RAISES = f"{HEAD}{MINE}    print(1 / 0, __file__)\n"
FILES = {"Ann": RIGHT, "Bob": "def mine(grid:\n", "Cy": RAISES}


def handed_in(code: str, number: int = 1, **more: Any) -> HandIn:
    """Return a hand-in of the exercise on naked pairs."""
    whole = HandIn(number, number, "naked_pair", "my_pair.py", code, None, 0.0, None, None)
    return whole._replace(**more)


def hand_ins(files: dict[str, str]) -> dict[int, HandIn]:
    return {number: handed_in(code, number) for number, code in enumerate(files.values(), 1)}


async def verdicts_of(referee: Referee, files: dict[int, HandIn]) -> dict[int, dict[str, Any]]:
    return {number: await referee.verdict(each) for number, each in files.items()}


FORMS = ("csv", "json", "xml", "gradescope.zip")


async def judge(folder: Path, files: dict[str, str]) -> None:
    """Write into a `folder` all that a referee says of the `files`."""
    referee, given = Referee(WORD), hand_ins(files)
    verdicts = await verdicts_of(referee, given)
    by_name = dict(zip(files, given.values()))
    checked = {name: each._replace(verdict=verdicts[each.number]) for name, each in by_name.items()}
    found: dict[str, Any] = {
        "verdicts": dict(zip(files, verdicts.values())),
        "race": [race async for race in referee.race(given, "naked_pair", PUZZLE)],
        "films": {
            name: await referee.film(code, "my_pair.py", "naked_pair", PUZZLE, "singles", "de")
            for name, code in files.items()
        },
        "no puzzle": await referee.film(
            RIGHT, "my_pair.py", "naked_pair", "no puzzle", "singles", "en"
        ),
        "similar": await referee.similar("naked_pair", {1: RIGHT, 2: RIGHT, 3: files["Bob"]}),
    }
    workers = workers_of(os.getpid())
    for form in FORMS:
        data = await referee.results("naked_pair", checked, form)
        (folder / f"results.{form}").write_bytes(data)
    await referee.close()
    found |= {"workers": workers, "left": [each for each in workers if is_alive(each)]}
    (folder / "said.json").write_text(json.dumps(found), encoding="utf-8")


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """All that a referee says of `FILES`."""
    folder = made_once(
        tmp_path_factory, "referee", lambda folder: asyncio.run(judge(folder, FILES))
    )
    found: dict[str, Any] = json.loads((folder / "said.json").read_bytes())
    return {**found, **{form: (folder / f"results.{form}").read_bytes() for form in FORMS}}


def test_the_results_of_an_exercise_come_in_all_forms(said: dict[str, Any]) -> None:
    rows = {row["pupil"]: row for row in csv.DictReader(io.StringIO(said["csv"].decode()))}
    records = json.loads(said["json"])["results"]
    suites = ElementTree.fromstring(said["xml"])
    with ZipFile(io.BytesIO(said["gradescope.zip"])) as archive:
        ann = json.loads(archive.read("Ann/results.json"))

    assert {name: row["passed"] for name, row in rows.items()} == {
        "Ann": "yes",
        "Bob": "no",
        "Cy": "no",
    }
    assert [record["file"] for record in records] == [f"{name}/my_pair.py" for name in FILES]
    assert len(suites) == len(FILES)
    assert ann["score"] == float(rows["Ann"]["points"])


def is_alive(process: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def command_of(process: int) -> str:
    """Return what a process was started with; nothing if it has ended."""
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_text()
    return ""


def below(process: int) -> list[int]:
    """Return the numbers of all processes that a `process` has started, and these have."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True).stdout
    parents = {int(pid): int(parent) for pid, parent in map(str.split, listed.splitlines())}
    found = [process]
    for each in found:
        found += [pid for pid, parent in parents.items() if parent == each]
    return found[1:]


def guests_of(process: int, seconds: float = 30.0) -> list[int]:
    """Return the processes below, once a guest has had time to begin with a pupil's code.

    A process that compiles the engine's machine code runs none, and goes on for the next guest.
    """
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if any("sandbox.guest" in command_of(each) for each in below(process)):
            time.sleep(1.0)
            return [each for each in below(process) if ".keep()" not in command_of(each)]
        time.sleep(0.05)
    raise AssertionError("no guest was started")


async def while_checked(referee: Referee, *codes: str) -> tuple[asyncio.Task[Any], list[int]]:
    """Begin to check files; return the work, and the processes that do it."""
    others = {*below(os.getpid())}  # of tests before
    files = {number: handed_in(code, number) for number, code in enumerate(codes, 1)}
    work = asyncio.create_task(verdicts_of(referee, files))
    found = await asyncio.to_thread(guests_of, os.getpid())
    return work, [each for each in found if each not in others]


def end_soon(processes: list[int]) -> bool:
    """Whether the `processes` are gone within a while, on a busy machine, too."""
    end = time.monotonic() + 20
    while any(map(is_alive, processes)) and time.monotonic() < end:
        time.sleep(0.1)
    return not any(map(is_alive, processes))


def test_closing_it_ends_a_guest_that_hangs_within_a_second() -> None:
    async def closed() -> tuple[float, list[int], bool]:
        referee = Referee(WORD)
        work, processes = await while_checked(referee, HANGS, RIGHT)
        begun = time.monotonic()
        await referee.close()
        seconds = time.monotonic() - begun
        await asyncio.wait({work})
        return seconds, processes, work.cancelled()

    seconds, processes, is_cancelled = asyncio.run(closed())
    assert seconds < 1
    assert is_cancelled
    assert len(processes) >= 2
    assert end_soon(processes)


@pytest.mark.parametrize("times", [1, 2])
def test_a_process_that_is_killed_is_started_anew_and_the_others_are_done(times: int) -> None:
    async def judged_in_spite() -> dict[int, dict[str, Any]]:
        referee = Referee(WORD)
        work, _ = await while_checked(referee, RIGHT, RAISES)
        for each in range(times):
            if each:
                await asyncio.to_thread(guests_of, os.getpid())
            for worker in workers_of(os.getpid()):
                os.kill(worker, signal.SIGKILL)
        try:
            found: dict[int, dict[str, Any]] = await work
            return found
        finally:
            await referee.close()

    found = asyncio.run(judged_in_spite())
    assert found[2]["remark"].endswith("it raises ZeroDivisionError: division by zero")
    assert found[1]["passed"] == (times == 1)
    assert found[1]["remark"] == ("" if times == 1 else "checking it ended our program")


SERVER = f"""
import asyncio
from sudoku_frontends.classroom.referee import Referee
from sudoku_frontends.classroom.store import HandIn

async def main():
    referee = Referee("word")
    hangs = HandIn(1, 1, "naked_pair", "mine.py", {HANGS!r}, None, 0.0, None, None)
    work = ({HANGS!r}, "mine.py", "naked_pair", {PUZZLE!r}, "all", "en")
    film = asyncio.create_task(referee.film(*work))
    await referee.verdict(hangs)

asyncio.run(main())
"""


def test_a_server_that_is_killed_leaves_no_process_behind() -> None:
    server = subprocess.Popen([sys.executable, "-c", SERVER])
    processes = guests_of(server.pid)
    server.kill()
    server.wait()
    assert len(processes) >= 3
    assert end_soon(processes)


def test_who_does_not_wait_for_a_race_ends_it() -> None:
    async def raced() -> float:
        referee = Referee(WORD)

        async def race() -> None:
            lanes = {1: handed_in(HANGS), 2: handed_in(HANGS)}
            async for _ in referee.race(lanes, "naked_pair", PUZZLE):
                pass

        racing = asyncio.create_task(race())
        await asyncio.to_thread(guests_of, os.getpid())
        racing.cancel()
        begun = time.monotonic()
        film = await referee.film(RIGHT, "mine.py", "naked_pair", PUZZLE, "all", "en")
        assert film["outcome"] == "solved"
        await referee.close()
        return time.monotonic() - begun

    assert asyncio.run(raced()) < 20


def test_the_verdicts_are_those_of_plugins_grade(tmp_path: Path, program_in: Any) -> None:
    starter = exercise({each.id: each for each in bundled_kit().ours}["naked_pair"])
    files = {**FILES, "Dan": starter.source("my_pair"), "Eve": RIGHT.replace("== 2", "== 3")}
    for pupil, code in files.items():
        (tmp_path / "class" / pupil).mkdir(parents=True)
        (tmp_path / "class" / pupil / "my_pair.py").write_text(code, encoding="utf-8")
    options = ["--against", "naked_pair", "--hidden-seed", WORD, "--json", "--jobs", "1"]
    grading = program_in(tmp_path).start("plugins", "grade", "class", *options)

    async def results() -> bytes:
        referee = Referee(WORD)
        given = {pupil: handed_in(code) for pupil, code in files.items()}
        try:
            return await referee.results("naked_pair", given, "json")
        finally:
            await referee.close()

    here = json.loads(asyncio.run(results()))
    out, _ = grading.communicate(timeout=600)
    there = json.loads(out.replace(b"class/", b""))
    assert here["alike"] == there["alike"]
    for one, other in zip(here["results"], there["results"], strict=True):
        del one["graded"]["work"], other["graded"]["work"]  # the paths of the files
        assert one == other
