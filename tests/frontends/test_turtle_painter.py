"""Pictures painted by turtles, on a canvas that records what is drawn."""

from collections.abc import Callable, Iterator
from itertools import count, pairwise
from random import Random
from typing import Any

import pytest

from sudoku_engine import Candidate, Grid, Step
from sudoku_frontends.pictures.board_picture import picture
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.shapes import Disc, Line, Part, Polygon, Rect, Shape, Text
from sudoku_frontends.pictures.themes import theme_named

pytest.importorskip("tkinter", reason="turtles draw with tkinter, which this Python has not")

from sudoku_frontends.turtle_window.picture_painter import LayeredScreen, PicturePainter

RED, BLUE = "#ff0000", "#0000ff"

Item = dict[str, Any]


class RecordingCanvas:
    """Replaces Tk's canvas, and needs no display.

    `items` by number; `heights`: their numbers from back to front.
    """

    def __init__(self) -> None:
        self.items: dict[int, Item] = {}
        self.heights: list[int] = []
        self.numbers = count(1)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if not name.startswith("create_"):
            raise AttributeError(name)
        return lambda *points, **options: self._create(
            name.removeprefix("create_"), points, options
        )

    def _create(self, kind: str, points: tuple[Any, ...], options: Item) -> int:
        number = next(self.numbers)
        self.items[number] = {"kind": kind, "points": points, **options}
        self.heights.append(number)
        return number

    def delete(self, *items: Any) -> None:
        for number in list(self.items) if "all" in items else items:
            del self.items[number]
            self.heights.remove(number)

    def tag_raise(self, item: int, above: int) -> None:
        self.heights.remove(item)
        self.heights.insert(self.heights.index(above) + 1, item)

    def config(self, **options: Any) -> None:
        pass

    def bind(self, *anything: Any) -> None:
        pass

    def unbind(self, *anything: Any) -> None:
        pass

    def cget(self, option: str) -> int:
        return 100

    def winfo_rgb(self, colour: str) -> tuple[int, int, int]:
        return (0, 0, 0)

    def seen(self) -> list[tuple[str, tuple[float, ...], dict[str, Any]]]:
        """What there is to see, from back to front."""
        return [
            (
                item["kind"],
                tuple(item["points"]),
                {
                    name: item[name]
                    for name in ("fill", "width", "text", "font", "anchor")
                    if item.get(name)
                },
            )
            for item in map(self.items.__getitem__, self.heights)
            if item.get("fill") and any(item["points"])
        ]


class PlainScreen(LayeredScreen):
    """A screen whose turtles need no image, which only Tk could give."""

    def _blankimage(self) -> None:
        return None


class Studio:
    """A painter with its canvas."""

    def __init__(self) -> None:
        self.canvas = RecordingCanvas()
        self.screen = PlainScreen(self.canvas)  # type: ignore[arg-type]
        self.painter = PicturePainter(self.screen, "Sans")

    def paint(self, *shapes: Shape) -> list[tuple[str, tuple[float, ...], dict[str, Any]]]:
        """What is seen of a part with these shapes."""
        self.painter.paint([Part("a part", shapes)])
        return self.canvas.seen()


@pytest.fixture
def studio() -> Iterator[Studio]:
    studio = Studio()
    yield studio
    studio.screen.close()


RECT, RING = (10, 20, 40, 20, 40, 60, 10, 60), (0, 0, 4, 0, 4, 2, 0, 2, 0, 0, 4, 0)
TRIANGLE = (0, 0, 9, 0, 0, 9)
SHAPES: dict[str, tuple[list[Shape], list[tuple[str, tuple[float, ...], dict[str, Any]]]]] = {
    "a rectangle is filled": ([Rect(10, 20, 30, 40, RED)], [("polygon", RECT, {"fill": RED})]),
    "an outline goes round and covers its first corner": (
        [Rect(0, 0, 4, 2, outline=BLUE, line=3)],
        [("line", RING, {"fill": BLUE, "width": 3})],
    ),
    "an outline is on top of what it surrounds": (
        [Polygon(((0, 0), (9, 0), (0, 9)), RED, BLUE)],
        [
            ("polygon", TRIANGLE, {"fill": RED}),
            ("line", (*TRIANGLE, 0, 0, 9, 0), {"fill": BLUE, "width": 1}),
        ],
    ),
    "a line after an area is on top of it": (
        [Rect(10, 20, 30, 40, RED), Line(((0, 5), (9, 5)), BLUE)],
        [("polygon", RECT, {"fill": RED}), ("line", (0, 5, 9, 5), {"fill": BLUE, "width": 1})],
    ),
    "a disc is an oval about its centre": (
        [Disc(50, 60, 5, RED)],
        [("oval", (45, 55, 55, 65), {"fill": RED})],
    ),
    "what has no colour is not painted": (
        [Rect(0, 0, 9, 9), Disc(5, 5, 3), Polygon(((0, 0), (9, 9), (0, 9)))],
        [],
    ),
}


@pytest.mark.parametrize("what", SHAPES)
def test_shapes_are_items_of_the_canvas(studio: Studio, what: str) -> None:
    shapes, seen = SHAPES[what]
    assert studio.paint(*shapes) == seen


def test_a_ring_has_all_its_points_at_its_radius(studio: Studio) -> None:
    [(kind, points, _)] = studio.paint(Disc(50, 60, 5, outline=RED))
    assert kind == "line"
    distances = [((x - 50) ** 2 + (y - 60) ** 2) ** 0.5 for x, y in zip(points[::2], points[1::2])]
    assert distances == pytest.approx([5] * len(distances))


