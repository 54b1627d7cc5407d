"""Why a conclusion is true: the fewest truths from which it follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sudoku_engine.api.event_text import has_many_cases, why_texts
from sudoku_engine.api.events import Author, Ended, Event, Started, Stepped
from sudoku_engine.api.record import step_event_record
from sudoku_engine.api.results import BoardStep
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.notation import candidate_texts, effect_text, effects_in
from sudoku_engine.board.say import tell
from sudoku_engine.board.step import Candidate
from sudoku_engine.board.words import listed, symbol
from sudoku_engine.errors import LayoutError, PuzzleError
from sudoku_engine.formats.given import Puzzle, grid_of
from sudoku_plugins.reasons.reason_step import step_of
from sudoku_plugins.reasons.reasons import clash
from sudoku_plugins.reasons.smallest_reason import (
    BUDGET,
    Reason,
    simplest_reason,
    smallest_reason,
)
from sudoku_plugins.strategies.analysis.truths import (
    ClueTruth,
    Truth,
    candidates,
    in_words,
    left_on,
)

WHY = Author("smallest_reason", "Smallest Reason")
"""The author of steps that `why` finds."""


@dataclass(frozen=True, repr=False)
class Why:
    """Why a conclusion is true: the fewest truths from which it follows; or why it is not.

    It prints itself, and notebooks show it as a picture.
    """

    conclusion: str
    """The conclusion in question, in notation; empty if nothing follows on the board."""
    puzzle: Grid
    """The board."""
    step: BoardStep | None = None
    """The truths and their consequences as a step; None if the conclusion does not follow."""
    truths: tuple[Truth | ClueTruth, ...] = ()
    is_smallest: bool = True
    """Whether no fewer truths are enough; otherwise there may be a smaller reason."""
    counter_board: Grid | None = None
    """A full board on which the conclusion is false, if it does not follow."""

    @property
    def denied(self) -> list[Candidate]:
        """What is on the counter board in the cells of which the conclusion is false."""
        if self.counter_board is None:
            return []
        digits = self.counter_board.digits
        placed, eliminated = effects_in(self.conclusion, self.puzzle.layout)
        false = [cell for cell, digit in placed if digits[cell] != digit]
        false += [cell for cell, digit in eliminated if digits[cell] == digit]
        return [Candidate(cell, digits[cell]) for cell in false]

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as data for JSON, without its board."""
        return {
            "conclusion": self.conclusion,
            "follows": self.step is not None,
            "is_smallest": self.is_smallest,
            "truths": [self._truth_record(truth) for truth in self.truths],
            "step": self.step and step_event_record(self.step.event),
            "counter_board": self.counter_board and self.counter_board.line,
        }

    def _truth_record(self, truth: Truth | ClueTruth) -> dict[str, Any]:
        named: dict[str, Any]
        if isinstance(truth, ClueTruth):
            named = {"clue": str(truth.clue)}
        elif truth.house is None:
            named = {"cell": str(truth.cell)}
        else:
            named = {"house": str(truth.house), "digit": truth.digit}
        left = candidate_texts(self._left(truth), ":", self.puzzle.layout)
        return {"text": str(truth), **named, "candidates": left}

    def _left(self, truth: Truth | ClueTruth) -> list[Candidate]:
        return candidates(truth.mask & left_on(self.puzzle)[0], self.puzzle.layout)

    def events(self) -> Iterator[Event]:
        """Yield the answer as a run: of one step, without many cases, or to the counter board."""
        yield Started(self.puzzle)
        steps, grid = 0, self.counter_board or self.puzzle
        if self.step is not None:
            event, step = self.step.event, self.step.step
            if has_many_cases(step):
                event = event._replace(step=step.replace(links=(), branches=()))
            yield event
            steps, grid = 1, self.step.after
        yield Ended("stopped", "strategies", grid, steps, {}, 0.0, self.lines()[0].rstrip(":"))

    def lines(self, is_whole: bool = True) -> list[str]:
        """Return the answer in words, a truth after two blanks; `is_whole`: with all its cases."""
        if self.step is None:
            if self.counter_board is None:
                if not self.puzzle.n_open:
                    return [tell("The board is full: there is nothing to explain.")]
                return [tell("Nothing more follows: each remaining candidate is in some solution.")]
            return [
                tell(
                    "{conclusion} does not follow: this full board obeys all rules, but {denied}.",
                    conclusion=self.conclusion,
                    denied=[*map(in_words, self.denied)],
                ),
                *str(self.counter_board).splitlines(),
            ]
        step = self.step.step
        argument = why_texts(step)
        if has_many_cases(step) and not is_whole:
            n_cases = len(step.branches)
            argument = [tell("The argument has {n:#} cases.", n=n_cases), *argument[n_cases:]]
        is_one, number = len(step.placements) + len(step.eliminations) == 1, len(self.truths)
        how = tell(", and from no fewer") if number > 1 else ""
        if not self.is_smallest:
            how = tell(", a small reason; there may be a smaller one")
        truths = tell("1 truth" if number == 1 else "{n:#} truths", n=number)
        follows = tell(
            "{conclusion} follows from {truths}" if is_one else "{conclusion} follow from {truths}",
            conclusion=self.conclusion,
            truths=truths,
        )
        return [
            f"{follows}{how}:",
            *(f"  {self._told(truth)}" for truth in self.truths),
            *argument,
        ]

    def _told(self, truth: Truth | ClueTruth) -> str:
        if isinstance(truth, ClueTruth):
            return tell(truth.in_words)
        left = self._left(truth)
        choice = tell(
            "{places:or}",
            places=[each.digit if truth.house is None else str(each.cell) for each in left],
            place=truth.place,
        )
        return f"{tell(truth.in_words)}: {choice}"

    def __bool__(self) -> bool:
        return self.step is not None

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        return f"<Why {self.lines()[0].rstrip(':.')}>"

    def _repr_svg_(self) -> str:
        if self.step is not None:
            return self.step._repr_svg_()
        return (self.counter_board or self.puzzle)._repr_svg_()


