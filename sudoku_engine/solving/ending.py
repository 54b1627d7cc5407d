"""The end of a run of the loop: what came of it, the rest by a solver, or an end before a step."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator

from sudoku_engine.api.events import Ended, Event, Means, Outcome, Started, Stepped
from sudoku_engine.api.run import timed
from sudoku_engine.board.say import say, tell
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.guard import STRATEGY_MUST_BE_WRONG, count_solutions, no_solution
from sudoku_engine.solving.run_state import SEVERAL, RunState
from sudoku_engine.solving.settings import HODOKU

GAVE_UP = "the search gave up, so a mistake on the board may not show"


def contradiction(run: RunState) -> str | None:
    """Return why there is no solution, if the strategies have shown it; otherwise None."""
    why = run.grid.contradiction()
    solutions = run.solution_count.solutions
    if why and solutions is None:
        solutions = count_solutions(run.start).solutions
    if solutions == 0:
        return str(no_solution(run.start))
    return why and why + (STRATEGY_MUST_BE_WRONG if solutions else "")


def completed(run: RunState, solver: Component) -> Generator[Event, None, Ended]:
    """Yield the rest of the board, cell by cell, filled by `solver`; return the end of the run."""
    open_cells = run.grid.open_cells
    n_open = len(open_cells)
    stuck = tell(
        "strategies stuck after {steps}, {cells}",
        steps=say("1 step" if run.steps == 1 else "{n:#} steps", n=run.steps),
        cells=say("1 cell open" if n_open == 1 else "{n:#} cells open", n=n_open),
    )
    # A second solution matters only if the number of solutions is unknown.
    known = run.solution_count.solutions
    from sudoku_engine.solving.search_run import complete, search_author  # only here

    done = complete(solver, run.grid, run.start, limit=2 if known is None else 1)
    if done.fault is not None:
        yield done.fault
    if done.outcome == "stuck":
        return ended(run, "stuck", "; ".join([stuck, done.why] if done.why else [stuck]))
    if done.outcome == "contradiction":
        return ended(run, "contradiction", done.why)
    if len(done.solutions) > 1 or known == 2:
        run.notes = [note for note in run.notes if note != tell(SEVERAL)]  # said once
        run.notes.append(tell("this is one of several solutions"))
    author = search_author(solver)
    for cell in open_cells:
        step = Step([Candidate(cell, done.solutions[0].digits[cell])], reason="found by search")
        run.take(author.id, step, run.grid.apply(step))
        yield Stepped(run.steps, author, step, run.grid)
    why = tell("{stuck}; {solver} filled the rest", stuck=stuck, solver=solver.id)
    return ended(run, "solved", why, "search")


def ended(run: RunState, outcome: Outcome, why: str = "", by: Means = "strategies") -> Ended:
    """Return the last event of the `run`."""
    rated = _rated(run) if (outcome, by) == ("solved", "strategies") else ("", 0)
    if run.has_given_up and outcome in ("stuck", "stopped"):
        run.notes.append(tell(GAVE_UP))
    counts, notes = dict(run.counts), tuple(run.notes)
    return Ended(outcome, by, run.grid, run.steps, counts, 0.0, why, notes, *rated)


def _rated(run: RunState) -> tuple[str, float]:
    """Return level and score of the puzzle on HoDoKu's scale, as in `rating`."""
    used = [each for each in run.lineup.strategies if run.counts.get(each.id)]
    nets = run.further_nets
    score = sum((run.counts[each.id] + nets.get(each.id, 0)) * each.score for each in used)
    return HODOKU.level_and_score(score, used, run.start.layout)


_BEFORE = "before the first "


def events_before(events: Iterator[Event], ids: Collection[str]) -> Iterator[Event]:
    """Yield the `events` of a run up to the first step of a strategy with one of these `ids`.

    The run ends on the board before that step, as `stopped`.
    """
    return timed(_events_before(events, ids))


def is_before(ended: Ended) -> bool:
    """Return whether a run `ended` early, as requested."""
    return ended.outcome == "stopped" and ended.why.startswith(_BEFORE)


def _events_before(events: Iterator[Event], ids: Collection[str]) -> Iterator[Event]:
    counts: dict[str, int] = {}
    grid = None
    for event in events:
        if isinstance(event, Stepped):
            strategy = event.strategy
            if strategy.id in ids and grid is not None:
                why, steps = f"{_BEFORE}{strategy.name}", sum(counts.values())
                yield Ended("stopped", "strategies", grid, steps, counts, 0.0, why)
                return
            counts[strategy.id] = counts.get(strategy.id, 0) + 1
        if isinstance(event, (Started, Stepped)):
            grid = event.grid
        yield event
