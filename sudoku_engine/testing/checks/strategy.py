"""The checks of a strategy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from sudoku_engine import search
from sudoku_engine.api.strategy import LEVELS
from sudoku_engine.board.grid import Grid, Marks
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import listed, names, shown, symbol
from sudoku_engine.errors import SudokuError, UsageError
from sudoku_engine.formats import parse
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.guard import nonsense, objection
from sudoku_engine.tasks.comparison import in_words
from sudoku_engine.testing.advice import advice_on_silence, advised
from sudoku_engine.testing.boards_with_solutions import WITH_ELIMINATIONS, Boards, Position
from sudoku_engine.testing.checks.common import has_docstring, has_id_and_name, prints_nothing
from sudoku_engine.testing.findings import Asked, Fault, NotAsked
from sudoku_engine.testing.plugin_calls import Caller, Trial, at_rest
from sudoku_engine.testing.shrinking import shrunk
from sudoku_engine.testing.technique_comparison import Comparison, compared, technique_like
from sudoku_engine.transform.transformation import Transformation

PLAIN = {9: "9x9", 4: "4x4", 6: "6x6", 12: "12x12", 16: "16x16"}
"""By number of rows, the group of plain boards; the first that a strategy is for is its own."""

TWOFOLD = "twofold"
"""The group of boards with two solutions: on them a strategy that assumes one goes wrong."""

ODD = ("diagonals", "jigsaw")
"""The groups of boards of 9 rows that have other houses."""

MOST_OF_OTHER_SIZES = 12
"""On how many boards of each other size, or with other houses, a strategy is tried."""

MOST_FAILED = 25
"""After so many calls that give no answer there is no use in more."""

MOST_TURNED = 50
"""How many boards are turned."""

ByHand: Marks = "manual"


class StrategyBench:
    """A strategy at the bench: its calls, and what came of them, so that none is made twice.

    `ours` are the bundled strategies, `kit_boards` are for all plugins; `against` is a technique
    to be set beside.
    """

    def __init__(
        self,
        caller: Caller,
        ours: Sequence[Component],
        boards: Boards,
        against: Component | None = None,
    ) -> None:
        self.caller = caller
        self.component: Component = caller.component
        self.ours = ours
        self.kit_boards = boards
        self.against = against
        self.boards = 0
        self.fired = 0
        self.is_steady = True
        self.group = boards.group or next(
            (PLAIN[n] for n in PLAIN if self.component.suits(n)), None
        )
        if boards.layout is not None and not self.component.suits(boards.layout.n):
            sizes = _numbers(self.component.sizes or ())
            raise UsageError(
                f"{self.component.id} is for boards of {sizes} rows, not {boards.layout}"
            )
        self._seen: list[tuple[Position, Trial]] = []
        self._coming = self._tried()

    def seen(self) -> Iterator[tuple[Position, Trial]]:
        """Boards of the strategy's own size, each with what came of a call."""
        index = 0
        while True:
            if index == len(self._seen):
                found = next(self._coming, None)
                if found is None:
                    return
                self._seen.append(found)
            yield self._seen[index]
            index += 1

    def demand_true_steps(self) -> None:
        """Raises NotAsked where steps were found wrong: what follows from them tells nothing."""
        for position, trial in self.seen():
            if any(judged(trial, position.solution) for judged in BASIC):
                raise NotAsked("first its steps have to be right")

    def fired_on(self) -> list[tuple[Position, Trial]]:
        """Those of the boards on which it found something."""
        return [(position, trial) for position, trial in self.seen() if trial.true_steps]

    def trial(self, grid: Grid) -> Trial:
        """What comes of a call on `grid`."""
        return self.caller.trial(grid)

    def counted(self, position: Position) -> tuple[Position, Trial]:
        """The `position` with what comes of a call; it counts as a board."""
        trial = self.trial(position.grid)
        self.boards += 1
        self.fired += bool(trial.true_steps)
        return position, trial

    def _tried(self) -> Iterator[tuple[Position, Trial]]:
        if self.group is None:
            return
        failed = 0
        for position in self._boards(self.group):
            found = self.counted(position)
            yield found
            if position.second_solution:
                yield position._replace(solution=position.second_solution), found[1]
            failed += bool(found[1].why)
            if failed == MOST_FAILED or self.caller.is_late:
                return

    def _boards(self, group: str) -> Iterator[Position]:
        """Boards of a `group`; where nothing was found on them, some with other pencil marks."""
        yield from self._fit(self.kit_boards.positions(group))
        if group == PLAIN[9] and not self.component.has_assumption:
            yield from self.kit_boards.positions(TWOFOLD)
        if not self.fired:
            yield from self._fit(self.kit_boards.positions(group, ByHand))

    def _fit(self, found: Iterator[Position]) -> Iterator[Position]:
        """Those boards that the strategy is made for.

        One that assumes one solution may take every candidate for one that the rules leave.
        """
        for position in found:
            if not (self.component.has_assumption and position.source.endswith(WITH_ELIMINATIONS)):
                yield position

    def others(self, groups: Sequence[str]) -> Iterator[tuple[Position, Trial]]:
        """Some boards of each of the `groups`, each with what came of a call."""
        for group in groups:
            found = list(self._fit(self.kit_boards.positions(group)))
            for index in range(0, len(found), max(len(found) // MOST_OF_OTHER_SIZES, 1)):
                yield self.counted(found[index])

    def example(self) -> Grid | None:
        """The board that the strategy declares; raises SudokuError."""
        text = self.component.example
        return parse(text) if isinstance(text, str) and text.strip() else None


Judged = Callable[[Trial, Sequence[int]], "Fault | None"]
"""What is wrong with a trial on a board whose solution is known."""


def no_answer(trial: Trial, solution: Sequence[int]) -> Fault | None:
    """It raises something, or gives what is no list of steps."""
    if trial.why:
        return Fault(trial.why, trial.grid, line=trial.line, error=trial.error)
    for step, line in zip(trial.steps, trial.lines):
        if not isinstance(step, Step):
            why = nonsense(step, trial.grid) or ""
            return Fault(why, trial.grid, line=line)
    return None


def board_changed(trial: Trial, solution: Sequence[int]) -> Fault | None:
    """It changes the board that it looks at."""
    if not trial.changed:
        return None
    why = f"it changes {trial.changed}, which all others look at too"
    return Fault(why, trial.grid, line=trial.line)


def empty_step(trial: Trial, solution: Sequence[int]) -> Fault | None:
    """It gives a step that neither places nor strikes anything."""
    for step, line in _steps(trial):
        if not step.placements and not step.eliminations:
            return Fault("the step changes nothing", trial.grid, step, "a step", "no change", line)
    return None


def no_candidate(trial: Trial, solution: Sequence[int]) -> Fault | None:
    """It places or strikes what is no candidate, or what clashes in one step."""
    for step, line in _steps(trial):
        if step.placements or step.eliminations:
            why = objection(step, trial.grid, None)
            if why:
                return Fault(why, trial.grid, step, _claims(step, trial.grid), why, line)
    return None


def untrue(trial: Trial, solution: Sequence[int]) -> Fault | None:
    """It contradicts the solution."""
    grid = trial.grid
    cells = grid.layout.cells
    for step, line in _steps(trial):
        if nonsense(step, grid):
            continue
        for cell, digit in step.eliminations:
            if solution[cell] == digit and not grid.digits[cell]:
                what = f"you strike {symbol(digit)} from {cells[cell]}"
                truth = f"the solution has {symbol(digit)} there"
                return Fault(f"{what}, but {truth}", grid, step, what, truth, line)
        for cell, digit in step.placements:
            if solution[cell] != digit and not grid.digits[cell]:
                what = f"you place {symbol(digit)} in {cells[cell]}"
                truth = f"the solution has {symbol(solution[cell])} there"
                return Fault(f"{what}, but {truth}", grid, step, what, truth, line)
    return None


def _steps(trial: Trial) -> Iterator[tuple[Step, int]]:
    for step, line in zip(trial.steps, trial.lines):
        if isinstance(step, Step):
            yield step, line


def _claims(step: Step, grid: Grid) -> str:
    return step.notation(grid.layout)


BASIC: tuple[Judged, ...] = (no_answer, board_changed, empty_step, untrue, no_candidate)
"""What is asked of every single call."""


def over_boards(judged: Judged) -> Callable[[StrategyBench], Fault | None]:
    """A check that finds the first board on which `judged` sees a fault, made small."""

    def run(bench: StrategyBench) -> Fault | None:
        for position, trial in bench.seen():
            fault = judged(trial, position.solution)
            if fault is not None:
                return smallest(bench, position, judged, fault)
        return None

    return run


def smallest(bench: StrategyBench, position: Position, judged: Judged, fault: Fault) -> Fault:
    """The `fault` on the smallest board found, with advice on what was seen."""
    solution = position.solution
    found = shrunk(position, fault, lambda grid: judged(bench.trial(grid), solution))
    if (
        position.second_solution
        and judged is untrue
        and found.grid
        and search.count(found.grid, 2) == 2
    ):
        truth = found.truth.replace("the solution", "one of the two solutions of this board")
        why, advice = f"{found.claim}, but {truth}", ASSUMING
        return replace(found, why=why, truth=truth, advice=advice)
    return advised(bench.component, found)


ASSUMING = (
    "a technique that needs the board to have one solution says assumes_unique=True in "
    "@strategy(...); any other must be right for every solution"
)
"""What is told of a step that is true of one solution and not of another."""


def has_name(bench: StrategyBench) -> Fault | None:
    """It has an id, a name, a score and a level."""
    if bench.component.strategy.level not in LEVELS:
        return Fault("it has no level", advice=f"its level is one of {', '.join(LEVELS)}")
    return has_id_and_name(bench)


def in_time(bench: StrategyBench) -> Fault | None:
    """Each call comes back within the time limit.

    The first untrue step ends it, so that it is soon told: then other checks go on.
    """
    for position, trial in bench.seen():
        if untrue(trial, position.solution):
            break
    return None


def is_quiet(bench: StrategyBench) -> Fault | None:
    """It does not print."""
    for _ in bench.seen():
        pass
    return prints_nothing(bench)


def same_twice(bench: StrategyBench) -> Fault | None:
    """It gives the same steps when it is asked again, whatever it was asked in between."""
    seen = list(bench.seen())
    for position, first in bench.caller.in_time(reversed(seen)):
        again = bench.trial(position.grid)
        if _all_changes(again) != _all_changes(first):
            fault = _differs(first, again)
            bench.is_steady = False
            judge = lambda grid: _unsteady(bench, grid)  # noqa: E731
            return advised(bench.component, shrunk(position, fault, judge))
    return None


def _unsteady(bench: StrategyBench, grid: Grid) -> Fault | None:
    """What differs between calls on `grid`, one after another."""
    first = bench.trial(grid)
    for _ in range(3):
        again = bench.trial(grid)
        if _all_changes(again) != _all_changes(first):
            return _differs(first, again)
    return None


def _differs(first: Trial, again: Trial) -> Fault:
    one, other = _told(first), _told(again)
    if sorted(map(repr, _all_changes(first))) == sorted(map(repr, _all_changes(again))):
        one, other = f"the order {one}", f"the order {other}"
    return Fault(
        f"asked twice, it gives {one}, then {other}",
        first.grid,
        next(iter(first.true_steps or again.true_steps), None),
        one,
        other,
        first.line,
    )


def _told(trial: Trial) -> str:
    steps = trial.true_steps
    if trial.why:
        return f"an error ({trial.why})"
    if not steps:
        return "nothing"
    told = "; ".join(step.notation(trial.grid.layout) for step in steps[:2])
    return told if len(steps) < 3 else f"{told} and {len(steps) - 2} more"


def _all_changes(trial: Trial) -> list[Any]:
    if trial.why:
        return [type(trial.error)]
    return [(step.placements, step.eliminations) for step in trial.true_steps]


def like_the_original(bench: StrategyBench) -> Fault | None:
    """Where it comes to rest, it finds nothing on the transformed board either."""
    bench.demand_true_steps()
    if not bench.is_steady:
        raise NotAsked("first it has to give the same steps twice")
    fired = bench.fired_on()
    number = min(len(fired), MOST_TURNED)
    for index in bench.caller.in_time(range(number)):
        position, _ = fired[index * len(fired) // number]
        turned = Transformation.random(Random(position.source), position.grid.layout)
        for there in (Transformation.identity(position.grid.layout), turned):
            end = at_rest(bench.caller, there.grid(position.grid))
            back = turned.inverse()
            fault = _turned_step(bench, end, turned) or _turned_step(bench, end, back)
            if fault is not None:
                return _plainest(bench, there, position, fault, end)
    return None


def _unlike(bench: StrategyBench, grid: Grid, turned: Transformation) -> Fault | None:
    """The step that is found on the `turned` board and not on `grid`."""
    return None if bench.trial(grid).steps else _turned_step(bench, grid, turned)


def _turned_step(bench: StrategyBench, grid: Grid, turned: Transformation) -> Fault | None:
    """The step that is found on the `turned` board, where none is found on `grid`."""
    there = bench.trial(turned.grid(grid))
    if there.why or not there.true_steps or untrue_anywhere(there):
        return None
    step = there.true_steps[0]
    line = there.lines[there.steps.index(step)]
    back = turned.inverse()
    here = back.step(step)
    found = here.notation(grid.layout)
    moves = in_words(turned, grid)
    return Fault(
        f"it finds nothing here, but on the same board after the moves {moves} it finds "
        f"{step.notation(grid.layout)}, which is here {found}",
        grid,
        here,
        "it finds nothing here",
        f"after the moves {moves} it finds what is here {found}",
        line,
    )


def untrue_anywhere(trial: Trial) -> bool:
    """Whether a step of `trial` cannot be carried out at all."""
    return any(objection(step, trial.grid, None) for step in trial.true_steps)


def _plainest(
    bench: StrategyBench, there: Transformation, position: Position, fault: Fault, end: Grid
) -> Fault:
    """The `fault` on the smallest board, after as few moves as show it."""
    layout = end.layout
    turned = Transformation.random(Random(position.source), layout)
    tries = [*simple_transformations(layout), turned, turned.inverse()]
    solution = tuple(there.grid(Grid(layout, position.solution)).digits)
    for transformation in tries:
        found = _unlike(bench, end, transformation)
        if found is not None:
            judge = partial(_unlike, bench, turned=transformation)
            fault = shrunk(Position(end, solution, position.source), found, judge)
            break
    return advised(bench.component, fault)


def simple_transformations(layout: Layout) -> list[Transformation]:
    """A few that are easy to see: turned over, two lines or bands swapped, two digits renamed."""
    if layout.is_jigsaw or layout.has_diagonals:
        return []
    n, height, width = layout.n, layout.box_height, layout.box_width
    lines = list(range(n))
    swapped = [1, 0, *lines[2:]]
    last = [*lines[:-2], n - 1, n - 2]
    bands = [*lines[height : 2 * height], *lines[:height], *lines[2 * height :]]
    stacks = [*lines[width : 2 * width], *lines[:width], *lines[2 * width :]]
    digits = [*layout.digits[1:], 1]
    found = [Transformation.of_lines(layout, digits=digits)]
    found += [Transformation.of_lines(layout, rows=rows) for rows in (swapped, last, bands)]
    found += [Transformation.of_lines(layout, columns=each) for each in (swapped, last, stacks)]
    if height == width:
        found.insert(0, Transformation.of_lines(layout, 1, columns=lines[::-1]))
        found += [Transformation.of_lines(layout, turns) for turns in (1, 2, 3)]
    return found


def on_its_sizes(bench: StrategyBench) -> Fault | None:
    """It is right on boards of all sizes that it declares."""
    bench.demand_true_steps()
    groups = [PLAIN[n] for n in PLAIN if PLAIN[n] != bench.group and bench.component.suits(n)]
    if bench.group is None:
        sizes = bench.component.sizes
        return Fault(
            f"its sizes are {shown(sizes)}: the kit has no such boards",
            line=bench.component.line,
            advice=f"sizes are numbers of rows, such as sizes=[9]; the kit has {_numbers(PLAIN)}",
        )
    return _fault_on(bench, groups)


def on_other_boards(bench: StrategyBench) -> Fault | None:
    """It is right on diagonals and jigsaws, and for every size."""
    bench.demand_true_steps()
    if bench.component.suits(9):
        fault = _fault_on(bench, ODD)
        if fault is not None:
            return replace(
                fault,
                advice="take houses and peers from grid.layout, and it is right on every board",
            )
    if bench.component.sizes is not None:
        return Fault(
            f"it is for boards of {_numbers(bench.component.sizes)} rows only",
            advice="with sizes=None and grid.layout's houses and digits it works on every size",
        )
    return None


def _numbers(sizes: Iterable[object]) -> str:
    """`sizes` in words; `listed` would write letters for those over 9."""
    return listed(map(str, sizes))


def _fault_on(bench: StrategyBench, groups: Sequence[str]) -> Fault | None:
    for position, trial in bench.caller.in_time(bench.others(groups)):
        for judged in BASIC:
            fault = judged(trial, position.solution)
            if fault is not None:
                found = smallest(bench, position, judged, fault)
                return replace(found, why=f"on {position.grid.layout} boards: {found.why}")
    return None


def on_its_example(bench: StrategyBench) -> Fault | None:
    """It finds a step on the board that it declares as its example."""
    line = bench.component.line
    text = bench.component.example
    if text is not None and not isinstance(text, str):
        why = f"its example is {shown(text)}, which is no text"
        return Fault(why, line=line, advice=_EXAMPLE)
    try:
        grid = bench.example()
    except SudokuError as error:
        why = f"its example cannot be read: {error.what}"
        return Fault(why, line=line, advice=_EXAMPLE)
    if grid is None:
        return None
    if not bench.component.suits(grid.layout.n):
        return Fault(f"its example is a {grid.layout} board, which it is not for", grid, line=line)
    for marks in ("auto", ByHand):
        _, trial = bench.counted(Position(grid.with_marks(marks), (), "its example"))
        if trial.true_steps or trial.why:
            return None
    return Fault(
        "it finds nothing on its own example",
        grid,
        line=line,
        claim="this board shows the technique",
        truth="the strategy finds nothing on it",
        advice=advice_on_silence(bench.component) or "is a condition too strict?",
    )


_EXAMPLE = "write it as 81 characters between quotes, '.' for a blank"


def has_example(bench: StrategyBench) -> Fault | None:
    """It declares an example."""
    if bench.component.example:
        return None
    return Fault(
        "it declares no example",
        line=bench.component.line,
        advice="example='81 characters' in @strategy(...) lets `explain` show it",
    )


def fires(bench: StrategyBench) -> Fault | None:
    """It finds something on one board at least."""
    if bench.fired_on() or bench.fired:
        return None
    if not bench.boards:
        raise NotAsked("there is no board for it")
    if any(trial.why or trial.steps or trial.changed for _, trial in bench.seen()):
        raise NotAsked("first it has to give steps")
    where = technique_like(bench.component, bench.ours)
    if where is not None:
        for position, trial in bench.seen():
            fault = _silent(bench, where, trial)
            if fault is not None:
                return shrunk(
                    position, fault, lambda grid: _silent(bench, where, bench.trial(grid))
                )
    return Fault(
        f"it finds nothing on any of {bench.boards} boards",
        line=bench.component.line,
        advice=advice_on_silence(bench.component)
        or "declare an example on which it finds a step: @strategy(..., example='81 characters')",
    )


def _silent(bench: StrategyBench, technique: Component, trial: Trial) -> Fault | None:
    """What the `technique` finds on the board of `trial`, where that found nothing."""
    grid = trial.grid
    alone = {cell for cell in grid.open_cells if len(grid.candidates(cell)) == 1}
    found = (
        step
        for step in technique.call(grid) or ()
        if step.placements or not alone & {cell for cell, _ in step.grounds}
    )
    step = next(found, None)
    if step is None or trial.steps or trial.why:
        return None
    finds = f"{technique.name} finds {step.notation(trial.grid.layout)}"
    return Fault(
        f"it finds nothing on any of {bench.boards} boards; {finds} here",
        trial.grid,
        step,
        "it finds nothing here",
        finds,
        bench.component.line,
        advice_on_silence(bench.component) or "is a condition too strict?",
    )


def says_why(bench: StrategyBench) -> Fault | None:
    """Its steps have a reason in words."""
    return _first_without(bench, lambda step: not step.reason, "reason", "reason=f'…'")


def says_because(bench: StrategyBench) -> Fault | None:
    """Its steps name the candidates that they rest on, so that a picture shows them."""
    return _first_without(
        bench,
        lambda step: not step.because and not step.placements,
        "because",
        "because=[Candidate(cell, digit), ...]",
    )


def names_true_houses(bench: StrategyBench) -> Fault | None:
    """A house that a step of one digit names has no other place for it, unless the cell has one."""
    for position, trial in bench.fired_on():
        for step, line in _steps(trial):
            fault = _untrue_house(step, position.grid, line)
            if fault is not None:
                return fault
    return None


def _untrue_house(step: Step, grid: Grid, line: int) -> Fault | None:
    if step.eliminations or len(step.placements) != 1 or len(step.houses) != 1:
        return None
    (cell, digit), (house,) = step.placements[0], step.houses
    others = [c for c in house.cells if c != cell and digit in grid.candidates(c)]
    if len(grid.candidates(cell)) == 1 or not others:
        return None
    what = f"{symbol(digit)} can also go to {names(others)}"
    why = f"the step {step.notation(grid.layout)} names {house}, but there {what}"
    return Fault(why, grid, step, line=line, advice="name the house in which it is alone")


def _first_without(
    bench: StrategyBench, lacks: Callable[[Step], bool], what: str, mend: str
) -> Fault | None:
    for _, trial in bench.fired_on():
        for step, line in _steps(trial):
            if lacks(step):
                return Fault(f"its steps have no {what}", line=line, advice=f"add {mend} to Step")
    return None


def beside_ours(bench: StrategyBench) -> Fault | None:
    """It finds what the technique of its name finds, and nothing else."""
    technique = bench.against
    if technique is None:
        bench.demand_true_steps()
        technique = technique_like(bench.component, bench.ours)
    if technique is None:
        return None
    seen = bench.caller.in_time(bench.seen())
    found = compared(bench.caller, technique, seen, bench.ours)
    return comparison_fault(found)


def comparison_fault(found: Comparison) -> Fault | None:
    """What `found` says against the strategy, None where it is the same technique."""
    if found.is_same:
        return None
    if found.extra:
        position, step = found.extra[0]
        claim = f"it finds {step.notation(position.grid.layout)}"
        truth = f"{found.technique.name} does not find that here"
        advice = f"a step of this strategy should follow from a {found.technique.name} alone"
    else:
        position, step = found.missed[0]
        claim = "it does not find this"
        truth = f"{found.technique.name} finds {step.notation(position.grid.layout)}"
        advice = found.advice
    return Fault(found.told, position.grid, step, claim, truth, 0, advice, position.source)


STRATEGY_CHECKS: tuple[Asked, ...] = (
    Asked("named", "it has an id, a name, a score and a level", has_name),
    Asked("in_time", "each call comes to an end, in time", in_time),
    Asked("true", "no step contradicts the solution", over_boards(untrue)),
    Asked("gives_steps", "it gives steps, and raises nothing", over_boards(no_answer)),
    Asked("leaves_board", "it does not change the board", over_boards(board_changed)),
    Asked("changes_something", "every step changes something", over_boards(empty_step)),
    Asked("candidates", "it touches only candidates that are there", over_boards(no_candidate)),
    Asked("same_twice", "asked twice, it gives the same steps", same_twice),
    Asked("turned", "it treats a transformed board like the original", like_the_original),
    Asked("sizes", "it works on the sizes it declares", on_its_sizes),
    Asked("example", "it finds a step on the example it declares", on_its_example),
    Asked("fires", "it finds something", fires),
    Asked("docstring", "it has a docstring", has_docstring, False),
    Asked("reason", "its steps say why", says_why, False),
    Asked("because", "its steps name what they rest on", says_because, False),
    Asked("houses", "its steps name the right house", names_true_houses, False),
    Asked("shown", "it declares an example", has_example, False),
    Asked("quiet", "it does not print", is_quiet, False),
    Asked("other_boards", "it works on every size and kind of board", on_other_boards, False),
    Asked("complete", "it finds what the technique of its name finds", beside_ours, False),
)
"""What is asked of a strategy, in this order; `AGAINST` beside it where that is wanted."""

AGAINST = Asked("against", "it is the technique it is set beside", beside_ours)
