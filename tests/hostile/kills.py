"""Kill the program, or the process in which it runs plugins, at random moments.

python -m tests.hostile.kills [--count 20] [--seed 1]
"""

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from tests.hostile.commands import ANSWERS, INNOCENT, PUZZLES
from tests.hostile.running import Running, wait_for

SLOW = INNOCENT.replace("    for cell", "    time.sleep(0.002)\n    for cell", 1).replace(
    "from sudoku", "import time\n\nfrom sudoku", 1
)
"""An innocent strategy that takes its time."""

MANY = 4
"""How often each puzzle stands in the input."""

LONGEST = 2.5
"""The latest moment, in seconds after the start."""


def main() -> int:
    """Kill at random moments; print what went wrong, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile.kills")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    failures = 0
    for number in range(options.count):
        moment = chance.uniform(0, LONGEST)
        for kill in (killed_child, killed_parent):
            complaints = kill(moment, chance.choice([1, 1, 2, 5]))
            failures += bool(complaints)
            for complaint in complaints:
                print(f"{number}: {kill.__name__} after {moment:.3f} s: {complaint}", flush=True)
    print(f"{failures} of {2 * options.count} runs failed")
    return 1 if failures else 0


def killed_child(moment: float, times: int = 1) -> list[str]:
    """Kill a child of the program `times` times; return what is wrong with what came of it."""
    with tempfile.TemporaryDirectory(prefix="hostile-") as temporary:
        running = _solving(Path(temporary, "run"))
        time.sleep(moment)
        killed = []
        for _ in range(times):
            if children := [pid for pid in running.processes() if pid != running.process.pid]:
                with suppress(OSError):
                    os.kill(children[0], signal.SIGKILL)
                    killed.append(children[0])
            time.sleep(0.1)
        ran = running.result(90)
    complaints = []
    if ran.status is None:
        complaints.append("it hangs")
    if ran.out.splitlines() != ANSWERS * MANY:
        complaints.append(f"{len(ran.out.splitlines())} of {len(ANSWERS) * MANY} answers")
    if ran.status != 0:
        complaints.append(f"status {ran.status}, {len(killed)} killed: {ran.err[-200:]}")
    if "slow.py" in ran.err or "Traceback" in ran.err or "internal error" in ran.err:
        complaints.append(f"on standard error: {ran.err[-300:]!r}")
    return complaints + [f"left over: {each}" for each in ran.left]


def killed_parent(moment: float, times: int = 1) -> list[str]:
    """Kill the program; return what is wrong with what came of it."""
    with tempfile.TemporaryDirectory(prefix="hostile-") as temporary:
        running = _solving(Path(temporary, "run"))
        time.sleep(moment)
        running.process.kill()
        running.process.wait()
        is_over = wait_for(lambda: not running.processes(), 2)
        left = list(running.processes().values())
        running.result(0)
    return [] if is_over else [f"left over: {left}"]


def _solving(folder: Path) -> Running:
    folder.mkdir()
    (folder / "slow.py").write_text(SLOW)
    (folder / "puzzles.txt").write_text("".join(f"{line}\n" for line in PUZZLES) * MANY)
    return Running(folder, ["solve", "-q", "-p", "slow.py", "puzzles.txt"])


if __name__ == "__main__":
    sys.exit(main())
