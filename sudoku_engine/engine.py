"""The entry to the engine: plugins and a configuration become loop, rater, solver, answers.

An `Engine` has loaded the plugins. Its methods answer questions about a puzzle, and make the parts
that the program, its other processes and the windows work with. The functions of this module use a
shared `Engine`, or a new one with `plugins`: files and folders to load for this question. For many
questions, an `Engine` of your own is faster. ``docs/python.md`` describes the functions.

A `puzzle` is a `Grid`, a text in any format that the engine reads, a file with one puzzle, or rows
of digits. `layout` is the board or its name (``9x9+diagonals``), needed if the number of cells does
not tell the board.

The functions raise PuzzleError for a puzzle that cannot be read, PluginError for plugins that
cannot be loaded, and UsageError for unknown names. All are SudokuErrors, whose text is one line.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

from sudoku_engine.api.events import Ended, Event, Faulted, Rejected, Stepped
from sudoku_engine.api.hookspecs import has_installed_plugins
from sudoku_engine.api.strategy import StrategyProtocol
from sudoku_engine.board.layout import SYMBOLS, Layout
from sudoku_engine.board.say import tell
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.board.words import brief, listed
from sudoku_engine.errors import (
    ArgumentError,
    MistakeError,
    PuzzleError,
    SudokuError,
    UsageError,
    near_name,
    quoted,
    require_word,
)
from sudoku_engine.errors import warn as _warn
from sudoku_engine.formats.given import Path, Puzzle, empty_grid, grid_of
from sudoku_engine.plugins.calls import calls
from sudoku_engine.plugins.component import RATER, Component, Misfit, Origin
from sudoku_engine.plugins.options import Location, converted, unknown_option, value_of
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.guard import count_solutions
from sudoku_engine.solving.loop import GAVE_UP, Loop
from sudoku_engine.solving.settings import DEFAULTS, LoopSettings

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from sudoku_engine.api.protocols import Puzzle as GeneratedPuzzle
    from sudoku_engine.api.protocols import Rating
    from sudoku_engine.board.grid import Grid
    from sudoku_engine.config.config import Chosen, Config, Draft
    from sudoku_engine.guests.supervisor import Supervisor
    from sudoku_engine.picture.image_files import Picture, Size
    from sudoku_engine.picture.results import BoardStep, SolveResult, Why
    from sudoku_engine.picture.scene import Stage
    from sudoku_engine.session.workbench import Session
    from sudoku_engine.solving.comparison import Comparison
    from sudoku_engine.solving.rating import Range, Rater
    from sudoku_engine.solving.scales import Rated
    from sudoku_engine.solving.verification import Verification
    from sudoku_engine.symmetry.equivalence import Canonical
    from sudoku_engine.symmetry.moves import Move
    from sudoku_engine.symmetry.transformation import Transformation


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


Strategies = Union[Iterable[Union[str, StrategyProtocol]], StrategyProtocol, str, None]
"""Ids and families of strategies, and functions with ``@strategy``; None for all in their order."""

Places = Union[Iterable[Path], Path]
"""Files and folders of plugins, and names of installed ones."""

IN_PROGRAM = "if __name__ == '__main__':"
"""The line that begins the part of a file for its use as a program."""


SEARCH_ALONE = "a search (solver=) uses no strategies: choose one"

CELL = "cell"
"""The name of a notebook cell, in the place of a strategy's file name."""


