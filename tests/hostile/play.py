"""Try hostile plugins in the window of ``play``, with real keys on a display without a screen.

python -m tests.hostile.play [--only PART] [--theme ends] [--every 10]
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.hostile.__main__ import chosen, parser
from tests.hostile.commands import PUZZLES, SECONDS, Command, prepared
from tests.hostile.entry import Hostile
from tests.hostile.judging import complaints
from tests.hostile.running import Ran, Running, wait_for
from tests.support.display import virtual_display

BOARD = list(PUZZLES)[1]

PLAY = Command(
    lambda entry: ["play", BOARD],
    frozenset({"strategy"}),
    lambda ran, entry: None if not ran.out else "there is something on standard output",
    bad=frozenset({0, 2}),
)
"""A fault of a helper is shown in the window, which need not change the exit status."""

OPENING = 25.0
"""Seconds in which the window must be there, also where a plugin hangs while it loads."""

THINKING = SECONDS + 4.0
"""Seconds after which a key must have been answered."""

CLOSING = 8.0
"""Seconds in which the program must end when q was pressed."""


def main() -> int:
    """Play with each plugin; print the failures, and return the exit status."""
    options = parser(__doc__).parse_args()
    entries = chosen(options)
    failures = 0
    with virtual_display() as name:
        for entry in entries:
            ran, found = played(entry, name)
            failures += bool(found)
            if found or options.verbose:
                print(f"play {entry.id:34}{ran.seconds:5.1f} s  {'; '.join(found)}", flush=True)
            if options.verbose:
                print(ran.err[:2000])
    print(f"{failures} of {len(entries)} runs failed")
    return 1 if failures else 0


def played(entry: Hostile, display: str) -> tuple[Ran, list[str]]:
    """Open a window with the plugin, let all strategies help, and quit; return what is wrong."""
    found = []
    with tempfile.TemporaryDirectory(prefix="hostile-", ignore_cleanup_errors=True) as temporary:
        folder = Path(temporary, "run")
        folder.mkdir()
        running = Running(folder, prepared(PLAY, entry, folder), DISPLAY=display)

        def opened() -> str:
            names = ("search", "--onlyvisible", "--name", "Sudoku")
            return xdotool(display, *names) if running.process.poll() is None else "ended"

        if wait_for(lambda: bool(opened()), OPENING) and opened() != "ended":
            window = opened().split()[0]
            wait_for(lambda: xdotool(display, "getwindowfocus") not in ("", "1\n"), 5)
            for key in ("question", "o"):
                xdotool(display, "key", "--window", window, key)
                time.sleep(THINKING / 2)
            if running.process.poll() is not None:
                found.append("the window closed by itself")
            for _ in range(3):
                xdotool(display, "key", "--window", window, "q")
                time.sleep(0.3)
        elif running.process.poll() is None:
            found.append("no window")
        ran = running.result(CLOSING)
    found += complaints(PLAY, entry, ran)
    shown = ("not named", "success is claimed (status 0)")  # words of the window itself
    return ran, [each for each in found if entry.when == "load" or each not in shown]


def xdotool(display: str, *arguments: str) -> str:
    """Return what xdotool prints."""
    environment = {**os.environ, "DISPLAY": display}
    command = ["xdotool", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True).stdout


if __name__ == "__main__":
    sys.exit(main())
