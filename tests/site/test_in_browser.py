"""What the page gets from Python: verdicts with boards, films, and words for what is wrong."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine import Grid
from sudoku_engine.api.record import grid_of, grid_record, step_of
from sudoku_plugins.course.course import solution
from sudoku_plugins.kit.algorithms import algorithm_starter, algorithms
from sudoku_plugins.kit.kit import bundled_kit
from tests.site.answering import Answers, answers_here, answers_in_pyodide

NAKED_PAIR = next(each for each in bundled_kit().ours if each.id == "naked_pair")

RIGHT = solution(NAKED_PAIR)

PUZZLE = "...4.5196.....7...25.6...3.7...9.2.3.8.......4.3.....8..5.4....6.7.......9....7.4"
"""Naked pairs are the hardest that it needs."""

SMALL = "12.. .... .... ...."

HEAD = "from sudoku_engine import Candidate, Grid, Step, strategy\n\n\n"

TWO_CELLS = """
@strategy("Two <b>cells</b>", score=3, level="easy")
def two_cells(grid: Grid):
    for house in grid.layout.houses:
        pairs = [cell for cell in house.cells if len(grid.candidates(cell)) == 2]
        for first in pairs:
            for digit in grid.candidates(first):
                struck = [
                    Candidate(cell, digit)
                    for cell in pairs[1:]
                    if cell != first and digit in grid.candidates(cell)
                ]
                if struck:
                    yield Step(eliminations=struck, reason="<script>alert(1)</script>")
"""
"""A strategy that is wrong, with markup in its words. Its step is at line 17."""

POOR_REASON = """
@strategy("Named too little", score=60, level="medium")
def named_too_little(grid: Grid):
    for house in grid.layout.houses:
        for first in house.cells:
            for second in house.cells:
                digits = grid.candidates(first)
                if not (first < second and len(digits) == 2 and digits == grid.candidates(second)):
                    continue
                struck = [
                    Candidate(cell, digit)
                    for cell in house.cells
                    if cell not in (first, second)
                    for digit in digits & grid.candidates(cell)
                ]
                if struck:
                    because = [Candidate(first, digit) for digit in digits]
                    yield Step(eliminations=struck, because=because, reason="a pair")
"""
"""A naked pair that names only one of its two cells."""

ENDLESS = """
@strategy("Endless", score=3, level="easy")
def endless(grid: Grid):
    while True:
        cell = 0
"""

ENDING = """
import os


@strategy("Ending", score=3, level="easy")
def ending(grid: Grid):
    os._exit(3)
"""

FAULT = {
    "id": "two_cells",
    "board": grid_record(Grid.parse(PUZZLE)),
    "step": None,
    "why": "you said so",
    "source": "",
    "is_late": False,
}

REQUESTS: dict[str, dict[str, Any]] = {
    "right": {
        "task": "check",
        "source": RIGHT,
        "against": "naked_pair",
        "hidden_seed": "a teacher's word",
    },
    "wrong": {"task": "check", "source": HEAD + TWO_CELLS, "name": "two_cells.py"},
    "poor reason": {"task": "check", "source": HEAD + POOR_REASON, "against": "naked_pair"},
    "run": {"task": "run", "source": RIGHT, "puzzle": PUZZLE, "title": "One with a pair"},
    "run alone": {"task": "run", "source": RIGHT, "puzzle": PUZZLE, "company": "singles"},
    "run wrong": {"task": "run", "source": HEAD + TWO_CELLS, "puzzle": PUZZLE},
    "show": {"task": "show", "puzzle": PUZZLE},
    "why": {
        "task": "why",
        "source": "1 / 0",
        "puzzle": SMALL,
        "steps": ["Naked Single: r2c2=4"],
        "conclusion": "r2c4-3",
    },
    "why not": {"task": "why", "source": "", "puzzle": SMALL, "steps": [], "conclusion": "r2c4-2"},
    "printing": {"task": "run", "source": "print('<b>' * 9000)\n" + RIGHT, "puzzle": PUZZLE},
    "no Python": {"task": "check", "source": "x = 1\ndef f(:\n", "name": "mine.py"},
    "no strategy": {"task": "run", "source": "x = 1\n", "puzzle": PUZZLE},
    "no puzzle": {"task": "run", "source": RIGHT, "puzzle": "12y"},
    "no technique": {"task": "check", "source": RIGHT, "against": "naked_pear"},
    "at work": {"task": "trace", "source": HEAD + TWO_CELLS, "name": "mine.py", "fault": FAULT},
    "a path as name": {"task": "check", "source": "x = (\n", "name": "../../elsewhere.py"},
    "ending": {"task": "run", "source": HEAD + ENDING, "puzzle": PUZZLE},
}

THERMOMETER = """from sudoku_engine import rule


