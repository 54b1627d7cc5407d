"""Check that a strategy finds its steps itself, by its watched actions."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from types import CodeType

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.words import symbol
from sudoku_engine.plugins.component import Component
from sudoku_plugins.checkers.symmetry.transformation import Transformation
from sudoku_plugins.kit.advice.code import slip_in
from sudoku_plugins.kit.advice.slips import DECIDES, LOOKING
from sudoku_plugins.kit.boards_with_solutions import Position
from sudoku_plugins.kit.checks.strategy.steps import untrue
from sudoku_plugins.kit.checks.strategy.subject import StrategySubject
from sudoku_plugins.kit.effort import spread
from sudoku_plugins.kit.findings import Finding, NotChecked, check
from sudoku_plugins.kit.own_work import CodeOwner, Deed, Noticed, Watched, heard, watched_call
from sudoku_plugins.kit.plugin_calls import Caller, Unusable

LOOK_YOURSELF = (
    "find the step from the candidates on the board, like a person who does not know the solution"
)

ASKING = {
    CodeOwner.SEARCH: "it asks the engine's search for the solution",
    CodeOwner.ENGINE: "it lets the engine solve the board",
    CodeOwner.KIT: "it looks up the boards of this check and their solutions",
}
"""The words for a plugin that enters a part of the engine."""

WRITE_YOURSELF = "write the technique yourself: that is what it is for"

NO_TRYING = (
    "a technique does not try digits to see what happens: which cells on the board show the step?"
)

SHOW_HOW = (
    "if it only marks consequences, all is well; a technique of this family shows its steps on the "
    "board itself, without trying"
)

TRYING_FAMILIES = ("forcing",)  # they follow what happens if a cell has a digit
ASSUMING_FAMILIES = ("chains", "coloring", "uniqueness")  # may do so on boards of their own

TRYING_NAMES = re.compile("forcing|nishio|bowman|trial|contradiction|what if|backtrack|guess", re.I)
"""Names of techniques that openly try digits."""

OFTEN = 1 / 3  # the part of the boards on which digits must be tried: on a few it may be chance
SOMETIMES = 1 / 5  # the part of the boards whose solution it must hold: once is chance
FEWEST_DEEP = 3  # boards, with as many numbers of open cells, that a search must go down


def verdict(
    watched: Sequence[Watched],
    component: Component,
    ours: Iterable[Component],
    family: str,
    is_right: bool,
    may_borrow: bool,
    noticed: Sequence[Noticed] = (),
) -> Finding | None:
    """Return the worst deed that was `watched`; None if the plugin does its own work.

    `family`: the family of the technique, empty if unknown. `is_right`: whether all its steps are
    right; if not, a wrong digit on a board of its own may be a mistake. `may_borrow`: whether using
    a bundled strategy is only advice, not a fault. `noticed`: the events of the audit hook.
    """
    if (its := _ours_at((component.file, component.line), ours)) is not None:
        return Finding(f"it is our {its.name}", advice=WRITE_YOURSELF, is_must=not may_borrow)
    for each in _by(component, noticed):
        if each.is_deceit:
            return Finding(each.why, line=each.line, advice=LOOK_YOURSELF)
    deeds = [deed for each in watched for deed in each.deeds]
    borrowed = [
        _of_ours(deed._replace(line=deed.line or component.line), ours, may_borrow)
        for deed in deeds
        if deed.owner is not CodeOwner.OWN
    ]
    if borrowed:
        return max(borrowed, key=lambda finding: finding.is_must)  # the first of the worst
    for deed in deeds:
        if deed.held is None:
            return _finding(deed, f"it looks at the program that calls it: {deed.what}")
    if family in TRYING_FAMILIES or TRYING_NAMES.search(component.name):
        return None
    full = [deed for deed in deeds if deed.held and deed.held.is_solution]
    solved = [each for each in watched if any(deed in full for deed in each.deeds)]
    trying = [each for each in watched if any(d.held and d.held.wrong for d in each.deeds)]
    if full and (trying or len(solved) >= SOMETIMES * len(watched)):
        return _solving(full[0], tries=bool(trying))
    if trying and is_right and len(trying) >= OFTEN * len(watched):
        return _trying(trying[0], family)
    return _going_deep(watched)


def _by(component: Component, noticed: Sequence[Noticed]) -> list[Noticed]:
    home = os.path.dirname(component.file)
    return [each for each in noticed if os.path.dirname(each.file) == home]


def looking_around(component: Component, noticed: Sequence[Noticed]) -> Finding | None:
    """Return the advice to a strategy that reads files, the date, or the machine's name."""
    for each in _by(component, noticed):
        return Finding(each.why, line=each.line, advice=DECIDES, is_must=False)
    looking = slip_in(component.file, LOOKING, line=component.line)
    if looking is None:
        return None
    why, _, advice = looking.advice.partition(": ")
    return Finding(why, line=looking.line, advice=advice, is_must=False)


