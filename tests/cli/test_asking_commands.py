"""The commands `hint`, `verify`, `explain` and `race`."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sudoku_plugins.strategies.order import STRATEGIES
from tests.support.files import write
from tests.support.json_lines import rows as json_rows
from tests.support.lines import EASY, EASY_SOLVED, MANY, NINE, NO_WAY, TWICE, Run
from tests.support.samples import thorough


def test_a_hint_says_ever_more(run: Run) -> None:
    assert run("hint", "--show", "where", EASY) == (0, "Look at row 1.\n", "")
    assert run("hint", "--show", "what", EASY) == (0, "Look for: Full House in row 1.\n", "")
    why = "Full House: r1c4=4\nr1c4 is the last open cell of row 1, and 4 is missing there.\n"
    assert run("hint", "--show", "why", EASY) == (0, why, "")
    assert run("hint", EASY) == (0, why, "")


def test_a_hint_is_given_in_the_language_of_a_person(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "de.yaml", "language: de\n")
    told = "r1c4 ist das letzte freie Feld von Zeile 1, und dort fehlt die 4."
    told = f"Letztes Feld: r1c4=4\n{told}\n"

    assert run("hint", "--language", "de", EASY) == (0, told, "")
    assert run("hint", "-c", "de.yaml", EASY) == (0, told, "")
    assert run("hint", EASY).out.startswith("Full House")


@pytest.mark.parametrize(
    ("puzzle", "told"),
    [
        (EASY_SOLVED, "The board is solved already.\n"),
        (TWICE, "There is a mistake on the board: 1 twice in row 1: r1c1, r1c2.\n"),
    ],
)
def test_where_there_is_no_hint_it_says_why(puzzle: str, told: str, run: Run) -> None:
    assert run("hint", puzzle) == (1, told, "")


def test_a_hint_says_that_there_are_several_solutions_and_who_sat_out(run: Run) -> None:
    done = run("hint", MANY)
    assert done.status == 1
    nothing, several, who, *_ = done.out.splitlines()
    assert nothing == "No strategy finds a step."
    assert several == "Note: the puzzle has several solutions"
    assert "bug_plus_1, unique_rectangle_1" in who


def test_steps_and_hint_say_that_there_is_a_mistake_where_no_rule_is_broken_yet(run: Run) -> None:
    # The 639... of NINE with a 4 in r1c2, which no house forbids.
    slip = f"{NINE[0]}4{NINE[2:]}"
    for command in ("hint", "steps", "why"):
        done = run(command, slip)
        assert done.status != 0
        assert "mistake" in done.out + done.err, command
        assert "r1c2 could be 3" in done.out + done.err, command
        assert "=>" not in done.out, command


def test_a_candidate_that_was_struck_wrongly_is_named(run: Run) -> None:
    # The solution of r1c3 is 3.
    done = run("hint", "1 2 {4} .\n3 4 . .\n. . . 1\n. . 2 .")
    assert done.status == 1
    assert done.out.startswith("There is a mistake on the board")
    assert "r1c3 needs the candidate 3" in done.out


def test_the_first_of_the_steps_is_the_hint(run: Run) -> None:
    hint = run("hint", NINE).out.splitlines()[0]
    assert f"1. {hint}" in run("steps", NINE).out.splitlines()[1]


def test_a_hint_from_one_strategy_speaks_of_no_other(run: Run) -> None:
    told = "There is no step of x_wing or fish on this board.\n"
    assert run("hint", "--strategy", "x_wing", "--strategy", "fish", EASY) == (1, told, "")
    told = (
        "There is no step of remote_pair on this board.\nNote: the puzzle has several solutions\n"
    )
    assert run("hint", "--strategy", "remote_pair", MANY) == (1, told, "")
    done = run("steps", "--strategy", "x_wing", "--eliminates", "r1c1<>3", EASY)
    told = "There is no step of x_wing on this board that eliminates r1c1<>3."
    assert done.out.splitlines()[1] == told


def test_a_hint_wants_one_puzzle(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "two.txt", f"{NINE}\n{NINE}\n")
    assert run("hint", "two.txt") == (
        2,
        "",
        "two.txt: 2 puzzles instead of one: name one by its line, two.txt:1\n",
    )


@pytest.mark.parametrize(
    ("puzzle", "told", "status"),
    [
        (EASY_SOLVED, "valid: solved\n", 0),
        (EASY, "valid: 1 solution\n", 0),
        (MANY, "invalid: 2+ solutions\n", 1),
        (TWICE, "invalid: 1 twice in row 1: r1c1, r1c2\n", 1),
        ("..5......" * 2 + "." * 63, "invalid: 5 twice in column 3: r1c3, r2c3\n", 1),
    ],
)
def test_verify_tells_in_a_line(puzzle: str, told: str, status: int, run: Run) -> None:
    assert run("verify", puzzle) == (status, told, "")


def test_verify_knows_no_solution_and_guesses_at_a_typing_error(run: Run) -> None:
    done = run("verify", NO_WAY)
    assert (done.status, done.err) == (1, "")
    assert done.out.startswith("invalid: no solution")
    # NINE_SOLVED starts with 639; with a 4 in r1c2, which no house forbids, nothing fits.
    slip = f"{NINE[0]}4{NINE[2:]}"
    out = run("verify", slip).out
    assert out.startswith("invalid: no solution, typing error? r1c2 could be 3")


def test_a_solver_that_gives_up_leaves_it_undecided(tmp_path: Path, run: Run) -> None:
    write(
        tmp_path,
        "tired.py",
        """
        from sudoku_engine import hookimpl
        from sudoku_engine.errors import GaveUp
        class Tired:
            id, name = "tired", "Tired"
            def solutions(self, grid):
                raise GaveUp("it is late")
                yield
        @hookimpl
        def sudoku_solvers(): return [Tired()]
        """,
    )
    done = run("verify", "-p", "tired.py", "--solver", "tired", EASY)
    assert done == (1, "undecided: it is late\n", "")


LIARS = """
from sudoku_engine import hookimpl

