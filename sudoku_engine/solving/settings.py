"""The settings of the strategy loop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sudoku_engine.board.grid import Marks

Mode = Literal["first", "pass", "fixpoint"]
OnFault = Literal["skip", "stop"]


@dataclass(frozen=True)
class LoopSettings:
    """How the loop proceeds."""

    mode: Mode = "first"
    """When to return to the simplest strategy.

    ``first``: after each step; ``pass``: after all steps of one pass of the strategy that found
    any; ``fixpoint``: when that strategy finds nothing more.
    """
    pencilmarks: Marks = "auto"
    """How candidates are kept; see `Grid`."""
    max_steps: int = 1000
    """The number of steps after which a run ends."""
    step_timeout: float = 5
    """Seconds that one call of a strategy may take; 0 for any time."""
    on_fault: OnFault = "skip"
    """Whether a strategy at fault is left out of the rest of the run, or stops it."""
    guard: bool = True
    """Whether steps are checked, also against the solution, before they are applied."""


DEFAULTS = LoopSettings()
