"""``batch`` as people call it: what it writes and says, and what it refuses."""

import json
import os
import re
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from tests.batch.batches import LINES
from tests.support.files import plugin_file, write
from tests.support.lines import EASY, Run
from tests.support.paths import EXAMPLES
from tests.support.program import Program

PUZZLES = "".join(f"{line}\n" for line in LINES)


def results(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "results").iterdir())}


def rows(folder: Path) -> list[dict[str, Any]]:
    """The rows of results in JSON lines."""
    return [json.loads(line) for data in results(folder).values() for line in data.splitlines()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, "in.txt", PUZZLES)
    return tmp_path / "out"


def test_verify(folder: Path, run: Run) -> None:
    done = run("batch", "verify", "in.txt", "-o", "out", "--format", "jsonl", "--shard-size", "4")
    row = rows(folder)[4]
    assert done == (
        2,
        "7 puzzles: 1 with no solution, 3 with one solution and 2 with several\n"
        f"1 error; the first: {row['source']}: {row['why']}\n"
        "results: out/results (2 files)\n"
        "totals: out/stats.json\n",
        "",
    )
    assert [row["solutions"] for row in rows(folder)] == [1, 2, 2, 0, None, 1, 1]
    assert [row["number"] for row in rows(folder)] == [1, 2, 3, 4, 5, 6, 7]

    again = run("batch", "verify", "in.txt", "-o", "out")
    assert again == (2, done.out.replace("2 files", "2 files, all there before"), "")

    (folder / "results" / "00001.jsonl").unlink()
    again = run("batch", "verify", "in.txt", "-o", "out")
    assert again.out == done.out.replace("2 files", "2 files, 1 there before")


def test_the_status_is_that_of_the_command_of_the_same_name(folder: Path, run: Run) -> None:
    for task in ("verify", "rate", "solve", "canonical"):
        for text in (EASY, LINES[3]):
            expected = run(task, text).status, ""
            done = run("batch", task, text, "-o", "out", "--fresh", "--format", "jsonl")
            assert (done.status, done.err) == expected, task
    again = run("batch", "canonical", LINES[3], "-o", "out")
    assert (again.status, again.err) == expected


def test_solve_with_paths_has_the_records_of_the_steps(folder: Path, run: Run) -> None:
    run("batch", "solve", "--paths", EASY, "-o", "out", "--format", "jsonl")
    (row,) = rows(folder)
    assert (row["outcome"], row["solved_by"], row["n_steps"]) == (
        "solved",
        "strategies",
        len(row["steps"]),
    )
    events = run("solve", "--reporter", "jsonl", EASY).out.splitlines()
    steps = [event for event in map(json.loads, events) if event["event"] == "step"]
    shared = steps[0].keys() & row["steps"][0].keys()
    assert {"strategy", "placements", "because", "reason"} <= shared
    assert [{key: step[key] for key in shared} for step in row["steps"]] == [
        {key: step[key] for key in shared} for step in steps
    ]


def test_the_summary_says_what_people_ask_first(folder: Path, run: Run) -> None:
    def said(*arguments: str) -> list[str]:
        return run("batch", *arguments, "-o", "out", "--fresh").out.splitlines()[:-2]

    write(folder.parent, "two.txt", f"{EASY}\n{LINES[2]}\n")
    assert said("solve", "two.txt") == ["2 puzzles: 2 solved", "1 puzzle finished by search"]
    assert said("solve", "two.txt", "--no-fallback") == ["2 puzzles: 1 solved and 1 stuck"]
    assert said("solve", LINES[3]) == ["1 puzzle: 1 with a contradiction"]
    assert said("rate", "two.txt") == [
        "2 puzzles: 1 easy and 1 not rated",
        "score 8",  # two full houses
    ]
    assert said("verify", "two.txt") == ["2 puzzles: 1 with one solution and 1 with several"]
    assert said("canonical", "two.txt") == ["2 puzzles"]


def test_results_do_not_depend_on_jobs_or_what_is_given_as_input(folder: Path, run: Run) -> None:
    common = ["--format", "csv", "--shard-size", "2"]
    run("batch", "rate", "in.txt", "-o", "out", *common)
    run("batch", "rate", "in.txt", "-o", "two", "--jobs", "2", *common)
    assert results(folder.parent / "two") == results(folder)


