"""The state that the parts of the editor share, and the keys with their actions.

The state: session, selection, message, prompt, undo. Digits over 9 are capital letters, so that
small letters are free for all other keys.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar

from sudoku_engine import Author, Grid, Layout
from sudoku_engine.board.clue import Clue, Value
from sudoku_engine.board.layout import SYMBOLS
from sudoku_engine.board.say import tell
from sudoku_engine.board.variants import RuleProtocol
from sudoku_frontends.pictures.event_scenes import scene_of
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.themes import Theme, theme_after, theme_named
from sudoku_frontends.player.background import Worker
from sudoku_frontends.player.view import CARET
from sudoku_plugins.session.advice import AllSteps, Hint, How
from sudoku_plugins.session.hand_moves import Moment
from sudoku_plugins.session.playback import Binding, help_lines
from sudoku_plugins.session.workbench import Session


class UndoSteps:
    """The start and end positions of each action in a history.

    A pass of a strategy adds many moments, and is one action. The first one begins at `start`.
    """

    def __init__(self, start: int = 0) -> None:
        self.stops = [start]
        """The positions to which undo and redo lead."""

    def add(self, start: int, end: int) -> None:
        """Add an action from position `start` to `end`; forget actions that came after `start`."""
        self.stops = [*(stop for stop in self.stops if stop < start), start, end]

    def before(self, position: int) -> int | None:
        """Return where the action that led to `position` began; None if there is no such action."""
        return max((stop for stop in self.stops if stop < position), default=None)

    def after(self, position: int) -> int | None:
        """Return where the next action ends; None if there is no next one."""
        return min((stop for stop in self.stops if stop > position), default=None)


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

    def turn(self, mode: Mode) -> None:
        """Begin a mode, or end it if it is on; middle notes are seen in place of candidates."""
        self.mode = "" if self.mode == mode else mode
        self.colour = 0
        if self.mode == "centres":
            self.has_candidates = False

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

    def switch(self, what: str) -> None:
        """Turn what an action names on or off."""
        setattr(self, f"has_{what}", not getattr(self, f"has_{what}"))

    def filter(self) -> None:
        """Highlight the places of the chosen digit, or stop it."""
        self.switch("filter")
        if self.has_filter and not self.digit:
            status = tell("press a digit to see where it can go")
            self.message = replace(self.message, status=status)

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


Result = TypeVar("Result")


class EditorPart:
    """A part of the editor: it changes what all share, and does long work by `worker`."""

    def __init__(self, state: EditorState, worker: Worker) -> None:
        self._state = state
        self._session = state.session
        self._worker = worker

    def _done(self, action: Callable[[], Result]) -> Result:
        """Do something that undo treats as one step."""
        here = self._session.position
        result = action()
        if self._session.position != here:
            self._state.undo_steps.add(here, self._session.position)
        return result


BINDINGS = (
    Binding((), "", "1 … 9", "fill the selected cell; or choose a digit, then click cells"),
    Binding((), "", "Shift A … P", "digits over 9 on larger boards: A is 10, B is 11"),
    Binding((), "", "arrows, click", "select a cell; Esc deselects it"),
    Binding(
        ("Control-a", "Control-A"),
        "select_all",
        "Shift, Ctrl",
        "select more cells; or drag; Ctrl+A: all",
    ),
    Binding(("Return", "space"), "place", "Enter, space", "place the same digit again"),
    Binding(("0", "Delete", "BackSpace"), "erase", "0, Delete", "empty the cell"),
    Binding(("F6",), "filter", "F6", "filter: highlight the cells that can be the chosen digit"),
    Binding(("F7",), "switch pad", "F7", "show or hide the pad of digits to click"),
    Binding(("d",), "notes", "d", "notes on or off: click a note, or press its digit"),
    Binding(
        ("/", "'"), "centres", "/ or '", "notes in the middle on or off; with Ctrl, a digit is one"
    ),
    Binding(
        ("-", "#"), "shades", "- or #", "colours of cells on or off: digits colour those selected"
    ),
    Binding(("F2",), "paint 1", "F2, F3", "mark candidates in one colour, in another: click them"),
    Binding(("F3",), "paint 2", "", ""),
    Binding(("F4",), "remove_colours", "F4", "remove all your marks"),
    Binding(("F5",), "back_to_right", "F5", "back to before your first mistake"),
    Binding(("u", "Control-z"), "undo", "u, Ctrl+Z", "undo"),
    Binding(("Control-y", "Control-Z"), "redo", "Ctrl+Y", "redo"),
    Binding(("[",), "remember", "[  ]", "set a savepoint, return to it; again: to the one before"),
    Binding(("]",), "recall", "", ""),
    Binding(("Home",), "restart", "Home", "begin the puzzle anew"),
    Binding(("<", ","), "back", "<", "back one step"),
    Binding((">", "."), "forward", ">", "forward one step"),
    Binding(("?",), "hint", "?", "hint: where to look; again: what to look for; again: why"),
    Binding(("w",), "ask", "w", "why not? then a candidate; again: the simplest next step"),
    Binding(("c",), "check", "c", "check whether all is right so far"),
    Binding(("F10",), "switch_telling", "F10", "show mistakes at once: on or off"),
    Binding(("x",), "step", "x", "one step, by the simplest strategy that finds one"),
    Binding(("*", ";"), "list_steps", "* or ;", "list all steps: ↑ ↓ choose one, Enter applies it"),
    Binding(("F8",), "skip", "F8", "in practice: show the step; again: the next board"),
    Binding(("F9",), "set_up", "F9", "set a puzzle: draw clues, remove them, make digits givens"),
    Binding((), "", "h  v  n", "hidden singles, visible singles, naked pairs"),
    Binding(("a",), "choose_strategy", "a", "any strategy, by its name or number"),
    Binding(
        ("+", "="),
        "change_how",
        "+",
        "how far strategies go: a pass, until nothing changes, a step",
    ),
    Binding(("o",), "solve", "o  : or !", "solve with all strategies; up to a certain one"),
    Binding(("!", ":"), "solve_up_to", "", ""),
    Binding(("r", "Control-o"), "read", "r", "read a file, or FILE:LINE"),
    Binding((), "", "Ctrl+V", "paste a puzzle"),
    Binding(("Control-c", "Control-C"), "copy", "Ctrl+C", "copy the board as a line"),
    Binding(("s",), "save", "s", "save; Ctrl+S under another name"),
    Binding(("Control-s", "Control-S"), "save_as", "", ""),
    Binding(("m",), "switch candidates", "m", "fill in all notes, or show only your own"),
    Binding(("l",), "switch labels", "l", "show or hide row and column numbers"),
    Binding(("t",), "change_theme", "t", "change colours: light, dark, projector"),
    Binding(("F11",), "", "F11", "full screen; Esc leaves it"),
    Binding(("F1",), "turn_help", "F1", "these keys; again: the strategies; again: close"),
    Binding(("Escape",), "let_go", "", ""),
    Binding(("q", "Control-q", "Control-w"), "quit", "q", "quit"),
)
"""In the order of the help; digits, arrows and F11 have no action here.

