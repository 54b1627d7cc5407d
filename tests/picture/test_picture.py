"""What a board with a step looks like: what is marked where, what fits where, what is seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import dist

import pytest

from sudoku_engine import Branch, Candidate, Grid, Layout, Step
from sudoku_engine.api.events import (
    Author,
    Ended,
    Moved,
    Rejected,
    Started,
    Stepped,
    TakenBack,
    Tried,
)
from sudoku_engine.picture.board_picture import cell_at, note_at, picture
from sudoku_engine.picture.event_scenes import board_after, scene_of, scenes_of
from sudoku_engine.picture.highlights import STYLES, marking_of, styles_of
from sudoku_engine.picture.page_geometry import frame_of
from sudoku_engine.picture.scene import Scene, Stage
from sudoku_engine.picture.shapes import Disc, Line, Part, Point, Polygon, Rect, Shape, Text
from sudoku_engine.picture.text_metrics import fitted, text_width, wrapped
from sudoku_engine.picture.themes import THEMES, Look, Theme, contrast, theme_named

LIGHT = THEMES["light"]
SIZE = (640, 800)
SIZES = [(640, 800), (400, 500), (1280, 720), (1000, 1000), (320, 900), (900, 300), (150, 150)]

NINE = Layout.named("9x9")
OPEN = Grid(NINE, [0] * 81)

JIGSAW = Layout.of_regions(
    """
    AABB
    AABB
    CDDD
    CCCD
    """
)

LAYOUTS = [
    Layout.named("4x4"),
    Layout.named("6x6"),
    Layout.named("9x9+diagonals"),
    Layout.named("12x12"),
    Layout.named("16x16"),
    Layout.named("25x25"),
    JIGSAW,
]


def cell(name: str) -> int:
    return int(NINE.cell(name))


def at(name: str, *digits: int) -> list[Candidate]:
    return [Candidate(cell(name), digit) for digit in digits]


# Two cells of row 5 hold only 6 and 9, so 6 and 9 go from two others of the row.
PAIR = Step(
    eliminations=[*at("r5c4", 6), *at("r5c6", 6, 9)],
    because=[*at("r5c2", 6, 9), *at("r5c8", 6, 9)],
    houses=[NINE.rows[4]],
    reason="r5c2 and r5c8 hold only 6 and 9, so no other cell of row 5 can",
)
PAIR_SCENE = Scene(
    OPEN,
    PAIR,
    title="11. Naked Pair",
    reason=PAIR.reason,
    notation="Naked Pair: 6,9 in r5c28 => r5c46<>6, r5c6<>9",
    counts=(("open", "45"),),
    progress=0.3,
)
EVERYTHING = replace(
    PAIR_SCENE,
    step=Step(
        placements=at("r1c1", 5),
        eliminations=at("r5c4", 6),
        because={"cause": at("r5c2", 6), "fin": at("r5c8", 6), "colour 1": at("r9c9", 9)},
        houses=[NINE.rows[4], NINE.boxes[0], NINE.columns[8]],
        links=[(at("r5c2", 6), at("r9c9", 9), True), (at("r9c9", 9), at("r5c8", 6), False)],
    ),
    is_fault=True,
    selected=1 << cell("r2c2"),
    wrong=1 << cell("r3c3"),
    tried=1 << cell("r7c7"),
    moved=1 << cell("r8c8"),
    status="space play   q quit",
    help=("space  play", "q  quit"),
)


def parts_of(
    scene: Scene, theme: Theme = LIGHT, size: tuple[int, int] = SIZE
) -> dict[str, tuple[Shape, ...]]:
    return {part.name: part.shapes for part in picture(scene, theme, *size)}


def shapes_in(name: str, scene: Scene, theme: Theme = LIGHT) -> tuple[Shape, ...]:
    return parts_of(scene, theme)[f"cell {cell(name)}"]


def place(name: str, digit: int) -> Point:
    return frame_of(NINE, *SIZE).note(cell(name), digit)


def discs(name: str, scene: Scene) -> list[Point]:
    return [(s.x, s.y) for s in shapes_in(name, scene) if isinstance(s, Disc)]


def words_of(parts: dict[str, tuple[Shape, ...]], name: str) -> list[str]:
    return [shape.text for shape in parts[name] if isinstance(shape, Text)]


def all_words(scene: Scene) -> str:
    shapes = [shape for shapes in parts_of(scene).values() for shape in shapes]
    return " ".join(shape.text for shape in shapes if isinstance(shape, Text))


def extent(shape: Shape) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of what is painted."""
    if isinstance(shape, Text):
        width, half = text_width(shape.text, shape.size, shape.bold), shape.size / 2
        left = shape.x - {"start": 0, "middle": width / 2, "end": width}[shape.anchor]
        return left, shape.y - half, left + width, shape.y + half
    if isinstance(shape, Disc):
        points: tuple[Point, ...] = ((shape.x, shape.y),)
        more = shape.radius + (shape.line / 2 if shape.outline else 0)
    elif isinstance(shape, Rect):
        points = ((shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height))
        more = shape.line / 2 if shape.outline else 0
    else:
        points = shape.points
        more = shape.line / 2 if isinstance(shape, Line) or shape.outline else 0
    xs, ys = zip(*points)
    return min(xs) - more, min(ys) - more, max(xs) + more, max(ys) + more


