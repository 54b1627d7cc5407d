"""The course: techniques and algorithms in their order, with pages to read, and solutions."""

import re
from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

from sudoku_engine import LoopSettings, listed
from sudoku_engine.board.candidate_board import candidate_board
from sudoku_engine.board.text_board import LINES
from sudoku_engine.plugins.component import Component
from sudoku_plugins.kit.algorithms import Algorithm, algorithm_starter, algorithms
from sudoku_plugins.kit.kit import bundled_kit
from sudoku_plugins.kit.starter import (
    Starter,
    curriculum,
    exercise,
    filled,
    lesson,
    named,
    template,
    template_data,
)
from sudoku_plugins.reasons.lesson import worked_example

ENDINGS = (".py", ".yaml")  # of the files of a starter, those that the course has
EMPTY_BODY = "    return []\n"  # what stands in an exercise where the pupil writes
EXAMPLE = "EXAMPLE = "  # what follows the imports in an exercise


@cache
def course() -> Mapping[str, Mapping[str, str]]:
    """Return by the ids of the course's techniques, in their order, the words for each exercise."""
    words: Mapping[str, Mapping[str, str]] = template_data("course/exercises.yaml")
    return words


def solution(technique: Component) -> str:
    """Return the file of the exercise about a `technique` of the course, done right."""
    name = f"my_{technique.id}"
    return _solve(exercise(technique).files(name)[f"{name}.py"], technique)


def _solve(text: str, technique: Component) -> str:
    """Return the `text` of the exercise about a `technique` with the solution in its place."""
    imports, _, body = template(f"course/solution_{technique.id}.py").rpartition("\n\n\n")
    text = text.replace(EMPTY_BODY, body)
    return text.replace(EXAMPLE, f"{imports}\n\n{EXAMPLE}", 1) if imports else text


_STEP = re.compile(r"^( *)yield Step\(\n.*?^\1\)", re.MULTILINE | re.DOTALL)


def _handed_out(technique: Component) -> str:
    """Return the lines with which the solution about a `technique` hands out a step."""
    found = _STEP.search(template(f"course/solution_{technique.id}.py"))
    assert found is not None  # each solution has one such place
    return dedent(found[0])


class CourseExercise(NamedTuple):
    """An exercise of the course, and where it is."""

    subject: Component | Algorithm  # the technique or the algorithm that it is about
    place: int  # its place, from 1, among those on techniques, or on algorithms
    starter: Starter

    @property
    def part(self) -> str:
        """What it is about: ``technique`` or ``algorithm``."""
        return "algorithm" if isinstance(self.subject, Algorithm) else "technique"

    @property
    def plugin(self) -> str:
        """The id of the pupil's plugin."""
        return f"my_{self.subject.id}"

    @property
    def folder(self) -> str:
        """Its folder in that of the course."""
        around = "" if self.part == "technique" else "algorithms/"
        return f"{around}{self.place:02}_{self.subject.id}"

    @property
    def file(self) -> str:
        """The path of the pupil's file in the folder of the course."""
        return f"{self.folder}/{self.plugin}.py"

    @property
    def files(self) -> dict[str, str]:
        """The exercise and its configuration by their paths."""
        found = self.starter.files(self.plugin)
        return {f"{self.folder}/{self.plugin}{end}": found[self.plugin + end] for end in ENDINGS}

    def solved(self, on_disk: bool = True) -> str:
        """Return the pupil's file done right, or its code as the playground has it."""
        starter, subject = self.starter, self.subject
        if isinstance(subject, Algorithm):
            starter = algorithm_starter(subject, is_done=True)
        files = starter.files(self.plugin)
        text = files[f"{self.plugin}.py"] if on_disk else starter.source(self.plugin)
        return text if isinstance(subject, Algorithm) else _solve(text, subject)


