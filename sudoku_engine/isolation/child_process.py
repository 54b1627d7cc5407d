"""Python processes that run modules of ours, whatever files lie in the current folder.

Python looks there first for what it imports, so a student's ``random.py`` would become the
library's, in every process that we start.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

MOST_SECONDS = 600
"""Of processor time for a process with limits: the end of one that nobody looks after any more."""

_BEGIN = (
    "import sys; sys.path[:] = [path for path in sys.path if path]; import runpy; "
    "runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
)


def command(module: str, *arguments: str) -> list[str]:
    """The command line that runs `module` with `arguments`, in an `environment`."""
    return [sys.executable, "-c", _BEGIN, module, *arguments]


def environment(**more: str) -> dict[str, str]:
    """The variables for such a process: ours, where to find what we find, and `more`."""
    path = os.pathsep.join(os.path.abspath(path) for path in sys.path if path)
    return {**os.environ, "PYTHONPATH": path, **more}


@contextmanager
def safe_path() -> Iterator[None]:
    """While this lasts, processes that the library starts by itself do not look there either.

    Python 3.10 has nothing to ask this by; there they do.
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
    """Lets this process have so many bytes of `memory`, and no more, where the system can do that.

    Nor more than `MOST_SECONDS` of processor time: a loop that nothing can stop must not outlive
    who began it.
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