# What is marked


def test_naked_pair_has_discs_at_its_candidates_and_nowhere_else() -> None:
    assert discs("r5c2", PAIR_SCENE) == [place("r5c2", 6), place("r5c2", 9)]
    assert discs("r5c8", PAIR_SCENE) == [place("r5c8", 6), place("r5c8", 9)]
    others = [c for c in NINE.cells if c.name not in ("r5c2", "r5c8")]
    assert not any(discs(other.name, PAIR_SCENE) for other in others)


def test_eliminated_candidates_have_a_line_through_them_and_a_dashed_frame() -> None:
    shapes = shapes_in("r5c6", PAIR_SCENE)
    strikes = [s for s in shapes if isinstance(s, Line) and not s.dashed]
    middles = [tuple(sum(xs) / 2 for xs in zip(*strike.points)) for strike in strikes]
    assert middles == [pytest.approx(place("r5c6", 6)), pytest.approx(place("r5c6", 9))]
    assert sum(isinstance(s, Line) and s.dashed for s in shapes) == 1


def test_a_cell_with_reasons_that_loses_candidates_too_has_a_frame_of_two_colours() -> None:
    # A hidden pair: 5 and 7 stay, 2 goes from the same cell.
    scene = Scene(OPEN, Step(because=at("r8c1", 5, 7), eliminations=at("r8c1", 2)))
    shapes = shapes_in("r8c1", scene)
    assert [s.outline for s in shapes if isinstance(s, Rect) and s.outline] == [LIGHT.cause.edge]
    assert [s.colour for s in shapes if isinstance(s, Line) and s.dashed] == [LIGHT.eliminated.edge]


def test_the_house_of_a_step_is_outlined_within_its_cells() -> None:
    (outline,) = parts_of(PAIR_SCENE)["houses"]
    frame = frame_of(NINE, *SIZE)
    top_left, bottom_right = frame.box(cell("r5c1")), frame.box(cell("r5c9"))
    left, top, right, bottom = extent(outline)
    assert (left, top) == pytest.approx((top_left.x, top_left.y))
    assert right == pytest.approx(bottom_right.x + bottom_right.width)
    assert bottom == pytest.approx(bottom_right.y + bottom_right.height)


def test_a_region_of_a_jigsaw_is_outlined_corner_by_corner() -> None:
    # Region C: r3c1 and below it r4c1 to r4c3, six corners.
    scene = Scene(Grid(JIGSAW, [0] * 16), Step(houses=[JIGSAW.boxes[2]]))
    (outline,) = parts_of(scene)["houses"]
    assert isinstance(outline, Polygon)
    assert len(outline.points) == 6


def test_cells_that_touch_at_corners_get_an_outline_each() -> None:
    layout = Layout.named("9x9+diagonals")
    scene = Scene(Grid(layout, [0] * 81), Step(houses=[layout.diagonals[0]]))
    assert len(parts_of(scene)["houses"]) == 9


def test_a_placed_digit_stands_in_a_double_ring() -> None:
    scene = Scene(OPEN, Step(placements=at("r3c3", 7)))
    shapes = shapes_in("r3c3", scene)
    rings = [s for s in shapes if isinstance(s, Disc)]
    assert [s.text for s in shapes if isinstance(s, Text)] == ["7"]
    assert len(rings) == 2
    assert {ring.outline for ring in rings} == {LIGHT.placing.edge}


def test_a_digit_on_the_board_that_is_a_reason_is_ringed() -> None:
    grid = Grid.parse("5".ljust(81, "."))
    scene = Scene(grid, Step(placements=at("r2c4", 5), because=at("r1c1", 5)))
    (ring,) = discs("r1c1", scene)
    assert ring == pytest.approx(frame_of(NINE, *SIZE).centre(0))


def test_each_role_has_a_shape_of_its_own() -> None:
    roles = {f"role {digit}": at("r1c1", digit) for digit in range(1, 6)}
    scene = Scene(OPEN, Step(because={"cause": at("r1c1", 9), **roles}))
    shapes = [s for s in shapes_in("r1c1", scene) if isinstance(s, (Disc, Polygon))]
    corners = [len(s.points) if isinstance(s, Polygon) else 0 for s in shapes]
    # Square and diamond have four corners, at different places.
    assert corners == [4, 4, 6, 3, 8, 0]
    square, diamond = (s for s in shapes[:2] if isinstance(s, Polygon))
    assert len({round(x) for x, _ in square.points}) == 2
    assert len({round(x) for x, _ in diamond.points}) == 3


def test_strong_links_are_solid_weak_ones_dashed_both_with_heads_and_clear_of_the_marks() -> None:
    links = [(at("r1c1", 5), at("r1c9", 5), True), (at("r1c9", 5), at("r9c9", 5), False)]
    shapes = parts_of(Scene(OPEN, Step(links=links)))["links"]
    shafts = [s for s in shapes if isinstance(s, Line) and s.colour == LIGHT.link]
    heads = [s for s in shapes if isinstance(s, Polygon)]
    assert [shaft.dashed for shaft in shafts] == [False, True]
    assert [len(head.points) for head in heads] == [3, 3]
    radius = 0.48 * frame_of(NINE, *SIZE).slot
    assert dist(shafts[0].points[0], place("r1c1", 5)) > radius
    assert dist(heads[0].points[0], place("r1c9", 5)) > radius


