"""The totals of a batch in a few lines, for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sudoku_engine.batch.statistics import UNKNOWN, Tally
from sudoku_engine.board.words import counted, listed
from sudoku_engine.errors import one_line

ANSWERS = {"solve": "outcome", "rate": "level", "verify": "solutions"}
"""By task, the column whose answers are listed."""

IN_WORDS = {
    "solve": {"contradiction": "with a contradiction"},
    "verify": {"0": "with no solution", "1": "with one solution", "2": "with several"},
}
"""By task, answers in words, where they need any."""

WITHOUT = {"solve": "not run", "rate": "not rated", "verify": "undecided"}
"""By task, what a puzzle is that has no answer."""


def summary(task: str, tally: Tally) -> Iterator[str]:
    """Yield the lines that say what a `task` found, by the `tally` of all results."""
    statuses = tally.counts.get("status", Counter())
    bad = statuses["error"]
    answers = _answers(task, tally, bad)
    yield f"{counted(tally.n_rows, 'puzzle')}{': ' if answers else ''}{answers}"
    if n_searched := tally.counts.get("by", Counter())["search"]:
        yield f"{counted(n_searched, 'puzzle')} finished by search"
    if score := tally.numbers.get("score"):
        n, total, least, most = score
        spread = f" to {most:g}, on average {total / n:.1f}" if least < most else ""
        yield f"score {least:g}{spread}"
    faults = counted(statuses["fault"], "puzzle")
    for status, what in (
        ("error", counted(bad, "error")),
        ("fault", f"{faults} with a plugin at fault"),
    ):
        if statuses[status]:
            yield f"{what}; the first: {one_line(tally.examples.get(status, ''))}"


def _answers(task: str, tally: Tally, n_errors: int) -> str:
    """Return how often there was which answer, in words; errors apart."""
    if task not in ANSWERS:
        return ""
    words = IN_WORDS.get(task, {})
    found = Counter(tally.counts[ANSWERS[task]])
    found[UNKNOWN] -= n_errors
    words = {**words, UNKNOWN: WITHOUT[task]}
    order = [name for name in found if name != UNKNOWN] + [UNKNOWN]
    return listed([f"{found[name]} {words.get(name, name)}" for name in order if found[name] > 0])
