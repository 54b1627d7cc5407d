"""The editor's part for hints and checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from sudoku_engine.api.events import Faulted, Rejected
from sudoku_engine.api.hint_text import hint_text
from sudoku_engine.board.words import capitalized, sentence
from sudoku_engine.errors import place
from sudoku_engine.picture.event_scenes import scene_of
from sudoku_engine.picture.step_views import StepView, step_views
from sudoku_engine.session.advice import Hint
from sudoku_frontends.player.editor_keys import STRATEGY_KEYS
from sudoku_frontends.player.editor_state import EditorState, Message
from sudoku_frontends.player.thinking import Thinking

NEXT: Mapping[StepView, str] = {
    ("where", None): "? again: what to look for",
    ("what", None): "? again: why",
    ("why", None): "x applies it",
}
"""The key to press next at each view of a hint; views of branches are not listed."""


class Hints:
    """Gives hints, each time in more detail, and checks the board."""

    def __init__(self, state: EditorState, thinking: Thinking) -> None:
        self._state = state
        self._session = state.session
        self._thinking = thinking

    def check(self) -> None:
        """Check whether the board is right so far."""
        self._thinking.begin(self._session.checking(), self._show_check)

    def _show_check(self, text: str) -> None:
        self._state.message = Message("Check", text)

    def back_to_right(self) -> None:
        """Go back to the last board that was right."""
        self._thinking.begin(self._session.finding_last_right(), self._go_back)

    def _go_back(self, position: int | None) -> None:
        here = self._session.position
        if position is None:
            self._state.message = Message("No way back", "The first board has a mistake already.")
        elif position == here:
            self._state.message = Message(
                "All is right so far", "There is no mistake to go back to."
            )
        else:
            self._session.go_to(position + 1)
            mistake = capitalized(self._session.moment.note)
            self._session.go_to(position)
            self._state.message = Message(
                "Back to before your first mistake",
                sentence(f"It was: {mistake}") if mistake else "",
                "Ctrl+Y brings it back",
            )

    def hint(self) -> None:
        """Show a hint for the board, or more of the present hint."""
        hint, depth = self._state.message.hint, self._state.message.depth
        self._state.forget()
        if hint:
            self._show(hint, depth + 1)
        else:
            self._thinking.begin(self._session.hinting(), partial(self._show, depth=0))

    def _show(self, hint: Hint, depth: int) -> None:
        event = hint.event
        faults = skipped(hint.faults)
        if event is None:
            self._state.message = Message("No hint", hint.text, faults)
            return
        views = step_views(event)[:-1]  # a hint changes nothing
        depth = min(depth, len(views) - 1)
        stage, branch = views[depth]
        next_key = NEXT.get((stage, branch), "? again: the next case")
        if depth == len(views) - 1:
            next_key += self._key_for_all(event.strategy.id)
        scene = scene_of(event, self._session.grid, self._state.start, stage=stage, branch=branch)
        title = hint_text(event, stage) if stage in ("where", "what") else str(event.strategy)
        self._state.message = Message(
            status=" · ".join(filter(None, [next_key, faults])),
            scene=replace(scene, title=title),
            hint=hint,
            depth=depth,
        )

    def _key_for_all(self, strategy_id: str) -> str:
        """Return, in words, the key that applies all that a strategy finds."""
        keys = [key for key, known in STRATEGY_KEYS.items() if known == strategy_id]
        is_more = keys and self._state.how != "step"
        return f" · {keys[0]} applies all of its kind" if is_more else ""


def skipped(faults: Sequence[Faulted | Rejected]) -> str:
    """Return which strategies were at fault and where, but not why: that may reveal a digit."""
    files = [
        f"{fault.strategy.id} ({place(fault.strategy.plugin or 'bundled', fault.line)})"
        for fault in faults
    ]
    return f"skipped, at fault: {', '.join(files)}" if files else ""
