"""Import the modules of plugins: bundled, installed, from files and folders; explain failures."""

import codecs
import collections
import functools
import importlib
import importlib.util
import itertools
import keyword
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from types import ModuleType, TracebackType
from typing import NamedTuple, Union

from sudoku_engine.api.hookspecs import KINDS, PROJECT, has_installed_plugins
from sudoku_engine.board.words import brief
from sudoku_engine.bundled import is_here, with_hook
from sudoku_engine.errors import (
    PluginError,
    did_you_mean,
    error_text,
    near_name,
    printable,
    trace_of,
)
from sudoku_engine.formats.given import near_file
from sudoku_engine.plugins.calls import Subject, calls
from sudoku_engine.plugins.component import Origin, located
from sudoku_engine.plugins.own_modules import (
    PREFIX,
    START,
    has_package_code,
    load_module,
    note_on_hidden_file,
    own_place,
    packages_in,
    without_helpers,
)
from sudoku_engine.plugins.time_limits import goes_through

WIDEST = 72
"""The number of characters of a line that are shown."""

_QUOTES = "\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u201b\u00ab\u00bb\u00b4`"
_SAVE = "save the file as UTF-8"


class SourceError(NamedTuple):
    """A fault in the text of a file, and its place."""

    why: str
    line: int
    column: int
    excerpt: str
    """The line, and a line with a caret; empty if the line is unknown."""


def source_error(error: SyntaxError, file: str) -> SourceError:
    """Describe the `error` of Python about the text of `file`."""
    return _of_bytes(file) or _of_syntax(error)


def _of_bytes(file: str) -> SourceError | None:
    try:
        with open(file, "rb") as stream:
            data = stream.read()
    except OSError:
        return None
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return SourceError(f"this text is in UTF-16 ({_SAVE})", 0, 0, "")
    if (place := data.find(b"\0")) >= 0:
        why = f"a NUL character: this is not a text file in UTF-8 ({_SAVE})"
        return SourceError(why, data.count(b"\n", 0, place) + 1, 0, "")
    if re.search(rb"coding[:=]", b"".join(data.splitlines()[:2])):
        return None
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        begin = data.rfind(b"\n", 0, error.start) + 1
        end = data.find(b"\n", error.start)
        text = data[begin : end if end >= 0 else None].decode("utf-8", "surrogateescape")
        text = re.sub("[\udc80-\udcff]", lambda found: chr(ord(found[0]) - 0xDC00), text)
        column = len(data[begin : error.start].decode("utf-8"))
        why = f"these bytes are not text ({_SAVE})"
        line = data.count(b"\n", 0, begin) + 1
        return SourceError(why, line, column + 1, excerpt(text, column + 1))
    return None


def _of_syntax(error: SyntaxError) -> SourceError:
    """Return the fault that Python's `error` names; a plugin may have raised it, with odd parts."""
    line, column, end = (
        each if type(each) is int and each > 0 else 0
        for each in (error.lineno, error.offset, error.end_offset)
    )
    text = error.text if type(error.text) is str else ""
    on_one_line = error.end_lineno == error.lineno
    shown = excerpt(text, column, end if on_one_line else 0)
    return SourceError(_in_words(str(error.msg), text.strip()), line, column, shown)


_SLIPS = (
    (r"```", "leave out the lines with ```: they are not part of the program"),
    (r">>>|In \[", "leave out the signs of the prompt: they are not part of the program"),
    (r"else\s+if\b", "write elif"),
    (r"(from|import)\b.*\bsudoku-engine\b", "write sudoku_engine, with _"),
    (r"(Def|For|If|While|Elif|Else|Return|Yield|From|Import)\b", "write it in small letters"),
)
"""Beginnings of lines that are not Python, with the remedy for each."""


