"""A line of text that the user types in the view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

CARET = "|"

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
        """What the keys do now, in words."""
        more = "type to replace it · " if self._is_offer else ""
        return f"{more}Enter: continue · Esc: cancel"
