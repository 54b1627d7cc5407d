"""Ratings by the rules of Sukaku Explainer, and what each of its rules finds."""

import json
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from sudoku_engine import Grid
from sudoku_engine.board.masks import mask_of
from sudoku_plugins.ratings.explainer import basics, chains, wings_and_loops
from sudoku_plugins.ratings.explainer.basics import LAYOUT, Hint, Marks
from sudoku_plugins.ratings.explainer.chains import Chain, length_difficulty
from sudoku_plugins.ratings.explainer.rating import OLD, ExplainerRating, rate_by_explainer
from sudoku_plugins.ratings.explainer.strong_links import strong_links
from sudoku_plugins.strategies.analysis.truths import number_of
from sudoku_plugins.strategies.order import STRATEGIES
from tests.support.our_boards import our_boards
from tests.support.paths import shared_text
from tests.support.samples import thorough

Rule = Callable[[Marks], Iterator[Hint]]


def board(**places: str) -> Marks:
    """An open board; ``d1="r1c1 r1c2"``: the places of the 1 in the boxes of these cells."""
    marks = Marks.of(Grid(LAYOUT, [0] * 81))
    for name, cells in places.items():
        digit = int(name[1]) - 1
        own = mask_of(LAYOUT.cell(cell) for cell in cells.split())
        boxes = [box.mask for box in LAYOUT.boxes if box.mask & own]
        marks.remove(sum(boxes) - own << 81 * digit)
    return marks


def candidate(text: str) -> int:
    cell, _, digit = text.partition("=")
    return 81 * (int(digit) - 1) + LAYOUT.cell(cell)


# Singles, and eliminations with a single after them


def test_a_hidden_single_is_easier_in_a_box_than_in_a_line() -> None:
    assert first(basics.hidden_singles, board(d1="r2c2"))[:2] == (12, "Hidden Single")
    row = board(d1="r1c1 r2c2 r2c4 r3c5 r3c7 r2c8")
    assert first(basics.hidden_singles, row)[:2] == (15, "Hidden Single")


def test_a_locked_digit_that_leaves_one_place_in_a_box_places_it() -> None:
    marks = board(d1="r1c1 r1c2 r1c4 r2c5")
    found = first(partial(basics.locked, is_direct=True), marks)
    assert found[:2] == (17, "Direct Pointing")
    assert found.placed == candidate("r2c5=1")
    assert first(partial(basics.locked, is_direct=False), marks)[:2] == (26, "Pointing")


def test_a_hidden_pair_that_leaves_one_place_in_its_house_places_it() -> None:
    marks = board(d1="r1c1 r1c2", d2="r1c1 r1c2", d3="r1c1 r2c3")
    found = first(partial(basics.hidden_sets, size=2, is_direct=True), marks)
    assert found[:2] == (20, "Direct Hidden Pair")
    assert found.placed == candidate("r2c3=3")


def first(rule: Rule, marks: Marks) -> Hint:
    return next(iter(rule(marks)))


# Where our techniques find something, its rules do


def simple_chains(marks: Marks) -> Iterator[Chain]:
    return chains.simple_chains(marks)


RULES = {
    "locked_candidates": partial(basics.locked, is_direct=False),
    "naked_pair": partial(basics.naked_sets, size=2),
    "naked_triple": partial(basics.naked_sets, size=3),
    "naked_quad": partial(basics.naked_sets, size=4),
    "hidden_pair": partial(basics.hidden_sets, size=2, is_direct=False),
    "hidden_triple": partial(basics.hidden_sets, size=3, is_direct=False),
    "x_wing": partial(basics.fish, size=2),
    "swordfish": partial(basics.fish, size=3),
    "jellyfish": partial(basics.fish, size=4),
    "skyscraper": partial(strong_links, number=2),
    "two_string_kite": partial(strong_links, number=2),
    "turbot_fish": partial(strong_links, number=2),
    "empty_rectangle": partial(strong_links, number=2),
    "xy_wing": partial(wings_and_loops.small_wings, has_third=False),
    "xyz_wing": partial(wings_and_loops.small_wings, has_third=True),
    "wxyz_wing": partial(wings_and_loops.large_wings, size=4),
    "unique_rectangle_1": wings_and_loops.unique_loops,
    "unique_rectangle_2": wings_and_loops.unique_loops,
    "unique_rectangle_3": wings_and_loops.unique_loops,
    "unique_rectangle_4": wings_and_loops.unique_loops,
    "unique_rectangle_5": wings_and_loops.unique_loops,
    "unique_loop": wings_and_loops.unique_loops,
    "bug_plus_1": wings_and_loops.universal_graves,
    "x_chain": simple_chains,
    "xy_chain": simple_chains,
    "nice_loop": simple_chains,
    "forcing_chain": partial(chains.forcing_chains, kind=chains.DYNAMIC),
}
DIFFICULTIES = {
    "skyscraper": 40,
    "two_string_kite": 41,
    "turbot_fish": 41,
    "empty_rectangle": 43,
    "unique_rectangle_1": 45,
    "unique_loop": 46,
    "bug_plus_1": 56,
}


