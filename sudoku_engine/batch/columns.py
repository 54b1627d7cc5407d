"""The columns of the results, by task. Workers fill them, tables store them."""

from __future__ import annotations

import json
from typing import Literal, NamedTuple

Kind = Literal["whole", "number", "text", "counts", "records"]
"""What a cell holds: an int, an int or float, a str, a dict from str to int, a list of records.

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


class Column(NamedTuple):
    """A column. In each row it has a value of its kind, or None."""

    name: str
    kind: Kind


NUMBER = Column("number", "whole")
"""The number of the puzzle, from 1. The leader of the batch fills it in, not the workers."""

COMMON = (
    Column("source", "text"),
    Column("puzzle", "text"),
    Column("status", "text"),
    Column("why", "text"),
)
"""The columns of every task: where the puzzle is from (``puzzles.txt:3``); its cells in one line,
None if it cannot be read; its `Status`; why it has no result or one that needs a word (a search
had to finish, there are several solutions), or whose fault it was.
"""

STEPS = Column("steps", "records")
"""The column of ``solve --paths``: the record of each step, as ``--reporter jsonl`` writes it."""

OF_TASK: dict[str, tuple[Column, ...]] = {
    "solve": (
        Column("solution", "text"),
        Column("outcome", "text"),
        Column("by", "text"),
        Column("n_steps", "whole"),
        Column("counts", "counts"),
    ),
    "rate": (Column("level", "text"), Column("score", "number"), Column("hardest", "text")),
    "verify": (Column("solutions", "whole"),),
    "canonical": (Column("canonical", "text"),),
}
"""By task, its own columns."""

TASKS = tuple(OF_TASK)


def worker_columns(task: str, has_paths: bool = False) -> tuple[Column, ...]:
    """Return the columns that a worker fills for a `task`, in their order."""
    return (*COMMON, *OF_TASK[task], *((STEPS,) if has_paths else ()))


def columns(task: str, has_paths: bool = False) -> tuple[Column, ...]:
    """Return all columns of the results of a `task`, in their order.

    >>> [column.name for column in columns("verify")]
    ['number', 'source', 'puzzle', 'status', 'why', 'solutions']
    """
    return (NUMBER, *worker_columns(task, has_paths))
