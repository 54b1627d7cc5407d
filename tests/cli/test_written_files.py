"""Files that commands write, and what they say if they cannot."""

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from sudoku_engine.atomic_file import whole_file
from sudoku_engine.cli.params import FileName
from sudoku_engine.cli.program import Invocation, commands_for
from sudoku_engine.cli.program import program as all_commands
from sudoku_engine.errors import UsageError
from tests.support.program import Done

FOUR, FOUR_SOLVED = "1..4..1.......3.", "1324241331424231"

posix = pytest.mark.skipif(os.name == "nt", reason="devices and links of other systems")
full_device = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")


def parameters(group: Any = all_commands, *names: str) -> Iterator[tuple[Any, list[str]]]:
    """Yield each parameter with the words of its command."""
    ctx = click.Context(group, obj=Invocation([], commands_for([])))
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        if isinstance(command, click.Group):
            yield from parameters(command, *names, name)
        else:
            yield from ((parameter, [*names, name]) for parameter in command.params)


FILES = [
    (*command, word)
    for parameter, command in parameters()
    if isinstance(parameter.type, FileName)
    for word in (parameter.opts if isinstance(parameter, click.Option) else [""])
]
"""The words of commands with their options that name a file; empty: without a word."""


def test_every_option_that_names_a_file_is_of_this_type() -> None:
    wanted = {
        (*command, parameter.opts[0])
        for parameter, command in parameters()
        if parameter.metavar in ("FILE", "FOLDER", "PATH") and parameter.opts != ["--pattern"]
    }
    assert wanted < {*FILES}
    assert ("race", "-o") in wanted


