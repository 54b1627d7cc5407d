"""Ctrl-C never cuts in two what belongs together."""

import signal
import sys
import threading
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest

from sudoku_plugins.batch.interrupts import interrupts_held_back, interrupts_reported

SIGNALS = [signal.SIGINT, signal.SIGTERM]


@pytest.fixture(autouse=True)
def interrupting_signals() -> Iterator[None]:
    """Handle both signals as the program does."""
    before = [signal.signal(number, signal.default_int_handler) for number in SIGNALS]
    yield
    for number, handler in zip(SIGNALS, before):
        signal.signal(number, handler)


def parts_done(*pressed: int) -> list[int]:
    """The parts of a block that are done until Ctrl-C ends it; a signal is sent before each."""
    done: list[int] = []

    def block() -> None:
        with interrupts_held_back():
            for part, number in enumerate(pressed, 1):
                signal.raise_signal(number)
                done.append(part)

    with pytest.raises(KeyboardInterrupt):
        block()
    return done


@pytest.mark.parametrize("number", SIGNALS)
def test_ctrl_c_waits_for_the_end_of_the_block(number: int) -> None:
    assert parts_done(number) == [1]


def test_a_second_ctrl_c_goes_through_at_once() -> None:
    assert parts_done(signal.SIGINT, signal.SIGTERM, signal.SIGINT) == [1]


def test_after_the_block_signals_are_handled_as_before() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with interrupts_held_back():
        signal.raise_signal(signal.SIGTERM)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN


def test_work_that_ends_by_itself_is_told_of_the_first_ctrl_c_and_ended_by_the_second() -> None:
    reports: list[str] = []

    def block(n_pressed: int) -> None:
        with interrupts_reported(lambda: reports.append("stop")):
            for _ in range(n_pressed):
                signal.raise_signal(signal.SIGINT)

    block(1)
    assert reports == ["stop"]
    with pytest.raises(KeyboardInterrupt):
        block(2)
    assert reports == ["stop", "stop"]
    assert signal.getsignal(signal.SIGTERM) is signal.default_int_handler


def test_an_error_in_the_block_goes_through() -> None:
    with pytest.raises(OSError, match="full"), interrupts_held_back():
        raise OSError("full")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_outside_the_main_thread_it_does_nothing() -> None:
    done = []

    def work() -> None:
        with interrupts_held_back():
            done.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [signal.default_int_handler]


class Interrupting(StringIO):
    """A stream at whose third piece Ctrl-C is pressed, right after it was written."""

    pieces = 0

    def write(self, text: str) -> int:
        """Write `text`."""
        written = super().write(text)
        self.pieces += 1
        if self.pieces == 3:
            signal.raise_signal(signal.SIGINT)
        return written


def test_a_puzzle_that_is_written_is_counted(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    out = Interrupting()
    monkeypatch.setattr(sys, "stdout", out)
    done = run("generate", "--layout", "4x4", "--seed", "1", "--count", "9")
    assert (done.status, done.err) == (130, "stopped after 3 of 9\n")
    assert len(out.getvalue().splitlines()) == 3
