"""The scales by name, and a puzzle on several of them: what each counts, and why they differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, Union

from sudoku_engine.api.protocols import BEYOND, Rating
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.words import counted
from sudoku_engine.solving.explainer.rating import (
    DEFAULT,
    OLD,
    ExplainerRating,
    rate_by_explainer,
)
from sudoku_engine.solving.rating import NotRated, Point, Rater, TruthRating, rate_by_truths

SCALES: Mapping[str, str] = {
    "hodoku": "the scores of named techniques, added up",
    "hodoku-2.2": "the same, with singles, subsets, chains and sets in the order of HoDoKu",
    "se": "the hardest step by the rules of Sukaku Explainer: ER, EP, ED",
    "se-1.2.1": "the same by those of Sudoku Explainer 1.2.1",
    "truths": "how many truths a step needs, the simplest step first",
}
"""The scales that come with the engine, each with what it goes by."""

_EXPLAINERS = {"se": DEFAULT, "se-1.2.1": OLD}

_OUR_NAMES = {
    **dict.fromkeys(("Pointing", "Claiming"), "Locked Candidates"),
    "BUG Type 1": "Bivalue Universal Grave + 1",
    **{f"{kind} Triplet": f"{kind} Triple" for kind in ("Naked", "Hidden")},
}
"""The names of techniques that Sukaku Explainer calls otherwise."""

AnyRating = Union[Rating, ExplainerRating, TruthRating, NotRated]


class Rated(NamedTuple):
    """The rating of a puzzle on one scale."""

    scale: str
    rating: AnyRating
    points: tuple[Point, ...] = ()
    """What each step counts for."""

    @property
    def with_steps(self) -> str:
        """The rating in a line, with the steps that set it, where steps are told."""
        if isinstance(self.rating, NotRated):
            return f"not rated: {self.rating}"
        if isinstance(self.rating, ExplainerRating):
            marks = self.rating.marks.items()
            steps = [f"{mark} {each.point}" if each else f"{mark} 0.0" for mark, each in marks]
            return "; ".join([*([] if self.rating.is_solved else [BEYOND]), *steps])
        name = getattr(getattr(self.rating, "hardest", None), "name", "")
        points = [each for each in self.points if each.name == name]
        hardest = max(points, key=lambda each: each.points, default=None)
        return f"{self.rating}: {hardest.step}" if hardest else str(self.rating)


def is_by_techniques(scale: str) -> bool:
    """Return whether a scale goes by our techniques, as HoDoKu's and one's own do."""
    return scale not in (*_EXPLAINERS, "truths")


def rating_on(scale: str, rater: Rater | None, has_points: bool) -> Callable[[Grid], Rated]:
    """Return the function that rates puzzles on a `scale`.

    `rater`: that of a scale of techniques. `has_points`: whether to name each step.
    """

    def rated(grid: Grid) -> Rated:
        points: list[Point] = []
        rating: AnyRating
        try:
            if rater is not None:
                rating = rater.rate(grid, points if has_points else None)
            elif scale == "truths":
                rating = rate_by_truths(grid)
                points = [Point(number, "", step) for number, step in rating.steps]
            else:
                rating = rate_by_explainer(grid, _EXPLAINERS[scale])
                points = [each.point for each in rating.steps]
        except NotRated as why:
            return Rated(scale, why)
        return Rated(scale, rating, tuple(points) if has_points else ())

    return rated


class _Verdict(NamedTuple):
    """What a scale says of a puzzle, as others can be compared with it."""

    scale: str
    level: str
    hardest: str
    is_sum: bool
    """Whether the level is that of a sum, and the hardest step would make it easier."""
    n_steps: int
    has_own_rules: bool


def why_differ(found: Sequence[Rated], level_of: Mapping[str, str]) -> list[str]:
    """Return for each two scales with different levels why; `level_of`: of techniques, by id.

    Truths have no levels.
    """
    verdicts = [verdict for each in found if (verdict := _verdict(each, level_of)) is not None]
    return [
        f"{one.scale} says {one.level}, {other.scale} {other.level}: {_reason(one, other)}"
        for one, other in combinations(verdicts, 2)
        if one.level != other.level
    ]


def _verdict(rated: Rated, level_of: Mapping[str, str]) -> _Verdict | None:
    rating = rated.rating
    if isinstance(rating, Rating):
        hardest = rating.hardest
        own = level_of[hardest.id] if hardest else rating.level
        is_sum = rating.level not in (BEYOND, own)
        name = hardest.name if hardest else "no step"
        n_steps = sum(rating.counts.values())
        return _Verdict(rated.scale, rating.level, name, is_sum, n_steps, False)
    if isinstance(rating, ExplainerRating):
        name = rating.hardest.name if rating.hardest else "no step"
        name = _OUR_NAMES.get(name, name)
        return _Verdict(rated.scale, rating.level, name, False, len(rating.steps), True)
    return None


def _reason(one: _Verdict, other: _Verdict) -> str:
    """Return why two scales give different levels."""
    for each in (one, other):
        if each.level == BEYOND:
            return f"{each.scale} has no rule for the step after {counted(each.n_steps, 'step')}"
    for each, less in ((one, other), (other, one)):
        if each.is_sum:
            return (
                f"{each.scale} adds up {counted(each.n_steps, 'step')}; "
                f"the hardest alone, {each.hardest}, would be easier"
                + ("" if less.is_sum else f", and {less.scale} counts it alone")
            )
    for each in (one, other):
        if each.has_own_rules and each.hardest.startswith("Direct"):
            return (
                f"{each.scale} has a rule for an elimination with the single that it leaves, "
                f"{each.hardest}, easier than the elimination"
            )
    if one.hardest == other.hardest:
        return f"the hardest step is {one.hardest} for both, but not the same level"
    return (
        f"the hardest step is {one.hardest} for {one.scale}, {other.hardest} for {other.scale}: "
        "each takes the easiest step by rules and an order of its own"
    )
