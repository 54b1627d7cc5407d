"""Measure how large the replays of files of puzzles are, one puzzle a page and twelve on one page.

    python benchmarks/replay_sizes.py [FILE ...]

* one: kB of a page with one puzzle, median and most; how many are over the limit of 60 kB;
* each further: what each but the first of twelve puzzles adds to a page, in kB;
* made: seconds of processor time for the document of a run that is over, median and most.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import process_time

from sudoku_engine import Event, solve
from sudoku_frontends.film.document import film_document
from sudoku_frontends.film.page import replay_page

BOARDS = Path(__file__).parents[1] / "sudoku_engine" / "testing" / "boards"
USUAL = [BOARDS / f"{name}.txt" for name in ("easy", "minimal", "hard")]
TOGETHER = 12
LIMIT = 60.0


def kilobytes(runs: Sequence[Sequence[Event]]) -> float:
    page = replay_page(film_document(("", run) for run in runs))
    return len(page.encode()) / 1000


def made(run: Sequence[Event]) -> float:
    start = process_time()
    film_document([("", run)])
    return process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, default=USUAL)
    print(f"a page without a puzzle: {kilobytes([]):.1f} kB")
    for file in parser.parse_args().files:
        lines = [line for line in file.read_text().splitlines() if line and line[0] != "#"]
        runs = [solve(line.split()[0]).events for line in lines]
        sizes, times = [kilobytes([run]) for run in runs], [made(run) for run in runs]
        together = runs[:TOGETHER]
        further = (kilobytes(together) - sizes[0]) / max(len(together) - 1, 1)
        over = sum(size > LIMIT for size in sizes)
        print(
            f"{file.stem}: {len(runs)} puzzles; one {median(sizes):.0f} / {max(sizes):.0f} kB, "
            f"{over} over {LIMIT:.0f}; each further {further:.1f} kB; "
            f"made {median(times):.2f} / {max(times):.2f} s"
        )


if __name__ == "__main__":
    main()
