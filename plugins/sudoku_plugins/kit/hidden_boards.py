"""The checks once more on hidden boards, for strategies written only for the known boards.

They come after those on the boards of the kit, and only if the strategy is right there. What they
find is for teachers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sudoku_engine.board.words import counted
from sudoku_engine.plugins.component import Component
from sudoku_plugins.kit.checks.strategy import AGAINST
from sudoku_plugins.kit.examination import Examination
from sudoku_plugins.kit.findings import Finding
from sudoku_plugins.kit.kit import Kit

HIDDEN = "hidden"  # with a ``_`` the beginning of the names of these checks

REPEATED = ("in_time", "true", "gives_steps", "leaves_board", "changes_something", "candidates")
"""The checks of the kit that are made on hidden boards, too."""

AS_OFTEN = f"{HIDDEN}_fires"  # the check that it finds something as often as on the kit's boards
AS_MUCH = f"{HIDDEN}_against"  # the check that it finds as much of the technique as on these
PUZZLES = 31  # from which hidden boards are made; and the number of hidden puzzles to solve
FEWEST = 10  # finds that must be expected before it is said that there are too few
MUCH_LESS = 0.3  # the part of the technique that may be missing by chance on hidden boards


def is_hidden(check: str) -> bool:
    """Return whether a `check` is made on hidden boards."""
    return check.startswith(f"{HIDDEN}_")


def has_hidden_boards(component: Component, kit: Kit, findings: Iterable[Finding]) -> bool:
    """Return whether hidden boards can tell more of a `component` than its `findings`.

    That is so for a strategy which is right on known boards, if it is asked about boards at all.
    """
    is_asked = kit.exercise is None or kit.exercise.sort != "predict"
    is_wrong = any(each.check in REPEATED and each.prevents_pass for each in findings)
    return component.kind == "strategy" and is_asked and not is_wrong


def hidden_kit(kit: Kit, seed: str) -> Kit:
    """Return the `kit` with the boards of `seed`."""
    return replace(kit, hidden_seed=seed, puzzles=PUZZLES, fresh=None)


def hidden_findings(known: Examination, hidden: Examination) -> Iterator[Finding]:
    """Yield the findings on a strategy that was examined on the boards of the kit."""
    for check in hidden.checks():
        if check.name in REPEATED:
            yield on_hidden_boards(check.run())
        elif check.name == AGAINST.name:
            check.run()  # it compares; what counts is how much is found beside the known boards
    yield _as_often(known, hidden)
    if known.comparison is not None and known.kit.against is not None:
        yield _as_much(known, hidden)


def on_hidden_boards(finding: Finding) -> Finding:
    """Return `finding` as one about hidden boards."""
    why = f"on hidden boards: {finding.why}" if finding.why else ""
    return replace(finding, check=f"{HIDDEN}_{finding.check}", why=why)


def _as_often(known: Examination, hidden: Examination) -> Finding:
    expected = known.fired * hidden.boards / max(known.boards, 1)
    is_less = expected >= FEWEST and hidden.fired < expected / 4
    why = (
        f"it finds something on {hidden.fired} of {counted(hidden.boards, 'hidden board')}, and "
        f"on {known.fired} of {known.boards} that are known: does it look up the known ones?"
    )
    about = "it finds something on hidden boards as often as on known ones"
    return Finding(why if is_less else "", check=AS_OFTEN, about=about, ok=not is_less)


def _as_much(known: Examination, hidden: Examination) -> Finding:
    there = hidden.comparison
    about = "it finds as much of the technique on hidden boards as on known ones"
    if known.comparison is None or there is None or there.n_wanted < FEWEST:
        why = "there are too few steps of the technique on the hidden boards"
        return Finding(why, check=AS_MUCH, about=about, ok=None, is_needless=True)
    is_less = known.comparison.part - there.part > MUCH_LESS
    why = (
        f"on hidden boards {there.praise}, on known ones {known.comparison.praise}: "
        "does it look up the known ones?"
    )
    return Finding(why if is_less else "", check=AS_MUCH, about=about, ok=not is_less)
