"""The state of a live class: who is present, news for each person, and files to judge.

A news stream sends what has changed since it last sent. So nothing piles up for a slow reader, and
one that comes back is at once where the others are.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sudoku_engine.board.say import Words, say, speaking, tell
from sudoku_engine.errors import error_text
from sudoku_frontends.classroom.limits import NO_FILE, Refused
from sudoku_frontends.classroom.store import HandIn, Store, Verdict

if TYPE_CHECKING:
    from sudoku_frontends.classroom.referee import Referee

BEAT_SECONDS = 15
"""A stream without news sends a comment: so both ends notice that the other one is gone."""

GATHER_SECONDS = 0.25
"""The seconds for which changes are collected for the teacher's page."""

MOST_STREAMS = 8
"""The most open news streams of one person; a further one ends the oldest.

A browser has at most six, so its tabs never end each other's; what lost its network may be there.
"""

RETRY_SECONDS = 5


TEACHER = 0
"""Stands for the teacher among the numbers of pupils."""


class Classroom:
    """A class at work."""

    def __init__(
        self, store: Store, exercises: set[str], referee: Referee | None, addresses: Sequence[str]
    ) -> None:
        self.store = store
        self.exercises = exercises
        self.referee = referee
        self.addresses = addresses
        self._streams: defaultdict[int, list[asyncio.Event]] = defaultdict(list)
        self.problems: dict[str, Words] = {}
        """The news for the teacher, by subject."""
        self._rows: dict[int, dict[str, Any]] = {}
        self._waiting: dict[int, HandIn] = {}
        self._judged: set[int] = set()
        self._taken: defaultdict[int, float] = defaultdict(float)
        """The seconds that checks of each pupil have taken."""
        self._work = asyncio.Event()
        self._race: dict[str, Any] | None = None
        self._racing: asyncio.Task[None] | None = None
        self.judge(*[each for each in store.hand_ins() if not (each.verdict or {}).get("done")])
        self.changed(*[row["id"] for row in store.rows()])

    def wake(self, person: int) -> None:
        """Have each stream of a `person` look for news."""
        for stream in self._streams[person]:
            stream.set()

    def send_away(self, pupil: int) -> None:
        """End all streams of a `pupil`, whose key is worth nothing any more."""
        for stream in self._streams.pop(pupil, ()):
            stream.set()
        self.changed(pupil)

    def changed(self, *pupils: int) -> None:
        """Show the teacher what has changed with these `pupils`."""
        for pupil in pupils:
            self._rows.pop(pupil, None)
            for row in self.store.rows(pupil):
                row["online"] = bool(self._streams[pupil])
                if row["last"] and row["last"]["number"] in self._waiting:
                    row["last"]["verdict"] = {"done": False}
                self._rows[pupil] = row
        self.wake(TEACHER)

    def tell(self, pupil: int) -> None:
        """Show the `pupil`, and the teacher, what has changed."""
        self.wake(pupil)
        self.changed(pupil)

    def set_state(self, **changes: Any) -> None:
        """Set the exercise, the note, or whether nobody may hand in, and show it to everybody."""
        self.store.set_state(changes)
        for person in self._streams:
            self.wake(person)
        self.changed(*[row["id"] for row in self.store.rows()])

    def set_problem(self, about: str, what: Words = "") -> None:
        """Show the teacher a problem; without `what`, that it is over."""
        if what != self.problems.get(about, ""):
            self.problems[about] = what
            self.wake(TEACHER)

    def pupil_news(self, pupil: int) -> dict[str, Any]:
        """Return the teacher's actions that a `pupil` sees, by event."""
        handed_in: dict[str, Any] = {}
        given_back: dict[str, float] = {}
        for each in self.store.hand_ins(pupil=pupil):
            given_back.pop(each.exercise, None)
            if each.given_back is not None:
                given_back[each.exercise] = each.given_back
            found = each.verdict if each.verdict and each.verdict.get("done") else each.claim
            said = found and ("passed" if found.get("passed") else "failed")
            handed_in[each.exercise] = {"at": each.at, "verdict": said}
        own = {"comments": self.store.comments(pupil), "hand_ins": handed_in}
        return {"state": {**self.store.state, **own, "given_back": given_back}}

    def teacher_news(self, language: str, shown: dict[int, dict[str, Any]]) -> dict[str, Any]:
        """Return the teacher's view, by event, with only rows that differ from those `shown`."""
        with speaking(language):
            problem = " ".join(tell(each) for each in self.problems.values() if each)
        rows = [row for pupil, row in self._rows.items() if shown.get(pupil) != row]
        gone = [pupil for pupil in shown if pupil not in self._rows]
        shown.clear()
        shown.update(self._rows)
        return {
            "class": {
                "code": self.store.code,
                "addresses": self.addresses,
                **self.store.state,
                "runs_here": self.referee is not None,
                **({} if self.referee else {"hidden_seed": self.store.hidden_seed}),
            },
            "rows": {"rows": rows, "gone": gone} if rows or gone else None,
            "race": self._race,
            "problem": {"what": problem},
        }

    async def stream(
        self, person: int, news: Callable[[], dict[str, Any]], gather: float = 0
    ) -> AsyncIterator[str]:
        """Yield the `news` as events, each when it changes, as long as the `person` reads."""
        woken = asyncio.Event()
        woken.set()
        self._streams[person].append(woken)
        if len(self._streams[person]) > MOST_STREAMS:
            self._streams[person].pop(0).set()
        sent: dict[str, Any] = {"problem": {"what": ""}}
        try:
            self.changed(person)
            while True:
                try:
                    await asyncio.wait_for(woken.wait(), BEAT_SECONDS)
                except asyncio.TimeoutError:
                    yield ": .\n\n"
                    continue
                woken.clear()
                if woken not in self._streams[person]:
                    break
                for event, data in news().items():
                    if data is not None and data != sent.get(event):
                        sent[event] = data
                        timed = json.dumps({**data, "now": self.store.now()})
                        yield f"event: {event}\ndata: {timed}\n\n"
                await asyncio.sleep(gather)
        finally:
            with suppress(ValueError):  # it has been sent away
                self._streams[person].remove(woken)
            self.changed(person)

    def judge(self, *hand_ins: HandIn) -> None:
        """Have the `hand_ins` checked in guests when there is time."""
        if self.referee is None:
            return
        for each in hand_ins:
            where = (each.pupil, each.exercise)
            for older in [n for n, o in self._waiting.items() if (o.pupil, o.exercise) == where]:
                del self._waiting[older]
            self._waiting[each.number] = each
        self._work.set()
        self.changed(*{each.pupil for each in hand_ins})

    async def keep_judging(self) -> None:
        """Check waiting files, as long as the service lives."""
        if self.referee is not None:
            await asyncio.gather(*map(self._keep_judging, [self.referee] * self.referee.size))

    async def _keep_judging(self, referee: Referee) -> None:
        """Check one file after another; the pupil who has used the most time comes last."""
        while True:
            waiting = [self._waiting[number] for number in self._waiting.keys() - self._judged]
            if not waiting:
                self._work.clear()
                await self._work.wait()
                continue
            each = min(waiting, key=lambda each: (self._taken[each.pupil], each.number))
            begun = self.store.now()
            self._judged.add(each.number)
            try:
                self.keep_verdict(each.number, await referee.verdict(each))
                self.set_problem("referee")
            except Exception as error:  # any error: the next try may succeed
                self.set_problem("referee", error_text(error))
                await asyncio.sleep(RETRY_SECONDS)
            self._judged.remove(each.number)
            self._taken[each.pupil] += self.store.now() - begun

    def keep_verdict(self, number: int, verdict: Verdict) -> None:
        """Keep a `verdict`, and show it."""
        pupil = self.store.keep_verdict(number, verdict)
        self._waiting.pop(number, None)
        if pupil is not None:
            self.tell(pupil)

    def start_race(self, exercise: str, puzzle: str) -> None:
        """Start a race of the hand-ins on a `puzzle`; end a race that is still running."""
        referee = self.guests()
        codes = {each.pupil: each for each in self.store.hand_ins(exercise=exercise)}
        if not codes:
            raise Refused(409, NO_FILE)

        async def run() -> None:
            try:
                async for self._race in referee.race(codes, exercise, puzzle):
                    self.wake(TEACHER)
            except Exception as error:
                self.set_problem("race", error_text(error))

        self.set_problem("race")
        if self._racing is not None:
            self._racing.cancel()
        self._racing = asyncio.create_task(run())

    def guests(self) -> Referee:
        """Return the referee; raise Refused if pupils' code must not run here."""
        if self.referee is None:
            raise Refused(
                409, say("No pupil's program runs on this computer: your browser can do it.")
            )
        return self.referee
