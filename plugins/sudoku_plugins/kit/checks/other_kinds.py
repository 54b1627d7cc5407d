"""The checks for solvers, generators, checkers, reporters, front ends and formats.

solvers: their solutions and counts against those of the engine's own search.
generators: right puzzles, and the same puzzle again from the same seed.
checkers: their verdicts on copies and on boards that are nearly copies.
reporters and front ends: they accept whole runs with every kind of event.
formats: what they read of their example, whole and cut short.
"""

import io
import random
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from random import Random

from sudoku_engine import search
from sudoku_engine.api.events import (
    Ended,
    Event,
    Faulted,
    Found,
    Moved,
    Rejected,
    Started,
    TakenBack,
    Tried,
)
from sudoku_engine.api.protocols import Puzzle
from sudoku_engine.api.run import Run
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.board.words import brief, counted
from sudoku_engine.errors import GaveUp
from sudoku_engine.plugins.component import RATER, Component, Failure, by_default
from sudoku_engine.solving.guard import solution_fault
from sudoku_engine.solving.loop import Loop
from sudoku_engine.solving.settings import LoopSettings
from sudoku_plugins.checkers.comparison import in_words, verdict_fault
from sudoku_plugins.checkers.symmetry.copies import find_transformation
from sudoku_plugins.checkers.symmetry.transformation import Transformation
from sudoku_plugins.generators.generation import puzzle_fault
from sudoku_plugins.kit.boards_with_solutions import BoardCollection, evenly, puzzles_of
from sudoku_plugins.kit.checks import Subject, has_docstring, is_named, prints_nothing, raised
from sudoku_plugins.kit.findings import Finding, NotChecked, NotNeeded, check
from sudoku_plugins.kit.kit import Kit, bundled_kit
from sudoku_plugins.kit.plugin_calls import Caller, LocalCalls, Unusable
from sudoku_plugins.ratings.rating import Rater

# Puzzles to solve of each group.
GROUPS = {"4x4": 6, "9x9": 16, "6x6": 4, "diagonals": 3, "jigsaw": 3}
SEVERAL = "1... .... .... ...4"  # a board with several solutions

UNSOLVABLE = ("11.. .... .... ....", "12.. ..3. .... 4.4.", "123. ...4 .... ....")

MOST_COUNTED = 400  # more solutions than any board here has


class SolverSubject(Subject):
    """A solver that is being checked."""

    def __init__(self, caller: Caller, kit: Kit) -> None:
        super().__init__(caller, kit)
        self.slow: list[Grid] = []  # the puzzles that it did not solve in time

    def solutions(self, grid: Grid, most: int) -> list[object] | Finding | None:
        """Return its first solutions of `grid`, what is wrong, or None if it gives up."""
        self.boards += 1
        try:
            found = self.caller.result(LocalCalls.solutions, grid, most)
        except GaveUp:
            return None
        if isinstance(found, Failure):
            return raised(found, grid)
        if not isinstance(found, list):
            given = "one board" if isinstance(found, Grid) else brief(found)
            why = f"it returns {given} and not a list of boards"
            advice = "yield each solution, and nothing if there is none"
            return Finding(why, grid, line=self.component.line, advice=advice)
        self.fired += bool(found)
        return found

    def wrong_solutions(
        self, grid: Grid, known: list[tuple[int, ...]], most: int
    ) -> Finding | None:
        """Return what is wrong with its solutions of `grid`, whose digits are all `known`."""
        line = self.component.line
        found = self.solutions(grid, most)
        if not isinstance(found, list):
            return found
        good: list[Grid] = []
        for solution in found:
            why = solution_fault(solution, grid, good)
            if why or not isinstance(solution, Grid):
                return Finding(str(why), grid, line=line)
            good.append(solution)
        expected = min(len(known), most)
        if len(good) == expected:
            return None
        claim = f"it finds {_solutions(len(good))}"
        truth = f"the board has {_solutions(expected)}"
        advice = (
            "" if good else "raise GaveUp(why) if it cannot decide; never return an empty answer"
        )
        return Finding(f"{claim}, but {truth}", grid, line=line, advice=advice)

    def wrong_on(self, grid: Grid, most: int) -> Finding | None:
        """Return what is wrong with its solutions of `grid`, compared with the engine's search."""
        known = [solution.digits for solution in search.solutions(grid)]
        return self.wrong_solutions(grid, known, most)


