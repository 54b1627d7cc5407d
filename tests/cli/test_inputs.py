"""What stands for puzzles on the command line: files, lines of files, and what is plainly none."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.files import write
from tests.support.lines import EASY, MANY, NINE, NINE_SOLVED, NO_WAY, Run
from tests.support.paths import EXAMPLES
from tests.support.program import Done
from tests.support.samples import thorough

STRANGE = "p\33[31m\33]0;t\7\u202eé"
"""A name with commands to a terminal, which turns red, gets a title, and writes backwards."""

SHOWN = "p\\x1b[31m\\x1b]0;t\\x07\\u202eé"

TEXT = "not a puzzle: save the puzzles as plain text, .txt"

NO_PUZZLES = [
    (
        "mine.py",
        "from random import choice\n",
        "this is Python, not a puzzle: load it with -p, and name a puzzle "
        "(sudoku-engine verify -p mine.py PUZZLE)",
    ),
    (
        "homework.txt",
        "# Kim\n\n\n@strategy('Mine')\ndef mine(grid):\n",
        "this is Python, not a puzzle: load it with -p, and name a puzzle "
        "(sudoku-engine verify -p homework.txt PUZZLE)",
    ),
    (
        "run.yaml",
        "# ours\npuzzle: 12..34..\n",
        "this is a configuration, not a puzzle: use it with -c (sudoku-engine verify -c run.yaml)",
    ),
    ("a.png", b"\x89PNG\r\n\x1a\n\0\0", f"this is a binary file, {TEXT}"),
    ("a.xlsx", b"PK\x03\x04\x14\0\0\0", f"this is a binary file, {TEXT}"),
    ("a.htm", "<!DOCTYPE html>\n", f"this is a page of HTML or a picture, {TEXT}"),
    (
        "b.html",
        "<!DOCTYPE html>\n<style>\n@page { margin: 1cm; }\n",
        f"this is a page of HTML or a picture, {TEXT}",
    ),
    ("a.dat", bytes(range(1, 255)), f"this is a binary file, {TEXT}"),
    (
        "essay.txt",
        "Dear Kim,\n\nthis is my homework.\nYours, Bob\n",
        "this is no puzzle, it begins with 'Dear Kim,': a puzzle is 9 rows of 9, . for a blank",
    ),
    ("a.ipynb", "{}", "this is a notebook, not a puzzle: name a file with the puzzles as text"),
]


@pytest.mark.parametrize(
    ("name", "content", "what"), NO_PUZZLES, ids=[name for name, *_ in NO_PUZZLES]
)
def test_a_file_that_is_plainly_no_puzzle_is_one_line_with_the_mend(
    name: str, content: str | bytes, what: str, tmp_path: Path, run: Run
) -> None:
    (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    assert run("verify", name, EASY) == (2, "valid: 1 solution\n", f"{name}: {what}\n")


@pytest.mark.parametrize("text", [f"puzzle: 1\n{EASY}\n", f"strategies\n{EASY}\n"])
def test_words_beside_a_puzzle_do_not_hide_it(text: str, tmp_path: Path, run: Run) -> None:
    write(tmp_path, "book.txt", text)
    assert run("verify", "book.txt").out == "valid: 1 solution\n"


@pytest.mark.parametrize(
    "text",
    [
        "My puzzle\nof Monday\nfrom the paper\n1 . | . 4\n. . | 1 .\n----\n. . | . .\n. . | 3 .\n",
        "# a b c\nPAGE\nBEEF\nABCDEFG..JKLMNOP\n",
        "<opensudoku>\n<game>\n</game>\n</opensudoku>\n",
    ],
)
def test_what_may_be_a_puzzle_is_read(text: str, tmp_path: Path, run: Run) -> None:
    write(tmp_path, "some.txt", text)
    assert "this is no puzzle" not in run("verify", "some.txt").err


@pytest.mark.parametrize(
    ("option", "text", "what"),
    [
        ("-p", f"{EASY}\n", "this is a file of puzzles, not a plugin: name it without -p"),
        ("-p", "solver: mrv\n", "this is a configuration, not a plugin: use it with -c"),
        ("-p", b"PK\x03\x04", "this is a binary file, not a plugin: load a .py file"),
        ("-c", "import random\n", "this is Python, not a configuration: load it with -p"),
        ("-c", b"PK\x03\x04", "this is a binary file, not a configuration: use a .yaml file"),
    ],
)
def test_a_file_after_the_wrong_option_is_told(
    option: str, text: str | bytes, what: str, tmp_path: Path, run: Run
) -> None:
    write(tmp_path, "some.txt", text)
    assert run("verify", option, "some.txt", EASY) == (2, "", f"some.txt: {what}\n")


@pytest.mark.parametrize(
    ("word", "call"),
    [
        ("some.txt", "solve some.txt"),
        ("mine.py", "plugins check mine.py"),
        ("run.yaml", "config check run.yaml"),
        (EASY, f"solve {EASY}"),
    ],
)
def test_what_stands_in_place_of_a_command_gets_one(
    word: str, call: str, tmp_path: Path, run: Run
) -> None:
    (tmp_path / word).touch()
    mend = f"say what to do with it, such as sudoku-engine {call}"
    told = f"sudoku-engine: no command '{word}': {mend} (see sudoku-engine --help)\n"
    assert run(word) == (2, "", told)


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return a function that pipes a text into the program."""

    def into_program(text: str) -> None:
        reading, writing = os.pipe()
        os.write(writing, text.encode())
        os.close(writing)
        monkeypatch.setattr(sys, "stdin", os.fdopen(reading))

    return into_program


