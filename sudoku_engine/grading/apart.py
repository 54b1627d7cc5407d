"""Measure a pupil's file in a child process, which is ended if it does not end itself.

This is not a security sandbox: the file may still read and write whatever the teacher may.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from typing import Any

from sudoku_engine.grading.measurement import Figures
from sudoku_engine.isolation import child_process
from sudoku_engine.testing.isolation import Limits

MOST_SECONDS = 120.0
"""Seconds for one strategy and all puzzles."""

RAN_OUT = 1
"""The exit status of a process that was ended by its timer."""


def measured(file: str, request: Mapping[str, Any], limits: Limits) -> dict[str, Figures]:
    """Return the figures of the strategies in `file`, by id; `request`: the rest of the request.

    If a strategy ends the process, that is its fault; the next ones get a new process.
    """
    found: dict[str, Figures] = {}
    while True:
        known = len(found)
        messages, ending = _run(file, {**request, "done": list(found)}, limits)
        current, stopped, line = None, ending, 0
        for message in messages:
            if "strategy" in message:
                current = str(message["strategy"])
                found[current] = Figures(**message["figures"])
            elif "stopped" in message:
                stopped, line = str(message["stopped"]), int(message["line"])
            elif "done" in message:
                return found
        if current is not None:
            found[current].add_fault(stopped, line)
        if len(found) == known:
            return found


def _run(file: str, request: dict[str, Any], limits: Limits) -> tuple[list[Any], str]:
    """Return the messages of a process for `file`, and how it ended, in words."""
    request = {
        **request,
        "file": os.path.abspath(file),
        "seconds": limits.seconds,
        "load_seconds": limits.load_seconds,
        "memory": limits.memory,
    }
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        child = subprocess.Popen(
            child_process.command("sudoku_engine.grading.worker"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,  # what the file writes there is gone afterwards
            env=child_process.environment(),
            start_new_session=os.name != "nt",
        )
        ending = ""
        try:
            out, _ = child.communicate(
                json.dumps(request).encode(), limits.load_seconds + MOST_SECONDS
            )
        except subprocess.TimeoutExpired:
            ending = f"it takes longer than {MOST_SECONDS:g} s for the puzzles"
        finally:
            _end(child)
        if ending:
            out, _ = child.communicate()
    return list(_messages(out)), ending or _ended(child.returncode, limits)


def _end(child: subprocess.Popen[bytes]) -> None:
    """End `child` and the processes that it has started."""
    if os.name == "nt":
        child.kill()
    else:
        with contextlib.suppress(OSError):
            os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def _messages(out: bytes) -> Iterator[Any]:
    for line in out.splitlines():
        with contextlib.suppress(ValueError):
            yield json.loads(line)


def _ended(status: int, limits: Limits) -> str:
    if status == RAN_OUT:
        return f"it does not come back within {limits.seconds:g} s"
    if status < 0:
        return f"its process was ended by signal {-status}"
    return f"it ends the program (status {status})"
