"""``generate``: puzzles, made by a generator, written as soon as each is ready."""

from __future__ import annotations

import json
import random
import signal
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any

import click

from sudoku_engine.api.puzzle import BEYOND, Puzzle, Rating
from sudoku_engine.cli.context import Job, engine_options, job, json_option, output_option
from sudoku_engine.cli.generation_pool import Order, Outcome, outcomes
from sudoku_engine.cli.generator_options import (
    HELP,
    generator_of,
    generator_options,
    generator_override,
)
from sudoku_engine.cli.program import BAD, INTERRUPTED, NO, complain
from sudoku_engine.cli.progress import bar
from sudoku_engine.errors import GaveUp, UsageError
from sudoku_engine.formats import FORMATS, written

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
    if seed is not None and not (seed and seed.isprintable()):
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
            seed=_drawn(verbose) if seed is None else seed,
            count=count,
            is_rated=verbose or as_json,
            debug="--debug" in (click.get_current_context().find_root().obj or ()),
        )
        form = Form(order, output_format or "line", verbose, as_json)
        return _carry_out(order, form, jobs, task)


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
    over, so_far = (" over", " so far") if rating.level == BEYOND else ("", "")
    hardest = f", hardest{so_far}: {rating.hardest.name}" if rating.hardest else ""
    return f"{rating.level}, score{over} {rating.score}{hardest}"


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
    number = finished = 0
    known: set[str] = set()
    try:
        with bar(order.count, task.out) as advance, closing(outcomes(order, jobs, task)) as found:
            for number, outcome in enumerate(found, 1):
                _tell_faults(outcome, known, task)
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
        if finished and number < order.count:
            complain(f"stopped after {finished} of {order.count}")
    except KeyboardInterrupt:
        with suppress(ValueError):  # not the main thread
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # the file is being finished
        if not finished:
            raise
        start = "\n" if sys.stderr.isatty() else ""
        complain(f"{start}stopped after {finished} of {order.count}")
        task.worst(INTERRUPTED)
    return task.status


def _tell_faults(outcome: Outcome, known: set[str], task: Job) -> None:
    """Tells of the faults of strategies that are not `known`: processes find them apart."""
    for fault in outcome.faults:
        if fault not in known:
            known.add(fault)
            complain(fault)
        task.worst(BAD)


@contextmanager
def _own_interrupts() -> Iterator[None]:
    """Within, what is done at Ctrl-C can be changed; after, it is as before."""
    before = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        with suppress(ValueError):
            signal.signal(signal.SIGINT, before)


def _drawn(is_told: bool) -> str:
    """A seed that is short enough to be typed again; a person is told of it."""
    seed = str(random.SystemRandom().randrange(10**8))
    if is_told or sys.stderr.isatty():
        complain(f"seed {seed}: with --seed {seed} the same puzzles come again")
    return seed
