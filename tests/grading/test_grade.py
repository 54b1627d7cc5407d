"""Grading a class: whatever is handed in, each gets a row, and the others theirs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from sudoku_engine.errors import ConfigError, UsageError
from sudoku_engine.grading.measurement import Figures
from sudoku_engine.grading.reports import ClassReport, as_json, table, write_csv, write_junit
from sudoku_engine.grading.results import Result
from sudoku_engine.grading.scheme import BUILT_IN, Score, built_in, read_scheme
from sudoku_engine.grading.similarity import Pair, Pieces, alike, pieces_of
from sudoku_engine.grading.submissions import Work, handed_in
from sudoku_engine.testing import Finding
from tests.support.paths import EXAMPLES

pytestmark = [pytest.mark.process, pytest.mark.slow]

Run = Any
Program = Any


RIGHT = (EXAMPLES / "my_strategy.py").read_text(encoding="utf-8")

HEAD = "import os\nimport sys\n\nfrom sudoku_engine import Candidate, Step, strategy\n\n\n"

MINE = '@strategy("Mine", score=60, level="medium")\ndef mine(grid):\n'

CLASS = {
    "Ann Right": RIGHT,
    "Bea Copy": RIGHT.replace("twos", "bivalue").replace("struck", "gone").replace("pair", "duo"),
    "=Cy Unsound": RIGHT.replace("if grid.candidates(pair[1]) == digits", "if True"),
    "Dan Never": f"{HEAD}{MINE}    return []\n",
    "Eve Syntax": "def mine(grid:\n",
    "Fay Hangs": f"{HEAD}{MINE}    while True:\n        pass\n",
    "Gil Exits": f"{HEAD}{MINE}    os._exit(0)\n",
    "Hal Prints": f"{HEAD}{MINE}    while True:\n        print('hello')\n",
    "Ida Empty": "",
    "Jürgen Two": f"{HEAD}{MINE}    os._exit(0)\n\n\n{RIGHT}",
    "Kim Forks": f"{HEAD}{MINE}    os.fork()\n",
}
"""Eleven pupils, and what each handed in."""

SINGLE = f"""{HEAD}@strategy("Mine", score=4, level="easy")
def mine(grid):
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            yield Step([Candidate(cell, min(grid.candidates(cell)))])
"""
"""A strategy that is right, and quickly checked."""

HIDDEN_SINGLE = ".....3.85.3.5.8...8.67921.3.13.59....95...2.4.82436.51.67.2..185.....3.9948.7...6"
NAKED_PAIR = "...4.5196.....7...25.6...3.7...9.2.3.8.......4.3.....8..5.4....6.7.......9....7.4"


def written(folder: Path, pupils: dict[str, str]) -> Path:
    """A folder with a folder for each of the `pupils`, the file in each called alike."""
    for pupil, text in pupils.items():
        (folder / pupil).mkdir(parents=True)
        (folder / pupil / "mine.py").write_text(text, encoding="utf-8")
    return folder


class Graded:
    """What came of grading the class: the rows by pupil, all of the JSON, the JUnit, the status."""

    def __init__(self, status: int, out: str, junit: Path) -> None:
        self.status = status
        self.told = json.loads(out)
        self.rows = {row["pupil"]: row for row in reversed(self.told["results"])}
        self.suites = {suite.get("name"): suite for suite in ElementTree.parse(junit).getroot()}


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory, program_in: Any) -> Graded:
    """The class, graded on a puzzle that singles solve and one that needs a naked pair."""
    folder = tmp_path_factory.mktemp("desk")
    written(folder / "class", CLASS)
    (folder / "two.txt").write_text(f"{HIDDEN_SINGLE}\n{NAKED_PAIR}\n", encoding="utf-8")
    arguments = "--puzzles two.txt --timeout 1 --jobs 2 --json --junit all.xml"
    process = program_in(folder).start("plugins", "grade", "class", *arguments.split())
    out, _ = process.communicate(timeout=280)
    return Graded(process.returncode, out.decode(), folder / "all.xml")


def test_every_pupil_has_a_row(graded: Graded) -> None:
    assert set(graded.rows) == set(CLASS)


def test_who_is_right_passes_and_solves_what_simpler_strategies_leave_open(graded: Graded) -> None:
    row = graded.rows["Ann Right"]

    assert (row["passed"], row["remark"], row["faults"]) == (True, "", 0)
    assert (row["solved"], row["open"]) == (1, 1)
    assert row["steps"] > 0


def test_a_step_that_contradicts_the_solution_is_a_fault_with_its_line(graded: Graded) -> None:
    row = graded.rows["=Cy Unsound"]

    assert not row["passed"]
    assert (row["solved"], row["open"]) == (0, 1)
    assert row["faults"] > 0
    assert row["remark"].startswith("line ")
    assert "but the solution has" in row["remark"]


@pytest.mark.parametrize(
    ("pupil", "why"),
    [
        ("Dan Never", "it finds nothing"),
        ("Eve Syntax", "line 1: it is not valid Python"),
        ("Fay Hangs", "it does not come back within 1 s"),
        ("Gil Exits", "line 9: it ends the program"),
        ("Hal Prints", "it prints more than"),
        ("Ida Empty", "the file is empty"),
        ("Kim Forks", "starts a process"),
    ],
)
def test_what_stops_one_is_named_in_the_row(graded: Graded, pupil: str, why: str) -> None:
    row = graded.rows[pupil]

    assert not row["passed"]
    assert why in row["remark"]


def test_where_a_call_that_never_ends_was_stopped_is_not_told(graded: Graded) -> None:
    assert graded.rows["Fay Hangs"]["remark"] == "it does not come back within 1 s"


def test_who_brings_a_process_down_does_not_take_the_next_strategy_along(graded: Graded) -> None:
    own = [row for row in graded.told["results"] if row["pupil"] == "Jürgen Two"]

    assert [row["strategy"] for row in own] == ["mine", "my_naked_pair"]
    assert [row["passed"] for row in own] == [False, True]
    assert [row["solved"] for row in own] == [0, 1]


def test_checks_that_were_not_made_count_as_not_passed(graded: Graded) -> None:
    ended, right = graded.rows["Gil Exits"], graded.rows["Ann Right"]

    assert ended["must_checks"] == right["must_checks"]
    assert ended["must_passed"] < right["must_passed"] == right["must_checks"]


def test_right_work_has_most_points_and_what_cannot_be_loaded_none(graded: Graded) -> None:
    points = {pupil: row["points"] for pupil, row in graded.rows.items()}

    assert points["Ann Right"] == points["Bea Copy"] == max(points.values())
    assert points["Eve Syntax"] == points["Ida Empty"] == 0
    assert 0 < points["=Cy Unsound"] < points["Ann Right"] / 2


def test_who_finds_nothing_has_no_points_for_doing_nothing_wrong(graded: Graded) -> None:
    row = graded.rows["Dan Never"]

    assert (row["faults"], row["points"]) == (0, 0)
    assert row["must_passed"] > 0


def test_a_copy_with_other_names_is_found(graded: Graded) -> None:
    pairs = {tuple(pair["pupils"]): pair["percent"] for pair in graded.told["alike"]}

    assert pairs["Ann Right", "Bea Copy"] == 100
    assert all("Dan Never" not in pair for pair in pairs)


def test_the_status_says_that_some_could_not_be_loaded(graded: Graded) -> None:
    assert graded.status == 2


def test_junit_has_a_suite_a_pupil_and_a_case_a_check(graded: Graded) -> None:
    right = graded.suites["Ann Right: my_naked_pair"]
    unsound = graded.suites["=Cy Unsound: my_naked_pair"]
    broken = graded.suites["Eve Syntax"]

    assert (right.get("failures"), right.get("errors")) == ("0", "0")
    assert len(list(right)) == int(right.get("tests", "0"))
    assert unsound.find("testcase[@name='true']/failure") is not None
    assert broken.find("testcase[@name='loads']/error") is not None


def test_the_number_of_jobs_changes_nothing(tmp_path: Path, program_in: Any) -> None:
    written(tmp_path / "class", {"a": SINGLE, "b": "def mine(grid:"})
    (tmp_path / "one.txt").write_text(NAKED_PAIR, encoding="utf-8")
    told = []
    for jobs in ("1", "2"):
        options = ["--puzzles", "one.txt", "--csv", "--jobs", jobs, "--against", "naked_single"]
        process = program_in(tmp_path).start("plugins", "grade", "class", *options)
        told.append(process.communicate(timeout=140))

    assert told[0] == told[1]
    (row, *_) = csv.DictReader(io.StringIO(told[0][0].decode()))
    assert row["technique_found"] == row["technique_steps"] != "0"
    assert row["other_steps"] == "0"


# Who handed in what.


def pupils(*targets: Path) -> list[tuple[str, str]]:
    return [(work.pupil, Path(work.file).name) for work in handed_in(list(map(str, targets)))]


def test_in_a_folder_each_folder_is_a_pupils(tmp_path: Path) -> None:
    written(tmp_path, {"Zoë  Ö": "", "anna": ""})

    assert pupils(tmp_path) == [("Zoë  Ö", "mine.py"), ("anna", "mine.py")]


def test_a_flat_file_is_that_of_the_pupil_it_is_called_after(tmp_path: Path) -> None:
    (tmp_path / "Ann_Lee.py").touch()
    (tmp_path / "notes.txt").touch()

    assert pupils(tmp_path) == [("Ann_Lee", "Ann_Lee.py")]


def test_files_of_one_name_are_called_after_their_folders(tmp_path: Path) -> None:
    written(tmp_path, {"ann": "", "ben": ""})

    assert pupils(tmp_path / "ann", tmp_path / "ben" / "mine.py") == [
        ("ann", "mine.py"),
        ("ben", "mine.py"),
    ]


def test_tests_and_hidden_files_are_no_work(tmp_path: Path) -> None:
    written(tmp_path, {"ann": "", ".git": "", "__MACOSX": ""})
    (tmp_path / "ann" / "test_mine.py").touch()
    (tmp_path / "ann" / "__pycache__").mkdir()
    (tmp_path / "ann" / "__pycache__" / "old.py").touch()

    assert pupils(tmp_path) == [("ann", "mine.py")]


def test_a_pupil_who_handed_in_no_python_file_has_a_row(tmp_path: Path) -> None:
    (tmp_path / "ann").mkdir()

    assert handed_in([str(tmp_path)]) == [Work("ann", "")]


def test_a_file_that_is_named_twice_is_graded_once(tmp_path: Path) -> None:
    written(tmp_path, {"ann": ""})

    assert len(handed_in([str(tmp_path), str(tmp_path)])) == 1


def test_what_does_not_exist_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file or folder"):
        handed_in([str(tmp_path / "nobody")])


# How alike programs are.


def percents(*texts: str, starter: str = "") -> list[int]:
    programs: dict[int, Pieces] = dict(enumerate(map(pieces_of, texts)))
    return [pair.percent for pair in alike(programs, pieces_of(starter), 1)]


def test_names_comments_words_and_blank_lines_make_no_difference() -> None:
    other = RIGHT.replace("digits", "numbers").replace("for house", "# all houses\n\n    for house")
    other = other.replace("Strike the two digits", "Take away both")

    assert percents(RIGHT, other) == [100]


def test_functions_in_another_order_are_nearly_the_same() -> None:
    one = RIGHT[RIGHT.index("@strategy") :]
    other = HEAD + MINE + "".join(f"    x{n} = [grid.masks[{n}], {n} * {n}]\n" for n in range(20))

    (percent,) = percents(f"{one}\n\n{other}", f"{other}\n\n{one}")
    assert percent > 85


def test_different_programs_are_not_alike() -> None:
    other = HEAD + MINE + "".join(f"    x{n} = [grid.masks[{n}], {n} * {n}]\n" for n in range(20))

    assert all(percent < 30 for percent in percents(RIGHT, other))


def test_what_all_were_given_makes_nobody_alike() -> None:
    assert percents(RIGHT, RIGHT.replace("pair", "duo"), starter=RIGHT) == []


def test_words_in_texts_make_no_difference() -> None:
    other = RIGHT.replace("need {listed(digits)} for themselves", "hold {listed(digits)}, alone")

    assert other != RIGHT
    assert percents(RIGHT, other) == [100]


def test_very_short_programs_are_not_compared() -> None:
    assert percents("x = 1\n", "x = 1\n") == []


def test_a_program_that_cannot_be_read_to_its_end_is_compared_as_far_as_it_can() -> None:
    assert percents(RIGHT + "\nx = (", RIGHT + "\ny = (") == [100]


# Points.


def scheme_file(folder: Path, text: str) -> str:
    file = folder / "scheme.yaml"
    file.write_text(text, encoding="utf-8")
    return str(file)


PASSED = {"named": (True, True), "true": (True, True), "docstring": (False, True)}


def test_points_are_summed_over_checks_puzzles_and_faults(tmp_path: Path) -> None:
    text = "checks: {must: 2, advice: 1, true: 5}\nsolved: {each: 0.5}\nfaults: {each: 3}\n"
    scheme = read_scheme(scheme_file(tmp_path, text))

    assert scheme.points(Score(PASSED, solved=4, faults=1)) == 2 + 5 + 1 + 4 * 0.5 - 3


def test_points_have_limits(tmp_path: Path) -> None:
    text = (
        "checks: {must: 2}\nsolved: {each: 1, most: 3}\nfaults: {each: 1, most: 2}\n"
        "total: {least: 1, most: 6, failed: 4, idle: 2}\n"
    )
    scheme = read_scheme(scheme_file(tmp_path, text))
    failed = {"named": (True, True), "fires": (True, False)}

    assert scheme.points(Score({}, solved=100)) == 3
    assert scheme.points(Score({"named": (True, True)}, solved=3, faults=100)) == 2 + 3 - 2
    assert scheme.points(Score(PASSED, solved=100)) == 6
    assert scheme.points(Score(failed, solved=100)) == 4
    assert scheme.points(Score(failed, solved=100, is_idle=True)) == 2
    assert scheme.points(Score({}, faults=100)) == 1


def test_half_of_a_technique_earns_half_of_its_points(tmp_path: Path) -> None:
    scheme = read_scheme(scheme_file(tmp_path, "against: 8"))

    assert scheme.points(Score({}, part=0.5)) == 4


def test_what_a_scheme_leaves_out_is_as_it_is_built_in(tmp_path: Path) -> None:
    assert read_scheme(scheme_file(tmp_path, "total: {most: none}")) == built_in()
    assert read_scheme(scheme_file(tmp_path, BUILT_IN)) == built_in()


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("cheks: {must: 1}", ":1:1: unknown key 'cheks': did you mean 'checks'?"),
        ("checks:\n  treu: 1", ":2:3: unknown key 'treu' in checks: did you mean 'true'?"),
        ("solved:\n  eech: 1", ":2:3: unknown key 'eech' in solved: did you mean 'each'?"),
        ("solved: 3", ":1:9: solved has keys of its own, indented below it, not '3'"),
        ("checks:\n  must: many", ":2:9: must must be a number, not 'many'"),
        ("faults:\n  each: -1", ":2:9: each must be 0 to 10000, not '-1'"),
        ("faults:\n  each: none", ":2:9: each must be a number, not 'none'"),
        ("- 1", ":1:1: a scheme has keys such as 'checks:', not a list"),
        ("total: {most: 1, most: 2}", ":1:18: 'most' is given twice"),
    ],
)
def test_a_wrong_scheme_is_told_with_its_place(tmp_path: Path, text: str, error: str) -> None:
    with pytest.raises(ConfigError) as raised:
        read_scheme(scheme_file(tmp_path, text))

    assert error in str(raised.value)


def test_the_example_gives_twenty_points_for_all() -> None:
    from sudoku_engine.testing.examination import CHECKS

    scheme = read_scheme(str(EXAMPLES / "grading.yaml"))
    checks = {check.name: (check.is_must, True) for check in CHECKS["strategy"]}

    assert scheme.points(Score(checks, solved=9, part=1.0)) == 20
    assert scheme.checks["true"] == 3


def test_show_scheme_prints_a_scheme_that_can_be_read(run: Run, tmp_path: Path) -> None:
    done = run("plugins", "grade", "--show-scheme")

    assert (done.status, done.out) == (0, BUILT_IN)


# What is written.


@pytest.fixture
def marked() -> ClassReport:
    """Two pupils with hostile names; the one passed, the other's file could not be loaded."""
    passed = Result(
        Work("=HYPERLINK(1)", "a/mine.py"),
        "mine",
        "Mine",
        (Finding(check="named", ok=True),),
        Figures(n_open=5, solved=2, steps=7, calls=4, seconds=0.002),
    )
    broken = Result(Work("<b>\x1b[31m\n&", "b/mine.py"), problem="line 1: @ is no Python")
    return ClassReport([passed, broken], [9.5, 0.0], [Pair(0, 1, 91)], None, False)


