"""``generate``: puzzles, made by a generator, written as soon as each is ready.

They are made here, or by several workers.
"""

import signal
import sys
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin

import click

from sudoku_engine import Engine, Faulted, GaveUp, Layout, PluginError, Puzzle, SudokuError, listed
from sudoku_engine.api.protocols import BulkSolver
from sudoku_engine.api.strategy import FAMILY_NAMES
from sudoku_engine.board.layout import DIAGONALS
from sudoku_engine.board.variants import rule_book
from sudoku_engine.cli import options
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.params import BOARDS, JSON, WholeRange, Word, format_of, is_json
from sudoku_engine.cli.program import (
    BAD,
    INTERRUPTED,
    NO,
    invocation,
    message,
    print_traceback,
    program,
)
from sudoku_engine.cli.reporting import fault_line
from sudoku_engine.config.config import Chosen, Config, Override
from sudoku_engine.config.schema import COMPONENT_FLAGS
from sudoku_engine.errors import ConfigError, LayoutError, UsageError, quoted
from sudoku_engine.plugins.component import RATER, Component
from sudoku_engine.plugins.hooks import bulk_solver
from sudoku_engine.plugins.options import MISSING, converted, unknown_option
from sudoku_engine.plugins.registry import plain_name
from sudoku_plugins.batch.interrupts import interrupts_held_back, interrupts_restored
from sudoku_plugins.generators.generation import (
    HOMES,
    PATIENCE,
    CheckedGenerator,
    PuzzleText,
    puzzle_rng,
)
from sudoku_plugins.ratings import scales as ratings
from sudoku_plugins.ratings.rate_command import rating_filter
from sudoku_plugins.ratings.rating import EVERYTHING, NotRated, Range, RatingFilter

LARGEST_PORTION = 64
"""The most puzzles that a worker gets at a time."""

IN_BULK = 512
"""The number of puzzles that the compiled search makes before they are written."""

AHEAD = 32
"""The number of portions for each worker that may begin before the first of them is done."""


@dataclass(frozen=True)
class GenerationTask:
    """A request for puzzles, which can go to another process."""

    config: Config
    generator: str
    options: dict[str, Any]
    seed: str
    count: int
    wanted: RatingFilter
    """The filter for the rating of each puzzle."""
    rules: tuple[str, ...]
    rule_clues: int | None
    """The number of clues of each rule; None for a number that looks good."""
    minimal_clues: bool
    """Whether unnecessary clues are removed."""
    is_rated: bool
    """Whether each puzzle gets its rating."""
    has_lines: bool
    """Whether only the lines of the puzzles are wanted."""
    is_debugging: bool
    """Whether tracebacks are shown."""


class Attempt(NamedTuple):
    """The result of making one puzzle."""

    puzzle: Puzzle | None
    error: SudokuError | None
    faults: tuple[str, ...]
    """The faults of strategies that were found, in words."""
    lines: str = ""
    """The lines of many puzzles, in place of one."""
    n_puzzles: int = 1


class PuzzleMaker:
    """Carries out a `task`, with the plugins of an `engine`, one puzzle after another."""

    def __init__(self, task: GenerationTask, engine: Engine) -> None:
        self.task = task
        self.late_problems: list[str] = []
        self.rater = ratings.rater(plugins=engine)
        found = engine.registry.find("generator", task.generator)
        self.generator = found.with_options(task.options)
        self.maker = CheckedGenerator(
            self.generator,
            task.config.layout or Layout.named(),
            task.seed,
            self.rater,
            PATIENCE * task.config.loop.step_timeout,
            task.wanted,
            task.rules,
            task.rule_clues,
            task.minimal_clues,
        )

    def __call__(self, number: int) -> Attempt:
        """Return the attempt at puzzle `number`, which counts from 0."""
        known = len(self.rater.faults)
        puzzle = error = None
        try:
            puzzle = self.maker.make(number)
            if self.task.is_rated and puzzle.is_unique and puzzle.rating is None:
                with suppress(NotRated):
                    rating = self.rater.rate(puzzle.givens)
                    puzzle = puzzle._replace(rating=rating._replace(faults=()))
        except SudokuError as problem:
            print_traceback(problem, self.task.is_debugging)
            error = problem
        faults = self.rater.faults[known:]
        for fault in faults:
            cause = fault.error if isinstance(fault, Faulted) else None
            print_traceback(cause, self.task.is_debugging)
        late, self.late_problems[:] = self.late_problems[:], []
        return Attempt(puzzle, error, (*map(fault_line, faults), *late))


