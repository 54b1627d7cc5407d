"""The columns of the results, by task, and the files that hold them: Parquet, JSON lines, CSV.

Workers fill the columns, and the leader writes them. The same results are the same bytes, whatever
wrote them and when: no file holds a time.
"""

import io
import json
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from typing import Any, Literal

from sudoku_engine.board.words import no_formula
from sudoku_engine.bundled import install
from sudoku_engine.errors import UsageError

Kind = Literal["whole", "number", "text", "counts", "records"]
"""The type of a cell: an int, an int or float, a str, a dict from str to int, a list of records.

A record is its JSON already: so the workers have that work, and the leader only writes.
"""

json_text = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""Return a value as JSON without spaces."""

Status = Literal["ok", "error", "fault"]
"""How a puzzle fared.

ok: it is done, even if the answer is no (stuck, not valid, no rating).
error: it cannot be read, or is of a kind that the task cannot do.
fault: a plugin was at fault, whether or not there is a result.
"""

Columns = dict[str, list[Any]]
"""By name of a column, its values in the order of the puzzles."""


KINDS: Mapping[str, Kind] = {
    "number": "whole",
    **dict.fromkeys(("source", "puzzle", "status", "why"), "text"),
    **dict.fromkeys(("solution", "outcome", "solved_by", "level", "hardest", "canonical"), "text"),
    **dict.fromkeys(("n_steps", "solutions"), "whole"),
    "score": "number",
    "counts": "counts",
    "steps": "records",
}
"""By column, the kind of its cells. In each row it has a value of this kind, or None."""

COMMON = ("source", "puzzle", "status", "why")
"""The columns of every task: where the puzzle is from (``puzzles.txt:3``); its cells in one line,
None if it cannot be read; its `Status`; why it has no result or one that needs a word (a search
had to finish, there are several solutions), or whose fault it was.
"""

OF_TASK = {
    "solve": ("solution", "outcome", "solved_by", "n_steps", "counts"),
    "rate": ("level", "score", "hardest"),
    "verify": ("solutions",),
    "canonical": ("canonical",),
}

TASKS = tuple(OF_TASK)


def worker_columns(task: str, has_paths: bool = False) -> tuple[str, ...]:
    """Return the columns that a worker fills for a `task`, in their order.

    With ``solve --paths`` there is the record of each step, as ``--reporter jsonl`` writes it.
    """
    return (*COMMON, *OF_TASK[task], *(("steps",) if has_paths else ()))


def columns(task: str, has_paths: bool = False) -> tuple[str, ...]:
    """Return all columns of the results of a `task`: the number of the puzzle, from 1, is first.

    >>> columns("verify")
    ('number', 'source', 'puzzle', 'status', 'why', 'solutions')
    """
    return ("number", *worker_columns(task, has_paths))


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


def writer(format: str) -> str:
    """Return what decides on the bytes of a `format` beside this program; raise UsageError.

    Another release of pyarrow may write other bytes.
    """
    if format != "parquet":
        return "none"
    if find_spec("pyarrow") is None:
        what = f"Parquet needs pyarrow: {install('batch')}, or --format jsonl"
        raise UsageError(what, "--format parquet")
    from importlib.metadata import version  # pyarrow itself is loaded while workers are at work

    return f"pyarrow {version('pyarrow')}"


def encoded(columns: Sequence[str], values: Columns, format: str) -> bytes:
    """Return the `values` of these `columns` as a file of a `format`."""
    return _WRITERS[format](columns, values)


def _jsonl(columns: Sequence[str], values: Columns) -> bytes:
    names = [name for name in columns if KINDS[name] != "records"]
    rows = zip(*(values[name] for name in names))
    lines = [json_text(dict(zip(names, row))) for row in rows]
    for name in columns:
        if KINDS[name] == "records":
            cells = (cell or "null" for cell in _each(_array, values[name]))
            lines = [f'{line[:-1]},"{name}":{cell}}}' for line, cell in zip(lines, cells)]
    return _utf8("".join(f"{line}\n" for line in lines))


def _csv(columns: Sequence[str], values: Columns) -> bytes:
    import csv  # only here: a browser loads it late

    forms = {"counts": json_text, "records": _array, "text": no_formula}
    cells = [_each(forms.get(KINDS[name]), values[name]) for name in columns]
    stream = io.StringIO()
    table = csv.writer(stream, lineterminator="\n")
    table.writerow(columns)
    table.writerows(zip(*cells))
    return _utf8(stream.getvalue())


def _parquet(columns: Sequence[str], values: Columns) -> bytes:
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
    forms: dict[Kind, Callable[[Any], Any]] = {
        "counts": lambda counts: list(counts.items()),
        "records": lambda records: list(map(_text, records)),
        "text": _text,
    }
    arrays = [
        pyarrow.array(_each(forms.get(KINDS[name]), values[name]), types[KINDS[name]])
        for name in columns
    ]
    stream = io.BytesIO()
    pyarrow.parquet.write_table(
        pyarrow.table(arrays, names=[*columns]),
        stream,
        version="2.6",
        compression="zstd",
        use_dictionary=[*(name for name in columns if name not in DIFFERENT), *_INSIDE],
    )
    return stream.getvalue()


_WRITERS = {"parquet": _parquet, "jsonl": _jsonl, "csv": _csv}


def _each(form: Callable[[Any], Any] | None, cells: list[Any]) -> list[Any]:
    return [None if cell is None else form(cell) for cell in cells] if form else cells


def _array(records: Sequence[str]) -> str:
    """Return `records`, each as JSON, as one JSON text."""
    return f"[{','.join(records)}]"


def _text(cell: str) -> str:
    return cell if cell.isascii() else _utf8(cell).decode()


def _utf8(text: str) -> bytes:
    """Return `text` as bytes; what is no text, such as a name in another encoding, is escaped."""
    return text.encode("utf-8", "backslashreplace")
