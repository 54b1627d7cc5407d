"""``plugins new``: what it writes works as it is, and it overwrites nothing."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from sudoku_engine import Ended, Grid, LoopSettings, Run, Stepped
from sudoku_engine.__main__ import run as program_here
from sudoku_engine.config.config import read as read_config
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.loop import Loop
from sudoku_engine.testing import Examination, Kit, bundled_kit
from sudoku_plugins.course.course import solution
from sudoku_plugins.kit.algorithms import algorithms
from sudoku_plugins.kit.starter import STARTERS, curriculum, exercise, quoted, way_of_start
from sudoku_plugins.strategies.order import STRATEGIES
from tests.support.boards import SOLUTION, board
from tests.support.json_lines import rows as json_rows
from tests.support.paths import ROOT
from tests.support.samples import thorough

pytestmark = [pytest.mark.process, pytest.mark.slow]

KINDS = list(STARTERS)

Program = Callable[..., Any]


def test_three_files_are_written_and_three_commands_told(run: Program) -> None:
    done = run("plugins", "new", "my_pair")

    assert (done.status, done.err) == (0, "")
    assert sorted(os.listdir()) == ["my_pair.py", "my_pair.yaml", "test_my_pair.py"]
    assert done.out.splitlines() == [
        "Written: my_pair.py, test_my_pair.py, my_pair.yaml",
        "Next:",
        "  sudoku-engine plugins check my_pair.py",
        f"  {'py' if os.name == 'nt' else 'python3'} -m pytest test_my_pair.py",
        "  sudoku-engine solve -c my_pair.yaml",
    ]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a starter of each kind, called ``my_`` and the kind."""
    folder = tmp_path_factory.mktemp("desk")
    for kind in KINDS:
        words = ["plugins", "new", f"my_{kind}", "--kind", kind, "-o", str(folder)]
        assert program_here(words) == 0
    return folder


@pytest.mark.parametrize("kind", [thorough(kind) if kind == "solver" else kind for kind in KINDS])
def test_every_starter_passes_its_checks(desk: Path, kind: str) -> None:
    draft = read_config(desk / f"my_{kind}.yaml")
    registry = Registry()
    registry.load(draft.plugins, draft.disable)
    draft.checked(registry)
    mine = registry.find(kind, f"my_{kind}")
    assert (registry.problems, mine.origin.how) == ([], "file")
    found = list(Examination(mine, Kit(bundled_kit().ours, puzzles=1)).findings())

    assert [finding.why for finding in found if finding.prevents_pass] == []
    assert len(found) >= 3


