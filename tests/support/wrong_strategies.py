"""Wrong strategies as students write them."""

from textwrap import dedent
from typing import NamedTuple

IMPORTS = (
    "from itertools import combinations\nfrom sudoku_engine import Candidate, Step, strategy\n"
)


class Wrong(NamedTuple):
    """A strategy, the checks that catch it, and words of the advice."""

    text: str
    checks: frozenset[str]
    advice: str


def wrong(text: str) -> Wrong:
    """Read the checks and the advice from the first line of a `text`; the rest is the strategy."""
    told, _, code = dedent(text).strip().partition("\n")
    checks, _, advice = told.partition(":")
    return Wrong(code.strip() + "\n", frozenset(checks.split()), advice.strip())


def pair(condition: str, cells: str = "house.cells", struck: str = "cell not in (a, b)") -> str:
    """A naked pair of two `cells` a and b of a house that meet a `condition`."""
    return f"""
@strategy("Naked Pair", score=60, level="medium")
def naked_pair(grid):
    for house in grid.layout.houses:
        for a, b in combinations([c for c in {cells} if len(grid.candidates(c)) == 2], 2):
            digits = grid.candidates(a)
            if {condition}:
                out = [Candidate(cell, d) for cell in house.cells if {struck}
                       for d in sorted(digits & grid.candidates(cell))]
                if out:
                    yield Step((), out, [Candidate(c, d) for c in (a, b) for d in digits], [house])
"""


