"""Pictures of boards, taken apart."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from sudoku_engine import Candidate, Event, Grid, Layout, Run, Step
from sudoku_frontends.pictures.board_picture import picture
from sudoku_frontends.pictures.image_files import FilmRecorder
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.shapes import Disc, Line, Point, Rect, Shape, Text
from sudoku_frontends.pictures.text_metrics import text_width
from sudoku_frontends.pictures.themes import THEMES, Look, Theme

LIGHT = THEMES["light"]
SIZE = (640, 800)
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


def words_of(parts: dict[str, tuple[Shape, ...]], name: str) -> list[str]:
    return [shape.text for shape in parts[name] if isinstance(shape, Text)]


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


def looks(theme: Theme) -> dict[str, Look]:
    named = {"eliminated": theme.eliminated, "placing": theme.placing, "house": theme.house}
    more = {"cause": theme.cause, "wrong": theme.wrong, "moved": theme.moved}
    return {**named, **more, **{f"role {i}": look for i, look in enumerate(theme.roles)}}


def write_film(events: Iterable[Event], path: Path, size: str = "200x250") -> None:
    run = Run(OPEN, iter(events))
    film = FilmRecorder(str(path), {"size": size})
    for event in run:
        film.event(run, event)
    film.write()
