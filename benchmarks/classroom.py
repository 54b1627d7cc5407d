"""Measure a class: pupils who write, check and hand in, against a real ``classroom`` process.

Needs Linux, the extra ``class`` and the packages of npm that the playground names::

    python benchmarks/classroom.py --packages node_modules [--pupils N] [--seconds S] [--no-guests]
    python benchmarks/classroom.py --packages node_modules --pupils 30 --compare

Each pupil sends a draft every 2 s, a line longer than the one before, and hands a right solution in
every minute. Printed are

* ready: from the start of the command to its first answer;
* lost: drafts and hand-ins that the server acknowledged and does not have at the end;
* behind: from the moment at which a draft is sent until the teacher's page hears of it;
* verdicts: from handing in until the teacher's page has the verdict of the guests;
* the server's processor time, as a part of one core, and its largest memory; its children apart.

With ``--compare``, each pupil hands in a file for each of some exercises instead, with mistakes
that are often made; printed is how many verdicts are those of ``plugins grade``.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import secrets
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import urlopen

from sudoku_frontends.classroom.demo import NAMES, Claims, Visitor, news, tasks, versions
from sudoku_frontends.classroom.store import Store

EXERCISE = "naked_pair"
EVERY = 2.0
"""Seconds between two drafts."""
HAND_IN = 30
"""A pupil hands in with every so many drafts."""
COMPARED = ("naked_single", "locked_candidates", "naked_pair", "hidden_pair", "x_wing", "xy_wing")
TICKS, PAGE = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")


class Server:
    """A ``classroom`` in a process of its own, and what it uses."""

    def __init__(self, folder: str, packages: str, more: list[str]) -> None:
        begun = time.perf_counter()
        command = [sys.executable, "-m", "sudoku_engine", "classroom", folder, *more]
        command += ["--pyodide", f"{packages}/pyodide", "--assets", packages]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        text = ""
        while not (found := re.search(r"(http://localhost:\d+)/teacher#(\S+)", text)):
            assert self._process.stdout is not None
            text += self._process.stdout.readline()
        self.address, self.secret = found.groups()
        self.address = self.address.replace("localhost", "127.0.0.1")
        self.code = re.findall(r"^ +([2-9A-Z]{6})$", text, re.MULTILINE)[0]
        urlopen(self.address).close()
        self.ready = time.perf_counter() - begun
        self.number = self._process.pid
        self._seconds: dict[int, float] = {}
        self._family = {self.number}
        self.children = 0.0
        """The largest memory of all children together, in MB."""

    def look(self) -> dict[int, float]:
        """Return the processor time of each process until now, also of those that have ended."""
        parents, sizes = {}, {}
        for path in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                fields = path.read_text().rpartition(")")[2].split()
                number = int(path.parent.name)
                parents[number] = int(fields[1])
                self._seconds[number] = sum(map(int, fields[11:13])) / TICKS
                sizes[number] = int(fields[21]) * PAGE / 1e6
        family = {self.number}
        while more := {each for each, parent in parents.items() if parent in family} - family:
            family |= more
        self.children = max(self.children, sum(sizes[each] for each in family - {self.number}))
        self._family |= family
        return {each: self._seconds[each] for each in self._family}

    @property
    def memory(self) -> float:
        """The largest memory of the server itself, in MB."""
        status = Path(f"/proc/{self.number}/status").read_text()
        return int(re.findall(r"VmHWM:\s+(\d+)", status)[0]) * 1024 / 1e6

    def end(self) -> None:
        """End the class."""
        self._process.terminate()
        self._process.wait()


class Measured:
    """When drafts and hand-ins were sent, and when the teacher's page heard of them."""

    def __init__(self) -> None:
        self.sent: dict[tuple[str, int], float] = {}
        """By pupil and number of lines."""
        self.behind: dict[tuple[str, int], float] = {}
        self.handed_in: dict[int, float] = {}
        """By the number of the hand-in."""
        self.verdicts: dict[int, float] = {}
        self.kept: dict[str, tuple[str, list[int]]] = {}
        """By pupil the last draft and the numbers of all hand-ins that were acknowledged."""
        self.ids: dict[int, str] = {}

    def watch(self, teacher: Visitor) -> None:
        """Take the news of the teacher, in a thread."""
        with suppress(OSError, HTTPException):
            for event, data in news(teacher.host, "/class/teacher/news", teacher.headers):
                now = time.perf_counter()
                for row in data["rows"] if event == "rows" else ():
                    self._hear(row, now)

    def _hear(self, row: dict[str, Any], now: float) -> None:
        name = self.ids.setdefault(row["id"], row.get("name", ""))
        draft = (name, row.get("lines", 0))
        if draft in self.sent:
            self.behind.setdefault(draft, now - self.sent[draft])
        last = row.get("last") or {}
        if (last.get("verdict") or {}).get("done"):
            number = last["number"]
            self.verdicts.setdefault(number, now - self.handed_in[number])

    def lost(self, teacher: Visitor) -> int:
        """Return how many drafts and hand-ins were acknowledged and are not there."""
        count = 0
        for number, name in self.ids.items():
            there, (draft, numbers) = (
                teacher.send("GET", f"teacher/pupils/{number}")[1],
                self.kept[name],
            )
            count += there["drafts"][EXERCISE]["code"] != draft
            count += len({*numbers} - {each["number"] for each in there["hand_ins"]})
        return count


