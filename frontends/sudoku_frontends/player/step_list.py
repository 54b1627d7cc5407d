"""The editor's part for the list of all steps on the board, of which one is chosen and drawn."""

from __future__ import annotations

from dataclasses import replace

from sudoku_engine.api.step_line import step_text
from sudoku_engine.picture.choice_list import choice_at
from sudoku_engine.picture.event_scenes import scene_of
from sudoku_engine.session.workbench import AllSteps
from sudoku_frontends.player.editor_state import EditorState, Message
from sudoku_frontends.player.hints import skipped
from sudoku_frontends.player.strategy_help import StrategyHelp
from sudoku_frontends.player.thinking import Thinking
from sudoku_frontends.player.view import Click

WAYS = {"Up": -1, "Down": 1, "Left": -10, "Right": 10, "PageUp": -10, "PageDown": 10}
"""How far each key moves in the list."""


class StepList:
    """Lists all steps on the board.

    The list is a message: it goes with the next action that is not about it or about looks.
    """

    def __init__(self, state: EditorState, thinking: Thinking, strategies: StrategyHelp) -> None:
        self._state = state
        self._session = state.session
        self._thinking = thinking
        self._strategies = strategies
        self._lines: tuple[str, ...] = ()

    def open(self) -> None:
        """Find all steps and show the first one."""
        self._thinking.begin(self._session.listing(), self._open)

    def _open(self, listed: AllSteps) -> None:
        if not listed.steps:
            self._state.message = Message("No step", listed.text, self._remarks(listed))
            return
        self._lines = tuple(step_text(each.event) for each in listed.steps)
        self._show(listed, 0)

    def _show(self, listed: AllSteps, place: int) -> None:
        """Show the list with the step at `place`, or the nearest one."""
        place = min(max(place, 0), len(listed.steps) - 1)
        chosen = listed.steps[place]
        where = f"{place + 1} of {len(listed.steps)}, {chosen.outlook}"
        status = f"{where} · Enter applies it · Esc closes"
        scene = scene_of(chosen.event, self._session.grid, self._state.start)
        self._state.message = Message(
            status=" · ".join(filter(None, [status, self._remarks(listed)])),
            scene=replace(scene, choices=self._lines, chosen=place),
            listed=listed,
            place=place,
        )

    def _remarks(self, listed: AllSteps) -> str:
        return " · ".join(filter(None, [skipped(listed.faults), "; ".join(listed.notes)]))

    def press(self, key: str) -> bool:
        """Do what `key` means in an open list; return False if it means nothing there."""
        listed, place = self._state.message.listed, self._state.message.place
        if listed is None:
            return False
        if key in WAYS:
            self._show(listed, place + WAYS[key])
        elif key in ("Home", "End"):
            self._show(listed, 0 if key == "Home" else len(listed.steps) - 1)
        elif key in ("Return", "space"):
            self._strategies.take_listed(listed.steps[place].event)
        elif key in ("Escape", "*"):
            self._state.forget()
        else:
            return False
        return True

    def click(self, click: Click, size: tuple[int, int]) -> None:
        """Choose the line at a click; a click elsewhere closes the list."""
        listed, scene = self._state.message.listed, self._state.message.scene
        if listed is None or scene is None:
            return
        place = choice_at(scene, *size, click.x, click.y)
        if place is None:
            self._state.forget()
        else:
            self._show(listed, place)
