"""Where links go: around what they do not concern, and apart from each other."""

from itertools import combinations, pairwise
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku_engine import Candidate, Layout, Link, Step
from sudoku_frontends.pictures.corridors import between, distance_to, length_of, round_off
from sudoku_frontends.pictures.link_ways import CLEARANCE, Seen, Ways, link_ways
from sudoku_frontends.pictures.page_geometry import frame_of, note_place, note_room
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.shapes import Line, Point
from tests.support.pictures import LIGHT, NINE, OPEN, at, cell, parts_of

LAYOUTS = {name: Layout.named(name) for name in ("4x4", "6x6", "9x9", "16x16")}


def seen_on(layout: Layout, notes: dict[int, int] | None = None, digits: int = 0) -> Seen:
    """A board with these candidates by cell; `digits`: the mask of the cells with a digit 1."""
    known = notes or {}
    cells = range(layout.n**2)
    return Seen(
        layout,
        tuple(digits >> cell & 1 for cell in cells),
        tuple(known.get(cell, 0) for cell in cells),
        frozenset(),
    )


def everything(layout: Layout) -> Seen:
    return seen_on(layout, dict.fromkeys(range(layout.n**2), 2**layout.n - 1))


def link(one: list[Candidate], other: list[Candidate], strong: bool = True) -> Link:
    return Link(tuple(one), tuple(other), strong)


def gap(candidate: Candidate, way: tuple[Point, ...], layout: Layout) -> float:
    """The distance of a candidate from a way, in rooms of candidates."""
    row, column = divmod(candidate.cell, layout.n)
    x, y = note_place(layout.n, candidate.digit)
    return gap_between((column + x, row + y), way) / note_room(layout.n)


def gap_between(point: Point, way: tuple[Point, ...]) -> float:
    return min(distance_to(point, *ends) for ends in pairwise(way))


def nearest_other(seen: Seen, way: tuple[Point, ...], own: set[Candidate]) -> float:
    """The least distance of a way from a candidate on the board that is not its `own`."""
    layout = seen.layout
    return min(
        (
            gap(Candidate(cell, digit), way, layout)
            for cell, notes in enumerate(seen.notes)
            for digit in layout.digits
            if notes >> digit - 1 & 1 and (cell, digit) not in own
        ),
        default=9.0,
    )


@st.composite
def chains(draw: st.DrawFn) -> tuple[Seen, tuple[Link, ...]]:
    """A chain of random candidates on a board with random candidates."""
    layout = LAYOUTS[draw(st.sampled_from([*LAYOUTS]))]
    random = draw(st.randoms(use_true_random=False))
    notes = {cell: random.getrandbits(layout.n) for cell in range(layout.n**2)}
    nodes = [
        Candidate(random.randrange(layout.n**2), random.randint(1, layout.n)) for _ in range(5)
    ]
    for number, digit in nodes:
        notes[number] |= 1 << digit - 1
    pairs = [pair for pair in pairwise(nodes) if pair[0] != pair[1]]
    seen = seen_on(layout, notes)._replace(marked=frozenset(draw(st.sampled_from([[], nodes]))))
    return seen, tuple(link([one], [other]) for one, other in pairs)


@settings(max_examples=3, deadline=None)
@given(chains())
def test_no_link_comes_near_to_a_candidate_that_it_does_not_concern(
    chain: tuple[Seen, tuple[Link, ...]],
) -> None:
    seen, links = chain
    for (start, end, _), way in link_ways(links, seen).arrows:
        assert nearest_other(seen, way, {*start, *end}) > CLEARANCE - 1e-3
        assert all(0 <= x <= seen.layout.n and 0 <= y <= seen.layout.n for x, y in way)
        assert length_of(way) > 0.8 * note_room(seen.layout.n)


def test_a_link_in_a_cell_full_of_candidates_covers_none_of_them() -> None:
    seen = everything(NINE)
    for one, other in combinations(range(1, 10), 2):
        ends = at("r5c5", one), at("r5c5", other)
        ((_, way),) = link_ways((link(*ends),), seen).arrows
        assert nearest_other(seen, way, set()) > CLEARANCE - 1e-3, (one, other)


def test_a_link_goes_round_the_digits_of_the_board() -> None:
    # Row 5 is full but for its ends.
    digits = sum(1 << cell(f"r5c{column}") for column in range(2, 9))
    seen = seen_on(NINE, digits=digits)
    ((_, way),) = link_ways((link(at("r5c1", 5), at("r5c9", 5)),), seen).arrows
    for column in range(2, 9):
        assert gap_between((column - 0.5, 4.5), way) > 0.29


