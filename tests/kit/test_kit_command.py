"""The command that checks plugins: what it says, and that nothing a plugin does stops it."""

import os
import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest

from sudoku_engine import Grid
from sudoku_engine.api.record import grid_of
from sudoku_engine.testing import (
    assert_finds,
    assert_finds_nothing,
    assert_sound,
    checks_for,
)
from sudoku_plugins.kit.isolation import check_plugin
from sudoku_plugins.sandbox.channel import last_call
from sudoku_plugins.strategies.naked_subsets import naked_pair
from tests.support.files import plugin_file
from tests.support.json_lines import rows as json_rows

pytestmark = [pytest.mark.process, pytest.mark.slow]

posix = pytest.mark.skipif(sys.platform == "win32", reason="some of this does not exist there")

Run = Any

SINGLE = '''
@strategy("My Single", score=4, level="easy")
def my_single(grid):
    """A cell with one candidate."""
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            yield Step([Candidate(cell, min(grid.candidates(cell)))], reason="it is alone")
'''


def small(text: str) -> str:
    """Return a strategy that is checked on boards of 4x4 alone: sooner."""
    return text.replace('level="easy"', 'level="easy", sizes=[4]')


OPTIONAL = SINGLE.replace("(grid)", "(grid, *, wrong=False)", 1).replace(
    "== 1", "<= 1 + wrong and grid.candidates(cell)"
)
"""The same, with an option that makes it wrong."""

GUESS = """
@strategy("Guess", score=4, level="easy")
def guess(grid):
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 2:
            yield Step([Candidate(cell, min(grid.candidates(cell)))])
"""


def written(folder: Path, text: str) -> str:
    return str(plugin_file(folder, text))


def test_each_plugin_of_a_file_is_told_with_its_counts_or_its_line_claim_and_truth(
    tmp_path: Path, run: Run
) -> None:
    status, out, err = run("plugins", "check", written(tmp_path, small(OPTIONAL + GUESS)))
    assert (status, err) == (1, "")
    assert re.search("^passed: [0-9]+ checks, [0-9]{2} boards, fired [0-9]+ times", out, re.M)
    assert out.index("My Single") < out.index("passed: ") < out.index("Guess")
    assert "FAILED: a step contradicts the solution" in out
    assert "mine.py:14: you place " in out
    assert ", but the solution has " in out
    assert "Advice: " in out
    assert "failed: 1 of " in out


def test_json_has_all_findings_with_boards_that_can_be_read_back(tmp_path: Path, run: Run) -> None:
    _, out, _ = run("plugins", "check", "--json", written(tmp_path, small(GUESS)))
    (report,) = json_rows(out)
    assert (report["id"], report["kind"], report["passed"]) == ("guess", "strategy", False)
    (untrue,) = [finding for finding in report["findings"] if finding["check"] == "true"]
    assert untrue["ok"] is False
    assert not grid_of(untrue["board"]).is_solved


@pytest.mark.parametrize("name", ["bitboard", "canonical", "jsonl"])
def test_what_is_bundled_can_be_checked_by_its_name(name: str, run: Run) -> None:
    status, out, _ = run("plugins", "check", name)
    assert status == 0
    assert "passed: " in out


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ("naked_piar", "no file and no plugin 'naked_piar': did you mean 'naked_pair'?"),
        ("mine", "no file and no plugin 'mine': did you mean 'mine.py'?"),
        ("minn.py", "minn.py: there is no such file: did you mean 'mine.py'?"),
        ("qqq", "no file and no plugin 'qqq': `sudoku-engine plugins list` shows the ids"),
    ],
)
def test_an_unknown_name_is_an_error_that_names_the_near_one(
    given: str, error: str, tmp_path: Path, run: Run
) -> None:
    written(tmp_path, SINGLE)
    assert run("plugins", "check", given) == (2, "", f"{error}\n")


# Where, and with what


@pytest.mark.thorough
def test_options_of_the_configuration_count(tmp_path: Path, run: Run) -> None:
    file = written(tmp_path, small(OPTIONAL))
    (tmp_path / "run.yaml").write_text(
        "plugins: [mine.py]\nstrategies: [{my_single: {wrong: yes}}]"
    )
    status, out, _ = run("plugins", "check", file, "-c", "run.yaml")
    assert status == 1
    assert "a step contradicts the solution" in out


CALLED_WRONG = '@strategy("One", 4, "easy")\ndef one(grid):\n    return []\n'


