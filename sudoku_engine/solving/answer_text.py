"""The answer of a checker about two boards, as lines, as a row of a table, or as data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from sudoku_engine.board.grid import Grid
from sudoku_engine.errors import LayoutError
from sudoku_engine.solving.comparison import Answer, n_moves
from sudoku_engine.transform.decomposition import MEANING, moves_of, parts_of

Form = Literal["moves", "parts"]
"""How a transformation is described: move by move, or part by part."""

COLUMNS = ("checker", "similar", "moves", "seconds", "why")
"""The columns of `answer_row`."""

JSON_COLUMNS = ("checker", "similar", "why", "moves", "options", "parts", "seconds")
"""The columns of `answer_record`."""


def answer_lines(answer: Answer, source: Grid, form: Form) -> Iterator[str]:
    """Yield the verdict in words, and what the transformation of `source` does."""
    assert answer.verdict is not None
    transformation, why = answer.verdict.transformation, answer.verdict.why
    if not answer.similar or transformation is None:
        word = "not known" if answer.similar is None else "not similar"
        yield f"{word}: {why}" if why else word
        return
    yield f"similar, says {answer.checker}" + (f": {why}" if why else "")
    try:
        moves = moves_of(transformation, source)
    except LayoutError as error:
        yield str(error)
        return
    if not moves:
        yield "Nothing moves: the boards are equal."
    elif form == "parts":
        yield MEANING
        yield from map(str, parts_of(transformation, source))
    else:
        yield from (f"{number:3d}. {move}" for number, move in enumerate(moves, 1))
        yield f"Options for transform: {' '.join(move.option for move in moves)}"


def answer_row(answer: Answer, source: Grid) -> tuple[object, ...]:
    """Return the `answer` as a row for people, by `COLUMNS`."""
    says = {True: "yes", False: "no", None: "not known"}[answer.similar]
    return (
        answer.checker,
        "at fault" if answer.fault else says,
        n_moves(answer, source),
        f"{answer.seconds:.4f}",
        answer.verdict.why if answer.verdict else "",
    )


def answer_record(answer: Answer, source: Grid) -> tuple[object, ...]:
    """Return the `answer` as data, by `JSON_COLUMNS`."""
    why = answer.fault.what if answer.fault else answer.verdict.why if answer.verdict else ""
    found = _in_full(answer, source) or (None, None, None)
    return answer.checker, answer.similar, why, *found, round(answer.seconds, 6)


def _in_full(answer: Answer, source: Grid) -> tuple[list[str], str, list[str]] | None:
    """Return the moves, their options and the parts, if there are any."""
    if answer.transformation is None:
        return None
    try:
        moves = moves_of(answer.transformation, source)
        parts = [str(part) for part in parts_of(answer.transformation, source)]
    except LayoutError:
        return None
    return [move.text for move in moves], " ".join(move.option for move in moves), parts
