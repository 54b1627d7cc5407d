"""What rooms show before Python is there, worked out when the site is made."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence

from sudoku_engine import Grid, Layout, solve
from sudoku_engine.picture.board_picture import picture
from sudoku_engine.picture.page_geometry import frame_of
from sudoku_engine.picture.scene import Scene
from sudoku_engine.picture.shapes import Part, Rect
from sudoku_engine.picture.svg import svg
from sudoku_engine.picture.themes import THEMES
from sudoku_engine.web.document import film_document

START_PUZZLE = "4....6...36.2....12...4..9...8......62...4..5....6891....9.3................2.3.7"
"""The puzzle of the film on the start page: it needs a hidden pair."""

DOORS: Mapping[str, Sequence[tuple[str, str, str]]] = {
    "I want to solve and learn": (
        ("board.html", "Board", "your puzzle, with hints and reasons"),
        ("learn.html", "Learn", "the course, one step after another"),
        ("practise.html", "Practise", "find a technique where it comes next"),
    ),
    "I teach": (
        ("make.html", "Make", "puzzles by level and technique, and sheets to print"),
        ("techniques/index.html", "Techniques", "each on a page with a film, for the projector"),
        ("write.html", "Write", "exercises that check themselves"),
    ),
    "I write programs": (
        ("write.html", "Write", "a technique in Python, checked and watched at work"),
        ("learn.html#algorithms", "Algorithms", "from backtracking to exact cover"),
        ("practise.html#prove=2", "Prove it", "the fewest truths behind an elimination"),
    ),
}
"""The doors of the start page: for whom, and the rooms behind it: path, name, and what is there."""


def doors() -> Mapping[str, str]:
    """Return the doors of the start page, as HTML."""
    parts = []
    for who, ways in DOORS.items():
        links = "".join(
            f'<li><a href="{path}">{name}</a>: {what}</li>' for path, name, what in ways
        )
        parts.append(f"<section><h2>{html.escape(who)}</h2><ul>{links}</ul></section>")
    return {"doors": "\n".join(parts)}


def start_files() -> Mapping[str, bytes]:
    """Return the film of the start page."""
    film = film_document([("How it is solved", solve(START_PUZZLE).events)])
    return {"start.json": packed(film)}


BOARD_SIDE = 560
"""The width of the picture on the board's page, which shows it as large as there is room."""


def board_files() -> Mapping[str, bytes]:
    """Return what the page of the board draws before Python is there.

    That is a puzzle, and for each theme an empty board and the colours of what is entered.
    """
    layout = Layout.named()
    empty = Scene(Grid(layout, [0] * 81), has_candidates=False, has_words=False)
    frame = frame_of(layout, BOARD_SIDE, BOARD_SIDE, has_words=False)
    themes = {}
    for theme in THEMES.values():
        page = Part("page", (Rect(0, 0, BOARD_SIDE, BOARD_SIDE, theme.ground),))
        parts = (page, *picture(empty, theme, BOARD_SIDE, BOARD_SIDE))
        colours = {name: getattr(theme, name) for name in ("given", "placed", "note", "selected")}
        themes[theme.name] = {
            "picture": svg(parts, BOARD_SIDE, BOARD_SIDE),
            "colours": {**colours, "wrong": theme.wrong.tint, "shades": theme.lines},
        }
    place = {"x": frame.board.x, "y": frame.board.y, "cell": frame.cell}
    first = {"puzzle": START_PUZZLE, "side": BOARD_SIDE, "frame": place, "themes": themes}
    return {"board.json": packed(first)}


def packed(value: object) -> bytes:
    """Return `value` as JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
