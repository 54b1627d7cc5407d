"""Copies: the answers of checkers, each verified, moves made, and one form for all copies.

A yes counts if its transformation turns one board into the other; a no counts if neither another
checker nor the engine itself knows such a transformation. Answers are shown as lines, as rows of a
table, or as data; a transformation also as a run, move by move.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Any, Literal, NamedTuple

from sudoku_engine import Ended, Event, Grid, Layout, Moved, PluginError, Started, SudokuError
from sudoku_engine.api.protocols import Verdict
from sudoku_engine.api.run import timed
from sudoku_engine.board.layout import SYMBOLS
from sudoku_engine.board.words import brief, counted, symbol
from sudoku_engine.engine import Engine, Places, engine_for
from sudoku_engine.errors import ArgumentError, LayoutError, printable, require_word, warn
from sudoku_engine.formats.given import Puzzle, grid_of
from sudoku_engine.plugins.component import Component, Failure
from sudoku_plugins.checkers.symmetry.copies import Canonical, find_transformation, why_not
from sudoku_plugins.checkers.symmetry.minlex import ORDERS
from sudoku_plugins.checkers.symmetry.moves import (
    MEANING,
    Move,
    move_in,
    moves_of,
    parts_of,
)
from sudoku_plugins.checkers.symmetry.transformation import Transformation, same_clues


class Answer(NamedTuple):
    """The answer of one checker."""

    checker: str
    verdict: Verdict | None
    """Its verdict; None if it is at fault."""
    seconds: float
    fault: PluginError | None = None

    @property
    def similar(self) -> bool | None:
        """Whether the boards are similar; None if the answer leaves it open."""
        return self.verdict.similar if self.verdict else None

    @property
    def transformation(self) -> Transformation | None:
        """The transformation that it found."""
        return self.verdict.transformation if self.verdict else None


@dataclass(frozen=True, repr=False)
class Comparison:
    """Whether one board is a transformation of another, and by which moves.

    It is true in conditions if the boards are similar.
    """

    source: Grid
    target: Grid
    """The other board, the result of the moves."""
    answer: Answer

    @property
    def similar(self) -> bool | None:
        """Whether it is a transformation; None if unknown."""
        return self.answer.similar

    @property
    def transformation(self) -> Transformation | None:
        """The transformation, if there is one."""
        return self.answer.transformation

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves, in order; raises LayoutError if no moves describe the transformation."""
        return moves_of(self.transformation, self.source) if self.transformation else ()

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as data for JSON, as in ``compare --json``."""
        return dict(zip(JSON_COLUMNS, answer_record(self.answer, self.source)))

    def __bool__(self) -> bool:
        return self.similar is True

    def __str__(self) -> str:
        if self.answer.verdict is None:
            return "not known"
        return "\n".join(answer_lines(self.answer, self.source, "moves"))

    def __repr__(self) -> str:
        return f"<Comparison {str(self).splitlines()[0]}>"


def in_signs_of(source: Grid, target: Grid) -> Grid:
    """Return `target` with the signs of the digits of `source`, if both have as many."""
    if source.layout.n != target.layout.n:
        return target
    return target.with_signs(source.layout.own_signs)


def answers_of(checkers: Iterable[Component], source: Grid, target: Grid) -> list[Answer]:
    """Return each checker's answer whether `source` can be turned into `target`."""
    if source.layout.keeping(()) is not target.layout.keeping(()):
        verdict = Verdict(False, why=why_not(source, target))
        return [Answer(checker.id, verdict, 0.0) for checker in checkers]
    components = list(checkers)
    answers = [_answer(checker, source, target) for checker in components]
    if not any(answer.similar is False for answer in answers):
        return answers
    proofs = (answer.transformation for answer in answers if answer.similar)  # verified ones
    known = next(proofs, None) or find_transformation(source, target)
    if known is None:
        return answers
    why = f"it says no, but there is a transformation: {in_words(known, source)}"
    return [
        _at_fault(checker, Failure(why, checker.line), answer.seconds)
        if answer.similar is False
        else answer
        for checker, answer in zip(components, answers)
    ]


