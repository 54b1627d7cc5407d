"""The common equipment of all checks: boards, bundled strategies and limits."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from sudoku_engine import Grid, Layout
from sudoku_engine.board.words import require_number
from sudoku_engine.errors import UsageError, near_name, quoted
from sudoku_engine.plugins.component import Component, Origin
from sudoku_engine.plugins.registry import Registry, strategy_meant
from sudoku_plugins.kit.algorithms import Algorithm, algorithms
from sudoku_plugins.kit.boards_with_solutions import MOST_PUZZLES, BoardCollection, HiddenBoards
from sudoku_plugins.kit.plugin_calls import Caller, Calls, LocalCalls, StrategyAnswer

LIMIT = 5.0  # seconds that one call may take


CHECK_SEED, OTHER_SEED = 3, 48
"""The hash seeds of the process of the checks, and of another one.

With them the usual sets of texts, such as the kinds of house, have different orders.
"""


class FreshRun(NamedTuple):
    """The answers of a strategy in a fresh process."""

    answers: Sequence[StrategyAnswer]  # the answers to the boards, as far as it came
    why: str = ""  # why it came no further, in words that begin with "it"; empty if it answered all


Ask = Callable[[Component, Sequence[Grid], int], FreshRun]
"""Return the answers of a strategy to boards, in a fresh process with this hash seed."""


@dataclass(frozen=True)
class Kit:
    """Everything that checks need besides the plugin."""

    ours: Sequence[Component]
    against: Component | None = None
    exercise: Algorithm | None = None
    """The exercise in algorithmic thinking that the file is to be."""
    compared_instead: str = ""
    """The name of the strategy of the same file that is compared, if it is another one."""
    layout: Layout | None = None
    """The layout to check on; None for the layouts that a plugin is made for."""
    is_strict: bool = False
    """Whether every check must be passed, advice too."""
    puzzles: int = MOST_PUZZLES
    """The number of puzzles of each group of boards."""
    hidden_seed: str = ""
    """A secret word for making hidden boards; empty for the known boards."""
    limit: float = LIMIT
    """Seconds that one call may take."""
    has_windows: bool = False
    """Whether front ends may open windows."""
    shrink_looks: int = 400
    """The most smaller boards that are tried on which something may still go wrong."""
    demands_own_work: bool = False
    """Whether strategies may use none of the bundled ones: they are marked."""
    fresh: Ask | None = None
    """Asks a strategy in a fresh process; None where no other process can be started."""
    calls: Callable[[Component, float], Calls] = LocalCalls
    """Makes the calls of a component, each of some seconds at most, where it is loaded."""
    boards: BoardCollection = field(init=False)

    @property
    def is_compared(self) -> bool:
        """Whether the strategies of a file are compared with a technique."""
        return self.against is not None or bool(self.compared_instead)

    def __post_init__(self) -> None:
        require_number(self.limit, "limit")
        require_number(self.puzzles, "puzzles", is_whole=True)
        require_number(self.shrink_looks, "shrink_looks", is_whole=True)
        vars(self)["boards"] = (
            HiddenBoards(self.hidden_seed, self.layout, self.puzzles)
            if self.hidden_seed
            else _usual_boards(self.layout, self.puzzles)
        )

    def caller(self, component: Component, patience: float = 1.0) -> Caller:
        """Return a caller of `component`; a call may take `patience` times the limit."""
        limit = self.limit * patience
        return Caller(component, limit, self.calls(component, limit))


_usual_boards = cache(BoardCollection)


@cache
def bundled_kit(exercise: str = "") -> Kit:
    """Return a kit with the bundled strategies; for an `exercise` in algorithmic thinking."""
    if exercise:
        asked = algorithms()[exercise]
        ours = bundled_kit().ours
        technique = next((each for each in ours if each.id == asked.technique), None)
        return Kit(ours, technique, exercise=asked)
    registry = Registry()
    registry.load()
    return Kit([one for one in registry.of_kind("strategy") if one.is_bundled])


def as_component(thing: object, kind: str) -> Component:
    """Return `thing` as a component of a `kind`, unless it is a component already."""
    if isinstance(thing, Component):
        return thing
    return Component.of(kind, thing, Origin("file", "a test"))


def bundled_technique(
    name: str, strategies: Iterable[Component], others: Iterable[str] = ()
) -> Component:
    """Return the bundled one of the `strategies` that `name` means, as in `strategy_meant`.

    Raises UsageError for an unknown name, with the nearest; `others` might have been meant, too.
    """
    bundled = [component for component in strategies if component.is_bundled]
    by_id = {component.id: component for component in bundled}
    meant = strategy_meant(name, bundled)
    if meant not in by_id:
        raise UsageError(f"unknown technique {quoted(name)}: {near_name(name, [*by_id, *others])}")
    return by_id[meant]
