"""``classroom``: one class from its first start until it is forgotten."""

from __future__ import annotations

import json
import re
import signal
import socket
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sudoku_engine.web.classroom.store import Store
from tests.support.program import PATIENCE, Program
from tests.web.classroom.conftest import write_assets, write_pyodide

pytestmark = [pytest.mark.process, pytest.mark.slow]


class Opened(NamedTuple):
    """A class that is open."""

    program: Program
    process: Any
    greeting: str
    address: str
    code: str
    secret: str

    def ask(self, path: str, key: str = "", **body: object) -> Any:
        """Return what the class answers."""
        request = urllib.request.Request(
            f"{self.address}{path}",
            json.dumps(body).encode() if body else None,
            {"Authorization": f"Bearer {key}", "Content-Type": "application/json"},
        )
        return urllib.request.urlopen(request, timeout=PATIENCE)


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    folder = tmp_path_factory.mktemp("classroom")
    program = Program(folder)
    given = ["--pyodide", str(write_pyodide(folder)), "--assets", str(write_assets(folder))]
    process = program.start("classroom", "class", *given)
    lines = []
    while "Ctrl-C" not in (line := process.stdout.readline().decode()):
        assert line, process.stderr.read().decode()
        lines.append(line)
    greeting = "".join([*lines, line])
    found = re.search(r"(http://localhost:\d+/)teacher#(\S+)\n", greeting)
    code = re.search(r"\n  ([2-9A-Z]{6})\n", greeting)
    assert found
    assert code
    yield Opened(program, process, greeting, found[1], code[1], found[2])
    process.kill()
    process.communicate()


def test_all_that_a_teacher_needs_is_printed_at_80_columns(opened: Opened) -> None:
    assert max(map(len, opened.greeting.splitlines())) <= 80
    assert opened.address in opened.greeting


def test_pupils_and_teacher_get_their_pages(opened: Opened) -> None:
    for path, script in (("", "playground.js"), ("teacher", "teacher.js")):
        with opened.ask(path) as page:
            assert f'src="{script}"' in page.read().decode()


def test_another_start_in_the_folder_says_where_the_class_is(opened: Opened) -> None:
    done = opened.program("classroom", "class")
    what = f"class: a class runs in this folder already, at {opened.address}: end it, or name"
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(what)


def test_what_is_handed_in_can_be_written_while_the_class_runs(opened: Opened) -> None:
    nothing = opened.program("classroom", "class", "--export", "out")
    assert (nothing.status, nothing.out) == (1, "Nothing is handed in yet.\n")
    with opened.ask("class/join", name="Zoë <b>/..", code=opened.code) as answer:
        key = json.load(answer)["key"]
    work = {"code": "# mine\n", "name": "my_x_wing.py", "claim": None, "token": "1"}
    opened.ask("class/hand_ins/x_wing", key, **work).close()
    done = opened.program("classroom", "class", "--export", "out")
    assert done.out.startswith("Written: 1 file of 1 exercise, in out\n")
    (file,) = (opened.program.folder / "out").rglob("*.py")
    assert file.read_text() == "# mine\n"
    assert re.fullmatch(
        r"x_wing/Zoë\w*/my_x_wing\.py", file.relative_to(opened.program.folder / "out").as_posix()
    )


def test_ctrl_c_ends_it_at_once_also_with_news_open(opened: Opened) -> None:
    with opened.ask("class/teacher/news", opened.secret) as news:
        assert news.readline()
        begun = time.monotonic()
        opened.process.send_signal(signal.SIGINT)
        _, errors = opened.process.communicate(timeout=PATIENCE)
    assert time.monotonic() - begun < 1
    assert (opened.process.returncode, errors) == (0, b"")


def test_what_is_forgotten_is_nowhere_in_the_folder(opened: Opened) -> None:
    assert "add --yes" in opened.program("classroom", "class", "--forget").err
    done = opened.program("classroom", "class", "--forget", "--yes")
    assert done.out == "Forgotten: the names, programs and comments of 1 pupil.\n"
    folder = opened.program.folder / "class"
    for file in folder.glob("class.*"):
        assert b"Zo" not in file.read_bytes()
        assert b"# mine" not in file.read_bytes()
    with closing(Store.open(str(folder))) as store:
        assert [row["hand_ins"] for row in store.rows()] == [1]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["file.txt"], "file.txt: cannot be used: File exists"),
        (
            ["full"],
            "full: holds other files and no class (class.db): name a new or an empty folder",
        ),
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
    (tmp_path / "file.txt").write_text("")
    Store.open(str(tmp_path / "class")).close()
    with socket.socket() as taken:
        taken.bind(("", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = run("classroom", *(each.format(taken=port) for each in arguments))
    assert (done.status, done.out, done.err) == (2, "", f"{why.format(taken=port)}\n")
