"""What several strategies need of a board: cells by candidates, places of a digit, strong links."""

from itertools import combinations, product
from random import Random
from typing import Any

from sudoku_engine import Candidate, Grid, Layout
from sudoku_engine.board.masks import bits, mask_of
from sudoku_plugins.strategies.analysis import (
    bivalue_cells,
    cells_of_few,
    false_places,
    strong_links,
)
from sudoku_plugins.strategies.analysis.links import link_graph

FOUR = Layout.named("4x4")
# A 1 is placed in box 1 and in box 4: one place is left in row 2, and one in row 3.
GRID = Grid.parse("1... .... .... ..1.")


def test_cells_with_one_and_with_two_candidates(classic_boards: list[Any]) -> None:
    for board in classic_boards[::25]:
        grid = board.puzzle
        by_number = {1: grid.singles, 2: bivalue_cells(grid.boards)}
        for number, cells in by_number.items():
            expected = [cell for cell in grid.open_cells if len(grid.candidates(cell)) == number]
            assert list(bits(cells)) == expected, board.source
        few = [cell for cell in grid.open_cells if 1 <= len(grid.candidates(cell)) <= 3]
        assert list(bits(cells_of_few(grid.boards, 3))) == few, board.source


def test_a_strong_link_is_there_just_where_a_digit_has_two_places(
    classic_boards: list[Any],
) -> None:
    for board in classic_boards[::25]:
        grid = board.puzzle
        for digit in grid.layout.digits:
            expected = [
                (house, *places)
                for house in grid.layout.houses
                for places in [[c for c in house.cells if digit in grid.candidates(c)]]
                if len(places) == 2
            ]
            assert list(strong_links(grid.boards[digit], grid.layout)) == expected


def test_the_link_graph_knows_what_makes_a_link_strong() -> None:
    # 1 has two places in row 1, in row 2 and in boxes 1 and 2; r1c1 holds only 1 and 2.
    grid = Grid(FOUR, [0] * 16, masks=[0b0011, 0b1110, 0b1111, 0b1110, 0b1111] + [0b1110] * 11)
    graph = link_graph(grid)
    place, right, below, other_digit = 0, 2, 4, 16
    assert list(bits(graph.strong[place])) == [right, below, other_digit]
    assert graph.strong_house(place, right) == FOUR.house("row 1")
    assert graph.strong_house(below, place) == FOUR.house("column 1")
    assert graph.strong_house(place, other_digit) is None
    assert graph.candidate(other_digit) == Candidate(0, 2)


def test_strong_links_go_both_ways_and_are_among_candidates(classic_boards: list[Any]) -> None:
    for board in classic_boards[::25]:
        graph = link_graph(board.puzzle)
        assert not graph.linked & ~graph.candidates
        for node, partners in enumerate(graph.strong):
            assert bool(partners) == bool(graph.linked >> node & 1)
            assert all(graph.strong[partner] >> node & 1 for partner in bits(partners))


def test_weak_links_are_those_of_cell_and_houses() -> None:
    weak = FOUR.weak_links[FOUR.cell("r2c2") + 16]
    digits_of: dict[str, list[int]] = {}
    for node in bits(weak):
        digits_of.setdefault(str(FOUR.cells[node % 16]), []).append(node // 16 + 1)
    assert digits_of.pop("r2c2") == [1, 3, 4]
    assert digits_of == {
        name: [2] for name in ("r1c2", "r3c2", "r4c2", "r2c1", "r2c3", "r2c4", "r1c1")
    }


def test_a_house_that_holds_the_digit_makes_no_strong_link_by_stale_marks() -> None:
    grid = Grid(FOUR, [1, *[0] * 15], masks=[0, 3, 3, 2, *[2] * 12], marks="manual")
    assert not link_graph(grid).strong[1] & 0xFFFF


def test_a_place_is_false_just_where_no_template_has_it_whatever_was_asked_before() -> None:
    apart = [
        mask_of(cells)
        for row in product(*[(None, *house.cells) for house in FOUR.rows])
        if (cells := [cell for cell in row if cell is not None])
        and not any(FOUR.peer_masks[one] >> other & 1 for one, other in combinations(cells, 2))
    ]
    random = Random(1)
    for _ in range(200):
        board = random.getrandbits(16)
        closed = random.choice((0, 1 << random.randrange(len(FOUR.houses))))
        needing = [
            house.mask & board
            for number, house in enumerate(FOUR.houses)
            if house.mask & board and not closed >> number & 1
        ]

        templates = [
            cells
            for cells in apart
            if not cells & ~board and all(cells & house for house in needing)
        ]

        expected = [c for c in bits(board) if not any(cells >> c & 1 for cells in templates)]
        assert list(bits(false_places(board, FOUR, closed))) == expected, (board, closed)
