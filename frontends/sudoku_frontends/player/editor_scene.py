"""The scene of the editor: the board with its messages, and what keys and clicks do now."""

from __future__ import annotations

from dataclasses import replace

from sudoku_engine.board.masks import mask_of
from sudoku_engine.board.words import symbol
from sudoku_engine.picture.scene import Button, Scene
from sudoku_frontends.player.editor_keys import COLOUR_KEYS, PAD_KEYS
from sudoku_frontends.player.editor_state import ERASER, EditorState


def editor_scene(state: EditorState, is_thinking: bool) -> Scene:
    """Return the scene of `state`; `is_thinking`: a strategy has been at work for a while."""
    message, prompt = state.message, state.prompt
    scene = message.scene or _board(state, is_thinking)
    if prompt:
        scene = replace(_board(state, is_thinking), title=prompt.question, reason=prompt.shown)
    return replace(
        scene,
        status=_status(state, is_thinking),
        selected=0 if state.cell is None else mask_of([state.cell]),
        wrong=state.session.mistakes,
        colours=tuple(state.session.colours.items()),
        has_candidates=state.has_candidates,
        notes=state.session.notes,
        has_labels=state.has_labels,
        pad=pad_of(state) if state.has_pad else (),
        filter=state.digit or 0 if state.has_filter else 0,
        help=prompt.panel if prompt else state.panel,
    )


def pad_of(state: EditorState) -> tuple[Button, ...]:
    """Return the buttons of the pad; digits that stand in all their places are faint."""
    grid, n = state.session.grid, state.session.layout.n
    placed = grid.placed_boards()
    digits = [
        Button(symbol(digit), digit == state.digit, placed[digit].bit_count() == n)
        for digit in grid.layout.digits
    ]
    on = {"erase": state.digit == ERASER, "notes": state.is_noting, "filter": state.has_filter}
    return (*digits, *(Button(label, on.get(label, False)) for label in PAD_KEYS))


def window_title(state: EditorState) -> str:
    """Return the title: the board's name, with a star if it is not saved."""
    changed = "" if state.session.is_saved else "*"
    return f"{changed}{state.file or state.session.source or 'own board'} - Sudoku"


def _board(state: EditorState, is_thinking: bool) -> Scene:
    grid, start = state.session.grid, state.start
    done = 1 - grid.n_open / start.n_open if start.n_open else 1.0
    turn = "Thinking…" if is_thinking else _turn(state)
    return Scene(
        grid,
        title=state.message.title or turn,
        reason=state.message.reason,
        counts=(("open", str(grid.n_open)),),
        progress=max(0.0, done),
    )


def _turn(state: EditorState) -> str:
    """Return what the user's clicks and digits are about."""
    if state.colour:
        return f"Colour {state.colour}"
    return state.task or ("Notes" if state.is_noting else "Your turn")


def _status(state: EditorState, is_thinking: bool) -> str:
    if state.prompt:
        return state.prompt.keys
    if is_thinking:
        return "Esc stops it"
    return state.message.status or f"{_choices(state)} · ? hint · F1 all keys"


def _choices(state: EditorState) -> str:
    """Return what digits and clicks do now."""
    if state.colour:
        key = COLOUR_KEYS[state.colour]
        where = "digits mark its candidates" if state.cell is not None else "click a candidate"
        return f"{where} · {key} ends it · F4 removes all marks"
    if state.cell is not None:
        cell = state.session.layout.cells[state.cell]
        if state.is_noting:
            return f"{cell}: digits add and remove notes · d ends notes"
        return f"{cell}: a digit fills it · 0 empties it · d notes"
    if state.is_noting:
        return "click a note to add or remove it · d ends notes"
    if state.digit is None:
        return "select a cell, then press a digit · or press a digit, then click"
    if state.digit == ERASER:
        return "eraser: click a cell to empty it · Esc deselects"
    return f"{symbol(state.digit)}: click a cell to place it · Esc deselects"
