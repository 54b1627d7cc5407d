"""``generate``: what it writes, what it says and how it ends, with one process and several."""

import json
import os
import signal
import subprocess
import sys
import time
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine.formats import FORMATS
from tests.support.processes import gone
from tests.support.samples import thorough

pytestmark = [pytest.mark.process, pytest.mark.slow]

STUDENT = """
import itertools, os, time
from typing import Literal
from sudoku_engine import Grid, Layout, hookimpl
from sudoku_engine.errors import GaveUp
from sudoku_engine.api.protocols import Puzzle

SOLVED = Grid.parse("1234 3412 2143 4321")

class Mine:
    id, name = "mine", "Mine"
    def generate(self, rng, layout, *, how="well", level: str = "", clues: int = 15,
                 symmetry: Literal["none", "half_turn"] = "none", only: tuple[str, ...] = ()):
        draw = rng.random()
        if how == "chatty": print("drawing")
        if how == "slow": time.sleep(0.05)
        if how == "raise": raise ValueError("no 9")
        if how == "loop":
            while True: pass
        if how == "sleep": time.sleep(100)
        if how == "count": sum(itertools.count())
        if how == "leave": os._exit(3)
        if how == "pretend": os._exit(0)
        if how == "die": os.kill(os.getpid(), 9)
        if how == "lie": return Puzzle(Grid(layout, [0] * 16), SOLVED)
        if how == "moody" and draw < 0.5: raise GaveUp("out of luck")
        cell = int(draw * 16)
        digits = [0 if index == cell else digit for index, digit in enumerate(SOLVED.digits)]
        made = f"{level} {clues} {symmetry} {' '.join(only)}"
        return Puzzle(Grid(layout, digits), SOLVED, made)

class Picky:
    id, name = "picky", "Picky"
    def generate(self, rng, layout, *, rater, clues, size=1):
        return Puzzle(SOLVED, SOLVED, f"{clues} {size} {rater is None}")

@hookimpl
def sudoku_generators():
    return [Mine(), Picky()]
"""

MINE = ["generate", "-p", "mine.py", "--generator", "mine", "--layout", "4x4"]


@pytest.fixture(autouse=True)
def student(tmp_path: Path) -> None:
    """A student's file beside the program."""
    (tmp_path / "mine.py").write_text(STUDENT, encoding="utf-8")


def mine(how: str, *more: str) -> list[str]:
    call = ["generate", "-p", "mine.py", "--layout", "4x4", "--seed", "1", *more]
    return [*call, "--generator", f"{{mine: {{how: {how}}}}}"]


def line_of(words: str) -> int:
    """The line of the student's file that holds `words`."""
    lines = STUDENT.splitlines()
    return next(number for number, line in enumerate(lines, 1) if words in line)


