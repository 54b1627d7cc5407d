"""Scenes for the events of a run, and the views that reveal a step, one after another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from types import MappingProxyType

from sudoku_engine.api.event_text import (
    author_text,
    case_words,
    hint_text,
    short_notation,
    step_counts,
)
from sudoku_engine.api.events import (
    Author,
    Ended,
    Event,
    Faulted,
    Found,
    Moved,
    Rejected,
    Started,
    Stepped,
    TakenBack,
    Tried,
)
from sudoku_engine.api.run import Tally
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.masks import mask_of
from sudoku_engine.board.say import Words, say, tell
from sudoku_engine.board.words import sentence
from sudoku_engine.errors import place
from sudoku_frontends.pictures.argument import moves_of, things_in
from sudoku_frontends.pictures.scene import WHOLE, Scene, Stage, StepView

_OUTCOMES = {
    "solved": say("Solved"),
    "stuck": say("Stuck: no strategy finds a step"),
    "contradiction": say("Contradiction"),
    "stopped": say("Stopped"),
}

NOBODY: Mapping[str, Author] = MappingProxyType({})


def scenes_of(events: Sequence[Event]) -> Iterator[Scene]:
    """Yield the scenes of the `events` of one run; a step is on the board before it.

    The first event is `Started`. Each event has one scene; a step has one more for each branch.
    """
    started = next(event for event in events if isinstance(event, Started))
    ended = next((event for event in events if isinstance(event, Ended)), None)
    start = before = started.grid
    found_by = (event.strategy for event in events if isinstance(event, Stepped))
    authors = {author.id: author for author in (*found_by, *started.strategies)}
    tally = Tally(len(start.layout.cells))
    number = 0
    for event in events:
        number += isinstance(event, (Moved, Found))
        if isinstance(event, (Tried, TakenBack)):
            tally.take(event)
        for branch in (*branches_shown(event), None):
            scene = scene_of(
                event,
                before,
                start,
                number=number,
                branch=branch,
                tally=tally if tally.moves else None,
                authors=authors,
            )
            yield with_end(scene, event, ended, authors)
        before = board_after(event, before)


def with_end(
    scene: Scene, event: Event, ended: Ended | None, authors: Mapping[str, Author]
) -> Scene:
    """Return the `scene` with the facts about the run once it has `ended`.

    That is how hard the puzzle is, if `event` is its start; of how many steps `event` is one.
    """
    if isinstance(event, Started) and ended:
        return replace(scene, reason=_rated(ended, authors))
    if not isinstance(event, Stepped):
        return scene
    number = str(event.number)
    if ended:
        number = tell("{number:#} of {all:#}", number=event.number, all=ended.steps)
    return replace(scene, counts=((tell("step"), number), *scene.counts))


def branches_shown(event: Event) -> Sequence[int]:
    """Return the branches of a step, which are shown one after another before its conclusion."""
    return range(len(event.step.branches)) if isinstance(event, Stepped) else ()


def scene_of(
    event: Event,
    before: Grid,
    start: Grid | None = None,
    *,
    number: int = 0,
    stage: Stage = "change",
    branch: int | None = None,
    move: int | None = None,
    tally: Tally | None = None,
    authors: Mapping[str, Author] = NOBODY,
) -> Scene:
    """Return the scene of `event`.

    `before`: the board before it (see `board_after`); `start`: the first board of the run, for
    the progress. `number` counts moves or solutions, whose events have no number of their own.
    `stage`, `branch`, `move`: how much of a step is revealed, see `StepView`.
    `tally`: the counts of a search. `authors`: who found the steps, by id, for their counts at the
    end.
    """
    view = StepView(stage, branch, move)
    return _scene(event, _Moment(before, start or before, number, view, tally, authors))


@dataclass(frozen=True)
class _Moment:
    """The things that a scene depends on besides its event, as in `scene_of`."""

    before: Grid
    start: Grid
    number: int
    view: StepView
    tally: Tally | None
    authors: Mapping[str, Author]


def board_after(event: Event, before: Grid) -> Grid:
    """Return the board after `event`, to show with the next event."""
    if isinstance(event, (Started, Stepped, Moved, Ended)):
        return event.grid
    if isinstance(event, Tried):
        return _with_digit(before, event.cell, event.digit)
    if isinstance(event, TakenBack):
        return _with_digit(before, event.cell, 0)
    return before


def _with_digit(grid: Grid, cell: int, digit: int) -> Grid:
    digits = [*grid.digits[:cell], digit, *grid.digits[cell + 1 :]]
    return Grid(grid.layout, digits, given=grid.given, marks=grid.marks)


@singledispatch
def _scene(event: object, at: _Moment) -> Scene:
    raise TypeError(f"{event!r} is not an event")


@_scene.register
def _(event: Started, at: _Moment) -> Scene:
    return Scene(event.grid, title=tell("The puzzle"), counts=_counts(event.grid), progress=0)


@_scene.register
def _(event: Stepped, at: _Moment) -> Scene:
    step, (stage, branch, move) = event.step, at.view
    words: Words = "" if stage in ("where", "what") else step.said
    title, notation = f"{event.number}. {author_text(event.strategy)}", ""
    if stage == "where":
        title = hint_text(event, "where")
    if branch is not None:
        words = case_words(step, branch)
    elif stage == "change":
        notation = f"{tell(event.strategy.name)}: {short_notation(step, at.before.layout)}"
    return Scene(
        at.before,
        step,
        stage,
        branch,
        move,
        title=title,
        reason=sentence(tell(words)),
        stress=None if move is None else moves_of(step)[move].span,
        named=tuple(things_in(words)),
        notation=notation,
        counts=_counts(at.before),
        progress=_progress(at.before, at.start),
    )


@_scene.register
def _(event: Rejected, at: _Moment) -> Scene:
    step = event.step
    return Scene(
        event.grid,
        step,
        title=_at_fault(event),
        reason=sentence(event.why),
        notation=f"{event.strategy.name}: {short_notation(step, at.before.layout)}",
        counts=_counts(event.grid),
        progress=_progress(event.grid, at.start),
        is_fault=True,
        refuted=event.refuted,
    )


@_scene.register
def _(event: Faulted, at: _Moment) -> Scene:
    return Scene(
        at.before,
        title=_at_fault(event),
        reason=sentence(event.why),
        counts=_counts(at.before),
        progress=_progress(at.before, at.start),
    )


@_scene.register
def _(event: Tried, at: _Moment) -> Scene:
    cell = at.start.layout.cells[event.cell]
    after = board_after(event, at.before)
    title = tell("Search: {cell}={digit}", cell=cell, digit=event.digit)
    return _search_scene(after, at.start, title, at.tally, event.cell)


@_scene.register
def _(event: TakenBack, at: _Moment) -> Scene:
    after = board_after(event, at.before)
    title = tell("Search: {cell} back", cell=at.start.layout.cells[event.cell])
    return _search_scene(after, at.start, title, at.tally, event.cell)


@_scene.register
def _(event: Found, at: _Moment) -> Scene:
    title = tell("Solution {n:#}", n=at.number) if at.number else tell("Solution")
    return _search_scene(event.grid, at.start, title, at.tally)


@_scene.register
def _(event: Moved, at: _Moment) -> Scene:
    pairs = zip(at.before.digits, event.grid.digits)
    moved = mask_of(cell for cell, (old, new) in enumerate(pairs) if old != new)
    title = f"{at.number}. {event.text}" if at.number else event.text
    return Scene(event.grid, title=title, moved=moved, has_candidates=False)


@_scene.register
def _(event: Ended, at: _Moment) -> Scene:
    reasons = [event.why, *event.notes]
    if at.tally:
        reasons.append(_searched(at.tally))
    counts = ((tell("steps"), str(event.steps)),) if event.steps or event.by == "strategies" else ()
    return Scene(
        event.grid,
        title=_end(event, at.tally),
        reason=" ".join(
            filter(None, [sentence("; ".join(filter(None, reasons))), _rated(event, at.authors)])
        ),
        counts=(*counts, *_counts(event.grid)),
        progress=_progress(event.grid, at.start),
        has_candidates=event.by == "strategies",
    )


def _rated(ended: Ended, authors: Mapping[str, Author]) -> str:
    """Return how hard the puzzle of a run that `ended` is, and how many steps each strategy found.

    On HoDoKu's scale, on which a puzzle counts that strategies solved.
    """
    level = say("level {level}, score {score}", level=ended.level, score=f"{ended.score:g}")
    texts = [tell(level) if ended.level else "", step_counts(ended, authors)]
    return " ".join([sentence(text) for text in texts if text])


def _end(event: Ended, tally: Tally | None) -> str:
    """Return the outcome of a run; a list of moves just ends."""
    if event.by == "search" and event.outcome == "stuck":
        return tell("Stuck")
    if event.by == "search" and event.outcome == "stopped" and tally is None:
        return tell("The end")
    return tell(_OUTCOMES[event.outcome])


def _search_scene(
    grid: Grid, start: Grid, title: str, tally: Tally | None, cell: int | None = None
) -> Scene:
    """Return a board in the middle of a search, whose last move was at `cell`."""
    return Scene(
        grid,
        title=title,
        reason=sentence(_searched(tally)) if tally else "",
        counts=_counts(grid),
        progress=_progress(grid, start),
        selected=0 if cell is None else 1 << cell,
        tried=start.boards[0] & ~grid.boards[0],
        has_candidates=False,
    )


def _searched(tally: Tally) -> str:
    moves, backs = tally.moves, tally.backtracks
    return ", ".join(
        [
            tell("{n} move" if moves == 1 else "{n} moves", n=f"{moves:,}"),
            tell("{n} backtrack" if backs == 1 else "{n} backtracks", n=f"{backs:,}"),
        ]
    )


def _counts(grid: Grid) -> tuple[tuple[str, str], ...]:
    return ((tell("open"), str(grid.n_open)),)


def _progress(grid: Grid, start: Grid) -> float:
    """Return how many of the cells that were open at the start are filled, from 0 to 1."""
    return 1 - grid.n_open / start.n_open if start.n_open else 1.0


def _at_fault(event: Faulted | Rejected) -> str:
    author = event.strategy
    where = author.plugin and place(author.plugin, event.line)
    return f"At fault: {author._replace(plugin=where)}"


def step_views(event: Event | None) -> Sequence[StepView]:
    """Return the views of a step in the order in which they appear; all else has one view.

    The branches of a step come one after another, or the moves of its argument, then its whole
    reason, then the change.
    """
    if not isinstance(event, Stepped):
        return [WHOLE]
    branches = [StepView("why", branch) for branch in branches_shown(event)]
    moves = [StepView("why", None, move) for move in range(len(moves_of(event.step)))]
    return [StepView("where"), StepView("what"), *branches, *moves, StepView("why"), WHOLE]
