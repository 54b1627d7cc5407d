"""What is wrong with a file itself, as data: it passes from the guest to the host."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sudoku_engine.errors import ConfigErrors, LocatedError, SudokuError


def problem_records(error: SudokuError, advice: str = "") -> Iterator[dict[str, Any]]:
    """Yield `error` as data for JSON, each of several apart; `advice`: how to fix it."""
    for each in error.errors if isinstance(error, ConfigErrors) else (error,):
        located = each if isinstance(each, LocatedError) else LocatedError(each.what, each.where)
        yield {
            "what": f"{each.what} ({advice})" if advice else each.what,
            "source": located.source,
            "line": located.line,
            "column": located.column,
            "excerpt": each.excerpt,
        }


def problem_of(data: Mapping[str, Any]) -> LocatedError:
    """Return the problem in `data`."""
    problem = LocatedError(data["what"], data["source"], data["line"], data["column"])
    problem.excerpt = data["excerpt"]
    return problem
