"""What a picture is to show: a board, a step on it as far as it is revealed, and words about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Candidate, Step

Stage = Literal["where", "what", "why", "change"]

STAGES: tuple[Stage, ...] = ("where", "what", "why", "change")
"""How much of a step is revealed, ever more of it.

``where``: the houses to look at; ``what``: the name of the technique too; ``why``: what it rests
on, with its reason; ``change``: what it places and eliminates.
"""


@dataclass(frozen=True)
class Scene:
    """What is to be seen.

    `grid`: the board, as it is before `step`. `stage`: how much of the step is revealed. `branch`:
    which of its branches is shown, counted from 0, in place of the step's own links and change.
    `title`, `reason`, `notation`: words above and below the board; who makes a scene leaves out
    what its stage does not reveal. `status`: a line for messages and the keys of the moment.
    `counts`: words with numbers, such as ``("open", "45")``. `progress`: 0 to 1, None for no bar.

    Marked cells, as masks (bit ``cell``): `selected` by a person, `wrong` ones, `tried` by a
    search, `moved` by the last move of a transformation. `is_fault`: the step is wrong, and
    `refuted` are its false claims. `has_candidates`, `has_labels`: whether candidates, and
    numbers of rows and columns, are drawn. `help`: lines that cover the board, for the keys.
    `has_words`: without them the board takes the whole picture.
    """

    grid: Grid
    step: Step | None = None
    stage: Stage = "change"
    branch: int | None = None
    title: str = ""
    reason: str = ""
    notation: str = ""
    status: str = ""
    counts: tuple[tuple[str, str], ...] = ()
    progress: float | None = None
    selected: int = 0
    wrong: int = 0
    tried: int = 0
    moved: int = 0
    is_fault: bool = False
    refuted: tuple[Candidate, ...] = ()
    has_candidates: bool = True
    has_labels: bool = True
    help: tuple[str, ...] = ()
    has_words: bool = True
