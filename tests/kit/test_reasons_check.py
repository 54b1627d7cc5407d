"""The check `follows`: whether steps follow from what they name, and what is shown if not."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from sudoku_engine import Candidate, GaveUp, Grid, Rejected, Step, Strategy, strategy
from sudoku_engine.api.record import grid_of
from sudoku_engine.testing import Finding, Kit, bundled_kit
from sudoku_plugins.kit.checks.strategy.reasons import Kind, ReasonReader
from sudoku_plugins.kit.examination import checks_of
from sudoku_plugins.kit.finding_text import fault_runs, finding_lines
from sudoku_plugins.kit.findings import PluginReport, finding_as_json
from tests.support.kit import findings_on, technique
from tests.support.techniques import CLASSIC as LAYOUT
from tests.support.techniques import marked


@cache
def small_kit(**more: Any) -> Kit:
    return Kit(bundled_kit().ours, puzzles=4, limit=60, **more)


def naked_pair(because: Callable[..., Any], **more: Callable[..., Any]) -> Strategy:
    """A naked pair whose steps name as reason what `because` makes of its two cells."""

    @strategy("Pair", score=60, level="medium")
    def pair(grid: Grid) -> Iterator[Step]:
        """Two cells of a house hold the same two digits."""
        for house in grid.layout.houses:
            for two in combinations(house.cells, 2):
                digits = grid.candidates(two[0])
                if len(digits) != 2 or grid.candidates(two[1]) != digits:
                    continue
                struck = [
                    Candidate(cell, digit)
                    for cell in house.cells
                    if cell not in two
                    for digit in sorted(digits & grid.candidates(cell))
                ]
                if struck:
                    made = {name: make(grid, house) for name, make in more.items()}
                    named = because(grid, two, struck)
                    yield Step([], struck, named, **{"houses": [house], "reason": "so", **made})

    return pair


def whole(grid: Grid, cells: Any, struck: Any = ()) -> list[Candidate]:
    return [Candidate(cell, digit) for cell in cells for digit in sorted(grid.candidates(cell))]


def finding_on(checked: Strategy, **more: Any) -> Finding:
    """The finding of the check on a strategy, without the checks before it."""
    return findings_on(checked, small_kit(**more), "follows")["follows"]


def half(grid: Grid, cells: Any, struck: Any) -> list[Candidate]:
    return whole(grid, cells[:1])


def test_steps_with_their_whole_reason_follow() -> None:
    finding = finding_on(naked_pair(whole))
    assert finding.ok is True
    assert finding.about.endswith("steps follow from what they name")


def test_one_cell_of_a_pair_is_not_enough_and_a_full_board_shows_it() -> None:
    finding = finding_on(naked_pair(half))
    assert "steps do not follow from what they name, such as" in finding.why
    assert finding.counter is not None
    assert finding.counter.is_solved
    assert finding.step is not None
    assert any(finding.counter.digits[cell] == digit for cell, digit in finding.step.eliminations)
    assert all(
        finding.counter.digit(cell) in {d for c, d in finding.step.grounds if c == cell}
        for cell, _ in finding.step.grounds
    )
    _, _, _, text, *lines = finding_lines(finding, "pair.py")
    assert text.startswith("On the full board on the right all that you name holds as well, and ")
    assert max(map(len, lines)) < 80
    assert len(lines) < 20
    assert grid_of(finding_as_json(finding)["counter"]) == finding.counter


def test_a_front_end_shows_the_full_board_with_the_digits_of_the_step() -> None:
    finding = finding_on(naked_pair(half))
    step, full = finding.step, finding.counter
    assert step is not None
    assert full is not None
    _, shown = fault_runs(PluginReport("pair", "strategy", "Pair", "pair.py", 1), finding)
    rejected = next(event for event in shown if isinstance(event, Rejected))
    cells = {cell for cell, _ in (*step.grounds, *step.eliminations)}
    assert {*rejected.grid.open_cells} == cells
    assert all(rejected.grid.candidates(cell) == {full.digit(cell)} for cell in cells)
    assert rejected.why.startswith("On this full board all that you name holds as well")


@pytest.mark.parametrize(
    ("false", "words"),
    [
        (naked_pair(lambda grid, cells, struck: struck), "name as the reason what they eliminate"),
        (
            naked_pair(whole, houses=lambda grid, house: [grid.layout.rows[0]]),
            "name a house that plays no part",
        ),
        (
            naked_pair(lambda grid, cells, struck: [*whole(grid, cells[:1]), *struck]),
            "do not follow from what they name",
        ),
    ],
)
def test_false_reasons_are_called_what_they_are(false: Strategy, words: str) -> None:
    finding = finding_on(false)
    assert finding.ok is False
    assert words in finding.why
    assert not finding.is_must


def test_reasons_must_be_right_for_an_exercise_and_where_the_check_is_strict() -> None:
    against = finding_on(naked_pair(half), against=technique("naked_pair"))
    assert against.has_failed
    assert "Naked Pair names" in against.advice
    assert finding_on(naked_pair(half), is_strict=True).has_failed


def test_if_the_check_is_strict_nothing_is_only_advice_but_what_no_lesson_asks() -> None:
    def advice(is_compared: bool) -> set[str]:
        every = checks_of("strategy", is_compared, is_strict=True)
        return {each.name for each in every if not each.is_must}

    assert (advice(False), advice(True)) == (set(), {"shown", "other_boards"})


def test_a_strategy_that_names_nothing_has_no_false_reasons() -> None:
    assert finding_on(naked_pair(lambda *_: [], houses=lambda *_: [])).ok is True


# One step


def candidates(*texts: str) -> list[Candidate]:
    """The candidates of ``r1c1:12``: 1 and 2 in r1c1."""
    split = [text.split(":") for text in texts]
    return [Candidate(LAYOUT.cell(cell), int(digit)) for cell, digits in split for digit in digits]


HIDDEN = marked(", ".join(f"r1c{column} 3456789" for column in range(3, 10)))
"""1 and 2 have only r1c1 and r1c2 in row 1."""

HIDDEN_PAIR = Step([], candidates("r1c1:3"), candidates("r1c1:12", "r1c2:12"))


def kind_of(grid: Grid, step: Step, has_one_solution: bool = False) -> Kind | None:
    flaw = ReasonReader(5000, 5000, has_one_solution).flaw(grid, step)
    return flaw and flaw.kind


def test_a_hidden_pair_follows_and_is_asked_to_name_its_house() -> None:
    assert kind_of(HIDDEN, HIDDEN_PAIR) is Kind.NO_HOUSE
    assert kind_of(HIDDEN, HIDDEN_PAIR.replace(houses=[LAYOUT.rows[0]])) is None
    box = [house for house in LAYOUT.houses if house.kind == "box"][:1]
    assert kind_of(HIDDEN, HIDDEN_PAIR.replace(houses=box)) is Kind.WRONG_HOUSE
    assert kind_of(HIDDEN, HIDDEN_PAIR.replace(because=candidates("r1c1:12"))) is Kind.TOO_LITTLE


def test_a_hidden_single_needs_no_reason_but_the_right_house() -> None:
    grid = marked(", ".join(f"r1c{column} 23456789" for column in range(2, 10)))
    step = Step(candidates("r1c1:1"))
    assert kind_of(grid, step) is None
    assert kind_of(grid, step.replace(houses=[LAYOUT.rows[0]])) is None
    assert kind_of(grid, step.replace(houses=[LAYOUT.columns[0]])) is Kind.WRONG_HOUSE
    assert kind_of(grid, Step(candidates("r1c1:2"))) is Kind.NOTHING


def test_a_chain_follows_from_its_links_alone() -> None:
    places = {"r1c1", "r1c5", "r9c1", "r9c6"}
    names = [f"r{row}c{column}" for row in (1, 9) for column in range(1, 10)]
    grid = marked(", ".join(f"{name} 2345678{'1' * (name in places)}" for name in names))
    ends = [candidates(f"{name}:1") for name in ("r1c5", "r1c1", "r9c1", "r9c6")]
    links = [(ends[0], ends[1], True), (ends[1], ends[2], False), (ends[2], ends[3], True)]
    step = Step([], candidates("r8c5:1"), links=links)
    assert kind_of(grid, step) is None
    assert kind_of(grid, step.replace(links=links[:2])) is Kind.TOO_LITTLE


def rectangle(far: str) -> Step:
    """A unique rectangle with three corners of 1 and 2; the fourth is in row `far`."""
    corners = candidates("r1c1:12", "r1c4:12", f"r{far}c1:12")
    return Step([], candidates(f"r{far}c4:1", f"r{far}c4:2"), corners)


def test_a_rectangle_in_two_boxes_follows_if_there_is_one_solution() -> None:
    grid = marked("r1c1 12, r1c4 12, r2c1 12, r2c4 123")
    assert kind_of(grid, rectangle("2"), has_one_solution=True) is None
    assert kind_of(grid, rectangle("2")) is Kind.TOO_LITTLE


def test_a_rectangle_in_four_boxes_does_not_follow_even_then() -> None:
    grid = marked("r1c1 12, r1c4 12, r5c1 12, r5c4 123")
    assert kind_of(grid, rectangle("5"), has_one_solution=True) is Kind.TOO_LITTLE


def test_what_the_budget_does_not_decide_is_not_known() -> None:
    with pytest.raises(GaveUp):
        ReasonReader(1, 1).flaw(
            HIDDEN, HIDDEN_PAIR.replace(because=candidates("r1c1:12", "r2c2:12"))
        )
