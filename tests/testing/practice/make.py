"""Make `sudoku_engine/testing/practice/puzzles.txt`: puzzles on which each technique has its turn.

Run from the root of the repository; it takes about five minutes::

    python -m tests.testing.practice.make

Thousands of minimal puzzles are solved with all techniques that take part by default, the simplest
first. Kept are as many as give each technique `WANTED` puzzles, or as many as there are. Those that
need a hidden quad are too rare, so they are made for the purpose.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from sudoku_engine.api.events import Stepped
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.loop import Loop
from sudoku_engine.solving.rating import Rater
from sudoku_engine.solving.settings import LoopSettings
from sudoku_engine.testing.practice.boards import FILE

NUMBER = 15_000
QUADS = 10
WANTED = 12

HEADER = """\
# Puzzles to practise on, made by tests/testing/practice/make.py: the puzzle, then
# the techniques that have their turn on the way to its solution, when everything simpler finds
# nothing more.
"""


def main() -> None:
    registry = Registry()
    registry.load()
    strategies = registry.loop_strategies("auto")
    loop = Loop(strategies, LoopSettings(guard=False, step_timeout=0))
    turns = {puzzle.line: turns_in(loop, puzzle) for puzzle in puzzles(registry, Rater(strategies))}
    lines = [
        f"{line} {','.join(each.id for each in strategies if each.id in turns[line])}"
        for line in selection(turns)
    ]
    FILE.write_text("\n".join([HEADER + lines[0], *lines[1:], ""]), encoding="ascii")
    print(len(lines), "puzzles")


def puzzles(registry: Registry, rater: Rater) -> Iterator[Grid]:
    """Yield minimal puzzles, and some that need a hidden quad."""
    layout = Layout.named("9x9")
    minimal = registry.find("generator", "minimal")
    graded = registry.find("generator", "graded")
    quads = graded.with_options({"needs": "hidden_quad", "rater": rater})
    for generator, number in ((minimal, NUMBER), (quads, QUADS)):
        for seed in range(number):
            yield generator.call(random.Random(f"practice/{seed}"), layout).givens


def turns_in(loop: Loop, puzzle: Grid) -> Sequence[str]:
    """Return the ids of the techniques that take part in solving `puzzle`."""
    steps = (event for event in loop.events(puzzle) if isinstance(event, Stepped))
    return list(dict.fromkeys(step.strategy.id for step in steps))


def selection(turns: Mapping[str, Sequence[str]]) -> list[str]:
    """Return as few puzzles as give each technique enough of them, those of rare ones first."""
    there = Counter(each for ids in turns.values() for each in ids)
    have: Counter[str] = Counter()
    left = dict(turns)
    selected = []
    while lacking := [each for each in there if have[each] < min(WANTED, there[each])]:
        rarest = min(lacking, key=lambda each: there[each])
        able = [line for line in left if rarest in left[line]]
        best = max(able, key=lambda line: len({*lacking}.intersection(left[line])))
        have.update(left.pop(best))
        selected.append(best)
    return selected


if __name__ == "__main__":
    main()
