"""The pictures of a film are those of every other painter, though each shape is written once."""

from collections.abc import Sequence
from dataclasses import replace
from math import dist

import pytest

from sudoku_engine import Grid, Layout, Step
from sudoku_frontends.film.film_pictures import BEND, PROJECTOR, SIGN, USUAL, BoardParts, Tables
from sudoku_frontends.pictures.board_picture import picture
from sudoku_frontends.pictures.corridors import distance_to
from sudoku_frontends.pictures.scene import STAGES, Scene
from sudoku_frontends.pictures.shapes import Line, Polygon, Shape, Text
from sudoku_frontends.pictures.themes import THEMES
from sudoku_plugins.variants.rule_book import RULE_BOOK
from tests.support.pictures import EVERYTHING, JIGSAW, NINE, OPEN, PAIR_SCENE, at
from tests.support.played_films import Puzzle, shapes_of

NEAR = 0.75
"""What rounding may change, in units of which a cell has almost two hundred."""

CLUES = RULE_BOOK.with_clues(
    NINE,
    [
        RULE_BOOK.clue(NINE, "killer_cage", [0, 1], 15),
        RULE_BOOK.clue(NINE, "german_whispers", [30, 40, 49]),
        RULE_BOOK.clue(NINE, "sandwich", NINE.rows[2].cells, 12),
        RULE_BOOK.clue(NINE, "anti_knight"),
    ],
)
CROSSED_MARK = Step(eliminations=at("r5c2", 6), because=at("r5c2", 6, 9))
SCENES = {
    "open": Scene(OPEN),
    "everything": EVERYTHING,
    "without candidates": replace(EVERYTHING, has_candidates=False),
    "an eliminated reason": Scene(OPEN, CROSSED_MARK),
    **{stage: replace(PAIR_SCENE, stage=stage) for stage in STAGES},
    "jigsaw": Scene(Grid(JIGSAW, [1, *[0] * 15])),
    "diagonals": Scene(Grid(Layout.named("6x6+diagonals"), [0] * 36)),
    "clues": Scene(Grid(CLUES, [0] * 81), Step(eliminations=at("r1c1", 9), clues=CLUES.clues[:1])),
    "16x16": Scene(Grid(Layout.named("16x16"), [16, *[0] * 255])),
}


@pytest.mark.parametrize("name", SCENES)
def test_the_parts_are_the_picture_in_each_theme(name: str) -> None:
    scene = replace(SCENES[name], has_words=False)
    puzzle, parts = written(scene)
    for theme in THEMES:
        drawn = puzzle.picture(parts, theme)
        size = puzzle.boards["width"], puzzle.boards["height"]
        right = {part.name: part.shapes for part in picture(scene, THEMES[theme], *size)}
        del right["help"]
        assert list(drawn) == [name for name in right if right[name]], theme
        assert [
            (theme, name, is_, should)
            for name in drawn
            for is_, should in zip(drawn[name], right[name], strict=True)
            if not is_same(is_, should)
        ] == []


def test_without_candidates_links_stay_where_they_are() -> None:
    puzzle, parts = written(EVERYTHING)
    shown, plain = (puzzle.picture(parts, "light", has_them) for has_them in (True, False))
    assert shown["links"] == plain["links"]
    assert len(texts(shown["cell 0"])) == 1
    assert (len(texts(shown["cell 25"])), "cell 25" in plain) == (9, False)


def test_cells_that_look_the_same_are_one_part() -> None:
    puzzle, parts = written(Scene(OPEN))
    places = puzzle.boards["places"]
    cells = [part for part, (name, *_) in zip(parts, places) if name.startswith("cell")]
    assert len(cells) == 81
    assert len(set(cells)) == 1


def test_the_signs_of_the_legend_fill_their_boxes() -> None:
    tables = Tables()
    legend = BoardParts(NINE, tables).legend(EVERYTHING)
    words = [word for _, word in legend]
    assert words[:4] == ["cause", "fin", "colour 1", "eliminated"]
    assert {"placed", "house", "not true", "wrong", "tried", "moved", "weak link"} <= {*words}
    for part, _ in legend:
        shapes = shapes_of(part, tables.record(), "projector")
        assert shapes
        assert all(0 <= value <= SIGN.width for shape in shapes for value in middle(shape))


def test_the_light_and_the_dark_theme_differ_in_nothing_but_colours() -> None:
    light, dark, projector = THEMES.values()
    assert (light.stroke, light.note_scale) == (dark.stroke, dark.note_scale)
    assert (USUAL.stroke, USUAL.note_scale) == (light.stroke, light.note_scale)
    assert (PROJECTOR.stroke, PROJECTOR.note_scale) == (projector.stroke, projector.note_scale)


def written(scene: Scene) -> tuple[Puzzle, Sequence[int]]:
    """A film without moments, and the parts of a picture of `scene` in it."""
    tables = Tables()
    boards = BoardParts(scene.grid.layout, tables)
    parts = boards.parts(scene)
    return Puzzle({}, [], boards.record(), tables.record()), parts


def texts(shapes: list[Shape]) -> list[str]:
    return [shape.text for shape in shapes if isinstance(shape, Text)]


def middle(shape: Shape) -> tuple[float, float]:
    if isinstance(shape, (Line, Polygon)):
        xs, ys = zip(*shape.points)
        return sum(xs) / len(xs), sum(ys) / len(ys)
    return shape.x, shape.y


def is_same(drawn: Shape, right: Shape) -> bool:
    """Whether a shape is the `right` one: lines may have fewer points."""
    if type(drawn) is not type(right):
        return False
    if isinstance(drawn, (Line, Polygon)) and isinstance(right, (Line, Polygon)):
        ends = zip(drawn.points[:: len(drawn.points) - 1], right.points[:: len(right.points) - 1])
        if any(dist(*pair) > NEAR for pair in ends) or is_off_the_way(drawn, right):
            return False
        drawn, right = drawn._replace(points=()), right._replace(points=())
    if not getattr(right, "outline", "none"):
        right = right._replace(line=0)  # type: ignore[call-arg]
    return all(
        abs(one - other) <= NEAR if isinstance(other, float) else one == other
        for one, other in zip(drawn, right)
    )


def is_off_the_way(drawn: Line | Polygon, right: Line | Polygon) -> bool:
    pairs = list(zip(drawn.points, drawn.points[1:])) or [(drawn.points[0], drawn.points[0])]
    return any(
        min(distance_to(point, *pair) for pair in pairs) > BEND + NEAR for point in right.points
    )
