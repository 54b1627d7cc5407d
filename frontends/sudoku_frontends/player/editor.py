"""The controller of a board that the user works on, with strategies as helpers.

It passes keys and clicks to the parts that change the board, and shows it as a scene. Long
work goes on in a thread, while the editor answers keys.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace

from sudoku_engine import Candidate, Grid, SudokuError
from sudoku_engine.board.masks import mask_of
from sudoku_engine.board.say import tell
from sudoku_engine.board.words import capitalized, sentence, symbol
from sudoku_frontends.pictures.board_picture import frame_of_scene
from sudoku_frontends.pictures.captions import button_at
from sudoku_frontends.pictures.page_geometry import cell_at, note_at
from sudoku_frontends.pictures.scene import Button, Scene
from sudoku_frontends.pictures.themes import theme_named
from sudoku_frontends.player.background import Worker
from sudoku_frontends.player.board_editing import BoardEditing, BoardFiles
from sudoku_frontends.player.clue_setting import ClueSetting
from sudoku_frontends.player.editor_state import (
    ARROWS,
    COLOUR_KEYS,
    CONTROL,
    ERASER,
    MODES,
    PAD_KEYS,
    SHIFT,
    STRATEGY_KEYS,
    VIEWS,
    EditorState,
    Message,
    Mode,
    action_of,
    digit_of,
    key_lines,
    strategy_lines,
)
from sudoku_frontends.player.exercise_help import PracticeHelp, ProofHelp
from sudoku_frontends.player.strategy_help import Hints, Reasons, StepList, StrategyHelp
from sudoku_frontends.player.view import CLOSE_BUTTON, Click, Drag, Input, Key, Paste, View
from sudoku_plugins.course.proving import ProofSession
from sudoku_plugins.session.workbench import Session


def editor_scene(state: EditorState, is_thinking: bool) -> Scene:
    """Return the scene of `state`; `is_thinking`: a strategy has been at work for a while."""
    message, prompt = state.message, state.prompt
    scene = message.scene or _board(state, is_thinking)
    if prompt:
        scene = replace(
            _board(state, is_thinking), title=tell(prompt.question), reason=prompt.shown
        )
    return replace(
        scene,
        status=_status(state, is_thinking),
        selected=mask_of(state.cells),
        draft=state.draft.clue if state.draft else scene.draft,
        wrong=state.session.mistakes,
        colours=tuple(state.session.colours.items()),
        has_candidates=state.has_candidates,
        notes=state.session.notes,
        centres=state.session.own.centres,
        shades=tuple(state.session.own.shades.items()),
        has_labels=state.has_labels,
        has_words=state.has_words,
        choices=scene.choices if state.has_words else (),
        pad=pad_of(state) if state.has_pad and not state.draft else (),
        filter=state.digit or 0 if state.has_filter else 0,
        help=prompt.panel if prompt else state.panel,
    )


def pad_of(state: EditorState) -> tuple[Button, ...]:
    """Return the buttons of the pad; digits that stand in all their places are faint."""
    grid, n = state.session.grid, state.session.layout.n
    placed = grid.placed_boards()
    digits = [
        Button(
            symbol(digit, grid.layout.signs), digit == state.digit, placed[digit].bit_count() == n
        )
        for digit in grid.layout.digits
    ]
    on = {
        "erase": state.digit == ERASER,
        "notes": state.mode == "notes",
        "filter": state.has_filter,
    }
    no_use = ("notes", "filter") if isinstance(state.session, ProofSession) else ()
    labels = [label for label in PAD_KEYS if label not in no_use]
    return (*digits, *(Button(label, on.get(label, False)) for label in labels))


def window_title(state: EditorState) -> str:
    """Return the title: the board's name, with a star if it is not saved."""
    changed = "" if state.session.is_saved else "*"
    session = state.session
    return f"{changed}{state.file or session.name or session.source or tell('own board')} - Sudoku"


def _board(state: EditorState, is_thinking: bool) -> Scene:
    grid, start = state.session.grid, state.start
    done = 1 - grid.n_open / start.n_open if start.n_open else 1.0
    turn = tell("Thinking…") if is_thinking else _turn(state)
    return Scene(
        grid,
        title=tell(state.message.title) or turn,
        reason=tell(state.message.reason) or _drawn(state),
        counts=((tell("open"), str(grid.n_open)),),
        progress=max(0.0, done),
    )


