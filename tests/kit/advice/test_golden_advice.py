"""The kit says about wrong strategies and wrong steps what the files beside this one say.

A difference is a change of what people read. Read it; if it is meant, write the files anew with
``python -m tests.kit.advice.make``.
"""

import pytest

from tests.kit.advice import make
from tests.support.samples import thorough

LONG = {"missed.txt", "others.txt", "strategies.txt"}
"""Files that take more than a second; the tests of the checks hold the most of them."""


def test_every_file_is_made() -> None:
    assert sorted(file.name for file in make.FOLDER.glob("*.txt")) == sorted(make.TEXTS)


@pytest.mark.parametrize("name", [thorough(each) if each in LONG else each for each in make.TEXTS])
def test_the_same_is_said_as_before(name: str) -> None:
    expected = (make.FOLDER / name).read_text(encoding="utf-8")
    assert make.TEXTS[name]().splitlines() == expected.splitlines()
