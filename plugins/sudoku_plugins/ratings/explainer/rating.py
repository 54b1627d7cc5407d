"""The difficulty of a puzzle by Sukaku Explainer: by its rules, the easiest always first.

The finds of the rules, their order and their ratings are facts about that program; the code is
ours. A rule does not stop at its first step but gives its easiest; a few tenths more or less come
from the length of a chain. The result is three numbers: **ER** is the difficulty of the hardest
step, **EP** of the hardest step up to the first placed digit, **ED** of the first step.

`DEFAULT` has the default rules of Sukaku Explainer, `OLD` the rules of Sudoku Explainer 1.2.1,
which has no strong links and no large wings. Dynamic chains within chains, the last resort of both,
would take hours here; a puzzle that needs them counts as beyond.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from sudoku_engine import Grid, Step
from sudoku_engine.api.protocols import BEYOND
from sudoku_engine.board.masks import bits, mask_of
from sudoku_engine.board.say import tell
from sudoku_plugins.ratings.explainer import basics, chains, wings_and_loops
from sudoku_plugins.ratings.explainer.basics import LAYOUT, N_CELLS, Hint, Marks
from sudoku_plugins.ratings.explainer.strong_links import strong_links
from sudoku_plugins.ratings.rating import NotRated, Point, no_puzzle
from sudoku_plugins.strategies.analysis.truths import candidate, candidates

Rule = Callable[[Marks], Iterator[Hint]]
Rules = Sequence[Rule]


def _simplest(find: Callable[[Marks], Iterator[chains.Chain]]) -> Rule:
    return lambda marks: chains.simplest(find(marks))


_EASY: Rules = (
    basics.hidden_singles,
    partial(basics.locked, is_direct=True),
    partial(basics.hidden_sets, size=2, is_direct=True),
    basics.naked_singles,
    partial(basics.hidden_sets, size=3, is_direct=True),
    partial(basics.locked, is_direct=False),
    partial(basics.naked_sets, size=2),
    partial(basics.fish, size=2),
    partial(basics.hidden_sets, size=2, is_direct=False),
    partial(basics.naked_sets, size=3),
    partial(basics.fish, size=3),
    partial(basics.hidden_sets, size=3, is_direct=False),
)
_MEDIUM: Rules = (
    partial(wings_and_loops.small_wings, has_third=False),
    partial(wings_and_loops.small_wings, has_third=True),
    wings_and_loops.unique_loops,
    partial(basics.naked_sets, size=4),
    partial(basics.fish, size=4),
    partial(basics.hidden_sets, size=4, is_direct=False),
)
_PAIRS: Rule = partial(wings_and_loops.aligned_exclusion, size=2)
_CHAINS: Rule = _simplest(chains.simple_chains)
_HARD: Rules = (
    partial(wings_and_loops.aligned_exclusion, size=3),
    *(_simplest(partial(chains.forcing_chains, kind=kind)) for kind in chains.KINDS),
)

DEFAULT: Rules = (
    *_EASY,
    partial(strong_links, number=2),
    *_MEDIUM,
    partial(strong_links, number=3),
    partial(wings_and_loops.large_wings, size=4),
    wings_and_loops.universal_graves,
    partial(strong_links, number=4),
    partial(wings_and_loops.large_wings, size=5),
    _PAIRS,
    partial(wings_and_loops.large_wings, size=6),
    _CHAINS,
    partial(wings_and_loops.large_wings, size=7),
    *_HARD,
)
OLD: Rules = (*_EASY, *_MEDIUM, wings_and_loops.universal_graves, _PAIRS, _CHAINS, *_HARD)

LEVELS = {"easy": 1.2, "medium": 1.5, "hard": 2.5, "unfair": 6.0, "extreme": 11.0}
"""By level, the highest ER: the classes of Sudoku Explainer's generator."""


class ExplainerStep(NamedTuple):
    """A step of the solution, with its difficulty."""

    difficulty: float
    name: str
    step: Step

    @property
    def point(self) -> Point:
        """The step's difficulty, in words."""
        return Point(self.difficulty, self.name, self.step.notation(LAYOUT))


class ExplainerRating(NamedTuple):
    """The rating of a puzzle by Sukaku Explainer's rules."""

    steps: tuple[ExplainerStep, ...]
    is_solved: bool

    @property
    def hardest(self) -> ExplainerStep | None:
        """The step that sets ER; None if nothing was open."""
        return _hardest(self.steps)

    @property
    def marks(self) -> dict[str, ExplainerStep | None]:
        """The steps that set ER, EP (the hardest up to the first placed digit), ED (the first)."""
        first = next((i for i, each in enumerate(self.steps, 1) if each.step.placements), None)
        pearl, diamond = _hardest(self.steps[:first]), _hardest(self.steps[:1])
        return {"ER": self.hardest, "EP": pearl, "ED": diamond}

    @property
    def level(self) -> str:
        """One of the levels, or `BEYOND`."""
        if not self.is_solved:
            return BEYOND
        er = self.hardest.difficulty if self.hardest else 0.0
        return next(level for level, limit in LEVELS.items() if er <= limit)

    def __str__(self) -> str:
        """Return the rating in one line: ``ER 2.6 (Pointing)  EP 1.2 (Hidden Single)  …``."""
        told = [
            f"{mark} {each.difficulty} ({each.name})" if each else f"{mark} 0.0"
            for mark, each in self.marks.items()
        ]
        return "  ".join([*([] if self.is_solved else [tell("beyond, so far")]), *told])


def _hardest(steps: Sequence[ExplainerStep]) -> ExplainerStep | None:
    return max(steps, key=lambda each: each.difficulty, default=None)


def rate_by_explainer(grid: Grid, rules: Rules = DEFAULT) -> ExplainerRating:
    """Return the ER, EP and ED of a 9x9 puzzle without clues; raises NotRated for other boards."""
    if grid.layout.usual is not LAYOUT:
        raise NotRated(tell("the rules of Sukaku Explainer are for 9x9 boards without clues"))
    if why := no_puzzle(grid):
        raise NotRated(why)
    marks = Marks.of(grid)
    steps = []
    while any(marks.cells):
        hint = next((hint for rule in rules for hint in rule(marks)), None)
        if hint is None:
            break
        steps.append(ExplainerStep(hint.difficulty / 10, hint.name, _step(hint)))
        marks.remove(hint.out)
        if hint.placed >= 0:
            marks.place(hint.placed)
    return ExplainerRating(tuple(steps), not any(marks.cells))


def _step(hint: Hint) -> Step:
    """Return a find as a step, without the candidates that a placed digit excludes."""
    placed = [candidate(hint.placed, LAYOUT)] if hint.placed >= 0 else []
    told = mask_of(n for n in bits(hint.out) if not placed or n % N_CELLS != placed[0].cell)
    return Step(placements=placed, eliminations=candidates(told, LAYOUT))
