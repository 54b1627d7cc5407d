"""Checks of a strategy on hidden boards: is it as good there as on the boards of the kit?

They come after the checks on the boards of the kit, which pupils know, and only if the strategy is
right there. What they find is for teachers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from sudoku_engine.board.words import counted
from sudoku_engine.randomness import shuffled
from sudoku_engine.testing.boards_with_solutions import Position, transformed
from sudoku_engine.testing.checks.strategy import AGAINST
from sudoku_engine.testing.examination import Examination
from sudoku_engine.testing.findings import Finding
from sudoku_engine.testing.grading.measurement import SolvedPuzzle
from sudoku_engine.testing.grading.scheme import HIDDEN
from sudoku_engine.testing.kit import Kit

REPEATED = ("in_time", "true", "gives_steps", "leaves_board", "changes_something", "candidates")
"""The checks of the kit that are made on hidden boards, too."""

AS_OFTEN = f"{HIDDEN}_fires"
"""The check that it finds something as often as on the boards of the kit."""

AS_MUCH = f"{HIDDEN}_against"
"""The check that it finds as much of the technique as on the boards of the kit."""

PUZZLES = 31  # from which hidden boards are made; and the number of hidden puzzles to solve
FEWEST = 10  # finds that must be expected before it is said that there are too few
MUCH_LESS = 0.3  # the part of the technique that may be missing by chance on hidden boards


def hidden_kit(kit: Kit, seed: str) -> Kit:
    """Return the `kit` with the boards of `seed`."""
    return replace(kit, hidden_seed=seed, puzzles=PUZZLES, fresh=None)


def hidden_puzzles(puzzles: Sequence[SolvedPuzzle], seed: str) -> list[SolvedPuzzle]:
    """Return some of the `puzzles`, with lines moved and digits renamed."""
    rng = Random(f"{seed} puzzles")
    drawn = shuffled(rng, puzzles)[:PUZZLES]
    moved = (transformed(Position(puzzle.grid, puzzle.solution, ""), rng) for puzzle in drawn)
    return [SolvedPuzzle(position.grid, position.solution) for position in moved]


def hidden_findings(known: Examination, hidden: Examination) -> Iterator[Finding]:
    """Yield the findings on a strategy that was examined on the boards of the kit."""
    for check in hidden.checks():
        if check.name in REPEATED:
            yield on_hidden_boards(check.run())
        elif check.name == AGAINST.name:
            check.run()  # it compares; what counts is how much is found beside the known boards
    yield _as_often(known, hidden)
    if known.comparison is not None and known.kit.against is not None:
        yield _as_much(known, hidden)


def on_hidden_boards(finding: Finding) -> Finding:
    """Return `finding` as one about hidden boards."""
    why = f"on hidden boards: {finding.why}" if finding.why else ""
    return replace(finding, check=f"{HIDDEN}_{finding.check}", why=why)


def _as_often(known: Examination, hidden: Examination) -> Finding:
    expected = known.fired * hidden.boards / max(known.boards, 1)
    is_less = expected >= FEWEST and hidden.fired < expected / 4
    why = (
        f"it finds something on {hidden.fired} of {counted(hidden.boards, 'hidden board')}, and "
        f"on {known.fired} of {known.boards} that are known: does it look up the known ones?"
    )
    about = "it finds something on hidden boards as often as on known ones"
    return Finding(why if is_less else "", check=AS_OFTEN, about=about, ok=not is_less)


def _as_much(known: Examination, hidden: Examination) -> Finding:
    there = hidden.comparison
    about = "it finds as much of the technique on hidden boards as on known ones"
    if known.comparison is None or there is None or there.n_wanted < FEWEST:
        why = "there are too few steps of the technique on the hidden boards"
        return Finding(why, check=AS_MUCH, about=about, ok=None, is_needless=True)
    is_less = known.comparison.part - there.part > MUCH_LESS
    why = (
        f"on hidden boards {there.praise}, on known ones {known.comparison.praise}: "
        "does it look up the known ones?"
    )
    return Finding(why if is_less else "", check=AS_MUCH, about=about, ok=not is_less)
