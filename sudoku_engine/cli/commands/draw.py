"""``draw``: a picture of a board, and of a step on it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import click

from sudoku_engine.api.events import Stepped
from sudoku_engine.api.run import Run
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.words import brief, counted
from sudoku_engine.cli.context import Job, engine_options, job, override
from sudoku_engine.cli.inputs import one_puzzle
from sudoku_engine.cli.params import size_of
from sudoku_engine.cli.reporting import Audience
from sudoku_engine.errors import UsageError
from sudoku_engine.picture.event_scenes import board_after, scene_of
from sudoku_engine.picture.image_files import PICTURE_KINDS, kind_of, picture_svg, write_picture
from sudoku_engine.picture.scene import STAGES, Scene, Stage
from sudoku_engine.picture.themes import THEMES

BOARD, BOARD_WITH_WORDS = (640, 640), (640, 800)
"""How large a picture is by default, in pixels."""


@click.command()
@click.argument("given", metavar="[INPUT]", required=False)
@click.option(
    "--step", "wanted", metavar="N", help="The board before step N, with that step on it."
)
@click.option(
    "--stage",
    type=click.Choice(STAGES),
    help="How much of the step: where it is, what it is, why, or the change too (the default).",
)
@click.option("--no-answer", is_flag=True, help="Leave out what the step changes, and its reason.")
@click.option(
    "--theme",
    type=click.Choice(list(THEMES)),
    default="light",
    help="The colours; light if not given.",
)
@click.option("--size", metavar="WxH", help="Width and height in pixels, such as 640x800.")
@click.option("--no-candidates", is_flag=True, help="Leave out the candidates.")
@click.option("-o", "--output", metavar="FILE", help="Write the picture to FILE: a .svg or a .png.")
@engine_options
def draw(
    given: str | None,
    wanted: str | None,
    stage: Stage | None,
    no_answer: bool,
    theme: str,
    size: str | None,
    no_candidates: bool,
    output: str | None,
    **engine: Any,
) -> int:
    """Draw a board as a picture, and a step of solving it where one is asked for.

    Without -o the picture is written to standard output, as SVG.

    \b
    Examples:
      sudoku-engine draw examples/puzzle.txt -o board.svg
      sudoku-engine draw --step 3 --theme projector --size 1280x720 examples/puzzle.txt -o step.png
      sudoku-engine draw --step 3 --no-answer examples/puzzle.txt -o what_comes_next.svg
    """
    number = _number(wanted)
    if stage and number is None:
        raise UsageError("--stage is how much of a step is drawn: say which by --step N")
    pixels = size_of(size, BOARD if number is None else BOARD_WITH_WORDS)
    if output is not None:
        kind_of(output, PICTURE_KINDS)
    with job(**engine, overrides={"fallback": override("--no-fallback", "none")}) as task:
        grid = one_puzzle(given, task).grid
        scene = (
            Scene(grid, has_words=False)
            if number is None
            else _step(grid, number, stage or "change", task)
        )
        if no_answer:
            scene = _without_answer(scene)
        scene = replace(scene, has_candidates=not no_candidates)
        if output is None:
            task.out.write(picture_svg(scene, THEMES[theme], pixels))
        else:
            write_picture(scene, THEMES[theme], pixels, output)
    return task.status


def _step(grid: Grid, number: int, stage: Stage, task: Job) -> Scene:
    """The scene of step `number` of the loop; raises UsageError where the run has fewer."""
    audience = Audience(task, [])
    run = Run(grid, task.loop().events(grid), listeners=[audience.fault])
    before, steps = grid, 0
    for event in run:
        if isinstance(event, Stepped):
            steps += 1
            if steps == number:
                return scene_of(event, before, grid, stage=stage)
        before = board_after(event, before)
    if not steps:
        raise UsageError("the run has no steps, so there is none to draw: leave --step out")
    known = "1" if steps == 1 else f"1 to {steps}"
    raise UsageError(f"the run has {counted(steps, 'step')}, so --step is {known}")


def _without_answer(scene: Scene) -> Scene:
    """The `scene` with a step that changes nothing, so that nothing drawn depends on the answer."""
    stage: Stage = "why" if scene.stage == "change" else scene.stage
    known = scene.step
    step = known and known.replace(placements=(), eliminations=(), pattern="", reason="")
    return replace(scene, step=step, stage=stage, reason="", notation="", refuted=())


def _number(wanted: str | None) -> int | None:
    if wanted is None:
        return None
    if re.fullmatch(r"[0-9]{1,9}", wanted) and int(wanted):
        return int(wanted)
    raise UsageError(f"--step takes a number from 1, not {brief(wanted)}")
