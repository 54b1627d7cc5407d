"""The events of a run.

Events are named tuples: a search makes millions of them, and they never change.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, Union

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Candidates, Step

Outcome = Literal["solved", "stuck", "contradiction", "stopped"]
Means = Literal["strategies", "search"]


class Author(NamedTuple):
    """The strategy that found a step, or the solver that filled the rest."""

    id: str
    name: str
    plugin: str | None = None
    """The author's file or package; None for components of the engine."""
    means: Means = "strategies"
    """How the step was found."""

    def __str__(self) -> str:
        return f"{self.name} [{self.plugin}]" if self.plugin else self.name


class Started(NamedTuple):
    """The run begins at `grid`, with `strategies` in the order in which they are tried."""

    grid: Grid
    strategies: tuple[Author, ...] = ()


class Stepped(NamedTuple):
    """`strategy` found `step`; `grid` is the board after it. `number` counts from 1."""

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
    """A transformation made one move, described by `text`; `grid` is the board after it."""

    text: str
    grid: Grid


class Faulted(NamedTuple):
    """A strategy raised an exception, hung or returned something other than a step."""

    strategy: Author
    why: str
    line: int
    """The line of its file, 0 if unknown."""
    error: BaseException | None = None
    """The exception and its traceback."""


class Rejected(NamedTuple):
    """The guard refused `step` on the board `grid`."""

    strategy: Author
    step: Step
    why: str
    line: int
    """The line of its file where the strategy made the step, 0 if unknown."""
    grid: Grid
    refuted: Candidates = ()
    """The wrong claims of the step; all claims if each alone may be right."""


class Ended(NamedTuple):
    """The run is over."""

    outcome: Outcome
    by: Means
    grid: Grid
    steps: int
    """The number of steps that were applied."""
    counts: Mapping[str, int]
    """The number of steps by strategy id."""
    seconds: float
    """The time of the run itself, without reporters and front ends."""
    why: str = ""
    """Details of the outcome in words, such as the contradiction."""
    notes: tuple[str, ...] = ()
    """Further messages for the user."""
    level: str = ""
    """How hard the puzzle is, on HoDoKu's scale, if strategies solved it."""
    score: float = 0
    """The sum of the scores of the steps."""


Event = Union[Started, Stepped, Tried, TakenBack, Found, Moved, Faulted, Rejected, Ended]


def add_faults(known: list[Faulted | Rejected], faults: Iterable[Faulted | Rejected]) -> None:
    """Add to the `known` faults the first fault of each other strategy."""
    for fault in faults:
        if all(fault.strategy != each.strategy for each in known):
            known.append(fault)


def steps_on_boards(events: Iterable[Event]) -> Iterator[tuple[Grid, Stepped]]:
    """Yield the steps in the `events` of a run, each after the board on which it was found."""
    before: Grid | None = None
    for event in events:
        if isinstance(event, Stepped) and before is not None:
            yield before, event
        if isinstance(event, (Started, Stepped)):
            before = event.grid
