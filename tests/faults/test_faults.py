"""Any one call of the system may fail: then the results are right, or there is a plain error.

Nothing is half written then, an older file stays, and no temporary file is left.
"""

import os
import random
import re
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest

from sudoku_engine import Candidate, Grid, Layout
from sudoku_engine.errors import UsageError
from sudoku_plugins.fast import compiled
from sudoku_plugins.session.board_file import load, save
from sudoku_plugins.session.hand_moves import OwnMarks
from tests.faults.laboratory import Laboratory
from tests.support.lines import EASY, NINE
from tests.support.paths import EXAMPLES
from tests.support.program import Done

OLDER = "This file was here before.\n"

COMMANDS = (
    "solve -q p.txt -o out.txt",
    "solve p.txt -o out.json",
    "solve p.txt:1 -o out.html",
    "solve --strategy full_house --no-fallback p.txt:1 -o out.svg",
    "solve --strategy full_house --no-fallback p.txt:1 -o out.png",
    "solve --strategy full_house --no-fallback p.txt:1 -o out.gif",
    "solve -c run.yaml -q -o out.txt",
    "solve -q --solver bitboard p.txt -o out.txt",
    "solve -q -p mine.py p.txt -o out.txt",
    "solve -q --jobs 2 p.txt -o out.txt",
    "solve -q --jobs 2 -p mine.py p.txt -o out.txt",
    "verify p.txt",
    "rate --json p.txt -o out.json",
    "transform --rotate 90 p.txt -o out.sdm",
    "generate --seed 1 --count 1 -o out.txt",
    "draw p.txt:1 -o out.svg",
    "draw p.txt:1 -o out.png",
    "worksheet p.txt -o out.html",
    "practise naked_pair --seed 1 --sheet out.html",
    "plugins new my_pair -o new",
    "plugins new --course course",
    "plugins check mine.py",
    "plugins grade class --csv -o out.csv --junit out.xml",
    "playground -o site",
    "config check run.yaml",
    "batch verify --format jsonl p.txt -o out",
    "batch rate --format csv --jobs 2 p.txt -o out",
    "batch rate --format csv --jobs 2 -p mine.py p.txt -o out",
    "batch solve --paths --format parquet -p mine.py p.txt -o out",
)

pytestmark = pytest.mark.skipif(os.name == "nt", reason="faults of other systems")

MOST = 40
"""How many calls fail at most; of more, such as those to a process, some are left out."""


