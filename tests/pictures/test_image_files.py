"""Runs shown elsewhere than as text: filmed into files, and by front ends that cannot open."""

from __future__ import annotations

import re
import sys
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from sudoku_engine import Branch, Grid, Layout, Step
from sudoku_engine.api.events import Author, Event, Started, Stepped
from sudoku_frontends.pictures import raster
from sudoku_frontends.pictures.svg import svg_strip
from tests.support.pictures import at, write_film

EASY = "......4....4...9.1.....2678.8...653.496.5381..3.....9..1..38.....84...6.24.7.1.8."
"""A puzzle with 49 open cells, of which every step of the easy strategies fills one."""


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)


def test_a_run_is_filmed_into_a_strip_with_a_picture_for_each_event(run: Any) -> None:
    told = run("solve", EASY, "-o", "steps.svg")

    groups = [group.get("id", "") for group in ElementTree.parse("steps.svg").iter()]
    pictures = [name for name in groups if re.fullmatch("frame-[0-9]+-ground", name)]
    assert told.status == 0
    assert "Solved" in told.out
    assert len(pictures) == 1 + EASY.count(".") + 1  # the start, the steps, the end


def test_a_film_shows_one_puzzle(run: Any, tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_text(f"{EASY}\n{EASY}\n", encoding="ascii")

    told = run("solve", "-q", "two.txt", "-o", "run.gif")

    assert told.status == 2
    assert told.err == "run.gif: a film shows only one puzzle: name it by its line, two.txt:1\n"
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


@pytest.mark.parametrize(
    ("option", "text", "why"),
    [
        ("--theme", "drak", "unknown theme 'drak': did you mean 'dark'?"),
        (
            "--delay",
            "1",
            "run.svg: a sheet of pictures has no --delay: leave it out, or write a .gif",
        ),
        (
            "--size",
            "3",
            "sudoku-engine solve: invalid value for '--size': '3' is not WIDTHxHEIGHT in pixels, "
            "such as 640x800 (see sudoku-engine solve --help)",
        ),
    ],
)
def test_wrong_looks_of_a_film_are_told(run: Any, option: str, text: str, why: str) -> None:
    told = run("solve", EASY, "-o", "run.svg", option, text)

    assert (told.status, told.err) == (2, f"{why}\n")


def test_a_window_asked_for_by_name_where_there_is_none_is_an_error(run: Any) -> None:
    told = run("solve", EASY, "--frontend", "turtle")

    assert told.status == 2
    assert told.out == ""
    assert told.err.startswith("no window: there is no display")
    assert told.err.count("\n") == 1


def test_puzzles_written_out_have_no_line_to_name(run: Any) -> None:
    told = run("solve", "-q", EASY, EASY, "-o", "run.gif")

    assert (told.status, told.err) == (2, "run.gif: a film shows only one puzzle\n")


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
def test_wrong_looks_of_a_window_are_told(run: Any, arguments: tuple[str, ...], why: str) -> None:
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


def test_a_delay_is_that_of_the_pictures_of_a_film(run: Any, tmp_path: Path) -> None:
    pillow = pytest.importorskip("PIL.Image")
    call = ["solve", "123.3412214.4321", "-o", "run.gif", "--size", "100x100", "--delay"]

    assert run(*call, "0.2").status == 0
    assert pillow.open(tmp_path / "run.gif").info["duration"] == 200
    assert run(*call, "x").err == "--delay: 'x' is not a valid number\n"
    assert run(*call, "0").err == "--delay: 0.0 is not in the range 0.02 to 60\n"


def test_a_png_is_a_sheet_of_the_steps(run: Any, tmp_path: Path) -> None:
    pillow = pytest.importorskip("PIL.Image")
    assert run("solve", "123.3412214.4321", "-o", "run.png", "--size", "100x120").status == 0
    assert pillow.open(tmp_path / "run.png").size == (300, 240)


@pytest.mark.parametrize("count", [1, 2, 5, 24, 60, 122])
def test_a_sheet_of_many_pictures_is_neither_a_strip_nor_a_tower(count: int) -> None:
    pillow = pytest.importorskip("PIL.Image")
    wide, high = pillow.open(BytesIO(raster.png_sheet([()] * count, 64, 80))).size
    assert 0.75 <= wide / high <= 2
    assert f'viewBox="0 0 {wide} {high}"' in svg_strip([()] * count, 64, 80)


def test_a_sheet_that_would_be_too_large_has_smaller_pictures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pillow = pytest.importorskip("PIL.Image")
    monkeypatch.setattr(raster, "MOST_PIXELS", 15_000)
    image = pillow.open(BytesIO(raster.png_sheet([()] * 5, 100, 100)))
    assert image.size == (150, 100)
