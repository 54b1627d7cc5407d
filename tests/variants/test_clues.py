"""Techniques on boards with clues: what one clue rules out, and old techniques that meet clues."""

from collections.abc import Iterator

import pytest

from sudoku_engine import Grid, Layout, Step, Strategy
from sudoku_engine.api.event_text import why_texts
from sudoku_engine.board.masks import mask_of
from sudoku_engine.board.variants import name_clues
from sudoku_engine.search import solutions
from sudoku_engine.solving.guard import objection
from sudoku_plugins.reasons.reasons import counter_board, seen_by
from sudoku_plugins.strategies.analysis.almost_locked_sets import almost_locked_sets
from sudoku_plugins.strategies.clues.clue_net import clue_chain, clue_net
from sudoku_plugins.strategies.clues.house_sums import cage_splitting, innies_outies
from sudoku_plugins.strategies.clues.one_clue import (
    arrow_bounds,
    between_bounds,
    cage_combinations,
    clue,
    entropic_colouring,
    renban_ranges,
    sandwich_positions,
    sum_bounds,
    thermometer_bounds,
    whisper_colouring,
)
from sudoku_plugins.strategies.clues.pointing import clue_pointing, dot_chain
from sudoku_plugins.strategies.order import STRATEGIES
from sudoku_plugins.variants.rule_book import RULE_BOOK
from tests.support.samples import thorough

CLASSIC = Layout.named("9x9")
BY_ID = {strategy.id: strategy for strategy in STRATEGIES}


KILLER = """
clues: killer cage 14 r2c3,r2c4,r3c3,r4c3; killer cage 19 r4c5,r4c6,r5c5,r6c5
clues: killer cage 20 r6c1,r6c2,r7c1,r8c1; killer cage 9 r7c4,r8c4; killer cage 5 r2c6,r3c6
clues: killer cage 12 r7c5,r8c5,r8c6
clues: killer cage 14 r1c6,r1c7,r2c7; killer cage 15 r4c9,r5c9; killer cage 15 r2c8,r3c8,r3c9
clues: killer cage 14 r7c2,r7c3,r8c2; killer cage 9 r7c8,r8c8; killer cage 24 r1c1,r1c2,r2c2,r3c2
6.....3.....1.3.....5..2......34...77.3.........2......5.......8.......4.........
"""


def layout_with(*texts: str) -> Layout:
    """The classic layout with the clues written as `texts`."""
    return CLASSIC.with_clues([RULE_BOOK.read(text, CLASSIC) for text in texts])


def board(layout: Layout, **cells: str) -> Grid:
    """An open board whose `cells` have only these candidates."""
    masks = [layout.all_digits] * len(layout.cells)
    for name, symbols in cells.items():
        masks[layout.cell(name)] = mask_of(int(symbol) - 1 for symbol in symbols)
    return Grid(layout, [0] * len(masks), masks=masks)


def first(strategy: Strategy, grid: Grid) -> Step:
    """The first step of `strategy`, which follows from what it names."""
    step = name_clues(next(iter(strategy(grid))), grid.layout)
    assert counter_board(grid, step, 20_000, seen_by(step, grid)) is None
    return step


def effect(step: Step) -> str:
    """What `step` changes, in the usual notation."""
    return step.replace(pattern="", because=step.eliminations).notation(CLASSIC).split("=> ")[-1]


# One clue alone


def test_a_clue_eliminates_what_no_filling_has() -> None:
    layout = layout_with("killer cage 15 r1c123")
    grid = board(layout, r1c1="124", r1c2="389", r1c3="245")
    step = first(clue, grid)
    assert effect(step) == "r1c2<>3"
    assert step.clues == layout.clues
    assert step.reason == (
        "killer cage 15 r1c1,r1c2,r1c3: with 3 in r1c2 the other cells cannot be filled; so r1c2 "
        "is not 3"
    )


