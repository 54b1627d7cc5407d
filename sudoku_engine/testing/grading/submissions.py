"""The files that pupils handed in, in folders as course systems make them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sudoku_engine.board.words import listed
from sudoku_engine.errors import UsageError
from sudoku_engine.plugins.own_modules import START, has_package_code, without_helpers

NO_WORK = ("test_", "conftest", "_", ".")
"""Names of files and folders that are not a pupil's work begin like this."""

ARCHIVES = frozenset({".zip", ".rar", ".7z", ".tar", ".gz", ".tgz"})
"""Endings of files that hold others."""

MOST_NAMED = 3
"""The number of other files that a row names."""

EMPTY = "the file is empty"


class Work(NamedTuple):
    """A file that a pupil handed in."""

    pupil: str
    """The pupil's name."""
    file: str
    """The path of the file; empty if the pupil handed in no Python file."""
    instead: tuple[str, ...] = ()
    """The names of other files that were handed in, where there is no Python file."""
    helpers: tuple[str, ...] = ()
    """The paths of the pupil's helper modules, which are no work of their own."""


def handed_in(targets: Sequence[str]) -> list[Work]:
    """Return all work in `targets`, files and folders, in the order of the pupils' names.

    Each folder in a folder belongs to a pupil, with all files below it. A single file is named
    after its pupil; if several have the same name, as with ``class/*``, the folders around them are
    named after the pupils. A helper module that another file imports belongs to that file. Raise
    UsageError if nothing was handed in.
    """
    found: list[Work] = []
    alone: list[Path] = []
    for target in targets:
        path = Path(target)
        if os.path.isdir(target):
            for entry in _inside(path):
                if entry.is_dir() and not entry.name.startswith(NO_WORK):
                    found += _of_folder(entry)
                elif _is_work(entry):
                    alone.append(entry)
                elif _is_archive(entry):
                    found.append(Work(entry.stem, "", (entry.name,)))
        elif _is_archive(path):
            raise UsageError("unpack it first", target)
        elif os.path.exists(target):
            alone.append(path)
        else:
            raise UsageError("there is no such file or folder", target)
    alone = without_helpers(alone)
    names = Counter(path.name for path in alone)
    for path in alone:
        is_shared = names[path.name] > 1
        found.append(Work(path.resolve().parent.name if is_shared else path.stem, str(path)))
    if not found:
        raise UsageError("no Python file and no folder of a pupil in it", " ".join(targets))
    return sorted(dict.fromkeys(found))


def why_nothing(work: Work) -> str:
    """Return why there is nothing to grade in `work`, which has no file."""
    why = "no Python file was handed in"
    if work.instead:
        more = len(work.instead) - MOST_NAMED
        names = [*work.instead[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])]
        why += f", only {listed(names)}"
    has_archive = any(_is_archive(Path(name)) for name in work.instead)
    return f"{why}: unpack it first" if has_archive else why


def is_empty(work: Work) -> bool:
    """Return whether the file of `work` has only blanks in it."""
    try:
        return not Path(work.file).read_bytes().strip()
    except OSError:  # loading the file reports it
        return False


def _inside(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror or error}", str(folder)) from None


def _of_folder(folder: Path) -> Iterator[Work]:
    """Yield the work in the `folder` of a pupil; it is named after the pupil."""
    files, parts, others = [], [], []
    for inside, folders, names in os.walk(folder):
        here = Path(inside)
        folders[:] = sorted(name for name in folders if not name.startswith((*NO_WORK, "venv")))
        others += [name for name in sorted(names) if not name.startswith(NO_WORK)]
        if has_package_code(here):
            files.append(here / START)
            parts += sorted(set(here.rglob("*.py")) - {here / START})
            folders.clear()
        else:
            files += [file for name in sorted(names) if _is_work(file := here / name)]
    works = without_helpers(files)
    helpers = tuple(str(file) for file in (*files, *parts) if file not in works)
    for file in works:
        yield Work(folder.name, str(file), helpers=helpers)
    if not files:
        yield Work(folder.name, "", tuple(others))


def _is_work(path: Path) -> bool:
    return path.suffix == ".py" and not path.name.startswith(NO_WORK) and path.is_file()


def _is_archive(path: Path) -> bool:
    return path.suffix.lower() in ARCHIVES
