"""The settings of the strategy loop, and the scale on which its steps count."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import pairwise
from math import inf, isnan
from typing import Literal, get_args

from sudoku_engine.api.strategy import LEVELS
from sudoku_engine.board.grid import Marks
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import require_number
from sudoku_engine.errors import UsageError, require_word
from sudoku_engine.plugins.component import Component

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


@dataclass(eq=False, repr=False)
class Scale:
    """What a step counts for, and what sums of steps mean."""

    limits: Mapping[str, float]
    """By level, from easy to hard, the highest score of a puzzle that is no harder.

    That of the hardest level may be inf.
    """
    by_nets: Collection[str] = ()
    """Ids of strategies whose steps count once for each net in them."""
    scores: Mapping[str, float] = field(default_factory=dict)
    """Scores of strategies, by id, in place of their own."""

    def __post_init__(self) -> None:
        limits = list(self.limits.values())
        if not all(low < high for low, high in pairwise(limits)) or isnan(limits[-1]):
            raise UsageError(f"the limits of a scale must grow from level to level, not {limits}")

    def step_score(self, strategy: Component, step: Step) -> float:
        """Return the score of `step`: that of its `strategy`, however long a chain it is."""
        score = self.scores.get(strategy.id, strategy.score)
        return score * (len(step.branches) if strategy.id in self.by_nets else 1)

    @property
    def has_step_scores(self) -> bool:
        """Whether the score of any step may be another one than that of its strategy."""
        return type(self).step_score is not Scale.step_score

    def level_and_score(
        self, total: float, used: Sequence[Component], layout: Layout
    ) -> tuple[str, float]:
        """Return level and score of a puzzle of a `layout`, solved by the strategies `used`.

        `total`: the scores of all steps together, the score; an int where it is whole. The level
        is the hardest of the strategies, or that of the score if it is harder. With clues there
        are many more steps of the same kind, so the limits are for plain boards.
        """
        limited = 0 if layout.parts else total
        by_score = next(level for level, limit in self.limits.items() if limited <= limit)
        level = max([by_score, *(each.level for each in used)], key=LEVELS.index)
        return level, int(total) if total == int(total) else total


HODOKU = Scale(
    {"easy": 800, "medium": 1000, "hard": 1600, "unfair": 1800, "extreme": inf},
    by_nets=("nested_forcing_net",),
)
"""The scale of HoDoKu, which has no nets within nets: each of them is one of its forcing nets."""


def scale_of(scores: Mapping[str, float]) -> Scale:
    """Return HoDoKu's scale with other `scores`; a puzzle's level is that of its hardest step."""
    return replace(HODOKU, limits={"easy": inf}, scores=scores)