def rows_of(marked: ClassReport) -> Iterator[dict[str, str]]:
    out = io.StringIO()
    write_csv(marked, out)
    return csv.DictReader(io.StringIO(out.getvalue()))


def test_no_cell_of_a_spreadsheet_is_a_formula(marked: ClassReport) -> None:
    first, second = rows_of(marked)

    assert first["pupil"] == "'=HYPERLINK(1)"
    assert second["alike"] == "'=HYPERLINK(1) 91 %"
    assert (first["points"], first["solved"], first["open"]) == ("9.5", "2", "5")


def test_times_are_told_to_programs_only_where_they_are_asked_for(marked: ClassReport) -> None:
    assert "ms_per_call" not in next(rows_of(marked))
    marked.has_times = True
    assert next(rows_of(marked))["ms_per_call"] == "0.5"
    columns, (first, _) = table(marked)
    assert dict(zip(columns, first))["ms/call"] == 0.5


def test_a_name_cannot_steer_the_terminal(marked: ClassReport) -> None:
    _, (_, second) = table(marked)

    assert second[0] == "<b>\ufffd[31m\ufffd&"


@pytest.mark.parametrize(
    "name", ["Zoë\u00a0Ö", "\u0645\u06cc\u200c\u062e", "山田　太郎", "Zoe\u0308"]
)
def test_names_are_kept_as_they_are(marked: ClassReport, name: str) -> None:
    marked.results = [Result(Work(name, "mine.py"), problem="gone")]
    marked.pairs = []

    (row,) = rows_of(marked)
    assert row["pupil"] == name


