"""The results of a shard as the bytes of a file: Parquet, JSON lines, CSV.

The same results are the same bytes, whatever wrote them and when: no file holds a time.
"""

from __future__ import annotations

import csv
import importlib.util
import io
from collections.abc import Iterable, Sequence
from typing import Any

from sudoku_engine.batch.columns import Column, Kind, json_text
from sudoku_engine.batch.job import Columns
from sudoku_engine.errors import UsageError

FORMATS = {
    "parquet": "a table for pandas, polars, DuckDB",
    "jsonl": "an object a line",
    "csv": "for spreadsheets",
}
"""The formats, which are the endings of the files too, and what they are for."""


DIFFERENT = ("number", "source", "puzzle", "solution", "canonical", "steps")
"""The columns whose cells are all different: in Parquet a table of them would save nothing."""

_INSIDE = ("counts.key_value.key", "counts.key_value.value")
"""What Parquet calls the parts of the map."""


def has_parquet() -> bool:
    """Return whether Parquet can be written here."""
    return importlib.util.find_spec("pyarrow") is not None


def writer(format: str) -> str:
    """Return what decides on the bytes of a `format` beside this program; raise UsageError.

    Another release of pyarrow may write other bytes.
    """
    if format != "parquet":
        return "none"
    if not has_parquet():
        what = "Parquet needs pyarrow: pip install 'sudoku-classroom[batch]', or --format jsonl"
        raise UsageError(what, "--format parquet")
    from importlib.metadata import version  # pyarrow itself is loaded while workers are at work

    return f"pyarrow {version('pyarrow')}"


def encoded(columns: Sequence[Column], values: Columns, format: str) -> bytes:
    """Return the `values` of these `columns` as a file of a `format`."""
    lengths = {len(values[column.name]) for column in columns}
    if len(lengths) != 1:
        raise ValueError(f"columns of different lengths: {lengths}")
    return _WRITERS[format](columns, values)


def _jsonl(columns: Sequence[Column], values: Columns) -> bytes:
    names = [column.name for column in columns if column.kind != "records"]
    rows = zip(*(values[name] for name in names))
    lines = [json_text(dict(zip(names, row))) for row in rows]
    for column in columns:
        if column.kind == "records":
            cells = (_array(cell) or "null" for cell in values[column.name])
            lines = [f'{line[:-1]},"{column.name}":{cell}}}' for line, cell in zip(lines, cells)]
    return _utf8("".join(f"{line}\n" for line in lines))


def _csv(columns: Sequence[Column], values: Columns) -> bytes:
    stream = io.StringIO()
    table = csv.writer(stream, lineterminator="\n")
    table.writerow([column.name for column in columns])
    table.writerows(zip(*(_csv_cells(values[column.name], column.kind) for column in columns)))
    return _utf8(stream.getvalue())


def _csv_cells(cells: list[Any], kind: Kind) -> list[Any]:
    if kind == "counts":
        return [None if cell is None else json_text(cell) for cell in cells]
    return list(map(_array, cells)) if kind == "records" else cells


def _parquet(columns: Sequence[Column], values: Columns) -> bytes:
    import pyarrow
    import pyarrow.parquet

    types = {
        "whole": pyarrow.int64(),
        "number": pyarrow.float64(),
        "text": pyarrow.string(),
        "counts": pyarrow.map_(pyarrow.string(), pyarrow.int32()),
        # Links and houses have no one type that a column could have.
        "records": pyarrow.list_(pyarrow.string()),
    }
    arrays = [
        pyarrow.array(_parquet_cells(values[column.name], column.kind), types[column.kind])
        for column in columns
    ]
    names = [column.name for column in columns]
    stream = io.BytesIO()
    pyarrow.parquet.write_table(
        pyarrow.table(arrays, names=names),
        stream,
        version="2.6",
        compression="zstd",
        use_dictionary=[*(name for name in names if name not in DIFFERENT), *_INSIDE],
    )
    return stream.getvalue()


def _parquet_cells(cells: list[Any], kind: Kind) -> Iterable[Any]:
    if kind == "counts":
        return [None if cell is None else list(cell.items()) for cell in cells]
    if kind == "records":
        return [None if cell is None else list(map(_text, cell)) for cell in cells]
    if kind == "text":
        return [None if cell is None else _text(cell) for cell in cells]
    return cells


def _array(records: Sequence[str] | None) -> str | None:
    """Return `records`, each as JSON, as one JSON text."""
    return None if records is None else f"[{','.join(records)}]"


def _text(cell: str) -> str:
    return cell if cell.isascii() else _utf8(cell).decode()


def _utf8(text: str) -> bytes:
    """Return `text` as bytes; what is no text, such as a name in another encoding, is escaped."""
    return text.encode("utf-8", "backslashreplace")


_WRITERS = {"parquet": _parquet, "jsonl": _jsonl, "csv": _csv}
