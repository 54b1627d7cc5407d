"""Pages that are one file: of a replay and of a trace; and the page of one's own in the docs."""

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from sudoku_engine import Grid, solve
from sudoku_frontends.film.document import film_document
from sudoku_frontends.film.page import PLAYER, film_style, replay_page, script
from sudoku_plugins.trace.trace_page import trace_page
from tests.support.boards import PUZZLE
from tests.support.browser import Browser, served
from tests.support.paths import ROOT
from tests.support.played_films import text_of_packed
from tests.support.replays import document
from tests.support.traces import TRACE

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


def test_the_page_of_ones_own_in_the_docs_plays_a_film(browser: Browser, tmp_path: Path) -> None:
    text = (ROOT / "docs" / "web.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```html\n(.*?)^```$", text, re.M | re.S)
    files = {
        "index.html": shown,
        "film.js": script("film.js") + "export { Film };",
        "film.css": film_style(),
        "film.json": json.dumps(document()),
    }
    for name, content in files.items():
        (tmp_path / name).write_text(content, encoding="utf-8")

    with served(tmp_path) as address:
        browser.open(address)
        browser.until("document.querySelector('#here #board')")

        assert "Twelve steps" in browser.text("#here")
        assert browser.texts("#steps [aria-current]") == [browser.texts("#steps button")[12]]
        browser.click("#board")
        assert browser.texts("#steps [aria-current]") == [browser.texts("#steps button")[13]]


def test_the_page_opens_at_the_moment_that_tells_most(browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "trace.html"
    page.write_text(trace_page(TRACE), encoding="utf-8")
    browser.open(page)
    browser.until("document.querySelector('.lines') !== null")
    assert browser.text(".remarks") == "line 6: `<b>grid</b>` is False"
    assert browser.text(".lines [aria-current] code").strip() == "if <b>grid</b>:"
    assert browser.text(".lines [aria-current] .beside") == "False: 1 == 2"
    assert browser.text("#step") == "False: 1 == 2 — It looks at the candidates of r1c2."
    assert browser.texts(".values dd") == ["r1c2"]
    browser.press("right")
    assert browser.texts(".values dd") == ["r1c3"]
    assert browser.text(".counts") == "line 5 · 3 of 3"
    browser.press("home")
    assert browser.text(".counts") == "line 5 · 1 of 3"
    browser.click(".remarks button")
    assert browser.text(".counts") == "line 6 · 2 of 3"
    assert browser.problems() == []


def test_a_long_name_of_a_file_does_not_widen_a_phone(browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "trace.html"
    page.write_text(trace_page(replace(TRACE, file=f"{'a' * 60}.py")), encoding="utf-8")
    browser.resize(360, 740)
    browser.open(page)
    browser.until("document.querySelector('.lines') !== null")
    assert browser.script("return document.documentElement.scrollWidth") == 360
