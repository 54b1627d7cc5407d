"""Forcing chains and nets on small boards: what they find, and how they show it."""

import random
from itertools import chain, islice

import pytest

from sudoku_engine import Branch, Candidate, Grid, Step
from sudoku_engine.board.masks import bits
from sudoku_engine.board.notation import cells_in, subset_in
from sudoku_plugins.checkers.symmetry.transformation import Transformation
from sudoku_plugins.reasons.reasons import counter_board
from sudoku_plugins.strategies import forcing as waves
from sudoku_plugins.strategies.analysis.truths import candidate, packed, truths_of
from sudoku_plugins.strategies.forcing.forcing_chain import forcing_chain
from sudoku_plugins.strategies.forcing.forcing_net import (
    forcing_net,
    nested_forcing_net,
    nested_waves,
)
from sudoku_plugins.strategies.forcing.kraken_fish import kraken_fish
from sudoku_plugins.strategies.forcing.templates import nishio, template_delete, template_set
from sudoku_plugins.strategies.forcing.tridagon import tridagon
from sudoku_plugins.strategies.order import STRATEGIES
from tests.support.our_boards import CLASSIC_FILES, our_boards
from tests.support.techniques import CLASSIC, marked, only

PIVOT = "r2c2 146, r2c7 13, r6c2 34, r1c3 68, r1c7 38"
"""1 in r2c2 makes r2c7 a 3, 4 makes r6c2 a 3, 6 by way of r1c3 makes r1c7 a 3: r6c7 sees all."""


def case(branch: Branch) -> dict[str, list[str]]:
    """The candidates of a branch in words, by role."""
    return {
        role: [f"{cell}={digit}" for cell, digit in group] for role, group in branch.because.items()
    }


def test_from_each_candidate_of_a_cell_a_chain_leads_to_the_same_elimination() -> None:
    step = only(forcing_chain(marked(PIVOT)))
    assert step.notation(CLASSIC) == (
        "r2c2 -1- r2c7 -3- r6c7; r2c2 -4- r6c2 -3- r6c7; r2c2 -6- r1c3 -8- r1c7 -3- r6c7 => r6c7<>3"
    )
    assert step.reason == ("r2c2 is 1, 4 or 6; in each case a chain says that r6c7 is not 3")
    assert step.because == {"cause": ((10, 1), (10, 4), (10, 6))}
    assert [branch.title for branch in step.branches] == [
        "if r2c2 is 1",
        "if r2c2 is 4",
        "if r2c2 is 6",
    ]
    assert case(step.branches[2]) == {
        "on": ["r2c2=6", "r1c3=8", "r1c7=3"],
        "off": ["r1c3=6", "r1c7=8", "r6c7=3"],
    }
    assert [link.strong for link in step.branches[2].links] == [False, True, False, True, False]
    assert step.difficulty == 11


def test_from_each_place_in_a_house_a_chain_leads_to_the_same_elimination() -> None:
    no_4 = ", ".join(f"r5c{column} 4" for column in "235679")
    steps = forcing_chain(marked("r8c1 49, r9c4 49, r7c8 46, r8c9 69", without=no_4))
    step = next(step for step in steps if step.eliminations == ((CLASSIC.cell("r8c4"), 9),))
    assert step.pattern == (
        "r5c1 -4- r8c1 -9- r8c4; r5c4 -4- r9c4 -9- r8c4; r5c8 -4- r7c8 -6- r8c9 -9- r8c4"
    )
    assert step.reason == (
        "row 5 has 4 only in r5c1, r5c4 and r5c8; in each case a chain says that r8c4 is not 9"
    )
    assert [house.name for house in step.houses] == ["row 5"]


