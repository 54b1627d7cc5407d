"""The keys of the editor, what they do, and the lines of help that tell it.

Digits over 9 are capital letters, so that small letters are free for all else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sudoku_engine.board.layout import SYMBOLS
from sudoku_engine.plugins.component import Component
from sudoku_engine.session.helpers import How
from sudoku_frontends.player.film_keys import Binding, help_lines

BINDINGS = (
    Binding((), "", "1 … 9", "fill the cell you are at; else take a digit, then click cells"),
    Binding((), "", "Shift A … P", "digits over 9 on larger boards: A is 10, B is 11"),
    Binding((), "", "arrows, click", "choose a cell; Esc lets go of it"),
    Binding(("Return", "space"), "place", "Enter", "put the same digit once more"),
    Binding(("0", "Delete", "BackSpace"), "erase", "0, Delete", "empty the cell"),
    Binding(("d",), "doodle", "d", "notes on, off: click a note's place, or press its digit"),
    Binding(("u", "Control-z"), "undo", "u, Ctrl+Z", "take back what you did"),
    Binding(("Control-y", "Control-Z"), "redo", "Ctrl+Y", "do it again"),
    Binding(("<", ","), "back", "<", "back through the steps, one by one"),
    Binding((">", "."), "forward", ">", "on through the steps"),
    Binding(("?",), "hint", "?", "a hint: where to look; again: what for; again: why"),
    Binding(("c",), "check", "c", "is all right so far?"),
    Binding(("x",), "step", "x", "one step, by the simplest strategy that finds one"),
    Binding((), "", "h  v  n", "hidden singles, visible singles, naked pairs"),
    Binding(("a",), "strategy", "a", "any strategy, by its name or number"),
    Binding(("w",), "how", "w", "strategies: one pass, until nothing changes, one step"),
    Binding(("o",), "solve", "o", "solve by all strategies"),
    Binding(("r", "Control-o"), "read", "r", "read a file"),
    Binding(("s",), "save", "s", "save; Ctrl+S under another name"),
    Binding(("Control-s", "Control-S"), "save_as", "", ""),
    Binding(("m",), "candidates", "m", "all notes shown, hidden"),
    Binding(("l",), "labels", "l", "numbers of rows and columns on, off"),
    Binding(("t",), "theme", "t", "light, dark, for a projector"),
    Binding(("F11",), "", "F11", "full screen; Esc leaves it"),
    Binding(("F1",), "help", "F1", "these keys; again: those of strategies; and away"),
    Binding(("Escape",), "let_go", "", ""),
    Binding(("q", "Control-q", "Control-w"), "quit", "q", "quit"),
)
"""In the order of the help; digits, arrows and F11 have no action here."""

ACTIONS = {key: binding.action for binding in BINDINGS for key in binding.keys if binding.action}
"""By key, what it does."""

ARROWS = {"Up": (-1, 0), "Down": (1, 0), "Left": (0, -1), "Right": (0, 1)}
"""By key, how many rows and columns it goes on."""

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
"""By key, the id of the strategy that it applies."""

VIEWS = frozenset({"candidates", "labels", "theme", "help"})
"""Actions that change only how things look."""

HOW: Mapping[How, str] = {
    "pass": "one pass over the board",
    "fixpoint": "on until nothing changes",
    "step": "one step",
}
"""How far a strategy goes, in words, in the order in which a key goes through them."""


def digit_of(key: str, n: int) -> int | None:
    """The digit that a key means on a board of `n` digits; a capital letter for one over 9.

    >>> digit_of("7", 9), digit_of("A", 16), digit_of("A", 9)
    (7, 10, None)
    """
    if len(key) != 1 or key not in SYMBOLS:
        return None
    digit = SYMBOLS.index(key) + 1
    return digit if digit <= max(n, 9) else None


def key_help() -> tuple[str, ...]:
    """The lines that tell the keys."""
    return help_lines([binding for binding in BINDINGS if binding.shown])


def strategy_help(strategies: Sequence[Component]) -> tuple[str, ...]:
    """The lines that tell the `strategies`: number, name, the key where there is one, the file."""
    keys = {strategy_id: key for key, strategy_id in STRATEGY_KEYS.items()}
    return tuple(
        f"{number}. {each.name} ({each.id}){_more(keys.get(each.id), each.author.plugin)}"
        for number, each in enumerate(strategies, 1)
    )


def _more(key: str | None, file: str | None) -> str:
    return (f":  {key}" if key else "") + (f"  [{file}]" if file else "")
