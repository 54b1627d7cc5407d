"""Boards on which a technique is the next useful one: known ones transformed, or new ones.

A known puzzle, with its lines moved and its digits renamed at random, needs the same techniques.
So there is a board at once for each technique that gets a turn at all. For others the puzzles are
tried one after another, and the examples of all techniques too: so a person's own technique finds
the boards of ours.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import count, islice

from sudoku_engine import GaveUp, Grid, Layout, SudokuError
from sudoku_engine.board.words import counted
from sudoku_engine.formats import parse
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.randomness import chosen, shuffled
from sudoku_plugins.checkers.symmetry.transformation import Transformation
from sudoku_plugins.course.judging import PracticeBoard, Techniques
from sudoku_plugins.generators.generation import CheckedGenerator
from sudoku_plugins.generators.known_puzzles import clue_puzzles, known_puzzles

MOST_TRIED = 60  # how many puzzles are tried for one board if earlier boards can be used again

MOST_LAID = 6
"""The same of puzzles with clues, used before or not: they take longer, and most of them suit."""

MINIMAL = 100  # how many new puzzles are tried for a technique at most

Generate = Callable[[Component, int], Grid]
"""Makes the puzzle with a number, which may suit a technique; raises GaveUp."""


@dataclass
class Supply:
    """Boards without an end, the same for the same `seed`."""

    techniques: Techniques
    wanted: Sequence[Component]
    layout: Layout
    seed: str
    generate: Generate
    """Makes puzzles when the known ones are used up, or have another layout."""
    tried: Callable[[int], None] = lambda number: None
    """Called with each number of puzzles that were tried for a board."""

    def __post_init__(self) -> None:
        self._decks: dict[str, _Deck] = {}

    def boards(self) -> Iterator[PracticeBoard]:
        """Yield boards, in each round one for each technique in some order; may raise GaveUp."""
        for number in count():
            rng = random.Random(f"{self.seed}/{number}")
            for technique in shuffled(rng, self.wanted):
                yield self._board(rng, technique)

    def _board(self, rng: random.Random, technique: Component) -> PracticeBoard:
        if technique.id not in self._decks:
            example = self._example(technique)
            if not technique.is_bundled:
                self._require_a_step(technique)
            self._decks[technique.id] = _Deck(self._puzzles(technique, example), example)
        deck = self._decks[technique.id]
        most = MOST_TRIED if deck.used else None
        if rules_of(technique, self.layout):
            most = MOST_LAID
        for number, puzzle in enumerate(islice(deck.fresh, most), 1):
            self.tried(number)
            if found := self.techniques.next_board(self._disguise(rng, puzzle), [technique]):
                deck.used.append(puzzle)
                return found
            if self.techniques.is_at_fault(technique):
                raise GaveUp(f"no board was found for {technique.name}: it is at fault")
        if not deck.used:
            deck.fresh = iter(())
        else:
            deck.used.append(deck.used.pop(0))
            again = self._disguise(rng, deck.used[-1])
            if found := self.techniques.next_board(again, [technique]):
                return found
        if deck.example is not None:
            example = self._disguise(rng, deck.example)
            if found := self.techniques.board_as_it_is(example, technique):
                return found
        raise GaveUp(
            f"no board was found on which {technique.name} is the next useful one: "
            "name puzzles that need it, with --from FILE"
        )

    def _disguise(self, rng: random.Random, puzzle: Grid) -> Grid:
        return Transformation.random(rng, puzzle.layout).grid(puzzle)

    def _require_a_step(self, technique: Component) -> None:
        """Raise GaveUp if `technique` finds nothing on any example: one that is not done yet.

        Without that it would be tried on all puzzles, for half a minute.
        """
        examples = [self._example(each) for each in (technique, *self.techniques.strategies)]
        boards = [each for each in examples if each is not None]
        for board in boards:
            found = self.techniques.board_as_it_is(board, technique)
            if found or self.techniques.is_at_fault(technique):
                return
        if boards:
            raise GaveUp(
                f"{technique.name} finds nothing on {counted(len(boards), 'board')}: see what "
                f"`sudoku-engine plugins check {technique.shown_file}` says, "
                "or name puzzles that need it, with --from FILE"
            )

    def _puzzles(self, technique: Component, example: Grid | None) -> Iterator[Grid]:
        """Yield the puzzles to try for `technique`, the likely ones first."""
        rng = random.Random(f"{self.seed}/{technique.id}")
        if rules_of(technique, self.layout):
            example = None  # it has one clue, and nearly all cells open
            known = clue_puzzles()
            likely = shuffled(rng, [text for text, ids in known.items() if technique.id in ids])
            boards = map(parse, likely)
            fit = [each for each in boards if each.layout.keeping(()) is self.layout]
            yield from fit
            if fit:
                return
        elif self.layout is Layout.named("9x9") and technique.marks is None:
            known = known_puzzles()
            likely = shuffled(rng, [line for line, ids in known.items() if technique.id in ids])
            yield from map(Grid.parse, likely)
            if example is not None:
                yield example
            if likely or (technique.is_bundled and example is not None):
                return
            yield from map(Grid.parse, shuffled(rng, known))
            others = (self._example(each) for each in self.techniques.strategies)
            yield from (each for each in others if each is not None)
        elif example is not None:
            yield example
        if technique.marks is None:
            for number in range(MINIMAL):
                try:
                    yield self.generate(technique, number)
                except GaveUp:
                    return

    def _example(self, technique: Component) -> Grid | None:
        """Return the board of the example of `technique`, if it has one of this layout."""
        try:
            example = parse(technique.example or "", marks=technique.marks or "auto")
        except SudokuError:
            return None
        bare = example.layout.keeping(()) if rules_of(technique, self.layout) else example.layout
        return example if bare is self.layout else None


def rules_of(technique: Component, layout: Layout) -> tuple[str, ...]:
    """Return the rules in the example of a `technique` for clues, if `layout` has no clues."""
    if technique.family != "clues" or not layout.has_only_houses or not technique.example:
        return ()
    return tuple(dict.fromkeys(clue.rule for clue in parse(technique.example).layout.clues))


NESTED = "nested_forcing_net"


@dataclass
class _Deck:
    fresh: Iterator[Grid]
    example: Grid | None
    used: list[Grid] = field(default_factory=list)
    """Those that had a board for it, the one that was used last at the end."""


def kept_puzzle(rng: random.Random, layout: Layout) -> Grid | None:
    """Return one of the known puzzles in another form, None if they have another layout.

    Puzzles that need nets within nets are left out: few steps on them follow from a few truths.
    """
    if layout is not Layout.named("9x9"):
        return None
    known = known_puzzles().items()
    puzzle = Grid.parse(chosen(rng, [line for line, ids in known if NESTED not in ids]))
    return Transformation.random(rng, layout).grid(puzzle)


def board_by_seed(
    name: str, seed: str, tried: Callable[[int], None] = lambda number: None
) -> tuple[PracticeBoard, Techniques]:
    """Return the board of ``practise NAME --seed SEED``, and the techniques; may raise GaveUp."""
    registry = bundled_registry()
    technique, layout = registry.find("strategy", name), Layout.named("9x9")
    minimal = CheckedGenerator(registry.find("generator", "minimal"), layout, seed)

    def generate(technique: Component, number: int) -> Grid:
        if rules_of(technique, layout):
            raise GaveUp(f"no board was found for {technique.name}")
        return minimal.make(number).givens

    techniques = Techniques(registry.loop_strategies("auto"))
    return next(Supply(techniques, [technique], layout, seed, generate, tried).boards()), techniques


@cache
def bundled_registry() -> Registry:
    """Return the registry of our own plugins alone."""
    registry = Registry()
    registry.load()
    return registry


def boards_of(
    puzzles: Iterable[Grid], techniques: Techniques, wanted: Sequence[Component]
) -> Iterator[PracticeBoard]:
    """Yield the boards on the way to the solutions of `puzzles` on which a technique is next.

    First comes the first board of each puzzle, then the second one of each, and so on.
    """
    for turns_before in count():
        again = []
        for puzzle in puzzles:
            if found := techniques.next_board(puzzle, wanted, turns_before):
                yield found
                again.append(puzzle)
        if not again:
            return
        puzzles = again
