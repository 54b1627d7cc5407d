"""Check a plugin by running its own file."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from typing import NoReturn

from sudoku_engine.board.terminal import one_line
from sudoku_engine.guests import child_process


def check_file(file: str, *options: str) -> NoReturn:
    """Run ``plugins check`` on `file`, with its command-line `options`, and exit with its status.

    Write it at the end of a plugin's file, so that running the file (F5 in IDLE) checks it::

        if __name__ == "__main__":
            from sudoku_engine.testing import check_file

            check_file(__file__)
    """
    command = child_process.command("sudoku_engine", "plugins", "check", *options, "--", file)
    # Python searches the folder of a file that it runs first.
    environment = child_process.environment(os.path.dirname(os.path.abspath(file)))
    try:
        if _has_terminal_streams():
            status = subprocess.run(command, env=environment).returncode
        else:
            status = _run_with_output_printed(command, environment)
    except KeyboardInterrupt:  # the child process has printed its own message
        status = 130
    raise SystemExit(status)


def _has_terminal_streams() -> bool:
    """Return whether a child process can write where this one prints; in IDLE it cannot."""
    try:
        return (sys.stdout.fileno(), sys.stderr.fileno()) == (1, 2)
    except (AttributeError, io.UnsupportedOperation):
        return False


def _run_with_output_printed(command: list[str], environment: dict[str, str]) -> int:
    """Run `command`, print what it writes, and return its exit status.

    Long lines are broken between words where they are read, in IDLE's window.
    """
    child = subprocess.Popen(
        command,
        env={**environment, "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    with child:
        assert child.stdout is not None
        for line in child.stdout:
            indent = " " * (len(line) - len(line.lstrip()) + 2)
            print(one_line(line.rstrip("\n"), sys.stdout, indent), flush=True)
    return child.returncode