def test_links_of_groups_join_the_nearest_candidates() -> None:
    link = ([*at("r1c1", 5), *at("r1c3", 5)], [*at("r1c5", 5), *at("r1c9", 5)], True)
    shapes = parts_of(Scene(OPEN, Step(links=[link])))["links"]
    shaft = next(s for s in shapes if isinstance(s, Line))
    assert place("r1c3", 5)[0] < shaft.points[0][0] < shaft.points[-1][0] < place("r1c5", 5)[0]


def test_false_claims_are_crossed() -> None:
    step = Step(placements=at("r1c1", 5), eliminations=at("r5c5", 3))
    crossed = Scene(OPEN, step, is_fault=True)
    for name in ("r1c1", "r5c5"):
        colours = [s.colour for s in shapes_in(name, crossed) if isinstance(s, Line)]
        assert colours.count(LIGHT.wrong.edge) == 2
    only_one = replace(crossed, refuted=tuple(at("r5c5", 3)))
    assert not [s for s in shapes_in("r1c1", only_one) if isinstance(s, Line)]


def test_wrong_cells_have_a_jagged_frame_and_a_cross() -> None:
    scene = Scene(OPEN, wrong=1 << cell("r4c4"))
    shapes = shapes_in("r4c4", scene)
    assert any(isinstance(s, Polygon) and len(s.points) > 20 for s in shapes)
    assert sum(isinstance(s, Line) and s.colour == LIGHT.wrong.edge for s in shapes) == 2


def test_the_frame_of_the_chosen_cell_does_not_hide_that_it_is_wrong() -> None:
    here = 1 << cell("r4c4")
    shapes = shapes_in("r4c4", Scene(OPEN, wrong=here, selected=here))
    (jag,) = (n for n, s in enumerate(shapes) if isinstance(s, Polygon) and len(s.points) > 20)
    chosen = [number for number, shape in enumerate(shapes) if LIGHT.selected in shape]
    assert jag > max(chosen)


@pytest.mark.parametrize("stage", ["where", "what", "why"])
def test_nothing_gives_the_change_away_before_it_is_shown(stage: Stage) -> None:
    step = Step(at("r5c5", 4), at("r9c9", 3), because=at("r1c2", 3), houses=[NINE.rows[0]])
    same = Step(at("r7c7", 1), at("r8c2", 8), because=at("r1c2", 3), houses=[NINE.rows[0]])
    assert picture(Scene(OPEN, step, stage), LIGHT, *SIZE) == picture(
        Scene(OPEN, same, stage), LIGHT, *SIZE
    )


def test_what_a_step_does_not_concern_is_faint() -> None:
    grid = Grid.parse("5" + "." * 79 + "7")
    scene = Scene(grid, Step(houses=[NINE.rows[0]], because=at("r1c2", 3)))
    (near,) = (s for s in shapes_in("r1c1", scene) if isinstance(s, Text))
    (far,) = (s for s in shapes_in("r9c9", scene) if isinstance(s, Text))
    assert (near.colour, far.colour) == (LIGHT.given, LIGHT.faint)


def test_a_digit_found_by_search_dims_nothing() -> None:
    scene = Scene(Grid.parse("5".ljust(81, ".")), Step(placements=at("r9c9", 3)))
    (digit,) = (s for s in shapes_in("r1c1", scene) if isinstance(s, Text))
    assert digit.colour == LIGHT.given


def test_given_digits_are_bold_and_placed_ones_are_not() -> None:
    grid = Grid.parse("5".ljust(81, ".")).apply(Step(placements=at("r2c4", 7)))
    scene = Scene(grid)
    (given,) = (s for s in shapes_in("r1c1", scene) if isinstance(s, Text))
    (placed,) = (s for s in shapes_in("r2c4", scene) if isinstance(s, Text))
    assert (given.bold, placed.bold) == (True, False)
    assert given.colour != placed.colour


def test_a_step_that_names_what_does_not_exist_is_drawn_without_it() -> None:
    step = Step(
        placements=[Candidate(-1, 5), Candidate(400, 2)],
        eliminations=[Candidate(3, 77)],
        because=[Candidate(0, 0)],
        links=[([Candidate(999, 1)], [Candidate(0, 1)], True)],
        houses=[JIGSAW.rows[0]],
    )
    for stage in ("where", "what", "why", "change"):
        assert parts_of(Scene(OPEN, step, stage=stage, is_fault=True))["links"] == ()  # type: ignore[arg-type]


# How much is revealed


def test_where_shows_the_houses_and_nothing_of_the_candidates() -> None:
    scene = replace(PAIR_SCENE, stage="where")
    assert len(parts_of(scene)["houses"]) == 1
    assert not discs("r5c2", scene)
    assert not any(isinstance(s, Line) for s in shapes_in("r5c6", scene))


def test_where_shows_the_cells_of_a_step_without_houses() -> None:
    step = Step(placements=at("r3c3", 7), because=at("r3c3", 7))
    (outline,) = parts_of(Scene(OPEN, step, stage="where"))["houses"]
    box = frame_of(NINE, *SIZE).box(cell("r3c3"))
    assert extent(outline)[:2] == pytest.approx((box.x, box.y))
    assert parts_of(Scene(OPEN, step))["houses"] == ()


