"""Pictures as PNG and GIF, and what is said without the library that makes them."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import chain, cycle
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine import Candidate, Grid, Step
from sudoku_engine.api.events import Author, Ended, Event, Started, Stepped, TakenBack, Tried
from sudoku_engine.errors import UsageError
from sudoku_frontends.pictures.image_files import kind_of, write_picture
from sudoku_frontends.pictures.raster import gif, png
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.shapes import Disc, Line, Part, Polygon, Rect, Shape, Text
from sudoku_frontends.pictures.themes import THEMES
from tests.support.pictures import write_film

WHITE = Rect(0, 0, 100, 60, "#ffffff")
LIGHT = THEMES["light"]


@pytest.fixture
def pillow() -> Any:
    return pytest.importorskip("PIL.Image", reason="PNG and GIF are made by Pillow")


def drawn(pillow: Any, *shapes: Shape) -> Any:
    """The image of a part of these shapes on white."""
    part = Part("ground", (WHITE, *shapes))
    return pillow.open(BytesIO(png([part], 100, 60))).convert("RGB")


def test_a_png_has_the_size_that_was_asked_for(pillow: Any) -> None:
    assert drawn(pillow).size == (100, 60)


def test_shapes_are_painted_in_their_colours_where_they_are(pillow: Any) -> None:
    image = drawn(
        pillow,
        Rect(10, 10, 20, 20, "#0072b2"),
        Disc(60, 30, 10, "", "#d55e00", 4),
        Polygon(((80, 10), (99, 10), (99, 40)), "#009e73"),
        Line(((0, 50), (100, 50)), "#000000", 4),
    )
    assert image.getpixel((20, 20)) == (0x00, 0x72, 0xB2)
    assert image.getpixel((60, 30)) == (255, 255, 255)
    assert image.getpixel((70, 30)) == (0xD5, 0x5E, 0x00)
    assert image.getpixel((95, 15)) == (0x00, 0x9E, 0x73)
    assert image.getpixel((50, 50)) == (0, 0, 0)
    assert image.getpixel((50, 44)) == (255, 255, 255)


def test_edges_are_smooth(pillow: Any) -> None:
    image = drawn(pillow, Disc(50, 30, 20, "#000000"))
    greys = {colour for _, colour in image.getcolors(10_000)} - {(0, 0, 0), (255, 255, 255)}
    assert len(greys) > 3


def test_a_dashed_line_has_gaps(pillow: Any) -> None:
    image = drawn(pillow, Line(((0, 30), (50, 30), (100, 30)), "#000000", 4, dashed=True))
    row = [image.getpixel((x, 30))[0] < 128 for x in range(100)]
    starts = sum(now and not before for before, now in zip([False, *row], row))
    assert starts > 3
    assert 0.4 < sum(row) / 100 < 0.9


def test_text_stands_about_its_middle(pillow: Any) -> None:
    image = drawn(pillow, Text(50, 30, "8", 40, "#000000"))
    dark = [(x, y) for x in range(100) for y in range(60) if image.getpixel((x, y))[0] < 128]
    xs, ys = zip(*dark)
    assert abs((min(xs) + max(xs)) / 2 - 50) < 2
    assert abs((min(ys) + max(ys)) / 2 - 30) < 2
    assert 24 < max(ys) - min(ys) < 34


def test_a_gif_shows_a_picture_after_the_other_the_last_for_longer(pillow: Any) -> None:
    colours = ("#ff0000", "#00ff00", "#0000ff")
    pictures = [(Part("ground", (Rect(0, 0, 20, 20, colour),)),) for colour in colours]
    film = pillow.open(BytesIO(gif(pictures, 20, 20, seconds=0.5, last=2)))
    assert film.n_frames == 3
    seen = []
    for number in range(3):
        film.seek(number)
        seen.append((film.convert("RGB").getpixel((5, 5)), film.info["duration"]))
    assert seen == [((255, 0, 0), 500), ((0, 255, 0), 500), ((0, 0, 255), 2000)]


def short_run() -> list[Event]:
    start = Grid.parse("12.. 34.. .... ....")
    step = Step(placements=[Candidate(2, 3)], because=[Candidate(2, 3)])
    after = start.apply(step)
    return [
        Started(start),
        Stepped(1, Author("naked_single", "Naked Single"), step, after),
        Ended("stopped", "strategies", after, 1, {}, 0.0),
    ]


def test_a_run_becomes_a_gif_with_a_picture_an_event(pillow: Any, tmp_path: Path) -> None:
    path = tmp_path / "run.gif"
    write_film(short_run(), path)
    film = pillow.open(path)
    assert (film.n_frames, film.size) == (3, (200, 250))


def test_a_search_without_end_is_no_film(tmp_path: Path) -> None:
    start = Grid.parse("12.. 34.. .... ....")
    path = tmp_path / "run.gif"
    endless: Iterator[Event] = chain([Started(start)], cycle([Tried(2, 3), TakenBack(2)]))
    with pytest.raises(UsageError, match=r"run\.gif: more than 600 pictures are too many"):
        write_film(endless, path)
    assert not path.exists()


def test_a_board_becomes_a_png(pillow: Any, tmp_path: Path) -> None:
    path = tmp_path / "board.PNG"
    write_picture(Scene(Grid.parse("12.. 34.. .... ....")), LIGHT, (200, 250), str(path))
    assert pillow.open(path).size == (200, 250)


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("a.pgn", "a.pgn: unknown kind of image .pgn: did you mean .png?"),
        ("a.jpeg", "a.jpeg: unknown kind of image .jpeg: the name must end in .svg or .png"),
        (
            "picture",
            "picture: its name does not say which kind of image: the name must end in .svg or .png",
        ),
    ],
)
def test_an_unknown_end_of_a_name_is_told_with_the_mend(path: str, why: str) -> None:
    with pytest.raises(UsageError) as told:
        kind_of(path, ("svg", "png"))
    assert str(told.value) == why
