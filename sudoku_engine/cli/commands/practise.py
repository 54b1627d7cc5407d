"""``practise``: boards on which a technique is the next that helps, and answers that are judged."""

from __future__ import annotations

from itertools import islice

import click

from sudoku_engine.cli.context import command_context
from sudoku_engine.cli.options import count_option, engine_options
from sudoku_engine.cli.params import FileName
from sudoku_engine.cli.practice_boards import practice_boards, techniques_of, wanted_techniques
from sudoku_engine.cli.practice_dialog import PracticeDialog
from sudoku_engine.cli.program import NO, message
from sudoku_engine.cli.seeds import drawn_seed, seed_option
from sudoku_engine.errors import GaveUp
from sudoku_engine.practice.exercises import Practice


@click.command()
@click.argument("names", metavar="ID...", nargs=-1, required=True)
@click.option(
    "--from",
    "sources",
    type=FileName(),
    multiple=True,
    metavar="INPUT",
    help="Use boards out of these puzzles (repeatable).",
)
@count_option(10, "The number of boards.")
@seed_option("boards")
@engine_options
def practise(names: tuple[str, ...], sources: tuple[str, ...], count: int, seed: str | None) -> int:
    """Practise a technique: find it on boards where it is the next that helps.

    ID is a technique or a family of them. Answer each board with a step as `steps` prints it,
    or only what it changes: r57c4<>1, r7c4<>8. ? hints where to look, ?? what to look for, ???
    why; skip shows the step, quit ends it.

    \b
    Examples:
      sudoku-engine practise naked_pair
      sudoku-engine practise x_wing swordfish --count 3 --seed 7
      sudoku-engine practise subsets --from examples/puzzles.txt
    """
    with command_context() as context:
        wanted = wanted_techniques(names, context)
        techniques = techniques_of(context)
        seed = seed or drawn_seed("the same boards")
        boards = practice_boards(wanted, techniques, sources, seed, context)
        practice = Practice(islice(boards, count), techniques)
        try:
            PracticeDialog(practice, context, count).run()
        except GaveUp as error:
            message(str(error))
            context.count_status(NO)
    return context.status
