"""Tasks for the guests of `test_host`."""

import ctypes
import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from sudoku_engine.errors import GaveUp
from sudoku_engine.plugins.calls import CALLS, LIMIT, SUBJECT, Subject, calls
from sudoku_plugins.sandbox.guest import Guest

SUBJECT_OF_TASKS = Subject("strategy", "mine", __file__, 1)


def prepare(guest: Guest) -> None:
    guest.is_guarded = True
    number = calls.number_of(SUBJECT_OF_TASKS)

    def numbers(given: Mapping[str, Any]) -> Iterator[Any]:
        yield from range(given["n"])

    def call(given: Mapping[str, Any]) -> Iterator[Any]:
        """Do something bad in a call of the subject, the second one of the request."""
        yield "begun"
        page = calls.page
        page[SUBJECT], page[CALLS], page[LIMIT] = number, 2, 100
        DEEDS[given["deed"]]()
        page[SUBJECT] = 0
        yield "done"

    def ask(given: Mapping[str, Any]) -> Iterator[Any]:
        yield f"the answer is {guest.ask('what?')}"

    def fail(given: Mapping[str, Any]) -> Iterator[Any]:
        yield 1
        if given["gives up"]:
            raise GaveUp("no luck", "here")
        raise ZeroDivisionError("oh")

    def process(given: Mapping[str, Any]) -> Iterator[Any]:
        yield os.getpid()

    guest.tasks.update(numbers=numbers, call=call, ask=ask, fail=fail, process=process)


def exit_at_once() -> None:
    os._exit(0)


def exit_by_another_way() -> None:
    __import__(os.name)._exit(0)


def abort() -> None:
    os.abort()


def be_killed() -> None:
    ctypes.CDLL(None)["raise"](signal.SIGKILL)


def stop() -> None:
    ctypes.CDLL(None)["raise"](signal.SIGSTOP)


def sleep() -> None:
    time.sleep(100)


def hold_the_interpreter() -> None:
    sum(itertools.count())


def close_files() -> None:
    os.closerange(0, 5000)
    time.sleep(100)


def fork() -> None:
    os.fork()


def start_a_thread() -> None:
    threading.Thread(target=time.sleep, args=(100,)).start()


def start_a_program() -> None:
    subprocess.Popen([sys.executable, "-c", ""]).wait()


def print_on_1() -> None:
    os.write(1, b"printed\n")


def write_everywhere() -> None:
    for file in range(3, 1000):
        with suppress(OSError):
            os.write(file, b"solved\n")


DEEDS = {
    deed.__name__: deed
    for deed in (
        exit_at_once,
        exit_by_another_way,
        abort,
        be_killed,
        stop,
        sleep,
        hold_the_interpreter,
        close_files,
        fork,
        start_a_thread,
        start_a_program,
        print_on_1,
        write_everywhere,
    )
}
