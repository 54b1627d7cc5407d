"""One run as far as it has been watched, and the goal of its cursor.

A `Worker`'s thread draws events from the run only on demand, one moment at a time, so that
reporters stay in step with the view: a step is reported when it has been shown whole, or passed.
The moves of a search come in batches, which the worker makes while the view has nothing to do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic

from sudoku_engine.api.events import (
    Event,
    Faulted,
    Rejected,
    Started,
    Stepped,
    TakenBack,
    Tried,
)
from sudoku_engine.api.run import Run
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.say import tell
from sudoku_frontends.pictures.event_scenes import scene_of, step_views, with_end
from sudoku_frontends.pictures.scene import WHOLE, Scene, StepView
from sudoku_frontends.player.background import Worker
from sudoku_plugins.session.hand_moves import Moment
from sudoku_plugins.session.playback import Playback

BATCH = 0.008
"""Seconds that the worker may spend on a batch: half of the time from tick to tick."""


@dataclass
class Goal:
    """The place to which a cursor goes.

    `wanted`: whether a moment is the goal; None: go to the last moment. `moves`: the number of
    moves to make in a search; None: any number. `stops_at_faults`: whether the cursor also stops
    at a fault.
    """

    wanted: Callable[[Moment], bool] | None
    moves: int | None = None
    stops_at_faults: bool = True

    def is_at(self, moment: Moment) -> bool:
        """Return whether the way ends at `moment`."""
        if self.wanted is None:
            return False
        is_fault = isinstance(moment.event, (Faulted, Rejected))
        return (is_fault and self.stops_at_faults) or self.wanted(moment)


def one_on(moves: int | None = 1) -> Goal:
    """Return the next moment as goal; in a search, the board after this number of `moves`."""
    return Goal(lambda moment: True, moves)


def to_other(strategy_id: str | None) -> Goal:
    """Return the next step of another strategy as goal."""
    return Goal(lambda moment: moment.strategy_id not in (None, strategy_id))


def to_same(strategy_id: str | None) -> Goal:
    """Return the next step of that strategy as goal."""
    return Goal(lambda moment: moment.strategy_id == strategy_id is not None)


def to_progress(progress: float, start: Grid) -> Goal:
    """Return the first moment whose board is about as full as `progress` says, from 0 to 1.

    If no board becomes as full, the end of the run is the goal.
    """
    most_open = start.n_open * (1 - progress) + 0.5
    return Goal(lambda moment: moment.grid.n_open <= most_open, stops_at_faults=False)


def to_end() -> Goal:
    """Return the end of the run as goal."""
    return Goal(None)


class RunPlayer:
    """Plays one `run`, whose events `worker` draws; `cursor` is its position."""

    def __init__(self, run: Run, worker: Worker) -> None:
        self.run = run
        self.cursor = Playback(run.grid, run)
        self._search_event: Tried | TakenBack | None = None  # the last event, if it is one of these
        self._moves = 0
        self._worker = worker
        self._goal: Goal | None = None
        self._is_drawing = False
        self._unreported: Stepped | None = None  # the last event, if it is one that is not reported
        self._half_revealed = -1  # the position of a step that is not shown whole
        self._view = 0
        self._request(1, False)  # its start

    @property
    def is_moving(self) -> bool:
        """Whether the cursor has a goal that it has not reached."""
        return self._goal is not None

    @property
    def is_started(self) -> bool:
        """Whether the run has begun."""
        return self.cursor.moment.event is not None

    @property
    def is_done(self) -> bool:
        """Whether nothing comes after the cursor."""
        return not self.cursor.wants_more and self.cursor.position + 1 == self.cursor.length

    @property
    def is_searching(self) -> bool:
        """Whether a search is under way at the cursor."""
        return self.cursor.wants_more and self._search_event is not None

    @property
    def is_at_fault(self) -> bool:
        """Whether the cursor is at a fault of a plugin."""
        return isinstance(self.cursor.moment.event, (Faulted, Rejected))

    @property
    def place(self) -> tuple[int, bool, int, StepView]:
        """Everything on which the scene depends: position, start, moves of the search, and view."""
        moves = self._moves if self.is_searching else 0
        return self.cursor.position, self.is_started, moves, self.view

    @property
    def view(self) -> StepView:
        """How much of the step at the cursor is revealed, and which of its branches."""
        if self.cursor.position != self._half_revealed:
            return WHOLE
        views = step_views(self.cursor.moment.event)
        return views[min(self._view, len(views) - 1)]

    def reveal(self) -> None:
        """Reveal more of a step, or continue to the next step and reveal a little of it."""
        if self.view != WHOLE:
            self._view += 1
        else:
            self._half_revealed, self._view = self.cursor.position + 1, 0
            self.go(one_on())

    def reveal_all(self) -> bool:
        """Reveal the whole step at the cursor; return whether something was hidden."""
        was_hidden = self.view != WHOLE
        self._half_revealed = -1
        return was_hidden

    def scene(self) -> Scene:
        """Return the scene at the cursor."""
        cursor, tally = self.cursor, self.run.tally
        if self._search_event and self.is_searching:
            board = cursor.searched_grid or self.run.grid
            return scene_of(self._search_event, board, self.run.grid, tally=tally)
        moment, event = cursor.moment, cursor.moment.event
        if event is None:
            return Scene(self.run.grid, title=self._puzzle)
        scene = scene_of(
            event,
            moment.grid,
            self.run.grid,
            number=cursor.position,
            tally=tally,
            authors=self.run.authors,
            **self.view._asdict(),
        )
        if isinstance(event, Started):
            scene = replace(scene, title=self._puzzle)
        return with_end(scene, event, self.run.ended, self.run.authors)

    @property
    def _puzzle(self) -> str:
        """Which puzzle it is, and of how many if that is known."""
        index, count = self.run.index, self.run.count
        if (index, count or 1) == (1, 1):
            return tell("The puzzle")
        if count:
            return tell("Puzzle {n:#} of {all:#}", n=index, all=count)
        return tell("Puzzle {n:#}", n=index)

    def go(self, goal: Goal) -> None:
        """Go to `goal`."""
        self._goal = goal

    def go_from_start(self, goal: Goal) -> None:
        """Go to the first moment of the run that is at `goal`."""
        self.cursor.home()
        self._goal = goal
        self._stop_at_goal()

    def halt(self) -> None:
        """Stay at this moment; an event that is being drawn still comes."""
        self._goal = None

    def move(self) -> None:
        """Move towards the goal, over the known moments."""
        while self._goal and self.cursor.forward(draw=False):
            self._stop_at_goal()
        if self._goal and not self.cursor.wants_more:
            self._goal = None

    def draw(self) -> None:
        """Request the next events if the goal is beyond the known moments."""
        if self._goal and self.cursor.wants_more and not self._is_drawing:
            self._request(self._goal.moves, self._goal.wanted is None)

    def report_shown(self) -> None:
        """Report the last step if it is shown whole now."""
        if self.cursor.position + 1 == self.cursor.length and self.view == WHOLE:
            self._report()

    def _report(self) -> None:
        if event := self._unreported:
            self._unreported = None
            self._worker.request(lambda: self.run.report(event), lambda _: None, is_owed=True)

    def _request(self, moves: int | None, is_to_end: bool) -> None:
        self._report()  # the run continues beyond it
        self._is_drawing = True
        self._worker.request(
            lambda: self._drawn(moves, is_to_end), lambda events: self._take(events, is_to_end)
        )

    def _drawn(self, moves: int | None, is_to_end: bool) -> list[Event]:
        """Return the next events: up to one moment, or more on the way to the end.

        They are reported, except for a step that ends the way: the view may reveal it bit by bit.
        """
        events: list[Event] = []
        deadline = monotonic() + BATCH
        while (event := self.run.draw()) is not None:
            events.append(event)
            is_move = isinstance(event, (Tried, TakenBack))
            if not is_to_end and isinstance(event, Stepped):
                break
            self.run.report(event)
            if not (is_move or is_to_end) or len(events) == moves or self._worker.is_stopped:
                break
            if monotonic() > deadline:
                break
        return events

    def _take(self, events: list[Event], is_to_end: bool) -> None:
        self._is_drawing = False
        if not events:  # the run ended without `Ended`
            self._goal = None
        elif isinstance(events[-1], Stepped) and not is_to_end:
            self._unreported = events[-1]
        for event in events:
            self.cursor.take(event)
            if isinstance(event, (Tried, TakenBack)):
                self._search_event = event
                self._moves += 1
                self._count_move()
            elif not isinstance(event, Started):
                self._search_event = None
                self._stop_at_goal()

    def _count_move(self) -> None:
        goal = self._goal
        if goal and goal.moves is not None:
            goal.moves -= 1
            if goal.moves <= 0:
                self._goal = None

    def _stop_at_goal(self) -> None:
        if self._goal and self._goal.is_at(self.cursor.moment):
            self._goal = None
