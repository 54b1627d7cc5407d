"""Check that a strategy finds its steps itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from sudoku_engine.board.grid import Grid
from sudoku_engine.testing.boards_with_solutions import Position
from sudoku_engine.testing.checks.strategy.steps import untrue
from sudoku_engine.testing.checks.strategy.subject import StrategySubject
from sudoku_engine.testing.effort import spread
from sudoku_engine.testing.findings import Finding, NotChecked, check
from sudoku_engine.testing.own_work.audit import Noticed, heard
from sudoku_engine.testing.own_work.verdict import verdict
from sudoku_engine.testing.own_work.watch import Watched, watched_call
from sudoku_engine.testing.plugin_calls import Caller, Unusable
from sudoku_engine.transform.transformation import Transformation

MOST_FIRED, MOST_OTHERS = 12, 4  # boards that are watched: with finds, and others
MOST_CALLS = 120_000  # calls on all boards together that are watched
PATIENCE = 4  # how many times longer a call may take while it is watched


@check("own_work", "it does not find its steps itself")
def finds_itself(subject: StrategySubject) -> Finding | None:
    """It finds its steps itself."""
    component, kit = subject.component, subject.kit
    if component.is_bundled:
        return None
    known, part = list(subject.answers()), max(subject.effort.calls // 4, 1)
    positions = sample([position for position, answer in known if answer.steps], part)
    others = [position for position, answer in known if not answer.steps]
    positions += spread(others, min(MOST_OTHERS, part))
    is_right = not any(untrue(answer, position.solution) for position, answer in known)
    may_borrow = not (kit.is_compared or kit.is_strict or kit.demands_own_work)
    caller = kit.caller(component, PATIENCE)
    watched = list(_watched(caller, positions))
    if positions and not watched:
        raise NotChecked("its calls take too long to be watched")
    noticed = [Noticed(*each) for each in caller.result(heard)]
    return verdict(watched, component, kit.ours, subject.family, is_right, may_borrow, noticed)


def sample(positions: Iterable[Position], most: int = MOST_FIRED) -> list[Position]:
    """Return some of the `positions` that have one solution, half of them with other digits.

    Those the plugin has never seen: it cannot remember what it knows about them.
    """
    known = [each for each in positions if not each.second_solution]
    known = spread(known, min(MOST_FIRED, most))
    return [*known[::2], *map(renamed, known[1::2])]


def _watched(caller: Caller, positions: Sequence[Position]) -> Iterator[Watched]:
    calls = 0
    asked = [(position.grid, position.solution) for position in positions]
    with suppress(Unusable):
        for position, seen in zip(positions, caller.results(watched_call, asked)):
            yield replace(seen, position=position)
            calls += seen.calls
            if calls > MOST_CALLS:
                return


def renamed(position: Position) -> Position:
    """Return the board with each digit replaced by the next one."""
    layout = position.grid.layout
    digits = [*layout.digits[1:], 1]
    change = Transformation.of_lines(layout, digits=digits)
    solution = change.grid(Grid(layout, position.solution)).digits
    return position._replace(grid=change.grid(position.grid), solution=solution)
