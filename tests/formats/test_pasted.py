"""Puzzles as people paste them: dressed in other ways, they are read, or there is one message."""

from collections.abc import Callable
from random import Random

import pytest

from sudoku_engine import FormatError, Grid
from sudoku_engine.formats.cells import Entry
from sudoku_engine.formats.reading import read
from sudoku_engine.search import solutions
from sudoku_plugins.checkers.symmetry.transformation import Transformation
from tests.support.lines import NINE

Rows = list[str]
Dress = Callable[[Rows, Random], Rows]


def boxed(row: str, between: str) -> str:
    return between.join(" ".join(row[at : at + 3]) for at in (0, 3, 6))


DRESSES: dict[str, Dress] = {
    "quoted": lambda rows, _: [f"> {row}" for row in rows],
    "twice quoted": lambda rows, _: [f">> {row}" for row in rows],
    "bold": lambda rows, _: [f"**{boxed(row, ' ')}**" for row in rows],
    "dashes": lambda rows, _: [
        line
        for at, row in enumerate(rows)
        for line in [*(["\u2014" * 20] if at in (3, 6) else []), boxed(row, " | ")]
    ],
    "stars between": lambda rows, _: [boxed(row, " * ").replace("0", ".") for row in rows],
    "behind": lambda rows, rng: [
        f"{row}  {rng.choice(['[ok]', '<- here', '// c'])}" for row in rows
    ],
    "titled": lambda rows, _: ["Grid 01", *rows],
    "said": lambda rows, _: ["Can somebody solve the following sudoku?", *rows, "Thank you all!"],
    "numpy": lambda rows, _: [
        ("[[" if at == 0 else " [") + " ".join(row) + ("]]" if at == 8 else "]")
        for at, row in enumerate(rows)
    ],
    "floats": lambda rows, _: [
        ("[[" if at == 0 else " [") + " ".join(f"{c}." for c in row) + ("]]" if at == 8 else "]")
        for at, row in enumerate(rows)
    ],
    "python": lambda rows, _: [
        "board = [",
        *(f"    [{', '.join(row)}]," for row in rows),
        "]",
    ],
    "strings": lambda rows, _: ["grid = (", *(f'    "{row}"' for row in rows), ")"],
    "none": lambda rows, _: [
        "[",
        *(f"[{', '.join(row)}],".replace("0", "None") for row in rows),
        "]",
    ],
    "C": lambda rows, _: [
        "int board[9][9] = {",
        *(f"  {{{','.join(row)}}}," for row in rows),
        "};",
    ],
    "Markdown": lambda rows, _: [
        line
        for at, row in enumerate(rows)
        for line in [
            "| " + " | ".join(row.replace("0", " ")) + " |",
            *(["|" + "---|" * 9] if at == 0 else []),
        ]
    ],
    "HTML": lambda rows, _: [
        "<table>",
        *(
            "<tr>" + "".join(f"<td>{'&nbsp;' if c == '0' else c}</td>" for c in row) + "</tr>"
            for row in rows
        ),
        "</table>",
    ],
    "BBCode": lambda rows, _: ["[code]", *(boxed(row, " | ") for row in rows), "[/code]"],
    "full width": lambda rows, _: [
        "".join(chr(0xFF10 + int(c)) if c != "0" else "." for c in row) for row in rows
    ],
    "named": lambda rows, _: [f"r{at} {boxed(row, ' ')}" for at, row in enumerate(rows, 1)],
    "label": lambda rows, _: [f"Puzzle: {''.join(rows)}"],
}


def dressed(grid: Grid, name: str, rng: Random) -> Rows:
    line = grid.line.replace(".", "0")
    return DRESSES[name]([line[at : at + 9] for at in range(0, 81, 9)], rng)


def found_in(rows: Rows) -> list[Entry | FormatError]:
    return [*read("\n".join(rows).splitlines(), "p.txt")]


@pytest.mark.parametrize("name", DRESSES)
def test_a_dressed_puzzle_is_read(name: str) -> None:
    grid = Grid.parse(NINE)
    [entry] = found_in(dressed(grid, name, Random(name)))
    assert isinstance(entry, Entry), entry
    assert entry.grid.digits == grid.digits


@pytest.mark.parametrize("name", DRESSES)
def test_a_damaged_row_is_one_message(name: str) -> None:
    rng = Random(name)
    rows = dressed(Grid.parse(NINE), name, rng)
    place = max(range(len(rows)), key=lambda at: sum(map(str.isdigit, rows[at])))
    last = max(at for at, sign in enumerate(rows[place]) if sign.isdigit())
    rows[place] = f"{rows[place][:last]}q{rows[place][last + 1 :]}"
    [error] = found_in(rows)
    assert isinstance(error, FormatError)


def test_marks_are_no_candidates() -> None:
    grid = next(solutions(Grid.parse(NINE)))
    cells = [str(digit) for digit in grid.digits]
    # Cells of row 1 that lose their digit get it back as one of two candidates, with marks.
    pairs = {at: "".join(sorted({cells[at], cells[(at + 1) % 9]})) for at in range(9)}
    marked = [
        f"#{pairs[0]}",
        f"*{pairs[1]}",
        f"{pairs[2]}*",
        f"d{pairs[3]}",
        f"({pairs[4][0]}){pairs[4][1]}",
        f"{pairs[5][0]}-{pairs[5][1]}",
        f"{pairs[6][0]}+{pairs[6][1]}",
        f"a[{pairs[7][0]}]{pairs[7][1]}",
        f"-{pairs[8]}",
    ]
    rows = [f"| {' '.join(marked)} |", *(" ".join(cells[at : at + 9]) for at in range(9, 81, 9))]
    [entry] = found_in(rows)
    assert isinstance(entry, Entry), entry
    for at in range(9):
        assert {str(d) for d in range(1, 10) if entry.grid.masks[at] >> d - 1 & 1} <= {*pairs[at]}


def test_a_list_under_headings_has_names_and_no_errors() -> None:
    rows = [NINE[at : at + 9] for at in range(0, 81, 9)]
    found = found_in(["Grid 01", *rows, "Grid 02", *rows])
    assert [each.name for each in found if isinstance(each, Entry)] == ["Grid 01", "Grid 02"]
    assert len(found) == 2


@pytest.mark.parametrize(
    "count",
    [pytest.param(100, id="some"), pytest.param(2000, marks=pytest.mark.thorough, id="many")],
)
def test_turned_texts_are_read_or_get_one_message(count: int) -> None:
    rng = Random("pasted")
    grid = Grid.parse(NINE)
    for number in range(count):
        turned = Transformation.random(rng, grid.layout).grid(grid)
        name = rng.choice([*DRESSES])
        rows = dressed(turned, name, rng)
        if is_damaged := rng.random() < 0.5:
            at = rng.randrange(len(rows))
            spot = rng.randrange(len(rows[at]))
            rows[at] = rows[at][:spot] + rng.choice(["", "x", " ", "5"]) + rows[at][spot + 1 :]
        found = found_in(rows)
        if is_damaged:
            errors = [each for each in found if isinstance(each, FormatError)]
            assert len(found) - len(errors) < 2, (number, name, rows, found)
            assert len(errors) < 2, (number, name, rows, found)
        else:
            [each] = found
            assert isinstance(each, Entry), (number, name, rows, each)
            assert each.grid.digits == turned.digits, (number, name, rows)
