"""``generate``: puzzles, made by a generator, written as soon as each is ready."""

from __future__ import annotations

import json
import random
import signal
import sys
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

import click

from sudoku_engine.commands.audience import fault_line
from sudoku_engine.commands.common import (
    Job,
    end_program,
    engine_options,
    job,
    json_option,
    output_option,
)
from sudoku_engine.commands.generator_options import (
    HELP,
    generator_of,
    generator_options,
    generator_override,
)
from sudoku_engine.commands.program import BAD, INTERRUPTED, NO, complain, trace
from sudoku_engine.commands.progress import bar
from sudoku_engine.commands.supervision import last_resort
from sudoku_engine.config import Config
from sudoku_engine.errors import GaveUp, SudokuError, UsageError
from sudoku_engine.events import Faulted
from sudoku_engine.formats import FORMATS, written
from sudoku_engine.generating import Maker
from sudoku_engine.layout import Layout
from sudoku_engine.plugins import Registry
from sudoku_engine.protocols import Puzzle
from sudoku_engine.rating import NotRated, Rater, Rating

PATIENCE = 12
"""A puzzle may take so many times the ``step_timeout`` of the configuration."""

MOST_JOBS = 256
"""Processes; more only stand in each other's way."""


@click.command()
@generator_options
@click.option(
    "--count",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="How many puzzles.",
)
@click.option("--seed", metavar="S", help="A word or number: the same puzzles each time.")
@click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    default=1,
    show_default=True,
    metavar="N",
    help="Work in N processes; the puzzles are the same.",
)
@click.option(
    "--output-format", type=click.Choice(list(FORMATS)), help="Write puzzles in this format."
)
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    help="After each puzzle, as comments: how it was made, its solution, how hard it is.",
)
@json_option
@output_option
@engine_options
def generate(
    generator: str | None,
    count: int,
    seed: str | None,
    jobs: int,
    output_format: str | None,
    verbose: bool,
    as_json: bool,
    output: str | None,
    config_file: str | None,
    plugins: tuple[str, ...],
    layout: str | None,
    **given: Any,
) -> int:
    """Make puzzles, and print a line each as soon as it is ready.

    Every puzzle that is said to have one solution is proved to have only one. --seed makes the same
    puzzles again. --json writes an object a puzzle, a line each. Ctrl-C keeps what is finished.

    \b
    Examples:
      sudoku-engine generate
      sudoku-engine generate --level hard --count 10 --seed 7 -o hard.txt
      sudoku-engine generate --symmetry rotational --output-format pretty -v
      sudoku-engine generate --count 100 --jobs 4 | sudoku-engine solve -q -
    """
    if output_format and as_json:
        raise UsageError("--output-format writes boards, and --json objects: choose one")
    if seed is not None and not seed.isprintable():
        raise UsageError("--seed takes a word or a number")
    newline = "" if output_format == "fss" else None  # it has its own
    overrides = {"generator": generator_override(generator)}
    with (
        _own_interrupts(),
        job(config_file, plugins, layout, overrides, output=output, newline=newline) as task,
    ):
        chosen = generator_of(task, generator, {name: given[name] for name in HELP})
        order = Order(
            config=task.config,
            generator=chosen.id,
            options=dict(chosen.options),
            seed=_drawn() if seed is None else seed,
            count=count,
            is_rated=verbose or as_json,
            debug="--debug" in (click.get_current_context().find_root().obj or ()),
        )
        form = Form(order, output_format or "line", verbose, as_json)
        return _carry_out(order, form, jobs, task)


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
        self.rater = Rater(job.strategies(), job.config.loop, end_program, job.timer)
        generator = job.registry.find("generator", order.generator).with_options(order.options)
        limit = PATIENCE * job.config.loop.step_timeout
        self.maker = Maker(
            generator, order.layout, order.seed, self.rater, limit, end_program, job.timer
        )

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
    timer = last_resort()
    registry = Registry(on_hang=end_program, timer=timer)
    registry.load(order.config.plugins, order.config.disable)
    return Worker(order, Job(registry, order.config, sys.stdout, timer=timer))


