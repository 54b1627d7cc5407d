"""One hostile plugin of the corpus, and the helpers that write its text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from textwrap import dedent, indent
from typing import Literal

Kind = Literal["strategy", "solver", "generator", "checker", "reporter", "frontend"]

When = Literal["load", "call"]

Expect = Literal["fault", "harmless", "either", "crash"]

ONLY = "grid.digit(0) != 8"
"""The condition under which a strategy keeps quiet: it is hostile on one puzzle of four."""

HEAD = (
    "import itertools, os, signal, subprocess, sys, threading, time\n"
    "import sudoku_engine\n"
    "from sudoku_engine import Candidate, Grid, Layout, Step, hookimpl, strategy\n"
)


@dataclass(frozen=True)
class Hostile:
    """A plugin that does what a plugin must not do."""

    id: str
    """A name for the command line of the harness."""
    text: str | bytes
    """The file."""
    kind: Kind = "strategy"
    """What is hostile."""
    when: When = "call"
    """Whether loading and validating it shows what it is, or only a call."""
    expect: Expect = "fault"
    """What must happen where it does harm.

    fault: it is named. harmless: nobody notices. either: one of both, and nothing between them.
    crash: it ends its parent, so there is no answer; nothing must be left over, or look right.
    """
    has_line: bool = True
    """Whether a line of its file can be known."""
    name: str = "mine.py"
    """The name of the file."""
    config: str = ""
    """A configuration to use with it."""
    component: str = "mine"
    """The id of its component."""
    where: frozenset[str] = frozenset()
    """The commands in which it can do harm; empty: those that its kind takes part in."""
    theme: str = ""
    """The group of the corpus that it belongs to."""

    def everywhere(self) -> Hostile:
        """Return the same plugin, hostile on every board."""
        if isinstance(self.text, bytes):
            return self
        return replace(self, text=self.text.replace(ONLY, "grid.digit(0) < 0"))


def strategy(
    id: str,
    body: str,
    *,
    top: str = "",
    every: bool = False,
    expect: Expect = "fault",
    has_line: bool = True,
    when: When = "call",
    decorator: str = '@strategy("Mine", score=1, level="easy")',
) -> Hostile:
    """Return a strategy that does `body` on one puzzle, or on `every` one; `top` stands above."""
    guard = "" if every else f"    if {ONLY}: return []\n"
    text = f"{HEAD}{dedent(top).strip()}\n\n{decorator}\ndef mine(grid):\n{guard}{_block(body)}"
    return Hostile(id, text, "strategy", when, expect, has_line)


def at_load(id: str, body: str, *, expect: Expect = "fault", has_line: bool = True) -> Hostile:
    """Return a file that does `body` while it loads; its strategy finds nothing."""
    text = f'{HEAD}{dedent(body).strip()}\n\n@strategy("Mine", score=1, level="easy")\n'
    return Hostile(id, f"{text}def mine(grid): return []\n", "strategy", "load", expect, has_line)


def in_hook(id: str, body: str, *, top: str = "", expect: Expect = "fault") -> Hostile:
    """Return a file that does `body` in its hook for strategies."""
    text = (
        f'{HEAD}{dedent(top).strip()}\n\n@strategy("Mine", score=1, level="easy")\n'
        f"def mine(grid): return []\n\n@hookimpl\ndef sudoku_strategies():\n{_block(body)}"
    )
    return Hostile(id, text, "strategy", "load", expect)


def thing(
    id: str,
    members: str,
    *,
    kind: Kind = "strategy",
    top: str = "",
    when: When = "load",
    expect: Expect = "fault",
    has_line: bool = True,
    where: str = "",
) -> Hostile:
    """Return a file that offers one object of a class with these `members`."""
    text = (
        f"{HEAD}from sudoku_engine import GaveUp, Puzzle, Verdict\n{dedent(top).strip()}\n\n"
        f"class Mine:\n    id = 'mine'\n    name = 'Mine'\n"
        f"{_STRATEGY if kind == 'strategy' else ''}{_block(members)}\n"
        f"@hookimpl\ndef sudoku_{kind[:-1] + 'ie' if kind == 'strategy' else kind}s():\n"
        "    return [Mine()]\n"
    )
    return Hostile(id, text, kind, when, expect, has_line, where=frozenset(where.split()))


def raw(id: str, text: str | bytes, *, expect: Expect = "fault", has_line: bool = False) -> Hostile:
    """Return a file with exactly this `text`."""
    return Hostile(id, text, "strategy", "load", expect, has_line)


_STRATEGY = (
    "    score = 1\n    level = 'easy'\n    sizes = None\n    family = None\n    marks = None\n"
    "    example = None\n    assumes_unique = False\n    def find(self, grid): return []\n"
)


def _block(text: str) -> str:
    return indent(dedent(text).strip(), "    ") + "\n"
