"""What was handed in: whose files there are in folders as course systems give them out."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sudoku_engine.errors import UsageError

NO_WORK = ("test_", "conftest", "_", ".")
"""How the names of files and folders begin that are no pupil's work."""

NOTHING = "no Python file was handed in"

EMPTY = "the file is empty"


class Work(NamedTuple):
    """A `file` that `pupil` handed in; empty where there is none."""

    pupil: str
    file: str


def handed_in(targets: Sequence[str]) -> list[Work]:
    """All work in `targets`, files and folders, in the order of the pupils' names.

    In a folder each folder is a pupil's, with the files below it; a file is that of the pupil it
    is called after. Where several such files have one name, as ``class/*`` gives them, the folders
    around them are the pupils'. Raises UsageError.
    """
    found: list[Work] = []
    alone: list[Path] = []
    for target in targets:
        path = Path(target)
        if path.is_dir():
            for entry in sorted(_inside(path)):
                if entry.is_dir() and not entry.name.startswith(NO_WORK):
                    found += _of_folder(entry)
                elif _is_work(entry):
                    alone.append(entry)
        elif path.exists():
            alone.append(path)
        else:
            raise UsageError("there is no such file or folder", target)
    names = Counter(path.name for path in alone)
    for path in alone:
        is_shared = names[path.name] > 1
        found.append(Work(path.resolve().parent.name if is_shared else path.stem, str(path)))
    if not found:
        raise UsageError("no Python file in it, and no folder of a pupil", " ".join(targets))
    return sorted(dict.fromkeys(found))


def is_empty(work: Work) -> bool:
    """Whether nothing is written in the file of `work`, or nothing but blanks."""
    try:
        return not Path(work.file).read_bytes().strip()
    except OSError:  # it is told where the file is loaded
        return False


def _inside(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror or error}", str(folder)) from None


def _of_folder(folder: Path) -> Iterator[Work]:
    """The work in the `folder` of a pupil, who is called like it."""
    files = []
    for inside, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((*NO_WORK, "venv")))
        files += [path for name in sorted(names) if _is_work(path := Path(inside, name))]
    for file in files:
        yield Work(folder.name, str(file))
    if not files:
        yield Work(folder.name, "")


def _is_work(path: Path) -> bool:
    return path.suffix == ".py" and not path.name.startswith(NO_WORK) and path.is_file()