def _in_words(message: str, line: str) -> str:
    """Return Python's `message` about a `line`, with a hint if the slip is common."""
    for slip, mend in _SLIPS:
        if re.match(slip, line):
            return f"{message} ({mend})"
    word = re.match(r"[a-z]+(?= +\w)", line)
    near = did_you_mean(word[0], keyword.kwlist) if word and not keyword.iskeyword(word[0]) else ""
    if near and message == "invalid syntax":
        return f"{message} ({near})"
    if message.endswith("outside function"):
        return f"{message} (indent it, so that it is inside the function)"
    if character := re.search(r"invalid (?:non-printable )?character.*U\+([0-9A-F]+)", message):
        sign = chr(int(character[1], 16))
        if sign in _QUOTES:
            return f"{sign} is not a quote in Python (use \" or ')"
        if sign.isspace() or not sign.isprintable():
            return f"an invisible character, U+{character[1]} (use a space)"
    if "tabs and spaces" in message:
        return f"{message} (use spaces only)"
    return message


def excerpt(text: str, column: int, end: int = 0) -> str:
    """Return a line of a file, and a line with carets under its `column` up to `end`.

    >>> print(excerpt("    for cell in cells\\n", 22))
    for cell in cells
                     ^
    """
    line = text.rstrip("\r\n")
    whole = "".join(each if each.isprintable() else " " for each in line)
    bare = whole.lstrip()
    place = max(column - 1 - (len(whole) - len(bare)), 0)
    begin = max(place - WIDEST + 1, 0)
    if not bare or not column:
        return bare[:WIDEST]
    n_carets = max(min(end - column, len(bare) - place, WIDEST - place + begin), 1)
    return f"{bare[begin : begin + WIDEST]}\n{' ' * (place - begin)}{'^' * n_carets}"


Load = Union[Callable[[], ModuleType], PluginError]
"""A function that loads a plugin, or why there is none."""


def found_modules(paths: Sequence[str]) -> Iterator[tuple[Origin, Load]]:
    """Yield the origins of plugins in loading order, each with a function that loads it.

    `paths` are files, folders, and names of installed plugins. Raises PluginError if the bundled
    plugins are missing: in a clone of the repository that is not installed.
    """
    for package in with_hook(*(kind.hook_name for kind in KINDS.values())):
        if not is_here(package.partition(".")[0]):
            home = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
            what = f"this engine is not installed, only its folder: python -m pip install -e {home}"
            raise PluginError(what, package, home)
        yield Origin("bundled", package), partial(importlib.import_module, package)
    names = set()
    for origin, load in _installed(paths):
        names.add(origin.name)
        yield origin, load
    seen = set()
    for given in paths:
        if given in names and not os.path.exists(given):
            continue
        for origin, load in _in_path(given, names):
            file = origin.path
            real = os.path.realpath(file) if os.path.exists(file) else file
            if real not in seen:
                seen.add(real)
                yield origin, load


def _installed(paths: Sequence[str]) -> Iterator[tuple[Origin, Load]]:
    if not has_installed_plugins():
        return
    from importlib import metadata

    try:
        installed = sorted(metadata.entry_points(group=PROJECT), key=lambda entry: entry.name)
    except Exception as error:  # one package with broken metadata hides them all
        why = f"installed plugins cannot be listed: {error_text(error)}"
        origin = Origin("installed", "installed packages")
        yield origin, located(origin, why)
        return
    for entry in installed:
        yield Origin("installed", entry.name, entry.value, entry.name in paths), entry.load


def _in_path(given: str, names: set[str]) -> Iterator[tuple[Origin, Load]]:
    """Yield the file `given`, or the plugins of a folder.

    These are the folder itself if it is a package, otherwise its Python files except tests, ``_…``,
    and helper modules that the others import.
    """
    from pathlib import Path  # only here: it takes a while to load

    path = Path(given)
    path = path.parent if path.name == START else path
    requested = Origin("file", printable(path.name or given), given, True)
    if not os.path.exists(given):
        mend = near_name(given, names) if names else "check the path"
        why = f"there is no such file{near_file(given) or f': {mend}'}"
        yield requested, located(requested, why)
    elif not path.is_dir():
        yield requested, partial(load_module, path)
    elif path.name != Path(given).name or has_package_code(path):
        name = printable(os.path.basename(os.path.realpath(path)))
        yield Origin("file", name, str(path / START), True), partial(load_module, path)
    else:
        files = [file for file in path.glob("*.py") if not NO_PLUGIN.match(file.name)]
        files += [file for file in packages_in(path) if not NO_PLUGIN.match(file.parent.name)]
        for file in without_helpers(sorted(files)):
            yield from _in_path(str(file), names)
        if not files:
            yield requested, located(requested, "there is no plugin in this folder")


