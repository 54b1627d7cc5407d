"""Plugins that send what only the engine's part of their process may send: none gets a pass."""

import json
from pathlib import Path

import pytest

from sudoku_engine.errors import RecordError
from sudoku_plugins.grading.graded_files import checked_and_measured
from sudoku_plugins.grading.measurement import SolvedPuzzle
from sudoku_plugins.kit.boards_with_solutions import puzzles_of
from sudoku_plugins.kit.isolation import check_plugin
from sudoku_plugins.sandbox.codec import Codec
from tests.support.samples import cases, thorough

pytestmark = [pytest.mark.process, pytest.mark.slow]

HEAD = """\
import gc

from sudoku_engine import Candidate, Grid, Step, hookimpl, strategy
from sudoku_engine.api.protocols import Puzzle, Verdict


def send(*messages):
    from sudoku_plugins.sandbox.guest import Guest

    guest = next(each for each in gc.get_objects() if type(each) is Guest)
    for message in messages:
        guest.send({"end": guest._request} if message == "end" else {"result": message})


NOTHING = {"is": ["answer", [["tuple", []], ["tuple", []], "", 0, None, "", 0.001]]}


def guesses(grid):
    cell = grid.open_cells[0]
    yield Step([Candidate(cell, min(grid.candidates(cell)))], reason="it is the first")


"""

STRATEGY = '''
@strategy("Mine", score=4, level="easy", sizes=None)
def mine(grid):
    """Guess."""
    send({})
    return guesses(grid)
'''

FORGED = {
    "an answer before its own": "NOTHING",
    "an answer, and that this was all": 'NOTHING, "end"',
    "that nothing was asked": '"end"',
    "that every check is passed": '{"check": "true", "right": "", "wrong": ""}, '
    '{"finding": {"ok": True}, "boards": 500, "fired": 99}',
    "what is no claim": '{"is": ["answer", 3]}, "end"',
    "an error of ours": '{"unusable": ["", 0, False]}',
}
"""What strategies send, as Python."""

OTHERS = '''
class Solver:
    """Find a board of ones."""

    id = name = "my_solver"

    def solutions(self, grid):
        send({"is": ["items", []]}, "end")
        yield Grid(grid.layout, [1] * len(grid.digits))


class Generator:
    """Make an empty board."""

    id = name = "my_generator"

    def generate(self, rng, layout):
        grid = Grid(layout, [0] * len(layout.cells))
        send({"is": ["puzzle", [None, None, "", True, None]]}, "end")
        return Puzzle(grid, grid)


class Checker:
    """Say yes."""

    id = name = "my_checker"

    def find(self, source, target):
        send({"is": ["verdict", [True, None, ""]]}, "end")
        return Verdict(True, None, "why not")


@hookimpl
def sudoku_solvers():
    return [Solver()]


@hookimpl
def sudoku_generators():
    return [Generator()]


@hookimpl
def sudoku_checkers():
    return [Checker()]
'''


def written(folder: Path, text: str) -> str:
    file = folder / "mine.py"
    file.write_text(HEAD + text, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("sent", cases(FORGED, "an answer before its own", "an error of ours"))
def test_a_strategy_that_sends_results_itself_does_not_pass(tmp_path: Path, sent: str) -> None:
    file = written(tmp_path, STRATEGY.replace("{}", sent))
    (report,) = check_plugin(file, layout="4x4").reports
    assert not report.has_passed
    assert report.file == file
    assert any(finding.has_failed and finding.line for finding in report.findings)


def test_solvers_generators_and_checkers_that_do_so_do_not_pass_either(tmp_path: Path) -> None:
    reports = check_plugin(written(tmp_path, OTHERS), layout="4x4").reports
    assert {report.kind for report in reports} == {"solver", "generator", "checker"}
    assert not any(report.has_passed for report in reports)


def test_a_file_that_sends_a_catalog_of_its_own_is_named(tmp_path: Path) -> None:
    text = 'send({"plugins": [["bundled", "mine", "", True]]}, "end")\n'
    outcome = check_plugin(written(tmp_path, text + STRATEGY.replace("{}", "")), layout="4x4")
    assert not any(report.has_passed for report in outcome.reports)
    assert "mine.py" in str(outcome.problems[0])


@pytest.mark.parametrize("sent", ["NOTHING", thorough('NOTHING, "end"')])
def test_no_grade_rests_on_what_is_forged(tmp_path: Path, sent: str) -> None:
    puzzle = puzzles_of("4x4")[0]
    puzzles = [SolvedPuzzle(puzzle.grid, puzzle.solution)]
    file = written(tmp_path, STRATEGY.replace("{}", sent))
    outcome, measured = checked_and_measured(file, puzzles, 5, "", layout="4x4")
    assert not outcome.reports[0].has_passed
    assert measured["mine"].figures.solved == 0


def test_no_guest_sends_a_board_unchecked() -> None:
    word, text = Codec().data(puzzles_of("4x4")[0].grid)
    layout, digits, *others = json.loads(text)
    with pytest.raises(RecordError):
        Codec().value([word, json.dumps([layout, [9, *digits[1:]], *others])])
