"""The course: exercises with pages, and solutions that pass their own checks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine.errors import UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.testing import Examination, Kit, bundled_kit
from sudoku_engine.testing.checks.strategy.steps import is_quick
from sudoku_engine.testing.examination import checks_of
from sudoku_engine.testing.grading.scheme import Score, read_scheme
from sudoku_engine.testing.starters.course import (
    EMPTY_BODY,
    course,
    course_files,
    solution,
    write_course,
)
from sudoku_engine.testing.starters.starter import curriculum
from tests.support.samples import thorough

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def files(registry: Registry) -> dict[str, str]:
    return course_files({each.id: each for each in registry.of_kind("strategy")})


@pytest.mark.parametrize(
    ("technique", "few"),
    [
        *((technique, {"puzzles": 1}) for technique in list(course())[::4]),
        *(thorough(technique, {}) for technique in course()),
    ],
)
def test_a_solution_is_the_technique_and_needs_no_advice(
    technique: str, few: dict[str, int], tmp_path: Path
) -> None:
    ours: Component = next(each for each in bundled_kit().ours if each.id == technique)
    file = tmp_path / f"my_{technique}.py"
    file.write_text(solution(ours), encoding="utf-8")
    registry = Registry()
    registry.load([str(file)])
    mine = registry.find("strategy", f"my_{technique}")
    examination = Examination(mine, Kit(bundled_kit().ours, ours, is_strict=True, **few))
    wrong = (each for each in examination.findings() if each.ok is False)
    assert [each.why for each in wrong if each.check != is_quick.name] == []  # the machine is busy
    assert examination.fired > 0


def test_the_course_goes_from_simple_to_hard(files: dict[str, str]) -> None:
    order = [*curriculum()]
    places = [order.index(technique) for technique in course()]
    assert (len(places), places) == (12, sorted(places))
    assert (order[places[0]], order[places[-1]]) == ("full_house", "xy_chain")


def test_a_solution_has_the_name_of_its_technique_and_imports_at_its_top() -> None:
    ours = {each.id: each for each in bundled_kit().ours}
    assert '"My XY-Wing",' in solution(ours["xy_wing"])
    text = solution(ours["naked_triple"])
    assert text.index("\nfrom itertools import combinations\n") < text.index("EXAMPLE = ")


def test_each_exercise_has_a_page_a_file_and_a_puzzle(files: dict[str, str]) -> None:
    for number, technique in enumerate(course(), 1):
        folder = f"{number:02}_{technique}"
        page = files[f"{folder}/README.md"]
        assert f"--against {technique} --strict" in page
        assert "before: (" in page
        assert "\n## A hint\n" in page
        assert "::\n" not in page
        assert files[f"{folder}/my_{technique}.py"].count(EMPTY_BODY) == 1
        assert EMPTY_BODY not in files[f"teacher/my_{technique}.py"]


def test_every_link_and_every_path_of_a_command_leads_somewhere(files: dict[str, str]) -> None:
    for name, text in files.items():
        if name.endswith(".md"):
            folder = Path(name).parent
            for link in re.findall(r"\]\((.+?)\)", text):
                parts: list[str] = []
                for part in (folder / link).parts:
                    parts = parts[:-1] if part == ".." else [*parts, part]
                assert "/".join(parts) in files
            for word in (word for command in commands(text) for word in command):
                assert word in files or "/" not in word


def commands(page: str) -> list[list[str]]:
    blocks = re.findall(r"```sh\n(.*?)```", page, re.S)
    return [line.split() for block in blocks for line in block.splitlines()]


def test_the_commands_of_the_readme_work(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("plugins", "new", "--course", "my_course").status == 0
    monkeypatch.chdir("my_course")
    page = Path("README.md").read_text(encoding="utf-8")
    check, progress, explain, solve = (run(*words) for _, *words in commands(page))
    assert (
        check.status,
        "write your lines where `return []` stands" in " ".join(check.out.split()),
    ) == (1, True)
    assert (progress.status, "0 of 24 done" in progress.out) == (1, True)
    assert (explain.status, "Full House" in explain.out) == (0, True)
    assert (solve.status, "my_full_house.py" in solve.out) == (0, True)


@pytest.mark.thorough
def test_the_commands_for_the_teacher_work(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    run("plugins", "new", "--course", "my_course")
    monkeypatch.chdir("my_course")
    page = Path("teacher/README.md").read_text(encoding="utf-8")
    grade, check, grade_search, league = (run(*words) for _, *words in commands(page))
    assert (grade.status, "points of 20" in grade.out) == (0, True)
    assert (check.status, "passed" in check.out) == (0, True)
    assert (grade_search.status, "points of 20" in grade_search.out) == (0, True)
    assert (league.status, "my_most_constrained  1 of 1 solved" in league.out) == (0, True)


def test_the_scheme_gives_twenty_points(files: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "grading.yaml").write_text(files["teacher/grading.yaml"], encoding="utf-8")
    scheme = read_scheme(str(tmp_path / "grading.yaml"))
    checks = {check.name: (check.is_must, True) for check in checks_of("strategy", True)}
    points = [scheme.points(Score(checks, part=part)) for part in (0.0, 0.5, 1.0)]
    assert points[0] < 8 < points[1] < 14 < points[2] == 20


def test_a_course_overwrites_nothing_unless_it_is_forced(tmp_path: Path) -> None:
    folder = tmp_path / "course"
    write_course(str(folder), {"README.md": "first", "01/page.md": "1"}, is_forced=False)
    (folder / "01" / "mine.py").touch()
    with pytest.raises(UsageError, match="exists already, so nothing is written"):
        write_course(str(folder), {"README.md": "second"}, is_forced=False)
    assert (folder / "README.md").read_text() == "first"

    write_course(str(folder), {"README.md": "second"}, is_forced=True)
    assert (folder / "README.md").read_text() == "second"
    assert (folder / "01" / "mine.py").exists()
    assert [*tmp_path.iterdir()] == [folder]


def test_a_course_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="cannot be written"):
        write_course(str(tmp_path / "file" / "course"), {"README.md": ""}, is_forced=False)
    with pytest.raises(UsageError, match="cannot be written"):
        write_course(str(tmp_path / "course"), {"a": "", "a/b": ""}, is_forced=False)
    assert [*tmp_path.iterdir()] == [tmp_path / "file"]


@pytest.mark.parametrize("words", [["x"], ["--exercise", "naked_pair"], ["--package", "-o", "y"]])
def test_a_course_stands_alone(words: list[str], run: Any) -> None:
    done = run("plugins", "new", "--course", "my_course", *words)
    assert (done.status, "--course FOLDER stands alone: leave out" in done.err) == (2, True)


def test_the_curriculum_has_every_technique_of_plain_boards_after_those_it_builds_on(
    registry: Registry,
) -> None:
    known: list[str] = []
    for technique, topic in curriculum().items():
        assert {*topic.after} <= {*known}
        known.append(technique)
        doc = registry.find("strategy", technique).module_doc
        assert all(re.search(rf"^\*\*{re.escape(part)}\.?\*\*", doc, re.M) for part in topic.parts)
    plain = [each for each in registry.of_kind("strategy") if each.family != "clues"]
    assert sorted(known) == sorted(each.id for each in plain)
    assert known[0] == "full_house"
