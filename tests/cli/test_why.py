"""The command ``why``: the fewest truths from which a conclusion follows."""

import json
from pathlib import Path

import pytest

from tests.support.lines import Run

SMALL = "12.. .... .... ...."
"""Row 1 has its 3 and its 4 in box 2, so the rest of the box has neither."""

WING = "..98641.5..4157.89815923674258431967496782513137695...5.137......254...1943218756"
"""r2c7 is 2 or 3, r8c7 is 3 or 8, r7c9 is 8 or 2; r7c7 sees all three."""


def test_an_elimination_is_explained_by_its_truths(run: Run) -> None:
    done = run("why", SMALL, "r2c3-4")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [
        "r2c3<>4 follows from 1 truth:",
        "  row 1 has a 4: r1c3 or r1c4",
        "If r2c3 is 4: row 1 has no place left for 4; so r2c3 is not 4.",
    ]


def test_three_cells_are_enough_for_a_wing_and_no_fewer(run: Run) -> None:
    first, *truths = run("why", WING, "r7c7<>2").out.splitlines()[:4]
    assert first == "r7c7<>2 follows from 3 truths, and from no fewer:"
    assert truths == [
        "  r2c7 has a digit: 2 or 3",
        "  r7c9 has a digit: 2 or 8",
        "  r8c7 has a digit: 3 or 8",
    ]


def test_a_clue_on_two_cells_is_a_truth_if_it_leaves_a_digit_without_a_partner(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "cage.txt"
    file.write_text("clues: killer cage 7 r1c12\n....\n....\n....\n....\n", encoding="utf-8")
    first, truth, *_ = run("why", str(file)).out.splitlines()
    assert first == "r1c12<>1, r1c12<>2, r1c34,r2c12<>3, r1c34,r2c12<>4 follow from 1 truth:"
    assert truth == "  killer cage 7 r1c1,r1c2 holds"


def test_without_a_conclusion_the_simplest_step_is_explained(run: Run) -> None:
    assert run("why", "123. .... .... ....").out.startswith("r1c4=4 follows from 1 truth:\n")


def test_a_full_board_denies_what_does_not_follow(run: Run) -> None:
    done = run("why", SMALL, "r1c3=3")
    assert done.status == 1
    first, _, row, *_ = done.out.splitlines()
    assert first == "r1c3=3 does not follow: this full board obeys all rules, but r1c3 is 4."
    assert row == "| 1 2 | 4 3 |"


def test_a_board_with_a_mistake_is_reported_as_by_a_hint(run: Run) -> None:
    wrong = "1.1. .... .... ...."
    told = "There is a mistake on the board: 1 twice in row 1: r1c1, r1c3.\n"
    assert run("why", wrong) == run("hint", wrong) == (1, told, "")
    assert json.loads(run("why", wrong, "--json").out)["mistake"] == told.strip()


def test_several_conclusions_are_explained_one_after_another(run: Run) -> None:
    first, second = run("why", SMALL, "r2c3-4", "r2c4-3").out.split("\n\n")
    assert first.startswith("r2c3<>4 follows")
    assert second.startswith("r2c4<>3 follows")


def test_json_has_the_truths_and_the_step(run: Run) -> None:
    (reason,) = json.loads(run("why", SMALL, "r2c3-4", "--json").out)["reasons"]
    assert reason["truths"] == [
        {"text": "row 1 has a 4", "house": "row 1", "digit": 4, "candidates": ["r1c3:4", "r1c4:4"]}
    ]
    assert (reason["follows"], reason["is_smallest"]) == (True, True)
    assert reason["step"]["eliminations"] == ["r2c3<>4"]


def test_a_picture_shows_the_step(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "why.svg"
    run("why", WING, "r7c7-2", "-o", str(file))
    assert "r7c7&lt;&gt;2" in file.read_text(encoding="utf-8")


def test_the_puzzle_may_come_after_a_conclusion(run: Run) -> None:
    assert run("why", "r2c3-4", SMALL).out == run("why", SMALL, "r2c3-4").out


def test_one_clue_excludes_all_its_candidates_in_one_sentence(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "arrow.txt"
    file.write_text("clues: arrow r1c1,r2c2,r1c3\n....\n....\n....\n....\n", encoding="utf-8")
    assert run("why", str(file)).out.splitlines()[2:] == [
        "If r1c1 is 1, r1c3 is 4 or r2c2 is 4: arrow r1c1,r2c2,r1c3 cannot be filled; so",
        "r1c1 is not 1, r1c3 is not 4 and r2c2 is not 4.",
    ]


def test_a_page_has_a_film_of_each_conclusion(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "why.html"
    done = run("why", SMALL, "r2c3-4", "r1c3=3", "-o", str(file))
    assert done.status == 1
    page = file.read_text(encoding="utf-8")
    assert "<title>2 sudokus</title>" in page


def test_the_film_of_one_conclusion_is_called_as_it_is(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "why.html"
    assert run("why", SMALL, "r2c3-4", "-o", str(file)).status == 0
    assert "<title>r2c3&lt;&gt;4</title>" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("asked", "what"),
    [
        ("r1c1-1", "r1c1 holds 1 already: ask about an open cell"),
        ("r1c3-1", "r1c3 cannot be 1 anyway: ask about 3 or 4"),
        ("r1c3", "r1c3: 'r1c3' is the half of a step"),
        ("r9c9-1", "r9c9-1: "),
    ],
)
def test_what_cannot_be_asked_is_one_line(asked: str, what: str, run: Run) -> None:
    done = run("why", SMALL, asked)
    assert (done.status, done.out) == (2, "")
    assert what in done.err
    assert done.err.count("\n") == 1


def test_a_candidate_that_a_digit_excludes_needs_no_reason(run: Run, tmp_path: Path) -> None:
    config = tmp_path / "manual.yaml"
    config.write_text("loop: {pencilmarks: manual}\n", encoding="utf-8")
    done = run("why", "-c", str(config), SMALL, "r1c3-1")
    assert "r1c3 cannot be 1 anyway: 1 is already in row 1: r1c1" in done.err


def test_the_truths_are_told_in_the_signs_of_the_puzzle(run: Run) -> None:
    done = run("why", "012. .... .... ....", "r1c4=3")
    assert done.out.startswith("r1c4=3 follows from 1 truth:\n  r1c4 has a digit: 3\n")
