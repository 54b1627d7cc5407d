"""Check that a strategy finds the same steps again: called twice, on a moved board, elsewhere.

Elsewhere is a process without a check. It also shows whether the strategy is wrong on a board only
because it remembers an earlier board.
"""

import textwrap
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from sudoku_engine import Grid, Layout
from sudoku_engine.api.event_text import short_notation
from sudoku_engine.board.words import counted
from sudoku_engine.solving.guard import objection
from sudoku_plugins.checkers.comparison import in_words as moves_in_words
from sudoku_plugins.checkers.symmetry.transformation import Transformation
from sudoku_plugins.kit.advice import advice_on_changes
from sudoku_plugins.kit.advice.code import advice_from_code
from sudoku_plugins.kit.advice.slips import KEPT
from sudoku_plugins.kit.boards_with_solutions import Position, spread
from sudoku_plugins.kit.checks.strategy.steps import demand_right_steps, no_answer, untrue
from sudoku_plugins.kit.checks.strategy.subject import Asked, StrategySubject
from sudoku_plugins.kit.findings import Finding, NotChecked, NotNeeded, check
from sudoku_plugins.kit.kit import CHECK_SEED, OTHER_SEED, Ask
from sudoku_plugins.kit.plugin_calls import StrategyAnswer, Unusable
from sudoku_plugins.kit.technique_comparison import carried_out

BRIEF = 60  # letters of a step's effect in a sentence about two of them
MOST_CALLS = 4  # calls on one board to see a difference
MOST_FOUND, MOST_EMPTY = 60, 20  # boards that are asked a second time: with finds, and others


@check("same_twice", "called twice, it does not find the same steps")
def same_twice(subject: StrategySubject) -> Finding | None:
    """Called twice, it finds the same steps."""
    calls = subject.effort.calls
    fired, others = subject.sample(MOST_FOUND, MOST_EMPTY, calls)
    asked = [*fired[::-1], *others[::-1]]
    answers = subject.caller.answers(position.grid for position, _ in asked)
    for position, first in subject.caller.within_calls(asked, calls, "asked again"):
        again = next(answers)
        if _outcome(again) != _outcome(first):
            subject.is_steady = False
            return subject.on_small_board(
                position,
                _unlike_the_first(first, again),
                partial(_unsteady, subject),
                advice_on_changes(subject.component),
            )
    return None


def _unsteady(subject: StrategySubject, grid: Grid) -> Finding | None:
    first, *others = (subject.answer(grid) for _ in range(MOST_CALLS))
    unlike = (other for other in others if _outcome(other) != _outcome(first))
    return next((_unlike_the_first(first, other) for other in unlike), None)


def _unlike_the_first(first: StrategyAnswer, again: StrategyAnswer) -> Finding:
    one, other = _in_words(first), _in_words(again)
    if _effects(first) == _effects(again):
        one, other = f"the order {one}", f"the order {other}"
    step = next(iter(first.steps or again.steps), None)
    why = f"called twice, it finds {one}, then {other}"
    return Finding(why, first.grid, step, first.line)


def _in_words(answer: StrategyAnswer) -> str:
    if answer.why:
        return f"an error ({answer.why})"
    steps = answer.steps
    if not steps:
        return "nothing"
    more = f" and {counted(len(steps) - 1, 'more step')}" if len(steps) > 1 else ""
    return f"{short_notation(steps[0], answer.grid.layout, BRIEF)}{more}"


def _outcome(answer: StrategyAnswer) -> list[Any]:
    """Return the parts of an answer that are compared: its changes, or the kind of error."""
    if answer.why:
        return [type(answer.error)]
    return [(step.placements, step.eliminations) for step in answer.steps]


def _effects(answer: StrategyAnswer) -> list[str]:
    """Return the `_outcome` without its order."""
    return sorted(map(repr, _outcome(answer)))


MOST_OF_MOVES = 40  # how many letters of the moves a finding has

MOST_TRANSFORMED = 20  # how many boards are transformed
CALLS = 8  # how many calls a transformed board takes, about