def test_two_chains_from_a_supposition_contradict_each_other() -> None:
    step = next(iter(forcing_chain(marked("r1c1 159, r1c4 25, r3c4 27, r3c1 57"))))
    assert step.notation(CLASSIC) == (
        "r1c1 -5- r3c1 -7- r3c4 -2; r1c1 -5- r1c4 -2- r3c4 => r1c1<>5"
    )
    assert step.reason == (
        "if r1c1 is 5, one chain says that r3c4 is 2 and another that it is not; so r1c1 is not 5"
    )
    assert [branch.title for branch in step.branches] == [
        "if r1c1 is 5: r3c4 is 2",
        "if r1c1 is 5: r3c4 is not 2",
    ]
    assert case(step.branches[1]) == {"on": ["r1c1=5", "r1c4=2"], "off": ["r1c4=5", "r3c4=2"]}
    assert step.difficulty == 7


NET = "r1c1 15, r1c9 25, r5c1 57, r9c1 12, r9c9 27, r5c9 789"
"""2 in r9c9 makes r1c9 a 5 and r9c1 a 1: nothing is left for r1c1."""


def test_a_net_ends_in_a_cell_without_candidates() -> None:
    step = next(iter(forcing_net(marked(NET))))
    assert step.notation(CLASSIC) == "r9c9=2, r1c9=5, r9c1=1 -> contradiction in r1c1 => r9c9<>2"
    assert step.reason == (
        "if r9c9 is 2, 2 more digits follow until r1c1 has no candidate left; so r9c9 is not 2"
    )
    (branch,) = step.branches
    assert branch.title == "if r9c9 is 2, r1c1 has no candidate left"
    assert case(branch) == {
        "on": ["r9c9=2", "r1c9=5", "r9c1=1"],
        "off": ["r1c1=1", "r1c9=2", "r9c1=2", "r1c1=5"],
    }
    assert [link.strong for link in branch.links] == [False, True, False, True, False, False]


def test_a_net_ends_with_a_digit_twice_in_a_house() -> None:
    step = next(iter(forcing_net(marked(PIVOT))))
    assert step.pattern.endswith("-> contradiction in box 1")
    assert "until box 1 has 6 twice; so r6c7 is not 3" in step.reason


def test_a_net_says_in_which_house_a_digit_has_no_other_place() -> None:
    no_5 = ", ".join(f"r2c{column} 5" for column in "2356789")
    steps = forcing_net(marked("r1c1 125, r4c4 57, r7c4 57", without=no_5))
    step = next(step for step in steps if step.eliminations == ((0, 5),))
    assert step.pattern.startswith("r1c1=5, r2c4=5 (row 2), ")
    assert step.pattern.endswith(" -> contradiction in column 4")
    assert [house.name for house in step.houses] == ["row 2"]
    assert "3 more digits follow until column 4 has 7 twice" in step.reason


VERITY = (
    ":0000:x:7.9..168..4......1................6....2.657..7.398124..7........2....9..3..54217:"
    "434 435 441 541 542 543 451 375:::"
)
"""A board of no puzzle: no supposition contradicts itself."""


def test_nets_from_all_places_in_a_house_come_to_the_same() -> None:
    step = next(iter(forcing_net(Grid.parse(VERITY))))
    assert step.pattern == (
        "r9c1=6, r3c2=6 (column 2) -> r3c4<>6; r9c3=6, r3c2=6 (column 2) -> r3c4<>6; "
        "r9c4=6 -> r3c4<>6"
    )
    assert step.reason == (
        "row 9 has 6 only in r9c1, r9c3 and r9c4; in each case r3c4 is not 6 in the end"
    )
    assert [branch.title for branch in step.branches] == [
        "if r9c1 is 6",
        "if r9c3 is 6",
        "if r9c4 is 6",
    ]
    assert [house.name for house in step.houses] == ["row 9", "column 2"]


NESTED = (
    ":0000:x:4..1...9...6...24...8....36.8....6.3.4.6......61.734..8.4...3.5.9.45..6.615...9.4:"
    "313 321 521 721 231 531 731 941 951 253 753 557 961 869:::"
)
"""A board of no puzzle, on which neither contradictions nor verities are left."""


