"""The rest of a board on which the strategies are stuck, filled by a solver."""

from __future__ import annotations

from itertools import islice
from typing import Literal, NamedTuple

from sudoku_engine.api.events import Author, Faulted
from sudoku_engine.board.grid import Grid
from sudoku_engine.errors import GaveUp
from sudoku_engine.plugins.component import Component, Failure
from sudoku_engine.solving.guard import solution_fault
from sudoku_engine.solving.oracle import none_found


class Completion(NamedTuple):
    """The result of a solver on a board."""

    outcome: Literal["solved", "stuck", "contradiction"]
    """How it ends."""
    why: str = ""
    """More about it in words."""
    solutions: tuple[Grid, ...] = ()
    """The solutions that were found."""
    fault: Faulted | None = None
    """What the solver did wrong."""


def search_author(solver: Component) -> Author:
    """Return the author of the cells that `solver` fills."""
    return Author(f"search:{solver.id}", f"Search ({solver.id})", solver.author.plugin, "search")


def complete(solver: Component, grid: Grid, start: Grid, limit: int) -> Completion:
    """Return up to `limit` solutions of `grid` by `solver`, each checked.

    `start` is the board before the strategies changed it.
    """
    author = search_author(solver)
    try:
        found = solver.guarded_call(_solutions, solver, grid, limit)
    except GaveUp as error:
        return Completion("stuck", f"{solver.id} gave up: {error}")
    if isinstance(found, Failure):
        return Completion("stuck", fault=Faulted(author, *found))
    if found:
        return Completion("solved", solutions=tuple(found))
    why, fault = none_found(grid, start)
    if fault:
        return Completion("stuck", fault=Faulted(author, fault, solver.line))
    return Completion("contradiction", why)


def _solutions(solver: Component, grid: Grid, limit: int) -> list[Grid] | Failure:
    """Return up to `limit` solutions, or what is wrong with one of them."""
    found: list[Grid] = []
    for solution in islice(solver.call(grid), limit):
        why = solution_fault(solution, grid, found)
        if why:
            return Failure(why, solver.line)
        found.append(solution)
    return found
