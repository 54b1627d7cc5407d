"""Nothing needs what only POSIX systems have; this looks like Windows, but is none."""

import subprocess
import sys

import pytest

from sudoku_engine.plugins import child_process

pytestmark = pytest.mark.process

PRETEND = "from tests.sandbox import as_on_windows; as_on_windows.pretend(); "


def printed(program: str) -> list[str]:
    """What `program` prints in a process as on Windows."""
    done = subprocess.run(
        [sys.executable, "-c", f"{PRETEND}\n{program}"],
        env=child_process.environment(),
        capture_output=True,
        text=True,
    )
    assert (done.stderr, done.returncode) == ("", 0)
    return done.stdout.splitlines()


def test_every_module_can_be_imported() -> None:
    modules = printed(
        "import importlib, itertools, pkgutil, sudoku_engine, sudoku_plugins.sandbox\n"
        "packages = sudoku_engine, sudoku_plugins.sandbox\n"
        "for found in itertools.chain.from_iterable(\n"
        "    pkgutil.walk_packages(each.__path__, f'{each.__name__}.') for each in packages\n"
        "):\n"
        "    is_compiled = '.search.compiled.' in found.name  # numba is that of this system\n"
        "    is_program = found.name.endswith('__main__')\n"
        "    if not is_compiled and not is_program and '.templates' not in found.name:\n"
        "        importlib.import_module(found.name)\n"
        "        print(found.name)\n"
    )
    assert {"sudoku_plugins.sandbox.host", "sudoku_plugins.sandbox.guest"} <= set(modules)
    assert "sudoku_plugins.sandbox.supervisor" in modules


GUEST = (
    "from sudoku_engine.plugins import child_process\n"
    f"child_process._BEGIN = {PRETEND!r} + child_process._BEGIN\n"
    "from sudoku_plugins.sandbox.host import GuestDied, GuestSettings, Host\n"
    "host = Host(GuestSettings('tests.sandbox.guest_tasks'))\n"
)


def test_a_guest_answers_and_is_ended_without_signals() -> None:
    assert printed(
        f"{GUEST}"
        "print(*host.results('numbers', {'n': 3}))\n"
        "numbers = host.results('numbers', {'n': 10**9})\n"
        "print(next(numbers))\n"
        "numbers.close()\n"
        "print(*host.results('numbers', {'n': 2}))\n"
        "host.end()\n"
        "print(as_on_windows.started)\n"
    ) == ["0 1 2", "0", "0 1", "[]"]


def test_a_guest_that_ends_or_hangs_is_named() -> None:
    assert printed(
        f"{GUEST}"
        "for deed in ('exit_at_once', 'sleep'):\n"
        "    try:\n"
        "        list(host.results('call', {'deed': deed}))\n"
        "    except GuestDied as death:\n"
        "        print(death.why, death.subject.id, death.is_maybe_outside)\n"
    ) == [
        "it ends the program (os._exit(0)) mine False",
        "it did not come back within 0.1 s mine False",
    ]


def test_what_a_guest_started_is_ended_with_it() -> None:
    guest, command = printed(
        f"{GUEST}"
        "print(*host.results('process', {}))\n"
        "list(host.results('call', {'deed': 'start_a_program'}))\n"
        "host.end()\n"
        "print(*as_on_windows.started[-1])\n"
    )
    assert command == f"taskkill /T /F /PID {guest}"
