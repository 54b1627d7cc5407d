"""The contents of a picture: a board, a step as far as it is revealed, and words about it."""

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from sudoku_engine import Candidate, Grid, Step
from sudoku_engine.board.clue import Clue

Stage = Literal["where", "what", "why", "change"]

STAGES: tuple[Stage, ...] = ("where", "what", "why", "change")
"""The stages of revealing a step.

``where``: the houses to look at; ``what``: also the name of the technique; ``why``: also the
candidates on which it rests, and its reason; ``change``: also what it places and eliminates.
"""


Span = tuple[int, int]
"""Where words begin in a text, and where they end."""


class StepView(NamedTuple):
    """The visible part of a step: a stage, one of its branches, or a move of its argument.

    A move is a clause of the reason, or a link of it; see `argument`.
    """

    stage: Stage = "change"
    branch: int | None = None
    move: int | None = None


WHOLE = StepView()


class Button(NamedTuple):
    """A button with a short `label`; `is_on`: its mode is on; `is_faint`: it has nothing to do."""

    label: str
    is_on: bool = False
    is_faint: bool = False


@dataclass(frozen=True)
class Scene:
    """The contents of a picture. Cells are masks, bit ``cell``."""

    grid: Grid
    """The board before `step`."""
    step: Step | None = None
    stage: Stage = "change"
    """How much of the step is revealed; the words must not say more."""
    branch: int | None = None
    """The branch of the step, from 0, that replaces the step's own links and change."""
    move: int | None = None
    """The move of the step's argument, from 0, up to which its reason is told; None for all."""
    title: str = ""
    reason: str = ""
    stress: Span | None = None
    """The words of the reason that are being told; None for all."""
    named: tuple[tuple[Span, Any], ...] = ()
    """Where the reason names a cell, a digit or a house, with the thing named."""
    notation: str = ""
    status: str = ""
    """A line for messages and the keys of the moment."""
    counts: tuple[tuple[str, str], ...] = ()
    """Words with numbers, such as ``("open", "45")``."""
    progress: float | None = None
    """The progress, from 0 to 1; None for no bar."""
    selected: int = 0
    wrong: int = 0
    tried: int = 0
    """The cells that a search filled."""
    moved: int = 0
    """The cells that the last move of a transformation changed."""
    draft: Clue | None = None
    """A clue that the user draws, or may take off the board."""
    is_fault: bool = False
    refuted: tuple[Candidate, ...] = ()
    """The false claims of a wrong step."""
    colours: tuple[tuple[Candidate, int], ...] = ()
    """The candidates that the user has marked, each with the number of its colour.

    They give way to the reasons of a step.
    """
    has_candidates: bool = True
    notes: frozenset[Candidate] = frozenset()
    """The candidates that are shown even if the others are not."""
    centres: frozenset[Candidate] = frozenset()
    """The candidates that are shown in the middle of their cell if the others are not shown."""
    shades: tuple[tuple[int, int], ...] = ()
    """The cells that the user has coloured, each with the number of its colour, from 1."""
    has_labels: bool = True
    """Whether rows and columns have numbers."""
    choices: tuple[str, ...] = ()
    """The lines of a list beside or below the board."""
    chosen: int = 0
    """The place of the chosen line."""
    is_half: bool = False
    """Whether the list takes half of the picture, as code does."""
    pad: tuple[Button, ...] = ()
    """Buttons beside or below the board, unless a list is there."""
    filter: int = 0
    """The digit whose places are highlighted on a board without a step; 0 for none."""
    help: tuple[str, ...] = ()
    """Lines that cover the board, for the keys."""
    is_near: bool = False
    """Whether the pattern of the step is seen from near, once its reason is shown."""
    has_words: bool = True
    """Whether there are words around the board; if not, it fills the picture."""

    @property
    def told(self) -> str:
        """The reason up to the words that are being told."""
        return self.reason[: self.stress[1]] if self.stress else self.reason