NO_PLUGIN = re.compile(r"[_.]|test_")
"""The beginnings of names of files and packages that are not plugins."""


class Code(NamedTuple):
    """A file of a plugin whose code runs before its components exist, for a time limit."""

    file: str
    """The file; empty for a bundled package."""

    @property
    def number(self) -> int:
        """Its number in the page of `calls`."""
        return calls.number_of(Subject("", "", self.file, 0)) if self.file else 0


def loaded(origin: Origin, load: Load) -> ModuleType:
    """Return the module that `load` returns; raise PluginError for anything else."""
    if isinstance(load, PluginError):
        raise load
    try:
        with _kept_settings():
            module = load()
    except BaseException as error:
        if goes_through(error):
            raise
        raise _problem(origin, error) from error
    if not issubclass(type(module), ModuleType):
        raise located(origin, f"{brief(module)} is not a module")
    return module


@contextmanager
def _kept_settings() -> Iterator[None]:
    """Undo changes that a loaded file makes to the current folder and the recursion limit."""
    folder, depth = os.getcwd(), sys.getrecursionlimit()
    try:
        yield
    finally:
        with suppress(OSError):
            os.chdir(folder)
        with suppress(RecursionError):
            sys.setrecursionlimit(depth)


def _problem(origin: Origin, error: BaseException) -> PluginError:
    """Describe the `error` that a plugin raised while it was loaded."""
    file = origin.source
    if isinstance(error, SyntaxError) and type(error.msg) is str:
        if type(error.filename) is str:
            file = error.filename
        from textwrap import indent

        found = source_error(error, file)
        problem = located(origin, f"it is not valid Python: {found.why}", file, found.line)
        problem.excerpt = indent(found.excerpt, "    ")
        return problem
    if type(error) is ValueError and (bad := _of_bytes(file)):  # of Python before 3.11.4
        return located(origin, f"it is not valid Python: {bad.why}", file, bad.line)
    why = f"it failed to load: {_import_text(error)}"
    if isinstance(error, NameError) and (line := missing_import(str(error.name))):
        why += f" (add this line at the top: {line})"
    why += note_on_hidden_file(why, os.path.dirname(file))
    place = own_place if origin.how == "file" else _innermost
    return located(origin, why, *(place(trace_of(error)) or (file, 0)))


def _import_text(error: BaseException) -> str:
    own = rf"{PREFIX}\d+\."  # people do not know the internal package of their file
    text = error_text(error)
    found = re.match(r"(ImportError: cannot import name '(\w+)' from '([\w.]+)')", text)
    module = sys.modules.get(found[3]) if found else None
    if found is None or type(module) is not ModuleType:
        return re.sub(own, "", text)
    names = [name for name in dir(module) if not name.startswith("_")]
    near = did_you_mean(found[2], names)
    return re.sub(own, "", f"{found[1]}: {near}" if near else found[1])


def missing_import(name: str) -> str:
    """Return the line that imports `name`, if plugins often need it; otherwise empty.

    >>> missing_import("combinations")
    'from itertools import combinations'
    """
    offered = getattr(sys.modules.get(PROJECT), "__all__", ())
    for module, known in ((PROJECT, offered), *((each.__name__, dir(each)) for each in _HELPERS)):
        if name in known and not name.startswith("_"):
            return f"from {module} import {name}"
    return f"import {name}" if name in sys.stdlib_module_names else ""


_HELPERS = (itertools, collections, functools)
"""The modules that strategies often import from."""


def _innermost(trace: TracebackType | None) -> tuple[str, int] | None:
    """Return the file and line where an import failed, None if no code was run."""
    place = None
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if not file.startswith(_IMPORTERS):
            place = file, trace.tb_lineno
        trace = trace.tb_next
    return place


_IMPORTERS = ("<", os.path.dirname(os.path.dirname(__file__)), os.path.dirname(importlib.__file__))
