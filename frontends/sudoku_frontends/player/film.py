"""A run as a film: paused, played, stepped through in both directions, revealed in stages.

A `Film` takes keys and clicks, and shows scenes on the `View` that it is given. A `RunPlayer` is
one run as far as it has been watched, and the goal of its cursor. A `Worker`'s thread draws events
from the run only on demand, one moment at a time, so that reporters stay in step with the view: a
step is reported when it has been shown whole, or passed. The moves of a search come in batches,
which the worker makes while the view has nothing to do.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import monotonic

from sudoku_engine import Event, Faulted, Rejected, Run, Started, Stepped, TakenBack, Tried
from sudoku_engine.board.say import tell
from sudoku_frontends.pictures.board_picture import frame_of_scene
from sudoku_frontends.pictures.captions import progress_at
from sudoku_frontends.pictures.event_scenes import scene_of, step_views, with_end
from sudoku_frontends.pictures.scene import WHOLE, Scene, StepView
from sudoku_frontends.pictures.themes import theme_after, theme_named
from sudoku_frontends.player.background import Worker
from sudoku_frontends.player.view import FRAME, Click, Input, Key, View
from sudoku_plugins.session.hand_moves import Moment
from sudoku_plugins.session.playback import ACTIONS, Playback, help_lines

BATCH = 0.008
"""Seconds that the worker may spend on a batch: half of the time from tick to tick."""


def action_of(given: Input, actions: Mapping[str, str]) -> str:
    """Return the action of a key by `actions`, or of a click; empty if it has none."""
    if isinstance(given, Click):
        return {1: "forward", 3: "back"}.get(given.button, "")
    return actions.get(given.name, "") if isinstance(given, Key) else ""


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
                if self._goal and self._goal.moves is not None:
                    self._goal.moves -= 1
                    if self._goal.moves <= 0:
                        self._goal = None
            elif not isinstance(event, Started):
                self._search_event = None
                self._stop_at_goal()

    def _stop_at_goal(self) -> None:
        if self._goal and self._goal.is_at(self.cursor.moment):
            self._goal = None


PATIENCE = 0.2
"""Seconds after which the view says that a strategy is thinking."""
SHORTEST, LONGEST = 0.0001, 30.0
"""Limits of the delay in seconds; below the shortest, the film plays as fast as it can."""
BREAK = 0.25
"""Seconds of delay that the film does not make up for."""
MOVES = ("forward", "back", "reveal", "other", "same", "home", "end", "next", "previous")
"""The actions that end playing."""
SWITCHES = {
    "candidates": "has_candidates",
    "labels": "has_labels",
    "zoom": "is_near",
    "help": "_has_help",
}
"""What some actions turn on and off."""
KEYS = "← → step · r reveals · ? all keys"


class Film:
    """Shows the `runs` one at a time, each from its start; it keeps those already shown.

    `delay`: seconds from step to step while it plays. `theme`, `has_candidates` and `has_labels`:
    how it looks at first. A run that is never shown is never begun.
    """

    def __init__(
        self,
        runs: Iterable[Run],
        *,
        delay: float = 0.8,
        theme: str = "light",
        has_candidates: bool = True,
        has_labels: bool = True,
        is_playing: bool = False,
    ) -> None:
        self.delay = delay
        self.theme = theme_named(theme)
        self.has_candidates = has_candidates
        self.has_labels = has_labels
        self.is_playing = is_playing
        self.is_near = False
        self.is_closed = False
        self._has_help = False
        self._note = ""
        self._due = 0.0
        self._runs = iter(runs)
        self._players: list[RunPlayer] = []
        self._place = 0
        self._is_reading = False
        self._worker = Worker()
        self._event_scene: Scene
        self._shown: Scene
        self._keys: tuple[Hashable, Hashable] = ((), ())
        self._read()

    @property
    def player(self) -> RunPlayer | None:
        """The player of the present run; None while the first run is being read."""
        return self._players[self._place] if self._players else None

    @property
    def is_waiting(self) -> bool:
        """Whether requested work is not done yet."""
        return self._worker.is_busy

    def stop(self) -> None:
        """End the film; working strategies end soon after."""
        self._worker.stop()

    def tick(self, view: View, now: float, inputs: Sequence[Input]) -> None:
        """Act on the inputs, move on when it is time, and show the scene."""
        for given in inputs:
            self._act_on(given, view.size)
        self._worker.collect()
        player = self.player
        if player:
            self._play(player, now)
            player.move()
            view.show(self._scene(player, now), self.theme, f"{player.run.title} - Sudoku")
            player.report_shown()
            player.draw()  # last, since a working strategy slows down the view
        if self.is_closed:
            view.close()

    def _play(self, player: RunPlayer, now: float) -> None:
        if not self.is_playing or player.is_moving:
            return
        if not player.is_started:
            self._due = now + self.delay
            return
        if player.is_done or (self._due and player.is_at_fault):
            self.is_playing = False
            return
        if now - self._due > BREAK:
            self._due = now
        early = now + FRAME / 2 - self._due
        if early < 0:
            return
        if self.delay < SHORTEST:
            player.go(one_on(None))
        else:
            moves = 1 + int(early / self.delay)
            self._due += moves * self.delay
            player.go(one_on(moves))

    def _act_on(self, given: Input, size: tuple[int, int]) -> None:
        self._note = ""
        action = action_of(given, ACTIONS)
        if action == "quit":
            self.is_closed = True
        elif action and self.player:
            progress = None
            if isinstance(given, Click) and not self._has_help:
                frame = frame_of_scene(self._shown, *size)
                progress = progress_at(self._shown, frame, given.x, given.y)
            if progress is not None or action in MOVES:
                self.is_playing = False
                self.player.halt()
            if progress is not None:
                self._jump(self.player, progress)
            elif switch := SWITCHES.get(action):
                setattr(self, switch, not getattr(self, switch))
            elif action == "reveal":
                self.player.reveal()
            elif action in ("back", "home"):
                getattr(self.player.cursor, action)()
            else:
                getattr(self, f"_{action}")(self.player)

    def _jump(self, player: RunPlayer, progress: float) -> None:
        """Go to the first board that is about as full as `progress` says, else to the end."""
        if player.is_searching:
            self._note = "the bar leads to steps, not into a search"
        elif player.is_started:
            most_open = player.run.grid.n_open * (1 - progress) + 0.5
            player.go_from_start(
                Goal(lambda moment: moment.grid.n_open <= most_open, stops_at_faults=False)
            )

    def _play_or_pause(self, player: RunPlayer) -> None:
        self.is_playing = not self.is_playing
        self._due = 0.0
        player.halt()

    def _forward(self, player: RunPlayer) -> None:
        if not player.reveal_all():
            player.go(one_on())

    def _other(self, player: RunPlayer) -> None:
        now = player.cursor.moment.strategy_id
        player.go(Goal(lambda moment: moment.strategy_id not in (None, now)))

    def _same(self, player: RunPlayer) -> None:
        strategy_id = player.cursor.moment.strategy_id
        if strategy_id is None:
            self._note = "N goes from a step to the next one of its strategy"
        else:
            player.go(Goal(lambda moment: moment.strategy_id == strategy_id))

    def _end(self, player: RunPlayer) -> None:
        player.go(Goal(None))

    def _faster(self, player: RunPlayer) -> None:
        self.delay = self.delay / 2 if self.delay >= SHORTEST else 0.0
        self._show_speed()

    def _slower(self, player: RunPlayer) -> None:
        self.delay = min(LONGEST, 2 * self.delay) if self.delay else SHORTEST
        self._show_speed()

    def _show_speed(self) -> None:
        self._due = 0.0
        if self.delay < SHORTEST:
            self._note = "as fast as possible"
        elif self.delay < 0.1:
            self._note = f"{1 / self.delay:,.0f} steps a second"
        else:
            self._note = f"{self.delay:.3g} s a step"

    def _theme(self, player: RunPlayer) -> None:
        self.theme = theme_after(self.theme)

    def _next(self, player: RunPlayer) -> None:
        if self._place + 1 < len(self._players):
            self._place += 1
        elif not self._is_reading:
            self._read()

    def _previous(self, player: RunPlayer) -> None:
        if self._place:
            self._place -= 1
        else:
            self._note = "this is the first puzzle"

    def _read(self) -> None:
        self._is_reading = True
        self._worker.request(lambda: next(self._runs, None), self._take_run)

    def _take_run(self, run: Run | None) -> None:
        self._is_reading = False
        if run is not None:
            self._players.append(RunPlayer(run, self._worker))
            self._place = len(self._players) - 1
        elif self._players:
            self._note = "this is the last puzzle"
        else:
            self.is_closed = True

    def _scene(self, player: RunPlayer, now: float) -> Scene:
        """Return the present scene, the same object as long as nothing changes."""
        moment, status = (self._place, *player.place), self._status(player, now)
        shown = self.has_candidates, self.has_labels, self.is_near, self._has_help
        look = (moment, status, *shown)
        if moment != self._keys[0]:
            self._event_scene = player.scene()
        if look != self._keys[1]:
            self._shown = replace(
                self._event_scene,
                status=status,
                has_candidates=self.has_candidates and self._event_scene.has_candidates,
                has_labels=self.has_labels,
                is_near=self.is_near,
                help=help_lines() if self._has_help else (),
            )
        self._keys = moment, look
        return self._shown

    def _status(self, player: RunPlayer, now: float) -> str:
        if self._worker.busy_for(now) > PATIENCE:
            return "reading…" if self._is_reading else "thinking…"
        if self._note:
            return self._note
        return f"space {'pauses' if self.is_playing else 'plays'} · {KEYS}"