def test_why_shows_what_the_step_rests_on_and_not_what_it_changes() -> None:
    scene = replace(PAIR_SCENE, stage="why")
    assert discs("r5c2", scene) == [place("r5c2", 6), place("r5c2", 9)]
    assert not any(isinstance(s, Line) for s in shapes_in("r5c6", scene))


# Roles that look the same in every step


@pytest.mark.parametrize("role", STYLES)
def test_a_known_role_looks_the_same_in_every_step(role: str) -> None:
    others = [other for other in (*STYLES, "mine", "yours") if other != role]
    alone = styles_of(Step(because={role: at("r1c1", 1)}))
    last = styles_of(Step(because={other: [] for other in (*others, role)}))
    assert alone[role] == last[role] == STYLES[role]


def test_no_two_known_roles_look_the_same() -> None:
    assert len({*STYLES.values()}) == len(STYLES) == 11


def test_other_roles_take_what_the_known_ones_leave_over() -> None:
    styles = styles_of(Step(because={"fin": [], "mine": [], "yours": []}))
    looks, forms = zip(*styles.values())
    assert len({*looks}) == len({*forms}) == 3


def test_a_role_looks_the_same_in_every_branch() -> None:
    first, second = Branch("one", {"mine": at("r1c1", 1)}), Branch("two", {"yours": at("r1c1", 1)})
    step = Step(because={"fin": []}, branches=[first, second])
    assert [*styles_of(step)] == ["fin", "mine", "yours"]
    assert len({*styles_of(step).values()}) == 3


def test_a_candidate_with_two_roles_is_drawn_with_both() -> None:
    step = Step(because={"cause": at("r1c1", 5), "fin": at("r1c1", 5)})
    shapes = shapes_in("r1c1", Scene(OPEN, step))
    ring, disc = (s for s in shapes if isinstance(s, (Disc, Polygon)))
    assert isinstance(ring, Polygon)
    assert isinstance(disc, Disc)
    assert ring.fill == LIGHT.roles[0].fill
    assert disc.fill == LIGHT.cause.fill
    assert words_of(parts_of(Scene(OPEN, step)), "legend") == ["cause", "fin"]
    reach = max(abs(x - disc.x) for x, _ in ring.points)
    assert reach > 1.2 * disc.radius


def test_a_digit_with_two_roles_has_two_rings() -> None:
    grid = Grid.parse("5".ljust(81, "."))
    step = Step(because={"cause": at("r1c1", 5), "fin": at("r1c1", 5)})
    shapes = shapes_in("r1c1", Scene(grid, step))
    rings = [s.outline for s in shapes if isinstance(s, (Disc, Polygon))]
    assert rings == [LIGHT.roles[0].edge, LIGHT.cause.edge]


FISH = Step(
    eliminations=at("r7c3", 4),
    because=[*at("r2c3", 4), *at("r2c7", 4), *at("r5c3", 4), *at("r5c7", 4)],
    houses={"base": [NINE.rows[1], NINE.rows[4]], "cover": [NINE.columns[2], NINE.columns[6]]},
)


def test_houses_that_cover_are_dashed_and_of_another_colour() -> None:
    shapes = parts_of(Scene(OPEN, FISH))["houses"]
    assert [type(shape) for shape in shapes] == [Polygon, Polygon, Line, Line]
    assert {s.outline for s in shapes if isinstance(s, Polygon)} == {LIGHT.house.edge}
    assert {s.colour for s in shapes if isinstance(s, Line) and s.dashed} == {LIGHT.cover.edge}


def test_the_legend_names_the_roles_of_houses() -> None:
    words = words_of(parts_of(Scene(OPEN, FISH)), "legend")
    assert words == ["cause", "eliminated", "base", "cover"]


# Branches

NET = Step(
    eliminations=at("r9c9", 1),
    because=at("r1c1", 1, 2),
    branches=[
        Branch("if r1c1 is 1", {"on": at("r1c1", 1)}, [(at("r1c1", 1), at("r1c9", 1), False)]),
        Branch("if r1c1 is 2", {"on": at("r1c1", 2), "off": at("r9c1", 2)}),
    ],
    reason="both cases remove 1 from r9c9",
)
NET_EVENT = Stepped(7, Author("net", "Forcing Net"), NET, OPEN.apply(NET))


def test_the_branches_of_a_step_are_shown_one_after_another_before_their_conclusion() -> None:
    scenes = [*scenes_of([Started(OPEN), NET_EVENT])][1:]
    assert [scene.branch for scene in scenes] == [0, 1, None]
    assert {scene.title for scene in scenes} == {"7. Forcing Net"}
    assert [scene.reason for scene in scenes] == [
        "Case 1 of 2: if r1c1 is 1.",
        "Case 2 of 2: if r1c1 is 2.",
        "both cases remove 1 from r9c9.",
    ]
    assert [bool(scene.notation) for scene in scenes] == [False, False, True]


