"""Simulated pupils, for a dry run of a class and for its benchmark.

They speak to the server as the page of a pupil does. Each writes the exercise that the teacher has
set piece by piece, checks it, makes mistakes that are often made, mends them, and hands in; some
get stuck, and some copy from the pupil before. What they do depends on their names alone.
"""

import json
import os
import re
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from difflib import SequenceMatcher
from functools import cache, partial
from http.client import HTTPConnection, HTTPException
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sudoku_engine.errors import SudokuError
from sudoku_frontends.site.room_contents import exercises
from sudoku_plugins.batch.distribution import Done, Processes
from sudoku_plugins.course.course import course_exercises

NAMES = re.split(
    ", ",
    "Ada, Nguyễn An, Björn, Chloé, 小明, Darko, Ewa Łęcka, Fatma Şahin, Γιώργος, Hanna, İpek, "
    "Jakub, Kaimana, Léa, محمد, Nils, Orla, Priya, Quentin, Renée, Søren, Юля, Ümit, Vojtěch, "
    "Wanjiru, Xóchitl, 유진, Zoë, Anna-Lena, Benedikt, さくら, Dilara, Élodie, Frida, Gökhan, "
    "Håkon, Inés, João, Köksal, Lucía, Мила, Noor, Oğuz, Paweł, Rūta, Šarūnas, Théo, Uyên, "
    "Vivien, Włodek, Yara, Željko, अनिता, Bao, นภา, Dóra, Emre, Florian, ნინო, Hélène",
)

MISTAKES: tuple[tuple[str, str], ...] = (
    (r"\.candidates\(", ".candidate("),
    (r"(?m)^( +for .*):$", r"\1"),
    (r"layout\.houses", "layout.rows"),
    (r"if struck:", "if True:"),
    (r"if cell not in", "if cell in"),
    (r"(?ms)^ +because=.*?,\n(?= +(houses|links|reason)=)", ""),
    (r"(?m)^ +reason=.*\n(?= +\))", ""),
    (r"== (\d)", r">= \1"),
    (r"\byield (Step|Found)\(", r"return \1("),
    (r"(?m)^( +)(yield|return) ", r"\1print(grid)\n\1\2 "),
    (r"(?m)^([A-Z_]+ = )\d+$", r"\g<1>7"),
)
"""Common mistakes in place of right code; only the first place counts."""

STYLES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"\bgrid\.candidates\((\w+)\)", (r"set(\g<0>)", r"{*\g<0>}", r"grid.candidates(cell=\1)")),
    (r"\bgrid\.layout\.(digits|houses|rows|columns)\b", (r"tuple(\g<0>)", r"list(\g<0>)")),
    (r"(?<=\bin )\w+\.cells\b", (r"tuple(\g<0>)", r"list(\g<0>)", r"sorted(\g<0>)")),
    (r"\bCandidate\((\w+), (\w+)\)", (r"Candidate(cell=\1, digit=\2)", r"Candidate(\1, digit=\2)")),
    (r"\benumerate\((\w+)\)", (r"enumerate(list(\1))", r"enumerate(tuple(\1))")),
    (r"\blen\((\w+)\) == (\d)", (r"\2 == len(\1)", r"len(list(\1)) == \2")),
    (r"\bif struck:", ("if len(struck) > 0:", "if struck != []:")),
    (r"=\[house\],", ("=(house,),", "=list([house]),")),
)
"""The same written otherwise: each pupil has ways of their own."""

LESSON = '\n\n\n"""\n'
"""What follows the code in the file of an exercise."""

PIECE = (20, 60)
"""The fewest and the most characters that are written between two drafts."""

LETTERS = 200
"""How much of a reason the page of a pupil sends."""

BUSY = (423, 429, 503, 507)
"""The answers of a server that takes the same later: frozen, too many, too much, a full disk."""

PAUSE = 0.5

Json = dict[str, Any]


class Task(NamedTuple):
    """An exercise, as pupils meet it."""

    id: str
    name: str  # of its file
    start: str
    solved: str  # the same as `start` where we have no solution
    is_strict: bool


@cache
def tasks() -> Mapping[str, Task]:
    """Return all exercises by their ids."""
    solved = {each.subject.id: each.solved(on_disk=False) for each in course_exercises()}
    found = {}
    for each in exercises():
        name, start = each["file"]["name"], each["file"]["source"]
        right = solved.get(each["id"], start)
        found[each["id"]] = Task(each["id"], name, start, right, each["is_strict"])
    return found


Deed = tuple[str, str]
"""A pupil's next action (types, checks, thinks or hands in), with the code at that time."""


