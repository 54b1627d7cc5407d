"""The work of the referee's processes on a pupil's file, whose code runs in guests.

Each file is written into a temporary folder, which no answer names.
"""

import io
import json
import os
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from sudoku_engine.board.say import speaking, tell
from sudoku_engine.errors import SudokuError
from sudoku_engine.plugins.component import Component
from sudoku_frontends.classroom.store import OWN
from sudoku_frontends.site.in_browser import file_name, problem_record
from sudoku_frontends.site.pupil_file import USUAL_TITLE, Wish, watched
from sudoku_plugins.course.boards import bundled_registry
from sudoku_plugins.grading.graded_files import ALIKE, Grading, Homework, graded, homework
from sudoku_plugins.grading.grader_results import (
    WRITERS,
    as_json,
    result_of,
    submissions,
)
from sudoku_plugins.grading.reports import ClassReport, Result, file_names
from sudoku_plugins.grading.scheme import built_in
from sudoku_plugins.grading.similarity import alike, groups, like_ours, pieces_of, span_of
from sudoku_plugins.grading.submissions import Work
from sudoku_plugins.kit.examination import is_hidden
from sudoku_plugins.kit.isolation import MEMORY
from sudoku_plugins.kit.kit import LIMIT
from sudoku_plugins.sandbox.supervisor import SETTINGS, Supervisor

GUESTS = replace(SETTINGS, memory=MEMORY, is_strict=True, is_silent=True)
"""How a guest is started that solves a puzzle: a pupil's code starts no programs."""

MOST_FILM = 8_000_000
"""The characters of a film that are sent to the teacher's page: most have 100,000."""

Handed = tuple[str, str, str, str, str]
"""A pupil, the name of the file, its code, and record and remark of its verdict."""


class Judge:
    """Judges files, one after another; its methods have the names of the tasks of the referee."""

    def __init__(self, hidden_seed: str) -> None:
        self._hidden_seed = hidden_seed

    def verdict(self, exercise: str, name: str, code: str) -> dict[str, Any]:
        """Return the verdict on a file, as `plugins grade` has it."""
        asked = _homework(exercise)
        grading = Grading((), asked.puzzles, asked.against, LIMIT, hidden_seed=self._hidden_seed)
        with _in_folder(name, code) as (folder, file):
            found = graded(Work("", file, shown=name), grading)
            report = asked.report(found, built_in())
            rows = _without(folder, json.dumps(as_json(report)["results"]))
        return verdict_of(report, json.loads(rows)) | {"record": rows}

    def film(
        self, code: str, name: str, exercise: str, puzzle: str, company: str, language: str
    ) -> dict[str, Any]:
        """Return how a file solves a `puzzle`, as the playground tells a page that runs it."""
        found: dict[str, Any] = {"film": None, "summary": "", "problems": []}
        with speaking(language), _in_folder(name, code) as (folder, file):
            supervisor = Supervisor([file], (), settings=replace(GUESTS, folder=folder))
            wish = Wish(puzzle, str(tell(USUAL_TITLE)), company == "singles", _marks(exercise))
            try:
                registry, begun = supervisor.load(), perf_counter()
                found |= watched(file, wish, registry=registry)
                found["seconds"] = round(perf_counter() - begun, 3)
            except SudokuError as error:
                found["problems"] = [error]
            finally:
                supervisor.end()
            shown = os.path.basename(file)
            found["problems"] = [problem_record(each, shown) for each in found["problems"]]
            text = _without(folder, json.dumps(found))
        if len(text) > MOST_FILM:
            too_long = SudokuError("its film is too long: shorten its names and reasons")
            text = json.dumps({"film": None, "problems": [problem_record(too_long, "")]})
        answer: dict[str, Any] = json.loads(text)
        return answer

    def similar(self, exercise: str, codes: Mapping[int, str]) -> dict[str, Any]:
        """Return the pupils with similar files, and the pupils whose files are similar to ours."""
        asked = _homework(exercise)
        programs = {pupil: pieces_of(code) for pupil, code in codes.items()}
        pairs = alike(programs, pieces_of(asked.starter), ALIKE)
        return {
            "groups": [
                {
                    "pupils": sorted(group),
                    "words": span_of([pair for pair in pairs if pair.first in group]),
                }
                for group in groups(pairs)
            ],
            "ours": [
                {"pupil": each.number, "words": f"{each.source}, {each.percent}%"}
                for each in like_ours(programs, _ours(), asked.starter, ALIKE)
            ],
        }

    def results(
        self, exercise: str, form: str, files: Sequence[Handed], are_compared: bool = True
    ) -> bytes:
        """Return the results of an exercise in a form: csv, json, xml, or gradescope.zip.

        `are_compared`: whether to look for similar files.
        """
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            found = []
            for number, (pupil, name, code, record, remark) in enumerate(sorted(files)):
                file = _write(os.path.join(folder, str(number)), name, code)
                work = Work(pupil, file, shown=f"{pupil}/{name}")
                rows = json.loads(record or "[]")
                own = [replace(result_of(row), work=work) for row in rows]
                found += own or [Result(work, problem=remark)]
            asked = _homework(exercise)
            report = asked.report(found, built_in())
            asked.find_likeness(report, _ours())
            if form == GRADESCOPE:
                return _archive(report, folder)
            out = io.StringIO()
            WRITERS["junit" if form == "xml" else form](report, out)
            return _without(folder, out.getvalue()).encode()