def test_a_branch_shows_its_own_reasons_and_links_and_no_change() -> None:
    first, second, end = (
        marking_of(scene) for scene in [*scenes_of([Started(OPEN), NET_EVENT])][1:]
    )
    assert first.roles == {Candidate(0, 1): ("on", "cause"), Candidate(0, 2): ("cause",)}
    assert second.roles[Candidate(cell("r9c1"), 2)] == ("off",)
    assert [len(marking.links) for marking in (first, second, end)] == [1, 0, 0]
    assert [len(marking.eliminated) for marking in (first, second, end)] == [0, 0, 1]
    assert end.roles == dict.fromkeys(at("r1c1", 1, 2), ("cause",))


def test_a_step_of_branches_alone_ends_with_what_all_of_them_rest_on() -> None:
    (scene,) = [*scenes_of([Started(OPEN), NET_EVENT._replace(step=NET.replace(because=()))])][3:]
    assert {*marking_of(scene).roles} == {*at("r1c1", 1, 2), *at("r9c1", 2)}


def test_the_branches_of_a_step_wait_until_its_reasons_are_shown() -> None:
    assert len([*scenes_of([Started(OPEN), NET_EVENT], stage="what")]) == 2


# The legend


def test_the_legend_lists_what_is_on_the_picture_and_nothing_else() -> None:
    assert words_of(parts_of(PAIR_SCENE), "legend") == ["cause", "eliminated", "house"]
    assert words_of(parts_of(Scene(OPEN)), "legend") == []
    why = replace(PAIR_SCENE, stage="why")
    assert words_of(parts_of(why), "legend") == ["cause", "house"]
    assert words_of(parts_of(EVERYTHING), "legend") == [
        *("cause", "fin", "colour 1", "eliminated", "placed", "house", "not true"),
        *("wrong", "tried", "moved", "strong link", "weak link"),
    ]


def test_the_legend_shows_the_shape_beside_the_word() -> None:
    legend = parts_of(PAIR_SCENE)["legend"]
    first, word = legend[:2]
    assert isinstance(first, Disc)
    assert first.fill == LIGHT.cause.fill
    assert isinstance(word, Text)
    assert word.text == "cause"
    assert first.x + first.radius < word.x
    assert first.y == pytest.approx(word.y)


# Where things stand


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_the_centre_of_a_cell_is_in_the_cell(layout: Layout, size: tuple[int, int]) -> None:
    frame = frame_of(layout, *size)
    for number in layout.cells:
        assert cell_at(layout, *size, *frame.centre(number)) == number
    x, y, side, _ = frame.board
    assert cell_at(layout, *size, x - 1, y + 1) is None
    assert cell_at(layout, *size, x + 1, y + side + 1) is None


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_the_place_of_a_candidate_tells_the_candidate(layout: Layout) -> None:
    frame = frame_of(layout, *SIZE)
    for digit in layout.digits:
        assert note_at(layout, *SIZE, *frame.note(layout.n + 1, digit)) == digit
    assert note_at(layout, *SIZE, 0, 0) is None


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("scene", [PAIR_SCENE, EVERYTHING], ids=["pair", "everything"])
def test_nothing_lies_outside(scene: Scene, size: tuple[int, int], theme: Theme) -> None:
    for name, shapes in parts_of(scene, theme, size).items():
        for shape in shapes:
            left, top, right, bottom = extent(shape)
            assert min(left, top) > -0.5, (name, shape)
            assert right < size[0] + 0.5, (name, shape)
            assert bottom < size[1] + 0.5, (name, shape)


@pytest.mark.parametrize("size", SIZES[:2], ids=str)
@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_what_belongs_to_a_cell_lies_in_the_cell(layout: Layout, size: tuple[int, int]) -> None:
    grid = Grid(layout, [0] * layout.n**2)
    digits = list(layout.digits)
    # Every candidate of a cell marked, in as many ways as there are.
    roles = {f"role {d}": [Candidate(0, d)] for d in digits[1:6]}
    step = Step(
        placements=[Candidate(1, 1)],
        eliminations=[Candidate(layout.n + 1, d) for d in digits],
        because={"cause": [Candidate(0, 1)], **roles, "on": [Candidate(0, d) for d in digits]},
    )
    everywhere = layout.all_cells
    scene = Scene(grid, step, is_fault=True, wrong=everywhere, tried=everywhere, moved=everywhere)
    scene = replace(scene, selected=everywhere)
    frame = frame_of(layout, *size)
    for theme in THEMES.values():
        parts = parts_of(scene, theme, size)
        for number in layout.cells:
            box = frame.box(number)
            for shape in parts[f"cell {int(number)}"]:
                left, top, right, bottom = extent(shape)
                assert left >= box.x - 0.01, (shape, box)
                assert top >= box.y - 0.01, (shape, box)
                assert right <= box.x + box.width + 0.01, (shape, box)
                assert bottom <= box.y + box.height + 0.01, (shape, box)


@pytest.mark.parametrize("size", SIZES[:4], ids=str)
def test_words_and_board_keep_apart(size: tuple[int, int]) -> None:
    frame = frame_of(NINE, *size)
    boxes = [frame.title, frame.reason, frame.notation, frame.progress, frame.legend, frame.status]
    boxes.append(frame.board)
    for one, other in combinations(boxes, 2):
        is_beside = one.x + one.width <= other.x + 0.01 or other.x + other.width <= one.x + 0.01
        is_above = one.y + one.height <= other.y + 0.01 or other.y + other.height <= one.y + 0.01
        assert is_beside or is_above, (one, other)


