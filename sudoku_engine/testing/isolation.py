"""Check plugins in a child process, which is stopped if it does not end.

This is not a security sandbox: a plugin may still read and write whatever the user may. But a
mistake (an endless loop, all the memory, ``sys.exit``) ends only one check, not the program.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import IO, Any

from sudoku_engine.board.numbers import require_number
from sudoku_engine.errors import RecordError
from sudoku_engine.isolation import child_process
from sudoku_engine.isolation.crash_trace import last_call
from sudoku_engine.testing.advice import advice_on_lateness
from sudoku_engine.testing.findings import Finding, finding_of

GRACE = 5.0
"""Seconds beyond a call's limit before the process is ended from outside."""

MOST_SECONDS = 180.0
"""Seconds for all checks of one plugin."""

LONGEST_LINE = 5_000_000


@dataclass(frozen=True)
class Limits:
    """The limits for a plugin."""

    seconds: float = 5.0
    """Seconds for one call."""

    load_seconds: float = 10.0
    """Seconds to load it."""

    memory: int = 1 << 30
    """Bytes of memory."""

    def __post_init__(self) -> None:
        require_number(self.seconds, "seconds")
        require_number(self.load_seconds, "load_seconds")
        require_number(self.memory, "memory", is_whole=True)


@dataclass
class PluginReport:
    """All findings on one plugin."""

    id: str
    kind: str
    name: str
    file: str

    line: int
    """The line of the file where it begins."""

    findings: list[Finding] = field(default_factory=list)

    boards: int = 0
    """The number of boards on which it was tried."""

    fired: int = 0
    """The number of boards on which it found something."""

    @property
    def has_passed(self) -> bool:
        """Whether it passed all checks that a plugin must pass."""
        return not any(finding.has_failed for finding in self.findings)


@dataclass
class FileReport:
    """The results for one file or name."""

    reports: list[PluginReport] = field(default_factory=list)
    """A report for each plugin."""

    problems: list[str] = field(default_factory=list)
    """What is wrong with the file itself."""

    notices: list[str] = field(default_factory=list)
    """Problems with other plugins."""


def check_plugin(
    target: str,
    *,
    plugins: Sequence[str] = (),
    config: str | None = None,
    layout: str | None = None,
    against: str | None = None,
    windows: bool = False,
    limits: Limits = Limits(),
    on_finding: Callable[[PluginReport, Finding | None], None] = lambda report, finding: None,
) -> FileReport:
    """Check all plugins in `target`, a file or the id or name of a plugin; return the results.

    `plugins`: files to load as well; `config`: a configuration file, whose plugins and options
    are used; `layout`: the board to check on; `against`: the id of a technique to compare with;
    `windows`: whether front ends may open windows; `on_finding`: a function called with each
    finding as it comes, and with None when the checks of a plugin are over.
    """
    is_file = os.path.exists(target) or target.endswith(".py") or os.sep in target
    done: list[list[str]] = []
    request: dict[str, Any] = {
        "paths": [*plugins, target] if is_file else list(plugins),
        "target": target,
        "is_file": is_file,
        "config": config,
        "layout": layout,
        "against": against,
        "windows": windows,
        "limit": limits.seconds,
        "load_timeout": limits.load_seconds,
        "memory": limits.memory,
        "done": done,
    }
    outcome = FileReport()
    while True:
        session = _Session(request, limits, outcome, on_finding)
        session.run()
        if session.is_done or session.current is None:
            return outcome
        done += [*session.ended, session.current]
        if all(key in done for key in session.plugins):
            return outcome