class Liar:
    id, name = "liar", "Liar"

    def solutions(self, grid):
        return iter(())

    def count(self, grid, limit):
        return 3

class Broken(Liar):
    id, name = "broken", "Broken"

    def count(self, grid, limit):
        return 1 / 0

@hookimpl
def sudoku_solvers():
    return [Liar(), Broken()]
"""


@pytest.mark.parametrize(
    ("solver", "line", "why"),
    [
        ("liar", 6, "it counts 3 solutions, but there is 1 solution"),
        ("broken", 16, "ZeroDivisionError: division by zero"),
    ],
)
def test_verify_believes_no_solver_that_is_at_fault(
    solver: str, line: int, why: str, tmp_path: Path, run: Run
) -> None:
    write(tmp_path, "liars.py", LIARS)
    done = run("verify", "-p", "liars.py", "--solver", solver, EASY, EASY)
    told = f"undecided: {solver} is at fault\n"
    fault = f"liars.py:{line}: {solver} is at fault: {why}\n"
    assert done == (2, told * 2, fault * 2)


@pytest.mark.thorough
def test_verify_believes_no_count_that_the_search_cannot_check(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "liars.py", LIARS)
    lines = [f"R{number}" for number in range(1, 7)] + [
        f"C{number}" for number in (1, 2, 3, 4, 5, 7, 9)
    ]
    hard = "".join(f".Sandwich~18~{line}" for line in lines)
    done = run("verify", "-p", "liars.py", "--solver", "liar", hard)
    assert done == (1, "undecided: liar counts 3 solutions, too hard to check\n", "")


@pytest.mark.parametrize("is_all", [False, thorough(True)])
def test_every_strategy_solver_generator_and_checker_is_explained(is_all: bool, run: Run) -> None:
    listed = json_rows(run("plugins", "list", "--json").out)
    kinds = {"strategy": len(STRATEGIES), "solver": 8, "generator": 5, "checker": 4}
    techniques = [row for row in listed if row["kind"] in kinds]
    assert Counter(row["kind"] for row in techniques) == kinds
    slow = {each.id for each in STRATEGIES if each.level == "extreme"}  # they are all alike
    if not is_all:  # the first of each kind and family
        techniques = list({(row["kind"], row["family"]): row for row in techniques[::-1]}.values())
    for row in techniques:
        if row["id"] in slow - {"mutant_x_wing"}:
            continue
        done = run("explain", row["id"])
        assert (done.status, done.err) == (0, "")
        assert done.out.startswith(row["name"])
        if row["kind"] == "strategy":
            assert f"({row['id']}, " in done.out
            assert done.out.index("Example, before:") < done.out.index("After:")
            assert done.out.endswith(f"Practise it: sudoku-engine practise {row['id']}\n")


def test_an_example_tells_placed_digits_from_givens_where_a_technique_looks_at_them(
    run: Run,
) -> None:
    told = run("explain", "avoidable_rectangle_1").out
    assert "Example, before: (+ before a placed digit, * it rests on, - it eliminates)\n" in told
    assert "r8 │ 29- +6  29  │ +4* 8   +3  │ 5   1   +7  │" in told
    assert told.count("│ 9   +6  29  │ +4  8   +3  │ 5   1   +7  │") == 1
    assert "+" not in run("explain", "unique_rectangle_1").out


def test_the_board_of_an_example_names_rows_and_columns_and_marks_the_step(run: Run) -> None:
    told = run("explain", "naked_pair").out
    assert "Example, before: (* it rests on, - it eliminates)\n     c1    c2    c3 " in told
    assert "r4 │ 28    3     7     │ 9     16    5     │ 1268- 18    4     │" in told
    assert "r4 │ 28  3   7   │ 9   16  5   │ 26  18  4   │" in told


STUDENTS_FILE = '''
from sudoku_engine import Candidate, Step, strategy

@strategy("Silent", score=5, level="easy")
def silent(grid):
    return []

@strategy("Told", score=5, level="easy", sizes=(4,), example="123.3412214.4321")
def told(grid):
    """The last cell of row 1."""
    return [Step([Candidate(3, 4)], reason="I see it")]

@strategy("Typo", score=5, level="easy", sizes=(4,), example="12..")
def typo(grid):
    return []

@strategy("Nothing", score=5, level="easy", sizes=(4,), example="123.3412214.4321")
def nothing(grid):
    return []

@strategy("Raises", score=5, level="easy", sizes=(4,), example="123.3412214.4321")
def raises(grid):
    return 1 / 0
'''


def test_explain_takes_the_name_of_a_technique_and_lists_some_of_a_family(run: Run) -> None:
    assert run("explain", "Naked Pair") == run("explain", "naked_pair")
    told = "'fish' is a family: explain x_wing, swordfish, jellyfish, "
    done = run("explain", "Fish")
    assert (done.status, done.err[: len(told)]) == (2, told)
    assert re.search(r" or one of \d+ others\n$", done.err)


def test_explain_takes_a_students_file_as_it_is(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "mine.py", STUDENTS_FILE)
    silent = run("explain", "-p", "mine.py", "silent")
    assert (silent.status, silent.err) == (0, "")
    assert "It has no explanation: write a docstring in mine.py." in silent.out
    assert "It has no example: give @strategy one in mine.py, example='a board'." in silent.out
    told = run("explain", "-p", "mine.py", "told")
    assert (told.status, told.err) == (0, "")
    assert "The last cell of row 1." in told.out
    assert "Told: r1c4=4\nI see it.\n" in told.out
    assert told.out.endswith("\nPractise it: sudoku-engine practise -p mine.py told\n")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("typo", "mine.py: the example of 'typo' cannot be read: 1 row: a 4x4 puzzle has 4"),
        thorough("nothing", "mine.py: the example of 'nothing' gives it nothing to find"),
        (
            "raises",
            "mine.py:22: the example of 'raises' shows a fault: ZeroDivisionError: "
            "division by zero",
        ),
    ],
)
def test_a_broken_example_is_told_after_what_can_be_explained(
    name: str, told: str, tmp_path: Path, run: Run
) -> None:
    write(tmp_path, "mine.py", STUDENTS_FILE)
    done = run("explain", "-p", "mine.py", name)
    assert (done.status, done.err) == (2, f"{told}\n")
    assert done.out.startswith(f"{name.capitalize()} ({name}, easy, score 5)")


SOLVERS = """
from sudoku_engine import TakenBack, Tried, hookimpl, search
from sudoku_engine.errors import GaveUp