def best_answer(answers: Sequence[Answer], source: Grid) -> Answer | None:
    """Return the most definite answer, yes before no before unknown; None if all are faulty.

    Of several yes answers, the answer with the fewest moves is returned.
    """

    def rank(answer: Answer) -> tuple[int, float]:
        moves = n_moves(answer, source)
        worth = (True, False, None).index(answer.similar)
        return worth, inf if moves is None else moves

    return min((answer for answer in answers if answer.verdict), key=rank, default=None)


def n_moves(answer: Answer, source: Grid) -> int | None:
    """Return the number of moves of the transformation of an `answer`; None without one."""
    moves = _moves(answer, source)
    return None if moves is None else len(moves)


def _moves(answer: Answer, source: Grid) -> tuple[Move, ...] | None:
    """Return the moves of an `answer`; None if no transformation, or none with moves, is known."""
    with suppress(LayoutError):
        return moves_of(answer.transformation, source) if answer.transformation else None
    return None


def with_settings(checker: Component, **settings: int | None) -> Component:
    """Return `checker` with those of the `settings` that are set and that it has as options."""
    known = checker.known_options
    own = {name: value for name, value in settings.items() if value is not None and name in known}
    return checker.with_options({**checker.options, **own}) if own else checker


def in_words(transformation: Transformation, source: Grid) -> str:
    """Return the moves of `transformation` in a line, or why no moves describe it.

    >>> source = Grid.parse("12.. .... .... ....")
    >>> in_words(Transformation.of_lines(source.layout, 1, digits=[2, 1, 3, 4]), source)
    'rotate by 90 degrees; rename 1 -> 2, 2 -> 1'
    """
    try:
        return "; ".join(map(str, moves_of(transformation, source))) or "nothing moves"
    except LayoutError as error:
        return str(error)


def _answer(checker: Component, source: Grid, target: Grid) -> Answer:
    begun = perf_counter()
    verdict = checker.guarded_call(checker.call, source, target)
    seconds = perf_counter() - begun
    if isinstance(verdict, Failure):
        return _at_fault(checker, verdict, seconds)
    if why := verdict_fault(verdict, source, target):
        return _at_fault(checker, Failure(why, checker.line), seconds)
    return Answer(checker.id, verdict._replace(why=printable(str(verdict.why))), seconds)


def verdict_fault(verdict: object, source: Grid, target: Grid) -> str | None:
    """Return the fault in the `verdict` of a checker on these boards, or None."""
    if not isinstance(verdict, Verdict) or verdict.similar not in (True, False, None):
        return f"it gave {brief(verdict)}, which is not a Verdict"
    if not verdict.similar:
        return None
    transformation = verdict.transformation
    if transformation is None:
        return "it says yes without a transformation"
    if not isinstance(transformation, Transformation) or transformation.layout != source.layout:
        return f"it gave {brief(transformation)}, which is not a Transformation of these boards"
    turned = transformation.grid(source)
    if turned.layout is not target.layout and not same_clues(turned.layout, target.layout):
        return "its transformation does not move the clues to those of the other board"
    for cell, found, wanted in zip(source.layout.cells, turned.digits, target.digits):
        if found != wanted:
            signs = source.layout.signs
            marks = [symbol(digit, signs) if digit else "a blank" for digit in (found, wanted)]
            return f"its transformation puts {marks[0]} into {cell}, which holds {marks[1]}"
    return None


def _at_fault(checker: Component, failure: Failure, seconds: float) -> Answer:
    file = checker.author.plugin
    line = failure.line if file else 0
    error = failure.error
    why = str(error) if isinstance(error, SudokuError) else failure.why
    fault = PluginError(f"{checker.id} is at fault: {why}", checker.id, file or "bundled", line)
    fault.__cause__ = error
    return Answer(checker.id, None, seconds, fault)


Form = Literal["moves", "parts"]
"""The description of a transformation: move by move, or part by part."""

COLUMNS = ("checker", "similar", "moves", "seconds", "why")
"""The columns of `answer_row`."""

JSON_COLUMNS = ("checker", "similar", "why", "moves", "options", "parts", "seconds")
"""The columns of `answer_record`."""


