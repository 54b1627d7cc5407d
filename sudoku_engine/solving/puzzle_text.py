"""Generated puzzles as text: a board in some format, with comments, or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sudoku_engine.api.puzzle import BEYOND, Puzzle, Rating
from sudoku_engine.formats import written


@dataclass(frozen=True)
class PuzzleText:
    """How generated puzzles are written.

    generator, seed, count: what makes them, and how many there are, for the comments.
    format: one of `FORMATS`, or ``json``.
    has_comments: whether lines follow with origin, solution and rating.
    """

    generator: str
    seed: str
    count: int
    format: str
    has_comments: bool

    def of(self, number: int, puzzle: Puzzle) -> str:
        """Return the text of `puzzle`; its `number` counts from 1."""
        if self.format == "json":
            return f"{json.dumps(self._record(number, puzzle), ensure_ascii=False)}\n"
        text = written(puzzle.givens, self.format)
        if not self.has_comments:
            return text
        board = text.rstrip()
        end = "\r\n" if self.format == "fss" else "\n"
        comments = "".join(f"# {line}{end}" for line in self._comments(number, puzzle))
        return f"{board}{end}{comments}{text[len(board) + len(end) :]}"

    def _comments(self, number: int, puzzle: Puzzle) -> Iterator[str]:
        made = f": {puzzle.made}" if puzzle.made else ""
        yield f"puzzle {number} of {self.count}, {self.generator}, seed {self.seed}{made}"
        others = "" if puzzle.is_unique else " (there may be others)"
        yield f"solution{others}: {puzzle.solution.line}"
        if puzzle.rating is not None:
            yield f"rating: {_in_words(puzzle.rating)}"

    def _record(self, number: int, puzzle: Puzzle) -> dict[str, Any]:
        return {
            "puzzle": puzzle.givens.line,
            "solution": puzzle.solution.line,
            "layout": puzzle.givens.layout.name,
            "generator": self.generator,
            "seed": self.seed,
            "number": number,
            "unique": puzzle.is_unique,
            "made": puzzle.made,
            "rating": _rating_record(puzzle.rating) if puzzle.rating is not None else None,
        }


def _in_words(rating: Rating) -> str:
    over, so_far = (" over", " so far") if rating.level == BEYOND else ("", "")
    hardest = f", hardest{so_far}: {rating.hardest.name}" if rating.hardest else ""
    return f"{rating.level}, score{over} {rating.score}{hardest}"


def _rating_record(rating: Rating) -> dict[str, Any]:
    return {
        "level": rating.level,
        "score": rating.score,
        "hardest": rating.hardest.id if rating.hardest else None,
        "counts": dict(rating.counts),
        "outcome": rating.outcome,
    }
