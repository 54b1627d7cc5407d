"""X-chains, XY-chains, nice loops and AIC, grouped or not, on boards drawn for a few digits."""

import random
from collections.abc import Iterator

import pytest

from sudoku_engine import Candidate, Grid, Layout, Strategy
from sudoku_engine.board.masks import mask_of
from sudoku_engine.search import full_board
from sudoku_plugins.checkers.symmetry.transformation import Transformation
from sudoku_plugins.strategies.analysis.links import link_graph
from sudoku_plugins.strategies.analysis.truths import candidates
from sudoku_plugins.strategies.chains import loops, nice_loops
from sudoku_plugins.strategies.chains.loops import Chain, either_end
from sudoku_plugins.strategies.chains.nice_loops import grouped_nice_loop, nice_loop
from sudoku_plugins.strategies.chains.simple_chains import x_chain, xy_chain
from tests.support.drawn_digits import grid_of, named
from tests.support.techniques import CLASSIC, only, told


def drawn(**rows: str) -> str:
    """A digit's places in some rows, ``r1="1...1...."``; in the others it can go everywhere."""
    return "\n".join(rows.get(f"r{number}", "x" * 9) for number in range(1, 10))


# 1 has two places in row 2, in box 6 and in row 8; nothing else of it is linked.
SINGLE_DIGIT = """
    x x x | x x x | x x x
    1 . . | . . . | . 1 .
    x x x | x x x | x x x
    ------+-------+------
    x . x | x x x | . 1 .
    . x x | x x x | 1 . .
    x x x | x x x | . . .
    ------+-------+------
    x x x | x x x | x x x
    . 1 . | . . . | 1 . .
    x x x | x x x | x x x
"""

XY = {"r1c1": "12", "r1c5": "23", "r6c5": "34", "r6c8": "14"}
RING = {"r1c1": "12", "r1c5": "23", "r6c5": "34", "r6c1": "14"}
TWO_DIGITS = {1: drawn(r1="1...1...."), 3: drawn(r8="3...3....")}
"""1 has two places in row 1, 3 in row 8: joined by r4c5, if it is 1 or 3."""


def test_an_x_chain_eliminates_its_digit_where_both_ends_are_seen() -> None:
    step = only(x_chain(grid_of({1: SINGLE_DIGIT})))
    assert step.notation(CLASSIC) == (
        "r2c1 =1= r2c8 -1- r4c8 =1= r5c7 -1- r8c7 =1= r8c2 => r13c2,r79c1<>1"
    )
    assert [house.name for house in step.houses] == ["row 2", "box 6", "row 8"]
    assert dict(step.because) == {
        "off": tuple(named(CLASSIC, "r2c1", "r4c8", "r8c7")),
        "on": tuple(named(CLASSIC, "r2c8", "r5c7", "r8c2")),
    }
    assert step.reason == (
        "if r2c1 is not 1, then r2c8 is 1 (row 2), so r5c7 is 1 (box 6), so r8c2 is 1 (row 8); so "
        "r2c1 is 1 or r8c2 is 1, and either way r1c2, r3c2, r7c1 and r9c1 are not 1"
    )
    assert step.difficulty == 5


def test_an_xy_chain_walks_through_cells_with_two_candidates() -> None:
    step = only(xy_chain(grid_of({}, bare=XY)))
    assert step.notation(CLASSIC) == "1- r1c1 -2- r1c5 -3- r6c5 -4- r6c8 -1 => r1c8,r6c1<>1"
    assert [house.name for house in step.houses] == ["row 1", "column 5", "row 6"]
    assert step.reason == (
        "if r1c1 is not 1, then r1c1 is 2, so r1c5 is 3, so r6c5 is 4, so r6c8 is 1; so r1c1 is 1 "
        "or r6c8 is 1, and either way r1c8 and r6c1 are not 1"
    )
    assert step.difficulty == 7


def test_a_naked_pair_is_no_xy_chain() -> None:
    assert told(xy_chain(grid_of({}, bare={"r1c1": "12", "r1c5": "12"}))) == []


