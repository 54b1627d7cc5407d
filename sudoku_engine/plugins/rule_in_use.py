"""A plugin's rule as puzzles use it: each answer is a claim, asked for twice and checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from sudoku_engine.board.clue import Clue, Part, Value
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.rule_book import RULE_BOOK
from sudoku_engine.errors import PluginError
from sudoku_engine.plugins.component import Component, Failure, located

Answer = tuple[Part, ...] | str


class RuleInUse:
    """The rule of a `component`; a `PluginError` says what is wrong with it."""

    def __init__(self, component: Component) -> None:
        self.id = component.id
        self.name = component.name
        self.draws = component.draws
        self.is_everywhere = component.is_everywhere
        self.__doc__ = component.doc
        self._component = component
        self._late: Failure | None = None
        """The failure of a call that had to be stopped: there are no more."""

    def demands(self, layout: Layout, cells: tuple[int, ...], value: Value) -> Answer:
        """Return what a clue demands, or why there can be no such clue."""
        answer = self._answer(layout, cells, value)
        if self._answer(layout, cells, value) != answer:
            clue = Clue(self.id, cells, value)
            raise self._error(f"it answers differently when it is asked again about {clue}")
        if isinstance(answer, str):
            return f"{answer} ({self._error('').where})"
        return answer

    def _answer(self, layout: Layout, cells: tuple[int, ...], value: Value) -> Answer:
        call = self._component.guarded_call
        answer: Any = self._late or call(self._component.call, layout, cells, value)
        if isinstance(answer, Failure):
            if "did not come back" in answer.why:
                self._late = answer
            raise self._error(f"{answer.why}, for {Clue(self.id, cells, value)}", answer.line)
        if isinstance(answer, str):
            return answer
        if type(answer) is tuple and all(is_on(layout, part) for part in answer):
            return answer
        raise self._error(f"demands returns nothing that fits {Clue(self.id, cells, value)}")

    def _error(self, why: str, line: int = 0) -> PluginError:
        component = self._component
        what = f"rule {component.id!r}: {why}"
        return located(component.origin, what, component.file, line or component.line)


def is_on(layout: Layout, part: object) -> bool:
    """Return whether `part` is a demand on cells of a board of `layout`."""
    return (
        type(part) is Part
        and all(type(cell) in (int, type(layout.cells[0])) for cell in part.cells)
        and all(0 <= cell < len(layout.cells) for cell in part.cells)
        and len({*part.cells}) == len(part.cells)
        and (part.fillings is None or part.fillings.fits(len(part.cells), layout.n))
    )


@contextmanager
def rules_in_use(rules: Iterable[Component]) -> Iterator[None]:
    """Let puzzles name the `rules` of plugins within the context."""
    in_use = list(map(RuleInUse, rules))
    for rule in in_use:
        RULE_BOOK.add(rule)
    try:
        yield
    finally:
        for rule in in_use:
            RULE_BOOK.remove(rule)
