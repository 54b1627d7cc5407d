"""The command `solve`: strategies, searches, and the files that are written."""

import json
import os
import re
import threading
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine.formats import FORMATS
from tests.support.files import forbid, write
from tests.support.lines import EASY_SOLVED, MANY, NINE, NINE_SOLVED, NO_WAY, TWICE, Run
from tests.support.samples import cases

# No strategy of ours gets anywhere from here on; it has one solution.
HARD = "..........3.7....1.56.34...3.8.4.2...6......7..9....1.....59..29..3..6.8.2..8...5"


def test_only_the_named_strategies_run_in_their_order(run: Run) -> None:
    done = run("solve", "--strategy", "naked_single", "--strategy", "full_house", NINE)
    names = {
        line.split(". ", 1)[1].split(":")[0] for line in done.out.splitlines() if ". " in line[:6]
    }
    assert names <= {"Naked Single", "Full House"}
    assert "bitboard filled the rest" in done.out


WAYS = ("", "--no-fallback", "--no-guard", "--solver bitboard")
ENDS = {
    f"--strategy basic {HARD}": (0, "cells open; bitboard filled the rest"),
    f"--solver bitboard {HARD}": (0, "Solved: the first solution, by bitboard"),
    f"--max-steps 2 {NINE}": (1, "Stopped: after 2 steps (max_steps)"),
    MANY: (0, "Note: this is one of several solutions"),
    f"--no-guard {MANY}": (0, "Note: this is one of several solutions"),
    f"--no-fallback {MANY}": (1, "Stuck: no strategy finds a step"),
    **{f"{way} {TWICE}": (1, "Contradiction: 1 twice in row 1: r1c1, r1c2\n") for way in WAYS},
    **{f"{way} {NO_WAY}": (1, "Contradiction: no solution") for way in WAYS},
}


@pytest.mark.parametrize("call", ENDS)
def test_the_end_of_a_run_is_told_in_words(call: str, run: Run) -> None:
    status, words = ENDS[call]
    done = run("solve", *call.split())
    assert (done.status, done.err, done.out.count(words)) == (status, "", 1)
    assert ("Steps:" in done.out) == ("--solver" not in call)


def test_without_the_fallback_a_hard_puzzle_stays_stuck(run: Run) -> None:
    basic = ("--no-fallback", "--strategy", "basic")
    assert "Stuck: no strategy finds a step, " in run("solve", *basic, HARD).out
    done = run("solve", "-q", *basic, HARD)
    assert (done.status, done.err) == (1, "")
    (line,) = done.out.splitlines()
    assert len(line) == 81
    assert "." in line
    assert all(before in (".", after) for before, after in zip(HARD, line))


@pytest.mark.parametrize(("wanted", "n"), [("1", 1), ("5", 5), ("12", 12), ("99", 12), ("all", 12)])
def test_as_many_solutions_are_given_as_are_wanted(wanted: str, n: int, run: Run) -> None:
    done = run("solve", "-q", "--solutions", wanted, MANY)
    lines = done.out.splitlines()
    assert (done.status, len(lines), len(set(lines))) == (0, n, n)
    assert all(line.startswith("12") and line[4:6] == "34" for line in lines)
    assert run("solve", "-q", "--solutions", wanted, NO_WAY) == (1, "", "")
    assert run("solve", "-q", "--solutions", wanted, EASY_SOLVED) == (0, f"{EASY_SOLVED}\n", "")


@pytest.mark.parametrize("name", ["12x12", "16x16"])
def test_boards_over_nine_are_written_in_letters(name: str, all_boards: Any, run: Run) -> None:
    board = next(board for board in all_boards if board.source.startswith(name))
    assert run("solve", "-q", board.puzzle.line) == (0, f"{board.solution}\n", "")