@pytest.mark.parametrize(
    ("text", "options", "error"),
    [
        ("def one(grid)\n", [], "mine.py:2: it is not valid Python"),
        (SINGLE, ["--against", "pair"], "unknown technique 'pair'"),
        (SINGLE, ["--layout", "6x6"], "my_single is for boards of 9 rows, not 6x6\n"),
        (CALLED_WRONG, [], 'write @strategy("My Pair", score=60, level="medium")'),
    ],
)
def test_what_cannot_be_checked_is_an_error_that_says_why(
    text: str, options: list[str], error: str, tmp_path: Path, run: Run
) -> None:
    status, out, err = run("plugins", "check", *options, written(tmp_path, text))
    assert (status, out) == (2, "")
    assert error in err


# What stops other programs

STOPPED = {
    "an endless loop": ("while True: pass", "does not come back within 0.5 s"),
    "another program": (
        "import subprocess; subprocess.run(['true'])",
        "it starts a program (subprocess)",
    ),
    "printing without an end": ("while True: print('hello')", "it prints more than"),
    "a list that is too long": ("return [0] * 10 ** 12", "more memory"),
}


@posix
@pytest.mark.thorough
def test_plugins_that_would_stop_the_program_are_stopped_and_named_with_their_lines(
    tmp_path: Path,
) -> None:
    bodies = enumerate(body for body, _ in STOPPED.values())
    bad = "".join(
        f'@strategy("Bad", score=4, level="easy")\ndef bad_{number}(grid):\n    {body}\n'
        for number, body in bodies
    )

    outcome = check_plugin(written(tmp_path, bad + SINGLE), seconds=0.5)

    *stopped, last = outcome.reports
    assert [report.id for report in stopped] == [f"bad_{number}" for number in range(len(STOPPED))]
    for number, (report, (_, why)) in enumerate(zip(stopped, STOPPED.values())):
        (failed,) = [finding for finding in report.findings if finding.has_failed]
        assert why in failed.why
        assert failed.line == 3 * number + 4, failed.why
    assert (last.id, last.has_passed) == ("my_single", True)


def test_a_plugin_that_ends_the_program_while_it_loads_is_named(tmp_path: Path) -> None:
    outcome = check_plugin(written(tmp_path, "import os\nos._exit(0)\n"))
    assert outcome.reports == []
    (problem,) = outcome.problems
    assert "mine.py:3: it ends the program (os._exit(0)), while it is loaded" in str(problem)


# Other kinds of plugin

KINDS = {
    "a solver that finds nothing": (
        "solver",
        "def solutions(self, grid): return iter(())",
        "it finds no solution, but the board has 1 solution",
    ),
    "a solver that guesses": (
        "solver",
        "def solutions(self, grid): yield grid",
        "it gave a board that is not a solution",
    ),
    "a checker that always says no": (
        "checker",
        "def find(self, source, target): return Verdict(False)",
        "it says no, but there is a transformation",
    ),
    "a reporter that fails at the end": (
        "reporter",
        "def event(self, run, event): event.strategies",
        "AttributeError",
    ),
    "a reporter that fails when all is over": (
        "reporter",
        """
        def event(self, run, event): pass
        def finish(self): [].pop()
        """,
        "IndexError",
    ),
    "a generator that has no solution": (
        "generator",
        "def generate(self, rng, layout): return 5",
        "not a Puzzle",
    ),
    "a generator that draws without the rng": (
        "generator",
        """
        def generate(self, rng, layout):
            digits = random.sample(range(1, 10), 9)
            board = Grid(layout, [digits[(3 * r + r // 3 + c) % 9] for r in ROWS for c in ROWS])
            return Puzzle(board, board)
        """,
        "the same seed makes two puzzles",
    ),
    "a generator that makes one puzzle only": (
        "generator",
        """
        def generate(self, rng, layout):
            board = Grid(layout, [(3 * r + r // 3 + c) % 9 + 1 for r in ROWS for c in ROWS])
            return Puzzle(board, board)
        """,
        "every seed makes the same puzzle",
    ),
    "a front end that takes no faults": (
        "frontend",
        """
        def present(self, runs):
            for run in runs:
                for event in run:
                    if type(event).__name__ == 'Faulted': raise ValueError('a fault')
        """,
        "ValueError: a fault",
    ),
}
"""Plugins that are wrong: their kind, their methods, and words of the finding."""


@pytest.mark.thorough
def test_wrong_plugins_of_other_kinds_are_caught(tmp_path: Path) -> None:
    text = "import random\nfrom sudoku_engine import Puzzle, Verdict\nROWS = range(9)\n"
    offered: dict[str, list[str]] = {}
    for number, (kind, methods, _) in enumerate(KINDS.values()):
        text += f"class Bad{number}:\n    id, name = 'bad_{number}', 'Bad'\n"
        text += indent(dedent(methods.lstrip("\n")), "    ") + "\n"
        offered.setdefault(kind, []).append(f"Bad{number}()")
    for kind, made in offered.items():
        text += f"@hookimpl\ndef sudoku_{kind}s():\n    return [{', '.join(made)}]\n"

    reports = {
        report.id: report for report in check_plugin(written(tmp_path, text), windows=True).reports
    }

    for number, (kind, _, why) in enumerate(KINDS.values()):
        report = reports[f"bad_{number}"]
        messages = [finding.why for finding in report.findings if finding.ok is False]
        assert report.kind == kind
        assert any(why in message for message in messages), messages


