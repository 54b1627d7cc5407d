"""The functions that find all steps on a board, or the next."""

from sudoku_engine import BoardStep, Ended, Engine, Grid, Layout, LoopSettings, Stepped
from sudoku_engine.api.event_text import mistake_text
from sudoku_engine.api.results import StepList
from sudoku_engine.board.say import tell
from sudoku_engine.engine import Places, Strategies, engine_for, warn_of
from sudoku_engine.errors import MistakeError, warn
from sudoku_engine.formats.given import Puzzle, empty_grid, grid_of
from sudoku_engine.solving.guard import count_solutions
from sudoku_engine.solving.loop import Loop
from sudoku_engine.solving.run_state import GAVE_UP
from sudoku_engine.solving.settings import DEFAULTS
from sudoku_plugins.session.survey import survey
from sudoku_plugins.session.workbench import Session


def steps(
    puzzle: Puzzle,
    *,
    strategies: Strategies = None,
    settings: LoopSettings = DEFAULTS,
    layout: Layout | str | None = None,
    plugins: Places | Engine = (),
) -> list[BoardStep]:
    """Return every step that the `strategies` find on `puzzle` as it stands, in their order.

    Only the first of several steps with the same effect is returned. The arguments are those of
    `solve`. Raises PuzzleError for a board with a mistake on it.

    >>> steps("12.. 34.. .... ...1", strategies=["naked_single", "naked_pair"])
    [<Naked Single: r2c4=2>, <Naked Single: r4c2=3>]
    """
    with engine_for(plugins) as engine:
        grid = grid_of(puzzle, layout).with_marks(settings.pencilmarks)
        found = survey(grid, engine.chosen(strategies, settings), settings)
        warn_of(found.faults)
        _check(found.ended)
        for note in found.ended.notes if strategies is not None and not found.steps else ():
            warn(note)
        if found.steps:
            _warn_if_unknown(grid)
        return StepList(BoardStep(each.event, grid, each.n_open) for each in found.steps)


def hint(
    puzzle: Puzzle,
    *,
    strategies: Strategies = None,
    settings: LoopSettings = DEFAULTS,
    layout: Layout | str | None = None,
    plugins: Places | Engine = (),
) -> BoardStep | None:
    """Return the next step on `puzzle`; None if it is solved or no strategy finds a step.

    The arguments are those of `solve`. Raises PuzzleError for a board with a mistake on it.

    >>> step = hint("12.. 34.. ...1 ..2.")
    >>> step.hint("where"), step.placements
    ('Look at row 2, column 3 and box 2.', (r2c3=1,))
    """
    with engine_for(plugins) as engine:
        grid = grid_of(puzzle, layout).with_marks(settings.pencilmarks)
        loop = Loop(engine.chosen(strategies, settings), settings)
        for event in loop.events(grid):
            warn_of([event])
            if isinstance(event, Stepped):
                _warn_if_unknown(grid)
                return BoardStep(event, grid)
            if isinstance(event, Ended):
                _check(event)
                for note in event.notes if strategies is not None else ():
                    warn(note)
        return None


def _warn_if_unknown(grid: Grid) -> None:
    if count_solutions(grid).solutions is None:
        warn(tell(GAVE_UP))


def _check(ended: Ended) -> None:
    if ended.outcome == "contradiction":
        raise MistakeError(mistake_text(ended.why).rstrip("."))


def session(
    puzzle: Puzzle | None = None,
    *,
    strategies: Strategies = None,
    settings: LoopSettings = DEFAULTS,
    layout: Layout | str | None = None,
    has_notes: bool = True,
    plugins: Engine,
) -> Session:
    """Return `puzzle` as a board to work on by hand, with `strategies` as helpers.

    Without a `puzzle` the board is empty. `has_notes`: whether all candidates are shown as
    notes from the beginning. `plugins`: the engine that has them. The other arguments are those of
    `solve`.
    """
    return Session(
        empty_grid(layout) if puzzle is None else grid_of(puzzle, layout),
        strategies=plugins.chosen(strategies, settings),
        settings=settings,
        has_notes=has_notes,
        layout=empty_grid(layout).layout if layout else None,
    )