def deeds(task: Task, code: str, chance: Random) -> Iterator[Deed]:
    """Yield the actions of a pupil with some `code` for a `task`, in order."""
    is_stuck = task.solved == task.start or chance.random() < 0.2
    for number, version in enumerate(versions(task, chance, is_stuck)):
        if number:
            yield from [("thinks", code)] * chance.randint(3, 12)
        yield from (("types", piece) for piece in typed(code, version, chance))
        code = version
        yield "checks", code
    if is_stuck:
        for _ in range(chance.randint(1, 4)):
            yield from [("thinks", code)] * chance.randint(10, 40)
            yield "checks", code
    yield "hands in", code


def versions(task: Task, chance: Random, is_stuck: bool) -> list[str]:
    """Return the file with some mistakes, and with one less each time; one remains if stuck."""
    code, mark, lesson = task.solved.rpartition(LESSON)
    for usual, ways in STYLES:
        code = re.sub(usual, partial(_otherwise, ways, chance), code)
    possible = [each for each in MISTAKES if re.search(each[0], code)]
    made = chance.sample(possible, min(len(possible), chance.choice((0, 1, 1, 2, 3)) + is_stuck))
    found = [code]
    for wrong in made:
        found.append(re.sub(*wrong, found[-1], count=1))
    return [f"{each}{mark}{lesson}" for each in found[is_stuck and len(found) > 1 :][::-1]]


def _otherwise(ways: Sequence[str], chance: Random, found: re.Match[str]) -> str:
    return chance.choice((found[0], *map(found.expand, ways)))


def typed(before: str, after: str, chance: Random) -> Iterator[str]:
    """Yield the texts on the way from `before` to `after`, some characters apart."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    changes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for sort, _, old_end, start, end in changes:
        if sort == "equal":
            continue
        above, rest = "".join(new[:start]), "".join(old[old_end:])
        written, length = "".join(new[start:end]), 0
        while (length := length + chance.randint(*PIECE)) < len(written):
            yield f"{above}{written[:length].rstrip()}\n{rest}"
        yield f"{above}{written}{rest}"


def copied(code: str) -> str:
    """Return the `code` as handed in by a pupil who copied it from a neighbour."""
    return re.sub(r"\b(struck|twos|places)\b", r"my_\1", code)


def claim(answer: Json) -> Json:
    """Return what the pupil's page claims after a check, from the playground's `answer`."""
    report: Json = next(iter(answer.get("reports", ())), {"id": "", "name": "", "findings": ()})
    return {
        "passed": bool(answer.get("passed")),
        "id": report["id"],
        "name": report["name"],
        "checks": [
            {**{key: each[key] for key in ("check", "state", "about", "line")}, "why": why}
            for each in report["findings"]
            for why in [each["why"][:LETTERS]]
        ],
        "problems": [
            {"what": each["what"][:LETTERS], "line": each["line"]} for each in answer["problems"]
        ],
    }


def prepared() -> Callable[[tuple[Task, str]], Json]:
    """Return the check of the playground; for a process of its own, which it changes."""
    from sudoku_frontends.site.in_browser import answer
    from sudoku_plugins.kit import plugin_calls

    plugin_calls.HAS_PROCESSOR_CLOCK = False  # browsers have none, and leave out `quick`
    if hasattr(os, "nice"):
        os.nice(10)

    def check(given: tuple[Task, str]) -> Json:
        task, code = given
        asked = {"name": task.name, "source": code, "against": task.id, "strict": task.is_strict}
        return claim(json.loads(answer(json.dumps({"task": "check", **asked}))))

    return check


class Claims:
    """What the checks of the pupils' browsers say, worked out once for each code."""

    def __init__(self) -> None:
        self._workers = Processes(1, prepared)
        self._known: dict[str, Future[Done]] = {}
        self._lock = threading.Lock()

    def of(self, task: Task, code: str) -> Json:
        """Wait for the claim on the `code` of a `task`."""
        with self._lock:
            if code not in self._known:
                self._known[code] = self._workers.begin([(task, code)])
        found: Json = self._known[code].result().results[0]
        return found

    def close(self) -> None:
        """End the work."""
        self._workers.close()


