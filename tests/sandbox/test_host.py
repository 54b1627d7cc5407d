"""The host: whatever a guest does, the host knows of it, names it and goes on."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine.errors import GaveUp, MachineFault
from sudoku_engine.plugins import child_process
from sudoku_plugins.sandbox.host import GuestDied, GuestSettings, Host
from tests.faults.laboratory import Laboratory
from tests.sandbox import guest_tasks
from tests.support.samples import thorough

pytestmark = pytest.mark.process

SETTINGS = GuestSettings("tests.sandbox.guest_tasks")
posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    host = Host(SETTINGS)
    yield host
    host.end()


def line_of(function: str) -> int:
    """The line of the body of a function in `guest_tasks`."""
    lines = Path(guest_tasks.__file__).read_text(encoding="utf-8").splitlines()
    return lines.index(f"def {function}() -> None:") + 2


def death(host: Host, deed: str) -> GuestDied:
    with pytest.raises(GuestDied) as died:
        list(host.results("call", {"deed": deed}))
    return died.value


def test_results_come_one_by_one_and_requests_follow_each_other(host: Host) -> None:
    assert list(host.results("numbers", {"n": 3})) == [0, 1, 2]
    assert list(host.results("numbers", {"n": 0})) == []
    assert sum(host.results("numbers", {"n": 20_000})) == sum(range(20_000))


def test_a_request_that_is_broken_off_does_not_disturb_the_next(host: Host) -> None:
    (process,) = host.results("process", {})
    for _ in range(3):
        numbers = host.results("numbers", {"n": 10**9})
        assert [next(numbers), next(numbers)] == [0, 1]
        numbers.close()
        assert list(host.results("numbers", {"n": 2})) == [0, 1]
    assert list(host.results("process", {})) == [process]


def test_a_guest_can_ask(host: Host) -> None:
    results = host.results("ask", {})
    assert next(results) == "what?"
    host.answer(42)
    assert list(results) == ["the answer is 42"]


@posix
def test_no_guest_is_blamed_when_the_system_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = []
    while not failed or failed[-1]:
        laboratory = Laboratory(tmp_path, len(failed) + 1)
        with Host(SETTINGS) as host, monkeypatch.context() as patch:
            laboratory.installed(patch)
            with suppress(MachineFault):
                assert [*host.results("numbers", {"n": 3})] == [0, 1, 2]
            assert host.is_alive is not bool(laboratory.failed)
        failed.append(laboratory.failed)
    assert {"pipe", "fork", "write", "read"} <= {*failed}


def test_errors_of_a_task_come_through(host: Host) -> None:
    with pytest.raises(GaveUp, match=r"^here: no luck$"):
        list(host.results("fail", {"gives up": True}, own_errors=(GaveUp,)))
    with pytest.raises(GuestDied, match=r"^ZeroDivisionError: oh$") as died:
        list(host.results("fail", {"gives up": False}))
    assert "guest_tasks.py" in str(died.value.__cause__)
    assert list(host.results("numbers", {"n": 1})) == [0]


DEATHS = {
    "exit_at_once": "it ends the program (os._exit(0))",
    "exit_by_another_way": "it ends the program (os._exit(0))",
    "abort": "it ends the program (signal SIGABRT)",
    "sleep": "it did not come back within 0.1 s",
    "hold_the_interpreter": "it did not come back within 0.1 s",
}


@posix
@pytest.mark.parametrize(
    "deed", [thorough(deed) if deed == "hold_the_interpreter" else deed for deed in DEATHS]
)
def test_a_guest_that_ends_or_hangs_is_named_with_the_line(host: Host, deed: str) -> None:
    died = death(host, deed)
    assert (died.why, died.file, died.line) == (DEATHS[deed], guest_tasks.__file__, line_of(deed))
    assert died.subject == guest_tasks.SUBJECT_OF_TASKS
    assert died.n_call == 2
    assert not died.is_maybe_outside
    assert died.is_late is died.why.startswith("it did not come back")
    assert list(host.results("numbers", {"n": 2})) == [0, 1]


@posix
@pytest.mark.parametrize(
    ("deed", "why"),
    [
        ("be_killed", "it ends the program (signal SIGKILL)"),
        ("stop", "it stops the program (SIGSTOP)"),
    ],
)
def test_what_may_come_from_outside_is_said_so(host: Host, deed: str, why: str) -> None:
    died = death(host, deed)
    assert (died.why, died.is_maybe_outside, died.n_call) == (why, True, 2)


@posix
def test_what_a_plugin_writes_into_files_of_the_engine_is_no_result(host: Host) -> None:
    died = death(host, "write_everywhere")
    assert died.why == "it writes into a file of the engine"


@posix
def test_a_guest_that_closes_all_files_is_ended(host: Host) -> None:
    assert death(host, "close_files").why == "it closes files that the engine needs"


@posix
def test_a_fork_is_refused(host: Host) -> None:
    with pytest.raises(GuestDied, match=r"it starts a process \(os.fork\)"):
        list(host.results("call", {"deed": "fork"}))


def test_a_request_that_takes_too_long_as_a_whole_ends_its_guest(host: Host) -> None:
    numbers = host.results("numbers", {"n": 10**12}, most_seconds=0.3)
    with pytest.raises(GuestDied, match=r"^it takes longer than 0\.3 s$"):
        for _ in numbers:
            pass
    assert not host.is_alive
    assert list(host.results("numbers", {"n": 2}, most_seconds=60)) == [0, 1]


def test_hosts_in_threads_keep_their_guests_apart() -> None:
    hosts = [Host(SETTINGS) for _ in range(3)]
    with ThreadPoolExecutor(3) as pool:
        guests = list(pool.map(lambda host: next(host.results("process", {})), hosts))
    hosts[0].end()
    assert [list(host.results("process", {})) for host in hosts[1:]] == [
        [one] for one in guests[1:]
    ]
    for host in hosts:
        host.end()


def test_a_thread_that_goes_on_holds_nothing_up() -> None:
    host = Host(SETTINGS)
    assert list(host.results("call", {"deed": "start_a_thread"})) == ["begun", "done"]
    begun = time.monotonic()
    host.end()
    assert time.monotonic() - begun < 10


def test_what_a_guest_prints_is_no_result(host: Host, capfd: Any) -> None:
    host.end()
    assert list(host.results("call", {"deed": "print_on_1"})) == ["begun", "done"]
    assert capfd.readouterr() == ("", "printed\n")


@posix
@pytest.mark.parametrize("deed", ["sleep", "hold_the_interpreter"])
def test_a_guest_ends_when_its_host_is_killed(deed: str) -> None:
    program = (
        "from sudoku_plugins.sandbox.host import GuestSettings, Host\n"
        f"host = Host(GuestSettings({SETTINGS.tasks!r}))\n"
        "print(*host.results('process', {}), flush=True)\n"
        f"list(host.results('call', {{'deed': {deed!r}}}))\n"
    )
    assert_all_end_with(program)


@posix
def test_no_guest_keeps_another_one_alive() -> None:
    assert_all_end_with(
        "import time\n"
        "from sudoku_plugins.sandbox.host import GuestSettings, Host\n"
        f"hosts = [Host(GuestSettings({SETTINGS.tasks!r})) for _ in range(3)]\n"
        "print(*(next(host.results('process', {})) for host in hosts), flush=True)\n"
        "time.sleep(100)\n"
    )


def assert_all_end_with(program: str) -> None:
    """Kill the `program` when it has printed its guests, and wait until they have ended."""
    command, environment = [sys.executable, "-c", program], child_process.environment()
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        guests = [int(guest) for guest in process.stdout.readline().split()]
        assert guests
        process.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 20
    while any(map(is_running, guests)):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_running(process: int) -> bool:
    """Whether the process is there and not only waits for its parent."""
    stat = Path(f"/proc/{process}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@posix
def test_no_file_is_left_of_a_program_that_is_killed(tmp_path: Path) -> None:
    program = (
        "import time\n"
        "from sudoku_plugins.sandbox.host import GuestSettings, Host\n"
        "host = Host(GuestSettings('tests.sandbox.guest_tasks'))\n"
        "print(*host.results('process', {}), flush=True)\n"
        "time.sleep(60)\n"
    )
    environment = {**child_process.environment(), "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        process.kill()
    assert list(tmp_path.iterdir()) == []
