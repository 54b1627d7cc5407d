"""What a plugin does without a call that a profile function sees, also while it is loaded.

The interpreter's audit hook tells of it: a file is opened, another computer is asked, or the frame
of an exception is asked for, which leads to the program that called the plugin.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from types import FrameType
from typing import Any, NamedTuple

from sudoku_engine.plugins.refusals import Refusals
from sudoku_engine.testing.boards_with_solutions import BOARDS
from sudoku_engine.testing.own_work.code_owners import CodeOwner, CodeOwners

_FRAMES_OF_HOOK = 2  # between a listener and what caused the event: its own, the hook's
_LEADING_OUT = "tb_frame"  # the attribute that leads to the program around a plugin


class Noticed(NamedTuple):
    """What the code in a `file` did at a `line`, in words that begin with "it"."""

    why: str
    file: str
    line: int
    is_deceit: bool = True  # whether nobody does so by mistake


noticed: list[Noticed] = []  # what was noticed in this process, in its order


def listen(refusals: Refusals) -> None:
    """Notice from now on what the plugins do that `refusals` hears of."""
    refusals.listeners["open"] = _on_open
    refusals.listeners["object.__getattr__"] = _on_attribute
    refusals.listeners["socket.connect"] = _on_connection


def _on_open(given: tuple[Any, ...]) -> None:
    path, mode = given[0], str(given[1] or "r")
    if not isinstance(path, str | bytes | os.PathLike):
        return
    folder, name = os.path.split(os.path.abspath(os.fsdecode(path)))
    if name.endswith(".txt") and folder == str(BOARDS):
        _note_caller(f"it looks up the boards of this check and their solutions ({name})")
    elif folder.startswith("/proc/"):
        _note_caller(f"it looks at the program that calls it: {folder}/{name}")
    elif _is_foreign(sys._getframe(_FRAMES_OF_HOOK)) or not name.endswith((".py", ".pyc")):
        does = "reads" if "r" in mode else "writes"
        _note_caller(f"it {does} the file {name}", is_deceit=False)


def _on_connection(given: tuple[Any, ...]) -> None:
    _note_caller("it asks another computer (socket.connect)")


def _on_attribute(given: tuple[Any, ...]) -> None:
    if given[1] == _LEADING_OUT:
        frame = sys._getframe(_FRAMES_OF_HOOK)
        if _is_foreign(frame):
            _note(f"it looks at the program that calls it: {given[1]}", frame)


@cache
def _owners() -> CodeOwners:
    return CodeOwners("")


def _is_foreign(frame: FrameType) -> bool:
    return _owners()[frame.f_code.co_filename] is CodeOwner.OWN


def _note_caller(why: str, is_deceit: bool = True) -> None:
    """Note what the plugin does, or what it lets Python's library do; an import is no deed."""
    frame: FrameType | None = sys._getframe(_FRAMES_OF_HOOK + 1)
    while frame is not None and _owners()[frame.f_code.co_filename] is not CodeOwner.EDGE:
        if _is_foreign(frame):
            _note(why, frame, is_deceit)
            return
        frame = frame.f_back


def _note(why: str, frame: FrameType, is_deceit: bool = True) -> None:
    found = Noticed(why, frame.f_code.co_filename, frame.f_lineno, is_deceit)
    if found not in noticed:
        noticed.append(found)


def heard(calls: object) -> list[Noticed]:
    """Return what was noticed in this process, where the component of the `calls` is loaded."""
    return noticed
