"""Watched calls on some boards, which show whether a strategy finds its steps itself.

A profile function sees each call and return: which code of the engine the plugin enters, and which
boards it holds meanwhile: one with the whole solution, or one on which it tries digits. It costs
time, so only some calls are watched, and of each only the first events: their number decides, not
the clock. `CodeOwners` says what the code in a file is for. The check `own_work` puts all of it
into words.

What else a plugin does, also while it is loaded, the interpreter's audit hook tells (`listen`): a
file is opened, another computer is asked, or the frame of an exception is asked for, which leads
to the program that called the plugin.

A board that it holds (`HeldBoards`), however it is written, may be a Grid, a list or text of 81
digits, nine lists of nine, a dict by cell, sets of candidates, masks. It is one if it has what the
board has on which the plugin was called: then its other cells tell whether the plugin knows the
solution, or has placed digits to see what happens.
"""

from __future__ import annotations

import os
import re
import sys
from array import array
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from inspect import CO_GENERATOR
from threading import Thread
from types import CodeType, FrameType
from typing import Any, NamedTuple

from sudoku_engine import errors
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.masks import digits_of
from sudoku_engine.board.step import Candidate
from sudoku_engine.bundled import PACKAGES
from sudoku_engine.plugins.time_limits import PYTHON
from sudoku_plugins.kit.boards_with_solutions import BOARDS, Position
from sudoku_plugins.kit.plugin_calls import LocalCalls, collect
from sudoku_plugins.sandbox.refusals import Refusals, permitted

SHAPES = frozenset(
    (list, tuple, dict, defaultdict, OrderedDict, str, bytes, bytearray, array, set, Grid)
)
"""The types of data in which a board is looked for."""

FEWEST_OPEN = 0.25  # the part of cells that must be open, so that a full board is no chance

FEWEST_TRIED = 3
"""How many cells must be filled, one of them wrong, so that a board is one to try digits on.

Cells with a single candidate do not count.
"""


class Held(NamedTuple):
    """What a board that a plugin holds has in cells that are open on the board it was given."""

    is_solution: bool  # whether these are all filled, as in the solution
    wrong: Candidate | None  # a digit that is not in the solution, if digits are being tried


