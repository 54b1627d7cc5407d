"""Reporters with something left to write: the engine calls them once, at the end of a command."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.files import write

Run = Callable[..., Any]

EASY = "123.3412214.4321"

REPORTERS = """
from sudoku_engine import hookimpl

class Summary:
    id, name = "summary", "Boards in all"

    def __init__(self):
        self.runs = set()

    def event(self, run, event):
        self.out = run.out
        self.runs.add(run.index)

    def finish(self):
        print(f"{len(self.runs)} boards in all", file=self.out)

class Breaking(Summary):
    id = "breaking"

    def finish(self):
        raise ValueError("nothing to sum up")

@hookimpl
def sudoku_reporters():
    return [Summary(), Breaking()]
"""


@pytest.fixture(autouse=True)
def _mine(tmp_path: Path) -> None:
    write(tmp_path, "mine.py", REPORTERS)


def test_a_reporter_finishes_once_after_all_runs(run: Run) -> None:
    done = run("solve", "-p", "mine.py", "--reporter", "summary", EASY, EASY, EASY)
    assert done == (0, "3 boards in all\n", "")


def test_its_options_make_no_difference_to_where_it_writes(run: Run) -> None:
    text = REPORTERS.replace("def event(self, run, event):", "def event(self, run, event, *, a=1):")
    write(Path(), "mine.py", text)
    config = write(Path(), "c.yaml", "plugins: [mine.py]\nreporters: [{summary: {a: 2}}]\n")
    assert run("solve", "-c", config, EASY) == (0, "1 boards in all\n", "")


def test_a_reporter_finishes_also_when_nothing_ran(run: Run) -> None:
    done = run("solve", "-p", "mine.py", "--reporter", "breaking", "12345")
    assert "mine.py:20: reporter 'breaking' failed and was switched off" in done.err


def test_what_it_writes_at_the_end_is_in_the_file_of_results(run: Run) -> None:
    run("solve", "-p", "mine.py", "--reporter", "summary", "-o", "out.txt", EASY)
    assert Path("out.txt").read_text(encoding="utf-8") == "1 boards in all\n"


def test_a_reporter_that_fails_at_the_end_is_reported_and_the_rest_goes_on(run: Run) -> None:
    names = ["--reporter", "breaking", "--reporter", "summary"]
    done = run("solve", "-p", "mine.py", *names, EASY)
    assert done.status == 2
    assert done.out == "1 boards in all\n"
    assert done.err == (
        "mine.py:20: reporter 'breaking' failed and was switched off: "
        "ValueError: nothing to sum up\n"
    )


def test_a_reporter_that_was_switched_off_does_not_finish(run: Run) -> None:
    text = REPORTERS.replace("self.runs.add(run.index)", "1 / 0")
    write(Path(), "mine.py", text)
    done = run("solve", "-p", "mine.py", "--reporter", "summary", EASY)
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1


def test_a_reporter_finishes_where_a_board_is_transformed(run: Run) -> None:
    write(Path(), "run.yaml", "plugins: [mine.py]\nreporters: [summary]\n")
    done = run("transform", "-c", "run.yaml", "--transpose", "-v", EASY)
    assert done == (0, "1 boards in all\n", "")