def test_a_clue_says_which_cell_would_have_nothing_left() -> None:
    step = first(clue, board(layout_with("white dot r5c56"), r5c5="17", r5c6="468"))
    assert effect(step) == "r5c5<>1, r5c6<>4"
    assert step.reason == (
        "white dot r5c5,r5c6: with 1 in r5c5 nothing is left for r5c6, with 4 in r5c6 nothing is "
        "left for r5c5; so r5c5 is not 1, and r5c6 is not 4"
    )


def test_the_clue_with_the_fewest_open_cells_comes_first() -> None:
    grid = board(layout_with("thermometer r9c1234", "white dot r5c56"), r5c5="1")
    assert [step.pattern for step in clue(grid)] == [
        "white dot r5c5,r5c6",
        "thermometer r9c1,r9c2,r9c3,r9c4",
    ]


def test_a_clue_without_any_filling_is_left_to_others() -> None:
    assert list(clue(board(layout_with("white dot r5c56"), r5c5="1", r5c6="9"))) == []


@pytest.mark.parametrize("strategy", [each for each in STRATEGIES if each.family == "clues"])
def test_there_is_nothing_on_a_plain_board(strategy: Strategy) -> None:
    assert list(strategy(Grid(CLASSIC, [0] * 81))) == []


def test_a_step_of_a_clue_names_no_other_clue_on_its_cells() -> None:
    layout = layout_with("killer cage 15 r1c123", "thermometer r1c312")
    grid = board(layout, r1c1="124", r1c2="389", r1c3="245")
    assert first(clue, grid).clues == layout.clues[:1]


def test_a_hidden_subset_names_no_clue_that_it_does_not_use() -> None:
    others = {f"r1c{column}": "2346789" for column in range(3, 10)}
    grid = board(layout_with("non-consecutive"), **others)
    assert first(BY_ID["hidden_pair"], grid).clues == ()


# What people see of a clue: no more than the idea needs


@pytest.mark.parametrize(
    ("strategy", "text", "cells", "gone", "told"),
    [
        (
            thermometer_bounds,
            "thermometer r1c1,r1c2,r1c3",
            {"r1c1": "359", "r1c2": "2468", "r1c3": "3678"},
            "r1c2<>2, r1c3<>3, r1c2<>8, r1c1<>9",
            "by the smallest and the largest digits of its cells, r1c1 is at most 5, r1c2 is "
            "between 4 and 6, and so on",
        ),
        (
            arrow_bounds,
            "arrow r5c5,r5c6,r5c7",
            {"r5c5": "1239", "r5c6": "23", "r5c7": "2678"},
            "r5c5<>1, r5c5<>2, r5c5<>3, r5c7<>8",
            "by the smallest and the largest digits of its cells, r5c5 is 9, r5c7 is at most 7",
        ),
        (
            sum_bounds,
            "sum 10 r1c1,r2c4",
            {"r1c1": "67", "r2c4": "2345"},
            "r2c4<>2, r2c4<>5",
            "by the smallest and the largest digits of its cells, r2c4 is between 3 and 4",
        ),
        (
            between_bounds,
            "between line r1c1,r2c4,r3c7",
            {"r1c1": "45", "r2c4": "6", "r3c7": "123789"},
            "r3c7<>1, r3c7<>2, r3c7<>3",
            "by the smallest and the largest digits of its cells, r3c7 is at least 7",
        ),
        (
            renban_ranges,
            "renban r1c1,r2c4,r3c7",
            {"r1c1": "67", "r2c4": "13458", "r3c7": "29"},
            "r2c4<>1, r3c7<>2, r2c4<>3",
            "by the smallest and the largest digits of its cells, r2c4 is at least 4, r3c7 is 9",
        ),
        (
            whisper_colouring,
            "german whispers r1c1,r2c4,r3c7",
            {"r1c1": "34", "r2c4": "2678", "r3c7": "1359"},
            "r2c4<>2, r3c7<>5, r3c7<>9",
            "low and high digits take turns: r2c4 is high, r3c7 is low",
        ),
        (
            entropic_colouring,
            "entropic line r1c1,r2c4,r3c7,r4c1",
            {"r1c1": "13", "r2c4": "259", "r3c7": "478", "r4c1": "269"},
            "r2c4<>2, r4c1<>6, r4c1<>9",
            "any three in a row are low, middle and high: r2c4 is middle or high, r4c1 is low",
        ),
        (
            sandwich_positions,
            "sandwich 0 r4c123456789",
            {"r4c2": "12", "r4c1": "2345", "r4c3": "45", "r4c4": "1234"},
            "r4c2<>1",
            "the ends are far enough apart, and not too far: r4c2 is neither 1 nor 9",
        ),
        (
            cage_combinations,
            "killer cage 15 r1c12",
            {"r1c1": "678", "r1c2": "5679"},
            "r1c2<>5",
            "its digits are 7+8 or 6+9",
        ),
    ],
)
def test_a_view_of_a_clue_eliminates_what_its_idea_rules_out(
    strategy: Strategy, text: str, cells: dict[str, str], gone: str, told: str
) -> None:
    step = first(strategy, board(layout_with(text), **cells))
    assert effect(step) == gone
    assert f": {told}; so " in step.reason


