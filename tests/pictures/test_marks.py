"""What a step marks on a board, and how much of it is revealed."""

from dataclasses import replace
from math import dist

import pytest

from sudoku_engine import Author, Branch, Candidate, Grid, Layout, Started, Step, Stepped
from sudoku_frontends.pictures.board_picture import picture
from sudoku_frontends.pictures.event_scenes import scenes_of
from sudoku_frontends.pictures.highlights import STYLES, marking_of, styles_of
from sudoku_frontends.pictures.page_geometry import frame_of
from sudoku_frontends.pictures.scene import Scene, Stage
from sudoku_frontends.pictures.shapes import Disc, Line, Point, Polygon, Rect, Shape, Text
from sudoku_frontends.pictures.themes import THEMES, Theme
from tests.support.pictures import (
    EVERYTHING,
    JIGSAW,
    LIGHT,
    NINE,
    OPEN,
    PAIR_SCENE,
    SIZE,
    at,
    cell,
    extent,
    parts_of,
    words_of,
)


def shapes_in(name: str, scene: Scene, theme: Theme = LIGHT) -> tuple[Shape, ...]:
    return parts_of(scene, theme)[f"cell {cell(name)}"]


def place(name: str, digit: int) -> Point:
    return frame_of(NINE, *SIZE).note(cell(name), digit)


def discs(name: str, scene: Scene) -> list[Point]:
    return [(s.x, s.y) for s in shapes_in(name, scene) if isinstance(s, Disc)]


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


def test_links_of_groups_join_the_nearest_candidates_and_a_band_holds_a_group_together() -> None:
    link = ([*at("r1c1", 5), *at("r1c3", 5)], [*at("r1c5", 5), *at("r1c7", 5)], True)
    shapes = parts_of(Scene(OPEN, Step(links=[link])))["links"]
    bands = [s for s in shapes if isinstance(s, Line) and s.colour == LIGHT.bar]
    (shaft,) = (s for s in shapes if isinstance(s, Line) and s.colour == LIGHT.link)
    assert place("r1c3", 5)[0] < shaft.points[0][0] < shaft.points[-1][0] < place("r1c5", 5)[0]
    ends = [(band.points[0][0], band.points[-1][0]) for band in bands]
    slot = frame_of(NINE, *SIZE).slot
    assert ends == [
        pytest.approx((place("r1c1", 5)[0], place("r1c3", 5)[0]), abs=slot),
        pytest.approx((place("r1c5", 5)[0], place("r1c7", 5)[0]), abs=slot),
    ]


def test_the_legend_names_groups_only_where_there_are_any() -> None:
    group = [*at("r1c1", 5), *at("r1c3", 5)]
    words = [
        words_of(parts_of(Scene(OPEN, Step(links=[(start, at("r1c9", 5), True)]))), "legend")
        for start in (group, group[:1])
    ]
    assert words == [["strong link", "group"], ["strong link"]]


def shaft_of(step: Step) -> tuple[Point, ...]:
    shapes = parts_of(Scene(OPEN, step, has_candidates=False))["links"]
    return next(s.points for s in shapes if isinstance(s, Line))


def test_a_link_goes_round_the_marks_between_its_ends() -> None:
    link = (at("r1c5", 5), at("r9c5", 5), True)
    usual = shaft_of(Step(links=[link]))
    radius = 0.48 * frame_of(NINE, *SIZE).slot
    for name in ("r2c5", "r5c5", "r8c5"):
        for digit in range(1, 10):
            step = Step(because=at(name, digit), links=[link])
            points = shaft_of(step)
            assert min(dist(point, place(name, digit)) for point in points) > radius
            if points != usual:
                assert min(dist(point, place(name, digit)) for point in usual) < 1.4 * radius


def test_a_link_stays_on_the_board() -> None:
    board = frame_of(NINE, *SIZE).board
    marks = [mark for column in range(2, 9) for mark in at(f"r1c{column}", 4, 5, 6, 7, 8, 9)]
    step = Step(because=marks, links=[(at("r1c1", 2), at("r1c9", 2), True)])
    assert all(y >= board.y for _, y in shaft_of(step))


@pytest.mark.parametrize(("one", "other"), [(1, 2), (2, 1), (5, 8), (9, 6), (6, 3), (4, 5)])
def test_a_link_of_marks_that_touch_goes_round_them(one: int, other: int) -> None:
    points = shaft_of(Step(links=[(at("r5c5", one), at("r5c5", other), True)]))
    frame = frame_of(NINE, *SIZE)
    x, y, side, _ = frame.box(cell("r5c5"))
    for point in points:
        assert x < point[0] < x + side
        assert y < point[1] < y + side
        ends = dist(point, place("r5c5", one)), dist(point, place("r5c5", other))
        assert min(ends) > 0.48 * frame.slot
    assert dist(points[0], place("r5c5", one)) < dist(points[0], place("r5c5", other))


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
    found = Scene(grid, Step(placements=at("r9c8", 3)))  # by a search, which has no reasons
    (far,) = (s for s in shapes_in("r9c9", found) if isinstance(s, Text))
    assert far.colour == LIGHT.given


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


