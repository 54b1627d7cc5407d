"""A run as a film: paused, played, stepped through in both directions, revealed in stages.

It takes keys and clicks, and shows scenes on the `View` that it is given.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace

from sudoku_engine.api.run import Run
from sudoku_frontends.pictures.board_picture import frame_of_scene
from sudoku_frontends.pictures.captions import progress_at
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.themes import theme_after, theme_named
from sudoku_frontends.player.background import Worker
from sudoku_frontends.player.playback import (
    RunPlayer,
    one_on,
    to_end,
    to_other,
    to_progress,
    to_same,
)
from sudoku_frontends.player.view import FRAME, Click, Input, Key, View
from sudoku_plugins.session.playback import ACTIONS, help_lines

PATIENCE = 0.2
"""Seconds after which the view says that a strategy is thinking."""
SHORTEST, LONGEST = 0.0001, 30.0
"""Limits of the delay in seconds; below the shortest, the film plays as fast as it can."""
BREAK = 0.25
"""Seconds of delay that the film does not make up for."""
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
            view.show(self._scene(player, now), self.theme, _title(player.run))
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
        if isinstance(given, Click):
            action = {1: "forward", 3: "back"}.get(given.button)
        else:
            action = ACTIONS.get(given.name) if isinstance(given, Key) else None
        if action == "quit":
            self.is_closed = True
        elif action and self.player:
            progress = self._progress_at(given, size)
            if progress is None:
                getattr(self, f"_{action}")(self.player)
            else:
                self._jump(self.player, progress)

    def _progress_at(self, given: Input, size: tuple[int, int]) -> float | None:
        """Return the progress at a click on the bar."""
        if not isinstance(given, Click) or self._has_help:
            return None
        return progress_at(self._shown, frame_of_scene(self._shown, *size), given.x, given.y)

    def _jump(self, player: RunPlayer, progress: float) -> None:
        """Go to the first board that is as full as `progress` says."""
        self._pause(player)
        if player.is_searching:
            self._note = "the bar leads to steps, not into a search"
        elif player.is_started:
            player.go_from_start(to_progress(progress, player.run.grid))

    def _play_or_pause(self, player: RunPlayer) -> None:
        self.is_playing = not self.is_playing
        self._due = 0.0
        player.halt()

    def _forward(self, player: RunPlayer) -> None:
        self.is_playing = False
        if not player.reveal_all():
            player.go(one_on())

    def _back(self, player: RunPlayer) -> None:
        self._pause(player)
        player.cursor.back()

    def _reveal(self, player: RunPlayer) -> None:
        self.is_playing = False
        player.reveal()

    def _other(self, player: RunPlayer) -> None:
        self.is_playing = False
        player.go(to_other(player.cursor.moment.strategy_id))

    def _same(self, player: RunPlayer) -> None:
        strategy_id = player.cursor.moment.strategy_id
        if strategy_id is None:
            self._note = "N goes from a step to the next one of its strategy"
            return
        self.is_playing = False
        player.go(to_same(strategy_id))

    def _home(self, player: RunPlayer) -> None:
        self._pause(player)
        player.cursor.home()

    def _end(self, player: RunPlayer) -> None:
        self.is_playing = False
        player.go(to_end())

    def _pause(self, player: RunPlayer) -> None:
        self.is_playing = False
        player.halt()

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

    def _candidates(self, player: RunPlayer) -> None:
        self.has_candidates = not self.has_candidates

    def _labels(self, player: RunPlayer) -> None:
        self.has_labels = not self.has_labels

    def _zoom(self, player: RunPlayer) -> None:
        self.is_near = not self.is_near

    def _theme(self, player: RunPlayer) -> None:
        self.theme = theme_after(self.theme)

    def _help(self, player: RunPlayer) -> None:
        self._has_help = not self._has_help

    def _next(self, player: RunPlayer) -> None:
        self._pause(player)
        if self._place + 1 < len(self._players):
            self._place += 1
        elif not self._is_reading:
            self._read()

    def _previous(self, player: RunPlayer) -> None:
        self._pause(player)
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


def _title(run: Run) -> str:
    return f"{run.title} - Sudoku"