class HeldBoards:
    """Recognise boards that continue `grid`, whose only solution has the digits `solution`."""

    def __init__(self, grid: Grid, solution: Sequence[int]) -> None:
        self._solution = solution
        self._digits = grid.digits
        self._filled = [(cell, digit) for cell, digit in enumerate(grid.digits) if digit]
        self._peers = grid.layout.peers
        self._masks = grid.masks
        self._candidates: dict[int, set[int]] = {
            cell: set(grid.candidates(cell)) for cell in grid.open_cells
        }
        self._rows = grid.layout.n
        self._size = len(solution)
        self._sizes = {self._rows, self._size, len(self._candidates)}
        if len(self._candidates) < FEWEST_OPEN * self._size:
            self._sizes.clear()

    def may_be(self, value: Any) -> bool:
        """Return whether `value`, of one of the `SHAPES`, has the size of a board: a quick look."""
        return type(value) is Grid or len(value) in self._sizes

    def look(self, value: Any) -> Held | None:
        """Return the board held in `value`; None if it is no board, or has nothing new."""
        # Items of any class are compared here, and may raise what they like. In the profile
        # function that would end the watch, and the plugin would see an error of ours.
        with suppress(Exception):
            return self._held_in(value)
        return None

    def _held_in(self, value: Any) -> Held | None:
        items = self._items(value)
        if items is None or items == self._digits:
            return None
        if len(items) == self._size and any(items[cell] for cell, _ in self._filled):
            return self._compared(items, self._filled)
        if isinstance(value, dict) and value.keys() == self._candidates.keys():
            items = [value[cell] for cell in self._candidates]
        elif len(items) == self._size:
            items = [items[cell] for cell in self._candidates]
        if len(items) != len(self._candidates):
            return None
        items = self._without_masks(items)
        sets = (set, frozenset, list, tuple)
        if all(
            isinstance(item, sets) and held.issuperset(item)
            for item, held in zip(items, self._candidates.values())
        ):
            of_all: list[Any] = [None] * self._size
            for cell, item in zip(self._candidates, items):
                of_all[cell] = item
            return self._compared(of_all, [])
        right = [self._solution[cell] for cell in self._candidates]
        is_solution = [*map(_digit, items)] in (right, [*map(str, right)])
        return Held(True, None) if is_solution else None

    def _without_masks(self, items: Sequence[Any]) -> Sequence[Any]:
        """Return `items`, one for each open cell, with sets of candidates in place of masks."""
        masks = [self._masks[cell] for cell in self._candidates]
        if all(type(item) is int and item & mask == item for item, mask in zip(items, masks)):
            return [set(digits_of[item]) for item in items]
        return items

    def _items(self, value: Any) -> Sequence[Any] | None:
        """Return the item of `value` for each cell, or each open one; None if it is no board."""
        if type(value) is Grid:
            return value.digits
        count = len(value)
        if count == self._rows and isinstance(value, list | tuple):
            if all(isinstance(row, list | tuple | str) and len(row) == count for row in value):
                return [item for row in value for item in row]
            return None
        if isinstance(value, dict):
            try:
                return [value[key] for key in sorted(value)]
            except TypeError:
                return list(value.values())
        # Cells with their digits are pairs, or row, column and digit.
        if isinstance(value, str) or not all(
            isinstance(item, tuple) and 1 < len(item) < 4 for item in value
        ):
            return None if isinstance(value, set) else value
        try:
            return [pair[-1] for pair in sorted(value)]
        except TypeError:
            return None

    def _compared(self, items: Sequence[Any], filled: Sequence[tuple[int, int]]) -> Held | None:
        """Return the `items`, one for each cell, of the open cells.

        Those of the `filled` cells show how digits are written; none: as numbers.
        """
        words: dict[Any, int] = {}
        for cell, digit in filled:
            word = _digit(items[cell])
            if word is None or words.setdefault(word, digit) != digit:
                return None
        if len({*words.values()}) < len(words):
            return None
        if all(word == digit for word, digit in words.items()):
            words.update((digit, digit) for digit in range(1, self._rows + 1))
        placed = [(cell, words.get(_digit(items[cell]))) for cell in self._candidates]
        added = [Candidate(cell, digit) for cell, digit in placed if digit is not None]
        wrong = [each for each in added if self._solution[each.cell] != each.digit]
        if not wrong:
            return Held(True, None) if len(added) == len(self._candidates) else None
        new = [each for each in added if len(self._candidates[each.cell]) > 1]
        are_mixed = len({digit for _, digit in new}) > 1  # a coloring tries one digit alone
        if not are_mixed or len(new) < FEWEST_TRIED or not self._fit(new):
            return None
        return Held(False, wrong[0])

    def _fit(self, placed: Iterable[Candidate]) -> bool:
        """Return whether no two of the digits that are `placed` contradict each other."""
        digits = dict(placed)
        peers = self._peers
        return not any(digits.get(peer) == digit for cell, digit in placed for peer in peers(cell))


def _digit(item: Any) -> Any:
    """Return the digit in an `item`, in any form; None if there is none."""
    if isinstance(item, set | frozenset | list | tuple) and len(item) == 1:
        (item,) = item
    return item if isinstance(item, int | str) else None


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
    "fast/compiled": CodeOwner.SEARCH,
    "kit/plugin_calls.py": CodeOwner.EDGE,
    "kit/assertions.py": CodeOwner.EDGE,
    "kit/boards_with_solutions.py": CodeOwner.KIT,
    "kit/kit.py": CodeOwner.KIT,
    "kit/technique_comparison.py": CodeOwner.KIT,
    **dict.fromkeys(
        (
            *("batch/", "course/practice/", "fast/", "grading/", "lab/", "ratings/", "reasons/"),
            *("sandbox/", "session/"),
        ),
        CodeOwner.ENGINE,
    ),
    **dict.fromkeys(
        ("checkers/comparison.py", "generators/generation.py", "generators/laying.py"),
        CodeOwner.ENGINE,
    ),
    "strategies/__init__.py": CodeOwner.FREE,
    "strategies/analysis/": CodeOwner.FREE,
    "strategies/": CodeOwner.STRATEGY,
    "solvers/": CodeOwner.SEARCH,
}
"""The same for the bundled plugins."""

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
    """Return the notes of this process, in which the component of the `calls` is loaded."""
    return noticed


