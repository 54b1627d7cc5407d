"""Fish on boards drawn for one digit."""

from sudoku_engine import Candidate, Grid, Layout
from sudoku_engine.board.masks import mask_of
from sudoku_plugins.reasons.reasons import counter_board
from sudoku_plugins.strategies.fish import Catch, Cover
from sudoku_plugins.strategies.fish.basic_fish import BASIC_FISH
from sudoku_plugins.strategies.fish.finned_fish import FINNED_FISH, SASHIMI_FISH
from sudoku_plugins.strategies.fish.franken_fish import FINNED_FRANKEN_FISH, FRANKEN_FISH
from sudoku_plugins.strategies.fish.mutant_fish import FINNED_MUTANT_FISH, MUTANT_FISH
from tests.support.drawn_digits import grid_of, named
from tests.support.techniques import CLASSIC, only, told

x_wing, swordfish, jellyfish, *_ = BASIC_FISH
finned_x_wing, finned_swordfish, *_ = FINNED_FISH
sashimi_x_wing, sashimi_swordfish, *_ = SASHIMI_FISH
franken_swordfish, finned_franken_swordfish = FRANKEN_FISH[1], FINNED_FRANKEN_FISH[1]
mutant_x_wing, mutant_swordfish, *_ = MUTANT_FISH
finned_mutant_swordfish = FINNED_MUTANT_FISH[1]

X_WING = """
    x x x | x x x | x x x
    . x . | . . . | . x .
    x x x | x x x | x x x
    ------+-------+------
    x x x | x x x | x x x
    . x . | . . . | . x .
    x x x | x x x | x x x
    ------+-------+------
    x x x | x x x | x x x
    x x x | x x x | x x x
    x x x | x x x | x x x
"""


def test_two_rows_share_their_digit_out_among_two_columns() -> None:
    step = only(x_wing(grid_of({1: X_WING})))
    assert step.notation(CLASSIC) == "1 r25 c28 => r1346789c28<>1"
    assert {role: [str(h) for h in group] for role, group in step.house_roles.items()} == {
        "base": ["row 2", "row 5"],
        "cover": ["column 2", "column 8"],
    }
    assert dict(step.because) == {"cause": tuple(named(CLASSIC, "r2c2", "r2c8", "r5c2", "r5c8"))}
    assert step.reason == (
        "all places for 1 in rows 2 and 5 are in columns 2 and 8: each of these columns has it in "
        "one of these rows, so r1c2, r1c8, r3c2, r3c8, r4c2, r4c8, r6c2, r6c8, r7c2, r7c8, r8c2, "
        "r8c8, r9c2 and r9c8 cannot hold it"
    )


SWORDFISH_OF_COLUMNS = """
    . x x | x x x | x x .
    x x x | x . x | x x .
    . x x | x . x | x x .
    ------+-------+------
    . x x | x . x | x x .
    x x x | x x x | x x x
    . x x | x . x | x x .
    ------+-------+------
    . x x | x . x | x x .
    . x x | x x x | x x x
    . x x | x . x | x x .
"""


def test_columns_have_a_swordfish_and_not_each_needs_a_place_in_every_row() -> None:
    # Column 1 has rows 2 and 5, column 5 rows 1, 5 and 8: with column 9 there are four rows.
    assert told(swordfish(grid_of({1: SWORDFISH_OF_COLUMNS}))) == []
    mended = SWORDFISH_OF_COLUMNS.replace(". x x | x x x | x x .", ". x x | x . x | x x .", 1)
    # Now columns 5 and 9 have rows 5 and 8 alone, an X-wing, and column 1 adds row 2.
    assert told(x_wing(grid_of({1: mended}))) == ["1 c59 r58 => r5c1234678,r8c234678<>1"]
    assert told(swordfish(grid_of({1: mended}))) == ["1 c159 r258 => r258c234678<>1"]


FINNED = X_WING.replace(". x . | . . . | . x .", ". x . | . . . | . x x", 1)


def test_with_a_fin_only_what_sees_it_is_eliminated() -> None:
    grid = grid_of({1: FINNED})
    assert told(x_wing(grid)) == told(sashimi_x_wing(grid)) == []
    step = only(finned_x_wing(grid))
    assert step.notation(CLASSIC) == "1 r25 c28 fr2c9 => r13c8<>1"
    assert step.because["fin"] == tuple(named(CLASSIC, "r2c9"))
    assert step.reason == (
        "but for the fin r2c9, all places for 1 in rows 2 and 5 are in columns 2 and 8: if the "
        "fin is false, each of these columns has it in one of these rows; if it is true, r1c8 and "
        "r3c8 see it; so r1c8 and r3c8 cannot hold it"
    )


