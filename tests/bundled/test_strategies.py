"""Each bundled strategy on a small board: what it finds, what its options do, what it says."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import attrgetter

import pytest

from sudoku_engine import Grid, Layout, Step, Strategy
from sudoku_engine.board.grid import Marks
from sudoku_engine.board.layout import SYMBOLS
from sudoku_engine.board.masks import mask_of
from sudoku_plugins.strategies.hidden_subsets import hidden_pair, hidden_quad, hidden_triple
from sudoku_plugins.strategies.locked_candidates import locked_candidates
from sudoku_plugins.strategies.locked_subsets import locked_pair, locked_triple
from sudoku_plugins.strategies.naked_subsets import naked_pair, naked_quad, naked_triple
from sudoku_plugins.strategies.order import STRATEGIES
from sudoku_plugins.strategies.singles import (
    full_house,
    hidden_single,
    naked_single,
    visible_single,
)
from tests.support.samples import thorough
from tests.support.techniques import CLASSIC, only, told

ID = attrgetter("id")


def board(drawn: str, layout: Layout = CLASSIC, marks: Marks = "auto") -> Grid:
    """The board `drawn` from its top row on; the rows left out are open."""
    cells = [symbol for symbol in drawn if symbol in "." + SYMBOLS]
    digits = [("." + SYMBOLS).index(symbol) for symbol in cells]
    return Grid(layout, digits + [0] * (len(layout.cells) - len(digits)), marks=marks)


def on_house(name: str, drawn: str, layout: Layout = CLASSIC, marks: Marks = "auto") -> Grid:
    """An open board but for one house, its cells `drawn` as ``178 | 9 | *``.

    One digit: the cell is filled with it. Several: its candidates; ``*``: all.
    """
    house = next(house for house in layout.houses if house.name == name)
    digits = [0] * len(layout.cells)
    masks = [layout.all_digits] * len(layout.cells)
    for cell, text in zip(house.cells, drawn.split("|"), strict=True):
        symbols = text.strip()
        if symbols == "*":
            continue
        if len(symbols) == 1:
            digits[cell] = SYMBOLS.index(symbols) + 1
        masks[cell] = mask_of(SYMBOLS.index(symbol) for symbol in symbols)
    return Grid(layout, digits, masks=masks, marks=marks)


def fish(kind: str, *grades: str) -> Iterator[tuple[str, str, int, str]]:
    """The fish of a `kind` from two houses to seven; those of five and more are graded alike."""
    names = ("X-Wing", "Swordfish", "Jellyfish", "Squirmbag", "Whale", "Leviathan")
    for name, grade in zip(names, [*grades, grades[-1], grades[-1]], strict=True):
        score, level = grade.split()
        yield re.sub(r"\W", "_", f"{kind}{name}").lower(), f"{kind}{name}", int(score), level


def test_the_strategies_stand_in_hodokus_order_and_with_its_scores() -> None:
    assert [(s.id, s.name, s.score, s.level) for s in STRATEGIES] == [
        ("visible_single", "Visible Single", 1, "easy"),
        ("full_house", "Full House", 4, "easy"),
        ("naked_single", "Naked Single", 4, "easy"),
        ("hidden_single", "Hidden Single", 14, "easy"),
        ("locked_pair", "Locked Pair", 40, "medium"),
        ("locked_triple", "Locked Triple", 60, "medium"),
        ("locked_candidates", "Locked Candidates", 50, "medium"),
        ("thermometer_bounds", "Thermometer Bounds", 50, "medium"),
        ("whisper_colouring", "Whisper Colouring", 50, "medium"),
        ("entropic_colouring", "Entropic Colouring", 50, "medium"),
        ("arrow_bounds", "Arrow Bounds", 52, "medium"),
        ("between_bounds", "Between Bounds", 52, "medium"),
        ("sum_bounds", "Sum Bounds", 54, "medium"),
        ("cage_combinations", "Cage Combinations", 55, "medium"),
        ("renban_ranges", "Renban Ranges", 56, "medium"),
        ("sandwich_positions", "Sandwich Positions", 58, "medium"),
        ("naked_pair", "Naked Pair", 60, "medium"),
        ("clue", "Clue", 60, "medium"),
        ("naked_triple", "Naked Triple", 80, "medium"),
        ("hidden_pair", "Hidden Pair", 70, "medium"),
        ("clue_pointing", "Clue Pointing", 70, "medium"),
        ("dot_chain", "Dot Chain", 80, "medium"),
        ("innies_outies", "Innies and Outies", 90, "medium"),
        ("cage_splitting", "Cage Splitting", 95, "medium"),
        ("hidden_triple", "Hidden Triple", 100, "medium"),
        ("naked_quad", "Naked Quad", 120, "hard"),
        ("hidden_quad", "Hidden Quad", 150, "hard"),
        *fish("", "140 hard", "150 hard", "160 hard", "470 unfair"),
        ("remote_pair", "Remote Pair", 110, "hard"),
        ("bug_plus_1", "Bivalue Universal Grave + 1", 100, "hard"),
        ("skyscraper", "Skyscraper", 130, "hard"),
        ("two_string_kite", "2-String Kite", 150, "hard"),
        ("turbot_fish", "Turbot Fish", 120, "hard"),
        ("empty_rectangle", "Empty Rectangle", 120, "hard"),
        ("w_wing", "W-Wing", 150, "hard"),
        ("xy_wing", "XY-Wing", 160, "hard"),
        ("xyz_wing", "XYZ-Wing", 180, "hard"),
        *(
            (f"unique_rectangle_{kind}", f"Unique Rectangle Type {kind}", 100, "hard")
            for kind in range(1, 7)
        ),
        ("hidden_rectangle", "Hidden Rectangle", 100, "hard"),
        ("avoidable_rectangle_1", "Avoidable Rectangle Type 1", 100, "hard"),
        ("avoidable_rectangle_2", "Avoidable Rectangle Type 2", 100, "hard"),
        *chain.from_iterable(
            zip(
                fish("Finned ", "130 hard", "200 unfair", "250 unfair", "470 unfair"),
                fish("Sashimi ", "150 hard", "240 unfair", "260 unfair", "470 unfair"),
            )
        ),
        ("sue_de_coq", "Sue de Coq", 250, "unfair"),
        ("simple_colors", "Simple Colors", 150, "hard"),
        ("multi_colors", "Multi Colors", 200, "hard"),
        ("clue_chain", "Clue Chain", 200, "hard"),
        ("x_chain", "X-Chain", 260, "unfair"),
        ("xy_chain", "XY-Chain", 260, "unfair"),
        ("nice_loop", "Nice Loop/AIC", 280, "unfair"),
        ("grouped_nice_loop", "Grouped Nice Loop/AIC", 300, "unfair"),
        ("als_xz", "Almost Locked Set XZ-Rule", 300, "unfair"),
        ("als_xy_wing", "Almost Locked Set XY-Wing", 320, "unfair"),
        ("als_chain", "Almost Locked Set Chain", 340, "unfair"),
        ("death_blossom", "Death Blossom", 360, "unfair"),
        *fish("Franken ", "300 unfair", "350 unfair", "370 unfair", "470 extreme"),
        *fish("Finned Franken ", "390 unfair", "410 unfair", "430 unfair", "470 extreme"),
        *fish("Mutant ", "450 extreme", "450 extreme", "450 extreme", "470 extreme"),
        *fish("Finned Mutant ", *["470 extreme"] * 4),
        ("kraken_fish", "Kraken Fish", 500, "extreme"),
        ("forcing_chain", "Forcing Chain", 500, "extreme"),
        ("clue_net", "Clue Net", 600, "extreme"),
        ("forcing_net", "Forcing Net", 700, "extreme"),
        ("template_set", "Template Set", 10000, "extreme"),
        ("template_delete", "Template Delete", 10000, "extreme"),
        ("wxyz_wing", "WXYZ-Wing", 240, "unfair"),
        ("bug_plus_n", "Bivalue Universal Grave + n", 120, "hard"),
        ("unique_loop", "Unique Loop", 110, "hard"),
        ("medusa_3d", "3D Medusa", 250, "unfair"),
        ("aligned_pair_exclusion", "Aligned Pair Exclusion", 220, "unfair"),
        ("nested_forcing_net", "Nested Forcing Net", 700, "extreme"),
        ("nishio", "Nishio", 450, "extreme"),
        ("tridagon", "Tridagon", 500, "extreme"),
        ("rank_zero", "Rank 0", 480, "extreme"),
        ("smallest_reason", "Smallest Reason", 1000, "extreme"),
    ]
    assert all(strategy.sizes is None for strategy in STRATEGIES)


# A technique that runs only by name is shown where it is, be there simpler ones or not: a fish of
# five houses and more comes with a smaller one nearly always.
BY_DEFAULT = [strategy for strategy in STRATEGIES if strategy.by_default]


@pytest.mark.parametrize("strategy", BY_DEFAULT, ids=ID)
def test_the_example_of_a_strategy_shows_it(strategy: Strategy) -> None:
    # Those by name take seconds; `test_strategies_sound.py` tries them on nothing but that.
    marks: Marks = "manual" if strategy.id == "visible_single" else "auto"
    assert strategy.example is not None
    assert next(iter(strategy(Grid.parse(strategy.example, marks=marks))), None) is not None


NEVER_ALONE = {
    "franken_x_wing",  # what two boxes and lines lock, locked candidates find too
    "franken_swordfish",  # so far always a chain, too
    "finned_franken_x_wing",  # so far always an empty rectangle, a turbot fish or colors as well
}


def by_default(strategy: Strategy, grid: Grid) -> Iterable[Step]:
    """The steps that a strategy finds if it takes part without being named."""
    options = strategy.by_default if isinstance(strategy.by_default, Mapping) else {}
    return strategy(grid, **options) or ()


@pytest.mark.parametrize("strategy", BY_DEFAULT, ids=ID)
def test_nothing_simpler_is_found_on_the_example_of_a_strategy(strategy: Strategy) -> None:
    assert strategy.example is not None
    grid = Grid.parse(strategy.example)
    before = BY_DEFAULT[: BY_DEFAULT.index(strategy)]
    # Techniques that HoDoKu does not have come after all of his, however simple they are.
    simpler = [
        other.id
        for other in before
        if other.score <= strategy.score and next(iter(by_default(other, grid)), None)
    ]
    if strategy.id not in NEVER_ALONE:
        # In a house of up to eight open cells a hidden quad is also a naked subset of at most four.
        assert simpler == (["naked_quad"] if strategy is hidden_quad else [])


@pytest.mark.parametrize(
    "strategy",
    [
        thorough(each) if number % 3 or each.family == "forcing" or not each.by_default else each
        for number, each in enumerate(STRATEGIES)
    ],
    ids=ID,
)
def test_a_strategy_finds_nothing_on_an_open_board(strategy: Strategy) -> None:
    for name in ("4x4", "6x6+diagonals", "25x25"):
        layout = Layout.named(name)
        for marks in ("auto", "manual"):
            grid = Grid(layout, [0] * len(layout.cells), marks=marks)
            assert told(strategy(grid), layout) == []


def test_visible_single_strikes_a_placed_digit_from_the_other_cells_of_its_houses() -> None:
    layout = Layout.named("4x4")
    grid = board(". . | . .   . 3 | . .   . . | . .   . . | . .", layout, "manual")
    step = only(visible_single(grid))
    assert step.notation(layout) == "3 in r2c2 => r1c12,r2c134,r34c2<>3"
    assert [house.name for house in step.houses] == ["row 2", "column 2", "box 1"]
    assert step.reason == (
        "3 stands in r2c2, so it can stand in no other cell of row 2, column 2 and box 1"
    )


ROW_1_LACKS_4 = "2 7 9 | 6 . 1 | 3 5 8"


def test_full_house_fills_the_last_gap_of_a_house() -> None:
    step = only(full_house(board(ROW_1_LACKS_4)))
    assert step.notation(CLASSIC) == "r1c5=4"
    assert step.reason == "r1c5 is the last open cell of row 1, and 4 is missing there"


def test_full_house_is_not_confused_by_marks_that_nobody_has_struck() -> None:
    grid = board(ROW_1_LACKS_4, marks="manual")
    assert len(grid.candidates(4)) == 9
    assert told(full_house(grid)) == ["r1c5=4"]


def test_full_house_looks_only_at_the_houses_it_is_told() -> None:
    layout = Layout.named("4x4")
    grid = board("1 2 | 3 .    3 4 | 1 2", layout)  # the gap of row 1 and of box 2
    assert [step.houses[0].name for step in full_house(grid)] == ["row 1", "box 2"]
    assert [step.houses[0].name for step in full_house(grid, houses=["box"])] == ["box 2"]


def test_full_house_sees_a_diagonal_that_is_a_house() -> None:
    drawn = "1 . | . .   . 2 | . .   . . | 3 .   . . | . ."
    assert told(full_house(board(drawn, Layout.named("4x4")))) == []
    on_diagonals = Layout.named("4x4+diagonals")
    assert told(full_house(board(drawn, on_diagonals)), on_diagonals) == ["r4c4=4"]


def test_naked_single_places_the_only_digit_that_no_peer_holds() -> None:
    grid = board(
        """
        . 3 . | . . . | . . .
        . . 6 | . . . | . . .
        . 8 . | 1 . . | . 4 .
        ------+-------+------
        2 . . | . . . | . . .
        5 . . | . . . | . . .
        9 . . | . . . | . . .
        """
    )
    step = only(naked_single(grid))
    assert step.notation(CLASSIC) == "r3c1=7"
    assert step.grounds == step.placements
    assert step.reason == (
        "7 is the only candidate left in r3c1: every other digit is ruled out there"
    )


FIVE_OF_BOX_1 = """
    . . . | . 5 . | . . .
    . 1 . | . . . | . . .
    . 7 8 | . . . | . . .
    ------+-------+------
    5 . . | . . . | . . .
