"""All steps that strategies find on a board as it stands."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, Union

from sudoku_engine import Author, Ended, Faulted, Grid, Layout, LoopSettings, Rejected, Stepped
from sudoku_engine.board.bounded_cache import bounded_cache
from sudoku_engine.board.masks import bits
from sudoku_engine.board.say import tell
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.loop import Loop


class SurveyedStep(NamedTuple):
    """A step that a strategy finds on the board."""

    event: Stepped
    """The step and its strategy; `number` counts the steps of the survey."""
    n_open: int
    """The number of open cells after the step and all singles that follow."""

    @property
    def outlook(self) -> str:
        """The result of the step, in words: ``then 17 open``."""
        return tell("then {n:#} open", n=self.n_open) if self.n_open else tell("then solved")


class Twin(NamedTuple):
    """A further strategy that finds a step with the effect of an earlier one."""

    number: int
    """The number of the earlier step."""
    strategy: Author
    """The strategy."""


SurveyPart = Union[SurveyedStep, Twin, Faulted, Rejected, Ended]
"""A part of a survey: what was found, what failed, and the end."""


class Survey(NamedTuple):
    """All steps on a board."""

    steps: tuple[SurveyedStep, ...]
    """The steps in the order of trial; only the first of several steps with the same effect."""
    faults: tuple[Faulted | Rejected, ...]
    """The faults of strategies that failed or found a wrong step; none of their steps count."""
    ended: Ended
    """Messages: why a board with a contradiction has no steps, and which strategies sat out."""


def survey(grid: Grid, strategies: Sequence[Component], settings: LoopSettings) -> Survey:
    """Return all steps that the `strategies` find on `grid`."""
    found = [*surveying(grid, strategies, settings)]
    ended = found[-1]
    assert isinstance(ended, Ended)
    return Survey(
        tuple([each for each in found if isinstance(each, SurveyedStep)]),
        tuple([each for each in found if isinstance(each, (Faulted, Rejected))]),
        ended,
    )


def surveying(
    grid: Grid,
    strategies: Sequence[Component],
    settings: LoopSettings,
) -> Iterator[SurveyPart]:
    """Yield the parts of a survey of `grid` as they are found, in order of trial; `Ended` last."""
    loop = Loop(strategies, replace(settings, is_survey=True))
    numbers: dict[object, int] = {}
    finders: set[tuple[int, str]] = set()
    # If singles solve the board, they also solve it after every true step.
    is_easy = settings.guard and not open_after_singles(grid)
    for event in loop.events(grid):
        if isinstance(event, Stepped):
            step, known = event.step, len(numbers)
            number = numbers.setdefault(step.effect, known + 1)
            if number > known:
                n_open = 0 if is_easy else open_after_singles(grid.apply(step))
                yield SurveyedStep(event._replace(number=number), n_open)
            elif (number, event.strategy.id) not in finders:
                yield Twin(number, event.strategy)
            finders.add((number, event.strategy.id))
        elif isinstance(event, (Faulted, Rejected, Ended)):
            yield event


def open_after_singles(grid: Grid) -> int:
    """Return how many cells are open after all naked and hidden singles, or at a contradiction."""
    boards = list(grid.boards)
    layout = grid.layout
    while placed := _singles(boards, layout):
        filled = 0
        for cell, digit in placed:
            if not boards[digit] >> cell & 1:
                return (boards[0] & ~filled).bit_count()
            filled |= 1 << cell
            boards[digit] &= ~layout.peer_masks[cell]
        boards = [board & ~filled for board in boards]
    return boards[0].bit_count()


def _singles(boards: Sequence[int], layout: Layout) -> list[tuple[int, int]]:
    once = more = 0
    for board in boards[1:]:
        more |= once & board
        once |= board
    alone = once & ~more
    placed: dict[int, int] = {}
    for digit in layout.digits:
        board = boards[digit]
        placed.update(dict.fromkeys(bits(board & alone | _only_places(board, layout)), digit))
    return list(placed.items())


@bounded_cache(lambda _: 200)
def _only_places(board: int, layout: Layout) -> int:
    only = 0
    for house in layout.houses:
        places = board & house.mask
        if places.bit_count() == 1:
            only |= places
    return only
