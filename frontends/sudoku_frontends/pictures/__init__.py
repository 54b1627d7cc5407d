"""Scenes and how to draw them: a board with a step as shapes, SVG, PNG, GIF and sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl

if TYPE_CHECKING:
    from sudoku_frontends.pictures.image_files import FilmRecorder


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the command that draws."""
    helps = {"draw": "Draw a board, and a step on it, as a picture."}
    return commands_in(__name__, helps, {"draw": "draw_command"})


@hookimpl
def sudoku_film(path: str, parameters: Mapping[str, Any]) -> FilmRecorder:
    """Return a film of pictures."""
    from sudoku_frontends.pictures.image_files import FilmRecorder

    return FilmRecorder(path, parameters)


@hookimpl
def sudoku_names() -> Mapping[str, str]:
    """Return the names for Python."""
    names = ("draw", "Picture", "board_svg", "run_svg", "step_svg")
    return dict.fromkeys(names, "sudoku_frontends.pictures.image_files")
