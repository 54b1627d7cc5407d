"""The command line as people meet it: what it answers, what it says is wrong, how it ends."""

from __future__ import annotations

import codecs
import json
import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from sudoku_engine.cli import program as commands
from sudoku_engine.formats import FORMATS
from tests.support.files import forbid, write
from tests.support.paths import ROOT

Run = Callable[..., Any]

# Singles solve it.
EASY = "123.3412214.4321"
EASY_SOLVED = "1234341221434321"
# The second half can be filled in twelve ways.
MANY = "12..34.........."
# Row 1 needs its 4 in box 2, which has one already.
NO_WAY = "23....4........."
TWICE = "11.............."
# No strategy of ours gets anywhere from here on; it has one solution.
HARD = "..........3.7....1.56.34...3.8.4.2...6......7..9....1.....59..29..3..6.8.2..8...5"
# Nine rows that singles solve.
NINE = "6....5........9..3.172.6....94..3.67.6.......1.3....542..98..76......5......629.."
NINE_SOLVED = "639845712425719683817236495594123867762458139183697254251984376946371528378562941"

BROKEN = """
from sudoku_engine import strategy
@strategy("Mine", score=5, level="easy")
def mine(grid):
    return [
"""


def drawn(line: str) -> str:
    """A 9x9 board in nine rows."""
    return "\n".join(line[start : start + 9] for start in range(0, 81, 9)) + "\n"


# Help


def all_commands() -> Iterator[list[str]]:
    context = click.Context(commands.program)
    for name in commands.COMMANDS:
        command = commands.program.get_command(context, name)
        yield [name]
        for inner in getattr(command, "commands", {}):
            yield [name, inner]


@pytest.mark.parametrize("command", list(all_commands()), ids=" ".join)
def test_help_of_every_command_has_an_example_that_calls_it(command: list[str], run: Run) -> None:
    done = run(*command, "--help")
    assert (done.status, done.err) == (0, "")
    assert f"\n    sudoku-engine {' '.join(command)} " in f"{done.out}\n".replace("      ", "    ")


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]], ids=str)
def test_without_a_command_the_program_says_what_there_is(arguments: list[str], run: Run) -> None:
    done = run(*arguments)
    assert (done.status, done.err) == (0, "")
    assert all(f"\n  {name} " in done.out for name in commands.COMMANDS)


@pytest.mark.parametrize("group", ["config", "plugins"])
def test_a_group_without_a_command_shows_its_help(group: str, run: Run) -> None:
    done = run(group)
    assert (done.status, done.err) == (0, "")
    assert "Commands:" in done.out


def test_files_that_the_help_names_exist(run: Run) -> None:
    root = ROOT
    for command in all_commands():
        for word in run(*command, "--help").out.split():
            if word.startswith("examples/"):
                assert (root / word).exists(), word


def test_the_version_is_told(run: Run) -> None:
    assert run("--version").out.startswith("sudoku-engine, version ")


def test_the_program_starts_as_a_module_and_as_a_command(program: Any) -> None:
    assert program("verify", EASY) == (0, "valid: 1 solution\n", "")
    installed = Path(sys.executable).with_name("sudoku-engine")
    if installed.exists():
        done = subprocess.run([installed, "verify", EASY], capture_output=True, timeout=60)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"valid: 1 solution\n", b"")


# Wrong calls: each one line, status 2, with the mend.

