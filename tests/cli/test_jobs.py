"""``--jobs``: several processes, the output of one."""

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine import Faulted, Grid, Stepped
from sudoku_engine.cli.jobs import NotSent, packed, packed_without_steps
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.loop import Loop
from tests.support.paths import EXAMPLES
from tests.support.processes import gone, workers_of
from tests.support.samples import thorough

PUZZLES = (EXAMPLES / "puzzles.txt").read_text(encoding="utf-8").splitlines()[2:]
EASY, HARDER = PUZZLES[0].split()[0], PUZZLES[5].split()[0]

MIXED = f"""\
{EASY}
{HARDER} # Easter
{EASY[:-2]}
1234............
{"55" + EASY[2:]}
{EASY[::-1]}
{EASY}
"""
"""Puzzles, a line that is no puzzle, another size, a copy, and a digit twice in a row."""

WRONG = """
import os, time
from sudoku_engine import strategy
@strategy('Raiser', score=1, level='easy')
def raiser(grid):
    if grid.line == {raises!r}: raise ValueError('no luck')
    return []
@strategy('Ender', score=2, level='easy')
def ender(grid):
    if grid.line == {ends!r}: os._exit(3)
    return []
@strategy('Sleeper', score=3, level='easy')
def sleeper(grid):
    if grid.line == {sleeps!r}: time.sleep(100)
    return []
"""


def without_times(text: str) -> str:
    return re.sub(r"\d+(\.\d+)? (ms|s|us|µs)\b|\"seconds\": ?[\d.e-]+", "TIME", text)


@pytest.mark.parametrize(
    "call",
    [
        "rate -v",
        *map(thorough, ("rate --json", "rate -q --needs subsets", "verify --solver backtracking")),
        *map(thorough, ("canonical --dedupe --symmetries", "canonical --json --order minlex")),
        *map(thorough, ("solve --reporter jsonl", "solve -v", "solve --json", "solve -q")),
        *map(thorough, ("solve --until naked_pair", "solve --solutions 2 -q")),
        *map(thorough, ("solve --output-format fss", "solve -q --solver bitboard")),
    ],
)
def test_two_processes_write_what_one_writes(call: str, run: Any, tmp_path: Path) -> None:
    (tmp_path / "mixed.txt").write_text(MIXED)
    alone, together = (run(*call.split(), *jobs, "mixed.txt") for jobs in ([], ["--jobs", "2"]))
    assert together.status == alone.status
    assert without_times(together.out) == without_times(alone.out)
    assert without_times(together.err) == without_times(alone.err)


def written(call: list[str], chosen: list[int], jobs: int, run: Any, tmp_path: Path) -> Any:
    """Return what a call writes on some puzzles, with strategies that fail on three of them."""
    raises, ends, sleeps = (PUZZLES[number].split()[0] for number in (1, 2, 4))
    (tmp_path / "wrong.py").write_text(WRONG.format(raises=raises, ends=ends, sleeps=sleeps))
    (tmp_path / "run.yaml").write_text("loop: {step_timeout: 0.2}\n")
    (tmp_path / "some.txt").write_text("\n".join(PUZZLES[number] for number in chosen))
    done = run(*call, "-c", "run.yaml", "-p", "wrong.py", "some.txt", "--jobs", str(jobs))
    return done._replace(out=without_times(done.out), err=without_times(done.err))


@pytest.mark.thorough
@pytest.mark.parametrize("call", [["rate"], ["solve", "--reporter", "jsonl", "--debug"]])
def test_plugins_that_raise_hang_and_end_are_reported_as_by_one_process(
    call: list[str], run: Any, tmp_path: Path
) -> None:
    chosen = [0, 1, 2, 3, 1, 4, 2, 0]
    done = written(call, chosen, 2, run, tmp_path)
    assert done == written(call, chosen, 1, run, tmp_path)
    assert done.status == 2
    for name, times in (("raiser", 2), ("ender", 1), ("sleeper", 1)):
        assert done.err.count(f"{name} is at fault and sits out") == times


@pytest.mark.thorough
def test_what_plugins_print_stands_in_the_order_of_the_puzzles(run: Any, tmp_path: Path) -> None:
    (tmp_path / "chatty.py").write_text(
        "from sudoku_engine import strategy\n"
        "print('loaded')\n"
        "@strategy('Chatty', score=1, level='easy')\n"
        "def chatty(grid):\n"
        "    if grid.n_open == grid.line.count('.') > 45: print(grid.line[:9])\n"
        "    return []\n"
    )
    (tmp_path / "some.txt").write_text("\n".join(PUZZLES[:6]))
    call = ["rate", "-p", "chatty.py", "some.txt"]
    alone = run(*call)
    assert "loaded\n" in alone.err
    assert run(*call, "--jobs", "2") == alone


def test_a_front_end_or_a_film_and_jobs_are_refused(run: Any) -> None:
    for call, what in ((["--frontend", "turtle"], "a front end"), (["-o", "x.gif"], "a film")):
        done = run("solve", *call, "--jobs", "2", EASY)
        words = f"--jobs: {what} shows one puzzle after another: leave out --jobs\n"
        assert done == (2, "", words)


posix = pytest.mark.skipif(os.name == "nt", reason="signals of other systems")


@posix
def test_answers_come_before_the_input_ends_and_ctrl_c_ends_all(program: Any) -> None:
    process = program.start("canonical", "--jobs", "2", "-")
    for puzzle in PUZZLES[:2]:
        process.stdin.write(puzzle.encode() + b"\n")
        process.stdin.flush()
        assert len(process.stdout.readline()) == 82
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"stopped\n")
    assert gone(process.pid)


@posix
def test_a_process_that_is_killed_is_reported_in_one_line(program: Any) -> None:
    process = program.start("canonical", "--jobs", "2", "-")
    process.stdin.write(f"{EASY}\n{EASY}\n".encode())
    process.stdin.flush()
    assert process.stdout.readline()
    assert process.stdout.readline()
    for worker in workers_of(process.pid):
        os.kill(worker, signal.SIGKILL)
    out, err = process.communicate(f"{EASY}\n".encode(), timeout=60)
    assert (process.returncode, out) == (2, b"")
    assert err.startswith(b"one of the processes at work was killed (signal 9)")
    assert err.count(b"\n") == 1


# Its parts


def test_without_steps_all_other_events_are_sent() -> None:
    registry = Registry()
    registry.load([], [])
    grid = Grid.parse(PUZZLES[9].split()[0])
    loop = Loop(registry.loop_strategies("auto"), fallback=registry.find("solver", "bitboard"))
    events = [*loop.events(grid)]
    rest = [event for event in events if not isinstance(event, Stepped)]
    assert packed(iter(events)) == events != rest
    assert packed_without_steps(iter(events)) == rest


def test_endless_events_and_errors_of_ours_are_not_sent() -> None:
    endless: Iterator[Any] = iter(lambda: None, 1)
    with pytest.raises(NotSent):
        packed(endless)
    fault = Faulted(None, "why", 1, ValueError())  # type: ignore[arg-type]
    with pytest.raises(NotSent):
        packed([fault])