def test_holes_between_the_ends_are_not_seen_by_them() -> None:
    grid = board(layout_with("sum 10 r1c12"), r1c1="456", r1c2="456")
    assert list(sum_bounds(grid)) == []
    assert effect(first(clue, grid)) == "r1c12<>5"


def test_of_many_cells_a_step_names_the_first_and_the_last() -> None:
    step = first(sandwich_positions, board(layout_with("sandwich 35 r4c123456789")))
    assert step.pattern == "sandwich 35 r4c1 to r4c9"


# What a clue, or a house, needs


def test_what_sees_all_places_of_a_digit_that_a_clue_needs_loses_it() -> None:
    layout = layout_with("killer cage 17 r2c34")
    step = first(clue_pointing, board(layout, r2c3="89", r2c4="89", r2c9="19"))
    assert effect(step).startswith("r2c125678<>8")
    assert step.reason.startswith("killer cage 17 r2c3,r2c4 needs 8 and has it in r2c3 or r2c4")
    assert step.clues == layout.clues


def test_what_all_places_of_a_house_exclude_by_a_clue_is_lost() -> None:
    others = {f"r5c{column}": "12345689" for column in (1, 2, 3, 5, 7, 8, 9)}
    grid = board(layout_with("anti-knight"), **others)
    step = first(clue_pointing, grid)
    assert effect(step) == "r37c5<>7"
    assert [str(clue) for clue in step.clues] == ["anti knight"]
    assert step.reason == (
        "row 5 needs 7 and has it in r5c4 or r5c6; whichever it is, r3c5 and r7c5 are not 7"
    )


def test_a_rule_that_holds_everywhere_needs_a_digit_in_two_cells() -> None:
    step = first(clue_pointing, board(layout_with("all xv given"), r8c8="34", r8c9="36"))
    assert effect(step).startswith("r79c789,r8c1234567<>3")
    assert {str(cell) for cell, _ in step.grounds} == {"r8c8", "r8c9"}


def test_cells_joined_by_dots_are_tried_together() -> None:
    grid = board(
        layout_with("white dot r1c12", "white dot r1c23"), r1c1="258", r1c2="13467", r1c3="247"
    )
    step = first(dot_chain, grid)
    assert effect(step) == "r1c2<>1, r1c3<>2, r1c2<>4, r1c2<>7, r1c1<>8"
    assert [str(house) for house in step.houses] == ["row 1"]
    assert [str(each) for each in step.clues] == ["white dot r1c1,r1c2", "white dot r1c2,r1c3"]


