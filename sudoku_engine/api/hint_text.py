"""A step as a hint, which reveals more and more."""

from __future__ import annotations

from typing import Literal

from sudoku_engine.api.events import Stepped
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.words import listed, symbol

Depth = Literal["where", "what", "why"]

MOST_HOUSES = 3
"""The number of houses that a person can look at together."""


def hint_text(event: Stepped, depth: Depth) -> str:
    """Return a hint for the step of `event`: where to look, what to look for, or also why."""
    layout = event.grid.layout
    where = _where(event, layout)
    if depth == "where":
        return f"Look at {where}."
    what = f"{event.strategy.name} in {where}"
    if depth == "what":
        return f"Look for: {what}."
    lines = [f"{event.strategy.name}: {event.step.notation(layout)}"]
    if event.step.reason:
        lines.append(f"{event.step.reason}.")
    return "\n".join(lines)


def _where(event: Stepped, layout: Layout) -> str:
    """Return where to begin: the houses that the step names, or its cells.

    The cover of a fish would tell too much. Where there are still too many houses, it is the digit,
    if the step has only one, or else the house with most of its cells.
    """
    step = event.step
    houses = step.house_roles.get("base") or step.houses
    cells = {cell for cell, _ in step.grounds or (*step.placements, *step.eliminations)}
    digits = {digit for _, digit in step.grounds}
    if len(houses) > MOST_HOUSES and len(digits) == 1:
        return f"the {symbol(*digits)}s"
    if len(houses) > MOST_HOUSES:
        return f"{max(houses, key=lambda house: len(cells.intersection(house.cells)))} and around"
    return listed(houses or (layout.cells[cell].name for cell in sorted(cells)))