PATIENCE = 60
"""Seconds after which a command hangs."""


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Let what takes longer end in an error."""

    def raise_error(number: int, frame: object) -> None:
        raise TimeoutError("it hangs")

    before = signal.signal(signal.SIGALRM, raise_error)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


class Room:
    """A folder in which a `command` runs again and again."""

    def __init__(
        self, command: str, folder: Path, run: Callable[..., Done], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.arguments = command.split()
        self.folder = folder
        self._run = run
        self._patch = monkeypatch
        self.calls = 0
        """The number of calls of the system without a fault."""
        self.run_with(0)  # which loads what is loaded once
        self.right, laboratory = self.run_with(0)
        self.written = self.files()
        self.calls = len(laboratory.calls)

    def run_with(self, failing: int, is_new: bool = True) -> tuple[Done, Laboratory]:
        """Run the command while a call fails; `is_new`: with nothing of an earlier run."""
        if is_new:
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder.mkdir()
            (self.folder / "p.txt").write_text(f"{NINE}\n{EASY}\n{NINE}\n")
            (self.folder / "run.yaml").write_text("puzzles: p.txt\n")
            (self.folder / "class").mkdir()
            for name in ("mine.py", "class/kim.py"):
                shutil.copy(EXAMPLES / "my_strategy.py", self.folder / name)
            for name in self.older():
                (self.folder / name).write_text(OLDER)
        laboratory = Laboratory(self.folder, failing, failing % 2 == 0)
        with self._patch.context() as patch, at_most(PATIENCE):
            patch.chdir(self.folder)
            laboratory.installed(patch)
            done = self._run(*self.arguments)
        return done, laboratory

    def older(self) -> Iterator[str]:
        """Yield the files that the command is to replace."""
        return (each for each in self.arguments if each.startswith("out."))

    def files(self) -> dict[str, bytes]:
        """Return what stands in the folder, without what Python keeps for itself."""
        return {
            str(path.relative_to(self.folder)): TIMES.sub(b"", path.read_bytes())
            for path in sorted(self.folder.rglob("*"))
            if path.is_file() and path.suffix != ".pyc" and path.name not in CHANGING
        }

    def check(self, failing: int) -> None:
        """Let the call of a number fail."""
        done, laboratory = self.run_with(failing)
        if wrong := list(self._wrong(done)):
            pytest.fail(f"{laboratory.failed}, call {failing}: {wrong}: {done}", pytrace=False)

    def _wrong(self, done: Done) -> Iterator[str]:
        """Yield what is wrong after a run in which a call failed."""
        files = self.files()
        says_why = "cannot be read: " in done.out + done.err or any(
            b"not finished: the system failed" in data for data in files.values()
        )
        for name, data in files.items():
            is_older = name in self.older() and data == OLDER.encode()
            if name not in self.written:
                yield f"{name} is left"
            elif data != self.written[name] and not is_older and not says_why:
                yield f"{name} is not whole"
        if "internal error" in done.err:
            yield "an internal error"
        if "Traceback" in done.err:
            yield "a traceback"
        if "the results cannot be written" in done.err:  # nothing else writes to standard output
            yield "a wrong error"
        if done.status != self.right.status:
            if done.status != 2 or not (done.err or says_why):
                yield "no plain error"
        elif (TIME.sub("", done.out), files) != (TIME.sub("", self.right.out), self.written):
            yield "a success without the results"
        if self.arguments[0] == "batch":
            again, _ = self.run_with(0, is_new=False)
            if (again.status, self.files()) != (self.right.status, self.written):
                yield "the next run does not end in the results"


CHANGING = {"stats.json", "shards.jsonl"}
"""Files with times."""

TIME = re.compile("Time: .+")
TIMES = re.compile(rb'"seconds": [0-9.e-]+')


@pytest.fixture
def room(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    run: Callable[..., Done],
    monkeypatch: pytest.MonkeyPatch,
) -> Room:
    """Return the room for the command that the test names."""
    return Room(request.param, tmp_path / "room", run, monkeypatch)


QUICK = (*("solve -q p.txt", "solve -q --jobs 2 p", "draw", "batch verify", "plugins new my"),)
"""How the commands begin of which a few calls fail by default; of all, that is thorough."""


@pytest.mark.parametrize(
    "room", [each for each in COMMANDS if each.startswith(QUICK)], indirect=True
)
def test_some_calls_fail(room: Room) -> None:
    numbers = range(1, room.calls + 1)
    for failing in random.Random(" ".join(room.arguments)).sample(numbers, min(3, room.calls)):
        room.check(failing)


@pytest.mark.thorough
@pytest.mark.parametrize("room", COMMANDS, indirect=True)
def test_every_call_fails(room: Room) -> None:
    for failing in range(1, room.calls + 1, 1 + room.calls // MOST):
        room.check(failing)


def whole_or_not_at_all(
    write: Callable[[], object], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[dict[str, bytes]]:
    """Let each call of the system fail while `write` writes into a `folder`; yield what is left.

    Before each, the folder is empty.
    """
    failing = 1
    while True:
        laboratory = Laboratory(folder, failing)
        with monkeypatch.context() as patch, suppress(UsageError):
            laboratory.installed(patch)
            write()
        yield {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        if not laboratory.failed:
            return
        shutil.rmtree(folder)
        folder.mkdir()
        failing += 1


def test_a_board_to_work_on_is_saved_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid = Grid.parse(NINE)
    own = OwnMarks({Candidate(1, 2): 1}, frozenset({Candidate(2, 5)}), shades={3: 4})
    layout, file = Layout.of_size(9), tmp_path / "board.sdk"
    write = partial(save, grid, str(file), own)
    for left in whole_or_not_at_all(write, tmp_path, monkeypatch):
        assert not left or load(str(file), layout, "auto") == (grid, own)
        assert set(left) <= {"board.sdk"}
    assert left


@pytest.mark.skipif(not compiled.is_available(), reason="numba is not installed")
def test_the_kept_search_is_whole_or_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sudoku_plugins.fast.compiled import machine_code

    monkeypatch.setattr(machine_code, "__file__", str(tmp_path / "machine_code.py"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    write = partial(machine_code.SEARCH._keep, b"code")
    for left in whole_or_not_at_all(write, tmp_path, monkeypatch):
        assert machine_code.SEARCH._kept() == (b"code" if left else None)
        assert not [name for name in left if name.endswith(".tmp")]
    assert left
