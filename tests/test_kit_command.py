"""The command that checks plugins: what it says, and that nothing a plugin does stops it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from sudoku_engine import Grid
from sudoku_engine.testing import (
    assert_finds,
    assert_finds_nothing,
    assert_sound,
    bundled_kit,
    checks_for,
)
from sudoku_engine.testing.isolation import Limits, check_plugin
from sudoku_engine.testing.wire import grid_as_json, grid_of

Run = Any

IMPORTS = "from sudoku_engine import Candidate, Step, hookimpl, strategy\n"

SINGLE = '''
@strategy("My Single", score=4, level="easy")
def my_single(grid):
    """A cell with one candidate."""
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            yield Step([Candidate(cell, min(grid.candidates(cell)))], reason="it is alone")
'''

GUESS = """
@strategy("Guess", score=4, level="easy")
def guess(grid):
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 2:
            yield Step([Candidate(cell, min(grid.candidates(cell)))])
"""


def written(folder: Path, text: str) -> str:
    file = folder / "mine.py"
    file.write_text(IMPORTS + dedent(text), encoding="utf-8")
    return str(file)


def test_a_right_plugin_passes_with_its_counts(tmp_path: Path, run: Run) -> None:
    status, out, err = run("plugins", "check", written(tmp_path, SINGLE))
    assert (status, err) == (0, "")
    assert "passed: 19 checks, 4" in out
    assert " boards, fired " in out


def test_a_wrong_plugin_is_shown_with_its_line_its_claim_and_the_truth(
    tmp_path: Path, run: Run
) -> None:
    status, out, _ = run("plugins", "check", written(tmp_path, GUESS))
    assert status == 1
    assert "FAILED: no step contradicts the solution" in out
    assert "mine.py:7: you place " in out
    assert ", but the solution has " in out
    assert "Advice: " in out
    assert "failed: 1 of " in out


def test_several_plugins_in_a_file_are_each_checked(tmp_path: Path, run: Run) -> None:
    status, out, _ = run("plugins", "check", written(tmp_path, SINGLE + GUESS))
    assert status == 1
    assert "My Single" in out
    assert "passed: " in out
    assert "Guess" in out
    assert "failed: " in out


def test_json_has_all_findings_with_boards_that_can_be_read_back(tmp_path: Path, run: Run) -> None:
    _, out, _ = run("plugins", "check", "--json", written(tmp_path, GUESS))
    (report,) = json.loads(out)
    assert (report["id"], report["kind"], report["passed"]) == ("guess", "strategy", False)
    (untrue,) = [finding for finding in report["findings"] if finding["check"] == "true"]
    assert untrue["ok"] is False
    assert not grid_of(untrue["board"]).is_solved


def test_a_board_with_regions_and_struck_candidates_passes_between_processes() -> None:
    grid = bundled_kit().shelf
    for group in ("jigsaw", "diagonals", "16x16"):
        for number, position in enumerate(grid.positions(group)):
            data = json.loads(json.dumps(grid_as_json(position.grid)))
            assert grid_of(data) == position.grid
            if number == 9:
                break


@pytest.mark.parametrize("name", ["bitboard", "canonical", "jsonl"])
def test_what_is_bundled_can_be_checked_by_its_name(name: str, run: Run) -> None:
    status, out, _ = run("plugins", "check", name)
    assert status == 0
    assert "passed: " in out


def test_an_unknown_name_is_told_with_the_near_one(run: Run) -> None:
    assert run("plugins", "check", "naked_piar") == (
        2,
        "",
        "no file and no plugin 'naked_piar': did you mean 'naked_pair'?\n",
    )


def test_a_file_that_cannot_be_loaded_is_told_with_its_line(tmp_path: Path, run: Run) -> None:
    status, out, err = run("plugins", "check", written(tmp_path, "def one(grid)\n"))
    assert (status, out) == (2, "")
    assert "mine.py:2: it is not valid Python" in err


def test_an_unknown_technique_to_set_it_beside_is_told(tmp_path: Path, run: Run) -> None:
    status, _, err = run("plugins", "check", "--against", "pair", written(tmp_path, SINGLE))
    assert status == 2
    assert "unknown technique 'pair'" in err


# What stops other programs

STOPPED = {
    "an endless loop": ("while True: pass", "does not come back within 1 s"),
    "a loop that nothing can stop": (
        "import itertools; return sum(itertools.count())",
        "does not come back within 1 s",
    ),
    "os._exit": ("import os; os._exit(0)", "it ends the program (os._exit(0))"),
    "a child process": ("import os; os.fork()", "it starts a process (os.fork)"),
    "another program": (
        "import subprocess; subprocess.run(['true'])",
        "it starts a program (subprocess)",
    ),
    "printing without an end": ("while True: print('hello')", "it prints more than"),
    "a crash of the interpreter": ("import ctypes; ctypes.string_at(0)", ""),
    "a list that is too long": ("return [0] * 10 ** 12", "more memory"),
}


@pytest.mark.parametrize("way", STOPPED)
@pytest.mark.skipif(sys.platform == "win32", reason="some of these do not exist there")
def test_a_plugin_that_would_stop_the_program_is_stopped_named_and_the_next_is_checked(
    way: str, tmp_path: Path
) -> None:
    body, why = STOPPED[way]
    text = f'@strategy("Bad", score=4, level="easy")\ndef bad(grid):\n    {body}\n'
    outcome = check_plugin(written(tmp_path, text + SINGLE), limits=Limits(seconds=1))
    bad, single = outcome.reports
    assert not bad.has_passed
    (failed,) = [finding for finding in bad.findings if finding.has_failed]
    assert why in failed.why
    assert failed.line == 4
    assert (single.id, single.has_passed) == ("my_single", True)


def test_a_plugin_that_ends_the_program_while_it_loads_is_named(tmp_path: Path) -> None:
    outcome = check_plugin(written(tmp_path, "import os\nos._exit(0)\n"))
    assert outcome.reports == []
    (problem,) = outcome.problems
    assert "mine.py:3: it ends the program (os._exit(0)), while it is loaded" in problem


# Other kinds of plugin

KINDS = {
    "a solver that finds nothing": (
        "solver",
        "class Bad:\n    id, name = 'bad', 'Bad'\n    def solutions(self, grid): return iter(())\n",
        "but there is 1",
    ),
    "a solver that guesses": (
        "solver",
        "class Bad:\n    id, name = 'bad', 'Bad'\n    def solutions(self, grid): yield grid\n",
        "it gave a board that is no solution",
    ),
    "a checker that always says no": (
        "checker",
        "from sudoku_engine.protocols import Verdict\n"
        "class Bad:\n    id, name = 'bad', 'Bad'\n"
        "    def find(self, source, target): return Verdict(False)\n",
        "it says no, but there is a transformation",
    ),
    "a reporter that fails at the end": (
        "reporter",
        "class Bad:\n    id, name = 'bad', 'Bad'\n"
        "    def event(self, run, event): event.strategies\n",
        "AttributeError",
    ),
    "a generator that has no solution": (
        "generator",
        "class Bad:\n    id, name = 'bad', 'Bad'\n    def generate(self, rng, layout): return 5\n",
        "not a Puzzle",
    ),
}


@pytest.mark.parametrize("slip", KINDS)
def test_a_wrong_plugin_of_another_kind_is_caught(slip: str, tmp_path: Path) -> None:
    kind, text, why = KINDS[slip]
    hook = f"@hookimpl\ndef sudoku_{kind}s():\n    return [Bad()]\n"
    (report,) = check_plugin(written(tmp_path, text + hook)).reports
    assert report.kind == kind
    assert any(why in finding.why for finding in report.findings if finding.has_failed)


# For pytest

FOUR = "12.. 34.. .... ...."


def naked_pair() -> Any:
    return next(plugin.object for plugin in bundled_kit().ours if plugin.id == "naked_pair")


def test_a_step_is_asserted_on_a_board_drawn_in_the_test() -> None:
    board = "12.. .... .... ...."
    step = assert_finds(naked_pair(), board, "r2c3<>3")
    assert {(int(cell), digit) for cell, digit in step.eliminations} >= {(6, 3)}


def test_a_step_that_is_not_found_is_told_with_the_board() -> None:
    with pytest.raises(AssertionError, match="naked_pair finds on"):
        assert_finds(naked_pair(), Grid.parse("12.. .... .... ...."), "r1c3=3")


def test_nothing_is_found_where_nothing_is_asserted() -> None:
    assert_finds_nothing(naked_pair(), ".... .... .... ....")


def test_a_bundled_strategy_is_asserted_to_be_sound() -> None:
    assert_sound(naked_pair())


def test_checks_are_data_with_names_that_tell_them_apart() -> None:
    checks = list(checks_for(naked_pair()))
    assert len({check.name for check in checks}) == len(checks)
    assert {check.kind for check in checks} == {"strategy"}
    assert checks[0].run().ok is True