def test_where_nothing_more_follows_something_more_is_supposed() -> None:
    grid = Grid.parse(NESTED)
    assert next(iter(forcing_net(grid)), None) is None
    step = next(iter(nested_forcing_net(grid)))
    *within, last = step.branches
    assert last.title == "if r6c9 is 2, row 2 has no place left for 7"
    assert within
    assert all(branch.title.startswith("if r6c9 is 2 and r") for branch in within)
    assert all(case(branch)["on"][0] == "r6c9=2" for branch in step.branches)
    assert counter_board(grid, step, budget=20) is None
    for branch in step.branches:
        assert {*branch.because["off"]} <= {each for link in branch.links for each in link.end}
    assert any("off elsewhere" in branch.because for branch in step.branches)
    nets = step.pattern.split("; ")
    assert len(nets) == len(step.branches)
    assert {net.partition(", ")[0] for net in nets} == {str(each) for each in step.eliminations}
    assert step.reason == (
        "if r6c9 is 2, a net within it rules out another candidate and 11 more digits follow "
        "until row 2 has no place left for 7; so r6c9 is not 2"
    )


def test_where_the_tries_run_out_does_not_depend_on_the_order_of_the_cells() -> None:
    grid = at_rest(our_boards("diagonals")[0].puzzle)
    turned = Transformation.random(random.Random(2), grid.layout)
    step = turned.step(Step(eliminations=refuted_within(100, 3, grid)))
    (digit,) = {digit for _, digit in step.eliminations}
    found = refuted_within(100, digit, turned.grid(grid))
    assert Step(eliminations=found).effect == step.effect


