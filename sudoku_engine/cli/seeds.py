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

    def __init__(self, has_numbers: bool = False) -> None:
        """Begin; if it `has_numbers`, a whole number stays one: 07 is the same as 7."""
        self._has_numbers = has_numbers

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | str:
        """Return the seed `value`."""
        word = str(value)
        if not (word and word.isprintable()):
            self.fail("a word or a number is needed.", param, ctx)
        try:
            return int(word) if self._has_numbers else word
        except ValueError:
            return word


def seed_option(what: str, has_numbers: bool = False, **settings: Any) -> Decorator:
    """Return the option ``--seed``; the same `what` comes again with the same seed.

    `settings` are those of `click.option`.
    """
    text = f"A word or number: the same {what} each time."
    return click.option("--seed", type=Seed(has_numbers), metavar="S", help=text, **settings)


def drawn_seed(what: str, is_shown: bool = False) -> str:
    """Return a new seed, short enough to be typed again; on a terminal it is shown."""
    seed = str(random.SystemRandom().randrange(10**8))
    if is_shown or sys.stderr.isatty():
        message(f"seed {seed}: --seed {seed} makes {what} again")
    return seed
