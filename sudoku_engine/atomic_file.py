"""Files and folders written completely or not at all."""

import errno
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import IO, Any, BinaryIO, Literal, TextIO, overload

from sudoku_engine.errors import MachineFault, UsageError, quoted

_unfinished: set[str] = set()

_FULL = {errno.ENOSPC, errno.EFBIG, errno.EIO, getattr(errno, "EDQUOT", errno.ENOSPC)}
"""Error numbers of a disk."""


@overload
def whole_file(
    path: str, newline: str | None = None, binary: Literal[False] = False
) -> AbstractContextManager[TextIO]: ...


@overload
def whole_file(
    path: str, newline: None = None, *, binary: Literal[True]
) -> AbstractContextManager[BinaryIO]: ...


@contextmanager
def whole_file(path: str, newline: str | None = None, binary: bool = False) -> Iterator[Any]:
    """Open a stream of text (`binary`: of bytes); it becomes the file `path` if no error occurs.

    It is written next to `path` and renamed at the end, so neither a failure nor Ctrl-C leaves half
    a file or damages an older file. A link stays a link; a device or a named pipe is written
    directly. `newline`: as for `open`. Raises UsageError if the file cannot be written.
    """
    with _unwritable_as_usage_error(path):
        target = _target(path)
    if os.path.exists(target) and not os.path.isfile(target):
        with _unwritable_as_usage_error(path):
            stream = _opened(target, newline, binary)
        with stream:
            yield stream
        return
    import tempfile  # only here: it takes a while to load

    folder, name = os.path.split(target)
    try:
        with _unwritable_as_usage_error(path):
            handle, beside = tempfile.mkstemp(
                prefix=f".{name}.{os.getpid()}.", suffix=".tmp", dir=folder
            )
        _unfinished.add(beside)
    except KeyboardInterrupt:  # the file may be there before its name is known here
        discard_leftovers(path, os.getpid())
        raise
    try:
        with _opened(handle, newline, binary) as stream:
            yield stream
        with _unwritable_as_usage_error(path):
            os.chmod(beside, _usual_mode(target))
            os.replace(beside, target)
    except BaseException as error:
        discard_all()
        if isinstance(error, MachineFault):
            raise
        if isinstance(error, OSError) and error.errno in _FULL:
            raise UsageError(f"cannot be written: {error.strerror}", path) from None
        raise
    finally:
        _unfinished.discard(beside)


def write_durably(path: str, data: bytes) -> None:
    """Write the whole file `path` so that not even a power failure takes it away again.

    Raises UsageError if it cannot be written; an older file stays in that case.
    """
    with _unwritable_as_usage_error(path):
        with whole_file(path, binary=True) as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if os.name != "nt":  # on a system where folders cannot be opened
            folder = os.open(os.path.dirname(os.path.realpath(path)), os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


@contextmanager
def whole_folder(path: str) -> Iterator[str]:
    """Make a folder for files; it becomes the folder `path` if no error occurs.

    It replaces an older folder or file. Raises UsageError if it cannot be written.
    """
    import shutil  # only here: they take a while to load
    import tempfile

    above, name = os.path.split(os.path.abspath(path))
    with _unwritable_as_usage_error(path):
        os.makedirs(above, exist_ok=True)
        beside = tempfile.mkdtemp(prefix=f".{name}.", suffix=".tmp", dir=above)
        try:
            new, old = os.path.join(beside, "new"), os.path.join(beside, "old")
            os.mkdir(new)
            yield new
            if os.path.lexists(path):
                os.replace(path, old)
            os.replace(new, path)
        finally:
            shutil.rmtree(beside, ignore_errors=True)


def check_folder(path: str) -> None:
    """Raise UsageError if a file `path` cannot exist, before the work that fills the file."""
    with _unwritable_as_usage_error(path):
        _target(path)


def _target(path: str) -> str:
    """Return the file that `path` leads to, through links; raise OSError if it cannot exist."""
    if not path:
        raise FileNotFoundError(2, "its name is empty")
    folder, name = os.path.split(path)
    if os.path.isdir(path) or not name:
        raise IsADirectoryError(21, "it is a folder")
    if folder and not os.path.isdir(folder):
        raise FileNotFoundError(2, f"there is no folder {quoted(folder)}")
    return os.path.realpath(path)


@contextmanager
def _unwritable_as_usage_error(path: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: no file can have such a name
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"cannot be written: {reason}", path or repr(path)) from None


def _opened(file: int | str, newline: str | None, binary: bool) -> IO[Any]:
    if binary:
        return open(file, "wb")
    # Bytes that are not text, such as a file name in another encoding, are escaped, as on standard
    # output.
    return open(file, "w", encoding="utf-8", errors="backslashreplace", newline=newline)


def discard_all() -> None:
    """Remove unfinished files before the process ends abruptly."""
    for beside in list(_unfinished):
        if os.path.exists(beside):
            os.unlink(beside)


def discard_leftovers(path: str, process: int) -> None:
    """Remove the unfinished files next to `path` that a `process` left when it ended."""
    folder, name = os.path.split(os.path.realpath(path))
    for beside in os.listdir(folder):
        if beside.startswith(f".{name}.{process}.") and beside.endswith(".tmp"):
            os.unlink(os.path.join(folder, beside))


def try_lock(file: IO[bytes]) -> bool:
    """Lock the file for this process; return False if another process holds it.

    The system releases the lock when the process ends for any reason.
    """
    try:
        if os.name == "nt":
            import msvcrt

            file.seek(1 << 40)  # on Windows others cannot read a locked part
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        # Some network file systems have no locks: nobody is kept out there.
        return error.errno not in (errno.EAGAIN, errno.EACCES, errno.EWOULDBLOCK, errno.EDEADLK)
    return True


def _usual_mode(path: str) -> int:
    """Return the permissions of the file to replace, or those for a new file."""
    if os.path.exists(path):
        return os.stat(path).st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
