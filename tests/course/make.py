"""Make ``known_puzzles.txt`` of the generators: puzzles on which each technique has its turn.

Run from the root of the repository; it takes about ten minutes::

    python -m tests.course.make
    python -m tests.course.make clues

The second one makes ``clue_puzzles.txt`` beside it: `LAID` minimal puzzles for the clues in each
example of a technique for clues, and which of these techniques have a board on each.

Thousands of minimal puzzles are solved with all techniques that take part by default, the simplest
first. Kept are as many as give each technique `WANTED` puzzles, or as many as there are. Those that
need a hidden quad are too rare, so they are made for the purpose. Then come puzzles for techniques
that none of these needs: those that the file has, and new ones, made by `graded`.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, islice
from time import process_time

from sudoku_engine import Grid, Layout, LoopSettings, Stepped
from sudoku_engine.formats import written
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.loop import Loop
from sudoku_plugins.course.boards import bundled_registry, rules_of
from sudoku_plugins.course.judging import Techniques
from sudoku_plugins.generators.generation import CheckedGenerator
from sudoku_plugins.generators.graded import COVERED
from sudoku_plugins.generators.known_puzzles import CLUES_FILE, FILE, known_puzzles
from sudoku_plugins.ratings.rating import Rater

NUMBER = 15_000
QUADS = 10
WANTED = 12
NEEDING = 2
"""How many puzzles need each technique that is not easy."""

HEADER = """\
# Puzzles to practise on, or to make others of, made by tests/course/make.py: the puzzle,
# then the techniques that have their turn on the way to its solution, when everything simpler finds
# nothing more. Simpler is what is tried before the last of them, and is not of a harder level.
"""

Turns = dict[str, Sequence[str]]
"""By puzzle, the ids of the techniques that have their turn."""


def main() -> None:
    registry = Registry()
    registry.load()
    rater = Rater(registry.loop_strategies("auto"))
    turns = {puzzle.line: turns_in(rater.strategies, puzzle) for puzzle in puzzles(registry, rater)}
    turns = {line: turns[line] for line in selection(turns)}
    for technique in rater.strategies:
        if (
            technique.level != "easy"
            and technique.family != "clues"
            and technique.id not in COVERED
        ):
            add_needing(technique, registry, rater, turns)
    write(turns)


def write(turns: Turns) -> None:
    """Write the file."""
    lines = [f"{line} {','.join(ids)}" for line, ids in turns.items()]
    FILE.write_text("\n".join([HEADER + lines[0], *lines[1:], ""]), encoding="ascii")
    print(len(lines), "puzzles")


def puzzles(registry: Registry, rater: Rater) -> Iterator[Grid]:
    """Yield minimal puzzles, and some that need a hidden quad."""
    minimal = registry.find("generator", "minimal")
    for seed in range(NUMBER):
        yield minimal.call(random.Random(f"practice/{seed}"), Layout.named("9x9")).givens
    yield from islice(needing(rater.strategy("hidden_quad"), registry, rater), QUADS)


def needing(technique: Component, registry: Registry, rater: Rater) -> Iterator[Grid]:
    """Yield puzzles that need the `technique`."""
    options = {"needs": technique.id, "rater": rater, "tries": 10**9}
    graded = registry.find("generator", "graded").with_options(options)
    for seed in count():
        yield graded.call(random.Random(f"practice/{seed}"), Layout.named("9x9")).givens


def add_needing(technique: Component, registry: Registry, rater: Rater, turns: Turns) -> None:
    """Add puzzles to those with these `turns` until `NEEDING` need the `technique`."""
    strategies = [*rater.before(technique.id), technique]
    able = {each.id for each in strategies}

    def is_needing(ids: Sequence[str]) -> bool:
        return technique.id in ids and able.issuperset(ids)

    old = {line: ids for line, ids in known_puzzles().items() if is_needing(ids)}
    new = (
        (puzzle.line, turns_in(strategies, puzzle))
        for puzzle in needing(technique, registry, rater)
    )
    for coming in (iter(old.items()), new):
        while sum(map(is_needing, turns.values())) < NEEDING:
            found = next(coming, None)
            if found is None:
                break
            turns.setdefault(*found)


def turns_in(strategies: Sequence[Component], puzzle: Grid) -> Sequence[str]:
    """Return the ids of the `strategies` that take part in solving `puzzle`."""
    loop = Loop(strategies, LoopSettings(guard=False, step_timeout=0))
    used = {event.strategy.id for event in loop.events(puzzle) if isinstance(event, Stepped)}
    return [each.id for each in strategies if each.id in used]


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


LAID = 3

AT_ONCE = 1.0
"""Seconds of processor time in which a board is found on a puzzle that counts for a technique."""

CLUES_HEADER = """\
# Puzzles with clues to practise on, made by tests/course/make.py: the techniques for
# clues that have a board on each, when everything simpler finds nothing more; then the puzzle.
"""


def make_clues() -> None:
    """Write the puzzles with clues."""
    registry, layout = bundled_registry(), Layout.named("9x9")
    techniques = Techniques(registry.loop_strategies("auto"))
    wanted = [each for each in techniques.strategies if each.family == "clues"]
    minimal, blocks = registry.find("generator", "minimal"), [CLUES_HEADER]
    for index, rules in enumerate(sorted({rules_of(each, layout) for each in wanted})):
        generator = CheckedGenerator(minimal, layout, f"stock{index % 2}", None, rules=rules)
        for number in range(LAID):
            puzzle = generator.make(number).givens
            able = {board.technique for board in techniques.boards(puzzle, wanted)}
            ids = sorted(each.id for each in able if is_at_once(techniques, puzzle, each))
            blocks.append(f"# {','.join(ids)}\n{written(puzzle).strip()}\n")
    CLUES_FILE.write_text("\n".join(blocks), encoding="ascii")


def is_at_once(techniques: Techniques, puzzle: Grid, technique: Component) -> bool:
    """Return whether `puzzle` has a board for `technique` at once."""
    begun = process_time()
    return bool(techniques.next_board(puzzle, [technique])) and process_time() - begun < AT_ONCE


if __name__ == "__main__":
    make_clues() if sys.argv[1:] == ["clues"] else main()
