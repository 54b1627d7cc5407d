"""Options of the commands that make sheets to print."""

from __future__ import annotations

import click

from sudoku_engine.cli.options import Decorator, choice_option
from sudoku_engine.picture.print_sheet import PLACES

title_option = click.option(
    "--title", default="", metavar="TEXT", help="The heading of each sheet."
)
no_name_option = click.option("--no-name", is_flag=True, help="Omit the lines for name and date.")


def per_page_option(default: int) -> Decorator:
    """Return the option ``--per-page``; its value is a text."""
    return choice_option(
        "--per-page",
        values=map(str, PLACES),
        default=str(default),
        metavar="N",
        help="Boards on each sheet, large if they are few.",
    )