def test_in_a_wide_window_the_words_stand_beside_the_board() -> None:
    frame = frame_of(NINE, 1280, 720)
    assert frame.title.x > frame.board.x + frame.board.width
    assert frame.board.height > 0.85 * 720


def test_without_words_the_board_takes_the_picture() -> None:
    scene = replace(PAIR_SCENE, has_words=False)
    assert "Naked" not in all_words(scene)
    assert frame_of(NINE, 600, 600, False).board.width > 0.88 * 600


def test_the_board_stands_still_whatever_is_said() -> None:
    quiet, talkative = parts_of(Scene(OPEN)), parts_of(replace(PAIR_SCENE, step=None))
    assert quiet["ground"] == talkative["ground"]
    assert quiet["cell 40"] == talkative["cell 40"]


def test_boards_that_differ_in_a_cell_differ_in_a_part() -> None:
    digits = [0] * 81
    one = Grid(NINE, digits, marks="manual")
    digits[40] = 5
    other = Grid(NINE, digits, marks="manual")
    before, after = parts_of(Scene(one)), parts_of(Scene(other))
    assert [name for name in before if before[name] != after[name]] == ["cell 40"]


def test_a_step_changes_the_parts_of_its_cells_and_words_only() -> None:
    bare = replace(PAIR_SCENE, stage="why")
    before, after = parts_of(bare), parts_of(PAIR_SCENE)
    changed = [name for name in before if before[name] != after[name]]
    assert changed == [f"cell {cell('r5c4')}", f"cell {cell('r5c6')}", "legend"]


def test_the_parts_are_always_the_same() -> None:
    names = [*(f"cell {number}" for number in range(81)), "houses", "links"]
    words = ["title", "notation", "progress", "legend", "status", "help"]
    for scene in (Scene(OPEN), EVERYTHING, replace(EVERYTHING, has_words=False)):
        assert list(parts_of(scene)) == ["ground", *names, *words]


# Boards of other kinds


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_thick_lines_run_where_two_boxes_meet_and_nowhere_else(layout: Layout) -> None:
    frame = frame_of(layout, *SIZE)
    (ground,) = (p for p in picture(Scene(Grid(layout, [0] * layout.n**2)), LIGHT, *SIZE)[:1])
    thick = [s for s in ground.shapes if isinstance(s, Line) and s.colour == LIGHT.border]

    def is_thick(x: float, y: float) -> bool:
        return any(left < x < right and top < y < bottom for left, top, right, bottom in spans)

    spans = [extent(line) for line in thick]
    for one, other in _neighbours(layout):
        (x, y), (right, bottom) = frame.centre(one), frame.centre(other)
        apart = not any(h.mask >> one & h.mask >> other & 1 for h in layout.boxes)
        assert is_thick((x + right) / 2, (y + bottom) / 2) is apart


def _neighbours(layout: Layout) -> Iterator[tuple[int, int]]:
    for number in range(layout.n**2):
        if number % layout.n < layout.n - 1:
            yield number, number + 1
        if number < layout.n * (layout.n - 1):
            yield number, number + layout.n


def test_diagonals_are_drawn_cell_by_cell() -> None:
    layout = Layout.named("9x9+diagonals")
    parts = parts_of(Scene(Grid(layout, [0] * 81), has_candidates=False))
    lines = [sum(isinstance(s, Line) for s in parts[f"cell {n}"]) for n in (0, 1, 8, 40)]
    assert lines == [1, 0, 1, 2]


def test_a_board_of_25_rows_is_readable_and_leaves_out_candidates_too_small_to_read() -> None:
    layout = Layout.named("25x25")
    digits = [1, *[0] * 624]
    parts = parts_of(Scene(Grid(layout, digits)), size=(1000, 1000))
    (digit,) = (s for s in parts["cell 0"] if isinstance(s, Text))
    assert digit.size >= 16
    assert parts["cell 312"] == ()
    large = parts_of(Scene(Grid(layout, digits)), size=(3000, 3000))
    assert len(large["cell 312"]) == 25


def test_no_candidate_is_written_smaller_than_can_be_read() -> None:
    for layout in LAYOUTS:
        for size in SIZES:
            parts = parts_of(Scene(Grid(layout, [0] * layout.n**2)), size=size)
            sizes = [s.size for s in parts["cell 1"] if isinstance(s, Text)]
            assert not sizes or min(sizes) >= 6


# Words


def test_a_long_reason_becomes_smaller_and_is_not_cut() -> None:
    reason = " ".join(f"r{i % 9 + 1}c{i % 7 + 1} holds only {i}," for i in range(60))
    words = words_of(parts_of(Scene(OPEN, title="A", reason=reason)), "title")
    assert words[0] == "A"
    assert " ".join(words[1:]) == reason


def test_a_word_without_end_is_broken() -> None:
    assert "".join(wrapped("x" * 50, 10, 100)) == "x" * 50
    assert all(text_width(line, 10) <= 100 for line in wrapped("x" * 50, 10, 100))


