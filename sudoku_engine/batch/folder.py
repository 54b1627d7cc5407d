"""The folder of a batch: what is in it, and that only one process works in it."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO

from sudoku_engine.errors import UsageError, quoted

REQUEST, JOURNAL, STATS, RESULTS = "batch.yaml", "shards.jsonl", "stats.json", "results"
"""What was requested, a line for each shard that is done, the totals, the folder of the results."""

HEADING = "# A batch of sudoku-engine:"
"""How the file `REQUEST` begins; so a folder of a batch can be told from others."""

_RESULT = r"[0-9]{5,}\.(?:parquet|jsonl|csv)"
_UNFINISHED = re.compile(
    rf"\.(?:{re.escape(REQUEST)}|{re.escape(STATS)}|{_RESULT})\.[0-9]+\.\w+\.tmp"
)


class BatchFolder:
    """The folder at `path`, made if it is not there, while `opened` holds its lock."""

    def __init__(self, path: str) -> None:
        self.path = path

    def file(self, name: str) -> str:
        """Return the path of the file called `name` in it."""
        return os.path.join(self.path, name)

    def result(self, number: int, ending: str) -> str:
        """Return the name in the folder of the results of shard `number`.

        >>> BatchFolder("out").result(12, "csv")
        'results/00012.csv'
        """
        return f"{RESULTS}/{number:05}.{ending}"

    @contextmanager
    def opened(self) -> Iterator[FileIO]:
        """Make the folder if need be, and yield its journal, whose lock ends with the process.

        Unfinished files of a run that was killed are removed. Raises UsageError if the path is no
        folder, or the folder holds other things, is in use, or cannot be written.
        """
        self.check()
        path = self.file(JOURNAL)
        if os.path.exists(path) and not os.path.isfile(path):
            raise UsageError("is no ordinary file: remove it, or name another folder", path)
        try:
            os.makedirs(self.file(RESULTS), exist_ok=True)
            journal = open(path, "a+b", buffering=0)  # noqa: SIM115
        except OSError as error:
            what = f"cannot be written: {error.strerror or error}"
            raise UsageError(what, error.filename or self.path) from None
        with journal:
            if not _is_locked(journal):
                raise UsageError("another batch is at work in this folder: wait for it", self.path)
            self._remove(_UNFINISHED)
            yield journal

    def check(self) -> None:
        """Raise UsageError if no batch can be in this folder, as it is."""
        if os.path.exists(self.path) and not os.path.isdir(self.path):
            raise UsageError(
                "is a file: give -o a new folder, or that of the same batch", self.path
            )
        try:
            inside = sorted(os.listdir(self.path)) if os.path.exists(self.path) else []
        except OSError as error:
            raise UsageError(f"cannot be read: {error.strerror}", self.path) from None
        if self._is_of_batch():
            return
        strange = [name for name in inside if name == REQUEST or not self._is_ours(name)]
        if strange:
            what = (
                f"is not the folder of a batch and holds other files, such as {quoted(strange[0])}"
            )
            raise UsageError(f"{what}: name a new folder", self.path)

    def clear(self, journal: FileIO) -> None:
        """Remove what a batch wrote in this folder, and nothing else.

        What shows that the folder is that of a batch goes last, in case this is interrupted.
        """
        self._remove(re.compile(_RESULT))
        journal.truncate(0)
        self._remove(re.compile(re.escape(STATS)))
        self._remove(re.compile(re.escape(REQUEST)))

    def _is_of_batch(self) -> bool:
        try:
            with open(self.file(REQUEST), encoding="utf-8", errors="replace") as stream:
                return stream.read(len(HEADING)) == HEADING
        except OSError:
            return False

    def _is_ours(self, name: str) -> bool:
        """Return whether a run that was killed at its very start may have left `name`."""
        path = self.file(name)
        if name == RESULTS:
            return os.path.isdir(path) and all(map(_UNFINISHED.fullmatch, os.listdir(path)))
        if name == JOURNAL:
            return os.path.isfile(path) and not os.path.getsize(path)
        return bool(_UNFINISHED.fullmatch(name))

    def _remove(self, names: re.Pattern[str]) -> None:
        for folder in (self.path, self.file(RESULTS)):
            for name in os.listdir(folder):
                if names.fullmatch(name):
                    path = os.path.join(folder, name)
                    try:
                        os.unlink(path)
                    except OSError as error:
                        raise UsageError(f"cannot be removed: {error.strerror}", path) from None


def _is_locked(journal: FileIO) -> bool:
    """Lock the file for this process; return False if another process holds it.

    The system frees it when the process ends for any reason.
    """
    try:
        if os.name == "nt":
            import msvcrt

            journal.seek(_FAR)  # Windows keeps others from reading what is locked
            msvcrt.locking(journal.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        else:
            import fcntl

            fcntl.flock(journal, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        # Some file systems of a network have no locks: there nobody is kept out.
        return error.errno not in (errno.EAGAIN, errno.EACCES, errno.EWOULDBLOCK, errno.EDEADLK)
    return True


_FAR = 1 << 40
