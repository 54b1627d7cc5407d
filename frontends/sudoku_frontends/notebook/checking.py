"""`check`: the kit on a strategy in a notebook."""

from __future__ import annotations

import inspect
import os
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sudoku_engine.api.strategy import Decorated
from sudoku_engine.errors import SudokuError, UsageError
from sudoku_frontends.notebook.cell_file import CELL, files_of, lacking_names
from sudoku_frontends.notebook.check_result import CheckResult
from sudoku_plugins.kit.findings import Finding
from sudoku_plugins.kit.isolation import FileReport, Watcher, check_plugin


class CheckStopped(KeyboardInterrupt):
    """The check was interrupted; where it was is of no use to anybody."""

    def _render_traceback_(self) -> list[str]:
        """Return the lines that IPython shows."""
        return ["KeyboardInterrupt: the check was stopped"]


def check(
    strategy: Any, *, against: str | None = None, strict: bool = False, namespace: Any = None
) -> CheckResult:
    """Return the kit's findings on `strategy`: a function with ``@strategy``, or Python as text.

    A function or a class with ``@rule`` will do as well.

    `against`: the id of a technique, such as ``naked_pair``, that it should be as good as.
    `strict`: whether advice counts as a fault. `namespace`: what the names of other cells mean, by
    default as where the function is from. The text is checked as a file in a process of its own, so
    an endless loop in it ends nothing else. Raises UsageError if it is not a strategy, and for a
    function whose text is not known.
    """
    text, names = text_of(strategy, namespace, against)
    return check_text(text, names, against=against, strict=strict)


def text_of(
    strategy: Any, namespace: Any, against: str | None = None
) -> tuple[str, Mapping[str, object]]:
    """Return the text of `strategy`, and what names of other cells mean there; see `check`."""
    if against is not None and not isinstance(against, str):
        raise UsageError(f"against is the id of a technique, such as 'naked_pair', not {against!r}")
    if isinstance(strategy, str):
        return strategy, namespace or {}
    function = inspect.unwrap(strategy) if callable(strategy) else strategy
    if not (inspect.isfunction(function) or isinstance(strategy, Decorated)):
        raise UsageError("it takes a function with @strategy, or the text of one")
    if not isinstance(strategy, Decorated):
        mend = 'write @strategy("My Pair", score=60, level="medium") above it'
        raise UsageError(f"{function.__name__} is no strategy yet: {mend}")
    try:
        lines, first = inspect.getsourcelines(function)
    except OSError:
        what = f"the text of {function.__name__} is not known"
        raise UsageError(f"{what}: write it in a cell or in a file") from None
    text = "\n" * (first - 1) + textwrap.dedent("".join(lines))  # with the numbers of its cell
    home = getattr(function, "__globals__", None) or vars(sys.modules[function.__module__])
    names = home if namespace is None else namespace
    return text, names


def check_text(
    source: str,
    namespace: Mapping[str, object],
    *,
    against: str | None,
    strict: bool,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> CheckResult:
    """Return the kit's findings on the text `source` of a cell; see `check` and `check_plugin`."""
    try:
        found, path = checked_text(source, namespace, _Boards(on_progress), against, strict)
    except SudokuError as error:
        return CheckResult((), [str(error)])
    reports = []
    for report in found.reports:
        findings = [_named_by_cell(each, path) for each in report.findings]
        reports.append(replace(report, file="cell", findings=findings))
    problems = [short(str(problem), path) for problem in found.problems]
    return CheckResult(reports, problems, lacking_names(source, namespace))


def checked_text(
    source: str,
    namespace: Mapping[str, object],
    watcher: Watcher,
    against: str | None,
    strict: bool = False,
) -> tuple[FileReport, str]:
    """Return the findings on the text `source` of a cell, and the file in which it was for that."""
    with TemporaryDirectory(prefix="sudoku-cell-") as folder:
        for name, text in files_of(source, namespace).items():
            Path(folder, name).write_text(text, encoding="utf-8")
        path = os.path.join(os.path.realpath(folder), CELL)
        try:
            with _folder_of_the_notebook():
                return check_plugin(path, watcher, against=against, strict=strict), path
        except KeyboardInterrupt:
            raise CheckStopped from None


class _Boards(Watcher):
    def __init__(self, on_progress: Callable[[int, int], None]) -> None:
        self._on_progress = on_progress

    def progress(self, done: int, total: int) -> None:
        """Report the number of boards that a strategy was tried on."""
        self._on_progress(done, total)


def _named_by_cell(finding: Finding, path: str) -> Finding:
    """Return `finding` with ``cell`` for the unfamiliar file at `path`, and without its folder."""
    texts = (finding.why, finding.advice, finding.trace)
    why, advice, trace = (short(text, path) for text in texts)
    return replace(finding, why=why, advice=advice, trace=trace)


def short(text: str, path: str) -> str:
    """Return `text` with ``cell`` for the file at `path`."""
    folder = os.path.join(os.path.dirname(path), "")
    return text.replace(path, "cell").replace(folder, "").replace(CELL, "the cell")


@contextmanager
def _folder_of_the_notebook() -> Iterator[None]:
    """Let started processes find the modules next to the notebook, after all others."""
    here = os.getcwd()
    is_new = here not in sys.path
    if is_new:
        sys.path.append(here)
    try:
        yield
    finally:
        if is_new:
            sys.path.remove(here)
