"""Puzzles for commands that can have many of them answered together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudoku_engine.cli.context import CommandContext
from sudoku_engine.cli.inputs import FoundInBlocks, found_in, found_in_blocks
from sudoku_engine.cli.program import message
from sudoku_engine.errors import FormatError
from sudoku_engine.formats import Entry
from sudoku_engine.formats.blocks import PlainBlock
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.bulk_search import Settled, can_settle, is_ready, settled

Bulk = Iterator[Entry | FormatError | Settled]


def found_in_bulk(
    inputs: Sequence[str],
    context: CommandContext,
    solver: Component,
    least: int,
    most: int,
    n_threads: int,
) -> Bulk:
    """Yield what `found_in` does, but together puzzles that are settled.

    They are those with `least` to `most` solutions (2 stands for more) that the compiled search
    finds, in `n_threads` threads, if it may be used instead of the `solver`.
    """
    layout, marks = context.config.layout, context.config.loop.pencilmarks
    if not can_settle(solver, layout):
        yield from found_in(inputs, context)
        return
    for found in found_in_blocks(inputs, context):
        if not isinstance(found, PlainBlock):
            yield found
        elif is_ready(_notice):
            for part in settled(found, most, n_threads, least):
                yield part if isinstance(part, Settled) else found.entry(part, layout, marks)
        else:
            yield from found.entries(layout, marks)


def with_notice(found: FoundInBlocks, solver: Component, context: CommandContext) -> FoundInBlocks:
    """Yield what was `found`; before the first block, say so if the search must be compiled.

    So it is compiled before workers ask for it, each for itself.
    """
    for each in found:
        if isinstance(each, PlainBlock) and can_settle(solver, context.config.layout):
            is_ready(_notice)
        yield each


def _notice(line: str) -> None:
    message(f"notice: {line}")
