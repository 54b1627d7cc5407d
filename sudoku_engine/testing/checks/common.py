"""Checks that are the same for every kind of plugin."""

from __future__ import annotations

from typing import Protocol

from sudoku_engine.board.words import shown
from sudoku_engine.plugins.component import Component
from sudoku_engine.testing.findings import Fault
from sudoku_engine.testing.plugin_calls import Caller


class Bench(Protocol):
    """Where a plugin is tried: on how many `boards`, on how many of them it `fired`."""

    caller: Caller
    component: Component
    boards: int
    fired: int


def has_id_and_name(bench: Bench) -> Fault | None:
    """It has an id and a name."""
    for name in ("id", "name"):
        given = getattr(bench.component.object, name, None)
        if not isinstance(given, str) or not given.strip():
            return Fault(f"its {name} is {shown(given)}", advice=f"give it a {name} that is text")
    return None


def has_docstring(bench: Bench) -> Fault | None:
    """It has a docstring, which tells what it does."""
    documented = bench.component.main_function.__doc__
    if bench.component.kind != "strategy":  # of a strategy the decorator's own would be found
        documented = documented or type(bench.component.object).__doc__
    if documented:
        return None
    return Fault("it has no docstring", line=bench.component.line, advice="say what it looks for")


def prints_nothing(bench: Bench) -> Fault | None:
    """It printed nothing so far."""
    output = bench.caller.output
    if not output.count:
        return None
    begins = " ".join(output.kept.split())[:60]
    return Fault(
        f"it prints {output.count} characters, beginning with {begins!r}",
        advice="leave print out when it works",
    )
