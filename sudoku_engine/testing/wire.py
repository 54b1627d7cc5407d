"""Findings as JSON, and back: what passes between the process of a plugin and ours.

Nothing in it is believed or run: a plugin could have written it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from sudoku_engine.api.record import grid_of, grid_record, step_of, step_record
from sudoku_engine.testing.findings import Finding


def finding_as_json(finding: Finding) -> dict[str, Any]:
    """`finding` as data for JSON."""
    data = {field.name: getattr(finding, field.name) for field in fields(finding)}
    board, step = finding.board, finding.step
    data["board"] = board and grid_record(board)
    data["step"] = board and step and step_record(step, board.layout)
    return data


def finding_of(data: Mapping[str, Any]) -> Finding:
    """Return the finding of `data`; raises RecordError, KeyError or TypeError for other data."""
    board = data["board"] and grid_of(data["board"])
    step = data["step"] and step_of(data["step"], board.layout)
    names = [field.name for field in fields(Finding)]
    return replace(Finding(**{name: data[name] for name in names}), board=board, step=step)
