"""Boards, steps and events as records for JSON, and back: the only form in which they are saved.

A record is a dict of texts, numbers, lists and dicts. It is complete: the board or step reads back
equal. Nothing in a record is run or trusted; a record that cannot be read raises RecordError.

An event reads back equal, except that a `Faulted` loses its exception. The board of an event is
written as its line of digits, and with its candidates only if these do not follow from the board
of the event before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast, get_args

from sudoku_engine.api.events import (
    Author,
    Ended,
    Event,
    Faulted,
    Found,
    Means,
    Moved,
    Outcome,
    Rejected,
    Started,
    Stepped,
    TakenBack,
    Tried,
)
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import House, Layout
from sudoku_engine.board.layout_record import clue_record, layout_in, layout_record
from sudoku_engine.board.notation import candidate_texts, candidates_in, cell_in, cell_text
from sudoku_engine.board.step import Branch, Candidate, Link, Step
from sudoku_engine.board.words import brief, symbols
from sudoku_engine.errors import RecordError, StepError, SudokuError

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


MEANS, OUTCOMES = get_args(Means), get_args(Outcome)


def event_record(event: Event, board: Grid) -> Record:
    """Return the record of `event`; `board` is the last board of an event of the run."""
    if isinstance(event, Stepped):
        return {**step_event_record(event), **_board(event.grid, _after(event.step, board))}
    word, fields = _WRITERS[type(event)]
    return {"event": word, **fields(event, board)}


def step_event_record(event: Stepped) -> Record:
    """Return the record of a step of the loop, without the board, which follows from the step."""
    return {
        "event": "step",
        "number": event.number,
        **_author_fields(event.strategy),
        **step_record(event.step, event.grid.layout),
    }


def _started_fields(event: Started, board: Grid) -> Record:
    strategies = [_author_fields(author) for author in event.strategies]
    return {"record": RECORD, **grid_record(event.grid), "strategies": strategies}


def _fault_fields(event: Faulted | Rejected, board: Grid) -> Record:
    return {**_author_fields(event.strategy), "line": event.line, "why": event.why}


def _rejected_fields(event: Rejected, board: Grid) -> Record:
    return {
        **_fault_fields(event, board),
        "step": step_record(event.step, board.layout),
        "refuted": candidate_texts(event.refuted, ":", board.layout),
        **_board(event.grid, board),
    }


def _ended_fields(event: Ended, board: Grid) -> Record:
    return {
        "outcome": event.outcome,
        "by": event.by,
        **_board(event.grid, board),
        "steps": event.steps,
        "counts": dict(event.counts),
        "seconds": event.seconds,
        "why": event.why,
        "notes": list(event.notes),
        "level": event.level,
        "score": event.score,
    }


_WRITERS: Mapping[type, tuple[str, Callable[[Any, Grid], Record]]] = {
    Started: ("start", _started_fields),
    Tried: (
        "try",
        lambda event, board: {"cell": cell_text(event.cell, board.layout), "digit": event.digit},
    ),
    TakenBack: ("take_back", lambda event, board: {"cell": cell_text(event.cell, board.layout)}),
    Found: ("solution", lambda event, board: _board(event.grid, board)),
    Moved: ("move", lambda event, board: {"text": event.text, **_board(event.grid, board)}),
    Faulted: ("fault", _fault_fields),
    Rejected: ("fault", _rejected_fields),
    Ended: ("end", _ended_fields),
}
"""By class of event, its word, and a function that returns the fields of its record."""


def _author_fields(author: Author) -> Record:
    return {
        "strategy": author.id,
        "name": author.name,
        "plugin": author.plugin,
        "by": author.means,
    }


def _author(record: Given) -> Author:
    by = cast("Means", _one_of(MEANS, record["by"]))
    return Author(record["strategy"], record["name"], record["plugin"], by)


def _one_of(known: Iterable[str], word: str) -> str:
    if word not in known:
        raise ValueError(f"{brief(word)} is not one of {', '.join(known)}")
    return word


def _board(grid: Grid, expected: Grid) -> Record:
    is_full_and_like_it = not grid.boards[0] and (grid.given, grid.marks) == (
        expected.given,
        expected.marks,
    )
    if is_full_and_like_it or grid == expected:
        return {"grid": grid.line}
    return {"grid": grid.line, **difference(grid, _with_line(grid.line, expected))}


def _board_of(record: Given, expected: Grid) -> Grid:
    return with_difference(record, _with_line(record["grid"], expected))


def _with_line(line: str, board: Grid) -> Grid:
    """Return `board` if it has the digits of `line`, or a board like it with these digits."""
    if line == board.line:
        return board
    return Grid(board.layout, digits_in(line, board.layout), given=board.given, marks=board.marks)


def _after(step: Step, board: Grid) -> Grid:
    """Return the board after `step`, or `board` itself if the step cannot be applied."""
    try:
        return board.apply(step)
    except StepError:
        return board


@reads("an event")
def event_of(record: Given, board: Grid | None = None) -> Event:
    """Return the event of a `record`; `board` is the last board of an event of the run."""
    kind = record["event"]
    if kind == "start":
        if record["record"] != RECORD:
            raise RecordError(f"record {record['record']}: this version reads record {RECORD}")
        return Started(grid_of(record), tuple(map(_author, record["strategies"])))
    if board is None:
        raise RecordError("a run begins with the record of the event 'start'")
    return _READERS[_one_of(_READERS, kind)](record, board)


def events_of(records: Iterable[Given]) -> Iterator[Event]:
    """Return the events of the `records` of one run after another."""
    board: Grid | None = None
    for record in records:
        event = event_of(record, board)
        board = getattr(event, "grid", board)
        yield event


def _stepped(record: Given, board: Grid) -> Event:
    step = step_of(record, board.layout)
    after = _after(step, board)
    grid = _board_of(record, after) if "grid" in record else after
    return Stepped(record["number"], _author(record), step, grid)


def _fault(record: Given, board: Grid) -> Event:
    author, why, line = _author(record), record["why"], record["line"]
    if "step" not in record:
        return Faulted(author, why, line)
    step, grid = step_of(record["step"], board.layout), _board_of(record, board)
    refuted = tuple(candidates_in(record["refuted"], ":", board.layout))
    return Rejected(author, step, why, line, grid, refuted)


def _ended(record: Given, board: Grid) -> Event:
    return Ended(
        cast("Outcome", _one_of(OUTCOMES, record["outcome"])),
        cast("Means", _one_of(MEANS, record["by"])),
        _board_of(record, board),
        record["steps"],
        dict(record["counts"]),
        record["seconds"],
        record["why"],
        tuple(record["notes"]),
        record.get("level", ""),
        record.get("score", 0),
    )


_READERS: Mapping[str, Callable[[Given, Grid], Event]] = {
    "step": _stepped,
    "try": lambda record, board: Tried(cell_in(record["cell"], board.layout), record["digit"]),
    "take_back": lambda record, board: TakenBack(cell_in(record["cell"], board.layout)),
    "solution": lambda record, board: Found(_board_of(record, board)),
    "move": lambda record, board: Moved(record["text"], _board_of(record, board)),
    "fault": _fault,
    "end": _ended,
}
