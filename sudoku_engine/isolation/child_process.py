"""Python processes that run our modules, whatever files are in the current folder.

Python searches that folder first for imports. So a student's ``random.py`` would replace the
library's in every process that we start.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

MOST_SECONDS = 600
"""Seconds of processor time for a process with limits; they end one that was left behind."""

_BEGIN = (
    "import sys; sys.path[:] = [path for path in sys.path if path]; import runpy; "
    "runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
)


def command(module: str, *arguments: str) -> list[str]:
    """Return the command line that runs `module` with `arguments`, in an `environment`."""
    return [sys.executable, "-c", _BEGIN, module, *arguments]


def environment(**more: str) -> dict[str, str]:
    """Return the variables of such a process: ours, our module search path, and `more`."""
    path = os.pathsep.join(os.path.abspath(path) for path in sys.path if path)
    return {**os.environ, "PYTHONPATH": path, **more}


@contextmanager
def safe_path() -> Iterator[None]:
    """Keep processes that Python's library starts from searching that folder too.

    Python 3.10 has no such setting.
    """
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before


def limit_resources(memory: int) -> None:
    """Limit this process to `memory` bytes, if the system can do that.

    Also limit it to `MOST_SECONDS` of processor time: a loop that nothing can stop must not
    outlive the program that started it.
    """
    try:
        import resource
    except ImportError:
        return
    limits = {
        resource.RLIMIT_AS: memory,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_CPU: MOST_SECONDS,
    }
    for kind, limit in limits.items():
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (limit, limit))