GRADESCOPE = "gradescope.zip"
"""The form with a folder for each pupil, with the file that Gradescope reads."""


def _archive(report: ClassReport, folder: str) -> bytes:
    found, out = submissions(report), io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, each in zip(file_names(found), found.values()):
            text = json.dumps(each, ensure_ascii=False, indent=2)
            archive.writestr(f"{name}/results.json", _without(folder, text))
    return out.getvalue()


def verdict_of(report: ClassReport, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the verdict: on the plugin with the most points, or the first one that failed."""
    numbers = range(len(rows))
    best = max(numbers, key=report.points.__getitem__)
    wrong = next((rows[n] for n in numbers if not report.results[n].has_passed), rows[best])
    hidden = [each for each in report.results[best].findings if is_hidden(each.check)]
    is_caught = any(each.prevents_pass for each in hidden)
    return {
        "passed": all(result.has_passed for result in report.results),
        "points": report.points[best],
        "remark": wrong["remark"],
        "advice": wrong["advice"],
        "checks": [
            {"check": each["name"], "ok": each["ok"], "why": each["why"]}
            for each in rows[best]["checks"]
        ],
        "hidden": "failed" if is_caught else "passed" if hidden else "",
        "done": True,
    }


@lru_cache(8)
def _homework(exercise: str) -> Homework:
    name = None if exercise == OWN else exercise
    return homework(name, bundled_registry().of_kind("strategy"))


def _ours() -> list[Component]:
    """Return the plugins of ours that a pupil may have copied."""
    return [*bundled_registry().of_kind("strategy"), *bundled_registry().of_kind("rule")]


def _marks(exercise: str) -> Any:
    """Return whose candidates a board for an exercise has."""
    known = {each.id: each for each in bundled_registry().of_kind("strategy")}
    return (known[exercise].marks if exercise in known else None) or "auto"


@contextmanager
def _in_folder(name: str, code: str) -> Iterator[tuple[str, str]]:
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield folder, _write(folder, name, code)


def _write(folder: str, name: str, code: str) -> str:
    file = Path(folder, file_name(name))
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(code.encode("utf-8", "replace"))
    return str(file)


def _without(folder: str, text: str) -> str:
    """Return `text`, or a text of JSON, without the name of the `folder`, which is ours."""
    for name in (os.path.realpath(folder), folder):
        for path in (json.dumps(name + os.sep)[1:-1], name + os.sep, name):
            text = text.replace(path, "")
    return text