@rule("My Thermometer", draws="thermometer")
def my_thermometer(a, b):
    "The digits grow."
    return a < b
"""

ON_THERMOMETERS = f"""clues: {
    "; ".join(
        f"my_thermometer {cells}"
        for cells in ("r1c1,r1c2,r1c3,r1c4", "r4c4,r4c3,r3c3", "r3c1,r2c1,r2c2")
    )
}
................"""

REQUESTS |= {
    "rule": {"task": "check", "source": THERMOMETER, "against": "thermometer", "strict": True},
    "wrong rule": {
        "task": "check",
        "source": THERMOMETER.replace("<", "<="),
        "against": "thermometer",
    },
    "run rule": {"task": "run", "source": THERMOMETER, "puzzle": ON_THERMOMETERS},
    "show rule": {"task": "show", "source": f"1 / 0\n{THERMOMETER}", "puzzle": ON_THERMOMETERS},
}

BACKTRACKING, MAKING = (
    algorithm_starter(algorithms()[name], is_done=True).source(f"my_{name}")
    for name in ("backtracking", "clue_removal")
)

REQUESTS |= {
    "run solver": {"task": "run", "source": BACKTRACKING, "puzzle": ".1.......31....4"},
    "run generator": {"task": "run", "source": MAKING, "puzzle": ""},
}

PROVE = {"task": "prove", "truths": 2, "board": 1, "named": [], "width": 336, "theme": "light"}
"""Board 1 of two truths: 7 in row 1 and 7 in column 1 prove that r8c7 is not 7."""

REQUESTS |= {
    "proof begun": {**PROVE, "inputs": []},
    "proof left": {**PROVE, "truths": 3, "inputs": []},
    "proof right": {
        **PROVE,
        "named": ["7 in row 1", "r9c1"],
        "inputs": [{"kind": "paste", "text": "7 in column 1"}, {"kind": "key", "name": "c"}],
    },
}

Given = Callable[[str], dict[str, Any]]


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(answers_here, id="here", marks=pytest.mark.process),
        pytest.param(answers_in_pyodide, id="pyodide", marks=pytest.mark.thorough),
    ],
)
def answers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Answers:
    """The answers to all requests by name, made in one process."""
    folder: Path = tmp_path_factory.mktemp("answers")
    made: Answers = request.param(REQUESTS, folder)
    return made


def failed(report: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the findings that a strategy must mend."""
    return (finding for finding in report["findings"] if finding["state"] == "failed")


def test_a_technique_of_the_course_done_right_passes(answers: Answers) -> None:
    found = answers["right"]
    (report,) = found["reports"]
    assert found["passed"]
    assert (report["id"], report["verdict"]) == ("my_naked_pair", "passed")
    assert "it finds 96 of 96 naked pairs" in report["summary"]
    assert (found["problems"], found["film"]) == ([], None)


def test_a_teacher_checks_it_on_hidden_boards_too(answers: Answers) -> None:
    def names(of: str) -> set[str]:
        return {each["check"] for each in answers[of]["reports"][0]["findings"]}

    assert answers["right"]["passed"]
    assert names("right") - names("poor reason") >= {"hidden_true", "hidden_against"}


def test_what_cannot_be_checked_here_is_left_out_and_that_is_said(
    answers: Answers, request: pytest.FixtureRequest
) -> None:
    (report,) = answers["right"]["reports"]
    left_out = {
        each["check"]: each["why"] for each in report["findings"] if each["state"] == "left out"
    }
    in_wasm = "pyodide" in request.node.callspec.id
    assert left_out.keys() == ({"everywhere", "quick"} if in_wasm else {"everywhere"})
    assert all("only `plugins check`" in why for why in left_out.values())


def test_a_false_step_is_told_with_its_line_and_drawn_on_its_board(answers: Answers) -> None:
    found = answers["wrong"]
    (report,) = found["reports"]
    first = next(failed(report))
    assert not found["passed"]
    assert (first["check"], first["line"]) == ("true", 17)
    assert first["why"].startswith("you eliminate")
    (index,) = first["boards"]
    moments = found["film"]["puzzles"][index]["moments"]
    assert [moment["kind"] for moment in moments] == ["start", "refused", "end"]


