"""An answer in the notation of steps, as people type it: sloppy, or only what the step changes."""

from __future__ import annotations

import re
from typing import NamedTuple

from sudoku_engine.board.layout import SYMBOLS, Layout
from sudoku_engine.board.notation import effects_in
from sudoku_engine.board.step import Candidate
from sudoku_engine.errors import LayoutError

HOW_TO_WRITE = "write what the step changes, such as r5c5=8 or r57c4<>1, r7c4<>8"

_ARROWS = re.compile("⇒|→|==>|=>")
_NUMBER = re.compile(r"^\s*\d+[.)]\s+")
_NAME = re.compile(r"^[^:=<>]*:\s+")
_REMARK = re.compile(r"\s*[\[(][^\])]*[\])]\s*$")
_CELL = re.compile(r"r\s*(\d+)\s*c\s*(\d+)")
_NOT = re.compile(r"\s*(?:<>|><|!=|/=|≠|\bis not\b|\bisn't\b|\bnot\b|-)\s*")
_IS = re.compile(r"\s*(?:==|:=|=|:|\bis\b)\s*")


class Answer(NamedTuple):
    """A step that a person found."""

    placements: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]
    pattern: str = ""
    """What stands before ``=>``, empty if nothing does."""

    @property
    def claims(self) -> tuple[Candidate, ...]:
        """All candidates that it places or eliminates."""
        return (*self.placements, *self.eliminations)


def answer_in(text: str, layout: Layout) -> Answer:
    """Return the step that a person wrote as `text`; raise LayoutError for what is no step.

    Capitals and blanks do not matter, a line of ``steps`` may be copied whole, and what stands
    before ``=>`` may be left out.

    >>> answer = answer_in("R4C4 != 1,8", Layout.named("9x9"))
    >>> [str(candidate.digit) for candidate in answer.eliminations]
    ['1', '8']
    """
    words = _NUMBER.sub("", text.strip())
    while _REMARK.search(words):
        words = _REMARK.sub("", words)
    *before, effect = _ARROWS.split(words)
    pattern = before[0] if before else ""
    try:
        placements, eliminations = effects_in(_strict(effect, layout), layout)
    except LayoutError as error:
        if "is not a step" in error.what:
            raise LayoutError(f"{text.strip()!r} is not a step: {HOW_TO_WRITE}") from None
        raise
    return Answer(
        tuple(dict.fromkeys(placements)),
        tuple(dict.fromkeys(eliminations)),
        _NAME.sub("", pattern).strip(),
    )


def _strict(effect: str, layout: Layout) -> str:
    """Return `effect` as `effects_in` reads it, with a digit of its own in each part."""
    effect = _CELL.sub(r"r\1c\2", _NAME.sub("", effect).lower())
    effect = _IS.sub("=", _NOT.sub("<>", effect))
    effect = re.sub(r"\band\b|&|;", ",", effect).strip(" ,.")
    digit = f"[{SYMBOLS[: layout.n].lower()}]"
    cells = r"r\d+c\d+(?:[\s,]+r\d+c\d+)*"
    parts = re.compile(rf"({cells})(<>|=)({digit}(?:[\s,/]*{digit})*)(?=[\s,]|$)")

    def each_digit(match: re.Match[str]) -> str:
        where = ",".join(re.split(r"[\s,]+", match[1]))
        return ", ".join(f"{where}{match[2]}{each}" for each in re.findall(digit, match[3]))

    return parts.sub(each_digit, effect)
