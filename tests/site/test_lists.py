"""What stands on the page before Python is there."""

import pytest

from sudoku_engine import rate
from sudoku_frontends.site.pupil_file import shown
from sudoku_frontends.site.room_contents import exercises, puzzles, starter


def test_code_on_the_page_begins_with_what_counts_and_is_no_program() -> None:
    sources = [starter()["file"]["source"], *(each["file"]["source"] for each in exercises())]
    assert len(sources) > 50
    for source in sources:
        compile(source, "my_strategy.py", "exec")
        assert "\nfrom sudoku_engine import " in source
        assert "__main__" not in source
        assert "SystemExit" not in source


def test_exercises_come_in_an_order_to_learn_them() -> None:
    found = exercises()
    learned: set[str] = set()
    for each in found:
        assert {*each["after"]} <= learned, each["id"]
        learned.add(each["name"])
    parts = [each["part"] for each in found]
    assert (parts.count("techniques"), parts.count("algorithms")) == (12, 12)


@pytest.mark.thorough
def test_the_puzzle_of_each_exercise_can_be_read() -> None:
    for each in exercises():
        film = shown(each["puzzle"], marks=each["marks"], source=each["file"]["source"])["film"]
        assert len(film["puzzles"]) == 1


def hardest(puzzle: str) -> str:
    """Return the name of the hardest technique that `puzzle` needs."""
    found = rate(puzzle).hardest
    assert found is not None
    return found.name


def test_a_puzzle_needs_the_technique_that_it_is_called_after() -> None:
    for puzzle in puzzles()[:8]:
        assert hardest(puzzle["puzzle"]) == puzzle["title"].partition(" (")[0]


@pytest.mark.thorough
def test_a_hard_puzzle_needs_the_technique_that_it_is_called_after() -> None:
    for puzzle in puzzles()[8:]:
        assert hardest(puzzle["puzzle"]) == puzzle["title"]
