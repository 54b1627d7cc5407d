"""The option ``--seed``: a word or a number from which everything random is drawn."""

from __future__ import annotations

import random
import sys
from typing import Any

import click

from sudoku_engine.cli.options import Decorator
from sudoku_engine.cli.params import ParamType
from sudoku_engine.cli.program import message


class Seed(ParamType):
    """A word or a number."""

    name = "seed"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the seed `value`."""
        if not (value and value.isprintable()):
            self.fail("a word or a number is needed.", param, ctx)
        return str(value)


def seed_option(what: str) -> Decorator:
    """Return the option ``--seed``; the same `what` comes again with the same seed."""
    return click.option(
        "--seed", type=Seed(), metavar="S", help=f"A word or number: the same {what} each time."
    )


def drawn_seed(what: str, is_shown: bool = False) -> str:
    """Return a new seed, short enough to be typed again; on a terminal it is shown."""
    seed = str(random.SystemRandom().randrange(10**8))
    if is_shown or sys.stderr.isatty():
        message(f"seed {seed}: --seed {seed} makes {what} again")
    return seed