def test_a_fish_is_sashimi_if_without_its_fins_a_row_has_a_single_place() -> None:
    sashimi = FINNED.replace(". x . | . . . | . x x", ". x . | . . . | . . x")
    grid = grid_of({1: sashimi})
    assert told(finned_x_wing(grid)) == []
    # The place in row 2 is a fin for columns 2 and 8, that in row 5 for columns 2 and 9.
    step = only(sashimi_x_wing(grid))
    assert step.notation(CLASSIC) == "1 r25 c289 fr2c9,r5c8 => r13c8,r46c9<>1"
    assert step.reason.startswith(
        "but for the fin r2c9, all places for 1 in rows 2 and 5 are in columns 2"
    )
    assert "; likewise, but for the fin r5c8, all are in columns 2 and 9: if" in step.reason


def test_fins_that_no_cell_sees_at_once_spoil_the_fish() -> None:
    spoilt = FINNED.replace(". x . | . . . | . x .", ". x x | . . . | . x .")
    assert told(finned_x_wing(grid_of({1: spoilt}))) == []


def test_a_house_that_holds_the_digit_already_is_no_base() -> None:
    # Row 2 has its 1 in r2c5; the marks at r2c2 and r2c8 are stale and promise nothing.
    for marks, steps in (("manual", 0), ("auto", 0)):
        grid = grid_of({1: X_WING}, marks=marks, placed={"r2c5": 1})  # type: ignore[arg-type]
        assert len(told(x_wing(grid))) == steps
    assert len(told(x_wing(grid_of({1: X_WING}, marks="manual")))) == 1


def test_fish_swim_on_boards_of_other_sizes() -> None:
    layout = Layout.named("6x6")
    grid = grid_of({1: "x...x. x...xx" + "xxxxxx" * 4}, layout)
    assert told(x_wing(grid), layout) == []
    assert told(finned_x_wing(grid), layout) == []  # r2c6 is the fin; its box has no other row
    grid = grid_of({1: "x...x. xxxxxx x...xx" + "xxxxxx" * 3}, layout)
    assert told(finned_x_wing(grid), layout) == ["1 r13 c15 fr3c6 => r4c5<>1"]


def test_on_a_diagonal_a_cell_sees_a_fin() -> None:
    rows = ["xxxxxxxxx"] * 9
    rows[1] = ".x.....x."
    rows[8] = ".x.....xx"  # the fin r9c9 is on the falling diagonal, as are r2c2 and r8c8
    drawn = {1: "".join(rows)}
    assert told(finned_x_wing(grid_of(drawn))) == ["1 r29 c28 fr9c9 => r78c8<>1"]
    layout = Layout.named("9x9+diagonals")
    assert told(finned_x_wing(grid_of(drawn, layout)), layout) == ["1 r29 c28 fr9c9 => r78c8<>1"]


def test_a_swordfish_with_fins_and_its_sashimi_cover_are_one_step() -> None:
    rows = ["xxxxxxxxx"] * 9
    rows[0] = "x...x..xx"  # covers 1, 5 and 8: fin r1c9; covers 1, 5 and 9: fins in column 8
    rows[4] = "x...x...."
    rows[7] = "x...x..x."
    grid = grid_of({1: "".join(rows)})
    step = only(finned_swordfish(grid))
    assert Candidate(CLASSIC.cell("r2c8"), 1) in step.eliminations
    assert told(sashimi_swordfish(grid)) == []


def test_the_reason_of_a_fish_tells_endofins_from_fins() -> None:
    base = CLASSIC.columns[3], CLASSIC.columns[8], CLASSIC.boxes[2]
    cells = {name: CLASSIC.cell(name) for name in ("r1c7", "r2c4", "r2c8", "r3c3", "r3c9", "r4c9")}
    places = mask_of(cell for name, cell in cells.items() if name != "r3c3")
    fins, endofins, gone = (mask_of([cells[name]]) for name in ("r1c7", "r3c9", "r3c3"))
    houses = "all places for 5 in columns 4 and 9 and box 3 are in rows 2, 3 and 4, but the "
    endofin = "endofin r3c9 is in two base houses: if "
    then = "false, each of these rows has it in one of the base houses; if"
    for fin, told_fin, cases in (
        (0, "", f"the endofin is {then} it is true"),
        (fins, "but for the fin r1c7, ", f"all fins and endofins are {then} one is true"),
    ):
        catch = Catch(base, places, endofins, (Cover(CLASSIC.rows[1:4], fin, gone),))
        assert catch.step(5, CLASSIC).reason == (
            f"{told_fin}{houses}{endofin}{cases}, r3c3 sees it; so r3c3 cannot hold it"
        )


FRANKEN_SWORDFISH = """
    x x x | x x x | x x x
    . x . | . x . | . . .
    x x x | x x x | x x x
    ------+-------+------
    x x x | x x x | x x x
    x x x | x x x | x x x
    x x x | x x x | x x x
    ------+-------+------
    x x x | x x x | x x x
    . x . | . . . | . x x
    . . . | . x . | x . .
"""