UNTRUE = {
    "a pair whose cells share one digit": wrong(
        "true: must hold just 2 digits together" + pair("digits & grid.candidates(b)")
    ),
    "a pair of cells that hold as many": wrong(
        "true: must hold just 2 digits" + pair("len(digits) == len(grid.candidates(b))")
    ),
    "a pair that strikes from itself": wrong(
        "true: on which the step is based"
        + pair("digits == grid.candidates(b)", struck="cell != a")
    ),
    "a pair that is a triple": wrong("""
        true: 2 cells must hold just 2 digits together
        @strategy("My Pair", score=60, level="medium")
        def my_pair(grid):
            for house in grid.layout.houses:
                for a, b in combinations(house.cells, 2):
                    shared = grid.candidates(a) & grid.candidates(b)
                    if len(shared) == 2:
                        out = [Candidate(c, d) for c in house.cells if c not in (a, b)
                               for d in shared & grid.candidates(c)]
                        if out:
                            yield Step((), out, [Candidate(c, d) for c in (a, b) for d in shared])
        """),
    "a pair that is in no house": wrong("""
        true:
        @strategy("Pair Anywhere", score=60, level="medium")
        def pair_anywhere(grid):
            twos = [c for c in grid.open_cells if len(grid.candidates(c)) == 2]
            for a, b in combinations(twos, 2):
                digits = grid.candidates(a)
                if digits == grid.candidates(b):
                    out = [Candidate(c, d) for c in grid.layout.peers(a) if c != b
                           for d in digits & grid.candidates(c)]
                    if out:
                        yield Step((), out, [Candidate(c, d) for c in (a, b) for d in digits])
        """),
    "a cell that is compared with itself": wrong("""
        true: you compare a cell with itself
        @strategy("Double", score=60, level="medium")
        def double(grid):
            for house in grid.layout.houses:
                for a in house.cells:
                    for b in house.cells:
                        digits = grid.candidates(a)
                        if len(digits) == 2 and grid.candidates(b) == digits:
                            out = [Candidate(c, d) for c in house.cells if c != a and c != b
                                   for d in digits & grid.candidates(c)]
                            if out:
                                because = [Candidate(c, d) for c in (a, b) for d in digits]
                                yield Step((), out, because)
        """),
    "digits counted from 0": wrong("""
        true candidates: is already in row
        @strategy("Lone", score=4, level="easy")
        def lone(grid):
            for cell in grid.open_cells:
                held = [d for d in range(9) if grid.masks[cell] >> d & 1]
                if len(held) == 1:
                    yield Step([Candidate(cell, held[0])])
        """),
    "the smaller of two candidates": wrong("""
        true: can also go in
        @strategy("Guess", score=4, level="easy")
        def guess(grid):
            for cell in grid.open_cells:
                if len(grid.candidates(cell)) <= 2 and grid.candidates(cell):
                    yield Step([Candidate(cell, min(grid.candidates(cell)))])
        """),
    "a hidden single that leaves out the last cell": wrong("""
        true: can also go in
        @strategy("Hidden Lone", score=14, level="easy")
        def hidden_lone(grid):
            for house in grid.layout.houses:
                for digit in range(1, 10):
                    places = []
                    for number in range(8):
                        if digit in grid.candidates(house.cells[number]):
                            places.append(house.cells[number])
                    if len(places) == 1:
                        yield Step([Candidate(places[0], digit)], houses=[house])
        """),
    "boxes that begin one column too far right": wrong("""
        true: can also go in
        @strategy("Own Boxes", score=14, level="easy")
        def own_boxes(grid):
            for top in (0, 3, 6):
                for left in (0, 3, 6):
                    box = [(top + r) * 9 + (left + c + 1) % 9 for r in range(3) for c in range(3)]
                    for digit in range(1, 10):
                        places = [c for c in box if digit in grid.candidates(c)]
                        if len(places) == 1 and not any(grid.digit(c) == digit for c in box):
                            yield Step([Candidate(places[0], digit)])
        """),
    "lists that are one and the same": wrong("""
        true candidates:
        @strategy("Shared Lists", score=14, level="easy")
        def shared_lists(grid):
            for house in grid.layout.houses:
                places = [[]] * 10
                for cell in house.cells:
                    for digit in grid.candidates(cell):
                        places[digit].append(cell)
                for digit in range(1, 10):
                    if len(places[digit]) == 1:
                        cell = places[digit][0]
                        yield Step([Candidate(cell, digit)])
        """),
    "a pointing pair that strikes from its own box": wrong("""
        true:
        @strategy("Pointing", score=50, level="medium")
        def pointing(grid):
            for box in grid.layout.boxes:
                for row in grid.layout.rows:
                    cells = set(box.cells) & set(row.cells)
                    for digit in grid.layout.digits:
                        if not any(digit in grid.candidates(c) for c in cells):
                            continue
                        out = [Candidate(c, digit) for c in row.cells if c not in cells
                               and digit in grid.candidates(c)]
                        if out:
                            yield Step((), out)
        """),
    "a hidden pair that looks at one digit only": wrong("""
        true: you name only
        @strategy("Half Hidden", score=70, level="medium")
        def half_hidden(grid):
            for house in grid.layout.houses:
                for digit in grid.layout.digits:
                    places = [c for c in house.cells if digit in grid.candidates(c)]
                    if len(places) == 2:
                        both = grid.candidates(places[0]) & grid.candidates(places[1])
                        out = [Candidate(c, d) for c in places
                               for d in grid.candidates(c) if d not in list(both)[:2]]
                        because = [Candidate(c, d) for c in places for d in list(both)[:2]]
                        if out and len(both) > 1:
                            yield Step((), out, because, [house])
        """),
    "a triple of cells that hold four digits": wrong("""
        true: 3 cells must hold just 3 digits together
        @strategy("Loose Triple", score=80, level="medium")
        def loose_triple(grid):
            for house in grid.layout.houses:
                few = [c for c in house.cells if 1 < len(grid.candidates(c)) <= 3]
                for trio in combinations(few, 3):
                    digits = set().union(*(grid.candidates(c) for c in trio))
                    if len(digits) <= 4:
                        out = [Candidate(c, d) for c in house.cells if c not in trio
                               for d in digits & grid.candidates(c)]
                        because = [Candidate(c, d) for c in trio for d in grid.candidates(c)]
                        if out:
                            yield Step((), out, because, [house])
        """),
    "a pair whose digits go from the whole band": wrong(
        "true: eliminate only in the house that holds them all"
        + pair("digits == grid.candidates(b)").replace(
            "for cell in house.cells if", "for cell in range(house.cells[0], 81) if"
        )
    ),
}

