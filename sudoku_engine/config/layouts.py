"""Layouts as a configuration and the command line write them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from sudoku_engine.board.layout import SIZES, SYMBOLS, Layout
from sudoku_engine.config import yaml_reader
from sudoku_engine.errors import ConfigError, LayoutError, near_name
from sudoku_engine.plugins.options import converted
from sudoku_engine.plugins.values import MappingValue, TextValue, Value, quoted, summary

PARTS = ("boxes", "diagonals", "regions")
"""The keys of a layout that is written as a mapping."""

AUTO = "auto"
"""How the layout is written that goes by the number of cells."""


def layout_of(node: Value) -> Layout | None:
    """The layout that `node` says, None for ``auto``: by the number of cells.

    ``9x9``, ``9x9+diagonals``, ``{boxes: 2x3, diagonals: true}``, or ``{regions: FILE}``, where
    the drawing of the regions may also stand in place of the file. Raises ConfigError.

    >>> layout_of(yaml_reader.read_option("{boxes: 2x3, diagonals: true}", "--layout"))
    <Layout 6x6+diagonals>
    """
    if isinstance(node, MappingValue):
        return _of_parts(node)
    if not isinstance(node, TextValue) or not node.text:
        raise node.location.error(
            f"a layout is written 9x9, or {{boxes: 2x3, diagonals: true}}, not {summary(node)}"
        )
    if node.text == AUTO:
        return None
    try:
        return Layout.named(node.text)
    except LayoutError as error:
        raise node.location.error(str(error)) from error


def plain_layout(layout: Layout) -> str | dict[str, Any]:
    """`layout` as data that reads back to the same.

    >>> plain_layout(Layout.of_boxes(2, 4))
    {'boxes': '2x4'}
    """
    if layout.is_jigsaw:
        parts: dict[str, Any] = {"regions": _drawing(layout)}
    elif SIZES.get(f"{layout.n}x{layout.n}") == (layout.box_height, layout.box_width):
        return layout.name
    else:
        parts = {"boxes": f"{layout.box_height}x{layout.box_width}"}
    return {**parts, "diagonals": True} if layout.has_diagonals else parts


def _of_parts(node: MappingValue) -> Layout:
    parts: dict[str, Value] = {}
    for name, value in node.entries:
        if name.text not in PARTS:
            mend = "write boxes: 2x3" if name.text in SIZES else near_name(name.text, PARTS)
            raise name.location.error(f"a layout has no {quoted(name.text)}: {mend}")
        parts[name.text] = value
    if not parts:
        raise node.location.error("a layout is written 9x9, or {boxes: 2x3, diagonals: true}")
    diagonals = "diagonals" in parts and converted(parts["diagonals"], bool, "diagonals")
    if "regions" not in parts:
        return _of_boxes(parts.get("boxes"), diagonals)
    if "boxes" in parts:
        raise parts["boxes"].location.error("regions take the place of boxes: delete one of them")
    return _of_regions(parts["regions"], diagonals)


def _of_boxes(node: Value | None, diagonals: bool) -> Layout:
    if node is None:
        return Layout.of_boxes(*SIZES["9x9"], diagonals)
    text = node.text if isinstance(node, TextValue) else ""
    match = re.fullmatch(r"([0-9]{1,3}) ?[xX] ?([0-9]{1,3})", text)
    if match is None:
        raise node.location.error(
            f"boxes are written HEIGHTxWIDTH in cells, such as 2x3, not {summary(node)}"
        )
    try:
        return Layout.of_boxes(int(match[1]), int(match[2]), diagonals)
    except LayoutError as error:
        raise node.location.error(str(error)) from error


def _of_regions(node: Value, diagonals: bool) -> Layout:
    """The jigsaw whose regions `node` draws, or the file that it names."""
    drawing, name = converted(node, str, "regions"), ""
    if "\n" not in drawing:
        path, name = converted(node, Path, "regions"), f"{drawing}: "
    try:
        return Layout.of_regions(yaml_reader.file_text(path) if name else drawing, diagonals)
    except (ConfigError, LayoutError) as error:
        raise node.location.error(f"{name}{error.what}") from error


def _drawing(layout: Layout) -> str:
    """The regions of `layout`, a mark a cell, a line a row."""
    region = {cell: number for number, box in enumerate(layout.boxes) for cell in box.cells}
    return "".join(
        "".join(SYMBOLS[region[cell]] for cell in row.cells) + "\n" for row in layout.rows
    )
