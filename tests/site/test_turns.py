"""Time limits where no thread can be started: the clock is looked at where loops turn."""

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from sudoku_engine.plugins.time_limits import PluginStopped, Watchdog
from sudoku_frontends.site.in_browser import LISTENER

LIMIT = 0.1


class Subject(NamedTuple):
    """What is watched here: this file."""

    file: str = __file__
    number: int = 0


@pytest.fixture(autouse=True)
def _no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a browser, no thread can be started."""

    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)


def called(work: Callable[[], object], limit: float = LIMIT) -> object:
    return Watchdog(limit).time_limit().call(Subject(), work)


def loop() -> None:
    while True:
        pass


def stubborn_loop() -> None:
    while True:
        with contextlib.suppress(BaseException):
            loop()


def sleep() -> None:
    time.sleep(3 * LIMIT)


def numbers() -> Iterator[int]:
    number = 0
    while True:
        yield number


def sum_of_all() -> int:
    return sum(number for number in numbers())


def branching(depth: int = 60) -> int:
    return 1 if depth < 2 else branching(depth - 1) + branching(depth - 2)


def test_a_call_that_comes_back_gives_its_result() -> None:
    assert called(lambda: sum(range(5))) == 10


if sys.version_info >= (3, 12):

    @pytest.mark.parametrize("work", [loop, stubborn_loop, sleep, sum_of_all, branching])
    def test_what_has_no_end_or_lasts_too_long_is_stopped(work: Callable[[], object]) -> None:
        with pytest.raises(PluginStopped) as caught:
            called(work)
        assert caught.value.subject == Subject()

    def test_the_line_is_told() -> None:
        with pytest.raises(PluginStopped) as caught:
            called(loop)
        first = loop.__code__.co_firstlineno
        assert caught.value.line in (first + 1, first + 2)

    def test_a_limit_inside_another_is_kept_too() -> None:
        with pytest.raises(PluginStopped):
            called(lambda: called(loop), limit=20.0)

    def test_the_interpreter_is_told_when_nothing_is_watched_any_more() -> None:
        called(lambda: sum(number for number in range(1000)))
        end = time.monotonic() + 20
        while sys.monitoring.get_tool(LISTENER) and time.monotonic() < end:
            pass
        assert sys.monitoring.get_tool(LISTENER) is None

else:

    def test_older_pythons_cannot_be_asked_so_nothing_is_stopped() -> None:
        begun = time.monotonic()

        def work() -> str:
            while time.monotonic() < begun + 3 * LIMIT:
                pass
            return "done"

        assert called(work) == "done"
