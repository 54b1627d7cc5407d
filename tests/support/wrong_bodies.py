"""Bodies of strategies with a slip that the code or a message shows for certain."""

from pathlib import Path

STRATEGY = """
@strategy("Mine {number}", score=4, level="easy"{more})
def mine_{number}(grid):
    '''Place what is alone.'''
{body}
"""

SILENT = {
    "a step that is dropped": (
        """
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            Step([Candidate(cell, min(grid.candidates(cell)))])
        """,
        "3: this step is made and dropped: write `yield Step(...)`",
    ),
    "print in place of yield": (
        """
    for cell in grid.open_cells:
        print(Step([Candidate(cell, min(grid.candidates(cell)))]))
        """,
        "2: print only shows the steps: hand it out with `yield Step(...)`",
    ),
    "a return above the code": (
        "    return []\n    for cell in grid.open_cells:\n        yield Step([Candidate(cell, 1)])",
        "1: after this `return []` the lines from 2 on never run",
    ),
    "an exercise that nobody has touched": (
        "    # Write your lines here.\n    return []",
        "2: the function is still empty: write your lines where `return []` stands",
    ),
    "nothing but a docstring": (
        "",
        "-1: the function is still empty: write your lines below the docstring",
    ),
    "a list that is not returned": (
        """
    found = []
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            found.append(Step([Candidate(cell, min(grid.candidates(cell)))]))
        """,
        "4: found is filled and never handed out: end with `return found`",
    ),
    "a step with a name": (
        """
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            step = Step([Candidate(cell, min(grid.candidates(cell)))])
        """,
        "3: step is never handed out: `yield step`",
    ),
    "a generator that nobody goes through": (
        "    helper(grid)",
        "1: the steps of helper(grid) are dropped: write `yield from helper(grid)`",
    ),
    "a board that is made and dropped": (
        """
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            grid.apply(Step([Candidate(cell, min(grid.candidates(cell)))]))
        """,
        "3: grid.apply makes a new board and leaves this one as it is: "
        "hand it out with `yield Step(...)`",
    ),
    "a function inside that nobody calls": (
        """
    def look():
        for cell in grid.open_cells:
            yield Step([Candidate(cell, min(grid.candidates(cell)))])
        """,
        "1: look is never called: end with `yield from look()`",
    ),
    "a step that is returned beside a yield": (
        """
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            return Step([Candidate(cell, min(grid.candidates(cell)))])
    yield from ()
        """,
        "3: next to a `yield` a returned step is lost: write `yield Step(...)`",
    ),
    "a set that is compared with a list": (
        """
    for cell in grid.open_cells:
        if grid.candidates(cell) == [5]:
            yield Step([Candidate(cell, 5)])
        """,
        "2: candidates(cell) is a set and never equals a list: write {…}",
    ),
    "the letters of digits": (
        """
    for cell in grid.open_cells:
        for digit in "123456789":
            if digit in grid.candidates(cell):
                yield Step([Candidate(cell, int(digit))])
        """,
        "2: digits are numbers and not text: go through grid.layout.digits",
    ),
    "a house that is compared with text": (
        """
    for house in grid.layout.houses:
        if house == "row":
            yield Step([Candidate(house.cells[0], 1)])
        """,
        "2: a house is not text: compare its kind, house.kind == 'row'",
    ),
    "a list that is compared with a number": (
        """
    for cell in grid.open_cells:
        if list(grid.candidates(cell)) == 1:
            yield Step([Candidate(cell, 1)])
        """,
        "2: this compares a list with a number: use len(…)",
    ),
    "a value that nobody uses": ("    cells = len(grid.open_cells)", "-1: it hands out nothing: "),
}
"""The body of a strategy, and the line in it (from the first) with the cause."""

