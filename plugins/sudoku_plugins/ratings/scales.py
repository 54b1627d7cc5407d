"""The scales by name, and a puzzle on several scales: the counts of each, and why they differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, Union

from sudoku_engine.api.protocols import BEYOND, Rating
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.say import Said, say, tell
from sudoku_engine.plugins.component import Component
from sudoku_plugins.ratings.explainer.rating import (
    DEFAULT,
    OLD,
    ExplainerRating,
    rate_by_explainer,
)
from sudoku_plugins.ratings.rating import NotRated, Point, Rater, TruthRating, rate_by_truths

SCALES: Mapping[str, str] = {
    "hodoku": "the scores of named techniques, added up",
    "hodoku-2.2": "the same, step by step as HoDoKu takes them",
    "se": "the hardest step by the rules of Sukaku Explainer: ER, EP, ED",
    "se-1.2.1": "the same by those of Sudoku Explainer 1.2.1",
    "truths": "how many truths a step needs, the simplest step first",
}
"""The scales of the engine, each with its basis."""

_EXPLAINERS = {"se": DEFAULT, "se-1.2.1": OLD}

_OUR_NAMES = {
    **dict.fromkeys(("Pointing", "Claiming"), "Locked Candidates"),
    "BUG Type 1": "Bivalue Universal Grave + 1",
    **{f"{kind} Triplet": f"{kind} Triple" for kind in ("Naked", "Hidden")},
}
"""The names of techniques with other names in Sukaku Explainer."""

AnyRating = Union[Rating, ExplainerRating, TruthRating, NotRated]


class Rated(NamedTuple):
    """The rating of a puzzle on one scale."""

    scale: str
    rating: AnyRating
    points: tuple[Point, ...] = ()
    """The part of each step."""

    @property
    def with_steps(self) -> str:
        """The rating in a line, with the steps that set it, if steps are listed."""
        if isinstance(self.rating, NotRated):
            return f"{tell('not rated')}: {self.rating}"
        if isinstance(self.rating, ExplainerRating):
            marks = self.rating.marks.items()
            steps = [f"{mark} {each.point}" if each else f"{mark} 0.0" for mark, each in marks]
            return "; ".join([*([] if self.rating.is_solved else [tell(BEYOND)]), *steps])
        name = getattr(getattr(self.rating, "hardest", None), "name", "")
        points = [each for each in self.points if each.name == name]
        hardest = max(points, key=lambda each: each.points, default=None)
        return f"{self.rating}: {hardest.step}" if hardest else str(self.rating)


def is_by_techniques(scale: str) -> bool:
    """Return whether a scale uses our techniques, as HoDoKu's and a person's own scale do."""
    return scale not in (*_EXPLAINERS, "truths")


def rating_on(scale: str, rater: Rater | None, has_points: bool) -> Callable[[Grid], Rated]:
    """Return the function that rates puzzles on a `scale`.

    `rater`: the rater for a scale of techniques. `has_points`: whether to name each step.
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
    """A scale's words about a puzzle, in a form that can be compared."""

    scale: str
    level: str
    hardest: str
    is_sum: bool
    """Whether a sum sets the level, and the hardest step alone would set an easier level."""
    n_steps: int
    points: Mapping[str, float] | None = None
    """The points by technique; None if the scale does not add them up."""


def why_differ(found: Sequence[Rated], strategies: Iterable[Component]) -> list[str]:
    """Return, for each two scales with different levels or sums, the reason.

    `strategies`: the strategies that may have steps in the ratings. Truths have no levels.
    """
    by_id = {each.id: each for each in strategies}
    verdicts = [verdict for each in found if (verdict := _verdict(each, by_id)) is not None]
    told = []
    for one, other in combinations(verdicts, 2):
        if one.level != other.level:
            told.append(
                tell(
                    "{one} says {level}, {other} {other_level}: {reason}",
                    one=one.scale,
                    level=one.level,
                    other=other.scale,
                    other_level=other.level,
                    reason=_reason(one, other),
                )
            )
        elif reason := _most_points(one, other, by_id):
            told.append(reason)
    return told


def _verdict(rated: Rated, by_id: Mapping[str, Component]) -> _Verdict | None:
    rating = rated.rating
    if isinstance(rating, Rating):
        hardest = rating.hardest
        own = by_id[hardest.id].level if hardest else rating.level
        is_sum = rating.level not in (BEYOND, own)
        name = hardest.name if hardest else "no step"
        n_steps = sum(rating.counts.values())
        return _Verdict(rated.scale, rating.level, name, is_sum, n_steps, rating.points)
    if isinstance(rating, ExplainerRating):
        name = rating.hardest.name if rating.hardest else "no step"
        name = _OUR_NAMES.get(name, name)
        return _Verdict(rated.scale, rating.level, name, False, len(rating.steps))
    return None


def _most_points(one: _Verdict, other: _Verdict, by_id: Mapping[str, Component]) -> str:
    """Return the technique for which two sums differ most, in words; empty if they are equal."""
    if one.points is None or other.points is None or one.points == other.points:
        return ""
    mine, yours = one.points, other.points

    def difference(technique: str) -> float:
        return abs(mine.get(technique, 0) - yours.get(technique, 0))

    most = max(sorted({*mine, *yours}), key=difference)
    return tell(
        "{one} and {other} differ most in {technique}: {points} and {other_points} points",
        one=one.scale,
        other=other.scale,
        technique=by_id[most].name,
        points=f"{mine.get(most, 0):g}",
        other_points=f"{yours.get(most, 0):g}",
    )


def _reason(one: _Verdict, other: _Verdict) -> Said:
    """Return why two scales give different levels."""
    for each in (one, other):
        if each.level == BEYOND:
            return say(
                "{scale} has no rule for the step after 1 step"
                if each.n_steps == 1
                else "{scale} has no rule for the step after {n:#} steps",
                scale=each.scale,
                n=each.n_steps,
            )
    for each, less in ((one, other), (other, one)):
        if each.is_sum:
            return say(
                "{scale} adds up {n:#} steps; the hardest alone, {hardest}, would be easier"
                if less.is_sum
                else "{scale} adds up {n:#} steps; the hardest alone, {hardest}, would be easier, "
                "and {other} counts it alone",
                scale=each.scale,
                n=each.n_steps,
                hardest=each.hardest,
                other=less.scale,
            )
    for each in (one, other):
        if each.points is None and each.hardest.startswith("Direct"):
            return say(
                "{scale} has a rule for an elimination with the single that it leaves, {hardest}, "
                "easier than the elimination",
                scale=each.scale,
                hardest=each.hardest,
            )
    if one.hardest == other.hardest:
        return say(
            "the hardest step is {hardest} for both, and each scale has its own level for it",
            hardest=one.hardest,
        )
    return say(
        "the hardest step is {hardest} for {one}, {other_hardest} for {other}: each takes the "
        "easiest step by rules and an order of its own",
        hardest=one.hardest,
        one=one.scale,
        other_hardest=other.hardest,
        other=other.scale,
    )
