"""A host: it starts a guest, the process in which a person's code runs, and watches it.

The guest may do anything: it may end, hang, stop, or lie. The host reads its results with a limit,
learns from the shared page (`calls`) which code is running, and ends the guest with all its
processes. A request is over only when the guest says so.
"""

from __future__ import annotations

import errno
import json
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NoReturn

from sudoku_engine import GaveUp, PluginError, SudokuError
from sudoku_engine.board.words import brief
from sudoku_engine.errors import MachineFault, RecordError, UsageError
from sudoku_engine.plugins import child_process
from sudoku_engine.plugins.calls import (
    CALLS,
    CLOSED,
    LIMIT,
    LINE,
    STARTED,
    SUBJECT,
    Subject,
    calls,
)
from sudoku_engine.plugins.time_limits import GRACE, TimeIsUp, over, waited_for
from sudoku_plugins.sandbox.channel import LineReader, SharedFiles, last_call
from sudoku_plugins.sandbox.codec import Codec

SLICE = 0.1
"""Seconds between two looks at a silent guest."""

PATIENCE = 0.3
"""Seconds for a guest to end a request that is no longer needed, or itself."""

MARK = "SUDOKU_ENGINE_GUEST"
"""The variable that marks a process with plugins, and all that they start."""

Lost = dict[str, tuple[str, int]]
"""Files that are not loaded again, by path, each with the reason and its line."""

MOST_REPEATS = 3
"""The most times that a guest may be ended from outside while it loads the same file."""

MOST_STARTS = 10
"""The most times that it may be ended from outside while it loads no file."""

ENGINE_FAILS = "the engine fails with it"

OWN_ERRORS = (PluginError, UsageError, GaveUp)
"""The engine's errors that a called component may raise."""

NOTHING: Mapping[str, Any] = {"paths": [], "disable": []}
"""What guests without plugins load."""


@dataclass(frozen=True)
class GuestSettings:
    """The settings for starting guests."""

    tasks: str
    """The module with their tasks; its ``prepare(guest)`` adds them."""
    memory: int = 0
    """Bytes of memory; 0 for half of the machine's memory."""
    is_strict: bool = False
    """Whether plugins are forbidden to start programs."""
    is_silent: bool = False
    """Whether the prints of plugins are dropped."""
    folder: str | None = None
    """The folder in which they work, None for the current one."""
    hash_seed: int | None = None
    """The number that decides the order of sets of texts; None for any order."""
    errors: int | None = None
    """The open file for the prints of plugins; None for standard error."""


@dataclass(eq=False)
class GuestDied(Exception):
    """A guest ended, or had to be ended, before its request was done."""

    why: str
    subject: Subject | None = None
    """The component or file whose code was running; None without one, or if unknown."""
    file: str = ""
    line: int = 0
    """The place; empty and 0 if unknown."""
    n_call: int = 0
    """The number of the call in the request; 0 without a call."""
    is_maybe_outside: bool = False
    """Whether something outside the program may have ended it, such as a lack of memory."""
    is_late: bool = False

    def __str__(self) -> str:
        return self.why


class GuestError(RuntimeError):
    """An error in a guest other than a SudokuError: its words (`what`), and its traceback."""

    def __init__(self, what: str, trace: str) -> None:
        super().__init__(f"{what}\n{trace}")
        self.what = what
        self.trace = trace