def test_a_check_that_does_not_apply_counts_only_where_others_failed() -> None:
    named = Finding(check="named", ok=True)
    sizes = Finding("it is for no size", check="sizes", ok=None)
    fires = Finding("it finds nothing", check="fires", ok=False)

    assert Result(Work("ann", "mine.py"), "mine", "Mine", (named, sizes)).count(True) == (1, 1)
    assert Result(Work("b", "b.py"), "mine", "Mine", (named, sizes, fires)).count(True) == (1, 3)


def test_half_a_technique_is_told_before_what_needs_a_board_to_be_understood() -> None:
    turned = Finding(
        "after the moves",
        check="turned",
        is_must=True,
        about="it treats turned boards alike",
        ok=False,
    )
    example = Finding("nothing on its example", check="example", ok=False)
    half = Finding("finds 3 of 9 naked pairs", check="complete", is_must=False, ok=False)
    whole = Finding(check="complete", is_must=False, ok=True)
    unsound = Finding("you eliminate 5 from r1c1", check="true", ok=False)

    def remark(*findings: Finding) -> str:
        return Result(Work("ann", "mine.py"), "mine", "Mine", findings).remark

    assert remark(turned, example, half) == "finds 3 of 9 naked pairs"
    assert remark(turned, example, whole) == "nothing on its example"
    assert remark(turned, whole) == "after the moves"
    assert remark(unsound, turned, half) == "you eliminate 5 from r1c1"
    assert remark(half) == ""


