"""Runs and boards in files: films, PNG and GIF, and what is said without what makes them."""

import re
import sys
from collections.abc import Iterator
from io import BytesIO
from itertools import chain, cycle
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from sudoku_engine import Branch, Grid, Layout, Step
from sudoku_engine.api.events import Author, Event, Started, Stepped, TakenBack, Tried
from sudoku_engine.errors import UsageError
from sudoku_frontends.pictures import raster
from sudoku_frontends.pictures.image_files import kind_of, write_picture
from sudoku_frontends.pictures.raster import gif, png
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.shapes import Disc, Line, Part, Polygon, Rect, Shape, Text
from sudoku_frontends.pictures.svg import svg_strip
from sudoku_frontends.pictures.themes import theme_named
from tests.support.pictures import at, write_film

EASY = "......4....4...9.1.....2678.8...653.496.5381..3.....9..1..38.....84...6.24.7.1.8."
"""A puzzle with 49 open cells, of which every step of the easy strategies fills one."""

FILM = ("-o", "run.svg")


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)


@pytest.fixture
def pillow() -> Any:
    return pytest.importorskip("PIL.Image", reason="PNG and GIF are made by Pillow")


def test_a_run_is_filmed_into_a_strip_with_a_picture_for_each_event(run: Any) -> None:
    told = run("solve", EASY, "-o", "steps.svg")

    groups = [group.get("id", "") for group in ElementTree.parse("steps.svg").iter()]
    pictures = [name for name in groups if re.fullmatch("frame-[0-9]+-ground", name)]
    assert told.status == 0
    assert "Solved" in told.out
    assert len(pictures) == 1 + EASY.count(".") + 1  # the start, the steps, the end


@pytest.mark.parametrize(
    ("puzzles", "mend"), [(["two.txt"], ": name it by its line, two.txt:1"), ([EASY, EASY], "")]
)
def test_a_film_shows_one_puzzle(run: Any, tmp_path: Path, puzzles: list[str], mend: str) -> None:
    (tmp_path / "two.txt").write_text(f"{EASY}\n{EASY}\n", encoding="ascii")

    told = run("solve", "-q", *puzzles, "-o", "run.gif")

    assert (told.status, told.err) == (2, f"run.gif: a film shows only one puzzle{mend}\n")
    assert not (tmp_path / "run.gif").exists()


def test_where_a_film_cannot_be_written_is_told_before_it_is_made(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)  # so that making it would be told first

    told = run("solve", "-q", EASY, "-o", "nowhere/run.gif")

    assert told.status == 2
    assert told.err == "nowhere/run.gif: cannot be written: there is no folder 'nowhere'\n"


def test_a_film_of_nothing_is_an_error(run: Any, tmp_path: Path) -> None:
    (tmp_path / "none.txt").write_text("12\n", encoding="ascii")

    told = run("solve", "none.txt", "-o", "run.svg")

    assert told.status == 2
    assert "run.svg: there is no puzzle to film" in told.err


def test_a_window_asked_for_by_name_where_there_is_none_is_an_error(run: Any) -> None:
    told = run("solve", EASY, "--frontend", "turtle")

    assert told.status == 2
    assert told.out == ""
    assert told.err.startswith("no window: there is no display")
    assert told.err.count("\n") == 1


def test_text_goes_on_where_only_the_configuration_wished_for_a_window(
    run: Any, tmp_path: Path
) -> None:
    (tmp_path / "run.yaml").write_text("frontend: turtle\n", encoding="ascii")

    told = run("solve", "-q", "-c", "run.yaml", EASY)

    assert told.status == 0
    assert len(told.out) == 82
    assert told.err.startswith("notice: no window: there is no display")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ((*FILM, "--theme", "drak"), "unknown theme 'drak': did you mean 'dark'?"),
        (
            (*FILM, "--delay", "1"),
            "run.svg: a sheet of pictures has no --delay: leave it out, or write a .gif",
        ),
        (
            (*FILM, "--size", "3"),
            "sudoku-engine solve: invalid value for '--size': '3' is not WIDTHxHEIGHT in pixels, "
            "such as 640x800 (see sudoku-engine solve --help)",
        ),
        (
            ("--theme", "dark"),
            "--theme is for a front end or a film: name one, --frontend turtle or -o steps.gif",
        ),
        (
            ("--frontend", "turtle", "--theme", "drak"),
            "--theme: unknown theme 'drak': did you mean 'dark'?",
        ),
        (("--frontend", "turtel"), "--frontend: unknown frontend 'turtel': did you mean 'turtle'?"),
        (
            ("--frontend", "turtle", "--delay", "soon"),
            "--delay: must be a number, not 'soon'",
        ),
    ],
)
def test_wrong_looks_are_told(run: Any, arguments: tuple[str, ...], why: str) -> None:
    told = run("solve", EASY, *arguments)

    assert (told.status, told.err) == (2, f"{why}\n")


