"""The exceptions of the engine, one tree.

::

    SudokuError                an error that people can fix; printed as one line
    ├── PuzzleError            a puzzle that cannot be used: without one solution, or not just one
    │   ├── MistakeError       a board that cannot be solved
    │   └── FormatError        a puzzle that cannot be read: file, line, column
    │       └── UnknownRules   a puzzle with parts of unknown rules, and the rest of it
    ├── LayoutError            a board that cannot exist
    ├── ConfigError            a configuration that cannot be used: file, line, column
    │   └── ConfigErrors       all errors of a configuration, a line each
    ├── UsageError             a command that cannot be carried out as requested
    │   └── ArgumentError      an argument of the wrong kind; a TypeError, too
    ├── StepError              a malformed step: wrong types, cells that do not exist
    ├── RecordError            a record of a board, step or event that cannot be read
    ├── PluginError            a plugin that cannot be loaded or used: plugin, file, line
    ├── NoWindow               a front end that cannot open a window here
    └── GaveUp                 a solver or generator without a result

``str(error)`` is ``WHERE: WHAT``, if possible with a hint how to fix it.
"""

import os
import sys
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from linecache import getline
from types import TracebackType
from typing import Any
from unicodedata import category

from sudoku_engine.bundled import PACKAGES, install

MOST_CHARACTERS = 2000
"""The longest message."""

SHELLS = {"IPython", "ipykernel", "google"}
"""Packages that run the cells of notebooks."""

OUR_PACKAGES = {*PACKAGES, "anywidget", "traitlets"}
"""The engine's packages, and those through which notebooks call them."""


class SudokuError(Exception):
    """An error that people can fix, described in one line.

    `what` says what is wrong and how to fix it; `where` names the place
    (``FILE``, ``FILE:LINE:COLUMN``), or is empty. `excerpt`: lines of a file that show what is
    wrong, printed below the message.
    """

    excerpt = ""

    def __init__(self, what: str, where: str = "") -> None:
        super().__init__(what, where)
        self.what = what
        self.where = where

    def __str__(self) -> str:
        line = one_line(f"{self.where}: {self.what}" if self.where else self.what)
        return f"{line}\n{self.excerpt}" if self.excerpt else line

    def _render_traceback_(self) -> list[str]:
        """Return the lines that IPython shows: those of the person's own code, and the message."""
        from traceback import walk_tb  # only here: it takes a while to load

        shown = []
        for frame, line in walk_tb(self.__traceback__):
            module = frame.f_globals.get("__name__", "").partition(".")[0]
            if module in OUR_PACKAGES:
                break
            if module not in SHELLS:
                code = getline(frame.f_code.co_filename, line, frame.f_globals).strip()
                shown.append(f"Line {line}: {code}" if code else f"Line {line}")
        return [*shown, f"{type(self).__name__}: {self}"]


class LocatedError(SudokuError):
    """An error at a place in a text; `line` and `column` count from 1, and are 0 if unknown."""

    def __init__(self, what: str, source: str = "", line: int = 0, column: int = 0) -> None:
        super().__init__(what, place(source, line, column))
        self.source = source
        self.line = line
        self.column = column


class PuzzleError(SudokuError):
    """A puzzle that cannot be used: it cannot be read, has no or several solutions, …"""


class MistakeError(PuzzleError):
    """A board that cannot be solved."""


class FormatError(LocatedError, PuzzleError):
    """A puzzle that cannot be read."""


class UnknownRules(FormatError):
    """A puzzle with `parts` that belong to no known rule; `rest` is the puzzle without them."""

    def __init__(
        self, parts: tuple[str, ...], rest: Any, source: str, line: int, column: int = 0
    ) -> None:
        super().__init__(no_rule_for(parts), source, line, column)
        self.parts = parts
        self.rest = rest


def no_rule_for(parts: Iterable[str]) -> str:
    """Return the message for `parts` of a puzzle that belong to no known rule."""
    mend = "write it as a plugin, or read the rest by --ignore-unknown"
    return f"no rule is known for {', '.join(parts)}: {mend}"


