"""A batch touches nothing in its folder that is not its own."""

import os
from pathlib import Path

import pytest

from sudoku_engine.errors import UsageError
from sudoku_plugins.batch.folder import HEADING, BatchFolder
from tests.support.files import forbid


def opened(path: Path, clear: bool = False) -> None:
    folder = BatchFolder(str(path))
    with folder.opened() as journal:
        if clear:
            folder.clear(journal)


def refusal(path: Path) -> str:
    with pytest.raises(UsageError) as caught:
        opened(path)
    return str(caught.value).removeprefix(str(path))


def test_a_new_folder_is_made_with_those_above_it(tmp_path: Path) -> None:
    opened(tmp_path / "a" / "b")
    opened(tmp_path / "a" / "b")  # as a run leaves it that was killed at once
    assert (tmp_path / "a" / "b" / "results").is_dir()


def test_what_is_no_folder_of_a_batch_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    assert refusal(file) == ": is a file: give -o a new folder, or that of the same batch"
    what = " and holds other files, such as 'file': name a new folder"
    assert refusal(tmp_path) == f": is not the folder of a batch{what}"
    file.rename(tmp_path / "batch.yaml")  # somebody else's
    assert "such as 'batch.yaml'" in refusal(tmp_path)
    assert os.listdir(tmp_path) == ["batch.yaml"]


@pytest.mark.parametrize("name", ["results", "shards.jsonl"])
def test_things_with_the_names_of_ours_are_refused(tmp_path: Path, name: str) -> None:
    if name == "results":
        (tmp_path / name).write_text("x")
    else:
        (tmp_path / name).mkdir()
    assert f"such as '{name}'" in refusal(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_journal_that_is_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "batch.yaml").write_text(f"{HEADING} x\n")
    os.mkfifo(tmp_path / "shards.jsonl")
    assert "is no ordinary file" in refusal(tmp_path)


def test_to_begin_anew_removes_only_what_a_batch_wrote(tmp_path: Path) -> None:
    (tmp_path / "batch.yaml").write_text(f"{HEADING} x\n")
    opened(tmp_path)
    ours = ["results/00000.csv", "results/123456.parquet", "stats.json"]
    others = ["notes.txt", "results/0.csv", "results/00000.csv.bak", "results/plot.png"]
    for name in (*ours, *others):
        (tmp_path / name).write_text("x")
    (tmp_path / "shards.jsonl").write_text("{}\n")
    opened(tmp_path, clear=True)

    left = [path for path in tmp_path.rglob("*") if path.is_file()]
    names = sorted(path.relative_to(tmp_path).as_posix() for path in left)
    assert names == sorted([*others, "shards.jsonl"])
    assert not (tmp_path / "shards.jsonl").read_text()


def test_to_begin_anew_may_be_interrupted_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "batch.yaml").write_text(f"{HEADING} x\n")
    (tmp_path / "stats.json").write_text("x")
    opened(tmp_path)
    for number in range(3):
        (tmp_path / "results" / f"0000{number}.csv").write_text("x")
    unlink, left = os.unlink, [1]

    def interrupted(path: str) -> None:
        if not left:
            raise KeyboardInterrupt
        left.pop()
        unlink(path)

    monkeypatch.setattr(os, "unlink", interrupted)
    for n_files in (4, 3, 2, 1):
        with pytest.raises(KeyboardInterrupt):
            opened(tmp_path, clear=True)
        assert (
            len([path for path in tmp_path.rglob("*.*") if path.name != "shards.jsonl"]) == n_files
        )
        left.append(1)
    opened(tmp_path, clear=True)
    assert not (tmp_path / "batch.yaml").exists()


def test_a_folder_that_cannot_be_written_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(tmp_path / "out")
    forbid(tmp_path / "out", monkeypatch)
    assert refusal(tmp_path / "out") == "/shards.jsonl: cannot be written: Permission denied"
