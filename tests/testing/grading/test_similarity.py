"""How similar programs are."""

from __future__ import annotations

from sudoku_engine.plugins.registry import Registry
from sudoku_engine.testing.grading.similarity import Pieces, alike, pieces_of
from sudoku_engine.testing.starters.exercise import exercise
from tests.support.pupils import HEAD, MINE, RIGHT


def percents(*texts: str, starter: str = "") -> list[int]:
    programs: dict[int, Pieces] = dict(enumerate(map(pieces_of, texts)))
    return [pair.percent for pair in alike(programs, pieces_of(starter), 1)]


def test_names_comments_words_and_blank_lines_make_no_difference() -> None:
    other = RIGHT.replace("digits", "numbers").replace("for house", "# all houses\n\n    for house")
    other = other.replace("Strike the two digits", "Take away both")

    assert percents(RIGHT, other) == [100]


def test_functions_in_another_order_are_nearly_the_same() -> None:
    one = RIGHT[RIGHT.index("@strategy") :]
    other = HEAD + MINE + "".join(f"    x{n} = [grid.masks[{n}], {n} * {n}]\n" for n in range(20))

    (percent,) = percents(f"{one}\n\n{other}", f"{other}\n\n{one}")
    assert percent > 85


def test_different_programs_are_not_alike() -> None:
    other = HEAD + MINE + "".join(f"    x{n} = [grid.masks[{n}], {n} * {n}]\n" for n in range(20))

    assert all(percent < 30 for percent in percents(RIGHT, other))


def test_code_of_the_starter_file_makes_nobody_alike() -> None:
    assert percents(RIGHT, RIGHT.replace("pair", "duo"), starter=RIGHT) == []


def test_exercises_handed_in_as_they_were_are_not_alike() -> None:
    registry = Registry()
    registry.load()
    handed_out = exercise(registry.find("strategy", "naked_pair"))
    mine, theirs = (handed_out.files(name)[f"{name}.py"] for name in ("mine", "theirs"))

    assert percents(mine, mine) == [100]
    assert percents(mine, mine, starter=theirs) == []


def test_words_in_texts_make_no_difference() -> None:
    other = RIGHT.replace("need {listed(digits)} for themselves", "hold {listed(digits)}, alone")

    assert other != RIGHT
    assert percents(RIGHT, other) == [100]


def test_very_short_programs_are_not_compared() -> None:
    assert percents("x = 1\n", "x = 1\n") == []


def test_a_program_that_cannot_be_read_to_its_end_is_compared_as_far_as_it_can() -> None:
    assert percents(RIGHT + "\nx = (", RIGHT + "\ny = (") == [100]