def test_with_nothing_in_its_way_a_link_is_a_gentle_bow() -> None:
    ((_, way),) = link_ways((link(at("r2c2", 5), at("r2c8", 5)),), seen_on(NINE)).arrows
    assert length_of(way) < 1.05 * dist(way[0], way[-1])
    assert {x for x, _ in way} == {*sorted(x for x, _ in way)}
    assert 0.1 < max(abs(y - 1.5) for _, y in way) < 0.9


def test_links_between_the_same_places_do_not_lie_on_each_other() -> None:
    for one, other in [("r1c1", "r1c9"), ("r3c3", "r9c3"), ("r2c2", "r8c7")]:
        for seen in (seen_on(NINE), everything(NINE)):
            there, back = at(one, 5), at(other, 5)
            ways = link_ways((link(there, back), link(back, there, False)), seen)
            first, second = (way for _, way in ways.arrows)
            assert gap_between(second[len(second) // 2], first) > 0.1
            shared = [p for p in second if gap_between(p, first) < 0.06]
            assert len(shared) < 0.35 * len(second)


def test_a_group_is_held_together_by_ties_along_its_shortest_tree() -> None:
    group = [*at("r1c1", 4), *at("r1c2", 4), *at("r1c3", 4)]
    seen = everything(NINE)
    found = link_ways((link(group, at("r1c8", 4)), link(at("r7c1", 4), group)), seen)
    assert len(found.arrows) == 2
    assert len(found.ties) == 2  # the group of both links has its ties once
    for (_, tie), pair in zip(found.ties, pairwise(group)):
        assert nearest_other(seen, tie, {*pair}) > CLEARANCE - 1e-3


def test_ways_depend_on_nothing_but_the_board_and_the_links() -> None:
    links = tuple(
        link(at(f"r{one}c{other}", 5), at(f"r{other}c{one}", 5))
        for one, other in combinations((1, 4, 5, 9), 2)
    )
    found: list[Ways] = []
    for _ in range(2):
        link_ways.cache_clear()
        found.append(link_ways(links, everything(NINE)))
    assert found[0] == found[1]


@pytest.mark.parametrize("size", [(320, 400), (1280, 720)])
def test_a_way_is_the_same_in_every_size(size: tuple[int, int]) -> None:
    step = Step(links=[(at("r1c1", 5), at("r6c8", 5), True)])
    frame = frame_of(NINE, *size)
    (shaft,) = (
        s
        for s in parts_of(Scene(OPEN, step), LIGHT, size)["links"]
        if isinstance(s, Line) and s.colour == LIGHT.link
    )
    seen = everything(NINE)
    ((_, way),) = link_ways((link(at("r1c1", 5), at("r6c8", 5)),), seen).arrows
    x, y = shaft.points[0]
    first = (x - frame.board.x) / frame.cell, (y - frame.board.y) / frame.cell
    assert first == pytest.approx(way[0])


def test_a_link_ends_at_the_ring_of_a_digit_on_the_board() -> None:
    seen = seen_on(NINE, digits=1 << cell("r5c5"))._replace(marked=frozenset(at("r5c5", 1)))
    ((_, way),) = link_ways((link(at("r5c1", 1), at("r5c5", 1)),), seen).arrows
    assert 0.4 < dist(way[-1], (4.5, 4.5)) < 0.46


def test_links_of_what_does_not_exist_have_no_way() -> None:
    links = (link([Candidate(99, 1)], at("r1c1", 1)), link(at("r1c1", 1), at("r1c1", 1)))
    assert link_ways(links, seen_on(NINE)) == Ways((), ())


def test_a_corner_is_rounded_as_far_as_is_clear() -> None:
    corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)]
    wide = round_off(corners, lambda points: 0.0)
    narrow = round_off(
        corners, lambda points: (len(points) > 3) * dist(points[0], (4.0, 0.0)) > 0.4
    )
    assert round_off(corners, lambda points: 1.0 * (len(points) > 3)) == corners
    gaps = [min(dist(p, (4.0, 0.0)) for p in points) for points in (wide, narrow)]
    assert gaps[0] > 0.5 > 0.15 > gaps[1] > 0.05


def test_of_a_line_shorter_than_its_ends_nothing_is_left() -> None:
    assert between([(0, 0), (1, 0)], 0.25, 0.25) == [
        pytest.approx((0.25, 0), abs=0.02),
        pytest.approx((0.75, 0), abs=0.02),
    ]
    assert between([(0, 0), (1, 0)], 1.5, 0.2) == []


def test_no_band_holds_what_is_far_apart_or_of_several_digits() -> None:
    far = [*at("r1c1", 5), *at("r1c9", 5)]
    mixed = [*at("r5c5", 1), *at("r5c5", 2)]
    found = link_ways((link(far, at("r9c1", 5)), link(mixed, at("r5c5", 9))), seen_on(NINE))
    assert (len(found.arrows), found.ties) == (2, ())
