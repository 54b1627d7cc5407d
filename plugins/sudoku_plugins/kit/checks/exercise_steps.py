"""The checks of an exercise in algorithmic thinking: its steps in their order, and its cost.

A step is a function that is called on boards, or a variable that holds a prediction. The answers
are compared with those of the solution, so the first wrong step is found with its smallest board.
"""

import inspect
import math
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import cache, partial
from itertools import combinations, islice
from pathlib import Path
from types import GeneratorType
from typing import Any

from sudoku_engine.api.events import Faulted, Found, TakenBack, Tried
from sudoku_engine.api.hookspecs import KINDS
from sudoku_engine.api.protocols import Puzzle
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Cell, Layout
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.board.words import brief, symbol
from sudoku_engine.errors import GaveUp
from sudoku_engine.plugins.component import Component, Failure
from sudoku_engine.solving.search_run import search_events
from sudoku_plugins.kit.algorithms import (
    Algorithm,
    Stage,
    is_literal,
    reference,
    right_component,
)
from sudoku_plugins.kit.boards_with_solutions import (
    Position,
    evenly,
    puzzles_of,
    technique_boards,
)
from sudoku_plugins.kit.checks import Subject, raised
from sudoku_plugins.kit.checks.other_kinds import SEEDS, puzzle_from
from sudoku_plugins.kit.findings import Finding, NotChecked, check
from sudoku_plugins.kit.plugin_calls import LocalCalls

MOST_ITEMS = 300  # of what a generator yields, and of what is compared
MISSING = "no such name"  # the answer of a file in which the name of a step is gone
CHANGES = "changes its argument"  # how the answer begins of a function that does so
KEEP_NAMES = "the check asks for it by its name: keep the names of the exercise"
UNDO = "take each change back before the function ends, or change a copy"


@check("steps", "a step of the exercise is not right yet")
def steps_are_right(subject: Subject) -> Finding | None:
    """Every step of the exercise is right."""
    exercise = _exercise(subject)
    for number, step in enumerate(exercise.steps):
        finding = None if step.whole else _wrong(subject, exercise, step)
        if finding is not None:
            why = f"step {number + 1} of {len(exercise.steps)}: {finding.why}"
            return replace(finding, why=why)
        subject.steps_done = number + (not step.whole)
    return None


@check("work", "it works more than it needs to")
def is_frugal(subject: Subject) -> Finding | None:
    """It works no more than it needs to."""
    exercise = _exercise(subject)
    if subject.component.kind == "solver":
        what, ours, its = "tries", *_tries_of_both(subject, exercise)
    else:
        its = _clues(partial(subject.caller.result, puzzle_from))
        what, ours = "clues", _our_clues(exercise)
    if not its:
        return Finding("it yields no try", line=subject.component.line, advice=exercise.task)
    if its > ours * exercise.work:
        why = f"it needs {its} {what} or more where {ours} are enough"
        return Finding(why, line=subject.component.line, advice=exercise.task)
    return Finding(f"{its} {what}, ours {ours}", ok=True)


def _exercise(subject: Subject) -> Algorithm:
    assert subject.kit.exercise is not None  # else nobody asks
    return subject.kit.exercise


def _wrong(subject: Subject, exercise: Algorithm, step: Stage) -> Finding | None:
    right = reference(exercise)[step.name]
    if not callable(right):
        return _wrong_prediction(subject, step, right)
    names = list(inspect.signature(right).parameters)
    requests = [
        (step.name, grid, given)
        for grid in _boards(exercise)
        for given in _arguments(names, grid, reference(exercise))
    ]
    for (_, grid, given), answer in zip(requests, subject.caller.results(answer_of, requests)):
        subject.boards += 1
        if isinstance(answer, Failure):
            return raised(answer, grid, _call(step.name, given, grid))
        if answer == MISSING:
            return Finding(f"there is no function {step.name}", advice=KEEP_NAMES)
        if isinstance(answer, str) and answer.startswith(CHANGES):
            why = f"{_call(step.name, given, grid)} {answer}"
            line = subject.caller.result(line_of, step.name)
            return Finding(why, grid, line=line, advice=UNDO)
        wanted = plain(right(*typed(given, grid).values()))
        if as_compared(answer) != as_compared(wanted):
            return _unlike(subject, step, grid, given, answer, wanted)
    return None