@check("solves", "it does not find the solution of a puzzle")
def solves(subject: SolverSubject) -> Finding | None:
    """It finds the only solution of each puzzle."""
    exercise = subject.kit.exercise
    groups = exercise.puzzles if exercise and exercise.puzzles else GROUPS
    shares = subject.kit.boards.shares(groups).items()
    puzzles = [each for group, share in shares for each in evenly(puzzles_of(group), share)]
    for grid, solution, *_ in subject.caller.in_time(puzzles, "puzzle"):
        try:
            finding = subject.wrong_solutions(grid, [solution], 2)
        except Unusable as end:
            if not (end.is_late and subject.fired):
                raise
            subject.slow.append(grid)  # it may be right, but slow
            continue
        if finding is not None:
            return finding
    if not subject.fired:
        return Finding("it gives up on every puzzle", line=subject.component.line)
    return None


@check("quick", "it does not solve every puzzle in time", is_must=False)
def is_quick(subject: SolverSubject) -> Finding | None:
    """It solves every puzzle in time."""
    if not subject.slow:
        return None
    limit, slow = subject.caller.limit, len(subject.slow)
    why = f"it does not come back within {limit:g} s on {slow} of the puzzles"
    advice = "go on with the cell that has the fewest candidates"
    return Finding(why, subject.slow[0], line=subject.component.line, advice=advice)


@check("finds_all", "it does not find all solutions of a board, each once")
def finds_all(subject: SolverSubject) -> Finding | None:
    """It finds all solutions of a board, each once."""
    return subject.wrong_on(Grid.parse(SEVERAL), MOST_COUNTED)


@check("sees_none", "it goes wrong on a board without a solution")
def sees_unsolvable(subject: SolverSubject) -> Finding | None:
    """It finds no solution of a board that has none."""
    findings = (subject.wrong_on(Grid.parse(text), 2) for text in UNSOLVABLE)
    return next(filter(None, findings), None)


@check("keeps_marks", "it uses eliminated candidates")
def keeps_marks(subject: SolverSubject) -> Finding | None:
    """It uses no eliminated candidates."""
    start = Grid.parse("1... .... .... ....")
    masks = list(start.masks)
    masks[1] &= 0b0100
    masks[4] &= 0b0100
    return subject.wrong_on(Grid(start.layout, start.digits, masks=masks), MOST_COUNTED)


def _solutions(number: int) -> str:
    return counted(number, "solution") if number else "no solution"


@check("lazy", "it makes all solutions before it yields the first")
def is_lazy(subject: SolverSubject) -> Finding | None:
    """It yields the first solution without making the others."""
    grid = Grid(Layout.named("9x9"), [0] * 81)
    try:
        found = subject.solutions(grid, 1)
    except Unusable as end:
        why = "on an empty board it makes all solutions before it yields the first"
        advice = "yield each solution as soon as it is found"
        return Finding(why, grid, line=end.line, advice=advice)
    if found == []:
        return Finding("it finds no solution of an empty board", grid, line=subject.component.line)
    return found if isinstance(found, Finding) else None


@check("counts", "its own count is wrong")
def counts(subject: SolverSubject) -> Finding | None:
    """Its own count is right."""
    if "count" not in subject.component.methods:
        raise NotNeeded("it has no count of its own")
    grid = Grid.parse(SEVERAL)
    total = search.count(grid, MOST_COUNTED)
    for limit in (1, 2, 7, MOST_COUNTED):
        try:
            found = subject.caller.result(LocalCalls.count, grid, limit)
        except GaveUp:
            continue
        if isinstance(found, Failure):
            return raised(found, grid, "count")
        expected = min(limit, total)
        if found != expected:
            why = f"count(grid, {limit}) returns {brief(found)} and not {expected}"
            return Finding(why, grid, line=subject.component.line)
    return None


SOLVER_CHECKS = (
    is_named,
    solves,
    finds_all,
    sees_unsolvable,
    keeps_marks,
    is_lazy,
    counts,
    is_quick,
    has_docstring,
    prints_nothing,
)


SEEDS = 4  # seeds to make puzzles from

OTHER_LAYOUTS = ("4x4", "6x6", "9x9+diagonals")