NO_INPUT = "no puzzle: name a file, write one out, or - for standard input\n"


@pytest.mark.parametrize("command", ["verify", "batch verify -o out", "hint", "canonical"])
def test_what_is_piped_in_is_read_without_being_named(
    command: str, pipe: Callable[[str], None], run: Run
) -> None:
    named = run(*command.split(), "--layout", "4x4", EASY)
    pipe(f"{EASY}\n")
    piped = run(*command.replace("out", "other").split(), "--layout", "4x4")

    assert (piped.status, piped.err) == (0, "")
    assert piped.out.replace("other", "out") == named.out


def test_a_puzzle_may_be_piped_into_why(pipe: Callable[[str], None], run: Run) -> None:
    named = run("why", "12.. .... .... ....", "r2c3-4")
    pipe("12.. .... .... ....\n")
    assert run("why", "r2c3-4") == named


def test_a_pair_may_be_piped_into_compare(pipe: Callable[[str], None], run: Run) -> None:
    pipe(f"{EASY}\n{EASY}\n")
    assert run("compare").out.startswith("similar")


def test_an_empty_pipe_is_no_input(pipe: Callable[[str], None], run: Run) -> None:
    pipe("")
    assert run("rate") == Done(2, "", NO_INPUT)


def test_where_nobody_types_and_nothing_is_piped_there_is_no_input(
    monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    with Path(os.devnull).open(encoding="ascii") as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        assert run("rate") == Done(2, "", NO_INPUT)


def test_the_puzzle_of_a_configuration_comes_before_what_is_piped_in(
    tmp_path: Path, pipe: Callable[[str], None], run: Run
) -> None:
    write(tmp_path, "run.yaml", f"puzzle: {NINE}\n")
    pipe(f"{EASY}\n")
    assert run("solve", "-q", "-c", "run.yaml").out.strip() == NINE_SOLVED


UNKNOWN = ".Shape~4x4.Foo~3.AntiKing.~R1C1_1"


def test_what_no_rule_is_known_for_is_refused_or_ignored_with_a_notice(
    tmp_path: Path, run: Run
) -> None:
    write(tmp_path, "some.txt", f"{UNKNOWN}\n{EASY}\n")
    refused = (
        "some.txt:1: no rule is known for 'Foo': write it as a plugin, or read the rest by "
        "--ignore-unknown\n"
    )
    assert run("verify", "some.txt") == Done(2, "valid: 1 solution\n", refused)
    ignored = Done(1, "invalid: no solution\nvalid: 1 solution\n", f"notice: {IGNORED}")
    assert run("verify", "--ignore-unknown", "some.txt") == ignored
    write(tmp_path, "run.yaml", "puzzles: some.txt\nignore_unknown: true\n")
    assert run("verify", "-c", "run.yaml") == ignored
    typed = run("verify", "--ignore-unknown", UNKNOWN)
    assert typed.err == "notice: puzzle:1: ignored: 'Foo'\n"
    one = run("verify", "--ignore-unknown", "some.txt:1")
    assert one == Done(1, "invalid: no solution\n", f"notice: {IGNORED}")


IGNORED = "some.txt:1: ignored: 'Foo'\n"


def test_a_folder_is_told_with_a_file_in_it(tmp_path: Path, run: Run) -> None:
    (tmp_path / "class").mkdir()
    assert run("verify", "class").err == "class: this is a folder: name a file in it\n"
    (tmp_path / "class" / "kim.py").touch()
    mend = "load it with -p (sudoku-engine verify -p class PUZZLE)"
    assert run("verify", "class").err == f"class: this is a folder of plugins: {mend}\n"
    (tmp_path / "class" / "easy.txt").touch()
    shown = Path("class", "easy.txt")
    told = f"class: this is a folder: name a file in it, such as {shown}\n"
    assert run("verify", "class").err == told


def test_a_line_of_a_file_is_the_puzzle_that_begins_there(tmp_path: Path, run: Run) -> None:
    rows = "\n".join(MANY[start : start + 4] for start in range(0, 16, 4))
    write(tmp_path, "some.txt", f"# three\n{EASY}\n{NO_WAY}\n\n{rows}\n")
    done = run("steps", "some.txt:5", "some.txt:2")
    titles = [line for line in done.out.splitlines() if line.startswith("Puzzle")]
    assert titles == ["Puzzle 1, some.txt:5", "Puzzle 2, some.txt:2"]
    assert run("verify", "some.txt:3:7").out.startswith("invalid: no solution")
    for line, why in (
        (9, "there is no line 9: the file has 8 lines"),
        (7, "no puzzle begins in line 7: the nearest is some.txt:5"),
    ):
        assert run("verify", f"some.txt:{line}", EASY) == (
            2,
            "valid: 1 solution\n",
            f"some.txt: {why}\n",
        )
    near = "some.tx: there is no such file: did you mean 'some.txt'?\n"
    assert run("verify", "some.tx:2").err == near


def test_a_line_of_a_large_file_is_found_among_many(tmp_path: Path, run: Run) -> None:
    lines = [*[NINE] * 400, "", "# so", NINE_SOLVED, *[NINE] * 400, "12..34..........", "hello"]
    write(tmp_path, "large.txt", "\n".join(lines))
    assert run("verify", "large.txt:403").out == "valid: solved\n"
    assert run("verify", "large.txt:804").out == "invalid: 2+ solutions\n"
    for line, why in (
        (402, "no puzzle begins in line 402: the nearest is large.txt:403"),
        (401, "no puzzle begins in line 401: the nearest is large.txt:400"),
        (806, "there is no line 806: the file has 805 lines"),
    ):
        assert run("verify", f"large.txt:{line}").err == f"large.txt: {why}\n"


def test_what_exists_as_a_file_is_a_file_also_with_a_number_behind(
    tmp_path: Path, run: Run
) -> None:
    write(tmp_path, "a.txt", f"{EASY}\n{MANY}\n")
    write(tmp_path, "a.txt:2", f"{NO_WAY}\n")
    assert run("verify", "a.txt:2").out.startswith("invalid: no solution")


ROWS = "puzzle: |\n\n    12..\n    34..\n    ..x.\n    ....\n"


@pytest.mark.parametrize(
    ("config", "why"),
    [
        ("# ours\npuzzle: 123\n", "2:9: row 1 has 3 cells: a row of a 4x4 puzzle has 4"),
        (
            f'puzzle: "{EASY[:-1]}x"\n',
            "1:25: 'x' is neither a digit nor a blank (use 1-4, and . for a blank)",
        ),
        (
            f"loop: {{mode: pass}}\n{ROWS}solver: bitboard\n",
            "6:7: 'x' is neither a digit nor a blank (use 1-4, and . for a blank)",
        ),
        (
            "puzzle: >\n  12..\n  x\n",
            "2: 'x' is neither a digit nor a blank (use 1-9, and . for a blank)",
        ),
        ("puzzle: '# none'\n", "1:10: no puzzle in it"),
        ("puzzle: easy.txt\n", "1:9: this is no puzzle; for a file write 'puzzles: easy.txt'"),
        ("puzzle: easy.txt:1\n", "1:9: this is no puzzle; for a file write 'puzzles: easy.txt:1'"),
        ("puzzles: esy.txt\n", "1:10: there is no file 'esy.txt': did you mean 'easy.txt'?"),
        ("puzzles: esy.txt:1\n", "1:10: there is no file 'esy.txt': did you mean 'easy.txt'?"),
        (
            "puzzles: mine.py\n",
            "1:10: mine.py: this is Python, not a puzzle: load it with -p, and name a puzzle "
            "(sudoku-engine solve -p mine.py PUZZLE)",
        ),
    ],
)
def test_a_wrong_puzzle_of_a_configuration_is_at_its_place_there(
    config: str, why: str, tmp_path: Path, run: Run
) -> None:
    write(tmp_path, "easy.txt", f"{EASY}\n")
    write(tmp_path, "mine.py", "import random\n")
    (tmp_path / "run.yaml").write_text(config)
    for command in (["config", "check", "run.yaml"], ["verify", "-c", "run.yaml"]):
        assert run(*command) == (2, "", f"run.yaml:{why}\n")


def test_the_puzzle_of_a_configuration_has_its_place_there_as_source(
    tmp_path: Path, run: Run
) -> None:
    (tmp_path / "run.yaml").write_text(ROWS.replace("x", "."))
    assert run("config", "check", "run.yaml") == (0, "run.yaml: ok\n", "")
    assert run("steps", "-c", "run.yaml").out.startswith("Puzzle 1, run.yaml:3\n")
    (tmp_path / "run.yaml").write_text("puzzles: esy.txt\n")
    assert run("verify", "-c", "run.yaml", EASY).status == 0
    write(tmp_path, "two.txt", f"{EASY[:-1]}x\n{EASY}\n")
    write(tmp_path, "run.yaml", "puzzles: two.txt:2\n")
    assert run("steps", "-c", "run.yaml").out.startswith("Puzzle 1, two.txt:2\n")


@pytest.mark.skipif(os.name == "nt", reason="these are no names of files there")
@pytest.mark.parametrize(
    "command",
    [
        "solve {}.txt",
        "solve -o {}.txt {}.yaml",
        "solve --until w_wing {}.txt",
        thorough("steps {}.txt"),
        "solve -p {}.py {}.txt",
        "rate {}.py",
        "solve {}.none",
        "solve -c {}.none",
        "plugins list -p {}.py",
        "plugins new my_pair -o {}",
        "config check {}.yaml",
        "batch verify {}.txt -o {}",
    ],
)
def test_no_name_of_a_file_commands_a_terminal(command: str, tmp_path: Path, run: Run) -> None:
    write(tmp_path, f"{STRANGE}.txt", NINE)
    write(tmp_path, f"{STRANGE}.yaml", "loop: {mode: first}\n")
    write(tmp_path, f"{STRANGE}.py", (EXAMPLES / "my_strategy.py").read_text())
    done = run(*command.format(STRANGE, STRANGE).split(" "))
    written = done.out + done.err
    assert all(sign.isprintable() or sign == "\n" for sign in written)
    assert SHOWN in written


@pytest.mark.parametrize("command", ["explain", "solve -q --strategy", "plugins grade", "practise"])
def test_a_name_that_is_too_long_for_a_file_is_an_unknown_one(command: str, run: Run) -> None:
    done = run(*command.split(), 300 * "a")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "internal error" not in done.err
