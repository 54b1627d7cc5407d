"""The course: exercises with pages, and solutions that pass their own checks."""

import re
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest

from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.testing import Examination, Kit, bundled_kit
from sudoku_plugins.course.course import (
    EMPTY_BODY,
    course,
    course_files,
    solution,
)
from sudoku_plugins.grading.scheme import Score, read_scheme
from sudoku_plugins.kit.checks.strategy.steps import is_quick
from sudoku_plugins.kit.examination import checks_of
from sudoku_plugins.kit.starter import curriculum
from tests.support.samples import thorough

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    return course_files()


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
    examination = in_strict_homework(file, technique, **few)
    wrong = (each for each in examination.findings() if each.ok is False)
    assert [each.why for each in wrong if each.check != is_quick.name] == []  # the machine is busy
    assert examination.fired > 0


SEARCHES = {
    "full_house": """
for house in grid.layout.houses:
    open_cells = []
    for cell in house.cells:
        if grid.digit(cell) == 0:
            open_cells.append(cell)
    if len(open_cells) == 1:
        cell = open_cells[0]
        for digit in grid.candidates(cell):
            if digit not in [grid.digit(other) for other in house.cells]:
                STEP
""",
    "hidden_pair": """
from itertools import combinations
for house in grid.layout.houses:
    places = {}
    for digit in grid.layout.digits:
        places[digit] = [cell for cell in house.cells if digit in grid.candidates(cell)]
    for one, two in combinations(places, 2):
        if len(places[one]) == 2 and places[one] == places[two]:
            other = set(grid.layout.digits) - {one, two}
            struck = [Candidate(c, d) for c in places[one] for d in grid.candidates(c) & other]
            if struck:
                STEP
""",
}
"""What a pupil writes who follows the page; the lines for STEP are those of the page."""


def step_of(page: str) -> str:
    """The lines of a page with which a step is handed out."""
    (code,) = re.findall(r"```python\n(.*?)```", page, re.S)
    return str(code)


def in_strict_homework(file: Path, technique: str, **few: int) -> Examination:
    """The checks of the homework in `file` on a `technique`."""
    ours: Component = next(each for each in bundled_kit().ours if each.id == technique)
    registry = Registry()
    registry.load([str(file)])
    (mine,) = (each for each in registry.of_kind("strategy") if each.origin.requested)
    return Examination(mine, Kit(bundled_kit().ours, ours, is_strict=True, **few))


@pytest.mark.parametrize("technique", SEARCHES)
def test_who_follows_the_page_passes(technique: str, files: dict[str, str], tmp_path: Path) -> None:
    folder = f"{list(course()).index(technique) + 1:02}_{technique}"
    step = step_of(files[f"{folder}/README.md"])
    body = re.sub(
        "( *)STEP\n", lambda place: indent(step, place[1]), SEARCHES[technique].strip("\n") + "\n"
    )
    text = files[f"{folder}/my_{technique}.py"].replace(EMPTY_BODY, indent(body, "    "))
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    examination = in_strict_homework(tmp_path / "mine.py", technique, puzzles=1)
    found = (each for each in examination.findings() if each.check != is_quick.name)
    assert [each.why for each in found if each.prevents_pass] == []
    assert examination.fired > 0


def test_each_page_has_the_code_that_hands_out_a_step_with_its_reason(
    files: dict[str, str],
) -> None:
    for number, technique in enumerate(course(), 1):
        folder = f"{number:02}_{technique}"
        page = files[f"{folder}/README.md"]
        assert "\n* `reason`: " in page
        step = step_of(page)
        assert "    reason=" in step
        assert dedent(step) == step
        solved = files[f"teacher/my_{technique}.py"]
        assert "".join(step.split()) in "".join(solved.split())


def test_the_naked_pair_of_the_readme_passes_as_homework() -> None:
    file = Path(__file__).parents[2] / "examples" / "my_strategy.py"
    examination = in_strict_homework(file, "naked_pair", puzzles=1)
    found = [each for each in examination.findings() if each.check != is_quick.name]
    assert [each.why for each in found if each.prevents_pass] == []
    assert {each.check for each in found if each.is_advice} == {"shown", "other_boards"}


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


def test_a_course_overwrites_nothing_unless_it_is_forced(run: Any, tmp_path: Path) -> None:
    folder = tmp_path / "my_course"
    folder.mkdir()
    for name in ("README.md", "mine.py"):
        (folder / name).write_text("mine")
    done = run("plugins", "new", "--course", "my_course")
    assert (done.status, "exists already, so nothing is written" in done.err) == (2, True)
    assert len([*folder.iterdir()]) == 2

    assert run("plugins", "new", "--course", "my_course", "--force").status == 0
    assert (folder / "README.md").read_text(encoding="utf-8") != "mine"
    assert (folder / "mine.py").read_text() == "mine"


def test_a_course_that_cannot_be_written_is_an_error(run: Any, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run("plugins", "new", "--course", "file/course")
    assert (done.status, "cannot be made" in done.err) == (2, True)


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
