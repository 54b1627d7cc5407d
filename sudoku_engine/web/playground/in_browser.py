"""The door for a page: requests and answers as texts of JSON, carried out in one process.

In a browser there are no processes, threads and signals, so what the engine does in a guest is
done here. Time limits are kept at the turns of loops (`isolation.turns`); what never turns is
ended by the page, which ends its worker.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from time import monotonic
from typing import Any

from sudoku_engine.errors import LocatedError, SudokuError, error_text
from sudoku_engine.plugins.refusals import Refusals, refuse
from sudoku_engine.plugins.seal import seal_check
from sudoku_engine.testing.findings import OUR_FAILURE
from sudoku_engine.web.playground.checking import checked
from sudoku_engine.web.playground.watching import USUAL_TITLE, shown, watched
from sudoku_engine.web.playground.workplace import (
    OnProgress,
    Progress,
    file_name,
    printed,
    workplace,
)

Request = Mapping[str, Any]

DEEPEST = 400
"""How deep calls may go in a browser: its stack is small, and a full one ends Python itself."""

NO_MEMORY = "it needs more memory than a browser has for it"


def answer(request: str, on_progress: OnProgress | None = None) -> str:
    """Return the answer to a `request`, both texts of JSON.

    A request is ``{"task": "check", "source": …}``, ``{"task": "run", "source": …, "puzzle": …}``
    or ``{"task": "show", "puzzle": …}``; `on_progress` is called now and then. The answer always
    has ``problems``, what is wrong with the file or the puzzle as a whole, ``film``, ``output``
    and ``seconds``.
    """
    begun = monotonic()
    given = json.loads(request)
    found: dict[str, Any] = {"problems": [], "film": None}
    with printed() as output:
        try:
            found.update(TASKS[given["task"]](given, Progress(on_progress)))
        except SudokuError as error:
            found["problems"] = [error]
        except MemoryError:
            found["problems"] = [SudokuError(NO_MEMORY)]
        except Exception as error:  # ours: what plugins raise never comes here
            traceback.print_exc()
            found["problems"] = [SudokuError(f"{OUR_FAILURE}: {error_text(error)}")]
    file = file_name(given.get("name", ""))
    problems = [_problem(each, file) for each in found["problems"]]
    seconds = round(monotonic() - begun, 3)
    return json.dumps({**found, "problems": problems, "output": output.text, "seconds": seconds})


def _check(given: Request, progress: Progress) -> dict[str, Any]:
    """Check the file."""
    with _guarded(given) as (file, refusals):
        is_strict = bool(given.get("strict"))
        return checked(file, given.get("against"), is_strict, refusals, progress)


def _run(given: Request, progress: Progress) -> dict[str, Any]:
    """Solve the puzzle with the strategies of the file."""
    with _guarded(given) as (file, refusals):
        refusals.is_guarded = True
        is_alone = given.get("company") == "singles"
        marks = given.get("marks", "auto")
        return watched(file, given["puzzle"], _title(given), is_alone, marks, progress)


def _show(given: Request, progress: Progress) -> dict[str, Any]:
    """Show the puzzle."""
    return shown(given["puzzle"], _title(given), given.get("marks", "auto"))


@contextmanager
def _guarded(given: Request) -> Iterator[tuple[str, Refusals]]:
    """Yield the name of the pupil's file, and what keeps its code in bounds here."""
    refusals = _refusals()
    with workplace(given.get("name", ""), given["source"]) as file:
        try:
            yield file, refusals
        finally:
            refusals.is_guarded = False


def _title(given: Request) -> str:
    return str(given.get("title") or USUAL_TITLE)


TASKS: Mapping[str, Callable[[Request, Progress], dict[str, Any]]] = {
    "check": _check,
    "run": _run,
    "show": _show,
}
"""What can be asked for."""


@cache
def _refusals() -> Refusals:
    """Return what keeps a person's code from breaking this process, from now on."""
    if sys.platform == "emscripten":
        sys.setrecursionlimit(DEEPEST)
    seal_check("sudoku_engine.testing")
    refusals = Refusals(is_strict=True)
    refusals.start()
    os._exit = partial(refuse, "os._exit")
    return refusals


def _problem(error: SudokuError, file: str) -> dict[str, Any]:
    """Return what is wrong, with its place if that is in the `file`."""
    located = error if isinstance(error, LocatedError) and error.source == file else None
    return {
        "what": f"{error.where}: {error.what}" if error.where else error.what,
        "line": located.line if located else 0,
        "column": located.column if located else 0,
        "excerpt": error.excerpt,
    }