def write(visitor: Visitor, claim: Any, late: float, seconds: float, measured: Measured) -> None:
    """Write, check and hand in for so many `seconds`, `late` seconds from now."""
    task, begun = tasks()[EXERCISE], time.perf_counter() + late
    text, numbers = task.solved, []
    for turn in range(int(seconds / EVERY)):
        time.sleep(max(0.0, begun + turn * EVERY - time.perf_counter()))
        text += f"# {visitor.name} thinks once more, for the {turn}th time\n"
        work: dict[str, Any] = {"code": text, "name": task.name}
        measured.sent[visitor.name, len(text.splitlines())] = time.perf_counter()
        status, answer = visitor.send("PUT", f"drafts/{task.id}", work)
        if status != 204:
            raise SystemExit(f"a draft is refused: {status} {answer}")
        if turn % HAND_IN == HAND_IN // 2:
            visitor.send("PUT", f"claims/{task.id}", {"claim": claim})
            work |= {"claim": claim, "token": secrets.token_urlsafe(12)}
            sent = time.perf_counter()
            number = visitor.send("POST", f"hand_ins/{task.id}", work)[1]["number"]
            measured.handed_in[number] = sent
            numbers.append(number)
    measured.kept[visitor.name] = text, numbers


def taught(server: Server, pupils: int, seconds: float, measured: Measured) -> dict[int, float]:
    """Let `pupils` write for so many `seconds`; return the processor time of each process."""
    gone, task, claims = threading.Event(), tasks()[EXERCISE], Claims()
    claim = claims.of(task, task.solved)
    claims.close()
    teacher = Visitor(server.address, "", gone)
    teacher.headers["Authorization"] = f"Bearer {server.secret}"
    teacher.send("PUT", "teacher/state", {"exercise": EXERCISE})
    threading.Thread(target=measured.watch, args=(teacher,), daemon=True).start()
    visitors = [Visitor(server.address, name, gone) for name in NAMES[:pupils]]
    if not all(visitor.join(server.code) for visitor in visitors):
        raise SystemExit("a pupil may not join")
    before = server.look()
    threads = []
    for number, visitor in enumerate(visitors):
        late = EVERY * (number * 0.618 % 1)
        given = (visitor, claim, late, seconds, measured)
        threads.append(threading.Thread(target=write, args=given))
        threads[-1].start()
    while any(thread.is_alive() for thread in threads):
        time.sleep(1)
        after = server.look()
    print(f"{'lost':24}{measured.lost(teacher):8} of {len(measured.sent)} drafts", flush=True)
    gone.set()
    return {number: used - before.get(number, 0.0) for number, used in after.items()}


