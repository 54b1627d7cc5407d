"""``generate``: puzzles, made by a generator, written as soon as each is ready."""

from __future__ import annotations

import signal
import sys
from contextlib import closing, suppress

import click

from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.generation_pool import Attempt, GenerationTask, attempts
from sudoku_engine.cli.generator_options import KEY, chosen_generator, generator_override
from sudoku_engine.cli.interrupts import interrupts_held_back, interrupts_restored
from sudoku_engine.cli.options import (
    component_options,
    count_option,
    engine_options,
    jobs_option,
    json_option,
    output_format_option,
    output_option,
)
from sudoku_engine.cli.output_files import BOARDS, JSON, format_of, is_json
from sudoku_engine.cli.program import BAD, INTERRUPTED, NO, invocation, message
from sudoku_engine.cli.seeds import drawn_seed, seed_option
from sudoku_engine.errors import GaveUp, UsageError
from sudoku_engine.solving.puzzle_text import PuzzleText


@click.command()
@component_options(KEY)
@count_option(1, "The number of puzzles.")
@seed_option("puzzles")
@jobs_option("Work in N processes; the puzzles stay the same.", default=1)
@output_format_option
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    help="Add comments to each puzzle: its origin, solution and rating.",
)
@json_option
@output_option(*JSON, *BOARDS)
@engine_options
def generate(
    count: int,
    seed: str | None,
    jobs: int,
    output_format: str | None,
    verbose: bool,
    as_json: bool,
    output: str | None,
) -> int:
    """Make puzzles, and print each on a line as soon as it is ready.

    Every puzzle that is said to have one solution is proved to have only one. The same --seed
    makes the same puzzles again. --json writes one object for each puzzle. Ctrl-C keeps what
    is finished.

    \b
    Examples:
      sudoku-engine generate
      sudoku-engine generate --level hard --count 10 --seed 7 -o hard.txt
      sudoku-engine generate --symmetry rotational --output-format pretty -v
      sudoku-engine generate --count 100 --jobs 4 | sudoku-engine solve -q -
    """
    if not (output_format or as_json):
        as_json, output_format = is_json(output), format_of(output)
    if output_format and as_json:
        raise UsageError("--output-format writes boards, and --json objects: choose one")
    changes = generator_override(invocation().parameters)
    with interrupts_restored(), command_context(output, output_format, changes) as context:
        chosen = chosen_generator(context)
        task = GenerationTask(
            config=context.config,
            generator=chosen.id,
            options=dict(chosen.options),
            seed=drawn_seed("the same puzzles", verbose) if seed is None else seed,
            count=count,
            is_rated=verbose or as_json,
            is_debugging=invocation().is_debugging,
        )
        form = "json" if as_json else output_format or "line"
        text = PuzzleText(task.generator, task.seed, count, form, verbose)
        return _carry_out(task, text, jobs, context)


def _carry_out(task: GenerationTask, text: PuzzleText, jobs: int, context: CommandContext) -> int:
    """Write the puzzles of `task`; return the exit status."""
    number = finished = 0
    known: set[str] = set()
    try:
        with closing(attempts(task, jobs, context)) as made:
            coming = context.progress.over(made, "puzzle", task.count)
            for number, attempt in enumerate(coming, 1):
                _report_faults(attempt, known, context)
                if attempt.puzzle is not None:
                    shown = text.of(number, attempt.puzzle)
                    with interrupts_held_back():  # what is written is counted
                        context.out.write(shown)
                        finished += 1
                    context.out.flush()  # where it may wait, for a reader of the pipe
                elif attempt.error is not None:
                    message(str(attempt.error))
                    context.count_status(NO if isinstance(attempt.error, GaveUp) else BAD)
                    if not isinstance(attempt.error, GaveUp):
                        break
        if finished and number < task.count:
            message(f"stopped after {finished} of {task.count}")
    except KeyboardInterrupt:
        with suppress(ValueError):  # not the main thread
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # the file is being finished
        if not finished:
            raise
        start = "\n" if sys.stderr.isatty() else ""
        message(f"{start}stopped after {finished} of {task.count}")
        context.count_status(INTERRUPTED)
    return context.status


def _report_faults(attempt: Attempt, known: set[str], context: CommandContext) -> None:
    """Report the faults of strategies that are not `known`: each process finds them again."""
    for fault in attempt.faults:
        if fault not in known:
            known.add(fault)
            message(fault)
        context.count_status(BAD)
