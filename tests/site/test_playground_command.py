"""The command that writes and serves the playground."""

import signal
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.support.program import PATIENCE, Program


def test_the_site_is_written_and_its_page_named(run: Any, tmp_path: Path) -> None:
    done = run("playground", "-o", "site")
    assert done.status == 0
    assert done.out.startswith(f"Written: {Path('site', 'index.html')}, and ")
    assert (tmp_path / "site" / "index.html").is_file()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([], "it needs a folder: -o FOLDER; or --serve, to look at it at once"),
        (["-o", "x", "--port", "80"], "--port is for --serve: add it, or leave --port out"),
        (["-o", "full"], "full: holds other files, so nothing is written: choose another name"),
    ],
)
def test_a_wrong_call_says_in_one_line_what_to_do(
    arguments: list[str], why: str, run: Any, tmp_path: Path
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("")
    done = run("playground", *arguments)
    assert (done.status, done.out, done.err) == (2, "", f"{why}\n")


def test_ctrl_c_ends_the_server(program: Program) -> None:
    process = program.start("playground", "--serve")
    address = process.stdout.readline().decode().split()[4]
    with urllib.request.urlopen(address, timeout=PATIENCE) as page:
        assert b"Sudoku playground" in page.read()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (130, b"")
    assert err.endswith(b"stopped\n")