def why(
    puzzle: Puzzle,
    conclusion: Candidate | str | None = None,
    *,
    layout: Layout | str | None = None,
    budget: int | None = None,
) -> Why:
    """Return the fewest truths from which a `conclusion` follows on `puzzle` as it stands.

    A truth is a simple fact: a cell has a digit, a house has a place for a digit, a clue holds.
    `conclusion`: a candidate to eliminate, or a text (``r5c4-2``, ``r1c1=7``); by default the
    simplest of all next steps. If it does not follow, the answer has a full board as proof.
    `budget`: the number of choices to try; if they are not enough, the answer is a small reason,
    not the smallest, and needs python-sat. `puzzle` and `layout` are as for `solve`. Raises
    PuzzleError for a board without a solution, and for a candidate that the board lacks.

    >>> print(why("12.. .... .... ....", "r2c3-4"))
    r2c3<>4 follows from 1 truth:
      row 1 has a 4: r1c3 or r1c4
    If r2c3 is 4: row 1 has no place left for 4; so r2c3 is not 4.
    """
    grid = grid_of(puzzle, layout)
    placed, eliminated = (
        effects_in(conclusion, grid.layout)
        if isinstance(conclusion, str)
        else ([], [] if conclusion is None else [conclusion])
    )
    return reasoned(grid, placed, eliminated, budget)


def reasoned(
    grid: Grid,
    placements: Iterable[Candidate] = (),
    eliminations: Iterable[Candidate] = (),
    budget: int | None = None,
) -> Why:
    """Return why these conclusions are true or not; without conclusions, the simplest next step.

    Raises PuzzleError for a candidate that the board does not have, LayoutError for a cell.
    `budget` and other errors are as for `smallest_reason`.
    """
    placed = tuple([_checked_candidate(grid, each) for each in placements])
    eliminated = tuple([_checked_candidate(grid, each) for each in eliminations])
    tries = BUDGET if budget is None else budget
    found: Reason | Grid | None
    if placed or eliminated:
        found = smallest_reason(grid, placed, eliminated, tries)
    else:
        found = simplest_reason(grid, tries)
    if not isinstance(found, Reason):
        return Why(effect_text(placed, eliminated, grid.layout), grid, counter_board=found)
    step = step_of(found)
    text = effect_text(step.placements, step.eliminations, grid.layout)
    on_board = BoardStep(Stepped(1, WHY, step, grid.apply(step)), grid)
    return Why(text, grid, on_board, found.truths, found.is_smallest)


def _checked_candidate(grid: Grid, asked: Candidate) -> Candidate:
    """Return the candidate `asked` for, with a cell that knows its name."""
    cell, digit = asked
    if not 0 <= cell < len(grid.layout.cells):
        raise LayoutError(f"no cell {cell} on a {grid.layout} board")
    why = clash(grid, cell, digit)
    name, held, signs = grid.layout.cells[cell], grid.digits[cell], grid.layout.signs
    if held:
        raise PuzzleError(f"{name} holds {symbol(held, signs)} already: ask about an open cell")
    if digit not in grid.candidates(cell):
        why = f"ask about {listed(grid.candidates(cell), 'or', signs)}"
    if why:
        raise PuzzleError(f"{name} cannot be {symbol(digit, signs)} anyway: {why}")
    return Candidate(name, digit)
