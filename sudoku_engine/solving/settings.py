"""How the strategy loop goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sudoku_engine.board.grid import Marks

Mode = Literal["first", "pass", "fixpoint"]
OnFault = Literal["skip", "stop"]


@dataclass(frozen=True)
class LoopSettings:
    """How the loop goes on.

    `mode`: ``first`` applies one step, then starts again from the simplest strategy; ``pass``
    applies all steps of one pass of the strategy that found any; ``fixpoint`` repeats that
    strategy until it changes nothing; then both start again. `pencilmarks`: see `Grid`.
    `max_steps` ends a run, `step_timeout` (seconds, 0 for none) one call of a strategy.
    `on_fault`: a strategy that is wrong sits out the rest of the run, or stops it. `guard`:
    whether steps are checked, against the solution too, before they are applied.
    """

    mode: Mode = "first"
    pencilmarks: Marks = "auto"
    max_steps: int = 1000
    step_timeout: float = 5
    on_fault: OnFault = "skip"
    guard: bool = True


DEFAULTS = LoopSettings()
