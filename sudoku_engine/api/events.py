"""What happens in a run, one event at a time.

Events are tuples with names: made by the million, and never changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, Union

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Candidates, Step

Outcome = Literal["solved", "stuck", "contradiction", "stopped"]
Means = Literal["strategies", "search"]


class Author(NamedTuple):
    """Who gave a step: a strategy, or a solver that filled the rest.

    `plugin` is the file or package it came from, None for what comes with the engine; `means`
    is how the step was found.
    """

    id: str
    name: str
    plugin: str | None = None
    means: Means = "strategies"


class Started(NamedTuple):
    """The run begins at `grid`, with `strategies` in their order of trial."""

    grid: Grid
    strategies: tuple[Author, ...] = ()


class Stepped(NamedTuple):
    """`strategy` gave `step`; `grid` is the board after it. `number` counts from 1."""

    number: int
    strategy: Author
    step: Step
    grid: Grid


class Tried(NamedTuple):
    """A search put `digit` into `cell`."""

    cell: int
    digit: int


class TakenBack(NamedTuple):
    """A search emptied `cell` again."""

    cell: int


class Found(NamedTuple):
    """A search found a solution."""

    grid: Grid


class Moved(NamedTuple):
    """A transformation made one move, told in `text`; `grid` is the board after it."""

    text: str
    grid: Grid


class Faulted(NamedTuple):
    """A strategy raised, hung or gave what is no step; `line` of its file, 0 where unknown.

    `error` is what it raised, with its traceback.
    """

    strategy: Author
    why: str
    line: int
    error: BaseException | None = None


class Rejected(NamedTuple):
    """The guard refused `step`; `line` is where the strategy gave it, 0 where unknown.

    `refuted`: which of its claims are wrong; all where none is wrong by itself.
    """

    strategy: Author
    step: Step
    why: str
    line: int
    grid: Grid
    refuted: Candidates = ()


class Ended(NamedTuple):
    """The run is over.

    `why` says more of the outcome in words (what the contradiction is), `notes` what a person
    should know beside it. `steps` and `counts` (by strategy id) count what was applied,
    `seconds` is the time that the run itself took, without that of who watches it.
    """

    outcome: Outcome
    by: Means
    grid: Grid
    steps: int
    counts: Mapping[str, int]
    seconds: float
    why: str = ""
    notes: tuple[str, ...] = ()


Event = Union[Started, Stepped, Tried, TakenBack, Found, Moved, Faulted, Rejected, Ended]
