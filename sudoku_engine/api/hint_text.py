"""A step as a hint, which reveals more and more."""

from __future__ import annotations

from typing import Literal

from sudoku_engine.api.events import Stepped
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.words import listed

Depth = Literal["where", "what", "why"]


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
    """Return the houses that the step names, else its cells."""
    step = event.step
    if step.houses:
        return listed(step.houses)
    cells = {cell for cell, _ in step.grounds or (*step.placements, *step.eliminations)}
    return listed(layout.cells[cell].name for cell in sorted(cells))