def test_junit_takes_every_name(marked: ClassReport) -> None:
    out = io.BytesIO()
    write_junit(marked, out)
    (first, second) = ElementTree.fromstring(out.getvalue())

    assert first.get("name") == "=HYPERLINK(1): mine"
    assert second.get("errors") == "1"


def test_json_has_each_check(marked: ClassReport) -> None:
    told = as_json(marked)

    assert told["results"][0]["checks"][0]["name"] == "named"
    assert told["alike"][0]["percent"] == 91


def test_those_who_are_alike_are_named_without_a_verdict(marked: ClassReport) -> None:
    (note,) = marked.notes()

    assert note.startswith("look at these two: =HYPERLINK(1) (a/mine.py) and ")
    assert note.endswith("are 91 % alike, apart from names and comments")


# The command.


def test_an_unknown_technique_is_told_with_the_near_name(run: Run, tmp_path: Path) -> None:
    written(tmp_path / "class", {"ann": ""})
    done = run("plugins", "grade", "class", "--against", "naked_piar")

    assert done.status == 2
    assert "unknown technique 'naked_piar': did you mean 'naked_pair'?" in done.err


def test_csv_and_json_together_are_an_error(run: Run, tmp_path: Path) -> None:
    written(tmp_path / "class", {"ann": ""})

    assert run("plugins", "grade", "class", "--csv", "--json").status == 2


