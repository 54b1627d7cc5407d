"""A board as a picture: where things are, on boards of every kind."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from sudoku_engine import Candidate, Grid, Layout, Step
from sudoku_frontends.pictures.board_picture import picture
from sudoku_frontends.pictures.page_geometry import cell_at, frame_of, note_at
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.shapes import Line, Text
from sudoku_frontends.pictures.themes import THEMES, Theme
from tests.support.pictures import (
    EVERYTHING,
    JIGSAW,
    LIGHT,
    NINE,
    OPEN,
    PAIR_SCENE,
    SIZE,
    cell,
    extent,
    parts_of,
)
from tests.support.samples import thorough

SIZES = [(640, 800), (400, 500), (1280, 720), (1000, 1000), (320, 900), (900, 300), (150, 150)]
LAYOUTS = [
    Layout.named("4x4"),
    Layout.named("6x6"),
    Layout.named("9x9+diagonals"),
    Layout.named("12x12"),
    Layout.named("16x16"),
    Layout.named("25x25"),
    JIGSAW,
]


def all_words(scene: Scene) -> str:
    shapes = [shape for shapes in parts_of(scene).values() for shape in shapes]
    return " ".join(shape.text for shape in shapes if isinstance(shape, Text))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_the_centre_of_a_cell_is_in_the_cell(layout: Layout, size: tuple[int, int]) -> None:
    frame = frame_of(layout, *size)
    for number in layout.cells:
        assert cell_at(frame, *frame.centre(number)) == number
    x, y, side, _ = frame.board
    assert cell_at(frame, x - 1, y + 1) is None
    assert cell_at(frame, x + 1, y + side + 1) is None


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_the_place_of_a_candidate_tells_the_candidate(layout: Layout) -> None:
    frame = frame_of(layout, *SIZE)
    for digit in layout.digits:
        assert note_at(frame, *frame.note(layout.n + 1, digit)) == digit
    assert note_at(frame, 0, 0) is None


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
@pytest.mark.parametrize(
    "layout", [thorough(each) if each.n > 16 else each for each in LAYOUTS], ids=str
)
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
    names = [*(f"cell {number}" for number in range(81)), "houses", "draft signs", "links"]
    words = ["edge", "title", "notation", "progress", "legend", "status", "list", "pad", "help"]
    for scene in (Scene(OPEN), EVERYTHING, replace(EVERYTHING, has_words=False)):
        assert list(parts_of(scene)) == ["ground", "labels", "draft", *names, *words]


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


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("count", [1, 25, 80, 150])
def test_help_is_within_its_panel_and_its_lines_do_not_overlap(
    count: int, size: tuple[int, int]
) -> None:
    lines = tuple(f"{number}. Unique Rectangle Type 1:  key" for number in range(count))
    panel, *texts = parts_of(Scene(OPEN, help=lines), size=size)["help"]
    assert [text.text for text in texts if isinstance(text, Text)] == [*lines]
    left, top, right, bottom = extent(panel)
    boxes = [extent(text) for text in texts]
    assert all(left < x and top < y and z < right and w < bottom for x, y, z, w in boxes)
    for one, other in combinations(boxes, 2):
        assert one[3] <= other[1] or other[3] <= one[1] or one[2] < other[0] or other[2] < one[0]


def test_many_lines_of_help_are_in_columns() -> None:
    def columns(count: int) -> int:
        texts = parts_of(Scene(OPEN, help=("1. X-Wing",) * count))["help"][1:]
        return len({text.x for text in texts if isinstance(text, Text)})

    assert [columns(count) for count in (20, 60)] == [1, 3]