class GeneratorSubject(Subject):
    """A generator that is being checked."""

    def __init__(self, caller: Caller, kit: Kit) -> None:
        super().__init__(caller, kit)
        self.layout = kit.boards.layout or Layout.named()

    def make(self, seed: int, layout: Layout, other: str = "") -> Puzzle | Finding | None:
        """Return a puzzle, a fault, or None if it gives up; `other` seeds draws not its own."""
        self.boards += 1
        try:
            made = self.caller.result(puzzle_from, f"kit {seed}", layout, f"{other} {seed}")
        except GaveUp:
            return None
        if isinstance(made, Failure):
            return raised(made)
        why = puzzle_fault(made, layout)
        if why:
            grid = made.givens if isinstance(made, Puzzle) else None
            return Finding(why, grid, line=self.component.line)
        self.fired += 1
        puzzle: Puzzle = made
        return puzzle

    def make_all(self, other: str = "") -> list[Puzzle | Finding | None]:
        """Return the results of all seeds; `other`: see `make`."""
        return [self.make(seed, self.layout, other) for seed in range(SEEDS)]


def puzzle_from(calls: LocalCalls, seed: str, layout: Layout, other_seed: str) -> object:
    """Return the puzzle of a generator; `other_seed`: of the draws that are not its own."""
    component = calls.component
    if RATER in component.known_options:
        rater = Rater(by_default(bundled_kit().ours))
        component = component.with_options({**component.options, RATER: rater})
    random.seed(other_seed)
    return calls.call(component.call, random.Random(seed), layout)


@check("puzzles", "a puzzle is not as it describes it")
def makes_puzzles(subject: GeneratorSubject) -> Finding | None:
    """Its puzzles are as it describes them."""
    for seed in range(SEEDS):
        made = subject.make(seed, subject.layout)
        if isinstance(made, Finding):
            return made
    if not subject.fired:
        return Finding("it gives up every time", line=subject.component.line)
    return None


@check("seeds", "a seed does not make the same puzzle again")
def keeps_to_seeds(subject: GeneratorSubject) -> Finding | None:
    """A seed makes the same puzzle again."""
    first_round = subject.make_all("first")
    for first, again in zip(first_round, subject.make_all("again")):
        if isinstance(first, Finding) or isinstance(again, Finding):
            raise NotChecked("it must make puzzles first")
        if (first and first.givens) != (again and again.givens):
            return Finding(
                "the same seed makes two puzzles",
                again.givens if again else None,
                line=subject.component.line,
                advice="draw only with rng, and sort sets before loops",
            )
    return None


@check("differs", "different seeds make the same puzzle", is_must=False)
def differs(subject: GeneratorSubject) -> Finding | None:
    """Different seeds make different puzzles."""
    lines = [made.givens.line for made in subject.make_all() if isinstance(made, Puzzle)]
    if len(lines) > 1 and len(set(lines)) == 1:
        return Finding("every seed makes the same puzzle", advice="draw with rng")
    return None


@check("other_boards", "it fails on boards of other sizes and shapes", is_must=False)
def on_other_layouts(subject: GeneratorSubject) -> Finding | None:
    """It makes boards of other sizes and shapes."""
    advice = "take houses and digits from layout, or raise GaveUp for a layout that it cannot make"
    for name in OTHER_LAYOUTS:
        made = subject.make(1, Layout.named(name))
        if isinstance(made, Finding):
            return Finding(f"on {name} boards: {made.why}", line=made.line, advice=advice)
    return None


GENERATOR_CHECKS = (
    is_named,
    makes_puzzles,
    keeps_to_seeds,
    has_docstring,
    differs,
    on_other_layouts,
    prints_nothing,
)


MOST_RUNS = 4  # runs for each group
SLOW_LEVELS = ("unfair", "extreme")  # their time would be counted as the plugin's
OTHER_GROUPS = ("4x4", "12x12", "jigsaw")  # groups of boards of other sizes and shapes


class RunSubject(Subject):
    """A reporter or a front end that is being checked."""

    def drive(self, group: str) -> Finding | None:
        """Pass it runs on boards of a `group`; return what goes wrong."""
        boards, fired, failure = self.caller.result(drive, group)
        self.boards += int(boards)
        self.fired += int(fired)
        return raised(failure) if isinstance(failure, Failure) else None


