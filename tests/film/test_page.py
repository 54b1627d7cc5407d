"""The page of a replay is one file, from which its document can be read back."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest

from sudoku_engine import Grid, solve
from sudoku_frontends.film.document import film_document
from sudoku_frontends.film.page import PLAYER, film_style, replay_page, script
from tests.support.boards import PUZZLE
from tests.support.played_films import text_of_packed

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
"""It needs chains."""

TITLE = "<script>alert('no')</script> & more"


@cache
def page() -> str:
    return replay_page({**film_document([(TITLE, solve(PUZZLE).events)]), "title": TITLE})


def unpacked(name: str) -> str:
    found = re.search(f'id="{name}">([^<]*)</script>', page())
    assert found
    return text_of_packed(found[1])


def test_the_document_reads_back() -> None:
    (puzzle,) = json.loads(unpacked("film-document"))["puzzles"]
    assert puzzle["line"] == Grid.parse(PUZZLE).line
    assert puzzle["title"] == TITLE
    assert puzzle["outcome"] == "solved"


def test_a_title_is_text() -> None:
    assert "<title>&lt;script&gt;alert" in page()
    assert "alert('no')" not in page()


def test_a_page_names_no_other_file() -> None:
    for text in (page(), unpacked("film-style"), unpacked("film-script")):
        assert not re.search(r"\bsrc=|url\(|@import|\bfetch\(|\bimport\b", text)
        assert re.findall(r"https?://[\w.]+", text) in ([], ["http://www.w3.org"])


@pytest.mark.parametrize(
    ("name", "package", "used"),
    [
        ("replay.js", PLAYER, "Film"),
        ("film.js", "sudoku_frontends.notebook", "Film"),
        ("board.js", "sudoku_frontends.notebook", "watchTheme"),
    ],
)
def test_a_module_and_what_it_imports_are_one_script_with_each_part_once(
    name: str, package: str, used: str
) -> None:
    text = script(name, package)
    assert not re.search(r"^(import|export (?!default))\b", text, re.MULTILINE)
    names = re.findall(r"^(?:async )?(?:class|function\*?|const|let) (\w+)", text, re.MULTILINE)
    assert used in names
    assert len(names) == len(set(names))


def test_comments_stay_at_home() -> None:
    assert not re.search(r"^\s*(//|/?\*\*? )", script("film.js"), re.MULTILINE)
    assert "/*" not in film_style()


@pytest.mark.thorough
def test_a_page_is_small_and_a_further_puzzle_adds_little() -> None:
    runs = [("One", solve(HARD).events), ("Two", solve(PUZZLE).events)]
    one, both = (len(replay_page(film_document(runs[:number]))) for number in (1, 2))
    assert one < 60_000
    assert one < both < one + 15_000
