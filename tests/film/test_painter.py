"""A board on a page has the shapes that every other picture of it has."""

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from sudoku_frontends.pictures.shapes import Part, Shape
from sudoku_frontends.pictures.svg import svg
from sudoku_frontends.pictures.themes import THEMES
from tests.support.browser import Browser
from tests.support.played_films import Puzzle
from tests.support.replays import document, opened


@pytest.mark.parametrize(
    "theme",
    [
        pytest.param(name, marks=[] if name == "projector" else pytest.mark.thorough)
        for name in THEMES
    ],
)
def test_the_board_is_painted_as_everywhere(browser: Browser, tmp_path: Path, theme: str) -> None:
    film = opened(browser, tmp_path / "replay.html", document(theme=theme))
    film.press("p", "right", "right", "right")
    puzzle = Puzzle.of(document(), 1)
    shown = next(view for view in puzzle.views() if view.moment["kind"] == "refused")

    assert_painted(film, puzzle, puzzle.picture(shown.parts, theme))
    film.press("c")
    assert_painted(film, puzzle, puzzle.picture(shown.parts, theme, has_candidates=False))


def assert_painted(film: Browser, puzzle: Puzzle, right: dict[str, list[Shape]]) -> None:
    """Assert that the picture on the page has the elements that our other SVGs have."""
    written = svg([Part(name, tuple(shapes)) for name, shapes in right.items()], 900, 900)
    groups = ET.fromstring(written).findall("{*}g")
    expected = {
        group.attrib["id"]: [looks(e.tag, e.attrib, e.text) for e in group] for group in groups
    }
    names = [name.replace(" ", "-") for name, _, _ in puzzle.boards["places"]]
    places = [(x, y) for _, x, y in puzzle.boards["places"]]
    found = {
        name: [looks(tag, moved(attributes, *place), text) for tag, text, attributes in elements]
        for name, place, (_, elements) in zip(names, places, painted(film), strict=True)
        if elements
    }
    assert found.keys() == expected.keys()
    for name in expected:
        assert found[name] == expected[name], name


def looks(tag: str, attributes: dict[str, str], text: str | None) -> tuple[Any, ...]:
    """An element without what does not matter: name spaces, and the last digits of numbers."""
    numbers = {
        name: [round(float(number)) for number in value.replace(",", " ").split()]
        for name, value in attributes.items()
        if value[0] in "0123456789-"
    }
    words = {name: value for name, value in attributes.items() if name not in numbers}
    return tag.rpartition("}")[2], text or "", sorted(words.items()), sorted(numbers.items())


def moved(attributes: dict[str, str], x: float, y: float) -> dict[str, str]:
    """The attributes of an element that is moved by (`x`, `y`)."""
    by = {"x": x, "cx": x, "y": y, "cy": y}
    return {
        name: f"{float(value) + by[name]:.2f}" if name in by else value
        for name, value in attributes.items()
    } | (
        {
            "points": " ".join(
                f"{float(px) + x:.2f},{float(py) + y:.2f}"
                for px, py in (pair.split(",") for pair in attributes["points"].split())
            )
        }
        if "points" in attributes
        else {}
    )


def painted(film: Browser) -> dict[str, list[tuple[str, dict[str, str]]]]:
    """What is in the picture of the board: by place, the elements with their attributes."""
    groups = film.script(
        """return Array.from(document.querySelectorAll("#board > g:not(.lights, .edge)"), (g) => [
          g.getAttribute("transform") || "",
          Array.from(g.children, (e) => [e.tagName, e.textContent, Object.fromEntries(
            Array.from(e.attributes, ({ name, value }) => [name, value]))]),
        ])"""
    )
    return [(place, [(tag, text, looks) for tag, text, looks in each]) for place, each in groups]