def course_exercises() -> list[CourseExercise]:
    """Return all exercises in their order."""
    ours = {each.id: each for each in bundled_kit().ours}
    taught = (ours[name] for name in course())
    return [
        *(CourseExercise(each, n, exercise(each)) for n, each in enumerate(taught, 1)),
        *(
            CourseExercise(each, n, algorithm_starter(each))
            for n, each in enumerate(algorithms().values(), 1)
        ),
    ]


def course_files() -> dict[str, str]:
    """Return the text of each file of the course by its path."""
    exercises = course_exercises()
    files: dict[str, str] = {}
    for each in exercises:
        files |= {f"{each.folder}/README.md": _page(each, exercises), **each.files}
        files[f"teacher/{each.plugin}.py"] = each.solved()
    needed = {before for name in course() for before in curriculum()[name].after}
    readme = {
        "rows": _rows(exercises, "technique"),
        "algorithms": _rows(exercises, "algorithm"),
        "first": exercises[0].folder,
        "first_name": exercises[0].subject.name,
    }
    teacher = {
        "optional": listed([f"`{name}`" for name in course() if name not in needed]),
        "race_puzzle": algorithms()["propagation"].puzzle,
    }
    return {
        "README.md": filled(readme, "course/readme.md"),
        "GLOSSARY.md": template("course/glossary.md"),
        **files,
        "teacher/README.md": filled(teacher, "course/teacher.md"),
        "teacher/grading.yaml": template("course/grading.yaml"),
    }


def _rows(exercises: Sequence[CourseExercise], part: str) -> str:
    of_part = {each.subject.id: each for each in exercises if each.part == part}

    def link(text: str, key: str) -> str:
        return f"[{text}]({of_part[key].folder}/README.md)"

    rows = []
    for each in of_part.values():
        if isinstance(each.subject, Algorithm):
            sort = f"{each.subject.sort} | "
            before = [link(of_part[key].subject.name, key) for key in each.subject.after]
        else:
            sort = ""
            after = curriculum()[each.subject.id].after
            before = [link(key, key) for key in of_part if key in after]
        page = link(each.subject.name, each.subject.id)
        rows.append(f"| {each.place} | {page} | {sort}{', '.join(before)} |")
    return "\n".join(rows)


HOW = {
    "write": "Each function is a small step; write your lines where the comments say so.",
    "repair": "Each step has a mistake. Find it, and change as little as you can.",
    "predict": "Write what you expect in place of each `None` near the top; then check.",
}
"""What to do in the file, by the sort of an exercise."""


def _page(of: CourseExercise, exercises: Sequence[CourseExercise]) -> str:
    after = "That was the last one. Well done!"
    for each in exercises:
        if (each.part, each.place) == (of.part, of.place + 1):
            after = f"The next one is [{each.subject.name}](../{Path(each.folder).name}/README.md)."
    name, key = of.subject.name, of.subject.id
    words = {"number": of.place, "name": name, "id": key, "folder": of.folder, "next": after}
    if isinstance(of.subject, Algorithm):
        look = of.subject.look.replace("$file", of.file).replace("$id", of.plugin)
        words |= {
            "lesson": of.subject.lesson.strip(),
            "heading": f"What to {of.subject.sort}",
            "how": HOW[of.subject.sort],
            "steps": of.subject.steps_in_words,
            "hint": of.subject.hint,
            "options": " ".join(of.starter.check_options),
            "look": f"\nThen see it at work:\n\n```sh\n{look}```\n" if look else "",
        }
        return filled(words, "algorithms/page.md")
    draw = partial(candidate_board, rules=LINES)
    words |= {
        **course()[key],
        "lesson": lesson(of.subject).replace("::\n", ":\n"),
        "board": worked_example(of.subject, LoopSettings(), draw, str),
        "step": (step := _handed_out(of.subject)),
        "struck": " (`struck`: the candidates to eliminate)" if "struck" in step else "",
        "names": "\n".join(f"* `{part}`: {what}" for part, what in named(curriculum()[key])),
    }
    return filled(words, "course/page.md")
