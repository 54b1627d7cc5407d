"""Proofs: what people write for truths, and the verdict on what they name."""

import pytest

from sudoku_engine import Grid, Layout
from sudoku_engine.board.notation import effects_in
from sudoku_engine.errors import LayoutError
from sudoku_engine.formats import parse
from sudoku_plugins.course.named_truths import truths_in
from sudoku_plugins.course.proving import ProofExercise, Task
from sudoku_plugins.reasons.smallest_reason import Reason, smallest_reason
from sudoku_plugins.variants.rule_book import RULE_BOOK

PAIR = Grid.parse(
    "9613827453.2.479.67.4..9.32.379.5..4.95.34.7.146278359679453.2.423891567518726493"
)
"""r3c7 and r7c7 hold only 1 and 8, so r4c7 is neither."""

CLUED = parse(
    "clues: killer cage 6 r1c12,r2c1; killer cage 6 r4c34,r3c4; white dot r3c1,r4c1\n"
    "  killer cage 5 r2c34\n"
    "....\n....\n....\n...."
)


def exercise(grid: Grid, elimination: str) -> ProofExercise:
    [candidate] = effects_in(elimination, grid.layout)[1]
    reason = smallest_reason(grid, (), [candidate])
    assert isinstance(reason, Reason)
    return ProofExercise(Task(candidate, reason))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("r3c7 r7c7", ["r3c7", "r7c7"]),
        ("R37C7, r4c8 has a digit", ["r3c7", "r7c7", "r4c8"]),
        ("8 in column 7 and 1 in row 3", ["8 in column 7", "1 in row 3"]),
        ("column 7 has an 8 box 3 has a 1", ["8 in column 7", "1 in box 3"]),
        ("1,8 in c7; b3: 8", ["1 in column 7", "8 in column 7", "8 in box 3"]),
        ("row 3 has 1, 5 and 8 in box 6", ["1 in row 3", "5 in row 3", "8 in box 6"]),
        ("r3c7 8 in col 7", ["r3c7", "8 in column 7"]),
    ],
)
def test_truths_are_read_as_people_write_them(text: str, read: list[str]) -> None:
    assert [truth.brief for truth in truths_in(text, PAIR)] == read


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("r3c7, row 5", "row 5: which digit of it? Write 3 in row 5"),
        ("7 in row 12", "no house 'row 12' on a 9x9 board"),
        ("r3c0", "no cell 'r3c0' on a 9x9 board"),
        ("r1c1", "r1c1 holds 9 already: name what is still open"),
        ("9 in row 1", "row 1 has its 9 in r1c1 already: name what is still open"),
        ("r3c7=1", "'r3c7=1' is not a truth: name cells"),
        ("r3c7<>1", "'r3c7<>1' is not a truth: name cells, such as r1c1 or r12c3"),
        ("the pair", "'the pair' is not a truth"),
    ],
)
def test_what_is_no_truth_is_named(text: str, why: str) -> None:
    with pytest.raises(LayoutError) as raised:
        truths_in(text, PAIR)
    assert raised.value.what.startswith(why)


@pytest.mark.parametrize("text", ["killer cage r1c1", "cage 6 r1c12", "Killer cage 6 r2c1,r1c2"])
def test_clues_are_named_by_their_rule_and_a_cell(text: str) -> None:
    cage, cell = truths_in(f"{text}, r2c4", CLUED)
    assert (cage.brief, cell.brief) == ("killer cage 6 r1c1,r1c2,r2c1", "r2c4")


def test_the_regions_of_a_jigsaw_may_be_called_boxes() -> None:
    layout = Layout.of_regions("1112\n1322\n3324\n3444")
    (truth,) = truths_in("box 2 has a 3", Grid(layout, [0] * 16))
    assert truth.brief == "3 in region 2"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("cage", "cage: there are several: killer cage 6 r1c1,r1c2,r2c1 or killer cage 6 r4c3,"),
        ("cage r2c2", "no cage r2c2 on this board"),
        ("cage r2c3", "cage r2c3: that two candidates exclude each other need not be named"),
        ("white dot r3c1", "white dot: that two candidates exclude each other need not be named"),
    ],
)
def test_clues_that_are_not_there_or_need_no_name_are_told(text: str, why: str) -> None:
    with pytest.raises(LayoutError) as raised:
        truths_in(text, CLUED)
    assert raised.value.what.startswith(why)


