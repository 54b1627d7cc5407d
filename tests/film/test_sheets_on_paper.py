"""Sheets as a browser prints them: what is on one sheet of A4 and of Letter."""

import base64
import re
import zlib
from pathlib import Path

import pytest

from sudoku_engine import Author, Event, Grid, Started, Step, Stepped
from sudoku_engine.formats import parse
from sudoku_frontends.film.document import film_document
from sudoku_frontends.pictures.print_sheet import (
    ANSWER_LINE,
    COLUMNS,
    Drawings,
    Item,
    sheet,
    step_drawings,
)
from tests.support.browser import Browser
from tests.support.pictures import OPEN, PAIR
from tests.support.replays import opened
from tests.support.samples import thorough

PAPERS = {"A4": (21.0, 29.7), "Letter": (21.59, 27.94)}
"""Width and height in cm."""

CLUED = parse("clues: anti-knight; little killer 33 r1c5,r2c6,r3c7,r4c8,r5c9\n" + 81 * ".")

LONG = Step(PAIR.placements, PAIR.eliminations, reason="here is one of many reasons, " * 700)
"""A step whose reason fills several sheets."""


def printed(browser: Browser, paper: str = "A4", pages: str = "") -> bytes:
    """Return the sheets as PDF, all or the `pages` with these numbers."""
    width, height = (side / 2.54 for side in PAPERS[paper])
    browser.prefer(media="print")
    wanted = {"paperWidth": width, "paperHeight": height, "pageRanges": pages}
    made = browser.driver.execute_cdp_cmd("Page.printToPDF", wanted)
    return base64.b64decode(made["data"])


def n_sheets(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", pdf))


def has_a_board(pdf: bytes) -> bool:
    """Return whether there are as many lines on it as a board has."""
    streams = re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL)
    drawn = b"".join(zlib.decompressobj().decompress(each) for each in streams if each[:1] == b"x")
    return drawn.count(b" l\n") >= 16


def events() -> list[Event]:
    mine = Author("mine", "Mine")
    return [Started(OPEN, (mine,)), *(Stepped(i, mine, LONG, OPEN) for i in (1, 2))]


@pytest.mark.parametrize(
    ("paper", "board"),
    [
        ("A4", CLUED),  # which needs more room
        *(thorough(*each) for each in (("A4", OPEN), ("Letter", CLUED), ("Letter", OPEN))),
    ],
    ids=["A4 with clues", "A4", "Letter with clues", "Letter"],
)
def test_a_sheet_holds_as_many_boards_as_are_wanted(
    browser: Browser, tmp_path: Path, paper: str, board: Grid
) -> None:
    file = tmp_path / "sheet.html"
    for count in COLUMNS:
        items = [Item(board, "a name that is too long for its place " * 3)] * count
        page = sheet(items, title="Title", per_page=count, has_name_line=True, room=ANSWER_LINE)
        file.write_text(page, encoding="utf-8")
        browser.open(file)
        assert n_sheets(printed(browser, paper)) == 1, count


def test_no_board_is_left_of_a_narrow_window(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    file.write_text(sheet([Item(OPEN)] * 2), encoding="utf-8")
    browser.resize(360, 740)
    browser.open(file)
    assert browser.script("return document.querySelector('figure').getBoundingClientRect().x") >= 0


def test_a_heading_is_on_the_sheet_of_its_board_if_the_reason_is_long(
    browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "sheet.html"
    drawings = [*step_drawings(events())]
    file.write_text(sheet([], more=[Drawings("Steps", drawings)]), encoding="utf-8")
    browser.open(file)
    assert has_a_board(printed(browser, pages="1"))


def test_a_printed_replay_has_headings_with_their_boards(browser: Browser, tmp_path: Path) -> None:
    film = opened(browser, tmp_path / "replay.html", film_document([("Long", events())]))
    assert has_a_board(printed(film, pages="2"))
