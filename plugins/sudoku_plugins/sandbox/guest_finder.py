"""The core loop with a person's strategies: the host runs it, and a guest finds the steps.

The host believes nothing. It keeps its own board and its own counts, and treats everything from the
guest as a claim: the steps of each search, and the strategy at fault. Each step passes the host's
own guard and is applied to the host's own board. A fault of a bundled strategy counts only if the
strategy fails in the host, too. So the host's board decides the end of a run.

A strategy is called so often that the guest runs the same loop on its own, and sends its steps
ahead, several at a time. When the guest dies in a call of a strategy, a new guest goes on from the
last board carefully: it sends each step before the next call. If it dies again, the call counts as
a fault, as if the strategy had raised an exception: so the same puzzle gives the same events, no
matter when the guest died. If a claim is false, the run goes on without the plugin.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from sudoku_engine import Faulted, Grid, LoopSettings, Rejected, Step
from sudoku_engine.board.words import brief
from sudoku_engine.errors import RecordError, StepError
from sudoku_engine.plugins.calls import Subject
from sudoku_engine.plugins.component import Component, FailedElsewhere
from sudoku_engine.solving.finder import Blame, FoundStep, PlainFinder
from sudoku_engine.solving.guard import malformed, objection, refuted
from sudoku_engine.solving.loop import run_events
from sudoku_engine.solving.run_state import Resumption, RunState
from sudoku_plugins.sandbox.codec import Codec
from sudoku_plugins.sandbox.host import GuestDied, Host
from sudoku_plugins.sandbox.supervisor import Supervisor

MOST_REPEATS = 5
"""The most guests of a run that something outside the program may end."""

QUICK_LEVELS = ("easy", "medium")
"""The levels of bundled strategies that the host tries, too, if a guest has found nothing."""

Found = tuple[list[FoundStep], "Blame | None"]


class GuestFinder:
    """Finds the steps of a `run` in a guest: checks its claims, and goes on without that guest.

    If the next run is made before the events of this one are drawn, the guest begins it as soon as
    this run is over, while the events of this run are still being shown.

    `trial_host`: the host of a trial, which raises GuestDied instead of continuing.
    """

    def __init__(
        self, run: RunState, supervisor: Supervisor, trial_host: Host | None = None
    ) -> None:
        self._run = run
        self._settings = run.settings
        self._supervisor = supervisor
        self._resumption = run.resumption
        self._strategies = list(run.lineup.strategies)
        self.is_trial = trial_host is not None
        self._host = trial_host
        self._lists: Iterator[Any] | None = None
        self._is_over = False
        self._is_careful = False
        self._last_death: tuple[Grid, Subject | None] | None = None
        self._repeats = 0
        if not self.is_trial:
            supervisor.upcoming = self

    def begin_ahead(self, host: Host) -> bool:
        """Make the idle `host` begin the run; return whether it does."""
        self._leave_out()
        if not self._has_foreign_strategies:
            return False
        with suppress(GuestDied):  # it begins later, in another guest
            self._host, self._lists = host, host.results("run", self._request())
        return self._lists is not None

    def begin(self) -> None:
        """Leave out what takes no further part; note what was at fault on an earlier board."""
        run, why_out = self._run, self._supervisor.why_out
        if self._supervisor.upcoming is self:
            self._supervisor.upcoming = None
        if self._lists is None and not self.is_trial:
            self._leave_out()
        out = [each for each in run.lineup.strategies if each not in self._strategies]
        if self.is_trial:
            run.fallback = None
        elif run.fallback is not None and why_out(run.fallback) is not None:
            out.append(run.fallback)
            run.fallback = None
        run.leave_out(out)
        for each in out:
            run.counts.pop(each.id, None)
            if not self.is_trial and (why := why_out(each)):
                run.notes.append(f"{each.id} sat out after a fault on an earlier board: {why}")

    def end(self) -> None:
        """Give the guest back."""
        if not self.is_trial:
            self._supervisor.former = self
        self._give_back()

    def find(
        self, grid: Grid, strategies: Sequence[Component], after_a_step: Sequence[Component]
    ) -> Found:
        """Return the next steps on `grid`, and the strategy that was at fault after them."""
        while True:
            if not self._has_foreign_strategies:
                known = self._strategies
                return PlainFinder(self._run).find(
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
                blame = self._after(death, grid, strategies)
            else:
                if self._is_over:
                    self._pass_on_guest()
                return found
            if blame is not None:
                return [], blame

    def _next(self) -> list[Any]:
        if self._host is None:
            self._host = self._supervisor.lend()
        if self._lists is None:
            self._lists = self._host.results("run", self._request())
        result = next(self._lists, None)
        if not (isinstance(result, list) and len(result) == 2 and isinstance(result[0], list)):
            raise GuestDied("it sends steps that cannot be read")
        records, self._is_over = result[0], bool(result[1])
        if self._is_over:
            for _ in self._lists:  # until the guest says that the request is done
                raise GuestDied("it goes on after its last step")
        return records

    def _checked(
        self,
        records: list[Any],
        grid: Grid,
        strategies: Sequence[Component],
        after_a_step: Sequence[Component],
    ) -> Found:
        """Return the steps that the `records` claim on `grid`; raise GuestDied for a lie."""
        settings = self._settings
        codec = Codec(grid.layout)
        active = {each.id: each for each in after_a_step if each in self._strategies}
        solution = self._run.solution_count.solution
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
        settings = self._settings
        solution = self._run.solution_count.solution
        why, line = str(claim.why), int(claim.line)
        if component.is_bundled:  # it is called here; that alone counts
            _, blame = PlainFinder(self._run).find(grid, [component], [component])
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
        seconds = self._settings.step_timeout
        if self.is_trial or self._supervisor.fails_alone(component, grid, seconds):
            return ""
        if self._supervisor.has_liar_besides(component, self._repeat):
            raise GuestDied(f"it says that {component.id} is at fault, which is not")
        return ", as told by a process with other plugins; alone it does not fail on this board"

    def _after(self, death: GuestDied, grid: Grid, strategies: Sequence[Component]) -> Blame | None:
        """Continue from `grid` without the cause of `death`; return the blame for it, if known."""
        blame = None
        last, self._last_death = self._last_death, (grid, death.subject)
        is_in_call = _is_of_strategy(death) and death.n_call > 0
        is_again = is_in_call and self._last_death == last
        if death.is_maybe_outside and not is_again and self._repeats < MOST_REPEATS:
            self._repeats += 1
        elif is_in_call and not (self._is_careful or death.is_late):
            self._is_careful = True
        else:
            blame = self._blame(death)
        if self._settings.is_survey:  # those before found their steps
            self._strategies = self._strategies[self._strategies.index(strategies[0]) :]
        self._leave_out()
        self._resumption = Resumption(grid, self._run.steps, dict(self._run.counts))
        return blame

    def _blame(self, death: GuestDied) -> Blame | None:
        """Bench the strategy at fault, and return the blame; lose the file if it is unknown."""
        name = death.subject.id if death.subject and _is_of_strategy(death) else None
        culprit = next((each for each in self._strategies if each.id == name), None)
        if culprit is None:
            self._supervisor.lose(death, self._repeat)
            return None
        self._supervisor.benched["strategy", culprit.id] = death
        return Blame(culprit, Faulted(culprit.author, death.why, death.line))

    def _repeat(self, host: Host) -> None:
        """Make `host`, in which some plugins are not loaded, repeat this run.

        The previous run is repeated first, since its damage may only show after its end. Raises
        GuestDied as the run did.
        """
        former = self._supervisor.former
        for each in (former if isinstance(former, GuestFinder) else self, self):
            run = RunState(each._run.lineup, each._run.start, False, each._resumption)
            trial = GuestFinder(run, self._supervisor, host)
            trial._strategies = [
                strategy
                for strategy in each._strategies
                if strategy.is_bundled or strategy.origin.source not in host.lost
            ]
            for _ in run_events(run, trial):
                pass

    def _request(self) -> dict[str, Any]:
        """Return the request of a run; the guest keeps each loop by its text."""
        codec, later = Codec(), self._resumption
        has_reasons = self._run.is_watched and self._run.lineup.has_reasons
        resumption = later and (later.grid, later.steps)
        board = [self._run.start, has_reasons, resumption, self._is_careful]
        return {
            "loop": _loop_text((*self._strategies,), self._settings),
            "board": codec.data(board),
        }

    def _pass_on_guest(self) -> None:
        """Make the guest, which has finished this run, begin the next run, if any."""
        upcoming = self._supervisor.upcoming
        host, self._lists = self._host, None
        is_taken = (
            host is not None
            and not self.is_trial
            and isinstance(upcoming, GuestFinder)
            and upcoming.begin_ahead(host)
        )
        if is_taken:
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
        why_out = self._supervisor.why_out
        self._strategies = [each for each in self._strategies if why_out(each) is None]


def _is_of_strategy(death: GuestDied) -> bool:
    return death.subject is not None and death.subject.label == "strategy"


@lru_cache(8)
def _loop_text(strategies: tuple[Component, ...], settings: LoopSettings) -> str:
    return json.dumps(Codec().data(([*strategies], settings)))


def _cannot_be_done(step: Step, grid: Grid) -> str | None:
    try:
        grid.apply(step)
    except StepError as error:
        return str(error)
    return None