"""


def test_hidden_single_places_a_digit_in_the_only_cell_of_a_house_that_can_hold_it() -> None:
    step = only(hidden_single(board(FIVE_OF_BOX_1)))
    assert step.notation(CLASSIC) == "r2c3=5"
    assert step.reason == "r2c3 is the only cell of box 1 where 5 can go"


def test_hidden_single_looks_at_the_regions_of_a_jigsaw() -> None:
    layout = Layout.of_regions("aabb\nabbc\naddc\nddcc")
    grid = board(". . 1 .   . . . .   . 1 . .", layout)
    # Region a is r1c1, r1c2, r2c1 and r3c1; rows 1 and 3 have their 1.
    step = only(hidden_single(grid, houses=["box"]))
    assert step.notation(layout) == "r2c1=1"
    assert [house.name for house in step.houses] == ["region 1"]


POINTING = """
    1 2 3 | . . . | . . .
    . . . | . . . | . . .
    4 6 7 | . . . | . . .
"""

CLAIMING = """
    . . . | . . . | . . .
    . . . | 1 2 3 | 4 6 7
    . . . | . . . | . . .
"""


def test_locked_candidates_says_which_house_locks_the_digit_into_which() -> None:
    step = next(iter(locked_candidates(board(POINTING)) or ()))
    assert [house.name for house in step.houses] == ["box 1", "row 2"]
    assert step.reason == (
        "in box 1 all places for 5 are in row 2, so row 2 can hold it nowhere else"
    )


def test_locked_candidates_points_along_a_diagonal_that_is_a_house() -> None:
    drawn = ". 1 2 | . . . | . . .   3 . 4 | . . . | . . .   6 7 . | . . . | . . ."
    assert told(locked_candidates(board(drawn))) == []
    layout = Layout.named("9x9+diagonals")
    assert "5 in r1c1,r2c2,r3c3 => r4c4,r5c5,r6c6,r7c7,r8c8,r9c9<>5" in told(
        locked_candidates(board(drawn, layout)), layout
    )


def test_a_digit_with_one_place_in_a_box_is_locked_into_both_its_lines() -> None:
    grid = on_house("box 1", "* | 1234 | 1234 | 1234 | 1234 | 1234 | 1234 | 1234 | 6789")
    told_of_5 = [text for text in told(locked_candidates(grid)) if text.startswith("5")]
    assert told_of_5 == ["5 in r1c1 => r1c456789<>5", "5 in r1c1 => r456789c1<>5"]


def test_a_digit_that_its_house_holds_locks_nothing_however_few_marks_are_left() -> None:
    grid = on_house("box 1", "5 | 12 | 12 | 34 | 589 | 589 | 34 | 67 | 67", marks="manual")
    eliminated = {digit for step in locked_candidates(grid) or () for _, digit in step.eliminations}
    assert eliminated == {1, 2, 3, 4, 6, 7, 8, 9}


def test_a_locked_pair_strikes_its_digits_from_its_box_and_from_its_line() -> None:
    grid = board(
        """
        1 2 3 | . . . | . . .
        . . 8 | . . . | . . 7
        4 6 . | . . . | . . .
        """
    )
    step = only(locked_pair(grid))
    assert step.notation(CLASSIC) == "5,9 in r2c12 => r2c45678,r3c3<>5, r2c45678,r3c3<>9"
    assert [house.name for house in step.houses] == ["row 2", "box 1"]
    assert step.reason == (
        "r2c1 and r2c2 hold only 5 and 9 and use them up, so no other cell of row 2 and box 1 "
        "can hold them"
    )


def test_a_naked_pair_is_told_in_the_usual_notation_and_in_a_sentence() -> None:
    others = "2345679"
    grid = on_house(
        "column 4", f"{others} | {others} | {others} | 18 | 123 | {others} | 1389 | 18 | {others}"
    )
    step = only(naked_pair(grid))
    assert step.notation(CLASSIC) == "1,8 in r48c4 => r57c4<>1, r7c4<>8"
    assert step.reason == (
        "r4c4 and r8c4 hold only 1 and 8 and use them up, so no other cell of column 4 can "
        "hold them"
    )


def test_a_naked_pair_strikes_in_every_house_that_holds_both_its_cells() -> None:
    grid = on_house("row 1", "18 | 18 | * | * | * | * | * | * | *")
    step = only(naked_pair(grid))
    assert step.notation(CLASSIC) == (
        "1,8 in r1c12 => r1c3456789,r23c123<>1, r1c3456789,r23c123<>8"
    )
    assert [house.name for house in step.houses] == ["row 1", "box 1"]


def test_digits_over_nine_are_written_as_letters() -> None:
    layout = Layout.named("16x16")
    grid = on_house("row 1", "AG | * | * | AG" + " | 123456789" * 12, layout)
    step = only(naked_pair(grid, houses=["row"]))
    assert step.notation(layout) == "A,G in r1c1,r1c4 => r1c2,r1c3<>A, r1c2,r1c3<>G"
    assert step.reason.startswith("r1c1 and r1c4 hold only A and G and use them up")


def test_hidden_subsets_say_in_which_house_which_digits_have_no_other_place() -> None:
    others = " | ".join(["1234589"] * 7)
    step = only(hidden_pair(on_house("row 1", f"{others} | 2345679 | 345679"), houses=["row"]))
    assert step.notation(CLASSIC) == (
        "6,7 in r1c89 => r1c8<>2, r1c89<>3, r1c89<>4, r1c89<>5, r1c89<>9"
    )
    assert step.reason == (
        "6 and 7 have only r1c8 and r1c9 to go to in row 1, so nothing else fits there"
    )


def row_1(drawn: str, rest: str = "") -> Grid:
    """An open board but for row 1; its cells that are not `drawn` hold `rest`."""
    cells = drawn.split(" | ")
    return on_house("row 1", " | ".join([*cells, *[rest] * (9 - len(cells))]))


SMALL = Layout.named("4x4")
PAIR_OF_ROW_1 = on_house("row 1", "18 | 18 | * | * | * | * | * | * | *")
PAIR_IN_TWO_BOXES = on_house("row 1", "* | * | 18 | 18 | * | * | * | * | *")
QUAD_OF_ROW_1 = row_1("125 | 236 | 347 | 148", "56789")
TRIPLE_IN_A_CROSSING = board(
    "1 2 . | . . . | . . .   . . . | 7 . . | . . .   3 4 6 | . . . | . . ."
)
ONE_IN_A_CORNER = board("1 . | . .", SMALL, "manual")
ROW, COLUMN, BOX = ({"houses": [kind]} for kind in ("row", "column", "box"))

FOUND: dict[str, tuple[Strategy, Grid, Mapping[str, Sequence[str]], list[str]]] = {
    "each placed digit that still strikes is a step": (
        visible_single,
        board("1 . | . 2", SMALL, "manual"),
        {},
        ["1 in r1c1 => r1c23,r2c12,r34c1<>1", "2 in r1c4 => r1c23,r2c34,r34c4<>2"],
    ),
    "visible singles of the houses told": (
        visible_single,
        ONE_IN_A_CORNER,
        ROW,
        ["1 in r1c1 => r1c234<>1"],
    ),
    "marks kept automatically leave nothing visible": (
        visible_single,
        board("1 . . | 2 . . | 3 . ."),
        {},
        [],
    ),
    "hidden singles of the houses told": (
        hidden_single,
        board(FIVE_OF_BOX_1),
        {"houses": ["row", "column"]},
        [],
    ),
    "a digit that its house holds is not placed again": (
        hidden_single,
        on_house("row 1", "5 | 12 | 12 | 34 | 34 | 67 | 67 | 89 | 589", marks="manual"),
        ROW,
        [],
    ),
    "a box locks digits into a line": (
        locked_candidates,
        board(POINTING),
        {},
        [f"{digit} in r2c123 => r2c456789<>{digit}" for digit in (5, 8, 9)],
    ),
    "a line locks digits into a box": (
        locked_candidates,
        board(CLAIMING),
        {"kinds": ["claiming"]},
        [f"{digit} in r2c123 => r13c123<>{digit}" for digit in (5, 8, 9)],
    ),
    "pointing is not claiming": (locked_candidates, board(POINTING), {"kinds": ["claiming"]}, []),
    "claiming is not pointing": (locked_candidates, board(CLAIMING), {"kinds": ["pointing"]}, []),
    "a locked triple fills a crossing": (
        locked_triple,
        TRIPLE_IN_A_CROSSING,
        {},
        ["5,8,9 in r2c123 => r1c3,r2c56789<>5, r1c3,r2c56789<>8, r1c3,r2c56789<>9"],
    ),
    "where only the line has something to lose a triple is not locked": (
        locked_triple,
        board(POINTING),
        {},
        [],
    ),
    "where only the line has something to lose a triple is naked": (
        naked_triple,
        board(POINTING),
        {},
        ["5,8,9 in r2c123 => r2c456789<>5, r2c456789<>8, r2c456789<>9"],
    ),
    "a pair in two boxes is not locked": (locked_pair, PAIR_IN_TWO_BOXES, {}, []),
    "a pair in two boxes is naked": (
        naked_pair,
        PAIR_IN_TWO_BOXES,
        {},
        ["1,8 in r1c34 => r1c1256789<>1, r1c1256789<>8"],
    ),
    "naked subsets strike in the houses told": (
        naked_pair,
        PAIR_OF_ROW_1,
        BOX,
        ["1,8 in r1c12 => r1c3,r23c123<>1, r1c3,r23c123<>8"],
    ),
    "naked subsets are sought in the houses told": (naked_pair, PAIR_OF_ROW_1, COLUMN, []),
    "a pair with nothing to strike is no step": (
        naked_pair,
        on_house("column 1", " | ".join(["18", *["2345679"] * 7, "18"])),
        {},
        [],
    ),
    "each cell of a naked triple may lack a digit": (
        naked_triple,
        row_1("12 | 23 | 13 | 145 | 4567 | 6789 | 56789 | 89 | 2389"),
        ROW,
        ["1,2,3 in r1c123 => r1c4<>1, r1c9<>2, r1c9<>3"],
    ),
    "a naked triple may contain a pair": (
        naked_triple,
        row_1("12 | 12 | 123 | 345", "456789"),
        ROW,
        ["1,2,3 in r1c123 => r1c4<>3"],
    ),
    "a naked quad": (
        naked_quad,
        row_1("12 | 23 | 34 | 14 | 15 | 56789 | 56789 | 56789 | 4789"),
        ROW,
        ["1,2,3,4 in r1c1234 => r1c5<>1, r1c9<>4"],
    ),
    "a hidden triple": (
        hidden_triple,
        row_1("1258 | 2369 | 1347", "456789"),
        ROW,
        ["1,2,3 in r1c123 => r1c3<>4, r1c1<>5, r1c2<>6, r1c3<>7, r1c1<>8, r1c2<>9"],
    ),
    "a hidden quad": (
        hidden_quad,
        QUAD_OF_ROW_1,
        ROW,
        ["1,2,3,4 in r1c1234 => r1c1<>5, r1c2<>6, r1c3<>7, r1c4<>8"],
    ),
    "hidden subsets are sought in the houses told": (
        hidden_quad,
        QUAD_OF_ROW_1,
        {"houses": ["column", "box"]},
        [],
    ),
    "a digit that its house holds hides no pair": (
        hidden_pair,
        on_house("row 1", "5 | 12 | 12 | 34 | 34 | 67 | 67 | 589 | 1589", marks="manual"),
        ROW,
        ["8,9 in r1c89 => r1c9<>1, r1c89<>5"],
    ),
}


@pytest.mark.parametrize(("find", "grid", "options", "expected"), FOUND.values(), ids=FOUND)
def test_a_strategy_finds_just_these_steps(
    find: Strategy, grid: Grid, options: Mapping[str, Sequence[str]], expected: list[str]
) -> None:
    assert told(find(grid, **options), grid.layout) == expected