def refuted_within(most_tries: int, digit: int, grid: Grid) -> list[Candidate]:
    """The candidates of a digit that nets with so many nets within them refute."""
    board, placed = packed(grid)
    starts = (node for node in bits(board & ~placed) if node // 81 == digit - 1)
    return [
        candidate(node, grid.layout)
        for node in starts
        if not nested_waves(board, placed, 1 << node, grid.layout, most_tries).board
    ]


def test_beside_contradictions_there_are_verities() -> None:
    contradictions = [step for step in forcing_net(marked(PIVOT)) if not step.because]
    assert contradictions
    assert [step for step in forcing_net(marked(PIVOT)) if step.because]


@pytest.mark.parametrize("name", ["diagonals", "jigsaw", "12x12"])
def test_every_step_follows_from_what_it_names_on_other_boards(name: str) -> None:
    board = at_rest(our_boards(name)[0].puzzle)
    steps = [*islice(forcing_chain(board), 10), *islice(forcing_net(board), 10)]
    assert steps
    assert all(counter_board(board, step) is None for step in steps)


def test_forcing_chains_may_go_through_groups() -> None:
    board = at_rest(Grid.parse(HARD))
    steps = [*forcing_chain(board, groups=True)]
    through = [
        step
        for step in steps
        if any(len(link.end) > 1 for branch in step.branches for link in branch.links)
    ]
    assert {effect(step) for step in forcing_chain(board)} < {effect(step) for step in steps}
    assert through
    assert all(counter_board(board, step) is None for step in through)


HARD = "4....52....72..6..5...8.....4......97....6......4.17....6...3.7..2.3...4.8....1.."


def effect(step: Step) -> tuple[frozenset[Candidate], frozenset[Candidate]]:
    return frozenset(step.placements), frozenset(step.eliminations)


def at_rest(grid: Grid) -> Grid:
    """The board when singles find nothing more."""
    while step := next(chain.from_iterable(single(grid) or () for single in SINGLES), None):
        grid = grid.apply(step)
    return grid


SINGLES = [each for each in STRATEGIES if each.family == "singles" and not each.marks]


def test_the_fast_waves_are_those_of_the_general_way() -> None:
    tried = 0
    for known in our_boards(*CLASSIC_FILES)[::60]:
        board, placed = packed(known.puzzle)
        for node in bits(board & ~placed):
            fast = waves.waves_of(board, placed, 1 << node, CLASSIC)
            assert fast == waves._general_waves(board, placed, 1 << node, CLASSIC)
            tried += 1
    assert tried > 100


@pytest.mark.parametrize("name", ["hard", "jigsaw"])
def test_waves_of_the_board_before_are_kept_only_where_nothing_else_follows(name: str) -> None:
    rng = random.Random(name)
    kept = changed = 0
    for known in our_boards(name)[:1]:
        grid = at_rest(known.puzzle)
        board, placed = packed(grid)
        waves.waves_from(board, placed, grid.layout)
        for _ in range(3):
            before = board
            for node in rng.sample([*bits(board & ~placed)], 2):
                board &= ~(1 << node)
            found = waves.waves_from(board, placed, grid.layout)
            for node, each in found.items():
                assert each == waves.waves_of(board, placed, 1 << node, grid.layout)
                old = waves.waves_of(before, placed, 1 << node, grid.layout)
                is_same = [wave for _, wave in old.waves] == [wave for _, wave in each.waves]
                kept += is_same
                changed += not is_same
    assert kept > 100
    assert changed


@pytest.mark.parametrize("name", ["4x4", "jigsaw", "diagonals", "12x12"])
def test_folds_find_the_last_place_of_each_truth_and_where_none_is_left(name: str) -> None:
    layout = our_boards(name)[0].puzzle.layout
    folds = waves.folds_of(layout)
    every = truths_of(layout).every
    assert sum(fold.firsts.bit_count() for fold in folds) == len(every)
    everything = (1 << layout.n * len(layout.cells)) - 1
    assert not any(fold.last_places(everything) for fold in folds)
    for truth in every[::7]:
        others = everything & ~truth.mask
        last = 1 << truth.mask.bit_length() - 1
        assert any(fold.last_places(others | last) == last for fold in folds)
        assert any(fold.last_places(others) is None for fold in folds)


def test_nishio_follows_one_digit_to_a_house_without_a_place() -> None:
    assert nishio.example
    step = next(iter(nishio(Grid.parse(nishio.example))))
    assert step.pattern == ("r3c9=8, r6c6=8 (row 6), r2c6=8 (row 2) -> contradiction in column 6")
    assert [house.name for house in step.houses] == ["row 6", "row 2"]
    assert step.reason == (
        "if r3c9 is 8, 2 more digits follow until column 6 has 8 twice; so r3c9 is not 8"
    )


def test_nishio_knows_nothing_of_other_digits() -> None:
    assert list(nishio(marked(NET))) == []
    assert list(nishio(marked(PIVOT))) == []


def test_no_template_holds_what_a_fish_eliminates() -> None:
    steps = list(template_delete(without_ones("r1c1345689", "r5c1345689")))
    (step,) = (step for step in steps if step.eliminations[0].digit == 1)
    assert step.eliminations == tuple(
        Candidate(cell, 1) for cell in cells_in("r23c27,r4c27,r6c27,r789c27", CLASSIC)
    )
    assert step.reason.startswith("of the templates of 1 that are left, none has it in ")
    assert len(step.houses) == 27
    assert {digit for _, digit in step.because["cause"]} == {1}
    assert subset_in(step.pattern, CLASSIC)[0] == [1]


def test_a_cell_that_is_in_all_templates_is_placed_and_others_go_round_it() -> None:
    # 1 in r1c1 is the last place of row 1; 2 has no room there then, so it is in r1c2.
    grid = without_ones("r1c23456789")
    masks = list(grid.masks)
    for column in range(2, 9):
        masks[column] &= ~2
    grid = Grid(CLASSIC, grid.digits, masks=masks)
    steps = {step.placements[0]: step for step in template_set(grid)}
    assert set(steps) == {(0, 1), (1, 2)}
    assert steps[1, 2].reason == (
        "of the templates of 2 that are left and leave room for those of 1, all have it in r1c2"
    )
    assert {digit for _, digit in steps[1, 2].because["cause"]} == {1, 2}
    assert all(counter_board(grid, step) is None for step in steps.values())


def without_ones(*cells: str) -> Grid:
    """An open board without 1 in the `cells`."""
    return marked("", without=", ".join(f"{cell} 1" for text in cells for cell in named(text)))


def named(text: str) -> list[str]:
    return [str(cell) for cell in cells_in(text, CLASSIC)]


TWELVE = "r1c1 123, r2c2 123, r3c3 123, r1c4 123, r2c5 123, r3c6 123, r4c1 123, r5c2 123, r6c3 123"
"""Three cells in each of boxes 1, 2 and 4, all of even order."""


def test_a_single_guardian_of_a_tridagon_is_true() -> None:
    step = only(tridagon(marked(f"{TWELVE}, r4c5 123, r5c4 123, r6c6 1234")))
    cells = "r1c14,r2c25,r36c36,r4c15,r5c24"
    assert step.notation(CLASSIC) == f"1,2,3 in {cells}; 4 in r6c6 => r6c6=4"
    assert step.reason == (
        "1, 2 and 3 cannot fill these twelve cells of box 1, box 2, box 4 and box 5, since "
        "their order is odd in an odd number of these boxes; so 4 in r6c6 is true"
    )
    assert len(step.because["cause"]) == 36
    assert step.because["fin"] == (Candidate(CLASSIC.cell("r6c6"), 4),)
    assert [house.name for house in step.house_roles["cover"]] == [
        "box 1",
        "box 2",
        "box 4",
        "box 5",
    ]


def test_guardians_of_a_tridagon_eliminate_what_they_all_see() -> None:
    step = only(tridagon(marked(f"{TWELVE}, r4c5 1235, r5c4 123, r6c6 1235")))
    assert step.notation(CLASSIC).endswith("; 5 in r4c5; 5 in r6c6 => r4c46,r5c56,r6c45<>5")
    assert counter_board(marked(f"{TWELVE}, r4c5 1235, r5c4 123, r6c6 1235"), step) is None


def test_guardians_in_one_cell_of_a_tridagon_rule_out_the_three_digits() -> None:
    step = only(tridagon(marked(f"{TWELVE}, r4c5 123, r5c4 123, r6c6 12389")))
    assert step.notation(CLASSIC).endswith("=> r6c6<>1, r6c6<>2, r6c6<>3")


def test_four_boxes_of_even_order_are_no_tridagon() -> None:
    assert list(tridagon(marked(f"{TWELVE}, r4c4 123, r5c5 123, r6c6 1234"))) == []


# An X-wing of 4 in rows 1 and 5, columns 2 and 8, but for fins in column 9; a chain from these.
KRAKEN_GAPS = ", ".join(f"r{row}c{column} 4" for row in (1, 5) for column in (1, 3, 4, 5, 6, 7))
ARM = "r4c9 46, r4c3 68, r9c3 48"


def test_a_chain_leads_from_the_fin_of_a_kraken_fish_to_what_it_eliminates() -> None:
    grid = marked(ARM, without=KRAKEN_GAPS)
    # In column 2 the 4s that r9c3 sees are no fish: with them row 5 has no place at all.
    step = only(kraken_fish(grid))
    assert step.notation(CLASSIC) == (
        "4 r15 c28 fr15c9; r1c8 -4- r9c8; r1c9 -4- r4c9 -6- r4c3 -8- r9c3 -4- r9c8; "
        "r5c8 -4- r9c8; r5c9 -4- r4c9 -6- r4c3 -8- r9c3 -4- r9c8 => r9c8<>4"
    )
    assert step.reason == (
        "row 1 and row 5 cannot all have 4 in column 2, so one of r1c8, r1c9, r5c8 and r5c9 "
        "holds it; from each of them a chain says that r9c8 is not 4"
    )
    assert {role: len(group) for role, group in step.because.items()} == {"cause": 4, "fin": 2}
    assert {role: [h.name for h in group] for role, group in step.house_roles.items()} == {
        "base": ["row 1", "row 5"],
        "cover": ["column 2", "column 8"],
    }
    assert counter_board(grid, step) is None


def test_without_its_chain_a_kraken_fish_is_none() -> None:
    assert list(kraken_fish(marked("r4c9 46, r4c3 68, r9c3 489", without=KRAKEN_GAPS))) == []
