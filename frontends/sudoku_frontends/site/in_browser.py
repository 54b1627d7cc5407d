"""The door for a page: requests and answers as texts of JSON, carried out in one process.

In a browser there are no processes, threads and signals, so what the engine does in a guest is
done here. Time limits are kept at the turns of loops: the interpreter reports each jump back and
each function call (`sys.monitoring`, from Python 3.12 on). A report costs half a microsecond; code
of the engine and of Python is left out. What never turns is ended by the page, which ends its
worker.
"""

import io
import json
import linecache
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from types import CodeType, MappingProxyType
from typing import Any

from sudoku_engine.board.say import tell
from sudoku_engine.bundled import PACKAGES
from sudoku_engine.errors import LocatedError, SudokuError, error_text
from sudoku_engine.plugins.time_limits import PYTHON, Look, Watchdog
from sudoku_frontends.site.pupil_file import (
    USUAL_TITLE,
    OnProgress,
    Wish,
    checked,
    explained,
    has_rules,
    shown,
    traced_at,
    watched,
)
from sudoku_plugins.kit.findings import OUR_FAILURE
from sudoku_plugins.sandbox.refusals import Refusals, refuse

Request = Mapping[str, Any]

Task = Callable[[Request, OnProgress], dict[str, Any]]
"""A function that carries out a request and returns the special parts of the answer."""

DEEPEST = 250
"""The recursion limit in a browser: its stack is small, and a full stack ends Python itself.

At 400 calls through `map` fill the stack on some machines, at 500 on all that were tried.
"""

MOST_PRINTED = 10_000

MOMENT = 0.2
"""The seconds between two messages on the progress."""

USUAL_NAME = "my_strategy.py"
"""The name of the file if it has none that Python can load."""

LOOKS_APART = 0.02
"""The seconds between two looks."""

LISTENER = 3
"""Our tool number for `sys.monitoring`, from 0 to 5; debuggers, coverage and profilers have others.
"""


MONITORING: Any = getattr(sys, "monitoring", None)
"""Reports the turns, from Python 3.12 on."""


class Turns:
    """The turns of loops in this process, and what is called at them."""

    def __init__(self) -> None:
        self._looks: list[Look] = []
        self._last = 0.0

    def look(self, look: Look) -> bool:
        """Call `look` now and then at turns of loops, until it returns False.

        Return whether this is possible here.
        """
        if MONITORING is None:
            return False
        if not self._looks:
            if MONITORING.get_tool(LISTENER) is not None:
                return False
            MONITORING.use_tool_id(LISTENER, "sudoku_engine")
            self._listen(self._on_turn)
        self._looks.append(look)
        self._last = 0.0  # the next turn tells it when its call began
        return True

    def _listen(self, callback: Callable[..., Any] | None) -> None:
        jump, start = MONITORING.events.JUMP, MONITORING.events.PY_START
        for event in (jump, start):
            MONITORING.register_callback(LISTENER, event, callback)
        MONITORING.set_events(LISTENER, jump | start if callback else 0)

    def _on_turn(self, code: CodeType, *_: Any) -> Any:
        """Call the looks if it is time; end the calls for code that is not a plugin's."""
        if _is_left_out(code.co_filename):
            return MONITORING.DISABLE  # only for this place in the code
        now = monotonic()
        if now - self._last >= LOOKS_APART:
            # If a look raises, the next turn looks again: the first error may be swallowed.
            self._looks = [look for look in self._looks if look()]
            self._last = now
            if not self._looks:
                self._listen(None)
                MONITORING.free_tool_id(LISTENER)
        return None


@cache
def _is_left_out(file: str) -> bool:
    packages = [sys.modules[name] for name in PACKAGES if name in sys.modules]
    folders = [PYTHON, *(path for each in packages for path in each.__path__)]
    return file.startswith(("<frozen ", *(os.path.join(folder, "") for folder in folders)))


Watchdog.turns = Turns()

NO_OTHERS: Mapping[str, Task] = MappingProxyType({})

NO_MEMORY = "it needs more memory than a browser has for it"


