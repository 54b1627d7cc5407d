"""Pupils' code run again on the teacher's computer: verdicts, films, races, similar files, results.

All that reads or runs a pupil's code happens in processes of low priority (`judging`), whose guests
run it: one does what the teacher waits for, the others check what is handed in. The process of the
server only sends files and takes answers. A process that dies is started anew, and the file at
fault is named.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping
from time import monotonic
from typing import Any

from sudoku_engine.errors import MachineFault, error_text
from sudoku_engine.plugins.time_limits import over
from sudoku_frontends.classroom.store import HandIn, Verdict
from sudoku_plugins.batch.distribution import ProcessDied, Processes

LOW = 10
"""The difference between the priorities of the server and of these processes."""

MOST_CHECKERS = 4
"""The most processes for checks: each takes some 200 MB with its guests."""

LOOK_SECONDS = 0.5
"""The seconds between two looks at how long a task has worked."""

CHECK_SECONDS = 180.0
"""The most seconds of a check: most checks take a second, for slow files a minute or two.

These and those below are of the processor: a busy computer has little time for a check.
"""

MOST_RECORD = 200_000
"""The characters of the record of a verdict that is kept: most have 15,000."""

FILM_SECONDS = 60.0
LANE_SECONDS = 20.0
READ_SECONDS = 120.0
"""The most seconds for comparing all files, or for writing results."""

DIED = "checking it ended our program"
FAILED = "our program failed when it was checked"
NO_TECHNIQUE = "there is no technique in it, and only techniques race"
LATE = "it takes too long: it was stopped after {} s"


class Late(Exception):
    """A task took too long, and was ended with its process."""


class Desk:
    """A process for tasks, one after another in the order in which they are asked for."""

    def __init__(self, hidden_seed: str) -> None:
        self._hidden_seed = hidden_seed
        self._turn = asyncio.Lock()
        self._workers: Processes | None = None
        self._is_closed = False

    async def do(self, seconds: float, task: str, *given: Any) -> Any:
        """Return the result of a method of `Judge`; raise ProcessDied, Late, or its error.

        Whoever no longer waits for a task that is under way ends it, with its process. After
        `close` all are cancelled.
        """
        async with self._turn:
            if self._is_closed:
                raise asyncio.CancelledError
            if self._workers is None:
                self._workers = Processes(1, judge, [self._hidden_seed], ahead=1)
            workers = self._workers
            future = asyncio.wrap_future(workers.begin([(task, given)]))
            # Nobody may ask for it any more.
            future.add_done_callback(lambda done: done.cancelled() or done.exception())
            try:
                begun, before = monotonic(), workers.used()
                while not future.done():
                    await asyncio.wait({future}, timeout=LOOK_SECONDS)
                    lasted, used = monotonic() - begun, workers.used()
                    work = lasted if used is None else used - (before or 0.0)
                    if not future.done() and over(seconds, work, lasted) > 0:
                        raise Late(LATE.format(f"{seconds:g}"))
                return future.result().results[0]
            except (ProcessDied, Late, asyncio.CancelledError):
                self.end()
                raise

    def end(self) -> None:
        """End the process; the next task starts another one."""
        workers, self._workers = self._workers, None
        if workers is not None:
            workers.close()

    def close(self) -> None:
        """End the process for good."""
        self._is_closed = True
        self.end()


class Referee:
    """Judges hand-ins, in one event loop; `hidden_seed`: a secret word for making hidden boards."""

    def __init__(self, hidden_seed: str) -> None:
        self.size = min(MOST_CHECKERS, max(1, (os.cpu_count() or 1) - 1))
        self._checks = [Desk(hidden_seed) for _ in range(self.size)]
        self._free: asyncio.Queue[Desk] = asyncio.LifoQueue()  # few processes are started
        for desk in self._checks:
            self._free.put_nowait(desk)
        self._wishes = Desk(hidden_seed)

    async def verdict(self, file: HandIn) -> Verdict:
        """Return the verdict on a `file`, also if checking it ends the process.

        Its ``record`` is all that is known, as a text from which `results` are made without another
        check; empty if it is very long. Raise MachineFault if no process can be started.
        """
        desk = await self._free.get()
        try:
            verdict = await _check(desk, file)
        finally:
            self._free.put_nowait(desk)
        return {**verdict, "record": ""} if len(verdict["record"]) > MOST_RECORD else verdict

    async def film(
        self, code: str, name: str, exercise: str, puzzle: str, company: str, language: str
    ) -> dict[str, Any]:
        """Return how a file solves a `puzzle`, alone with singles or in the `company` of all."""
        given = (code, name, exercise, puzzle, company, language)
        try:
            return dict(await self._wishes.do(FILM_SECONDS, "film", *given))
        except (ProcessDied, Late) as end:
            problem = {"what": _words(end), "line": 0, "column": 0, "excerpt": ""}
            return {"film": None, "summary": "", "problems": [problem]}

    async def race(
        self, codes: Mapping[int, HandIn], exercise: str, puzzle: str
    ) -> AsyncIterator[dict[str, Any]]:
        """Yield the race of files on a `puzzle` each time a lane changes; `codes`: by pupil."""
        lanes: dict[int, dict[str, Any]] = {
            pupil: {"pupil": pupil, "state": "waiting"} for pupil in codes
        }
        for pupil, each in codes.items():
            lanes[pupil]["state"] = "running"
            yield {"lanes": [dict(lane) for lane in lanes.values()], "done": False}
            given = (each.code, each.name, exercise, puzzle, "singles", "en")
            try:
                lanes[pupil] |= _lane(await self._wishes.do(LANE_SECONDS, "film", *given))
            except (ProcessDied, Late) as end:
                lanes[pupil] |= {"state": "failed", "problem": _words(end)}
        yield {"lanes": [*lanes.values()], "done": True}

    async def similar(self, exercise: str, codes: Mapping[int, str]) -> dict[str, Any]:
        """Return which pupils' files are alike, and which are like ours; `codes`: by pupil."""
        return dict(await self._wishes.do(READ_SECONDS, "similar", exercise, codes))

    async def results(self, exercise: str, files: Mapping[str, HandIn], form: str) -> bytes:
        """Return the results of an exercise as a file; `files`: by the names of the pupils.

        `form`: the ending of its name, ``csv``, ``json``, ``xml`` or ``gradescope.zip``. What has
        no verdict yet is checked first. If the files cannot be compared, none are.
        """
        handed = []
        for pupil, each in files.items():
            verdict = each.verdict or {}
            if not verdict.get("record"):
                if not each.code:  # it was forgotten
                    continue
                verdict = await self.verdict(each)
            handed.append((pupil, each.name, each.code, verdict["record"], verdict["remark"]))
        asked = "results", exercise, form, handed
        try:
            return bytes(await self._wishes.do(READ_SECONDS, *asked))
        except (ProcessDied, Late):  # a file ends the parser of Python, or takes too long
            return bytes(await self._wishes.do(READ_SECONDS, *asked, False))

    async def close(self) -> None:
        """End all processes, and with them their guests."""
        for desk in (*self._checks, self._wishes):
            desk.close()


