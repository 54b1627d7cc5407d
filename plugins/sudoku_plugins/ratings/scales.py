"""How hard a puzzle is: `rate`, raters for an engine, the scales by name, and why they differ."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, Union

from sudoku_engine import Engine, Grid, Layout, LoopSettings, PuzzleError, say
from sudoku_engine.api.protocols import BEYOND, Rating
from sudoku_engine.board.say import Said, tell
from sudoku_engine.engine import Places, Strategies, engine_for, warn_of
from sudoku_engine.errors import UsageError, near_name, quoted
from sudoku_engine.formats.given import Puzzle, grid_of
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.settings import DEFAULTS, HODOKU, scale_of
from sudoku_plugins.ratings.explainer.rating import (
    DEFAULT,
    OLD,
    ExplainerRating,
    rate_by_explainer,
)
from sudoku_plugins.ratings.hodoku_order import HodokuRater
from sudoku_plugins.ratings.rating import NotRated, Point, Rater, TruthRating, rate_by_truths

SCALES: Mapping[str, str] = {
    "hodoku": "the scores of named techniques, added up",
    "hodoku-2.2": "the same, step by step as HoDoKu takes them",
    "se": "the hardest step by the rules of Sukaku Explainer: ER, EP, ED",
    "se-1.2.1": "the same by those of Sudoku Explainer 1.2.1",
    "truths": "how many truths a step needs, the simplest step first",
}

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


def rate(
    puzzle: Puzzle,
    *,
    strategies: Strategies = None,
    layout: Layout | str | None = None,
    plugins: Places | Engine = (),
) -> Rating:
    """Return how hard `puzzle` is: its level, its score, its hardest strategy, the uses of each.

    The arguments are those of `solve`. Raises PuzzleError unless it has just one solution.

    >>> print(rate("12.. 34.. ...1 ..2."))
    easy  score 40  hardest: Naked Single
    """
    with engine_for(plugins) as engine:
        rater = rater_of(engine, engine.chosen(strategies, DEFAULTS), DEFAULTS)
        try:
            rating = rater.rate(grid_of(puzzle, layout))
        except NotRated as why:
            what = f"only a puzzle with one solution has a rating: {why}"
            raise PuzzleError(what) from None
        warn_of(rating.faults)
        return rating


def rater(scale: str = "hodoku", *, plugins: Engine) -> Rater:
    """Return a rater with the strategies of the configuration, on a scale of techniques."""
    config, registry = plugins.config, plugins.registry
    if config.strategies is not None:
        return rater_of(plugins, plugins.strategies(), config.loop, (), scale)
    by_name = [each for each in registry.of_kind("strategy") if not each.is_by_default]
    return rater_of(plugins, registry.loop_strategies("manual"), config.loop, by_name, scale)


def rater_of(
    engine: Engine,
    strategies: Sequence[Component],
    settings: LoopSettings,
    by_name: Sequence[Component] = (),
    scale: str = "hodoku",
) -> Rater:
    """Return a rater with these `strategies`; those `by_name` only where somebody names them."""
    own = engine.config.scales.get(scale)
    counts = HODOKU if own is None else scale_of(own)
    kind = HodokuRater if scale == "hodoku-2.2" else Rater
    return kind(strategies, settings, counts, by_name)


def rating_on(scale: str, has_points: bool = False, *, plugins: Engine) -> Callable[[Grid], Rated]:
    """Return the function that rates puzzles on a `scale` of the engine, or of your own.

    `has_points`: whether the points of each step are listed. Raises UsageError for an unknown
    scale.
    """
    known = {*SCALES, *plugins.config.scales}
    if scale not in known:
        raise UsageError(f"unknown scale {quoted(scale)}: {near_name(scale, known)}")
    by_techniques = rater(scale, plugins=plugins) if is_by_techniques(scale) else None

    def rated(grid: Grid) -> Rated:
        points: list[Point] = []
        rating: AnyRating
        try:
            if by_techniques is not None:
                rating = by_techniques.rate(grid, points if has_points else None)
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


def rated_on(
    names: Sequence[str], has_points: bool, *, plugins: Engine
) -> Callable[[Grid], tuple[Rated, ...]]:
    """Return the function that rates boards on the scales of all `names`; raises UsageError."""
    try:
        functions = [rating_on(scale, has_points, plugins=plugins) for scale in names]
    except UsageError as error:
        raise UsageError(error.what, "--scale") from error
    return lambda grid: tuple([function(grid) for function in functions])
