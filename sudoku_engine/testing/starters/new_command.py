"""``plugins new``: a starter plugin, its test, and a configuration."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path

import click

from sudoku_engine.api.hookspecs import KINDS
from sudoku_engine.atomic_file import whole_file
from sudoku_engine.board.words import counted, listed
from sudoku_engine.cli.options import choice_option, file_option
from sudoku_engine.cli.params import make_folder
from sudoku_engine.cli.program import DONE, debug_option
from sudoku_engine.cli.tables import print_table
from sudoku_engine.errors import UsageError, printable, shown_path
from sudoku_engine.plugins.registry import Registry, bundled_technique
from sudoku_engine.testing.starters.algorithms import (
    algorithm,
    algorithm_names,
    algorithm_starter,
    algorithms,
)
from sudoku_engine.testing.starters.course import course_files, write_course
from sudoku_engine.testing.starters.exercise import (
    curriculum,
    exercise,
    rule_exercise,
    rule_exercises,
)
from sudoku_engine.testing.starters.starter import STARTERS, Starter, Way, check_name, way_of_start

SETTINGS = ("pytest.ini", "pyproject.toml", "setup.cfg", "tox.ini")
"""Files in which a project may set how pytest works."""

LIST = "list"  # the word that lists all exercises


@click.command("new")
@click.argument("name", required=False)
@choice_option("--kind", values=STARTERS, help="Its kind (default: strategy).")
@click.option("--rule", "kind", flag_value="rule", help="A rule of a variant: --kind rule.")
@click.option(
    "--exercise",
    "technique",
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
        return _new_course(course, registry, force)
    if technique == LIST:
        _print_exercises(registry)
        return DONE
    starter = _starter(kind, technique, registry)
    if name is None and starter.against:
        name = f"my_{starter.against}"
    if name is None:
        raise UsageError("it needs a name: sudoku-engine plugins new my_pair")
    check_name(name, _taken(starter.kind, registry))
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


def _taken(kind: str, registry: Registry) -> set[str]:
    """Return the ids that a component of a `kind` should not have.

    A strategy may have the name of a rule: there are many, with common names.
    """
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


def _new_course(folder: str, registry: Registry, force: bool) -> int:
    files = course_files({each.id: each for each in registry.of_kind("strategy")})
    write_course(folder, files, force)
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
    if folder:
        make_folder(folder)
    with ExitStack() as stack:
        for file, text in files.items():
            stream = stack.enter_context(whole_file(os.path.join(folder, file)))
            stream.write(text)


def _next(way: Way, starter: Starter, name: str, folder: str, package: bool) -> Iterator[str]:
    """Yield the commands to type next."""
    file, test, config = (
        os.path.join(folder, written)
        for written in (f"{name}.py", f"test_{name}.py", f"{name}.yaml")
    )
    yield way.engine("plugins", "check", file, *starter.check_options)
    if package:
        yield way.module("pip", "install", "-e", os.path.join(os.curdir, folder))
    # A project around the folder may set another mode, in which a test finds nothing beside it.
    path = Path(folder).absolute()
    settings = (each / setting for each in (path, *path.parents) for setting in SETTINGS)
    is_apart = folder and not package and any(file.exists() for file in settings)
    mode = ["--import-mode=prepend"] if is_apart else []
    lacks = "" if find_spec("pytest") else f"   (once: {way.module('pip', 'install', 'pytest')})"
    yield way.module("pytest", *mode, test) + lacks
    yield way.engine(*starter.command, "-c", config)
