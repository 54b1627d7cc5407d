"""``classroom``: a class is opened and ended, written out and forgotten."""

import re
import signal
import socket
import time
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sudoku_frontends.classroom.classroom_command import in_blocks
from sudoku_frontends.classroom.store import Store
from tests.support import qr
from tests.support.program import PATIENCE, Program


@pytest.mark.slow
def test_a_class_is_open_until_ctrl_c(
    program: Program, run: Any, pyodide: Path, assets: Path
) -> None:
    given = ("--pyodide", str(pyodide), "--assets", str(assets))
    process = program.start("classroom", "class", *given)
    lines = [process.stdout.readline().decode()]
    while "Ctrl-C" not in lines[-1]:
        lines.append(process.stdout.readline().decode())
        assert lines[-1], process.stderr.read().decode()
    assert max(map(len, lines)) <= 81
    greeting = "".join(lines)
    found = re.search(r"(http://localhost:\d+/)(teacher)#(\S+)\n", greeting)
    assert found
    here, path, secret = found.groups()
    for page, script in (("", "playground.js"), (path, "teacher.js")):
        assert f'src="{script}"' in asked(here + page).read().decode()
    second = run("classroom", "class")
    what = f"class: a class runs in this folder already, at {here}: end it, or name another folder"
    assert (second.status, second.out, second.err) == (2, "", f"{what}\n")
    with asked(f"{here}class/teacher/news", secret) as news:
        assert news.readline() == b"event: class\n"
        process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        out, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, errors) == (0, b"", b"")
    assert time.monotonic() - begun < 5  # far less on a machine that does nothing else


def asked(address: str, key: str = "") -> Any:
    request = urllib.request.Request(address, headers={"Authorization": f"Bearer {key}"})
    return urllib.request.urlopen(request, timeout=PATIENCE)


def test_a_camera_reads_the_address_on_the_terminal() -> None:
    address = "http://192.168.100.200:8000/#ABC234"
    assert qr.text_of(qr.in_blocks(in_blocks(address))) == address


def with_work(folder: Path) -> Store:
    """Return a class in which one pupil has handed something in."""
    store = Store.open(str(folder))
    pupil, _ = store.join("Zo\u00eb <b>/..")
    store.hand_in(pupil.id, "x_wing", "my_x_wing.py", "# mine\n", None, "token")
    return store


def test_what_is_handed_in_can_be_written_while_the_class_runs(run: Any, tmp_path: Path) -> None:
    with closing(Store.open(str(tmp_path / "class"))):
        nothing = run("classroom", "class", "--export", "out")
    assert (nothing.status, nothing.out) == (1, "Nothing is handed in yet.\n")
    with closing(with_work(tmp_path / "class")):
        done = run("classroom", "class", "--export", "out")
    assert done.out.startswith("Written: 1 file of 1 exercise, in out\nGrade one: ")
    (file,) = (tmp_path / "out").rglob("*.py")
    assert file.read_bytes() == b"# mine\n"
    shown = file.relative_to(tmp_path).as_posix()
    assert re.fullmatch(r"out/x_wing/Zo\u00eb b_001_/my_x_wing\.py", shown)


def test_names_are_forgotten_and_figures_stay(run: Any, tmp_path: Path) -> None:
    folder = tmp_path / "class"
    with_work(folder).close()
    asking = run("classroom", "class", "--forget", stdin=b"")
    assert (asking.status, "add --yes" in asking.err) == (2, True)
    done = run("classroom", "class", "--forget", "--yes")
    assert done.out == "Forgotten: the names, programs and comments of 1 pupil.\n"
    with closing(Store.open(str(folder))) as store:
        assert [(row["name"], row["hand_ins"]) for row in store.rows()] == [("Pupil 1", 1)]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["new", "--port", "{taken}"], "port {taken} is taken: choose another one with --port"),
        (["new", "--yes"], "--yes is for --forget: add it, or leave --yes out"),
        (["new", "--forget"], "new: there is no class in it (class.db): name the folder of one"),
        (
            ["class", "--export", "full"],
            "full: is there already, so nothing is written: name a new folder",
        ),
        (
            ["class", "--export", "out", "--open"],
            "--open is for a class that runs: leave it out, or --export and --forget",
        ),
    ],
)
def test_a_wrong_call_says_in_one_line_what_to_do(
    arguments: list[str], why: str, run: Any, tmp_path: Path
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("")
    Store.open(str(tmp_path / "class")).close()
    with socket.socket() as taken:
        taken.bind(("", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = run("classroom", *(each.format(taken=port) for each in arguments))
    assert (done.status, done.out, done.err) == (2, "", f"{why.format(taken=port)}\n")