def _drawn(state: EditorState) -> str:
    """Return the clue that is being drawn, or the words of its rule; empty without one."""
    draft = state.draft
    if draft is None:
        return ""
    return capitalized(str(draft.clue)) if draft.cells or draft.text else draft.meaning


def _turn(state: EditorState) -> str:
    if state.draft:
        return tell(state.draft.rule.name)
    if state.is_asking:
        return tell("Why not?")
    if state.colour:
        return tell("Colour {n:#}", n=state.colour)
    return state.task or tell(MODES[state.mode])


def _status(state: EditorState, is_thinking: bool) -> str:
    if state.prompt:
        return state.prompt.keys
    if state.draft and not state.message.status:
        return tell(
            "drag over its cells, or click · type its value · Enter, right click: set · Esc ends"
        )
    if is_thinking:
        return tell("Esc stops it")
    return tell(state.message.status) or f"{_choices(state)} · {tell('? hint · F1 all keys')}"


def _choices(state: EditorState) -> str:
    if state.is_asking:
        chosen = None if state.cell is None else state.session.layout.cells[state.cell]
        if chosen is None:
            return tell("click a candidate, or select its cell · w: the simplest step")
        return tell(
            "click a candidate, or press a digit of {cell} · w: the simplest step", cell=chosen
        )
    if state.colour:
        key = COLOUR_KEYS[state.colour]
        return tell(
            "click a candidate · {key} ends it · F4 removes all marks"
            if state.cell is None
            else "digits mark its candidates · {key} ends it · F4 removes all marks",
            key=key,
        )
    if state.mode == "shades":
        return tell("digits colour the selected cells · - ends it · F4 removes all marks")
    layout = state.session.layout
    erase = "Delete" if "0" in layout.signs else "0"
    if state.others:
        return tell(
            "digits are notes of the {n:#} cells · {key} empties them · Esc deselects"
            if state.mode
            else "digits go into the {n:#} cells · {key} empties them · Esc deselects",
            n=len(state.cells),
            key=erase,
        )
    if state.cell is not None:
        cell = layout.cells[state.cell]
        if state.mode:
            return tell("{cell}: digits add and remove notes · d ends notes", cell=cell)
        return tell("{cell}: a digit fills it · {key} empties it · d notes", cell=cell, key=erase)
    if state.mode and not state.selects:
        return tell("click a note to add or remove it · d ends notes")
    if state.digit is None:
        return tell("select a cell, then press a digit · or press a digit, then click")
    if state.digit == ERASER:
        return tell("eraser: click a cell to empty it · Esc deselects")
    sign = symbol(state.digit, layout.signs)
    return tell("{digit}: click a cell to place it · Esc deselects", digit=sign)


KEYS_OF_NOTES: Mapping[str, Mode] = {SHIFT: "notes", CONTROL: "centres"}
"""The kinds of notes that digits write with these keys."""

PATIENCE = 0.2
"""Seconds that an action waits for a working strategy before it is refused."""


