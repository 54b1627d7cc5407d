"""A strategy beside a bundled technique: what it misses, and what is none of the technique's.

Judged by what is struck and placed on the same boards, not by how it is told.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from sudoku_engine.api.strategy import LEVELS
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import KINDS
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.plugins.component import Component
from sudoku_engine.testing.boards_with_solutions import Position
from sudoku_engine.testing.plugin_calls import Caller, Trial, rest

MOST_BOARDS = 240
"""On how many boards the two are compared."""


@dataclass
class Comparison:
    """What a strategy finds of the steps of `technique`.

    `found` and `missed` count the technique's steps by kind of house; `missed_steps` and
    `extra` name some with their boards: what it misses, and what is none of the technique's.
    """

    technique: Component
    found: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    missed: list[tuple[Position, Step]] = field(default_factory=list)
    extra: list[tuple[Position, Step]] = field(default_factory=list)
    n_found: int = 0
    n_steps: int = 0

    @property
    def is_same(self) -> bool:
        """Whether the strategy finds all steps of the technique, and no other."""
        return not self.missed and not self.extra

    @property
    def never(self) -> list[str]:
        """The kinds of house in which it finds hardly any: others may do the same by chance."""
        return [kind for kind in KINDS if self.lost[kind] > 4 * self.found[kind]]

    @property
    def told(self) -> str:
        """The comparison in a sentence."""
        name = self.technique.name.lower()
        total = self.n_found + len(self.missed)
        parts = [f"finds {self.n_found} of {total} {_plural(name)}"]
        if self.never and self.n_found:
            few = "hardly any" if any(self.found[kind] for kind in self.never) else "none"
            parts[0] += f", {few} in {_or([_plural(kind) for kind in self.never])}"
        if self.extra:
            extra = len(self.extra)
            are = "step is" if extra == 1 else "steps are"
            parts.append(f"{extra} of its {self.n_steps} {are} no {name}")
        return "; ".join(parts)

    @property
    def advice(self) -> str:
        """What may be behind that something is missed."""
        if self.never and self.n_found:
            kinds = _or([_plural(kind) for kind in self.never])
            return f"look into {kinds} too: grid.layout.houses has all houses"
        return "go on after the first find, and see whether a condition is too strict"


def _plural(word: str) -> str:
    if word.endswith("x"):
        return f"{word}es"
    return word if word.endswith("s") else f"{word}s"


def _or(words: Sequence[str]) -> str:
    return " or ".join(words)


def technique_like(component: Component, ours: Iterable[Component]) -> Component | None:
    """The one of `ours` whose id or name is part of the plugin's, or near it."""
    techniques = [other for other in ours if other.object is not component.object]
    word = _word(component.id)
    called = _word(component.name)
    inside = [t for t in techniques if _word(t.id) in word or _word(t.id) in called]
    if inside:
        return max(inside, key=lambda technique: len(technique.id))
    by_word = {_word(technique.id): technique for technique in techniques}
    for wanted in (word, called):
        for close in difflib.get_close_matches(wanted, by_word, n=1, cutoff=0.85):
            return by_word[close]
    return None


def _word(name: str) -> str:
    return "_".join(name.lower().replace("-", " ").replace("_", " ").split())


def compared(
    caller: Caller,
    technique: Component,
    seen: Iterable[tuple[Position, Trial]],
    ours: Sequence[Component],
) -> Comparison:
    """What the strategy of `caller` finds of `technique` on the boards of `seen`.

    Only boards count where easier strategies of `ours` find nothing: where singles are left, what
    is a pair and what is a single is a matter of taste.
    """
    result = Comparison(technique)
    level = LEVELS.index(technique.strategy.level)
    easier = [other for other in ours if level and other.strategy.level == LEVELS[0]]
    boards = 0
    for position, trial in seen:
        if _finds(easier, position.grid):
            continue
        wanted = list(technique.call(position.grid) or ())
        if trial.why or not (wanted or trial.steps):
            continue
        _compare(caller, result, position, trial, wanted, easier)
        boards += 1
        if boards == MOST_BOARDS:
            break
    return result


def _compare(
    caller: Caller,
    result: Comparison,
    position: Position,
    trial: Trial,
    wanted: Sequence[Step],
    easier: Sequence[Component],
) -> None:
    """Adds one board to the `result`.

    The strategy is followed until it rests, so that one that gives a find at a time is not
    held to miss the others. Where singles appeared on the way, what was there is there no more.
    """
    _sort_out(result, position, trial, wanted)
    grid = position.grid
    wishes = {change for step in wanted for change in _changes(step)}
    if not wishes <= {change for step in trial.true_steps for change in _changes(step)}:
        for at, step in rest(caller, grid):
            if at.grid is not position.grid:
                here = position._replace(grid=at.grid)
                _sort_out(result, here, at, list(result.technique.call(at.grid) or ()))
            grid = at.grid.apply(step)
    else:
        for step in trial.true_steps:
            grid = grid.apply(step)
    if grid is not position.grid and _finds(easier, grid):
        wanted = [step for step in wanted if all(_is_done(c, grid) for c in _changes(step))]
    for step in wanted:
        # A step in a row and a box at once tells of neither whether it is looked at.
        kinds = {house.kind for house in step.houses} if len(step.houses) == 1 else set()
        if all(_is_done(change, grid) for change in _changes(step)):
            result.n_found += 1
            result.found.update(kinds)
        else:
            result.missed.append((position, step))
            result.lost.update(kinds)


def _finds(strategies: Iterable[Component], grid: Grid) -> bool:
    return any(True for strategy in strategies for _ in strategy.call(grid) or ())


def _sort_out(result: Comparison, position: Position, trial: Trial, wanted: Sequence[Step]) -> None:
    """Counts the steps of a `trial`, and keeps those that do what no step of `wanted` does."""
    known = {change for step in wanted for change in _changes(step)}
    for step in trial.true_steps:
        result.n_steps += 1
        if not _changes(step) <= known:
            result.extra.append((position, step))


Change = tuple[bool, Candidate]
"""Whether a candidate is placed, and which."""


def _changes(step: Step) -> set[Change]:
    placed = {(True, candidate) for candidate in step.placements}
    return placed | {(False, candidate) for candidate in step.eliminations}


def _is_done(change: Change, grid: Grid) -> bool:
    is_placed, (cell, digit) = change
    return grid.digits[cell] == digit if is_placed else digit not in grid.candidates(cell)
