"""Our techniques solve our puzzles as the files beside this one say.

A difference is a change of what people see. Read it; if it is meant, write the files anew with
``python -m tests.golden.make``.
"""

from __future__ import annotations

from tests.golden import make


def test_puzzles_are_solved_by_the_same_steps() -> None:
    expected = {file.name: file.read_text(encoding="utf-8") for file in make.FOLDER.glob("*.txt")}
    found = make.golden_texts()

    assert sorted(found) == sorted(expected)
    for name, text in found.items():
        assert text.splitlines() == expected[name].splitlines(), name
