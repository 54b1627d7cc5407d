"""Findings as JSON, and back: what passes between the process of a plugin and ours.

Nothing in it is believed or run: a plugin could have written it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import SYMBOLS, Layout
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.testing.findings import Finding


def finding_as_json(finding: Finding) -> dict[str, Any]:
    """`finding` as data for JSON."""
    data = {field.name: getattr(finding, field.name) for field in fields(finding)}
    data["board"] = finding.board and grid_as_json(finding.board)
    data["step"] = finding.step and step_as_json(finding.step)
    return data


def finding_of(data: Mapping[str, Any]) -> Finding:
    """The finding that `data` tells; raises KeyError, TypeError or ValueError for what is none."""
    board = data["board"] and grid_of(data["board"])
    step = data["step"] and step_of(data["step"])
    names = [field.name for field in fields(Finding)]
    return replace(Finding(**{name: data[name] for name in names}), board=board, step=step)


def grid_as_json(grid: Grid) -> dict[str, Any]:
    """`grid` with its layout and candidates as data for JSON."""
    return {
        "layout": layout_as_json(grid.layout),
        "digits": grid.line,
        "candidates": [
            "".join(SYMBOLS[digit - 1] for digit in sorted(grid.candidates(cell)))
            for cell in grid.layout.cells
        ],
        "given": f"{grid.given:x}",
        "marks": grid.marks,
    }


def grid_of(data: Mapping[str, Any]) -> Grid:
    """The grid that `data` tells."""
    digits = [("." + SYMBOLS).index(symbol) for symbol in data["digits"]]
    masks = [
        sum(1 << SYMBOLS.index(symbol) for symbol in candidates)
        for candidates in data["candidates"]
    ]
    layout = layout_of(data["layout"])
    return Grid(layout, digits, masks=masks, given=int(data["given"], 16), marks=data["marks"])


def layout_as_json(layout: Layout) -> dict[str, Any]:
    """`layout` as data for JSON, in the words of a configuration."""
    told: dict[str, Any] = {"diagonals": layout.has_diagonals}
    if layout.is_jigsaw:
        told["regions"] = "\n".join(
            "".join(SYMBOLS[_region(layout, cell)] for cell in row.cells) for row in layout.rows
        )
    else:
        told["boxes"] = f"{layout.box_height}x{layout.box_width}"
    return told


def layout_of(data: Mapping[str, Any]) -> Layout:
    """The layout that `data` tells."""
    if "regions" in data:
        return Layout.of_regions(data["regions"], data["diagonals"])
    height, _, width = data["boxes"].partition("x")
    return Layout.of_boxes(int(height), int(width), data["diagonals"])


def _region(layout: Layout, cell: int) -> int:
    return next(number for number, box in enumerate(layout.boxes) if cell in box.cells)


def step_as_json(step: Step) -> dict[str, Any]:
    """`step` as data for JSON: cells and digits as numbers."""
    return {
        "placements": [[int(cell), digit] for cell, digit in step.placements],
        "eliminations": [[int(cell), digit] for cell, digit in step.eliminations],
        "because": {
            role: [[int(cell), digit] for cell, digit in group]
            for role, group in step.because.items()
        },
        "pattern": step.pattern,
        "reason": step.reason,
    }


def step_of(data: Mapping[str, Any]) -> Step:
    """The step that `data` tells."""
    return Step(
        [Candidate(*pair) for pair in data["placements"]],
        [Candidate(*pair) for pair in data["eliminations"]],
        {role: [Candidate(*pair) for pair in group] for role, group in data["because"].items()},
        pattern=data["pattern"],
        reason=data["reason"],
    )