def test_dots_of_cells_that_do_not_see_each_other_say_nothing_together() -> None:
    layout = layout_with("greater than r1c34", "greater than r1c4,r2c4", "greater than r2c45")
    assert not [step for step in dot_chain(board(layout)) if len(step.clues) == 1]


# The rule of 45


def test_the_cell_that_the_cages_of_a_row_leave_over_has_the_rest() -> None:
    step = first(
        innies_outies,
        board(layout_with("killer cage 20 r1c1234", "killer cage 20 r1c5678"), r1c9="3579"),
    )
    assert effect(step) == "r1c9<>3, r1c9<>7, r1c9<>9"
    assert step.reason == (
        "row 1 adds up to 45, the cages there to 40; so r1c9 is 5, and r1c9 is not 3, 7 or 9"
    )


def test_the_cell_that_sticks_out_has_what_the_cages_hold_beyond() -> None:
    cages = ("killer cage 24 r1c123,r2c3", "killer cage 12 r1c456", "killer cage 15 r1c789")
    grid = board(layout_with(*cages), r2c3="1356")
    (step,) = (step for step in innies_outies(grid) if len(step.houses) == 1)
    assert "r2c3 is 6" in step.reason
    assert {digit for _, digit in step.eliminations} == {1, 3, 5}


def test_cells_of_both_kinds_differ_by_what_is_left() -> None:
    cages = ("killer cage 26 r1c123,r2c3", "killer cage 12 r1c456", "killer cage 7 r1c78")
    grid = board(layout_with(*cages), r2c3="156", r1c9="129")
    (step,) = (step for step in innies_outies(grid) if len(step.houses) == 1)
    assert "r1c9 and r2c3 have the same sum" in step.reason
    assert {str(each) for each in step.eliminations} == {"r2c3=5", "r2c3=6", "r1c9=2", "r1c9=9"}


def test_a_cage_that_the_edge_of_a_row_cuts_has_two_sums() -> None:
    cages = ("killer cage 21 r1c12,r2c12", "killer cage 30 r1c3456789")
    grid = board(layout_with(*cages), r1c1="6789", r1c2="6789", r2c1="1245", r2c2="1356")
    step = first(cage_splitting, grid)
    assert effect(step) == "r2c1<>2, r2c2<>3, r2c1<>4, r2c2<>6"
    assert step.reason == (
        "row 1 adds up to 45, the cages there to 30; so the sum of r1c1 and r1c2 is 15, and in "
        "killer cage 21 r1c1,r1c2,r2c1,r2c2 r2c1 and r2c2 add up to 6; so r2c1 is not 2 or 4, and "
        "r2c2 is not 3 or 6"
    )


# Nets through clues


def test_a_chain_follows_singles_and_clues_to_a_contradiction() -> None:
    step = first(clue_chain, Grid.parse(str(clue_chain.example)))
    assert effect(step) == "r8c4<>3"
    assert step.reason == (
        "if r8c4 is 3: r8c8 is not 9 (killer cage 28 r7c7,r7c8,r8c7,r8c8,r9c7); then row 8 has no "
        "place left for 9; so r8c4 is not 3"
    )
    assert len(step.clues) == 1


def test_a_chain_ends_at_a_second_glance_and_a_net_later() -> None:
    grid = Grid.parse(str(clue_net.example))
    assert list(clue_chain(grid)) == []
    assert first(clue_net, grid).reason == (
        "if r3c6 is 3: 6 things follow until r8c3 has no candidate left; so r3c6 is not 3"
    )


def test_a_long_net_is_told_in_parts() -> None:
    grid = Grid.parse(KILLER)
    step = next(step for step in clue_net(grid) if step.branches)
    assert step.reason == (
        "if r3c1 is 3: 5 things follow until column 2 has no place left for 6; so r3c1 is not 3"
    )
    assert [branch.title.count(";") for branch in step.branches] == [2, 1]
    assert why_texts(step)[1].startswith("Part 2 of 2: then r8c2 is not 6 (killer cage 14 ")
    assert counter_board(grid, step, 20_000, seen_by(step, grid)) is None


