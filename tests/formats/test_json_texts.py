"""Puzzles in JSON: our own records, and lists as programs print them."""

import json

import pytest

from sudoku_engine import Candidate, Grid, Layout, Step
from sudoku_engine.api.record import grid_record
from sudoku_engine.formats import parse
from sudoku_engine.formats.reading import read
from tests.support.texts import LINE

ROWS = [LINE[i : i + 9] for i in range(0, 81, 9)]
DIGITS = [[int(symbol) if symbol.isdigit() else 0 for symbol in row] for row in ROWS]


def lines(text: str) -> list[str]:
    """The puzzles and errors of a text, in short."""
    found = read(text.splitlines(), "t", None, "auto")
    return [each.grid.line if hasattr(each, "grid") else str(each) for each in found]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(DIGITS),
        json.dumps(DIGITS, indent=2),
        str(DIGITS).replace("0", "None"),
        str([tuple(row) for row in DIGITS]),
        json.dumps([symbol for row in DIGITS for symbol in row]),
        json.dumps(ROWS),
        json.dumps([LINE]),
        json.dumps([[symbol.replace(".", "") for symbol in row] for row in ROWS]),
        json.dumps({"puzzle": LINE, "solution": LINE}),
        json.dumps({"puzzle": DIGITS}),
    ],
)
def test_lists_and_objects_are_read(text: str) -> None:
    assert lines(text) == [LINE.replace("0", ".")]
    assert lines(f"{text}\n{LINE}\n") == 2 * [LINE.replace("0", ".")]


@pytest.mark.parametrize(
    "grid",
    [
        Grid.parse(LINE),
        Grid.parse("12.. 34.. .... ....").apply(Step(eliminations=[Candidate(2, 3)])),
        Grid.parse("12.. 34.. .... ....").apply(Step([Candidate(2, 3)])),
        Grid.parse("1...............", Layout.named("4x4+diagonals")),
        Grid.parse("1...............", Layout.of_regions("1112\n1222\n3334\n3444")),
        Grid(Layout.of_boxes(2, 5), [0] * 100),
    ],
    ids=repr,
)
def test_a_record_of_ours_reads_back_equal(grid: Grid) -> None:
    assert parse(json.dumps({"record": 1, "source": "a:1", **grid_record(grid)})) == grid


def test_of_the_events_of_a_run_only_the_start_is_a_puzzle() -> None:
    start = {"event": "start", "index": 1, **grid_record(Grid.parse(LINE))}
    step = {"event": "step", "number": 1, "placements": ["r1c1=5"], "grid": LINE}
    assert len(lines(f"{json.dumps(start)}\n{json.dumps(step)}\n")) == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"a": 1}', 't:1: an object without "puzzle": its cells in one text'),
        ("[[[", "t:1: this JSON holds no puzzle"),
        ('{"puzzle": "12"}', "t:1: 2 cells"),
        ('{"puzzle": 5}', "t:1: this JSON holds no puzzle"),
        (f'{{"layout": "5x5", "puzzle": "{LINE}"}}', "t:1: unknown layout '5x5'"),
        ("[[1, 2, 3, 9], [], [], []]", "t:1: "),
    ],
)
def test_json_without_a_puzzle_says_what_is_missing(text: str, why: str) -> None:
    told, puzzle = lines(f"{text}\n\n{LINE}\n") if text != "[[[" else (*lines(text), LINE)
    assert told.startswith(why)
    assert puzzle.replace("0", ".") == LINE.replace("0", ".")