def test_a_puzzle_with_several_solutions_is_told_and_left_out(run: Run, tmp_path: Path) -> None:
    written(tmp_path / "class", {"ann": ""})
    done = run("plugins", "grade", "class", "--jobs", "1", "--puzzles", "12" + "." * 79)

    assert done.status == 2
    assert "no puzzle with one solution: it is left out" in done.err
    assert "ann" in done.out


def test_the_status_is_one_where_work_is_wrong_and_zero_where_none_is(
    run: Run, tmp_path: Path
) -> None:
    written(tmp_path / "class", {"ann": SINGLE, "dan": CLASS["Dan Never"]})
    options = ["--jobs", "1", "--puzzles", NAKED_PAIR, "--csv", "-o", "out.csv"]

    assert run("plugins", "grade", "class/ann", *options).status == 0
    assert run("plugins", "grade", "class", *options).status == 1
    assert (tmp_path / "out.csv").read_text(encoding="utf-8").count("\n") == 3


def test_the_puzzles_of_a_configuration_are_taken(run: Any, tmp_path: Path) -> None:
    (tmp_path / "ann.py").write_text(RIGHT, encoding="utf-8")
    (tmp_path / "class.yaml").write_text(f'puzzle: "{NAKED_PAIR}"\n', encoding="utf-8")

    told = run("plugins", "grade", "ann.py", "-c", "class.yaml", "--json")

    (result,) = json.loads(told.out)["results"]
    assert (result["solved"], result["open"]) == (1, 1)