MOST_CALLS = 15_000  # calls inside one call of the plugin that are watched
FEWEST_LEVELS = 5  # the depth from which a function that calls itself twice searches
MOST_LOOKS = 400  # how often one call is asked for boards on which it tries digits

SPYING = {
    "sys": ("_current_frames", "_getframe", "getprofile", "gettrace", "setprofile", "settrace"),
    "gc": ("get_objects", "get_referents", "get_referrers"),
}
"""Functions that show the program around a plugin, by module."""

SPYING_IN_PYTHON = ("currentframe", "getouterframes", "stack", "trace")
"""The functions of Python's `inspect` that do so."""


Profile = Callable[[FrameType, str, Any], None]  # called by the interpreter at calls and returns


class Deed(NamedTuple):
    """An action of a plugin that a strategy does not need."""

    owner: CodeOwner  # whose code it entered; the plugin itself for what it does alone
    what: str  # the function: its own, or the one that it called
    file: str  # the file of the plugin in which it did so
    line: int  # the line of that file, 0 if unknown
    entered: tuple[str, int] = ("", 0)  # the file and line where the code begins that it entered
    held: Held | None = None  # the board that it held


@dataclass
class Watched:
    """The observations in one call."""

    position: Position
    deeds: list[Deed] = field(default_factory=list)
    depth: int = 0  # how deep a function of the plugin called itself
    deepest: CodeType | None = None  # that function
    has_branches: bool = False  # whether a function called itself a second time, far down
    calls: int = 0  # calls that were watched


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


def watched_call(calls: LocalCalls, grid: Grid, solution: Sequence[int]) -> Watched:
    """Return the observations in a strategy's call on `grid`, which has this `solution`."""
    forget_results()
    watched = Watched(Position(grid, tuple(solution), ""))
    profile = _profile_for(watched, CodeOwners(calls.component.file))
    with _profiled(profile), _profiled_threads(profile):
        calls.steps(grid)
    return watched


def _profile_for(watched: Watched, owners: CodeOwners) -> Profile:
    of_inspect = sys.modules["inspect"].__file__
    own, free, edge = CodeOwner.OWN, CodeOwner.FREE, CodeOwner.EDGE
    record = _Record(watched, owners)
    # Locals, as this runs at each call and return.
    descend, enter, spy, look = record.descend, record.enter, record.spy, record.look
    depths = record.depths

    def profile(frame: FrameType, event: str, given: Any) -> None:
        code = frame.f_code
        owner = owners[code.co_filename]
        if event == "call":
            watched.calls += 1
            if watched.calls > MOST_CALLS:
                with permitted("sys.setprofile"):
                    sys.setprofile(None)
            elif owner is own:
                descend(code)
            elif owner is not free and owner is not edge:
                enter(owner, code, frame)
            elif code.co_filename == of_inspect and code.co_name in SPYING_IN_PYTHON:
                spy(f"inspect.{code.co_name}", frame.f_back)
        elif owner is own:
            if event == "return":
                depths[id(code)] -= 1
                if code.co_name != "<genexpr>":
                    look(frame, given)
            elif event == "c_call":
                name = getattr(given, "__name__", "")
                if name in SPYING.get(getattr(given, "__module__", None) or "", ()):
                    spy(f"{given.__module__}.{name}", frame)

    return profile