TOLD = {
    "a candidate the other way round": (
        "    for cell in grid.open_cells:\n        yield Step([Candidate(5, cell)])"
    ),
    "numbers the other way round": (
        "    for cell in grid.open_cells:\n        yield Step([Candidate(5, int(cell))])"
    ),
    "reasons the other way round": (
        "    for cell in grid.open_cells:\n        yield Step([Candidate(cell, 1)], [], "
        "[Candidate(1, int(cell))])"
    ),
    "the first of an empty list": (
        "    spots = [cell for cell in grid.open_cells if not grid.candidates(cell)]\n"
        "    yield Step([Candidate(spots[0], 1)])"
    ),
    "a cell past the end": (
        "    for cell in range(1, 82):\n        if grid.candidates(cell) == {1}:\n"
        "            yield Step([Candidate(cell, 1)])"
    ),
    "a cell as row and column": (
        "    if grid.candidates(0, 1) == {1}:\n        yield Step([Candidate(1, 1)])"
    ),
    "a candidate without a digit": (
        "    for cell in grid.open_cells:\n        yield Step([Candidate(cell)])"
    ),
    "an argument that is misspelt": "    yield Step(elimination=[])",
    "a helper that is called without its argument": "    yield from helper()",
    "a placement by a technique that only eliminates": (
        "    for cell in grid.open_cells:\n        yield Step([Candidate(cell, 1)])"
    ),
    "a list outside the function": (
        "    for cell in grid.open_cells:\n"
        "        if len(grid.candidates(cell)) == 1:\n"
        "            kept.append(Candidate(cell, min(grid.candidates(cell))))\n"
        "    if kept:\n        yield Step(list(kept))"
    ),
    "candidates without a step": "    yield [Candidate(0, 1)]",
    "a line below its loop": (
        "    for cell in grid.open_cells:\n"
        "        if len(grid.candidates(cell)) > 8:\n            found = Candidate(cell, 9)\n"
        "    yield Step([found])"
    ),
    "a single step": "    for cell in grid.open_cells:\n        return Step([Candidate(cell, 1)])",
    "a step that says nothing about its reason": (
        "    for cell in grid.open_cells:\n"
        "        yield Step([], [Candidate(cell, min(grid.candidates(cell)))])"
    ),
    "a set that changes below a loop": (
        "    cells = set(grid.open_cells)\n"
        "    for cell in cells:\n        cells.discard(cell)\n    yield Step([])"
    ),
    "a list that is named anew": (
        "    found = []\n    for _ in range(2):\n        found = found.append(1)"
    ),
    "nothing where a cell belongs": (
        "    best = None\n    yield Step([Candidate(best, min(grid.candidates(best)))])"
    ),
    "a fraction": "    yield Step(houses=[grid.layout.rows[8 / 2]])",
    "a digit minus a set": "    return grid.candidates(0) - 5",
    "words for candidates": "    yield Step([Candidate(0, 1)], because='alone')",
    "brackets behind a list": "    yield Step([], houses=grid.layout.houses())",
    "a reason that is a number": "    yield Step([Candidate(0, 1)], reason=1 + 2)",
    "arguments without names": "    yield Step('a pair', [Candidate(0, 1)])",
}
"""Bodies of strategies; ``tests/kit/advice/told.txt`` has the advice on each."""

HELPERS = """
from sudoku_engine import Candidate, Step, strategy

kept = []

def helper(grid):
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            yield Step([Candidate(cell, min(grid.candidates(cell)))])
"""

NAMES = {
    "grid.houses": "a grid has no houses: did you mean grid.layout.houses?",
    "grid.candidate": "did you mean 'candidates'?",
    "grid.place": "a grid has no place: write yield Step(...), since a grid never changes",
    "grid.layout.candidates": "a layout has no candidates: did you mean grid.candidates?",
    "grid.layout.rows[0].candidates": "a house has no candidates: did you mean grid.candidates?",
    "grid.layout.cells[0].row": "a cell is a number: cell // 9 is its row",
    "combination": "did you mean 'combinations'?",
    "Branch": "import it at the top: `from sudoku_engine import Branch`",
    "permutations": "import it at the top: `from itertools import permutations`",
    "random": "import it at the top: `import random`",
    "house": "a loop gives it: `for house in grid.layout.houses:`",
    "list(grid.layout.rows[0])": "house.cells has the cells of a house",
}

OTHERS = {
    name: body.rstrip("\n")
    for name, _, body in (
        part.partition("\n")
        for part in Path(__file__).with_suffix(".txt").read_text("utf-8").split("## ")[1:]
    )
}
"""More bodies, each with a slip, from the text beside this file; ``mine_me`` is the strategy."""