def test_the_lines_of_a_strategy_are_shown_at_work_on_the_board_of_a_fault(
    answers: Answers,
) -> None:
    (report,) = answers["wrong"]["reports"]
    fault = next(failed(report))["at_work"]
    assert step_of(fault["step"], grid_of(fault["board"]).layout).eliminations
    trace = answers["at work"]["trace"]
    assert (trace["title"], trace["about"]) == ("Two <b>cells</b> (mine.py)", "you said so")
    assert {17} <= {moment["line"] for moment in trace["moments"]}


def test_a_reason_that_is_not_enough_has_a_full_board_beside_it(answers: Answers) -> None:
    (report,) = answers["poor reason"]["reports"]
    (finding,) = (each for each in failed(report) if each["check"] == "follows")
    puzzles = answers["poor reason"]["film"]["puzzles"]
    on_board, on_full_board = (puzzles[index]["moments"][1] for index in finding["boards"])
    assert on_board["kind"] == on_full_board["kind"] == "refused"
    assert "your reason is not enough" in on_full_board["views"][-1]["reason"]


def test_a_puzzle_is_solved_with_ones_own_strategy_among_all(answers: Answers) -> None:
    found = answers["run"]
    (puzzle,) = found["film"]["puzzles"]
    assert (found["outcome"], puzzle["title"]) == ("solved", "One with a pair")
    (own,) = found["own"]
    assert (own["id"], own["name"], own["steps"] > 0) == ("my_naked_pair", "My Naked Pair", True)
    assert "My Naked Pair" in found["summary"]


def test_in_an_exercise_it_comes_first_and_only_singles_help(answers: Answers) -> None:
    found = answers["run alone"]
    names = [name for _, name, _ in found["film"]["puzzles"][0]["techniques"]]
    assert names[0] == "My Naked Pair"
    assert {*names[1:]} <= {"Full House", "Naked Single", "Hidden Single"}
    assert found["own"][0]["steps"] > 1


def test_a_fault_is_in_the_film_and_the_run_goes_on(answers: Answers) -> None:
    found = answers["run wrong"]
    (fault,) = found["faults"]
    moments = found["film"]["puzzles"][0]["moments"]
    assert (fault["name"], fault["line"]) == ("Two <b>cells</b>", 17)
    assert [moment["kind"] for moment in moments].count("refused") == 1
    assert found["outcome"] == "solved"


def test_a_puzzle_alone_is_a_film_of_its_start(answers: Answers) -> None:
    (puzzle,) = answers["show"]["film"]["puzzles"]
    assert [moment["kind"] for moment in puzzle["moments"]] == ["start"]


def test_an_elimination_is_explained_on_the_board_after_the_steps(answers: Answers) -> None:
    found = answers["why"]
    assert found["lines"] == [
        "r2c4<>3 follows from 1 truth:",
        "  r2c1 has a digit: 3",
        "If r2c4 is 3: r2c1 has no candidate left; so r2c4 is not 3.",
    ]
    (puzzle,) = found["film"]["puzzles"]
    assert (puzzle["title"], puzzle["line"]) == ("r2c4<>3", "12...4..........")


def test_for_a_true_candidate_the_film_ends_on_a_full_board(answers: Answers) -> None:
    found = answers["why not"]
    (line,) = found["lines"]
    assert line.startswith("r2c4<>2 does not follow")
    (puzzle,) = found["film"]["puzzles"]
    placed = dict(map(tuple, puzzle["moments"][-1]["digits"]))
    assert placed[7] == "2"
    assert len(placed) == 14


def test_a_rule_is_checked_and_compared(answers: Answers) -> None:
    assert answers["rule"]["passed"]
    (report,) = answers["wrong rule"]["reports"]
    (finding,) = failed(report)
    assert finding["check"] == "same_rule"
    assert "it allows what Thermometer refuses, for 1 in r1c1 and 1 in r3c2" in finding["why"]
    assert finding["boards"]


def test_a_puzzle_with_clues_of_ones_own_rule_is_solved(answers: Answers) -> None:
    found = answers["run rule"]
    assert (found["outcome"], found["own"], found["problems"]) == ("solved", [], [])


