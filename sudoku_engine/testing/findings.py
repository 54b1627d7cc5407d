"""What the kit asks of a plugin, and what it found: both are data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Step


@dataclass(frozen=True)
class Fault:
    """What a plugin did wrong: `why` in a sentence.

    `grid`: the board on which it does so, `source` where that is from; `step`: what it gave there;
    `claim` and `truth`: what the plugin says, and what is so; `line` of its file, 0 where unknown;
    `advice`: how to mend it; `error`: what it raised.
    """

    why: str
    grid: Grid | None = None
    step: Step | None = None
    claim: str = ""
    truth: str = ""
    line: int = 0
    advice: str = ""
    source: str = ""
    error: BaseException | None = None


@dataclass(frozen=True)
class Finding:
    """What came of one check.

    `check` is its name, `is_must` whether a plugin fails that does not pass it; `ok`: None where it
    was not made, and `why` says why not. The rest is as in `Fault`; `trace` is the way to where
    the plugin raised something: through its own file, or `full_trace` through everything.
    """

    check: str
    is_must: bool
    about: str
    ok: bool | None
    why: str = ""
    board: Grid | None = None
    step: Step | None = None
    claim: str = ""
    truth: str = ""
    line: int = 0
    advice: str = ""
    source: str = ""
    trace: str = ""
    full_trace: str = ""

    @property
    def has_failed(self) -> bool:
        """Whether the plugin does not pass because of this."""
        return self.is_must and self.ok is False


@dataclass(frozen=True)
class Check:
    """One thing that is asked of a plugin of a `kind`: `run()` asks it.

    A plugin that does not pass a check that `is_must` is wrong; the others are advice.
    """

    name: str
    kind: str
    is_must: bool
    about: str
    run: Callable[[], Finding]

    def __str__(self) -> str:
        return self.name


class NotAsked(Exception):
    """A check cannot be made; its text says why."""


@dataclass(frozen=True)
class Asked:
    """A check before it is bound to a plugin: `run` is given the bench where that is tried."""

    name: str
    about: str
    run: Callable[[Any], Fault | None]
    is_must: bool = True
