"""Records of boards, steps and events: what is written reads back equal, in one form everywhere."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sudoku_engine import (
    Author,
    Branch,
    Candidate,
    Ended,
    Event,
    Faulted,
    Found,
    Grid,
    Layout,
    Link,
    Moved,
    Rejected,
    Started,
    Step,
    Stepped,
    TakenBack,
    Tried,
)
from sudoku_engine.api.record import (
    RECORD,
    event_of,
    event_record,
    events_of,
    grid_of,
    grid_record,
    layout_of,
    layout_record,
    step_of,
    step_record,
)
from sudoku_engine.errors import RecordError

JIGSAW = "AABB\nAABB\nCCDD\nCCDD"
CROOKED = "AAAB\nACBB\nCCBD\nCDDD"
LAYOUTS = [
    Layout.named("4x4"),
    Layout.named("6x6"),
    Layout.named("9x9"),
    Layout.named("9x9+diagonals"),
    Layout.named("16x16"),
    Layout.named("25x25"),
    Layout.of_boxes(5, 2),
    Layout.of_boxes(3, 2, diagonals=True),
    Layout.of_regions(JIGSAW),
    Layout.of_regions(CROOKED),
    Layout.of_regions(CROOKED, diagonals=True),
]
SMALL = Layout.named("4x4")
PUZZLE = Grid.parse("12.. 34.. .... ....")
END = Ended("stuck", "search", PUZZLE, 0, {}, 0)


def through_json(record: Any) -> Any:
    """Return the `record` after it was written and read as JSON."""
    return json.loads(json.dumps(record))


def layouts() -> st.SearchStrategy[Layout]:
    return st.sampled_from(LAYOUTS)


def candidates(layout: Layout) -> st.SearchStrategy[Candidate]:
    cells, digits = st.sampled_from(layout.cells), st.sampled_from(layout.digits)
    return st.builds(Candidate, cells, digits)


def several(of: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    return st.lists(of, max_size=3)


def roles(of: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, list[Any]]]:
    return st.dictionaries(st.sampled_from(["cause", "fin", "base", "colour 1", ""]), several(of))


def links(layout: Layout) -> st.SearchStrategy[list[Link]]:
    ends = several(candidates(layout)).map(tuple)
    return several(st.builds(Link, ends, ends, st.booleans()))


def branches(layout: Layout) -> st.SearchStrategy[Branch]:
    return st.builds(Branch, st.text(max_size=5), roles(candidates(layout)), links(layout))


def steps(layout: Layout) -> st.SearchStrategy[Step]:
    some, houses = several(candidates(layout)), st.sampled_from(layout.houses)
    return st.builds(
        Step,
        placements=some,
        eliminations=some,
        because=st.one_of(some, roles(candidates(layout))),
        houses=st.one_of(several(houses), roles(houses)),
        links=links(layout),
        branches=several(branches(layout)),
        pattern=st.text(max_size=5),
        reason=st.text(max_size=5),
        difficulty=st.one_of(st.none(), st.floats(allow_nan=False, allow_infinity=False)),
    )


@st.composite
def grids(draw: Any, layout: Layout) -> Grid:
    """A board, right or wrong, with givens, candidates and marks of its own."""
    digits = [0] * len(layout.cells)
    for cell, digit in draw(st.lists(candidates(layout), max_size=8)):
        digits[cell] = digit
    cells = st.lists(st.sampled_from(layout.cells), max_size=5)
    grid = Grid(
        layout,
        digits,
        given=draw(st.one_of(st.none(), cells.map(lambda some: sum({1 << c for c in some})))),
        marks=draw(st.sampled_from(["auto", "manual"])),
    )
    return grid.apply(Step(eliminations=draw(several(candidates(layout)))))


def authors() -> st.SearchStrategy[Author]:
    words = st.text(max_size=5)
    means: Any = st.sampled_from(["strategies", "search"])
    return st.builds(Author, words, words, st.one_of(st.none(), words), means)


def events(layout: Layout) -> st.SearchStrategy[Event]:
    """An event of any kind, with whatever board."""
    board, author, number = grids(layout), authors(), st.integers(0, 10**6)
    cell, digit = st.sampled_from(layout.cells), st.sampled_from(layout.digits)
    words, seconds = st.text(max_size=5), st.floats(0, 1e6)
    outcomes: Any = st.sampled_from(["solved", "stuck", "contradiction", "stopped"])
    means: Any = st.sampled_from(["strategies", "search"])
    step, some = steps(layout), several(candidates(layout)).map(tuple)
    counts = st.dictionaries(words, number, max_size=3)
    notes = several(words).map(tuple)
    return st.one_of(
        st.builds(Started, board, several(author).map(tuple)),
        st.builds(Stepped, number, author, step, board),
        st.builds(Tried, cell, digit),
        st.builds(TakenBack, cell),
        st.builds(Found, board),
        st.builds(Moved, words, board),
        st.builds(Faulted, author, words, number, st.none()),
        st.builds(Rejected, author, step, words, number, board, some),
        st.builds(Ended, outcomes, means, board, number, counts, seconds, words, notes),
    )


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: f"{layout.name}, {layout.is_jigsaw}")
def test_a_layout_reads_back_as_the_same_object(layout: Layout) -> None:
    assert layout_of(through_json(layout_record(layout))) is layout


@given(st.data())
def test_a_board_reads_back_equal(data: st.DataObject) -> None:
    grid = data.draw(layouts().flatmap(grids))
    assert grid_of(through_json(grid_record(grid))) == grid


@given(st.data())
def test_a_step_reads_back_equal(data: st.DataObject) -> None:
    layout = data.draw(layouts())
    step = data.draw(steps(layout))
    assert step_of(through_json(step_record(step, layout)), layout) == step


@given(st.data())
def test_an_event_reads_back_equal(data: st.DataObject) -> None:
    layout = data.draw(layouts())
    board, event = data.draw(grids(layout)), data.draw(events(layout))
    assert event_of(through_json(event_record(event, board)), board) == event


@example(0, 23)
@given(st.integers(-3, 99), st.integers(-3, 99))
def test_a_step_off_the_board_reads_back_equal(cell: int, digit: int) -> None:
    step = Step([Candidate(cell, digit)])
    assert step_of(through_json(step_record(step, SMALL)), SMALL) == step


def test_a_run_reads_back_event_by_event() -> None:
    author = Author("mine", "Mine", "mine.py")
    step = Step([Candidate(2, 3)], because=[Candidate(2, 3)])
    after = PUZZLE.apply(step)
    run = [
        Started(PUZZLE, (author,)),
        Stepped(1, author, step, after),
        Faulted(author, "it stops", 3),
        Ended("stuck", "strategies", after, 1, {"mine": 1}, 0.25),
    ]
    records = []
    board = PUZZLE
    for event in run:
        records.append(through_json(event_record(event, board)))
        board = getattr(event, "grid", board)
    assert list(events_of(records)) == run
    assert not any("candidates" in record for record in records)


def test_a_step_is_written_as_people_write_it() -> None:
    layout = Layout.named("9x9")
    cell = layout.cell
    step = Step(
        placements=[Candidate(cell("r1c1"), 5)],
        eliminations=[Candidate(cell("r1c2"), 4)],
        because={"on": [Candidate(cell("r1c8"), 4)]},
        houses={"base": [layout.rows[1]], "cover": [layout.columns[4], layout.boxes[2]]},
        links=[([Candidate(cell("r1c2"), 4)], [Candidate(cell("r1c8"), 4)], True)],
        branches=[Branch("if r1c1 is 5", [Candidate(0, 5)])],
        reason="so",
        difficulty=1.5,
    )
    assert step_record(step, layout) == {
        "placements": ["r1c1=5"],
        "eliminations": ["r1c2<>4"],
        "because": {"on": ["r1c8:4"]},
        "houses": {"base": ["row 2"], "cover": ["column 5", "box 3"]},
        "links": [[["r1c2:4"], ["r1c8:4"], True]],
        "branches": [["if r1c1 is 5", {"cause": ["r1c1:5"]}, []]],
        "pattern": "",
        "reason": "so",
        "difficulty": 1.5,
    }


def test_houses_without_roles_are_a_list() -> None:
    assert step_record(Step(houses=[SMALL.rows[0]]), SMALL)["houses"] == ["row 1"]


def test_a_plain_board_is_written_as_its_digits() -> None:
    assert grid_record(PUZZLE) == {"layout": "4x4", "puzzle": "12..34.........."}


def test_the_regions_of_a_jigsaw_are_written_with_its_board() -> None:
    grid = Grid(Layout.of_regions(CROOKED), [0] * 16)
    assert grid_record(grid)["regions"] == ["1112", "1322", "3324", "3444"]


def test_the_start_says_the_version_of_the_records() -> None:
    assert event_record(Started(PUZZLE), PUZZLE)["record"] == RECORD == 1


def read_step(record: Any) -> Step:
    return step_of(record, SMALL)


def on_puzzle(record: Any) -> Event:
    return event_of(record, PUZZLE)


def changed(**changes: Any) -> Any:
    """The record of a step with `changes`."""
    return {**step_record(Step([Candidate(0, 1)]), SMALL), **changes}


@pytest.mark.parametrize(
    ("read", "record", "words"),
    [
        (
            layout_of,
            {"layout": "10x10"},
            "this is not a record of a layout: unknown layout '10x10'",
        ),
        (layout_of, {"layout": "4x4+regions", "regions": ["11"]}, "1 rows of regions"),
        (grid_of, {"layout": "4x4"}, "this is not a record of a board: 'puzzle' is missing"),
        (grid_of, {"layout": "4x4", "puzzle": "12"}, "2 cells: a 4x4 board has 16"),
        (grid_of, {"layout": "4x4", "puzzle": "?" * 16}, "this is not a record of a board"),
        (grid_of, {"layout": 5}, "this is not a record of a layout"),
        (grid_of, None, "this is not a record of a layout"),
        (grid_of, {**grid_record(PUZZLE), "candidates": ["1"]}, "1 cells"),
        (grid_of, {**grid_record(PUZZLE), "marks": "mine"}, "not 'mine'"),
        (read_step, [], "this is not a record of a step"),
        (read_step, {}, "this is not a record of a step: 'houses' is missing"),
        (read_step, changed(placements=["r1c1"]), "this is not a record of a step"),
        (read_step, changed(placements=["r9c1=1"]), "no cell 'r9c1' on a 4x4 board"),
        (read_step, changed(placements="r1c1=1"), "this is not a record of a step"),
        (read_step, changed(houses=["row 9"]), "no house 'row 9' on a 4x4 board"),
        (read_step, changed(links=[[["r1c1:1"]]]), "this is not a record of a step"),
        (read_step, changed(links=[[["r1c1:1"], ["r1c2:1"], "yes"]]), "a link is strong"),
        (read_step, changed(branches=[["so"]]), "this is not a record of a step"),
        (read_step, changed(reason=None), "reason must be text, not None"),
        (read_step, changed(difficulty="hard"), "difficulty must be a number"),
        (event_of, {"event": "end"}, "a run begins with the record of the event 'start'"),
        (event_of, {"event": "start", "record": 2}, "record 2: this version reads record 1"),
        (event_of, {"grid": "1"}, "this is not a record of an event: 'event' is missing"),
        (on_puzzle, {"event": "dance"}, "'dance' is not one of step, try"),
        (on_puzzle, {"event": "try", "cell": "r1c1"}, "'digit' is missing"),
        (on_puzzle, {"event": "solution", "grid": "1"}, "1 cells"),
        (
            on_puzzle,
            {**event_record(Ended("stuck", "search", PUZZLE, 0, {}, 0), PUZZLE), "outcome": "x"},
            "'x'",
        ),
    ],
)
def test_what_is_no_record_is_answered_with_what_is_wrong(
    read: Callable[[Any], object], record: Any, words: str
) -> None:
    with pytest.raises(RecordError) as error:
        read(record)
    assert words in str(error.value)