def test_standard_input_is_taken_up_by_what_it_holds(
    folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["batch", "verify", "-", "-o", "out", "--format", "jsonl", "--shard-size", "2"]

    def piped(text: str) -> Any:
        (folder.parent / "pipe").write_text(text)
        with open(folder.parent / "pipe", encoding="utf-8") as stream:
            monkeypatch.setattr("sys.stdin", stream)
            return run(*arguments)

    first = piped(PUZZLES)
    assert first.status == 2
    assert [row["source"] for row in rows(folder)][:2] == ["standard input:1", "standard input:2"]
    assert piped(PUZZLES).status == 2
    assert piped(PUZZLES.replace(LINES[0], LINES[5])) == (
        2,
        "",
        "standard input: the input has changed: puzzles 1 to 2 are not those that are done: give "
        "the same input again, or begin anew with --fresh\n",
    )


def test_a_plugin_that_changed_is_refused(folder: Path, run: Run) -> None:
    text = '@strategy("Mine", score=5, level="easy")\ndef mine(grid):\n    return []\n'
    plugin_file(folder.parent, text)
    arguments = ["batch", "solve", EASY, "-p", "mine.py", "-o", "out"]
    assert run(*arguments).status == 0
    plugin_file(folder.parent, text.replace("[]", "()"))
    refused = run(*arguments)
    assert refused.err == (
        "out: this folder holds another batch: the plugin mine.py has changed: "
        "request the same again, name another folder, or begin anew with --fresh\n"
    )
    assert refused.status == 2


def test_the_help_of_a_task_has_its_options_in_sections(run: Run) -> None:
    page = run("batch", "verify", "--help").out
    assert page.startswith("Usage: sudoku-engine batch verify -o FOLDER [OPTIONS] [INPUT]...\n")
    titles = re.findall(r"^(\S.*):$", page, re.MULTILINE)
    assert titles == ["Most used", "Results", "Where to work", "General"]
    assert "\nTasks:\n  solve " in run("batch").out


HELP = "(see sudoku-engine batch --help)"
WRONG_CALLS = {
    f"rate {EASY}": "no folder for the results: name one with -o FOLDER",
    "rate -o out": "no puzzle: name a file, write one out, or - for standard input",
    "rate missing.txt -o out": "missing.txt: there is no such file: did you mean 'in.txt'?",
    "raet in.txt -o out": f"sudoku-engine batch: no command 'raet': did you mean 'rate'? {HELP}",
    "in.txt -o out": (
        "sudoku-engine batch: no command 'in.txt': "
        f"say what to do with it, such as sudoku-engine solve in.txt {HELP}"
    ),
    "-o out rate in.txt": (f"sudoku-engine batch: the task comes first: batch rate -o … {HELP}"),
    f"rate {EASY} -o in.txt": "in.txt: is a file: give -o a new folder, or that of the same batch",
    f"rate {EASY} -o .": (
        ".: is not the folder of a batch and holds other files, such as 'in.txt': name a new folder"
    ),
    f"rate {EASY} -o . --fresh": (
        ".: is not the folder of a batch and holds other files, such as 'in.txt': name a new folder"
    ),
    f"rate {EASY} -o out --format xml": (
        "sudoku-engine batch rate: invalid value for '--format': 'xml' is not one of "
        "parquet, jsonl, csv (see sudoku-engine batch rate --help)"
    ),
    f"rate {EASY} -o out --executor dask": (
        "--executor dask: name the scheduler of the cluster with --scheduler tcp://HOST:PORT; "
        "'dask scheduler' starts one, and 'dask worker ADDRESS' each worker"
    ),
    f"rate {EASY} -o out --scheduler tcp://x:1": (
        "--scheduler: only --executor dask has a scheduler"
    ),
    f"rate {EASY} -o out --executor dask --scheduler tcp://x:1 --jobs 2": (
        "--jobs: a Dask cluster has workers of its own"
    ),
    f"solve {EASY} -o out --solver bitboard --strategy x_wing": (
        "a search (--solver) uses no --strategy: choose one"
    ),
    f"rate {EASY} -o out -p missing.py": None,
}


@pytest.mark.parametrize("call", WRONG_CALLS)
def test_wrong_calls_are_one_line_and_leave_nothing(call: str, folder: Path, run: Run) -> None:
    done = run("batch", *call.split())
    assert (done.status, done.out) == (2, "")
    if WRONG_CALLS[call] is not None:
        assert done.err == f"{WRONG_CALLS[call]}\n"
    assert sorted(os.listdir(folder.parent)) == ["in.txt"]


@pytest.mark.parametrize("text", ["# A batch of sudoku-engine: \ntask rate\n", 300 * "\0", ""])
def test_files_of_the_folder_that_are_broken_are_reported(
    text: str, folder: Path, run: Run
) -> None:
    run("batch", "rate", EASY, "-o", "out", "--format", "jsonl")
    (folder / "batch.yaml").write_text(text)
    done = run("batch", "rate", EASY, "-o", "out")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("out/batch.yaml")
    assert done.err.endswith(": mend it, or begin anew with --fresh\n")
    assert run("batch", "rate", EASY, "-o", "out", "--fresh").status == 0


def n_done(folder: Path) -> int:
    """The number of shards in the journal."""
    try:
        return (folder / "shards.jsonl").read_bytes().count(b"\n")
    except FileNotFoundError:
        return 0


ARGUMENTS = ["batch", "solve", "in.txt", "-o", "out", "--shard-size", "3", "--format", "jsonl"]


def ended_after(program: Program, number: int, how: signal.Signals) -> Any:
    """The process of a batch that was ended in this way after a number of shards."""
    process = program.start(*ARGUMENTS)
    while n_done(program.folder / "out") < number and process.poll() is None:
        time.sleep(0.002)
    process.send_signal(how)
    return process, *process.communicate(timeout=60)


def test_ctrl_c_and_kill_are_taken_up_with_the_same_results(
    folder: Path, run: Run, program: Program
) -> None:
    write(folder.parent, "in.txt", (EXAMPLES / "puzzles.txt").read_text() * 9)
    process, out, err = ended_after(program, 2, signal.SIGINT)
    after_ctrl_c = n_done(folder)
    assert (process.returncode, out) == (130, b"")
    assert err.decode().splitlines() == [
        "stopping: what is under way is finished first; Ctrl-C again ends at once",
        f"stopped after {3 * after_ctrl_c} puzzles: the same command goes on from there",
    ]
    process, out, err = ended_after(program, after_ctrl_c + 2, signal.SIGKILL)
    assert (process.returncode, out, err) == (-9, b"", b"")
    assert after_ctrl_c + 2 <= n_done(folder) < 30

    assert run(*ARGUMENTS).status == 0
    taken_up = results(folder)
    assert run(*ARGUMENTS, "--fresh").status == 0
    assert len(taken_up) == 30
    assert taken_up == results(folder)
