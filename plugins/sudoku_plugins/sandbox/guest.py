"""A guest: the process in which a person's code runs, started by its `host`.

``python -m sudoku_plugins.sandbox.guest`` reads settings, then requests, from its standard input
and writes results to what was its standard output, all as lines of JSON. Nothing else can write
there: the prints of plugins go to standard error. It ends when the host ends, however it ends. Its
arguments and variables do not depend on its purpose, so that a plugin cannot tell whether it is
being checked.

This is not a security sandbox: a plugin may read and write whatever the person may.
"""

import faulthandler
import importlib
import json
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from typing import IO, Any, NoReturn

from sudoku_engine.bundled import NAME
from sudoku_engine.errors import error_text, place, shown_path, trace_of
from sudoku_engine.plugins.calls import CALLS, CLOSED, LINE, Subject, calls, shared_page
from sudoku_engine.plugins.time_limits import expect_interrupts
from sudoku_plugins.sandbox.codec import Codec
from sudoku_plugins.sandbox.refusals import Refusals

Task = Callable[[Mapping[str, Any]], Iterator[Any]]
"""A function that carries out a request; it yields results for JSON, each sent at once."""

FIRST_FILE = 500
"""Our files get numbers from here on: plugins that close files begin with the low ones."""


class Guest(Refusals):
    """The connection to the host, protected from plugins; the host names a module with `tasks`."""

    def __init__(self, requests: IO[bytes], settings: Mapping[str, Any]) -> None:
        super().__init__(settings["is_strict"])
        self.tasks: dict[str, Task] = {}
        self._request = 0
        self._requests = requests
        self._results = _private(1, "wb")
        nothing = os.open(os.devnull, os.O_RDWR)
        if settings["is_silent"]:
            os.dup2(nothing, 2)
        os.dup2(nothing, 0)
        os.dup2(2, 1)
        os.close(nothing)
        # Both must stay open: they are written when nothing else can be.
        self._trace = _private_file(settings["trace"])
        page = _private_file(settings["page"])
        calls.share(shared_page(page.fileno()), self._introduce)
        self._watch_host(settings["lifeline"])
        self._watch_ends()
        _limit_memory(settings["memory"])
        self.start()

    def send(self, message: Any) -> None:
        """Send `message` to the host at once."""
        data = json.dumps(message).encode() + b"\n"
        while data:
            data = data[self._results.write(data) :]

    def ask(self, question: Any) -> Any:
        """Return the host's answer to `question`, which is sent as a result."""
        self.send({"result": question})
        return json.loads(self._requests.readline())["answer"]

    @property
    def is_wanted(self) -> bool:
        """Whether the host still needs the results of the current request."""
        return calls.page[CLOSED] < self._request

    def serve(self) -> None:
        """Carry out requests until the host has no more."""
        while line := self._next_line():
            request = json.loads(line)
            if "task" in request:  # the answer to a question may come when nobody waits for it
                self._carry_out(**request)

    def _next_line(self) -> bytes:
        while True:
            line: bytes | None = self._requests.readline()
            number = self._requests.fileno()
            if line or not hasattr(os, "get_blocking") or os.get_blocking(number):
                return line or b""
            os.set_blocking(number, True)  # a plugin made it return at once

    def _carry_out(self, number: int, task: str, given: Mapping[str, Any]) -> None:
        calls.page[CALLS] = calls.page[LINE] = 0
        self._request = number
        try:
            results = self.tasks[task](given)
            with closing(results):  # type: ignore[type-var]
                for result in results:
                    if not self.is_wanted:
                        break
                    self.send({"result": result})
            self.send({"end": number})
        except BaseException as error:
            self.send({"error": Codec().data(error)})

    def _introduce(self, number: int, subject: Subject) -> None:
        self.send({"subject": number, "is": subject})

    def _watch_host(self, lifeline: int) -> None:
        """End this process when the host has ended, which closes the `lifeline`."""
        if lifeline < 0:
            return
        with suppress(ImportError, AttributeError, OSError):
            import fcntl

            # The system itself ends the process group: no loop of a plugin can prevent it.
            fcntl.fcntl(lifeline, fcntl.F_SETOWN, -os.getpgrp())
            fcntl.fcntl(lifeline, fcntl.F_SETSIG, signal.SIGKILL)
            flags = fcntl.fcntl(lifeline, fcntl.F_GETFL)
            fcntl.fcntl(lifeline, fcntl.F_SETFL, flags | os.O_ASYNC)
        threading.Thread(target=_end_with_host, args=(lifeline,), daemon=True).start()

    def _watch_ends(self) -> None:
        """Arrange that the host learns the way in which this process ends."""
        if hasattr(signal, "SIGINT"):
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # the host handles Ctrl-C
            expect_interrupts(False)
        sys.unraisablehook = lambda given: _print_ignored(given.exc_value)
        threading.excepthook = lambda given: _print_ignored(given.exc_value)
        faulthandler.enable(self._trace)
        if hasattr(faulthandler, "register"):
            faulthandler.register(signal.SIGUSR2, file=self._trace, all_threads=True)
        os._exit = self._exit
        with suppress(ImportError):
            system = importlib.import_module(os.name)
            vars(system)["_exit"] = self._exit

    def leave_word(self, why: str) -> None:
        """Write why this process ends, in one line that begins with "it", for the host."""
        self._trace.write(f"{why}\n".encode())

    def _exit(self, status: int = 0) -> NoReturn:
        with suppress(Exception):
            self.leave_word(f"it ends the program (os._exit({status!r}))")
            faulthandler.dump_traceback(self._trace, all_threads=False)
        really_exit(2)


