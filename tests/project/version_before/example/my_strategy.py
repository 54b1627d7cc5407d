"""My naked pair: two cells of a house that hold the same two candidates."""

from itertools import combinations

from sudoku_engine import Candidate, Grid, Step, listed, names, strategy


@strategy("My Naked Pair", score=60, level="medium")
def my_naked_pair(grid: Grid):
    """Strike the two digits of the pair from the other cells of its house."""
    for house in grid.layout.houses:
        twos = [cell for cell in house.cells if len(grid.candidates(cell)) == 2]
        for pair in combinations(twos, 2):
            digits = grid.candidates(pair[0])
            if grid.candidates(pair[1]) == digits:
                others = [cell for cell in house.cells if cell not in pair]
                struck = [
                    Candidate(cell, digit)
                    for cell in others
                    for digit in digits & grid.candidates(cell)
                ]
                if struck:
                    yield Step(
                        eliminations=struck,
                        because=[Candidate(cell, digit) for cell in pair for digit in digits],
                        houses=[house],
                        reason=f"{names(pair)} need {listed(digits)} for themselves",
                    )
