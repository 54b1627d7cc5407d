"""Puzzles and ratings as records for JSON, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sudoku_engine.api.events import Author
from sudoku_engine.api.protocols import Puzzle, Rating
from sudoku_engine.api.record import grid_of, grid_record, reads


def puzzle_record(puzzle: Puzzle) -> dict[str, Any]:
    """Return the record of `puzzle`; faults of strategies are left out of its rating."""
    return {
        "givens": grid_record(puzzle.givens),
        "solution": grid_record(puzzle.solution),
        "made": puzzle.made,
        "is_unique": puzzle.is_unique,
        "rating": puzzle.rating and rating_record(puzzle.rating),
    }


def rating_record(rating: Rating) -> dict[str, Any]:
    """Return the record of `rating`, without the faults of strategies."""
    return {
        **rating._asdict(),
        "counts": dict(rating.counts),
        "hardest": rating.hardest and list(rating.hardest),
        "faults": [],
    }


@reads("a rating")
def rating_of_record(record: Mapping[str, Any]) -> Rating:
    """Return the rating of a `record`."""
    hardest = record["hardest"] and Author(*record["hardest"])
    return Rating(**{**record, "hardest": hardest, "faults": ()})


@reads("a puzzle")
def puzzle_of(record: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle of a `record`."""
    rating = record["rating"] and rating_of_record(record["rating"])
    givens, solution = grid_of(record["givens"]), grid_of(record["solution"])
    return Puzzle(givens, solution, str(record["made"]), record["is_unique"], rating)
