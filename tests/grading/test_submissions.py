"""Whose files there are in what was handed in."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Union
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from sudoku_engine.errors import UsageError
from sudoku_plugins.grading import submissions
from sudoku_plugins.grading.submissions import (
    Unpacker,
    Work,
    handed_in,
    last_of_each,
    why_nothing,
)
from tests.support.pupils import RIGHT, hand_in

Files = dict[str, Union[str, bytes]]


def works(*targets: Path) -> list[Work]:
    with TemporaryDirectory() as home:
        return handed_in(list(map(str, targets)), Unpacker(home))


def pupils(*targets: Path) -> list[tuple[str, str]]:
    return [(work.pupil, Path(work.file).name) for work in works(*targets)]


def packed(archive: Path, files: Files) -> Path:
    """Make an `archive` with these `files`, and return it."""
    with ZipFile(archive, "w", ZIP_DEFLATED) as out:
        for name, text in files.items():
            out.writestr(name, text)
    return archive


def test_in_a_folder_each_folder_is_a_pupils(tmp_path: Path) -> None:
    hand_in(tmp_path, {"Zoë  Ö": "", "anna": ""})

    assert pupils(tmp_path) == [("Zoë  Ö", "mine.py"), ("anna", "mine.py")]


def test_a_flat_file_is_that_of_the_pupil_it_is_called_after(tmp_path: Path) -> None:
    for name in ("Ann_Lee.py", "Ben.py", "notes.txt"):
        (tmp_path / name).touch()

    assert pupils(tmp_path) == [("Ann_Lee", "Ann_Lee.py"), ("Ben", "Ben.py")]


def test_the_folder_of_one_pupil_is_named_after_the_pupil(tmp_path: Path) -> None:
    hand_in(tmp_path, {"Eve": ""})
    (tmp_path / "Eve" / "lib").mkdir()

    assert pupils(tmp_path / "Eve") == [("Eve", "mine.py")]


def test_folders_that_are_named_side_by_side_are_pupils(tmp_path: Path) -> None:
    hand_in(tmp_path, {"ann": "", "ben": ""})
    (tmp_path / "ben" / "old.py").touch()

    assert pupils(tmp_path / "ann", tmp_path / "ben") == [
        *(("ann", "mine.py"), ("ben", "mine.py")),
        ("ben", "old.py"),
    ]


def test_a_file_that_offers_nothing_is_no_work_beside_one_that_does(tmp_path: Path) -> None:
    hand_in(tmp_path, {"ann": RIGHT, "ben": "def forgotten(grid): ..."})
    for pupil in ("ann", "ben"):
        (tmp_path / pupil / "unused.py").write_text("TWO = 2", encoding="utf-8")

    assert pupils(tmp_path) == [("ann", "mine.py"), ("ben", "mine.py"), ("ben", "unused.py")]


def test_the_last_file_of_a_pupil_is_the_one_changed_last(tmp_path: Path) -> None:
    hand_in(tmp_path, {"ann": "", "ben": ""})
    (tmp_path / "ann" / "old.py").touch()
    os.utime(tmp_path / "ann" / "old.py", (0, 0))

    last = last_of_each(works(tmp_path))
    assert [(Path(each.file).name, each.n_files) for each in last] == [
        ("mine.py", 2),
        ("mine.py", 1),
    ]


MOODLE: Files = {
    "Eve Miller_12345_assignsubmission_file_/x.py": "",
    "Zoë Ö_678_assignsubmission_file_/x.docx": "",
}
FLAT: Files = {
    "eve_12345_x.py": "import tools\n@strategy\ndef mine(grid): ...",
    "eve_12345_tools.py": "",
    "annlee_LATE_77777_8_x.py": "",
}
BLACKBOARD: Files = {"Homework_eve12_attempt_2026-11-02-10-11-12_x.py": ""}


@pytest.mark.parametrize(
    ("files", "found"),
    [
        (MOODLE, [("Eve Miller", "x.py"), ("Zoë Ö", "")]),
        (FLAT, [("annlee", "x.py"), ("eve", "x.py")]),
        (BLACKBOARD, [("eve12", "x.py")]),
        ({"hw/a/x.py": "", "hw/b/y.py": "", "__MACOSX/x.py": ""}, [("a", "x.py"), ("b", "y.py")]),
        ({"ann.py": "", "ben.py": ""}, [("ann", "ann.py"), ("ben", "ben.py")]),
    ],
)
def test_the_archive_of_a_class_has_a_row_for_each_pupil(
    files: Files, found: list[tuple[str, str]], tmp_path: Path
) -> None:
    assert pupils(packed(tmp_path / "class.zip", files)) == found


def test_pupils_of_one_name_keep_what_tells_them_apart(tmp_path: Path) -> None:
    archive = packed(tmp_path / "class.zip", {"Eve_123_x.py": "", "Eve_456_x.py": ""})
    assert pupils(archive) == [("Eve_123", "x.py"), ("Eve_456", "x.py")]


def test_a_file_in_an_archive_is_named_by_its_place_there(tmp_path: Path) -> None:
    (work,) = works(packed(tmp_path / "class.zip", {"hw/eve_123_/x.py": ""}))
    assert work.place == str(tmp_path / "class.zip" / "hw" / "eve_123_" / "x.py")


def test_the_archive_of_a_pupil_is_unpacked_too(tmp_path: Path) -> None:
    own = packed(tmp_path / "own.zip", {"deep/mine.py": ""}).read_bytes()
    (tmp_path / "class" / "ann").mkdir(parents=True)
    (tmp_path / "class" / "ann" / "mine.zip").write_bytes(own)
    (tmp_path / "class" / "Ben.zip").write_bytes(own)
    whole = packed(tmp_path / "class.zip", {"cem_123_mine.zip": own})

    assert pupils(tmp_path / "class", whole) == [
        *(("Ben", "mine.py"), ("ann", "mine.py")),
        ("cem", "mine.py"),
    ]


def test_an_archive_of_a_pupil_that_is_damaged_or_too_deep_spoils_no_other_row(
    tmp_path: Path,
) -> None:
    inner = packed(tmp_path / "inner.zip", {"mine.py": ""}).read_bytes()
    deep = packed(tmp_path / "deep.zip", {"inner.zip": inner}).read_bytes()
    files: Files = {"ann/my.zip": b"PK", "ben/mine.py": "", "cem/my.zip": deep}
    ann, ben, cem = works(packed(tmp_path / "class.zip", files))

    assert why_nothing(ann).endswith("only my.zip: unpack it first")
    assert why_nothing(cem) == why_nothing(ann)
    assert ben.file.endswith("mine.py")


@pytest.mark.parametrize("name", ["../x.py", "/x.py", "a/../../x.py", "..\\x.py", "C:\\x.py"])
def test_an_archive_writes_nothing_outside_its_folder(name: str, tmp_path: Path) -> None:
    archive = packed(tmp_path / "class.zip", {name: "print()"})

    with pytest.raises(UsageError, match="a file in it would leave its folder"):
        works(archive)
    assert list(tmp_path.iterdir()) == [archive]


def test_an_archive_that_is_huge_when_unpacked_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submissions, "MOST_BYTES", 10**6)
    archive = packed(tmp_path / "class.zip", {f"p{n}/x.py": b"0" * 10**5 for n in range(11)})

    with pytest.raises(UsageError, match="there are more than 20000 files, or 1 MB"):
        works(archive)


def test_of_a_file_that_is_too_large_only_the_name_is_kept(tmp_path: Path) -> None:
    large = b"0" * (submissions.LARGEST + 1)
    (work,) = works(packed(tmp_path / "class.zip", {"ann/x.py": large}))
    assert why_nothing(work).endswith("only x.py (too large)")


def test_what_is_no_archive_says_so(tmp_path: Path) -> None:
    (tmp_path / "class.zip").write_text("hello", encoding="utf-8")
    with pytest.raises(UsageError, match=r"class\.zip: it is damaged or locked .* not unpacked$"):
        works(tmp_path / "class.zip")


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

    ann, ben = works(tmp_path)
    helpers = [Path(file).relative_to(tmp_path).as_posix() for file in ann.helpers]
    assert (Path(ann.file).name, helpers) == ("mine.py", ["ann/tools.py", "ann/lib/__init__.py"])
    assert (ben.file, ben.helpers) == (str(package / "__init__.py"), (str(package / "finder.py"),))


def test_a_pupil_who_handed_in_no_python_file_has_a_row(tmp_path: Path) -> None:
    (tmp_path / "ann").mkdir()

    assert works(tmp_path) == [Work("ann", "")]


def test_what_was_handed_in_instead_of_python_is_named(tmp_path: Path) -> None:
    (tmp_path / "ann").mkdir()
    for name in ("mine.py.docx", "sorry.txt", ".DS_Store"):
        (tmp_path / "ann" / name).touch()
    (tmp_path / "Ben.rar").touch()

    ben, ann = works(tmp_path)
    assert (ben.pupil, ann.pupil) == ("Ben", "ann")
    only = "no Python file was handed in, only"
    assert why_nothing(ann) == f"{only} mine.py.docx and sorry.txt"
    assert why_nothing(ben) == f"{only} Ben.rar: unpack it first"
    with pytest.raises(UsageError, match="unpack it first"):
        works(tmp_path / "Ben.rar")


def test_a_file_that_is_named_twice_is_graded_once(tmp_path: Path) -> None:
    hand_in(tmp_path, {"ann": ""})

    assert len(works(tmp_path, tmp_path)) == 1


def test_what_does_not_exist_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file or folder"):
        works(tmp_path / "nobody")
