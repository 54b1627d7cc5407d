"""`check`: the kit on a strategy in a notebook, and its result, as text and as a page.

A strategy is checked in a process of its own, which loads a file. In a notebook the imports, and
functions that help, often stand in other cells; so the file gets imports of them.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import os
import re
import symtable
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from types import ModuleType
from typing import Any

from sudoku_engine.api.strategy import Decorated
from sudoku_engine.board.words import listed
from sudoku_engine.errors import SudokuError, UsageError
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
    progress = _Progress() if "IPython" in sys.modules else Watcher()
    try:
        found, path = checked_text(text, names, progress, against, strict)
    except SudokuError as error:
        return CheckResult((), [str(error)])
    finally:
        if isinstance(progress, _Progress):
            progress.clear()
    reports = []
    for report in found.reports:
        findings = [_named_by_cell(each, path) for each in report.findings]
        reports.append(replace(report, file="cell", findings=findings))
    problems = [short(str(problem), path) for problem in found.problems]
    return CheckResult(reports, problems, lacking_names(text, names))


class _Progress(Watcher):
    """A line below the cell, from the third second of a check."""

    def __init__(self) -> None:
        self._due = monotonic() + 2
        self._is_shown = False

    def progress(self, done: int, total: int) -> None:
        """Show how many boards a strategy was tried on."""
        if monotonic() > self._due:
            self.clear()
            print(f"checking: {done:,} boards so far", flush=True)
            self._due = monotonic() + 0.3
            self._is_shown = True

    def clear(self) -> None:
        """Remove the line as soon as something else is shown."""
        from IPython.core.display_functions import clear_output

        if self._is_shown:
            clear_output(wait=True)  # type: ignore[no-untyped-call]


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


@dataclass(frozen=True)
class CheckResult:
    """The kit's verdict on a cell or a function; true if everything in it has passed."""

    reports: Sequence[PluginReport]
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
        printer.text(str(self))

    def _repr_html_(self) -> str:
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


CELL = "cell.py"
"""The name of the file."""

OTHER_CELLS = "other_cells"
"""The module next to it with the code of other cells."""

DECORATOR = re.compile(r"@([^\W\d][\w.]*)")

PLAIN = (int, float, str, bytes, type(None), tuple, list, set, dict)


def files_of(source: str, namespace: Mapping[str, object]) -> dict[str, str]:
    """Return, by their names, the files for the text `source` of a cell.

    `namespace`: what the names of the notebook mean. Its lines keep their numbers, unless it begins
    with a statement of several lines that has no decorator.
    """
    imports, others = _gathered(source, namespace)
    if others:
        imports.append(f"from {OTHER_CELLS} import {', '.join(others)}")
    files = {CELL: _with_imports(source, imports)}
    if others:
        files[f"{OTHER_CELLS}.py"] = "\n\n".join([*imports[:-1], *others.values(), ""])
    return files


def lacking_names(source: str, namespace: Mapping[str, object]) -> list[str]:
    """Return the names of other cells that `source` uses and that cannot come with it."""
    _, others = _gathered(source, namespace)
    used = {name for text in (source, *others.values()) for name in unbound_names(text)}
    return sorted(
        name
        for name in used & namespace.keys() - others.keys()
        if not _import_of(name, namespace[name])
    )


def _gathered(source: str, namespace: Mapping[str, object]) -> tuple[list[str], dict[str, str]]:
    """Return the imports that `source` needs, and by their names the texts of other cells."""
    imports: list[str] = []
    others: dict[str, str] = {}

    def gather(text: str) -> None:
        for name in sorted(unbound_names(text) & namespace.keys()):
            if name in others:
                continue
            if line := _import_of(name, namespace[name]):
                if line not in imports:
                    imports.append(line)
            elif (found := _definition_of(name, namespace[name])) is not None:
                others[name] = found
                gather(found)

    gather(source)
    return imports, others


def unbound_names(source: str) -> set[str]:
    """Return the names that `source` uses and does not set; empty if it is not valid Python.

    >>> sorted(unbound_names("from math import pi\\ndef area(r): return pi * square(r)"))
    ['square']
    """
    try:
        top = symtable.symtable(source, CELL, "exec")
    except (SyntaxError, ValueError):
        return set()
    used: set[str] = set()
    tables = [top]
    for table in tables:  # which grows
        tables += table.get_children()
        used |= {
            each.get_name()
            for each in table.get_symbols()
            if each.is_referenced() and (table is top or each.is_global())
        }
    bound = {
        each.get_name()
        for each in top.get_symbols()
        if each.is_assigned() or each.is_imported() or each.is_namespace()
    }
    return used - bound - vars(builtins).keys()


def _import_of(name: str, value: object) -> str:
    """Return the line that imports `value` as `name`; empty if it comes from no module."""
    if isinstance(value, ModuleType):
        module = value.__name__
        return f"import {module}" if module == name else f"import {module} as {name}"
    home, own = getattr(value, "__module__", None), getattr(value, "__name__", "")
    if not isinstance(home, str) or home == "__main__" or home not in sys.modules:
        return ""
    for module in (home.partition(".")[0], home):  # a person imports it from the first
        if getattr(sys.modules.get(module), own, None) is value:
            return f"from {module} import {own}" + (f" as {name}" if own != name else "")
    return ""


def _definition_of(name: str, value: Any) -> str | None:
    """Return the text that defines `name` as another cell does; None if it cannot be had."""
    if isinstance(value, PLAIN):
        try:
            is_plain = ast.literal_eval(repr(value)) == value
        except (SyntaxError, ValueError):
            is_plain = False
        return f"{name} = {value!r}" if is_plain else None
    function = getattr(value, "find", value)  # of a strategy
    try:
        return textwrap.dedent(inspect.getsource(inspect.unwrap(function)))
    except (OSError, TypeError):
        return None


def _with_imports(source: str, imports: list[str]) -> str:
    """Return `source` with `imports` before all that needs them, in a line that is there already.

    A docstring and imports from ``__future__`` have to stay the first statements.
    """
    if not imports:
        return source
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        tree = ast.Module([], [])
    first = [] if ast.get_docstring(tree, clean=False) is None else tree.body[:1]
    for each in tree.body:
        if isinstance(each, ast.ImportFrom) and each.module == "__future__":
            first.append(each)
    needed = "; ".join(imports)
    lines = source.splitlines()
    if first:
        row, column = (first[-1].end_lineno or 1) - 1, first[-1].end_col_offset
        line = lines[row].encode()  # where columns are counted in bytes
        lines[row] = f"{line[:column].decode()}; {needed}{line[column:].decode()}"
    elif not lines[0].strip() or lines[0].startswith("#"):
        lines[0] = f"{needed}  {lines[0]}".rstrip()
    elif decorator := DECORATOR.match(lines[0]):  # has room for an expression alone
        lines[0] = f"@(exec({needed!r}), {decorator[1]})[1]{lines[0][decorator.end() :]}"
    elif hasattr(tree.body[0], "body") or isinstance(tree.body[0], ast.Match):
        lines.insert(0, needed)
    else:
        lines[0] = f"{needed}; {lines[0]}"
    return "\n".join([*lines, ""])
