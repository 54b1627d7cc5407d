"""The program, started from outside."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

PATIENCE = 120.0
"""Seconds that a run may take, also on a machine that is busy with other things."""


class Done(NamedTuple):
    """The result of a run of the program: exit status, standard output, standard error."""

    status: int
    out: str
    err: str


class Program:
    """The program in a process of its own, started in a `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, *arguments: str, stdin: bytes = b"", **environment: str) -> Done:
        """Run the program with these `arguments`, with `stdin` on standard input."""
        process = self.start(*arguments, **environment)
        out, err = process.communicate(stdin, timeout=PATIENCE)
        return Done(process.returncode, out.decode(), err.decode())

    def start(self, *arguments: str, streams: Any = subprocess.PIPE, **environment: str) -> Any:
        """Start the process and return it; `streams` are its standard streams."""
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
        """Return the environment of the process: ours, the path to this tree, and `more`."""
        path = os.pathsep.join(sys.path)
        return {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8", **more}