def test_a_film_leaves_out_many_cases_of_a_step_and_all_if_it_would_be_long(tmp_path: Path) -> None:
    small = Grid(Layout.named("4x4"), [0] * 16)
    events: list[Event] = [Started(small)]
    for cases in (2, 6, 7, *[6] * 100):
        branches = [Branch(f"if r1c1 is {n}") for n in range(cases)]
        step = Step(eliminations=at("r1c1", 1), branches=branches)
        events.append(Stepped(1, Author("net", "Net"), step, small))
    path = tmp_path / "film.svg"
    write_film(events[:4], path)
    assert path.read_text(encoding="utf-8").count(">Case ") == 2 + 6
    write_film(events, path)
    assert path.read_text(encoding="utf-8").count(">Case ") == 0


def test_a_delay_is_that_of_the_pictures_of_a_film(run: Any, tmp_path: Path, pillow: Any) -> None:
    call = ["solve", "123.3412214.4321", "-o", "run.gif", "--size", "100x100", "--delay"]

    assert run(*call, "0.2").status == 0
    assert pillow.open(tmp_path / "run.gif").info["duration"] == 200
    assert run(*call, "x").err == "--delay: 'x' is not a valid number\n"
    assert run(*call, "0").err == "--delay: 0.0 is not in the range 0.02 to 60\n"


def test_a_png_is_a_sheet_of_the_steps(run: Any, tmp_path: Path, pillow: Any) -> None:
    assert run("solve", "123.3412214.4321", "-o", "run.png", "--size", "100x120").status == 0
    assert pillow.open(tmp_path / "run.png").size == (300, 240)


@pytest.mark.parametrize("count", [1, 2, 5, 24, 60, 122])
def test_a_sheet_of_many_pictures_is_neither_a_strip_nor_a_tower(count: int, pillow: Any) -> None:
    wide, high = pillow.open(BytesIO(raster.png_sheet([()] * count, 64, 80))).size
    assert 0.75 <= wide / high <= 2
    assert f'viewBox="0 0 {wide} {high}"' in svg_strip([()] * count, 64, 80)


def test_a_sheet_that_would_be_too_large_has_smaller_pictures(
    monkeypatch: pytest.MonkeyPatch, pillow: Any
) -> None:
    monkeypatch.setattr(raster, "MOST_PIXELS", 15_000)
    image = pillow.open(BytesIO(raster.png_sheet([()] * 5, 100, 100)))
    assert image.size == (150, 100)


WHITE = Rect(0, 0, 100, 60, "#ffffff")


def drawn(pillow: Any, *shapes: Shape) -> Any:
    """The image of a part of these shapes on white."""
    part = Part("ground", (WHITE, *shapes))
    return pillow.open(BytesIO(png([part], 100, 60))).convert("RGB")


def test_shapes_are_painted_in_their_colours_where_they_are(pillow: Any) -> None:
    image = drawn(
        pillow,
        Rect(10, 10, 20, 20, "#0072b2"),
        Disc(60, 30, 10, "", "#d55e00", 4),
        Polygon(((80, 10), (99, 10), (99, 40)), "#009e73"),
        Line(((0, 50), (100, 50)), "#000000", 4),
    )
    assert image.size == (100, 60)
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


def test_a_search_without_end_is_no_film(tmp_path: Path) -> None:
    start = Grid.parse("12.. 34.. .... ....")
    path = tmp_path / "run.gif"
    endless: Iterator[Event] = chain([Started(start)], cycle([Tried(2, 3), TakenBack(2)]))
    with pytest.raises(UsageError, match=r"run\.gif: more than 600 pictures are too many"):
        write_film(endless, path)
    assert not path.exists()


def test_a_board_becomes_a_png(pillow: Any, tmp_path: Path) -> None:
    path = tmp_path / "board.PNG"
    write_picture(
        Scene(Grid.parse("12.. 34.. .... ....")), theme_named("light"), (200, 250), str(path)
    )
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