really_exit: Callable[[int], NoReturn] = os._exit


def _print_ignored(error: BaseException | None) -> None:
    """Print an uncaught exception, such as one in ``__del__`` or a thread, in one line."""
    if error is not None:
        frames = traceback.extract_tb(trace_of(error))
        where = place(shown_path(frames[-1].filename), frames[-1].lineno or 0) if frames else NAME
        print(f"{where}: ignored: {error_text(error)}", file=sys.stderr)


def _private(file: int, mode: str) -> IO[bytes]:
    """Return the open `file` under a number that others do not hit by chance."""
    try:
        import fcntl

        moved = fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, FIRST_FILE)
    except (ImportError, OSError):
        moved = os.dup(file)
    return open(moved, mode, buffering=-1 if mode == "rb" else 0)


def _private_file(shared: int | str) -> IO[bytes]:
    """Return a file that the host shares, by its number or its name, under such a number."""
    if isinstance(shared, str):
        shared = os.open(shared, os.O_RDWR | getattr(os, "O_BINARY", 0))
    file = _private(shared, "r+b")
    os.close(shared)
    return file


def _end_with_host(lifeline: int) -> None:
    with suppress(OSError):
        os.read(lifeline, 1)  # nothing is ever written: it returns when the other end is closed
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    really_exit(2)


def main() -> None:
    """Serve the host that started this process."""
    requests = _private(0, "rb")
    os.environ.pop("PYTHONHASHSEED", None)
    try:
        settings = json.loads(requests.readline())
        guest = Guest(requests, settings)
    except (ValueError, FileNotFoundError):  # the host has ended already, and its files with it
        really_exit(2)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    importlib.import_module(settings["tasks"]).prepare(guest)
    try:
        guest.serve()
    except BaseException as error:  # a plugin has broken the reading or the writing
        guest.leave_word(f"it breaks a part of the engine ({error_text(error)})")
    finally:
        really_exit(0)  # the interpreter would wait for threads of plugins


def _limit_memory(size: int) -> None:
    """Limit this process to `size` bytes, 0 for half of the machine's, if that is possible."""
    try:
        import resource
    except ImportError:
        return
    with suppress(ValueError, OSError):
        size = size or os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":  # under its own name, which tasks import too
    importlib.import_module("sudoku_plugins.sandbox.guest").main()