class Editor:
    """The controller of the board of `session`.

    `theme`, `has_candidates` and `has_labels`: how it looks at first. `has_window`: whether it has
    a window of its own, which the user can close. `state`: what is selected and shown now.
    `proofs`, `practice`: its parts for exercises.
    """

    def __init__(
        self,
        session: Session,
        *,
        theme: str = "light",
        has_candidates: bool = True,
        has_labels: bool = True,
        has_pad: bool = False,
        has_window: bool = True,
    ) -> None:
        shows_notes = has_candidates and session.has_notes
        self.state = EditorState(session, theme_named(theme), shows_notes, has_labels)
        self.state.has_pad = has_pad
        self.is_closed = False
        self._has_window = has_window
        self._worker = Worker()
        common = self.state, self._worker
        self._board = BoardEditing(*common)
        self._files = BoardFiles(*common)
        self._strategies = StrategyHelp(*common)
        self._hints = Hints(*common)
        self._reasons = Reasons(*common)
        self._list = StepList(*common, self._strategies)
        self.practice = PracticeHelp(*common)
        self.proofs = ProofHelp(*common, self._board.move)
        self._clues = ClueSetting(*common, self._board.do)
        self._parts = (
            self._board,
            self._files,
            self._strategies,
            self._hints,
            self._reasons,
            self._list,
            self.practice,
            self._clues,
            self.state,
            self,
        )
        self._pressed: int | None = None
        """The cell of the last click, where the pointer may be dragged from."""
        self._waiting: deque[Input] = deque()
        self._is_patient = True
        self._scene: Scene | None = None
        self._shown = Scene(session.grid)

    @property
    def session(self) -> Session:
        """The board with its history."""
        return self.state.session

    @property
    def message(self) -> Message:
        """The present message."""
        return self.state.message

    @property
    def is_thinking(self) -> bool:
        """Whether a strategy, a hint or a check is under way."""
        return self._worker.is_busy

    def open(self, grid: Grid) -> None:
        """Show `grid`: another puzzle from its start, or the same one as it was changed elsewhere.

        A change of the same puzzle can be undone. Work under way is stopped.
        """
        state, session = self.state, self.session
        self._worker.drop()
        self._waiting.clear()
        self._scene = state.prompt = None
        if (grid.layout, grid.given) != (session.layout, session.grid.given):
            self._files.open(grid)
        else:
            state.forget()
            self._board.put(grid)

    def solve(self, last: str) -> None:
        """Apply all strategies up to the strategy with the id `last`."""
        self.state.forget()
        self._strategies.solve(last)

    def choose(self, place: int) -> None:
        """Choose the step at `place` of the list, if that is open."""
        self._list.choose(place)
        self._scene = None

    def stop(self) -> None:
        """End the work; working strategies end soon after."""
        self._worker.stop()

    def tick(self, view: View, now: float, inputs: Sequence[Input]) -> None:
        """Act on the inputs, and show the scene."""
        was_thinking = self.is_thinking
        try:
            self._worker.collect()
        except SudokuError as error:
            self.state.message = Message("That did not work", sentence(str(error)))
        is_patient = self._worker.busy_for(now) <= PATIENCE
        if (is_patient, self.is_thinking) != (self._is_patient, was_thinking):
            self._is_patient, self._scene = is_patient, None
        self._waiting.extend(
            each for each in inputs if not (isinstance(each, Drag) and self.proofs.is_on)
        )
        self.practice.look()
        self._hints.look()
        while self._waiting and not (
            self._is_busy and self._is_patient and self._needs_board(self._waiting[0])
        ):
            self._act_on(self._waiting.popleft(), view.size)
            self.practice.look()
            self._hints.look()
            self._scene = None
        if self._scene is None:
            self._scene = editor_scene(self.state, self._is_busy and not self._is_patient)
        self._shown = self._scene
        view.show(self._scene, self.state.theme, window_title(self.state))
        if self.state.to_copy:
            view.copy(self.state.to_copy)
            self.state.to_copy = ""
        if self.is_closed:
            view.close()

    @property
    def _is_busy(self) -> bool:
        """Whether work is under way that other work must wait for."""
        return self.is_thinking and not self._worker.gives_way

    def _needs_board(self, given: Input) -> bool:
        if not isinstance(given, Key):
            return not (isinstance(given, Paste) and self.state.prompt)
        name = given.name
        is_choice = not self.state.cells and self._digit_of(name) is not None
        if (
            self.state.prompt
            or given == CLOSE_BUTTON
            or name.removeprefix(SHIFT) in ARROWS
            or is_choice
        ):
            return False
        return action_of(name) not in {*VIEWS, "let_go", "quit"}

    def _digit_of(self, key: str) -> int | None:
        return digit_of(key, self.session.layout)

    def _act_on(self, given: Input, size: tuple[int, int]) -> None:
        self._files.next_action()
        if given == CLOSE_BUTTON:
            self.state.prompt = None
            self.quit()
        elif self._is_busy and self._needs_board(given):
            status = tell("still thinking… Esc stops it")
            self.state.message = replace(self.state.message, status=status)
        elif isinstance(given, Click):
            if not self.state.prompt:
                self._click(given, size)
        elif isinstance(given, Drag) and self._clues.is_on:
            self._clues.drag(given, frame_of_scene(self._shown, *size))
        elif isinstance(given, Drag):
            self._drag(given, size)
        elif isinstance(given, Paste):
            if self.state.prompt:
                self.state.prompt.paste(given.text)
            elif self.proofs.is_on:
                self.proofs.take(given.text)
            else:
                self._files.paste(given.text)
        elif prompt := self.state.prompt:
            outcome = prompt.press(given.name)
            if outcome != "typing":
                self.state.prompt = None
            if outcome == "taken":
                prompt.then(prompt.text)
        else:
            self._press(given.name)

    def _press(self, key: str) -> None:
        action, digit = action_of(key), self._digit_of(key)
        if action != "turn_help":
            self.state.panel = ()
        parts = (self.proofs, self._clues, self._list, self.practice)
        if any(part.press(key) for part in parts):
            return
        plain = key.removeprefix(SHIFT)
        if plain in ARROWS:
            self.state.forget(but_hint=True)
            self._board.move(*ARROWS[plain], but_keep=plain != key)
        elif self.state.cells and (noted := self._noted_by(key)):
            self.state.forget()
            self._board.change_notes(self.state.cells, *noted)
        elif digit is not None and self.state.is_asking and self.state.cell is not None:
            self._reasons.explain(Candidate(self.state.cell, digit))
        elif digit is not None:
            self._board.take_digit(digit)
        elif action and (self._has_window or action != "quit"):
            if action not in {"hint", "ask", *VIEWS}:
                self.state.forget(but_hint=action == "let_go")
            name, *given = ("turn", action) if action in MODES else action.split()
            part = next(each for each in self._parts if hasattr(each, name))
            getattr(part, name)(*given)
        elif strategy_id := STRATEGY_KEYS.get(key) or STRATEGY_KEYS.get(key.lower()):
            self.state.forget()
            self._strategies.apply(strategy_id)

    def _noted_by(self, key: str) -> tuple[int, Mode] | None:
        """Return the digit and the kind of the note that `key` writes, if it does."""
        for head, mode in KEYS_OF_NOTES.items():
            digit = self._digit_of(key.removeprefix(head))
            if key.startswith(head) and digit is not None and digit <= self.session.layout.n:
                if mode == "centres":
                    self.state.has_candidates = False
                return digit, mode
        return None

    def _drag(self, drag: Drag, size: tuple[int, int]) -> None:
        state = self.state
        cell = cell_at(frame_of_scene(self._shown, *size), drag.x, drag.y)
        is_elsewhere = state.panel or state.message.listed or state.colour or state.is_asking
        if cell is None or cell in (*state.cells, self._pressed) or is_elsewhere or state.prompt:
            return
        if not state.cells and state.digit is None:
            state.select(self._pressed)
        if state.cells:
            state.select(cell, but_keep=True)

    def _click(self, click: Click, size: tuple[int, int]) -> None:
        state = self.state
        frame = frame_of_scene(self._shown, *size)
        self._pressed = cell = cell_at(frame, click.x, click.y)
        button = self._button_at(click, size)
        if button is not None:
            self._press(button)
        elif self.proofs.is_on and not state.panel:
            self.proofs.click(click, frame)
        elif self._clues.is_on and not state.panel:
            self._clues.click(click, cell, size)
        elif state.message.listed and not state.panel:
            self._list.click(click, size)
        elif state.panel or cell is None:
            state.panel = ()
        elif click.adds and not state.is_asking:
            state.forget(but_hint=True)
            if cell in state.others:
                state.others -= {cell}
            else:
                state.select(cell, but_keep=True)
        elif (
            state.is_asking
            or (state.mode == "notes" and not state.selects)
            or state.colour
            or click.button != 1
        ):
            note = note_at(frame, click.x, click.y)
            if note is not None and state.is_asking:
                state.select(cell)
                self._reasons.explain(Candidate(cell, note))
                return
            state.forget()
            if note is not None:
                self._board.change_notes([cell], note)
        elif state.cell is None and state.digit is not None:
            state.forget()
            self._board.take_click(cell)
        else:
            state.forget(but_hint=True)
            state.select(None if state.cells == (cell,) else cell)

    def _button_at(self, click: Click, size: tuple[int, int]) -> str | None:
        """Return the key of the button of the pad at a click."""
        shown = self._shown
        if not shown.pad or shown.choices or shown.help:
            return None
        place = button_at(shown.grid.layout, *size, len(shown.pad), click.x, click.y)
        if place is None:
            return None
        label = shown.pad[place].label
        return PAD_KEYS.get(label, label)

    def let_go(self) -> None:
        """Stop the work under way, or deselect cells and digit."""
        if self.is_thinking:
            self._worker.drop()
            self.state.message = Message("Stopped", "The board has not changed.")
        else:
            self.state.deselect()

    def quit(self) -> None:
        """Close the window, unless the work is not saved."""
        choices = tell("q again quits · s saves · any other key continues")
        self.is_closed = self._files.may_lose_work("quit", choices)

    def turn_help(self) -> None:
        """Go on to the next page of the help."""
        strategies = [each.author for each in self.session.strategies]
        pages = [(), key_lines(self._has_window), strategy_lines(strategies)]
        self.state.panel = pages[(pages.index(self.state.panel) + 1) % len(pages)]
