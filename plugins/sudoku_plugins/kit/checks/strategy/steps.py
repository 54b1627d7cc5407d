"""Checks of each single answer: it holds steps, each right on its board; and of its pace."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from sudoku_engine import Step, search
from sudoku_engine.board.words import brief, symbol
from sudoku_engine.solving.guard import malformed, objection
from sudoku_plugins.kit import plugin_calls
from sudoku_plugins.kit.advice import advice_on_changes
from sudoku_plugins.kit.boards_with_solutions import Position, puzzles_of, spread
from sudoku_plugins.kit.checks import RAISES
from sudoku_plugins.kit.checks.strategy.subject import (
    PLAIN,
    StrategySubject,
    mean,
    numbers,
    seconds_of,
)
from sudoku_plugins.kit.findings import Check, Finding, NotChecked, NotNeeded, check
from sudoku_plugins.kit.plugin_calls import StrategyAnswer

Rule = Callable[[StrategyAnswer, Sequence[int]], "Finding | None"]
"""A function that returns the fault of an answer on a board with a known solution.

The docstring of a rule says what is right.
"""

ASSUMING = (
    "a technique that needs a board with one solution declares assumes_unique=True in "
    "@strategy(...); all others must be right for every solution"
)
"""Advice for a step that is true for only one of two solutions."""


def no_answer(answer: StrategyAnswer, solution: Sequence[int]) -> Finding | None:
    """It returns steps and raises no error."""
    if answer.why:
        about = RAISES if answer.error else "it does not return a list of steps"
        return Finding(answer.why, answer.grid, line=answer.line, error=answer.error, about=about)
    for step, line in zip(answer.given, answer.lines):
        if not isinstance(step, Step):
            why = malformed(step, answer.grid) or ""
            return Finding(why, answer.grid, line=line, about="what it gives is not a Step")
    return None


def board_changed(answer: StrategyAnswer, solution: Sequence[int]) -> Finding | None:
    """It leaves the board as it is."""
    if not answer.changed:
        return None
    why = f"it changes {answer.changed}, which other strategies look at too"
    return Finding(why, answer.grid, line=answer.line)


def empty_step(answer: StrategyAnswer, solution: Sequence[int]) -> Finding | None:
    """Every step changes something."""
    for step, line in answer.steps_with_lines():
        if not step.placements and not step.eliminations:
            why = "the step has neither placements nor eliminations"
            return Finding(why, answer.grid, step, line)
    return None


def no_candidate(answer: StrategyAnswer, solution: Sequence[int]) -> Finding | None:
    """Its steps touch only candidates that are there."""
    for step, line in answer.steps_with_lines():
        changes = step.placements or step.eliminations
        if changes and (why := objection(step, answer.grid, None)):
            return Finding(why, answer.grid, step, line)
    return None


def untrue(answer: StrategyAnswer, solution: Sequence[int]) -> Finding | None:
    """No step contradicts the solution."""
    grid = answer.grid
    cells = grid.layout.cells
    for step, line in answer.steps_with_lines():
        if malformed(step, grid):
            continue
        wrong = [
            (cell, f"you eliminate {symbol(digit)} from {cells[cell]}")
            for cell, digit in step.eliminations
            if solution[cell] == digit and not grid.digits[cell]
        ] or [
            (cell, f"you place {symbol(digit)} in {cells[cell]}")
            for cell, digit in step.placements
            if solution[cell] != digit and not grid.digits[cell]
        ]
        for cell, claim in wrong:
            why = f"{claim}, but the solution has {symbol(solution[cell])} there"
            return Finding(why, grid, step, line)
    return None


RULES: tuple[Rule, ...] = (no_answer, board_changed, empty_step, untrue, no_candidate)


def first_problem(answer: StrategyAnswer, solution: Sequence[int]) -> tuple[Rule, Finding] | None:
    """Return the first rule that `answer` breaks, with the fault."""
    found = ((rule, rule(answer, solution)) for rule in RULES)
    return next(((rule, finding) for rule, finding in found if finding is not None), None)


def _on_no_board(rule: Rule, name: str, wrong: str) -> Check:
    """Return the check that no answer breaks `rule`, whose docstring says what is right."""

    def look(subject: StrategySubject) -> Finding | None:
        for position, answer in subject.answers():
            finding = rule(answer, position.solution)
            if finding is not None:
                return small_problem(subject, position, rule, finding)
        return None

    look.__doc__ = rule.__doc__
    return check(name, wrong)(look)


def small_problem(
    subject: StrategySubject, position: Position, rule: Rule, finding: Finding
) -> Finding:
    """Return the `finding` on a small board on which the strategy breaks `rule`."""
    solution = position.solution
    small = subject.on_small_board(
        position, finding, lambda grid: rule(subject.answer(grid), solution)
    )
    step, grid = finding.step, position.grid
    if step is not None and not all(step in subject.answer(grid).steps for _ in range(2)):
        return replace(small, advice=advice_on_changes(subject.component))
    board = small.board if position.second_solution and rule is untrue else None
    if board is not None and search.count(board, 2) == 2:
        why = small.why.replace("the solution", "one of the two solutions of this board")
        return replace(small, why=why, advice=ASSUMING)
    return small


ON_EACH_BOARD = (
    _on_no_board(untrue, "true", "a step contradicts the solution"),
    _on_no_board(
        no_answer, "gives_steps", "it raises an error, or it does not return a list of steps"
    ),
    _on_no_board(board_changed, "leaves_board", "it changes the board"),
    _on_no_board(empty_step, "changes_something", "a step changes nothing"),
    _on_no_board(no_candidate, "candidates", "a step touches what is not a candidate"),
)


@check("in_time", "a call does not end as it should")
def in_time(subject: StrategySubject) -> Finding | None:
    """Every call comes back in time.

    It ends at the first wrong step, so that the check that reports this step comes soon.
    """
    for position, answer in subject.answers():
        if untrue(answer, position.solution):
            break
    return None


def demand_right_steps(subject: StrategySubject) -> None:
    """Raise NotChecked if its steps are wrong: further checks would mean nothing."""
    if subject.is_right is None:
        subject.is_right = not any(
            first_problem(answer, position.solution) for position, answer in subject.answers()
        )
    if not subject.is_right:
        raise NotChecked("its steps must be right first")


ONLY_THERE = (
    "on {} boards its steps are right: what in your code holds only there, such as a number of "
    "rows, the shape of a box, or how a cell is called?"
)
"""Advice for a step that is wrong on boards of another size only."""

OTHER_SHAPES = ("diagonals", "jigsaw")  # the groups of boards of 9 rows that have other houses


@check("sizes", "it goes wrong on a size that it declares")
def on_its_sizes(subject: StrategySubject) -> Finding | None:
    """It works on the sizes that it declares."""
    demand_right_steps(subject)
    component = subject.component
    if subject.group is None:
        why = f"its sizes are {brief(component.sizes)}: the kit has no such boards"
        sizes = f"the kit has boards of {numbers(PLAIN)}"
        advice = f"sizes are numbers of rows, such as sizes=[9]; {sizes}"
        return Finding(why, line=component.line, advice=advice)
    groups = [PLAIN[n] for n in PLAIN if PLAIN[n] != subject.group and component.suits(n)]
    return _problem_on(subject, groups)


@check("other_boards", "it does not work on every size and kind of board", is_must=False)
def on_other_boards(subject: StrategySubject) -> Finding | None:
    """It works on every size and kind of board."""
    demand_right_steps(subject)
    component = subject.component
    if component.suits(9):
        finding = _problem_on(subject, OTHER_SHAPES)
        if finding is not None:
            advice = "take houses and peers from grid.layout, then it is right on every board"
            return replace(finding, advice=advice)
    if component.sizes is None:
        return None
    why = f"it is for boards of {numbers(component.sizes)} rows only"
    advice = "with sizes=None and the houses and digits of grid.layout it works on every size"
    return Finding(why, advice=advice)


def _problem_on(subject: StrategySubject, groups: Sequence[str]) -> Finding | None:
    for position, answer in subject.answers_on_other(groups):
        problem = first_problem(answer, position.solution)
        if problem is not None:
            finding = small_problem(subject, position, *problem)
            advice = finding.advice if finding.step is None else ONLY_THERE.format(subject.group)
            why = f"on {position.grid.layout} boards: {finding.why}"
            return replace(finding, why=why, advice=advice)
    return None


SLOW = 0.04  # the seconds for a 9x9 board from which on a strategy may be called slow
TIMES = 100  # how many times slower than ours such a strategy is
SLOWEST = 10  # the part of a kind's boards that counts, the slowest: one in ten
FEWEST = 3  # boards of a kind that decide: one alone may have met other work of the machine
MEASURED = 4  # boards on which ours are measured

KINDS = {"diagonals": "board with diagonals", "jigsaw": "jigsaw board"}


@check("quick", "it is far slower than our techniques", is_must=False)
def is_quick(subject: StrategySubject) -> Finding | None:
    """It is not far slower than our techniques."""
    if not plugin_calls.HAS_PROCESSOR_CLOCK:
        raise NotNeeded("only `plugins check` can measure that, a browser cannot")
    slow, seconds, group = max(
        (
            (_of_slowest(found) / _seconds_for(group), _of_slowest(found), group)
            for group, found in subject.seconds.items()
            if len(found) > FEWEST
        ),
        default=(0.0, 0.0, ""),
    )
    if slow < 1:
        return None
    name, techniques = subject.like_it
    grids = [position.grid for position in spread(puzzles_of(group), MEASURED)]
    ours = mean([seconds_of(techniques, grid) for grid in grids])
    if seconds < TIMES * ours:
        return None
    kind = KINDS.get(group, f"{group} board")
    why = f"it takes {_time(seconds)} for a {kind}; {name} {_time(ours)}"
    advice = "work out before a loop what stays the same in it, and leave it as soon as you can"
    return Finding(why, line=subject.component.line, advice=advice)


def _seconds_for(group: str) -> float:
    """Return the seconds from which a board of the `group` counts as slow, by its candidates."""
    n = puzzles_of(group)[0].grid.layout.n
    return SLOW * max(1.0, (n / 9) ** 3)


def _of_slowest(seconds: Sequence[float]) -> float:
    """Return the mean cost of the most expensive boards but one, which may be chance."""
    counted = sorted(seconds)[:-1]
    return mean(counted[-max(len(counted) // SLOWEST, FEWEST) :])


def _time(seconds: float) -> str:
    """Return `seconds` with one digit, as they differ from run to run.

    >>> _time(0.93), _time(12.4), _time(0.00031)
    ('0.9 s', '10 s', '0.3 ms')
    """
    if seconds < 0.1:
        return f"{float(f'{1000 * seconds:.1g}'):g} ms"
    return f"{float(f'{seconds:.1g}'):g} s"