def answer_lines(answer: Answer, source: Grid, form: Form) -> Iterator[str]:
    """Yield the verdict in words, and the description of the transformation of `source`."""
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
        yield from parts_of(transformation, source)
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
    moves, options, parts = _moves(answer, source), None, None
    if moves is not None and answer.transformation is not None:
        options = " ".join(move.option for move in moves)
        parts = list(parts_of(answer.transformation, source))
    texts = None if moves is None else [move.text for move in moves]
    return answer.checker, answer.similar, why, texts, options, parts, round(answer.seconds, 6)


def move_events(grid: Grid, moves: Iterable[Move]) -> Iterator[Event]:
    """Yield the events of the `moves` on `grid`: `Started`, each `Moved`, `Ended`.

    The outcome is ``stopped``, since there was nothing to solve. Raises LayoutError if the board
    does not allow a move.
    """
    return timed(_events(grid, moves))


def _events(grid: Grid, moves: Iterable[Move]) -> Iterator[Event]:
    yield Started(grid)
    count = 0
    for move in moves:
        count += 1
        grid = move.grid(grid)
        yield Moved(move.text, grid)
    yield Ended("stopped", "search", grid, 0, {}, 0.0, f"{counted(count, 'move')} made")


def moves_to_make(grid: Grid, wanted: Iterable[str], rng: random.Random) -> list[Move]:
    """Return the `wanted` moves on `grid`, as `move_in` reads them, with ``random`` ones drawn.

    All are tried. Raises LayoutError for a move that the board does not allow.
    """
    moves: list[Move] = []
    for text in wanted:
        if text == "random":
            drawn = moves_of(Transformation.random(rng, grid.layout), grid)
        else:
            drawn = (move_in(text, grid.layout.own_signs or SYMBOLS),)
        for move in drawn:
            grid = move.grid(grid)
        moves += drawn
    return moves


def compare(
    one: Puzzle,
    other: Puzzle,
    *,
    checker: str = "canonical",
    layout: Layout | str | None = None,
    plugins: Places | Engine = (),
) -> Comparison:
    """Return whether `one` can be turned into the `other`, and by which moves.

    The result is true in conditions if it can. `checker`: the id of the checker that decides.

    >>> found = compare("12.. 3... .... ....", "..31 ...2 .... ....")
    >>> bool(found), str(found.moves[0])
    (True, 'swap stacks 1 and 2')
    """
    with engine_for(plugins) as engine:
        source = grid_of(one, layout)
        target = in_signs_of(source, grid_of(other, layout))
        (answer,) = answers_of([engine.registry.find("checker", checker)], source, target)
        if answer.fault:
            warn(str(answer.fault))
        return Comparison(source, target, answer)


def transform(
    puzzle: Puzzle,
    *moves: Move | Transformation | str,
    seed: int | str | None = None,
    layout: Layout | str | None = None,
) -> Grid:
    """Return the board after the `moves` on `puzzle`, one after another.

    A move is a text as on the command line (``rotate 90``, ``swap rows 1 2``, ``transpose``,
    ``reflect left-right``, ``relabel 1=2,2=1``, or ``random``, which is the same for the same
    `seed`), one of `Comparison.moves`, or a `Transformation`. Raises LayoutError for a move that
    the board does not allow.

    >>> transform("12.. 3... .... ....", "rotate 90", "relabel 1=4,4=1")
    Grid.parse('..34...2........')
    """
    grid, rng = grid_of(puzzle, layout), random.Random(seed)
    for move in moves:
        if move == "random":
            move = Transformation.random(rng, grid.layout)
        elif isinstance(move, str):
            move = move_in(move, grid.layout.own_signs or SYMBOLS)
        elif not isinstance(move, (Move, Transformation)):
            raise ArgumentError(f"a move is a text such as 'rotate 90', not {brief(move)}")
        grid = move.grid(grid)
    return grid


def canonical(
    puzzle: Puzzle, *, order: str = "refinement", layout: Layout | str | None = None
) -> Canonical:
    """Return the form that all copies of `puzzle` share: its `line`, its `grid`, its `symmetries`.

    `order`: ``refinement``, which is quick, or ``minlex``, the least as text.

    >>> canonical("12.. 3... .... ....").line == canonical("..31 ...2 .... ....").line
    True
    """
    require_word(order, ORDERS, "order")
    return ORDERS[order](grid_of(puzzle, layout))
