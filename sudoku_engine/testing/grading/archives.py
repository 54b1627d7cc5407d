"""Archives that pupils or a course system hand in, unpacked beside each other in a folder of ours.

Nothing in an archive leaves that folder, and nothing fills the disk: names that lead elsewhere are
refused, and what is unpacked is counted while it is read, whatever the archive says of its size.
"""

from __future__ import annotations

import os
import re
import zlib
from calendar import timegm
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple
from zipfile import BadZipFile, ZipFile

from sudoku_engine.errors import UsageError, quoted

MOST_FILES = 20_000  # files that all archives may have together
MOST_BYTES = 500_000_000  # bytes that all archives may have together when they are unpacked
LARGEST = 2_000_000  # bytes of a file that is kept; of a larger one only its name
LARGEST_ARCHIVE = 50_000_000  # bytes of an archive in an archive
DEEPEST = 2  # how many archives are in each other at most


class HandedIn(NamedTuple):
    """What the name says that a course system gives to a file or a folder."""

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
        self._n_archives += 1
        folder = self.home / str(self._n_archives) / archive.stem
        folder.mkdir(parents=True)
        try:
            with archive.open("rb") as stream:
                self._unpack(stream, folder, 1)
        except UsageError as error:
            raise UsageError(f"{error.what}: it is not unpacked", str(archive)) from None
        except OSError as error:
            what = f"cannot be unpacked: {error.strerror or error}"
            raise UsageError(what, str(archive)) from None
        self._folders[archive] = folder
        return folder

    def shown(self, file: Path) -> str:
        """Return the path of a `file` for people: an unpacked one is in its archive."""
        for archive, folder in self._folders.items():
            if file.is_relative_to(folder):
                return str(archive / file.relative_to(folder))
        return ""

    def _unpack(self, stream: IO[bytes], folder: Path, depth: int) -> None:
        try:
            with ZipFile(stream) as archive:
                for info in archive.infolist():
                    if info.filename.endswith("/"):
                        continue
                    place = folder / _place(info.filename, is_class=depth == 1)
                    is_archive = place.suffix.lower() == ".zip" and depth < DEEPEST
                    with archive.open(info) as packed:
                        data = self._read(packed, LARGEST_ARCHIVE if is_archive else LARGEST)
                    self._keep(place, data, is_archive, depth)
                    if place.exists():
                        seconds = timegm((*info.date_time, 0, 0, 0))
                        os.utime(place, (seconds, seconds))
        except (BadZipFile, RuntimeError, NotImplementedError, zlib.error, EOFError) as error:
            raise UsageError(f"it is damaged or locked ({error})") from None

    def _keep(self, place: Path, data: bytes | None, is_archive: bool, depth: int) -> None:
        """Write a file with its `data`, which are None if there are too many; unpack an archive."""
        if is_archive and data is not None:
            try:
                self._unpack(BytesIO(data), place.with_suffix(""), depth + 1)
                return
            except UsageError:
                data = b""  # its pupil has a row that names it
        if data is None:
            place = place.with_name(f"{place.name} (too large)")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data or b"")

    def _read(self, packed: IO[bytes], most: int) -> bytes | None:
        """Return the bytes of a file, None if there are more than `most`; count them."""
        data = packed.read(most + 1)
        self._n_files += 1
        self._n_bytes += len(data)
        if self._n_files > MOST_FILES or self._n_bytes > MOST_BYTES:
            what = f"{MOST_FILES} files, or {MOST_BYTES // 10**6} MB when they are unpacked"
            raise UsageError(f"there are more than {what}")
        return data if len(data) <= most else None


def _place(name: str, is_class: bool) -> Path:
    """Return the path in the folder for a file called `name` in the archive; raise UsageError.

    In the archive of a class each file that a course system named has the folder of its pupil.
    """
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if not parts or parts[0] == "/" or ".." in parts or ":" in name or "\0" in name:
        raise UsageError(f"a file in it would leave its folder ({quoted(name)})")
    found = handed_in_as(parts[0]) if is_class and len(parts) == 1 else None
    return Path(f"{found.key}_", found.file) if found and found.file else Path(*parts)