def _of_ours(deed: Deed, ours: Iterable[Component], may_borrow: bool) -> Finding:
    if deed.owner is not CodeOwner.STRATEGY:
        return _finding(deed, f"{ASKING[deed.owner]}: {deed.what}")
    its = _ours_at(deed.entered, ours)
    why = f"it calls our {its.name}" if its else f"it uses a part of our strategies: {deed.what}"
    return _finding(deed, why, WRITE_YOURSELF, is_must=not may_borrow)


def _ours_at(place: tuple[str, int], ours: Iterable[Component]) -> Component | None:
    """Return the bundled strategy whose main method begins at that file and line, if any."""
    return next((each for each in ours if (each.file, each.line) == place), None)


def _trying(watched: Watched, family: str) -> Finding:
    for deed in watched.deeds:
        if deed.held and deed.held.wrong:
            cell, digit = deed.held.wrong
            break
    position = watched.position
    tried = f"{symbol(digit)} in {position.grid.layout.cells[cell]}"
    if family in ASSUMING_FAMILIES:
        why = f"it seems to try digits: {deed.what} has {tried} on a board of its own"
        found = _finding(deed, why, SHOW_HOW, is_must=False)
    else:
        why = (
            f"it tries digits: {deed.what} has {tried} on a board of its own, and goes on from "
            "there; that is a search and not a technique"
        )
        found = _finding(deed, why, NO_TRYING)
    return replace(found, board=position.grid, source=position.source)


def _solving(deed: Deed, tries: bool) -> Finding:
    """Return the finding that it solves the whole board; `tries`: by trying digits."""
    if tries:
        why = f"it searches for the solution: {deed.what} tries digits until the board is full"
        return _finding(deed, why, NO_TRYING)
    why = f"it solves the whole board first: {deed.what} ends up with the whole solution"
    return _finding(deed, why)


def _going_deep(watched: Sequence[Watched]) -> Finding | None:
    """Return the finding that a function calls itself for each open cell, or each, if any."""
    deep: dict[int, CodeType | None] = {}
    for each in watched:
        n_open, n_cells = len(each.position.grid.open_cells), len(each.position.solution)
        is_deep = any(abs(each.depth - size) <= 1 for size in (n_open, n_cells))
        if each.has_branches and is_deep:
            deep.setdefault(n_open, each.deepest)
    code = next(iter(deep.values()), None)
    if code is None or len(deep) < FEWEST_DEEP:
        return None
    why = f"it searches for the solution: {code.co_name} calls itself cell by cell"
    return _finding(Deed(CodeOwner.OWN, code.co_name, code.co_filename, code.co_firstlineno), why)


def _finding(deed: Deed, why: str, advice: str = LOOK_YOURSELF, is_must: bool = True) -> Finding:
    return Finding(why, line=deed.line, advice=advice, is_must=is_must)


MOST_FIRED, MOST_OTHERS = 8, 3  # boards that are watched: with finds, and others
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
    subject.looking = looking_around(component, noticed)
    return (
        verdict(watched, component, kit.ours, subject.family, is_right, may_borrow, noticed)
        or subject.looking
    )


def sample(positions: Iterable[Position], most: int = MOST_FIRED) -> list[Position]:
    """Return some of the `positions` that have one solution, half of them with other digits.

    The plugin has never seen these, so it cannot have memorised them.
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