HELP = "(see sudoku-engine --help)"
HELP_SOLVE = "(see sudoku-engine solve --help)"
WRONG_CALLS = {
    "solev x": f"sudoku-engine: no command 'solev': did you mean 'solve'? {HELP}",
    "config chek": (
        "sudoku-engine config: no command 'chek': did you mean 'check'? "
        "(see sudoku-engine config --help)"
    ),
    "plugins show": (
        "sudoku-engine plugins: no command 'show': known: check, grade, list, new "
        "(see sudoku-engine plugins --help)"
    ),
    "--quiet": f"sudoku-engine: no such option '--quiet' {HELP}",
    "solve --strateg x": (
        f"sudoku-engine solve: no such option '--strateg': did you mean '--strategy'? {HELP_SOLVE}"
    ),
    "solve --mode": f"sudoku-engine solve: option '--mode' requires an argument {HELP_SOLVE}",
    f"solve --strategy naked_piar {EASY}": (
        "--strategy: unknown strategy 'naked_piar': did you mean 'naked_pair'?"
    ),
    f"solve --reporter txt {EASY}": "--reporter: unknown reporter 'txt': did you mean 'text'?",
    f"solve --solver bitbord {EASY}": (
        "--solver: unknown solver 'bitbord': did you mean 'bitboard'?"
    ),
    f"solve --mode firts {EASY}": "--mode: unknown mode 'firts': did you mean 'first'?",
    f"solve --layout 9x8 {EASY}": "--layout: unknown layout '9x8': did you mean '9x9'?",
    f"solve --max-steps 0 {EASY}": "--max-steps: max_steps must be 1 to 1000000000, not '0'",
    f"solve --step-timeout x {EASY}": "--step-timeout: step_timeout must be a number, not 'x'",
    f"solve --solutions x {EASY}": "--solutions takes a number from 1, or 'all', not 'x'",
    f"solve --solutions 0 {EASY}": "--solutions takes a number from 1, or 'all', not '0'",
    f"solve --solver bitboard --strategy naked_pair {EASY}": (
        "a search (--solver, --solutions) uses no --strategy: choose one"
    ),
    "solve": "no puzzle: name a file, write one out, or - for standard input",
    "verify": "no puzzle: name a file, write one out, or - for standard input",
    "hint": "no puzzle: name a file, write one out, or - for standard input",
    "race": "no puzzle: name a file, write one out, or - for standard input",
    f"race --solver bitbord {EASY}": "unknown solver 'bitbord': did you mean 'bitboard'?",
    "explain naked_piar": "unknown technique 'naked_piar': did you mean 'naked_pair'?",
    "explain": "sudoku-engine explain: missing argument 'ID' (see sudoku-engine explain --help)",
    f"solve -c none.yaml {EASY}": "none.yaml: there is no such file",
    f"solve {'-' * 81}": (
        "sudoku-engine solve: a puzzle that starts with '-' stands after '--': "
        "sudoku-engine solve -- PUZZLE"
    ),
}


@pytest.mark.parametrize("call", WRONG_CALLS)
def test_a_wrong_call_is_told_in_one_line_with_the_mend(call: str, run: Run) -> None:
    assert run(*call.split()) == (2, "", WRONG_CALLS[call] + "\n")


@pytest.mark.parametrize("call", [f"solve --output-format lien {EASY}", f"hint --show whre {EASY}"])
def test_a_wrong_choice_names_those_there_are(call: str, run: Run) -> None:
    done = run(*call.split())
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "'grid'" in done.err or "'where'" in done.err


def test_a_long_option_that_does_not_exist_is_no_puzzle(run: Run) -> None:
    told = "no such option '--output-formatted': did you mean '--output' or '--output-format'?"
    assert told in run("solve", "--output-formatted", EASY).err


def test_only_one_value_of_a_kind_is_taken_where_one_is_wanted(run: Run) -> None:
    done = run("solve", "-q", "--strategy", "full_house", "--strategy", "full_house", EASY)
    assert (done.status, done.err) == (2, "--strategy: 'full_house' is listed twice\n")


# Tracebacks


@pytest.mark.parametrize(
    "call", [["solve", "nofile.txt"], ["solev"], ["hint", "-c", "none.yaml"], ["verify", "12345"]]
)
def test_a_traceback_is_shown_with_debug_and_never_without(call: list[str], run: Run) -> None:
    plain, debugged, from_the_group = run(*call), run(*call, "--debug"), run("--debug", *call)
    assert "Traceback" not in plain.err
    assert plain.err.count("\n") == 1
    assert from_the_group.err.startswith("Traceback")
    assert from_the_group.err.endswith(plain.err)
    if call != ["solev"]:
        assert debugged.err.endswith(plain.err)
        assert "Traceback" in debugged.err


