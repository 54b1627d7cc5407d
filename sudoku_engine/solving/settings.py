"""The settings of the strategy loop."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal, get_args

from sudoku_engine.board.grid import Marks
from sudoku_engine.board.words import require_number
from sudoku_engine.errors import require_word

Mode = Literal["first", "pass", "fixpoint"]
OnFault = Literal["skip", "stop"]

MOST_SECONDS = 24 * 60 * 60
"""The longest time limit that a configuration or an option can set."""


@dataclass(frozen=True, repr=False)
class LoopSettings:
    """How the loop proceeds.

    >>> LoopSettings(mode="pass", max_steps=1000)
    LoopSettings(mode='pass')
    """

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
    max_passes: int | None = None
    """How many times steps are looked for: in the mode ``pass``, how many passes; None: any."""
    is_survey: bool = False
    """Whether all steps of all strategies are found on the board as it stands; none is applied."""

    def __post_init__(self) -> None:
        for name, words in ("mode", Mode), ("pencilmarks", Marks), ("on_fault", OnFault):
            require_word(getattr(self, name), get_args(words), name)
        require_number(self.max_steps, "max_steps", is_whole=True)
        require_number(self.step_timeout, "step_timeout")

    def __repr__(self) -> str:
        """Return the expression that makes them, with what is not as usual."""
        values = [(each, getattr(self, each.name)) for each in fields(self)]
        unusual = [f"{each.name}={value!r}" for each, value in values if value != each.default]
        return f"LoopSettings({', '.join(unusual)})"


DEFAULTS = LoopSettings()
