"""Python processes that run our modules, whatever the current folder contains.

Python searches the current folder first for imports. So a student's ``random.py`` would replace the
library's in every process that we start.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

_BEGIN = (
    "import gc, sys; gc.set_threshold(*map(int, sys.argv.pop(1).split(','))); "
    "sys.path[:] = [path for path in sys.path if path]; import runpy; "
    "runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
)


def command(module: str, *arguments: str) -> list[str]:
    """Return the command line that runs `module` with `arguments`, in an `environment`.

    The process collects garbage as rarely as this one: loading makes many objects.
    """
    thresholds = ",".join(map(str, gc.get_threshold()))
    return [sys.executable, "-c", _BEGIN, thresholds, module, *arguments]


def environment(left_out: str = "", **more: str) -> dict[str, str]:
    """Return the environment of such a process: ours, our module search path, and `more`.

    The folder `left_out` is not searched, unless the engine is there.
    """
    folders = [os.path.abspath(path) for path in sys.path if path]
    if left_out and not os.path.exists(os.path.join(left_out, "sudoku_engine")):
        folders = [folder for folder in folders if folder != os.path.abspath(left_out)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(folders), **more}


HASH_SEED = "PYTHONHASHSEED"
"""The variable that decides the order of sets of texts."""

MARK = "SUDOKU_ENGINE_GUEST"
"""The variable that marks a process with plugins, and all that they start."""


def end_all(mark: str) -> None:
    """End all visible processes that are marked by `mark`, also in other sessions."""
    variable = f"{MARK}={mark}".encode()
    with suppress(OSError):
        for name in os.listdir("/proc"):
            with suppress(OSError, ValueError):
                number = int(name)
                if variable in Path("/proc", name, "environ").read_bytes().split(b"\0"):
                    os.kill(number, signal.SIGKILL)


def end_tree(process: int) -> None:
    """End a `process` and its children on Windows; never tried on a real Windows."""
    import subprocess  # only here: a guest need not load it

    with suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(
            ["taskkill", "/T", "/F", "/PID", str(process)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=10,
        )


def limit_memory(size: int) -> None:
    """Limit this process to `size` bytes, 0 for half of the machine's, if that is possible."""
    try:
        import resource
    except ImportError:
        return
    with suppress(ValueError, OSError):
        size = size or os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
