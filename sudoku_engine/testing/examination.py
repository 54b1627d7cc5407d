"""The checks for a plugin, whatever its kind, one after another."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from sudoku_engine.board.layout import Layout
from sudoku_engine.isolation.time_limits import NO_LAST_RESORT, LastResort
from sudoku_engine.plugins.component import Component, Origin
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.testing.advice import advised
from sudoku_engine.testing.boards_with_solutions import MOST_PUZZLES, Boards
from sudoku_engine.testing.checks.checker import CHECKER_CHECKS, CheckerBench
from sudoku_engine.testing.checks.common import Bench
from sudoku_engine.testing.checks.generator import GENERATOR_CHECKS, GeneratorBench
from sudoku_engine.testing.checks.reporter import RUN_CHECKS, RunBench
from sudoku_engine.testing.checks.solver import SOLVER_CHECKS, SolverBench
from sudoku_engine.testing.checks.strategy import AGAINST, STRATEGY_CHECKS, StrategyBench
from sudoku_engine.testing.findings import Asked, Check, Fault, Finding, NotAsked
from sudoku_engine.testing.plugin_calls import Caller, Unfit

LIMIT = 5.0
"""Seconds that a call may take."""


CHECKS: dict[str, tuple[Asked, ...]] = {
    "strategy": STRATEGY_CHECKS,
    "solver": SOLVER_CHECKS,
    "generator": GENERATOR_CHECKS,
    "checker": CHECKER_CHECKS,
    "reporter": RUN_CHECKS,
    "frontend": RUN_CHECKS,
}
"""By kind of plugin, what is asked of it, in this order."""


@dataclass(frozen=True)
class Kit:
    """What the kit needs beside the plugin.

    `ours`: the bundled strategies; `against`: a technique to be set beside; `layout`: the board to
    check on, None for what a plugin is made for; `puzzles`: of how many of a kind boards are made;
    `limit`: seconds that a call may take;
    `has_windows`: whether front ends may open one; `last_resort`: what to do about a call that
    nothing can stop.
    """

    ours: Sequence[Component]
    against: Component | None = None
    layout: Layout | None = None
    puzzles: int = MOST_PUZZLES
    limit: float = LIMIT
    has_windows: bool = False
    last_resort: LastResort = NO_LAST_RESORT
    boards: Boards = field(init=False)

    def __post_init__(self) -> None:
        vars(self)["boards"] = Boards(self.layout, self.puzzles)


class Examination:
    """The checks of one `component`, and what they count: `boards`, and on how many it `fired`."""

    def __init__(self, component: Component, kit: Kit) -> None:
        self.component = component
        self.kit = kit
        self._bench = self._made_bench()
        self._unfit: Unfit | None = None

    @property
    def boards(self) -> int:
        """On how many boards it was tried so far."""
        return self._bench.boards

    @property
    def fired(self) -> int:
        """On how many of them it found something."""
        return self._bench.fired

    def _made_bench(self) -> Bench:
        kit, kind = self.kit, self.component.kind
        caller = Caller(self.component, kit.limit, kit.last_resort)
        if kind == "strategy":
            return StrategyBench(caller, kit.ours, kit.boards, kit.against)
        if kind in ("reporter", "frontend"):
            return RunBench(caller, kit.ours, kit.boards, kit.has_windows)
        if kind == "generator":
            return GeneratorBench(caller, kit.ours, kit.boards)
        if kind == "solver":
            return SolverBench(caller, kit.boards)
        return CheckerBench(caller, kit.boards)

    def checks(self) -> Iterator[Check]:
        """The checks, each to be run once, in this order."""
        is_beside = self.kit.against is not None and self.component.kind == "strategy"
        for asked in (*CHECKS[self.component.kind], *((AGAINST,) if is_beside else ())):
            if not (asked.name == "complete" and is_beside):
                yield self._check(asked)

    def findings(self) -> Iterator[Finding]:
        """What comes of the checks, one after another."""
        for check in self.checks():
            yield check.run()

    def _check(self, asked: Asked) -> Check:
        def run() -> Finding:
            return self._run(asked)

        return Check(asked.name, self.component.kind, asked.is_must, asked.about, run)

    def _run(self, asked: Asked) -> Finding:
        if self._unfit is not None:
            return _not_asked(asked, f"{self._unfit.why}")
        self._bench.caller.begin()
        try:
            fault = asked.run(self._bench)
        except NotAsked as why_not:
            return _not_asked(asked, str(why_not))
        except Unfit as unfit:
            self._unfit = unfit
            fault = Fault(unfit.why, unfit.grid, line=unfit.line)
        return _finding(self.component, asked, fault)


def _not_asked(asked: Asked, why: str) -> Finding:
    return Finding(asked.name, asked.is_must, asked.about, None, why)


def _finding(component: Component, asked: Asked, fault: Fault | None) -> Finding:
    if fault is None:
        return Finding(asked.name, asked.is_must, asked.about, True)
    fault = advised(component, fault)
    return Finding(
        asked.name,
        asked.is_must,
        asked.about,
        False,
        fault.why,
        fault.grid,
        fault.step,
        fault.claim,
        fault.truth,
        fault.line,
        fault.advice,
        fault.source,
        _own_trace(component, fault.error),
        "".join(traceback.format_exception(fault.error)) if fault.error else "",
    )


def _own_trace(component: Component, error: BaseException | None) -> str:
    """The frames of the plugin's own file on the way to `error`."""
    if error is None:
        return ""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == component.file
    ]
    return "".join(traceback.format_list(frames[-4:]))


def checks_for(
    component: object, kit: Kit | None = None, kind: str = "strategy"
) -> Iterator[Check]:
    """The checks for a `component`: a strategy, or another thing of a `kind`, loaded or not."""
    return Examination(plugin_of(component, kind), kit or bundled_kit()).checks()


def plugin_of(thing: object, kind: str) -> Component:
    """`thing` of a `kind` as a `Component`, unless it is one already."""
    return (
        thing
        if isinstance(thing, Component)
        else Component.of(kind, thing, Origin("file", "a test"))
    )


@cache
def bundled_kit() -> Kit:
    """A kit with the bundled strategies."""
    registry = Registry()
    registry.load()
    return Kit([p for p in registry.of_kind("strategy") if p.origin.how == "bundled"])
