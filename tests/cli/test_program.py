"""The command line as people meet it: its help, wrong calls, and what it reads."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine.cli.commands.config import config
from sudoku_engine.cli.program import commands_for
from sudoku_plugins.batch.batch_command import batch
from tests.support.files import write
from tests.support.lines import EASY, EASY_SOLVED, MANY, NINE, NINE_SOLVED, TWICE, Run


def drawn(line: str) -> str:
    """A 9x9 board in nine rows."""
    return "\n".join(line[start : start + 9] for start in range(0, 81, 9)) + "\n"


ALL_COMMANDS = [each.name.split() for each in commands_for([])] + [
    [group, name]
    for group, names in (("batch", batch.commands), ("config", config.commands))
    for name in names
]


@pytest.mark.parametrize("command", ALL_COMMANDS, ids=" ".join)
def test_help_of_every_command_has_an_example_that_calls_it(command: list[str], run: Run) -> None:
    done = run(*command, "--help")
    assert (done.status, done.err) == (0, "")
    assert f"\n    sudoku-engine {' '.join(command)} " in f"{done.out}\n".replace("      ", "    ")


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]], ids=str)
def test_without_a_command_the_program_says_what_there_is(arguments: list[str], run: Run) -> None:
    done = run(*arguments)
    assert (done.status, done.err) == (0, "")
    listed = re.findall(r"^  (\w+) ", done.out[done.out.index("Commands:") :], re.M)
    assert listed == [name for name, *more in ALL_COMMANDS if not more]


@pytest.mark.parametrize("group", ["batch", "config", "plugins"])
def test_a_group_without_a_command_shows_its_help(group: str, run: Run) -> None:
    done = run(group)
    assert (done.status, done.err) == (0, "")
    assert ("Tasks:" if group == "batch" else "Commands:") in done.out


def test_an_installed_package_brings_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    write(
        tmp_path,
        "clue_counting.py",
        """
        import click
        from sudoku_engine import hookimpl
        from sudoku_engine.api.hookspecs import BroughtCommand

        @click.command()
        @click.argument("puzzle")
        def clues(puzzle):
            click.echo(sum(map(str.isdigit, puzzle)))
            return 1

        @hookimpl
        def sudoku_commands():
            ours = BroughtCommand("solve", "No other solve.", "clue_counting:clues")
            return [ours, BroughtCommand("clues", "Count clues.", "clue_counting:clues")]
        """,
    )
    for name, module in (("counting", "clue_counting"), ("broken", "no_such_module")):
        installed = tmp_path / f"{name}-1.dist-info"
        installed.mkdir()
        write(installed, "METADATA", f"Name: {name}\nVersion: 1\n")
        write(installed, "entry_points.txt", f"[sudoku_engine.commands]\n{name} = {module}\n")
    monkeypatch.syspath_prepend(tmp_path)

    done = run("clues", "12..")
    assert (done.status, done.out) == (1, "2\n")
    assert done.err == (
        "notice: the commands of broken cannot be used: "
        "ModuleNotFoundError: No module named 'no_such_module'\n"
    )
    assert re.findall(r"^  clues .* Count clues\.$", run("--help").out, re.M)
    assert "PUZZLE" in run("clues", "--help").out
    assert run("solve", "-q", EASY) == (0, f"{EASY_SOLVED}\n", "")


def test_the_version_is_told(run: Run) -> None:
    assert run("--version").out.startswith("sudoku-engine, version ")


def test_the_program_starts_as_a_module_and_as_a_command(program: Any) -> None:
    assert program("verify", EASY) == (0, "valid: 1 solution\n", "")
    installed = Path(sys.executable).with_name("sudoku-engine")
    if installed.exists():
        done = subprocess.run([installed, "verify", EASY], capture_output=True, timeout=60)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"valid: 1 solution\n", b"")


HELP = "(see sudoku-engine --help)"
HELP_SOLVE = "(see sudoku-engine solve --help)"
WRONG_CALLS = {
    "solev x": f"sudoku-engine: no command 'solev': did you mean 'solve'? {HELP}",
    "grade x": f"sudoku-engine: no command 'grade': did you mean 'plugins grade'? {HELP}",
    "check x.py": "sudoku-engine: no command 'check': "
    f"did you mean 'config check' or 'plugins check'? {HELP}",
    "config chek": (
        "sudoku-engine config: no command 'chek': did you mean 'check'? "
        "(see sudoku-engine config --help)"
    ),
    "plugins show": (
        "sudoku-engine plugins: no command 'show': known: check, grade, list, new, progress, trace "
        "(see sudoku-engine plugins --help)"
    ),
    "--quiet": f"sudoku-engine: no such option '--quiet' {HELP}",
    "solve --strateg x": (
        "sudoku-engine solve: no such option '--strateg': did you mean '--scale' or '--strategy' "
        f"or '--title'? {HELP_SOLVE}"
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
    f"solve --layout 9x8 {EASY}": "--layout: unknown layout '9x8': known: 4x4, 6x6, 9x9, "
    "12x12, 16x16, 25x25, and each with +diagonals or +latin",
    f"solve --max-steps 0 {EASY}": "--max-steps: must be 1 to 1000000000, not '0'",
    f"solve --timeout x {EASY}": "--timeout: must be a number, not 'x'",
    f"solve --strategy full_house --strategy full_house {EASY}": (
        "--strategy: 'full_house' is listed twice"
    ),
    f"solve --output-formatted {EASY}": (
        "sudoku-engine solve: no such option '--output-formatted': did you mean '--output' or "
        f"'--output-format'? {HELP_SOLVE}"
    ),
    f"hint --show whre {EASY}": (
        "sudoku-engine hint: invalid value for '--show': 'whre' is not one of where, what, why: "
        "did you mean 'where'? (see sudoku-engine hint --help)"
    ),
    f"solve --solutions x {EASY}": (
        "sudoku-engine solve: invalid value for '--solutions': 'x' is not a number from 1, or "
        f"'all' {HELP_SOLVE}"
    ),
    f"solve --solutions 0 {EASY}": (
        "sudoku-engine solve: invalid value for '--solutions': '0' is not a number from 1, or "
        f"'all' {HELP_SOLVE}"
    ),
    f"solve --solver bitboard --strategy naked_pair {EASY}": (
        "a search (--solver, --solutions) uses no --strategy: choose one"
    ),
    "solve": "no puzzle: name a file, write one out, or - for standard input",
    "verify": "no puzzle: name a file, write one out, or - for standard input",
    "hint": "no puzzle: name a file, write one out, or - for standard input",
    "race": "no puzzle: name a file, write one out, or - for standard input",
    f"race --solver bitbord {EASY}": "unknown solver 'bitbord': did you mean 'bitboard'?",
    "explain naked_piar": "unknown technique 'naked_piar': did you mean 'naked_pair'?",
    "explain my_pair.py": "unknown technique 'my_pair.py': load the file with -p, and name the "
    "strategy in it by its id",
    "generate --needs my_pair.py": "--needs: unknown strategy 'my_pair.py': load the file with -p, "
    "and name the strategy in it by its id",
    "explain": "sudoku-engine explain: missing argument 'ID' (see sudoku-engine explain --help)",
    f"solve -c none.yaml {EASY}": "none.yaml: there is no such file",
}


@pytest.mark.parametrize("call", WRONG_CALLS)
def test_a_wrong_call_is_told_in_one_line_with_the_mend(call: str, run: Run) -> None:
    assert run(*call.split()) == (2, "", WRONG_CALLS[call] + "\n")


@pytest.mark.parametrize(("call", "what"), [("explain", "technique"), ("practise", "strategy")])
def test_a_strategy_whose_file_is_at_hand_is_told_to_be_loaded(
    call: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my_naked_pair.py").touch()
    told = f"unknown {what} 'my_naked_pair': load the file with -p my_naked_pair.py\n"
    assert run(call, "my_naked_pair") == (2, "", told)


def test_a_choice_may_be_written_in_capitals(run: Run) -> None:
    assert run("hint", "--show", "WHERE", EASY).status == 0


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


def test_debug_shows_the_plugin_s_own_traceback_and_nothing_of_ours_around_it(
    tmp_path: Path, run: Run
) -> None:
    text = """from sudoku_engine import hookimpl