NO_CANDIDATES = {
    "candidates of filled cells": wrong("""
        candidates:
        @strategy("Filled Too", score=4, level="easy")
        def filled_too(grid):
            for house in grid.layout.rows:
                for cell in house.cells:
                    if grid.digit(cell):
                        out = [Candidate(c, grid.digit(cell)) for c in house.cells if c != cell]
                        yield Step((), out)
        """),
    "what is placed already": wrong("""
        candidates: that is done already
        @strategy("Done", score=4, level="easy")
        def done(grid):
            for cell in range(81):
                if grid.digit(cell) or len(grid.candidates(cell)) == 1:
                    yield Step([Candidate(cell, grid.digit(cell) or min(grid.candidates(cell)))])
        """),
    "a digit that is gone": wrong(
        "candidates:"
        + pair("digits == grid.candidates(b)").replace(
            "sorted(digits & grid.candidates(cell))", "digits"
        )
    ),
    "cell 81": wrong("""
        candidates true:
        @strategy("Too Far", score=4, level="easy")
        def too_far(grid):
            for cell in grid.open_cells:
                if len(grid.candidates(cell)) == 1:
                    yield Step([Candidate(cell + 1, min(grid.candidates(cell)))])
        """),
    "cells counted from 1": wrong("""
        candidates: cells count from 0
        @strategy("From One", score=4, level="easy")
        def from_one(grid):
            for cell in grid.open_cells:
                if len(grid.candidates(cell)) == 1:
                    yield Step([Candidate(81, min(grid.candidates(cell)))])
        """),
}

NO_STEPS = {
    "digits that are text": wrong("""
        gives_steps: 5 and not '5'
        @strategy("Texts", score=4, level="easy")
        def texts(grid):
            for cell in grid.open_cells:
                held = "".join(map(str, grid.candidates(cell)))
                if len(held) == 1:
                    yield Step([Candidate(cell, held)])
        """),
    "one step that is returned": wrong("""
        gives_steps: write `yield Step(...)`
        @strategy("One", score=4, level="easy")
        def one(grid):
            for cell in grid.open_cells:
                if len(grid.candidates(cell)) == 1:
                    return Step([Candidate(cell, min(grid.candidates(cell)))])
        """),
    "candidates in place of steps": wrong("""
        gives_steps: yield Step(
        @strategy("Bare", score=4, level="easy")
        def bare(grid):
            for cell in grid.open_cells:
                if len(grid.candidates(cell)) == 1:
                    yield Candidate(cell, min(grid.candidates(cell)))
        """),
    "a set that is asked for its first": wrong("""
        gives_steps: a set has no order
        @strategy("Subscript", score=4, level="easy")
        def subscript(grid):
            for cell in grid.open_cells:
                if len(grid.candidates(cell)) == 1:
                    yield Step([Candidate(cell, grid.candidates(cell)[0])])
        """),
    "a set of candidates that is changed": wrong("""
        gives_steps: make a copy
        @strategy("Aliased", score=60, level="medium")
        def aliased(grid):
            for house in grid.layout.houses:
                left = grid.candidates(house.cells[0])
                for cell in house.cells[1:]:
                    left.difference_update(grid.candidates(cell))
        """),
    "an index past the end": wrong("""
        gives_steps: cells count from 0: cell = row * 9 + column, both counted from 0
        @strategy("Index", score=4, level="easy")
        def index(grid):
            for cell in range(82):
                if len(grid.candidates(cell)) == 1:
                    yield Step([Candidate(cell, min(grid.candidates(cell)))])
        """),
    "recursion without an end": wrong("""
        gives_steps: recursion
        @strategy("Deep", score=4, level="easy")
        def deep(grid):
            return deep(grid)
        """),
    "sys.exit": wrong("""
        gives_steps: return
        import sys
        @strategy("Leaves", score=4, level="easy")
        def leaves(grid):
            if grid.n_open < 40:
                sys.exit()
            return []
        """),
    "steps without an end": wrong("""
        gives_steps true:
        @strategy("Again", score=4, level="easy")
        def again(grid):
            while len(grid.open_cells) > 50:
                for cell in grid.open_cells[:1]:
                    yield Step((), [Candidate(cell, d) for d in grid.candidates(cell)])
        """),
    "a megabyte that is printed": wrong("""
        in_time: remove the print calls
        @strategy("Loud", score=4, level="easy")
        def loud(grid):
            for number in range(100000):
                print("looking", number)
            return []
        """),
}

