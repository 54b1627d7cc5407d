"""The strategies of a loop in their order, its settings, and the solver if they get stuck."""

from __future__ import annotations

from collections.abc import Sequence

from sudoku_engine.board.layout import Layout
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.time_limits import Watchdog
from sudoku_engine.solving.settings import DEFAULTS, LoopSettings


class Lineup:
    """Strategies in the order in which they are tried, and the solver if they get stuck."""

    has_reasons = True
    """Whether steps of a person's strategies keep more than their effects in a watched run."""
    is_brief = False
    """Whether a finder may count steps by strategy without making them."""

    def __init__(
        self,
        strategies: Sequence[Component],
        settings: LoopSettings = DEFAULTS,
        fallback: Component | None = None,
    ) -> None:
        self.strategies = tuple(strategies)
        self.foreign = frozenset(each for each in strategies if not each.is_bundled)
        self.assuming = frozenset(each for each in strategies if each.assumes_unique)
        self.assuming_ids = frozenset(each.id for each in self.assuming)
        self._without_clues = tuple(
            each for each in strategies if each.family != "clues" or not each.is_bundled
        )
        self.settings = settings
        self.fallback = fallback
        self.watchdog = Watchdog(settings.step_timeout)
        self._unfit: dict[int, list[Component]] = {}

    def strategies_on(self, layout: Layout) -> Sequence[Component]:
        """Return the strategies without bundled ones that find nothing on a board like this."""
        return self.strategies if layout.clues else self._without_clues

    def unfit(self, n: int) -> list[Component]:
        """Return the strategies that do not work on boards of `n` rows."""
        if n not in self._unfit:
            self._unfit[n] = [each for each in self.strategies if not each.suits(n)]
        return self._unfit[n]