def test_a_box_can_be_the_cover_of_rows() -> None:
    step = only(franken_swordfish(grid_of({1: FRANKEN_SWORDFISH})))
    assert step.notation(CLASSIC) == "1 r289 c25b9 => r13456c25,r7c25789<>1"
    assert step.reason.startswith(
        "all places for 1 in rows 2, 8 and 9 are in columns 2 and 5 and box 9: each of the cover "
        "houses has it in one of these rows, so r1c2, r1c5, r3c2,"
    )
    assert told(swordfish(grid_of({1: FRANKEN_SWORDFISH}))) == []


def test_a_franken_fish_with_a_fin() -> None:
    finned = FRANKEN_SWORDFISH.replace(". x . | . x . | . . .", ". x . | x x . | . . .")
    grid = grid_of({1: finned})
    assert told(franken_swordfish(grid)) == []
    step = only(finned_franken_swordfish(grid))
    assert step.notation(CLASSIC) == "1 r289 c25b9 fr2c4 => r13c5<>1"


MUTANT_SWORDFISH = """
    x x x | x x x | x x x
    . x . | x . x | . . .
    x x x | x . x | x x x
    ------+-------+------
    x x x | x . x | x x x
    x x x | x . x | x x x
    x x x | x . x | x x x
    ------+-------+------
    x . x | x x x | x x x
    . x . | x . x | x x x
    . x . | x . x | x x x
"""


def test_rows_columns_and_boxes_mix_in_a_mutant_fish() -> None:
    step = only(mutant_swordfish(grid_of({1: MUTANT_SWORDFISH})))
    assert step.pattern == "1 r2c5b7 r7c2b2"
    assert {str(CLASSIC.cells[cell]) for cell, _ in step.eliminations} == {
        *("r1c2", "r1c4", "r1c6", "r3c2", "r3c4", "r3c6", "r4c2", "r5c2", "r6c2"),
        *("r7c4", "r7c6", "r7c7", "r7c8", "r7c9"),
    }


def test_a_place_in_two_cover_houses_would_leave_a_house_without_its_digit() -> None:
    cannibal = MUTANT_SWORDFISH.replace("x . x | x x x | x x x", "x x x | x x x | x x x")
    step = only(mutant_swordfish(grid_of({1: cannibal})))
    assert Candidate(CLASSIC.cell("r7c2"), 1) in step.eliminations
    assert Candidate(CLASSIC.cell("r7c2"), 1) in step.because["cause"]


def test_a_place_in_two_base_houses_is_an_endofin() -> None:
    crossed = MUTANT_SWORDFISH.replace(". x . | x . x | . . .", ". x . | x x x | . . .")
    grid = grid_of({1: crossed})
    assert told(mutant_swordfish(grid)) == []
    step = next(step for step in finned_mutant_swordfish(grid) or () if "ef" in step.pattern)
    assert step.notation(CLASSIC) == "1 r2c5b7 r7c2b2 efr2c5 => r13c46<>1"
    assert step.because["endofin"] == tuple(named(CLASSIC, "r2c5"))
    assert "fin" not in step.because


def test_windows_of_a_clue_are_houses_of_a_mutant_fish() -> None:
    drawn = """
        x x x | x x x | x x x
        x x . | . x . | x . x
        x . x | . x x | . . x
        ------+-------+------
        x . . | . x . | . . x
    """
    clued = Grid.parse("clues: windoku\n" + "." * 81).layout
    grid = grid_of({1: drawn + "x" * 45}, clued)
    step = only(mutant_x_wing(grid))
    assert step.notation(clued) == "1 x12 r23 => r23c159<>1"
    assert step.reason == (
        "all places for 1 in windows 1 and 2 are in rows 2 and 3: each of these rows has it in one "
        "of these windows, so r2c1, r2c5, r2c9, r3c1, r3c5 and r3c9 cannot hold it"
    )


def test_two_diagonals_and_a_box_of_which_a_cell_leaves_too_few_places() -> None:
    # 2 in r5c4 leaves diagonal 1 r8c8 alone, diagonal 2 r9c1, and box 8 nothing; row 7, which then
    # has nothing either, takes the place of box 8, since its fish has fewer fins.
    drawn = """
        . . . | . . . | . . .
        . . . | . . . | . . .
        . . . | x x x | . . .
        ------+-------+------
        . x . | x . x | . . x
        x . . | x x x | . x .
        x x . | x x x | . x x
        ------+-------+------
        . x . | x . . | . x x
        x x . | x . x | . x x
        x . . | x x . | . . .
    """
    crossed = Layout.named("9x9+diagonals")
    grid = grid_of({2: drawn}, crossed)
    found = [step for step in finned_mutant_swordfish(grid) if "r5c4<>2" in step.notation(crossed)]
    assert only(found).pattern == "2 r7d12 b579 fr7c4 efr5c5"
    assert counter_board(grid, only(found)) is None