async def _check(desk: Desk, file: HandIn) -> Verdict:
    why = DIED
    for _ in range(2):  # the first time something outside may have ended it
        try:
            work = (file.exercise, file.name, file.code)
            return dict(await desk.do(CHECK_SECONDS, "verdict", *work))
        except ProcessDied:
            continue
        except MachineFault:
            raise
        except Exception as error:  # Late, or a fault of ours
            why = str(error) if isinstance(error, Late) else f"{FAILED}: {error_text(error)}"
            break
    words = {"remark": why, "advice": "", "hidden": "", "record": ""}
    return {"passed": False, "points": 0, "checks": [], "done": True, **words}


def judge(hidden_seed: str) -> Callable[[tuple[str, tuple[Any, ...]]], Any]:
    """Return the function that carries out a task, in the process of a desk."""
    # Only there: the server needs none of it, and must stay small.
    from sudoku_frontends.classroom.judging import Judge

    if hasattr(os, "nice"):
        os.nice(LOW)
    own = Judge(hidden_seed)
    return lambda task: getattr(own, task[0])(*task[1])


def _lane(found: Mapping[str, Any]) -> dict[str, Any]:
    """Return the lane of a race for a film that was made with the help of singles."""
    faults = [each["why"] for each in found.get("faults", ())]
    problems = [*faults, *(each["what"] for each in found["problems"])]
    if problems or not found.get("own"):
        return {"state": "failed", "problem": problems[0] if problems else NO_TECHNIQUE}
    return {
        "state": "solved" if found["outcome"] == "solved" else "stopped",
        "steps": sum(each["steps"] for each in found["own"]),
        "cells": sum(len(each["digits"]) for each in found["film"]["puzzles"][0]["moments"]),
        "milliseconds": round(1000 * found["seconds"]),
    }


def _words(end: Exception) -> str:
    return str(end) if isinstance(end, Late) else DIED