def test_debug_shows_where_a_plugin_raised(tmp_path: Path, run: Run) -> None:
    plugin = write(tmp_path, "mine.py", "def one(): return 1 / 0\none()\n")
    plain, debugged = (
        run("verify", "-p", plugin, EASY),
        run("verify", "-p", plugin, "--debug", EASY),
    )
    assert plain.err == "mine.py:1: it failed to load: ZeroDivisionError: division by zero\n"
    assert 'mine.py", line 2, in <module>' in debugged.err
    assert debugged.err.endswith(plain.err)


# Input


def test_a_file_a_puzzle_written_out_and_standard_input_are_read(
    tmp_path: Path, program: Any, run: Run
) -> None:
    write(tmp_path, "nine.txt", drawn(NINE))
    answer = (0, f"{NINE_SOLVED}\n", "")
    assert run("solve", "-q", "nine.txt") == answer
    assert run("solve", "-q", NINE) == answer
    assert run("solve", "-q", drawn(NINE)) == answer
    assert program("solve", "-q", "-", stdin=drawn(NINE).encode()) == answer


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: text.encode("utf-16"),
        lambda text: text.encode("utf-16-le"),
        lambda text: codecs.BOM_UTF8 + text.replace("\n", "\r\n").encode(),
        lambda text: text.replace("\n", "\r").encode(),
    ],
    ids=["UTF-16", "UTF-16 without a mark", "UTF-8 with a mark, CRLF", "CR"],
)
def test_a_pipe_may_hold_any_usual_text(encode: Callable[[str], bytes], program: Any) -> None:
    assert program("solve", "-q", "-", stdin=encode(drawn(NINE))) == (0, f"{NINE_SOLVED}\n", "")


def test_what_exists_as_a_file_is_a_file(tmp_path: Path, run: Run) -> None:
    write(tmp_path, MANY, EASY)
    assert run("solve", "-q", MANY).out == f"{EASY_SOLVED}\n"


def test_a_puzzle_that_starts_with_a_dash_stands_after_two(run: Run) -> None:
    dashed = EASY.replace("1", "-").replace(".", "-")
    assert run("solve", "-q", dashed).err == (
        "sudoku-engine solve: a puzzle that starts with '-' stands after '--': "
        "sudoku-engine solve -- PUZZLE\n"
    )
    assert run("solve", "-q", "--", dashed) == (0, f"{EASY_SOLVED}\n", "")
    rows = "\n".join(dashed[row : row + 4] for row in (0, 4, 8, 12))
    assert "stands after '--'" in run("solve", "-q", rows).err


NO_INPUT = {
    "": "standard input: no puzzle in it",
    "\n\n": "standard input: no puzzle in it",
    "# only a comment\n": "standard input: no puzzle in it",
}


@pytest.mark.parametrize("text", NO_INPUT)
@pytest.mark.parametrize("command", ["solve", "verify", "hint", "race"])
def test_an_input_without_a_puzzle_is_an_error(
    text: str, command: str, tmp_path: Path, run: Run
) -> None:
    write(tmp_path, "none.txt", text)
    done = run(command, "none.txt")
    assert (done.status, done.err) == (2, "none.txt: no puzzle in it\n")


def test_standard_input_without_a_puzzle_is_an_error(program: Any) -> None:
    assert program("solve", "-") == (2, "", "standard input: no puzzle in it\n")


def test_a_folder_is_no_puzzle(tmp_path: Path, run: Run) -> None:
    (tmp_path / "puzzles").mkdir()
    assert run("solve", "puzzles") == (2, "", "puzzles: this is a folder: name a file in it\n")


def test_a_missing_file_is_told_with_the_near_name(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "puzzles.txt", EASY)
    missing = "puzles.txt: there is no such file: did you mean 'puzzles.txt'?\n"
    assert run("solve", "puzles.txt") == (2, "", missing)
    assert run("solve", "puzzel").err == "puzzel: there is no such file\n"
    assert (
        run("solve", "no/x.txt").err == "no/x.txt: there is no such file: there is no folder 'no'\n"
    )


