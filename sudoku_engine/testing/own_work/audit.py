"""What a plugin does without a call that a profile function sees, also while it is loaded.

The interpreter's audit hook tells of it: a file of the kit's boards is opened, or the frame of an
exception is asked for, which leads to the program that called the plugin.
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


noticed: list[Noticed] = []  # what was noticed in this process, in its order


def listen(refusals: Refusals) -> None:
    """Notice from now on what the plugins do that `refusals` hears of."""
    refusals.listeners["open"] = _on_open
    refusals.listeners["object.__getattr__"] = _on_attribute


def _on_open(given: tuple[Any, ...]) -> None:
    path = given[0]
    if not isinstance(path, str | bytes | os.PathLike):
        return
    folder, name = os.path.split(os.path.abspath(os.fsdecode(path)))
    if name.endswith(".txt") and folder == str(BOARDS):
        frame: FrameType | None = sys._getframe(_FRAMES_OF_HOOK)
        while frame is not None:
            if _is_foreign(frame):
                _note(f"it looks up the boards of this check and their solutions ({name})", frame)
                return
            frame = frame.f_back


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


def _note(why: str, frame: FrameType) -> None:
    found = Noticed(why, frame.f_code.co_filename, frame.f_lineno)
    if found not in noticed:
        noticed.append(found)


def heard(calls: object) -> list[Noticed]:
    """Return what was noticed in this process, where the component of the `calls` is loaded."""
    return noticed
