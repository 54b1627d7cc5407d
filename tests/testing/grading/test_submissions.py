"""Whose files there are in what was handed in."""

from __future__ import annotations

from pathlib import Path

import pytest

from sudoku_engine.errors import UsageError
from sudoku_engine.testing.grading.submissions import Work, handed_in, why_nothing
from tests.support.pupils import hand_in


def pupils(*targets: Path) -> list[tuple[str, str]]:
    return [(work.pupil, Path(work.file).name) for work in handed_in(list(map(str, targets)))]


def test_in_a_folder_each_folder_is_a_pupils(tmp_path: Path) -> None:
    hand_in(tmp_path, {"Zoë  Ö": "", "anna": ""})

    assert pupils(tmp_path) == [("Zoë  Ö", "mine.py"), ("anna", "mine.py")]


def test_a_flat_file_is_that_of_the_pupil_it_is_called_after(tmp_path: Path) -> None:
    (tmp_path / "Ann_Lee.py").touch()
    (tmp_path / "notes.txt").touch()

    assert pupils(tmp_path) == [("Ann_Lee", "Ann_Lee.py")]


def test_files_of_one_name_are_called_after_their_folders(tmp_path: Path) -> None:
    hand_in(tmp_path, {"ann": "", "ben": ""})

    assert pupils(tmp_path / "ann", tmp_path / "ben" / "mine.py") == [
        ("ann", "mine.py"),
        ("ben", "mine.py"),
    ]


def test_tests_and_hidden_files_are_no_work(tmp_path: Path) -> None:
    hand_in(tmp_path, {"ann": "", ".git": "", "__MACOSX": ""})
    (tmp_path / "ann" / "test_mine.py").touch()
    (tmp_path / "ann" / "__pycache__").mkdir()
    (tmp_path / "ann" / "__pycache__" / "old.py").touch()

    assert pupils(tmp_path) == [("ann", "mine.py")]


def test_a_helper_module_is_no_work_of_its_own(tmp_path: Path) -> None:
    hand_in(
        tmp_path, {"ann": "import tools, lib\n@strategy('A', score=1, level='easy')\ndef a(g): ..."}
    )
    (tmp_path / "ann" / "tools.py").write_text("TWO = 2")
    (tmp_path / "ann" / "lib").mkdir()
    (tmp_path / "ann" / "lib" / "__init__.py").write_text("THREE = 3")
    package = tmp_path / "ben" / "pairs"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("from .finder import my_pair")
    (package / "finder.py").touch()

    ann, ben = handed_in([str(tmp_path)])
    helpers = [Path(file).relative_to(tmp_path).as_posix() for file in ann.helpers]
    assert (Path(ann.file).name, helpers) == ("mine.py", ["ann/tools.py", "ann/lib/__init__.py"])
    assert (ben.file, ben.helpers) == (str(package / "__init__.py"), (str(package / "finder.py"),))


def test_a_pupil_who_handed_in_no_python_file_has_a_row(tmp_path: Path) -> None:
    (tmp_path / "ann").mkdir()

    assert handed_in([str(tmp_path)]) == [Work("ann", "")]


def test_what_was_handed_in_instead_of_python_is_named(tmp_path: Path) -> None:
    (tmp_path / "ann").mkdir()
    for name in ("mine.py.docx", "sorry.txt", ".DS_Store"):
        (tmp_path / "ann" / name).touch()
    (tmp_path / "Ben.zip").touch()

    ben, ann = handed_in([str(tmp_path)])
    assert (ben.pupil, ann.pupil) == ("Ben", "ann")
    only = "no Python file was handed in, only"
    assert why_nothing(ann) == f"{only} mine.py.docx and sorry.txt"
    assert why_nothing(ben) == f"{only} Ben.zip: unpack it first"
    with pytest.raises(UsageError, match="unpack it first"):
        handed_in([str(tmp_path / "Ben.zip")])


def test_a_file_that_is_named_twice_is_graded_once(tmp_path: Path) -> None:
    hand_in(tmp_path, {"ann": ""})

    assert len(handed_in([str(tmp_path), str(tmp_path)])) == 1


def test_what_does_not_exist_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file or folder"):
        handed_in([str(tmp_path / "nobody")])
