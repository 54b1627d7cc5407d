"""Run the program on a plugin, and see what is left when it has ended."""

import os
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

ROOT = Path(os.environ.get("HOSTILE_TREE", Path(__file__).resolve().parents[2]))
"""The tree with the program: this one, or the one that HOSTILE_TREE names."""

_START = "import sys; sys.path.remove(''); from sudoku_engine.__main__ import main; main()"
"""Start the program as its script does, which does not search the current folder for modules."""

MARK = "HOSTILE_RUN"
"""The environment variable by which the processes of a run are found."""

MEMORY = 4 << 30
"""The most bytes for each process of a run."""

MOST_OUTPUT = 1 << 20
"""The most bytes that are kept of each stream: the first half and the last half of it."""

PEACE = 2.0
"""Seconds after the end of the program in which all its processes must end too."""


@dataclass
class Ran:
    """What came of a run of the program."""

    status: int | None
    """The exit status; None if it did not end."""
    out: str
    err: str
    seconds: float
    left: list[str] = field(default_factory=list)
    """The command lines of processes, and the files, that were left over."""


class Running:
    """The program at work in a `folder`, with these `arguments`."""

    def __init__(self, folder: Path, arguments: Sequence[str], **more: str) -> None:
        self.mark = uuid.uuid4().hex
        self.folder = folder
        self.tmp = folder.parent / f"{folder.name}-tmp"
        self.tmp.mkdir(exist_ok=True)
        self._begun = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-c", _START, *arguments],
            cwd=folder,
            env=self._environment(more),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=_limit,
        )
        self._streams = [_Kept(stream) for stream in (self.process.stdout, self.process.stderr)]

    def _environment(self, more: dict[str, str]) -> dict[str, str]:
        path = os.pathsep.join(str(ROOT / part) for part in ("", "plugins", "frontends"))
        own = {MARK: self.mark, "TMPDIR": str(self.tmp), "PYTHONPATH": path, "COLUMNS": "200"}
        return {**os.environ, **own, "PYTHONDONTWRITEBYTECODE": "1", **more}

    def processes(self) -> dict[int, str]:
        """Return the command lines of all processes of this run, by their number."""
        found = {}
        for entry in os.listdir("/proc"):
            with suppress(OSError):
                if entry.isdigit() and _has(entry, f"{MARK}={self.mark}"):
                    line = Path("/proc", entry, "cmdline").read_bytes().replace(b"\0", b" ")
                    if line:  # else it has ended
                        found[int(entry)] = line.decode(errors="replace").strip()
        return found

    def result(self, patience: float) -> Ran:
        """Return what came of it, after at most `patience` seconds; nothing is left afterwards."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(patience)
        status, seconds = self.process.poll(), time.monotonic() - self._begun
        left = self._left() if status is not None else []
        self.kill_all()
        self.process.wait()
        out, err = (stream.text() for stream in self._streams)
        files = sorted(str(path.relative_to(self.tmp)) for path in self.tmp.rglob("*"))
        return Ran(status, out, err, seconds, left + files)

    def _left(self) -> list[str]:
        deadline = time.monotonic() + PEACE
        while (found := self.processes()) and time.monotonic() < deadline:
            time.sleep(0.05)
        return list(found.values())

    def kill_all(self) -> None:
        """End all processes of this run."""
        while found := self.processes():
            for number in found:
                with suppress(OSError):
                    os.kill(number, signal.SIGKILL)
            time.sleep(0.02)


def wait_for(condition: Callable[[], bool], seconds: float) -> bool:
    """Return whether the `condition` came true within `seconds`."""
    deadline = time.monotonic() + seconds
    while not (found := condition()) and time.monotonic() < deadline:
        time.sleep(0.01)
    return found


class _Kept:
    """A stream that is read to its end; its first and last bytes are kept."""

    def __init__(self, stream: IO[bytes] | None) -> None:
        assert stream is not None
        self._stream = stream
        self._first, self._last = b"", b""
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        while data := os.read(self._stream.fileno(), 1 << 16):
            room = MOST_OUTPUT // 2 - len(self._first)
            self._first += data[:room]
            self._last = (self._last + data[room:])[-MOST_OUTPUT // 2 :]

    def text(self) -> str:
        """Return what was read."""
        self._thread.join(2)
        if not self._thread.is_alive():
            self._stream.close()
        return (self._first + self._last).decode("utf-8", "replace")


def _has(entry: str, variable: str) -> bool:
    return variable.encode() in Path("/proc", entry, "environ").read_bytes()


def _limit() -> None:
    import resource  # which only some systems have

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
