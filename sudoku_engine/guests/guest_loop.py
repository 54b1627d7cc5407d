"""The core loop in a guest: the events come from there, and go on if the guest dies.

A strategy is called so often that it pays to run the whole loop there. When the guest dies in a
call of a strategy, the run is repeated in a new guest up to that call, which then counts as a
fault, as if the strategy had raised an exception: so the same puzzle gives the same events, no
matter when the guest died. If that fails, the run goes on from the last board without the plugin.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from itertools import chain
from typing import Any

from sudoku_engine.api.event_record import event_of
from sudoku_engine.api.events import Ended, Event, Faulted, Stepped
from sudoku_engine.api.record import grid_record
from sudoku_engine.board.grid import Grid
from sudoku_engine.errors import RecordError
from sudoku_engine.guests.host import GuestDied
from sudoku_engine.guests.option_records import components_record, options_record
from sudoku_engine.guests.plugin_host import PluginHost
from sudoku_engine.guests.supervisor import Supervisor
from sudoku_engine.plugins.calls import DeadlyCall
from sudoku_engine.plugins.component import Component, FailedElsewhere
from sudoku_engine.solving.completion import search_author
from sudoku_engine.solving.loop import Loop, Resumption
from sudoku_engine.solving.settings import LoopSettings

NO_RECORD = "it sends events that cannot be read"
NO_END = "its run ends without a result"

MOST_REPEATS = 5
"""How often a run is repeated because something outside the program ended the guest."""


class GuestLoop(Loop):
    """A loop with strategies, or a fallback solver, whose code runs in guests."""

    def __init__(
        self,
        supervisor: Supervisor,
        strategies: Sequence[Component],
        settings: LoopSettings,
        fallback: Component | None = None,
    ) -> None:
        super().__init__(strategies, settings, fallback)
        self.supervisor = supervisor
        self.former: _GuestRun | None = None
        """The last run that came to its end."""
        self.upcoming: _GuestRun | None = None
        """The run that was made last, if it has not begun."""

    def events(
        self, grid: Grid, is_watched: bool = True, resumption: Resumption | None = None
    ) -> Iterator[Event]:
        """Yield what happens on `grid`, from `Started` to `Ended`, lazily; see `Loop`.

        If the next run is made before this one is drawn, a guest begins it as soon as this one is
        over, while its events are still being shown.
        """
        self.upcoming = _GuestRun(self, grid, is_watched, resumption)
        return self.upcoming.events()


class _Diverged(Exception):
    """A repeated run went another way: a plugin does not do the same on the same board."""


class _GuestRun:
    """One run in guests: the events that were passed on, and how it goes on."""

    def __init__(
        self, loop: GuestLoop, grid: Grid, is_watched: bool, resumption: Resumption | None
    ) -> None:
        self._loop = loop
        self._is_watched = is_watched
        self._supervisor = loop.supervisor
        self._start = self._board = grid
        self._resumption = resumption
        self._steps = resumption.steps if resumption else 0
        self._counts = dict(resumption.counts) if resumption else {}
        self._passed_on: list[Any] = []
        self._deadly: DeadlyCall | None = None
        self._last_death: GuestDied | None = None
        self._repeats = 0
        self._strategies = list(loop.strategies)
        self._fallback = loop.fallback
        self._begun: tuple[PluginHost, Iterator[list[Any]]] | None = None
        self._notes: list[str] = []

    def begin(self, host: PluginHost) -> bool:
        """Let the idle `host` begin the run; return whether it does."""
        self._leave_out()
        if not self._has_foreign_parts:
            return False
        with suppress(GuestDied):  # it begins later, in another guest
            self._begun = host, host.results("run", self._request(self._strategies))
        return self._begun is not None

    def events(self) -> Iterator[Event]:
        """Yield the events of the run."""
        if self._loop.upcoming is self:
            self._loop.upcoming = None
        if self._begun is None:
            self._leave_out()
        self._notes = [
            f"{each.id} sat out after a fault on an earlier board: {why}"
            for each in self._loop.strategies
            if each not in self._strategies and (why := self._supervisor.why_out(each))
        ]
        while True:
            try:
                for event in self._attempt():
                    yield self._with_notes(event)
                return
            except GuestDied as death:
                yield from self._after(death)
            except _Diverged:
                assert self._last_death is not None
                yield from self._without_culprit(self._last_death)

    def _attempt(self) -> Iterator[Event]:
        """Yield the events that were not passed on yet; raise GuestDied or _Diverged."""
        if not self._has_foreign_parts:
            loop = Loop(self._strategies, self._loop.settings, self._fallback)
            yield from loop.events(self._start, self._is_watched, self._resumption)
            return
        host, lists = self._begun or (self._supervisor.lend(), None)
        self._begun = None
        is_passed_on = False
        try:
            lists = lists or host.results("run", self._request(self._strategies), self._deadly)
            index = 0
            for records in lists:
                if _is_end(records):
                    for _ in lists:  # wait until the guest says that the request is done
                        pass
                    upcoming = self._loop.upcoming
                    is_passed_on = upcoming is not None and upcoming.begin(host)
                for record in records:
                    index += 1
                    if index <= len(self._passed_on):
                        if record != self._passed_on[index - 1]:
                            raise _Diverged
                        continue
                    self._passed_on.append(record)
                    try:
                        event = self._event(record)
                    except RecordError as error:
                        raise GuestDied(f"{NO_RECORD}: {error}") from error
                    if isinstance(event, Ended):
                        self._loop.former = self
                        yield event
                        return
                    yield event
            raise GuestDied(NO_END)
        except GuestDied:
            host.end()
            raise
        finally:
            if not is_passed_on:
                self._supervisor.take_back(host)

    def _request(self, strategies: Sequence[Component]) -> dict[str, Any]:
        resumption = self._resumption
        return {
            "loop": self._definition(strategies),
            "grid": grid_record(self._start),
            "is_watched": self._is_watched,
            "later": resumption
            and [grid_record(resumption.grid), resumption.steps, dict(resumption.counts)],
        }

    def _repeat(self, host: PluginHost) -> None:
        """Let `host`, in which some plugins are not loaded, carry out this run once more.

        The run before it comes first: what breaks a guest may show only when that is over. Raises
        GuestDied as the run did.
        """
        for run in (self._loop.former or self, self):
            known = [each for each in run._strategies if self._is_known(each, host)]
            board, event = run._start, None
            for record in chain.from_iterable(host.results("run", run._request(known))):
                try:
                    event = event_of(record, board)
                except RecordError as error:
                    raise GuestDied(f"{NO_RECORD}: {error}") from error
                board = getattr(event, "grid", board)
            if not isinstance(event, Ended):
                raise GuestDied(NO_END)

    def _is_known(self, component: Component, host: PluginHost) -> bool:
        return component.is_bundled or component.origin.source not in host.lost

    @property
    def _has_foreign_parts(self) -> bool:
        return any(not each.is_bundled for each in self._parts)

    @property
    def _parts(self) -> list[Component]:
        return [*self._strategies, *([self._fallback] if self._fallback else [])]

    def _definition(self, strategies: Sequence[Component]) -> str:
        """Return what makes the loop, as text: the guest keeps each loop that it knows."""
        fallback = self._fallback
        return json.dumps(
            {
                "strategies": components_record(strategies),
                "settings": asdict(self._loop.settings),
                "fallback": fallback
                and {"id": fallback.id, "options": options_record(fallback.options)},
            }
        )

    def _event(self, record: Any) -> Event:
        """Return the event of a `record`, and note what is needed to go on after it."""
        event = told_event(record, self._board)
        self._board = getattr(event, "grid", self._board)
        if isinstance(event, Stepped):
            self._steps = event.number
            self._counts[event.strategy.id] = self._counts.get(event.strategy.id, 0) + 1
        return event

    def _after(self, death: GuestDied) -> Iterator[Event]:
        """Prepare the next attempt after a `death`; yield a fault if no later attempt will."""
        last, self._last_death = self._last_death, death
        is_same_call = last is not None and death.n_call == last.n_call
        if death.is_maybe_outside and not (death.n_call and is_same_call):
            self._repeats += 1
            if self._repeats <= MOST_REPEATS:
                return
        subject = death.subject
        if subject and subject.label == "strategy" and death.n_call and not self._deadly:
            self._deadly = DeadlyCall(death.n_call, death.why, death.line)
            self._supervisor.bench("strategy", subject.id, death)
        else:
            yield from self._without_culprit(death)

    def _without_culprit(self, death: GuestDied) -> Iterator[Event]:
        """Go on from the last board without the cause of `death`; yield its fault if known."""
        key = (death.subject.label, death.subject.id) if death.subject else None
        culprit = next((each for each in self._parts if (each.label, each.id) == key), None)
        if culprit is None:
            self._supervisor.lose(death, self._repeat)
        else:
            self._supervisor.bench(culprit.kind, culprit.id, death)
            is_search = culprit is self._fallback
            author = search_author(culprit) if is_search else culprit.author
            yield Faulted(author, death.why, death.line)
        self._leave_out()
        self._deadly = None
        self._passed_on = []
        self._resumption = Resumption(self._board, self._steps, self._counts)

    def _leave_out(self) -> None:
        """Leave out what takes no further part."""
        why_out = self._supervisor.why_out
        self._strategies = [each for each in self._strategies if why_out(each) is None]
        if self._fallback and why_out(self._fallback) is not None:
            self._fallback = None

    def _with_notes(self, event: Event) -> Event:
        """Return `event`, at the end with notes about those that were out from the beginning."""
        if not (isinstance(event, Ended) and self._notes):
            return event
        return event._replace(notes=(*self._notes, *event.notes))


def told_event(record: Any, board: Grid) -> Event:
    """Return the event of a `record` from a guest, with the traceback of a fault."""
    event = event_of(record, board)
    if isinstance(event, Faulted) and record.get("trace"):
        return event._replace(error=FailedElsewhere(event.why, event.line, str(record["trace"])))
    return event


def _is_end(records: Any) -> bool:
    """Return whether these are the last records of a run."""
    last = records[-1] if isinstance(records, list) and records else None
    return isinstance(last, dict) and last.get("event") == "end"
