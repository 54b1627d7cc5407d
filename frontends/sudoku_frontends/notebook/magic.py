"""The cell magic ``%%strategy``, which checks the strategy that the cell holds."""

from __future__ import annotations

import argparse
import shlex
from typing import Any

from sudoku_frontends.notebook.check_result import CheckResult
from sudoku_frontends.notebook.checking import check_text


class _Options(argparse.ArgumentParser):
    """The options of the first line; what is wrong with them is an error in words."""

    def error(self, message: str) -> Any:
        from IPython.core.error import UsageError

        raise UsageError(f"%%strategy: {message}; write %%strategy --against naked_pair")


def register(shell: Any) -> None:
    """Add the magic to the IPython `shell`."""
    options = _Options("%%strategy", add_help=False)
    options.add_argument("--against", metavar="ID")
    options.add_argument("--strict", action="store_true")

    def strategy(line: str, cell: str) -> CheckResult | None:
        """Check the strategy in this cell, and define it.

        %%strategy [--against ID] [--strict]

        --against compares it with a technique, such as naked_pair; with --strict advice counts as
        a fault.
        """
        chosen = options.parse_args(shlex.split(line))
        if not shell.run_cell(cell).success:
            return None
        # Editors count the line of the magic, too.
        text = f"\n{cell}"
        return check_text(text, shell.user_ns, against=chosen.against, strict=chosen.strict)

    shell.register_magic_function(strategy, "cell", "strategy")
