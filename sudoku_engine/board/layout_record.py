"""Layouts and clues as records for JSON, and back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sudoku_engine.board.layout import DIAGONALS, SYMBOLS, Layout

if TYPE_CHECKING:
    from sudoku_engine.board.clue import Clue


def shape_record(layout: Layout) -> dict[str, Any]:
    """Return the name of `layout`, and its regions and the signs of its digits if it has any."""
    record: dict[str, Any] = {"layout": layout.name}
    if layout.own_signs:
        record["signs"] = layout.own_signs
    if layout.is_jigsaw:
        marks = "".join(SYMBOLS[number] for number in layout.box_numbers)
        record["regions"] = [marks[row : row + layout.n] for row in range(0, len(marks), layout.n)]
    return record


def layout_record(layout: Layout) -> dict[str, Any]:
    """Return the name of `layout`, and its regions and clues if it has any."""
    record = shape_record(layout)
    clues = [clue_record(clue) for clue in layout.clues if clue.rule != DIAGONALS]
    return {**record, "clues": clues} if clues else record


def clue_record(clue: Clue) -> dict[str, Any]:
    """Return the rule of a `clue`, and its cells and value if it has them."""
    record: dict[str, Any] = {"rule": clue.rule}
    if clue.cells:
        record["cells"] = list(map(str, clue.cells))
    return record if clue.value is None else {**record, "value": clue.value}


def layout_in(record: Mapping[str, Any]) -> Layout:
    """Return the layout of a `record`; raises LayoutError, or KeyError for one that has no name."""
    name = record["layout"].removesuffix("+clues")
    diagonals = name.endswith("+diagonals")
    if "regions" in record:
        layout = Layout.of_regions("\n".join(record["regions"]), diagonals)
    elif boxes := re.search(r"\+boxes (\d+)x(\d+)", name):
        layout = Layout.of_boxes(int(boxes[1]), int(boxes[2]), diagonals)
    else:
        layout = Layout.named(name)
    layout = layout.with_signs(record.get("signs", ""))
    if "clues" not in record:
        return layout
    from sudoku_engine.board.variants import rule_book  # few boards have clues

    book = rule_book()
    cells = ([layout.cell(cell) for cell in clue.get("cells", ())] for clue in record["clues"])
    return book.with_clues(
        layout,
        [
            book.clue(layout, clue["rule"], some, clue.get("value"))
            for clue, some in zip(record["clues"], cells)
        ],
    )
