"""A plugin's rule in puzzles: each answer is a claim, requested twice and checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from sudoku_engine.board.clue import Clue, Part, Value
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.variants import Places, RuleBook
from sudoku_engine.errors import PluginError
from sudoku_engine.plugins.component import Component, Failure, located
from sudoku_plugins.variants.fillings import Fillings

Answer = tuple[Part, ...] | str


class RuleInUse:
    """The rule of a `component`; raises PluginError for its faults."""

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
        """Return the demands of a clue, or why the clue cannot exist."""
        clue = Clue(self.id, cells, value)
        answer = self._answer(f"{clue}", self._component.call, layout, cells, value)
        if isinstance(answer, str):
            return f"{answer} ({self._error('').where})"
        if type(answer) is tuple and all(is_on(layout, part) for part in answer):
            return answer
        raise self._error(f"demands returns nothing that fits {clue}")

    def places(self, layout: Layout, digits: tuple[int, ...]) -> Places | None:
        """Return the lists of cells in which a clue may lie, None if its shape tells them."""
        if self._component.places is None:
            return None
        answer = self._answer("the places of its clues", self._component.places, layout, digits)
        if answer is None or (
            type(answer) is tuple
            and all(type(each) is tuple and is_on(layout, Part(each)) for each in answer)
        ):
            return answer
        raise self._error("places returns no lists of cells")

    def _answer(self, about: str, work: Callable[..., Any], *args: Any) -> Any:
        answer = self._once(about, work, *args)
        if self._once(about, work, *args) != answer:
            raise self._error(f"it answers differently when it is asked again about {about}")
        return answer

    def _once(self, about: str, work: Callable[..., Any], *args: Any) -> Any:
        answer: Any = self._late or self._component.guarded_call(work, *args)
        if isinstance(answer, Failure):
            if "did not come back" in answer.why:
                self._late = answer
            raise self._error(f"{answer.why}, for {about}", answer.line)
        return answer

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
        and (part.fillings is None or _is_machine(part.fillings, len(part.cells), layout.n))
    )


def _is_machine(given: object, size: int, n: int) -> bool:
    return isinstance(given, Fillings) and given.fits(size, n)


@contextmanager
def rules_in_use(book: RuleBook, rules: Iterable[Component]) -> Iterator[None]:
    """Let puzzles name the `rules` of plugins, out of the `book`, within the context."""
    in_use = list(map(RuleInUse, rules))
    for rule in in_use:
        book.add(rule)
    try:
        yield
    finally:
        for rule in in_use:
            book.remove(rule)