def answer(
    request: str, on_progress: OnProgress | None = None, others: Mapping[str, Task] = NO_OTHERS
) -> str:
    """Return the answer to a `request`, both texts of JSON.

    A request is ``{"task": "check", "source": …}``, ``{"task": "run", "source": …, "puzzle": …}``,
    ``{"task": "trace", "source": …, "fault": …}``, ``{"task": "show", "puzzle": …}`` or
    ``{"task": "why", "source": …, "puzzle": …, "steps": […], "conclusion": …}``; a fault is what a
    check says is ``at_work``. A check with a ``hidden_seed`` uses hidden boards as well. `others`:
    further tasks. `on_progress` is called now and then. The answer always has ``problems``, what is
    wrong with the file or the puzzle as a whole, ``film``, ``output`` and ``seconds``.
    """
    begun = monotonic()
    given = json.loads(request)
    found: dict[str, Any] = {"problems": [], "film": None}
    output = Printed()
    with redirect_stdout(output), redirect_stderr(output):
        try:
            task = {**TASKS, **others}[given["task"]]
            found.update(task(given, _now_and_then(on_progress)))
        except SudokuError as error:
            found["problems"] = [error]
        except MemoryError:
            found["problems"] = [SudokuError(NO_MEMORY)]
        except Exception as error:  # ours: what plugins raise never comes here
            traceback.print_exc()
            found["problems"] = [SudokuError(f"{OUR_FAILURE}: {error_text(error)}")]
    file = file_name(given.get("name", ""))
    problems = [problem_record(each, file) for each in found["problems"]]
    seconds = round(monotonic() - begun, 3)
    return json.dumps({**found, "problems": problems, "output": output.text, "seconds": seconds})


def _check(given: Request, progress: OnProgress) -> dict[str, Any]:
    with _guard(given) as file:
        is_strict, seed = bool(given.get("strict")), given.get("hidden_seed", "")
        return checked(file, given.get("against"), is_strict, progress, seed)


def _trace(given: Request, progress: OnProgress) -> dict[str, Any]:
    progress(0.0, tell("its lines at work"))
    with _guard(given) as file:
        return traced_at(file, given["fault"])


def _run(given: Request, progress: OnProgress) -> dict[str, Any]:
    with _guard(given) as file:
        is_alone, marks = given.get("company") == "singles", given.get("marks", "auto")
        return watched(file, Wish(given["puzzle"], _title(given), is_alone, marks), progress)


def _show(given: Request, progress: OnProgress) -> dict[str, Any]:
    """Show the puzzle; the code is read for the look of its rules, and does not run."""
    marks, source = given.get("marks", "auto"), given.get("source", "")
    return shown(given["puzzle"], _title(given), marks, source)


def _why(given: Request, progress: OnProgress) -> dict[str, Any]:
    """Explain a conclusion; the code runs only if there are rules in it."""
    asked = given["puzzle"], given["steps"], given["conclusion"].strip(), given.get("marks", "auto")
    progress(0.0, tell("the fewest truths"))
    if not has_rules(given["source"]):
        return explained("", *asked)
    with _guard(given) as file:
        return explained(file, *asked)


TASKS: Mapping[str, Task] = {
    "check": _check,
    "trace": _trace,
    "run": _run,
    "show": _show,
    "why": _why,
}


def _title(given: Request) -> str:
    return str(given.get("title") or tell(USUAL_TITLE))


@contextmanager
def _guard(given: Request) -> Iterator[str]:
    """Make a folder with the pupil's file the current one; yield its name, and refuse harm."""
    refusals, file, before = _refusals(), file_name(given.get("name", "")), os.getcwd()
    with TemporaryDirectory() as folder:
        Path(folder, file).write_text(given["source"], encoding="utf-8", errors="replace")
        os.chdir(folder)
        linecache.clearcache()  # the file before had the same name
        refusals.is_guarded = True
        try:
            yield file
        finally:
            refusals.is_guarded = False
            os.chdir(before)


@cache
def _refusals() -> Refusals:
    """Return the protection of this process from a person's code, from now on."""
    if sys.platform == "emscripten":
        sys.setrecursionlimit(DEEPEST)
    refusals = Refusals(is_strict=True)
    refusals.start()
    os._exit = partial(refuse, "os._exit")
    return refusals


def problem_record(error: SudokuError, file: str) -> dict[str, Any]:
    """Return the problem, with its place if it is in the `file`."""
    located = error if isinstance(error, LocatedError) and error.source == file else None
    return {
        "what": f"{error.where}: {error.what}" if error.where else error.what,
        "line": located.line if located else 0,
        "column": located.column if located else 0,
        "excerpt": error.excerpt,
    }


class Printed(io.TextIOBase):
    """Keeps the beginning of what is printed."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        """Take `text`."""
        room = MOST_PRINTED - len(self.text)
        if room > 0:
            self.text += text[:room]
            if len(text) > room:
                self.text += "\n(more was printed)\n"
        return len(text)


def _now_and_then(on_progress: OnProgress | None) -> OnProgress:
    """Return what passes messages on to `on_progress`, some of them if there are many."""
    last = 0.0

    def pass_on(done: float, what: str) -> None:
        nonlocal last
        if on_progress is not None and monotonic() - last > MOMENT:
            last = monotonic()
            on_progress(done, what)

    return pass_on


def file_name(name: str) -> str:
    """Return `name` if it can be that of a Python file here, else the usual name.

    >>> file_name("my_naked_pair.py"), file_name("../x.py"), file_name("")
    ('my_naked_pair.py', 'my_strategy.py', 'my_strategy.py')
    """
    return name if re.fullmatch(r"\w[\w-]{0,60}\.py", name) else USUAL_NAME