def test_an_aic_with_one_digit_at_both_ends_is_of_type_1() -> None:
    # 4 would go from r7c8 by the XY-wing in this chain.
    fours = drawn(r1=".4.....4.", r7="xxxxxxx.x")
    grid = grid_of({4: fours}, bare={"r5c8": "47", "r5c1": "79", "r7c1": "49"})
    step = only(nice_loop(grid))
    assert step.notation(CLASSIC) == (
        "r1c2 =4= r1c8 -4- r5c8 -7- r5c1 -9- r7c1 -4 => r23c1,r789c2<>4"
    )
    assert step.reason == (
        "AIC type 1: if r1c2 is not 4, then r1c8 is 4 (row 1), so r5c8 is 7, so r5c1 is 9, so r7c1 "
        "is 4; so r1c2 is 4 or r7c1 is 4, and either way r2c1, r3c1, r7c2, r8c2 and r9c2 are not 4"
    )
    assert step.difficulty == 7


def test_an_aic_with_two_digits_in_cells_that_see_each_other_is_of_type_2() -> None:
    step = only(nice_loop(grid_of(TWO_DIGITS, bare={"r4c5": "13"})))
    assert step.notation(CLASSIC) == (
        "r1c1 =1= r1c5 -1- r4c5 -3- r8c5 =3= r8c1 => r8c1<>1, r1c1<>3"
    )
    assert step.reason.startswith("AIC type 2: if r1c1 is not 1, then r1c5 is 1 (row 1), so r4c5")
    assert step.reason.endswith(
        "r1c1 is 1 or r8c1 is 3, and either way r8c1 is not 1, and r1c1 is not 3"
    )


def test_a_chain_with_one_elimination_is_a_loop_from_it_and_back() -> None:
    bare = {"r4c5": "13", "r8c1": "3456789"}
    step = only(nice_loop(grid_of(TWO_DIGITS, bare=bare)))
    assert step.notation(CLASSIC) == (
        "3= r1c1 =1= r1c5 -1- r4c5 -3- r8c5 =3= r8c1 -3- r1c1 => r1c1<>3"
    )
    assert step.reason.startswith("discontinuous nice loop: if r1c1 is not 1, then")
    assert step.difficulty == 7


# 1 has two places in row 1 and in column 1, 3 has two places in box 4.
COMING_BACK = {
    1: drawn(r1="1...1....", **{f"r{row}": ".xxxxxxxx" for row in (2, 3, 4, 5, 7, 8, 9)}),
    3: drawn(r4="3..xxxxxx", r5="...xxxxxx", r6="3..xxxxxx"),
}


def test_a_candidate_that_is_true_if_it_is_false_is_true() -> None:
    grid = grid_of(COMING_BACK, bare={"r4c5": "13", "r1c1": "156"})
    (step,) = (step for step in nice_loop(grid) or () if Candidate(0, 5) in step.eliminations)
    assert step.notation(CLASSIC) == (
        "r1c1 =1= r1c5 -1- r4c5 -3- r4c1 =3= r6c1 =1= r1c1 => r1c1<>5, r1c1<>6"
    )
    assert step.reason == (
        "discontinuous nice loop: if r1c1 is not 1, then r1c5 is 1 (row 1), so r4c5 is 3, so r6c1 "
        "is 3 (box 4), so r1c1 is 1 (column 1), which it was supposed not to be; so r1c1 is 1 "
        "in any case, and r1c1 is not 5 or 6"
    )


def test_a_chain_visits_no_cell_twice() -> None:
    # If r1c9 is not 2, then r1c1 is, so it is not 1, so it is 1, so it is not 2: r1c9 would be 2.
    grid = grid_of({**COMING_BACK, 2: drawn(r1="2.......2")}, bare={"r4c5": "13"})
    steps = list(nice_loop(grid) or ())
    assert any("r1c1" in step.pattern for step in steps)
    assert not any("r1c9" in step.pattern for step in steps)


def test_a_continuous_loop_eliminates_beside_each_of_its_weak_links() -> None:
    step = next(iter(nice_loop(grid_of({}, bare=RING)) or ()))
    assert step.notation(CLASSIC) == (
        "1- r1c1 -2- r1c5 -3- r6c5 -4- r6c1 -1- r1c1 => "
        "r2345789c1<>1, r1c2346789<>2, r2345789c5<>3, r6c2346789<>4"
    )
    assert step.reason.startswith(
        "continuous nice loop: if r1c1 is not 1, then r1c1 is 2, so r1c5 is 3, so r6c5 is 4, so "
        "r6c1 is 1; and if r6c1 is 1, r1c1 is not 1: the chain goes round without end"
    )
    assert step.difficulty == 8


