"""Where the code of a plugin looks at its process, and not at the board."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from sudoku_engine.testing.advice.slip import Slip

_OF_PROCESS = {
    "os": ("environ", "getcwd", "getenv", "getpid", "getppid", "listdir"),
    "sys": ("argv", "flags", "modules", "orig_argv", "path", "stderr", "stdout"),
    "threading": ("enumerate",),
    "time": ("monotonic", "perf_counter", "process_time", "time"),
}
"""What tells of the process, by module."""

_OF_KIT = ("sudoku_engine.testing", "pytest")


def looking_around(node: ast.AST) -> Iterator[Slip]:
    """Find code that looks at its process."""
    what = ""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        is_of_process = node.attr in _OF_PROCESS.get(node.value.id, ())
        what = f"at {node.value.id}.{node.attr}" if is_of_process else ""
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        what = f"for {node.value!r}" if any(name in node.value for name in _OF_KIT) else ""
    if what and isinstance(node, ast.expr):
        advice = f"it looks {what} here: the board alone may decide about the steps"
        yield Slip(node.lineno, advice, "asking")
