"""Compare ratings with HoDoKu's and Sukaku Explainer's; count what is solved by steps alone.

Run from anywhere::

    python benchmarks/ratings.py [--puzzles DIR] [--references DIR] [--most N]

The references have HoDoKu's level, score and techniques of 848 puzzles of the lists. Puzzles on
which HoDoKu guesses are left out. Where the score differs by more than a tenth, the cause is named
by kind: a forcing technique on one side or both; only the order of singles; another of several
steps that came first. Of 200 puzzles the ER, EP and ED of Sukaku Explainer are known, of 100 others
the ER of Sudoku Explainer 1.2.1; those that differ are named.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import process_time
from typing import NamedTuple

sys.path[:0] = [str(Path(__file__).resolve().parent)]

from loop import bundled_strategies  # noqa: E402
from search import FILES, PUZZLES, read  # noqa: E402

from sudoku_engine import Grid  # noqa: E402
from sudoku_plugins.ratings.explainer.rating import OLD, rate_by_explainer  # noqa: E402
from sudoku_plugins.ratings.hodoku_order import HodokuRater  # noqa: E402
from sudoku_plugins.ratings.rating import Rater  # noqa: E402

REFERENCES = PUZZLES.parent / "reference"
SINGLES = ("Full House", "Naked Single", "Hidden Single")


class Reference(NamedTuple):
    """What HoDoKu says of a puzzle."""

    puzzle: str
    level: str
    score: int
    counts: Mapping[str, int]
    """How often it used each technique, by its name."""


def references(file: Path) -> Iterator[Reference]:
    """Yield the puzzles that HoDoKu solves without a guess."""
    with file.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(line for line in lines if not line.startswith("#")):
            counts = {}
            for used in row["steps"].split(";"):
                name, _, number = used.rpartition(" ")
                counts[name] = int(number)
            if "Brute Force" not in counts:
                yield Reference(row["puzzle"], row["level"].lower(), int(row["score"]), counts)


def cause(theirs: Mapping[str, int], ours: Mapping[str, int]) -> str:
    """Return in words why two scores differ, from the counts of steps by technique."""
    if any(name.startswith("Forcing") for name in (*theirs, *ours)):
        return "forcing"
    if all(name in SINGLES for name in (*theirs, *ours)):
        return "the order of singles"
    return "another step first"


def compare(rater: Rater, file: Path) -> None:
    names = {strategy.id: strategy.name for strategy in rater.strategies}
    total = level = score = 0
    levels: Counter[str] = Counter()
    causes: Counter[str] = Counter()
    for known in references(file):
        rating = rater.rate(Grid.parse(known.puzzle))
        total += 1
        level += rating.level == known.level
        if rating.level != known.level:
            levels[f"{known.level}, ours {rating.level}"] += 1
        if abs(rating.score - known.score) <= known.score / 10:
            score += 1
        else:
            ours = {names[each]: number for each, number in rating.counts.items()}
            causes[cause(known.counts, ours)] += 1
    title = f"{type(rater).__name__} beside HoDoKu: {total} puzzles"
    print(f"{title}, level equal {level}, score within 10 % {score}")
    for title, counted in (("levels", levels), ("scores", causes)):
        for text, number in counted.most_common():
            print(f"  {title}: {number:4} {text}")


def compare_with_explainer(file: Path) -> None:
    """Compare ER, EP and ED with those of Sukaku Explainer."""
    equal: Counter[str] = Counter()
    start, total = process_time(), 0
    lines = file.read_text(encoding="utf-8").splitlines()
    for line in lines[lines.index("puzzle,er,ep,ed") + 1 :]:
        puzzle, *theirs = line.split(",")
        rating = rate_by_explainer(Grid.parse(puzzle))
        ours = [str(each.difficulty if each else 0.0) for each in rating.marks.values()]
        total += 1
        equal.update(mark for mark, one, other in zip(rating.marks, ours, theirs) if one == other)
        if ours != theirs:
            print(f"  {puzzle}  {' '.join(theirs)}, ours {rating}")
    counts = ", ".join(f"{mark} equal {equal[mark]}" for mark in ("ER", "EP", "ED"))
    seconds = process_time() - start
    print(f"beside Sukaku Explainer: {total} puzzles, {counts}, {seconds:.0f} s", flush=True)


def compare_with_old_explainer(file: Path) -> None:
    """Compare ER with that of Sudoku Explainer 1.2.1."""
    rows = json.loads(file.read_text(encoding="utf-8"))
    equal = 0
    for row in rows:
        rating = rate_by_explainer(Grid.parse(row["puzzle"]), OLD)
        if rating.is_solved and rating.hardest and rating.hardest.difficulty == row["se_rating"]:
            equal += 1
        else:
            print(f"  {row['puzzle']}  {row['se_rating']}, ours {rating}")
    print(f"beside Sudoku Explainer 1.2.1: {len(rows)} puzzles, ER equal {equal}", flush=True)


def solved(rater: Rater, folder: Path, most: int) -> None:
    for name in FILES:
        every = read(folder / f"{name}.txt")
        puzzles = every[:: max(1, len(every) // most)][:most]
        outcomes = (rater.rate(Grid.parse(puzzle)).outcome for puzzle in puzzles)
        print(f"{name:<10}{Counter(outcomes)['solved']:6} of {len(puzzles)} solved", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--puzzles", type=Path, default=PUZZLES, metavar="DIR")
    parser.add_argument("--references", type=Path, default=REFERENCES, metavar="DIR")
    parser.add_argument("--most", type=int, default=1000, metavar="N", help="puzzles of a file")
    given = parser.parse_args()
    rater = Rater(bundled_strategies())
    for each in (rater, HodokuRater(bundled_strategies())):
        compare(each, given.references / "hodoku-848.csv")
    compare_with_explainer(given.references / "se-200.csv")
    compare_with_old_explainer(given.references / "hodoku-100.json")
    solved(rater, given.puzzles, given.most)


if __name__ == "__main__":
    main()
