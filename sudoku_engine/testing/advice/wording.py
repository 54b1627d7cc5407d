"""Advice from the words of a message."""

from __future__ import annotations

from collections.abc import Iterable

from sudoku_engine.api.hookspecs import KINDS

_EMPTY = "there is nothing in it here, as in the candidates of a filled cell: check with `if` first"
_NOTHING = (
    "something is None here: a function that returns nothing, or a name for which nothing was found"
)
_ONE_NUMBER = "a cell is one number: row * 9 + column, both counted from 0"
_ENDLESS_MEMORY = "it may need more memory than there is: does it collect things without end?"
_SPELLING = "check how the name is spelt: "
_ENOUGH = "use return when there is nothing more to find"

OF_STRATEGIES: tuple[tuple[str, str], ...] = (
    ("one Step and not a list", "yield the step, or return it in a list: return [step]"),
    ("async_generator", "write def and not async def"),
    ("coroutine", "write def and not async def"),
    ("which is not a list of steps", "yield steps, or return a list of them"),
    ("gave [r", "put them into a step: yield Step(eliminations=[Candidate(cell, digit), ...])"),
    ("gave [", "yield one step at a time, without the brackets; a whole list is for `return`"),
    (
        "not a Step",
        "hand out steps: yield Step(placements=[...]) or yield Step(eliminations=[...])",
    ),
    ("FileNotFoundError", "a strategy needs no file: everything it needs is in the grid"),
    ("starts a thread", "remove the threads: a strategy only looks at the board and returns"),
    ("which plugins may not do", "remove it: a strategy only looks at the board and returns"),
    (
        "repeats the same step",
        "the same step is found again and again: check that each loop goes on, or keep in a set "
        "what was found",
    ),
    ("more memory", "it collects more than there is room for: does a list grow without end?"),
    (
        "does not come to an end",
        "is a condition missing, so that nearly everything counts as a step, or does a loop start "
        "again with the same ones?",
    ),
    ("changes grid", "a grid never changes: yield a Step that says what to eliminate or place"),
    (
        "does not support item assignment",
        "a grid never changes: yield Step(placements=[Candidate(cell, digit)])",
    ),
    ("sys.exit", _ENOUGH),
    ("os._exit", _ENOUGH),
    ("(status", _ENOUGH),
)
"""Words of a finding on a strategy, and the advice for it; the first that fits is used."""

