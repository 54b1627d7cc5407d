"""The totals of a batch: the number of puzzles for each answer.

A shard has a tally, and tallies add up; the sum depends on the results alone, not on when or
where they were made. Times stand apart. `summary` says the totals in a few lines, for people.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sudoku_engine.api.strategy import LEVELS
from sudoku_engine.board.words import counted, listed
from sudoku_engine.bundled import NAME, VERSION
from sudoku_engine.errors import one_line
from sudoku_plugins.batch.columns import OF_TASK, Columns
from sudoku_plugins.batch.folder import Line

COUNTED = ("status", "outcome", "solved_by", "level", "hardest", "solutions")
"""The columns of which each answer is counted."""

MEASURED = ("score", "n_steps")
"""The columns of numbers, of which the totals have the least, the mean and the largest."""

UNKNOWN = "unknown"


ANSWERS: Mapping[str, tuple[str, tuple[str, ...], Mapping[str, str]]] = {
    "solve": (
        *("outcome", ("solved",)),
        {"contradiction": "with a contradiction", UNKNOWN: "not run"},
    ),
    "rate": ("level", LEVELS, {UNKNOWN: "not rated"}),
    "verify": (
        "solutions",
        ("1",),
        {"0": "with no solution", "1": "with one solution", "2": "with several"}
        | {UNKNOWN: "undecided"},
    ),
}
"""By task, the column of its answers, those that mean yes, and words for some of them.

A canonical form does not count as an answer.
"""


@dataclass
class Tally:
    """The sums over some results of a task."""

    counts: dict[str, Counter[str]] = field(default_factory=dict)
    """By column of `COUNTED`, how often each answer occurs."""
    numbers: dict[str, tuple[int, float, float, float]] = field(default_factory=dict)
    """By column of `MEASURED`, how many numbers there are, their sum, the least, the largest."""
    steps: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)
    """The first error and the first fault, with its place; by status."""

    @classmethod
    def of(cls, columns: Columns) -> Tally:
        """Return the tally of the `columns` of results."""
        tally = cls()
        for name in COUNTED:
            if name in columns:
                answers = Counter(columns[name]).items()
                words = {UNKNOWN if each is None else str(each): n for each, n in answers}
                tally.counts[name] = Counter(words)
        for name in MEASURED:
            numbers = [number for number in columns.get(name, ()) if number is not None]
            if numbers:
                tally.numbers[name] = (len(numbers), sum(numbers), min(numbers), max(numbers))
        for counts in filter(None, columns.get("counts", ())):
            tally.steps.update(counts)
        if tally.counts["status"].keys() - {"ok"}:
            for status, source, why in zip(columns["status"], columns["source"], columns["why"]):
                if status != "ok":
                    tally.examples.setdefault(status, f"{source}: {why}")
        return tally

    def add(self, other: Tally) -> None:
        """Add the `other` tally, which comes after this one."""
        for name, counts in other.counts.items():
            self.counts.setdefault(name, Counter()).update(counts)
        for name, (n, total, least, most) in other.numbers.items():
            if own := self.numbers.get(name):
                n, total = own[0] + n, own[1] + total
                least, most = min(own[2], least), max(own[3], most)
            self.numbers[name] = (n, total, least, most)
        self.steps.update(other.steps)
        self.examples = {**other.examples, **self.examples}

    @property
    def n_rows(self) -> int:
        """The number of puzzles."""
        return self.counts["status"].total() if self.counts else 0

    def status(self, task: str) -> int:
        """Return the exit status of a `task`: 2 for errors and faults, 1 if an answer is no."""
        statuses = self.counts["status"]
        if statuses["error"] or statuses["fault"]:
            return 2
        if task not in ANSWERS:
            return 0
        column, yes, _ = ANSWERS[task]
        return int(sum(self.counts[column][answer] for answer in yes) < self.n_rows)

    def record(self) -> dict[str, Any]:
        """Return it as data for JSON, which `from_record` reads."""
        counts = {name: _sorted(found) for name, found in self.counts.items()}
        own = {**vars(self), "counts": counts, "steps": _sorted(self.steps)}
        return {name: value for name, value in own.items() if value}

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> Tally:
        """Return the tally that has this `record`."""
        return cls(
            {name: Counter(found) for name, found in record["counts"].items()},
            {name: tuple(found) for name, found in record.get("numbers", {}).items()},
            Counter(record.get("steps", {})),
            record.get("examples", {}),
        )


def total(lines: Iterable[Line]) -> Tally:
    """Return the tally of all shards in these `lines` of the journal."""
    tally = Tally()
    for line in sorted(lines, key=lambda line: line.shard):  # which decides how sums are rounded
        tally.add(Tally.from_record(line.tally))
    return tally


def stats_text(task: str, lines: Sequence[Line]) -> str:
    """Return the totals of a batch as JSON; only what is below ``times`` may differ by run."""
    tally = total(lines)
    ends: dict[int, float] = {}
    """By run, the time of the last shard that it finished."""
    for line in lines:
        ends[line.run] = max(line.elapsed, ends.get(line.run, 0.0))
    seconds = sum(ends.values())
    own = {"status", *OF_TASK[task]}
    record: dict[str, Any] = {
        "program": f"{NAME} {VERSION}",
        "task": task,
        "puzzles": tally.n_rows,
        "shards": len(lines),
        **{name: _sorted(found) for name, found in tally.counts.items() if name in own},
    }
    for name, (n, sum_, least, most) in tally.numbers.items():
        record[name] = {"min": least, "mean": round(sum_ / n, 6), "max": most}
    if tally.steps:
        record["steps"] = _sorted(tally.steps)
    record["times"] = {
        "runs": len(ends),
        "seconds": round(seconds, 3),
        "puzzles_per_second": round(tally.n_rows / seconds, 1) if seconds else None,
        "seconds_of_workers": round(sum(line.seconds for line in lines), 3),
    }
    return json.dumps(record, indent=2) + "\n"


def _sorted(counts: Counter[str]) -> dict[str, int]:
    """Return the `counts`, levels from easy to hard, and all else by name."""
    order = {level: str(rank) for rank, level in enumerate(LEVELS)}
    return dict(sorted(counts.items(), key=lambda item: order.get(item[0], item[0])))


def summary(task: str, tally: Tally) -> Iterator[str]:
    """Yield the lines that say what a `task` found, by the `tally` of all results."""
    statuses = tally.counts.get("status", Counter())
    answers = []
    if task in ANSWERS:
        column, _, words = ANSWERS[task]
        found = Counter(tally.counts[column])
        found[UNKNOWN] -= statuses["error"]  # which are named apart
        order = sorted(found, key=lambda answer: answer == UNKNOWN)
        answers = [f"{found[each]} {words.get(each, each)}" for each in order if found[each] > 0]
    yield f"{counted(tally.n_rows, 'puzzle')}{': ' if answers else ''}{listed(answers)}"
    if n_searched := tally.counts.get("solved_by", Counter())["search"]:
        yield f"{counted(n_searched, 'puzzle')} finished by search"
    if score := tally.numbers.get("score"):
        n, total, least, most = score
        spread = f" to {most:g}, on average {total / n:.1f}" if least < most else ""
        yield f"score {least:g}{spread}"
    faulty = f"{counted(statuses['fault'], 'puzzle')} with a plugin at fault"
    for status, what in (("error", counted(statuses["error"], "error")), ("fault", faulty)):
        if statuses[status]:
            yield f"{what}; the first: {one_line(tally.examples.get(status, ''))}"