def test_a_net_asks_what_cages_leave_over_in_houses() -> None:
    cages = ("killer cage 14 r1c123", "killer cage 14 r1c4,r1c5,r2c5")
    grid = board(layout_with(*cages), r1c6="12", r1c7="12")
    found = [
        step for step in clue_net(grid) if "row 1 and the cages there cannot add up" in step.reason
    ]
    assert found
    for step in found:
        assert step.houses
        assert counter_board(grid, step, 20_000, seen_by(step, grid)) is None


# Techniques of plain boards meet clues


def test_cells_a_knights_move_apart_are_a_naked_pair_for_what_sees_both() -> None:
    step = first(BY_ID["naked_pair"], board(layout_with("anti-knight"), r3c3="12", r4c5="12"))
    assert {cell.name for cell, _ in step.eliminations} == {
        *("r2c5", "r3c5", "r3c7", "r4c1", "r4c3", "r5c3", "r5c4")
    }
    assert step.reason.startswith("r3c3 and r4c5 see each other, hold only 1 and 2 and use them up")
    assert [str(clue) for clue in step.clues] == ["anti knight"]


def test_cells_that_differ_by_a_clue_are_a_naked_triple_and_almost_locked_sets() -> None:
    layout = layout_with("all different r1c123,r4c4,r5c5,r6c6")
    grid = board(layout, r1c3="12", r5c5="23", r6c6="13")
    step = first(BY_ID["naked_triple"], grid)
    assert {str(each) for each in step.eliminations} >= {"r1c1=1", "r1c2=3", "r4c4=2"}
    assert step.clues == layout.clues
    sets = {tuple(layout.cells_in(found.cells)) for found in almost_locked_sets(grid)}
    assert tuple(map(layout.cell, ("r1c3", "r5c5"))) in sets


def followed(grid: Grid) -> Iterator[tuple[Strategy, Step, Grid]]:
    """Each step on the way to the solution, with its strategy and the board before it."""
    usual = [each for each in STRATEGIES if each.by_default and each.marks is None]
    while not grid.is_solved:
        found = ((each, step) for each in usual if (step := next(iter(each(grid) or ()), None)))
        strategy, step = next(found)
        yield strategy, name_clues(step, grid.layout), grid
        grid = grid.apply(step)


@pytest.mark.parametrize(
    ("clues", "line"),
    [
        thorough(
            "anti-knight",
            "....9...8..6....4..3...59..1..9..5................1..3......6.................7..",
        ),
        thorough(
            "anti-knight",
            ".....9......67...........38.....8....8..........3......6.....27......54..........",
        ),
        (
            "anti-knight; anti-king",
            "...8.......2.5......9..........................3........1........67..............",
        ),
        (
            "windoku",
            "............57.....37.4..9....................42..15.3..8...3.4..5....8....2.....",
        ),
    ],
)
def test_every_step_on_a_board_with_clues_is_true_and_follows(clues: str, line: str) -> None:
    grid = Grid.parse(f"clues: {clues}\n{line}")
    (solution,) = solutions(grid)
    for strategy, step, before in followed(grid):
        assert objection(step, before, solution.digits) is None, strategy.id
        assert counter_board(before, step, 20_000, seen_by(step, before)) is None, strategy.id


