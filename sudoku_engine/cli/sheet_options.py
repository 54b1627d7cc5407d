"""Options of the commands that make sheets to print."""

from __future__ import annotations

import click

from sudoku_engine.cli.options import Decorator
from sudoku_engine.picture.print_sheet import PLACES

title_option = click.option(
    "--title", default="", metavar="TEXT", help="The heading of each sheet."
)
no_name_option = click.option("--no-name", is_flag=True, help="Omit the lines for name and date.")


def per_page_option(default: int) -> Decorator:
    """Return the option ``--per-page``; its value is a text."""
    return click.option(
        "--per-page",
        type=click.Choice([str(number) for number in PLACES]),
        default=str(default),
        help=f"Boards on each sheet, large if they are few (default: {default}).",
    )
