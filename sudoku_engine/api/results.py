"""Answers that print themselves, and show themselves in notebooks."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sudoku_engine.api.event_text import (
    DEPTHS,
    Depth,
    hint_text,
    step_text,
)
from sudoku_engine.api.events import (
    Author,
    Ended,
    Event,
    Faulted,
    Rejected,
    Stepped,
    steps_on_boards,
)
from sudoku_engine.api.record import RECORD, grid_record, step_event_record
from sudoku_engine.api.run import Run
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.say import tell
from sudoku_engine.board.step import Candidates, Step
from sudoku_engine.board.words import counted, html_table, sentence
from sudoku_engine.bundled import brought
from sudoku_engine.errors import require_word


@dataclass(frozen=True, repr=False)
class BoardStep:
    """A step on its board, with the strategy that found it.

    It prints as in ``steps`` (``Naked Pair: 1,8 in r48c4 => r57c4<>1``), and notebooks show it as
    a picture.
    """

    event: Stepped
    """The step as an event of a run."""
    before: Grid
    """The board on which it was found."""
    open_after_singles: int | None = None
    """How many cells are open when the step and all singles after it are done; only `steps` knows.
    """

    @property
    def step(self) -> Step:
        """The step itself."""
        return self.event.step

    @property
    def strategy(self) -> Author:
        """The strategy that found it: its ``id``, its ``name``, the ``plugin`` that it is from."""
        return self.event.strategy

    @property
    def number(self) -> int:
        """The number of the step in its run, from 1."""
        return self.event.number

    @property
    def after(self) -> Grid:
        """The board after the step."""
        return self.event.grid

    @property
    def placements(self) -> Candidates:
        """The digits that it places."""
        return self.step.placements

    @property
    def eliminations(self) -> Candidates:
        """The candidates that it eliminates."""
        return self.step.eliminations

    @property
    def reason(self) -> str:
        """Why it is true, in a sentence."""
        return sentence(tell(self.step.said))

    @property
    def notation(self) -> str:
        """The step in the usual notation, which `Step.parse` reads."""
        return self.step.notation(self.before.layout)

    def hint(self, show: Depth = "why") -> str:
        """Return as much of the step as ``hint --show`` does: ``where``, ``what``, ``why``.

        Raises UsageError for another word.
        """
        require_word(show, DEPTHS, "show")
        return hint_text(self.event, show)

    def to_dict(self) -> dict[str, Any]:
        """Return the step as data for JSON, as in ``steps --json``."""
        return {**step_event_record(self.event), "brings": self.open_after_singles}

    def __str__(self) -> str:
        return f"{tell(self.strategy.name)}: {self.notation}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def _repr_svg_(self) -> str:
        return str(brought("step_svg")(self))


class _StepTable:
    """Shows a list or tuple of steps, and each part of it, as a table in notebooks."""

    def __getitem__(self, at: Any) -> Any:
        found = super().__getitem__(at)  # type: ignore[misc]
        return type(self)(found) if isinstance(at, slice) else found  # type: ignore[call-arg]

    def _repr_html_(self) -> str:
        steps: Iterable[BoardStep] = self  # type: ignore[assignment]
        rows = [
            (n, tell(each.strategy.name), each.notation, each.reason)
            for n, each in enumerate(steps, 1)
        ]
        return html_table(("", tell("Technique"), tell("Step"), ""), rows)


class StepList(_StepTable, list[BoardStep]):
    """Steps of `steps`; notebooks show them as a table."""


class StepTuple(_StepTable, tuple[BoardStep, ...]):
    """Steps of a run; notebooks show them as a table."""


@dataclass(frozen=True, repr=False)
class SolveResult:
    """The solution of a puzzle, or a part of it. It prints its steps, the board and the outcome."""

    puzzle: Grid
    """The board at the start."""
    events: tuple[Event, ...] = field(compare=False)
    """All that happened, from `Started` to `Ended`; a film can be made of it."""

    @cached_property
    def ended(self) -> Ended:
        """The last event, which says how it ended."""
        last = self.events[-1]
        assert isinstance(last, Ended)
        return last

    @cached_property
    def steps(self) -> tuple[BoardStep, ...]:
        """The steps in their order, each with the board on which it was found."""
        return StepTuple(BoardStep(event, before) for before, event in steps_on_boards(self.events))

    @property
    def grid(self) -> Grid:
        """The board at the end."""
        return self.ended.grid

    @property
    def outcome(self) -> str:
        """``solved``, ``stuck``, ``contradiction`` or ``stopped``."""
        return self.ended.outcome

    @property
    def by(self) -> str:
        """``strategies``, or ``search`` if a solver filled the rest."""
        return self.ended.by

    @property
    def why(self) -> str:
        """More about the outcome, in words."""
        return self.ended.why

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes: strategies that sat out, several solutions."""
        return self.ended.notes

    @property
    def counts(self) -> Mapping[str, int]:
        """The number of steps of each strategy, by its id."""
        return self.ended.counts

    @property
    def faults(self) -> tuple[Faulted | Rejected, ...]:
        """The strategies that failed or found a wrong step, and sat out from there on."""
        return tuple(each for each in self.events if isinstance(each, (Faulted, Rejected)))

    @property
    def is_solved(self) -> bool:
        """Whether every cell is filled, and rightly."""
        return self.ended.outcome == "solved"

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle, its steps and the outcome as data for JSON."""
        return {
            "record": RECORD,
            **grid_record(self.puzzle),
            "outcome": self.outcome,
            "by": self.by,
            "why": self.why,
            "grid": self.grid.line,
            "steps": [step_event_record(step.event) for step in self.steps],
            "counts": dict(self.counts),
            "notes": list(self.notes),
        }

    def __bool__(self) -> bool:
        return self.is_solved

    def __str__(self) -> str:
        lines = [step_text(step.event) for step in self.steps if step.strategy.means != "search"]
        outcome = ": ".join(filter(None, [self.outcome.capitalize(), self.why]))
        return "\n".join([*lines, str(self.grid), outcome, *self.notes])

    def __repr__(self) -> str:
        return (
            f"<SolveResult {self.outcome}, {counted(self.ended.steps, 'step')}, {self.grid.line}>"
        )

    def _repr_svg_(self) -> str:
        run = Run(self.puzzle, iter(self.events))
        run.drain()
        return run._repr_svg_()