def drive(calls: LocalCalls, group: str) -> tuple[int, int, Failure | None]:
    """Pass runs on boards of a `group`; return how many, how many wrote, and what went wrong."""
    component, call = calls.component, calls.call
    quick = [one for one in by_default(bundled_kit().ours) if one.level not in SLOW_LEVELS]
    loop = Loop(quick, LoopSettings(step_timeout=0))
    grids = [position.grid for position in islice(puzzles_of(group), MOST_RUNS)]
    outs: list[io.StringIO] = []

    def runs(*listeners: Callable[[Run, Event], None]) -> Iterator[Run]:
        """Yield runs on the puzzles, and one with rare events."""
        heard = [*listeners]
        for index, grid in enumerate(grids, 1):
            outs.append(io.StringIO())
            events = loop.events(grid)
            yield Run(grid, events, index=index, source="kit", out=outs[-1], listeners=heard)
        events, out = rare_events(component, grids[0]), io.StringIO()
        yield Run(grids[0], events, index=len(grids) + 1, out=out, listeners=heard)

    def outcomes() -> Iterator[object]:
        if component.kind == "frontend":
            yield call(component.call, runs())
            return
        for run in runs(component.call):
            yield call(run.drain, grid=run.grid)
        if finish := component.methods.get("finish"):
            yield call(finish)

    failure = next((each for each in outcomes() if isinstance(each, Failure)), None)
    return len(outs), sum(bool(out.getvalue()) for out in outs), failure


def rare_events(component: Component, grid: Grid) -> Iterator[Event]:
    """Yield events that seldom happen: faults, searches, moves."""
    cell = grid.open_cells[0]
    digit = min(grid.candidates(cell))
    author = component.author
    yield Started(grid, (author,))
    yield Moved("nothing moves", grid)
    yield Tried(cell, digit)
    yield TakenBack(cell)
    yield Found(grid)
    yield Faulted(author, "it raises ValueError", 1, ValueError("no"))
    yield Rejected(author, Step([Candidate(cell, digit)]), "it is wrong", 0, grid)
    yield Ended("stuck", "strategies", grid, 0, {author.id: 0}, 0.0, "", ("a note",))


@check("runs", "it fails on an event of a run")
def takes_runs(subject: RunSubject) -> Finding | None:
    """It accepts every event of whole runs."""
    _demand_windows(subject)
    return subject.drive(subject.kit.boards.group or "9x9")


@check("sizes", "it fails on boards of another size")
def takes_other_sizes(subject: RunSubject) -> Finding | None:
    """It accepts boards of every size."""
    _demand_windows(subject)
    return next(filter(None, map(subject.drive, OTHER_GROUPS)), None)


def _demand_windows(subject: RunSubject) -> None:
    if subject.component.kind == "frontend" and not subject.kit.has_windows:
        raise NotNeeded("a front end may open a window: it runs only with --windows")


RUN_CHECKS = (is_named, takes_runs, takes_other_sizes, has_docstring)


COMPARED_GROUPS = {"4x4": 4, "6x6": 2, "9x9": 6}  # how many puzzles of each are compared


class CheckerSubject(Subject):
    """A checker that is being checked."""

    has_failed = False  # whether it raised an error, or what it said was wrong

    def wrong_verdict(self, source: Grid, target: Grid, is_copy: bool) -> Finding | None:
        """Return what is wrong with its verdict on whether `target` is a copy of `source`."""
        self.boards += 1
        verdict = self.caller.result(LocalCalls.verdict, source, target)
        if isinstance(verdict, Failure):
            self.has_failed = True
            return raised(verdict, target)
        why = verdict_fault(verdict, source, target)
        if not why and verdict.similar is False:
            known = find_transformation(source, target)
            if known is not None:
                why = f"it says no, but there is a transformation: {in_words(known, source)}"
        if why:
            self.has_failed = True
            line = self.component.line
            return Finding(why, target, line=line, about="its answer cannot be used")
        self.fired += verdict.similar is not None
        if verdict.similar in (None, is_copy):
            return None
        claim, truth = "yes", "the second board is not a transformation of the first"
        if is_copy:
            claim, truth = "no", "the second board is a transformation of the first"
        why = f"it says {claim}, but {truth}"
        return Finding(why, target, line=self.component.line)

    def wrong_verdicts(
        self, pairs: Iterable[tuple[Grid, Grid]], are_copies: bool
    ) -> Finding | None:
        """Return the first thing that is wrong with its verdicts on `pairs` of boards."""
        pairs_in_time = self.caller.in_time(list(pairs), "pair")
        findings = (self.wrong_verdict(*pair, are_copies) for pair in pairs_in_time)
        return next(filter(None, findings), None)


