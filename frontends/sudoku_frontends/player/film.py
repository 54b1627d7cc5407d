"""A run as a film: paused, played, stepped through in both directions, revealed in stages.

The film knows no Tk: it takes keys and clicks, and shows scenes to whatever `View` it is given.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace

from sudoku_engine.api.run import Run
from sudoku_engine.picture.scene import Scene
from sudoku_engine.picture.themes import THEMES, theme_named
from sudoku_frontends.player.film_keys import ACTIONS, help_lines
from sudoku_frontends.player.playback import Reel, one_on, to_end, to_other, to_same
from sudoku_frontends.player.worker import Worker
from sudoku_frontends.turtle_window.window import FRAME, Click, Input, View

PATIENCE = 0.2
"""Seconds after which the window says that somebody is thinking."""
LEAST, MOST = 0.0001, 30.0
"""Delays, in seconds, beyond which it goes on as fast as it can, and no slower."""
BREAK = 0.25
"""Seconds after which it does not catch up with what it missed."""
KEYS = "← → step · r reveals · ? all keys"


class Film:
    """The `runs`, one at a time, each from its start; those seen are kept.

    `delay`: seconds from step to step while it plays. `theme`, `has_candidates` and `has_labels`
    are how it begins. Runs that nobody goes on to are never begun.
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
        self.is_closed = False
        self._has_help = False
        self._note = ""
        self._due = 0.0
        self._runs = iter(runs)
        self._reels: list[Reel] = []
        self._place = 0
        self._is_reading = False
        self._worker = Worker()
        self._event_scene: Scene
        self._shown: Scene
        self._keys: tuple[Hashable, Hashable] = ((), ())
        self._read()

    @property
    def reel(self) -> Reel | None:
        """The run that is shown; None while the first is being read."""
        return self._reels[self._place] if self._reels else None

    @property
    def is_waiting(self) -> bool:
        """Whether something that was asked for has not come yet."""
        return self._worker.is_busy

    def stop(self) -> None:
        """Lets the strategies rest, soon; the film is over."""
        self._worker.stop()

    def tick(self, window: View, now: float, inputs: Sequence[Input]) -> None:
        """Obeys what a person did, goes on where it is time, and shows what there is to see."""
        for given in inputs:
            self._obey(given)
        self._worker.collect()
        reel = self.reel
        if reel:
            self._play(reel, now)
            reel.move()
            window.show(self._scene(reel, now), self.theme, _title(reel.run))
            reel.draw()  # last, since what a strategy does then slows down what a window does
        if self.is_closed:
            window.close()

    def _play(self, reel: Reel, now: float) -> None:
        """Sets out for the next moment, where it is time for it."""
        if not self.is_playing or reel.is_on_its_way:
            return
        if not reel.is_started:
            self._due = now + self.delay
            return
        if reel.is_done or (self._due and reel.is_at_fault):
            self.is_playing = False
            return
        if now - self._due > BREAK:
            self._due = now
        early = now + FRAME / 2 - self._due
        if early < 0:
            return
        if self.delay < LEAST:
            reel.go(one_on(None))
        else:
            moves = 1 + int(early / self.delay)
            self._due += moves * self.delay
            reel.go(one_on(moves))

    # What a person can do

    def _obey(self, given: Input) -> None:
        self._note = ""
        if isinstance(given, Click):
            action = {1: "forward", 3: "back"}.get(given.button)
        else:
            action = ACTIONS.get(given.name)
        if action == "quit":
            self.is_closed = True
        elif action and self.reel:
            getattr(self, f"_{action}")(self.reel)

    def _play_or_pause(self, reel: Reel) -> None:
        self.is_playing = not self.is_playing
        self._due = 0.0
        reel.halt()

    def _forward(self, reel: Reel) -> None:
        self.is_playing = False
        if not reel.reveal_all():
            reel.go(one_on())

    def _back(self, reel: Reel) -> None:
        self._pause(reel)
        reel.session.back()

    def _reveal(self, reel: Reel) -> None:
        self.is_playing = False
        reel.reveal()

    def _other(self, reel: Reel) -> None:
        self.is_playing = False
        reel.go(to_other(reel.session.moment.strategy_id))

    def _same(self, reel: Reel) -> None:
        strategy_id = reel.session.moment.strategy_id
        if strategy_id is None:
            self._note = "N goes on from a step to the next of its strategy"
            return
        self.is_playing = False
        reel.go(to_same(strategy_id))

    def _home(self, reel: Reel) -> None:
        self._pause(reel)
        reel.session.home()

    def _end(self, reel: Reel) -> None:
        self.is_playing = False
        reel.go(to_end())

    def _pause(self, reel: Reel) -> None:
        self.is_playing = False
        reel.halt()

    def _faster(self, reel: Reel) -> None:
        self.delay = self.delay / 2 if self.delay >= LEAST else 0.0
        self._tell_speed()

    def _slower(self, reel: Reel) -> None:
        self.delay = min(MOST, 2 * self.delay) if self.delay else LEAST
        self._tell_speed()

    def _tell_speed(self) -> None:
        self._due = 0.0
        if self.delay < LEAST:
            self._note = "as fast as it can"
        elif self.delay < 0.1:
            self._note = f"{1 / self.delay:,.0f} steps a second"
        else:
            self._note = f"a step in {self.delay:.3g} s"

    def _candidates(self, reel: Reel) -> None:
        self.has_candidates = not self.has_candidates

    def _labels(self, reel: Reel) -> None:
        self.has_labels = not self.has_labels

    def _theme(self, reel: Reel) -> None:
        names = list(THEMES)
        self.theme = THEMES[names[(names.index(self.theme.name) + 1) % len(names)]]

    def _help(self, reel: Reel) -> None:
        self._has_help = not self._has_help

    def _next(self, reel: Reel) -> None:
        self._pause(reel)
        if self._place + 1 < len(self._reels):
            self._place += 1
        elif not self._is_reading:
            self._read()

    def _previous(self, reel: Reel) -> None:
        self._pause(reel)
        if self._place:
            self._place -= 1
        else:
            self._note = "this is the first puzzle"

    def _read(self) -> None:
        """Asks for the next run."""
        self._is_reading = True
        self._worker.ask(lambda: next(self._runs, None), self._take_run)

    def _take_run(self, run: Run | None) -> None:
        self._is_reading = False
        if run is not None:
            self._reels.append(Reel(run, self._worker))
            self._place = len(self._reels) - 1
        elif self._reels:
            self._note = "this is the last puzzle"
        else:
            self.is_closed = True

    # What there is to see

    def _scene(self, reel: Reel, now: float) -> Scene:
        """The scene as it is now; the same object as long as nothing changes."""
        moment, status = (self._place, *reel.place), self._status(reel, now)
        look = (moment, status, self.has_candidates, self.has_labels, self._has_help)
        if moment != self._keys[0]:
            self._event_scene = reel.scene()
        if look != self._keys[1]:
            self._shown = replace(
                self._event_scene,
                status=status,
                has_candidates=self.has_candidates and self._event_scene.has_candidates,
                has_labels=self.has_labels,
                help=help_lines() if self._has_help else (),
            )
        self._keys = moment, look
        return self._shown

    def _status(self, reel: Reel, now: float) -> str:
        if self._worker.busy_for(now) > PATIENCE:
            return "reading…" if self._is_reading else "thinking…"
        if self._note:
            return self._note
        return f"space {'pauses' if self.is_playing else 'plays'} · {KEYS}"


def _title(run: Run) -> str:
    return f"{run.source or f'puzzle {run.index}'} - Sudoku"
