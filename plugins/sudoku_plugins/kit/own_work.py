"""Watched calls on some boards, which show whether a strategy finds its steps itself.

A profile function sees which code of the engine the plugin enters. It costs time, so only some
calls are watched, and of each only the first events: their number decides, not the clock.
`CodeOwners` says what the code in a file is for. Whether a plugin opens the boards of the kit, also
while it is loaded, the interpreter's audit hook tells (`listen`). The check `own_work` puts all of
it into words.
"""

import os
import re
import sys
from enum import Enum
from functools import cache
from inspect import CO_GENERATOR
from types import CodeType, FrameType
from typing import Any, NamedTuple

from sudoku_engine import Grid, errors
from sudoku_engine.bundled import PACKAGES
from sudoku_engine.plugins.time_limits import PYTHON
from sudoku_plugins.kit.boards_with_solutions import BOARDS
from sudoku_plugins.kit.plugin_calls import LocalCalls, collect
from sudoku_plugins.sandbox.refusals import Refusals, permitted


class CodeOwner(Enum):
    """What code is for, as far as it matters who enters it."""

    OWN = "the plugin itself"
    FREE = "whatever a plugin may use"
    EDGE = "what calls the plugin: nothing above it was called by the plugin"
    SEARCH = "the search"
    ENGINE = "what solves, rates or checks puzzles"
    KIT = "the kit's boards"
    STRATEGY = "the bundled strategies"


ENGINE = os.path.dirname(errors.__file__)

IN_ENGINE = {
    "solving/guard.py": CodeOwner.FREE,
    "search/": CodeOwner.SEARCH,
    **dict.fromkeys(("cli/", "engine.py", "solving/"), CodeOwner.ENGINE),
}
"""The part of files and folders of the engine; the rest is free."""

IN_PLUGINS = {
    "fast/": CodeOwner.SEARCH,
    "kit/plugin_calls.py": CodeOwner.EDGE,
    "kit/assertions.py": CodeOwner.EDGE,
    "kit/boards_with_solutions.py": CodeOwner.KIT,
    "kit/kit.py": CodeOwner.KIT,
    "kit/technique_comparison.py": CodeOwner.KIT,
    "strategies/__init__.py": CodeOwner.FREE,
    "strategies/analysis/": CodeOwner.FREE,
    "strategies/": CodeOwner.STRATEGY,
    "solvers/": CodeOwner.SEARCH,
}
"""The same for the bundled plugins; those that solve use the search or the loop."""

_IMPORTERS = "<frozen importlib"
"""How the files of Python's import system begin: what runs above them is an import, not a use."""


class CodeOwners(dict[str, CodeOwner]):
    """The part of each file that was asked for, for a plugin whose main method is in `file`.

    Its helper modules stand in the same folder. If `file` is empty, all that is neither ours nor
    Python's counts as the plugin.
    """

    def __init__(self, file: str) -> None:
        super().__init__({file: CodeOwner.OWN} if file else {})
        files = [getattr(sys.modules.get(name), "__file__", None) for name in PACKAGES[1:]]
        self._ours = [(os.path.dirname(each), IN_PLUGINS) for each in files if each]
        self._ours.append((ENGINE, IN_ENGINE))
        self._home = os.path.dirname(file)

    def __missing__(self, file: str) -> CodeOwner:
        part = self[file] = self._part(file)
        return part

    def _part(self, file: str) -> CodeOwner:
        if file.startswith(_IMPORTERS):
            return CodeOwner.EDGE
        for folder, table in self._ours:
            if _is_in(file, folder):
                rest = file[len(folder) + 1 :].replace(os.sep, "/")
                return next(
                    (part for key, part in table.items() if rest.startswith(key)), CodeOwner.FREE
                )
        if file.startswith("<") or _is_in(file, PYTHON) or _INSTALLED.search(file):
            return CodeOwner.FREE
        return CodeOwner.OWN if not self._home or _is_in(file, self._home) else CodeOwner.FREE


_INSTALLED = re.compile(r"[/\\](site|dist)-packages[/\\]")  # in paths


def _is_in(file: str, folder: str) -> bool:
    return file.startswith(f"{folder}{os.sep}")


_FRAMES_OF_HOOK = 2  # between a listener and what caused the event: its own, the hook's


class Noticed(NamedTuple):
    """A file of the kit's boards that the code in a `file` opened at a `line`."""

    boards: str
    file: str
    line: int


