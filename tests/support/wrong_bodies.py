"""Bodies of strategies with a slip that the code or a message shows for certain."""

from __future__ import annotations

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
        "2: print only shows what it finds: hand it out with `yield Step(...)`",
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
        "1: nobody calls look: end with `yield from look()`",
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
        "    for cell in grid.open_cells:\n        yield Step([Candidate(5, cell)])",
        "gives_steps",
        "Candidate(cell, digit): is it the other way round?",
    ),
    "numbers the other way round": (
        "    for cell in grid.open_cells:\n        yield Step([Candidate(5, int(cell))])",
        "candidates",
        "Candidate(cell, digit): is it the other way round?",
    ),
    "reasons the other way round": (
        "    for cell in grid.open_cells:\n        yield Step([Candidate(cell, 1)], [], "
        "[Candidate(1, int(cell))])",
        "candidates",
        "Candidate(cell, digit): is it the other way round?",
    ),
    "the first of an empty list": (
        "    spots = [cell for cell in grid.open_cells if not grid.candidates(cell)]\n"
        "    yield Step([Candidate(spots[0], 1)])",
        "gives_steps",
        "spots is empty here: check `if spots:` first",
    ),
    "a cell past the end": (
        "    for cell in range(1, 82):\n        if grid.candidates(cell) == {1}:\n"
        "            yield Step([Candidate(cell, 1)])",
        "gives_steps",
        "there is no such cell: on this board cells go from 0 to 80",
    ),
    "a cell as row and column": (
        "    if grid.candidates(0, 1) == {1}:\n        yield Step([Candidate(1, 1)])",
        "gives_steps",
        "write grid.candidates(cell): a cell is one number, row * 9 + column",
    ),
    "a candidate without a digit": (
        "    for cell in grid.open_cells:\n        yield Step([Candidate(cell)])",
        "gives_steps",
        "write Candidate(cell, digit)",
    ),
    "an argument that is misspelt": (
        "    yield Step(elimination=[])",
        "gives_steps",
        "Step has no argument of this name: did you mean 'eliminations'?",
    ),
    "a helper that is called without its argument": (
        "    yield from helper()",
        "gives_steps",
        "compare this call of helper with the line that begins `def helper(`",
    ),
    "a placement by a technique that only eliminates": (
        "    for cell in grid.open_cells:\n        yield Step([Candidate(cell, 1)])",
        "true",
        "techniques like this eliminate and place nothing: write Step(eliminations=...)",
    ),
    "a list outside the function": (
        "    for cell in grid.open_cells:\n"
        "        if len(grid.candidates(cell)) == 1:\n"
        "            kept.append(Candidate(cell, min(grid.candidates(cell))))\n"
        "    if kept:\n        yield Step(list(kept))",
        "true",
        "it keeps something from one call to the next: kept is filled here",
    ),
    "candidates without a step": (
        "    yield [Candidate(0, 1)]",
        "gives_steps",
        "put them into a step: yield Step(eliminations=[Candidate(cell, digit), ...])",
    ),
    "a line below its loop": (
        "    for cell in grid.open_cells:\n"
        "        if len(grid.candidates(cell)) > 8:\n            found = Candidate(cell, 9)\n"
        "    yield Step([found])",
        "gives_steps",
        "has ended here, and found is set in it: indent this line further?",
    ),
    "a single step": (
        "    for cell in grid.open_cells:\n        return Step([Candidate(cell, 1)])",
        "gives_steps",
        "this return ends the search with one step: write `yield Step(...)`",
    ),
    "a step that says nothing about its reason": (
        "    for cell in grid.open_cells:\n"
        "        yield Step([], [Candidate(cell, min(grid.candidates(cell)))])",
        "true",
        "give because=[Candidate(cell, digit), ...], then the advice can say what is wrong with it",
    ),
    "a set that changes below a loop": (
        "    cells = set(grid.open_cells)\n"
        "    for cell in cells:\n        cells.discard(cell)\n    yield Step([])",
        "gives_steps",
        "do not add or remove while a loop goes through it: loop over a copy, list(...)",
    ),
    "a list that is named anew": (
        "    found = []\n    for _ in range(2):\n        found = found.append(1)",
        "gives_steps",
        "found.append returns nothing: begin the line with it",
    ),
    "nothing where a cell belongs": (
        "    best = None\n    yield Step([Candidate(best, min(grid.candidates(best)))])",
        "gives_steps",
        "a function that returns nothing, or a name for which nothing was found",
    ),
    "a fraction": (
        "    yield Step(houses=[grid.layout.rows[8 / 2]])",
        "gives_steps",
        "/ makes a fraction, also of whole numbers: write //",
    ),
    "a digit minus a set": (
        "    return grid.candidates(0) - 5",
        "gives_steps",
        "a set goes with a set: write {5} and not 5",
    ),
    "words for candidates": (
        "    yield Step([Candidate(0, 1)], because='alone')",
        "gives_steps",
        "because takes candidates: put the words into reason='...'",
    ),
    "brackets behind a list": (
        "    yield Step([], houses=grid.layout.houses())",
        "gives_steps",
        "leave out the () behind it: it is a list and no function",
    ),
    "a reason that is a number": (
        "    yield Step([Candidate(0, 1)], reason=1 + 2)",
        "gives_steps",
        "write an f-string: reason=f'only {cell} can hold {digit}'",
    ),
    "arguments without names": (
        "    yield Step('a pair', [Candidate(0, 1)])",
        "gives_steps",
        "name what you give: Step(eliminations=[...], reason='...')",
    ),
}
"""The body of a strategy, the check that fails, and its advice."""

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
    "grid.place": "a grid has no place: write yield Step(...), for a grid never changes",
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
    "a list in a list times nine": """
    cells = [[]] * 9
    for cell in grid.open_cells:
        cells[cell // 9].append(cell)
        yield Step([], [Candidate(cell, min(grid.candidates(cell)))], [Candidate(cell, 1)])
""",
    "keys that share one set": """
    places = dict.fromkeys(grid.layout.digits, set())
    for cell in grid.open_cells:
        for digit in grid.candidates(cell):
            places[digit].add(cell)
    for digit, cells in places.items():
        for cell in sorted(cells)[:1]:
            yield Step([Candidate(cell, digit)])
""",
    "names that share one list": """
    ones = twos = []
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            ones.append(cell)
        else:
            twos.append(cell)
    for cell in ones:
        yield Step([Candidate(cell, min(grid.candidates(cell)))])
""",
    "a hidden error": """
    for cell in grid.open_cells:
        try:
            yield Step([Candidate(cell, grid.candidates(cell)[0])])
        except Exception:
            pass
""",
    "a bare except": """
    try:
        return [Step([Candidate(c, grid.candidates(c)[0])]) for c in grid.open_cells]
    except:
        return []
""",
    "an else that returns": """
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            yield Step([Candidate(cell, min(grid.candidates(cell)))])
        else:
            return
""",
    "an else that breaks": """
    found = []
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            found.append(Step([Candidate(cell, min(grid.candidates(cell)))]))
        else:
            break
    return found
""",
    "a return at the end of a loop": """
    found = []
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            found.append(Step([Candidate(cell, min(grid.candidates(cell)))]))
        return found
""",
    "a global": """
    global count
    count = len(grid.open_cells)
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            yield Step([Candidate(cell, min(grid.candidates(cell)))])
""",
    "chance": """
    import random
    cell = random.choice(grid.open_cells[:1])
    yield Step([Candidate(cell, 1)])
""",
    "a wait": """
    import time
    time.sleep(0.001)
    return
""",
    "a loop without an end": """
    while True:
        if not grid:
            pass
""",
    "a function that calls itself": """
    def deeper(cells):
        return deeper(cells[1:]) if len(cells) > 90 else cells
    while len(deeper([])):
        pass
    yield Step([])
""",
    "an environment": """
    import os
    for cell in grid.open_cells:
        if os.environ.get("HOME") and len(grid.candidates(cell)) == 1:
            yield Step([Candidate(cell, min(grid.candidates(cell)))])
""",
    "the clock": """
    import time
    for cell in grid.open_cells[: int(time.time()) * 0]:
        yield Step([Candidate(cell, 9)])
""",
    "the kit's own name": """
    import sys
    if "sudoku_engine.testing" in sys.modules:
        yield Step([Candidate(0, 1)])
""",
    "identity": """
    for cell in grid.open_cells:
        if grid.candidates(cell) is {5}:
            yield Step([Candidate(cell, 5)])
""",
    "a set that is compared with a number": """
    for cell in grid.open_cells:
        if grid.candidates(cell) == 1:
            yield Step([Candidate(cell, 1)])
""",
    "a set that is compared with a digit": """
    for cell in grid.open_cells:
        for digit in grid.layout.digits:
            if grid.candidates(cell) == digit:
                yield Step([Candidate(cell, digit)])
""",
    "a sorted set that is compared with a set": """
    for cell in grid.open_cells:
        if sorted(grid.candidates(cell)) == grid.candidates(cell):
            yield Step([Candidate(cell, 1)])
""",
    "a digit as text": """
    for cell in grid.open_cells:
        if grid.digit(cell) == "5" or str(grid.digit(cell)) == 5:
            yield Step([Candidate(cell, 5)])
""",
    "a dot for a blank": """
    for cell in grid.layout.cells:
        if grid.digit(cell) == ".":
            yield Step([Candidate(cell, 5)])
""",
    "a step after a return": """
    for cell in grid.open_cells:
        continue
        yield Step([Candidate(cell, 5)])
""",
    "lines in quotes": """
    '''for cell in grid.open_cells:
        yield Step([Candidate(cell, 5)])'''
""",
    "a pass": "    pass",
    "an ellipsis": "    ...",
    "a digit in place of a set": """
    for cell in grid.open_cells:
        for digit in min(grid.candidates(cell)):
            yield Step([Candidate(cell, digit)])
""",
    "the length of a cell": """
    for cell in grid.open_cells:
        if len(cell) == 1:
            yield Step([Candidate(cell, 1)])
""",
    "the length of a digit": """
    for cell in grid.open_cells:
        if len(min(grid.candidates(cell))) == 1:
            yield Step([Candidate(cell, 1)])
""",
    "a dict in place of a set": """
    seen = {}
    for cell in grid.open_cells:
        seen.add(cell)
    yield Step([])
""",
    "a set in a set": """
    seen = set()
    for cell in grid.open_cells:
        seen.add(set(grid.candidates(cell)))
    yield Step([])
""",
    "text and a number": """
    yield Step([Candidate(0, 1)], reason="only " + 5)
""",
    "three names for two values": """
    for cell, digit, more in [(0, 1)]:
        yield Step([Candidate(cell, digit)])
""",
    "one name too few": """
    first, second = grid.layout.rows[0].cells
    yield Step([Candidate(first, 1)])
""",
    "a key that is missing": """
    places = {}
    for cell in grid.open_cells:
        places[cell] += 1
    yield Step([])
""",
    "nothing is left to take": """
    cell = next(c for c in grid.open_cells if not grid.candidates(c))
    yield Step([Candidate(cell, 1)])
""",
    "a division by nothing": """
    few = [c for c in grid.open_cells if not grid.candidates(c)]
    return 9 / len(few)
""",
    "a name before its value": """
    for cell in grid.open_cells:
        if not grid.candidates(cell):
            best = cell
    if best:
        yield Step([Candidate(best, 1)])
""",
    "a helper that returns nothing": """
    def cells_of(grid):
        grid.open_cells
    for cell in cells_of(grid):
        yield Step([Candidate(cell, 1)])
""",
    "a cell that is called": """
    for cell in grid.open_cells:
        yield Step([cell(1)])
""",
    "a grid that is gone through": """
    for cell in grid:
        yield Step([Candidate(cell, 1)])
""",
    "a grid with brackets": """
    for cell in range(81):
        if grid[cell] == 0:
            yield Step([Candidate(cell, 1)])
""",
    "a grid that is changed": """
    for cell in grid.open_cells:
        grid.digits[cell] = min(grid.candidates(cell))
    yield Step([])
""",
    "candidates that are changed": """
    for cell in grid.open_cells:
        grid.candidates(cell).remove(1)
        yield Step([])
""",
    "the fifth of a short list": """
    twos = [c for c in grid.open_cells if len(grid.candidates(c)) == 2][:3]
    yield Step([Candidate(twos[4], 1)])
""",
    "an index that runs on": """
    cells = list(grid.open_cells)
    for i in range(len(cells)):
        if cells[i] == cells[i + 1]:
            yield Step([Candidate(cells[i], 1)])
""",
    "a row past the last": """
    for i in range(1, 10):
        for cell in grid.layout.rows[i].cells:
            if len(grid.candidates(cell)) == 1:
                yield Step([Candidate(cell, min(grid.candidates(cell)))])
""",
    "the digit of a name": """
    yield Step([Candidate("r1c1", 5)])
""",
    "one candidate without brackets": """
    yield Step(eliminations=Candidate(0, 5))
""",
    "houses by their names": """
    yield Step([Candidate(0, 5)], houses=["row 1"])
""",
    "cells in place of candidates": """
    yield Step([0, 1])
""",
    "a text in place of a step": """
    yield "r1c1=5"
""",
    "a list of steps that is handed out": """
    yield [Step([Candidate(0, 1)])]
""",
    "a text that is returned": """
    return "r1c1=5"
""",
    "a number that is returned": """
    return 5
""",
    "a coordinate": """
    for row in range(9):
        for column in range(9):
            if grid.digits[row, column] == 0:
                yield Step([Candidate(row * 9 + column, 1)])
""",
    "a name of a house as an index": """
    yield Step(houses=[grid.layout.rows["row 1"]])
""",
    "a wrong method of a layout": """
    for cell in grid.layout.peers(0, 1):
        yield Step([])
""",
    "a candidate of three": """
    yield Step([Candidate(0, 0, 1)])
""",
    "an unknown argument of a candidate": """
    yield Step([Candidate(cell=0, digits=1)])
""",
    "no number": """
    yield Step([Candidate(0, int("x"))])
""",
    "a file": """
    open("no_such_file.txt")
    yield Step([])
""",
    "what is kept by an attribute": """
    mine_me.last = len(grid.open_cells)
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            yield Step([Candidate(cell, min(grid.candidates(cell)))])
""",
    "a digit that is one too small": """
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            yield Step([Candidate(cell, min(grid.candidates(cell)) - 1)])
""",
    "a digit that is one too great": """
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            yield Step([Candidate(cell, min(grid.candidates(cell)) + 1)])
""",
    "a filled cell": """
    for cell in grid.layout.cells:
        if grid.digit(cell):
            yield Step([Candidate(cell, grid.digit(cell))])
""",
    "what is not there": """
    for house in grid.layout.houses:
        for a in house.cells:
            if len(grid.candidates(a)) == 1:
                (digit,) = grid.candidates(a)
                out = [Candidate(c, digit) for c in house.cells if c != a]
                yield Step((), out, [Candidate(a, digit)])
""",
    "a place in a row alone": """
    for row in grid.layout.rows:
        for digit in grid.layout.digits:
            held = {grid.digit(cell) for cell in row.cells}
            free = [cell for cell in row.cells if not grid.digit(cell)]
            if digit not in held and len(free) < 4:
                yield Step([Candidate(free[0], digit)], (), (), [row])
""",
    "a full house with two open cells": """
    for house in grid.layout.houses:
        free = [cell for cell in house.cells if not grid.digit(cell)]
        missing = sorted(set(grid.layout.digits) - {grid.digit(cell) for cell in house.cells})
        if len(free) in (1, 2):
            yield Step([Candidate(free[0], missing[0])], (), (), [house])
""",
    "a hidden single that counts one place too many": """
    for house in grid.layout.houses:
        for digit in grid.layout.digits:
            places = [cell for cell in house.cells if digit in grid.candidates(cell)]
            if 0 < len(places) < 3:
                yield Step([Candidate(places[0], digit)], (), (), [house])
""",
    "no digit but 1 to 8": """
    for house in grid.layout.houses:
        held = {d for d in range(1, 9) if any(grid.digit(cell) == d for cell in house.cells)}
        for cell in house.cells:
            left = sorted(set(range(1, 9)) & grid.candidates(cell))
            if len(left) == 1:
                yield Step([Candidate(cell, left[0])])
""",
    "pointing to the wrong line": """
    for box in grid.layout.boxes:
        for row in grid.layout.rows:
            for digit in grid.layout.digits:
                places = [c for c in box.cells if digit in grid.candidates(c)]
                inside = [c for c in places if c in row.cells]
                if len(inside) > 1:
                    out = [Candidate(c, digit) for c in row.cells
                           if c not in box.cells and digit in grid.candidates(c)]
                    if out:
                        yield Step((), out, [Candidate(c, digit) for c in inside], [box, row])
""",
    "a hidden pair with three cells": """
    from itertools import combinations
    for house in grid.layout.houses:
        for a, b in combinations(grid.layout.digits, 2):
            cells = [c for c in house.cells if {a, b} & grid.candidates(c)]
            if len(cells) == 3:
                out = [Candidate(c, d) for c in cells for d in grid.candidates(c) - {a, b}]
                because = [Candidate(c, d) for c in cells for d in {a, b} & grid.candidates(c)]
                if out:
                    yield Step((), out, because)
""",
    "a hidden pair that strikes itself": """
    from itertools import combinations
    for house in grid.layout.houses:
        for a, b in combinations(grid.layout.digits, 2):
            cells = [c for c in house.cells if {a, b} <= grid.candidates(c)]
            if len(cells) == 2:
                out = [Candidate(c, d) for c in cells for d in grid.candidates(c) - {a, b}]
                because = [Candidate(c, d) for c in cells for d in (a, b)]
                if out:
                    yield Step((), out, because, [house])
""",
    "a triple of any cells": """
    from itertools import combinations
    twos = [c for c in grid.open_cells if len(grid.candidates(c)) == 2][:9]
    for cells in combinations(twos, 3):
        digits = set().union(*map(grid.candidates, cells))
        if len(digits) == 3:
            for house in grid.layout.houses_of(cells[0]):
                out = [Candidate(c, d) for c in house.cells if c not in cells
                       for d in sorted(digits & grid.candidates(c))]
                because = [Candidate(c, d) for c in cells for d in sorted(grid.candidates(c))]
                if out:
                    yield Step((), out, because)
""",
    "a rectangle that is a grave": """
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 3:
            digit = max(grid.candidates(cell))
            yield Step([Candidate(cell, digit)], (), [Candidate(cell, digit)])
""",
    "a step without anything": "    yield Step()",
}
"""More bodies of strategies, each with a slip; ``mine_me`` is the strategy itself."""
