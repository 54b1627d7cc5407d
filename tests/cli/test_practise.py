"""The command `practise`: boards, answers line by line, and the score."""

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sudoku_engine.api.event_text import hint_text
from sudoku_plugins.course.boards import board_by_seed
from sudoku_plugins.course.proving import event_of, task_by_seed
from tests.support.files import write
from tests.support.lines import EASY, Run
from tests.support.paths import ROOT
from tests.support.program import Done

PAIR = "9613827453.2.479.67.4..9.32.379.5..4.95.34.7.146278359679453.2.423891567518726493"
"""1 and 8 in r37c7; nothing simpler."""

OWN = ROOT / "examples" / "my_strategy.py"

STEP = "1,8 in r37c7 => r45c7<>1, r45c7<>8"

Practise = Callable[..., Done]


@pytest.fixture
def practise(run: Run, monkeypatch: pytest.MonkeyPatch) -> Practise:
    """Return a function that calls `practise` and types the given lines."""

    def typed(lines: str, *arguments: str) -> Done:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
        found: Done = run("practise", *arguments)
        return found

    return typed


def after_the_board(done: Done) -> list[str]:
    """Return what was answered: the lines after the first board and its explanation."""
    return done.out.partition("quit ends.\n")[2].splitlines()


def test_a_board_is_shown_and_a_right_answer_ends_it(practise: Practise) -> None:
    done = practise(f"{STEP}\n", "naked_pair", "--from", PAIR)
    title, *board = done.out.splitlines()
    assert title == "Board 1: Naked Pair is the simplest technique that helps"
    assert board[0] == "     c1   c2   c3     c4   c5   c6     c7   c8   c9"
    assert board[2] == "r1 │ 9    6    1    │ 3    8    2    │ 7    4    5    │"
    assert after_the_board(done) == [
        f"right: Naked Pair: {STEP}",
        "  r3c7 and r7c7 hold only 1 and 8 and use them up, so no other cell of column 7",
        "  can hold them.",
        "1 of 1 right",
    ]
    assert (done.status, done.err) == (0, "")


def test_the_other_spelling_is_taken_too(run: Run, practise: Practise) -> None:
    assert practise("", "naked_pair", "--from", PAIR).out == run(
        "practice", "naked_pair", "--from", PAIR
    ).out  # fmt: skip


@pytest.mark.parametrize("name", ["naked_pair", "Naked Pair", "NAKED-PAIR", "subsets", "basic"])
def test_a_technique_may_be_named_as_people_do(name: str, practise: Practise) -> None:
    assert practise(STEP, name, "--from", PAIR).status == 0


def test_hints_reveal_more_and_more(practise: Practise) -> None:
    for typed in ("?\n??\n???\n", "?\n?\n?\n"):
        done = practise(typed, "naked_pair", "--from", PAIR)
        where, what, why, *_, score = after_the_board(done)
        assert where == "Look at column 7."
        assert what == "Look for: Naked Pair in column 7."
        assert why == f"Naked Pair: {STEP}"
        assert (score, done.status) == ("0 of 1 right", 1)


def test_after_a_wrong_answer_there_is_another_try(practise: Practise) -> None:
    done = practise(f"r2c8<>1\n\nr4c8<>1\n{STEP}\n", "naked_pair", "--from", PAIR)
    assert [line for line in after_the_board(done) if not line.startswith(" ")] == [
        "wrong: without 1 in r2c8 the puzzle has no solution",
        "true, but that is 2-String Kite, which was not asked for",
        f"right: Naked Pair: {STEP}",
        "1 of 1 right, none of them at the first try and without a hint",
    ]
    assert done.status == 0


def test_what_is_no_step_is_said_and_counts_for_nothing(practise: Practise) -> None:
    done = practise(f"r4c7\n{STEP}\n", "naked_pair", "--from", PAIR)
    assert " ".join(after_the_board(done)[:2]) == (
        "'r4c7' is not a step: write what the step changes, such as r5c5=8 or r57c4-1, r7c4-8 "
        "(? for a hint, skip, quit)"
    )
    assert after_the_board(done)[-1] == "1 of 1 right"


@pytest.mark.parametrize(
    ("typed", "score"),
    [
        ("", "0 of 1 right"),
        ("quit\n", "0 of 1 right"),
        ("skip\n", "0 of 1 right"),
        (f"{STEP}\nquit\n", "1 of 1 right"),
        (f"{STEP}\n?\nquit\n", "1 of 2 right"),
        (f"skip\n{STEP}\n", "0 of 2 right"),
        ("1,8 in r37c3 => r45c7<>1,8\nquit\n", "0.5 of 1 right"),
    ],
)
def test_the_score_counts_boards_that_were_touched(
    typed: str, score: str, practise: Practise, tmp_path: Path
) -> None:
    puzzles = write(tmp_path, "two.txt", f"{PAIR}\n{PAIR[::-1]}\n")
    done = practise(typed, "naked_pair", "--from", str(puzzles))
    assert done.out.splitlines()[-1] == score
    assert done.status == (0 if score == "1 of 1 right" else 1)


def test_an_open_cell_with_one_candidate_is_not_shown_as_filled(practise: Practise) -> None:
    done = practise("", "naked_single", "--from", PAIR.replace("53.2", ".3.2"))
    assert "r3 │ 7   58  4   │ {1} 16  9   │" in done.out
    assert "{1} is an open cell with one candidate.\n" in done.out


def test_a_pupils_own_technique_is_practised(practise: Practise) -> None:
    done = practise("r45c7<>18\n", "my_naked_pair", "-p", str(OWN), "--from", PAIR)
    assert f"right: My Naked Pair: {STEP}" in done.out
    assert done.status == 0


