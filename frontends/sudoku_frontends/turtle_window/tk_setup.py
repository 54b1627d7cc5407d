"""The parts of Tk for a window: its root, a canvas, a font, a size, and the names of keys."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from sudoku_engine.errors import NoWindow, UsageError, quoted, shown_path

if TYPE_CHECKING:
    import tkinter

SMALLEST = (320, 400)
"""The least width and height of a window."""
FAMILIES = ("DejaVu Sans", "Segoe UI", "Helvetica Neue", "Arial", "Helvetica")
"""Fonts for the texts, the best one first."""

OUR_NAMES = {
    "Enter": "Return",
    "Page_Up": "PageUp",
    "Page_Down": "PageDown",
    "Prior": "PageUp",
    "Next": "PageDown",
}
"""Names of keys by Tk's names, if these differ (see `player.view.Key`)."""


def new_root() -> tkinter.Tk:
    """Return the root of a new window. Raise NoWindow without a display or without tkinter."""
    try:
        import tkinter
        import turtle
    except ImportError as error:
        raise NoWindow(
            f"no window: this Python has no {error.name or 'tkinter'}; install it (on Debian and"
            " Ubuntu: apt install python3-tk; on macOS: brew install python-tk)"
        ) from error
    if not hasattr(turtle, "RawTurtle"):
        raise NoWindow(f"{shown_path(str(turtle.__file__))}: hides Python's own turtle: rename it")
    try:
        return tkinter.Tk(className="sudoku-engine")
    except tkinter.TclError as error:
        raise NoWindow(f"no window: {_display_problem(str(error))}") from error


def _display_problem(complaint: str) -> str:
    display = os.environ.get("DISPLAY")
    if display is None and "display" in complaint:
        return (
            "there is no display (DISPLAY is not set): run it on a desktop, over ssh with ssh -X,"
            " or under xvfb-run"
        )
    if display and display in complaint:
        return f"the display {display} (DISPLAY) cannot be reached"
    return complaint


def new_canvas(root: tkinter.Tk, width: int, height: int) -> tkinter.Canvas:
    """Return a canvas that fills the window `root`."""
    from tkinter import Canvas

    canvas = Canvas(root, width=width, height=height, highlightthickness=0, borderwidth=0)
    canvas.pack(expand=True, fill="both")
    return canvas


def font_family(root: tkinter.Tk) -> str:
    """Return the first of `FAMILIES` that is installed, else Tk's default font."""
    from tkinter import font

    known = set(font.families(root))
    return next((family for family in FAMILIES if family in known), "TkDefaultFont")


def key_name(keysym: str, char: str, with_control: bool = False) -> str:
    """Return the name of a key (see `player.view.Key`) that Tk reports.

    >>> key_name("plus", "+"), key_name("KP_Right", ""), key_name("space", " ")
    ('+', 'Right', 'space')
    >>> key_name("z", chr(26), with_control=True)
    'Control-z'
    """
    name = keysym.removeprefix("KP_")
    if with_control:
        return f"Control-{name}"
    if len(char) == 1 and char.isprintable() and char != " ":
        return char
    return OUR_NAMES.get(name, name)


def is_modifier(keysym: str) -> bool:
    """Return whether the key only changes others: it is no input of its own.

    >>> is_modifier("Control_L"), is_modifier("Num_Lock"), is_modifier("l")
    (True, True, False)
    """
    return keysym.endswith(("_L", "_R", "_Lock", "_Shift", "_switch"))


def parsed_size(size: str) -> tuple[int, int] | None:
    """Return width and height of a `size` such as ``640x800``; None for an empty one.

    Raises UsageError for anything else.
    """
    if not size:
        return None
    match = re.fullmatch(r"(\d{1,5})x(\d{1,5})", size.strip())
    if not match:
        raise UsageError(f"the size of a window is WIDTHxHEIGHT, as 640x800, not {quoted(size)}")
    return max(int(match[1]), SMALLEST[0]), max(int(match[2]), SMALLEST[1])


def suitable_size(width: int, height: int) -> tuple[int, int]:
    """Return a size that suits a board, and does not fill a screen of `width` and `height`.

    >>> suitable_size(1920, 1080), suitable_size(800, 600)
    ((734, 918), (408, 510))
    """
    high = min(0.85 * height, 1200, 0.9 * width * 5 / 4)
    return round(high * 4 / 5), round(high)
