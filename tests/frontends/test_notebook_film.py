"""The film in a notebook: what can be filmed, and its document."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine import Engine, PuzzleError, Run, Step, read, solve, strategy
from sudoku_engine.errors import UsageError
from sudoku_engine.notebook import Film
from tests.support.played_films import text_of_packed

SMALL = "12.. 34.. ...1 ..2."


def document(film: Film) -> dict[str, Any]:
    return json.loads(text_of_packed(film._document))  # type: ignore[no-any-return]


def titles(film: Film) -> list[str]:
    return [puzzle["title"] for puzzle in document(film)["puzzles"]]


def test_puzzles_results_and_runs_are_filmed() -> None:
    result = solve(SMALL)
    run = Run(result.puzzle, iter(result.events), source="puzzles.txt:3")
    film = Film(SMALL, result, run, theme="dark", candidates=False, delay=2)
    assert titles(film) == ["Puzzle 1", "Puzzle 2", "Puzzle 3"]
    assert document(film)["puzzles"][2]["source"] == "puzzles.txt:3"
    assert [repr(film), repr(Film(SMALL))] == ["<Film: 3 puzzles>", "<Film: Puzzle 1>"]
    kinds = [[moment["kind"] for moment in each["moments"]] for each in document(film)["puzzles"]]
    assert kinds == [["start", *["step"] * 10, "end"]] * 3
    options = {"theme": "dark", "candidates": False, "playing": False, "delay": 2}
    assert document(film)["options"] == options


def test_puzzles_of_a_file_have_their_places(tmp_path: Path) -> None:
    file = tmp_path / "two.txt"
    file.write_text("12..34.......12.\n12..34......2.1.\n", encoding="utf-8")
    assert len(titles(Film(*read(file)))) == 2
    assert document(Film(f"{file}:2"))["puzzles"][0]["source"] == "two.txt:2"
    file.write_text("12..34.......12.\n", encoding="utf-8")
    assert document(Film(file))["puzzles"][0]["source"] == "two.txt:1"


def test_a_film_has_the_name_of_its_puzzle(tmp_path: Path) -> None:
    file = tmp_path / "one.txt"
    file.write_text("12..34.......12. # Easter\n", encoding="utf-8")
    assert titles(Film(file, SMALL)) == ["Easter", "Puzzle 2"]


def test_the_options_are_those_of_solve() -> None:
    @strategy("Guess", score=1, level="easy", sizes=None)
    def guess(grid):  # type: ignore[no-untyped-def]
        return [Step.parse("r1c3=4", grid.layout)]

    with pytest.warns(UserWarning, match="guess"):
        film = Film(SMALL, strategies=[guess, "naked_single"], fallback=None)
    assert "refused" in [moment["kind"] for moment in document(film)["puzzles"][0]["moments"]]


def test_the_end_is_shown_where_no_widget_can_be() -> None:
    bundle, _ = Film(SMALL)._repr_mimebundle_()
    assert "Solved" in bundle["image/svg+xml"]


def test_a_film_is_saved_as_a_page(tmp_path: Path) -> None:
    page = tmp_path / "film.html"
    Film(SMALL).save(page)
    assert re.search('id="film-document">[^<]+</script>', page.read_text(encoding="utf-8"))
    with pytest.raises(UsageError, match="no-such-folder"):
        Film(SMALL).save(tmp_path / "no-such-folder" / "film.html")


def test_a_place_behind_the_end_is_the_end() -> None:
    film = Film(SMALL, "1... .... .... ....")
    film.moment = 99
    assert film.moment == 11
    film.puzzle = 7
    assert film.puzzle == 1


def test_what_cannot_be_filmed_is_refused_in_words() -> None:
    with pytest.raises(UsageError, match="nothing to show"):
        Film()
    with pytest.raises(PuzzleError, match="cells"):
        Film("12345")
    with pytest.raises(UsageError, match="projector"):
        Film(SMALL, theme="projectr")
    with pytest.raises(UsageError, match="delay"):
        Film(SMALL, delay=-1)
    with Engine() as engine:
        found = engine.solve(SMALL)
    run = Run(found.puzzle, iter(found.events))
    Film(run)
    with pytest.raises(UsageError, match="only once"):
        Film(run)
