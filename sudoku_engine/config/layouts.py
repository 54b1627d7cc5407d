"""Layouts as a configuration and the command line write them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from sudoku_engine.board.layout import SIZES, Layout
from sudoku_engine.config.text import file_text
from sudoku_engine.errors import ConfigError, LayoutError, near_name, quoted
from sudoku_engine.plugins.conversion import converted
from sudoku_engine.plugins.values import Value, clipped

PARTS = ("boxes", "diagonals", "regions")
"""The keys of a layout that is written as a mapping."""

AUTO = "auto"
"""The word for "by the number of cells"."""


def layout_of(value: Value) -> Layout | None:
    """Return the layout that `value` means, None for ``auto``: by the number of cells.

    Layouts are ``9x9``, ``9x9+diagonals``, ``{boxes: 2x3, diagonals: true}``, or
    ``{regions: FILE}``; a drawing of the regions may replace the file. Raises ConfigError.
    """
    if value.entries is not None:
        return _of_parts(value)
    if not value.text:
        raise value.error(
            f"a layout is written 9x9, or {{boxes: 2x3, diagonals: true}}, not {value}"
        )
    if value.text == AUTO:
        return None
    try:
        return Layout.named(value.text)
    except LayoutError as error:
        raise value.error(str(error)) from error


def plain_layout(layout: Layout) -> str | dict[str, Any]:
    """Return `layout` as data that reads back to the same.

    >>> plain_layout(Layout.of_boxes(2, 4))
    {'boxes': '2x4'}
    """
    if layout.is_jigsaw:
        from sudoku_engine.api.record import layout_record  # only few boards need it

        parts: dict[str, Any] = {"regions": "\n".join(layout_record(layout)["regions"])}
    elif SIZES.get(f"{layout.n}x{layout.n}") == (layout.box_height, layout.box_width):
        return layout.name
    else:
        parts = {"boxes": f"{layout.box_height}x{layout.box_width}"}
    return {**parts, "diagonals": True} if layout.has_diagonals else parts


def _of_parts(value: Value) -> Layout:
    entries = value.entries or ()
    parts = {key.text: part for key, part in entries}
    for key, _ in entries:
        if key.text not in PARTS:
            hint = "write boxes: 2x3" if key.text in SIZES else near_name(key.text, PARTS)
            raise key.error(f"a layout has no {quoted(key.text)}: {hint}")
    if not parts:
        raise value.error("a layout is written 9x9, or {boxes: 2x3, diagonals: true}")
    diagonals = "diagonals" in parts and converted(parts["diagonals"], bool, "diagonals")
    if "regions" not in parts:
        return _of_boxes(parts.get("boxes"), diagonals)
    if "boxes" in parts:
        raise parts["boxes"].error("regions replace boxes: delete one of them")
    return _of_regions(parts["regions"], diagonals)


def _of_boxes(value: Value | None, diagonals: bool) -> Layout:
    if value is None:
        return Layout.of_boxes(*SIZES["9x9"], diagonals)
    match = re.fullmatch(r"([0-9]{1,3}) ?[xX] ?([0-9]{1,3})", value.text)
    if match is None:
        raise value.error(f"boxes are written HEIGHTxWIDTH in cells, such as 2x3, not {value}")
    try:
        return Layout.of_boxes(int(match[1]), int(match[2]), diagonals)
    except LayoutError as error:
        raise value.error(str(error)) from error


def _of_regions(value: Value, diagonals: bool) -> Layout:
    """Return the jigsaw whose regions `value` draws, or the file that it names."""
    drawing, file = converted(value, str, "regions"), ""
    try:
        if "\n" not in drawing:
            file = f"{clipped(drawing)}: "
            drawing = file_text(converted(value, Path, "regions"))
        return Layout.of_regions(drawing, diagonals)
    except (ConfigError, LayoutError) as error:
        raise value.error(f"{file}{error.what}") from error
