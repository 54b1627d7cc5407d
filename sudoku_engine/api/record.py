"""Boards and steps as records for JSON, and back: the only form in which they are saved.

A record is a dict of texts, numbers, lists and dicts. It is complete: the board or step reads back
equal. Nothing in a record is run or trusted; a record that cannot be read raises RecordError.
`event_record` does the same for the events of a run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import House, Layout
from sudoku_engine.board.layout_record import clue_record, layout_in, layout_record
from sudoku_engine.board.notation import candidate_texts, candidates_in
from sudoku_engine.board.step import Branch, Candidate, Link, Step
from sudoku_engine.board.words import symbols
from sudoku_engine.errors import RecordError, SudokuError

if TYPE_CHECKING:
    from sudoku_engine.board.clue import Clue

RECORD = 1
"""The version of the records, those of events included."""

Record = dict[str, Any]
Given = Mapping[str, Any]
P = ParamSpec("P")
Read = TypeVar("Read")


def reads(what: str) -> Callable[[Callable[P, Read]], Callable[P, Read]]:
    """Make a function that reads a record of `what` raise RecordError for anything else."""

    def decorated(read: Callable[P, Read]) -> Callable[P, Read]:
        @wraps(read)
        def reader(*args: P.args, **options: P.kwargs) -> Read:
            try:
                return read(*args, **options)
            except RecordError:
                raise
            except KeyError as error:
                why = f"{error} is missing"
            except SudokuError as error:
                why = error.what
            except (TypeError, ValueError, IndexError, AttributeError) as error:
                why = str(error)
            except (ArithmeticError, RecursionError):
                why = "a number is too large, or it is nested too deep"
            raise RecordError(f"this is not a record of {what}: {why}")

        return reader

    return decorated


def puzzle_record(source: str, grid: Grid, name: str = "") -> Record:
    """Return the beginning of an object about one puzzle: the version, `source`, `name`, board."""
    named = {"name": name} if name else {}
    return {"record": RECORD, "source": source, **named, **grid_record(grid)}


layout_of = reads("a layout")(layout_in)


def grid_record(grid: Grid) -> Record:
    """Return the record of a board: its layout, its digits, and all that is not implied by them."""
    return {
        **layout_record(grid.layout),
        "puzzle": grid.line,
        **difference(grid, Grid(grid.layout, grid.digits)),
    }


@reads("a board")
def grid_of(record: Given) -> Grid:
    """Return the board of a `record`."""
    layout = layout_of(record)
    return with_difference(record, Grid(layout, digits_in(record["puzzle"], layout)))


def digits_in(line: str, layout: Layout) -> list[int]:
    """Return the digits of a `line` with one symbol for each cell of a board of this `layout`."""
    return [("." + layout.signs).index(symbol) for symbol in line]


def difference(grid: Grid, expected: Grid) -> Record:
    """Return the differences of `grid` from the `expected` board with the same digits."""
    found: Record = {}
    if grid.marks != expected.marks:
        found["marks"] = grid.marks
    if grid.given != expected.given:
        found["given"] = [cell.name for cell in grid.layout.cells_in(grid.given)]
    if grid.masks != expected.with_marks(grid.marks).masks:
        found["candidates"] = candidates_by_cell(grid)
    return found


def candidates_by_cell(grid: Grid) -> list[str]:
    """Return the candidates of each cell as one text, empty for filled cells."""
    signs = grid.layout.signs
    return [symbols(grid.candidates(cell), signs) for cell in grid.layout.cells]


def with_difference(record: Given, expected: Grid) -> Grid:
    """Return the `expected` board with the differences in `record`."""
    marks = record.get("marks", expected.marks)
    grid = expected.with_marks(marks)
    given, masks = expected.given, grid.masks
    if "given" in record:
        given = sum({1 << grid.layout.cell(name) for name in record["given"]})
    if "candidates" in record:
        masks = tuple(
            sum({1 << grid.layout.signs.index(symbol) for symbol in text})
            for text in record["candidates"]
        )
    if given == grid.given and masks == grid.masks:
        return grid
    return Grid(grid.layout, grid.digits, masks=masks, given=given, marks=marks)


def step_record(step: Step, layout: Layout) -> Record:
    """Return the record of `step`, with cells, digits and houses as people write them.

    A rejected step may name cells or digits that do not exist; they are written as numbers. Its
    houses and clues of another layout are left out.
    """
    houses = {role: _names(group, layout) for role, group in step.house_roles.items()}
    clues = [clue_record(clue) for clue in step.clues if clue in layout.clues]
    record = {
        "placements": candidate_texts(step.placements, "=", layout),
        "eliminations": candidate_texts(step.eliminations, "<>", layout),
        "because": _role_texts(step.because, layout),
        "houses": houses or _names(step.houses, layout),
        "links": _link_texts(step.links, layout),
        "branches": [
            [branch.title, _role_texts(branch.because, layout), _link_texts(branch.links, layout)]
            for branch in step.branches
        ],
        "pattern": step.pattern,
        "reason": step.reason,
        "difficulty": step.difficulty,
    }
    return {**record, "clues": clues} if clues else record


@reads("a step")
def step_of(record: Given, layout: Layout) -> Step:
    """Return the step of a `record` on a board of this `layout`."""
    houses = record["houses"]
    return Step(
        placements=candidates_in(record["placements"], "=", layout),
        eliminations=candidates_in(record["eliminations"], "<>", layout),
        because=_roles(record["because"], layout),
        houses={role: map(layout.house, names) for role, names in houses.items()}
        if isinstance(houses, Mapping)
        else map(layout.house, houses),
        links=_links(record["links"], layout),
        branches=[
            Branch(title, _roles(because, layout), _links(links, layout))
            for title, because, links in record["branches"]
        ],
        pattern=record["pattern"],
        reason=record["reason"],
        clues=[_clue(clue, layout) for clue in record.get("clues", ())],
        difficulty=record["difficulty"],
    )


def _clue(record: Given, layout: Layout) -> Clue:
    for clue in layout.clues:
        if clue_record(clue) == record:
            return clue
    raise RecordError(f"this board has no clue {record}")


def _names(houses: Iterable[House], layout: Layout) -> list[str]:
    return [house.name for house in houses if house.layout is layout]


def _role_texts(roles: Mapping[str, Iterable[Candidate]], layout: Layout) -> dict[str, list[str]]:
    return {role: candidate_texts(group, ":", layout) for role, group in roles.items()}


def _roles(roles: Mapping[str, Iterable[str]], layout: Layout) -> dict[str, list[Candidate]]:
    return {role: candidates_in(texts, ":", layout) for role, texts in roles.items()}


def _link_texts(links: Iterable[Link], layout: Layout) -> list[list[Any]]:
    return [
        [candidate_texts(a, ":", layout), candidate_texts(b, ":", layout), strong]
        for a, b, strong in links
    ]


def _links(links: Iterable[Any], layout: Layout) -> list[tuple[Any, Any, Any]]:
    return [
        (candidates_in(start, ":", layout), candidates_in(end, ":", layout), strong)
        for start, end, strong in links
    ]
