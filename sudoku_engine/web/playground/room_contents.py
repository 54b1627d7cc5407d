"""What rooms show before Python is there, worked out when the site is made."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence

from sudoku_engine import solve
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


def packed(value: object) -> bytes:
    """Return `value` as JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
