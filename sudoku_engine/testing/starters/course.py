"""The course: techniques and algorithms in their order, with pages to read, and solutions."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from string import Template
from typing import NamedTuple

from sudoku_engine.board.candidate_board import candidate_board
from sudoku_engine.board.text_board import LINES
from sudoku_engine.board.words import listed
from sudoku_engine.errors import UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.lesson import worked_example
from sudoku_engine.solving.settings import LoopSettings
from sudoku_engine.testing.starters.algorithms import FOLDER as ALGORITHMS
from sudoku_engine.testing.starters.algorithms import Algorithm, algorithm_starter, algorithms
from sudoku_engine.testing.starters.exercise import curriculum, exercise, lesson, named
from sudoku_engine.testing.starters.starter import TEMPLATES, Starter

COURSE = TEMPLATES / "course"

ENDINGS = (".py", ".yaml")
"""Of the files of a starter, those that the course has."""

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
    name = f"my_{technique.id}"
    text = exercise(technique).files(name)[f"{name}.py"].replace(EMPTY_BODY, body)
    return text.replace(EXAMPLE, f"{imports}\n\n{EXAMPLE}", 1) if imports else text


class CourseExercise(NamedTuple):
    """An exercise of the course, and where it is."""

    part: str
    """What it is about: ``technique`` or ``algorithm``."""
    folder: str
    """Its folder in that of the course."""
    name: str
    """Its name for people."""
    starter: Starter

    @property
    def id(self) -> str:
        """The id of the technique or the algorithm."""
        return self.starter.against

    @property
    def file(self) -> str:
        """The path of the pupil's file in the folder of the course."""
        return f"{self.folder}/my_{self.id}.py"

    @property
    def files(self) -> dict[str, str]:
        """The exercise and its configuration by their paths."""
        found = self.starter.files(f"my_{self.id}")
        return {f"{self.folder}/my_{self.id}{end}": found[f"my_{self.id}{end}"] for end in ENDINGS}


def course_exercises(techniques: Mapping[str, Component]) -> list[CourseExercise]:
    """Return all exercises in their order; `techniques`: those that the course is about."""
    taught = [techniques[name] for name in course()]
    return [
        *(
            CourseExercise("technique", _folder(place, each), each.name, exercise(each))
            for place, each in enumerate(taught)
        ),
        *(
            CourseExercise("algorithm", folder, each.name, algorithm_starter(each))
            for folder, each in _algorithm_folders().items()
        ),
    ]


def course_files(techniques: Mapping[str, Component]) -> dict[str, str]:
    """Return the text of each file of the course by its path; `techniques`: those it is about."""
    taught = [techniques[name] for name in course()]
    files: dict[str, str] = {}
    for each in course_exercises(techniques):
        is_technique = each.part == "technique"
        page = _page(len(files) // 4, taught) if is_technique else _algorithm_page(each)
        files |= {f"{each.folder}/README.md": page, **each.files}
        files[f"teacher/my_{each.id}.py"] = (
            solution(techniques[each.id])
            if is_technique
            else algorithm_starter(algorithms()[each.id], is_done=True).files(f"my_{each.id}")[
                f"my_{each.id}.py"
            ]
        )
    rows = "\n".join(_row(place, technique) for place, technique in enumerate(taught))
    needed = {before for name in course() for before in curriculum()[name].after}
    optional = listed([f"`{name}`" for name in course() if name not in needed])
    first = _folder(0, taught[0])
    readme = {"rows": rows, "first": first, "first_name": taught[0].name}
    readme["algorithms"] = "\n".join(_algorithm_rows())
    puzzle = algorithms()["propagation"].puzzle
    return {
        "README.md": _filled("readme.md", readme),
        "GLOSSARY.md": _text("glossary.md"),
        **files,
        "teacher/README.md": _filled("teacher.md", {"optional": optional, "race_puzzle": puzzle}),
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


def _algorithm_folders() -> dict[str, Algorithm]:
    """Return the exercises on algorithms by their folders."""
    every = algorithms().values()
    return {f"algorithms/{place:02}_{each.id}": each for place, each in enumerate(every, 1)}


HEADINGS = {"write": "What to write", "repair": "What to repair", "predict": "What to predict"}
"""The heading of the part of a page that says what to do, by the sort of an exercise."""

HOW = {
    "write": "Each function is a small step; write your lines where the comments say so.",
    "repair": "Each step has a mistake. Find it, and change as little as you can.",
    "predict": "Write what you expect in place of each `None` near the top; then check.",
}
"""What to do in the file, by the sort of an exercise."""


def _algorithm_page(of: CourseExercise) -> str:
    """Return the page about an exercise on an algorithm."""
    folders = _algorithm_folders()
    each, place = folders[of.folder], list(folders).index(of.folder)
    after = "That was the last one. Well done!"
    if place + 1 < len(folders):
        folder, following = list(folders.items())[place + 1]
        after = f"The next one is [{following.name}](../{Path(folder).name}/README.md)."
    look = each.look.replace("$file", of.file).replace("$id", f"my_{each.id}")
    return Template((ALGORITHMS / "page.md.txt").read_text(encoding="utf-8")).substitute(
        number=place + 1,
        name=each.name,
        lesson=each.lesson.strip(),
        heading=HEADINGS[each.sort],
        id=each.id,
        how=HOW[each.sort],
        steps=each.steps_in_words,
        hint=each.hint,
        folder=of.folder,
        options=" ".join(of.starter.check_options),
        look=f"\nThen see it at work:\n\n```sh\n{look}```\n" if look else "",
        next=after,
    )


def _algorithm_rows() -> Iterator[str]:
    folders = {each.id: folder for folder, each in _algorithm_folders().items()}
    for place, each in enumerate(algorithms().values(), 1):
        before = (f"[{algorithms()[name].name}]({folders[name]}/README.md)" for name in each.after)
        page = f"[{each.name}]({folders[each.id]}/README.md)"
        yield f"| {place} | {page} | {each.sort} | {', '.join(before)} |"


def _filled(name: str, words: Mapping[str, str]) -> str:
    return Template(_text(name)).substitute(words)


def _text(name: str) -> str:
    return (COURSE / f"{name}.txt").read_text(encoding="utf-8")