def solutions(line: str) -> list[str]:
    """The solutions of a 4x4 board, by trying all digits in all cells."""
    if "." not in line:
        return [line]
    cell = line.index(".")
    row, column = divmod(cell, 4)
    seen = {
        line[other]
        for other in range(16)
        if other // 4 == row
        or other % 4 == column
        or (other // 8 == row // 2 and other % 4 // 2 == column // 2)
    }
    return [
        solution
        for digit in "1234"
        if digit not in seen
        for solution in solutions(line[:cell] + digit + line[cell + 1 :])
    ]


# What is written


def test_a_puzzle_a_line_each_with_one_solution(run: Any) -> None:
    done = run("generate", "--layout", "4x4", "--count", "5", "--seed", "7")
    lines = done.out.splitlines()
    assert (done.status, done.err, len(lines)) == (0, "", 5)
    assert all(len(solutions(line)) == 1 for line in lines)


def test_the_usual_board_is_9x9(run: Any) -> None:
    assert len(run("generate").out) == 82


def test_a_seed_says_all_and_may_be_any_word(run: Any) -> None:
    once, again, other = (
        run("generate", "--count", "3", "--seed", seed).out for seed in ("Böhm 7", "Böhm 7", "7")
    )
    assert once == again != other


def test_without_a_seed_puzzles_differ_and_the_seed_that_was_drawn_makes_them_again(
    run: Any,
) -> None:
    one, other = (run("generate", "-v") for _ in range(2))
    assert one.out != other.out
    seed = one.err.split()[1].rstrip(":")
    assert one.err == f"seed {seed}: --seed {seed} makes the same puzzles again\n"
    assert run("generate", "-v", "--seed", seed).out == one.out


@pytest.mark.parametrize(
    ("how", "jobs"),
    [thorough([], "2"), (["--json"], "2"), thorough(["-v"], "3")],
)
def test_the_output_is_the_same_for_any_number_of_processes(
    how: list[str], jobs: str, run: Any
) -> None:
    call = ["generate", "--layout", "4x4", "--count", "12", "--seed", "7", *how]
    assert run(*call, "--jobs", jobs) == run(*call)


def test_every_format_reads_back_with_and_without_words(run: Any) -> None:
    call = ["generate", "--count", "2", "--seed", "7"]
    lines = run(*call).out
    for name, more in product(FORMATS, ([], ["-v"])):
        assert run(*call, *more, "--output-format", name, "-o", "made.txt").status == 0
        assert run("transform", "made.txt").out == lines, name


def test_the_words_say_how_it_was_made_its_solution_and_its_rating(run: Any) -> None:
    out = run("generate", "--layout", "4x4", "--seed", "7", "-v").out
    puzzle, made, solution, rating = out.splitlines()
    n_clues = sum(cell != "." for cell in puzzle)
    assert made.startswith(f"# puzzle 1 of 1, minimal, seed 7: {n_clues} clues")
    assert solution == f"# solution: {solutions(puzzle)[0]}"
    assert rating.startswith("# rating: easy, score ")


def test_json_has_an_object_a_puzzle(run: Any) -> None:
    out = run("generate", "--layout", "4x4", "--seed", "7", "--count", "2", "--json").out
    first, second = map(json.loads, out.splitlines())
    assert solutions(first["puzzle"]) == [first["solution"]]
    assert (first["number"], second["number"]) == (1, 2)
    assert (first["seed"], first["generator"], first["unique"]) == ("7", "minimal", True)
    assert first["rating"]["level"] == "easy"
    n_clues = sum(cell != "." for cell in first["puzzle"])
    assert first["made"].startswith(f"{n_clues} clues")


def test_of_a_puzzle_with_several_solutions_json_says_so(run: Any) -> None:
    call = ["generate", "--layout", "4x4", "--coefficient", "1", "--seed", "7"]
    record = json.loads(run(*call, "--json").out)
    assert (record["puzzle"], record["generator"]) == ("." * 16, "random_fill")
    assert (record["unique"], record["rating"]) == (False, None)
    assert "# solution (there may be others): " in run(*call, "-v").out


# Options of generators


WRONG_NUMBERS = (["--count", "0"], ["--jobs", "0"], ["--seed", "a\nb"], ["--seed", ""])


def options(run: Any, *more: str) -> tuple[int, str]:
    """What ``mine`` was given, or what the program said against it."""
    done = run(*MINE, "--json", *more)
    return done.status, json.loads(done.out)["made"] if done.out else done.err.rstrip("\n")


def test_options_go_to_the_generator(run: Any) -> None:
    assert options(run) == (0, "15 none")
    given = ["--level", "Hard", "--clues", "12", "--symmetry", "half-turn"]
    assert options(run, *given) == (0, "hard 12 half_turn")
    more = ["--symmetry", "Half Turn", "--only", "naked_pair,Locked Pair", "--only", "singles"]
    ids = "naked_pair locked_pair full_house naked_single hidden_single"
    assert options(run, *more) == (0, f"15 half_turn {ids}")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["--generator", "minmal"], "unknown generator 'minmal': did you mean 'minimal'?"),
        (
            ["-p", "mine.py", "--generator", "symmetric", "--level", "hard"],
            "symmetric has no option 'level': graded and mine have it: --generator graded",
        ),
        (
            ["-p", "mine.py", "--generator", "{picky: {rater: 1, clues: 2}}"],
            "the engine sets the option 'rater' of picky itself: leave it out",
        ),
        *((wrong, "sudoku-engine generate: ") for wrong in WRONG_NUMBERS),
        (["--json", "--output-format", "sdk"], "--output-format writes boards, and --json objects"),
        (["--symmetry", "halfturn"], "--symmetry: unknown symmetry 'halfturn': did you mean"),
        (["--level", "hrad"], "--level: unknown level 'hrad': did you mean 'hard'?"),
        (["--clues", "many"], "--clues: must be a whole number, not 'many'"),
        (["--only", ""], "--only: name strategies, such as naked_single,naked_pair"),
        (["--only", "naked_piar"], "unknown strategy 'naked_piar': did you mean 'naked_pair'?"),
        (["--only", "subset"], "unknown strategy 'subset': did you mean 'subsets'?"),
    ],
)
def test_a_wrong_value_is_told_in_one_line_with_the_near_one(
    given: list[str], why: str, run: Any
) -> None:
    done = run("generate", "--layout", "4x4", *given)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert why in done.err