class Engine:
    """The plugins, loaded once, and the functions of this module as methods.

    A person's plugins run in processes of their own, as on the command line; `close`, or the end of
    a ``with`` block, ends these processes. A strategy that is passed as a function runs in this
    process, guarded and within a time limit. A faulty strategy is left out, with a warning.

    >>> with Engine() as engine:
    ...     engine.rate("12.. 34.. ...1 ..2.").level
    'easy'
    """

    registry: Registry
    """The plugins that are loaded."""
    supervisor: Supervisor | None
    """The supervisor of a person's plugins; None without such plugins."""

    def __init__(self, plugins: Places = ()) -> None:
        """Load the bundled plugins, those that are installed, and those in `plugins`.

        Raises PluginError for one in `plugins` that cannot be loaded.
        """
        paths = [plugins] if isinstance(plugins, (str, os.PathLike)) else [*plugins]
        for path in paths:
            if not isinstance(path, (str, os.PathLike)):
                what = f"plugins are files, folders and names, not {brief(path)}"
                raise ArgumentError(f"{what}: a strategy goes into strategies=[...]")
        if paths and calls.is_guest:
            raise UsageError(f"a plugin cannot load plugins: do it below {IN_PROGRAM}")
        self._load([os.fspath(path) for path in paths])
        for plugin in self.registry.plugins:
            for problem in plugin.problems:
                if plugin.origin.requested:
                    self.close()
                    raise problem
                _warn(str(problem))
        for notice in self.registry.notices:
            _warn(notice)

    @classmethod
    def of(cls, config: Config | Draft, errors: int | None = None) -> Engine:
        """Return an engine for a configuration; its registry lists the problems of plugins.

        An engine for a draft gets its `config` later, checked against the registry. `errors`: the
        open file that gets what plugins print, None for standard error.
        """
        from sudoku_engine.config.config import Config

        engine = cls.__new__(cls)
        engine._load(config.plugins, config.disable, errors)
        if isinstance(config, Config):
            engine.config = config
        return engine

    def _load(
        self, paths: Sequence[str], disable: Sequence[str] = (), errors: int | None = None
    ) -> None:
        """Load the bundled plugins in this process, and a person's plugins in guests.

        Only a person's plugins need a supervisor, which takes a while to load. A plugin that loads
        itself in a guest would start processes without end.
        """
        self.registry, self.supervisor, self._rules = Registry(), None, ExitStack()
        if calls.is_guest or not (paths or has_installed_plugins()):
            self.registry.load(paths, disable)
        else:
            self._load_in_guests(paths, disable, errors)
        plugins = self.registry.plugins
        if own_rules := [rule for plugin in plugins for rule in plugin.own("rule")]:
            from sudoku_engine.plugins.rule_in_use import rules_in_use  # few plugins have rules

            self._rules.enter_context(rules_in_use(own_rules))
        if own_formats := [each for plugin in plugins for each in plugin.own("format")]:
            from sudoku_engine.plugins.format_in_use import formats_in_use  # nor formats

            self._rules.enter_context(formats_in_use(own_formats))

    def _load_in_guests(
        self, paths: Sequence[str], disable: Sequence[str], errors: int | None
    ) -> None:
        from sudoku_engine.guests.supervisor import Supervisor

        self.supervisor = Supervisor(paths, disable, errors)
        try:
            self.registry = self.supervisor.load()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        own = [each.origin.name for each in self.registry.plugins if each.origin.how != "bundled"]
        count = len(self.registry.ids("strategy"))
        return f"<Engine with {listed([f'{count} strategies', *own])}>"

    def close(self) -> None:
        """End the processes of plugins; puzzles can no longer use their rules and formats."""
        self._rules.close()
        if self.supervisor is not None:
            self.supervisor.end()

    # What the configuration means

    @cached_property
    def config(self) -> Config:
        """The configuration in use."""
        from sudoku_engine.config.config import read  # a configuration seldom comes from us

        return read(None).checked(self.registry, {})

    def component(self, kind: str, chosen: Chosen) -> Component:
        """Return the component that the configuration names as `chosen`, with its options."""
        return self.registry.find(kind, chosen.id).with_options(chosen.options)

    def strategies(self) -> list[Component]:
        """Return the strategies of the configuration, in the order in which they are tried."""
        if self.config.strategies is None:
            return self.registry.loop_strategies(self.config.loop.pencilmarks)
        return [self.component("strategy", chosen) for chosen in self.config.strategies]

    def solver(self) -> Component:
        """Return the solver of the configuration."""
        if self.config.solver is None:
            raise SudokuError("no solver: name one with --solver")
        return self.component("solver", self.config.solver)

    def loop(self) -> Loop:
        """Return the loop that the configuration describes."""
        chosen = self.config.fallback
        fallback = self.component("solver", chosen) if chosen else None
        return self.new_loop(self.strategies(), self.config.loop, fallback)

    def rater(self, scale: str = "hodoku") -> Rater:
        """Return a rater with the strategies of the configuration, on a scale of techniques."""
        if self.config.strategies is not None:
            return self._rater(self.strategies(), self.config.loop, (), scale)
        every = self.registry.of_kind("strategy")
        by_name = [component for component in every if not component.is_by_default]
        strategies = self.registry.loop_strategies("manual")
        return self._rater(strategies, self.config.loop, by_name, scale)

    def rating_on(self, scale: str, has_points: bool = False) -> Callable[[Grid], Rated]:
        """Return the function that rates puzzles on a `scale` of the engine, or of your own.

        `has_points`: whether the points of each step are listed. Raises UsageError for an unknown
        scale.
        """
        from sudoku_engine.solving.scales import SCALES, is_by_techniques, rating_on

        known = {*SCALES, *self.config.scales}
        if scale not in known:
            raise UsageError(f"unknown scale {quoted(scale)}: {near_name(scale, known)}")
        return rating_on(scale, self.rater(scale) if is_by_techniques(scale) else None, has_points)

    def new_loop(
        self,
        strategies: Sequence[Component],
        settings: LoopSettings,
        fallback: Component | None = None,
    ) -> Loop:
        """Return a loop with these strategies, in guests if a person's are among the plugins.

        Strategies that were passed as functions exist only in this process.
        """
        is_here = any(not each.is_bundled and each.object is not None for each in strategies)
        if self.supervisor is None or is_here:
            return Loop(strategies, settings, fallback)
        from sudoku_engine.guests.guest_loop import GuestLoop

        return GuestLoop(self.supervisor, strategies, settings, fallback)

    def _rater(
        self,
        strategies: Sequence[Component],
        settings: LoopSettings,
        by_name: Sequence[Component] = (),
        scale: str = "hodoku",
    ) -> Rater:
        from sudoku_engine.solving.hodoku_order import HodokuRater
        from sudoku_engine.solving.rating import Rater
        from sudoku_engine.solving.settings import HODOKU, scale_of

        own = self.config.scales.get(scale)
        counts = HODOKU if own is None else scale_of(own)
        kind = HodokuRater if scale == "hodoku-2.2" else Rater
        return kind(strategies, settings, self.new_loop, counts, by_name)

    # Questions about a puzzle

    def solve(
        self,
        puzzle: Puzzle,
        *,
        strategies: Strategies = None,
        solver: str | None = None,
        fallback: str | None = "bitboard",
        settings: LoopSettings = DEFAULTS,
        layout: Layout | str | None = None,
    ) -> SolveResult:
        """Return how `puzzle` is solved; see the function `solve`."""
        from sudoku_engine.picture.results import SolveResult
        from sudoku_engine.solving.search_run import search_events

        grid = grid_of(puzzle, layout)
        if solver is None:
            last = self.registry.find("solver", fallback) if fallback else None
            loop = self.new_loop(self.chosen(strategies, settings), settings, last)
            events = tuple(loop.events(grid))
        elif strategies is None:
            found = self.registry.find("solver", solver)
            events = tuple(search_events(grid, found, is_watched=False))
        else:
            raise UsageError(SEARCH_ALONE)
        _warn_of(events)
        return SolveResult(grid, events)

    def steps(
        self,
        puzzle: Puzzle,
        *,
        strategies: Strategies = None,
        settings: LoopSettings = DEFAULTS,
        layout: Layout | str | None = None,
    ) -> list[BoardStep]:
        """Return every step on `puzzle` as it stands; see the function `steps`."""
        from sudoku_engine.picture.results import BoardStep, StepList
        from sudoku_engine.solving.survey import survey

        grid = grid_of(puzzle, layout).with_marks(settings.pencilmarks)
        found = survey(grid, self.chosen(strategies, settings), settings, self.new_loop)
        _warn_of(found.faults)
        _check(found.ended)
        for note in found.ended.notes if strategies is not None and not found.steps else ():
            _warn(note)
        if found.steps:
            _warn_if_unknown(grid)
        return StepList(BoardStep(each.event, grid, each.n_open) for each in found.steps)

    def hint(
        self,
        puzzle: Puzzle,
        *,
        strategies: Strategies = None,
        settings: LoopSettings = DEFAULTS,
        layout: Layout | str | None = None,
    ) -> BoardStep | None:
        """Return the next step on `puzzle`, None if there is none; see the function `hint`."""
        from sudoku_engine.picture.results import BoardStep

        grid = grid_of(puzzle, layout).with_marks(settings.pencilmarks)
        loop = self.new_loop(self.chosen(strategies, settings), settings)
        for event in loop.events(grid):
            _warn_of([event])
            if isinstance(event, Stepped):
                _warn_if_unknown(grid)
                return BoardStep(event, grid)
            if isinstance(event, Ended):
                _check(event)
                for note in event.notes if strategies is not None else ():
                    _warn(note)
        return None

    def why(
        self,
        puzzle: Puzzle,
        conclusion: Candidate | str | None = None,
        *,
        layout: Layout | str | None = None,
        budget: int | None = None,
    ) -> Why:
        """Return the smallest reason for a `conclusion` on `puzzle`; see the function `why`."""
        return why(puzzle, conclusion, layout=layout, budget=budget)

    def rate(
        self,
        puzzle: Puzzle,
        *,
        strategies: Strategies = None,
        layout: Layout | str | None = None,
    ) -> Rating:
        """Return how hard `puzzle` is; see the function `rate`."""
        from sudoku_engine.solving.rating import NotRated

        rater = self._rater(self.chosen(strategies, DEFAULTS), DEFAULTS)
        try:
            rating = rater.rate(grid_of(puzzle, layout))
        except NotRated as why:
            what = f"only a puzzle with one solution has a rating: {why}"
            raise PuzzleError(what) from None
        _warn_of(rating.faults)
        return rating

    def verify(
        self,
        puzzle: Puzzle,
        *,
        solver: str = "bitboard",
        layout: Layout | str | None = None,
    ) -> Verification:
        """Return whether `puzzle` has just one solution; see the function `verify`."""
        from sudoku_engine.solving.verification import verified

        found = verified(grid_of(puzzle, layout), self.registry.find("solver", solver))
        if found.fault:
            _warn(str(found.fault))
        return found

    def generate(
        self,
        *,
        generator: str | None = None,
        seed: int | str | None = None,
        score: Range | None = None,
        without: Iterable[str] | str = (),
        layout: Layout | str | None = None,
        rules: Iterable[str] | str = (),
        rule_clues: int | None = None,
        minimal_clues: bool = False,
        **options: Unpack[GeneratorOptions],
    ) -> GeneratedPuzzle:
        """Return a puzzle that a generator makes; see the function `generate`."""
        from random import SystemRandom

        from sudoku_engine.solving.generation import HOMES, PATIENCE, CheckedGenerator
        from sudoku_engine.solving.rating import RatingFilter

        meant = self.registry.strategy_meant
        if isinstance(needs := options.get("needs"), str):
            options["needs"] = meant(needs)
        if only := options.get("only"):
            options["only"] = [meant(name) for name in ([only] if isinstance(only, str) else only)]
        homes = [home for option, home in HOMES.items() if options.get(option) is not None]
        found = self.registry.find("generator", generator or (homes or ["minimal"])[0])
        rater = self._rater(self.registry.loop_strategies("manual"), DEFAULTS)
        names = [without] if isinstance(without, str) else without
        wanted = RatingFilter(
            without={each.id for name in names for each in rater.strategies_named(name)},
            scores=() if score is None else (score,),
        )
        maker = CheckedGenerator(
            found.with_options(_checked(options, found)),
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
        _warn_of(rater.faults)
        return made

    def compare(
        self,
        one: Puzzle,
        other: Puzzle,
        *,
        checker: str = "canonical",
        layout: Layout | str | None = None,
    ) -> Comparison:
        """Return whether `one` can be turned into the `other`; see the function `compare`."""
        from sudoku_engine.solving.comparison import Comparison, answers_of, in_signs_of

        source = grid_of(one, layout)
        target = in_signs_of(source, grid_of(other, layout))
        (answer,) = answers_of([self.registry.find("checker", checker)], source, target)
        if answer.fault:
            _warn(str(answer.fault))
        return Comparison(source, target, answer)

    def session(
        self,
        puzzle: Puzzle | None = None,
        *,
        strategies: Strategies = None,
        settings: LoopSettings = DEFAULTS,
        layout: Layout | str | None = None,
        has_notes: bool = True,
    ) -> Session:
        """Return `puzzle` as a board to work on by hand, with `strategies` as helpers.

        Without a `puzzle` the board is empty. `has_notes`: whether all candidates are shown as
        notes from the beginning. The other arguments are those of `solve`.
        """
        from sudoku_engine.session.workbench import Session

        return Session(
            empty_grid(layout) if puzzle is None else grid_of(puzzle, layout),
            strategies=self.chosen(strategies, settings),
            settings=settings,
            new_loop=self.new_loop,
            has_notes=has_notes,
            layout=empty_grid(layout).layout if layout else None,
        )

    def chosen(self, strategies: Strategies, settings: LoopSettings = DEFAULTS) -> list[Component]:
        """Return these `strategies`, each once, in the order given."""
        if not isinstance(settings, LoopSettings):
            raise ArgumentError(
                f"settings is LoopSettings(mode='pass', ...), not {brief(settings)}"
            )
        if strategies is None:
            return self.registry.loop_strategies(settings.pencilmarks)
        named = [strategies] if not isinstance(strategies, Iterable) else strategies
        chosen: list[Component] = []
        for each in [named] if isinstance(named, str) else named:
            found = self.registry.strategies_named(each) if isinstance(each, str) else [_own(each)]
            chosen += found
        return list({component.id: component for component in chosen}.values())


def _own(strategy: Any) -> Component:
    """Return the component of a strategy passed as an object; raise UsageError for others."""
    try:
        found = Component.of("strategy", strategy, Origin("file", "this program"))
    except Misfit as why:
        raise UsageError(f"{brief(strategy)} is no strategy: {why}") from None
    name = os.path.basename(found.file)
    if os.path.isabs(found.file) and not os.path.exists(found.file):
        name = CELL  # a cell has no file on the disk, and its name is a number
    return replace(found, origin=Origin("file", name, found.file)) if name else found


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
        checked[name] = converted(value_of(given, Location(name)), kind, name)
    return checked


def _warn_if_unknown(grid: Grid) -> None:
    """Warn that `grid` may have a mistake, if the oracle could not tell."""
    if count_solutions(grid).solutions is None:
        _warn(tell(GAVE_UP))


def _check(ended: Ended) -> None:
    """Raise PuzzleError if the run `ended` with a contradiction."""
    if ended.outcome == "contradiction":
        from sudoku_engine.api.event_text import mistake_text

        raise MistakeError(mistake_text(ended.why).rstrip("."))


def _warn_of(events: Iterable[Event]) -> None:
    for event in events:
        if isinstance(event, (Faulted, Rejected)):
            from sudoku_engine.api.event_text import fault_text

            _warn(fault_text(event, " and sits out"))


def solve(
    puzzle: Puzzle,
    *,
    strategies: Strategies = None,
    solver: str | None = None,
    fallback: str | None = "bitboard",
    settings: LoopSettings = DEFAULTS,
    layout: Layout | str | None = None,
    plugins: Places = (),
) -> SolveResult:
    """Return how `puzzle` is solved: by strategies, simplest first, then by search.

    `puzzle`: a `Grid`, a text in any format, a file with one puzzle, the line of one in it
    (``FILE:LINE``), or rows of digits. `strategies`: ids, families, and functions with
    ``@strategy``, in the order in which they are tried. `solver`: the solver that finds the first
    solution without any strategy. `fallback`: the solver that fills the rest if strategies get
    stuck, or None. `settings`: how the loop proceeds. `layout`: the board or its name
    (``9x9+diagonals``), if the number of cells does not tell it. `plugins`: files and folders to
    load. A puzzle without a solution raises no error: the `outcome` says so.

    >>> found = solve("12.. 34.. ...1 ..2.")
    >>> found.is_solved, found.grid.line, found.steps[0]
    (True, '1234341223414123', <Naked Single: r2c3=1>)
    """
    with _asked(plugins) as engine:
        return engine.solve(
            puzzle,
            strategies=strategies,
            solver=solver,
            fallback=fallback,
            settings=settings,
            layout=layout,
        )


def steps(
    puzzle: Puzzle,
    *,
    strategies: Strategies = None,
    settings: LoopSettings = DEFAULTS,
    layout: Layout | str | None = None,
    plugins: Places = (),
) -> list[BoardStep]:
    """Return every step that the `strategies` find on `puzzle` as it stands, in their order.

    Only the first of several steps with the same effect is returned. The arguments are those of
    `solve`. Raises PuzzleError for a board with a mistake on it.

    >>> steps("12.. 34.. .... ...1", strategies=["naked_single", "naked_pair"])
    [<Naked Single: r2c4=2>, <Naked Single: r4c2=3>]
    """
    with _asked(plugins) as engine:
        return engine.steps(puzzle, strategies=strategies, settings=settings, layout=layout)


def hint(
    puzzle: Puzzle,
    *,
    strategies: Strategies = None,
    settings: LoopSettings = DEFAULTS,
    layout: Layout | str | None = None,
    plugins: Places = (),
) -> BoardStep | None:
    """Return the next step on `puzzle`; None if it is solved or no strategy finds a step.

    The arguments are those of `solve`. Raises PuzzleError for a board with a mistake on it.

    >>> step = hint("12.. 34.. ...1 ..2.")
    >>> step.hint("where"), step.placements
    ('Look at row 2, column 3 and box 2.', (r2c3=1,))
    """
    with _asked(plugins) as engine:
        return engine.hint(puzzle, strategies=strategies, settings=settings, layout=layout)


def why(
    puzzle: Puzzle,
    conclusion: Candidate | str | None = None,
    *,
    layout: Layout | str | None = None,
    budget: int | None = None,
) -> Why:
    """Return the fewest truths from which a `conclusion` follows on `puzzle` as it stands.

    A truth is a simple fact: a cell has a digit, a house has a place for a digit, a clue holds.
    `conclusion`: a candidate to eliminate, or a text (``r5c4-2``, ``r1c1=7``); by default the
    simplest of all next steps. If it does not follow, the answer has a full board as proof.
    `budget`: the number of choices to try; if they are not enough, the answer is a small reason,
    not the smallest, and needs python-sat. `puzzle` and `layout` are as for `solve`. Raises
    PuzzleError for a board without a solution, and for a candidate that the board lacks.

    >>> print(why("12.. .... .... ....", "r2c3-4"))
    r2c3<>4 follows from 1 truth:
      row 1 has a 4: r1c3 or r1c4
    If r2c3 is 4: row 1 has no place left for 4; so r2c3 is not 4.
    """
    from sudoku_engine.board.notation import effects_in
    from sudoku_engine.session.advice import reasoned

    grid = grid_of(puzzle, layout)
    placed, eliminated = (
        effects_in(conclusion, grid.layout)
        if isinstance(conclusion, str)
        else ([], [] if conclusion is None else [conclusion])
    )
    return reasoned(grid, placed, eliminated, budget)


def rate(
    puzzle: Puzzle,
    *,
    strategies: Strategies = None,
    layout: Layout | str | None = None,
    plugins: Places = (),
) -> Rating:
    """Return how hard `puzzle` is: its level, its score, its hardest strategy, the uses of each.

    The arguments are those of `solve`. Raises PuzzleError unless it has just one solution.

    >>> print(rate("12.. 34.. ...1 ..2."))
    easy  score 40  hardest: Naked Single
    """
    with _asked(plugins) as engine:
        return engine.rate(puzzle, strategies=strategies, layout=layout)


def verify(
    puzzle: Puzzle,
    *,
    solver: str = "bitboard",
    layout: Layout | str | None = None,
    plugins: Places = (),
) -> Verification:
    """Return whether `puzzle` has just one solution, in words and as the number of solutions.

    The result is true in conditions if the puzzle is solved or has one solution. Its `solutions`
    are 0, 1, 2 for several, or None if the `solver` cannot say. `puzzle`, `layout`, `plugins`: as
    for `solve`.

    >>> found = verify("12.. 34.. .... ....")
    >>> bool(found), found.solutions, str(found)
    (False, 2, 'invalid: 2+ solutions')
    """
    with _asked(plugins) as engine:
        return engine.verify(puzzle, solver=solver, layout=layout)


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
    plugins: Places = (),
    **options: Unpack[GeneratorOptions],
) -> GeneratedPuzzle:
    """Return a puzzle: its `givens`, its `solution`, and its `rating` if it has one.

    `generator`: its id, by default chosen by the `options` of the generator: ``level``, ``needs``,
    ``only``, ``symmetry``, ``clues``, … as on the command line. `seed`: the same seed makes the
    same puzzle again. `score`: the lowest and the highest score. `without`: strategies and families
    that its solution does not use. `rules`: the rules that the board has clues of, `rule_clues` for
    each; `minimal_clues`: whether clues that it does not need are removed. Raises GaveUp if no
    puzzle is found, UsageError, ConfigError, and LayoutError for a rule.

    >>> puzzle = generate(level="easy", seed=7, layout="4x4")
    >>> puzzle.rating.level, bool(verify(puzzle.givens))
    ('easy', True)
    """
    with _asked(plugins) as engine:
        return engine.generate(
            generator=generator,
            seed=seed,
            score=score,
            without=without,
            layout=layout,
            rules=rules,
            rule_clues=rule_clues,
            minimal_clues=minimal_clues,
            **options,
        )


