"""The files that pupils handed in, in folders and archives as course systems make them.

Archives are unpacked side by side in a folder of ours. Nothing in one leaves that folder, and
nothing fills the disk: names that lead elsewhere are refused, and what is unpacked is counted while
it is read, whatever the archive says of its size.
"""

import os
import re
import zlib
from calendar import timegm
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import NamedTuple, NoReturn
from zipfile import BadZipFile, ZipFile, ZipInfo

from sudoku_engine.board.words import listed
from sudoku_engine.errors import UsageError, quoted, shown_path
from sudoku_engine.plugins.own_modules import (
    START,
    has_package_code,
    offers_something,
    without_helpers,
)

MOST_FILES = 20_000  # files that all archives may have together
MOST_BYTES = 500_000_000  # bytes that all archives may have together when they are unpacked
LARGEST = 2_000_000  # bytes of a file that is kept; of a larger one only its name
LARGEST_ARCHIVE = 50_000_000  # bytes of an archive in an archive
DEEPEST = 2  # how many archives are in each other at most


class HandedIn(NamedTuple):
    """The parts of the name that a course system gives to a file or a folder."""

    key: str  # the beginning, which no other pupil has
    pupil: str  # the name
    file: str  # the name that the file had; empty for a folder


_NAMES = (
    # Moodle's folders and files, and those of Canvas: Eve Miller_12345_assignsubmission_file_/x.py
    re.compile(
        r"(?P<key>(?P<pupil>.+?)_(?:LATE_)?[0-9]{3,})_(?:[0-9]+_)?"
        r"(?:assignsubmission_[a-z]+_)?(?P<file>.*)"
    ),
    # Blackboard: Homework_eve12_attempt_2026-11-02-10-11-12_x.py
    re.compile(r"(?P<key>.+_(?P<pupil>[^_]+)_attempt)_[0-9-]*(?:_(?P<file>.*))?"),
)


def handed_in_as(name: str) -> HandedIn | None:
    """Return what the `name` of a file or folder says if a course system gave it, else None.

    >>> handed_in_as("eve_12345_x.py")
    HandedIn(key='eve_12345', pupil='eve', file='x.py')
    >>> handed_in_as("Eve Miller_12345_assignsubmission_file_").pupil
    'Eve Miller'
    >>> handed_in_as("Eve_Miller.py")
    """
    found = next(filter(None, (each.fullmatch(name) for each in _NAMES)), None)
    return found and HandedIn(found["key"], found["pupil"], found["file"] or "")


class Unpacker:
    """Unpacks archives into the folder `home`, each into one of its own."""

    def __init__(self, home: str) -> None:
        self.home = Path(home)
        self._folders: dict[Path, Path] = {}
        self._n_archives = self._n_files = self._n_bytes = 0

    def unpacked(self, archive: Path) -> Path:
        """Return the folder with the files of an `archive`; raise UsageError."""
        if archive in self._folders:
            return self._folders[archive]
        depth = self._depth(archive)
        if depth == DEEPEST:
            raise UsageError(f"archives are {depth} deep in each other: it is not unpacked")
        self._n_archives += 1
        folder = self.home / str(self._n_archives) / archive.stem
        try:
            folder.mkdir(parents=True)
            self._unpack(archive, folder, is_class=depth == 0)
        except UsageError as error:
            raise UsageError(f"{error.what}: it is not unpacked", str(archive)) from None
        except OSError as error:
            what = f"cannot be unpacked: {error.strerror or error}"
            raise UsageError(what, str(archive)) from None
        self._folders[archive] = folder
        return folder

    def _depth(self, file: Path) -> int:
        around = (archive for archive, folder in self._folders.items() if folder in file.parents)
        return sum(1 + self._depth(archive) for archive in around)

    def shown(self, file: Path) -> str:
        """Return the path of a `file` for people: an unpacked one is in its archive."""
        for archive, folder in self._folders.items():
            if file.is_relative_to(folder):
                return str(Path(self.shown(archive) or archive, file.relative_to(folder)))
        return ""

    def _unpack(self, archive: Path, folder: Path, is_class: bool) -> None:
        try:
            with ZipFile(archive) as packed:
                for info in packed.infolist():
                    if not info.filename.endswith("/"):  # is_dir() fails for an empty name
                        self._write(packed, info, folder / _place(info.filename, is_class))
        except (BadZipFile, RuntimeError, NotImplementedError, zlib.error, EOFError) as error:
            raise UsageError(f"it is damaged or locked ({error})") from None

    def _write(self, packed: ZipFile, info: ZipInfo, place: Path) -> None:
        """Write a file at its `place`; of one that is too large only the name."""
        most = LARGEST_ARCHIVE if _is_zip(place) else LARGEST
        with packed.open(info) as stream:
            data = stream.read(most + 1)
        self._n_files += 1
        self._n_bytes += len(data)
        if self._n_files > MOST_FILES or self._n_bytes > MOST_BYTES:
            what = f"{MOST_FILES} files, or {MOST_BYTES // 10**6} MB when they are unpacked"
            raise UsageError(f"there are more than {what}")
        if len(data) > most:
            place, data = place.with_name(f"{place.name} (too large)"), b""
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
        seconds = timegm((*info.date_time, 0, 0, 0))
        os.utime(place, (seconds, seconds))


def _place(name: str, is_class: bool) -> Path:
    """Return the path in the folder for a file called `name` in the archive; raise UsageError.

    In the archive of a class each file that a course system named has the folder of its pupil.
    """
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if not parts or parts[0] == "/" or ".." in parts or ":" in name or "\0" in name:
        raise UsageError(f"a file in it would leave its folder ({quoted(name)})")
    found = handed_in_as(parts[0]) if is_class and len(parts) == 1 else None
    return Path(f"{found.key}_", found.file) if found and found.file else Path(*parts)


NO_WORK = ("test_", "conftest", "_", ".")  # the beginnings of names that are not a pupil's work
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
