"""A batch is done whole, whatever ends its process, and its results are always the same bytes."""

import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sudoku_engine.errors import UsageError
from sudoku_plugins.batch.job import Item, Job, Results, Shard
from tests.batch.batches import LINES, Backwards, Files, Here


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Files:
    monkeypatch.chdir(tmp_path)
    return Files(tmp_path)


class Killed(BaseException):
    """The process ends."""


def killed_before(number: int) -> Here:
    """An executor whose process ends before it begins the shard `number`."""

    def check(found: int) -> None:
        if found == number:
            raise Killed

    return Here(check)


def test_each_puzzle_is_a_row_in_the_file_of_its_shard(files: Files) -> None:
    assert files.run().is_complete
    rows = {
        path.name: [json.loads(line) for line in path.read_text().splitlines()]
        for path in sorted((files.out / "results").iterdir())
    }
    assert [len(found) for found in rows.values()] == [2, 2, 2, 1]
    assert list(rows) == ["00000.jsonl", "00001.jsonl", "00002.jsonl", "00003.jsonl"]
    every = [row for found in rows.values() for row in found]
    assert [row["number"] for row in every] == [1, 2, 3, 4, 5, 6, 7]
    assert [row["source"] for row in every if row["puzzle"]] == [
        f"in.txt:{n}" for n in (1, 2, 3, 4, 6, 7)
    ]
    assert [row["solutions"] for row in every] == [1, 2, 2, 0, None, 1, 1]
    assert every[4] == {
        "number": 5,
        "source": "in.txt:5:1",
        "puzzle": None,
        "status": "error",
        "why": every[4]["why"],
        "solutions": None,
    }


def test_the_totals_are_those_of_all_rows(files: Files) -> None:
    files.run()
    assert files.stats() == {
        "program": files.stats()["program"],
        "task": "verify",
        "puzzles": 7,
        "shards": 4,
        "status": {"error": 1, "ok": 6},
        "solutions": {"0": 1, "1": 3, "2": 2, "unknown": 1},
    }
    times = json.loads((files.out / "stats.json").read_text())["times"]
    assert (times["runs"], times["seconds_of_workers"]) == (1, 1.0)


@pytest.mark.parametrize("ended_before", range(4))
def test_a_run_that_was_killed_is_taken_up_where_it_was(files: Files, ended_before: int) -> None:
    files.run()
    undisturbed, totals = files.written(), files.stats()
    with pytest.raises(Killed):
        files.run(killed_before(ended_before), fresh=True)
    assert not (files.out / "stats.json").exists()

    executor = Here()
    files.run(executor)

    assert executor.numbers == list(range(ended_before, 4))
    assert (files.written(), files.stats()) == (undisturbed, totals)


def test_in_whatever_order_shards_are_done_the_results_are_the_same(files: Files) -> None:
    files.run()
    in_order, totals = files.written(), files.stats()
    executor = Backwards()
    files.run(executor, fresh=True)

    assert executor.numbers == [2, 1, 0, 3]
    assert (files.written(), files.stats()) == (in_order, totals)


def test_an_executor_that_loses_a_shard_does_not_make_a_batch_complete(files: Files) -> None:
    class Losing(Here):
        def results(self, job: Job, shards: Iterator[Shard]) -> Results:
            return (each for each in super().results(job, shards) if each[0] != 2)

    with pytest.raises(RuntimeError, match="no results of shards 2"):
        files.run(Losing())
    assert not (files.out / "stats.json").exists()


def test_results_of_fewer_puzzles_are_not_taken(files: Files) -> None:
    class Short(Here):
        def results(self, job: Job, shards: Iterator[Shard]) -> Results:
            cut = (shard._replace(items=shard.items[:1]) for shard in shards)
            return super().results(job, cut)

    with pytest.raises(RuntimeError, match="1 results of 2 puzzles"):
        files.run(Short())


def test_nothing_is_done_twice(files: Files) -> None:
    files.run()
    again = Here()
    batch = files.run(again)

    assert batch.is_complete
    assert again.numbers == []
    assert batch.tally().status("verify") == 2  # as the run that did it


def test_a_torn_line_of_the_journal_counts_as_none(files: Files) -> None:
    files.run()
    undisturbed = files.written()
    journal = files.out / "shards.jsonl"
    journal.write_bytes(journal.read_bytes()[:-20])

    for expected in ([3], []):
        executor = Here()
        files.run(executor)
        assert executor.numbers == expected
    assert files.written() == undisturbed


@pytest.mark.parametrize("what", ["changed", "not there any more"])
def test_results_that_somebody_changed_are_made_again(files: Files, what: str) -> None:
    files.run()
    undisturbed = files.written()
    result = files.out / "results" / "00001.jsonl"
    if what == "changed":
        data = bytearray(result.read_bytes())
        data[-5] ^= 1
        result.write_bytes(data)
    else:
        result.unlink()
    executor = Here()
    files.run(executor)

    assert executor.numbers == [1]
    assert len(files.notices) == 1
    assert re.fullmatch(rf"out/results/00001.jsonl \w+ {what}: done again", files.notices[0])
    assert files.written() == undisturbed


def test_half_written_files_of_a_killed_run_are_removed(files: Files) -> None:
    files.run()
    undisturbed = files.written()
    (files.out / "results" / ".00002.jsonl.4711.ab_cd12.tmp").write_text("half")
    (files.out / ".stats.json.4711.abcd12.tmp").write_text("half")
    files.run()

    assert files.written() == undisturbed


