"""What a configuration means with the plugins loaded: strategies, loop, rater and solver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sudoku_engine.config.config import Chosen, Config
from sudoku_engine.errors import SudokuError
from sudoku_engine.guests.loading import loop_of
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.loop import Loop

if TYPE_CHECKING:
    from sudoku_engine.guests.supervisor import Supervisor
    from sudoku_engine.solving.rating import Rater
    from sudoku_engine.solving.settings import LoopSettings


@dataclass
class Setup:
    """The configuration in force, and the components that it names.

    registry: the plugins that are loaded.
    config: the configuration, checked against them.
    supervisor: what looks after a person's plugins; None if there are none.
    """

    registry: Registry
    config: Config
    supervisor: Supervisor | None

    def component(self, kind: str, chosen: Chosen) -> Component:
        """Return the component that the configuration has `chosen`, with its options."""
        return self.registry.find(kind, chosen.id).with_options(chosen.options)

    def strategies(self) -> list[Component]:
        """Return the strategies of the configuration, in their order of trial."""
        if self.config.strategies is None:
            return self.registry.loop_strategies(self.config.loop.pencilmarks)
        return [self.component("strategy", chosen) for chosen in self.config.strategies]

    def loop(self) -> Loop:
        """Return the loop that the configuration describes."""
        chosen = self.config.fallback
        fallback = self.component("solver", chosen) if chosen else None
        return self.new_loop(self.strategies(), self.config.loop, fallback)

    def new_loop(
        self,
        strategies: Sequence[Component],
        settings: LoopSettings,
        fallback: Component | None = None,
    ) -> Loop:
        """Return a loop with these strategies, which may be a person's."""
        return loop_of(self.supervisor, strategies, settings, fallback)

    def rater(self) -> Rater:
        """Return a rater with the strategies of the configuration."""
        from sudoku_engine.solving.rating import Rater  # only here: few commands rate puzzles

        strategies, by_name = self.strategies(), []
        if self.config.strategies is None:
            strategies = self.registry.loop_strategies("manual")
            every = self.registry.of_kind("strategy")
            by_name = [component for component in every if not component.is_by_default]
        if self.supervisor is None:
            return Rater(strategies, self.config.loop, by_name=by_name)
        from sudoku_engine.guests.guest_rater import GuestRater

        return GuestRater(self.supervisor, strategies, self.config.loop, by_name)

    def solver(self) -> Component:
        """Return the solver of the configuration."""
        if self.config.solver is None:
            raise SudokuError("no solver: name one with --solver")
        return self.component("solver", self.config.solver)