GROUP = {1: drawn(r2=".11....1.", r8="1......1.")}
"""1 has three places in row 2, of which two are in box 1, and two places in row 8."""

SET = {"r5c1": "457", "r5c2": "57", "r5c8": "79", "r8c8": "49"}
"""r5c1, r5c2 and r5c8 are an almost locked set."""


def test_a_group_of_places_is_one_node() -> None:
    grid = grid_of(GROUP)
    assert told(nice_loop(grid)) == []
    step = only(grouped_nice_loop(grid))
    assert step.notation(CLASSIC) == "r8c1 =1= r8c8 -1- r2c8 =1= r2c23 => r13c1<>1"
    assert [house.name for house in step.houses] == ["row 8", "row 2"]
    assert dict(step.because) == {
        "off": tuple(named(CLASSIC, "r8c1", "r2c8")),
        "on": tuple(named(CLASSIC, "r8c8", "r2c2", "r2c3")),
    }
    assert step.reason == (
        "AIC type 1: if r8c1 is not 1, then r8c8 is 1 (row 8), so 1 is in r2c2 or r2c3 (row 2); so "
        "r8c1 is 1 or 1 is in r2c2 or r2c3, and either way r1c1 and r3c1 are not 1"
    )


def test_groups_at_the_start_of_a_chain_are_told_apart_from_its_end() -> None:
    nodes = [tuple(named(CLASSIC, *cells)) for cells in (("r2c2", "r2c3"), ("r2c8",))]
    chain = Chain(nodes, [CLASSIC.house("row 2")])
    assert either_end(chain, named(CLASSIC, "r1c1")) == (
        "if 1 is not in r2c2 or r2c3, then r2c8 is 1 (row 2); so 1 is in r2c2 or r2c3, or r2c8 is "
        "1, and either way r1c1 is not 1"
    )


def test_an_almost_locked_set_links_its_digits() -> None:
    grid = grid_of({4: drawn(r1="44.......")}, bare=SET)
    assert told(nice_loop(grid)) == []
    (step,) = (step for step in grouped_nice_loop(grid) or () if "r8c2" in step.pattern)
    assert step.notation(CLASSIC) == (
        "r8c2 -4- r1c2 =4= r1c1 -4- r5c1 =4,9= r5c8 -9- r8c8 -4- r8c2; A=r5c128 {4579} => r8c2<>4"
    )
    assert not [
        step for step in grouped_nice_loop.find(grid, sets=False) or () if "r8c2" in step.pattern
    ]
    assert [house.name for house in step.houses] == ["row 1", "row 5"]
    assert step.because["als A"] == (
        *named(CLASSIC, "r5c1", digit=4),
        *named(CLASSIC, "r5c1", "r5c2", digit=5),
        *named(CLASSIC, "r5c1", "r5c2", "r5c8", digit=7),
        *named(CLASSIC, "r5c8", digit=9),
    )
    assert step.reason == (
        "A has one digit more than cells, so it lacks just one; discontinuous nice loop: if "
        "r1c2 is not 4, then r1c1 is 4 (row 1), so r5c8 is 9 (set A), so r8c8 is 4; so r1c2 is 4 "
        "or r8c8 is 4, and either way r8c2 is not 4"
    )


def test_the_other_digits_of_a_set_in_a_continuous_loop_stay_in_it() -> None:
    bare = {"r5c1": "457", "r5c2": "57", "r5c8": "78", "r7c8": "48"}
    steps = grouped_nice_loop(grid_of({4: drawn(r1="4......4.")}, bare=bare)) or ()
    step = next(step for step in steps if "; continuous nice loop" in step.reason)
    assert step.pattern == "r1c1 =4= r1c8 -4- r7c8 -8- r5c8 =8,4= r5c1 -4- r1c1; A=r5c128 {4578}"
    lost = {Candidate(CLASSIC.cell(name), digit) for name, digit in (("r4c1", 5), ("r5c9", 7))}
    assert lost <= {*step.eliminations}
    assert step.reason.endswith("digits of A by which the chain neither comes nor goes stay in it")


