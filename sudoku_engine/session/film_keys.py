"""The keys of the film, what they do, and the help that lists them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Binding(NamedTuple):
    """Keys and their action.

    `keys`: their names, the character that a key writes or ``space``, ``Right``, ``PageDown``, ….
    `action`: what they do; empty for keys that are handled elsewhere. `shown`: the keys as the
    help writes them. `meaning`: what they do, in words.
    """

    keys: tuple[str, ...]
    action: str
    shown: str
    meaning: str


BINDINGS = (
    Binding(("space",), "play_or_pause", "space", "play, pause"),
    Binding(("Right",), "forward", "→, click", "next step; completes one that is partly revealed"),
    Binding(("Left",), "back", "←, right click", "previous step"),
    Binding(("r", "Return"), "reveal", "r, Enter", "reveal: where, what, why, change, next step"),
    Binding(("n",), "other", "n", "go to the next step of another strategy"),
    Binding(("N",), "same", "N", "go to the next step of the same strategy"),
    Binding((), "", "click on the bar", "go to where the board is as full"),
    Binding(("Home",), "home", "Home", "go to the start"),
    Binding(("End",), "end", "End", "go to the end"),
    Binding(("+", "="), "faster", "+", "faster"),
    Binding(("-", "_"), "slower", "-", "slower"),
    Binding(("c",), "candidates", "c", "show or hide candidates"),
    Binding(("l",), "labels", "l", "show or hide row and column numbers"),
    Binding(("t",), "theme", "t", "change colours: light, dark, projector"),
    Binding(("p", "PageDown"), "next", "p, PageDown", "next puzzle"),
    Binding(("P", "PageUp"), "previous", "P, PageUp", "previous puzzle"),
    Binding(("F11",), "", "F11", "full screen; Escape leaves it"),
    Binding(("?", "h", "F1"), "help", "?, h", "show or hide this help"),
    Binding(("q", "Control-q", "Control-w"), "quit", "q", "quit"),
)
"""In the order of the help."""

ACTIONS = {key: binding.action for binding in BINDINGS for key in binding.keys if binding.action}
"""The action of each key."""


def help_lines(bindings: Sequence[Binding] = BINDINGS) -> tuple[str, ...]:
    """Return a line of help for each of the `bindings`."""
    return tuple(f"{binding.shown}:  {binding.meaning}" for binding in bindings)
