"""The course: exercises in their order with pages to read, and solutions for the teacher."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from string import Template

from sudoku_engine.board.candidate_board import candidate_board
from sudoku_engine.board.text_board import LINES
from sudoku_engine.board.words import listed
from sudoku_engine.errors import UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.lesson import worked_example
from sudoku_engine.solving.settings import LoopSettings
from sudoku_engine.testing.starters.exercise import curriculum, exercise, lesson, named
from sudoku_engine.testing.starters.starter import TEMPLATES

COURSE = TEMPLATES / "course"

EMPTY_BODY = "    return []\n"
"""What stands in an exercise where the pupil writes."""

EXAMPLE = "EXAMPLE = "
"""What follows the imports in an exercise."""


@cache
def course() -> Mapping[str, Mapping[str, str]]:
    """Return by the ids of the course's techniques, in their order, the words for each exercise."""
    import yaml  # only here: it takes a while to load

    words: Mapping[str, Mapping[str, str]] = yaml.safe_load(_text("exercises.yaml"))
    return words


def solution(technique: Component) -> str:
    """Return the file of the exercise about a `technique` of the course, done right."""
    imports, _, body = _text(f"solution_{technique.id}.py").rpartition("\n\n\n")
    text = _exercise(technique)[".py"].replace(EMPTY_BODY, body)
    return text.replace(EXAMPLE, f"{imports}\n\n{EXAMPLE}", 1) if imports else text


def course_files(techniques: Mapping[str, Component]) -> dict[str, str]:
    """Return the text of each file of the course by its path; `techniques`: those it is about."""
    taught = [techniques[name] for name in course()]
    files = {}
    for place, technique in enumerate(taught):
        folder = _folder(place, technique)
        files[f"{folder}/README.md"] = _page(place, taught)
        for ending, text in _exercise(technique).items():
            files[f"{folder}/my_{technique.id}{ending}"] = text
        files[f"teacher/my_{technique.id}.py"] = solution(technique)
    rows = "\n".join(_row(place, technique) for place, technique in enumerate(taught))
    needed = {before for name in course() for before in curriculum()[name].after}
    optional = listed([f"`{name}`" for name in course() if name not in needed])
    first = _folder(0, taught[0])
    readme = {"rows": rows, "first": first, "first_name": taught[0].name}
    return {
        "README.md": _filled("readme.md", readme),
        **files,
        "teacher/README.md": _filled("teacher.md", {"optional": optional}),
        "teacher/grading.yaml": _text("grading.yaml"),
    }


def write_course(folder: str, files: Mapping[str, str], is_forced: bool) -> None:
    """Write all `files` into a new `folder`, or none; raise UsageError.

    If it `is_forced` the folder may exist: files of the same names are replaced, others stay.
    """
    if os.path.lexists(folder) and not (is_forced and os.path.isdir(folder)):
        mend = "choose another name, or --force" if os.path.isdir(folder) else "choose another name"
        raise UsageError(f"exists already, so nothing is written: {mend}", folder)
    around = os.path.dirname(os.path.abspath(folder))
    try:
        os.makedirs(around, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".course-", dir=around) as beside:
            whole = Path(beside, "course")
            for name, text in files.items():
                file = whole / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            if os.path.isdir(folder):
                shutil.copytree(whole, folder, dirs_exist_ok=True)
            else:
                whole.rename(folder)
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror or error}", folder) from None


def _exercise(technique: Component) -> dict[str, str]:
    """Return the exercise and its configuration by the endings of their names."""
    name = f"my_{technique.id}"
    files = exercise(technique).files(name)
    return {ending: files[f"{name}{ending}"] for ending in (".py", ".yaml")}


def _folder(place: int, technique: Component) -> str:
    return f"{place + 1:02}_{technique.id}"


def _page(place: int, taught: list[Component]) -> str:
    """Return the page about the technique at a `place` in the course, from 0."""
    technique = taught[place]
    words, topic = course()[technique.id], curriculum()[technique.id]
    draw = partial(candidate_board, rules=LINES)
    after = "That was the last one. Well done!"
    if place + 1 < len(taught):
        following = taught[place + 1]
        after = f"The next one is [{following.name}](../{_folder(place + 1, following)}/README.md)."
    return _filled(
        "page.md",
        {
            "number": str(place + 1),
            "technique": technique.name,
            "technique_id": technique.id,
            "folder": _folder(place, technique),
            "lesson": lesson(technique).replace("::\n", ":\n"),
            "board": worked_example(technique, LoopSettings(), draw, str),
            "write": words["write"],
            "hint": words["hint"],
            "names": "\n".join(f"* `{part}`: {what}" for part, what in named(topic)),
            "next": after,
        },
    )


def _row(place: int, technique: Component) -> str:
    before = (
        f"[{name}]({number:02}_{name}/README.md)"
        for number, name in enumerate(course(), 1)
        if name in curriculum()[technique.id].after
    )
    page = f"[{technique.name}]({_folder(place, technique)}/README.md)"
    return f"| {place + 1} | {page} | {', '.join(before)} |"


def _filled(name: str, words: Mapping[str, str]) -> str:
    return Template(_text(name)).substitute(words)


def _text(name: str) -> str:
    return (COURSE / f"{name}.txt").read_text(encoding="utf-8")