FINDINGS: tuple[tuple[str, str], ...] = (
    ("stands where the digit belongs", "Candidate(cell, digit): is it the other way round?"),
    ("digits go from 1", "digits count from 1 to grid.layout.n: grid.layout.digits has them"),
    ("no cell None", _NOTHING),
    ("no cell (", _ONE_NUMBER),
    ("cells go from 0", "cells count from 0: cell = row * 9 + column, both counted from 0"),
    ("not Candidate(cell=(", _ONE_NUMBER),
    ("must be integers or slices, not tuple", _ONE_NUMBER),
    ("=None", _NOTHING),
    (
        "whole numbers for cell and digit",
        "cells and digits are whole numbers: 5 and not '5'; grid.layout.cell('r1c1') is the cell "
        "of a name",
    ),
    ("must be a list of candidates, not one", "put brackets around it: [Candidate(cell, digit)]"),
    ("because must be a list", "because takes candidates: put the words into reason='...'"),
    ("houses must hold", "take them from grid.layout.houses, grid.layout.rows and the like"),
    ("must be a list of candidates", "name what you give: Step(eliminations=[...], reason='...')"),
    ("reason must be text", "write an f-string: reason=f'only {cell} can hold {digit}'"),
    ("must hold Candidate", "write Candidate(cell, digit) for each"),
    ("'frozenset' object is not subscriptable", "a set has no order: write sorted(...)[0]"),
    ("'frozenset' object has no attribute", "candidates(cell) never changes: make a copy, set(…)"),
    ("indices must be integers or slices, not str", "a cell is a number and not its name"),
    ("'tuple' object is not callable", "leave out the () behind it: it is a list and no function"),
    ("'tuple' object", "a grid and its layout never change: make a list of your own, list(...)"),
    (
        "changed size during iteration",
        "do not add or remove while a loop goes through it: loop over a copy, list(...)",
    ),
    ("'frozenset' and 'int'", "a set goes with a set: write {5} and not 5"),
    ("'dict' object has no attribute 'add'", "{} is a dict: write set() for an empty set"),
    ("'int' has no len()", "a number has no length: grid.candidates(cell) is a set and has one"),
    ("not float", "/ makes a fraction, also of whole numbers: write //"),
    ("NoneType", _NOTHING),
    ("is an empty sequence", _EMPTY),
    ("argument is empty", _EMPTY),
    ("ZeroDivisionError", "on this board it divides by 0: check with `if` first"),
    ("not a board of this kind", "give boards: board.apply(step), or Grid(grid.layout, digits)"),
    ("it calls input", "a {kind} has the board as its only input: remove input()"),
    ("which plugins may not do", "remove it"),
    ("object is not subscriptable", "write grid.digit(cell) or grid.candidates(cell)"),
    (
        "object is not callable",
        "what stands before the (...) is no function: is its name used twice?",
    ),
    ("'int' object is not iterable", "a number is no list: range(9), or grid.layout.digits"),
    ("'Cell' has no len()", "a cell is a number: grid.candidates(cell) has its candidates"),
    ("can only concatenate str", "write an f-string: f'only {cell} can hold {digit}'"),
    ("unhashable type", "what is in a set never changes: use frozenset(...) or tuple(...)"),
    (
        "'Cell' object has no attribute",
        "a cell is a number: cell // 9 is its row and cell % 9 its column, counted from 0",
    ),
    ("'House' object", "house.cells has the cells of a house"),
    ("'House' is not iterable", "house.cells has the cells of a house"),
    ("'Grid' object is not iterable", "grid.open_cells and grid.layout.cells have its cells"),
    ("'Grid' object has no attribute", f"{_SPELLING}the documentation lists what a grid has"),
    ("has no attribute", "check how the name is spelt, and what the thing before the dot is"),
    ("NameError", f"{_SPELLING}is it set before this line?"),
    ("UnboundLocalError", "give the name a value before this line, in the same function"),
    ("too many values to unpack", "there are more values than names: check len(…) first"),
    ("not enough values to unpack", "there are fewer values than names: check len(…) first"),
    ("RecursionError", "a function calls itself too often: look at what ends that"),
    ("prints more than", "remove the print calls when it works"),
    ("sys.exit", "remove it: a {kind} must not end the program"),
    ("os._exit", "remove it: a {kind} must not end the program"),
    ("SIGKILL", _ENDLESS_MEMORY),
    ("SIGABRT", _ENDLESS_MEMORY),
    ("StopIteration", "next(…) found nothing: give it a second value, next(…, None)"),
    ("KeyError", "this key is not in the dict: which loop should have put it there?"),
    ("TypeError", "a value has a different type than the line expects: print its type"),
)
"""Words of a finding on a plugin of any kind, and the advice for it; the first that fits counts."""

LOADING: tuple[tuple[str, str], ...] = (
    ("TypeError: strategy() ", 'write @strategy("My Pair", score=60, level="medium")'),
    ("Strategy.__call__() missing", "remove this call: the engine calls the strategy"),
    ("name 'grid' is not defined", "only the engine has a grid: remove this line, or indent it"),
    ("No module named", "neither Python nor your folder has it: add it, or do without it"),
    ("it called input", "remove input()"),
    ("TypeError: rule() ", 'write @rule("My Rule", draws="cage") above the function'),
    ("must take two digits", "three cells or more are one tuple: def my_rule(digits):"),
)
"""Words of a problem with loading, and the advice for it."""


def advice_from_words(why: str, kind: str = "strategy") -> str:
    """Return the advice for a finding on a `kind` of plugin that says `why`; empty if unknown."""
    table = (*OF_STRATEGIES, *FINDINGS) if kind == "strategy" else FINDINGS
    return _first(table, why).replace("{kind}", KINDS[kind].label)


def advice_on_loading(problem: str) -> str:
    """Return the advice for a `problem` with loading, empty if it says enough itself."""
    return _first(LOADING, problem)


def _first(table: Iterable[tuple[str, str]], message: str) -> str:
    return next((advice for words, advice in table if words in message), "")
