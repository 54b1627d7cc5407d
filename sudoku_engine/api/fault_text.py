"""A fault of a plugin in words."""

from __future__ import annotations

from sudoku_engine.api.events import Faulted, Rejected
from sudoku_engine.errors import PluginError, place


def fault_text(fault: Faulted | Rejected, consequence: str = "") -> str:
    """Return a fault in one line: where, which strategy, its `consequence`, and why."""
    strategy = fault.strategy
    if isinstance(fault, Faulted) and isinstance(fault.error, PluginError) and not strategy.plugin:
        return f"{strategy.id}: {fault.why}"  # one of ours that lacks a library: no fault
    where = place(strategy.plugin, fault.line) if strategy.plugin else "bundled"
    return f"{where}: {strategy.id} is at fault{consequence}: {fault.why}"