def compare(
    one: Puzzle,
    other: Puzzle,
    *,
    checker: str = "canonical",
    layout: Layout | str | None = None,
    plugins: Places = (),
) -> Comparison:
    """Return whether `one` can be turned into the `other`, and by which moves.

    The result is true in conditions if it can. `checker`: the id of the checker that decides.

    >>> found = compare("12.. 3... .... ....", "..31 ...2 .... ....")
    >>> bool(found), str(found.moves[0])
    (True, 'swap stacks 1 and 2')
    """
    with _asked(plugins) as engine:
        return engine.compare(one, other, checker=checker, layout=layout)


def transform(
    puzzle: Puzzle,
    *moves: Move | Transformation | str,
    seed: int | str | None = None,
    layout: Layout | str | None = None,
) -> Grid:
    """Return the board after the `moves` on `puzzle`, one after another.

    A move is a text as on the command line (``rotate 90``, ``swap rows 1 2``, ``transpose``,
    ``reflect left-right``, ``relabel 1=2,2=1``, or ``random``, which is the same for the same
    `seed`), one of `Comparison.moves`, or a `Transformation`. Raises LayoutError for a move that
    the board does not allow.

    >>> transform("12.. 3... .... ....", "rotate 90", "relabel 1=4,4=1")
    Grid.parse('..34...2........')
    """
    from random import Random

    from sudoku_engine.symmetry.moves import Move, move_in
    from sudoku_engine.symmetry.transformation import Transformation

    grid, rng = grid_of(puzzle, layout), Random(seed)
    for move in moves:
        if move == "random":
            move = Transformation.random(rng, grid.layout)
        elif isinstance(move, str):
            move = move_in(move, grid.layout.own_signs or SYMBOLS)
        elif not isinstance(move, (Move, Transformation)):
            raise ArgumentError(f"a move is a text such as 'rotate 90', not {brief(move)}")
        grid = move.grid(grid)
    return grid


