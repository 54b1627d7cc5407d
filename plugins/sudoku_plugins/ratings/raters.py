"""How hard a puzzle is: the function `rate`, and raters with the plugins of an engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sudoku_engine.api.protocols import Rating
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.engine import Engine, Places, Strategies, engine_for, warn_of
from sudoku_engine.errors import PuzzleError, UsageError, near_name, quoted
from sudoku_engine.formats.given import Puzzle, grid_of
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.settings import DEFAULTS, HODOKU, LoopSettings, scale_of
from sudoku_plugins.ratings import scales
from sudoku_plugins.ratings.hodoku_order import HodokuRater
from sudoku_plugins.ratings.rating import NotRated, Rater
from sudoku_plugins.ratings.scales import SCALES, Rated, is_by_techniques


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
    chosen = rater(scale, plugins=plugins) if is_by_techniques(scale) else None
    return scales.rating_on(scale, chosen, has_points)


def rated_on(
    names: Sequence[str], has_points: bool, *, plugins: Engine
) -> Callable[[Grid], tuple[Rated, ...]]:
    """Return the function that rates boards on the scales of all `names`; raises UsageError."""
    try:
        functions = [rating_on(scale, has_points, plugins=plugins) for scale in names]
    except UsageError as error:
        raise UsageError(error.what, "--scale") from error
    return lambda grid: tuple([function(grid) for function in functions])
