"""Clues in pictures: each shape where it belongs, below digits and candidates, clear of them."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, combinations

import pytest

from sudoku_engine import Candidate, Grid, Layout, Step
from sudoku_engine.board.clue import Clue, Part
from sudoku_engine.board.notation import cells_in
from sudoku_engine.board.say import speaking
from sudoku_engine.board.words import capitalized
from sudoku_frontends.pictures.clue_shapes import ClueShapes, clue_shapes
from sudoku_frontends.pictures.clue_words import (
    COLOURED,
    LEAD,
    SHAPES,
    entries_below,
    items_below,
    numbers_outside,
)
from sudoku_frontends.pictures.highlights import marking_of
from sudoku_frontends.pictures.page_geometry import Frame, cell_at, frame_of
from sudoku_frontends.pictures.print_sheet import Item, sheet
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.shapes import Disc, Line, Polygon, Rect, Shape, Text
from sudoku_frontends.pictures.themes import THEMES, Theme, contrast
from sudoku_plugins.variants.rule_book import RULE_BOOK
from tests.support.clues import layout_with as board
from tests.support.pictures import LIGHT, NINE, SIZE, cell, extent, parts_of, words_of

DIAGONAL = "r1c3,r2c4,r3c5,r4c6,r5c7,r6c8,r7c9"
HIGH = 0.365
"""Half the height of a digit, in parts of its size."""
ROW = ",".join(f"r3c{column}" for column in range(1, 10))


def drawn(*clues: str) -> tuple[ClueShapes, Frame]:
    frame = frame_of(board(*clues), *SIZE)
    return clue_shapes(frame, LIGHT), frame


def words_below(layout: Layout) -> list[str]:
    return [item.word for item in items_below(layout, size=1, width=1_000)]


def with_shape(draws: str, cells: str, value: int | str | None = None) -> Layout:
    return NINE.with_clues([Clue("my_rule", tuple(cells_in(cells, NINE)), value, draws=draws)])


def texts(shapes: Sequence[Shape]) -> list[str]:
    """The texts in order; the words below the board come last."""
    return [each.text for each in shapes if isinstance(each, Text)]


def middle_of(frame: Frame, one: str, other: str) -> tuple[float, float]:
    (x, y), (right, below) = frame.centre(cell(one)), frame.centre(cell(other))
    return (x + right) / 2, (y + below) / 2


def test_a_cage_is_dashed_within_its_cells_with_its_sum_in_the_first() -> None:
    shapes, frame = drawn("killer cage 15 r1c1,r1c2,r2c1")
    (line,) = shapes.lines
    assert isinstance(line, Line)
    assert line.dashed
    assert line.points[0] == line.points[-1]
    left, top, right, bottom = extent(line)
    assert frame.board.x < left < right < frame.box(cell("r1c2")).x + frame.cell
    assert frame.board.y < top < bottom < frame.box(cell("r2c1")).y + frame.cell
    (number,) = [each for each in shapes.signs if isinstance(each, Text) and each.text == "15"]
    x, y, side, _ = frame.box(cell("r1c1"))
    assert x < number.x < x + side / 2
    assert y < number.y < y + side / 4


def test_a_sum_has_a_solid_outline_and_a_cage_a_dashed_one_that_may_lack_a_number() -> None:
    shapes, _ = drawn("sum 15 r1c1,r1c2,r2c1", "killer cage r5c1,r5c2,r6c1")
    assert [line.dashed for line in shapes.lines if isinstance(line, Line)] == [True, False]
    assert texts(shapes.signs) == ["15", "Sum", "Killer Cage"]


@pytest.mark.parametrize("name", ["16x16", "9x9", "6x6", "4x4"])
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_candidates_are_clear_of_the_sum_of_their_cage(name: str, theme: Theme) -> None:
    layout = Layout.named(name)
    layout = layout.with_clues([Clue("my_cage", layout.cells[:2], 15, draws="cage")])
    parts = parts_of(Scene(Grid(layout, [0] * len(layout.cells))), theme=theme, size=(900, 1100))
    (number,) = [each for each in parts["signs"] if isinstance(each, Text) and each.text == "15"]
    digits = [each for each in parts["cell 0"] if isinstance(each, Text)]
    (cage,) = [each for each in parts["clues"] if isinstance(each, Line)]
    bottom = extent(cage)[3]
    assert len(digits) == layout.n
    for digit in digits:
        assert digit.y - HIGH * digit.size > number.y + HIGH * number.size
        assert digit.y + HIGH * digit.size < bottom


def test_a_circle_is_around_all_candidates_of_its_cell() -> None:
    shapes, frame = drawn("arrow r9c1,r9c2,r8c1")
    circle = next(each for each in shapes.lines if isinstance(each, Disc))
    for digit in range(1, 10):
        x, y = frame.note(cell("r9c1"), digit)
        assert abs(x - circle.x) + 0.3 * frame.slot < circle.radius
        assert ((x - circle.x) ** 2 + (y - circle.y) ** 2) ** 0.5 < 0.85 * circle.radius


def test_the_sums_of_cages_that_share_cells_are_in_cells_of_their_own() -> None:
    shapes, frame = drawn("sum 9 r1c12", "sum 8 r1c1,r2c1", "killer cage 15 r1c1,r2c2")
    sums = [each for each in shapes.signs if isinstance(each, Text) and each.text in "9 8 15"]
    cells = {each.text: cell_at(frame, each.x, each.y) for each in sums}
    assert cells == {"15": cell("r1c1"), "9": cell("r1c2"), "8": cell("r2c1")}


def test_a_thermometer_begins_with_its_bulb() -> None:
    shapes, frame = drawn("thermometer r5c1,r6c2,r6c3")
    line = next(each for each in shapes.lines if isinstance(each, Line))
    assert list(line.points) == [frame.centre(cell(name)) for name in ("r5c1", "r6c2", "r6c3")]
    bulb = shapes.lines[-1]
    assert isinstance(bulb, Disc)
    assert (bulb.x, bulb.y) == frame.centre(cell("r5c1"))
    assert bulb.radius > line.line


def test_a_slow_thermometer_has_a_hollow_bulb() -> None:
    shapes, _ = drawn("slow thermometer r5c1,r6c2")
    bulb, hole = shapes.lines[-2:]
    assert isinstance(bulb, Disc)
    assert isinstance(hole, Disc)
    assert (hole.x, hole.y, hole.fill) == (bulb.x, bulb.y, LIGHT.board)
    assert hole.radius < bulb.radius


def test_an_arrow_goes_from_its_circle_to_its_head() -> None:
    shapes, frame = drawn("arrow r9c1,r9c2,r8c1")
    shaft, head, circle = shapes.lines
    assert isinstance(shaft, Line)
    assert isinstance(head, Line)
    assert isinstance(circle, Disc)
    assert (circle.x, circle.y) == shaft.points[0] == frame.centre(cell("r9c1"))
    assert head.points[1] == shaft.points[-1]


def test_the_circle_of_a_number_of_two_digits_is_long_and_the_arrow_begins_near() -> None:
    shapes, frame = drawn("arrow 2 r9c4,r9c5,r8c5,r7c5")
    shaft, _, circle = shapes.lines
    assert isinstance(shaft, Line)
    assert shaft.points[0] == frame.centre(cell("r9c5"))
    assert isinstance(circle, Polygon)
    left, _, right, _ = extent(circle)
    assert right - left > 1.7 * frame.cell


@pytest.mark.parametrize("clue", ["double arrow r7c7,r7c8,r7c9", "between line r7c7,r7c8,r7c9"])
def test_these_lines_have_circles_at_both_ends(clue: str) -> None:
    shapes, frame = drawn(clue)
    rings = [each for each in shapes.lines if isinstance(each, Disc) and each.outline]
    assert {(each.x, each.y) for each in rings} == {
        frame.centre(cell("r7c7")),
        frame.centre(cell("r7c9")),
    }


def test_a_line_has_its_colour_round_joints_and_an_edge() -> None:
    shapes, _ = drawn("german whispers r1c1,r1c2,r2c3")
    edge, line = (each for each in shapes.lines if isinstance(each, Line))
    assert (edge.colour, line.colour) == (LIGHT.arrow, LIGHT.lines.green)
    assert edge.points == line.points
    assert edge.line > line.line
    joints = shapes.lines[shapes.lines.index(line) + 1 :]
    assert {(each.x, each.y) for each in joints if isinstance(each, Disc)} == {*line.points}


@pytest.mark.parametrize(
    ("clue", "fill", "text"),
    [
        ("white dot r4c12", LIGHT.white, []),
        ("white dot 3 r4c12", LIGHT.white, ["3"]),
        ("black dot r4c12", LIGHT.black, []),
    ],
)
def test_a_dot_stands_on_the_edge_with_its_value(clue: str, fill: str, text: list[str]) -> None:
    shapes, frame = drawn(clue)
    dot = shapes.signs[0]
    assert {(theme.white, theme.black) for theme in THEMES.values()} == {("#ffffff", "#000000")}
    assert isinstance(dot, Disc)
    assert (dot.x, dot.y) == middle_of(frame, "r4c1", "r4c2")
    assert dot.fill == fill
    assert texts(shapes.signs)[:-1] == text


def test_signs_between_the_same_cells_are_beside_each_other() -> None:
    shapes, frame = drawn("white dot r4c12", "black dot r4c2,r4c1", "greater than r4c2,r4c1")
    discs = [each for each in shapes.signs if isinstance(each, Disc) and each.y < frame.rules.y]
    assert len(discs) == 3
    assert {each.x for each in discs} == {middle_of(frame, "r4c1", "r4c2")[0]}
    for one, other in combinations(discs, 2):
        assert abs(one.y - other.y) > one.radius + other.radius


@pytest.mark.parametrize(("clue", "letter"), [("x r4c12", "X"), ("v r4c12", "V")])
def test_a_letter_or_a_short_text_stands_between_its_cells(clue: str, letter: str) -> None:
    shapes, frame = drawn(clue)
    sign = shapes.signs[1]
    assert isinstance(sign, Text)
    assert (sign.text, sign.x, sign.y) == (letter, *middle_of(frame, "r4c1", "r4c2"))
    own = clue_shapes(frame_of(with_shape("IX", "r1c12"), *SIZE), LIGHT)
    assert texts(own.signs) == ["IX", "My rule"]


@pytest.mark.parametrize(
    ("greater", "less", "way"),
    [
        ("r4c1", "r4c2", (1, 0)),
        ("r4c2", "r4c1", (-1, 0)),
        ("r4c1", "r5c1", (0, 1)),
        ("r5c1", "r4c1", (0, -1)),
    ],
)
def test_the_sign_points_to_the_smaller_digit(
    greater: str, less: str, way: tuple[int, int]
) -> None:
    shapes, frame = drawn(f"greater than {greater},{less}")
    sign = shapes.signs[1]
    assert isinstance(sign, Line)
    x, y = middle_of(frame, greater, less)
    tip = sign.points[1]
    assert (round((tip[0] - x) / frame.cell, 2), round((tip[1] - y) / frame.cell, 2)) == (
        0.08 * way[0],
        0.08 * way[1],
    )


def test_even_cells_have_a_square_and_odd_ones_a_disc() -> None:
    even, odd = drawn("even r5c5")[0].lines, drawn("odd r5c5")[0].lines
    assert [type(each) for each in (*even, *odd)] == [Rect, Disc]


def test_a_region_is_shaded_below_the_tints_and_has_an_outline() -> None:
    shapes, frame = drawn("extra region r1c8,r1c9,r2c9")
    assert [each[:4] for each in shapes.shades] == [
        frame.inner[cell(name)] for name in ("r1c8", "r1c9", "r2c9")
    ]
    (outline,) = shapes.lines
    assert isinstance(outline, Polygon)
    assert not outline.fill


def test_the_windows_are_shaded_though_their_rule_has_no_cells() -> None:
    assert len(drawn("windoku")[0].shades) == 4 * 9


def test_a_rule_without_cells_is_drawn_along_each_of_its_lists() -> None:
    rows = [tuple(map(int, row.cells)) for row in NINE.rows]
    layout = NINE.with_clues([Clue("mine", (), None, tuple(map(Part, rows)), "purple line")])
    frame = frame_of(layout, *SIZE)
    lines = [each for each in clue_shapes(frame, LIGHT).lines if isinstance(each, Line)]
    drawn_along = {tuple(map(frame.centre, row)) for row in rows}
    assert {each.points for each in lines} == drawn_along


def test_minimum_and_maximum_point_opposite_ways() -> None:
    def reach(clue: str) -> tuple[float, float]:
        shapes, frame = drawn(clue)
        x, _ = frame.centre(cell("r5c5"))
        points = next(each for each in shapes.signs if isinstance(each, Polygon)).points
        return abs(points[0][0] - x), abs(points[1][0] - x)

    tip, base = reach("minimum r5c5")
    assert tip < base
    tip, base = reach("maximum r5c5")
    assert tip > base


@pytest.mark.parametrize(
    ("digits", "rows"), [("1", ["1"]), ("12", ["12"]), ("123", ["12", "3"]), ("1239", ["12", "39"])]
)
def test_a_circle_stands_where_four_cells_meet(digits: str, rows: list[str]) -> None:
    shapes, frame = drawn(f"quadruple {digits} r2c56,r3c56")
    circle, *inside = shapes.signs
    assert isinstance(circle, Disc)
    box = frame.box(cell("r3c6"))
    assert (circle.x, circle.y) == pytest.approx((box.x, box.y))
    assert texts(inside)[:-1] == rows


@pytest.mark.parametrize(
    ("cells", "is_left", "is_above"),
    [(ROW, True, None), (",".join(reversed(ROW.split(","))), False, None), (DIAGONAL, None, True)],
)
def test_a_number_stands_outside_where_its_line_begins(
    cells: str, is_left: bool | None, is_above: bool | None
) -> None:
    frame = frame_of(with_shape("outside", cells, 23), *SIZE)
    number = clue_shapes(frame, LIGHT).signs[0]
    assert isinstance(number, Text)
    assert number.text == "23"
    x, y, side, _ = frame.board
    assert (number.x < x, number.x > x + side) == (is_left is True, is_left is False)
    assert (number.y < y) == (is_above is True)


def test_the_number_of_a_diagonal_has_an_arrow_along_it() -> None:
    shapes, frame = drawn(f"little killer 33 {DIAGONAL}")
    arrow = shapes.signs[1]
    assert isinstance(arrow, Line)
    (x, y), (tip_x, tip_y) = arrow.points
    assert tip_x - x == pytest.approx(tip_y - y)
    assert tip_y > y
    assert tip_y < frame.board.y


def test_a_board_has_a_rim_only_at_sides_with_clues_outside() -> None:
    outside, inside = board(f"sandwich 12 {ROW}"), board("thermometer r1c12")
    assert not any((*frame_of(inside, *SIZE).rim, *frame_of(NINE, *SIZE).rim))
    frame = frame_of(outside, *SIZE)
    assert frame.rim.left > 0.5 * frame.cell
    assert not any((frame.rim.top, frame.rim.right, frame.rim.bottom))


COLUMN = ",".join(f"r{row}c4" for row in range(1, 10))
FROM_C5 = "r1c5,r2c6,r3c7,r4c8"
FROM_C3 = "r1c3,r2c2,r3c1"


def test_numbers_at_one_place_outside_do_not_meet() -> None:
    clues = (
        *(f"{rule} {COLUMN}" for rule in ("sandwich 12", "x-sum 24", "skyscraper 3")),
        *(f"little killer {each}" for each in (f"16 {FROM_C5}", f"13 {FROM_C3}")),
        *("sandwich 30 r4c1,r4c2,r4c3,r4c4,r4c5,r4c6,r4c7,r4c8,r4c9", "little killer 17 r5c1,r6c2"),
    )
    shapes, frame = drawn(*clues)
    above = [each for each in shapes.signs if isinstance(each, Text) and each.y < frame.board.y]
    places = [extent(each) for each in above]
    assert {each.text for each in above} == {"12", "24", "3", "16", "13"}
    for one, other in combinations(places, 2):
        is_beside = one[2] < other[0] or other[2] < one[0]
        assert is_beside or one[3] < other[1] or other[3] < one[1]
    assert min(top for _, top, _, _ in places) > frame.board.y - frame.rim.top


def test_rules_with_numbers_outside_have_figures_of_their_own() -> None:
    layout = board(f"sandwich 12 {ROW}", f"x-sum 24 {COLUMN}", f"little killer 33 {DIAGONAL}")
    forms = [number.form for number in numbers_outside(layout).values()]
    assert sorted(forms) == ["", "", "disc"]


def test_the_number_outside_of_a_step_is_highlighted() -> None:
    layout = board(f"sandwich 12 {ROW}", f"x-sum 24 {COLUMN}")
    step = Step(eliminations=[Candidate(0, 1)], clues=[layout.clues[1]])
    frame = frame_of(layout, *SIZE)
    parts = parts_of(Scene(Grid(layout, [0] * 81), step))
    (mark,) = [each for each in parts["houses"] if isinstance(each, Rect)]
    number = next(each for each in parts["signs"] if isinstance(each, Text) and each.text == "24")
    assert mark.fill == LIGHT.house.tint
    assert mark.x < number.x < mark.x + mark.width
    assert mark.y < number.y < mark.y + mark.height < frame.board.y


def test_equal_letters_are_on_cells_of_a_clone_that_hold_the_same() -> None:
    shapes, frame = drawn("clone r1c12,r2c45", "clone r8c1,r9c4")
    letters = {
        each.text: (cell_at(frame, each.x, each.y), each)
        for each in reversed([each for each in shapes.signs if isinstance(each, Text)])
        if each.text in "abc"
    }
    assert [letters[each][0] for each in "abc"] == [cell("r1c1"), cell("r1c2"), cell("r8c1")]
    assert texts(shapes.signs)[:6] == ["a", "b", "a", "b", "c", "c"]


def test_names_of_rules_have_signs_where_there_are_several_shapes() -> None:
    one, several = (
        board("renban r1c123"),
        board("renban r1c123", "palindrome r5c1,r6c2,r7c5", "anti-knight"),
    )
    assert [entry.sign for entry in entries_below(one)] == [None]
    renban, palindrome = several.clues[:2]
    assert [entry.sign for entry in entries_below(several)] == [renban, palindrome, None]
    frame = frame_of(several, *SIZE)
    lines = [each for each in clue_shapes(frame, LIGHT).signs if isinstance(each, Line)]
    colours = {each.colour for each in lines}
    assert {LIGHT.lines.purple, LIGHT.lines.grey} <= colours
    assert all(y > frame.board.y + frame.board.height for each in lines for _, y in each.points)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_bundled_shape_has_a_sign_of_its_own(theme: Theme) -> None:
    clues = {rule.id: rule.draws for rule in RULE_BOOK.rules.values() if not rule.is_everywhere}
    cells = tuple(cells_in("r1c1,r1c2,r1c3", NINE))
    layout = NINE.with_clues([Clue(each, cells, 7, draws=draws) for each, draws in clues.items()])
    frame = frame_of(layout, 900, 900)
    below = [
        each for each in clue_shapes(frame, theme).signs if extent(each)[1] > frame.rules.y - 5
    ]
    assert len([each for each in below if isinstance(each, Text)]) >= len(clues)
    for shape in below:
        left, _, right, bottom = extent(shape)
        assert frame.rules.x - 5 < left < right < frame.rules.x + frame.rules.width + 5, shape
        assert bottom < 901


@pytest.mark.parametrize("n_rules", [5, 10, 20, 40])
def test_the_names_of_many_rules_stay_in_their_room(n_rules: int) -> None:
    names = [f"rule_number_{number:02}" for number in range(n_rules)]
    frame = frame_of(NINE.with_clues([Clue(name) for name in names]), *SIZE)
    words = [each for each in clue_shapes(frame, LIGHT).signs if isinstance(each, Text)]
    assert words
    bottom = frame.rules.y + frame.rules.height
    assert all(each.y + 0.5 * LEAD * each.size <= bottom + 1e-6 for each in words)


@pytest.mark.parametrize(
    ("draws", "cells"),
    [("a figure that nobody knows", "r1c12"), ("purpel line", "r1c12"), ("outside", "r5c56")],
)
def test_what_has_no_shape_is_told_below_the_board(draws: str, cells: str) -> None:
    layout = with_shape(draws, cells, 7)
    words = f"My rule 7 {cells[:4]},{cells[:3]}{cells[4]}"
    assert words_below(layout) == [words]
    shapes = clue_shapes(frame_of(layout, *SIZE), LIGHT)
    assert (shapes.lines, texts(shapes.signs)) == ((), [words])


def test_the_names_of_rules_are_in_the_language_that_is_spoken() -> None:
    clues = "anti-knight", "thermometer r1c1,r2c2", "greater than r1c13"
    english = texts(drawn(*clues)[0].signs)
    with speaking("de"):
        german = texts(drawn(*clues)[0].signs)
    assert english == ["Thermometer", "Greater than r1c1,r1c3", "Anti-Knight"]
    assert german == ["Thermometer", "Größer als r1c1,r1c3", "Anti-Springer"]


@pytest.mark.parametrize("clue", ["white dot r5c5,r7c8", "greater than r1c1,r1c3", "x r1c19"])
def test_what_stands_between_cells_is_told_in_words_where_they_do_not_touch(clue: str) -> None:
    layout = board(clue)
    assert words_below(layout) == [capitalized(str(layout.clues[0]))]
    assert not [
        each
        for each in clue_shapes(frame_of(layout, *SIZE), LIGHT).signs
        if not isinstance(each, Text)
    ]


def test_rules_that_hold_everywhere_are_told_below_the_board() -> None:
    layout = board("anti-knight", "killer cage 15 r1c12", "killer cage 4 r2c12")
    assert words_below(layout) == ["Killer Cage", "Anti-Knight"]


def test_every_bundled_rule_with_cells_has_a_shape() -> None:
    shapes = {rule.draws for rule in RULE_BOOK.rules.values() if not rule.is_everywhere}
    assert {each for each in shapes if each and len(each) > 1 and " line" not in each} <= {*SHAPES}
    assert None not in shapes


def test_without_clues_there_are_no_parts_for_them() -> None:
    for name in "9x9", "9x9+diagonals":
        parts = parts_of(Scene(Grid(Layout.named(name), [0] * 81)))
        assert not {"shades", "tints", "clues", "signs"} & {*parts}


def test_a_diagonal_alone_is_drawn_the_way_it_goes() -> None:
    rising = ",".join(f"r{10 - column}c{column}" for column in range(1, 10))
    parts = parts_of(Scene(Grid(board(f"diagonal {rising}"), [0] * 81)))
    (line,) = [each for each in parts[f"cell {cell('r9c1')}"] if isinstance(each, Line)]
    (left, bottom), (right, top) = line.points
    assert left < right
    assert bottom > top


EVERYTHING = board(
    "killer cage 15 r1c1,r1c2,r2c1",
    "minimum r2c7",
    "white dot 3 r4c12",
    "x r4c56",
    "greater than r4c8,r4c9",
    "thermometer r5c1,r6c2,r6c3",
    "arrow r9c1,r9c2,r8c1",
    "quadruple 1239 r6c78,r5c78",
    "renban r8c6,r9c6",
    f"little killer 33 {DIAGONAL}",
    f"sandwich 12 {ROW}",
    "anti-knight",
)


@pytest.mark.parametrize("size", [(640, 800), (1280, 720), (320, 900), (150, 150)], ids=str)
def test_no_clue_lies_outside_of_the_picture(size: tuple[int, int]) -> None:
    scene = Scene(Grid(EVERYTHING, [0] * 81))
    for has_words in True, False:
        parts = parts_of(replace(scene, has_words=has_words), size=size)
        for name in "shades", "clues", "signs", "labels":
            for shape in parts[name]:
                left, top, right, bottom = extent(shape)
                assert min(left, top) > -0.5, (name, shape)
                assert right < size[0] + 0.5, (name, shape)
                assert bottom < size[1] + 0.5, (name, shape)


def test_signs_leave_the_candidates_clear() -> None:
    frame = frame_of(EVERYTHING, *SIZE)
    notes = [
        (*frame.note(number, digit), 0.3 * frame.slot)
        for number in EVERYTHING.cells
        for digit in EVERYTHING.digits
    ]
    for shape in clue_shapes(frame, LIGHT).signs:
        if isinstance(shape, Disc):
            for x, y, reach in notes:
                apart = ((shape.x - x) ** 2 + (shape.y - y) ** 2) ** 0.5
                assert apart > shape.radius + reach, shape
        else:
            left, top, right, bottom = extent(shape)
            for x, y, reach in notes:
                assert not (left < x < right and top < y + reach * 0.6 and y < bottom), shape


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_no_text_covers_another(theme: Theme) -> None:
    parts = parts_of(Scene(Grid(EVERYTHING, [0] * 81)), theme=theme)
    places = []
    for text in chain(*parts.values()):
        if isinstance(text, Text):
            left, _, right, _ = extent(text)
            places.append((left, text.y - HIGH * text.size, right, text.y + HIGH * text.size, text))
    assert len(places) > 700
    for one, other in combinations(places, 2):
        is_beside = one[2] <= other[0] or other[2] <= one[0]
        assert is_beside or one[3] <= other[1] or other[3] <= one[1], (one[4], other[4])


def test_clues_lie_below_digits_and_above_tints() -> None:
    step = Step(eliminations=[Candidate(0, 1)], houses=[EVERYTHING.rows[0]])
    names = list(parts_of(Scene(Grid(EVERYTHING, [0] * 81), step)))
    order = ["ground", "shades", "tints", "clues", "cell 0", "houses", "signs", "links"]
    assert sorted(order, key=names.index) == order


def test_a_tinted_cell_does_not_hide_the_line_in_it() -> None:
    grid = Grid(EVERYTHING, [0] * 81)
    step = Step(eliminations=[Candidate(cell("r5c1"), 9)])
    before, after = parts_of(Scene(grid)), parts_of(Scene(grid, step))
    assert before["clues"] == after["clues"]
    assert before["tints"] != after["tints"]
    inside = after[f"cell {cell('r5c1')}"]
    assert not [each for each in inside if isinstance(each, Rect) and each.fill]


def test_the_clues_of_a_step_are_highlighted_as_houses_are() -> None:
    cage = EVERYTHING.clues[0]
    step = Step(eliminations=[Candidate(0, 1)], clues=[cage])
    parts = parts_of(Scene(Grid(EVERYTHING, [0] * 81), step))
    (outline,) = parts["houses"]
    assert isinstance(outline, Polygon)
    assert len(outline.points) == 6
    assert "Killer Cage 15" in words_of(parts, "legend")


EVERY = [Candidate(number, digit) for number in range(3) for digit in range(1, 10)]
BESIDE = [Candidate(8, digit) for digit in range(1, 10)]
MARKED = {
    "of a step on all candidates of a clue only what it eliminates": (0, 9, EVERY, []),
    "the places of a digit that goes elsewhere": (5, 9, EVERY, EVERY[8::9]),
    "what is left of a cell on which a step rests": (8, 9, BESIDE, BESIDE[:-1]),
    "each of some candidates of a clue": (2, 1, EVERY[:1], EVERY[:1]),
}


@pytest.mark.parametrize(("at", "digit", "because", "marked"), MARKED.values(), ids=MARKED)
def test_a_step_of_a_clue_frames_it_and_marks(
    at: int, digit: int, because: list[Candidate], marked: list[Candidate]
) -> None:
    layout = board("killer cage 15 r1c123")
    step = Step(eliminations=[Candidate(at, digit)], because=because, clues=layout.clues)
    marking = marking_of(Scene(Grid(layout, [0] * 81), step))
    assert list(marking.roles) == marked
    assert marking.houses == ((0b111, "Killer Cage 15"),)
    assert marking.eliminated == {Candidate(at, digit)}


def test_a_rule_that_holds_everywhere_has_no_cells_to_highlight() -> None:
    step = Step(eliminations=[Candidate(0, 1)], clues=[EVERYTHING.clues[-1]])
    assert parts_of(Scene(Grid(EVERYTHING, [0] * 81), step))["houses"] == ()


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_candidates_and_digits_are_legible_on_clues(theme: Theme) -> None:
    for colour in (*theme.lines, theme.shade):
        assert contrast(theme.note, colour) >= 4.5, colour
        assert contrast(theme.given, colour) >= 7, colour
        assert contrast(theme.placed, colour) >= 3, colour
        assert contrast(theme.faint, colour) >= 3, colour
    assert contrast(theme.note, theme.arrow) >= 2.5


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_line_and_shade_has_an_edge_that_stands_out(theme: Theme) -> None:
    for draws in (*SHAPES, *COLOURED):
        shapes = clue_shapes(frame_of(with_shape(draws, "r5c123", 2), *SIZE), theme)
        if shapes.lines:
            outermost = max(shapes.lines, key=lambda each: extent(each)[3])
            assert not isinstance(outermost, Text)
            if isinstance(outermost, Line):
                edge = outermost.colour
            else:
                edge = outermost.outline or outermost.fill
            assert contrast(edge, theme.board) >= 3, draws


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_diagonals_stand_out_from_the_board(theme: Theme) -> None:
    grid = Grid(Layout.named("9x9+diagonals"), [0] * 81)
    corner = parts_of(Scene(grid), theme=theme)["cell 0"]
    (line,) = [each for each in corner if isinstance(each, Line)]
    assert contrast(line.colour, theme.board) >= 3


def test_a_worksheet_shows_the_clues_outside_and_the_words() -> None:
    page = sheet([Item(Grid(EVERYTHING, [0] * 81))])
    assert ">33</text>" in page
    assert "Anti-Knight" in page


def test_a_board_as_text_lists_its_clues_above_and_is_read_back() -> None:
    grid = Grid(EVERYTHING, [0] * 81)
    text = str(grid)
    assert text.startswith("clues: killer cage 15 r1c1,r1c2,r2c1; minimum r2c7;")
    assert max(map(len, text.splitlines())) <= 78
    assert Grid.parse(text) == grid
    assert str(Grid(Layout.named("9x9+diagonals"), [0] * 81)).count("\n") == 12
