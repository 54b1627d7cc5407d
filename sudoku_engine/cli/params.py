"""Types of parameters that click lacks: finite numbers, sizes, lists, and files for results."""

from __future__ import annotations

import math
import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Any

import click

from sudoku_engine.board.words import listed
from sudoku_engine.cli.program import message
from sudoku_engine.errors import UsageError, did_you_mean, quoted

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    ParamType = click.ParamType[Any]
else:  # before click 8.4 it has no parameter
    ParamType = click.ParamType

SMALLEST, LARGEST = 100, 4000
"""Limits for the width and the height of a picture, in pixels."""

ALL = "all"
"""The word for every component of a kind."""


def _in_words(range: click.FloatRange | click.IntRange) -> str:
    """Return a range in words; click would write ``0<x<=9``."""
    least = f"over {range.min}" if range.min_open else f"{range.min}"
    if range.max is None:
        return f"{least} or more"
    return f"at most {range.max}" if range.min is None else f"{least} to {range.max}"


class FiniteRange(click.FloatRange):
    """A number in a range; nan and inf are refused."""

    name = "number"
    _describe_range = _in_words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number that is written as `value`."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{quoted(str(value))} is not a valid number.", param, ctx)
        return number


class WholeRange(click.IntRange):
    """A whole number in a range, in these words in an error."""

    name = "whole number"
    _describe_range = _in_words


def _completions(words: Iterable[str], begun: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(word) for word in words if word.startswith(begun)]


class Word(ParamType):
    """A text, which a shell completes to one of the words that `find` returns."""

    name = "text"

    def __init__(self, find: Callable[[], Iterable[str]]) -> None:
        self.find = find

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the words that begin with what is typed."""
        return _completions(self.find(), incomplete)


class Input(ParamType):
    """A puzzle, or a file, which a shell completes."""

    name = "input"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Let the shell complete the name of a file."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


class FileName(Input):
    """The name of a file or folder; an empty name, as from an unset variable, is refused."""

    name = "file"

    def __init__(self, is_written: bool = False) -> None:
        self.is_written = is_written

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name `value`."""
        if not value:
            self.fail("the name is empty.", param, ctx)
        return value


class WordOr(ParamType):
    """A word that means `meaning`, or a value of another type."""

    def __init__(self, word: str, meaning: Any, other: ParamType, wanted: str) -> None:
        self.word = word
        self.meaning = meaning
        self.other = other
        self.name = self.wanted = wanted

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the meaning of `value`."""
        if value in (self.word, self.meaning):
            return self.meaning
        try:
            return self.other.convert(value, param, ctx)
        except click.BadParameter:
            return self.fail(f"{quoted(str(value))} is not {self.wanted}.", param, ctx)


class NamedChoice(ParamType):
    """One of some names, in any case; an error lists them, with the nearest."""

    name = "name"

    def __init__(self, names: Collection[str]) -> None:
        """Begin; `names` may come from plugins, so they are listed only when it is necessary."""
        self.names = names

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name that `value` means."""
        if value in self.names:
            return value
        found = [name for name in self.names if name.lower() == str(value).strip().lower()]
        if found:
            return found[0]
        if {*str(value).split(",")} <= {*self.names}:
            return self.fail(f"{quoted(str(value))} is more than one name: repeat the option.")
        near = "" if str(value).isdecimal() else did_you_mean(str(value), self.names)
        mend = f": {near}" if near else "."
        return self.fail(f"{quoted(str(value))} is not one of {', '.join(self.names)}{mend}")

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the names that begin with what is typed."""
        return _completions(self.names, incomplete)


class PixelSize(ParamType):
    """The width and height of a picture: ``640x800``."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return width and height in pixels."""
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"([0-9]{1,5})[xX]([0-9]{1,5})", value.strip())
        hint = None if param else "'--size'"
        if not match:
            why = f"{quoted(value)} is not WIDTHxHEIGHT in pixels, such as 640x800."
            raise click.BadParameter(why, ctx, param, hint)
        width, height = int(match[1]), int(match[2])
        if not all(SMALLEST <= side <= LARGEST for side in (width, height)):
            why = f"width and height must be {SMALLEST} to {LARGEST} pixels, not {value}."
            raise click.BadParameter(why, ctx, param, hint)
        return width, height


