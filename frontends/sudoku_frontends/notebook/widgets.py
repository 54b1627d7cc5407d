"""The names of `sudoku_engine.notebook`, which need anywidget, and the magic ``%%strategy``."""

from __future__ import annotations

import sys
from typing import Any

from sudoku_engine.bundled import install

try:
    import anywidget  # noqa: F401
except ImportError as error:
    what = f"the notebook needs anywidget: {install('notebook')}"
    raise ImportError(what, name="anywidget") from error

from sudoku_frontends.notebook.board import Board
from sudoku_frontends.notebook.checking import CheckResult, check
from sudoku_frontends.notebook.films import Film, trace

__all__ = ["Board", "CheckResult", "Film", "check", "trace"]


def load_ipython_extension(shell: Any) -> None:
    """Add ``%%strategy`` to the IPython `shell`, for ``%load_ext sudoku_engine.notebook``."""
    from IPython.core.magic_arguments import MagicArgumentParser

    options: Any = MagicArgumentParser("%%strategy")  # type: ignore[no-untyped-call]
    options.add_argument("--against", metavar="ID")
    options.add_argument("--strict", action="store_true")

    def strategy(line: str, cell: str) -> CheckResult:
        """Check the strategy or the rule in this cell, and define it if it can be loaded.

        %%strategy [--against ID] [--strict], or %%rule

        --against compares it with one of ours, such as naked_pair; with --strict advice counts as
        a fault.
        """
        chosen = vars(options.parse_argstring(line))
        text = f"# %%strategy\n{cell}"  # editors count the line of the magic, too
        result = check(text, namespace=shell.user_ns, **chosen)
        # Only now: code that hangs in the check would hang here, too.
        if not result.problems:
            shell.run_cell(text)
        return result

    for name in ("strategy", "rule"):
        shell.register_magic_function(strategy, "cell", name)


if "IPython" in sys.modules:
    from IPython.core.getipython import get_ipython

    if (_shell := get_ipython()) is not None:
        load_ipython_extension(_shell)