@check("turned", "it does not treat a transformed board like the original")
def like_the_original(subject: StrategySubject) -> Finding | None:
    """It treats a transformed board like the original."""
    demand_right_steps(subject)
    if not subject.is_steady:
        raise NotChecked("it must find the same steps twice first")
    calls = subject.effort.calls
    found = spread(subject.with_steps(), min(max(calls // CALLS, 1), MOST_TRANSFORMED))
    caller = subject.caller
    for position, _ in caller.within_calls(found, calls, "transformed"):
        moves = _transformation_for(position)
        starts = (Transformation.identity(position.grid.layout), moves)
        ends = carried_out(caller, [start.grid(position.grid) for start in starts])
        asked = [
            (end, way, start)
            for end, start in zip(ends, starts)
            if end is not None
            for way in (moves, moves.inverse())
        ]
        answers = caller.answers([way.grid(end) for end, way, _ in asked])
        for (end, way, start), there in zip(asked, answers):
            finding = _found_after(there, end, way)
            if finding is not None:
                solution = start.grid(Grid(end.layout, position.solution)).digits
                at_end = position._replace(grid=end, solution=solution)
                return _after_few_moves(subject, at_end, finding)
    return None


def _transformation_for(position: Position) -> Transformation:
    return Transformation.random(Random(position.source), position.grid.layout)


def _found_only_after(
    subject: StrategySubject, transformation: Transformation, grid: Grid
) -> Finding | None:
    if subject.answer(grid).given:
        return None
    return _found_after(subject.answer(transformation.grid(grid)), grid, transformation)


def _found_after(
    there: StrategyAnswer, grid: Grid, transformation: Transformation
) -> Finding | None:
    """Return the step that it finds `there`, on the transformed board, but not on `grid`."""
    if there.why or not there.steps or any(objection(s, there.grid, None) for s in there.steps):
        return None
    step, line = there.steps_with_lines()[0]
    here = transformation.inverse().step(step)
    moves = textwrap.shorten(moves_in_words(transformation, grid), MOST_OF_MOVES, placeholder=" …")
    found = short_notation(here, grid.layout)
    why = f"it finds nothing here, but it finds {found} when the board is transformed ({moves})"
    return Finding(why, grid, here, line)


def _after_few_moves(subject: StrategySubject, position: Position, finding: Finding) -> Finding:
    """Return the `finding` on the smallest board, after the fewest moves that show it."""
    layout = position.grid.layout
    transformation = _transformation_for(position)

    for each in (*simple_transformations(layout), transformation, transformation.inverse()):
        found = _found_only_after(subject, each, position.grid)
        if found is not None:
            look = partial(_found_only_after, subject, each)
            return subject.on_small_board(position, found, look)
    return finding


def simple_transformations(layout: Layout) -> list[Transformation]:
    """Return simple ones: turns, two lines or bands swapped, digits renamed."""
    if not layout.is_plain:
        return []
    n, height, width = layout.n, layout.chute_height, layout.chute_width
    lines = list(range(n))
    swapped = [1, 0, *lines[2:]]
    last = [*lines[:-2], n - 1, n - 2]
    bands = [*lines[height : 2 * height], *lines[:height], *lines[2 * height :]]
    stacks = [*lines[width : 2 * width], *lines[:width], *lines[2 * width :]]
    digits = [*layout.digits[1:], 1]
    found = [Transformation.of_lines(layout, digits=digits)]
    found += [Transformation.of_lines(layout, rows=rows) for rows in (swapped, last, bands)]
    found += [Transformation.of_lines(layout, columns=each) for each in (swapped, last, stacks)]
    if height == width:
        found.insert(0, Transformation.of_lines(layout, 1, columns=lines[::-1]))
        found += [Transformation.of_lines(layout, turns) for turns in (1, 2, 3)]
    return found


MOST_FIRED, MOST_OTHERS = 30, 10  # boards that are asked again: with finds, and others

BY_ORDER = (
    "a set of texts has another order in each process: go through sorted(...), or through a list"
)

BY_PROCESS = "only the board may decide the steps"


class _Difference(NamedTuple):
    position: Position
    here: StrategyAnswer
    there: StrategyAnswer

    @property
    def is_of_order(self) -> bool:
        """Whether only the order of the steps differs."""
        return _effects(self.here) == _effects(self.there)

    @property
    def in_words(self) -> str:
        """What is different in another process."""
        solution = self.position.solution
        if wrong := untrue(self.there, solution) or no_answer(self.there, solution):
            return f"in another process {wrong.why}"
        one, other = _in_words(self.here), _in_words(self.there)
        if self.is_of_order:
            order = f"here first {one}, there first {other}"
            return f"in another process it finds the same steps in another order: {order}"
        return f"in another process it finds other steps: here {one}, there {other}"


@check("everywhere", "it does not find the same steps in another process")
def same_everywhere(subject: StrategySubject) -> Finding | None:
    """It finds the same steps in another process."""
    ask = subject.kit.fresh
    if subject.component.is_bundled:
        return None
    if ask is None:
        raise NotNeeded("only `plugins check` asks it in another process")
    demand_right_steps(subject)
    if not subject.is_steady:
        raise NotChecked("it must find the same steps twice first")
    part = max(subject.effort.calls // 4, 1)
    asked = [*chain(*subject.sample(MOST_FIRED, MOST_OTHERS, part))]
    found = _difference(subject, ask, asked, OTHER_SEED)
    if found is None:
        return None
    advice, line, looking = BY_PROCESS, subject.component.line, subject.looking
    if found.is_of_order or _difference(subject, ask, asked, CHECK_SEED) is None:
        advice = BY_ORDER
    elif looking is not None:
        line, advice = looking.line, f"line {looking.line}: {looking.why}: {looking.advice}"
    step = next(iter(found.there.steps or found.here.steps), None)
    position = found.position
    return Finding(found.in_words, position.grid, step, line, advice, position.source)


def _difference(
    subject: StrategySubject, ask: Ask, asked: Sequence[Asked], seed: int
) -> _Difference | None:
    """Return the first difference from the answers in a fresh process; raise NotChecked."""
    boards: list[Grid] = [position.grid for position, _ in asked]
    run = ask(subject.component, boards, seed)
    for (position, here), there in zip(asked, run.answers):
        if _outcome(here) != _outcome(there):
            return _Difference(position, here, there)
    if run.why:
        raise NotChecked(f"in another process {run.why}")
    return None


REMEMBERS = "it remembers an earlier board"


def explain(subject: StrategySubject, finding: Finding) -> Finding:
    """Return the `finding`, which says so if a fresh process has another answer on its board.

    Only the first finding with a board is examined, since a memory spoils all others too.
    """
    ask, board = subject.kit.fresh, finding.board
    if ask is None or board is None or subject.is_explained or subject.component.is_bundled:
        return finding
    subject.is_explained = True
    try:
        here = subject.answer(board)
    except (Unusable, NotChecked):
        return finding
    if here.why and here.error is None:
        return finding  # no list of steps: what is empty counts as nothing in a run
    for fresh in ask(subject.component, [board], CHECK_SEED).answers:
        if _steps(fresh) != _steps(here):
            return _remembering(subject, finding, here, fresh)
    return finding


def _remembering(
    subject: StrategySubject, finding: Finding, here: StrategyAnswer, fresh: StrategyAnswer
) -> Finding:
    """Return the `finding` that a strategy has another answer `here` than in a `fresh` process."""
    there = _in_words(fresh)
    component = subject.component
    kept = advice_from_code(component.file, KEPT, line=component.line)
    now = finding.why if here.steps or here.why else "it finds nothing"
    why = f"{REMEMBERS}: asked about this one first, it finds {there}; after others, {now}"
    return replace(finding, why=why, about=REMEMBERS, advice=kept or advice_on_changes(component))


def _steps(answer: StrategyAnswer) -> list[str]:
    # An error from another process comes only in words, so no type says what it is.
    is_error = answer.why or len(answer.steps) < len(answer.given)
    return ["an error"] if is_error else _effects(answer)
