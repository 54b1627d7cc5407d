"""Python processes that run our modules, whatever the current folder contains.

Python searches the current folder first for imports. So a student's ``random.py`` would replace the
library's in every process that we start.
"""

import gc
import os
import sys

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