class Slow:
    id, name = "slow", "Slow"
    def solutions(self, grid):
        return search.solutions(grid)
    def search(self, grid):
        if grid.layout.n == 4:
            return
        cell = grid.open_cells[0]
        while True:
            yield Tried(cell, 1)
            yield TakenBack(cell)

class Tired(Slow):
    id = "tired"
    def search(self, grid):
        raise GaveUp("it is late")

class Blind:
    id, name = "blind", "Blind"
    def solutions(self, grid):
        return search.solutions(grid)

class Liar:
    id, name = "liar", "Liar"
    def solutions(self, grid):
        return iter(())

@hookimpl
def sudoku_solvers():
    return [Slow(), Tired(), Blind(), Liar()]
"""


def race(run: Run, *arguments: str) -> tuple[int, list[dict[str, Any]], str]:
    done = run("race", "--json", "-p", "solvers.py", *arguments)
    return done.status, json_rows(done.out), done.err


def test_a_race_shows_each_solver_by_puzzle_and_in_sum(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "solvers.py", SOLVERS)
    racers = ["--solver", "bitboard", "--solver", "blind"]
    status, rows, err = race(run, *racers, NINE, EASY)
    assert (status, err) == (0, "")
    places = [(row["source"], row["solver"], row["answer"]) for row in rows]
    assert places == [
        ("puzzle 1:1", "bitboard", "solved"),
        ("puzzle 1:1", "blind", "solved"),
        ("puzzle 2:1", "bitboard", "solved"),
        ("puzzle 2:1", "blind", "solved"),
        ("all", "bitboard", "2 of 2 solved"),
        ("all", "blind", "2 of 2 solved"),
    ]
    watched = [row for row in rows if row["solver"] == "bitboard"]
    for count in ("moves", "backtracks", "nodes"):
        assert watched[2][count] == watched[0][count] + watched[1][count]
    assert watched[0]["moves"] >= NINE.count(".")
    assert all(row["moves"] is row["nodes"] is None for row in rows if row["solver"] == "blind")
    table = run("race", "-p", "solvers.py", *racers, NINE, EASY).out
    assert "2 of 2 solved" in table
    assert table.split()[:6] == list(rows[0])[2:]
    assert [row["puzzle"] for row in rows[::2]] == [NINE, EASY, None]


@pytest.mark.thorough
def test_a_slow_solver_is_stopped_in_time_and_one_that_gives_up_says_why(
    tmp_path: Path, run: Run
) -> None:
    write(tmp_path, "solvers.py", SOLVERS)
    racers = ["--solver", "slow", "--solver", "tired"]
    status, rows, err = race(run, *racers, "--timeout", "0.3", NINE)
    assert (status, err) == (1, "")
    assert rows[0]["answer"] == "stopped after 0.3 s"
    assert rows[0]["moves"] > 10
    assert rows[0]["seconds"] < 3
    assert rows[1]["answer"] == "gave up: it is late"
    assert rows[2]["answer"] == "0 of 1 solved"


def test_a_solver_that_disagrees_is_an_error_with_the_board(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "solvers.py", SOLVERS)
    status, rows, err = race(run, "--solver", "liar", "--solver", "blind", EASY)
    assert status == 2
    assert [row["answer"] for row in rows[:2]] == ["at fault", "solved"]
    assert err == (
        "solvers.py:28: liar is at fault on puzzle:1: it found no solution, though there is one; "
        f"the board is {EASY}\n"
    )


def test_a_race_on_a_puzzle_without_a_solution_ends_with_1(run: Run) -> None:
    done = run("race", "--solver", "bitboard", NO_WAY)
    assert (done.status, done.err) == (1, "")
    head, row = done.out.splitlines()[2:4]
    assert head == "puzzle:1"
    assert row.split()[:-1] == ["bitboard", "no", "solution", "0", "0", "1"]