def canonical(
    puzzle: Puzzle, *, order: str = "refinement", layout: Layout | str | None = None
) -> Canonical:
    """Return the form that all copies of `puzzle` share: its `line`, its `grid`, its `symmetries`.

    `order`: ``refinement``, which is quick, or ``minlex``, the least as text.

    >>> canonical("12.. 3... .... ....").line == canonical("..31 ...2 .... ....").line
    True
    """
    from sudoku_engine.symmetry.equivalence import ORDERS

    require_word(order, ORDERS, "order")
    return ORDERS[order](grid_of(puzzle, layout))


@cache
def _usual_engine() -> Engine:
    return Engine()


def bundled(kind: str) -> list[Any]:
    """Return the objects of a `kind` that come with the engine."""
    registry = Registry()
    registry.load()
    return [component.object for component in registry.of_kind(kind)]


def _asked(plugins: Places) -> AbstractContextManager[Engine]:
    """Return an engine with `plugins` for a block; without plugins, the shared engine."""
    if isinstance(plugins, tuple) and not plugins:
        return nullcontext(_usual_engine())
    return Engine(plugins)


def draw(
    puzzle: Puzzle,
    step: BoardStep | Step | str | None = None,
    *,
    show: Stage = "change",
    theme: str = "light",
    size: Size | None = None,
    candidates: bool = True,
    layout: Layout | str | None = None,
) -> Picture:
    """Return a picture of `puzzle`, and of a `step` on it.

    `step`: a result of `hint` or `steps`, a `Step`, or its notation (``r57c4<>1``). `show`: how
    much of the step: ``where``, ``what``, ``why``, or also its ``change``. `theme`: ``light``,
    ``dark``, …; `size`: width and height in pixels. Raises PuzzleError, LayoutError and UsageError.

    >>> draw("12.. 34.. .... ....", "r1c3=3")
    <Picture of r1c3=3>
    """
    from sudoku_engine.picture.image_files import picture_of
    from sudoku_engine.picture.results import BoardStep

    grid = grid_of(puzzle, layout)
    if isinstance(step, str):
        step = Step.parse(step, grid.layout)
    found = step.event if isinstance(step, BoardStep) else step
    return picture_of(grid, found, show, theme, size, candidates)