class Broken:
    id, name = "broken", "Broken"
    def solutions(self, grid):
        yield 1 / 0
@hookimpl
def sudoku_solvers():
    return [Broken()]
"""
    plugin = write(tmp_path, "mine.py", text)
    for command in ("solve", "verify"):
        done = run(command, "-p", plugin, "--solver", "broken", "--debug", EASY)
        assert done.err.count("Traceback") == 1
        assert 'mine.py", line 5, in solutions' in done.err
        assert done.err.endswith(
            "ZeroDivisionError: division by zero\n"
            "mine.py:5: broken is at fault: ZeroDivisionError: division by zero\n"
        )


def test_a_file_a_puzzle_written_out_and_standard_input_are_read(
    tmp_path: Path, program: Any, run: Run
) -> None:
    write(tmp_path, "nine.txt", drawn(NINE))
    answer = (0, f"{NINE_SOLVED}\n", "")
    assert run("solve", "-q", "nine.txt") == answer
    assert run("solve", "-q", NINE) == answer
    assert run("solve", "-q", drawn(NINE)) == answer
    assert program("solve", "-q", "-", stdin=drawn(NINE).encode()) == answer


def test_a_puzzle_that_starts_with_a_dash_is_written_after_two(run: Run) -> None:
    dashed = EASY.replace("1", "-").replace(".", "-")
    assert run("solve", "-q", dashed).err == (
        "sudoku-engine solve: write a puzzle that starts with '-' after '--': "
        "sudoku-engine solve -- PUZZLE\n"
    )
    assert run("solve", "-q", "--", dashed) == (0, f"{EASY_SOLVED}\n", "")
    rows = "\n".join(dashed[row : row + 4] for row in (0, 4, 8, 12))
    assert "starts with '-' after '--'" in run("solve", "-q", rows).err


NO_PUZZLE = {
    "solve empty.txt": "empty.txt: no puzzle in it",
    "verify blank.txt": "blank.txt: no puzzle in it",
    "hint words.txt": "words.txt: no puzzle in it",
    "race empty.txt": "empty.txt: no puzzle in it",
    "solve -": "standard input: no puzzle in it",
    "solve emty.txt": "emty.txt: there is no such file: did you mean 'empty.txt'?",
    "solve puzzel": "puzzel: there is no such file",
    "solve no/x.txt": "no/x.txt: there is no such file: there is no folder 'no'",
}


@pytest.mark.parametrize("call", NO_PUZZLE)
def test_an_input_without_a_puzzle_is_an_error(call: str, tmp_path: Path, run: Run) -> None:
    for name, text in (("empty", ""), ("blank", "\n\n"), ("words", "# only a comment\n")):
        write(tmp_path, f"{name}.txt", text)
    assert run(*call.split(), stdin=b"") == (2, "", f"{NO_PUZZLE[call]}\n")


@pytest.mark.parametrize(
    "command", ["solve -q", "verify", "rate", "canonical", "transform --rotate 180"]
)
def test_a_bad_puzzle_does_not_hide_the_good_ones(command: str, tmp_path: Path, run: Run) -> None:
    write(tmp_path, "three.txt", f"{NINE}\n{NINE[:80]}\n{NINE}\n")
    told = "three.txt:2: 80 cells: a 9x9 puzzle has 81\n"
    answer = run(*command.split(), NINE).out
    assert answer.count("\n") == 1
    assert run(*command.split(), "three.txt") == (2, answer * 2, told)


def test_the_record_of_a_bad_puzzle_stands_among_those_of_the_good_ones(
    tmp_path: Path, run: Run
) -> None:
    write(tmp_path, "three.txt", f"{NINE}\n{NINE[:80]}\n{NINE}\n")
    events = [
        json.loads(line)
        for line in run("solve", "--reporter", "jsonl", "three.txt").out.splitlines()
    ]
    kinds = [event["event"] for event in events if event["event"] not in ("step", "start")]
    assert kinds == ["end", "error", "end"]
    (error,) = (event for event in events if event["event"] == "error")
    assert error["source"] == "three.txt:2"
    assert error["why"] == "80 cells: a 9x9 puzzle has 81"


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
