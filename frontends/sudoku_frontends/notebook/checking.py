"""`check`: the kit on a strategy in a notebook, and its result, as text and as a page."""

from __future__ import annotations

import inspect
import os
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sudoku_engine.api.strategy import Decorated
from sudoku_engine.board.words import listed
from sudoku_engine.errors import SudokuError, UsageError
from sudoku_frontends.notebook.cell_file import CELL, files_of, lacking_names
from sudoku_frontends.pictures.event_scenes import scene_of
from sudoku_frontends.pictures.image_files import picture_svg
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.themes import theme_named
from sudoku_plugins.kit.finding_text import fault_runs, finding_lines
from sudoku_plugins.kit.findings import Finding, PluginReport
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


COLOURS = {True: "#0f8a62", False: "#cf5a10"}
"""The colour of a verdict, passed or not, on light pages and on dark ones."""

SIZE = 420, 560
"""The size of a board in pixels."""

TITLES = "Here it goes wrong", "It might be like this"
"""The titles of the boards of a fault."""


@dataclass(frozen=True)
class CheckResult:
    """The kit's verdict on a cell or a function; true if everything in it has passed."""

    reports: Sequence[PluginReport]
    """A report for each strategy."""
    problems: Sequence[str]
    """The fault of the text itself, so that it could not be checked."""
    lacking: Sequence[str] = ()
    """The names of other cells that could not come with it."""

    @property
    def has_passed(self) -> bool:
        """Whether there is something, and all of it has passed."""
        passed = all(report.has_passed for report in self.reports)
        return bool(self.reports) and passed and not self.problems

    def __bool__(self) -> bool:
        return self.has_passed

    def __str__(self) -> str:
        lines = (line for each in self.reports for line in _text(each))
        return "\n".join([*self.problems, *lines, *self._notes()])

    def __repr__(self) -> str:
        return f"<CheckResult {'passed' if self.has_passed else 'not passed'}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Print the verdict where IPython shows no pages."""
        printer.text(str(self))

    def _repr_html_(self) -> str:
        """Return the verdict with its boards, for notebooks."""
        style = f"color: {COLOURS[False]}; white-space: pre-wrap"
        problems = [f'<pre style="{style}">{escape(problem)}</pre>' for problem in self.problems]
        parts = (part for each in self.reports for part in _html(each))
        return "\n".join([*problems, *parts, *(f"<p>{escape(note)}</p>" for note in self._notes())])

    def _notes(self) -> Iterator[str]:
        """Yield which names of other cells are not there, unless all has passed."""
        if self.lacking and not self.has_passed:
            what = "Of other cells, only imports, functions and plain values come with it"
            yield f"{what}: make {listed(self.lacking)} in this cell"


def _faults(report: PluginReport) -> list[Finding]:
    """Return the findings for which `report` is no pass, those with a board first."""
    faults = [finding for finding in report.findings if finding.prevents_pass]
    return sorted(faults, key=lambda finding: finding.board is None)


def _others(report: PluginReport) -> Iterator[str]:
    """Yield the further faults, each reason once."""
    first, *others = _faults(report) or [Finding()]
    whys = dict.fromkeys(each.why for each in others if each.has_failed and each.why != first.why)
    yield from (f"Also: {why}" for why in whys)


def _text(report: PluginReport) -> Iterator[str]:
    """Yield the lines of the verdict on one strategy: its first fault with its board."""
    yield f"{report.name} ({report.id})"
    for finding in _faults(report)[:1]:
        yield finding.headline
        yield from (f"  {line}" for line in finding_lines(finding, report.file))
    yield from _others(report)
    yield from (f"advice: {finding.why}" for finding in report.advice)
    yield f"{report.verdict}: {report.summary}"


def _html(report: PluginReport) -> Iterator[str]:
    """Yield the parts of the verdict on one strategy; all words are escaped."""
    colour = COLOURS[report.has_passed]
    word = f'<strong style="color: {colour}">{escape(report.verdict)}</strong>'
    yield f"<p><strong>{escape(report.name)}</strong> {word}: {escape(report.summary)}</p>"
    faults, advice = _faults(report), report.advice
    if faults:
        yield _fault(report, faults[0])
        yield from _list(_others(report))
    yield from _list(f"Advice: {each.in_short}" for each in advice)
    if not faults:
        yield from (_boards(report, each) for each in advice if each.counter is not None)


def _fault(report: PluginReport, finding: Finding) -> str:
    where = f"Line {finding.line}: " if finding.line else ""
    words = [f"<strong>{escape(finding.headline)}</strong>", f"{where}{escape(finding.why)}"]
    words += [f"Advice: {escape(finding.advice)}"] if finding.advice else []
    trace = f"<pre>{escape(finding.trace)}</pre>" if finding.trace else ""
    return f"<p>{'<br>'.join(words)}</p>{trace}{_boards(report, finding)}"


def _boards(report: PluginReport, finding: Finding) -> str:
    """Return the smallest board on which it goes wrong, and one that shows why."""
    if not report.board_helps(finding):
        return ""
    scenes: list[Scene] = []
    for run, title in zip(fault_runs(report, finding), TITLES):
        _, fault, _ = run
        scene = scene_of(fault, run.grid)
        reason = scene.reason if scenes else ""  # that of the first is said already
        scenes.append(replace(scene, title=title, reason=reason))
    pictures = "".join(picture_svg(scene, theme_named("light"), SIZE) for scene in scenes)
    return f'<div style="display: flex; flex-wrap: wrap; gap: 1em">{pictures}</div>'


def _list(lines: Iterable[str]) -> Iterator[str]:
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    if items:
        yield f"<ul>{items}</ul>"