def test_spaces_between_the_keys_stay() -> None:
    assert wrapped("space play   q quit", 10, 1000) == ["space play   q quit"]


def test_fitted_words_fit() -> None:
    lines, size = fitted("a few words that are too many for this " * 5, 20, 200, 50)
    assert len(lines) * size * 1.2 <= 50
    assert all(text_width(line, size) <= 200 for line in lines)


def test_widths_are_not_less_than_those_of_dejavu() -> None:
    fonts = pytest.importorskip("PIL.ImageFont", reason="widths of letters are measured by Pillow")
    for name, bold in (("DejaVuSans.ttf", False), ("DejaVuSans-Bold.ttf", True)):
        try:
            font = fonts.truetype(name, 100)
        except OSError:
            pytest.skip("DejaVu Sans is not here")
        for text in (PAIR.reason, "Naked Pair: 1,8 in r48c4 => r57c4<>1", "WWW", "11. X-Wing"):
            assert font.getlength(text) <= text_width(text, 100, bold) * 1.001


# What is seen


def looks(theme: Theme) -> dict[str, Look]:
    named = {"eliminated": theme.eliminated, "placing": theme.placing, "house": theme.house}
    more = {"cause": theme.cause, "wrong": theme.wrong, "moved": theme.moved}
    return {**named, **more, **{f"role {i}": look for i, look in enumerate(theme.roles)}}


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_marks_stand_out_from_the_board(theme: Theme) -> None:
    for name, look in looks(theme).items():
        for ground in (theme.board, look.tint, theme.house.tint):
            assert contrast(look.edge, ground) >= 3, (name, ground)
        assert contrast(look.text, look.fill) >= 4.5, name
    for colour in (theme.link, theme.selected, theme.tried):
        assert contrast(colour, theme.board) >= 3


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_digits_and_words_are_readable(theme: Theme) -> None:
    for colour in (theme.given, theme.placed, theme.note, theme.tried):
        for ground in (theme.board, *(look.tint for look in looks(theme).values())):
            assert contrast(colour, ground) >= 4.5, (colour, ground)
    for look in (theme.cause, *theme.roles):
        assert contrast(theme.eliminated.text, look.tint) >= 4.5
        assert contrast(theme.eliminated.edge, look.tint) >= 3
    for colour in (theme.word, theme.soft):
        assert contrast(colour, theme.ground) >= 4.5
    assert contrast(theme.faint, theme.board) >= 2
    assert contrast(theme.given, theme.board) > 2 * contrast(theme.faint, theme.board)


def test_contrast_is_that_of_wcag() -> None:
    # The darkest grey that is enough for small text on white is #767676, with 4.54:1.
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)


# Machado, Oliveira and Fernandes 2009, severity 1.0; they apply to linear light.
BLINDNESS = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def seen(colour: str, blindness: str) -> tuple[float, float, float]:
    """CIE L*a*b* (D65) of a colour as it is seen."""
    light = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    light = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in light]
    rows = BLINDNESS[blindness]
    r, g, b = (min(max(sum(m * c for m, c in zip(row, light)), 0), 1) for row in rows)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("blindness", BLINDNESS)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_marks_of_a_step_stay_apart_without_some_colours(theme: Theme, blindness: str) -> None:
    marks = [theme.cause.edge, theme.eliminated.edge, theme.placing.edge]
    for one, other in combinations(marks, 2):
        assert dist(seen(one, blindness), seen(other, blindness)) > 15, (one, other)


def kind_of_shape(shape: Shape) -> tuple[object, ...]:
    """A shape without its colours and its place."""
    if isinstance(shape, Polygon):
        wide = len({round(x, 1) for x, _ in shape.points})
        return "polygon", len(shape.points), wide
    if isinstance(shape, Line):
        return "line", len(shape.points), shape.dashed
    return (type(shape).__name__,)


def test_marks_of_different_meaning_differ_in_shape() -> None:
    """Each sign of the legend, without its colours, is like no other."""
    roles = {f"role {digit}": at("r9c9", digit) for digit in range(1, 6)}
    step = Step(
        placements=at("r1c1", 5),
        eliminations=at("r5c4", 6),
        because={"cause": at("r5c2", 6), **roles},
        houses=[NINE.rows[4]],
        links=[(at("r5c2", 6), at("r9c9", 1), True), (at("r9c9", 1), at("r5c2", 6), False)],
    )
    legend = parts_of(replace(EVERYTHING, step=step))["legend"]
    signs: dict[str, tuple[object, ...]] = {}
    sign: list[object] = []
    for shape in legend:
        if isinstance(shape, Text):
            signs[shape.text] = tuple(sign)
            sign = []
        else:
            sign.append(kind_of_shape(shape))
    assert len(signs) == 15
    assert len(set(signs.values())) == 15


def test_an_unknown_theme_is_told_with_the_near_name() -> None:
    with pytest.raises(Exception, match="unknown theme 'drak': did you mean 'dark'"):
        theme_named("drak")


# Events as scenes

PAIRS = Author("naked_pair", "Naked Pair")
MINE = Author("my_pair", "My Pair", "my_strategy.py")


