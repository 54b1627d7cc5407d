"""The Python side of the Board room."""

import json
from typing import Any

import pytest

from sudoku_frontends.site.playground import Boards

PUZZLE = "4....6...36.2....12...4..9...8......62...4..5....6891....9.3................2.3.7"


def keys(*names: str) -> list[dict[str, str]]:
    return [{"kind": "key", "name": name} for name in names]


class Page:
    """A page that plays one board after another."""

    def __init__(self) -> None:
        self.boards = Boards()
        self.number = 0

    def begin(self, puzzle: str, kept: Any = None) -> dict[str, Any]:
        self.number += 1
        self.stops: list[Any] = []
        self.begun = {"board": self.number, "puzzle": puzzle, "kept": kept}
        return self.ask()

    def ask(self, *names: str, **asked: Any) -> dict[str, Any]:
        request = {"task": "play", **self.begun, "inputs": keys(*names), "asked": asked or None}
        answer: dict[str, Any] = json.loads(
            self.boards.answer(json.dumps({**request, "width": 560, "theme": "light"}))
        )
        if history := answer.get("history"):
            self.stops[history["from"] :] = history["stops"]
            left = {**history, "stops": self.stops, "hasCandidates": answer["hasCandidates"]}
            answer["kept"] = json.loads(json.dumps(left))
        return answer


@pytest.fixture
def page() -> Page:
    return Page()


def test_what_was_entered_before_python_is_done_then_and_goes_on_elsewhere(page: Page) -> None:
    page.begin(PUZZLE)
    answer = page.ask("Right", "Right", "5", "Right", "Control-7", "Shift-1", "-", "4", "-")
    entry = answer["entry"]
    assert entry["digits"][1] == 5
    assert (entry["centres"], entry["notes"], entry["shades"]) == ({"2": 64}, {"2": 1}, {"2": 4})
    again = Page().begin(answer["puzzle"], answer["kept"])
    assert again["entry"] == entry
    assert again["puzzle"] == PUZZLE


def test_undo_redo_and_savepoints_go_on_where_the_page_was_left(page: Page) -> None:
    page.begin(PUZZLE)
    left = page.ask("Right", "Right", "5", "[", "0", "7", "Right", "d", "9", "d", "x", "u")
    other = Page()
    again = other.begin(PUZZLE, left["kept"])
    assert (again["entry"], again["kept"]) == (left["entry"], {**left["kept"], "from": 0})
    assert other.ask("u")["title"] == "Undone: note 9 added in r1c3"
    assert other.ask("u", "u")["title"] == "Undone: 5 erased from r1c2"
    assert other.ask("Control-y")["entry"]["digits"][1] == 0
    assert other.ask("]")["entry"]["digits"][1] == 5
    assert other.ask("Home")["entry"]["digits"][1] == 0
    assert other.ask("u")["entry"]["digits"][1] == 5


def test_the_page_is_told_only_what_it_does_not_know_of_the_history(page: Page) -> None:
    page.begin(PUZZLE)
    page.ask("Right", "Right", "5", "8")
    assert page.ask("u")["history"]["stops"] == []
    history = page.ask("0", "d", "8")["history"]
    assert (history["from"], history["place"]) == (2, 3)


def test_what_belongs_to_another_puzzle_is_refused(page: Page) -> None:
    answer = page.begin("." * 80 + "1", page.begin(PUZZLE)["kept"])
    assert "another puzzle" in answer["problems"][0]["what"]
    assert "entry" not in answer


@pytest.mark.parametrize("puzzle", ["12.. 34.. .... ...1", "clues: diagonals\n" + "." * 81])
def test_the_puzzle_of_an_answer_reads_back_as_it_is(page: Page, puzzle: str) -> None:
    first = page.begin(puzzle)
    assert page.begin(first["puzzle"], first["kept"])["entry"] == first["entry"]


def test_a_text_that_is_no_puzzle_leaves_the_board_as_it_was(page: Page) -> None:
    page.begin(PUZZLE)
    page.ask("Right", "Right", "5")
    board = page.begun
    assert page.begin("hello")["problems"]
    page.begun = board
    assert page.ask()["entry"]["digits"][1] == 5


def test_a_step_of_the_list_is_chosen_and_applied(page: Page) -> None:
    page.begin(PUZZLE)
    first = page.ask("*")["listed"]["steps"][1]
    assert first["kind"] == "Hidden Single"
    answer = page.ask(choose=1)
    assert answer["listed"]["place"] == 1
    assert first["text"].partition(": ")[2] in answer["words"]
    assert page.ask("Return")["listed"] is None


def test_it_answers_what_no_key_says(page: Page) -> None:
    page.begin(PUZZLE)
    assert page.ask(rate="se")["rated"].startswith("ER 3.4")
    assert page.ask(film="Film")["film"]["puzzles"][0]["title"] == "Film"
    assert page.ask(sheet="Sheet")["sheet"].startswith("<!DOCTYPE html>")
    assert sum(map(bool, page.ask(up_to="hidden_single")["entry"]["digits"])) == 23 + 4


def test_the_board_is_copied_once(page: Page) -> None:
    page.begin(PUZZLE)
    assert page.ask("Control-c")["copied"] == PUZZLE
    assert page.ask()["copied"] == ""


def test_a_mistake_is_told_as_soon_as_it_is_made_if_that_is_wanted(page: Page) -> None:
    page.begin(PUZZLE)
    answer = page.ask("Right", "Right", "5")
    assert answer["title"] == "5 placed in r1c2"
    assert page.ask("F10")["switches"]["F10"]
    assert page.ask("Right", "1")["title"] == "There is a mistake on the board"
    assert page.ask("F5")["entry"]["digits"][1] == 0
    answer = page.ask("Left", "5")
    assert (answer["title"], answer["reason"]) == ("That is a mistake", "5 placed in r1c2.")
    assert page.ask("7")["title"] == "7 placed in r1c2 in place of 5"


@pytest.mark.parametrize(
    ("puzzle", "fault"),
    [
        (PUZZLE, ""),
        ("." * 81, ""),
        ("." * 80 + "1", "There are several solutions."),
        ("44" + PUZZLE[2:], "There is no solution: 4 twice in row 1: r1c1, r1c2."),
    ],
)
def test_how_many_solutions_there_are_is_told_at_opening(
    page: Page, puzzle: str, fault: str
) -> None:
    assert page.begin(puzzle)["fault"] == fault
