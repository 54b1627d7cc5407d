"""``plugins progress``: what is done of a course, and what comes next."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from sudoku_engine.atomic_file import whole_file
from sudoku_engine.cli.options import json_option
from sudoku_engine.cli.params import FileName
from sudoku_engine.cli.program import DONE, NO, debug_option
from sudoku_engine.cli.progress import shown_progress
from sudoku_engine.cli.tables import print_table
from sudoku_engine.errors import UsageError, shown_path
from sudoku_engine.testing.isolation import check_plugin
from sudoku_engine.testing.kit import bundled_kit
from sudoku_engine.testing.starters.course import CourseExercise, course_exercises
from sudoku_engine.version import VERSION

KEPT = ".progress.json"
"""The file in the folder of a course that keeps what was found, so that it is checked once."""

MISSING, NOT_BEGUN, PASSED = "the file is gone", "not begun", "done"


@click.command("progress")
@click.argument("folder", type=FileName(), default=os.curdir)
@json_option
@debug_option
def plugins_progress(folder: str, as_json: bool) -> int:
    """Show what is done of the course in FOLDER, and what comes next.

    Each file that was changed is checked, once; without FOLDER the course is in this folder. The
    exit status is 0 if everything is done, else 1.

    \b
    Examples:
      sudoku-engine plugins progress
      sudoku-engine plugins progress sudoku_course --json
    """
    every = course_exercises({each.id: each for each in bundled_kit().ours})
    there = [each for each in every if Path(folder, each.folder).is_dir()]
    if not there:
        mend = "name its folder, or write one: sudoku-engine plugins new --course sudoku_course"
        raise UsageError(f"there is no course in it: {mend}", folder)
    with shown_progress() as progress:
        known = _kept(folder)
        standings = list(progress.over(_standings(there, folder, known), "file", len(there)))
        _keep(folder, known)
    rows = [(each.file, each.name, state) for each, state in standings]
    left = [each for each, state in standings if state != PASSED]
    print_table(("file", "exercise", "state"), rows, sys.stdout, as_json)
    if not as_json:
        print(f"\n{len(rows) - len(left)} of {len(rows)} done")
        for part in ("technique", "algorithm"):
            if following := next((each for each in left if each.part == part), None):
                page = shown_path(os.path.join(folder, following.folder, "README.md"))
                print(f"Next {part}: {following.name}, {page}")
    return NO if left else DONE


def _standings(
    exercises: list[CourseExercise], folder: str, known: dict[str, str]
) -> Iterator[tuple[CourseExercise, str]]:
    """Yield the `exercises`, each with how far it is; what is found is added to what is `known`."""
    for each in exercises:
        path = Path(folder, each.file)
        if not path.is_file():
            yield each, MISSING
        elif path.read_bytes().splitlines() == each.files[each.file].encode().splitlines():
            yield each, NOT_BEGUN
        else:
            digest = _digest(path)
            if digest not in known:
                known[digest] = _state(each, path)
            yield each, known[digest]


def _digest(path: Path) -> str:
    """Return what changes with the file, the modules beside it, and the engine."""
    files = sorted(path.parent.glob("*.py"))
    parts = [VERSION, path.name, *(f"{file.name}\n{file.read_bytes()!r}" for file in files)]
    return hashlib.sha256("\n\n".join(parts).encode()).hexdigest()


def _state(exercise: CourseExercise, path: Path) -> str:
    """Check the file of an `exercise`, and return how far it is, in words."""
    outcome = check_plugin(str(path), against=exercise.id, strict=exercise.starter.is_strict)
    if outcome.problems:
        return "begun: it cannot be loaded"
    if outcome.reports and all(report.has_passed for report in outcome.reports):
        return PASSED
    wrong = [finding for report in outcome.reports for finding in report.failed]
    if not wrong:
        return "begun"
    number, word, _ = wrong[0].why.partition(": ")
    return f"begun: {number if word and wrong[0].check == 'steps' else wrong[0].about}"


def _kept(folder: str) -> dict[str, str]:
    """Return the states by digest that are kept in the folder of a course."""
    with suppress(OSError, ValueError):
        known = json.loads(Path(folder, KEPT).read_text(encoding="utf-8"))
        if isinstance(known, dict):
            return {str(digest): str(state) for digest, state in known.items()}
    return {}


def _keep(folder: str, known: Mapping[str, Any]) -> None:
    """Keep the states, where the folder can be written."""
    with suppress(OSError, UsageError), whole_file(os.path.join(folder, KEPT)) as stream:
        json.dump(known, stream, indent=1)