def python(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments, and return what came of it."""
    command = [sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", **options)


@pytest.mark.thorough
def test_every_test_file_passes(desk: Path, program_in: Any) -> None:
    env = program_in(desk).environment()
    done = python("-m", "pytest", "-q", "-p", "no:cacheprovider", ".", cwd=desk, env=env)

    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout
    assert "failed" not in done.stdout


LINE = board(SOLUTION).line
"""A solved board: a front end that waits after each step has only its last cell to fill."""

AT_WORK = {
    "strategy": ("solve", "My Strategy"),
    "solver": ("solve", "my_solver filled the rest"),
    "generator": ("generate --count 2 --seed 1", "..."),
    "checker": ("compare", "similar, says my_checker"),
    "reporter": ("solve", "my_reporter.yaml:10: solved ("),
    "format": ("verify", "valid: 1 solution"),
    "rule": ("solve", "Clue: my rule r2c3,r3c4,r4c4,r4c3 =>"),
    "frontend": (f"solve {LINE[:-1]}.", "1. Full House\n+---"),
}


@pytest.mark.parametrize("kind", [*KINDS[:3], *map(thorough, KINDS[3:])])
def test_every_configuration_shows_its_plugin_at_work(
    desk: Path, run: Program, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.chdir(desk)
    command, told = AT_WORK[kind]
    done = run(*command.split(), "-c", f"my_{kind}.yaml")

    assert (done.status, done.err) == (0, "")
    assert told in done.out
    if kind == "generator":
        assert [line.count(".") for line in done.out.split()] == [32, 32]  # 0.4 of 81


@pytest.mark.parametrize("kind", KINDS)
def test_a_python_without_the_engine_is_told_what_to_do(desk: Path, kind: str) -> None:
    done = python("-I", "-S", f"my_{kind}.py", cwd=desk)

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        "This Python does not have sudoku_engine. Use the one that has it, such as:",
        f"  .venv/bin/python -m idlelib my_{kind}.py (Windows: .venv\\Scripts\\python ...)",
    ]


# Names

BAD_NAMES = {
    "naked-pair": "did you mean 'naked_pair'? naked_pair is taken, but my_naked_pair is free",
    "my pair.py": "did you mean 'my_pair'?",
    "2pairs": "did you mean 'my_2pairs'?",
    "größe": "has letters other than a to z: did you mean 'grosse'?",
    "../away": "did you mean 'away'?",
    "": "did you mean 'my_plugin'?",
    "naked_pair": "is the name of a bundled plugin: use another, such as 'my_naked_pair'",
    "bitboard": "is the name of a bundled plugin",
    "random": "is a Python module, which your file would hide",
    "yaml": "is a library, which your file would hide",
    "class": "is a Python keyword: use another, such as 'my_class'",
    "match": "is a Python keyword",
    "max": "is a Python function, which yours would hide",
    "Grid": "is a name in the engine, which yours would hide",
    "step": "is a name in the engine",  # its class would be called Step
    "conftest": "has a special meaning for pytest or pip",
    "aux": "is reserved by Windows",
    "test_pair": "would be skipped in a folder of plugins: use another, such as 'my_pair'",
    "_pair": "would be skipped in a folder of plugins: use another, such as 'my_pair'",
}


@pytest.mark.parametrize(("name", "why"), BAD_NAMES.items(), ids=list(BAD_NAMES))
def test_a_bad_name_is_refused_with_a_mend_and_nothing_is_written(
    run: Program, name: str, why: str
) -> None:
    done = run("plugins", "new", name)

    assert done.status == 2
    assert why in done.err
    assert done.err.count("\n") == 1
    assert os.listdir() == []


# Writing

FILES = ["my_pair.py", "my_pair.yaml", "test_my_pair.py"]


@pytest.mark.parametrize("there", FILES)
def test_nothing_is_written_where_one_of_the_files_is_there(run: Program, there: str) -> None:
    Path(there).write_text("mine", encoding="utf-8")
    done = run("plugins", "new", "my_pair")

    assert done.status == 2
    assert f"{there} exists already, so nothing is written" in done.err
    assert os.listdir() == [there]
    assert Path(there).read_text(encoding="utf-8") == "mine"


def test_with_force_files_are_overwritten(run: Program) -> None:
    for file in FILES:
        Path(file).write_text("mine", encoding="utf-8")
    assert run("plugins", "new", "my_pair", "--force").status == 0
    assert sorted(os.listdir()) == FILES
    assert all("my_pair" in Path(file).read_text(encoding="utf-8") for file in FILES)


def test_force_overwrites_no_file_where_one_cannot_be(run: Program) -> None:
    Path("my_pair.py").write_text("mine", encoding="utf-8")
    Path("my_pair.yaml").mkdir()
    done = run("plugins", "new", "my_pair", "--force")

    assert done.status == 2
    assert "my_pair.yaml: cannot be written" in done.err
    assert sorted(os.listdir()) == ["my_pair.py", "my_pair.yaml"]
    assert Path("my_pair.py").read_text(encoding="utf-8") == "mine"


def test_files_go_into_the_folder_that_is_named_and_the_commands_lead_there(run: Program) -> None:
    done = run("plugins", "new", "my_pair", "-o", "my lesson")

    assert sorted(os.listdir("my lesson")) == FILES
    assert "plugins check " + quoted([os.path.join("my lesson", "my_pair.py")]) in done.out


# How the program was started


def test_the_commands_are_told_as_the_program_was_started(program: Program) -> None:
    done = program("plugins", "new", "my_pair")
    start = f"  {quoted([sys.executable])} -m"

    assert done.out.splitlines()[2:] == [
        f"{start} sudoku_engine plugins check my_pair.py",
        f"{start} pytest test_my_pair.py",
        f"{start} sudoku_engine solve -c my_pair.yaml",
    ]


MAIN = os.path.join("somewhere", "sudoku_engine", "__main__.py")


def test_python_is_called_by_the_name_that_was_typed() -> None:
    way = way_of_start([MAIN, "plugins"], ["python3.12", "-m", "sudoku_engine"], False)

    assert way.engine("solve", "a b.txt") == "python3.12 -m sudoku_engine solve 'a b.txt'"
    assert way.module("pytest") == "python3.12 -m pytest"


def test_on_windows_py_is_told_where_it_started_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    launched = os.path.abspath("python.exe")  # what the launcher calls

    assert way_of_start([MAIN], [launched, "-m"], True).program == ("py", "-m", "sudoku_engine")
    assert way_of_start([MAIN], ["python", "-m"], True).program[0] == "python"


@pytest.mark.skipif(os.name == "nt", reason="scripts have another ending there")
def test_the_script_is_told_by_its_path_or_by_its_name_where_that_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    scripts = tmp_path / ".venv" / "bin"
    scripts.mkdir(parents=True)
    for name in ("sudoku-engine", "python"):
        (scripts / name).touch(mode=0o755)
    script = str(scripts / "sudoku-engine")

    assert way_of_start([script], []).engine("solve") == ".venv/bin/sudoku-engine solve"
    assert way_of_start([script], []).module("pytest") == ".venv/bin/python -m pytest"

    monkeypatch.setenv("PATH", str(scripts))
    assert way_of_start([script], []).engine("solve") == "sudoku-engine solve"
    assert way_of_start([script], []).module("pytest") == "python -m pytest"


def test_words_with_spaces_are_quoted_as_the_shell_wants_it() -> None:
    assert quoted(["solve", "my file"], is_windows=False) == "solve 'my file'"
    assert quoted(["solve", "my file"], is_windows=True) == 'solve "my file"'


# Exercises

RIGHT_RULES = {
    "thermometer": "return a < b",
    "black_dot": "return a == 2 * b or b == 2 * a",
    "killer_cage": "return sum(digits) == value",
    "renban": "return max(digits) - min(digits) == len(digits) - 1",
    "anti_knight": "return a != b",
}
"""The exercises on rules, and what is to be written."""

KNIGHT = "[(1, 2), (1, -2), (2, 1), (2, -1)]"

EXERCISES = [strategy.id for strategy in STRATEGIES if strategy.family != "clues"]


def test_the_exercises_are_told_in_an_order_to_learn_them(run: Program) -> None:
    done = run("plugins", "new", "--exercise", "list")

    assert done.status == 0
    first, *rest = [line.split() for line in done.out.splitlines()[2:] if line.strip()]
    assert first == ["full_house", "Full", "House", "easy"]
    assert sorted(row[0] for row in (first, *rest)) == sorted(
        [*EXERCISES, *RIGHT_RULES, *algorithms()]
    )
    assert ["swordfish", "Swordfish", "hard", "x_wing"] in rest
    assert os.listdir() == []


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("", "it needs a name: sudoku-engine plugins new my_pair"),
        ("--exercise clue", "there is no exercise on clue: it needs boards with clues"),
        ("--exercise naked_piar", "unknown technique 'naked_piar': did you mean 'naked_pair'?"),
        (
            "--exercise naked_pair --kind solver",
            "this exercise is a strategy: leave out --kind solver",
        ),
    ],
)
def test_what_cannot_be_made_is_told(run: Program, arguments: str, why: str) -> None:
    done = run("plugins", "new", *arguments.split())

    assert (done.status, done.err) == (2, f"{why}\n")


@pytest.mark.parametrize(
    ("name", "right"),
    [each if each[0] == "thermometer" else thorough(*each) for each in RIGHT_RULES.items()],
)
def test_an_exercise_on_a_rule_is_wrong_at_first_and_done_right_it_passes(
    run: Program, tmp_path: Path, name: str, right: str
) -> None:
    check = "plugins", "check", f"my_{name}.py", "--against", name, "--strict"
    assert run("plugins", "new", "--exercise", name).status == 0
    file = tmp_path / f"my_{name}.py"
    first = run(*check)
    assert (first.status, first.out.count("FAILED")) == (1, 1)

    begun = file.read_text(encoding="utf-8")
    done = begun.replace("return True", right, 1).replace("[(1, 2)]", KNIGHT)
    file.write_text(done, encoding="utf-8")
    assert "\n\npassed: " in run(*check).out
    assert "valid: 1 solution" in run("verify", "-c", f"my_{name}.yaml").out


@pytest.fixture(scope="module")
def exercises(tmp_path_factory: pytest.TempPathFactory, registry: Registry) -> Registry:
    """The bundled strategies, and an exercise about each, called ``my_`` and its id."""
    folder = tmp_path_factory.mktemp("exercises")
    for technique in EXERCISES:
        files = exercise(registry.find("strategy", technique)).files(f"my_{technique}")
        file = f"my_{technique}.py"
        (folder / file).write_text(files[file], encoding="utf-8")
    found = Registry()
    found.load([str(folder / f"my_{technique}.py") for technique in EXERCISES])
    return found


@pytest.mark.parametrize(
    "technique",
    [
        thorough(each.id) if each.id == "nested_forcing_net" else each.id
        for each in STRATEGIES
        if each.by_default and each.id in EXERCISES
    ],
)
def test_an_exercise_loads_and_finds_nothing_yet_where_there_is_something(
    exercises: Registry, technique: str
) -> None:
    mine, ours = (exercises.find("strategy", name) for name in (f"my_{technique}", technique))
    marks: Any = "manual" if technique == "visible_single" else "auto"
    grid, example = (Grid.parse(str(each.example), marks=marks) for each in (mine, ours))

    assert exercises.problems == []
    assert (grid, grid.given) == (example, example.given)
    assert list(mine.call(grid)) == []
    assert list(ours.call(grid)) != []
    for trait in ("score", "level", "family", "assumes_unique"):
        assert getattr(mine, trait) == getattr(ours, trait)


@pytest.mark.parametrize(
    "technique",
    [
        each.id if not number % 6 and each.family != "fish" else thorough(each.id)
        for number, each in enumerate(STRATEGIES)
        if each.id in EXERCISES and (each.by_default or each.family != "fish")
    ],
)
def test_the_puzzle_of_an_exercise_is_solved_by_the_technique_and_the_singles(
    registry: Registry, technique: str
) -> None:
    ours = registry.find("strategy", technique)
    settings = yaml.safe_load(exercise(ours).files("mine")["mine.yaml"])
    marks: Any = settings.get("loop", {}).get("pencilmarks", "auto")
    own_first = [technique if name == "mine" else name for name in settings["strategies"]]
    grid = Grid.parse(settings["puzzle"], marks=marks)
    strategies = [registry.find("strategy", name) for name in dict.fromkeys(own_first)]
    run = Run(grid, Loop(strategies, LoopSettings(pencilmarks=marks)).events(grid))
    first, *_, ended = [event for event in run if isinstance(event, (Stepped, Ended))]

    assert isinstance(first, Stepped)
    assert first.strategy.id == technique
    assert isinstance(ended, Ended)
    assert ended.outcome == "solved"


def test_an_exercise_describes_the_technique_and_says_how_it_is_measured(run: Program) -> None:
    done = run("plugins", "new", "pairs", "--exercise", "naked_pair")
    text = Path("pairs.py").read_text(encoding="utf-8")

    assert "Look for two cells of a house that have the same two candidates" in text
    assert "Naked triple" not in text
    assert "because  both candidates of both cells" in text
    assert "plugins check pairs.py --against naked_pair" in done.out


@pytest.mark.thorough
def test_running_an_exercise_sets_it_beside_its_technique(program: Program, tmp_path: Path) -> None:
    (naked_pair,) = (each for each in bundled_kit().ours if each.id == "naked_pair")
    rows_only = solution(naked_pair).replace("layout.houses", "layout.rows")
    (tmp_path / "rows.py").write_text(rows_only, encoding="utf-8")
    done = python("rows.py", cwd=tmp_path, env=program.environment())

    assert done.returncode == 1
    assert "that it misses belong to" in done.stdout


UNIQUE_RECTANGLE_1 = """
    layout = grid.layout
    twos = [cell for cell in grid.open_cells if len(grid.candidates(cell)) == 2]
    for corner in twos:
        digits = grid.candidates(corner)
        for row_mate in twos:
            for column_mate in twos:
                if not (
                    grid.candidates(row_mate) == grid.candidates(column_mate) == digits
                    and layout.houses_of(corner)[0] == layout.houses_of(row_mate)[0]
                    and layout.houses_of(corner)[1] == layout.houses_of(column_mate)[1]
                    and len({corner, row_mate, column_mate}) == 3
                ):
                    continue
                column = layout.houses_of(row_mate)[1]
                row = layout.houses_of(column_mate)[0]
                (last,) = set(row.cells) & set(column.cells)
                cells = (corner, row_mate, column_mate, last)
                boxes = [box for box in layout.boxes if set(cells) & set(box.cells)]
                eliminated = [
                    Candidate(last, digit) for digit in sorted(digits & grid.candidates(last))
                ]
                if len(boxes) == 2 and eliminated:
                    yield Step(eliminations=eliminated)
"""
"""The body of the function, as a pupil may write it."""

SCREEN = 24
"""The lines of a terminal, and of a small editor."""


def test_the_function_to_write_is_in_the_first_screen_of_every_exercise() -> None:
    for technique in bundled_kit().ours:
        if technique.id in curriculum():
            lines = exercise(technique).files("mine")["mine.py"].splitlines()
            assert lines.index("    return []") < SCREEN, technique.id
            assert max(map(len, lines[:SCREEN])) <= 100, technique.id


def test_an_exercise_that_is_done_is_the_technique_and_passes(run: Any) -> None:
    technique = "unique_rectangle_1"
    assert run("plugins", "new", "--exercise", technique).status == 0
    file = Path(f"my_{technique}.py")
    body = UNIQUE_RECTANGLE_1.strip("\n")
    file.write_text(file.read_text(encoding="utf-8").replace("    return []", body))
    registry = Registry()
    registry.load([str(file)])
    mine, ours = (registry.find("strategy", name) for name in (f"my_{technique}", technique))
    examination = Examination(mine, Kit(bundled_kit().ours, ours, puzzles=1))
    assert [finding.why for finding in list(examination.findings()) if finding.has_failed] == []
    assert examination.fired > 3
    assert (mine.family, mine.assumes_unique) == (ours.family, ours.assumes_unique)


# Projects


@pytest.mark.thorough
def test_a_project_that_is_installed_is_found_by_every_run(run: Program, tmp_path: Path) -> None:
    pytest.importorskip("setuptools", "70.1")
    done = run("plugins", "new", "my_pair", "--package")
    site = tmp_path / "site"
    pip = ["-m", "pip", "install", "-q", "--no-build-isolation", "--no-index", "--no-deps"]
    installed = python(*pip, "--target", str(site), os.path.join(os.curdir, "my_pair"))
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), *sys.path])}

    def engine(*arguments: str) -> str:
        process = python("-m", "sudoku_engine", *arguments, env=env)
        assert (process.returncode, process.stderr) == (0, "")
        return process.stdout

    assert done.status == 0
    assert installed.returncode == 0, installed.stderr
    rows = json_rows(engine("plugins", "list", "--json"))
    assert [(row["id"], row["kind"]) for row in rows if row["from"] == "my_pair"] == [
        ("my_pair", "strategy")
    ]
    assert "My Pair" in engine("solve", "-c", os.path.join("my_pair", "my_pair.yaml"))


def test_a_project_can_be_installed_by_the_command_that_is_told(run: Program) -> None:
    done = run("plugins", "new", "my_pair", "--package")

    assert done.out.splitlines()[0] == "Written: " + ", ".join(
        os.path.join("my_pair", file)
        for file in ("pyproject.toml", "my_pair.py", "test_my_pair.py", "my_pair.yaml")
    )
    assert f"-m pip install -e {os.path.join(os.curdir, 'my_pair')}" in done.out


@pytest.mark.thorough
def test_its_tests_are_found_in_a_clone_of_the_engine_without_xdist(
    run: Program, program: Program
) -> None:
    Path("setup.cfg").write_bytes((ROOT / "setup.cfg").read_bytes())
    done = run("plugins", "new", "my_pair", "--package")
    (command,) = (line.split() for line in done.out.splitlines() if " pytest " in line)
    options = ["--collect-only", "-q", "-p", "no:xdist"]
    found = python(*command[1:], *options, env=program.environment())

    assert found.returncode == 0, found.stdout
    assert "test_passes_the_checks" in found.stdout
