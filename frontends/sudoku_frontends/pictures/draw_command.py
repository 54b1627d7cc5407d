"""``draw``: a picture of a board, and of a step on it."""

from dataclasses import replace

import click

from sudoku_engine import Grid, Run, Stepped
from sudoku_engine.board.words import counted
from sudoku_engine.cli import options
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.inputs import one_puzzle
from sudoku_engine.cli.params import PixelSize, WholeRange, check_not_terminal
from sudoku_engine.cli.program import program
from sudoku_engine.cli.reporting import report_fault
from sudoku_engine.errors import UsageError
from sudoku_frontends.pictures.event_scenes import scene_of
from sudoku_frontends.pictures.image_files import (
    PICTURE_KINDS,
    WITH_WORDS,
    picture_svg,
    write_picture,
)
from sudoku_frontends.pictures.scene import STAGES, Scene, Stage
from sudoku_frontends.pictures.themes import THEMES

BOARD = (640, 640)
"""The default size of a picture without words, in pixels."""


@program.command()
@options.one_input_argument
@click.option(
    "--step",
    "number",
    type=WholeRange(min=1),
    metavar="N",
    help="Draw the board before step N, with that step on it.",
)
@options.choice_option(
    "--show",
    values=STAGES,
    meanings=options.STAGES_IN_WORDS,
    metavar="HOW",
    help="How much of the step to show, by default everything.",
)
@click.option(
    "--case",
    type=WholeRange(min=1),
    metavar="N",
    help="Draw case N of the step, not the common part of its cases.",
)
@click.option("--no-answer", is_flag=True, help="Omit the change and its reason.")
@options.choice_option(
    "--theme", values=THEMES, default="light", metavar="NAME", help="The colours."
)
@click.option(
    "--size", type=PixelSize(), metavar="WxH", help="Width and height in pixels, such as 640x800."
)
@click.option("--no-candidates", is_flag=True, help="Omit the candidates.")
@options.output_option(*PICTURE_KINDS, needs_ending=True)
@options.language_option
@options.engine_options
def draw(
    given: str | None,
    number: int | None,
    show: Stage | None,
    case: int | None,
    no_answer: bool,
    theme: str,
    size: tuple[int, int] | None,
    no_candidates: bool,
    output: str | None,
) -> int:
    """Draw a board as a picture, and with --step a step of its solution.

    Without -o, the picture goes to standard output as SVG, unless this is a terminal.

    \b
    Examples:
      sudoku-engine draw puzzles.txt:1 -o board.svg
      sudoku-engine draw --step 3 --theme dark puzzles.txt:1 -o step.png
      sudoku-engine draw --step 3 --no-answer puzzles.txt:1 -o quiz.svg
    """
    if show and number is None:
        raise UsageError("--show says how much of a step to draw: name the step by --step N")
    if case and number is None:
        raise UsageError("--case says which case of a step to draw: name the step by --step N")
    check_not_terminal(output, "a picture", "board.svg")
    pixels = size or (BOARD if number is None else WITH_WORDS)
    with command_context(changes=options.NO_FALLBACK) as context:
        grid = one_puzzle(given, context).grid
        scene = (
            Scene(grid, has_words=False)
            if number is None
            else _step(grid, number, show or "change", case, context)
        )
        if no_answer:  # a step that changes nothing does not show the answer
            known, until = scene.step, "why" if scene.stage == "change" else scene.stage
            step = known and known.replace(placements=(), eliminations=(), pattern="", reason="")
            scene = replace(scene, step=step, stage=until, reason="", notation="", refuted=())
        scene = replace(scene, has_candidates=not no_candidates)
        if output is None:
            context.out.write(picture_svg(scene, THEMES[theme], pixels))
        else:
            write_picture(scene, THEMES[theme], pixels, output)
    return context.status


def _step(
    grid: Grid, number: int, stage: Stage, case: int | None, context: CommandContext
) -> Scene:
    """Return the scene of step `number` of the loop, or of one `case` of it.

    Raises UsageError if the run has fewer steps, or the step fewer cases.
    """
    run, steps = Run(grid, context.loop().events(grid)), 0
    for event in run:
        report_fault(context, event)
        if isinstance(event, Stepped):
            steps += 1
            if steps == number:
                if case is None:
                    return scene_of(event, run.before, grid, stage=stage)
                cases = len(event.step.branches)
                if not cases:
                    raise UsageError(f"step {number} has no cases: leave --case out")
                if case > cases:
                    has = f"step {number} has {counted(cases, 'case')}"
                    raise UsageError(f"{has}, so --case is {_up_to(cases)}")
                return scene_of(event, run.before, grid, stage="why", branch=case - 1)
    if not steps:
        raise UsageError("the run has no steps to draw: leave --step out")
    raise UsageError(f"the run has {counted(steps, 'step')}, so --step is {_up_to(steps)}")


def _up_to(most: int) -> str:
    return "1" if most == 1 else f"1 to {most}"
