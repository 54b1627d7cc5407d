"""The keys of the editor, their actions, and the help that lists them.

Digits over 9 are capital letters, so that small letters are free for all else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sudoku_engine.api.events import Author
from sudoku_engine.board.layout import SYMBOLS, Layout
from sudoku_engine.board.say import tell
from sudoku_plugins.session.advice import How
from sudoku_plugins.session.playback import Binding, help_lines

BINDINGS = (
    Binding((), "", "1 … 9", "fill the selected cell; or choose a digit, then click cells"),
    Binding((), "", "Shift A … P", "digits over 9 on larger boards: A is 10, B is 11"),
    Binding((), "", "arrows, click", "select a cell; Esc deselects it"),
    Binding(
        ("Control-a", "Control-A"),
        "all_cells",
        "Shift, Ctrl",
        "select more cells; or drag; Ctrl+A: all",
    ),
    Binding(("Return", "space"), "place", "Enter, space", "place the same digit again"),
    Binding(("0", "Delete", "BackSpace"), "erase", "0, Delete", "empty the cell"),
    Binding(("F6",), "filter", "F6", "filter: highlight the cells that can be the chosen digit"),
    Binding(("F7",), "pad", "F7", "show or hide the pad of digits to click"),
    Binding(("d",), "notes", "d", "notes on or off: click a note, or press its digit"),
    Binding(
        ("/", "'"), "centres", "/ or '", "notes in the middle on or off; with Ctrl, a digit is one"
    ),
    Binding(
        ("-", "#"), "shades", "- or #", "colours of cells on or off: digits colour those selected"
    ),
    Binding(("F2",), "colour_1", "F2, F3", "mark candidates in one colour, in another: click them"),
    Binding(("F3",), "colour_2", "", ""),
    Binding(("F4",), "no_colours", "F4", "remove all your marks"),
    Binding(("F5",), "back_to_right", "F5", "back to before your first mistake"),
    Binding(("u", "Control-z"), "undo", "u, Ctrl+Z", "undo"),
    Binding(("Control-y", "Control-Z"), "redo", "Ctrl+Y", "redo"),
    Binding(("[",), "savepoint", "[  ]", "set a savepoint, return to it; again: to the one before"),
    Binding(("]",), "to_savepoint", "", ""),
    Binding(("Home",), "restart", "Home", "begin the puzzle anew"),
    Binding(("<", ","), "back", "<", "back one step"),
    Binding((">", "."), "forward", ">", "forward one step"),
    Binding(("?",), "hint", "?", "hint: where to look; again: what to look for; again: why"),
    Binding(("w",), "why", "w", "why not? then a candidate; again: the simplest next step"),
    Binding(("c",), "check", "c", "check whether all is right so far"),
    Binding(("F10",), "tell_mistakes", "F10", "show mistakes at once: on or off"),
    Binding(("x",), "step", "x", "one step, by the simplest strategy that finds one"),
    Binding(("*", ";"), "all_steps", "* or ;", "list all steps: ↑ ↓ choose one, Enter applies it"),
    Binding(("F8",), "skip", "F8", "in practice: show the step; again: the next board"),
    Binding(("F9",), "clues", "F9", "set a puzzle: draw clues, remove them, make digits givens"),
    Binding((), "", "h  v  n", "hidden singles, visible singles, naked pairs"),
    Binding(("a",), "strategy", "a", "any strategy, by its name or number"),
    Binding(("+", "="), "how", "+", "how far strategies go: a pass, until nothing changes, a step"),
    Binding(("o",), "solve", "o  : or !", "solve with all strategies; up to a certain one"),
    Binding(("!", ":"), "solve_up_to", "", ""),
    Binding(("r", "Control-o"), "read", "r", "read a file, or FILE:LINE"),
    Binding((), "", "Ctrl+V", "paste a puzzle"),
    Binding(("Control-c", "Control-C"), "copy", "Ctrl+C", "copy the board as a line"),
    Binding(("s",), "save", "s", "save; Ctrl+S under another name"),
    Binding(("Control-s", "Control-S"), "save_as", "", ""),
    Binding(("m",), "candidates", "m", "fill in all notes, or show only your own"),
    Binding(("l",), "labels", "l", "show or hide row and column numbers"),
    Binding(("t",), "theme", "t", "change colours: light, dark, projector"),
    Binding(("F11",), "", "F11", "full screen; Esc leaves it"),
    Binding(("F1",), "help", "F1", "these keys; again: the strategies; again: close"),
    Binding(("Escape",), "let_go", "", ""),
    Binding(("q", "Control-q", "Control-w"), "quit", "q", "quit"),
)
"""In the order of the help; digits, arrows and F11 have no action here."""

ACTIONS = {key: binding.action for binding in BINDINGS for key in binding.keys if binding.action}
"""The action of each key."""

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
"""The key of each colour."""

PAD_KEYS = {"erase": "Delete", "notes": "d", "filter": "F6", "undo": "u", "hint": "?"}
"""By their labels, the keys that the buttons of the pad press, besides those of the digits."""

VIEWS = frozenset({"candidates", "labels", "theme", "help", "filter", "pad"})
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
    keys = {strategy_id: key for key, strategy_id in STRATEGY_KEYS.items()}
    return tuple(
        f"{number}. {tell(each.name)}{_key_and_file(keys.get(each.id), each.plugin)}"
        for number, each in enumerate(strategies, 1)
    )


def _key_and_file(key: str | None, file: str | None) -> str:
    return (f":  {key}" if key else "") + (f"  [{file}]" if file else "")