def puzzle_maker(task: GenerationTask, is_foreign: bool) -> PuzzleMaker:
    """Return the maker of puzzles for `task` of a worker, with the plugins that it needs."""
    engine = Engine.of(task.config if is_foreign else replace(task.config, plugins=()))
    maker = PuzzleMaker(task, engine)
    if engine.supervisor is not None:
        engine.supervisor.report = lambda error: maker.late_problems.append(str(error))
    return maker


def attempts(
    task: GenerationTask, jobs: int, context: CommandContext
) -> Generator[Attempt, None, None]:
    """Yield the attempt at each puzzle, in order."""
    jobs = min(jobs, task.count)
    if bulk := _bulk_solver_of(task, context):
        yield from _attempts_in_bulk(task, bulk, jobs)
        return
    here = PuzzleMaker(task, context)
    if jobs == 1:
        yield from map(here, range(task.count))
        return
    # Only here: they take a while to load.
    from sudoku_plugins.batch.distribution import ProcessDied, Processes, distribute

    parts = [here.generator, *here.rater.strategies, *here.rater.by_name]
    is_foreign = bool(task.rules) or any(not each.is_bundled for each in parts)
    workers = Processes(jobs, puzzle_maker, [task, is_foreign], AHEAD)
    try:
        numbers = range(task.count)
        with closing(distribute(numbers, workers, most=LARGEST_PORTION)) as coming:
            for _, attempt in coming:
                yield attempt
    except ProcessDied as error:
        yield Attempt(None, error, ())


def _bulk_solver_of(task: GenerationTask, context: CommandContext) -> BulkSolver | None:
    """Return the search that makes the puzzles of a `task` many at a time, or None."""
    found = context.registry.find("generator", task.generator).with_options(task.options)
    is_simple = task.has_lines and task.wanted == EVERYTHING and not task.rules
    bulk = bulk_solver(found, task.config.layout) if is_simple else None
    with suppress(Exception):  # for example, numba does not work; the generator itself says so
        if bulk is not None:
            bulk.prepare(lambda line: message(f"notice: {line}"))
            return bulk
    return None


def _attempts_in_bulk(task: GenerationTask, bulk: BulkSolver, jobs: int) -> Iterator[Attempt]:
    for start in range(0, task.count, IN_BULK):
        numbers = range(start, min(start + IN_BULK, task.count))
        rngs = [puzzle_rng(task.seed, number) for number in numbers]
        try:
            lines = bulk.minimal_lines(rngs, jobs)
        except PluginError as error:
            yield Attempt(None, error, ())
            return
        yield Attempt(None, None, (), lines, len(numbers))


KEY = "generator"
"""The key of the configuration that names it."""


def generator_override(parameters: Mapping[str, Any]) -> dict[str, Override | None]:
    """Return the change of the configuration by ``--generator``: a name with options in YAML.

    A name alone changes nothing: the configuration does not know the options beside it.
    """
    return {} if _has_options(parameters.get(KEY)) else {KEY: None}


def _has_options(name: str | None) -> bool:
    return name is not None and name.lstrip().startswith("{")


def chosen_generator(context: CommandContext) -> Component:
    """Return the generator that the command line names, or its options need, with options.

    Options that the configuration sets for it stay unless the command line sets them. Raises
    SudokuError.
    """
    name = context.parameters.get(KEY)
    given = context.component_overrides(KEY)
    if name is None or _has_options(name):
        name = _default(context, given)
    if name is None:
        raise UsageError("no generator: name one with --generator")
    configured = context.config.generator
    chosen = configured if configured and configured.id == name else Chosen(name)
    component = context.registry.find(KEY, chosen.id)
    values = dict(chosen.options)
    if RATER in values:
        raise UsageError(
            f"the engine sets the option {RATER!r} of {component.id} itself: leave it out"
        )
    for option, found in given.items():
        values[option] = _value(context, component, option, found)
    for option, known in component.known_options.items():
        if known.default is MISSING and option not in (*values, RATER):
            has_flag = any(flag.parameter == option for flag in COMPONENT_FLAGS[KEY])
            how = f"--{option} …" if has_flag else f"{{{component.id}: {{{option}: …}}}}"
            raise UsageError(f"{component.id} needs the option {quoted(option)}: write {how}")
    return component.with_options(values)