class Form:
    """How puzzles are written."""

    def __init__(self, order: Order, format: str, verbose: bool, as_json: bool) -> None:
        self.order = order
        self.format = format
        self.verbose = verbose
        self.as_json = as_json

    def text(self, number: int, puzzle: Puzzle) -> str:
        """Puzzle `number`, which counts from 1, as it is written."""
        if self.as_json:
            return f"{json.dumps(self._record(number, puzzle), ensure_ascii=False)}\n"
        text = written(puzzle.givens, self.format)
        if not self.verbose:
            return text
        board = text.rstrip()
        end = "\r\n" if self.format == "fss" else "\n"
        told = "".join(f"# {line}{end}" for line in self._words(number, puzzle))
        return f"{board}{end}{told}{text[len(board) + len(end) :]}"

    def _words(self, number: int, puzzle: Puzzle) -> Iterator[str]:
        order = self.order
        made = f": {puzzle.made}" if puzzle.made else ""
        yield f"puzzle {number} of {order.count}, {order.generator}, seed {order.seed}{made}"
        others = "" if puzzle.is_unique else " (there may be others)"
        yield f"solution{others}: {puzzle.solution.line}"
        if puzzle.rating is not None:
            yield f"rating: {_in_words(puzzle.rating)}"

    def _record(self, number: int, puzzle: Puzzle) -> dict[str, Any]:
        return {
            "puzzle": puzzle.givens.line,
            "solution": puzzle.solution.line,
            "layout": self.order.layout.name,
            "generator": self.order.generator,
            "seed": self.order.seed,
            "number": number,
            "unique": puzzle.is_unique,
            "made": puzzle.made,
            "rating": _as_json(puzzle.rating) if puzzle.rating is not None else None,
        }


def _in_words(rating: Rating) -> str:
    hardest = f", hardest {rating.hardest.name}" if rating.hardest else ""
    return f"{rating.level}, score {rating.score}{hardest}"


def _as_json(rating: Rating) -> dict[str, Any]:
    return {
        "level": rating.level,
        "score": rating.score,
        "hardest": rating.hardest.id if rating.hardest else None,
        "counts": dict(rating.counts),
        "outcome": rating.outcome,
    }


def _carry_out(order: Order, form: Form, jobs: int, task: Job) -> int:
    """Writes the puzzles of `order`; gives the exit status."""
    if form.verbose or sys.stderr.isatty():
        complain(f"seed {order.seed}")
    finished = 0
    told: set[str] = set()
    try:
        with bar(order.count, task.out) as advance, closing(_outcomes(order, jobs, task)) as found:
            for number, outcome in enumerate(found, 1):
                for fault in outcome.faults:
                    task.worst(BAD)
                    if fault not in told:
                        complain(fault)
                    told.add(fault)
                if outcome.puzzle is not None:
                    task.out.write(form.text(number, outcome.puzzle))
                    task.out.flush()
                    finished += 1
                elif outcome.error is not None:
                    complain(str(outcome.error))
                    task.worst(NO if isinstance(outcome.error, GaveUp) else BAD)
                    if not isinstance(outcome.error, GaveUp):
                        break
                advance()
    except KeyboardInterrupt:
        with suppress(ValueError):  # not the main thread
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # the file is being finished
        if not finished:
            raise
        start = "\n" if sys.stderr.isatty() else ""
        complain(f"{start}stopped after {finished} of {order.count}")
        task.worst(INTERRUPTED)
    return task.status


def _outcomes(order: Order, jobs: int, task: Job) -> Generator[Outcome, None, None]:
    """What comes of each puzzle, in order."""
    jobs = min(jobs, order.count)
    if jobs == 1:
        yield from map(Worker(order, task), range(order.count))
        return
    from sudoku_engine.crew import Crew, CrewError  # only here: it takes a while to load

    try:
        with closing(Crew(jobs, order.count, prepared, [order]).results()) as results:
            yield from results
    except CrewError as error:
        if error.code != BAD:  # else it has told why
            raise
        raise click.exceptions.Exit(BAD) from None


@contextmanager
def _own_interrupts() -> Iterator[None]:
    """Within, what is done at Ctrl-C can be changed; after, it is as before."""
    before = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        with suppress(ValueError):
            signal.signal(signal.SIGINT, before)


def _drawn() -> str:
    """A seed that is short enough to be typed again."""
    return str(random.SystemRandom().randrange(10**8))