def test_clues_of_ones_own_rule_are_shown_though_its_code_does_not_run(answers: Answers) -> None:
    found = answers["show rule"]
    assert found["problems"] == []
    assert "My Thermometer" in str(found["film"])


def test_what_the_code_prints_comes_back_up_to_a_limit(answers: Answers) -> None:
    output = answers["printing"]["output"]
    assert output.startswith("<b><b>")
    assert output.endswith("(more was printed)\n")
    assert len(output) < 11_000


@pytest.mark.parametrize(
    ("name", "what", "line"),
    [
        ("no Python", "mine.py:2: it is not valid Python: invalid syntax", 2),
        ("no strategy", "write a function with @strategy(...) above it", 0),
        ("no puzzle", "puzzle:1:3: 'y' is neither a digit nor a blank", 0),
        ("no technique", "did you mean 'naked_pair'?", 0),
        ("a path as name", "my_strategy.py:", 1),  # and no folder elsewhere
    ],
)
def test_what_cannot_be_done_is_told_and_marks_its_line_of_the_code_alone(
    answers: Answers, name: str, what: str, line: int
) -> None:
    (problem,) = answers[name]["problems"]
    assert what in problem["what"]
    assert problem["line"] == line
    assert name != "no Python" or "def f(:" in problem["excerpt"]
    assert not answers[name].get("passed")


def test_code_that_ends_the_process_ends_nothing_but_its_run(answers: Answers) -> None:
    (fault,) = answers["ending"]["faults"]
    assert "it calls os._exit, which plugins may not do" in fault["why"]
    assert answers["ending"]["outcome"] == "solved"


def test_each_answer_says_how_far_it_is(answers: Answers) -> None:
    for name in ("right", "run"):
        for done, what in answers[name]["told"]:
            assert 0 <= done <= 1
            assert what
    assert answers["right"]["told"]


@pytest.mark.thorough
def test_without_threads_an_endless_loop_is_stopped_at_its_line(tmp_path: Path) -> None:
    source = HEAD + ENDLESS
    check = {"task": "check", "source": source}
    requests = {
        "check": check,
        "run": {"task": "run", "source": source, "puzzle": PUZZLE},
        "load": {"task": "check", "source": "while True:\n    cell = 0\n"},
        "right": REQUESTS["right"],
    }
    found = answers_in_pyodide(requests, tmp_path)
    first = next(failed(found["check"]["reports"][0]))
    (fault,) = found["run"]["faults"]
    assert (first["check"], first["why"]) == ("in_time", "it does not come back within 5 s")
    assert first["line"] in (7, 8)
    assert fault["line"] in (7, 8)
    assert found["run"]["outcome"] == "solved"
    assert "does not come to an end" in found["load"]["problems"][0]["what"]
    assert found["right"]["passed"]


def test_a_solver_shows_its_search(answers: Answers) -> None:
    found = answers["run solver"]
    assert (
        found["summary"] == "Solved. The first solution, by my_backtracking; 13 moves, 1 backtrack."
    )
    kinds = [moment["kind"] for moment in found["film"]["puzzles"][0]["moments"]]
    assert (found["problems"], found["faults"], kinds[0], kinds[-1]) == ([], [], "start", "end")
    assert len(kinds) > 13


def test_a_generator_shows_a_puzzle(answers: Answers) -> None:
    found = answers["run generator"]
    assert (found["problems"], found["own"]) == ([], [])
    assert len(found["film"]["puzzles"]) == 1


def test_a_board_of_proofs_is_that_of_its_seed_with_its_buttons(answers: Answers) -> None:
    found = answers["proof begun"]
    assert found["title"] == "Board 1: prove that r8c7 is not 7"
    assert found["reason"].startswith("2 truths are enough.")
    assert [each["key"] for each in found["pad"]] == [*"123456789", "Delete", "u", "?"]
    assert (found["named"], found["film"], found["problems"]) == ([], None, [])
    assert found["picture"].startswith("<svg")


def test_a_proof_is_a_film_and_says_that_fewer_truths_are_enough(answers: Answers) -> None:
    found = answers["proof right"]  # on a board that Python had left
    assert found["named"] == ["7 in row 1", "r9c1", "7 in column 1"]
    assert (found["title"], found["reason"]) == (
        "Right: r8c7 is not 7",
        "2 truths would have been enough: 7 in row 1 and 7 in column 1.",
    )
    (puzzle,) = found["film"]["puzzles"]
    assert [moment["kind"] for moment in puzzle["moments"]] == ["start", "step"]
