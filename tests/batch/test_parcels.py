"""A person's plugins as they travel to workers."""

import os
import shutil
from pathlib import Path

import pytest

from sudoku_engine.errors import SudokuError
from sudoku_plugins.batch.job import Job
from sudoku_plugins.batch.parcels import parcels
from tests.batch.jobs import ONE, job_of, rows_of


def test_parcels_are_the_same_wherever_the_program_is_started(
    faulty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (parcel,) = parcels([faulty])
    monkeypatch.chdir(os.path.dirname(faulty))
    (same,) = parcels(["faulty.py"])
    assert [name for name, _ in parcel.files] == ["faulty.py", "helper.py"]
    assert same._replace(name=parcel.name) == parcel


def test_a_folder_takes_along_its_plugins_and_what_these_need(faulty: str) -> None:
    folder = Path(faulty).parent
    (folder / "puzzles.txt").write_text(ONE)
    (folder / "own").mkdir()
    (folder / "own" / "__init__.py").write_text(
        "from sudoku_engine import strategy\nA = strategy\n"
    )
    (folder / "own" / "words.txt").write_text("data of the package")
    (parcel,) = parcels([str(folder)])
    name = folder.name
    assert [file for file, _ in parcel.files] == [
        f"{name}/{file}" for file in ("faulty.py", "helper.py", "own/__init__.py", "own/words.txt")
    ]


def test_installed_plugins_must_be_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "words-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: words\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[sudoku_engine]\nwords = words\n")
    job = job_of("verify")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(SudokuError, match=r"words \(words 1\.0\) is installed, but not where"):
        rows_of(job, [ONE])
    job = Job("verify", job.config, parcels=parcels(()))
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: words\nVersion: 2.0\n")
    with pytest.raises(SudokuError, match=r"words is that of words 2\.0, the batch needs words 1"):
        rows_of(job, [ONE])
    shutil.rmtree(info)
    with pytest.raises(SudokuError, match=r"words is not installed: install words 1\.0"):
        rows_of(job, [ONE])


def test_a_damaged_parcel_is_refused(faulty: str) -> None:
    job = job_of("rate", faulty)
    (parcel,) = job.parcels
    damaged = parcel._replace(files=(*parcel.files[:-1], ("faulty.py", b"")))
    with pytest.raises(SudokuError, match=r"faulty\.py: its files were changed on their way"):
        rows_of(Job("rate", job.config, parcels=(damaged,)), [ONE])