UNSTEADY = {
    "chance": wrong("""
        same_twice: use nothing random here
        import random
        @strategy("Luck", score=4, level="easy")
        def luck(grid):
            lone = [c for c in grid.open_cells if len(grid.candidates(c)) == 1]
            if lone:
                cell = random.choice(lone)
                yield Step([Candidate(cell, min(grid.candidates(cell)))])
        """),
    "what was found before is left out": wrong("""
        same_twice turned fires example: it keeps something
        found = set()
        @strategy("Memory", score=4, level="easy")
        def memory(grid):
            for cell in grid.open_cells:
                if len(grid.candidates(cell)) == 1 and cell not in found:
                    found.add(cell)
                    yield Step([Candidate(cell, min(grid.candidates(cell)))])
        """),
    "a default that is filled": wrong("""
        same_twice candidates true:
        @strategy("Default", score=4, level="easy")
        def default(grid, *, steps=[]):
            for cell in grid.open_cells:
                if len(grid.candidates(cell)) == 1:
                    steps.append(Step([Candidate(cell, min(grid.candidates(cell)))]))
            return list(steps)
        """),
    "an error on the third board": wrong("""
        gives_steps same_twice:
        calls = []
        @strategy("Third", score=4, level="easy")
        def third(grid):
            calls.append(1)
            if len(calls) == 3:
                raise ValueError("three")
            for cell in grid.open_cells:
                if len(grid.candidates(cell)) == 1:
                    yield Step([Candidate(cell, min(grid.candidates(cell)))])
        """),
}

REST = {
    "a step that changes nothing": wrong(
        "changes_something: `if eliminated:`"
        + pair("digits == grid.candidates(b)").replace("if out:", "if True:")
    ),
    "rows only": wrong(
        "turned: and never column"
        + pair("digits == grid.candidates(b)").replace("layout.houses", "layout.rows")
    ),
    "all houses but the last": wrong(
        "turned: and never box 9"
        + pair("digits == grid.candidates(b)").replace("layout.houses", "layout.houses[:-1]")
    ),
    "all digits but the last": wrong("""
        turned:
        @strategy("Nine Missing", score=14, level="easy")
        def nine_missing(grid):
            for house in grid.layout.houses:
                for digit in range(1, 9):
                    places = [c for c in house.cells if digit in grid.candidates(c)]
                    if len(places) == 1:
                        yield Step([Candidate(places[0], digit)], houses=[house])
        """),
    "a set that is compared with a list": wrong("""
        fires: never equals a list
        @strategy("Naked Single", score=4, level="easy")
        def my_naked_single(grid):
            for cell in grid.open_cells:
                for digit in grid.layout.digits:
                    if grid.candidates(cell) == [digit]:
                        yield Step([Candidate(cell, digit)])
        """),
    "a digit that is compared with a text": wrong("""
        fires: numbers are not text
        @strategy("Full House", score=4, level="easy")
        def full_house_of_mine(grid):
            for house in grid.layout.houses:
                blank = [c for c in house.cells if grid.digit(c) == '.']
                if len(blank) == 1:
                    yield Step([Candidate(blank[0], min(grid.candidates(blank[0])))])
        """),
    "an example without the technique": wrong(
        "example:"
        + pair("digits == grid.candidates(b)").replace(
            'level="medium"', 'level="medium", example="." * 81'
        )
    ),
    "the digits of the grid set by a back door": wrong("""
        leaves_board same_twice: a grid never changes
        @strategy("Setter", score=4, level="easy")
        def setter(grid):
            for cell in grid.open_cells:
                if len(grid.candidates(cell)) == 1:
                    yield Step([Candidate(cell, min(grid.candidates(cell)))])
                    object.__setattr__(grid, "masks", (0,) * 81)
        """),
}

RECTANGLE = """
@strategy("Rectangle", score=100, level="hard"%s)
def rectangle(grid):
    twos = [c for c in grid.open_cells if len(grid.candidates(c)) == 2]
    for a, b, c in combinations(twos, 3):
        if not grid.candidates(a) == grid.candidates(b) == grid.candidates(c):
            continue
        rows, columns = [x // 9 for x in (a, b, c)], [x %% 9 for x in (a, b, c)]
        if len(set(rows)) != 2 or len(set(columns)) != 2:
            continue
        row = min(rows, key=rows.count)
        column = min(columns, key=columns.count)
        last = row * 9 + column
        boxes = {grid.layout.houses_of(x)[2] for x in (a, b, c, last)}
        if len(boxes) == 2 and grid.candidates(a) < grid.candidates(last):
            yield Step((), [Candidate(last, d) for d in grid.candidates(a)])
"""