class _Record:
    """Fills what was `watched` in one call of the plugin."""

    def __init__(self, watched: Watched, owners: CodeOwners) -> None:
        self.watched = watched
        self.depths: Counter[int] = Counter()  # how deep each function calls itself now
        self._at_depth: Counter[tuple[int, int]] = Counter()
        self._owners = owners
        self._boards = HeldBoards(watched.position.grid, watched.position.solution)
        self._seen: set[tuple[CodeOwner, str]] = set()
        self._looks = 0

    def descend(self, code: CodeType) -> None:
        """Note how deep a function calls itself, and whether it does so twice at a depth."""
        key, at_depth, watched = id(code), self._at_depth, self.watched
        depth = self.depths[key] = self.depths[key] + 1
        at_depth[key, depth] += 1
        if depth > watched.depth:
            watched.depth, watched.deepest = depth, code
        if depth > FEWEST_LEVELS and at_depth[key, depth] > at_depth[key, depth - 1]:
            watched.has_branches = True

    def enter(self, owner: CodeOwner, code: CodeType, frame: FrameType) -> None:
        """Note that code of the engine is entered, if the plugin is below it."""
        if (owner, code.co_name) in self._seen or code.co_name == "<module>":
            return
        caller = frame.f_back
        if caller is not None and caller.f_code is _ASKING and code.co_flags & CO_GENERATOR:
            self._note_entry(owner, code, "", 0)  # a generator of ours is what the plugin returned
            return
        while caller is not None:
            its_owner = self._owners[caller.f_code.co_filename]
            if its_owner is CodeOwner.OWN:
                self._note_entry(owner, code, caller.f_code.co_filename, caller.f_lineno)
            if its_owner is not CodeOwner.FREE:
                return  # code entered by other parts of the engine is not the plugin's deed
            caller = caller.f_back

    def _note_entry(self, owner: CodeOwner, code: CodeType, file: str, line: int) -> None:
        self._seen.add((owner, code.co_name))
        begin = (code.co_filename, code.co_firstlineno)
        name = getattr(code, "co_qualname", code.co_name)  # Python 3.10 has none
        what = name if code.co_name.startswith("__") else code.co_name
        self.watched.deeds.append(Deed(owner, what, file, line, begin))

    def spy(self, name: str, caller: FrameType | None) -> None:
        """Note that a function is called that shows the program around the plugin."""
        if caller is None or self._owners[caller.f_code.co_filename] is not CodeOwner.OWN:
            return
        if (CodeOwner.OWN, name) not in self._seen:
            self._seen.add((CodeOwner.OWN, name))
            place = (caller.f_code.co_filename, caller.f_lineno)
            self.watched.deeds.append(Deed(CodeOwner.OWN, name, *place))

    def look(self, frame: FrameType, given: Any) -> None:
        """Look for boards in what a function of the plugin holds when it returns."""
        held_now = frame.f_locals
        values = [given, *held_now.values()]
        if given is True:
            values += frame.f_globals.values()  # a search often ends so, its board kept there
        if (holder := getattr(held_now.get("self"), "__dict__", None)) is not None:
            values += holder.values()
        boards = self._boards
        for value in values:
            if type(value) not in SHAPES or not boards.may_be(value):
                continue
            self._looks += 1
            if self._looks > MOST_LOOKS and self._looks % 8:
                continue
            held = boards.look(value)
            if held is not None:
                self._note_board(held, frame)

    def _note_board(self, held: Held, frame: FrameType) -> None:
        """Note that the innermost function that has a name holds such a board."""
        key = (CodeOwner.OWN, "whole" if held.is_solution else "tried")
        if key not in self._seen:
            self._seen.add(key)
            while frame.f_code.co_name.startswith("<") and frame.f_back is not None:
                frame = frame.f_back
            code, file = frame.f_code, frame.f_code.co_filename
            deed = Deed(CodeOwner.OWN, code.co_name, file, code.co_firstlineno, held=held)
            self.watched.deeds.append(deed)


_ASKING = collect.__code__  # the function that asks a plugin for its steps, one after another


@contextmanager
def _profiled(profile: Profile) -> Iterator[None]:
    with permitted("sys.setprofile"):
        before = sys.getprofile()
        sys.setprofile(profile)
    try:
        yield
    finally:
        with permitted("sys.setprofile"):
            sys.setprofile(before)


@contextmanager
def _profiled_threads(profile: Profile) -> Iterator[None]:
    """Watch the threads, too, that are started meanwhile."""
    run = Thread.run

    def watched_run(thread: Thread) -> None:
        with _profiled(profile):
            run(thread)

    Thread.run = watched_run  # type: ignore[assignment, method-assign]
    try:
        yield
    finally:
        Thread.run = run  # type: ignore[method-assign]