def test_a_sheet_has_the_boards_with_room_to_write_and_then_the_answers(
    run: Run, tmp_path: Path
) -> None:
    given = ("--from", PAIR, "--sheet", "sheet.html", "--title", "10a")
    assert run("practise", "naked_pair", *given) == (0, "", "")
    page = (tmp_path / "sheet.html").read_text(encoding="utf-8")
    puzzles, answers = page.split("<h1>10a: answers</h1>")
    assert "<figcaption>1 · look for: Naked Pair</figcaption>" in puzzles
    assert puzzles.count('<p class="answer"></p>') == puzzles.count("<svg") == 1
    assert "Name" in puzzles
    assert "r45c7" not in puzzles
    assert "<figcaption>1 · Naked Pair</figcaption>" in answers
    assert "<p>1,8 in r37c7 =&gt; r45c7&lt;&gt;1, r45c7&lt;&gt;8</p>" in answers


def test_the_file_of_a_sheet_is_also_named_like_that_of_any_result(
    run: Run, tmp_path: Path
) -> None:
    for option in ("--sheet", "-o", "--output"):
        run("practise", "naked_pair", "--from", PAIR, option, f"{option}.html")
    sheets = {path.read_text(encoding="utf-8") for path in tmp_path.glob("*.html")}
    assert len(sheets) == 1


def test_a_sheet_names_all_steps_that_are_right(run: Run, tmp_path: Path) -> None:
    run("practise", "als_xz", "--seed", "1", "--count", "1", "--sheet", "sheet.html", "--no-name")
    page = (tmp_path / "sheet.html").read_text(encoding="utf-8")
    assert "Name" not in page
    assert "<p>Or: " in page


@pytest.mark.parametrize(
    ("arguments", "status", "why"),
    [
        ((), 2, "sudoku-engine practise: missing argument 'ID...'"),
        (("nakedpair",), 2, "unknown strategy 'nakedpair': did you mean 'naked_pair'?"),
        (("jellyfish", "--from", EASY), 1, "in this puzzle Jellyfish is never the next that helps"),
        (("xy_wing", "--seed", ""), 2, "sudoku-engine practise: invalid value for '--seed'"),
        (("xy_wing", "--from", "no.txt"), 2, "no.txt: there is no such file"),
        (("xy_wing", "--from", "-"), 2, "--from -: your answers come from standard input: name"),
        (("xy_wing", "--truths", "2"), 2, "--truths is for proofs: add --prove"),
        (("--prove", "--truths", "9", "--from", PAIR), 1, "no candidate was found whose smallest"),
        (("xy_wing", "--sheet", "x.pdf"), 2, "x.pdf: practise writes no .pdf: end the name in"),
    ],
)
def test_what_cannot_be_practised_is_an_error(
    arguments: tuple[str, ...], status: int, why: str, practise: Practise
) -> None:
    done = practise("", *arguments)
    assert (done.status, done.out) == (status, "")
    assert done.err.startswith(why)


def test_a_proof_is_built_up_truth_by_truth(practise: Practise) -> None:
    done = practise("r3c7\n-r3c7\n-r2c8\nlist\nr37c7\n", "naked_pair", "--prove", "--from", PAIR)
    assert done.out.startswith("Board 1: prove that r5c7 is not 1 (2 truths are enough)\n")
    denied, *_, left, slip, named, right, remark, _, score = after_the_board(done)
    assert denied == (
        "not yet: everything named (r3c7) holds on this full board, but r5c7 is 1; "
        "anything that you do not name may differ, even givens"
    )
    assert slip == "r2c8 is not named (? for a hint, skip, quit)"
    assert left == named == "Named: nothing."
    assert right == "right: r3c7 and r7c7 prove that r5c7 is not 1"
    assert remark == "  No fewer truths are enough."
    assert (score, done.status, done.err) == ("1 of 1 right", 0, "")


@pytest.mark.parametrize("size", [2, 3, 4])
def test_proofs_need_no_technique_and_the_playground_has_the_board_of_a_seed(
    size: int, practise: Practise
) -> None:
    done = practise("skip\n", "--prove", "--truths", f"{size}", "--seed", "5", "--count", "1")
    task = task_by_seed(size, "5")
    assert done.out.startswith(f"Board 1 of 1: prove that {task.claim} ({size} truths are enough)")
    proof = hint_text(event_of(task.reason), "why")
    assert " ".join(proof.split()) in " ".join(done.out.split())


def test_the_site_has_the_board_of_a_technique_and_a_seed(practise: Practise) -> None:
    done = practise("skip\n", "x_wing", "--seed", "5", "--count", "1")
    board, _ = board_by_seed("x_wing", "5")
    assert " ".join(hint_text(board.event, "why").split()) in " ".join(done.out.split())


def test_a_sheet_of_proofs_has_tables_to_fill_in(run: Run, tmp_path: Path) -> None:
    given = ("--from", PAIR, "--count", "2", "--sheet", "sheet.html")
    assert run("practise", "naked_pair", "--prove", *given) == (0, "", "")
    puzzles, answers = (tmp_path / "sheet.html").read_text("utf-8").split("<h1>Answers</h1>")
    assert "<figcaption>1 · prove: r5c7 is not 1, 2 truths</figcaption>" in puzzles
    assert puzzles.count("<tr><td></td><td></td></tr>") == 4
    assert "r4c8" not in puzzles
    assert "If r5c7 is 1: r4c8 is 8; then r5c9 has no candidate left" in answers
