"""What the tests share, as fixtures: our own puzzles with their solutions, and the program."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sudoku_engine.cli import program as commands
from tests.support.our_boards import CLASSIC_FILES, OTHER_FILES, Solved, our_boards

collect_ignore = ["project/version_before"]
"""Plugins and tests that others wrote, so to speak: a test runs them."""


@pytest.hookimpl(tryfirst=True)  # before `-m` selects
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that need a display, or that start the program, by their fixtures."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if "display" in fixtures:
            item.add_marker("window")
        if fixtures & {"display", "program", "program_in"}:
            item.add_marker("process")


@pytest.fixture(scope="session")
def classic_boards() -> list[Solved]:
    """The puzzles of the classic board, from easy to very hard."""
    return our_boards(*CLASSIC_FILES)


@pytest.fixture(scope="session")
def other_boards() -> list[Solved]:
    """The puzzles of other sizes, with diagonals, and with regions."""
    return our_boards(*OTHER_FILES)


@pytest.fixture(scope="session")
def all_boards(classic_boards: list[Solved], other_boards: list[Solved]) -> list[Solved]:
    """All puzzles of `sudoku_engine/testing/boards`."""
    return classic_boards + other_boards


class Done(NamedTuple):
    """What came of a run of the program."""

    status: int
    out: str
    err: str


class Program:
    """The program from outside, in a process and a `folder` of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, *arguments: str, stdin: bytes = b"", **environment: str) -> Done:
        """What comes of these `arguments`, with `stdin` on standard input."""
        process = self.start(*arguments, **environment)
        out, err = process.communicate(stdin, timeout=60)
        return Done(process.returncode, out.decode(), err.decode())

    def start(self, *arguments: str, streams: Any = subprocess.PIPE, **environment: str) -> Any:
        """The process, under way; `streams` stands for its three."""
        return subprocess.Popen(
            [sys.executable, "-m", "sudoku_engine", *arguments],
            cwd=self.folder,
            env=self.environment(**environment),
            stdin=streams,
            stdout=streams,
            stderr=streams,
            start_new_session=True,
        )

    def environment(self, **more: str) -> dict[str, str]:
        """The variables of the process: ours, what it needs to find us, and `more`."""
        path = os.pathsep.join(sys.path)
        return {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8", **more}


@pytest.fixture(scope="session")
def program_in() -> type[Program]:
    """What makes the program that runs in a folder."""
    return Program


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """The program, run in a process of its own: slow, and as people run it."""
    return Program(tmp_path)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Any:
    """The program, run in this process: quick."""
    monkeypatch.chdir(tmp_path)

    def run_here(*arguments: str) -> Done:
        capfd.readouterr()
        status = commands.run(arguments)
        return Done(status, *capfd.readouterr())

    return run_here


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """The name of a display that is free; skips without one, but never where CI is set."""
    try:
        import tkinter  # noqa: F401
    except ImportError:
        _no_display("this Python has no tkinter")
    if shutil.which("Xvfb") is None:
        _no_display("there is no Xvfb")
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as stream:
        number = stream.readline().strip()
    if not number:
        server.kill()
        _no_display("Xvfb does not start")
    yield f":{number}"
    server.terminate()
    server.wait(10)


def _no_display(why: str) -> None:
    if os.environ.get("CI"):
        pytest.fail(f"no window can be tested: {why}")
    pytest.skip(why)
