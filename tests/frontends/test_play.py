"""The command `play`: what it opens for which front end, and its messages."""

from pathlib import Path
from typing import Any

import pytest

PLAIN = """
from sudoku_engine import hookimpl

class Plain:
    id = "plain"
    name = "Plain"

    def present(self, runs, *, theme: str = "light"):
        pass

class Desk(Plain):
    id = "desk"

    def work(self, session, *, theme: str = "light"):
        marks, mode = session.grid.marks, session.settings.mode
        print(session.grid.n_open, session.layout, marks, mode, theme, session.has_notes)
        print(session.strategies[0].id)

@hookimpl
def sudoku_frontends():
    return [Plain(), Desk()]
"""


@pytest.fixture
def desk_file(tmp_path: Path) -> str:
    path = tmp_path / "front.py"
    path.write_text(PLAIN)
    return str(path)


@pytest.mark.parametrize(
    ("front", "why"),
    [
        (["plain"], "front end 'plain' has no board to work on: --frontend turtle or desk has"),
        (["desk", "--size", "640x800"], "size"),
    ],
)
def test_what_a_front_end_cannot_do_is_reported(
    run: Any, desk_file: str, front: list[str], why: str
) -> None:
    done = run("play", "-p", desk_file, "--frontend", *front)
    assert (done.status, why in done.err) == (2, True)


def test_what_the_configuration_says_holds(run: Any, desk_file: str, tmp_path: Path) -> None:
    (tmp_path / "run.yaml").write_text(
        f"plugins: [{desk_file}]\n"
        "frontend: {desk: {theme: dark}}\n"
        "loop: {mode: pass, pencilmarks: auto}\n"
        f"puzzle: {'1' + 15 * '.'}\n"
    )
    done = run("play", "-c", "run.yaml")
    assert done.err.splitlines()[-2:] == ["15 4x4 auto pass dark True", "full_house"]


def test_no_front_end_at_all_is_reported(run: Any) -> None:
    done = run("play", "--frontend", "none")
    assert done.status == 2
    assert done.err == "play needs a front end: --frontend turtle\n"


def test_a_bad_puzzle_is_reported_before_any_window_opens(run: Any) -> None:
    done = run("play", "53..7")
    assert done.status == 2
    assert done.err.count("\n") == 1
