"""A `Trace`: the lines of a strategy as they ran on a board, for all painters."""

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from sudoku_engine import Grid, Step
from sudoku_engine.api.event_text import short_notation
from sudoku_engine.api.record import grid_record, step_record
from sudoku_engine.errors import shown_path

MOST_CAUSES = 2  # remarks that say why a wrong step is found


class Value(NamedTuple):
    """The value of a variable after a line has run."""

    name: str
    text: str  # its repr, shortened
    cells: tuple[int, ...] = ()  # the cells that it holds, if it is a cell or a few of them
    houses: tuple[str, ...] = ()  # the names of the houses that it holds


class Moment(NamedTuple):
    """A line that runs."""

    number: int
    """Its place among all lines that ran, from 1; some of them are left out."""
    frame: int
    """The number of the call of a function in which it runs; each has variables of its own."""
    depth: int
    """How many calls of the strategy's own functions are around it."""
    block: int
    """The function, as a place in `Trace.blocks`."""
    line: int
    values: tuple[Value, ...] = ()
    """The variables that it changed."""
    truth: bool | None = None
    """The result of its condition; None without one, or if unknown."""
    why: str = ""
    """The condition with its values, such as ``[4, 5] == {4, 5}``."""
    looks: tuple[int, ...] = ()
    """The cells whose candidates it asked for."""
    digits: tuple[int, ...] = ()
    """The digits whose places it asked for."""
    note: str = ""
    """Its other effect: the step that it hands out, or the error that it raises."""

    @property
    def notes(self) -> list[str]:
        """Return the notes beside its line."""
        notes = [f"{value.name} = {value.text}" for value in self.values]
        if self.truth is not None:
            notes.append(f"{self.truth}: {self.why}" if self.why else str(self.truth))
        return [*notes, self.note] if self.note else notes


class Block(NamedTuple):
    """A function of the strategy that ran: its lines as they stand in their file."""

    name: str
    file: str
    first: int  # the number of its first line
    lines: tuple[str, ...]
    never: tuple[int, ...] = ()  # its lines that ran on none of the boards

    @property
    def dedented(self) -> list[str]:
        """Its lines as they are shown: without the indentation that all of them have."""
        return textwrap.dedent("\n".join(self.lines)).split("\n")

    def code(self, line: int) -> str:
        """Return the text of a `line` of its file."""
        return self.lines[line - self.first].strip()


class Remark(NamedTuple):
    """A conclusion from the trace, in a sentence."""

    text: str
    line: int = 0
    """The line that it is about, or 0."""
    moment: int = -1
    """The place among the moments at which it shows; -1 for none."""


@dataclass(frozen=True)
class Trace:
    """The lines of a strategy as they ran on a board."""

    id: str
    name: str
    file: str
    grid: Grid
    source: str = ""  # where the board comes from
    about: str = ""  # what is wrong with the strategy there, or what is looked for, in a sentence
    witness: Step | None = None  # the step that it should find; None if nobody named one
    wrong: Step | None = None  # the wrong step that it hands out, if it is traced for one
    found: tuple[Step, ...] = ()  # the steps that it handed out
    blocks: tuple[Block, ...] = ()  # its functions that ran, the strategy first
    moments: tuple[Moment, ...] = ()
    remarks: tuple[Remark, ...] = ()  # what the trace shows, the most telling first
    left_out: tuple[str, ...] = ()  # what the trace leaves out, each in a sentence
    looked: tuple[int, ...] = ()  # the cells whose candidates it asked for, anywhere in the call
    boards: int = 1  # the number of boards on which was noted which lines run
    n_lines: int = 0  # the number of lines that ran on the board, as far as they were counted

    @property
    def focus(self) -> int:
        """The place among the moments that tells most; the last one if no remark names any."""
        places = (each.moment for each in self.remarks if each.moment >= 0)
        return next(places, max(len(self.moments) - 1, 0))

    def cause(self) -> str:
        """Return why a step is missed, or a wrong step found; empty if unknown."""
        remarks = self.remarks[:1] if self.wrong is None else self.remarks[1:]
        return "; ".join([each.text for each in remarks if each.line][:MOST_CAUSES])

    def values_at(self, place: int) -> dict[str, Value]:
        """Return the variables of the call under way, as they are after the moment at `place`."""
        frame = self.moments[place].frame
        known: dict[str, Value] = {}
        for moment in self.moments[: place + 1]:
            if moment.frame == frame:
                known |= {value.name: value for value in moment.values}
        return known


def beside(moments: Iterable[Moment], frame: int, is_end: bool) -> dict[int, Moment]:
    """Return the latest of `moments` in a call, by line, for the notes next to its lines.

    Unless it `is_end`, a loop may have begun again: what was below its line is over.
    """
    latest: dict[int, Moment] = {}
    for moment in moments:
        if moment.frame == frame:
            if not is_end:
                latest = {line: each for line, each in latest.items() if line < moment.line}
            latest[moment.line] = moment
    return latest


def trace_record(trace: Trace) -> dict[str, Any]:
    """Return `trace` as data for JSON."""
    layout = trace.grid.layout
    steps = {"witness": trace.witness, "wrong": trace.wrong}
    return {
        "record": 1,
        "id": trace.id,
        "name": trace.name,
        "file": shown_path(trace.file),
        "board": grid_record(trace.grid),
        "source": trace.source,
        "about": trace.about,
        **{name: step and step_record(step, layout) for name, step in steps.items()},
        "found": [short_notation(step, layout) for step in trace.found],
        "blocks": [{**block._asdict(), "file": shown_path(block.file)} for block in trace.blocks],
        "moments": [_moment_record(trace, moment) for moment in trace.moments],
        "focus": trace.focus,
        "remarks": [remark._asdict() for remark in trace.remarks],
        "left_out": list(trace.left_out),
        "looked": [str(layout.cells[cell]) for cell in trace.looked],
        "boards": trace.boards,
        "lines": trace.n_lines,
    }


def _moment_record(trace: Trace, moment: Moment) -> dict[str, Any]:
    cells = trace.grid.layout.cells
    values = [
        {**value._asdict(), "cells": [str(cells[cell]) for cell in value.cells]}
        for value in moment.values
    ]
    looks = [str(cells[cell]) for cell in moment.looks]
    return {**moment._asdict(), "values": values, "looks": looks}