noticed: list[Noticed] = []  # what was noticed in this process, in its order


def listen(refusals: Refusals) -> None:
    """Notice from now on if plugins open the boards; `refusals` hears of it."""
    refusals.listeners["open"] = _on_open


def _on_open(given: tuple[Any, ...]) -> None:
    if not isinstance(given[0], str | bytes | os.PathLike):
        return
    folder, name = os.path.split(os.path.abspath(os.fsdecode(given[0])))
    if folder == str(BOARDS) and (frame := _plugin_frame()) is not None:
        noticed.append(Noticed(name, frame.f_code.co_filename, frame.f_lineno))


@cache
def _owners() -> CodeOwners:
    return CodeOwners("")


def _plugin_frame() -> FrameType | None:
    """Return the innermost frame of a plugin that causes an event; None for an import."""
    frame: FrameType | None = sys._getframe(_FRAMES_OF_HOOK + 1)
    while frame is not None and _owners()[frame.f_code.co_filename] is not CodeOwner.EDGE:
        if _owners()[frame.f_code.co_filename] is CodeOwner.OWN:
            return frame
        frame = frame.f_back
    return None


def heard(calls: object) -> list[Noticed]:
    """Return the notes of this process, in which the component of the `calls` is loaded."""
    return noticed


MOST_CALLS = 15_000  # calls inside one call of the plugin that are watched


class Deed(NamedTuple):
    """A function of ours that a plugin entered."""

    owner: str
    """The name of its `CodeOwner`."""
    what: str
    line: int
    """The line of the plugin's file; 0 if unknown."""
    begin: tuple[str, int]
    """The file and line where the function begins."""


def forget_results() -> None:
    """Clear the caches of functions that calculate: a cached result is returned without a call."""
    for name, module in [*sys.modules.items()]:
        if name.startswith(_CALCULATING):
            for part in [*vars(module).values()]:
                if type(part) is _CACHED and part.__module__ == name:
                    part.cache_clear()


_CACHED = type(cache(len))

_CALCULATING = ("sudoku_engine.search.", "sudoku_engine.solving.", "sudoku_plugins.")
"""The beginnings of names of modules whose functions calculate, and may keep the results."""


def watched_call(calls: LocalCalls, grid: Grid) -> list[Deed]:
    """Return what a strategy enters of the engine while it is called on `grid`."""
    forget_results()
    watch = _Watch(CodeOwners(calls.component.file))
    with permitted("sys.setprofile"):
        before = sys.getprofile()
        sys.setprofile(watch)
    try:
        calls.steps(grid)
    finally:
        with permitted("sys.setprofile"):
            sys.setprofile(before)
    return [*watch.deeds.values()]


class _Watch:
    def __init__(self, owners: CodeOwners) -> None:
        self.deeds: dict[CodeType, Deed] = {}
        self._owners = owners
        self._n_calls = 0

    def __call__(self, frame: FrameType, event: str, given: Any) -> None:
        if event != "call":
            return
        self._n_calls += 1
        if self._n_calls > MOST_CALLS:
            with permitted("sys.setprofile"):
                sys.setprofile(None)
        elif self._owners[frame.f_code.co_filename] not in _HARMLESS:
            self._enter(frame.f_code, frame.f_back)

    def _enter(self, code: CodeType, caller: FrameType | None) -> None:
        """Note that the code of a function is entered, if the plugin is below it."""
        if code in self.deeds or code.co_name == "<module>":
            return
        if caller is not None and caller.f_code is _ASKING and code.co_flags & CO_GENERATOR:
            self._note(code, 0)  # a generator of ours is what the plugin returned
            return
        while caller is not None:
            owner = self._owners[caller.f_code.co_filename]
            if owner is CodeOwner.OWN:
                self._note(code, caller.f_lineno)
            if owner is not CodeOwner.FREE:
                return  # code entered by other parts of the engine is not the plugin's deed
            caller = caller.f_back

    def _note(self, code: CodeType, line: int) -> None:
        name = getattr(code, "co_qualname", code.co_name)  # Python 3.10 has none
        what = name if code.co_name.startswith("__") else code.co_name
        owner = self._owners[code.co_filename].name
        self.deeds[code] = Deed(owner, what, line, (code.co_filename, code.co_firstlineno))


_HARMLESS = (CodeOwner.OWN, CodeOwner.FREE, CodeOwner.EDGE)
_ASKING = collect.__code__  # the function that asks a plugin for its steps, one after another