class Host:
    """The host of one guest, for one request after another; its task ``load`` loads plugins.

    given: the data for this task. most_seconds: the limits for it, and for any other. lost: files
    that are not loaded; those that end a guest are added. files: those that can be loaded one
    without the others. read: from the result of the task to that of `load`; its errors say that a
    guest lies.
    """

    most_silence = 30.0
    """The most seconds without computing or output of the guest while no plugin is called."""

    def __init__(
        self,
        settings: GuestSettings,
        given: Mapping[str, Any] = NOTHING,
        most_seconds: float = math.inf,
        lost: Lost | None = None,
        files: Sequence[str] | None = None,
        read: Callable[[Any], Any] = lambda data: data,
    ) -> None:
        self.settings = settings
        self.given = given
        self.lost: Lost = {} if lost is None else lost
        self._patience = most_seconds
        self._files_alone = given["paths"] if files is None else files
        self._read_loaded = read
        self._child: subprocess.Popen[bytes] | None = None
        self._requests = 0
        self._is_open = False
        self._most_seconds = math.inf
        self._begun = 0.0
        self._used_before = 0.0
        self._subjects: dict[int, Subject] = {}
        """By number, the components and the loaded files that the guest has introduced."""

    def __enter__(self) -> Host:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    @property
    def is_alive(self) -> bool:
        """Whether the guest can take a request."""
        return self._child is not None

    def start(self) -> None:
        """Start the guest, which loads in the background. Raises MachineFault."""
        with self._faults_of_machine():
            self._start()
        assert self._child is not None
        assert self._child.stdout is not None
        self._reader = LineReader(self._child.stdout)
        self._lines: deque[bytes] = deque()
        self._subjects = {}

    def _start(self) -> None:
        self._files = SharedFiles()
        self._page = self._files.page
        self._mark = os.urandom(8).hex()
        inherited, lifeline = os.pipe() if os.name != "nt" else (-1, -1)
        settings = {
            **asdict(self.settings),
            "lifeline": inherited,
            **self._files.settings,
        }
        variables = {MARK: self._mark}
        if self.settings.hash_seed is not None:
            variables["PYTHONHASHSEED"] = str(self.settings.hash_seed)
        try:
            self._child = subprocess.Popen(
                child_process.command("sudoku_plugins.sandbox.guest"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.settings.errors,
                bufsize=0,
                cwd=self.settings.folder,
                env=child_process.environment(**variables),
                start_new_session=os.name != "nt",
                pass_fds=() if inherited < 0 else (inherited, *self._files.inherited),
            )
            self._lifeline = lifeline
        finally:
            if inherited >= 0:
                os.close(inherited)
            if self._child is None:
                os.close(lifeline)
                self._files.close()
        with suppress(BrokenPipeError):  # the first request notices a guest that has ended
            self._write(settings)

    def results(
        self,
        task: str,
        given: Mapping[str, Any],
        most_seconds: float = math.inf,
        own_errors: tuple[type[SudokuError], ...] = (),
    ) -> Generator[Any, None, None]:
        """Send a request; return an iterator over the results of `task` for the `given` data.

        If a result is a question, `answer` it. All results together may take `most_seconds`. Raises
        GuestDied for any failure: in a guest, an error of the engine may be a plugin's fault. Only
        `own_errors` are raised unchanged.
        """
        if self._is_open:
            self._finish_old_request()
        if self._child is None:
            self.start()
        self._requests += 1
        number = self._requests
        self._is_open = True
        self._most_seconds = min(most_seconds, self._patience)
        self._begun = time.monotonic()
        self._used_before = self.used()
        self._send({"number": number, "task": task, "given": given})
        return self._results(number, own_errors)

    def _results(
        self, number: int, own_errors: tuple[type[SudokuError], ...]
    ) -> Generator[Any, None, None]:
        try:
            while True:
                message = self._next_message()
                if "result" in message:
                    yield message["result"]
                elif "end" in message:
                    if message["end"] != number:
                        self._died("it says that another request is done")
                    self._is_open = False
                    return
                elif "error" in message:
                    self._is_open = False
                    self._fail(message["error"], own_errors)
        except (GeneratorExit, GuestDied, SudokuError):
            if self._is_open and self._child is not None:
                self._page[CLOSED] = number
            raise
        except BaseException as error:  # Ctrl-C, or another exit in the middle
            if isinstance(error, TimeIsUp):
                calls.page[LINE] = self._line_now()
            self.end()
            raise

    def _fail(self, data: Any, own_errors: tuple[type[SudokuError], ...]) -> NoReturn:
        """Raise the error of the guest in `data`, or else GuestDied because of it."""
        try:
            error = Codec().value(data)
        except RecordError as unreadable:
            error = unreadable
        if isinstance(error, own_errors):
            raise error
        if isinstance(error, SudokuError):
            self._died(f"it sends an error in the name of the engine: {error.what}")
        what, trace = getattr(error, "why", brief(error)), str(error)
        known = [subject for subject in self._subjects.values() if subject.file]
        self.end()
        file, line = last_call(trace, [each.file for each in known]) or ("", 0)
        subject = next((each for each in known if each.file == file), None)
        why = what if subject else f"{ENGINE_FAILS}: {what}"
        raise GuestDied(why, subject, file, line) from GuestError(what, trace)

    def load(self) -> Any:
        """Return the result of ``load`` from a guest that survives it; raises PluginError."""
        again: Counter[str] = Counter()
        while True:
            try:
                return self._loaded()
            except GuestDied as death:
                path = death.subject.file if death.subject else death.file
                most = MOST_REPEATS if path else MOST_STARTS
                if death.is_maybe_outside and again[path] < most:
                    again[path] += 1
                elif path and path not in self.lost:
                    self.lost[path] = death.why, death.line
                else:
                    self._lose_what_dies_alone(death)

    def _loaded(self) -> Any:
        try:
            (data,) = self.results("load", {**self.given, "lost": self.lost})
            return self._read_loaded(data)
        except (RecordError, ValueError, TypeError) as error:
            self.end()
            raise GuestDied(f"it tells of components that are not there: {error}") from error

    def _lose_what_dies_alone(self, death: GuestDied) -> None:
        """Load each file alone, and lose those that end a guest; all if none does so alone."""
        files = [file for file in self._files_alone if file not in self.lost]
        if not files:
            raise PluginError(f"the plugins cannot be loaded: {death.why}", "plugins") from death
        guilty: Lost = {}
        for file in files if len(files) > 1 else ():
            with self.with_only({file}) as alone:
                try:
                    alone._loaded()
                except GuestDied as own:
                    guilty[file] = own.why, own.line
        self.lost |= guilty or dict.fromkeys(files, (death.why, death.line))

    def with_only(self, files: Set[str], order: int = 1) -> Host:
        """Return a similar host, for an experiment: its guests load only these `files`.

        order: -1 for the reverse order.
        """
        others = {other: ("", 0) for other in self._files_alone if other not in files}
        given = {**self.given, "paths": self.given["paths"][::order]}
        lost, every = {**self.lost, **others}, self._files_alone
        return Host(self.settings, given, self._patience, lost, every, self._read_loaded)

    def answer(self, answer: Any) -> None:
        """Answer the last result, a question."""
        self._send({"answer": answer})

    def end(self) -> None:
        """End the guest and all its processes."""
        child, self._child, self._is_open = self._child, None, False
        if child is None:
            return
        if os.name == "nt":
            if self._page[STARTED]:
                _end_tree(child.pid)
            child.kill()
        else:
            with suppress(OSError):
                os.killpg(child.pid, signal.SIGKILL)
            os.close(self._lifeline)
        child.wait()
        for stream in (child.stdin, child.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        if self._page[STARTED] and os.name != "nt":
            _end_all(self._mark)
        self._files.close()

    def _line_now(self) -> int:
        subject = self._subjects.get(self._page[SUBJECT])
        if subject is None:
            return 0
        self._ask_for_trace()
        return (last_call(self._files.trace(), [subject.file]) or ("", 0))[1]

    def _send(self, message: Any) -> None:
        try:
            with self._faults_of_machine():
                self._write(message)
        except BrokenPipeError:
            self._died()

    def _write(self, message: Any) -> None:
        assert self._child is not None
        assert self._child.stdin is not None
        data = json.dumps(message).encode() + b"\n"
        while data:
            data = data[self._child.stdin.write(data) or 0 :]

    @contextmanager
    def _faults_of_machine(self) -> Iterator[None]:
        """End the guest and raise MachineFault for errors of the system, except a closed pipe."""
        try:
            yield
        except BrokenPipeError:
            raise
        except OSError as error:
            if os.name == "nt" and error.errno == errno.EINVAL:  # a closed pipe of Windows
                raise BrokenPipeError from error
            self.end()
            raise MachineFault(error.errno, error.strerror) from error

    def _next_message(self) -> dict[str, Any]:
        while True:
            while not self._lines:
                self._read()
            try:
                message = dict(json.loads(self._lines.popleft()))
                if "subject" not in message:
                    return message
                subject = Subject(*message["is"])
                if self._subjects.setdefault(int(message["subject"]), subject) != subject:
                    raise ValueError  # a number keeps its meaning
            except (ValueError, TypeError, KeyError, RecursionError):
                self._died("it writes into a file of the engine")

    def _read(self) -> None:
        """Read more output of the guest; raise GuestDied if no more will come."""
        thread = threading.get_ident()
        waited_for[thread] = lambda: self.used() - self._used_before
        try:
            self._read_lines()
        finally:
            waited_for.pop(thread, None)

    def _read_lines(self) -> None:
        state, since, used_before = None, time.monotonic(), self.used()
        quiet_since, quiet_used = since, used_before
        while True:
            lasted, worked = time.monotonic() - self._begun, self.used() - self._used_before
            if over(self._most_seconds, worked, lasted) > 0:
                self._died(f"it takes longer than {self._most_seconds:g} s")
            with self._faults_of_machine():
                lines = self._reader.lines(SLICE)
            if lines is None:
                self._died()
            elif lines:
                self._lines.extend(lines)
                return
            now, used = time.monotonic(), self.used()
            new_state = (self._page[SUBJECT], self._page[CALLS])
            if new_state != state:
                state, since, used_before = new_state, now, used
            if self._page[SUBJECT] or used > quiet_used + 0.001:
                quiet_since, quiet_used = now, used
            elif now - quiet_since > self.most_silence:
                self._died("it breaks a part of the engine: no more is heard")
            limit = self._page[LIMIT] / 1000
            late = over(limit, used - used_before, now - since)
            if self._page[SUBJECT] and limit and late > 2 * GRACE:
                self._ask_for_trace()
                self._died(f"it did not come back within {limit:g} s", is_late=True)
            if self._is_stopped():
                self._died("it stops the program (SIGSTOP)", is_maybe_outside=True)

    def used(self) -> float:
        """Return the processor time of the guest, or the clock time if it is unknown."""
        used = process_seconds(self._child.pid) if self._child is not None else 0.0
        return time.monotonic() if used is None else used

    def _is_stopped(self) -> bool:
        if self._child is None or not hasattr(os, "waitid"):
            return False
        with suppress(OSError):
            flags = os.WSTOPPED | os.WNOHANG | os.WNOWAIT
            found = os.waitid(os.P_PID, self._child.pid, flags)
            return found is not None and found.si_status in (signal.SIGSTOP, signal.SIGTSTP)
        return False

    def _died(
        self, why: str = "", is_maybe_outside: bool = False, is_late: bool = False
    ) -> NoReturn:
        """End the guest, and raise GuestDied with all known details."""
        child = self._child
        assert child is not None
        if not why:
            with suppress(subprocess.TimeoutExpired):
                child.wait(PATIENCE)
            status = child.poll()
            why = "it closes files that the engine needs" if status is None else _ending(status)
            is_maybe_outside = os.name != "nt" and status == -signal.SIGKILL
        n_call, line = self._page[CALLS], self._page[LINE]
        subject = self._subjects.get(self._page[SUBJECT])
        trace = self._files.trace()
        self.end()
        if trace.startswith("it "):
            why = trace.partition("\n")[0]
        roots = [subject.file] if subject else [each.file for each in self._subjects.values()]
        place = last_call(trace, roots) if roots else None
        if place is not None:
            file, line = place
            if subject is None:
                known = self._subjects.values()
                subject = next((each for each in known if each.file == file), None)
        elif subject is not None:
            file, line = subject.file, line or subject.line
        else:
            file = ""
        n_call = n_call if subject else 0
        raise GuestDied(why, subject, file, line, n_call, is_maybe_outside, is_late)

    def _ask_for_trace(self) -> None:
        """Make the guest write the places of its threads, whatever they do."""
        if self._child is None or not hasattr(signal, "SIGUSR2"):
            return
        with suppress(OSError):
            self._child.send_signal(signal.SIGUSR2)
            for _ in range(10):
                time.sleep(0.02)
                if self._files.trace():
                    return

    def _finish_old_request(self) -> None:
        """Let the guest end a request that is no longer needed, or end the guest."""
        self._page[CLOSED] = self._requests
        deadline = time.monotonic() + PATIENCE
        with suppress(GuestDied, OSError, ValueError, TypeError, RecursionError):
            while self._is_open and time.monotonic() < deadline:
                if self._lines:
                    message = dict(json.loads(self._lines.popleft()))
                    if "end" in message or "error" in message:
                        self._is_open = False
                        return
                elif (lines := self._reader.lines(SLICE)) is not None:
                    self._lines.extend(lines)
                else:
                    break
        self.end()


def _ending(status: int) -> str:
    if status < 0:
        with suppress(ValueError):
            return f"it ends the program (signal {signal.Signals(-status).name})"
        return f"it ends the program (signal {-status})"
    return f"it ends the program (status {status})"


def process_seconds(process: int) -> float | None:
    """Return the processor time of a `process` in seconds; None if it is unknown."""
    if sys.platform != "linux":
        return None
    with suppress(OSError):
        # The number of the clock, as `clock_getcpuclockid` makes it.
        return time.clock_gettime((~process << 3) | 2)
    return None


def _end_all(mark: str) -> None:
    """End all visible processes that are marked by `mark`, also in other sessions."""
    variable = f"{MARK}={mark}".encode()
    with suppress(OSError):
        for name in os.listdir("/proc"):
            with suppress(OSError, ValueError):
                number = int(name)
                if variable in Path("/proc", name, "environ").read_bytes().split(b"\0"):
                    os.kill(number, signal.SIGKILL)


def _end_tree(process: int) -> None:
    """End a `process` and its children on Windows; never tried on a real Windows."""
    with suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(
            ["taskkill", "/T", "/F", "/PID", str(process)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=10,
        )
