"""Help with a board that the user works on: checks, hints, reasons, and words for steps taken."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from sudoku_engine import Candidate, Ended, Event, Faulted, Grid, Rejected, Started, Stepped
from sudoku_engine.api.event_text import Depth, fault_text, hint_text, mistake_text, nothing_text
from sudoku_engine.board.say import tell
from sudoku_engine.errors import MistakeError
from sudoku_engine.solving.guard import count_solutions, givens_alone, no_solution
from sudoku_engine.solving.loop import Loop
from sudoku_plugins.reasons.why import Why, reasoned
from sudoku_plugins.session.survey import Survey, SurveyedStep


class Hint(NamedTuple):
    """A hint.

    `text`: the hint in words. `event`: the step of the hint, if a strategy found one. `faults`:
    strategies that were tried before and failed.
    """

    text: str
    event: Stepped | None = None
    faults: tuple[Faulted | Rejected, ...] = ()


class AllSteps(NamedTuple):
    """All steps on a board, the simplest first.

    `text`: why there are none, in words. `faults`: strategies that were wrong; none of their steps
    counts. `notes`: which strategies sat out.
    """

    steps: tuple[SurveyedStep, ...] = ()
    text: str = ""
    faults: tuple[Faulted | Rejected, ...] = ()
    notes: tuple[str, ...] = ()


def check_board(grid: Grid) -> str:
    """Return whether the board is right so far, in a sentence that reveals no digit."""
    if grid.is_solved:
        return tell("The board is solved.")
    puzzle = givens_alone(grid)
    if why := _mistake(grid, puzzle):
        return why
    known = count_solutions(puzzle)
    if known.solutions == 1:
        return tell(
            "All is right so far, 1 cell is open."
            if grid.n_open == 1
            else "All is right so far, {n:#} cells are open.",
            n=grid.n_open,
        )
    now = count_solutions(grid).solutions
    if now is None:
        return tell("The search for a solution gave up, so it is unknown whether all is right.")
    several = f"{tell(SEVERAL)} " if known.solutions == 2 and grid.given else ""
    return several + tell(
        "The board can be finished in one way."
        if now == 1
        else "The board can be finished in several ways."
    )


def find_last_right(boards: Sequence[Grid]) -> int | None:
    """Return the place of the last of `boards` without a known mistake, if any."""
    places = reversed(range(len(boards)))
    return next(
        (place for place in places if not _mistake(boards[place], givens_alone(boards[place]))),
        None,
    )


def tell_solutions(grid: Grid) -> str:
    """Return how many solutions the board has, in a sentence: none, one, or several."""
    if why := grid.contradiction():
        return tell("There is no solution: {why}.", why=why)
    known = count_solutions(grid).solutions
    if known is None:
        return tell("The search gave up, so the number of solutions is unknown.")
    if known == 1:
        return tell("There is one solution.")
    return tell("There are several solutions." if known else "There is no solution.")


SEVERAL = "The puzzle has several solutions."
GAVE_UP = "The search gave up, so a mistake on the board may not show."


def find_hint(grid: Grid, loop: Loop, if_several: Loop, depth: Depth) -> Hint:
    """Return the next step that the strategies of `loop` find, with the detail of `depth`.

    On a board with a mistake, the hint only says so. If the puzzle has several solutions,
    `if_several` replaces `loop`: other strategies would search long and in vain.
    """
    if why := _mistake(grid, givens_alone(grid)):
        return Hint(why)
    faults: list[Faulted | Rejected] = []
    solutions = count_solutions(givens_alone(grid)).solutions
    text, has_several = "", solutions == 2
    for event in (if_several if has_several else loop).events(grid):
        if isinstance(event, Stepped):
            caution = f"\n{tell(GAVE_UP)}" if solutions is None else ""
            return Hint(hint_text(event, depth) + caution, event, tuple(faults))
        if isinstance(event, (Faulted, Rejected)):
            faults.append(event)
        elif isinstance(event, Ended):
            text = f"{tell(SEVERAL)} " * has_several + nothing_text(event)
    return Hint(text, None, tuple(faults))


def all_steps(grid: Grid, surveys: Iterable[Callable[[], Survey]]) -> AllSteps:
    """Return the steps of the first of `surveys` of `grid` that finds any.

    On a board with a mistake, the result only says so; with several solutions, only the first
    survey is tried.
    """
    if why := _mistake(grid, givens_alone(grid)):
        return AllSteps(text=why)
    for survey in surveys:
        steps, faults, ended = survey()
        has_several = count_solutions(givens_alone(grid)).solutions == 2
        if steps or has_several:
            break
    text = "" if steps else f"{tell(SEVERAL)} " * has_several + nothing_text(ended)
    return AllSteps(steps, text, faults, ended.notes)


def explain(grid: Grid, candidate: Candidate | None, budget: int | None = None) -> Why:
    """Return why `candidate` can be eliminated; raises PuzzleError for a board with a mistake."""
    if why := _mistake(grid, givens_alone(grid)):
        raise MistakeError(why.rstrip("."))
    return reasoned(grid, (), [] if candidate is None else [candidate], budget)


def _mistake(grid: Grid, puzzle: Grid) -> str | None:
    """Return the mistake on the board, without revealing a digit; None if none is known.

    The user's digits and notes are compared with the one solution of the `puzzle`; if it has
    several, the board must still have a solution.
    """
    why = grid.repetition() or _contradiction(grid, puzzle)
    return mistake_text(why) if why else None


def _contradiction(grid: Grid, puzzle: Grid) -> str | None:
    known = count_solutions(puzzle)
    solution = known.solution
    if known.solutions == 0:
        return tell(no_solution(puzzle))
    if solution is None:
        return tell("it cannot be finished") if count_solutions(grid).solutions == 0 else None
    wrong = sum(digit not in (0, truth) for digit, truth in zip(grid.digits, solution))
    if wrong:
        return tell("1 digit is wrong" if wrong == 1 else "{n:#} digits are wrong", n=wrong)
    lacking = sum(not grid.masks[cell] >> solution[cell] - 1 & 1 for cell in grid.open_cells)
    if lacking:
        return tell(
            "1 cell is without the right candidate"
            if lacking == 1
            else "{n:#} cells are without the right candidate",
            n=lacking,
        )
    return None


How = Literal["step", "pass", "fixpoint"]
"""How far a strategy goes: one step, one pass over the board, or until nothing changes."""


class Applied(NamedTuple):
    """The work of strategies on a board.

    `steps`: the number of steps. `faults`: strategies that failed or found a wrong step. `text`:
    all of it in words.
    """

    steps: int
    faults: tuple[Faulted | Rejected, ...]
    text: str


def up_to_first_step(events: Iterator[Event]) -> Iterator[Event]:
    """Yield the `events` up to and including the first step."""
    for event in events:
        yield event
        if isinstance(event, Stepped):
            return


def summary(events: Sequence[Event]) -> Applied:
    """Return the steps and faults in `events`, counted and in words."""
    faults = tuple(event for event in events if isinstance(event, (Faulted, Rejected)))
    counts = Counter(event.strategy.name for event in events if isinstance(event, Stepped))
    steps = [
        f"{tell(name)}: {tell('1 step' if count == 1 else '{n:#} steps', n=count)}"
        for name, count in counts.items()
    ]
    texts = [", ".join(steps)] if steps else []
    texts += [fault_text(fault) for fault in faults]
    if not texts:
        called = [
            each for event in events if isinstance(event, Started) for each in event.strategies
        ]
        one = (
            tell("{technique} finds nothing", technique=called[0].name) if len(called) == 1 else ""
        )
        texts.append(one or tell("no strategy finds a step"))
    for event in events:
        if isinstance(event, Ended):
            if event.outcome in ("contradiction", "stopped"):
                # Naming the wrong cell would be a hint.
                is_unsolvable = event.why.startswith("no solution")
                texts.append(tell("the board has no solution" if is_unsolvable else event.why))
            texts += map(tell, event.notes)
    return Applied(sum(counts.values()), faults, "; ".join(texts))
