"""Puzzles by number, each drawn from a seed and its number only, and checked.

So neither the order of making them nor the number of processes changes any puzzle. `PuzzleText`
writes them: a board in some format, with comments, or JSON.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from sudoku_engine import GaveUp, Grid, Layout, PluginError, SudokuError
from sudoku_engine.api.protocols import BEYOND, Puzzle, Rating
from sudoku_engine.board.words import brief
from sudoku_engine.engine import Engine, Places, engine_for, warn_of
from sudoku_engine.errors import UsageError, printable
from sudoku_engine.formats import written
from sudoku_engine.formats.given import Path, empty_grid
from sudoku_engine.plugins.component import RATER, Component, Failure
from sudoku_engine.plugins.options import Location, Value, converted, unknown_option
from sudoku_engine.plugins.time_limits import PluginStopped, Watchdog
from sudoku_engine.randomness import shuffled
from sudoku_engine.solving.guard import count_solutions, solution_fault
from sudoku_engine.solving.settings import DEFAULTS
from sudoku_plugins.ratings.rating import EVERYTHING, NotRated, Range, Rater, RatingFilter
from sudoku_plugins.ratings.scales import rater_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

MOST_TRIES = 1000
"""The most puzzles that are tried to get one with the wanted rating."""

MOST_NEEDLESS = 10
"""The most puzzles that are dropped because they need no clues of rules for one solution."""

PATIENCE = 12
"""The time limit for a puzzle, as a multiple of the time limit for a step."""

HOMES = {"level": "graded", "needs": "graded", "only": "graded", "coefficient": "random_fill"}
"""By option, the generator to use if none is named."""

BUDGET = 200_000
"""The number of search nodes after which a claim of one solution counts as unproved."""


@dataclass
class CheckedGenerator:
    """A maker of puzzles by one `generator`, on boards of `layout`.

    Puzzle `number` (from 0) depends on the `seed` and that number only. A generator with an option
    `rater` gets the `rater`. A generator that is not bundled has `limit` seconds for a puzzle (0:
    any time). Puzzles are made until one has the `wanted` rating. With `rules`, each board has
    clues of its own, `rule_clues` of each rule (None: a number that looks good). With
    `minimal_clues`, clues that are not needed for one solution are removed.
    """

    generator: Component
    layout: Layout
    seed: str
    rater: Rater | None = None
    limit: float = 0.0
    wanted: RatingFilter = EVERYTHING
    rules: Sequence[str] = ()
    rule_clues: int | None = None
    minimal_clues: bool = False

    def __post_init__(self) -> None:
        if RATER in self.generator.known_options:
            options = {**self.generator.options, RATER: self.rater}
            self.generator = self.generator.with_options(options)
        if self.generator.is_bundled:
            self.limit = 0.0
        self._time_limit = Watchdog(self.limit).time_limit()

    def make(self, number: int) -> Puzzle:
        """Return puzzle `number`, checked.

        Raises GaveUp if the generator found none, PluginError if it is at fault, UsageError if it
        cannot do what was requested at all.
        """
        rng = puzzle_rng(self.seed, number)
        if self.wanted == EVERYTHING:
            return self._make_one(rng, number)
        assert self.rater is not None
        scores = []
        for _ in range(MOST_TRIES):
            puzzle = self._make_one(rng, number)
            with suppress(NotRated):
                rating = self.rater.rate(puzzle.givens)
                if rating.level != BEYOND:
                    if self.wanted.keeps(rating):
                        return puzzle._replace(rating=rating._replace(faults=()))
                    scores.append(rating.score)
        near = (
            f"their scores are {min(scores):g} to {max(scores):g}" if scores else "none is solved"
        )
        raise GaveUp(f"puzzle {number + 1}: of {MOST_TRIES} puzzles none is as wanted; {near}")

    def _make_one(self, rng: random.Random, number: int) -> Puzzle:
        """Return a puzzle that `rng` draws; with `rules`, if possible, one that needs its clues.

        `number` names it in errors.
        """
        puzzle = self._draw(rng, number)
        for _ in range(MOST_NEEDLESS if self.rules else 0):
            bare = puzzle.givens.layout.keeping(())
            if count_solutions(Grid(bare, puzzle.givens.digits), BUDGET).solutions != 1:
                break
            puzzle = self._draw(rng, number)
        return puzzle

    def _draw(self, rng: random.Random, number: int) -> Puzzle:
        generator, layout = self.generator, self.layout
        if self.rules:
            from sudoku_plugins.generators.laying import layout_with_clues  # few puzzles have clues

            try:
                layout = layout_with_clues(rng, layout, self.rules, self.rule_clues)
            except GaveUp as error:
                raise GaveUp(f"puzzle {number + 1}: {error.what}") from error
        try:
            made = self._time_limit.call(
                generator, generator.guarded_call, generator.call, rng, layout
            )
        except PluginStopped as stop:
            why = f"it did not come back within {self.limit:g} s"
            raise self._fault(number, Failure(why, stop.line)) from None
        except GaveUp as error:
            why = f"puzzle {number + 1}: {generator.id} gave up: {error.what}"
            raise GaveUp(why) from error
        if isinstance(made, Failure):
            if isinstance(made.error, SudokuError) and self._is_for_people(made.error):
                raise made.error
            raise self._fault(number, made) from made.error
        fault = puzzle_fault(made, layout)
        if fault is None and not generator.is_bundled:
            fault = self._false_rating(made)
        if fault:
            raise self._fault(number, Failure(fault, generator.line))
        return self._with_fewer_clues(rng, _plain(made)) if self.minimal_clues else _plain(made)

    def _with_fewer_clues(self, rng: random.Random, puzzle: Puzzle) -> Puzzle:
        """Return `puzzle` without the clues that it does not need; a rated puzzle keeps its level.

        A rated puzzle also needs no other techniques than before.
        """
        for clue in shuffled(rng, puzzle.givens.layout.clues if puzzle.is_unique else ()):
            layout = puzzle.givens.layout
            layout = layout.keeping(each for each in layout.clues if each != clue)
            givens, rating = Grid(layout, puzzle.givens.digits), puzzle.rating
            if count_solutions(givens).solutions != 1:
                continue
            if rating is not None and self.rater is not None:
                before, rating = rating, self.rater.rate(givens)
                if rating.level != before.level or rating.counts.keys() - before.counts.keys():
                    continue
            puzzle = puzzle._replace(
                givens=givens, solution=Grid(layout, puzzle.solution.digits), rating=rating
            )
        return _plain(puzzle)

    def _false_rating(self, made: Puzzle) -> str | None:
        if made.rating is None or self.rater is None:
            return None
        own = self.rater.rating(_board(made.givens))
        if (own.level, own.score) == (made.rating.level, made.rating.score):
            return None
        return f"it says that its puzzle is rated {made.rating}; the rater says {own}"

    def _is_for_people(self, error: SudokuError) -> bool:
        return self.generator.is_bundled or isinstance(error, UsageError)

    def _fault(self, number: int, failure: Failure) -> PluginError:
        generator = self.generator
        what = f"puzzle {number + 1}: {generator.id} is at fault: {failure.why}"
        if generator.author.plugin is None:
            return PluginError(what, generator.id, "bundled")
        return PluginError(what, generator.id, generator.shown_file, failure.line or generator.line)


def puzzle_rng(seed: str, number: int) -> random.Random:
    """Return the draws for puzzle `number`, from 0."""
    return random.Random(f"{seed}/{number}")


def puzzle_fault(made: object, layout: Layout) -> str | None:
    """Return the fault in the puzzle that a generator `made` for `layout`, or None."""
    if not isinstance(made, Puzzle):
        return f"it gave {brief(made)}, not a Puzzle: return Puzzle(givens, solution)"
    givens = made.givens
    if not isinstance(givens, Grid):
        return f"its givens are {brief(givens)}, not a Grid"
    if givens.layout is not layout:
        return f"its board is {givens.layout.name}, where {layout.name} was requested"
    if not isinstance(made.solution, Grid):
        return f"its solution is {brief(made.solution)}, not a Grid"
    board = _board(givens)
    if why := solution_fault(made.solution, board):
        return why
    for name, kinds in (
        ("made", str),
        ("is_unique", (bool, type(None))),
        ("rating", (Rating, type(None))),
    ):
        if not isinstance(getattr(made, name), kinds):
            return f"{name!r} of its Puzzle is {brief(getattr(made, name))}: {_KINDS[name]}"
    return _false_claim(board) if made.is_unique else None


_KINDS = {
    "made": "write a text",
    "is_unique": "write True, False, or None if it is not known",
    "rating": "write None, or what the rater gave",
}


def _false_claim(board: Grid) -> str | None:
    solutions = count_solutions(board, BUDGET).solutions
    if solutions == 1:
        return None
    if solutions is None:
        return "it claims one solution, which is too hard to prove"
    return f"it claims one solution, and there are more: {board.line}"


def _board(givens: Grid) -> Grid:
    """Return `givens` as they will be read back: all digits given, no candidate eliminated."""
    return Grid(givens.layout, givens.digits)


def _plain(puzzle: Puzzle) -> Puzzle:
    """Return `puzzle` without additions of its generator, so that processes can exchange it."""
    rating = puzzle.rating
    return Puzzle(
        _board(puzzle.givens),
        _board(puzzle.solution),
        printable(" ".join(puzzle.made.split())),
        puzzle.is_unique,
        rating._replace(counts=dict(rating.counts), faults=()) if rating else None,
    )


@dataclass(frozen=True)
class PuzzleText:
    """The written form of generated puzzles.

    generator, seed, count: their origin and number, for the comments. format: one of `FORMATS`, or
    ``json``. has_comments: whether comments with origin, solution and rating follow.
    """

    generator: str
    seed: str
    count: int
    format: str
    has_comments: bool

    def of(self, number: int, puzzle: Puzzle) -> str:
        """Return the text of `puzzle`; its `number` counts from 1."""
        if self.format == "json":
            own = {"generator": self.generator, "seed": self.seed, "number": number}
            return f"{json.dumps({**puzzle.to_dict(), **own}, ensure_ascii=False)}\n"
        text = written(puzzle.givens, self.format)
        if not self.has_comments:
            return text
        board = text.rstrip()
        end = "\r\n" if self.format == "fss" else "\n"
        comments = "".join(f"# {line}{end}" for line in self._comments(number, puzzle))
        return f"{board}{end}{comments}{text[len(board) + len(end) :]}"

    def _comments(self, number: int, puzzle: Puzzle) -> Iterator[str]:
        made = f": {puzzle.made}" if puzzle.made else ""
        yield f"puzzle {number} of {self.count}, {self.generator}, seed {self.seed}{made}"
        others = "" if puzzle.is_unique else " (there may be others)"
        yield f"solution{others}: {puzzle.solution.line}"
        if puzzle.rating is not None:
            yield f"rating: {_in_words(puzzle.rating)}"


def _in_words(rating: Rating) -> str:
    over, so_far = (" over", " so far") if rating.level == BEYOND else ("", "")
    hardest = f", hardest{so_far}: {rating.hardest.name}" if rating.hardest else ""
    return f"{rating.level}, score{over} {rating.score}{hardest}"


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
            _choose(engine, generator, options),
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


def _choose(engine: Engine, generator: str | None, options: GeneratorOptions) -> Component:
    """Return the `generator`, by default one that suits the `options`, with these options."""
    meant = engine.registry.strategy_meant
    if isinstance(needs := options.get("needs"), str):
        options["needs"] = meant(needs)
    if only := options.get("only"):
        options["only"] = [meant(name) for name in ([only] if isinstance(only, str) else only)]
    homes = [home for option, home in HOMES.items() if options.get(option) is not None]
    found = engine.registry.find("generator", generator or (homes or ["minimal"])[0])
    return found.with_options(_check_options(options, found))


def _check_options(options: Mapping[str, Any], generator: Component) -> dict[str, Any]:
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
    if isinstance(given, (list, tuple)):
        return Value(location, items=tuple(_value_of(each, location) for each in given))
    return Value(location, str(given), is_plain=True)