def test_a_generator_may_have_levels_of_its_own(run: Any, tmp_path: Path) -> None:
    text = STUDENT.replace('level: str = ""', 'level: Literal["kind", "mean"] | None = None')
    (tmp_path / "mine.py").write_text(text)
    assert options(run, "--level", "Mean") == (0, "mean 15 none")
    wrong = (2, "--level: unknown level 'maen': did you mean 'mean'?")
    assert options(run, "--level", "maen") == wrong


def test_an_option_that_must_be_set_may_be_set_on_the_command_line(run: Any) -> None:
    call = ["generate", "-p", "mine.py", "--layout", "4x4", "--generator", "picky", "--json"]
    assert run(*call) == (2, "", "picky needs the option 'clues': write --clues …\n")
    assert json.loads(run(*call, "--clues", "5").out)["made"] == "5 1 False"


def test_what_the_configuration_sets_stays_and_the_command_line_wins(
    run: Any, tmp_path: Path
) -> None:
    text = "plugins: [mine.py]\nlayout: 4x4\ngenerator: {mine: {clues: 3, symmetry: half_turn}}\n"
    (tmp_path / "run.yaml").write_text(text)

    def made(*more: str) -> str:
        record = json.loads(run("generate", "-c", "run.yaml", "--json", *more).out)
        return f"{record['generator']} {record['made']}"

    assert made() == "mine 3 half_turn"
    assert made("--generator", "mine", "--clues", "9") == "mine 9 half_turn"
    assert made("--level", "easy") == "mine easy 3 half_turn"
    assert made("--coefficient", "0.5").startswith("random_fill ")


@pytest.mark.parametrize(
    ("given", "made"),
    [
        (["--level", "hard"], "hard None ()"),
        (["--needs", "Naked Pair"], "None naked_pair ()"),
        (["--only", "naked_pair,full_house"], "None None ('naked_pair', 'full_house')"),
    ],
)
def test_a_level_and_strategies_ask_for_the_generator_that_grades(
    given: list[str], made: str, run: Any, tmp_path: Path
) -> None:
    options = "rater, level: str = None, needs: str = None, only: tuple[str, ...] = ()"
    text = STUDENT.replace('"picky", "Picky"', '"graded", "My own"')
    text = text.replace("rater, clues, size=1", options)
    text = text.replace('f"{clues} {size} {rater is None}"', 'f"{level} {needs} {only}"')
    (tmp_path / "mine.py").write_text(text)
    done = run("generate", "-p", "mine.py", "--layout", "4x4", "--json", *given)
    record = json.loads(done.out)
    assert (record["generator"], record["made"]) == ("graded", made)


# Generators that are wrong


LIES = "it claims one solution, and there are more: ................"


RAISED = ("raise", "raise ValueError", "ValueError: no 9")
LIE = ("lie", "def generate", LIES)
LEFT = ("leave", "os._exit(3)", "it ends the program (os._exit(3))")
PRETENDED = ("pretend", "os._exit(0)", "it ends the program (os._exit(0))")
KILLED = ("die", "os.kill(", "NotAllowed: it ends the program (os.kill)")
NO_SIGNALS = pytest.mark.skipif(os.name == "nt", reason="there are no such signals")


@pytest.mark.parametrize(
    ("how", "words", "why", "jobs"),
    [
        *((*RAISED, "1"), thorough(*RAISED, "2"), (*LIE, "1"), thorough(*LIE, "2")),
        *((*LEFT, "2"), thorough(*PRETENDED, "2")),
        *(pytest.param(*KILLED, jobs, marks=[NO_SIGNALS, pytest.mark.thorough]) for jobs in "12"),
    ],
)
def test_a_wrong_generator_is_named_with_its_line_also_if_it_ends_its_process(
    how: str, words: str, why: str, jobs: str, run: Any
) -> None:
    done = run(*mine(how, "--count", "3", "--jobs", jobs))
    assert done == (2, "", f"mine.py:{line_of(words)}: puzzle 1: mine is at fault: {why}\n")


