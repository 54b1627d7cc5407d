"""What may be false in the reasons of a step, by kind."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from sudoku_engine.board.grid import Grid


class Kind(Enum):
    """What may be false in a reason; the values say it of several steps, and of one."""

    NOTHING = "place a digit without a reason", "places a digit without a reason"
    ELIMINATED = "name as the reason what they eliminate", "names as the reason what it eliminates"
    TOO_LITTLE = "do not follow from what they name", "does not follow from what it names"
    WRONG_HOUSE = "name a house that plays no part", "names a house that plays no part"
    STRAY = "name cells that play no part", "names cells that play no part"
    TOO_MUCH = "name far more than the reason", "names far more than the reason"
    WORDS = "say what is not true of them", "says what is not true of it"
    IDLE_HOUSE = "name a house that is not the reason", "names a house that is not the reason"
    NO_HOUSE = "need a house that they do not name", "needs a house that it does not name"


class Flaw(NamedTuple):
    """What is false in the reasons of a step."""

    kind: Kind

    detail: str
    """What is wrong with this step, in words."""

    advice: str = ""
    """How to mend it; empty if that is to be looked for."""

    counter: Grid | None = None
    """A full board on which all that is named holds, and the step is false."""