def _default(context: CommandContext, wanted: Collection[str]) -> str | None:
    configured = context.config.generator
    if configured and context.config.origins["generator"] != "default":
        component = context.registry.find("generator", configured.id)
        if all(_has(component, option) for option in wanted):
            return configured.id
    homes = [home for option, home in HOMES.items() if option in wanted]
    return homes[0] if homes else configured.id if configured else None


def _value(context: CommandContext, component: Component, option: str, given: Override) -> Any:
    """Return the value of an `option` of `component`, of the annotated type."""
    if not _has(component, option):
        raise UsageError(_lacking(context, component, option))
    known = component.known_options.get(option)
    kind = _unless_none(known.type) if known else Any
    texts = [given.value] if isinstance(given.value, str) else list(given.value)
    if option == "only":
        texts = [name for text in texts for name in text.split(",") if name.strip()]
        if not texts:
            raise ConfigError("name strategies, such as naked_single,naked_pair", given.option)
    if option in ("needs", "only") and get_origin(kind) is not Literal:
        texts = [each for text in texts for each in _ids_named(context, text, given.option)]
    elif option in ("level", "symmetry", "needs", "only"):
        texts = [plain_name(text) for text in texts]
    value = texts if option == "only" else texts[0]
    return converted(Override(given.option, value).parsed(), kind, option)


def _unless_none(kind: Any) -> Any:
    """Return an optional `kind` without None, which cannot be typed after an option."""
    parts = [part for part in get_args(kind) if part is not NoneType]
    is_optional = get_origin(kind) in (Union, UnionType) and len(parts) == 1
    return parts[0] if is_optional else kind


def _ids_named(context: CommandContext, name: str, option: str) -> list[str]:
    """Return the id that `name` after an `option` means, or those of the family."""
    context.check_part(name, option)
    try:
        members = context.registry.strategies_named(name)
    except UsageError as error:
        raise UsageError(error.what, option) from None
    is_family = len(members) > 1
    return [each.id for each in members if not (is_family and each.marks)]


def _has(component: Component, option: str) -> bool:
    return option in component.known_options or component.takes_any_option


def _lacking(context: CommandContext, component: Component, option: str) -> str:
    """Return the message about an `option` that `component` lacks: which generator has it."""
    others = [each.id for each in context.registry.of_kind("generator") if _has(each, option)]
    if not others:
        known = {name: each for name, each in component.known_options.items() if name != RATER}
        return unknown_option(option, component.id, known)
    have = "has" if len(others) == 1 else "have"
    return (
        f"{component.id} has no option {quoted(option)}: {listed(others)} {have} it: "
        f"--generator {others[0]}"
    )


SECTIONS = {
    "Most used": ("level", "count", "seed", "output", "verbose", "symmetry", "needs", "rules"),
    "Which puzzles": ("only", "without", "scores"),
    "Their clues": ("clues", "pattern", "minimal_clues", "rule_clues", "coefficient", "generator"),
    "What is written": ("as_json", "output_format"),
}
"""By heading of the help, the parameters below it."""