def test_where_shows_the_houses_alone_and_why_what_the_step_rests_on_but_no_change() -> None:
    where, why = (replace(PAIR_SCENE, stage=stage) for stage in ("where", "why"))
    assert len(parts_of(where)["houses"]) == 1
    assert not discs("r5c2", where)
    assert discs("r5c2", why) == [place("r5c2", 6), place("r5c2", 9)]
    for scene in where, why:
        assert not any(isinstance(s, Line) for s in shapes_in("r5c6", scene))


def test_where_shows_the_cells_of_a_step_without_houses() -> None:
    step = Step(placements=at("r3c3", 7), because=at("r3c3", 7))
    (outline,) = parts_of(Scene(OPEN, step, stage="where"))["houses"]
    box = frame_of(NINE, *SIZE).box(cell("r3c3"))
    assert extent(outline)[:2] == pytest.approx((box.x, box.y))
    assert parts_of(Scene(OPEN, step))["houses"] == ()


@pytest.mark.parametrize("role", STYLES)
def test_a_known_role_looks_the_same_in_every_step(role: str) -> None:
    others = [other for other in (*STYLES, "mine", "yours") if other != role]
    alone = styles_of(Step(because={role: at("r1c1", 1)}))
    last = styles_of(Step(because={other: [] for other in (*others, role)}))
    assert alone[role] == last[role] == STYLES[role]


def test_no_two_known_roles_look_the_same_but_for_those_that_never_meet() -> None:
    sets = [f"als {letter}" for letter in "ABCDEFGHIJKL"]
    others = [
        role for role in STYLES if role not in ("crossing", "line set", "box set", "stem", *sets)
    ]
    for roles in (others, sets, ["cause", "on", "off", *sets[:5]]):
        assert len({STYLES[role] for role in roles}) == len(roles)


def test_the_letters_of_sets_stand_in_the_corners_of_their_cells() -> None:
    sets = {"als A": [*at("r1c1", 1, 2), *at("r1c2", 2)], "als B": at("r1c2", 3, 4)}
    scene = Scene(OPEN, Step(because={**sets, "cause": at("r9c9", 1)}))

    def letters(name: str) -> list[str]:
        texts = (s.text for s in shapes_in(name, scene) if isinstance(s, Text))
        return [text for text in texts if text.isalpha()]

    assert [letters(name) for name in ("r1c1", "r1c2", "r9c9")] == [["A"], ["A", "B"], []]
    assert words_of(parts_of(scene), "legend") == ["cause", "als A", "als B"]
    hidden = replace(scene, stage="where")
    assert not any(s.text == "A" for s in shapes_in("r1c1", hidden) if isinstance(s, Text))


def test_the_many_houses_of_a_chain_are_not_drawn() -> None:
    few, many = (Step(because=at("r1c1", 1, 2), houses=NINE.rows[:n]) for n in (3, 4))
    assert len(parts_of(Scene(OPEN, few))["houses"]) == 3
    assert parts_of(Scene(OPEN, many))["houses"] == ()
    (hinted,) = parts_of(Scene(OPEN, many, stage="where"))["houses"]
    assert extent(hinted)[1] == pytest.approx(frame_of(NINE, *SIZE).board.y)  # as a hint says


def test_where_to_look_for_a_chain_of_one_digit_shows_no_house() -> None:
    step = Step(because=at("r1c1", 1), houses=NINE.rows[:4])
    scene = Scene(Grid.parse("5".ljust(81, ".")), step, stage="where")
    assert parts_of(scene)["houses"] == ()
    (digit,) = (s for s in shapes_in("r1c1", scene) if isinstance(s, Text))
    assert digit.colour == LIGHT.given


@pytest.mark.parametrize(
    "roles",
    [
        ("cause", "fin", "endofin"),
        ("cause", "colour 1", "colour 2", "colour 3", "colour 4"),
        ("pivot", "pincer", "link"),
        ("corner", "extra", "subset"),
        ("crossing", "line set", "box set"),
        ("als A", "als B", "als C", "als D", "als F"),
        ("als A", "als B", "als C", "als D", "als E"),
        ("stem", "als A", "als C", "als D", "als E"),
    ],
)
def test_roles_of_one_technique_differ_in_colour_and_in_shape(roles: tuple[str, ...]) -> None:
    looks, forms = zip(*(STYLES[role] for role in roles))
    assert len({*looks}) == len({*forms}) == len(roles)


def test_the_digit_of_a_marked_candidate_is_above_the_line_through_it() -> None:
    step = Step(eliminations=at("r1c1", 5), because={"corner": at("r1c1", 5)})
    kinds = [type(s) for s in shapes_in("r1c1", Scene(OPEN, step))]
    at_mark = kinds[kinds.index(Polygon) :]
    assert at_mark[:4] == [Polygon, Line, Line, Text]