WORDS = """\
Timeout (0:00:07)!
Thread 0x1 (most recent call first):
  File "/lib/itertools.py", line 3 in count
  File "/home/ann/mine.py2/helper.py", line 5 in deep
  File "/home/ann/mine.py", line 9 in mine
  File "/home/ann/mine.py", line 20 in outer
"""


def test_the_innermost_call_in_a_plugins_own_file_is_taken_from_last_words() -> None:
    assert last_call(WORDS, ["/home/ann/mine.py"]) == ("/home/ann/mine.py", 9)
    assert last_call(WORDS, ["/home/ann/mine.py2"]) == ("/home/ann/mine.py2/helper.py", 5)
    assert last_call(WORDS) == ("/lib/itertools.py", 3)
    assert last_call(WORDS, ["/home/bob.py"]) is None


# For pytest


def test_a_step_is_asserted_on_a_board_drawn_in_the_test() -> None:
    board = "12.. .... .... ...."
    step = assert_finds(naked_pair, board, "r2c3<>3")
    assert {(int(cell), digit) for cell, digit in step.eliminations} >= {(6, 3)}
    with pytest.raises(AssertionError, match="naked_pair finds on"):
        assert_finds(naked_pair, Grid.parse(board), "r1c3=3")
    assert_finds_nothing(naked_pair, ".... .... .... ....")


def test_a_bundled_strategy_is_asserted_to_be_sound() -> None:
    assert_sound(naked_pair)


def test_checks_are_data_with_different_names() -> None:
    checks = list(checks_for(naked_pair))
    assert len({check.name for check in checks}) == len(checks)
    assert {check.kind for check in checks} == {"strategy"}
    assert checks[0].run().ok is True


PYTEST = """
from sudoku_engine import Candidate, Step, strategy
from sudoku_engine.testing import parametrize_with_checks

@strategy("Single", score=4, level="easy", sizes=[4])
def single(grid):
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            yield Step([Candidate(cell, min(grid.candidates(cell)))])

@strategy("Guess", score=4, level="easy", sizes=[4])
def guess(grid):
    for cell in grid.open_cells:
        yield Step([Candidate(cell, min(grid.candidates(cell)))])

@parametrize_with_checks([single, guess])
def test_it_passes(check):
    check()

def test_the_fixtures_are_there(sudoku_kit, sudoku_board):
    grid = sudoku_board("12.. 34.. .... ....")
    assert [step.placements for step in single.find(grid)] == []
    assert sudoku_kit.ours
"""


@pytest.mark.thorough
def test_checks_and_fixtures_serve_in_pytest(tmp_path: Path) -> None:
    (tmp_path / "test_mine.py").write_text(PYTEST, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "test_mine.py"]
    plugin = ["-p", "sudoku_plugins.kit.pytest_plugin"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"

    done = subprocess.run(
        [*command, *plugin], cwd=tmp_path, env=environment, capture_output=True, text=True
    )

    for line in (
        "test_it_passes[single-true] PASSED",
        "test_it_passes[guess-true] FAILED",
        "test_it_passes[single-docstring] SKIPPED",
        "test_the_fixtures_are_there PASSED",
        "you place ",
    ):
        assert line in done.stdout


@pytest.mark.parametrize("name", ["random", "sudoku_engine"])
def test_a_file_that_hides_a_module_of_python_is_told_to_be_renamed(
    name: str, tmp_path: Path
) -> None:
    (notice,) = check_plugin(str(plugin_file(tmp_path, "").rename(tmp_path / f"{name}.py"))).notices
    assert f"its own module {name}: rename it, such as my_{name}.py" in str(notice)


RULE = """
from sudoku_engine import rule

@rule("Mine")
def mine(a, b):
    return a < b
"""


def test_a_rule_is_checked_on_clues(run: Run, tmp_path: Path) -> None:
    done = run("plugins", "check", str(plugin_file(tmp_path, RULE)), "--json")
    (record,) = json_rows(done.out)
    assert (done.status, record["kind"], record["passed"]) == (0, "rule", True)
    assert {"answers", "allows", "written", "drawn"} <= {
        each["check"] for each in record["findings"] if each["ok"]
    }
