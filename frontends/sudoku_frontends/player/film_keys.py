"""The keys of the film, what they do, and the lines of help that tell it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Binding(NamedTuple):
    """Keys, by their names (see `window.Key`), what they do, and how a person is told of both."""

    keys: tuple[str, ...]
    action: str
    shown: str
    told: str


BINDINGS = (
    Binding(("space",), "play_or_pause", "space", "play, pause"),
    Binding(("Right",), "forward", "→", "a step forward; shows a half revealed one whole"),
    Binding(("Left",), "back", "←", "a step back"),
    Binding(("r", "Return"), "reveal", "r, Enter", "reveal: where, what, why, change, next step"),
    Binding(("n",), "other", "n", "on to the next step of another strategy"),
    Binding(("N",), "same", "N", "on to the next step of the same strategy"),
    Binding(("Home",), "home", "Home", "to the start"),
    Binding(("End",), "end", "End", "to the end"),
    Binding(("+", "="), "faster", "+", "faster"),
    Binding(("-", "_"), "slower", "-", "slower"),
    Binding(("c",), "candidates", "c", "candidates on, off"),
    Binding(("l",), "labels", "l", "numbers of rows and columns on, off"),
    Binding(("t",), "theme", "t", "light, dark, for a projector"),
    Binding(("p", "Next"), "next", "p, PageDown", "the next puzzle"),
    Binding(("P", "Prior"), "previous", "P, PageUp", "the puzzle before"),
    Binding(("F11",), "", "F11", "full screen; Escape leaves it"),
    Binding(("?", "h", "F1"), "help", "?, h", "these keys, and away again"),
    Binding(("q", "Control-q", "Control-w"), "quit", "q", "quit"),
)
"""In the order of the help; those without an action are the window's own."""

ACTIONS = {key: binding.action for binding in BINDINGS for key in binding.keys if binding.action}
"""By key, what it does."""


def help_lines(bindings: Sequence[Binding] = BINDINGS) -> tuple[str, ...]:
    """A line for each of the `bindings`: its keys, and what they do."""
    return tuple(f"{binding.shown}:  {binding.told}" for binding in bindings)