CARELESS = [
    (
        "bug_plus_n",
        "greater than r5c4,r5c5; greater than r4c6,r4c2; greater than r2c3,r2c2",
        "2316475985..198362896523.1.7.845.639659......4.3769.8598.216.531.2..59.6365974821",
    ),
    (
        "unique_rectangle_1",
        "greater than r1c1,r1c3",
        "...6475985.71983628965234177184526396598..27..2.769185984216753...38594636.97482.",
    ),
    (
        "unique_loop",
        "greater than r2c9,r2c4",
        "231.4.598547.9836.8965..4.7.1.45.639659831274423769185984..675.172.859463..9748..",
    ),
    (
        "hidden_rectangle",
        "greater than r4c1,r4c2",
        "2316.75985471983628.6523417..8452.3.....312.4423769185984.1675...2..5946.65...821",
    ),
    (
        "unique_rectangle_2",
        "greater than r2c8,r2c7",
        "23164759.5471.8..2896523..7..8452..9659831274.2376..8598421675317238594636.97..21",
    ),
    (
        "unique_rectangle_4",
        "greater than r2c8,r2c7",
        "23164759.5471.8..2896523..7..8452..9659831274.2376..8598421675317238594636.97..21",
    ),
    (
        "avoidable_rectangle_1",
        "greater than r2c2,r2c7",
        ".64.859.39+53764+28.8+27913.4.47162835.685349.1.23.5.1.643..89.12579.15643.5.8432.97",
    ),
    (
        "unique_rectangle_3",
        "greater than r6c5,r6c4",
        "948327651523916.8.67..84923.368524.9....3187.185..93.24172985.68.9163247362....98",
    ),
    (
        "unique_rectangle_6",
        "greater than r6c4,r6c6",
        ".159384278274.536949.672518731546.82.6.823.5..58...643172354..6346.8.175.89.6..34",
    ),
    (
        "avoidable_rectangle_2",
        "greater than r1c4,r1c8",
        "72.+3859+1.3412.95..8.5..47.2.87436.9.43951268761279845.974.5312625..4137.16392.8.5",
    ),
    (
        "bug_plus_1",
        "greater than r1c5,r1c4",
        "46...827118967235472.4.1896876314529.14.27683.328.6417357269148698145732241783965",
    ),
]
"""A technique, a clue, and a puzzle with one solution in which the technique would be wrong."""


@pytest.mark.parametrize(("technique", "clue", "line"), CARELESS)
def test_a_technique_of_uniqueness_sits_out_where_clues_tell_two_fillings_apart(
    technique: str, clue: str, line: str
) -> None:
    plain, grid = Grid.parse(line), Grid.parse(f"clues: {clue}\n{line}")
    givens = [digit if grid.is_given(cell) else 0 for cell, digit in enumerate(grid.digits)]
    (solution,) = solutions(Grid(grid.layout, givens))
    strategy = BY_ID[technique]
    assert any(objection(step, plain, solution.digits) for step in strategy(plain))
    assert list(strategy(grid)) == []


def test_techniques_of_uniqueness_work_where_clues_are_houses() -> None:
    houses = CLASSIC.with_clues([RULE_BOOK.read("windoku", CLASSIC)])
    assert (houses.has_only_houses, layout_with("even r1c1").has_only_houses) == (True, False)
    example = str(BY_ID["unique_loop"].example)
    grid = Grid.parse(example)
    windows = Grid(houses, grid.digits, masks=grid.masks)
    assert list(BY_ID["unique_loop"](grid))
    assert isinstance(list(BY_ID["unique_loop"](windows)), list)


def test_every_house_that_a_clue_makes_is_one_for_all_techniques() -> None:
    layout = layout_with("extra region r1c1,r2c4,r3c7,r4c2,r5c5,r6c8,r7c3,r8c6,r9c9")
    (extra,) = layout.houses_of_kinds(("extra",))
    cells = {cell.name: "12345678" for cell in extra.cells[1:]}
    step = next(iter(BY_ID["hidden_single"](board(layout, **cells))))
    assert (str(step), step.houses) == ("r1c1=9", (extra,))
    pair = dict.fromkeys(("r1c1", "r9c9"), "12")
    step = next(iter(BY_ID["naked_pair"](board(layout, **pair))))
    assert step.houses == (extra,)
    assert len(step.eliminations) == 14