def _wrong_prediction(subject: Subject, step: Stage, right: object) -> Finding | None:
    subject.boards += 1
    answer = subject.caller.result(answer_of, step.name, _boards(_exercise(subject))[0], {})
    if answer == MISSING:
        return Finding(f"there is no {step.name}", advice=KEEP_NAMES)
    if answer is None:
        why = f"{step.name} is empty"
        return Finding(why, advice=f"write there, near the top of the file, {step.task}")
    source = Path(subject.component.file)
    if source.is_file() and not is_literal(source.read_text(encoding="utf-8"), step.name):
        why = f"{step.name} is worked out by code"
        return Finding(why, advice="write down what you expect yourself")
    if _as_text(answer) == _as_text(right):
        return None
    advice = f"it is {step.task}: go through the code line by line, with pencil and paper"
    return Finding(f"{step.name} is not {brief(answer)}", advice=advice)


def _as_text(value: object) -> str:
    return "".join(str(value).casefold().split())


def _unlike(
    subject: Subject, step: Stage, grid: Grid, given: Mapping[str, Any], answer: Any, wanted: Any
) -> Finding:
    claim, truth = _difference(answer, wanted, grid)
    is_generator = inspect.isgeneratorfunction(reference(_exercise(subject))[step.name])
    does = "yields" if is_generator else "returns"
    return Finding(
        f"{_call(step.name, given, grid)} {does} {claim} and not {truth}",
        grid,
        line=subject.caller.result(line_of, step.name),
        advice=step.task,
    )


def _call(name: str, given: Mapping[str, Any], grid: Grid) -> str:
    words = {key: "grid" if key == "grid" else _words(value, grid) for key, value in given.items()}
    short = (word if len(word) < 40 else key for key, word in words.items())
    return f"{name}({', '.join(short)})"


def _difference(answer: Any, wanted: Any, grid: Grid) -> tuple[str, str]:
    answer, wanted = (_named_cells(each, wanted, grid) for each in (answer, wanted))
    if isinstance(answer, Grid) and isinstance(wanted, Grid) and answer.digits == wanted.digits:
        cell = next(each for each in grid.layout.cells if answer.masks[each] != wanted.masks[each])
        claim, truth = (
            "".join(map(symbol, sorted(each.candidates(cell)))) or "none"
            for each in (answer, wanted)
        )
        return f"the right digits, but in {cell} the candidates {claim}", truth
    if isinstance(answer, list) and isinstance(wanted, list) and answer and len(wanted) > 3:
        place = next(
            (at for at, pair in enumerate(zip(answer, wanted)) if pair[0] != pair[1]),
            min(len(answer), len(wanted)),
        )
        if place == len(answer):
            return f"only {place} items", f"{_words(wanted[place], grid)} as number {place + 1}"
        truth = _words(wanted[place], grid) if place < len(wanted) else f"only {place} items"
        return f"{_words(answer[place], grid)} as number {place + 1}", truth
    if isinstance(answer, Mapping) and isinstance(wanted, Mapping):
        key = next(key for key in (*wanted, *answer) if answer.get(key) != wanted.get(key))
        name = _words(key, grid)
        claim, truth = (
            f"{_words(each[key], grid)} for {name}" if key in each else f"no {name}"
            for each in (answer, wanted)
        )
        return claim, truth
    if isinstance(answer, Set) and isinstance(wanted, Set) and answer ^ wanted:
        first = min(answer ^ wanted, key=repr)
        verbs = ("with", "without") if first in answer else ("without", "with")
        return f"a set {verbs[0]} {_words(first, grid)}", f"one {verbs[1]} it"
    return _words(answer, grid), _words(wanted, grid)


def _named_cells(value: Any, pattern: Any, grid: Grid) -> Any:
    """Return `value` with cells in place of their numbers, where the `pattern` has cells."""
    if isinstance(pattern, Cell) and type(value) is int and value in range(len(grid.digits)):
        return grid.layout.cells[value]
    if isinstance(pattern, Mapping) and isinstance(value, Mapping):
        return {key: _named_cells(each, pattern.get(key), grid) for key, each in value.items()}
    if isinstance(pattern, (list, Cell)) and isinstance(value, (list, set, frozenset)):
        first = pattern if isinstance(pattern, Cell) else (pattern or grid.layout.cells)[0]
        return type(value)(_named_cells(each, first, grid) for each in value)
    return value