@pytest.mark.parametrize("is_in_branches", [False, True])
def test_other_roles_take_what_the_known_ones_leave_over(is_in_branches: bool) -> None:
    own: list[dict[str, list[Candidate]]] = [{"mine": at("r1c1", 1)}, {"yours": at("r1c1", 1)}]
    because: dict[str, list[Candidate]] = {"fin": [], **({} if is_in_branches else own[0] | own[1])}
    branches = [Branch("one", each) for each in own] if is_in_branches else []
    styles = styles_of(Step(because=because, branches=branches))
    looks, forms = zip(*styles.values())
    assert [*styles] == ["fin", "mine", "yours"]
    assert len({*looks}) == len({*forms}) == 3


def test_a_candidate_and_a_digit_with_two_roles_are_drawn_with_both() -> None:
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
    on_digit = shapes_in("r1c1", Scene(Grid.parse("5".ljust(81, ".")), step))
    rings = [s.outline for s in on_digit if isinstance(s, (Disc, Polygon))]
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
    words = words_of(parts_of(Scene(OPEN, FISH)), "legend")
    assert words == ["cause", "eliminated", "base", "cover"]


def test_where_shows_the_base_of_a_fish_and_not_its_cover() -> None:
    shapes = parts_of(Scene(OPEN, FISH, stage="where"))["houses"]
    assert [type(shape) for shape in shapes] == [Polygon, Polygon]
    assert len(parts_of(Scene(OPEN, FISH, stage="what"))["houses"]) == 4


NET = Step(
    eliminations=at("r9c9", 1),
    because=at("r1c1", 1, 2),
    branches=[
        Branch("if r1c1 is 1", {"on": at("r1c1", 1)}, [(at("r1c1", 1), at("r1c9", 1), False)]),
        Branch("if r1c1 is 2", {"on": at("r1c1", 2), "off": at("r9c1", 2)}),
    ],
    reason="Both cases remove 1 from r9c9",
)
NET_EVENT = Stepped(7, Author("net", "Forcing Net"), NET, OPEN.apply(NET))


def test_the_branches_of_a_step_are_shown_one_after_another_before_their_conclusion() -> None:
    scenes = [*scenes_of([Started(OPEN), NET_EVENT])][1:]
    assert [scene.branch for scene in scenes] == [0, 1, None]
    assert {scene.title for scene in scenes} == {"7. Forcing Net"}
    assert [scene.reason for scene in scenes] == [
        "Case 1 of 2: if r1c1 is 1.",
        "Case 2 of 2: if r1c1 is 2.",
        "Both cases remove 1 from r9c9.",
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


def test_a_step_of_branches_alone_ends_with_the_beginnings_of_all_of_them() -> None:
    (scene,) = [*scenes_of([Started(OPEN), NET_EVENT._replace(step=NET.replace(because=()))])][3:]
    assert {*marking_of(scene).roles} == {*at("r1c1", 1, 2)}


def test_the_links_of_a_single_branch_stay_with_the_conclusion() -> None:
    alone = NET.replace(branches=NET.branches[:1], because=())
    assert len(marking_of(Scene(OPEN, alone)).links) == 1
    assert len(marking_of(Scene(OPEN, alone, stage="what")).links) == 0


def test_the_legend_lists_what_is_on_the_picture_and_nothing_else() -> None:
    assert words_of(parts_of(PAIR_SCENE), "legend") == ["cause", "eliminated", "house"]
    assert words_of(parts_of(Scene(OPEN)), "legend") == []
    why = replace(PAIR_SCENE, stage="why")
    assert words_of(parts_of(why), "legend") == ["cause", "house"]
    assert words_of(parts_of(EVERYTHING), "legend") == [
        *("cause", "fin", "colour 1", "eliminated", "placed", "house", "not true"),
        *("wrong", "tried", "moved", "strong link", "weak link", "start"),
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


@pytest.mark.parametrize("size", ["4x4", "6x6", "9x9", "16x16", "25x25"])
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_candidates_and_their_marks_are_clear_of_the_frames_of_their_cell(
    theme: Theme, size: str
) -> None:
    layout = Layout.named(size)
    every = [Candidate(0, digit) for digit in layout.digits]
    step = Step(eliminations=[Candidate(1, 1)], because=every, houses=[layout.rows[0]])
    scene = Scene(Grid(layout, [0] * len(layout.cells)), step, selected=1)
    (shapes,) = (part.shapes for part in picture(scene, theme, 1600, 2000) if part.name == "cell 0")
    frames = [shape for shape in shapes if isinstance(shape, Rect) and shape.outline]
    left = max(frame.x + frame.line / 2 for frame in frames)
    top = max(frame.y + frame.line / 2 for frame in frames)
    discs = [shape for shape in shapes if isinstance(shape, Disc)]
    assert (len(frames), len(discs)) == (2, layout.n)
    assert min(disc.x - disc.radius for disc in discs) >= left
    assert min(disc.y - disc.radius for disc in discs) >= top
