"""The line that says how far a command is: only on a terminal, and never among results."""

import sys
import time
from collections.abc import Iterator

import pytest

from sudoku_engine.cli import progress as module
from sudoku_engine.cli.progress import Progress, shown_progress
from tests.support.terminals import Terminal


class Screen(Terminal):
    def has_shown(self, text: str) -> None:
        """Wait until `text` was drawn, at most a minute."""
        for _ in range(60_000):
            if text in self.getvalue():
                return
            time.sleep(0.001)
        raise AssertionError(f"{text!r} was not drawn: {self.getvalue()[-200:]!r}")

    @property
    def lines(self) -> list[str]:
        """What is to be seen now: after a carriage return a line is written over."""
        seen = []
        for line in self.getvalue().split("\n"):
            shown = ""
            for part in line.split("\r"):
                shown = part + shown[len(part) :]
            seen.append(shown.rstrip())
        return seen


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """A terminal on which nobody has to wait for the line, and no second passes."""
    for name, seconds in {"DELAY": 0, "QUIET": 0, "FRAME": 0.001}.items():
        monkeypatch.setattr(module, name, seconds)
    monkeypatch.setattr(module, "monotonic", lambda: 1.0)
    monkeypatch.setenv("TERM", "xterm")
    return Screen()


def work(screen: Screen, *awaited: str) -> Iterator[str]:
    """Pieces of work, each as long as it takes until the screen shows what is awaited."""
    for text in awaited:
        screen.has_shown(text)
        yield text


def test_the_time_that_is_left_gets_less_while_a_piece_of_work_lasts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times = iter((100.0, 110.0))
    monkeypatch.setattr(module, "monotonic", lambda: next(times))
    progress = Progress()
    progress.start("file", 3)
    progress.advance()

    assert progress._line(10.0) == "1 of 3 files, 10 s, about 20 s left"
    assert progress._line(15.0) == "1 of 3 files, 15 s, about 15 s left"
    assert progress._line(40.0) == "1 of 3 files, 40 s"


def test_what_was_done_before_counts_neither_for_the_rate_nor_for_the_time_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "monotonic", lambda: 100.0)
    progress = Progress()
    progress.start("puzzle")
    progress.skip(500, 0.5)
    assert progress._line(1.0) == "500 puzzles, 50%, 1 s"
    progress.advance(lambda: 0.6, 100)
    assert progress._line(10.0) == "600 puzzles, 60%, 10 s, about 40 s left"


def test_what_is_done_ahead_is_shown_until_it_is_counted() -> None:
    progress = Progress()
    progress.start("puzzle")
    progress.advance(lambda: progress.n_ahead / 10, 0)
    for _ in range(4):
        progress.count_ahead()
    assert progress._line(10.0) == "4 puzzles, 40%, 10 s, about 15 s left"
    progress.advance(lambda: 0.5, 5)
    assert progress._line(10.0).startswith("5 puzzles, 50%, ")


def test_while_work_lasts_a_terminal_shows_how_much_is_done(screen: Screen) -> None:
    progress = Progress(screen)
    awaited = ("0 of 3 files, 0 s", "1 of 3 files, 0 s, about 0 s left", "2 of 3 files")
    done = list(progress.over(work(screen, *awaited), "file", 3))
    progress.end()

    assert done == list(awaited)
    assert screen.lines == [""]


def test_a_number_that_nobody_knows_is_counted_and_a_part_shown_where_it_is_known(
    screen: Screen,
) -> None:
    progress = Progress(screen)
    progress.start("puzzle")
    screen.has_shown("working, 0 s")
    progress.advance()
    screen.has_shown("1 puzzle, 0 s")
    progress.advance(lambda: 0.25)
    screen.has_shown("2 puzzles, 25%, 0 s, about 0 s left")
    progress.end()

    assert screen.lines == [""]


def test_results_on_the_same_terminal_stay_whole(screen: Screen) -> None:
    progress = Progress(screen)
    out = progress.guarded(screen)
    for text in progress.over(work(screen, "0 of 2", "1 of 2"), "puzzle", 2):
        print("result", end=" ", file=out)  # the line does not come back in the middle of one
        print(text, file=out)
    progress.end()

    assert screen.lines == ["result 0 of 2", "result 1 of 2", ""]


def test_messages_go_above_the_line(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", screen)
    with shown_progress() as progress:
        for text in progress.over(work(screen, "0 of 1 puzzle"), "puzzle", 1):
            print("notice:", text, file=sys.stderr)

    assert screen.lines == ["notice: 0 of 1 puzzle", ""]
    assert sys.stderr is screen


def test_what_is_no_terminal_gets_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with shown_progress() as progress:
        assert list(progress.over([1, 2], "puzzle")) == [1, 2]
        assert progress.guarded(sys.stdout) is sys.stdout

    assert capsys.readouterr() == ("", "")


def test_things_begun_together_count_as_done_when_the_next_are_begun(screen: Screen) -> None:
    progress = Progress(screen)
    progress.next("puzzle", lambda: 0.0, 800)
    screen.has_shown("working")
    progress.next("puzzle", lambda: 0.5, 200)
    screen.has_shown("800 puzzles, 50%")
    progress.next("puzzle", lambda: 0.8)
    screen.has_shown("1000 puzzles, 80%")
    progress.end()