TWO_SOLUTIONS = {
    "a unique rectangle that does not say what it assumes": wrong(
        "true: assumes_unique=True" + RECTANGLE % ""
    ),
    "the answer of a solver": wrong("""
        true own_work: it asks the engine's search for the solution
        from sudoku_engine.search import solutions
        @strategy("Hidden Lone", score=14, level="easy")
        def hidden_lone(grid):
            answer = next(solutions(grid))
            for cell in grid.open_cells:
                yield Step([Candidate(cell, answer.digit(cell))])
        """),
}

MORE = {
    "an X-wing in lines that share one place": wrong("""
        true: can also go to
        @strategy("X-Wing", score=140, level="hard")
        def x_wing(grid):
            for d in range(1, 10):
                for one, other in combinations(grid.layout.rows, 2):
                    first = {c % 9 for c in one.cells if d in grid.candidates(c)}
                    second = {c % 9 for c in other.cells if d in grid.candidates(c)}
                    if len(first) == 2 and first & second:
                        corners = [c for c in one.cells + other.cells
                                   if c % 9 in first and d in grid.candidates(c)]
                        out = [Candidate(c, d) for c in grid.open_cells if c % 9 in first
                               and d in grid.candidates(c) and c not in one.cells + other.cells]
                        if out:
                            yield Step((), out, [Candidate(c, d) for c in corners])
        """),
    "a name that is misspelt": wrong("""
        gives_steps: did you mean 'open_cells'?
        @strategy("Typo", score=4, level="easy")
        def typo(grid):
            for cell in grid.open_cell:
                yield Step([Candidate(cell, min(grid.candidates(cell)))])
        """),
    "cells that are pairs of row and column": wrong("""
        gives_steps: row * 9 + column
        @strategy("Matrix", score=4, level="easy")
        def matrix(grid):
            for row in range(9):
                for column in range(9):
                    held = grid.candidates(row * 9 + column)
                    if len(held) == 1:
                        yield Step([Candidate((row, column), min(held))])
        """),
    "the least candidate of a filled cell": wrong("""
        gives_steps: like the candidates of a filled cell
        @strategy("Least", score=4, level="easy")
        def least(grid):
            for cell in range(81):
                digit = min(grid.candidates(cell))
                if len(grid.candidates(cell)) == 1:
                    yield Step([Candidate(cell, digit)])
        """),
    "the same step thousands of times": wrong("""
        gives_steps: check that each loop makes progress
        @strategy("Repeated", score=4, level="easy")
        def repeated(grid):
            for other in range(1000):
                for cell in grid.open_cells:
                    if len(grid.candidates(cell)) == 1:
                        yield Step([Candidate(cell, min(grid.candidates(cell)))])
        """),
    "a thread that goes on": wrong("""
        in_time: remove the threads
        import threading, time
        @strategy("Threads", score=4, level="easy")
        def threads(grid):
            threading.Thread(target=time.sleep, args=(3,), daemon=True).start()
            return []
        """),
    "recursion that holds more and more": wrong("""
        gives_steps: a function calls itself too often
        def chain(grid, cell, seen):
            for peer in grid.layout.peers(cell):
                return chain(grid, peer, seen + [cell])
        @strategy("Chain", score=140, level="hard")
        def chains(grid):
            for cell in grid.open_cells:
                chain(grid, cell, [])
        """),
    "a return in the first turn of a loop": wrong("""
        turned: ends the search before it comes to
        @strategy("Naked Single", score=4, level="easy")
        def first_only(grid):
            for cell in grid.open_cells:
                if len(grid.candidates(cell)) == 1:
                    return [Step([Candidate(cell, min(grid.candidates(cell)))])]
                else:
                    return []
        """),
    "sizes that no board has": wrong("""
        sizes: such as sizes=[9]
        @strategy("Naked Single", score=4, level="easy", sizes=[3])
        def no_sizes(grid):
            return []
        """),
    "an example that is no text": wrong("""
        example: 81 characters between quotes
        @strategy("Naked Single", score=4, level="easy", example=[[5, 3, 0]])
        def listed_example(grid):
            for cell in grid.open_cells:
                if len(grid.candidates(cell)) == 1:
                    yield Step([Candidate(cell, min(grid.candidates(cell)))])
        """),
}


