"""``why``: the smallest reason for an elimination or a placement, or the board that denies it."""

import re
from collections.abc import Iterator, Sequence
from typing import TextIO

import click

from sudoku_engine import Grid, Run
from sudoku_engine.api.event_text import has_many_cases
from sudoku_engine.api.record import puzzle_record
from sudoku_engine.board.masks import mask_of
from sudoku_engine.board.notation import CELLS
from sudoku_engine.board.say import tell
from sudoku_engine.board.text_board import wrapped
from sudoku_engine.board.words import ELIMINATES, sentence
from sudoku_engine.cli import frontends, options
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.inputs import one_puzzle
from sudoku_engine.cli.params import JSON, ending, is_json
from sudoku_engine.cli.program import NO, message, program
from sudoku_engine.cli.reporting import Reporters
from sudoku_engine.cli.tables import print_records
from sudoku_engine.errors import LayoutError, MistakeError, UsageError
from sudoku_frontends.pictures.image_files import PICTURE_KINDS
from sudoku_frontends.pictures.themes import THEMES, Theme
from sudoku_plugins.reasons.why import Why
from sudoku_plugins.reasons.why import why as ask_why

CONCLUSION = re.compile(rf"\s*{CELLS}\s*(?:=|{ELIMINATES})", re.IGNORECASE)
"""The beginning of a conclusion; a puzzle looks different."""


@program.command()
@options.one_input_argument
@click.argument("conclusions", metavar="[CONCLUSION]...", nargs=-1)
@click.option("-v", "--verbose", is_flag=True, help="Show all cases of an argument, however many.")
@options.json_option
@options.choice_option(
    "--theme", values=THEMES, default="light", metavar="NAME", help="The colours of a picture."
)
@options.output_option(*JSON, *PICTURE_KINDS, frontends.REPLAY)
@options.words_options
@options.engine_options
def why(
    given: str | None,
    conclusions: tuple[str, ...],
    verbose: bool,
    as_json: bool,
    theme: str,
    output: str | None,
) -> int:
    """Show the smallest reason for a conclusion: the fewest truths from which it follows.

    A CONCLUSION is an elimination, r5c4-2 (or 'r5c4<>2', quoted), or a placement, r1c1=7. Several
    conclusions are explained in turn; r57c4-2,r5c6-2 is one conclusion with several candidates.
    Without a conclusion, the simplest of all next steps is explained. If a conclusion does not
    follow, a full board shows why.

    \b
    Examples:
      sudoku-engine why puzzles.txt:1
      sudoku-engine why puzzles.txt:1 r1c2-3
    """
    as_json = as_json or is_json(output)
    if given is not None and CONCLUSION.match(given):  # a puzzle comes later, or is read
        others = [each for each in conclusions if not CONCLUSION.match(each)][:1]
        conclusions = (given, *(each for each in conclusions if each not in others))
        given = others[0] if others else None
    drawn = ending(output) in (*PICTURE_KINDS, frontends.REPLAY)
    if ending(output) in PICTURE_KINDS and len(conclusions) > 1:
        raise UsageError("a picture shows one conclusion: ask for one, or write .html", str(output))
    with command_context(None if drawn else output) as context:
        entry = one_puzzle(given, context)
        answers, mistake = _answers(context, entry.grid, conclusions or [None])
        if mistake or not all(answers):
            context.count_status(NO)
        if as_json:
            record = puzzle_record(entry.source, entry.grid, entry.name)
            record["reasons"] = [answer.to_dict() for answer in answers]
            record |= {"mistake": mistake} if mistake else {}
            print_records([record], context.out)
        elif mistake:
            print(wrapped(mistake, context.out), file=context.out)
        else:
            texts = ["\n".join(_wrapped(answer, verbose, context.out)) for answer in answers]
            print("\n\n".join(texts), file=context.out)
            steps = [answer.step.step for answer in answers if answer.step is not None]
            if any(map(has_many_cases, steps)) and not verbose:
                message(tell("more with -v"))
        if output is not None and drawn and not mistake:
            _draw(answers, output, THEMES[theme], context)
    return context.status


def _answers(
    context: CommandContext, grid: Grid, asked: Sequence[str | None]
) -> tuple[list[Why], str]:
    watched = context.progress.over(asked, "conclusion", 0)
    answers = []
    for each in watched:
        try:
            answers.append(ask_why(grid, each))
        except MistakeError as error:
            return [], f"{error}."
        except LayoutError as error:
            raise UsageError(error.what, str(each)) from error
    return answers, ""


def _wrapped(answer: Why, is_whole: bool, out: TextIO) -> Iterator[str]:
    if answer.counter_board is not None:
        yield from answer.lines()
        return
    for line in answer.lines(is_whole):
        is_truth = line.startswith("  ")
        yield wrapped(line, out, "    " if is_truth else "")


def _draw(answers: Sequence[Why], output: str, theme: Theme, context: CommandContext) -> None:
    from sudoku_frontends.pictures.event_scenes import scene_of
    from sudoku_frontends.pictures.image_files import WITH_WORDS, write_picture
    from sudoku_frontends.pictures.scene import Scene

    if ending(output) == frontends.REPLAY:
        reporters = Reporters(context, frontends.with_replay([], output, context))
        for index, answer in enumerate(answers, 1):
            name, listeners = answer.conclusion or answer.lines()[0], [reporters.show]
            Run(answer.puzzle, answer.events(), index=index, name=name, listeners=listeners).drain()
        return
    [answer] = answers
    if answer.step is None:
        title, _, reason = answer.lines()[0].partition(": ")
        board, denied = (
            answer.counter_board or answer.puzzle,
            mask_of(cell for cell, _ in answer.denied),
        )
        scene = Scene(board, title=title, reason=sentence(reason), selected=denied)
    else:
        scene = scene_of(answer.step.event, answer.puzzle, answer.puzzle, stage="change")
    write_picture(scene, theme, WITH_WORDS, output)
