"""The methods of a solver, a generator, a checker, a reporter and a front end.

Each has an `id` for the configuration and the command line, and a `name` for people. Its options
are the keyword-only parameters of its one method. Optional methods are in the descriptions. A
generator makes a `Puzzle`, and a rater gives it a `Rating`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Union

from sudoku_engine.api.events import Author, Event, Faulted, Outcome, Rejected
from sudoku_engine.api.run import Run
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.say import say, tell
from sudoku_engine.board.words import html_table

if TYPE_CHECKING:
    import random

    from sudoku_engine.formats.blocks import PlainBlock, Settled


BEYOND = "beyond"
"""The level of a puzzle that the chosen strategies do not solve."""

Fault = Union[Faulted, Rejected]


class Rating(NamedTuple):
    """The rating of a puzzle: how hard it is."""

    level: str
    """One of `LEVELS`, or `BEYOND`."""
    score: float
    """The sum of the scores of the steps found."""
    hardest: Author | None
    """The strategy with the highest score in the run, None without a step."""
    counts: Mapping[str, int]
    """The number of steps of each strategy, by id, in the order in which they are tried."""
    outcome: Outcome
    """How the run ended."""
    why: str = ""
    """More about the outcome, in words."""
    n_open: int = 0
    """The number of cells still open."""
    faults: tuple[Fault, ...] = ()
    """The faults of strategies in the run."""
    points: Mapping[str, float] = {}
    """The share of each strategy's steps in the score, by id."""

    def __str__(self) -> str:
        """Return the rating in one line: ``medium  score 262  hardest: Locked Candidates``."""
        hardest = self.hardest.name if self.hardest else "none"
        if self.level != BEYOND:
            return tell(
                "{level}  score {score}  hardest: {hardest}",
                level=self.level,
                score=str(self.score),
                hardest=hardest,
            )
        return tell(
            "{level}  score over {score}  {ended} with {cells}, hardest so far: {hardest}",
            level=self.level,
            score=str(self.score),
            ended=" ".join(filter(None, [tell(self.outcome), self.why])),
            cells=say("1 cell open" if self.n_open == 1 else "{n:#} cells open", n=self.n_open),
            hardest=hardest,
        )

    def __repr__(self) -> str:
        return f"<Rating {self}>"

    def _repr_html_(self) -> str:
        return html_table([str(self), ""], self.counts.items())

    def to_dict(self) -> dict[str, Any]:
        """Return the rating as data for JSON."""
        return {
            "level": self.level,
            "score": self.score,
            "hardest": self.hardest.id if self.hardest else None,
            "counts": dict(self.counts),
            "outcome": self.outcome,
            "open": self.n_open,
            "why": self.why or None,
        }


class Puzzle(NamedTuple):
    """A puzzle made by a generator."""

    givens: Grid
    """The puzzle."""
    solution: Grid
    """A board that solves it."""
    made: str = ""
    """How it was made, in words."""
    is_unique: bool | None = True
    """Whether `solution` is the only one; None if unknown. The engine checks a claim."""
    rating: Rating | None = None
    """The rating, if the generator made one."""

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as data for JSON."""
        from sudoku_engine.board.layout_record import layout_record  # only JSON needs it

        return {
            "puzzle": self.givens.line,
            "solution": self.solution.line,
            **layout_record(self.givens.layout),
            "unique": self.is_unique,
            "made": self.made,
            "rating": self.rating and self.rating.to_dict(),
        }

    def __str__(self) -> str:
        return self.givens.layout.clue_line + self.givens.line


class Named(Protocol):
    """Anything with an id and a name."""

    @property
    def id(self) -> str:
        """The name in configurations and on the command line."""

    @property
    def name(self) -> str:
        """The name for people."""


class Solver(Named, Protocol):
    """A program that searches.

    It may also have ``count(grid, limit)``, which returns the number of solutions, counted up to
    `limit`, and ``search(grid, **options)``, which yields `Tried`, `TakenBack` and `Found` events
    and takes the options of `solutions`.
    """

    def solutions(self, grid: Grid) -> Iterator[Grid]:
        """Yield the solutions of `grid`; raise GaveUp if the search ends without an answer."""


class Generator(Named, Protocol):
    """A program that makes puzzles.

    The engine passes a rater with the strategies of the configuration as the option `rater`, for
    generators that need to know how hard a puzzle is.
    """

    def generate(self, rng: random.Random, layout: Layout) -> Puzzle:
        """Return a puzzle on a board of `layout`; raise GaveUp if it finds none.

        Use only `rng` for chance, with `sudoku_engine.randomness`, so that a seed gives the same
        puzzle on every Python.
        """


class Verdict(NamedTuple):
    """The answer of a checker about two boards."""

    similar: bool | None
    """Whether the first can become the second; None if the checker does not know."""
    transformation: Any = None
    """A `Transformation` that turns the first into the second, if they are similar."""
    why: str = ""
    """The reason, in words."""


class Checker(Named, Protocol):
    """A program that decides whether one board is a transformation of another."""

    def find(self, source: Grid, target: Grid) -> Verdict:
        """Return the verdict on whether `source` can be turned into `target`.

        The engine checks every transformation: it applies it and compares the boards.
        """


class Reporter(Named, Protocol):
    """A writer of runs.

    It may also have ``error(error, out)``, which writes about an unreadable puzzle, and
    ``finish()``, which writes the rest at the end of a command.
    """

    def event(self, run: Run, event: Event) -> None:
        """Write about `event` to ``run.out``; the engine calls this as each event happens."""


class FrontEnd(Named, Protocol):
    """A display of runs, at its own pace.

    With ``work(session, **options)`` it also opens the board of a `Session`.
    """

    def present(self, runs: Iterable[Run]) -> None:
        """Show `runs`, each to the last event that the user wants to see."""


class Film(Protocol):
    """A film on its way into a file."""

    OPTIONS: Collection[str]
    """The options of the command line that it takes."""

    def event(self, run: Run, event: Event) -> None:
        """Keep an `event` of a run; raise UsageError for a run that does not fit."""

    def write(self, watched: Callable[..., Iterable[Any]]) -> None:
        """Write the file; `watched` shows the progress over an iterable and its length."""


class BulkSolver(Protocol):
    """A search for many plain puzzles at a time."""

    def prepare(self, notify: Callable[[str], None]) -> None:
        """Load it; `notify` gets a line if it must be compiled first. Raise what goes wrong."""

    def is_ready(self, notify: Callable[[str], None]) -> bool:
        """Return whether it works here; `notify` gets a line if it must be compiled first."""

    def settled(
        self, block: PlainBlock, most: int, n_threads: int = 1, least: int = 1
    ) -> Iterator[Settled | int]:
        """Yield the settled puzzles of a `block`, and the places of the others in it.

        Puzzles with `least` to `most` solutions are settled; 2 means 2 or more.
        """

    def minimal_lines(self, rngs: Sequence[random.Random], n_threads: int) -> str:
        """Return the lines of the minimal puzzles that `rngs` draw, or raise PluginError."""
