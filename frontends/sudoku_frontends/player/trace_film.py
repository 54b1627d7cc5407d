"""A trace as a film of two halves: the code with its values in a list, and the board."""

from collections.abc import Sequence
from dataclasses import replace

from sudoku_frontends.pictures.board_picture import frame_of_scene
from sudoku_frontends.pictures.captions import choice_at, progress_at
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.themes import theme_after, theme_named
from sudoku_frontends.player.film import action_of
from sudoku_frontends.player.view import Click, Input, View
from sudoku_plugins.session.playback import Binding, help_lines
from sudoku_plugins.trace.model import Moment, beside
from sudoku_plugins.trace.painters import TraceSession, first_scene, looks_in_words, scene_of_moment

PAUSE = 0.7
"""Seconds between two moments while it plays."""

BINDINGS = (
    Binding(("space",), "play_or_pause", "space", "play, pause"),
    Binding(("Right", "Down"), "forward", "→, click", "next line that runs"),
    Binding(("Left", "Up"), "back", "←, right click", "line that ran before"),
    Binding((), "", "click on a line", "go to its next turn"),
    Binding(("Home",), "home", "Home", "go to the first line that ran"),
    Binding(("End",), "end", "End", "go to the last one"),
    Binding(("f",), "focus", "f", "go to the line that tells most"),
    Binding(("s",), "step", "s", "show or hide the step on the board"),
    Binding(("t",), "theme", "t", "change colours: light, dark, projector"),
    Binding(("?", "h", "F1"), "help", "?, h", "show or hide this help"),
    Binding(("q", "Control-q", "Control-w"), "quit", "q", "quit"),
)

ACTIONS = {key: binding.action for binding in BINDINGS for key in binding.keys}


class TraceFilm:
    """Shows the trace of a `session` line by line, from the most telling line."""

    def __init__(
        self, session: TraceSession, *, theme: str = "light", has_candidates: bool = True
    ) -> None:
        self.trace = session.trace
        self.place = self.trace.focus
        self.is_playing = False
        self._theme = theme_named(theme)
        self._has_candidates = has_candidates
        self._has_step = self._has_help = self._is_closed = False
        self._due = 0.0
        self._key: object = None
        self._shown: Scene = first_scene(self.trace)

    def stop(self) -> None:
        """End the film, which has no other work."""

    def tick(self, view: View, now: float, inputs: Sequence[Input]) -> None:
        """Act on the inputs, move on when it is time, and show the scene."""
        for given in inputs:
            self._act_on(given, view.size, now)
        if self.is_playing and now >= self._due:
            self._due = now + PAUSE
            self._go(self.place + 1)
            self.is_playing = self.place < self._last
        view.show(self._scene(), self._theme, f"{self.trace.name} - Sudoku")
        if self._is_closed:
            view.close()

    @property
    def _last(self) -> int:
        return max(len(self.trace.moments) - 1, 0)

    def _go(self, place: int) -> None:
        self.place = min(max(place, 0), self._last)
        self._has_step = False

    def _act_on(self, given: Input, size: tuple[int, int], now: float) -> None:
        action = action_of(given, ACTIONS)
        places = {"forward": self.place + 1, "back": self.place - 1, "home": 0, "end": self._last}
        places["focus"] = self.trace.focus
        if action in places:
            self.is_playing = False
            clicked = self._clicked(given, size) if isinstance(given, Click) else None
            self._go(places[action] if clicked is None else clicked)
        elif action == "play_or_pause":
            self.is_playing, self._due = not self.is_playing, now + PAUSE
            if self.is_playing and self.place == self._last:
                self._go(0)
        elif action == "theme":
            self._theme = theme_after(self._theme)
        elif action == "step":
            self._has_step = not self._has_step
        elif action == "help":
            self._has_help = not self._has_help
        self._is_closed |= action == "quit"

    def _clicked(self, click: Click, size: tuple[int, int]) -> int | None:
        """Return the place that a click means, on the bar or on a line; None elsewhere."""
        scene, x, y = self._shown, click.x, click.y
        done = progress_at(scene, frame_of_scene(scene, *size), x, y)
        if done is not None:
            return round(done * self._last)
        row = choice_at(scene, *size, x, y) if scene.choices else None
        if row is None:
            return None
        moments, now = self.trace.moments, self.trace.moments[self.place]
        line = self.trace.blocks[now.block].first + row
        places = [
            at for at, each in enumerate(moments) if (each.block, each.line) == (now.block, line)
        ]
        return next((at for at in places if at > self.place), next(iter(places), self.place))

    def _scene(self) -> Scene:
        """Return the present scene, the same object as long as nothing changes."""
        key = self.place, self.is_playing, self._has_step, self._has_help
        if key != self._key:
            self._key, self._shown = key, self._new_scene()
        return self._shown

    def _new_scene(self) -> Scene:
        trace, place = self.trace, self.place
        if not trace.moments:
            return replace(first_scene(trace), title=trace.name, reason=trace.about)
        moment, held = trace.moments[place], trace.values_at(place)
        block = trace.blocks[moment.block]
        title = f"line {moment.line} of {block.name}"
        title = next((each.text for each in trace.remarks if each.moment == place), title)
        board = scene_of_moment(trace.grid, moment, held)
        if self._has_step:
            board, title = first_scene(trace), trace.about or title
        says = [*moment.notes, looks_in_words(trace.grid, moment)]
        return replace(
            board,
            title=title,
            reason="; ".join(filter(None, says)),
            counts=(("line", f"{place + 1} of {self._last + 1}"),),
            progress=place / max(self._last, 1),
            status=f"space {'pauses' if self.is_playing else 'plays'} · ← → line · ? all keys",
            choices=self._lines(moment),
            chosen=moment.line - block.first,
            is_half=True,
            has_candidates=self._has_candidates,
            help=help_lines(BINDINGS) if self._has_help else (),
        )

    def _lines(self, moment: Moment) -> tuple[str, ...]:
        block = self.trace.blocks[moment.block]
        so_far = self.trace.moments[: self.place + 1]
        latest = beside(so_far, moment.frame, self.place == self._last)
        notes = {
            at: f"   \u2190 {'; '.join(each.notes)}" for at, each in latest.items() if each.notes
        }
        lines = enumerate(block.dedented, block.first)
        return tuple(f"{number}   {line}{notes.get(number, '')}" for number, line in lines)