An action is a mode, or a method of the editor or of one of its parts, with what it is given.
"""

ACTIONS = {key: binding.action for binding in BINDINGS for key in binding.keys if binding.action}

WINDOW_KEYS = ("F11", "q")
"""The keys, as the help shows them, that need a window."""

ARROWS = {"Up": (-1, 0), "Down": (1, 0), "Left": (0, -1), "Right": (0, 1)}
"""The rows and columns that each arrow key moves."""

SHIFT, CONTROL = "Shift-", "Control-"
"""The beginnings of keys with Shift or Ctrl: arrows select more cells, digits are notes."""

STRATEGY_KEYS = {
    "v": "visible_single",
    "h": "hidden_single",
    "n": "naked_pair",
    "f": "full_house",
    "e": "naked_single",
    "i": "locked_pair",
    "j": "locked_triple",
    "k": "locked_candidates",
    "b": "naked_triple",
    "p": "hidden_pair",
    "g": "hidden_triple",
    "z": "naked_quad",
    "y": "hidden_quad",
}
"""The id of the strategy that each key applies; the key ``a`` applies the others."""

COLOUR_KEYS = {1: "F2", 2: "F3"}

PAD_KEYS = {"erase": "Delete", "notes": "d", "filter": "F6", "undo": "u", "hint": "?"}
"""By their labels, the keys that the buttons of the pad press, besides those of the digits."""

VIEWS = frozenset(
    {"switch candidates", "switch labels", "switch pad", "filter", "change_theme", "turn_help"}
)
"""Actions that change only how things look."""

HOW: Mapping[How, str] = {
    "pass": "one pass over the board",
    "fixpoint": "until nothing changes",
    "step": "one step",
}
"""How far a strategy goes, in words, in the order of the key that changes it."""


def action_of(key: str) -> str:
    """Return the action of `key`, empty if it has none; a capital may replace a small letter.

    >>> action_of("u"), action_of("U"), action_of("F12")
    ('undo', 'undo', '')
    """
    return ACTIONS.get(key) or (ACTIONS.get(key.lower(), "") if len(key) == 1 else "")


def digit_of(key: str, layout: Layout) -> int | None:
    """Return the digit of a key on a board of this `layout`; letters are capital.

    >>> [digit_of(key, Layout.named("9x9")) for key in "7A"], digit_of("A", Layout.named("16x16"))
    ([7, None], 10)
    """
    signs = layout.own_signs or SYMBOLS[: max(layout.n, 9)]
    return signs.index(key) + 1 if len(key) == 1 and key in signs else None


def key_lines(has_window: bool = True) -> tuple[str, ...]:
    """Return the lines of help for the keys; `has_window`: those of the window, too."""
    left_out = ("",) if has_window else ("", *WINDOW_KEYS)
    return help_lines([binding for binding in BINDINGS if binding.shown not in left_out])


def strategy_lines(strategies: Sequence[Author]) -> tuple[str, ...]:
    """Return the lines of help for the `strategies`: number, name, key and file."""
    keys = {strategy_id: f":  {key}" for key, strategy_id in STRATEGY_KEYS.items()}
    return tuple(
        f"{number}. {tell(each.name)}{keys.get(each.id, '')}"
        + (f"  [{each.plugin}]" if each.plugin else "")
        for number, each in enumerate(strategies, 1)
    )
