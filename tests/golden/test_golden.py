"""Our techniques solve our puzzles as the files beside this one say.

A difference is a change of what people see. Read it; if it is meant, write the files anew with
``python -m tests.golden.make``.
"""

import pytest

from tests.golden import make
from tests.support.samples import thorough


def test_every_file_is_made() -> None:
    assert sorted(file.name for file in make.FOLDER.glob("*.txt")) == sorted(make.TEXTS)


LONG = {"paths_diagonals.txt", "paths_jigsaw.txt"}
"""Files of paths that take nets within nets."""


@pytest.mark.parametrize("name", [thorough(each) if each in LONG else each for each in make.TEXTS])
def test_puzzles_are_solved_by_the_same_steps(name: str) -> None:
    expected = (make.FOLDER / name).read_text(encoding="utf-8")
    assert make.TEXTS[name]().splitlines() == expected.splitlines()