def test_a_step_is_shown_on_the_board_before_it_with_its_number_name_reason_and_notation() -> None:
    after = OPEN.apply(PAIR)
    scene = scene_of(Stepped(11, PAIRS, PAIR, after), OPEN)
    assert (scene.grid, scene.step) == (OPEN, PAIR)
    assert scene.title == "11. Naked Pair"
    assert scene.reason == "r5c2 and r5c8 hold only 6 and 9, so no other cell of row 5 can."
    assert scene.notation == "Naked Pair: 6,9 in r5c28 => r5c46<>6, r5c6<>9"
    assert scene.counts == (("open", "81"),)


def test_the_title_names_the_file_of_a_strategy_that_is_not_ours() -> None:
    scene = scene_of(Stepped(2, MINE, PAIR, OPEN), OPEN)
    assert scene.title == "2. My Pair [my_strategy.py]"


def test_a_scene_says_no_more_than_its_stage_reveals() -> None:
    event = Stepped(11, PAIRS, PAIR, OPEN)
    where = scene_of(event, OPEN, stage="where")
    assert (where.title, where.reason, where.notation) == ("Look at row 5.", "", "")
    what = scene_of(event, OPEN, stage="what")
    assert (what.title, what.reason, what.notation) == ("11. Naked Pair", "", "")
    why = scene_of(event, OPEN, stage="why")
    assert (bool(why.reason), why.notation) == (True, "")


def test_a_refused_step_shows_which_of_its_claims_is_false(classic_boards: list[object]) -> None:
    puzzle, solution, _ = classic_boards[0]  # type: ignore[misc]
    first, second = puzzle.open_cells[:2]
    right = Candidate(first, int(solution[first]))
    false = Candidate(second, int(solution[second]))
    step = Step(placements=[right], eliminations=[false])
    scene = scene_of(Rejected(MINE, step, "it eliminates too much", 12, puzzle, (false,)), puzzle)
    assert scene.is_fault
    assert scene.refuted == (false,)
    assert scene.title == "At fault: My Pair [my_strategy.py:12]"


def test_progress_is_the_part_of_the_open_cells_that_is_filled() -> None:
    start = Grid.parse("12.. 34.. .... ....")
    half = start.apply(Step(placements=[Candidate(c, 1) for c in start.open_cells[:3]]))
    assert scene_of(Stepped(4, PAIRS, Step(), half), half, start).progress == pytest.approx(0.25)


def test_a_film_shows_each_step_on_the_board_that_it_was_found_on() -> None:
    start = Grid.parse("12.. 34.. .... ....")
    step = Step(placements=[Candidate(start.open_cells[0], 3)])
    after = start.apply(step)
    events = [
        Started(start),
        Stepped(1, PAIRS, step, after),
        Ended("stopped", "strategies", after, 1, {}, 0.0, "after 1 step"),
    ]
    first, second, third = scenes_of(events)
    assert (first.grid, first.step) == (start, None)
    assert (second.grid, second.step) == (start, step)
    assert (third.grid, third.title, third.reason) == (after, "Stopped", "after 1 step.")


def test_a_search_shows_what_it_tried() -> None:
    start = Grid.parse("12.. 34.. .... ....")
    event = Tried(2, 3)
    scene = scene_of(event, start, start)
    assert scene.title == "Search: r1c3=3"
    assert scene.tried == 1 << 2
    assert scene.grid.digits[2] == board_after(event, start).digits[2] == 3


def test_a_search_shows_where_it_is_and_tells_its_counts_in_the_large_line() -> None:
    start = Grid.parse("12.. 34.. .... ....")
    events = [Started(start), Tried(2, 3), Tried(3, 4), TakenBack(3)]
    scenes = list(scenes_of(events))
    assert [scene.selected for scene in scenes] == [0, 1 << 2, 1 << 3, 1 << 3]
    assert scenes[-1].reason == "2 moves, 1 backtrack."


def test_a_search_that_is_over_tells_its_counts() -> None:
    start = Grid.parse("12.. 34.. .... ....")
    events = [Started(start), Tried(2, 3), Ended("stopped", "search", start, 0, {}, 0.0, "2 s")]
    *_, end = scenes_of(events)
    assert (end.title, end.reason) == ("Stopped", "2 s; 1 move, 0 backtracks.")


def test_moves_that_are_over_have_not_been_stopped() -> None:
    start = Grid.parse("12.. 34.. .... ....")
    after = Grid.parse("34.. 12.. .... ....")
    moved = Moved("swap rows 1 and 2", after)
    end = Ended("stopped", "search", after, 0, {}, 0.0, "1 move made")
    *_, scene = scenes_of([Started(start), moved, end])
    assert (scene.title, scene.reason) == ("The end", "1 move made.")
    assert not scene.has_candidates


def test_a_move_shows_which_cells_changed() -> None:
    start = Grid.parse("12.. 34.. .... ....")
    after = Grid.parse("34.. 12.. .... ....")
    scene = scene_of(Moved("swap rows 1 and 2", after), start, number=1)
    assert scene.title == "1. swap rows 1 and 2"
    assert scene.moved == 0b110011


def test_parts_can_be_compared() -> None:
    assert picture(PAIR_SCENE, LIGHT, *SIZE) == picture(PAIR_SCENE, LIGHT, *SIZE)
    assert all(isinstance(part, Part) for part in picture(PAIR_SCENE, LIGHT, *SIZE))
