"""The last resort against plugins that nothing in their own process can stop.

Code that never lets go of the interpreter, such as ``sum(itertools.count())``, starves the
watchdog's thread too. So with user plugins the work is done in a child process. There a timer of
`faulthandler`, which needs no interpreter, ends the process and leaves its last words in a file;
the parent process prints where the plugin hangs.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING

from sudoku_engine.atomic_file import discard_leftovers
from sudoku_engine.errors import PluginError, shown_path
from sudoku_engine.isolation import child_process
from sudoku_engine.isolation.crash_trace import last_call
from sudoku_engine.isolation.time_limits import LastResort

if TYPE_CHECKING:
    import subprocess

HANGS = "it hangs here and nothing can stop it, so the program ends"

LAST_WORDS = "SUDOKU_ENGINE_LAST_WORDS"
"""The environment variable that names the file for last words; set in the child process."""


def is_supervised() -> bool:
    """Return whether this process is a supervised child process."""
    return LAST_WORDS in os.environ


def run_supervised(arguments: Sequence[str], plugins: Sequence[str], output: str | None) -> int:
    """Run the program with `arguments` in a child process; return its exit status.

    `plugins` are the files and folders whose code may hang; `output` is the file that is written.
    Raises PluginError if a plugin hung and the child process had to be ended.
    """
    import subprocess  # only here, as below: these take a while to load
    import tempfile

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        words = Path(folder, "last-words.txt")
        words.touch()
        child = subprocess.Popen(
            child_process.command("sudoku_engine", *arguments),
            env=child_process.environment(**{LAST_WORDS: str(words)}),
        )
        status = _wait(child)
        last_words = words.read_text(encoding="utf-8", errors="replace")
    if not last_words:
        return status if status >= 0 else 128 - status
    if output is not None:
        discard_leftovers(output, child.pid)
    found = (last_call(last_words, plugins) if plugins else None) or last_call(last_words)
    file, line = found or ("a plugin", 0)
    raise PluginError(HANGS, shown_path(file), line=line)


def _wait(child: subprocess.Popen[bytes]) -> int:
    """Return the exit status of `child`; signals that end this process end it too."""
    if hasattr(signal, "SIGTERM"):
        signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:
            _interrupt(child)


def _interrupt(child: subprocess.Popen[bytes]) -> None:
    """Pass a Ctrl-C on to `child`, unless the terminal has sent it there already."""
    import subprocess

    try:
        child.wait(timeout=0.5)
    except subprocess.TimeoutExpired:
        if os.name == "nt":
            child.terminate()
        else:
            child.send_signal(signal.SIGINT)


class CrashTimer(LastResort):
    """End this process by a timer of `faulthandler`, if it is supervised."""

    def __init__(self) -> None:
        self._words: IO[str] | None = None
        if is_supervised():
            # It must stay open: the timer writes to it when nothing else can; so may those of
            # other processes.
            self._words = open(os.environ[LAST_WORDS], "a", encoding="utf-8")  # noqa: SIM115

    def set_timer(self, seconds: float) -> None:
        """End the process after `seconds`, with its traces in the file; 0 stops the timer."""
        if self._words is None:
            return
        import faulthandler

        if seconds:
            faulthandler.dump_traceback_later(seconds, exit=True, file=self._words)
        else:
            faulthandler.cancel_dump_traceback_later()
