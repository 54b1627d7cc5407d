"""A step as a hint, which reveals more and more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from sudoku_engine.api.events import Ended, Stepped
from sudoku_engine.api.short_notation import nets_of_cases, short_notation
from sudoku_engine.board.layout import House, Layout
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import capitalized, listed, sentence, symbol

Depth = Literal["where", "what", "why"]

DEPTHS: tuple[Depth, ...] = ("where", "what", "why")
"""The stages of a hint, each with all before it."""

MOST_HOUSES = 3
"""The number of houses that a person can look at together."""


def hint_text(event: Stepped, depth: Depth) -> str:
    """Return a hint for the step of `event`: where to look, what to look for, or also why."""
    layout = event.grid.layout
    where = _where(event, layout)
    if depth == "where":
        return f"Look at {where}."
    what = f"{event.strategy.name} in {where}"
    if depth == "what":
        return f"Look for: {what}."
    name = f"{event.strategy.name}: {short_notation(event.step, layout)}"
    return "\n".join([name, *why_texts(event.step)])


def case_text(step: Step, place: int) -> str:
    """Return the title of a branch, with its number if it is not the only one."""
    title, number = step.branches[place].title, len(step.branches)
    if number == 1:
        return capitalized(title)
    return f"Case {place + 1} of {number}: {title}"


def why_texts(step: Step) -> list[str]:
    """Return why a step is true, in sentences: its cases, if there are several, and its reason.

    Cases whose nets `short_notation` leaves out tell these.
    """
    places = range(len(step.branches))
    nets = nets_of_cases(step)
    cases = [case_text(step, place) for place in places] if nets or len(places) > 1 else []
    if nets:
        cases = [f"{case}: {net}" for case, net in zip(cases, nets)]
    return [sentence(text) for text in (*cases, step.reason) if text]


def nothing_text(ended: Ended, what: str = "", strategies: Sequence[str] = ()) -> str:
    """Return why a run that `ended` has no step, or no step with `what` it was looked for.

    `strategies`: the only ones that took part, if a person chose them.
    """
    if ended.outcome == "solved":
        return "The board is solved already."
    if ended.outcome == "contradiction":
        return mistake_text(ended.why)
    if strategies:
        return f"There is no step of {listed(strategies, 'or')} on this board{what}."
    return f"No strategy finds a step{what}."


def mistake_text(why: str) -> str:
    """Return that the board cannot be solved, and `why`."""
    return f"There is a mistake on the board: {why}."


def houses_to_look_at(step: Step) -> tuple[House, ...]:
    """Return the houses that say where to begin: those that the step names.

    The cover of a fish would tell too much. Where there are still too many houses, it is the one
    with most of the step's cells, or none if the step has only one digit, which says more.
    """
    houses = _houses(step)
    if len(houses) <= MOST_HOUSES:
        return houses
    if len({digit for _, digit in step.grounds}) == 1:
        return ()
    cells = {cell for cell, _ in step.grounds or (*step.placements, *step.eliminations)}
    return (max(houses, key=lambda house: len(cells.intersection(house.cells))),)


def _houses(step: Step) -> tuple[House, ...]:
    return step.house_roles.get("base") or step.houses


def _where(event: Stepped, layout: Layout) -> str:
    """Return where to begin: the houses, the digit, or the cells of the step."""
    step = event.step
    houses = houses_to_look_at(step)
    if len(_houses(step)) > MOST_HOUSES:
        return f"{houses[0]} and around" if houses else f"the {symbol(step.grounds[0].digit)}s"
    cells = {cell for cell, _ in step.grounds or (*step.placements, *step.eliminations)}
    return listed(houses or (layout.cells[cell].name for cell in sorted(cells)))
