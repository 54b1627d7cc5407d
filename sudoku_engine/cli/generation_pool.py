"""Puzzles made to order, by one process or several."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

import click

from sudoku_engine.api.events import Faulted
from sudoku_engine.api.puzzle import Puzzle
from sudoku_engine.board.layout import Layout
from sudoku_engine.cli.context import Job, ProgramEnd
from sudoku_engine.cli.program import BAD, trace
from sudoku_engine.cli.reporting import fault_line
from sudoku_engine.config.config import Config
from sudoku_engine.errors import SudokuError
from sudoku_engine.isolation.supervised_program import LAST_WORDS
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.tasks.generation import Maker
from sudoku_engine.tasks.rating import NotRated

PATIENCE = 12
"""A puzzle may take so many times the ``step_timeout`` of the configuration."""


@dataclass(frozen=True)
class Order:
    """What is to be made; it can go to another process.

    `generator` is an id, with its `options`. `is_rated`: each puzzle with its rating.
    """

    config: Config
    generator: str
    options: dict[str, Any]
    seed: str
    count: int
    is_rated: bool
    debug: bool

    @property
    def layout(self) -> Layout:
        """The board of the puzzles."""
        return self.config.layout or Layout.named()


class Outcome(NamedTuple):
    """What came of one puzzle: the puzzle, or why there is none.

    `faults` are those of strategies that came to light, in words.
    """

    puzzle: Puzzle | None
    error: SudokuError | None
    faults: tuple[str, ...]


class Worker:
    """What carries out an `order`, with the plugins of a `job`, one puzzle after another."""

    def __init__(self, order: Order, job: Job) -> None:
        self.order = order
        self.rater = job.rater()
        generator = job.registry.find("generator", order.generator).with_options(order.options)
        limit = PATIENCE * job.config.loop.step_timeout
        self.maker = Maker(generator, order.layout, order.seed, self.rater, limit, job.last_resort)

    def __call__(self, number: int) -> Outcome:
        """What comes of puzzle `number`."""
        known = len(self.rater.faults)
        puzzle = error = None
        try:
            puzzle = self._rated(self.maker.make(number))
        except SudokuError as problem:
            trace(problem, self.order.debug)
            error = problem
        faults = self.rater.faults[known:]
        for fault in faults:
            trace(fault.error if isinstance(fault, Faulted) else None, self.order.debug)
        return Outcome(puzzle, error, tuple(map(fault_line, faults)))

    def _rated(self, puzzle: Puzzle) -> Puzzle:
        """`puzzle` with its rating, where that is wanted and there can be one."""
        if self.order.is_rated and puzzle.is_unique and puzzle.rating is None:
            with suppress(NotRated):
                rating = self.rater.rate(puzzle.givens)
                return puzzle._replace(rating=rating._replace(faults=()))
        return puzzle


def prepared(order: Order) -> Worker:
    """What carries `order` out in another process: it loads the plugins there."""
    last_resort = ProgramEnd()
    registry = Registry(last_resort=last_resort)
    registry.load(order.config.plugins, order.config.disable)
    return Worker(order, Job(registry, order.config, sys.stdout, last_resort=last_resort))


def outcomes(order: Order, jobs: int, task: Job) -> Generator[Outcome, None, None]:
    """What comes of each puzzle, in order."""
    jobs = min(jobs, order.count)
    if jobs == 1:
        yield from map(Worker(order, task), range(order.count))
        return
    from sudoku_engine.isolation.process_pool import (  # only here: it takes a while to load
        Crew,
        CrewError,
    )

    try:
        with closing(Crew(jobs, order.count, prepared, [order]).results()) as results:
            yield from results
    except CrewError as error:
        if error.code == BAD or _has_last_words():  # it has told why, or that will be told
            raise click.exceptions.Exit(BAD) from None
        yield Outcome(None, error, ())


def _has_last_words() -> bool:
    """Whether a process could not be stopped but by its timer, which the first process tells."""
    return LAST_WORDS in os.environ and os.path.getsize(os.environ[LAST_WORDS]) > 0