class _Session:
    """One child process: read its messages, and end it if necessary."""

    def __init__(
        self,
        request: dict[str, Any],
        limits: Limits,
        outcome: FileReport,
        on_finding: Callable[[PluginReport, Finding | None], None],
    ) -> None:
        self.on_finding = on_finding
        self.request = request
        self.limits = limits
        self.outcome = outcome
        self.plugins: list[list[str]] = []
        self.ended: list[list[str]] = []
        self.current: list[str] | None = None
        self.report: PluginReport | None = None
        self.check: dict[str, Any] | None = None
        self.is_done = False
        self.stopped = ""
        self.line = 0

    def run(self) -> None:
        """Run the process, and collect its messages in the outcome."""
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            crash_trace = Path(folder, "crash-trace.txt")
            crash_trace.touch()
            child = subprocess.Popen(
                child_process.command("sudoku_engine.testing.worker"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=child_process.environment(),
                start_new_session=os.name != "nt",
            )
            try:
                self._listen(child, {**self.request, "crash_trace": str(crash_trace)})
            finally:
                _end(child)
            if not self.is_done:
                trace = crash_trace.read_text("utf-8", errors="replace")
                self._add_ending(child.returncode, trace)

    def _listen(self, child: subprocess.Popen[bytes], request: dict[str, Any]) -> None:
        assert child.stdin is not None
        assert child.stdout is not None
        with contextlib.suppress(OSError):
            child.stdin.write(json.dumps(request).encode())
            child.stdin.close()
        lines: queue.Queue[bytes] = queue.Queue(maxsize=1000)
        threading.Thread(target=_read, args=(child.stdout, lines), daemon=True).start()
        deadline = monotonic() + self.limits.load_seconds + MOST_SECONDS
        while True:
            try:
                line = lines.get(timeout=max(deadline - monotonic(), 0))
            except queue.Empty:
                self.stopped = f"its checks take longer than {MOST_SECONDS:g} s"
                return
            if not line:
                return
            if self._take(line):
                deadline = monotonic() + MOST_SECONDS
            if self.is_done:
                return

    def _take(self, line: bytes) -> bool:
        """Process one line; return whether another plugin begins with it."""
        try:
            message = json.loads(line)
            return self._take_message(message)
        except (RecordError, ValueError, KeyError, TypeError, RecursionError):
            return False

    def _take_message(self, message: dict[str, Any]) -> bool:
        if "problem" in message:
            kept = self.outcome.problems if message["requested"] else self.outcome.notices
            if message["problem"] not in kept:
                kept.append(message["problem"])
        elif "plugins" in message:
            self.plugins = message["plugins"]
        elif "plugin" in message:
            self.current = [message["kind"], message["plugin"]]
            self.report = PluginReport(
                message["plugin"],
                message["kind"],
                message["name"],
                message["file"],
                message["line"],
            )
            self.outcome.reports.append(self.report)
            return True
        elif "check" in message:
            self.check = message
        elif "finding" in message and self.report is not None:
            self.report.boards, self.report.fired = message["boards"], message["fired"]
            self._keep(self.report, finding_of(message["finding"]))
            self.check = None
        elif "stopped" in message:
            self.stopped, self.line = message["stopped"], message["line"]
        elif "end" in message and self.current is not None:
            self.ended.append(self.current)
            if self.report is not None:
                self.on_finding(self.report, None)
        elif "done" in message:
            self.is_done = True
        return False

    def _add_ending(self, status: int, trace: str) -> None:
        """Add how the process ended as the finding of the check under way."""
        file = self.report.file if self.report else next(iter(self.request["paths"]), "")
        line = self.line or (last_call(trace, [file]) or ("", 0))[1]
        if trace.startswith("Timeout"):
            self.stopped = f"it does not come back within {self.limits.seconds:g} s"
        why = self.stopped or _ending(status)
        if self.report is None:
            if not self.outcome.problems:
                where = f"{file}:{line}" if line else file or "the plugin"
                self.outcome.problems.append(f"{where}: {why}, while it is loaded")
            return
        check = self.check or {"check": "in_time", "about": "", "is_must": True}
        finding = Finding(
            why,
            check=check["check"],
            about=check["about"],
            line=line or self.report.line,
            advice=_advice(why, self.report.file),
        )
        self._keep(self.report, finding)
        self.on_finding(self.report, None)

    def _keep(self, report: PluginReport, finding: Finding) -> None:
        report.findings.append(finding)
        self.on_finding(report, finding)


def _read(stream: IO[bytes], lines: queue.Queue[bytes]) -> None:
    """Put the lines of `stream` into the queue, then an empty one."""
    with contextlib.suppress(OSError, ValueError):
        while line := stream.readline(LONGEST_LINE):
            lines.put(line)
    lines.put(b"")


def _end(child: subprocess.Popen[bytes]) -> None:
    """End `child` and the processes that it has started."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(timeout=0.5)
    if os.name == "nt":
        if child.poll() is None:
            child.kill()
    else:
        with contextlib.suppress(OSError):
            os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    if child.stdout is not None:
        child.stdout.close()


def _ending(status: int) -> str:
    if status < 0:
        name = signal.Signals(-status).name if -status in list(signal.Signals) else str(-status)
        return f"its process was ended by the signal {name}"
    return f"it ends the program (status {status})"


def _advice(why: str, file: str) -> str:
    if "come back" in why or "hangs" in why:
        return advice_on_lateness(file)
    if "os._exit" in why or "status" in why:
        return "use return when there is nothing more to find"
    if "SIGKILL" in why or "SIGABRT" in why:
        return "it may need more memory than there is: does it collect things without end?"
    return ""
