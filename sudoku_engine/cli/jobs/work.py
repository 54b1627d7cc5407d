"""What is done with each puzzle, in this process or in another one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sudoku_engine.api.events import Faulted
from sudoku_engine.board.grid import Grid
from sudoku_engine.engine import Engine
from sudoku_engine.plugins.component import FailedElsewhere

Result = TypeVar("Result")


class NotSent(Exception):
    """A result that should not go to another process: there it is found anew."""


def _itself(result: Any) -> Any:
    return result


@dataclass(frozen=True)
class Work(Generic[Result]):
    """What is done with each puzzle; it can go to another process."""

    prepare: Callable[..., Callable[[Grid], Result]]
    """``prepare(engine, *arguments)`` returns the function from a board to its result."""
    arguments: Sequence[Any] = ()
    """What it depends on beside the configuration."""
    packed: Callable[[Result], Any] = _itself
    """``packed(result)`` is what is sent in its place, and used like it; raises NotSent."""

    def function(self, engine: Engine) -> Callable[[Grid], Result]:
        """Return the function from a board to its result, with the plugins of `engine`."""
        return self.prepare(engine, *self.arguments)


def check_errors(faults: Iterable[object]) -> None:
    """Raise NotSent if the error in one of the `faults` cannot be sent."""
    for fault in faults:
        if isinstance(fault, Faulted) and not isinstance(
            fault.error, (FailedElsewhere, type(None))
        ):
            raise NotSent
