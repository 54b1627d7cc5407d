"""How similar programs are."""

import ast

import pytest

from sudoku_engine.plugins.registry import Registry
from sudoku_plugins.course.course import solution
from sudoku_plugins.grading.similarity import Pieces, alike, like_ours, pieces_of, without
from sudoku_plugins.kit.kit import bundled_kit
from sudoku_plugins.kit.starter import exercise
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

    assert pieces_of(mine)
    assert without(pieces_of(mine), pieces_of(theirs)) == {}


def test_words_in_texts_make_no_difference() -> None:
    other = RIGHT.replace("need {listed(digits)} for themselves", "hold {listed(digits)}, alone")

    assert other != RIGHT
    assert percents(RIGHT, other) == [100]


def test_very_short_programs_are_not_compared() -> None:
    assert percents("x = 1\n", "x = 1\n") == []


IN_ONE_FUNCTION = """
@strategy("Mine", score=60, level="medium")
def mine(grid):
    for house in grid.layout.houses:
        for one, two in combinations(house.cells, 2):
            digits = grid.candidates(one)
            if len(digits) == 2 and grid.candidates(two) == digits:
                gone = [
                    Candidate(cell, digit)
                    for cell in house.cells
                    if cell not in (one, two)
                    for digit in digits & grid.candidates(cell)
                ]
                if gone:
                    both = [Candidate(cell, digit) for cell in (one, two) for digit in digits]
                    yield Step(eliminations=gone, because=both, houses=[house], reason="a pair")
"""

IN_THREE = """
def lost(board, area, p, q, twins):
    away = []
    for k in area.cells:
        if k not in (p, q):
            for z in twins & board.candidates(k):
                away.append(Candidate(k, z))
    return away


@strategy("Twins", score=61, level="hard")
def find(board):
    for area in board.layout.houses:
        yield from in_area(board, area)


def in_area(board, area):
    for p, q in combinations(area.cells, 2):
        twins = board.candidates(p)
        if len(twins) == 2 and board.candidates(q) == twins:
            if away := lost(board, area, p, q, twins):
                named = [Candidate(k, z) for k in (p, q) for z in twins]
                yield Step(eliminations=away, because=named, houses=[area], reason="twins")
"""


def test_a_program_that_is_split_renamed_and_moved_about_is_still_alike() -> None:
    (percent,) = percents(IN_ONE_FUNCTION, IN_THREE)

    assert percent >= 80


def test_another_way_to_the_same_technique_is_not_alike() -> None:
    registry = Registry()
    registry.load()
    theirs = solution(registry.find("strategy", "naked_pair"))

    assert all(percent < 80 for percent in percents(IN_ONE_FUNCTION, RIGHT, theirs))


@pytest.mark.parametrize("technique", ["naked_pair", "x_wing"])
def test_a_solution_of_the_course_is_known_again_in_other_words(technique: str) -> None:
    ours = bundled_kit().ours
    (component,) = (each for each in ours if each.id == technique)
    tree = ast.parse(solution(component))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in ("house", "cell", "digits", "cells", "line"):
            node.id = f"my_{node.id}"
    (found,) = like_ours({7: pieces_of(ast.unparse(tree))}, ours, "", 80)

    assert (found.number, found.source) == (7, f"the solution of {technique} in our course")


def test_our_example_and_our_files_are_known_again() -> None:
    ours = bundled_kit().ours
    (component,) = (each for each in ours if each.id == "naked_pair")
    with open(component.file, encoding="utf-8") as file:
        programs = {0: pieces_of(RIGHT), 1: pieces_of(file.read())}

    found = [(each.number, each.source) for each in like_ours(programs, ours, "", 80)]
    assert found == [(0, "our example my_strategy.py"), (1, "our naked_subsets.py")]


@pytest.mark.parametrize("text", [f"x = {'+'.join(['a'] * 2000)}", RIGHT + "\nx = ("])
def test_a_program_that_cannot_be_read_is_like_no_other(text: str) -> None:
    assert percents(text, text) == []