class ScoreRange(ParamType):
    """A range of scores, its ends included: ``600-900``, ``600-``, ``-900``, or one score."""

    name = "range"

    def __init__(self, low: int = 600, high: int = 900) -> None:
        """Begin; `low` and `high` are the example of messages."""
        self._example = f"{low}-{high}, {low}- or -{high}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the lowest and the highest score."""
        if isinstance(value, tuple):
            return value
        number = r"([0-9]+(?:\.[0-9]+)?)"
        match = re.fullmatch(f"{number}?(-){number}?|{number}", value.replace(" ", ""))
        if not match or not (match[1] or match[3] or match[4]):
            self.fail(f"{quoted(value)} is not a range such as {self._example}.", param, ctx)
        low, high = (match[4], match[4]) if match[4] else (match[1] or 0, match[3] or math.inf)
        if float(low) > float(high):
            self.fail(f"{value} ends before it begins: write {high}-{low}.", param, ctx)
        return float(low), float(high)


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


def prompt(question: str, answer: ParamType, at_end: str) -> Any:
    """Prompt with `question` on standard error until there is an `answer` of that type.

    Raises UsageError with the words `at_end` if the input ends.
    """
    with redirect_stdout(sys.stderr):  # where click writes the last blank of the question
        try:
            return click.prompt(
                question, type=answer, err=True, prompt_suffix=" ", show_choices=False
            )
        except click.Abort as abort:
            if not isinstance(abort.__context__, EOFError):
                raise
            message("")
            raise UsageError(at_end) from None


JSON = ("json", "jsonl")
"""The endings of files for programs."""

BOARDS = ("sdm", "sdk", "ss", "fss")
"""The endings that are formats of boards, too."""

_OTHERS = ("csv", "pdf", "png", "jpg", "html", "htm", "svg", "gif", "mp4", "txt", "xml")
"""Endings that are not likely typing errors for others."""


def ending(path: str | None) -> str:
    """Return the ending of the name of a file, in small letters; empty if it has none.

    >>> ending("steps.SVG"), ending("folder.d/steps"), ending("run.2026")
    ('svg', '', '')
    """
    found = re.search(r"\.([a-z][a-z0-9]{0,7})$", path.lower()) if path else None
    return found[1] if found else ""


def is_json(output: str | None) -> bool:
    """Return whether the name of the file `output` requests JSON."""
    return ending(output) in JSON


def format_of(output: str | None) -> str | None:
    """Return the format of boards that the name of the file `output` requests, if any."""
    return end if (end := ending(output)) in BOARDS else None


def make_folder(folder: str) -> None:
    """Make the `folder` for files, if it is not there; raise UsageError."""
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot be made: {error.strerror or error}", folder) from None


def check_not_terminal(output: str | None, what: str, example: str) -> None:
    """Raise UsageError if `what`, in words, would go to a terminal, which cannot show it."""
    if output is None and sys.stdout.isatty():
        raise UsageError(f"a terminal cannot show {what}: name a file, -o {example}")


class OutputFile(FileName):
    """A file for results, whose name has one of the `endings`, or no known ending.

    A command that `needs_ending` writes only such files; others write text into any other name.
    """

    def __init__(self, endings: Sequence[str], needs_ending: bool = False) -> None:
        super().__init__(is_written=True)
        self.endings = endings if needs_ending else ("txt", *endings)
        self.needs_ending = needs_ending

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name `value`, None for ``-``; raise UsageError for a file of another kind."""
        path = str(super().convert(value, param, ctx))
        if path == "-" and not self.needs_ending:
            return None
        end = ending(path)
        if end in self.endings or not (end or self.needs_ending):
            return path
        import difflib  # only here: it takes a while to load

        near = [] if end in _OTHERS else difflib.get_close_matches(end, self.endings, 1)
        known = listed([f".{each}" for each in near or self.endings], "or")
        if not end:
            raise UsageError(f"its name does not say what to write: end it in {known}", path)
        mend = f"did you mean {known}?" if near else f"end the name in {known}"
        command = ctx.info_name if ctx else "this"
        raise UsageError(f"{command} writes no .{end}: {mend}", path)