def x_wing(places: str, family: str = "") -> str:
    """An X-wing in two rows in which the digit has `places`."""
    return f"""
@strategy("My Fish", score=140, level="hard"{family})
def my_fish(grid):
    for d in grid.layout.digits:
        rows = [[c for c in row.cells if d in grid.candidates(c)] for row in grid.layout.rows]
        for one, other in combinations(filter(None, rows), 2):
            columns = {{c % 9 for c in one}} & {{c % 9 for c in other}}
            if len(columns) == 2 and {places}:
                corners = [c for c in one + other if c % 9 in columns]
                out = [Candidate(c, d) for c in grid.open_cells if c % 9 in columns
                       and d in grid.candidates(c) and c not in corners]
                if out:
                    yield Step((), out, [Candidate(c, d) for c in corners])
"""


def xy_wing(condition: str = "True", seen: str = "both", pivot: int = 2) -> str:
    """An XY-wing whose cells meet a `condition`; `seen`: the cells that lose the digit."""
    return f"""
@strategy("My Wing", score=160, level="hard", family="wings")
def my_wing(grid):
    peers = grid.layout.peers
    few = [c for c in grid.open_cells if len(grid.candidates(c)) == 2]
    pivots = [c for c in grid.open_cells if len(grid.candidates(c)) == {pivot}]
    for pivot in pivots:
        for a, b in combinations([c for c in few if c != pivot], 2):
            shared = grid.candidates(a) & grid.candidates(b) - grid.candidates(pivot)
            xy = [grid.candidates(c) & grid.candidates(pivot) for c in (a, b)]
            if len(shared) == 1 and xy[0] and xy[1] and xy[0] != xy[1] and {condition}:
                (z,) = shared
                both = peers(a) & peers(b)
                out = [Candidate(c, z) for c in {seen} if z in grid.candidates(c)
                       and c not in (a, b, pivot)]
                because = [Candidate(c, d) for c in (pivot, a, b) for d in grid.candidates(c)]
                if out:
                    yield Step((), out, because)
"""


JOINED = "a in peers(pivot) and b in peers(pivot)"

SKYSCRAPER = """
@strategy("My Towers", score=130, level="hard", family="patterns")
def my_towers(grid):
    peers = grid.layout.peers
    for d in grid.layout.digits:
        columns = grid.layout.columns
        towers = [[c for c in line.cells if d in grid.candidates(c)] for line in columns]
        for one, other in combinations([t for t in towers if len(t) in (%s)], 2):
            for (a, b), (c, e) in (((one[0], one[-1]), (other[0], other[-1])),
                                   ((one[-1], one[0]), (other[-1], other[0]))):
                if b // 9 == e // 9 and a // 9 != c // 9:
                    out = [Candidate(x, d) for x in peers(a) %s peers(c)
                           if d in grid.candidates(x) and x not in (a, b, c, e)]
                    if out:
                        yield Step((), out, [Candidate(x, d) for x in (a, b, c, e)])
"""

COLORS = """
@strategy("My Colors", score=150, level="hard", family="coloring")
def my_colors(grid):
    for d in grid.layout.digits:
        pairs = []
        for house in grid.layout.houses:
            cells = [c for c in house.cells if d in grid.candidates(c)]
            if 2 <= len(cells) <= %d:
                pairs.append((cells[0], cells[1]))
        for start, _ in pairs:
            colours = {start: 0}
            for _ in pairs:
                for a, b in pairs:
                    for x, y in ((a, b), (b, a)):
                        if x in colours and y not in colours:
                            colours[y] = 1 - colours[x]
            groups = [[c for c in colours if colours[c] == colour] for colour in (0, 1)]
            seen = [set().union(*(grid.layout.peers(c) for c in group)) for group in groups]
            out = [Candidate(c, d) for c in grid.open_cells if d in grid.candidates(c)
                   and c not in colours and c in seen[0] and c in seen[%d]]
            if out:
                named = [[Candidate(c, d) for c in group] for group in groups]
                because = %s
                yield Step((), out, because)
"""

CORNERS = """
@strategy("My Corners", score=100, level="hard", family="uniqueness", assumes_unique=True)
def my_corners(grid):
    twos = [c for c in grid.open_cells if len(grid.candidates(c)) == 2]
    for a, b, c in combinations(twos, 3):
        pair = grid.candidates(a)
        if not pair == grid.candidates(b) == grid.candidates(c):
            continue
        rows, columns = [x // 9 for x in (a, b, c)], [x % 9 for x in (a, b, c)]
        if len(set(rows)) == 2 and len(set(columns)) == 2:
            last = min(rows, key=rows.count) * 9 + min(columns, key=columns.count)
            out = [Candidate(last, d) for d in pair & grid.candidates(last)]
            if out:
                yield Step((), out, [Candidate(x, d) for x in (a, b, c) for d in pair])
"""