class LayoutError(SudokuError):
    """A board that cannot exist."""


class ConfigError(LocatedError):
    """A configuration that cannot be used."""


class ConfigErrors(ConfigError):
    """All `errors` of a configuration; its text has a line for each."""

    def __init__(self, errors: Iterable[ConfigError]) -> None:
        self.errors = tuple(errors)
        super().__init__("\n".join(map(str, self.errors)))

    def __str__(self) -> str:
        return self.what


class UsageError(SudokuError):
    """A command that cannot be carried out as requested."""


class ArgumentError(UsageError, TypeError):
    """An argument of the wrong kind."""


class StepError(SudokuError):
    """A malformed step: wrong types, or cells and digits that do not exist."""


class RecordError(SudokuError):
    """A record of a board, a step or an event that cannot be read."""


class PluginError(LocatedError):
    """A plugin that cannot be loaded or used; `plugin` is its name or file."""

    def __init__(
        self, what: str, plugin: str, source: str = "", line: int = 0, column: int = 0
    ) -> None:
        super().__init__(what, source or plugin, line, column)
        self.plugin = plugin


class MachineFault(OSError):
    """The system failed to start a process, or to talk to it: no code is at fault.

    ``str(error)`` is a line for people.
    """

    def __str__(self) -> str:
        return f"the system failed to run another process ({self.strerror}): try again"


class NoWindow(SudokuError):
    """A front end without a window: there is no display, or a library is missing."""


class GaveUp(SudokuError):
    """A solver that cannot say whether there is a solution, or a generator without a puzzle."""


def place(source: str, line: int = 0, column: int = 0) -> str:
    """Return ``FILE:LINE:COLUMN`` for people, without the parts that are unknown (0).

    >>> place("run.yaml", 13, 5)
    'run.yaml:13:5'
    >>> place("run.yaml")
    'run.yaml'
    """
    return ":".join([printable(source), *(str(number) for number in (line, column) if number)])


def quoted(text: str) -> str:
    r"""Return `text` in quotes, on one line, cut if it is long.

    >>> print(quoted("no\nyes"))
    'no\nyes'
    """
    return repr(text if len(text) <= 40 else text[:39] + "…")


def one_line(text: str) -> str:
    r"""Return `text` with its line ends and control characters visible; its middle is cut.

    >>> print(one_line("no\nyes"))
    no\nyes
    """
    if len(text) > MOST_CHARACTERS:
        half = MOST_CHARACTERS // 2
        text = f"{text[:half]} … {text[-half:]}"
    return printable(text)


_JOINERS = "\u200c\u200d"
"""Hidden characters that belong to words, of Persian for example, and to signs."""


def printable(text: str, kept: str = "") -> str:
    r"""Return a person's `text` with hidden characters, except those `kept`, escaped as in Python.

    Each name, reason or remark of a plugin or a file passes through it where it enters the program.
    So it can neither command a terminal nor begin a line that looks like the program's own.

    >>> print(printable("red\33[31m.txt"))
    red\x1b[31m.txt
    """
    if text.isprintable():
        return text
    return "".join(
        each
        if each.isprintable() or each in _JOINERS or each in kept or category(each) == "Zs"
        else repr(each)[1:-1]
        for each in text
    )


MOST_NAMES = 20
"""The most known names in a list."""


def near_name(word: str, known: Iterable[str]) -> str:
    """Return a hint for an unknown `word`: the nearest of the `known` names, or all of them.

    >>> near_name("naked_piar", ["naked_pair", "hidden_single"])
    "did you mean 'naked_pair'?"
    >>> near_name("x", ["row", "column"])
    'known: column, row'
    >>> near_name("X-Wing", ["x_wing", "xy_wing"])
    "did you mean 'x_wing'?"
    """
    names = sorted(known)
    if near := did_you_mean(word, names):
        return near
    more = f" … and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES + 1 else ""
    shown = ", ".join(names[:MOST_NAMES] if more else names)
    return f"known: {shown}{more}" if names else "there is none"


