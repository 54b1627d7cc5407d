"""Plugins that nothing can stop, Ctrl-C, and what plugins print: in processes of their own."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.files import write
from tests.support.samples import thorough

pytestmark = [pytest.mark.process, pytest.mark.slow]

EASY = "123.3412214.4321"
EASY_SOLVED = "1234341221434321"
EMPTY = "." * 81

HARMLESS = """
from sudoku_engine import strategy
@strategy("Mine", score=5, level="easy", sizes=None)
def mine(grid):
    return []
"""

SHADOWS = ("random.py", "struct.py", "secrets.py", "subprocess.py", "tempfile.py", "json.py")
"""Files that a student may have, called as modules of the library are."""

LATE = "mine is at fault and sits out: it did not come back within 0.2 s\n"


def strategy(body: str) -> str:
    """The text of a file with a strategy; `body` begins in line 6."""
    lines = [
        "import itertools",
        "import time",
        "from sudoku_engine import strategy",
        "@strategy('Mine', score=1, level='easy', sizes=None)",
        "def mine(grid):",
        *(f"    {line}" for line in body.splitlines()),
    ]
    return "\n".join(lines) + "\n"


# What hangs

STEP_TIMEOUT = ["--timeout", "0.2"]


def test_a_strategy_that_sleeps_is_named_with_file_and_line(tmp_path: Path, program: Any) -> None:
    write(tmp_path, "mine.py", strategy("time.sleep(100)"))
    begun = time.monotonic()
    done = program("solve", "-q", *STEP_TIMEOUT, "-p", "mine.py", EASY)
    assert done == (2, f"{EASY_SOLVED}\n", f"mine.py:6: {LATE}")
    assert time.monotonic() - begun < 20


# What plugins print

PRINTING = """
from sudoku_engine import strategy, hookimpl
print("imported")
@strategy("Mine", score=1, level="easy", sizes=None)
def mine(grid):
    print("asked")
@hookimpl
def sudoku_strategies():
    print("called")
    return [mine]
"""


@pytest.mark.parametrize(
    "how",
    [thorough(["-q"]), ["--reporter", "jsonl", "--max-steps", "1"]],
)
def test_what_plugins_print_goes_to_standard_error(
    how: list[str], tmp_path: Path, program: Any, run: Any
) -> None:
    write(tmp_path, "mine.py", PRINTING)
    quiet = run("solve", *how, EASY)
    done = program("solve", *how, "-p", "mine.py", EASY)
    assert done.status == quiet.status
    assert set(done.err.splitlines()) == {"imported", "called", "asked"}
    assert "asked" not in done.out
    assert len(done.out.splitlines()) == len(quiet.out.splitlines())


def test_standard_input_and_the_status_zero_come_through(tmp_path: Path, program: Any) -> None:
    write(tmp_path, "mine.py", HARMLESS)
    rows = "\n".join(EASY[row : row + 4] for row in (0, 4, 8, 12))
    done = program("solve", "-q", "-p", "mine.py", "-", stdin=rows.encode("utf-16"))
    assert done == (0, f"{EASY_SOLVED}\n", "")


# Ctrl-C and closed pipes

posix = pytest.mark.skipif(os.name == "nt", reason="signals are others there")
ENDLESS = ["solve", "-q", "--solver", "bitboard", "--solutions", "all", EMPTY]


@pytest.fixture(params=["alone", thorough("supervised")])
def more(request: Any, tmp_path: Path) -> list[str]:
    """Options with which the program does its work alone, or in a process that it looks after."""
    if request.param == "alone":
        return []
    return ["-p", write(tmp_path, "mine.py", HARMLESS)]


def interrupt(process: Any) -> tuple[int, list[str], str]:
    process.send_signal(signal.SIGINT)
    out = process.stdout.read()  # communicate() would lose what readline() has read ahead
    err = process.stderr.read()
    return process.wait(30), out.decode().splitlines(), err.decode()


@posix
def test_ctrl_c_ends_with_130_and_leaves_what_was_found(more: list[str], program: Any) -> None:
    process = program.start(*ENDLESS, *more)
    assert len(process.stdout.readline()) == 82
    status, lines, err = interrupt(process)
    assert (status, err) == (130, "stopped\n")
    assert all(len(line) == 81 and line.isdecimal() for line in lines)


@posix
def test_ctrl_c_leaves_the_older_file(more: list[str], tmp_path: Path, program: Any) -> None:
    write(tmp_path, "out.txt", "as it was")
    before = set(os.listdir(tmp_path))
    process = program.start(*ENDLESS, *more, "-o", "out.txt")
    _wait_until(lambda: set(os.listdir(tmp_path)) != before)
    assert interrupt(process) == (130, [], "stopped\n")
    assert (tmp_path / "out.txt").read_text() == "as it was"
    assert set(os.listdir(tmp_path)) == before


@posix
def test_a_terminal_s_ctrl_c_reaches_both_processes_and_is_told_once(
    tmp_path: Path, program: Any
) -> None:
    write(tmp_path, "mine.py", HARMLESS)
    process = program.start(*ENDLESS, "-p", "mine.py")
    assert process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, b"stopped\n")


@posix
def test_a_closed_pipe_ends_both_quietly(tmp_path: Path, program: Any) -> None:
    write(tmp_path, "mine.py", HARMLESS)
    process = program.start(*ENDLESS, "-p", "mine.py")
    assert process.stdout.readline()
    process.stdout.close()
    assert process.wait(30) == 0
    assert process.stderr.read() == b""
    process.stdin.close()
    process.stderr.close()


def _wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "-q", "-p", "mine.py", EASY),
        thorough(("plugins", "check", "mine.py")),
        thorough(("plugins", "grade", "mine.py")),
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_files_called_as_the_librarys_modules_are_do_not_take_their_place(
    arguments: tuple[str, ...], tmp_path: Path, program: Any
) -> None:
    # Started as a script is, which does not look into the current folder itself.
    script = "import sys; sys.path.remove(''); from sudoku_engine.__main__ import main; main()"
    write(tmp_path, "mine.py", HARMLESS)
    for name in SHADOWS:
        write(tmp_path, name, "raise SystemExit('shadow')")

    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        cwd=tmp_path,
        env=program.environment(),
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )

    assert "shadow" not in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout
