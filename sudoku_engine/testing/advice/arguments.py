"""Advice on a call with the wrong arguments, by the class or function that is called."""

from __future__ import annotations

import inspect
import re

from sudoku_engine.api import events
from sudoku_engine.api.kinds import KINDS
from sudoku_engine.api.protocols import Verdict
from sudoku_engine.api.puzzle import Puzzle
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.step import Branch, Candidate, Link, Step
from sudoku_engine.errors import GaveUp, near_name
from sudoku_engine.plugins.component import Component


def _is_of_events(thing: object) -> bool:
    return inspect.isclass(thing) and thing.__module__ == events.__name__


OURS = {
    each.__name__: each
    for each in (
        *(Branch, Candidate, GaveUp, Grid, Layout, Link, Puzzle, Step, Verdict),
        *(each for each in vars(events).values() if _is_of_events(each)),
    )
}
"""The classes that plugins make objects of, by name."""

MOST_NAMED = 4
"""The number of arguments of a class that advice names."""

DEFINITIONS = {
    "strategy": "def my_strategy(grid):",
    "solver": "def solutions(self, grid):",
    "generator": "def generate(self, rng, layout):",
    "checker": "def find(self, source, target):",
    "reporter": "def event(self, run, event):",
    "frontend": "def present(self, runs):",
}
"""How the main method of each kind of plugin begins."""


def advice_on_arguments(component: Component, error: BaseException | None) -> str:
    """Return how to write the call that raised `error`; empty if it is about something else."""
    if not isinstance(error, TypeError):
        return ""
    found = re.match(
        r"(?:[\w<>]+\.)*?(\w+)(?:\.__(?:new|init)__)?\(\) (missing|takes|got)", str(error)
    )
    if not found:
        return ""
    if of_ours := re.match(r"(Grid|Layout)\.([a-z]\w*)\(\)", str(error)):
        return _on_method(OURS[of_ours[1]], of_ours[2])
    if found[1] in OURS:
        return _on_class(OURS[found[1]], str(error))
    method = KINDS[component.kind].method
    if found[1] in (method, getattr(component.methods[method], "__name__", "")):
        return f"the engine calls it like this: begin it with `{DEFINITIONS[component.kind]}`"
    return f"compare this call of {found[1]} with the line that begins `def {found[1]}(`"


def _on_method(owner: type, name: str) -> str:
    """Return how to call the method `name` of a grid or layout."""
    names = list(inspect.signature(vars(owner)[name]).parameters)[1:]
    place = "grid" if owner is Grid else "grid.layout"
    number = ": a cell is one number, row * 9 + column" if names == ["cell"] else ""
    return f"write {place}.{name}({', '.join(names)}){number}"


def _on_class(made: type, message: str) -> str:
    """Return how to make an object of this class, or the name that was meant."""
    # The method itself: where a plugin has replaced `__new__`, the seal leaves a stand-in for it.
    maker = vars(made).get("__init__", made.__new__)
    names = list(inspect.signature(maker).parameters)[1:]
    unknown = re.search(r"unexpected keyword argument '(\w+)'", message)
    if unknown:
        return f"{made.__name__} has no argument of this name: {near_name(unknown[1], names)}"
    more = ", ..." if len(names) > MOST_NAMED else ""
    return f"write {made.__name__}({', '.join(names[:MOST_NAMED])}{more})"