@pytest.mark.parametrize(
    ("how", "words", "jobs"),
    [
        *(thorough("loop", "while True", jobs) for jobs in "12"),
        ("sleep", "sleep(100)", "1"),
        thorough("count", "count()", "1"),
    ],
)
def test_what_does_not_come_back_is_stopped(
    how: str, words: str, jobs: str, run: Any, tmp_path: Path
) -> None:
    (tmp_path / "run.yaml").write_text("loop: {step_timeout: 0.02}\n")
    done = run(*mine(how, "--count", "2", "--jobs", jobs, "-c", "run.yaml"))
    assert (done.status, done.out) == (2, "")
    told = "puzzle 1: mine is at fault: it did not come back within 0.24 s\n"
    assert done.err == f"mine.py:{line_of(words)}: {told}"


@pytest.mark.parametrize("jobs", [thorough("1"), "2"])
def test_where_a_generator_gives_up_the_others_go_on(jobs: str, run: Any) -> None:
    done = run(*mine("moody", "--count", "12", "--jobs", jobs))
    n_puzzles = len(done.out.splitlines())
    told = done.err.splitlines()
    assert done.status == 1
    assert 0 < n_puzzles == 12 - len(told)
    assert told[0].startswith("puzzle ")
    assert told[0].endswith(": mine gave up: out of luck")


# How it ends

posix = pytest.mark.skipif(os.name == "nt", reason="signals of other systems")


CALLS = [
    thorough(["generate", "--layout", "4x4", "--jobs", "1"]),
    ["generate", "--layout", "4x4", "--jobs", "2"],
    *(thorough(mine("slow", "--jobs", jobs)) for jobs in "12"),
]


@posix
@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c_keeps_what_is_finished(call: list[str], program: Any, tmp_path: Path) -> None:
    process = program.start(*call, "--count", "1000000", "-o", "made.txt")
    for _ in range(300):  # until some are there, beside the file
        time.sleep(0.1)
        if any(file.stat().st_size > 100 for file in tmp_path.glob(".made.txt.*")):
            break
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    lines = (tmp_path / "made.txt").read_text().splitlines()
    assert process.returncode == 130
    assert (out, err.decode()) == (b"", f"stopped after {len(lines)} of 1000000\n")
    assert all(len(line) == 16 for line in lines)
    assert not list(tmp_path.glob("*.tmp"))
    assert gone(process.pid)


@posix
@pytest.mark.parametrize("call", CALLS)
def test_a_closed_pipe_ends_it_quietly(call: list[str], program: Any) -> None:
    process = program.start(*call, "--count", "1000000")
    assert len(process.stdout.readline()) == 17
    process.stdout.close()
    assert process.wait(60) == 0
    assert process.stderr.read() == b""
    process.stdin.close()
    process.stderr.close()
    assert gone(process.pid)


@posix
def test_no_process_outlives_the_first(program: Any) -> None:
    process = program.start("generate", "--count", "1000000", "--jobs", "2")
    process.stdout.readline()
    process.kill()
    process.communicate(timeout=60)
    assert gone(process.pid)


def test_calling_it_loads_nothing_heavy(tmp_path: Path, program: Any) -> None:
    code = "import sys, sudoku_plugins.generators.generate_command as g; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=program.environment()
    )
    assert not {"rich", "multiprocessing", "numpy"} & set(done.stdout.split())


@pytest.mark.parametrize(
    "wanted",
    [
        "--needs naked_pair --without hidden_pair --score 400-900",
        "--needs intersections --needs naked_pair",
    ],
)
def test_options_of_rate_hold_for_what_is_generated(wanted: str, run: Any) -> None:
    made = run("generate", *wanted.split(), "--seed", "5")

    assert made.status == 0
    Path("made.txt").write_text(made.out, encoding="utf-8")
    assert run("rate", "-q", *wanted.split(), "made.txt").out == made.out
