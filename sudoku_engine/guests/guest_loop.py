"""The core loop with a person's strategies: the host runs it, and a guest finds the steps.

The host believes nothing. It keeps its own board and its own counts, and treats everything from the
guest as a claim: the steps of each search, and the strategy at fault. Each step passes the host's
own guard and is applied to the host's own board. A fault of a bundled strategy counts only if the
strategy fails in the host, too. So the host's board decides the end of a run.

A strategy is called so often that the guest runs the same loop on its own, and sends its steps
ahead. When the guest dies in a call of a strategy, the run is repeated in a new guest up to that
call, which then counts as a fault, as if the strategy had raised an exception: so the same puzzle
gives the same events, no matter when the guest died. If that fails, or if a claim is false, the run
goes on from the last board without the plugin.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from sudoku_engine.api.events import Ended, Event, Faulted, Rejected
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import brief
from sudoku_engine.errors import RecordError, StepError
from sudoku_engine.guests.codec import Codec
from sudoku_engine.guests.host import GuestDied, PluginHost
from sudoku_engine.guests.supervisor import Supervisor
from sudoku_engine.plugins.calls import DeadlyCall
from sudoku_engine.plugins.component import Component, FailedElsewhere
from sudoku_engine.solving.guard import malformed, objection, refuted
from sudoku_engine.solving.loop import (
    Blame,
    Finder,
    FoundStep,
    Loop,
    LoopRun,
    Resumption,
    StepFinder,
)
from sudoku_engine.solving.settings import LoopSettings

MOST_REPEATS = 5
"""The most repeats of a run because something outside the program ended the guest."""

QUICK_LEVELS = ("easy", "medium")
"""The levels of bundled strategies that the host tries, too, if a guest has found nothing."""

Found = tuple[list[FoundStep], "Blame | None"]


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
        """The last run that ended."""
        self.upcoming: _GuestRun | None = None
        """The newest run, if it has not begun."""

    def events(
        self, grid: Grid, is_watched: bool = True, resumption: Resumption | None = None
    ) -> Iterator[Event]:
        """Yield the events on `grid`, from `Started` to `Ended`, lazily; see `Loop`.

        If the next run is made before this run is drawn, a guest begins it as soon as this run is
        over, while the events of this run are still being shown.
        """
        self.upcoming = _GuestRun(self, grid, is_watched, resumption)
        return self.upcoming.events()


class _HostLoop(Loop):
    """A loop in the host; a guest finds its steps for the `guest_run`."""

    guest_run: _GuestRun

    def finder(self, run: LoopRun) -> Finder:
        self.guest_run.loop_run = run
        return self.guest_run

    def own_finder(self, run: LoopRun) -> Finder:
        """Return the finder of a loop with our strategies alone."""
        time_limit = self.watchdog.time_limit()
        return StepFinder(self.settings, time_limit, run.solution_count.solution)


class _Diverged(Exception):
    """A repeated run went another way: a plugin acts differently on the same board."""


class _GuestRun:
    """One run: the claims of a guest, checked, and the continuation without that guest.

    `trial_host`: the host of a trial, which raises GuestDied instead of continuing.
    """

    loop_run: LoopRun

    def __init__(
        self,
        loop: GuestLoop,
        grid: Grid,
        is_watched: bool,
        resumption: Resumption | None,
        trial_host: PluginHost | None = None,
    ) -> None:
        self._loop = loop
        self._supervisor = loop.supervisor
        self._is_watched = is_watched
        self._start = grid
        self._resumption = resumption
        self._strategies = list(loop.strategies)
        self._host_loop: _HostLoop | None = None
        self.is_trial = trial_host is not None
        self._host = trial_host
        self._lists: Iterator[Any] | None = None
        self._to_skip: list[Any] = []
        self._passed_on: list[Any] = []
        self._is_over = False
        self._deadly: DeadlyCall | None = None
        self._last_death: GuestDied | None = None
        self._repeats = 0

    def begin(self, host: PluginHost) -> bool:
        """Make the idle `host` begin the run; return whether it does."""
        self._leave_out()
        if not self._has_foreign_strategies:
            return False
        with suppress(GuestDied):  # it begins later, in another guest
            self._host, self._lists = host, host.results("run", self._request())
        return self._lists is not None

    def events(self) -> Iterator[Event]:
        loop = self._loop
        if loop.upcoming is self:
            loop.upcoming = None
        if self._lists is None and not self.is_trial:
            self._leave_out()
        parts = (
            [] if self.is_trial else [*loop.strategies, *([loop.fallback] if loop.fallback else ())]
        )
        notes = tuple(
            f"{each.id} sat out after a fault on an earlier board: {why}"
            for each in parts
            if each not in self._strategies and (why := self._supervisor.why_out(each))
        )
        fallback = loop.fallback if parts else None
        if fallback is not None and self._supervisor.why_out(fallback) is not None:
            fallback = None
        self._host_loop = _HostLoop(list(self._strategies), loop.settings, fallback)
        self._host_loop.guest_run = self
        try:
            for event in self._host_loop.events(self._start, self._is_watched, self._resumption):
                if isinstance(event, Ended):
                    loop.former = loop.former if self.is_trial else self
                    event = event._replace(notes=(*notes, *event.notes)) if notes else event
                yield event
        finally:
            self._give_back()

    def find(
        self, grid: Grid, strategies: Sequence[Component], after_a_step: Sequence[Component]
    ) -> Found:
        """Return the next steps on `grid`, and the strategy that was at fault after them."""
        while True:
            if not self._has_foreign_strategies:
                known = self._strategies
                assert self._host_loop is not None
                return self._host_loop.own_finder(self.loop_run).find(
                    grid,
                    [each for each in strategies if each in known],
                    [each for each in after_a_step if each in known],
                )
            if self._is_over:
                return [], None
            try:
                records = self._next()
                found = self._checked(records, grid, strategies, after_a_step)
            except GuestDied as death:
                self._end_guest()
                if self.is_trial:
                    raise
                blame = self._after(death, grid)
            except _Diverged:
                self._end_guest()
                assert self._last_death is not None
                blame = self._without_culprit(self._last_death, grid)
            else:
                self._passed_on += records or [None]
                if self._is_over:
                    self._pass_on_guest()
                return found
            if blame is not None:
                return [], blame

    def _next(self) -> list[Any]:
        """Return the records of the next search; raise GuestDied or _Diverged."""
        if self._host is None:
            self._host = self._supervisor.lend()
        if self._lists is None:
            self._to_skip = list(self._passed_on)
            self._lists = self._host.results("run", self._request(), self._deadly)
        for result in self._lists:
            if not (isinstance(result, list) and len(result) == 2 and isinstance(result[0], list)):
                raise GuestDied("it sends steps that cannot be read")
            records, self._is_over = list(result[0]) or [None], bool(result[1])
            if self._is_over:
                for _ in self._lists:  # until the guest says that the request is done
                    raise GuestDied("it goes on after its last step")
            n_known = min(len(records), len(self._to_skip))
            if records[:n_known] != self._to_skip[:n_known]:
                raise _Diverged
            del self._to_skip[:n_known]
            if new := records[n_known:]:
                return [record for record in new if record is not None]
            if self._is_over:
                return []
        self._is_over = True
        return []

    def _checked(
        self,
        records: list[Any],
        grid: Grid,
        strategies: Sequence[Component],
        after_a_step: Sequence[Component],
    ) -> Found:
        """Return the steps that the `records` claim on `grid`; raise GuestDied for a lie."""
        settings = self._loop.settings
        codec = Codec(grid.layout)
        active = {each.id: each for each in after_a_step if each in self._strategies}
        solution = self.loop_run.solution_count.solution
        check = objection if settings.guard else malformed
        found: list[FoundStep] = []
        for record in records:
            try:
                name, claim = record
                claim = codec.value(claim)
                component = active.get(name)
                if component is None:
                    raise GuestDied(f"it tells of {brief(name)}, which takes no part")
                if isinstance(claim, (Faulted, Rejected)):
                    blame = self._fault(component, grid, claim)
                    if record is not records[-1]:
                        raise GuestDied("it tells of steps after a fault")
                    return found, blame
                if why := check(claim, grid, solution):
                    raise GuestDied(f"it gives a wrong step in the name of {name}: {why}")
                if not settings.is_survey:
                    grid = grid.apply(claim)
            except (RecordError, StepError, ValueError, TypeError, IndexError) as error:
                raise GuestDied(f"it sends steps that cannot be read: {error}") from error
            found.append(FoundStep(component, claim, grid))
        if not found:
            for each in strategies:
                is_quick = each.is_bundled and each.level in QUICK_LEVELS
                if is_quick and next(iter(each.call(grid) or ()), None) is not None:
                    raise GuestDied(f"it says that {each.id} finds nothing, which finds a step")
        return found, None

    def _fault(self, component: Component, grid: Grid, claim: Faulted | Rejected) -> Blame:
        """Return the blame for a fault that the guest claims; raise GuestDied for a lie."""
        settings = self._loop.settings
        solution = self.loop_run.solution_count.solution
        why, line = str(claim.why), int(claim.line)
        if component.is_bundled:  # it is called here; that alone counts
            assert self._host_loop is not None
            own = self._host_loop.own_finder(self.loop_run)
            _, blame = own.find(grid, [component], [component])
            if blame is None:
                lying = f"it says that {component.id} is at fault, which is not"
                raise GuestDied(lying, is_maybe_outside="come back" in why)
            return blame
        if isinstance(claim, Rejected):
            step, check = claim.step, objection if settings.guard else malformed
            if not isinstance(step, Step):
                raise GuestDied(f"it says that {brief(step)} is a step")
            objected = check(step, grid, solution) or _cannot_be_done(step, grid)
            if not objected:
                raise GuestDied(f"it says that a step of {component.id} is wrong, which is right")
            why = objected + self._doubt(component, grid)
            wrong = refuted(step, grid, solution)
            return Blame(component, Rejected(component.author, step, why, line, grid, wrong))
        trace = getattr(claim.error, "trace", "")
        error = FailedElsewhere(why, line, trace) if trace else None
        why += self._doubt(component, grid)
        return Blame(component, Faulted(component.author, why, line, error))

    def _doubt(self, component: Component, grid: Grid) -> str:
        """Return the doubt about a fault of `component` that only other files have reported.

        Raises GuestDied if another file, loaded alone, makes the guest lie.
        """
        seconds = self._loop.settings.step_timeout
        if self.is_trial or self._supervisor.fails_alone(component, grid, seconds):
            return ""
        if self._supervisor.has_liar_besides(component, self._repeat):
            raise GuestDied(f"it says that {component.id} is at fault, which is not")
        return ", as told by a process with other plugins; alone it does not fail on this board"

    def _after(self, death: GuestDied, grid: Grid) -> Blame | None:
        """Prepare the next attempt after a `death`; return the blame if there is none."""
        last, self._last_death = self._last_death, death
        is_same_call = last is not None and death.n_call == last.n_call
        if death.is_maybe_outside and not (death.n_call and is_same_call):
            self._repeats += 1
            if self._repeats <= MOST_REPEATS:
                return None
        subject = death.subject
        if subject and subject.label == "strategy" and death.n_call and not self._deadly:
            self._deadly = DeadlyCall(death.n_call, death.why, death.line)
            self._supervisor.bench("strategy", subject.id, death)
            return None
        return self._without_culprit(death, grid)

    def _without_culprit(self, death: GuestDied, grid: Grid) -> Blame | None:
        """Continue from `grid` without the cause of `death`; return the blame for it, if known."""
        subject, blame = death.subject, None
        name = subject.id if subject and subject.label == "strategy" else None
        culprit = next((each for each in self._strategies if each.id == name), None)
        if culprit is None:
            self._supervisor.lose(death, self._repeat)
        else:
            self._supervisor.bench("strategy", culprit.id, death)
            blame = Blame(culprit, Faulted(culprit.author, death.why, death.line))
        self._leave_out()
        self._deadly = None
        self._passed_on = []
        self._resumption = Resumption(grid, self.loop_run.steps, dict(self.loop_run.counts))
        return blame

    def _repeat(self, host: PluginHost) -> None:
        """Make `host`, in which some plugins are not loaded, repeat this run.

        The previous run is repeated first, since its damage may only show after its end. Raises
        GuestDied as the run did.
        """
        for run in (self._loop.former or self, self):
            trial = _GuestRun(self._loop, run._start, False, run._resumption, host)
            lost = host.lost
            trial._strategies = [
                each
                for each in run._strategies
                if each.is_bundled or each.origin.source not in lost
            ]
            for _ in trial.events():
                pass

    def _request(self) -> dict[str, Any]:
        """Return the request of a run; the guest keeps each loop by its text."""
        codec, later = Codec(), self._resumption
        has_reasons = self._is_watched and self._loop.has_reasons
        board = [self._start, has_reasons, later and (later.grid, later.steps)]
        return {
            "loop": _loop_text((*self._strategies,), self._loop.settings),
            "board": codec.data(board),
        }

    def _pass_on_guest(self) -> None:
        """Make the guest, which has finished this run, begin the next run, if any."""
        upcoming = self._loop.upcoming
        host, self._lists = self._host, None
        if host is not None and upcoming is not None and not self.is_trial and upcoming.begin(host):
            self._host = None
        else:
            self._give_back()

    def _give_back(self) -> None:
        host, lists, self._host, self._lists = self._host, self._lists, None, None
        if lists is not None:
            lists.close()  # type: ignore[attr-defined]
        if host is not None and not self.is_trial:
            self._supervisor.take_back(host)

    def _end_guest(self) -> None:
        self._is_over = False
        self._lists = None
        if self._host is not None:
            self._host.end()
        self._give_back()

    @property
    def _has_foreign_strategies(self) -> bool:
        return any(not each.is_bundled for each in self._strategies)

    def _leave_out(self) -> None:
        """Leave out the strategies that take no further part."""
        why_out = self._supervisor.why_out
        self._strategies = [each for each in self._strategies if why_out(each) is None]


@lru_cache(8)
def _loop_text(strategies: tuple[Component, ...], settings: LoopSettings) -> str:
    return json.dumps(Codec().data(([*strategies], settings)))


def _cannot_be_done(step: Step, grid: Grid) -> str | None:
    try:
        grid.apply(step)
    except StepError as error:
        return str(error)
    return None
