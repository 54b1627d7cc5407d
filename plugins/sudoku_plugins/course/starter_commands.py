"""``plugins new`` and ``plugins progress``.

A starter plugin, its test, and a configuration; what is done of a course, and what comes next.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from sudoku_engine.api.hookspecs import KINDS
from sudoku_engine.atomic_file import whole_file
from sudoku_engine.board.words import counted, listed
from sudoku_engine.bundled import VERSION
from sudoku_engine.cli.commands.plugins import plugins
from sudoku_engine.cli.options import (
    STRATEGY,
    choice_option,
    file_option,
    json_option,
)
from sudoku_engine.cli.params import FileName, make_folder
from sudoku_engine.cli.program import DONE, NO, debug_option
from sudoku_engine.cli.progress import shown_progress
from sudoku_engine.cli.tables import print_table
from sudoku_engine.errors import UsageError, printable, shown_path
from sudoku_engine.plugins.registry import Registry
from sudoku_plugins.course.course import CourseExercise, course_exercises, course_files
from sudoku_plugins.kit.algorithms import (
    algorithm,
    algorithm_names,
    algorithm_starter,
    algorithms,
)
from sudoku_plugins.kit.isolation import check_plugin
from sudoku_plugins.kit.kit import bundled_technique
from sudoku_plugins.kit.starter import (
    STARTERS,
    Starter,
    Way,
    check_name,
    curriculum,
    exercise,
    rule_exercise,
    rule_exercises,
    way_of_start,
)

LIST = "list"  # the word that lists all exercises


@plugins.command("new")
@click.argument("name", required=False)
@choice_option("--kind", values=STARTERS, help="Its kind (default: strategy).")
@click.option("--rule", "kind", flag_value="rule", help="A rule of a variant: --kind rule.")
@click.option(
    "--exercise",
    "technique",
    type=STRATEGY,
    metavar="ID",
    help="A homework on this technique or algorithm; 'list' lists them in an order to learn.",
)
@file_option(
    "--course",
    metavar="FOLDER",
    help="Techniques and algorithms to write, with pages to read, and solutions.",
)
@click.option("--package", is_flag=True, help="Write a folder NAME for pip to install.")
@file_option(
    "-o",
    "--output",
    "folder",
    metavar="FOLDER",
    help="Write into this folder, which is made if needed.",
)
@click.option("--force", is_flag=True, help="Overwrite existing files.")
@debug_option
def plugins_new(
    name: str | None,
    kind: str | None,
    technique: str | None,
    course: str | None,
    package: bool,
    folder: str | None,
    force: bool,
) -> int:
    """Write a starter plugin: NAME.py, its test, and a configuration.

    The plugin works as it is; running the file checks it. Exercises and courses need no NAME.

    \b
    Examples:
      sudoku-engine plugins new my_pair
      sudoku-engine plugins new my_search --kind solver
      sudoku-engine plugins new my_rule --rule
      sudoku-engine plugins new --exercise naked_pair
      sudoku-engine plugins new --course sudoku_course
    """
    registry = Registry()
    registry.load()
    if course is not None:
        others = {"NAME": name, "--kind": kind, "--exercise": technique, "-o": folder}
        others["--package"] = "" if package else None
        if wrong := [option for option, value in others.items() if value is not None]:
            raise UsageError(f"--course FOLDER stands alone: leave out {listed(wrong)}")
        return _new_course(course, force)
    if technique == LIST:
        _print_exercises(registry)
        return DONE
    starter = _starter(kind, technique, registry)
    if name is None and starter.against:
        name = f"my_{starter.against}"
    if name is None:
        raise UsageError("it needs a name: sudoku-engine plugins new my_pair")
    check_name(name, _taken_names(starter.kind, registry))
    files = starter.files(name, package)
    folder = os.path.join(folder or "", name) if package else folder or ""
    _write(folder, files, force)
    print(f"Written: {', '.join(printable(os.path.join(folder, file)) for file in files)}")
    print("Next:")
    for command in _next(way_of_start(sys.argv, sys.orig_argv), starter, name, folder, package):
        print(f"  {printable(command)}")
    return DONE


def _print_exercises(registry: Registry) -> None:
    found = ((registry.find("strategy", name), topic) for name, topic in curriculum().items())
    rows = [(each.id, each.name, each.level, ", ".join(topic.after)) for each, topic in found]
    rows += [(name, registry.find("rule", name).name, "rule", "") for name in rule_exercises()]
    others = algorithms().values()
    rows += [(each.id, each.name, each.kind, ", ".join(each.after)) for each in others]
    print_table(("exercise", "name", "level", "builds on"), rows, sys.stdout)


def _taken_names(kind: str, registry: Registry) -> set[str]:
    """Return the ids that a component of a `kind` should not have; rules have common names."""
    kinds = [each for each in KINDS if each != "rule" or kind == "rule"]
    return {each.id for some in kinds for each in registry.of_kind(some) if each.is_bundled}


def _starter(kind: str | None, technique: str | None, registry: Registry) -> Starter:
    """Return the exercise on a `technique`, or else the starter of a `kind`; raises UsageError."""
    if technique is None:
        return STARTERS[kind or "strategy"]
    if technique in rule_exercises() and kind in (None, "rule"):
        return rule_exercise(technique)
    exercise_on = algorithm(technique)
    own_kind = exercise_on.kind if exercise_on else "strategy"
    if kind not in (None, own_kind):
        raise UsageError(f"this exercise is a {own_kind}: leave out --kind {kind}")
    if exercise_on is not None:
        return algorithm_starter(exercise_on)
    found = bundled_technique(technique, registry.of_kind("strategy"), algorithm_names())
    if found.id not in curriculum():
        raise UsageError(f"there is no exercise on {found.id}: it needs boards with clues")
    return exercise(found)


def _new_course(folder: str, force: bool) -> int:
    if os.path.lexists(folder) and not (force and os.path.isdir(folder)):
        mend = ", or --force" if os.path.isdir(folder) else ""
        what = f"exists already, so nothing is written: choose another name{mend}"
        raise UsageError(what, folder)
    files = course_files()
    _write(folder, files, force)
    others = counted(len(files) - 1, "more file")
    print(f"Written: {printable(os.path.join(folder, 'README.md'))}, and {others}")
    print(f"Take {printable(os.path.join(folder, 'teacher'))} out before you hand the course on.")
    return DONE


def _write(folder: str, files: Mapping[str, str], force: bool) -> None:
    """Write all `files` into `folder`, or none; raises UsageError."""
    there = [path for file in files if os.path.lexists(path := os.path.join(folder, file))]
    if there and not force:
        verb = "exists" if len(there) == 1 else "exist"
        raise UsageError(
            f"{', '.join(map(shown_path, there))} {verb} already, so nothing is written: "
            "choose another name, or --force"
        )
    with ExitStack() as stack:
        for file, text in files.items():
            path = os.path.join(folder, file)
            make_folder(os.path.dirname(path) or os.curdir)
            stack.enter_context(whole_file(path)).write(text)


def _next(way: Way, starter: Starter, name: str, folder: str, package: bool) -> Iterator[str]:
    file, test, config = (
        os.path.join(folder, written)
        for written in (f"{name}.py", f"test_{name}.py", f"{name}.yaml")
    )
    yield way.engine("plugins", "check", file, *starter.check_options)
    if package:
        yield way.module("pip", "install", "-e", os.path.join(os.curdir, folder))
    lacks = "" if find_spec("pytest") else f"   (once: {way.module('pip', 'install', 'pytest')})"
    yield way.module("pytest", test) + lacks
    yield way.engine(*starter.command, "-c", config)


KEPT = ".progress.json"
"""The file in the folder of a course that keeps what was found, so that it is checked once."""

MISSING, NOT_BEGUN, PASSED = "the file is gone", "not begun", "done"


@plugins.command("progress")
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
    there = [each for each in course_exercises() if Path(folder, each.folder).is_dir()]
    if not there:
        mend = "name its folder, or write one: sudoku-engine plugins new --course sudoku_course"
        raise UsageError(f"there is no course in it: {mend}", folder)
    with shown_progress() as progress:
        known = _load_states(folder)
        standings = list(progress.over(_standings(there, folder, known), "file", len(there)))
        _save_states(folder, known)
    rows = [(each.file, each.subject.name, state) for each, state in standings]
    left = [each for each, state in standings if state != PASSED]
    print_table(("file", "exercise", "state"), rows, sys.stdout, as_json)
    if not as_json:
        print(f"\n{len(rows) - len(left)} of {len(rows)} done")
        for part in ("technique", "algorithm"):
            if following := next((each for each in left if each.part == part), None):
                page = shown_path(os.path.join(folder, following.folder, "README.md"))
                print(f"Next {part}: {following.subject.name}, {page}")
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
    """Return a text that changes with the file, the modules beside it, and the engine."""
    files = sorted(path.parent.glob("*.py"))
    parts = [VERSION, path.name, *(f"{file.name}\n{file.read_bytes()!r}" for file in files)]
    return hashlib.sha256("\n\n".join(parts).encode()).hexdigest()


def _state(exercise: CourseExercise, path: Path) -> str:
    """Check the file of an `exercise`, and return how far it is, in words."""
    outcome = check_plugin(
        str(path), against=exercise.subject.id, strict=exercise.starter.is_strict
    )
    if outcome.problems:
        return "begun: it cannot be loaded"
    if outcome.reports and all(report.has_passed for report in outcome.reports):
        return PASSED
    wrong = [finding for report in outcome.reports for finding in report.failed]
    if not wrong:
        return "begun"
    number, word, _ = wrong[0].why.partition(": ")
    return f"begun: {number if word and wrong[0].check == 'steps' else wrong[0].about}"


def _load_states(folder: str) -> dict[str, str]:
    with suppress(OSError, ValueError):
        known = json.loads(Path(folder, KEPT).read_text(encoding="utf-8"))
        if isinstance(known, dict):
            return {str(digest): str(state) for digest, state in known.items()}
    return {}


def _save_states(folder: str, known: Mapping[str, Any]) -> None:
    with suppress(OSError, UsageError), whole_file(os.path.join(folder, KEPT)) as stream:
        json.dump(known, stream, indent=1)
