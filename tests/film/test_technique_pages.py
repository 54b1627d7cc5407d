"""The pages of techniques: what stands in them, where their links lead, and how they look."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.dom.minidom import parseString

import pytest

from sudoku_frontends.film.technique_pages import technique_pages
from tests.support.browser import Browser, served
from tests.support.played_films import text_of_packed

IDS = ("naked_pair", "locked_candidates", "thermometer_bounds", "x_wing", "forcing_chain")
"""Some techniques from easy to hard: one has options, one clues, one cases."""

Pages = dict[str, str]


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return technique_pages(ids=IDS)


@pytest.fixture(scope="module")
def pages(files: dict[str, bytes]) -> Pages:
    """All but the player."""
    return {name: text.decode() for name, text in files.items() if name.startswith("techniques/")}


def test_there_is_a_page_and_a_small_picture_for_each_technique_and_an_index(pages: Pages) -> None:
    own = [f"techniques/{name}.{kind}" for name in IDS for kind in ("html", "svg")]
    assert sorted(pages) == sorted([*own, "techniques/index.html", "techniques/technique.css"])


@pytest.mark.parametrize(
    "words",
    [
        "<h1>X-Wing</h1>",
        "<li>hard</li><li>fish</li><li>score 140</li>",
        "X-Wing: 4 r47 c37 =&gt; r18c7,r2c3&lt;&gt;4",
        "All places for 4 in rows 4 and 7 are in columns 3 and 7",
        "Find two rows in which it has only two places",
        '<a href="https://www.sudokuwiki.org/X_Wing_Strategy">',
        '<a href="../practise.html#x_wing">',
        '<a href="../write.html#exercise=x_wing">',
        "sudoku-engine practise x_wing",
        '<a rel="prev" href="thermometer_bounds.html">',
        '<a rel="next" href="forcing_chain.html">',
    ],
)
def test_a_page_teaches_its_technique(pages: Pages, words: str) -> None:
    assert words in pages["techniques/x_wing.html"]


def test_options_stand_in_a_table(pages: Pages) -> None:
    row = "<td><code>kinds</code></td><td>a list</td><td>[pointing, claiming]</td>"
    assert row in pages["techniques/locked_candidates.html"]
    assert "<table>" not in pages["techniques/x_wing.html"]


def test_a_technique_without_an_exercise_has_no_link_to_one(pages: Pages) -> None:
    assert "write.html" not in pages["techniques/thermometer_bounds.html"]


def test_a_site_without_rooms_has_no_links_to_them() -> None:
    made = technique_pages(
        rooms=None, head="<HEAD>", navigation="<NAVIGATION {}>".format, ids=["x_wing"]
    )
    text = made["techniques/x_wing.html"].decode()

    assert not re.search(r"practise\.html|write\.html", text)
    assert "<HEAD>" in text
    assert "<NAVIGATION techniques/x_wing.html>" in text


def test_nothing_in_a_page_runs_or_paints_by_itself(pages: Pages) -> None:
    for name, text in pages.items():
        scripts = re.findall(r"<script (.*?)>", text)
        assert all("src=" in each or "octet-stream" in each for each in scripts), name
        assert not re.search(r"<[^>]* (style|on\w+)=", text), name
        assert name.endswith(".svg") or "<style" not in text, name


def test_links_lead_somewhere(files: dict[str, bytes], pages: Pages) -> None:
    for name, text in pages.items():
        found = re.findall(
            r'(?:href|src)="(?!https?:|data:|#|\.\./(?:practise|write))([^"#]+)', text
        )
        for link in found:
            place = link.removeprefix("../") if link.startswith("../") else f"techniques/{link}"
            assert place in files, (name, link)


def test_every_colour_of_a_drawing_is_there_in_light_and_dark(pages: Pages) -> None:
    for name, text in pages.items():
        style = text if name.endswith(".svg") else pages["techniques/technique.css"]
        for colour in set(re.findall(r"var\((--[\w-]+)\)", text)):
            assert style.count(f"{colour}: #") >= 2, (name, colour)


def test_small_pictures_are_drawings_without_candidates(pages: Pages) -> None:
    for name in IDS:
        small, large = (pages[f"techniques/{name}.{kind}"] for kind in ("svg", "html"))
        parseString(small)
        assert small.count("<text") < large.count("<text") - 18 - 10  # numbers of rows and columns


def test_the_board_is_told_to_those_who_do_not_see_it(pages: Pages) -> None:
    page = pages["techniques/x_wing.html"]
    told = re.findall(r'role="img".*?<title>(.*?)</title>\s*<desc>(.*?)</desc>', page, re.DOTALL)

    assert [title for title, _ in told] == ["An example of X-Wing"]
    assert re.search(r"All places for 4 .* Board: 395\.16\.8", told[0][1])


def test_the_film_of_a_page_shows_all_cases_of_its_step(pages: Pages) -> None:
    (puzzle,) = film(pages["techniques/forcing_chain.html"])["puzzles"]
    _, step = puzzle["moments"]

    stages = [view["stage"] for view in step["views"]]
    assert stages == ["where", "what", *["why"] * 4, "change"]  # three cases, then the reason


def film(page: str) -> Any:
    (packed,) = re.findall(r'id="film-document">(.*?)<', page)
    return json.loads(text_of_packed(packed))


@pytest.fixture
def site(files: dict[str, bytes], tmp_path: Path) -> Iterator[str]:
    for name, data in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    with served(tmp_path) as address:
        yield f"{address}techniques/"


def test_the_film_comes_when_it_is_wanted_on_a_phone(browser: Browser, site: str) -> None:
    browser.resize(360, 740)
    browser.open(f"{site}forcing_chain.html")
    assert not browser.find("#film").is_displayed()
    assert browser.script("return document.documentElement.scrollWidth") == 360

    browser.find("#watch").click()
    browser.until("document.querySelector('#film #board')")

    assert browser.text("#step").startswith("Look at ")
    assert not browser.find("#example").is_displayed()
    for _ in range(5):
        browser.press("right")
    assert "cannot" in browser.text("#step") or "not 1" in browser.text("#step")
    assert browser.script("return document.documentElement.scrollWidth") == 360


def test_a_screen_reader_hears_each_clause_once(browser: Browser, site: str) -> None:
    browser.open(f"{site}x_wing.html")
    browser.find("#watch").click()
    browser.until("document.querySelector('#film #board')")
    browser.press("r", "r")
    told = browser.text(".words > [role=status].unseen")
    assert told == browser.text(".reason strong") != browser.text(".reason")
    assert browser.find("#step").get_attribute("aria-live") == "off"
    browser.press("end")
    assert browser.text(".words > [role=status].unseen") == ""


def test_the_film_takes_the_colours_of_the_page(browser: Browser, site: str) -> None:
    browser.open(f"{site}x_wing.html")
    browser.find("#watch").click()
    browser.until("document.querySelector('#film .film[data-theme=light]')")
    browser.script("document.documentElement.dataset.theme = 'dark'")
    browser.until("document.querySelector('#film .film[data-theme=dark]')")


def test_the_drawings_of_a_lesson_fit_on_a_laptop(browser: Browser, site: str) -> None:
    browser.resize(1366, 768)
    for name in ("x_wing", "thermometer_bounds"):
        browser.open(f"{site}{name}.html")
        widths = "Array.from(document.querySelectorAll('pre'), e => [e.scrollWidth, e.clientWidth])"
        for wide, seen in browser.script(f"return {widths}"):
            assert wide == seen


@pytest.mark.thorough
def test_every_technique_has_its_page() -> None:
    made = technique_pages()
    names = [name for name in made if re.fullmatch(r"techniques/(?!index)\w+\.html", name)]
    index = made["techniques/index.html"].decode()

    assert len(names) > 100
    for name in names:
        text = made[name].decode()
        parseString(made[name.replace(".html", ".svg")])
        parseString(re.findall(r"<figure.*?(<svg.*?</svg>)", text, re.DOTALL)[0])
        assert f'href="{name.partition("/")[2]}"' in index
        assert len(film(text)["puzzles"][0]["moments"]) == 2
        assert "<p>" in text