def copies(boards: BoardCollection) -> Iterator[tuple[Grid, Grid]]:
    """Yield boards, each with a copy of it."""
    for group, count in boards.shares(COMPARED_GROUPS).items():
        for number, position in enumerate(puzzles_of(group)[:count]):
            grid = position.grid
            transformation = Transformation.random(Random(f"{group} {number}"), grid.layout)
            yield grid, transformation.grid(grid)


def near_copies(boards: BoardCollection) -> Iterator[tuple[Grid, Grid]]:
    """Yield boards, each with a copy in which one given is changed, so that it is not a copy."""
    for source, copy in copies(boards):
        for cell in copy.layout.cells:
            digits = list(copy.digits)
            if not digits[cell]:
                continue
            digits[cell] = digits[cell] % copy.layout.n + 1
            near = Grid(copy.layout, digits)
            if find_transformation(source, near) is None:
                yield source, near
                break


@check("copies", "it does not know a copy, or how it was made")
def knows_copies(subject: CheckerSubject) -> Finding | None:
    """It knows copies and how they were made."""
    return subject.wrong_verdicts(copies(subject.kit.boards), are_copies=True)


@check("others", "it calls a different board a copy")
def knows_others(subject: CheckerSubject) -> Finding | None:
    """It never calls a different board a copy."""
    return subject.wrong_verdicts(near_copies(subject.kit.boards), are_copies=False)


@check("decides", "it says neither yes nor no")
def decides(subject: CheckerSubject) -> Finding | None:
    """It says yes or no."""
    if subject.has_failed:
        raise NotChecked("its answers must be right first")
    if subject.boards and not subject.fired:
        pairs = counted(subject.boards, "pair")
        why = f"it says neither yes nor no: its answer to all {pairs} of boards is None"
        return Finding(why, line=subject.component.line)
    return None


CHECKER_CHECKS = (is_named, knows_copies, knows_others, decides, has_docstring, prints_nothing)


SHARES = (0.0, 0.3, 0.6, 0.9)
"""The shares of the example that stand for a damaged text."""

OUR_ERRORS = ("FormatError", "LayoutError")
"""The errors with which a format says that a text cannot be read."""

NO_EXAMPLE = 'give it a text that it reads: example = "…"'


class FormatSubject(Subject):
    """A format that is being checked."""

    def read(self, share: float = 1.0) -> tuple[str, object]:
        """Return its example, and the result for a `share` of it; raises NotChecked."""
        found = self.caller.result(LocalCalls.boards, share)
        if found is None:
            raise NotChecked("it has no example")
        self.boards += 1
        example, boards = found
        return example, boards


@check("reads", "it does not read its example")
def reads(subject: FormatSubject) -> Finding | None:
    """It reads its example."""
    line = subject.component.line
    if subject.caller.result(LocalCalls.boards, 1.0) is None:
        return Finding("it has no example", line=line, advice=NO_EXAMPLE)
    example, found = subject.read()
    if isinstance(found, Failure):
        return raised(found)
    if not re.match(subject.component.sign, example, re.IGNORECASE):
        advice = f"its sign {brief(subject.component.sign)} must match the beginning"
        return Finding("its example does not begin with its sign", line=line, advice=advice)
    if not (isinstance(found, list) and found and all(type(each) is Grid for each in found)):
        advice = "return a list of boards, [Grid.parse(…)]"
        return Finding(f"it returns {brief(found)}, no boards", line=line, advice=advice)
    subject.fired += 1
    return None


@check("same_twice", "it reads another board when it is asked again")
def same_twice(subject: FormatSubject) -> Finding | None:
    """It reads the same boards when it is asked again."""
    if subject.read()[1] != subject.read()[1]:
        return Finding("it reads other boards the second time", line=subject.component.line)
    return None


@check("cut_short", "it fails on a damaged text", is_must=False)
def is_robust(subject: FormatSubject) -> Finding | None:
    """It says what is wrong with a damaged text."""
    for share in SHARES:
        _, found = subject.read(share)
        if isinstance(found, Failure) and not found.why.startswith(OUR_ERRORS):
            advice = "raise FormatError(what, line=…) for a text that cannot be read"
            why = f"its example, cut after {share:.0%}, makes it raise {found.why}"
            return Finding(why, line=found.line, error=found.error, advice=advice)
    return None


FORMAT_CHECKS = (is_named, reads, same_twice, is_robust, has_docstring, prints_nothing)