def test_bytes_that_are_no_text_are_told_line_by_line_and_never_raise(
    tmp_path: Path, run: Run
) -> None:
    write(tmp_path, "picture.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4)
    done = run("solve", "-q", "picture.png")
    assert (done.status, done.out) == (2, "")
    assert "no text" in done.err
    assert all(line.startswith("picture.png:") for line in done.err.splitlines())
    assert "Traceback" not in done.err


def test_a_bad_puzzle_does_not_hide_the_good_ones(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "three.txt", f"{NINE}\n{NINE[:80]}\n{NINE}\n")
    told = "three.txt:2: 80 cells: a 9x9 puzzle has 81\n"
    assert run("solve", "-q", "three.txt") == (2, f"{NINE_SOLVED}\n" * 2, told)
    assert run("verify", "three.txt") == (2, "valid: 1 solution\n" * 2, told)
    events = [
        json.loads(line)
        for line in run("solve", "--reporter", "jsonl", "three.txt").out.splitlines()
    ]
    kinds = [event["event"] for event in events if event["event"] not in ("step", "start")]
    assert kinds == ["end", "error", "end"]
    (error,) = (event for event in events if event["event"] == "error")
    assert error["source"] == "three.txt:2"
    assert error["why"] == "80 cells: a 9x9 puzzle has 81"


# The exit status


@pytest.mark.parametrize(
    ("puzzles", "status"),
    [
        ([EASY], 0),
        ([EASY, MANY], 0),
        ([EASY, TWICE], 1),
        ([TWICE, EASY], 1),
        ([TWICE, EASY[:-1], EASY], 2),
        ([EASY[:-1], EASY], 2),
    ],
)
def test_over_several_puzzles_the_worst_counts(puzzles: list[str], status: int, run: Run) -> None:
    assert run("solve", "-q", *puzzles).status == status


def test_a_missing_file_ends_the_run_where_it_stands(run: Run) -> None:
    done = run("solve", "-q", EASY, "none.txt", EASY)
    assert (done.status, done.out) == (2, f"{EASY_SOLVED}\n")


# solve


def test_only_the_named_strategies_run_in_their_order(run: Run) -> None:
    done = run("solve", "--strategy", "naked_single", "--strategy", "full_house", NINE)
    names = {
        line.split(". ", 1)[1].split(":")[0] for line in done.out.splitlines() if ". " in line[:6]
    }
    assert names <= {"Naked Single", "Full House"}
    assert "bitboard filled the rest" in done.out


def test_a_hard_puzzle_is_finished_by_search_which_says_so(run: Run) -> None:
    done = run("solve", HARD)
    assert done.status == 0
    assert "Solved: strategies stuck after" in done.out
    assert "cells open; bitboard filled the rest" in done.out


def test_without_the_fallback_a_hard_puzzle_stays_stuck(run: Run) -> None:
    assert "Stuck: no strategy finds a step, " in run("solve", "--no-fallback", HARD).out
    done = run("solve", "-q", "--no-fallback", HARD)
    assert (done.status, done.err) == (1, "")
    (line,) = done.out.splitlines()
    assert len(line) == 81
    assert "." in line
    assert all(before in (".", after) for before, after in zip(HARD, line))


def test_a_solver_alone_solves(run: Run) -> None:
    done = run("solve", "--solver", "bitboard", HARD)
    assert done.status == 0
    assert "Solved: 1 solution or more, by bitboard" in done.out
    assert "Steps:" not in done.out


@pytest.mark.parametrize(("wanted", "n"), [("1", 1), ("5", 5), ("12", 12), ("99", 12), ("all", 12)])
def test_as_many_solutions_are_given_as_are_wanted(wanted: str, n: int, run: Run) -> None:
    done = run("solve", "-q", "--solutions", wanted, MANY)
    lines = done.out.splitlines()
    assert (done.status, len(lines), len(set(lines))) == (0, n, n)
    assert all(line.startswith("12") and line[4:6] == "34" for line in lines)


def test_solutions_of_a_puzzle_without_one_are_none(run: Run) -> None:
    assert run("solve", "-q", "--solutions", "all", NO_WAY) == (1, "", "")


def test_a_solved_board_is_its_one_solution(run: Run) -> None:
    assert run("solve", "-q", "--solutions", "all", EASY_SOLVED) == (0, f"{EASY_SOLVED}\n", "")


@pytest.mark.parametrize("more", [[], ["--no-fallback"], ["--no-guard"], ["--solver", "bitboard"]])
def test_a_board_that_contradicts_itself_is_answered_in_words(more: list[str], run: Run) -> None:
    done = run("solve", *more, TWICE)
    assert (done.status, done.err) == (1, "")
    assert "Contradiction: 1 twice in row 1: r1c1, r1c2\n" in done.out


@pytest.mark.parametrize("more", [[], ["--no-fallback"], ["--no-guard"], ["--solver", "bitboard"]])
def test_a_puzzle_without_a_solution_is_answered_in_words(more: list[str], run: Run) -> None:
    done = run("solve", *more, NO_WAY)
    assert (done.status, done.err) == (1, "")
    assert "Contradiction: no solution" in done.out


def test_several_solutions_are_told(run: Run) -> None:
    done = run("solve", MANY)
    assert done.status == 0
    assert "Note: this is one of several solutions" in done.out
    unguarded = run("solve", "--no-guard", MANY)
    assert unguarded.status == 0
    assert "Note: this is one of several solutions" in unguarded.out
    assert run("solve", "--no-fallback", MANY).status == 1


def test_steps_can_be_limited(run: Run) -> None:
    done = run("solve", "--max-steps", "2", NINE)
    assert done.status == 1
    assert "Stopped: after 2 steps (max_steps)" in done.out


@pytest.mark.parametrize("mode", ["first", "pass", "fixpoint"])
@pytest.mark.parametrize("marks", ["auto", "manual"])
def test_every_mode_comes_to_the_same_end(mode: str, marks: str, run: Run) -> None:
    done = run("solve", "-q", "--mode", mode, "--pencilmarks", marks, NINE)
    assert done == (0, f"{NINE_SOLVED}\n", "")


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


# Output


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_written_in_any_format_reads_back(name: str, tmp_path: Path, run: Run) -> None:
    write(tmp_path, "two.txt", f"{NINE}\n{HARD}\n")
    answers = run("solve", "-q", "two.txt").out
    assert run("solve", "--output-format", name, "two.txt", "-o", "solved").status == 0
    assert run("solve", "-q", "solved") == (0, answers, "")
    stuck = ["--strategy", "full_house", "--no-fallback"]
    assert run("solve", "--output-format", name, *stuck, "two.txt", "-o", "open").status == 1
    assert run("solve", "-q", "open") == (0, answers, "")


def test_a_file_may_be_written_over_the_one_that_is_read(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "same.txt", f"{NINE}\n{NINE}\n")
    assert run("solve", "-q", "same.txt", "-o", "same.txt") == (0, "", "")
    assert (tmp_path / "same.txt").read_text() == f"{NINE_SOLVED}\n" * 2


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


def test_a_file_that_cannot_be_written_is_told_before_the_work(tmp_path: Path, run: Run) -> None:
    told = "no/out.txt: cannot be written: there is no folder 'no'\n"
    assert run("solve", "-q", NINE, "-o", "no/out.txt") == (2, "", told)
    (tmp_path / "folder").mkdir()
    assert run("solve", "-q", NINE, "-o", "folder") == (
        2,
        "",
        "folder: cannot be written: it is a folder\n",
    )


def test_a_folder_that_may_not_be_written_is_told(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "locked").mkdir()
    forbid(tmp_path / "locked", monkeypatch)
    assert run("solve", "-q", NINE, "-o", "locked/out.txt") == (
        2,
        "",
        "locked/out.txt: cannot be written: Permission denied\n",
    )


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
@pytest.mark.parametrize("call", PIPED)
def test_a_closed_pipe_ends_the_program_quietly(call: str, tmp_path: Path, program: Any) -> None:
    write(tmp_path, "many.txt", f"{NINE}\n" * 400)
    process = program.start(*PIPED[call])
    if len(PIPED[call]) > 2 and call != "race":
        assert process.stdout.readline()
    process.stdout.close()
    assert process.wait(30) == 0
    assert process.stderr.read() == b""
    process.stdin.close()
    process.stderr.close()


# hint


def test_a_hint_says_ever_more(run: Run) -> None:
    assert run("hint", "--show", "where", EASY) == (0, "Look at row 1.\n", "")
    assert run("hint", "--show", "what", EASY) == (0, "Look for: Full House in row 1.\n", "")
    why = "Full House: r1c4=4\nr1c4 is the last open cell of row 1, and 4 is missing there.\n"
    assert run("hint", "--show", "why", EASY) == (0, why, "")
    assert run("hint", EASY) == (0, why, "")


@pytest.mark.parametrize(
    ("puzzle", "told"),
    [
        (EASY_SOLVED, "The board is solved already.\n"),
        (TWICE, "There is a mistake on the board: 1 twice in row 1: r1c1, r1c2.\n"),
        (MANY, "No strategy finds a step.\n"),
    ],
)
def test_where_there_is_no_hint_it_says_why(puzzle: str, told: str, run: Run) -> None:
    assert run("hint", puzzle) == (1, told, "")


def test_a_hint_wants_one_puzzle(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "two.txt", f"{NINE}\n{NINE}\n")
    assert run("hint", "two.txt") == (2, "", "two.txt: 2 puzzles where one is wanted\n")


# verify


@pytest.mark.parametrize(
    ("puzzle", "told", "status"),
    [
        (EASY_SOLVED, "valid: solved\n", 0),
        (EASY, "valid: 1 solution\n", 0),
        (MANY, "invalid: 2+ solutions\n", 1),
        (TWICE, "invalid: 1 twice in row 1: r1c1, r1c2\n", 1),
        (
            "..5......" * 2 + "." * 63,
            "invalid: 5 twice in column 3: r1c3, r2c3\n",
            1,
        ),
    ],
)
def test_verify_tells_in_a_line(puzzle: str, told: str, status: int, run: Run) -> None:
    assert run("verify", puzzle) == (status, told, "")


def test_verify_knows_no_solution(run: Run) -> None:
    done = run("verify", NO_WAY)
    assert (done.status, done.err) == (1, "")
    assert done.out.startswith("invalid: no solution")


def test_a_typing_error_is_guessed_at(run: Run) -> None:
    # NINE_SOLVED starts with 639; with a 4 in r1c2, which no house forbids, nothing fits.
    slip = f"{NINE[0]}4{NINE[2:]}"
    assert run("verify", slip).out == "invalid: no solution, typing error? r1c2 could be 3\n"


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


# explain


def test_every_strategy_solver_generator_and_checker_is_explained(run: Run) -> None:
    listed = json.loads(run("plugins", "list", "--json").out)
    kinds = {"strategy": 13, "solver": 7, "generator": 4, "checker": 4}
    techniques = [row for row in listed if row["kind"] in kinds]
    assert Counter(row["kind"] for row in techniques) == kinds
    for row in techniques:
        done = run("explain", row["id"])
        assert (done.status, done.err) == (0, "")
        assert done.out.startswith(row["name"])
        if row["kind"] == "strategy":
            assert f"({row['id']}, " in done.out
            assert done.out.index("Example, before:") < done.out.index("After:")


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

@strategy("Text", score=5, level="easy", sizes=(4,), example="123.3412214.4321")
def text(grid):
    yield "r1c1"

@strategy("Outside", score=5, level="easy", sizes=(4,), example="123.3412214.4321")
def outside(grid):
    yield Step([Candidate(99, 3)])

@strategy("Raises", score=5, level="easy", sizes=(4,), example="123.3412214.4321")
def raises(grid):
    return 1 / 0
'''


def test_explain_takes_a_students_file_as_it_is(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "mine.py", STUDENTS_FILE)
    silent = run("explain", "-p", "mine.py", "silent")
    assert (silent.status, silent.err) == (0, "")
    assert "Nothing explains it: write a docstring in mine.py." in silent.out
    assert "It has no example: give @strategy one in mine.py, example='a board'." in silent.out
    told = run("explain", "-p", "mine.py", "told")
    assert (told.status, told.err) == (0, "")
    assert "The last cell of row 1." in told.out
    assert "Told: r1c4=4\nI see it.\n" in told.out


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("typo", "mine.py: the example of 'typo' cannot be read: 1 row: a 4x4 puzzle has 4"),
        ("nothing", "mine.py: the example of 'nothing' gives it nothing to find"),
        ("text", "mine.py:22: the example of 'text' shows a fault: it gave 'r1c1', not a Step"),
        (
            "outside",
            "mine.py:26: the example of 'outside' shows a fault: it places 3 in cell 99: cells go "
            "from 0 to 15",
        ),
        (
            "raises",
            "mine.py:30: the example of 'raises' shows a fault: ZeroDivisionError: "
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


# plugins and configurations


def test_plugins_are_listed_in_every_state(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "broken.py", BROKEN)
    mine = BROKEN.replace("[", "[]")
    write(tmp_path, "mine.py", mine)
    write(tmp_path, "other.py", mine.replace("mine", "other"))
    write(tmp_path, "again.py", mine.replace("mine", "full_house"))
    write(
        tmp_path,
        "run.yaml",
        "plugins: [broken.py, mine.py, other.py, again.py]\ndisable: [other, naked_quad]\n",
    )
    done = run("plugins", "list", "--json", "-c", "run.yaml")
    assert done.status == 2
    rows = json.loads(done.out)
    loaded = {row["id"]: row["from"] for row in rows if row["state"] == "loaded"}
    assert loaded["mine"] == "mine.py"
    assert loaded["full_house"] == "again.py"
    assert loaded["naked_pair"] == "bundled"
    assert "naked_quad" not in loaded
    others = {
        row["from"]: (row["state"], row["problem"]) for row in rows if row["state"] != "loaded"
    }
    assert others["other.py"] == ("disabled", "")
    assert others["broken.py"][0] == "failed"
    assert others["broken.py"][1].startswith("broken.py:4: it is not valid Python")
    assert "notice: again.py replaces the bundled strategy 'full_house'\n" in done.err
    table = run("plugins", "list", "-c", "run.yaml").out
    assert all(row["from"] in table and row["id"] in table for row in rows)


def test_the_puzzle_of_the_configuration_is_taken_where_none_is_given(
    tmp_path: Path, run: Run
) -> None:
    write(tmp_path, "one.yaml", f'puzzle: "{EASY}"\n')
    write(tmp_path, "many.yaml", "puzzles: many.txt\n")
    write(tmp_path, "many.txt", f"{NINE}\n{NINE}\n")
    assert run("solve", "-q", "-c", "one.yaml") == (0, f"{EASY_SOLVED}\n", "")
    assert run("solve", "-q", "-c", "one.yaml", NINE).out == f"{NINE_SOLVED}\n"
    assert run("solve", "-q", "-c", "many.yaml").out == f"{NINE_SOLVED}\n" * 2
    assert run("hint", "-c", "one.yaml").status == 0
    assert run("verify", "-c", "many.yaml").out == "valid: 1 solution\n" * 2


def test_a_plugin_that_does_not_load_is_named_and_the_run_goes_on(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "broken.py", BROKEN)
    write(tmp_path, "run.yaml", f'plugins: [broken.py]\npuzzle: "{EASY}"\n')
    told = "broken.py:4: it is not valid Python: '[' was never closed\n"
    assert run("solve", "-q", "-c", "run.yaml") == (2, f"{EASY_SOLVED}\n", told)
    assert run("solve", "-q", "-p", "broken.py", EASY) == (2, f"{EASY_SOLVED}\n", told)
    assert run("solve", "-q", "-p", "none.py", EASY) == (
        2,
        f"{EASY_SOLVED}\n",
        "none.py: there is no such file: check the path\n",
    )


def test_what_a_broken_plugin_would_offer_is_left_out(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "broken.py", BROKEN)
    write(
        tmp_path,
        "run.yaml",
        """
        plugins: [broken.py]
        strategies:
          - mine
          - full_house
          - {mine_too: {houses: [row]}}
          - hidden_sinlge
        fallback: my_solver
        """,
    )
    done = run("solve", "-c", "run.yaml", NINE)
    assert done.status == 2
    assert done.err.splitlines()[1:] == [
        "run.yaml:3:5: strategy 'mine' is left out: a plugin failed to load",
        "run.yaml:5:6: strategy 'mine_too' is left out: a plugin failed to load",
        "run.yaml:6:5: strategy 'hidden_sinlge' is left out: a plugin failed to load "
        "(did you mean 'hidden_single'?)",
        "run.yaml:7:11: solver 'my_solver' is left out: a plugin failed to load",
    ]
    assert "bitboard filled the rest" in done.out
    assert run("config", "check", "run.yaml").status == 2
    shown = run("config", "show", "-c", "run.yaml")
    assert "full_house" in shown.out
    assert "mine" not in shown.out


def test_an_unknown_name_stays_an_error_where_all_plugins_load(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "run.yaml", "strategies: [mine]\n")
    done = run("solve", "-q", "-c", "run.yaml", EASY)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("run.yaml:1:14: unknown strategy 'mine': known: ")


def test_several_configurations_are_each_checked_once(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "mine.py", BROKEN.replace("[", "[]"))
    write(tmp_path, "plain.yaml", "loop: {mode: pass}\n")
    write(tmp_path, "mine.yaml", "plugins: [mine.py]\nstrategies: [mine]\n")
    done = run("config", "check", "plain.yaml", "none.yaml", "mine.yaml")
    told = "none.yaml: there is no such file\n"
    assert done == (2, "plain.yaml: ok\nmine.yaml: ok\n", told)


# race

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
    return done.status, json.loads(done.out), done.err


def test_a_race_shows_each_solver_by_puzzle_and_in_sum(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "solvers.py", SOLVERS)
    racers = ["--solver", "bitboard", "--solver", "blind"]
    status, rows, err = race(run, *racers, NINE, EASY)
    assert (status, err) == (0, "")
    places = [(row["puzzle"], row["solver"], row["answer"]) for row in rows]
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
    assert table.split()[:7] == list(rows[0])


def test_a_slow_solver_is_stopped_in_time(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "solvers.py", SOLVERS)
    status, rows, err = race(run, "--solver", "slow", "--limit", "0.3", NINE)
    assert (status, err) == (1, "")
    assert rows[0]["answer"] == "stopped after 0.3 s"
    assert rows[0]["moves"] > 10
    assert rows[0]["seconds"] < 3
    assert rows[1]["answer"] == "0 of 1 solved"


def test_a_solver_that_disagrees_is_an_error_with_the_board(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "solvers.py", SOLVERS)
    status, rows, err = race(run, "--solver", "liar", "--solver", "blind", EASY)
    assert status == 2
    assert [row["answer"] for row in rows[:2]] == ["at fault", "solved"]
    assert err == (
        "puzzle:1: liar is at fault: it found no solution, though there is one; "
        f"the board is {EASY}\n"
    )


def test_a_solver_that_gives_up_says_why_in_the_table(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "solvers.py", SOLVERS)
    status, rows, err = race(run, "--solver", "tired", EASY)
    assert (status, err) == (1, "")
    assert rows[0]["answer"] == "gave up: it is late"


def test_a_race_on_a_puzzle_without_a_solution_ends_with_1(run: Run) -> None:
    done = run("race", "--solver", "bitboard", NO_WAY)
    assert (done.status, done.err) == (1, "")
    row = next(line for line in done.out.splitlines() if "puzzle:1" in line)
    assert row.split()[1:-1] == ["bitboard", "no", "solution", "0", "0", "1"]
