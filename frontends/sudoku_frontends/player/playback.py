"""One run as far as it has been watched, and where its cursor is on its way to.

Events are drawn from the run in a `Worker`'s thread and only when they are wanted, a moment at a
time, so that what is told elsewhere stays in step with the window. The moves of a search come in
batches, which the worker makes while the window has nothing to do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from sudoku_engine.api.events import Event, Faulted, Rejected, Started, Stepped, TakenBack, Tried
from sudoku_engine.api.run import Run
from sudoku_engine.picture.event_scenes import scene_of
from sudoku_engine.picture.scene import STAGES, Scene, Stage
from sudoku_engine.session.history import Moment
from sudoku_engine.session.workbench import Session
from sudoku_frontends.player.worker import Worker

BATCH = 0.008
"""Seconds that the worker may spend on a batch: half of the time from tick to tick."""


@dataclass
class Goal:
    """Where a cursor is on its way to.

    That is the next moment that is `wanted` (None: the last one), or as far as a search comes
    in so many `moves` (None: any number). A fault is halted at, but on the way to the last moment.
    """

    wanted: Callable[[Moment], bool] | None
    moves: int | None = None

    def is_at(self, moment: Moment) -> bool:
        """Whether the way ends at `moment`."""
        if self.wanted is None:
            return False
        return isinstance(moment.event, (Faulted, Rejected)) or self.wanted(moment)


def one_on(moves: int | None = 1) -> Goal:
    """To the next moment, whatever it is; in a search, so many `moves` on."""
    return Goal(lambda moment: True, moves)


def to_other(strategy_id: str | None) -> Goal:
    """To the next step of another strategy than that one."""
    return Goal(lambda moment: moment.strategy_id not in (None, strategy_id))


def to_same(strategy_id: str | None) -> Goal:
    """To the next step of that strategy."""
    return Goal(lambda moment: moment.strategy_id == strategy_id is not None)


def to_end() -> Goal:
    """To the end of the run."""
    return Goal(None)


class Reel:
    """One `run`, drawn by `worker`, with a cursor in a `session`."""

    def __init__(self, run: Run, worker: Worker) -> None:
        self.run = run
        self.session = Session(run.grid, run=run, source=run.source)
        self._searched: Tried | TakenBack | None = None  # the last event, where it is such a one
        self._moves = 0
        self._worker = worker
        self._goal: Goal | None = None
        self._is_asked = False
        self._staged = -1
        self._revealed = 0
        self._ask(1, False)  # that it has started

    @property
    def is_on_its_way(self) -> bool:
        """Whether the cursor has a goal that it has not reached."""
        return self._goal is not None

    @property
    def is_started(self) -> bool:
        """Whether the run has begun."""
        return self.session.moment.event is not None

    @property
    def is_done(self) -> bool:
        """Whether nothing comes after the cursor."""
        return not self.session.wants_more and self.session.position + 1 == self.session.length

    @property
    def is_searching(self) -> bool:
        """Whether the cursor is where a search is under way."""
        return self.session.wants_more and self._searched is not None

    @property
    def is_at_fault(self) -> bool:
        """Whether the cursor is at a fault of a plugin."""
        return isinstance(self.session.moment.event, (Faulted, Rejected))

    @property
    def place(self) -> tuple[int, bool, int, Stage]:
        """Where the cursor is, how far a search is there, and what is revealed of a step."""
        moves = self._moves if self.is_searching else 0
        return self.session.position, self.is_started, moves, self.stage

    @property
    def stage(self) -> Stage:
        """How much of the step at the cursor is revealed."""
        return STAGES[self._revealed] if self.session.position == self._staged else "change"

    def reveal(self) -> None:
        """Reveals more of a step, or goes on to the next one, of which little is revealed."""
        if self.stage != "change" and isinstance(self.session.moment.event, Stepped):
            self._revealed += 1
        else:
            self._staged, self._revealed = self.session.position + 1, 0
            self.go(one_on())

    def reveal_all(self) -> bool:
        """Reveals all of the step at the cursor; whether something was hidden."""
        was_hidden = self.stage != "change"
        self._staged = -1
        return was_hidden

    def scene(self) -> Scene:
        """What there is to see at the cursor."""
        session, tally = self.session, self.run.tally
        if self._searched and self.is_searching:
            board = session.searched_grid or self.run.grid
            return scene_of(self._searched, board, self.run.grid, tally=tally)
        moment = session.moment
        if moment.event is None:
            return Scene(self.run.grid, title="The puzzle")
        return scene_of(
            moment.event,
            moment.grid,
            self.run.grid,
            number=session.position,
            stage=self.stage,
            tally=tally,
        )

    def go(self, goal: Goal) -> None:
        """Sets out for `goal`."""
        self._goal = goal

    def halt(self) -> None:
        """Stays where it is, but for an event that is being drawn."""
        self._goal = None

    def move(self) -> None:
        """Moves on towards the goal, over the moments that there are."""
        while self._goal and self.session.forward(draw=False):
            self._look()
        if self._goal and not self.session.wants_more:
            self._goal = None

    def draw(self) -> None:
        """Has the next events drawn, where the goal is beyond the moments that there are."""
        if self._goal and self.session.wants_more and not self._is_asked:
            self._ask(self._goal.moves, self._goal.wanted is None)

    def _ask(self, moves: int | None, is_to_end: bool) -> None:
        self._is_asked = True
        self._worker.ask(lambda: self._drawn(moves, is_to_end), self._take)

    def _drawn(self, moves: int | None, is_to_end: bool) -> list[Event]:
        """The next events: to the next moment at the most, unless it goes on to the end."""
        events: list[Event] = []
        deadline = monotonic() + BATCH
        for event in self.run:
            events.append(event)
            is_move = isinstance(event, (Tried, TakenBack))
            if not (is_move or is_to_end) or len(events) == moves or self._worker.is_stopped:
                break
            if monotonic() > deadline:
                break
        return events

    def _take(self, events: list[Event]) -> None:
        self._is_asked = False
        if not events:  # of a run that does not end as it should
            self._goal = None
        take = self.session.take
        for event in events:
            take(event)
            if isinstance(event, (Tried, TakenBack)):
                self._searched = event
                self._moves += 1
                self._count_move()
            elif not isinstance(event, Started):
                self._searched = None
                self._look()

    def _count_move(self) -> None:
        goal = self._goal
        if goal and goal.moves is not None:
            goal.moves -= 1
            if goal.moves <= 0:
                self._goal = None

    def _look(self) -> None:
        """Halts where the goal is reached."""
        if self._goal and self._goal.is_at(self.session.moment):
            self._goal = None
