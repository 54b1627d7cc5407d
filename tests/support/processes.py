"""The processes of a program that was started in a session of its own."""

import subprocess
import time

from sudoku_plugins.batch import distribution


def processes_of(session: int) -> list[str]:
    """The processes that are left of a session."""
    listed = subprocess.run(["ps", "-eo", "sess=,stat=,args="], capture_output=True, text=True)
    rows = [line.split(None, 2) for line in listed.stdout.splitlines()]
    return [args for sess, stat, args in rows if int(sess) == session and stat[0] != "Z"]


def workers_of(process: int) -> list[int]:
    """The numbers of the processes of our own that work for a `process`."""
    command = ["ps", "--ppid", str(process), "-wwo", "pid=,args="]
    listed = subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
    return [int(line.split()[0]) for line in listed if distribution.__name__ in line]


def gone(session: int) -> bool:
    """Whether a session's processes end within a while."""
    for _ in range(100):
        if not processes_of(session):
            return True
        time.sleep(0.1)
    return False
