"""The rooms of the site: what its pages name is there, and what they show is right."""

import hashlib
import json
import posixpath
import re
from typing import Any

import pytest

from sudoku_engine import Grid, rate, verify
from sudoku_engine.board.say import speaking, tell
from sudoku_engine.solving.guard import count_solutions
from sudoku_frontends.film.page import texts_of
from sudoku_frontends.site.playground import Boards
from sudoku_frontends.site.room_contents import stock_files
from sudoku_frontends.site.rooms import ROOMS, room_page
from sudoku_frontends.site.site import WORKER, Files, service_worker

NAMED = re.compile(r'(?:href|src)="([^"#]+)(?:#[^"]*)?"')


def pages(site: Files) -> dict[str, str]:
    return {path: text.decode() for path, text in site.items() if path.endswith(".html")}


@pytest.mark.thorough
def test_each_page_links_only_to_what_is_in_the_site(rooms_site: Files) -> None:
    found = pages(rooms_site)
    assert {room.path for room in ROOMS} <= {*found}
    for path, text in found.items():
        for named in NAMED.findall(text):
            if not named.startswith(("data:", "http")):
                target = posixpath.normpath(posixpath.join(posixpath.dirname(path), named))
                assert target in rooms_site, (path, named)


def test_each_room_runs_only_scripts_of_the_site_and_shows_where_it_is() -> None:
    for room in ROOMS:
        text = room_page(room, {"player/": "./film/"}).decode()
        assert "default-src 'none'; script-src 'self' 'sha256-" in text
        assert not re.search(r"<script(?! type=\"(?:module|importmap)\")| on\w+=|unsafe-eval", text)
        assert f'<a href="{room.path}"' in text
        assert text.count('aria-current="page"') == 1
        assert "$" not in re.sub(r"<script.*?</script>", "", text)


def test_a_room_in_german_has_no_english_words_and_leads_to_german_rooms() -> None:
    with speaking("de"):
        for room in ROOMS:
            text = room_page(room, {"player/": "./film/"}).decode()
            assert text.startswith('<!doctype html>\n<html lang="de">')
            assert [each for each in texts_of(text) if tell(each) != each] == ["English"]
            links = [link for link in NAMED.findall(text) if link.endswith(".html")]
            assert [each for each in links if not each.endswith(".de.html")] == [
                f"{room.name}.html"
            ]
            words = json.loads(re.findall(r'id="own-words">(.*?)</script>', text)[0])
            assert all(tell(word) == own for word, own in words.items())
            assert words


@pytest.mark.thorough
def test_the_worker_knows_each_file_by_its_contents(rooms_site: Files) -> None:
    files = {path: data for path, data in rooms_site.items() if path != WORKER}
    script = rooms_site[WORKER].decode()
    (known,) = re.findall(r"const FILES = (\{.*\});", script)
    assert json.loads(known) == {
        path: hashlib.sha256(data).hexdigest()[:16] for path, data in files.items()
    }
    assert service_worker({**files, "index.css": b""}, []) != rooms_site[WORKER]


def test_the_stock_has_puzzles_of_all_levels_with_their_only_solutions() -> None:
    stock = json.loads(stock_files()["stock.json"])
    assert {level for _, _, level, _ in stock["puzzles"]} == {
        *("easy", "medium", "hard", "unfair", "extreme")
    }
    for line, solution, _, turns in stock["puzzles"][::7]:
        found = count_solutions(Grid.parse(line)).solution
        assert found is not None
        assert "".join(map(str, found)) == solution
        assert all(0 <= turn < len(stock["techniques"]) for turn in turns)


def asked(boards: Boards, **request: Any) -> dict[str, Any]:
    usual = {"inputs": [], "width": 400, "theme": "light"}
    found: dict[str, Any] = json.loads(boards.answer(json.dumps({**usual, **request})))
    return found


def test_a_step_is_found_on_a_board_and_judged() -> None:
    boards, place = Boards(), {"task": "practise", "technique": "naked_single", "board": 1}
    begun = asked(boards, **place)
    assert begun["title"] == "Board 1: look for Naked Single"
    assert not begun["is_done"]
    wrong = [{"kind": "key", "name": name} for name in ("Down", "9", "9")]
    assert not asked(boards, **place, inputs=wrong)["is_done"]
    shown = asked(boards, **place, inputs=[{"kind": "key", "name": "F8"}])
    assert shown["title"] == "It was: Naked Single"
    assert (shown["is_done"], shown["is_right"]) == (True, False)
    assert shown["status"] == "Enter: another board"


@pytest.mark.parametrize(
    ("wish", "has_picture"), [({"level": "medium"}, False), ({"rule": "thermometer"}, True)]
)
def test_puzzles_are_made_as_wished(wish: dict[str, str], has_picture: bool) -> None:
    made = asked(Boards(), task="make", **{"level": "", "needs": "", "rule": "", "seed": 5, **wish})
    assert verify(made["puzzle"])
    assert bool(made["picture"]) is has_picture
    assert 'viewBox="0 0' not in made["picture"]  # there is no margin around the board
    if not has_picture:
        assert rate(made["puzzle"]).level == made["level"] == "medium"


def test_a_rule_that_is_unknown_is_said_in_words() -> None:
    made = asked(Boards(), task="make", level="", needs="", rule="thermometr", seed=5)
    assert "thermometer" in made["problems"][0]["what"]