@pytest.mark.parametrize("words", FILES, ids=" ".join)
def test_an_empty_name_is_refused_in_one_line(words: tuple[str, ...], run: Any) -> None:
    *command, option = words
    done = run(*command, *([FOUR, option] if option else []), "")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith(f"sudoku-engine {' '.join(command)}: invalid value for ")
    assert ": the name is empty (see " in done.err


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "'': cannot be written: its name is empty"),
        ("folder", "folder: cannot be written: it is a folder"),
        ("folder/", "folder/: cannot be written: it is a folder"),
        ("new/", "new/: cannot be written: it is a folder"),
        ("no/made.txt", "no/made.txt: cannot be written: there is no folder 'no'"),
    ],
)
def test_a_name_that_no_file_can_have_is_refused(
    name: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    with pytest.raises(UsageError) as refused, whole_file(name):
        pytest.fail("it is open")
    assert str(refused.value) == why
    assert os.listdir() == ["folder"]


def test_a_name_with_a_null_character_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"), whole_file(f"{tmp_path}/a\0b"):
        pytest.fail("it is open")


def test_a_folder_made_meanwhile_stays(tmp_path: Path) -> None:
    path = tmp_path / "made.txt"
    with pytest.raises(UsageError, match=r"made\.txt: cannot be written: "), whole_file(str(path)):
        path.mkdir()
    assert [*tmp_path.iterdir()] == [path]


@posix
def test_a_link_stays_one_and_leads_to_the_new_file(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    target, link = tmp_path / "inner" / "made.txt", tmp_path / "link.txt"
    link.symlink_to(target)
    with whole_file(str(link)) as stream:
        stream.write("new")
    assert (link.is_symlink(), target.read_text()) == (True, "new")


@posix
def test_a_device_stays_one(run: Any) -> None:
    assert run("solve", "-q", FOUR, "-o", os.devnull) == (0, "", "")
    assert Path(os.devnull).is_char_device()


def in_shell(program: Any, arguments: str, redirection: str) -> Done:
    """Call the program with a shell's `redirection`."""
    call = f"{shlex.quote(sys.executable)} -m sudoku_engine {arguments} {redirection}"
    done = subprocess.run(
        ["sh", "-c", call], env=program.environment(), capture_output=True, text=True
    )
    return Done(done.returncode, done.stdout, done.stderr)


FULL = (2, "", "the results cannot be written: No space left on device\n")


def test_a_hyphen_is_standard_output(tmp_path: Path, run: Any) -> None:
    assert run("solve", "-q", "-o", "-", FOUR_SOLVED) == (0, f"{FOUR_SOLVED}\n", "")
    assert not [*tmp_path.iterdir()]


def test_what_is_no_text_is_written_escaped(tmp_path: Path, run: Any) -> None:
    done = run("worksheet", FOUR, "--title", "caf\udce9", "-o", "sheet.html")
    assert done == (0, "", "")
    assert "caf\\udce9" in (tmp_path / "sheet.html").read_text(encoding="utf-8")


@full_device
@pytest.mark.parametrize("command", ["solve", "solve -q", "draw", "--help"])
def test_a_full_disk_is_reported_in_one_line(command: str, program: Any) -> None:
    assert in_shell(program, f"{command} {FOUR}", ">/dev/full") == FULL


@full_device
def test_a_full_disk_is_reported_for_a_file_too(run: Any) -> None:
    assert run("solve", "-q", FOUR, "-o", "/dev/full") == FULL


def refused(name: str) -> Done:
    what = "is an input too, and would be lost: name another file for the results"
    return Done(2, "", f"{name}: {what}\n")


@posix
@pytest.mark.parametrize(
    ("given", "output"),
    [
        ("solve -q p.txt", "p.txt"),
        ("solve p.txt:1", "folder/../p.txt"),
        ("solve p.txt", "link.txt"),
        ("solve hard.txt", "p.txt"),
        ("transform --rotate 90 p.txt", "p.txt"),
        ("race p.txt", "p.txt"),
        ("worksheet p.html", "p.html"),
        ("solve p.html", "p.html"),
        ("solve -c run.yaml", "run"),
        ("solve -c run", "p.txt"),
        ("plugins grade p.csv --junit p.csv", "other.csv"),
    ],
)
def test_no_command_writes_over_its_input(
    given: str, output: str, tmp_path: Path, run: Any
) -> None:
    for name in ("p.txt", "p.html", "p.csv", "run", "run.yaml"):
        text = "puzzles: p.txt\n" if name.startswith("run") else f"{FOUR}\n"
        (tmp_path / name).write_text(text)
    (tmp_path / "folder").mkdir()
    (tmp_path / "link.txt").symlink_to("p.txt")
    (tmp_path / "hard.txt").hardlink_to(tmp_path / "p.txt")
    (tmp_path / "run.yaml").unlink()
    (tmp_path / "run.yaml").symlink_to("run")
    before = {path.name: path.read_bytes() for path in tmp_path.glob("*.*")}
    written = "p.csv" if "--junit" in given else output
    assert run(*given.split(), "-o", output) == refused(written)
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.*")} == before


@posix
def test_nor_over_its_standard_input(tmp_path: Path, program: Any) -> None:
    path = tmp_path / "p.txt"
    path.write_text(f"{FOUR}\n")
    assert in_shell(program, f"solve - -o {path}", f"< {path}") == refused(str(path))


@posix
@pytest.mark.parametrize("closed", ["<&-", "2>&-"])
def test_a_stream_that_is_closed_at_the_start_is_no_error(closed: str, program: Any) -> None:
    assert in_shell(program, f"solve -q {FOUR}", closed) == (0, f"{FOUR_SOLVED}\n", "")


@posix
def test_results_for_a_closed_standard_output_are_an_error(tmp_path: Path, program: Any) -> None:
    closed = (2, "", "the results cannot be written: standard output is closed\n")
    assert in_shell(program, f"solve -q {FOUR}", ">&-") == closed
    assert in_shell(program, "--help", "<&- >&-") == closed
    assert in_shell(program, f"solve -q {FOUR} -o {tmp_path}/made.txt", ">&-") == (0, "", "")
    assert (tmp_path / "made.txt").read_text() == f"{FOUR_SOLVED}\n"


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("draw", "a terminal cannot show a picture: name a file, -o board.svg\n"),
        ("worksheet", "a terminal cannot show a page of HTML: name a file, -o sheet.html\n"),
    ],
)
def test_what_a_terminal_cannot_show_wants_a_file(
    command: str, why: str, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert run(command, FOUR) == (2, "", why)