def test_ctrl_c_lets_the_shard_under_way_be_finished(files: Files) -> None:
    files.run()
    undisturbed = files.written()
    files.pressed_after = len(files.advances) + 1
    batch = files.run(fresh=True)
    assert not batch.is_complete
    assert [path.name for path in (files.out / "results").iterdir()] == ["00000.jsonl"]

    files.run()
    assert files.written() == undisturbed


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
@pytest.mark.parametrize(
    ("full", "shard_size", "limit"), [("results/00000.jsonl", 40, 3000), ("shards.jsonl", 2, 1200)]
)
def test_a_full_disk_ends_a_run_that_can_be_taken_up(
    tmp_path: Path, full: str, shard_size: int, limit: int
) -> None:
    import resource

    files = Files(tmp_path, LINES * 6)
    request = files.request(shard_size=shard_size)
    files.run(request=request)
    undisturbed = files.written()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
        with pytest.raises(UsageError, match=rf"out/{full}: cannot be written: File too large"):
            files.run(request=request, fresh=True)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (files.out / "shards.jsonl").stat().st_size < limit
    assert (files.out / "shards.jsonl").read_bytes()[-1:] in (b"", b"\n")

    files.run(request=request)
    assert files.written() == undisturbed


def test_two_runs_do_not_work_in_one_folder(files: Files) -> None:
    def second(number: int) -> None:
        with pytest.raises(UsageError, match="out: another batch is at work in this folder"):
            files.run()

    assert files.run(Here(second)).is_complete


def test_an_input_that_changes_under_way_is_reported_and_taken_up_when_it_is_back(
    files: Files,
) -> None:
    files.run()
    undisturbed = files.written()
    before = files.input.read_text()

    def change(number: int) -> None:
        if number == 0:
            files.input.write_text(before.replace(LINES[5], LINES[0]))

    with pytest.raises(UsageError, match=r"in.txt: it changed while the batch was at work"):
        files.run(Here(change), fresh=True)
    with pytest.raises(UsageError, match=r"out: .* the input in.txt has changed: request the same"):
        files.run()

    files.input.write_text(before)
    files.run()
    assert files.written() == undisturbed


def test_a_file_that_was_only_touched_has_not_changed(files: Files) -> None:
    def touch(number: int) -> None:
        os.utime(files.input, (1, number))

    assert files.run(Here(touch)).is_complete


class TestStream:
    """Standard input can be read only once, and comes again for a run that is taken up."""

    def test_it_is_taken_up_again(self, files: Files) -> None:
        with pytest.raises(Killed):
            files.run(killed_before(2), files.request(is_stream=True))
        executor = Here()
        files.run(executor, files.request(is_stream=True))

        assert executor.numbers == [2, 3]
        in_yaml = (files.out / "batch.yaml").read_text()
        assert "sha256" not in in_yaml

    def test_other_puzzles_than_those_that_are_done_are_refused(self, files: Files) -> None:
        with pytest.raises(Killed):
            files.run(killed_before(2), files.request(is_stream=True))
        files.input.write_text(files.input.read_text().replace(LINES[3], LINES[5]))
        with pytest.raises(
            UsageError,
            match=r"in.txt: the input has changed: puzzles 3 to 4 are not those that are done",
        ):
            files.run(Here(), files.request(is_stream=True))

    def test_fewer_puzzles_than_are_done_are_refused(self, files: Files) -> None:
        with pytest.raises(Killed):
            files.run(killed_before(2), files.request(is_stream=True))
        files.input.write_text("".join(f"{line}\n" for line in LINES[:2]))
        with pytest.raises(UsageError, match="it ends before shard 1, which is done"):
            files.run(Here(), files.request(is_stream=True))

    def test_ctrl_c_does_not_wait_for_its_next_puzzle(self, files: Files) -> None:
        from threading import Event

        forever = Event()

        class Waiting(Files):
            def found(self) -> Iterator[Item]:
                yield from super().found()
                forever.wait()

        waiting = Waiting(files.input.parent)
        # The last puzzle begins a shard that never gets full.
        waiting.pressed_after = 3
        batch = waiting.run(Here(), waiting.request(is_stream=True))
        forever.set()
        assert not batch.is_complete
        assert len(list((waiting.out / "results").iterdir())) == 3


def test_an_error_in_reading_is_raised_after_what_was_read(files: Files) -> None:
    class Torn(Files):
        def found(self) -> Iterator[Item]:
            yield from list(super().found())[:5]
            raise UsageError("it cannot be read any more", "in.txt")

    torn = Torn(files.input.parent)
    for is_stream in (False, True):
        executor = Here()
        with pytest.raises(UsageError, match=r"in.txt: it cannot be read any more"):
            torn.run(executor, torn.request(is_stream=is_stream), fresh=is_stream)
        assert executor.numbers == [0, 1]


def test_progress_says_what_part_is_done_and_what_was_done_before(files: Files) -> None:
    with pytest.raises(Killed):
        files.run(killed_before(2))
    files.advances.clear()
    files.run()

    assert [(n, is_old) for n, _, is_old in files.advances] == [
        (2, True), (2, True), (2, False), (1, False),
    ]  # fmt: skip
    parts = [part for _, part, _ in files.advances]
    assert parts == sorted(parts)
    assert 0 < parts[0] < parts[3] <= 1
