"""``verify``: whether a puzzle has no, one or several solutions."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain

from sudoku_engine.board.grid import Grid
from sudoku_engine.cli import options
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.inputs import found_in_bulk, show_progress_at
from sudoku_engine.cli.jobs import NotSent, Work, results
from sudoku_engine.cli.params import is_json
from sudoku_engine.cli.program import NO, program
from sudoku_engine.cli.tables import print_records
from sudoku_engine.engine import Engine
from sudoku_engine.errors import FormatError
from sudoku_engine.formats import Entry
from sudoku_engine.formats.blocks import N_CELLS, Settled
from sudoku_engine.solving.verification import SEVERAL, SOLVED, UNIQUE, Verification, verified


@program.command()
@options.inputs_argument
@options.schema_option("solver", help="The solver that counts the solutions.")
@options.puzzle_jobs_option
@options.json_option
@options.output_option("json")
@options.engine_options
def verify(inputs: tuple[str, ...], jobs: int, as_json: bool, output: str | None) -> int:
    """Check whether each puzzle is valid: solved, or with exactly one solution.

    Prints one line for each puzzle. In JSON, 2 solutions mean two or more.

    \b
    Examples:
      sudoku-engine verify puzzles.txt
      sudoku-engine verify 12..34..........
    """
    with command_context(output) as context:
        found = _verified(inputs, context, jobs)
        if as_json or is_json(output):
            print_records(chain.from_iterable(map(_records, found)), context.out)
        else:
            for _, verifications in found:
                context.out.write("".join([f"{each.words}\n" for each in verifications]))
                context.out.flush()
    return context.status


Verified = tuple[Entry | Settled, Sequence[Verification]]
"""A puzzle, or several, with the result of each."""


def _verified(inputs: Sequence[str], context: CommandContext, jobs: int) -> Iterator[Verified]:
    """Yield the puzzles with the results, each as soon as it is known; report faults."""
    solver = context.solver()
    bulk = found_in_bulk(inputs, context, solver, 1, 2, jobs)
    work = Work(_verifier, packed=_packed, is_foreign=not solver.is_bundled)
    for found, result in results(bulk, context, work, jobs):
        if isinstance(found, FormatError):
            context.report(found)
            continue
        known: Sequence[Verification] = [] if result is None else [result]
        if isinstance(found, Settled):
            show_progress_at(found.block.source_of(0), len(found.counts), context)
            starts = range(0, len(found.block.digits), N_CELLS)
            boards = (found.block.digits[start : start + N_CELLS] for start in starts)
            known = [
                SEVERAL if count > 1 else UNIQUE if 0 in board else SOLVED
                for board, count in zip(boards, found.counts)
            ]
        yield found, known
        for each in known:
            if each.fault:
                context.report(each.fault)
            elif not each.is_valid:
                context.count_status(NO)


def _verifier(engine: Engine) -> Callable[[Grid], Verification]:
    return partial(verified, solver=engine.solver())


def _packed(found: Verification) -> Verification:
    if found.fault:
        raise NotSent
    return found


def _records(verified: Verified) -> Iterator[dict[str, object]]:
    found, results = verified
    places = [found.place] if isinstance(found, Entry) else found.block.places()
    for place, result in zip(places, results):
        yield {**place, **result.to_dict()}
