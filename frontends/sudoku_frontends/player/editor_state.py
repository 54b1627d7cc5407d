"""The state that the parts of the editor share: session, selection, message, prompt, undo."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from sudoku_engine.board.clue import Clue, Value
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.say import tell
from sudoku_engine.board.variants import RuleProtocol
from sudoku_frontends.pictures.event_scenes import scene_of
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.themes import Theme, theme_after, theme_named
from sudoku_frontends.player.view import CARET
from sudoku_plugins.session.advice import AllSteps, Hint
from sudoku_plugins.session.hand_moves import Moment
from sudoku_plugins.session.workbench import How, Session


class UndoSteps:
    """The start and end positions of each action in a history.

    A pass of a strategy adds many moments, and is one action. The first one begins at `start`.
    """

    def __init__(self, start: int = 0) -> None:
        self._stops = [start]

    def add(self, start: int, end: int) -> None:
        """Add an action from position `start` to `end`; forget actions that came after `start`."""
        self._stops = [*(stop for stop in self._stops if stop < start), start, end]

    @property
    def stops(self) -> Sequence[int]:
        """The positions to which undo and redo lead."""
        return self._stops

    def before(self, position: int) -> int | None:
        """Return where the action that led to `position` began; None if there is no such action."""
        return max((stop for stop in self._stops if stop < position), default=None)

    def after(self, position: int) -> int | None:
        """Return where the next action ends; None if there is no next one."""
        return min((stop for stop in self._stops if stop > position), default=None)


Outcome = Literal["typing", "taken", "left"]


class Prompt:
    """Requests a line of text; `then` is called with it.

    `question`: the request. `offered`: the first text; like a selected text, it is replaced by the
    first typed character. `panel`: lines of help. `text`: the line typed so far.
    """

    def __init__(
        self,
        question: str,
        then: Callable[[str], None],
        offered: str = "",
        panel: tuple[str, ...] = (),
    ) -> None:
        self.question = question
        self.then = then
        self.text = offered
        self.panel = panel
        self._is_offer = bool(offered)

    def press(self, key: str) -> Outcome:
        """Return the state of the line after `key`: Return accepts it, Escape cancels."""
        if key == "Escape":
            return "left"
        if key == "Return":
            self.text = self.text.strip()
            return "taken" if self.text else "left"
        character = " " if key == "space" else key
        if key == "BackSpace":
            self.text = self.text[:-1]
        elif key == "Control-u":
            self.text = ""
        elif len(character) == 1:
            self.text = character if self._is_offer else self.text + character
        else:
            return "typing"
        self._is_offer = False
        return "typing"

    def paste(self, text: str) -> None:
        """Add the first line of `text`."""
        first = next(iter(text.splitlines()), "")
        self.text = first if self._is_offer else self.text + first
        self._is_offer = False

    @property
    def shown(self) -> str:
        """The line as the user sees it."""
        return self.text + CARET

    @property
    def keys(self) -> str:
        """The current actions of the keys, in words."""
        more = f"{tell('type to replace it')} · " if self._is_offer else ""
        return more + tell("Enter: continue · Esc: cancel")


Mode = Literal["", "notes", "centres", "shades"]

MODES: Mapping[Mode, str] = {
    "": "Your turn",
    "notes": "Notes",
    "centres": "Notes in the middle",
    "shades": "Colours of cells",
}
"""The things that digits and clicks change, in words: digits, notes, middle notes, colours."""

ERASER = 0
"""The eraser: chosen in place of a digit, it empties cells."""


@dataclass(frozen=True)
class Message:
    """The editor's message until the next action; a hint stays while the user selects a cell.

    `title`, `reason` and `status`: words above and below the board. `scene`: the picture of a step,
    in place of the board. `hint`: the hint that is shown, up to `depth`. `listed`: all steps, of
    which the one at `place` is shown.
    """

    title: str = ""
    reason: str = ""
    status: str = ""
    scene: Scene | None = None
    hint: Hint | None = None
    depth: int = 0
    listed: AllSteps | None = None
    place: int = 0


NO_MESSAGE = Message()


@dataclass(frozen=True)
class Draft:
    """A clue that is being drawn.

    `rule`: its rule; `meaning`: what that says; `cells` and `text`: its cells and its value so far.
    """

    rule: RuleProtocol
    meaning: str
    cells: tuple[int, ...] = ()
    text: str = ""

    @property
    def value(self) -> Value:
        """The value that was typed; None if there is none."""
        is_number = re.fullmatch(r"-?\d{1,9}", self.text)
        return int(self.text) if is_number else self.text or None

    @property
    def clue(self) -> Clue:
        """The clue as far as it goes; it demands nothing yet."""
        return Clue(self.rule.id, self.cells, self.value, draws=self.rule.draws)


@dataclass
class EditorState:
    """The state of an editor.

    `session`: the board with its history. `theme`, `has_candidates`, `has_labels`: how it looks.
    `has_words`: whether words are around the board. `is_judging`: whether what is named for a proof
    is judged at once, and not only on request.
    `panel`: lines of help. `cell`: the selected cell, which digits fill; `others`: more of them.
    `digit`: the chosen digit, which clicks place. `mode`: what digits and clicks change besides
    digits, see `MODES`. `selects`: whether clicks select cells even if they could change notes.
    `colour`: the colour with which they mark candidates, 0 if they do not. `is_asking`: whether
    they say which candidate is to be explained. `task`: what is to be done on the board.
    `how`: how far strategies go. `message` and `prompt`: what it says and requests. `file`: the
    file of the board, empty if it has none. `to_copy`: text for the clipboard. `has_pad`:
    whether there is a pad of digits. `has_filter`: whether the places of the chosen digit are
    highlighted. `tells_mistakes`: whether a mistake is told as soon as it is made. `draft`: the
    clue that is being drawn, if any. `start`: the board at the beginning. `undo_steps`: the user's
    actions.
    """

    session: Session
    theme: Theme = field(default_factory=lambda: theme_named("light"))
    has_candidates: bool = True
    has_labels: bool = True
    has_words: bool = True
    is_judging: bool = True
    panel: tuple[str, ...] = ()
    cell: int | None = None
    digit: int | None = None
    others: frozenset[int] = frozenset()
    mode: Mode = ""
    selects: bool = False
    colour: int = 0
    is_asking: bool = False
    task: str = ""
    how: How = "pass"
    message: Message = NO_MESSAGE
    prompt: Prompt | None = None
    file: str = ""
    to_copy: str = ""
    has_pad: bool = False
    has_filter: bool = False
    tells_mistakes: bool = False
    draft: Draft | None = None
    start: Grid = field(init=False)
    undo_steps: UndoSteps = field(init=False)

    def __post_init__(self) -> None:
        self.begin(tell("Your turn"))

    def begin(self, title: str) -> None:
        """Begin with the session's board, as it was opened or read."""
        grid = self.start = self.session.grid
        self.undo_steps = UndoSteps(self.session.position)
        self.draft = None
        self.deselect()
        reason = ""
        if grid.marks == "manual" and not grid.has_own_marks:
            reason = tell("v eliminates notes that placed digits rule out; m hides all notes.")
        if grid.has_own_marks and not self.session.notes:
            self.has_candidates = True
        if not self.has_candidates:
            reason = tell("d begins notes of your own; m fills in all notes.")
        if grid.n_open == len(grid.digits) and not grid.layout.written_clues:
            reason = f"{tell('F9 sets a puzzle of your own: clues and givens.')} {reason}"
        self.message = Message(title, reason.strip())

    @property
    def cells(self) -> tuple[int, ...]:
        """The selected cells."""
        return tuple(sorted(self.others | ({self.cell} if self.cell is not None else set())))

    def select(self, cell: int | None, but_keep: bool = False) -> None:
        """Select `cell`, alone unless the others are to be kept."""
        self.others = frozenset(self.cells) if but_keep else frozenset()
        self.cell = cell

    def turn_mode(self, mode: Mode) -> None:
        """Begin a mode, or end it if it is on."""
        self.mode = "" if self.mode == mode else mode
        self.colour = 0

    def deselect(self) -> None:
        """Deselect the cells and the digit, and ask no longer."""
        self.select(None)
        self.digit = None
        self.is_asking = False

    def forget(self, but_hint: bool = False) -> None:
        """Clear the message and the marks of wrong cells; keep hint and question if `but_hint`."""
        self.session.mistake = None
        self.is_asking = self.is_asking and but_hint
        if not (but_hint and self.message.hint):
            self.message = NO_MESSAGE

    def switch_candidates(self) -> None:
        """Show all candidates, or only the user's own notes."""
        self.has_candidates = not self.has_candidates

    def switch_filter(self) -> None:
        """Highlight the places of the chosen digit, or stop it."""
        self.has_filter = not self.has_filter
        if self.has_filter and not self.digit:
            self.message = replace(
                self.message, status=tell("press a digit to see where it can go")
            )

    def switch_pad(self) -> None:
        """Show or hide the pad of digits."""
        self.has_pad = not self.has_pad

    def switch_labels(self) -> None:
        """Show or hide row and column numbers."""
        self.has_labels = not self.has_labels

    def change_theme(self) -> None:
        """Go on to the next theme."""
        self.theme = theme_after(self.theme)

    def scene_of_moment(self, moment: Moment) -> Scene | None:
        """Return the scene of a strategy's work; None for the user's action."""
        if moment.event is None:
            return None
        return scene_of(moment.event, moment.grid, self.start)

    def solved_message(self) -> Message | None:
        """Return the message for a solved board; None if it is not solved."""
        if not self.session.is_solved:
            return None
        kinds = dict.fromkeys(house.name.split()[0] for house in self.session.layout.houses)
        return Message("Solved!", tell("Every {kinds} is complete.", kinds=[*kinds]))