def drawn_at_random(seed: int) -> Grid:
    """An open board of 6x6: in each cell the digit of a solution, and some others."""
    layout, rng = Layout.named("6x6"), random.Random(seed)
    solution = full_board(rng, layout).digits
    masks = [
        1 << right - 1 | mask_of(digit for digit in range(6) if rng.random() < 0.15)
        for right in solution
    ]
    return Grid(layout, [0] * 36, masks=masks)


def every_loop(board: loops.BoardNetwork, path: list[int]) -> Iterator[list[int]]:
    """The continuous loops that begin with `path`, tried link by link, no cell twice."""
    net = board.net

    def fits(node: int) -> bool:
        here = net.cells[node]
        return node not in path and not any(here & net.cells[old] for old in path[:-1])

    for on in filter(fits, net.strong[path[-1]]):
        if len(path) > 2 and path[0] in net.weak[on]:
            yield [*path, on]
        if len(path) < 9:
            path.append(on)
            for off in filter(fits, net.weak[on]):
                yield from every_loop(board, [*path, off])
            path.pop()


@pytest.mark.parametrize("seed", [7, 28])
def test_loops_are_found_whose_ends_have_shorter_chains(seed: int) -> None:
    grid = drawn_at_random(seed)
    graph = link_graph(grid)
    board = nice_loops._grouped_network(graph, nice_loops._links(graph))
    found = {step.effect for step in grouped_nice_loop.find(grid, sets=False) or ()}
    lost = {
        loops._beside(board, path)
        for start in range(len(board.net.members))
        for path in every_loop(board, [start])
        if any(board.net.members[node].bit_count() > 1 for node in path)
    }
    effects = {
        (frozenset(), frozenset(map(tuple, candidates(each, grid.layout)))) for each in lost - {0}
    }
    assert len(effects) > 3
    assert effects <= found


def test_where_the_shortest_chain_visits_a_cell_twice_a_longer_one_is_found() -> None:
    patterns = [step.pattern for step in nice_loop(drawn_at_random(193)) or ()]
    assert "r1c1 =1= r2c2 -1- r3c2 =1= r4c2 -1- r4c6 =1= r4c5 -1- r1c5 -5" in patterns


def test_a_loop_may_go_through_nothing_but_three_sets() -> None:
    first = {"r1c2": "145", "r1c3": "45", "r1c4": "245"}
    second = {"r2c5": "267", "r5c5": "67", "r6c5": "367"}
    grid = grid_of({}, bare={**first, **second, "r6c2": "13"})
    (step,) = (step for step in grouped_nice_loop(grid) or () if "; continuous" in step.reason)
    assert step.pattern == (
        "r1c4 =2,1= r1c2 -1- r6c2 -3- r6c5 =3,2= r2c5 -2- r1c4; A=r1c234 {1245}; B=r256c5 {2367}"
    )


@pytest.mark.parametrize("strategy", [nice_loop, grouped_nice_loop])
def test_a_turned_board_has_the_turned_chains(strategy: Strategy) -> None:
    grid = drawn_at_random(28)
    turned = Transformation.random(random.Random(1), grid.layout)
    steps = {turned.step(step).effect for step in strategy.find(grid) or ()}
    assert {step.effect for step in strategy.find(turned.grid(grid)) or ()} == steps


STEPS = [
    (x_chain, grid_of({1: SINGLE_DIGIT})),
    (xy_chain, grid_of({}, bare=XY)),
    (nice_loop, grid_of(TWO_DIGITS, bare={"r4c5": "13"})),
    (grouped_nice_loop, grid_of(GROUP)),
]


@pytest.mark.parametrize(("strategy", "grid"), STEPS)
def test_chains_are_no_longer_than_asked_for(strategy: Strategy, grid: Grid) -> None:
    length = len(only(strategy(grid)).links)
    assert told(strategy.find(grid, max_links=length)) == told(strategy(grid))
    assert told(strategy.find(grid, max_links=length - 1)) == []


def test_a_house_that_holds_the_digit_already_makes_no_strong_link() -> None:
    assert told(x_chain(grid_of({1: SINGLE_DIGIT}, marks="manual")))
    held = grid_of({1: SINGLE_DIGIT}, marks="manual", placed={"r8c5": 1})
    assert told(x_chain(held)) == []
    assert told(nice_loop(held)) == []