BRIDGE = """
@strategy("My W-Wing", score=150, level="hard", family="wings")
def my_w_wing(grid):
    peers = grid.layout.peers
    twos = [c for c in grid.open_cells if len(grid.candidates(c)) == 2]
    for a, b in combinations(twos, 2):
        if grid.candidates(a) != grid.candidates(b) or b in peers(a):
            continue
        for x, z in (sorted(grid.candidates(a)), sorted(grid.candidates(a))[::-1]):
            for house in grid.layout.houses:
                ends = [c for c in house.cells if x in grid.candidates(c) and c not in (a, b)]
                if 2 <= len(ends) <= 3 and ends[0] in peers(a) and ends[1] in peers(b):
                    out = [Candidate(c, z) for c in peers(a) & peers(b)
                           if z in grid.candidates(c)]
                    because = [Candidate(c, d) for c in (a, b) for d in (x, z)]
                    if out:
                        yield Step((), out, because + [Candidate(c, x) for c in ends[:2]])
"""

CHAIN = """
@strategy("My Chain", score=260, level="unfair", family="chains")
def my_chain(grid):
    peers = grid.layout.peers
    for d in grid.layout.digits:
        pairs = []
        for house in grid.layout.houses:
            cells = [c for c in house.cells if d in grid.candidates(c)]
            if len(cells) == 2:
                pairs.append(cells)
        for (a, b), (c, e) in combinations(pairs, 2):
            out = [Candidate(x, d) for x in peers(a) & peers(e) if d in grid.candidates(x)]
            if len({a, b, c, e}) == 4 and out:
                one, two, three, four = (Candidate(x, d) for x in (a, b, c, e))
                links = [([one], [two], True), ([two], [three], False), ([three], [four], True)]
                yield Step((), out, [one, two, three, four], links=links)
"""

ROLES = "{'colour 1': named[0], 'colour 2': named[1]}"

OF_FAMILIES = {
    "a fish with a third place in its rows": wrong(
        "true: does not see it" + x_wing("len(one) < 4 and len(other) < 4", ', family="fish"')
    ),
    "a fish that only its shape tells": wrong(
        "true: can also go to" + x_wing("len(one) < 4 and len(other) < 4")
    ),
    "a wing that is seen by half": wrong(
        "true: does not see" + xy_wing(JOINED, "peers(a) | peers(b)")
    ),
    "a wing that is not joined": wrong(
        "true: do not see each other, so both can be" + xy_wing("a in peers(pivot)")
    ),
    "a wing whose pivot has a third candidate": wrong("true: hold" + xy_wing(JOINED, pivot=3)),
    "a wing that only its shape tells": wrong(
        "true: does not see"
        + xy_wing(JOINED, "peers(a) | peers(b)").replace(', family="wings"', "")
    ),
    "towers with a place between": wrong("true: are no pair" + SKYSCRAPER % ("2, 3", "&")),
    "towers of which one is seen": wrong("true: either may be" + SKYSCRAPER % ("2,", "|")),
    "colours along houses with three places": wrong(
        "true: only the last two places of a house get" + COLORS % (3, 1, ROLES)
    ),
    "colours without names": wrong(
        "true: only the last two places of a house get" + COLORS % (3, 1, "named[0] + named[1]")
    ),
    "one of two colours is seen": wrong(
        "true: only if it sees a cell of each colour" + COLORS % (2, 0, ROLES)
    ),
    "a bridge with a third place": wrong("true: are no pair" + BRIDGE),
    "a chain with a gap": wrong("true: weak link, but they share no house" + CHAIN),
}
"""Wrong techniques whose cells do not lie in one house, with advice that fits their families."""


FOUR_BOXES = wrong("true: the corners must lie in exactly two" + CORNERS)
"""A unique rectangle that forgets the boxes: only few boards show it."""

ALL = {
    **OF_FAMILIES,
    **TWO_SOLUTIONS,
    **MORE,
    **UNTRUE,
    **NO_CANDIDATES,
    **NO_STEPS,
    **UNSTEADY,
    **REST,
}