def require_word(value: object, known: Iterable[str], name: str) -> None:
    """Raise UsageError unless the `value` of the argument called `name` is a `known` word."""
    if value not in (words := tuple(known)):
        raise UsageError(f"{name}={value!r}: {near_name(str(value), words)}")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint with the nearest of the `known` names, empty if none is near `word`."""
    import difflib  # only here: it takes a while to load

    names = sorted(known)
    close = difflib.get_close_matches(word, names, n=1)
    if not close:
        plain = {_plain(name): name for name in names}
        close = [plain[name] for name in difflib.get_close_matches(_plain(word), plain, n=1)]
    return f"did you mean {close[0]!r}?" if close else ""


def _plain(name: str) -> str:
    """Return `name` in small letters, without blanks and signs."""
    return "".join(filter(str.isalnum, name.lower()))


LONGEST_MESSAGE = 1000
"""The most characters of a plugin's exception message that are shown."""


def error_text(error: BaseException) -> str:
    """Return the words of a plugin's exception, in one line; this never fails.

    >>> error_text(ValueError("no 9"))
    'ValueError: no 9'
    """
    # isinstance would ask the exception for its class, and a hostile exception could lie.
    kind = type(error)
    if issubclass(kind, SystemExit):
        return "it called sys.exit"
    name, text = type_name(error), message_of(error)
    if kind is EOFError and text == "EOF when reading a line":
        return "it called input, and nobody can type here"
    if issubclass(kind, PluginError) and text:
        return text
    return f"{name}: {text}" if text else name


def message_of(error: BaseException) -> str:
    """Return the first line of the message of `error`, empty if it has none; this never fails."""
    try:
        # The handler of a PluginError adds the place.
        text: object = (
            str(error) if not issubclass(type(error), PluginError) else vars(error)["what"]
        )
        lines = plain_text(text).strip().splitlines()
    except BaseException:  # its own __str__ is broken too
        return ""
    return _in_print(lines[0]) if lines else ""


def plain_text(text: object) -> str:
    """Return `text` as an exact string; raise TypeError if it is not a string.

    A class of a plugin cannot run code here, not even if it lies about its type.
    """
    return str.__str__(text)


def type_name(thing: object) -> str:
    """Return the name of the type of `thing`; this runs no code of that type.

    >>> type_name(5)
    'int'
    """
    return _in_print(plain_text(type.__dict__["__name__"].__get__(type(thing))))


def trace_of(error: BaseException) -> TracebackType | None:
    """Return the traceback of `error`, whatever its class makes of ``__traceback__``."""
    trace: TracebackType | None = vars(BaseException)["__traceback__"].__get__(error)
    return trace


def _in_print(line: str) -> str:
    """Return `line`, cut if it is too long, with unprintable characters escaped as in Python."""
    return printable(line if len(line) <= LONGEST_MESSAGE else f"{line[:LONGEST_MESSAGE]}…")


def shown_path(path: str) -> str:
    """Return `path` for people: printable, and relative if it is below the current folder."""
    try:
        relative = os.path.relpath(path) if path else ""
    except ValueError:  # another drive
        relative = os.pardir
    return printable(path if relative.startswith(os.pardir) else relative)


def warn(text: str) -> None:
    """Warn at the line of the caller outside the engine."""
    level, frame = 2, sys._getframe(1)
    ours = ("sudoku_engine.", "contextlib")
    while frame.f_back and str(frame.f_globals.get("__name__")).startswith(ours):
        level, frame = level + 1, frame.f_back
    warnings.warn(text, stacklevel=level)


@contextmanager
def needed(library: str, extra: str, solver: str) -> Iterator[None]:
    """Surround the imports of `library`; an error names the package to install.

    Raises PluginError, as for any plugin that cannot be used: not GaveUp, since the puzzle is
    not the cause, and people can fix it.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise PluginError(f"it needs {library}: {install(extra)}", solver) from error
    except (ImportError, OSError) as error:  # it is installed, but not its own requirements
        mend = f"{install(extra, '--upgrade ')} may mend it"
        what = f"{library} does not work here ({message_of(error)}): {mend}"
        raise PluginError(what, solver) from error
