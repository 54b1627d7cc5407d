"""Scenes for the events of a run, and the views that reveal a step, one after another."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import singledispatch
from types import MappingProxyType
from typing import Any, NamedTuple

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
        branches = range(len(event.step.branches)) if isinstance(event, Stepped) else ()
        number += isinstance(event, (Moved, Found))
        if isinstance(event, (Tried, TakenBack)):
            tally.take(event)
        for branch in (*branches, None):
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


class _Moment(NamedTuple):
    """The things that a scene depends on besides its event, as in `scene_of`."""

    before: Grid
    start: Grid
    number: int
    view: StepView
    tally: Tally | None
    authors: Mapping[str, Author]

    def scene(self, grid: Grid, **parts: Any) -> Scene:
        """Return the scene of `grid`, with the number of its open cells and the progress."""
        start = self.start.n_open
        progress = 1 - grid.n_open / start if start else 1.0
        return Scene(grid, counts=((tell("open"), str(grid.n_open)),), progress=progress, **parts)

    def search_scene(self, grid: Grid, title: str, cell: int | None = None) -> Scene:
        """Return a board in the middle of a search, whose last move was at `cell`."""
        return self.scene(
            grid,
            title=title,
            reason=sentence(_searched(self.tally)) if self.tally else "",
            selected=0 if cell is None else 1 << cell,
            tried=self.start.boards[0] & ~grid.boards[0],
            has_candidates=False,
        )


def board_after(event: Event, before: Grid) -> Grid:
    """Return the board after `event`, to show with the next event."""
    if isinstance(event, (Started, Stepped, Moved, Ended)):
        return event.grid
    if isinstance(event, (Tried, TakenBack)):
        digits = [*before.digits]
        digits[event.cell] = event.digit if isinstance(event, Tried) else 0
        return Grid(before.layout, digits, given=before.given, marks=before.marks)
    return before


@singledispatch
def _scene(event: object, at: _Moment) -> Scene:
    raise TypeError(f"{event!r} is not an event")


@_scene.register
def _(event: Started, at: _Moment) -> Scene:
    return replace(at.scene(event.grid, title=tell("The puzzle")), progress=0)


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
    return at.scene(
        at.before,
        step=step,
        **at.view._asdict(),
        title=title,
        reason=sentence(tell(words)),
        stress=None if move is None else moves_of(step)[move].span,
        named=tuple(things_in(words)),
        notation=notation,
    )


@_scene.register(Faulted)
@_scene.register(Rejected)
def _(event: Faulted | Rejected, at: _Moment) -> Scene:
    author = event.strategy
    where = author.plugin and place(author.plugin, event.line)
    title = f"At fault: {author._replace(plugin=where)}"
    if isinstance(event, Faulted):
        return at.scene(at.before, title=title, reason=sentence(event.why))
    return at.scene(
        event.grid,
        step=event.step,
        title=title,
        reason=sentence(event.why),
        notation=f"{author.name}: {short_notation(event.step, at.before.layout)}",
        is_fault=True,
        refuted=event.refuted,
    )


@_scene.register(Tried)
@_scene.register(TakenBack)
def _(event: Tried | TakenBack, at: _Moment) -> Scene:
    cell = at.start.layout.cells[event.cell]
    title = tell("Search: {cell} back", cell=cell)
    if isinstance(event, Tried):
        title = tell("Search: {cell}={digit}", cell=cell, digit=event.digit)
    return at.search_scene(board_after(event, at.before), title, event.cell)


@_scene.register
def _(event: Found, at: _Moment) -> Scene:
    title = tell("Solution {n:#}", n=at.number) if at.number else tell("Solution")
    return at.search_scene(event.grid, title)


@_scene.register
def _(event: Moved, at: _Moment) -> Scene:
    pairs = zip(at.before.digits, event.grid.digits)
    moved = mask_of(cell for cell, (old, new) in enumerate(pairs) if old != new)
    title = f"{at.number}. {event.text}" if at.number else event.text
    return Scene(event.grid, title=title, moved=moved, has_candidates=False)


@_scene.register
def _(event: Ended, at: _Moment) -> Scene:
    reasons = [event.why, *event.notes, _searched(at.tally) if at.tally else ""]
    told = sentence("; ".join(filter(None, reasons)))
    scene = at.scene(
        event.grid,
        title=_end(event, at.tally),
        reason=" ".join(filter(None, [told, _rated(event, at.authors)])),
        has_candidates=event.by == "strategies",
    )
    if not (event.steps or event.by == "strategies"):
        return scene
    return replace(scene, counts=((tell("steps"), str(event.steps)), *scene.counts))


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


def _searched(tally: Tally) -> str:
    moves, backs = tally.moves, tally.backtracks
    return ", ".join(
        [
            tell("{n} move" if moves == 1 else "{n} moves", n=f"{moves:,}"),
            tell("{n} backtrack" if backs == 1 else "{n} backtracks", n=f"{backs:,}"),
        ]
    )


def step_views(event: Event | None) -> Sequence[StepView]:
    """Return the views of a step in the order in which they appear; all else has one view.

    The branches of a step come one after another, or the moves of its argument, then its whole
    reason, then the change.
    """
    if not isinstance(event, Stepped):
        return [WHOLE]
    branches = [StepView("why", branch) for branch in range(len(event.step.branches))]
    moves = [StepView("why", None, move) for move in range(len(moves_of(event.step)))]
    return [StepView("where"), StepView("what"), *branches, *moves, StepView("why"), WHOLE]
