"""The guard: which steps it refuses, in which words, and which it lets pass."""

import pytest

from sudoku_engine import Candidate, Grid, Layout, Step, cell
from sudoku_engine.solving.guard import (
    count_solutions,
    malformed,
    objection,
    refuted,
    solution_fault,
    trimmed,
)
from tests.support import boards

# One solution: 1 2 3 4 / 3 4 1 2 / 2 1 4 3 / 4 3 2 1. r1c1 and r2c2 may hold several digits.
BOARD = Grid.parse("""
    . 2 | 3 .
    3 . | 1 2
    ----+----
    2 1 | 4 3
    . 3 | 2 1
""")
SOLUTION = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)

TWO_WAYS, NO_WAY = map(Grid.parse, (boards.TWO_WAYS, boards.NO_WAY))


def at(name: str, digit: int) -> Candidate:
    return Candidate(cell(name) % 9 + cell(name) // 9 * 4, digit)


def refusal(step: object, grid: Grid = TWO_WAYS, solution: tuple[int, ...] | None = None) -> str:
    why = objection(step, grid, solution)
    assert why is not None
    return why


def test_a_true_step_passes() -> None:
    assert objection(Step([at("r1c1", 1)]), BOARD, SOLUTION) is None
    assert objection(Step(eliminations=[at("r1c1", 2)]), TWO_WAYS, None) is None


def test_a_step_that_changes_nothing_is_refused() -> None:
    assert refusal(Step(because=[at("r1c1", 1)], reason="so")) == "the step changes nothing"


def test_what_is_no_step_is_refused_and_shown_shortly() -> None:
    assert refusal("a" * 1000).startswith("it gave 'aaaa")
    assert len(refusal("a" * 1000)) < 100


@pytest.mark.parametrize("number", [-1, 16, 10**30])
def test_a_cell_that_does_not_exist_is_refused(number: int) -> None:
    why = f"it places 1 in cell {number}: cells go from 0 to 15"
    assert refusal(Step([Candidate(number, 1)])) == why
    assert malformed(Step([Candidate(number, 1)]), BOARD) == why


@pytest.mark.parametrize("digit", [0, -1, 5, 10**30])
def test_a_digit_that_does_not_exist_is_refused(digit: int) -> None:
    why = f"it eliminates {digit} in r1c1: digits go from 1 to 4"
    assert refusal(Step(eliminations=[Candidate(0, digit)])) == why
    assert malformed(Step(eliminations=[Candidate(0, digit)]), BOARD) == why


def test_every_candidate_of_a_step_is_looked_at() -> None:
    step = Step([at("r1c1", 1)], [at("r3c1", 1), at("r3c2", 4)])
    assert refusal(step) == "it eliminates 4 in r3c2, where it is not a candidate"


def test_a_filled_cell_is_named_with_what_it_holds() -> None:
    step = Step(eliminations=[at("r1c3", 2)])
    assert refusal(step) == "it eliminates 2 in r1c3, which already holds 3"


def test_a_step_against_the_one_solution_is_refused() -> None:
    grid = Grid(BOARD.layout, [0] * 16)
    placed = Step([at("r1c1", 2)])
    struck = Step(eliminations=[at("r1c1", 1)])
    assert refusal(placed, grid, SOLUTION) == "it places 2 in r1c1, where the solution has 1"
    assert refusal(struck, grid, SOLUTION) == "it eliminates 1 in r1c1, where the solution has 1"


def test_letters_stand_for_digits_over_9() -> None:
    layout = Layout.named("12x12")
    grid = Grid(layout, [0] * 144)
    step = Step([Candidate(0, 12)])
    assert refusal(step, grid, tuple([11] * 144)) == (
        "it places C in r1c1, where the solution has B"
    )


def test_a_step_that_contradicts_itself_is_refused_where_no_solution_is_known() -> None:
    clashes = [
        (Step([at("r1c1", 1), at("r1c1", 2)]), "it places 1 in r1c1 and 2 in r1c1"),
        (Step([at("r1c1", 1), at("r1c2", 1)]), "it places 1 in r1c1 and 1 in r1c2"),
        (Step([at("r1c1", 1)], [at("r1c1", 1)]), "it places and eliminates 1 in r1c1"),
    ]
    for step, why in clashes:
        assert refusal(step) == why


def test_a_step_may_say_the_same_twice() -> None:
    step = Step([at("r1c1", 1), at("r1c1", 1)], [at("r3c1", 1), at("r3c1", 1)])
    assert objection(step, TWO_WAYS, None) is None
    assert TWO_WAYS.apply(step) == TWO_WAYS.apply(Step([at("r1c1", 1)]))


def test_emptying_a_cell_is_no_fault_where_no_solution_is_known() -> None:
    step = Step(eliminations=[at("r1c1", 1), at("r1c1", 2)])
    assert objection(step, TWO_WAYS, None) is None


def test_without_the_guard_only_nonsense_is_refused() -> None:
    assert malformed(Step([at("r1c3", 2)]), BOARD) is None
    assert malformed(Step(), BOARD) is None
    assert malformed(None, BOARD) == "it gave None, not a Step"


# Trimming


def test_a_step_that_is_all_there_is_not_changed() -> None:
    step = Step([at("r1c1", 1)], [at("r3c1", 1)], reason="so")
    assert trimmed(step, TWO_WAYS) is step


def test_a_step_is_trimmed_to_what_is_still_there_and_says_the_same() -> None:
    step = Step(
        eliminations=[at("r1c1", 1), at("r3c1", 2)],
        because={"fin": [at("r1c2", 1)]},
        houses=[TWO_WAYS.layout.rows[0]],
        pattern="p",
        reason="so",
    )
    left = trimmed(step, TWO_WAYS.apply(Step(eliminations=[at("r1c1", 1)])))
    assert left is not None
    assert left.eliminations == (at("r3c1", 2),)
    assert (left.because, left.houses) == (step.because, step.houses)
    assert (left.pattern, left.reason) == ("p", "so")


def test_of_a_step_that_was_done_already_nothing_is_left() -> None:
    step = Step([at("r1c1", 1)], [at("r3c1", 1)])
    assert trimmed(step, TWO_WAYS.apply(step)) is None


# The oracle


def test_the_oracle_knows_the_one_solution() -> None:
    assert count_solutions(BOARD) == (1, SOLUTION)


def test_the_oracle_knows_that_there_are_several_or_none() -> None:
    assert count_solutions(TWO_WAYS) == (2, None)
    assert count_solutions(NO_WAY) == (0, None)


def test_beyond_its_budget_the_oracle_knows_nothing() -> None:
    assert count_solutions(Grid(Layout.named("9x9"), [0] * 81), budget=1) == (None, None)


def test_the_oracle_keeps_to_the_candidates_of_the_board() -> None:
    assert count_solutions(TWO_WAYS.apply(Step(eliminations=[at("r1c1", 1)]))).solutions == 1


# Solutions


def solved(*digits: int) -> Grid:
    return Grid(BOARD.layout, digits)


def test_the_solution_is_believed() -> None:
    assert solution_fault(solved(*SOLUTION), BOARD) is None


def test_a_board_that_breaks_the_rules_or_is_open_is_no_solution() -> None:
    wrong = [2 if digit == 0 else digit for digit in BOARD.digits]
    assert solution_fault(solved(*wrong), BOARD) == "it gave a board that is not a solution"
    assert solution_fault(BOARD, BOARD) == "it gave a board that is not a solution"


def test_a_solution_that_changes_a_digit_is_not_believed() -> None:
    other = [{1: 2, 2: 1}.get(digit, digit) for digit in SOLUTION]
    assert solution_fault(solved(*other), BOARD) == "its solution changes r1c2"


def test_a_solution_that_was_given_before_is_not_believed() -> None:
    same = solved(*SOLUTION)
    assert solution_fault(same, BOARD, [same]) == "it gave the same solution twice"


def test_a_solution_for_another_layout_is_not_believed() -> None:
    other = Grid(Layout.named("4x4+diagonals"), SOLUTION)
    why = solution_fault(other, BOARD)
    assert why is not None
    assert why.endswith("which is not a board of this kind")


def test_of_a_rejected_step_the_false_claims_are_refuted() -> None:
    right, false = at("r1c1", 1), at("r2c2", 4)
    step = Step(placements=[right], eliminations=[false])
    assert refuted(step, BOARD, SOLUTION) == (false,)


def test_all_claims_of_a_rejected_step_are_refuted_where_none_is_wrong_by_itself() -> None:
    claims = (at("r1c1", 1), at("r1c1", 4))
    assert refuted(Step(placements=claims), BOARD, None) == claims