def test_a_proof_from_as_few_truths_as_possible_is_the_best() -> None:
    proof = exercise(PAIR, "r4c7<>1")
    proof.add(truths_in("r3c7 r7c7", PAIR))
    verdict = proof.verdict()
    assert verdict.text == "right: r3c7 and r7c7 prove that r4c7 is not 1"
    assert verdict.remark == "No fewer truths are enough."
    assert proof.is_best


def test_a_proof_from_more_truths_says_how_few_were_enough() -> None:
    proof = exercise(PAIR, "r4c7<>1")
    proof.add(truths_in("r2c4 r3c7 r7c7", PAIR))
    verdict = proof.verdict()
    assert verdict.remark == "2 truths would have been enough: r3c7 and r7c7."
    assert verdict.event is not None
    assert verdict.event.step.pattern == "r3c7, r7c7"
    assert proof.is_right
    assert not proof.is_best


def test_too_few_truths_are_denied_by_a_full_board_on_which_they_hold() -> None:
    proof = exercise(PAIR, "r4c7<>1")
    proof.add(truths_in("r3c7 8 in row 7", PAIR))
    verdict = proof.verdict()
    assert verdict.text.startswith("not yet: everything named (r3c7 and 8 in row 7) holds")
    board = verdict.board
    assert board is not None
    assert board.is_solved
    assert board.digit(board.layout.cell("r4c7")) == 1
    assert board.digit(board.layout.cell("r3c7")) in (1, 8)
    (eight,) = [cell for cell in board.layout.house("row 7").cells if board.digits[cell] == 8]
    assert 8 in PAIR.candidates(eight)
    assert proof.event is not None
    assert not proof.is_right


def test_that_candidates_exclude_each_other_need_not_be_named() -> None:
    layout = Layout.named("4x4").with_clues(
        [RULE_BOOK.read("killer cage 6 r1c1,r2c2,r2c3", Layout.named("4x4"))]
    )
    masks = [0b0011 if cell in (0, 5) else 0b1111 for cell in range(16)]
    proof = exercise(Grid(layout, [0] * 16, masks=masks), "r2c3<>1")
    proof.add(truths_in("r1c1", proof.grid))
    denied = proof.verdict().board
    assert denied is not None
    cage = [denied.digit(layout.cell(name)) for name in ("r1c1", "r2c2", "r2c3")]
    assert cage == [2, 0, 1]
    proof.add(truths_in("r2c2", proof.grid))
    assert proof.verdict().text == "right: r1c1 and r2c2 prove that r2c3 is not 1"


def test_a_hint_goes_on_from_the_truths_that_are_named() -> None:
    proof = exercise(PAIR, "r4c7<>1")
    assert proof.hint() == "Look at r4c8."
    proof.add(truths_in("r3c7", PAIR))
    assert proof.hint() == "Look at r7c7."


def test_hints_name_a_place_then_a_truth_then_the_whole_proof() -> None:
    proof = exercise(PAIR, "r4c7<>1")
    first, second = proof.task.reason.truths
    assert proof.hint() == f"Look at {first.brief}."
    proof.add([first])
    assert proof.hint() == f"Look at {second.brief}."
    assert proof.hint() == f"Use: {second.brief} is 1 or 8."
    whole = f"Smallest Reason: {first.brief}, {second.brief} => r4c7<>1\n"
    assert proof.hint().startswith(whole)
    assert proof.hints == 4


@pytest.mark.parametrize(
    ("text", "named"),
    [("-r3c7", ["r7c7"]), ("- r7c7 and r3c7", []), ("clear", [])],
)
def test_what_is_named_is_taken_back_in_words(text: str, named: list[str]) -> None:
    proof = exercise(PAIR, "r4c7<>1")
    assert not proof.take("r3c7 r7c7")
    assert proof.take(text)
    assert [truth.brief for truth in proof.named] == named