@program.command(sections=SECTIONS)
@options.component_options(KEY)
@click.option(
    "--rule",
    "rules",
    type=Word(partial(options.ids, "rule")),
    metavar="ID",
    multiple=True,
    help="Lay clues of this rule, such as killer_cage or anti_knight (repeatable).",
)
@click.option(
    "--rule-clues",
    type=WholeRange(1),
    metavar="N",
    help="The number of clues of each rule; by default a number that looks good.",
)
@click.option(
    "--minimal-clues",
    is_flag=True,
    help="Remove unnecessary clues, too, while one solution and the level stay.",
)
@options.without_option
@options.score_option
@options.count_option(1, "The number of puzzles.")
@options.seed_option("puzzles")
@options.jobs_option("Work in N processes; the puzzles stay the same.", default=1)
@options.output_format_option
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    help="Add comments to each puzzle: its origin, solution and rating.",
)
@options.json_option
@options.output_option(*JSON, *BOARDS)
@options.engine_options
def generate(
    rules: tuple[str, ...],
    rule_clues: int | None,
    minimal_clues: bool,
    without: tuple[str, ...],
    scores: tuple[Range, ...],
    count: int,
    seed: str | None,
    jobs: int,
    output_format: str | None,
    verbose: bool,
    as_json: bool,
    output: str | None,
) -> int:
    """Make puzzles, and print each on a line as soon as it is ready.

    A puzzle that is said to have one solution is proved to have only one. The same --seed makes the
    same puzzles again. Ctrl-C keeps finished puzzles. With --without, --score, or several --needs,
    puzzles are made until one has such a rating.

    \b
    Examples:
      sudoku-engine generate --score 600-900 --without fish -v
      sudoku-engine generate --rule thermometer --layout 6x6 --level easy
      sudoku-engine generate --level hard --count 100 --jobs 4 -o hard.txt
    """
    if not (output_format or as_json):
        as_json, output_format = is_json(output), format_of(output)
    if output_format and as_json:
        raise UsageError("--output-format writes boards, and --json objects: choose one")
    form = "json" if as_json else output_format or "line"
    changes = generator_override(parameters := invocation().parameters)
    with interrupts_restored(), command_context(output, output_format, changes) as context:
        wanted = _wanted(context, parameters, without, scores)
        chosen = chosen_generator(context)
        task = GenerationTask(
            config=context.config,
            generator=chosen.id,
            options=dict(chosen.options),
            seed=options.drawn_seed("the same puzzles", verbose) if seed is None else seed,
            count=count,
            wanted=wanted,
            rules=_ids_of(rules, rule_clues, minimal_clues),
            rule_clues=rule_clues,
            minimal_clues=minimal_clues,
            is_rated=verbose or as_json,
            has_lines=form == "line" and not verbose,
            is_debugging=invocation().is_debugging,
        )
        return _carry_out(task, form, verbose, jobs, context)


def _ids_of(rules: Sequence[str], rule_clues: int | None, minimal_clues: bool) -> tuple[str, ...]:
    if minimal_clues and not rules:
        raise UsageError("--minimal-clues takes clues away: name their rule with --rule")
    if rule_clues and not rules:
        raise UsageError("--rule-clues says how many clues: name their rule with --rule")
    try:
        ids = tuple(rule_book().find(name).id for name in rules)
    except LayoutError as error:
        raise ConfigError(error.what, "--rule") from error
    if {*ids} == {DIAGONALS}:
        raise ConfigError("diagonals alone are a layout: write --layout 9x9+diagonals", "--rule")
    return ids


def _wanted(
    context: CommandContext,
    parameters: dict[str, Any],
    without: Sequence[str],
    scores: Sequence[Range],
) -> RatingFilter:
    """Return the filter for wishes beyond the generator, which gets the first needed strategy."""
    needs, meant = parameters["needs"], context.registry.strategy_meant
    first = next((name for name in needs if meant(name) not in FAMILY_NAMES), None)
    parameters["needs"] = first
    others = [name for name in needs if name != first]
    return rating_filter(context, others, without, (), scores)


def _carry_out(
    task: GenerationTask, form: str, has_comments: bool, jobs: int, context: CommandContext
) -> int:
    text = PuzzleText(task.generator, task.seed, task.count, form, has_comments)
    number = finished = 0
    known: set[str] = set()
    try:
        with closing(attempts(task, jobs, context)) as made:
            size = attrgetter("n_puzzles")
            for attempt in context.progress.over(made, "puzzle", task.count, size):
                number += attempt.n_puzzles
                _report_faults(attempt, known, context)
                if attempt.puzzle is not None or attempt.lines:
                    shown = attempt.lines
                    if attempt.puzzle is not None:
                        shown = text.of(number, attempt.puzzle)
                    with interrupts_held_back():  # the puzzles written are counted
                        context.out.write(shown)
                        finished += attempt.n_puzzles
                    context.out.flush()  # this may wait for a reader of the pipe
                elif attempt.error is not None:
                    message(str(attempt.error))
                    context.count_status(NO if isinstance(attempt.error, GaveUp) else BAD)
                    if not isinstance(attempt.error, GaveUp):
                        break
        if finished and number < task.count:
            message(f"stopped after {finished} of {task.count}")
    except KeyboardInterrupt:
        with suppress(ValueError):  # not the main thread
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # the file is being finished
        if not finished:
            raise
        start = "\n" if sys.stderr.isatty() else ""
        message(f"{start}stopped after {finished} of {task.count}")
        context.count_status(INTERRUPTED)
    return context.status


def _report_faults(attempt: Attempt, known: set[str], context: CommandContext) -> None:
    for fault in attempt.faults:
        if fault not in known:
            known.add(fault)
            message(fault)
        context.count_status(BAD)