def _words(value: Any, grid: Grid) -> str:
    if isinstance(value, Grid):
        return f"the board {value.line}"
    if isinstance(value, Cell):
        return str(value)
    if isinstance(value, Found):
        return f"Found({_words(value.grid, grid)})"
    if isinstance(value, (set, frozenset)) and value:
        return f"{{{', '.join(sorted(_words(each, grid) for each in value))}}}"
    if isinstance(value, (Tried, TakenBack)):
        words = [str(grid.layout.cells[value.cell]), *map(str, value[1:])]
        return f"{type(value).__name__}({', '.join(words)})"
    if isinstance(value, Candidate):
        return f"{value.digit} in {grid.layout.cells[value.cell]}"
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return f"[{', '.join(_words(each, grid) for each in value[:8])}{', …' * (len(value) > 8)}]"
    return brief(value)


# What is asked


@cache
def _boards(exercise: Algorithm) -> Sequence[Grid]:
    """Return boards to ask the steps about, the smallest first."""
    puzzles = [*evenly(puzzles_of("4x4"), 4), *evenly(puzzles_of("6x6"), 1)]
    if exercise.boards == "full":  # and some with several solutions, and with none
        full = [Grid(each.grid.layout, each.solution) for each in puzzles]
        empty = Grid(full[0].layout, [0] * len(full[0].digits))
        dead = [[*_spoilt(each)][-1] for each in puzzles[:2]]
        return [*full[:-1], empty, *dead, *(each.grid for each in puzzles[:2]), full[-1]]
    known = [each.grid for each in technique_boards(exercise.technique)[:6]]
    large = [each.grid for each in evenly(puzzles_of("9x9"), 2) if exercise.boards != "small"]
    dead = [board for each in puzzles[:3] for board in _spoilt(each)]
    return [each.grid for each in puzzles] + dead + known + large


def _spoilt(position: Position) -> Iterator[Grid]:
    """Yield the board with a wrong digit, and with more digits until it contradicts itself."""
    grid = position.grid
    for cell in grid.open_cells:
        wrong = grid.candidates(cell) - {position.solution[cell]}
        if wrong and not grid.contradiction():
            grid = grid.apply(Step(placements=[Candidate(cell, min(wrong))]))
            yield grid


