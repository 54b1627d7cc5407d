"""A replay in a browser, for tests of its page."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from sudoku_engine import Branch, Ended, Event, Faulted, Rejected, Started, Step, Stepped, solve
from sudoku_engine.api.events import Author
from sudoku_frontends.film.document import film_document
from sudoku_frontends.film.page import replay_page
from tests.support.browser import Browser
from tests.support.pictures import EVERYTHING, OPEN, PAIR, at
from tests.support.played_films import Record

MARKUP = "<img src=x onerror=\"document.title='run'\"><b>Mine</b>"
PAIRS = Author("naked_pair", "Naked Pair")
MINE = Author("mine", MARKUP, "<script>my.py")
CASES = Step(
    eliminations=at("r5c4", 6),
    branches=[
        Branch("6 is in r5c2", at("r5c2", 6), [(at("r5c2", 6), at("r5c4", 6), False)]),
        Branch("6 is in r5c8", at("r5c8", 6), [(at("r5c8", 6), at("r5c4", 6), False)]),
    ],
    reason=f"either way, {MARKUP}",
)
SIZES = {"wide": (1280, 800), "upright": (768, 1024), "phone": (400, 800)}

NOW = """
const film = document.querySelector(".film");
const current = document.querySelector("#steps [aria-current]");
const pressed = document.querySelector(".stages [aria-pressed=true]");
return {
  title: document.querySelector("#step .title").textContent,
  reason: document.querySelector("#step .reason").textContent,
  notation: document.querySelector("#step .notation").textContent,
  counts: document.querySelector(".counts").textContent,
  note: document.querySelector(".note").textContent,
  line: current.textContent,
  stage: pressed ? pressed.textContent : "",
  theme: film.dataset.theme,
  isPlaying: document.querySelector(".playing") !== null,
};
"""


def cases() -> list[Event]:
    """A step with two cases, one without, a step that is refused, and an error."""
    after = OPEN.apply(CASES)
    last = after.apply(PAIR)
    assert EVERYTHING.step
    return [
        Started(OPEN, (PAIRS, MINE)),
        Stepped(1, MINE, CASES, after),
        Stepped(2, PAIRS, PAIR, last),
        Rejected(MINE, EVERYTHING.step, f"it places 5 in r1c1: {MARKUP}", 3, last),
        Faulted(MINE, f"ValueError: {MARKUP}", 4),
        Ended("stuck", "strategies", last, 2, {"mine": 1, "naked_pair": 1}, 0.1),
    ]


@cache
def document(**options: Any) -> Record:
    """The film of a puzzle of 4x4 in twelve steps, then that of `cases`."""
    runs = [("Twelve steps", solve("......1.2...4.3.").events), (f"Cases {MARKUP}", cases())]
    return dict(json.loads(json.dumps(film_document(runs, **options))))


def opened(browser: Browser, file: Path, film: Record) -> Browser:
    file.write_text(replay_page(film), encoding="utf-8")
    browser.open(file)
    browser.until("document.querySelector('#board')")
    return browser


def now(film: Browser) -> Record:
    return dict(film.script(NOW))
