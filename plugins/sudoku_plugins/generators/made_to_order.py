"""The function that makes a puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from sudoku_engine.api.protocols import Puzzle
from sudoku_engine.board.layout import Layout
from sudoku_engine.engine import Engine, Places, engine_for, warn_of
from sudoku_engine.errors import UsageError
from sudoku_engine.formats.given import Path, empty_grid
from sudoku_engine.plugins.component import RATER, Component
from sudoku_engine.plugins.options import Location, Value, converted, unknown_option
from sudoku_engine.solving.settings import DEFAULTS
from sudoku_plugins.generators.generation import HOMES, PATIENCE, CheckedGenerator
from sudoku_plugins.ratings.rating import Range, RatingFilter
from sudoku_plugins.ratings.scales import rater_of

if TYPE_CHECKING:
    from typing_extensions import Unpack


class GeneratorOptions(TypedDict, total=False):
    """The options of the bundled generators, for type checkers."""

    level: Literal["easy", "medium", "hard", "unfair", "extreme"] | None
    needs: str | None
    only: Iterable[str] | str | None
    symmetry: str | None
    clues: int | None
    pattern: Path | None
    coefficient: float | None
    tries: int | None


def generate(
    *,
    generator: str | None = None,
    seed: int | str | None = None,
    score: Range | None = None,
    without: Iterable[str] | str = (),
    layout: Layout | str | None = None,
    rules: Iterable[str] | str = (),
    rule_clues: int | None = None,
    minimal_clues: bool = False,
    plugins: Places | Engine = (),
    **options: Unpack[GeneratorOptions],
) -> Puzzle:
    """Return a puzzle: its `givens`, its `solution`, and its `rating` if it has one.

    `generator`: its id, by default chosen by the `options` of the generator: ``level``, ``needs``,
    ``only``, ``symmetry``, ``clues``, … as on the command line. `seed`: the same seed makes the
    same puzzle again. `score`: the lowest and the highest score. `without`: strategies and families
    that its solution does not use. `rules`: the rules that the board has clues of, `rule_clues` for
    each; `minimal_clues`: whether clues that it does not need are removed. Raises GaveUp if no
    puzzle is found, UsageError, ConfigError, and LayoutError for a rule.

    >>> from sudoku_engine import verify
    >>> puzzle = generate(level="easy", seed=7, layout="4x4")
    >>> puzzle.rating.level, bool(verify(puzzle.givens))
    ('easy', True)
    """
    with engine_for(plugins) as engine:
        rater = rater_of(engine, engine.registry.loop_strategies("manual"), DEFAULTS)
        names = [without] if isinstance(without, str) else without
        wanted = RatingFilter(
            without={each.id for name in names for each in rater.strategies_named(name)},
            scores=() if score is None else (score,),
        )
        maker = CheckedGenerator(
            _chosen(engine, generator, options),
            empty_grid(layout).layout,
            str(SystemRandom().randrange(10**8) if seed is None else seed),
            rater,
            PATIENCE * DEFAULTS.step_timeout,
            wanted,
            [rules] if isinstance(rules, str) else list(rules),
            rule_clues,
            minimal_clues,
        )
        made = maker.make(0)
        warn_of(rater.faults)
        return made


def _chosen(engine: Engine, generator: str | None, options: GeneratorOptions) -> Component:
    """Return the `generator`, by default one that suits the `options`, with these options."""
    meant = engine.registry.strategy_meant
    if isinstance(needs := options.get("needs"), str):
        options["needs"] = meant(needs)
    if only := options.get("only"):
        options["only"] = [meant(name) for name in ([only] if isinstance(only, str) else only)]
    homes = [home for option, home in HOMES.items() if options.get(option) is not None]
    found = engine.registry.find("generator", generator or (homes or ["minimal"])[0])
    return found.with_options(_checked(options, found))


def _checked(options: Mapping[str, Any], generator: Component) -> dict[str, Any]:
    """Return the `options` that are not None; raise UsageError for one that it does not take."""
    known = {name: each for name, each in generator.known_options.items() if name != RATER}
    checked = {}
    for name, given in options.items():
        if given is None:
            continue
        if name == RATER or (name not in known and not generator.takes_any_option):
            raise UsageError(unknown_option(name, generator.id, known))
        kind = known[name].type if name in known else Any
        checked[name] = converted(_value_of(given, Location(name)), kind, name)
    return checked


def _value_of(given: object, location: Location) -> Value:
    """Return a value `given` by a Python program in the form of a configuration."""
    if isinstance(given, (list, tuple)):
        return Value(location, items=tuple(_value_of(each, location) for each in given))
    return Value(location, str(given), is_plain=True)