def _arguments(names: Sequence[str], grid: Grid, known: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return values for parameters of these `names`; the `known` solution makes some."""
    found: list[dict[str, Any]] = [{}]
    for name in names:
        found = [
            {**given, name: value} for given in found for value in _values(name, grid, given, known)
        ]
    return found


def _values(
    name: str, grid: Grid, given: Mapping[str, Any], known: Mapping[str, Any]
) -> Sequence[Any]:
    layout = grid.layout
    if name == "grid":
        return [grid]
    if name == "cell":
        filled = [each for each in layout.cells if grid.digit(each)]
        return evenly(grid.open_cells, 3) + evenly(filled, 2)
    if name == "digit":
        there = grid.candidates(given["cell"]) if "cell" in given else ()
        return evenly(sorted(there) or layout.digits, 4)
    if name == "digits":
        return [list(grid.digits)]
    if name == "cells":
        return [list(house.cells) for house in evenly(layout.houses, 7)]
    if name == "pair":  # of open cells of a house: with the same candidates, and with others
        houses = [[cell for cell in each.cells if grid.candidates(cell)] for each in layout.houses]
        pairs = [pair for cells in houses for pair in combinations(cells, 2)]
        same = [pair for pair in pairs if grid.candidates(pair[0]) == grid.candidates(pair[1])]
        return [list(pair) for pair in (*same[:2], *evenly(pairs, 6))]
    if name == "candidate":
        return sorted(set().union(*given["columns"].values()))[:4]
    return [plain(known[name](grid))]


# Where the file is loaded


def answer_of(calls: LocalCalls, name: str, grid: Grid, given: Mapping[str, Any]) -> Any:
    """Return the result of the function `name`, or the value of a variable of this name."""
    space = _space(calls.component)
    if name not in space:
        return MISSING
    value = space[name]
    if not callable(value):
        return value
    arguments = typed(given, grid)
    answer = calls.call(lambda: plain(value(*arguments.values())), grid=grid)
    is_cut = isinstance(answer, list) and len(answer) == MOST_ITEMS  # it may be in the middle
    for key, before in typed(given, grid).items():
        if not is_cut and as_compared(arguments[key]) != as_compared(before):
            return f"{CHANGES} {key}"
    return answer


def line_of(calls: LocalCalls, name: str) -> int:
    """Return the line at which the function `name` begins; 0 if unknown."""
    code = getattr(inspect.unwrap(_space(calls.component)[name]), "__code__", None)
    return code.co_firstlineno if code else 0


def _space(component: Component) -> Mapping[str, Any]:
    method = inspect.unwrap(component.methods[KINDS[component.kind].method])
    space: Mapping[str, Any] = getattr(method, "__func__", method).__globals__
    return space


def typed(given: Mapping[str, Any], grid: Grid) -> dict[str, Any]:
    """Return copies of arguments, with cells in place of bare numbers."""
    cells = grid.layout.cells
    kinds: dict[str, Callable[[Any], Any]] = {
        "cell": lambda value: cells[value],
        "cells": lambda value: [cells[each] for each in value],
        "pair": lambda value: tuple(cells[each] for each in value),
        "digits": list,
        "columns": lambda value: {key: set(each) for key, each in value.items()},
    }
    return {name: kinds.get(name, lambda value: value)(value) for name, value in given.items()}


def plain(value: Any) -> Any:
    """Return `value` with lists in place of iterators."""
    if isinstance(value, (GeneratorType, map, filter)):
        return list(islice(value, MOST_ITEMS))
    return list(value) if type(value) is tuple else value


def as_compared(value: Any) -> Any:
    """Return a value in a form that makes equivalent values equal."""
    if isinstance(value, Grid):
        return (value.digits, value.masks)
    if isinstance(value, Mapping):
        return {key: as_compared(each) for key, each in value.items()}
    if isinstance(value, Set):
        return frozenset(value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return (type(value).__name__, *map(as_compared, value))
    if isinstance(value, (list, tuple)):
        return [as_compared(each) for each in value[:MOST_ITEMS]]
    return value


# What it costs


def _tries_of_both(subject: Subject, exercise: Algorithm) -> tuple[int, int]:
    """Return how many digits our solution tries, and the pupil's until it has tried too many."""
    groups = exercise.puzzles.items()
    puzzles = [each.grid for group, most in groups for each in evenly(puzzles_of(group), most)]
    ours = sum(_our_tries(exercise, grid) for grid in puzzles)
    its, most = 0, math.floor(ours * exercise.work) + 1
    for grid in puzzles:
        found = subject.caller.result(tries_until_found, grid, most - its)
        if isinstance(found, str):
            raise NotChecked(found)
        its += found
        if its >= most:
            break
    return ours, its


@cache
def _our_tries(exercise: Algorithm, grid: Grid) -> int:
    return _tries(right_component(exercise), grid, None)


def tries_until_found(calls: LocalCalls, grid: Grid, most: int) -> int | str:
    """Return the number of digits that a solver tries up to its first solution, or why it fails."""
    if "search" not in calls.component.methods:
        return "it has no method search"
    try:
        found = calls.call(_tries, calls.component, grid, most, grid=grid)
    except GaveUp as error:
        return error.what
    return found.why if isinstance(found, Failure) else found


def _tries(solver: Component, grid: Grid, most: int | None) -> int:
    tries = 0
    for event in search_events(grid, solver):
        tries += isinstance(event, Tried)
        if isinstance(event, Faulted):
            raise GaveUp(event.why)
        if tries == most:
            break
    return tries


@cache
def _our_clues(exercise: Algorithm) -> int:
    return _clues(partial(puzzle_from, LocalCalls(right_component(exercise), 60.0)))


def _clues(puzzle: Callable[[str, Layout, str], object]) -> int:
    clues, layout = 0, puzzles_of("9x9")[0].grid.layout
    for seed in range(SEEDS):
        made = puzzle(f"kit {seed}", layout, "")
        if not isinstance(made, Puzzle):
            raise NotChecked("it must make puzzles first")
        clues += len(made.givens.digits) - made.givens.n_open
    return clues
