"""The files that pupils handed in, in folders as course systems make them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, NoReturn

from sudoku_engine.board.words import listed
from sudoku_engine.errors import UsageError, shown_path
from sudoku_engine.plugins.own_modules import (
    START,
    has_package_code,
    offers_something,
    without_helpers,
)
from sudoku_engine.testing.grading.archives import Unpacker, handed_in_as

NO_WORK = ("test_", "conftest", "_", ".")  # names of what is no pupil's work begin like this
ARCHIVES = frozenset({".zip", ".rar", ".7z", ".tar", ".gz", ".tgz"})  # endings of their names
MOST_NAMED = 3  # other files that a row names

EMPTY = "the file is empty"


class Work(NamedTuple):
    """A file that a pupil handed in."""

    pupil: str  # the name
    file: str  # the path of the file; empty if the pupil handed in no Python file
    instead: tuple[str, ...] = ()  # the names of other files, where there is no Python file
    helpers: tuple[str, ...] = ()  # the paths of helper modules, which are no work of their own
    shown: str = ""  # the path of the file for people, if it is in an archive; else empty
    n_files: int = 1  # how many files of the pupil this one was taken from

    @property
    def place(self) -> str:
        """The path of the file for people."""
        return self.shown or shown_path(self.file)


def handed_in(targets: Sequence[str], unpacker: Unpacker) -> list[Work]:
    """Return all work in `targets`, files, folders and archives, in the order of the pupils' names.

    Each folder in a folder belongs to a pupil, with all files below it. A single file is named
    after its pupil; if several have the same name, as with ``class/*``, the folders around them are
    named after the pupils. A folder that is named itself is a pupil's if there is one work in it,
    or if all that are named are such folders. A helper module belongs to the file that imports it.
    Raise UsageError if nothing was handed in.
    """
    found: list[Work] = []
    alone: list[Path] = []
    are_folders = len(targets) > 1 and all(map(os.path.isdir, targets))
    for target in targets:
        path = Path(target)
        if is_packed := os.path.isfile(target) and _is_zip(path):
            path = unpacker.unpacked(path)
        if os.path.isdir(path):
            here, in_folders = _of_class(_heart(path, is_packed), are_folders, unpacker)
            alone += here
            found += in_folders
        elif _is_archive(path):
            raise UsageError("unpack it first", target)
        elif os.path.exists(target):
            alone.append(path)
        else:
            raise UsageError("there is no such file or folder", target)
    alone = without_helpers(alone)
    names = Counter(path.name for path in (*alone, *(Path(work.file) for work in found)))
    for path in alone:
        is_shared = names[path.name] > 1
        pupil = path.resolve().parent.name if is_shared else path.stem
        found.append(Work(pupil, str(path), shown=unpacker.shown(path)))
    if not found:
        raise UsageError("no Python file and no folder of a pupil in it", " ".join(targets))
    return sorted(_with_names(dict.fromkeys(found)))


def _of_class(
    folder: Path, is_pupils: bool, unpacker: Unpacker
) -> tuple[list[Path], Iterable[Work]]:
    """Return the files in the `folder` of a class, and the work in the folders of pupils.

    It is a pupil's own if it holds one work and nothing else; if `is_pupils`, also several.
    """
    own = list(_of_folder(folder, unpacker))
    are_here = all(work.file and Path(work.file).parent == folder for work in own)
    if are_here and (is_pupils or len(own) == 1):
        return [], own
    entries = _inside(folder)
    work: list[Work] = []
    for entry in entries:
        if entry.is_dir():
            work += _of_folder(entry, unpacker)
        elif _is_archive(entry):
            work += _of_archive(entry, unpacker)
    return [entry for entry in entries if _is_work(entry)], work


def _heart(folder: Path, is_packed: bool) -> Path:
    """Return `folder`, or the one folder that is all in it, if that is plainly a class's.

    A class has several folders of pupils; if `is_packed`, several files will do.
    """
    inside = _inside(folder)
    if len(inside) != 1 or not inside[0].is_dir() or handed_in_as(inside[0].name):
        return folder
    of_class = [each for each in _inside(inside[0]) if each.is_dir() or _is_zip(each) or is_packed]
    return _heart(inside[0], is_packed) if len(of_class) > 1 else folder


def _with_names(works: Iterable[Work]) -> Iterator[Work]:
    """Yield the `works`, with the pupils' names in place of those that course systems made."""
    known = [(work, handed_in_as(work.pupil)) for work in works]
    names = Counter(name for name, _ in {(found.pupil, found.key) for _, found in known if found})
    for work, found in known:
        if found:
            work = work._replace(pupil=found.pupil if names[found.pupil] == 1 else found.key)
        yield work


def last_of_each(works: Iterable[Work]) -> list[Work]:
    """Return of each pupil's `works` the one that was changed last."""
    by_pupil: dict[str, list[Work]] = {}
    for work in works:
        by_pupil.setdefault(work.pupil, []).append(work)

    def changed(work: Work) -> float:
        return os.path.getmtime(work.file) if work.file else 0.0

    return [max(own, key=changed)._replace(n_files=len(own)) for own in by_pupil.values()]


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
    """Return the files and folders in `folder` that may be work."""
    try:
        return sorted(each for each in folder.iterdir() if not each.name.startswith(NO_WORK))
    except OSError as error:
        _unreadable(error)


def _unreadable(error: OSError) -> NoReturn:
    """Raise UsageError: a folder that cannot be read must not look like one without work."""
    why = error.strerror or error
    raise UsageError(f"cannot be read: {why}", str(error.filename or "")) from None


def _of_archive(archive: Path, unpacker: Unpacker) -> Iterator[Work]:
    """Yield the work in the `archive` of a pupil, which is named after the pupil."""
    if _is_zip(archive):
        with suppress(UsageError):
            yield from _of_folder(unpacker.unpacked(archive), unpacker)
            return
    yield Work(archive.stem, "", (archive.name,))


def _of_folder(folder: Path, unpacker: Unpacker) -> Iterator[Work]:
    """Yield the work in the `folder` of a pupil; it is named after the pupil.

    Where some file offers something, one that offers nothing is a helper, used or not.
    """
    pupil = folder.resolve().name
    files, parts, others, unpacked = [], [], [], []
    for inside, folders, names in os.walk(folder, onerror=_unreadable):
        here = Path(inside)
        folders[:] = sorted(name for name in folders if not name.startswith((*NO_WORK, "venv")))
        others += [name for name in sorted(names) if not name.startswith(NO_WORK)]
        for archive in filter(_is_zip, (here / name for name in sorted(names))):
            unpacked += [work for work in _of_archive(archive, unpacker) if work.file]
        if has_package_code(here):
            files.append(here / START)
            parts += sorted(set(here.rglob("*.py")) - {here / START})
            folders.clear()
        else:
            files += [file for name in sorted(names) if _is_work(file := here / name)]
    works = without_helpers(files)
    works = [file for file in works if offers_something(file)] or works
    helpers = tuple(str(file) for file in (*files, *parts) if file not in works)
    for file in works:
        yield Work(pupil, str(file), helpers=helpers, shown=unpacker.shown(file))
    yield from (work._replace(pupil=pupil) for work in unpacked)
    if not (files or unpacked):
        yield Work(pupil, "", tuple(others))


def _is_work(path: Path) -> bool:
    return path.suffix == ".py" and not path.name.startswith(NO_WORK) and path.is_file()


def _is_archive(path: Path) -> bool:
    return path.suffix.lower() in ARCHIVES


def _is_zip(path: Path) -> bool:
    return path.suffix.lower() == ".zip"
