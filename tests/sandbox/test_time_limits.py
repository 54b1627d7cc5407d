"""The watchdog: what does not come back is stopped and named, and nothing else ever is."""

import contextlib
import hashlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from sudoku_engine.plugins.time_limits import (
    PluginStopped,
    TimeLimit,
    Watchdog,
    far,
    over,
)
from sudoku_plugins.batch.distribution import tree_seconds

pytestmark = pytest.mark.process

LIMIT = 0.1
LONG = 20.0


class Subject(NamedTuple):
    """What is watched here: this file."""

    name: str = "a plugin"
    file: str = __file__
    number: int = 0


SUBJECT = Subject()


def time_limit(limit: float = LIMIT) -> TimeLimit:
    return Watchdog(limit).time_limit()


def busy(seconds: float) -> str:
    """Python code that takes a while and can be stopped at any moment."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass
    return "done"


def settled() -> None:
    """Python code in which a late exception would arrive."""
    for _ in range(20_000):
        pass


def test_a_call_that_comes_back_gives_its_result() -> None:
    assert time_limit().call(SUBJECT, busy, 0.0) == "done"


def test_what_a_call_raises_goes_on_to_the_caller() -> None:
    with pytest.raises(ZeroDivisionError):
        time_limit().call(SUBJECT, lambda: 1 // 0)


def test_a_loop_without_an_end_is_stopped() -> None:
    begun = time.monotonic()
    with pytest.raises(PluginStopped) as caught:
        time_limit().call(SUBJECT, busy, LONG)
    assert caught.value.subject is SUBJECT
    assert time.monotonic() - begun < LONG / 2


def test_the_line_of_the_subjects_own_file_is_told(tmp_path: Path) -> None:
    file = tmp_path / "slow.py"
    file.write_text("def slow(busy):\n    x = 1\n    busy(20.0)\n", encoding="utf-8")
    names: dict[str, Callable[..., object]] = {}
    exec(compile(file.read_text(encoding="utf-8"), str(file), "exec"), names)
    with pytest.raises(PluginStopped) as caught:
        time_limit().call(Subject("slow", str(file)), names["slow"], busy)
    assert caught.value.line == 3


def test_the_line_is_0_where_the_code_is_somewhere_else() -> None:
    with pytest.raises(PluginStopped) as caught:
        time_limit().call(Subject("elsewhere", "elsewhere.py"), busy, LONG)
    assert caught.value.line == 0


def test_of_several_calls_the_slow_one_is_named() -> None:
    one, two, three = Subject("one"), Subject("two"), Subject("three")
    watched = time_limit()

    def calls() -> None:
        for subject, seconds in ((one, 0.0), (two, LONG), (three, 0.0)):
            watched.begin_call(subject)
            busy(seconds)

    with pytest.raises(PluginStopped) as caught:
        watched.run(calls)
    assert caught.value.subject is two


def test_calls_that_are_each_quick_may_together_take_longer_than_the_limit() -> None:
    watched = time_limit(0.3)

    def calls() -> str:
        for _ in range(20):
            watched.begin_call(SUBJECT)
            busy(0.02)
        return "done"

    assert watched.run(calls) == "done"


def test_a_limit_of_0_is_none() -> None:
    assert time_limit(0).call(SUBJECT, busy, 0.3) == "done"


def test_a_limit_may_become_0_later() -> None:
    watchdog = Watchdog(LIMIT)
    watched = watchdog.time_limit()
    watched.call(SUBJECT, busy, 0.0)
    watchdog.limit = 0
    assert watched.call(SUBJECT, busy, 0.4) == "done"


def test_a_time_limit_serves_again_after_it_has_stopped_a_call() -> None:
    watched = time_limit()
    for _ in range(2):
        with pytest.raises(PluginStopped):
            watched.call(SUBJECT, busy, LONG)
        assert watched.call(SUBJECT, busy, 0.0) == "done"


def test_after_a_call_was_stopped_others_can_be_watched_by_a_profile_function() -> None:
    with pytest.raises(PluginStopped):
        time_limit().call(SUBJECT, busy, LONG)
    entered: list[str] = []
    sys.setprofile(lambda frame, event, given: entered.append(frame.f_code.co_name))
    try:
        settled()
    finally:
        sys.setprofile(None)
    assert "settled" in entered


# What the plugin does with the exception


def test_a_call_that_swallows_the_exception_and_returns_is_named_all_the_same() -> None:
    def swallow() -> None:
        with contextlib.suppress(BaseException):
            busy(LONG)

    with pytest.raises(PluginStopped):
        time_limit().call(SUBJECT, swallow)
    settled()


def test_a_call_that_raises_something_else_in_its_place_is_named() -> None:
    def turn() -> None:
        try:
            busy(LONG)
        except BaseException as error:
            raise ValueError from error

    with pytest.raises(PluginStopped):
        time_limit().call(SUBJECT, turn)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.thorough
def test_an_exception_lost_in_a_finalizer_is_sent_once_more() -> None:
    class Slow:
        def __del__(self) -> None:
            busy(LONG)

    def lose() -> None:
        Slow()
        busy(LONG)

    begun = time.monotonic()
    with pytest.raises(PluginStopped):
        time_limit().call(SUBJECT, lose)
    assert time.monotonic() - begun < LONG / 2


def test_a_call_that_takes_no_notice_still_counts_when_it_is_over() -> None:
    with pytest.raises(PluginStopped):
        time_limit().call(SUBJECT, hashlib.pbkdf2_hmac, "sha256", b"", b"", 2 * 10**6)
    settled()


def test_the_calls_after_a_swallowed_exception_are_not_made() -> None:
    watched = time_limit()
    made = []

    def calls() -> None:
        watched.begin_call(SUBJECT)
        with contextlib.suppress(BaseException):
            busy(LONG)
        watched.begin_call(Subject("another"))
        made.append("another")

    with pytest.raises(PluginStopped) as caught:
        watched.run(calls)
    assert caught.value.subject is SUBJECT
    assert made == []


def test_ctrl_c_counts_more_than_a_call_that_is_late() -> None:
    def interrupted() -> None:
        try:
            busy(LONG)
        except BaseException:
            raise KeyboardInterrupt from None

    with pytest.raises(KeyboardInterrupt):
        time_limit().call(SUBJECT, interrupted)
    settled()


def test_nothing_arrives_late_whatever_the_calls_do_when_their_time_is_up() -> None:
    """Hundreds of calls whose lengths lie about the limit, in several threads."""
    escaped: list[BaseException] = []

    def swallow(seconds: float) -> None:
        with contextlib.suppress(BaseException):
            busy(seconds)

    def raise_after(seconds: float) -> None:
        busy(seconds)
        raise ValueError

    def clean_up(seconds: float) -> None:
        try:
            busy(seconds)
        finally:
            busy(0.001)

    def many(seed: int) -> None:
        rng = Random(seed)
        watched = time_limit(0.002)
        end = time.monotonic() + 0.5
        try:
            while time.monotonic() < end:
                kind = rng.choice((busy, swallow, raise_after, clean_up, time.sleep))
                with contextlib.suppress(PluginStopped, ValueError):
                    watched.call(SUBJECT, kind, rng.uniform(0.008, 0.03))
                for _ in range(500):
                    pass
        except BaseException as error:
            escaped.append(error)

    threads = [threading.Thread(target=many, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    settled()
    assert escaped == []


# Nesting and threads


def test_a_slow_call_within_a_call_is_the_inner_ones() -> None:
    inner, outer = Subject("inner"), Subject("outer")

    def nest() -> str:
        with pytest.raises(PluginStopped) as caught:
            time_limit(LIMIT).call(inner, busy, LONG)
        assert caught.value.subject is inner
        return "done"

    assert time_limit(LONG).call(outer, nest) == "done"


def test_the_outer_call_is_stopped_even_while_an_inner_one_is_watched() -> None:
    inner, outer = Subject("inner"), Subject("outer")
    with pytest.raises(PluginStopped) as caught:
        time_limit(LIMIT).call(outer, lambda: time_limit(LONG).call(inner, busy, LONG))
    assert caught.value.subject is outer


def test_a_call_in_another_thread_is_stopped_there() -> None:
    caught: list[object] = []

    def work() -> None:
        try:
            time_limit().call(SUBJECT, busy, LONG)
        except PluginStopped as timeout:
            caught.append(timeout.subject)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(LONG / 2)
    assert caught == [SUBJECT]


def test_a_time_limit_may_be_used_by_one_thread_after_another() -> None:
    watched = time_limit()
    watched.call(SUBJECT, busy, 0.0)
    caught: list[PluginStopped] = []

    def work() -> None:
        try:
            watched.call(SUBJECT, busy, LONG)
        except PluginStopped as timeout:
            caught.append(timeout)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(LONG / 2)
    assert len(caught) == 1


def test_many_time_limits_need_one_thread_and_leave_none_behind() -> None:
    before = threading.active_count()
    watchdog = Watchdog(1)
    for _ in range(300):
        watchdog.time_limit().call(SUBJECT, busy, 0.0)
        assert threading.active_count() <= before + 1
    deadline = time.monotonic() + LONG
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.05)
    assert threading.active_count() <= before


@pytest.mark.thorough
def test_a_watchdog_that_went_to_sleep_wakes_for_the_next_call() -> None:
    watched = time_limit()
    for _ in range(3):
        watched.call(SUBJECT, busy, 0.0)
        time.sleep(0.4)
        with pytest.raises(PluginStopped):
            watched.call(SUBJECT, busy, LONG)


@contextlib.contextmanager
def busy_machine() -> Iterator[None]:
    """A machine on which twice as many processes compute as it has cores."""
    command = [sys.executable, "-c", "while True: pass"]
    others = [subprocess.Popen(command) for _ in range(2 * (os.cpu_count() or 1))]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


@pytest.mark.skipif(not hasattr(time, "pthread_getcpuclockid"), reason="no such clocks here")
def test_a_busy_machine_stops_no_call_that_computes_for_less_than_its_limit() -> None:
    def computes() -> float:
        begun = time.monotonic()
        end = time.thread_time() + 0.6 * LIMIT
        while time.thread_time() < end:
            pass
        return time.monotonic() - begun

    with busy_machine():
        seconds = [time_limit().call(SUBJECT, computes) for _ in range(3)]
    assert max(seconds) > 0.6 * LIMIT


def test_a_call_that_waits_without_computing_ends_at_the_far_limit() -> None:
    begun = time.monotonic()

    def waits() -> None:
        while True:
            time.sleep(0.001)

    with pytest.raises(PluginStopped):
        Watchdog(0.05).time_limit().call(SUBJECT, waits)
    assert time.monotonic() - begun > far(0.05) - 0.1


@pytest.mark.parametrize(
    ("used", "lasted", "late"),
    [
        (6.0, 6.0, 1.0),  # it computes
        (0.0, 36.0, 1.0),  # it waits
        (1.0, 49.0, -1.0),  # it has a fiftieth of a busy processor
        (6.0, 300.0, 1.0),  # and computes there for long
    ],
)
def test_on_a_busy_machine_a_call_may_last_longer(used: float, lasted: float, late: float) -> None:
    assert over(5.0, used, lasted) == late


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell")
def test_the_time_of_a_process_has_that_of_those_it_starts() -> None:
    work = "import time\nwhile time.process_time() < 0.4: pass"
    waits = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {work!r}]).wait()"
    with subprocess.Popen([sys.executable, "-c", f"{waits}; input()"], stdin=subprocess.PIPE) as it:
        end = time.monotonic() + LONG
        while (tree_seconds(it.pid) or 0.0) < 0.35 and time.monotonic() < end:
            time.sleep(0.02)
        used = tree_seconds(it.pid)
        it.kill()
    assert used is not None
    assert used >= 0.35
    assert tree_seconds(it.pid) is None