class Visitor:
    """A pupil's browser without a page: its requests, and the news that it gets."""

    def __init__(self, address: str, name: str, gone: threading.Event) -> None:
        """`gone`: is set when the pupil leaves."""
        self.name, self._gone = name, gone
        self.host = urlsplit(address).netloc
        self.headers = {"Content-Type": "application/json"}
        self._connection = HTTPConnection(self.host, timeout=30)
        self.state: Json = {}
        """The latest news; nothing before they come."""

    def join(self, code: str) -> bool:
        """Join the class with its `code`, and listen; return whether that is allowed."""
        status, answer = self.send("POST", "join", {"name": self.name, "code": code})
        if status == 200:
            self.headers["Authorization"] = f"Bearer {answer['key']}"
            threading.Thread(target=self._listen, daemon=True).start()
        return status == 200

    def send(self, method: str, path: str, data: Json | None = None) -> tuple[int, Json]:
        """Send until there is an answer; return its status, 0 if the pupil left, and its data."""
        body = None if data is None else json.dumps(data).encode()
        while not self._gone.is_set():
            try:
                self._connection.request(method, f"/class/{path}", body, self.headers)
                with self._connection.getresponse() as response:
                    text = response.read()
                if response.status not in BUSY:
                    return response.status, json.loads(text or "{}")
            except (OSError, HTTPException):
                self._connection.close()  # the next request opens it again
            self._gone.wait(PAUSE)
        return 0, {}

    def _listen(self) -> None:
        while not self._gone.is_set():
            try:
                for _, state in news(self.host, "/class/news", self.headers):
                    self.state = state
            except PermissionError:  # the teacher has removed the pupil
                self.state = {}
                return
            except (OSError, HTTPException, ValueError):
                pass
            self._gone.wait(PAUSE)


def news(host: str, path: str, headers: Mapping[str, str]) -> Iterator[tuple[str, Json]]:
    """Yield the events of a stream with their data; raises PermissionError for a wrong key."""
    connection = HTTPConnection(host, timeout=60)
    try:
        connection.request("GET", path, headers=dict(headers))
        with connection.getresponse() as response:
            if response.status == 401:
                raise PermissionError
            yield from events(response)
    finally:
        connection.close()


def events(lines: Iterable[bytes]) -> Iterator[tuple[str, Json]]:
    """Yield the events in the `lines` of a stream, each with its data."""
    event = ""
    for line in lines:
        key, _, value = line.decode().rstrip("\r\n").partition(": ")
        if key == "event":
            event = value
        elif key == "data":
            yield event, json.loads(value)


class Pupil:
    """A simulated pupil."""

    def __init__(
        self, visitor: Visitor, like: str, seconds: float, claims: Claims, gone: threading.Event
    ) -> None:
        """`like`: the name of whose way it goes; `seconds`: the time between two drafts."""
        self._visitor, self._like, self._claims, self._gone = visitor, like, claims, gone
        self._seconds = seconds * Random(visitor.name).uniform(0.7, 1.6)
        self._codes: dict[str, str] = {}

    def live(self, code: str, late: float) -> None:
        """Join the class with its `code`, and do each exercise that the teacher sets."""
        self._gone.wait(late)
        with suppress(SudokuError):  # of the process that checks, when all leave
            if self._visitor.join(code):
                self._live()

    def _live(self) -> None:
        is_done: set[tuple[str, float]] = set()
        while not self._gone.wait(self._seconds):
            state = self._visitor.state
            task = tasks().get(state.get("exercise", ""))
            if task is None or state["frozen"]:
                continue
            back = state["given_back"].get(task.id, 0)
            if (task.id, back) not in is_done and self._has_done(task, back):
                is_done.add((task.id, back))

    def _has_done(self, task: Task, back: float) -> bool:
        """Do a `task`, again if it was given `back`; return whether nothing else came meanwhile."""
        chance = Random(f"{self._like} {task.id} {back}")
        for does, code in deeds(task, self._codes.get(task.id, task.start), chance):
            while self._visitor.state.get("frozen") and not self._gone.is_set():
                self._gone.wait(self._seconds)
            if self._gone.wait(self._seconds) or self._visitor.state.get("exercise") != task.id:
                return False
            self._codes[task.id] = code
            is_own = self._like == self._visitor.name
            self._do(task, does, code if is_own else copied(code))
        return True

    def _do(self, task: Task, does: str, code: str) -> None:
        work: Json = {"code": code, "name": task.name}
        if does == "types":
            self._visitor.send("PUT", f"drafts/{task.id}", work)
        elif does != "thinks":
            work["claim"] = self._claims.of(task, code)
            self._visitor.send("PUT", f"claims/{task.id}", work)
            if does == "hands in":
                work["token"] = secrets.token_urlsafe(12)
                self._visitor.send("POST", f"hand_ins/{task.id}", work)


class Demo:
    """A class of simulated pupils, who join one after another and stay until `close`."""

    def __init__(self, address: str, code: str, size: int = 30, seconds: float = 2.0) -> None:
        """`code`: that of the class; `seconds`: the time between two drafts."""
        self._gone, self._claims = threading.Event(), Claims()
        for number, name in enumerate(NAMES[:size]):
            like = NAMES[number - 1] if number % 8 == 7 else name
            visitor = Visitor(address, name, self._gone)
            pupil = Pupil(visitor, like, seconds, self._claims, self._gone)
            life = (code, seconds * number / 4)
            threading.Thread(target=pupil.live, args=life, daemon=True).start()

    def close(self) -> None:
        """Let all pupils leave."""
        self._gone.set()
        self._claims.close()