@pytest.mark.parametrize(("anchor", "side"), [("start", "w"), ("middle", "center"), ("end", "e")])
def test_a_text_has_its_place_and_its_size_in_pixels(
    studio: Studio, anchor: Any, side: str
) -> None:
    font = ("Sans", -12, "bold")
    looks = {"fill": RED, "text": "r1c1", "font": font, "anchor": side}
    seen = studio.paint(Text(30, 40, "r1c1", 12.4, RED, bold=True, anchor=anchor))
    assert seen == [("text", (30, 40), looks)]


CURVE = tuple((float(x), 0.02 * x * x) for x in range(0, 101, 2))


@pytest.mark.parametrize(("line", "least"), [(((0, 0), (100, 0)), 5), (CURVE, 20)])
def test_a_dashed_line_has_gaps_and_ends_where_it_ends(
    studio: Studio, line: tuple[tuple[float, float], ...], least: int
) -> None:
    seen = studio.paint(Line(line, RED, 2, dashed=True))
    ends = [(points[0], points[-2]) for _, points, _ in seen]
    assert least < len(ends) < 40
    assert ends[0][0] == 0
    assert ends[-1][1] <= 100
    assert all(start - end > 0.5 for (_, end), (start, _) in pairwise(ends))


def parts(*colours: str) -> list[Part]:
    return [
        Part(f"part {i}", (Rect(0, 0, 9, 9, colour), Text(5, 5, str(i), 9, colour)))
        for i, colour in enumerate(colours)
    ]


def test_only_parts_that_have_changed_are_redrawn(studio: Studio) -> None:
    assert studio.painter.paint(parts(RED, RED, RED)) == 3
    assert studio.painter.paint(parts(RED, BLUE, RED)) == 1
    assert studio.painter.paint(parts(RED, BLUE, RED)) == 0


@pytest.mark.parametrize("seed", range(20))
def test_a_part_that_was_another_looks_as_if_it_had_always_been_so(
    studio: Studio, seed: int
) -> None:
    kinds: list[Shape] = [
        Rect(0, 0, 9, 9, RED),
        Disc(5, 5, 3, BLUE, RED),
        Line(((0, 5), (9, 5)), BLUE),
        Text(5, 5, "1", 9, RED),
        Text(5, 5, "2", 12, BLUE, bold=True),
        Polygon(((0, 0), (9, 0), (0, 9)), BLUE),
    ]
    draw = Random(seed)
    first, second = (draw.choices(kinds, k=draw.randint(0, 8)) for _ in range(2))
    studio.paint(*first)
    changed = studio.paint(*second)
    fresh = Studio()
    assert changed == fresh.paint(*second)
    fresh.screen.close()


def test_a_redrawn_part_stays_below_the_later_ones_and_gone_ones_leave_nothing(
    studio: Studio,
) -> None:
    def texts() -> list[str]:
        return [options["text"] for kind, _, options in studio.canvas.seen() if kind == "text"]

    for colours in ((RED, RED, RED), (BLUE, RED, RED), (BLUE, BLUE, RED)):
        studio.painter.paint(parts(*colours))
    assert texts() == ["0", "1", "2"]
    studio.painter.paint(parts(RED))
    assert texts() == ["0"]


PUZZLE = """
    ... 7.4 ..5
    .2. .1. .7.
    ... .8. ..2
    .9. ..6 25.
    6.. .7. ..8
    .53 2.. .1.
    4.. .9. ...
    .3. .6. .9.
    2.. 4.7 ...
"""


def naked_pair(grid: Grid) -> Step:
    """1 and 8 in two cells of column 4, and what they eliminate."""
    r4c4, r5c4, r7c4, r8c4 = 30, 39, 57, 66
    return Step(
        eliminations=[Candidate(r5c4, 1), Candidate(r7c4, 1), Candidate(r7c4, 8)],
        because=[Candidate(cell, digit) for cell in (r4c4, r8c4) for digit in (1, 8)],
        houses=[grid.layout.columns[3]],
    )


def shown(scene: Scene) -> tuple[Part, ...]:
    return picture(scene, theme_named("light"), 640, 800)


def test_a_step_is_painted_in_its_colours_and_going_back_takes_all_of_it_away(
    studio: Studio,
) -> None:
    grid = Grid.parse(PUZZLE)
    theme = theme_named("light")
    studio.painter.paint(shown(Scene(grid)))
    before = studio.canvas.seen()
    studio.painter.paint(shown(Scene(grid, naked_pair(grid), title="11. Naked Pair")))
    during = studio.canvas.seen()
    assert "11. Naked Pair" in [options.get("text") for _, _, options in during]
    fills = {options["fill"] for _, _, options in during}
    assert {theme.cause.fill, theme.eliminated.edge, theme.house.edge} <= fills
    studio.painter.paint(shown(Scene(grid)))
    assert studio.canvas.seen() == before


def test_nothing_grows_over_many_frames(studio: Studio) -> None:
    grid = Grid.parse(PUZZLE)
    scenes = [shown(Scene(grid)), shown(Scene(grid, naked_pair(grid), title="11. Naked Pair"))]
    for scene in scenes * 2:
        studio.painter.paint(scene)
    items = len(studio.canvas.items)
    turtles = len(studio.screen.turtles())
    for frame in range(60):
        studio.painter.paint(scenes[frame % 2])
    assert len(studio.canvas.items) == items
    assert len(studio.screen.turtles()) == turtles
