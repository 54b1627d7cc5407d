"""The notation of fish and almost locked sets, there and back."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_engine import Grid, Strategy
from sudoku_engine.board.notation import cells_in, chain_in, compact, subset_in
from sudoku_engine.errors import LayoutError
from sudoku_plugins.strategies.analysis.pattern_texts import (
    Fish,
    als_in,
    als_text,
    fish_in,
    fish_text,
    linked_sets_in,
    linked_sets_text,
)
from sudoku_plugins.strategies.order import STRATEGIES
from tests.board.test_notation import CLASSIC, LARGE, cells, layouts, some_cells, some_digits
from tests.support.techniques import roles


def test_a_fish_is_written_as_usual() -> None:
    base, cover = (CLASSIC.rows[1], CLASSIC.rows[4]), (CLASSIC.columns[2], CLASSIC.columns[6])
    assert fish_text(Fish(4, base, cover), CLASSIC) == "4 r25 c37"
    finned = Fish(4, base, cover, tuple(cells("r1c3")), tuple(cells("r2c3 r2c4")))
    assert fish_text(finned, CLASSIC) == "4 r25 c37 fr1c3 efr2c34"


def test_the_base_of_a_fish_may_be_houses_of_several_kinds() -> None:
    fish = Fish(4, (CLASSIC.rows[1], CLASSIC.boxes[4]), CLASSIC.columns[2:4])
    assert fish_text(fish, CLASSIC) == "4 r2b5 c34"


def test_houses_of_a_large_board_are_written_one_by_one() -> None:
    assert fish_text(Fish(16, LARGE.rows[9:11], LARGE.columns[:2]), LARGE) == "G r10r11 c1c2"


@given(st.data())
def test_fish_read_back(data: st.DataObject) -> None:
    layout = data.draw(layouts)
    houses = st.lists(st.sampled_from(layout.houses), min_size=1, max_size=4).map(tuple)
    few = st.one_of(st.just([]), some_cells(layout)).map(
        lambda some: tuple(cells_in(compact(some, layout), layout)) if some else ()
    )
    fish = data.draw(st.builds(Fish, st.sampled_from(layout.digits), houses, houses, few, few))
    assert fish_in(fish_text(fish, layout), layout) == fish


@given(st.data())
def test_almost_locked_sets_read_back(data: st.DataObject) -> None:
    layout = data.draw(layouts)
    digits, some = data.draw(some_digits(layout)), data.draw(some_cells(layout))
    name, where, read = als_in(als_text("B", some, digits, layout), layout)
    assert (name, sorted(where), read) == ("B", sorted({*some}), sorted(digits))


def test_linked_sets_are_written_with_their_commons_and_what_they_eliminate() -> None:
    sets = [("A", cells("r1c2 r1c3"), {9, 1, 4}), ("B", cells("r1c6"), {4, 1})]
    text = linked_sets_text(sets, [4], [1], CLASSIC)
    assert text == "A=r1c23 {149}, B=r1c6 {14}, X=4, Z=1"
    assert linked_sets_text(sets, [4, 1], [], CLASSIC) == "A=r1c23 {149}, B=r1c6 {14}, X=4,1"


@given(st.data())
def test_linked_sets_read_back(data: st.DataObject) -> None:
    layout = data.draw(layouts)
    sets = [
        (name, sorted({*data.draw(some_cells(layout))}), sorted(data.draw(some_digits(layout))))
        for name in "ABC"
    ]
    commons, loose = (
        data.draw(st.lists(st.sampled_from(layout.digits), max_size=3)) for _ in range(2)
    )
    found, *rest = linked_sets_in(linked_sets_text(sets, commons, loose, layout), layout)
    assert [(name, sorted(where), digits) for name, where, digits in found] == sets
    assert rest == [commons, loose]


CHAINS = ("patterns", "chains", "forcing_chain", "w_wing", "xy_wing")
SETS = ("als_xz", "als_xy_wing", "als_chain")
FISH = ("x_wing", "finned_x_wing", "franken_swordfish", "kraken_fish")


@pytest.mark.parametrize(
    "strategy",
    [each for each in STRATEGIES if {each.id, each.family} & {*CHAINS, *SETS, *FISH, "uniqueness"}],
    ids=lambda strategy: strategy.id,
)
def test_the_pattern_of_a_step_reads_back_as_what_it_names(strategy: Strategy) -> None:
    step = next(iter(strategy(Grid.parse(str(strategy.example))) or ()))
    pattern, links = step.pattern, [*step.links, *(ln for b in step.branches for ln in b.links)]
    if strategy.id in FISH:
        fish, _, pattern = pattern.partition("; ")
        read = fish_in(fish, CLASSIC)
        assert read.base == step.house_roles["base"]
        assert {*read.fins} == {cell for cell, _ in step.because.get("fin", ())}
    if strategy.id in SETS:
        sets, commons, loose = linked_sets_in(pattern, CLASSIC)
        assert {f"als {name}": sorted(map(str, cells)) for name, cells, _ in sets} == roles(step)
        assert commons == [link.start[0].digit for link in links]
        assert {*loose} == {digit for _, digit in step.eliminations}
    elif strategy.family == "uniqueness":
        digits, cells = subset_in(pattern, CLASSIC)
        assert {*digits} <= {digit for _, digit in step.grounds}
        assert {*cells} <= {cell for cell, _ in step.grounds}
    elif pattern:
        assert chain_in(pattern, CLASSIC) == links


@pytest.mark.parametrize(
    ("read", "text", "words"),
    [
        (fish_in, "4 r25", "is not a fish: 4 r25 c37 fr1c3"),
        (fish_in, "4 r25 y37", "is not a fish"),
        (fish_in, "4 r0 c37", "no house r0 on a 9x9 board"),
        (fish_in, "4 r2 d1", "no house d1 on a 9x9 board"),
        (linked_sets_in, "A=r1c23, X=4", "is not linked sets: A=r1c23 {149}, B=r1c6 {14}, X=4, Z"),
        (linked_sets_in, "A=r1c23 {149}, X=0", "no digit '0'"),
        (als_in, "A=r1c23 149", "is not an almost locked set: A=r1c23 {149}"),
    ],
)
def test_what_cannot_be_read_is_answered(read: Any, text: str, words: str) -> None:
    with pytest.raises(LayoutError) as error:
        read(text, CLASSIC)
    assert words in str(error.value)
