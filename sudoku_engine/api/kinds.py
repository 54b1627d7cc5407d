"""The kinds of components that a plugin can offer, in one table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from sudoku_engine.api import hookspecs


@dataclass(frozen=True)
class Kind:
    """One kind of component."""

    id: str
    """Its name in tables and messages."""
    label: str
    """Its name for people."""
    hook: Callable[[], Iterable[object]]
    """The hook that offers it."""
    method: str
    """The method that does its work; its keyword-only parameters are options."""
    may_give_up: bool = False
    """Whether GaveUp is an answer and not a fault."""
    optional: tuple[str, ...] = ()
    """The methods that it may have beside that one."""

    @property
    def hook_name(self) -> str:
        """The name of the hook that offers it."""
        return self.hook.__name__


KINDS: Mapping[str, Kind] = {
    kind.id: kind
    for kind in (
        Kind("strategy", "strategy", hookspecs.sudoku_strategies, "find"),
        Kind("solver", "solver", hookspecs.sudoku_solvers, "solutions", True, ("search", "count")),
        Kind("generator", "generator", hookspecs.sudoku_generators, "generate", True),
        Kind("checker", "checker", hookspecs.sudoku_checkers, "find"),
        Kind(
            "reporter", "reporter", hookspecs.sudoku_reporters, "event", False, ("error", "finish")
        ),
        Kind("frontend", "front end", hookspecs.sudoku_frontends, "present", False, ("work",)),
    )
}
"""All kinds by id."""