def compared(server: Server, folder: str, pupils: int) -> None:
    """Let `pupils` hand in files, and print how many verdicts are those of `plugins grade`."""
    known, gone = tasks(), threading.Event()

    def hand_in(name: str) -> None:
        visitor, chance = Visitor(server.address, name, gone), Random(name)
        visitor.join(server.code)
        for exercise in COMPARED:
            task = known[exercise]
            code = chance.choice([*versions(task, chance, is_stuck=False), task.start])
            work = {"code": code, "name": task.name, "token": exercise}
            visitor.send("POST", f"hand_ins/{exercise}", work)

    with ThreadPoolExecutor(pupils) as pool:
        [*pool.map(hand_in, NAMES[:pupils])]
    gone.set()
    with closing(Store.open(folder, alone=False)) as store:
        while not all(each.verdict for each in store.hand_ins()):
            time.sleep(1)
        seed, names = store.hidden_seed, {row["id"]: row["name"] for row in store.rows()}
        verdicts = {
            (each.exercise, names[each.pupil]): (each.verdict["passed"], each.verdict["points"])
            for each in store.hand_ins()
            if each.verdict
        }
    command = [sys.executable, "-m", "sudoku_engine"]
    subprocess.run([*command, "classroom", folder, "--export", f"{folder}/out"], check=True)
    graded: dict[tuple[str, str], list[tuple[bool, float]]] = {}
    for exercise in COMPARED:
        grade = ["plugins", "grade", f"{folder}/out/{exercise}", "--against", exercise, "--json"]
        options = ["--hidden-seed", seed, "--jobs", "1"]
        done = subprocess.run([*command, *grade, *options], stdout=subprocess.PIPE)
        for row in json.loads(done.stdout)["results"]:
            found = (row["passed"], row["points"])
            graded.setdefault((exercise, row["pupil"]), []).append(found)
    same = 0
    for each, verdict in sorted(verdicts.items()):
        rows = graded.get(each, [(False, -1)])
        is_same = verdict == (all(passed for passed, _ in rows), max(most for _, most in rows))
        same += is_same
        if not is_same:
            print(*each, verdict, rows)
    passed = sum(each for each, _ in verdicts.values())
    print(f"{'as plugins grade':24}{same:8} of {len(verdicts)} verdicts, {passed} passed")


def tell(name: str, found: Mapping[Any, float]) -> None:
    """Print how long it took."""
    times = sorted(found.values())
    usual = times[len(times) * 95 // 100]
    print(f"{name:24}{usual:8.2f} s for 95 %, {times[-1]:.2f} s at most, of {len(times)}")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--packages", required=True, help="a node_modules folder")
    parser.add_argument("--pupils", type=int, default=len(NAMES))
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--no-guests", action="store_true", help="without checks on this machine")
    parser.add_argument("--compare", action="store_true", help="compare verdicts in its place")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        more = ["--no-guests"] if options.no_guests else []
        server, measured = Server(folder, os.path.abspath(options.packages), more), Measured()
        try:
            print(f"{'ready':24}{server.ready:8.2f} s", flush=True)
            if options.compare:
                compared(server, folder, options.pupils)
                return
            used = taught(server, options.pupils, options.seconds, measured)
            own = used.pop(server.number)
            tell("behind", measured.behind)
            if not options.no_guests:
                tell("verdicts", measured.verdicts)
            print(f"{'server':24}{own / options.seconds:8.1%} of a core, {server.memory:.0f} MB")
            share = sum(used.values()) / options.seconds
            print(f"{'its children':24}{share:8.1%} of a core, {server.children:.0f} MB")
        finally:
            server.end()


if __name__ == "__main__":
    main()
