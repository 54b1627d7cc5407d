"""Tables: drawn for people, as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TextIO

from sudoku_engine.board.terminal import rules
from sudoku_engine.board.text_board import LINES


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[object]], out: TextIO, as_json: bool = False
) -> None:
    """Write `rows` under the names of the `columns`; as JSON, a list with an object a row."""
    if as_json:
        records = [dict(zip(columns, row)) for row in rows]
        print(json.dumps(records, ensure_ascii=False, indent=2), file=out)
        return
    from rich import box  # only here: it takes a while to load
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD if _has_lines(out) else box.ASCII2)
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*map(_cell, row))
    # Nothing is cut unless a screen limits the width.
    console = Console(file=out, width=None if out.isatty() else 200, highlight=False, markup=False)
    with console.capture() as drawn:
        console.print(table)
    out.write(drawn.get())  # not rich: on a closed pipe it ends the program with 1


def _cell(value: object) -> str:
    return "" if value is None else str(value)


def _has_lines(out: TextIO) -> bool:
    return rules(out) is LINES
