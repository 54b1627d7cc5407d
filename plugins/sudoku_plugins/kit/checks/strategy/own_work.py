"""Check that a strategy finds its steps itself, by its watched actions."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress

from sudoku_engine.board.grid import Grid
from sudoku_engine.plugins.component import Component
from sudoku_plugins.kit.advice.code import slip_in
from sudoku_plugins.kit.advice.slips import DECIDES, LOOKING
from sudoku_plugins.kit.boards_with_solutions import spread
from sudoku_plugins.kit.checks.strategy.subject import StrategySubject
from sudoku_plugins.kit.findings import Finding, NotChecked, check
from sudoku_plugins.kit.own_work import CodeOwner, Deed, Noticed, heard, watched_call
from sudoku_plugins.kit.plugin_calls import Caller, Unusable

LOOK_YOURSELF = (
    "find the step from the candidates on the board, like a person who does not know the solution"
)

ASKING = {
    CodeOwner.SEARCH.name: "it asks the engine's search for the solution",
    CodeOwner.ENGINE.name: "it lets the engine solve the board",
    CodeOwner.KIT.name: "it looks up the boards of this check and their solutions",
}
"""The words for a plugin that enters a part of the engine."""

WRITE_YOURSELF = "write the technique yourself: that is what it is for"

MOST_FIRED, MOST_OTHERS = 8, 3  # boards that are watched: with finds, and others
PATIENCE = 4  # how many times longer a call may take while it is watched


@check("own_work", "it does not find its steps itself")
def finds_itself(subject: StrategySubject) -> Finding | None:
    """It finds its steps itself."""
    component, kit = subject.component, subject.kit
    if component.is_bundled:
        return None
    caller, boards = kit.caller(component, PATIENCE), _boards(subject)
    watched = list(_watch(caller, boards))
    if boards and not watched:
        raise NotChecked("its calls take too long to be watched")
    home = os.path.dirname(component.file)
    noticed = [Noticed(*each) for each in caller.result(heard)]
    noticed = [each for each in noticed if os.path.dirname(each.file) == home]
    subject.looking = _looking(component, noticed)
    may_borrow = not (kit.is_compared or kit.is_strict or kit.demands_own_work)
    if its := _ours_at((component.file, component.line), kit.ours):
        return Finding(f"it is our {its.name}", advice=WRITE_YOURSELF, is_must=not may_borrow)
    for each in noticed:
        if each.is_deceit:
            return Finding(each.why, line=each.line, advice=LOOK_YOURSELF)
    borrowed = [_blame(deed, subject, may_borrow) for deeds in watched for deed in deeds]
    # The first of the worst.
    return max(borrowed, key=lambda finding: finding.is_must, default=subject.looking)


def _boards(subject: StrategySubject) -> list[Grid]:
    part = max(subject.effort.calls // 4, 1)
    known = list(subject.answers())
    found = [position.grid for position, answer in known if answer.steps]
    others = [position.grid for position, answer in known if not answer.steps]
    return [*spread(found, min(MOST_FIRED, part)), *spread(others, min(MOST_OTHERS, part))]


def _watch(caller: Caller, boards: Iterable[Grid]) -> Iterator[list[Deed]]:
    with suppress(Unusable):
        for deeds in caller.results(watched_call, [(grid,) for grid in boards]):
            yield [Deed(*each) for each in deeds]


def _looking(component: Component, noticed: Iterable[Noticed]) -> Finding | None:
    """Return the advice to a strategy that reads files, the date, or the machine's name."""
    for each in noticed:
        return Finding(each.why, line=each.line, advice=DECIDES, is_must=False)
    looking = slip_in(component.file, LOOKING, line=component.line)
    if looking is None:
        return None
    why, _, advice = looking.advice.partition(": ")
    return Finding(why, line=looking.line, advice=advice, is_must=False)


def _blame(deed: Deed, subject: StrategySubject, may_borrow: bool) -> Finding:
    line = deed.line or subject.component.line
    if deed.owner in ASKING:
        return Finding(f"{ASKING[deed.owner]}: {deed.what}", line=line, advice=LOOK_YOURSELF)
    its = _ours_at(deed.begin, subject.kit.ours)
    why = f"it calls our {its.name}" if its else f"it uses a part of our strategies: {deed.what}"
    return Finding(why, line=line, advice=WRITE_YOURSELF, is_must=not may_borrow)


def _ours_at(place: tuple[str, int], ours: Iterable[Component]) -> Component | None:
    return next((each for each in ours if (each.file, each.line) == tuple(place)), None)
