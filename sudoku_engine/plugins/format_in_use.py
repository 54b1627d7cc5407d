"""A plugin's format of puzzles: the reader gets its boards, or an error that names the plugin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from sudoku_engine.board.grid import Grid
from sudoku_engine.errors import FormatError, PluginError
from sudoku_engine.formats.format_book import FORMAT_BOOK
from sudoku_engine.plugins.component import Component, Failure, located


class FormatInUse:
    """The format of a `component`; its faults are FormatErrors that name the plugin."""

    def __init__(self, component: Component) -> None:
        self.id = component.id
        self.name = component.name
        self.sign = component.sign
        self.extent = component.extent
        self._component = component

    def read(self, text: str) -> list[Grid]:
        """Return the boards in `text`."""
        answer: Any = self._component.guarded_call(self._read, text)
        if isinstance(answer, Failure):
            if type(answer.error) is FormatError:
                raise answer.error
            raise FormatError(str(self._fault(answer.why, answer.line)))
        if not all(type(board) is Grid for board in answer):
            raise FormatError(str(self._fault("read returns no boards: return a list of Grid")))
        return answer  # type: ignore[no-any-return]

    def _read(self, text: str) -> list[Any]:
        return [*self._component.call(text)]

    def _fault(self, why: str, line: int = 0) -> PluginError:
        component = self._component
        what = f"format {component.id!r}: {why}"
        return located(component.origin, what, component.file, line or component.line)


@contextmanager
def formats_in_use(formats: Iterable[Component]) -> Iterator[None]:
    """Let the reader use the `formats` of plugins within the context."""
    in_use = list(map(FormatInUse, formats))
    for each in in_use:
        FORMAT_BOOK.add(each)
    try:
        yield
    finally:
        for each in in_use:
            FORMAT_BOOK.remove(each)
