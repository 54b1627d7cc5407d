"""A sheet to practise on, and its answers: every step of the technique that a board has."""

from __future__ import annotations

from collections.abc import Sequence

from sudoku_engine.api.short_notation import short_notation
from sudoku_engine.picture.print_sheet import Drawing, Drawings, Item, sheet
from sudoku_engine.picture.step_drawings import step_drawing
from sudoku_engine.testing.practice.techniques import PracticeBoard, Techniques

MOST_MORE = 4
"""The number of further steps that are named with an answer."""


def practice_sheet(
    boards: Sequence[PracticeBoard],
    techniques: Techniques,
    *,
    title: str,
    per_page: int,
    has_name_line: bool,
) -> str:
    """Return a page of HTML with `boards`, each with a line for the step, then the answers."""
    return sheet(
        [Item(board.grid, f"look for: {board.technique.name}") for board in boards],
        title=title,
        per_page=per_page,
        has_candidates=True,
        has_name_line=has_name_line,
        has_answer_lines=True,
        more=[Drawings("Answers", [_answer(*each, techniques) for each in enumerate(boards, 1)])],
    )


def _answer(number: int, board: PracticeBoard, techniques: Techniques) -> Drawing:
    """Return the step of hints, drawn, and the notation of other steps that are right too."""
    layout, event = board.grid.layout, board.event
    drawn = step_drawing(board.grid, event, f"{number} · {board.technique.name}")
    others = [
        short_notation(other.step, layout)
        for other in techniques.steps(board.grid, board.technique)
        if other.step.effect != event.step.effect
    ]
    more = [f"Or: {other}" for other in others[:MOST_MORE]]
    if len(others) > MOST_MORE:
        more.append(f"Or one of {len(others) - MOST_MORE} more.")
    return drawn._replace(below=(*drawn.below, *more))