def test_a_board_of_25_is_solved_from_letters_and_from_numbers(tmp_path: Path, run: Run) -> None:
    symbols = "123456789ABCDEFGHIJKLMNOP"
    # Each row is the one above moved on by a box, each band moved on by one: no two meet.
    rows = [[(column + 5 * (row % 5) + row // 5) % 25 for column in range(25)] for row in range(25)]
    solution = "".join(symbols[digit] for row in rows for digit in row)
    # Blanks on a diagonal of each row: a full house each.
    shown = [
        [-1 if row == column else rows[row][column] for column in range(25)] for row in range(25)
    ]
    letters = "".join(symbols[digit] if digit >= 0 else "." for row in shown for digit in row)
    write(tmp_path, "n.txt", "\n".join(" ".join(str(digit + 1) for digit in row) for row in shown))
    assert run("solve", "-q", letters) == (0, f"{solution}\n", "")
    assert run("solve", "-q", "n.txt") == (0, f"{solution}\n", "")


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_written_in_any_format_reads_back(name: str, tmp_path: Path, run: Run) -> None:
    write(tmp_path, "two.txt", f"{NINE}\n{HARD}\n")
    answers = run("solve", "-q", "two.txt").out
    assert run("solve", "--output-format", name, "two.txt", "-o", "solved").status == 0
    assert run("solve", "-q", "solved")[:2] == (0, answers)
    stuck = ["--strategy", "full_house", "--no-fallback"]
    assert run("solve", "--output-format", name, *stuck, "two.txt", "-o", "open").status == 1
    assert run("solve", "-q", "open") == (0, answers, "")


@pytest.mark.parametrize(
    "call",
    [["none.txt"], ["empty.txt"], ["bad.txt"], ["--strategy", "x", NINE], [NINE, "none.txt"]],
)
def test_a_run_that_fails_leaves_the_older_file(call: list[str], tmp_path: Path, run: Run) -> None:
    write(tmp_path, "empty.txt", "")
    write(tmp_path, "bad.txt", NINE[:80])
    write(tmp_path, "out.txt", "as it was")
    assert run("solve", "-q", *call, "-o", "out.txt").status == 2
    assert (tmp_path / "out.txt").read_text() == "as it was"
    assert sorted(os.listdir(tmp_path)) == ["bad.txt", "empty.txt", "out.txt"]


def test_good_puzzles_are_written_though_one_is_bad(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "mixed.txt", f"{NINE[:80]}\n{NINE}\n")
    assert run("solve", "-q", "mixed.txt", "-o", "out.txt").status == 2
    assert (tmp_path / "out.txt").read_text() == f"{NINE_SOLVED}\n"


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("no/out.txt", "there is no folder 'no'"),
        ("folder", "it is a folder"),
        ("locked/out.txt", "Permission denied"),
    ],
)
def test_a_file_that_cannot_be_written_is_told_before_the_work(
    file: str, why: str, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("folder", "locked"):
        (tmp_path / folder).mkdir()
    forbid(tmp_path / "locked", monkeypatch)
    assert run("solve", "-q", NINE, "-o", file) == (2, "", f"{file}: cannot be written: {why}\n")


def test_the_first_answer_comes_before_the_input_ends(program: Any) -> None:
    process = program.start("solve", "-q", "--solver", "bitboard", "-")
    process.stdin.write(f"{NINE}\n".encode())
    process.stdin.flush()
    assert process.stdout.readline().decode() == f"{NINE_SOLVED}\n"

    def write_the_rest() -> None:
        process.stdin.write(f"{NINE}\n".encode() * 2999)
        process.stdin.close()

    writer = threading.Thread(target=write_the_rest)
    writer.start()
    assert sum(line.decode() == f"{NINE_SOLVED}\n" for line in process.stdout) == 2999
    writer.join()
    assert process.wait(30) == 0
    assert process.stderr.read() == b""
    process.stdout.close()
    process.stderr.close()


PIPED = {
    "solve": ["solve", "many.txt"],
    "solve -q": ["solve", "-q", "many.txt"],
    "solve --reporter jsonl": ["solve", "--reporter", "jsonl", "many.txt"],
    "all solutions": ["solve", "-q", "--solutions", "all", "." * 81],
    "verify": ["verify", "many.txt"],
    "race": ["race", NINE],
    "plugins list": ["plugins", "list"],
    "explain": ["explain", "naked_pair"],
}


@pytest.mark.skipif(os.name == "nt", reason="pipes close otherwise there")
@pytest.mark.parametrize("call", cases(PIPED, "solve", "verify"))
def test_a_closed_pipe_ends_the_program_quietly(
    call: list[str], tmp_path: Path, program: Any
) -> None:
    write(tmp_path, "many.txt", f"{NINE}\n" * 400)
    process = program.start(*call)
    if len(call) > 2 and call[0] != "race":
        assert process.stdout.readline()
    process.stdout.close()
    assert process.wait(30) == 0
    assert process.stderr.read() == b""
    process.stdin.close()
    process.stderr.close()


def test_a_latin_square_is_solved_and_drawn_without_boxes(run: Run) -> None:
    latin = ("--layout", "4x4+latin", "1234234.3.1241..")
    board = run("solve", *latin).out.splitlines()[6:9]
    assert [re.findall(r"\w", line) for line in board] == [
        ["1", "2", "3", "4"],
        [],
        ["2", "3", "4", "1"],
    ]
    assert "─" not in board[1]
    assert run("verify", *latin).out == "valid: 1 solution\n"
    record = run("verify", "--json", *latin).out
    assert json.loads(run("verify", "--json", "-", stdin=record.encode()).out)["layout"] == latin[1]