@pytest.mark.parametrize("name", RULES)
def test_where_a_technique_of_ours_finds_something_a_rule_does(name: str) -> None:
    strategy = next(each for each in STRATEGIES if each.id == name)
    grid = Grid.parse(strategy.example or "")
    step = next(iter(strategy(grid) or ()))
    board = Marks.of(grid)
    gone = mask_of(number_of(each, LAYOUT) for each in step.eliminations)
    for each in step.placements:
        gone |= board.in_set(board.cells[each.cell] & ~(1 << each.digit - 1), 1 << each.cell)
    found = [hint for hint in RULES[name](board) if gone & hint.out]
    covered = 0
    for hint in found:
        covered |= hint.out
    assert not gone & ~covered
    if name in DIFFICULTIES:
        assert min(hint.difficulty for hint in found) == DIFFICULTIES[name]


@pytest.mark.parametrize(
    ("nodes", "tenths"),
    [(6, 0), (7, 1), (8, 1), (9, 2), (10, 2), (11, 3), (14, 3), (15, 4), (18, 4), (19, 5), (27, 6)],
)
def test_the_longer_a_chain_the_harder(nodes: int, tenths: int) -> None:
    assert length_difficulty(nodes) == tenths


def test_where_nothing_follows_pairs_within_the_chain_may_go_on() -> None:
    strategy = next(each for each in STRATEGIES if each.id == "nested_forcing_net")
    marks = Marks.of(Grid.parse(strategy.example or ""))
    plain, plus = (
        {chain.out: chain for chain in chains.forcing_chains(marks, kind)}
        for kind in (chains.DYNAMIC, chains.DYNAMIC_PLUS)
    )
    assert {*plain} < {*plus}
    assert all(chain.difficulty >= 90 for chain in plus.values())


# Whole puzzles


@pytest.mark.parametrize("name", ["easy", "minimal", thorough("quads")])
def test_every_step_is_true(name: str) -> None:
    for known in our_boards(name)[::24]:
        found = rate_by_explainer(known.puzzle)
        assert found.is_solved
        for _, _, step in found.steps:
            assert all(known.solution[cell] == str(digit) for cell, digit in step.placements)
            assert all(known.solution[cell] != str(digit) for cell, digit in step.eliminations)


def references(lowest: float, highest: float) -> list[list[str]]:
    """Puzzles with the ER, EP and ED that Sukaku Explainer gives them."""
    lines = shared_text("reference/se-200.csv").splitlines()
    rows = [line.split(",") for line in lines if line[0] in ".123456789"]
    return [row for row in rows if lowest <= float(row[1]) <= highest]


def agreeing(rows: list[list[str]]) -> list[int]:
    """How many have the same ER, EP and ED here."""
    found = [(rate_by_explainer(Grid.parse(puzzle)), want) for puzzle, *want in rows]
    return [sum(marks(rating)[i] == want[i] for rating, want in found) for i in range(3)]


def marks(rating: ExplainerRating) -> list[str]:
    return [str(each and each.difficulty) for each in rating.marks.values()]


def test_er_ep_and_ed_are_those_of_sukaku_explainer() -> None:
    one_of_each = {row[1]: row for row in reversed(references(1.2, 7.2))}
    assert len(one_of_each) > 20
    some = [*one_of_each.values()][::3]
    er, ep, ed = agreeing(some)
    # Of equally easy steps it took another one on one of these.
    assert er >= len(some) - 1
    assert ep == ed == len(some)


@pytest.mark.thorough
def test_er_ep_and_ed_are_those_of_sukaku_explainer_on_nearly_all_boards() -> None:
    rows = references(1.2, 9.2)
    assert len(rows) == 198
    er, ep, ed = agreeing(rows)
    assert (er, ep, ed) >= (196, 198, 198)


@pytest.mark.parametrize("highest", [7.1, thorough(9.0)])
def test_er_by_the_old_rules_is_that_of_sudoku_explainer(highest: float) -> None:
    rows = json.loads(shared_text("reference/hodoku-100.json"))
    known = [(row["puzzle"], row["se_rating"]) for row in rows if row["se_rating"] <= highest]
    for puzzle, er in known[:: 10 if highest < 9 else 1]:
        hardest = rate_by_explainer(Grid.parse(puzzle), OLD).hardest
        assert hardest is not None
        assert hardest.difficulty == er, puzzle


def test_the_old_rules_have_no_strong_links() -> None:
    grid = Grid.parse(next(row[0] for row in references(4.0, 4.0) if "1.3..4" in row[0]))
    new, old = rate_by_explainer(grid), rate_by_explainer(grid, OLD)
    assert any(each.name.startswith("2 Strong Links") for each in new.steps)
    assert not any("Strong Links" in each.name for each in old.steps)
    assert (str(new).split("  ")[0], str(old).split("  ")[0]) == (
        "ER 4.0 (2 Strong Links 011)",
        "ER 4.4 (XYZ-Wing)",
    )
