"""The settings of the strategy loop, and the scale on which its steps count."""

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
    """The moment of the return to the simplest strategy.

    ``first``: after each step; ``pass``: after all steps of one pass of the successful strategy;
    ``fixpoint``: when that strategy finds nothing more.
    """
    pencilmarks: Marks = "auto"
    """The way in which candidates are updated; see `Grid`."""
    max_steps: int = 1000
    """The number of steps after which a run ends."""
    step_timeout: float = 5
    """The most seconds for one call of a strategy; 0 for any time."""
    on_fault: OnFault = "skip"
    """Whether a faulty strategy is left out of the rest of the run, or stops the run."""
    guard: bool = True
    """Whether steps are checked, also against the solution, before they are applied."""
    max_passes: int | None = None
    """The most searches for steps, which are passes in the mode ``pass``; None for any number."""
    is_survey: bool = False
    """Whether all steps of all strategies are found on the board as it stands, and none applied."""

    def __post_init__(self) -> None:
        for name, words in ("mode", Mode), ("pencilmarks", Marks), ("on_fault", OnFault):
            require_word(getattr(self, name), get_args(words), name)
        require_number(self.max_steps, "max_steps", is_whole=True)
        require_number(self.step_timeout, "step_timeout")

    def __repr__(self) -> str:
        """Return the expression that makes the settings, without defaults."""
        values = [(each, getattr(self, each.name)) for each in fields(self)]
        unusual = [f"{each.name}={value!r}" for each, value in values if value != each.default]
        return f"LoopSettings({', '.join(unusual)})"


DEFAULTS = LoopSettings()


@dataclass(eq=False, repr=False)
class Scale:
    """The scores of steps, and the levels of their sums."""

    limits: Mapping[str, float]
    """By level, from easy to hard, the highest score of a puzzle of this level.

    The limit of the hardest level may be inf.
    """
    by_nets: Collection[str] = ()
    """The ids of strategies whose steps count once for each of their nets."""
    scores: Mapping[str, float] = field(default_factory=dict)
    """Scores of strategies, by id, in place of their own."""

    def __post_init__(self) -> None:
        limits = list(self.limits.values())
        if not all(low < high for low, high in pairwise(limits)) or isnan(limits[-1]):
            raise UsageError(f"the limits of a scale must grow from level to level, not {limits}")

    def step_score(self, strategy: Component, step: Step) -> float:
        """Return the score of `step`: the score of its `strategy`, even for a long chain."""
        score = self.scores.get(strategy.id, strategy.score)
        return score * (len(step.branches) if strategy.id in self.by_nets else 1)

    @property
    def has_step_scores(self) -> bool:
        """Whether the score of a step may differ from the score of its strategy."""
        return type(self).step_score is not Scale.step_score

    def level_and_score(
        self, total: float, used: Sequence[Component], layout: Layout
    ) -> tuple[str, float]:
        """Return level and score of a puzzle of a `layout`, solved by the strategies `used`.

        The score is `total`, the sum of the scores of all steps, as an int if it is whole. The
        level is the hardest level of the strategies, or the level of the score if that is harder.
        Boards with clues need many more steps of the same kind, so the limits are only for plain
        boards.
        """
        limited = 0 if layout.parts else total
        by_score = next(level for level, limit in self.limits.items() if limited <= limit)
        level = max([by_score, *(each.level for each in used)], key=LEVELS.index)
        return level, int(total) if total == int(total) else total


HODOKU = Scale(
    {"easy": 800, "medium": 1000, "hard": 1600, "unfair": 1800, "extreme": inf},
    by_nets=("nested_forcing_net",),
)
"""The scale of HoDoKu, which has no nested nets: each of their nets counts as a forcing net."""


def scale_of(scores: Mapping[str, float]) -> Scale:
    """Return HoDoKu's scale with other `scores`; the hardest step alone sets a puzzle's level."""
    return replace(HODOKU, limits={"easy": inf}, scores=scores)
