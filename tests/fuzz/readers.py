"""The readers of texts and records, what they are given, and what is wrong with how they do."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from sudoku_engine import Grid, Layout, SudokuError, steps
from sudoku_engine import read as read_file
from sudoku_engine.api.record import event_of, grid_of, grid_record, step_of, step_record
from sudoku_engine.config.yaml_reader import read_text
from sudoku_engine.formats import FORMATS, read, write
from sudoku_plugins.formats.lz_string import compressed
from sudoku_plugins.grading.submissions import Unpacker
from sudoku_plugins.session.board_file import board_in
from tests.support.lines import NINE
from tests.support.paths import BOARDS, EXAMPLES

CORPUS = Path(__file__).parent / "corpus"

SECONDS = 10
"""How long a reader may take for a small text."""

SIGNS = "0123456789.[]{}<>()|+-*=:,;\"'\\/#&\n\r\t\0 \ufeff\u2028éA_?x"

CLUES = f"clues: killer cage 15 r1c12; thermometer r3c3,r2c2\n  anti-knight\n{NINE}"
F_PUZZLES = {
    "size": 4,
    "grid": [[{"value": 1, "given": True}, {}, {}, {"region": 1}], *3 * [[{}, {}, {}, {}]]],
    "killercage": [{"cells": ["R1C1", "R1C2"], "value": "5"}],
    "arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R2C2", "R3C2"]]}],
    "littlekillersum": [{"cell": "R2C5", "direction": "DL", "value": "5"}],
    "quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, 2]}],
    "sandwichsum": [{"cell": "R5C1", "value": "0"}],
    "minimum": [{"cell": "R1C2"}],
    "negative": ["xv"],
    "diagonal+": True,
}
"""A puzzle of f-puzzles with clues of most forms."""

SUDOKU_PAD = {
    "cells": [[{"value": "1"}, {"centremarks": [2, 3]}, {}, {"pencilMarks": [4]}], *[[{}] * 4] * 3],
    "regions": [
        [[r, c + i] for r in (2 * k, 2 * k + 1) for i in (0, 1)] for k in (0, 1) for c in (0, 2)
    ],
    "cages": [
        {"cells": [[0, 0], [0, 1]], "value": "5", "unique": True},
        {"cells": [[3, c] for c in range(4)], "unique": "true", "type": "rowcol", "hidden": True},
        {"value": "title: a puzzle"},
    ],
    "lines": [{"wayPoints": [[0.5, 0.5], [1.5, 1.5]], "color": "#CFCFCF"}],
    "overlays": [{"center": [1, 1.5], "text": "X", "rounded": True}],
    "metadata": {"rules": "Normal sudoku rules apply.", "antiknight": True},
    "global": ["nonconsecutive"],
}
"""A puzzle of SudokuPad with what it has of most kinds."""

ZIPPED = "{ce:[[{v:1},,,],[,,,],[,,,],[,,,]],ca:[{ce:[[0,0],[0,1]],v:5,unique:t}],l:[{c:#0}]}"
"""A puzzle of SudokuPad as it is shortened in addresses."""

READERS: dict[str, Callable[[str], object]] = {
    "puzzles": lambda text: list(read(text.splitlines(keepends=True), "text")),
    "zipped": lambda text: list(
        read([f"https://sudokupad.app/scl{compressed(text)}"], "text")  # so that it is unpacked
    ),
    "yaml": lambda text: read_text(text, "run.yaml"),
    "saved": lambda text: board_in(text.splitlines(), "board.sdk", Layout.of_size(9), "auto"),
    "grid": lambda text: grid_of(json.loads(text)),
    "step": lambda text: step_of(json.loads(text), Grid.parse(NINE).layout),
    "event": lambda text: event_of(json.loads(text)),
    "files": lambda text: _with_file(text, read_file),
    "archives": lambda text: _with_file(text, lambda file: Unpacker(f"{file}s").unpacked(file)),
}
"""By name, the readers."""


def _with_file(text: str, ask: Callable[[Path], object]) -> None:
    """Ask about a file with a byte for each character of `text`."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "class.zip")
        file.write_bytes(text.encode("latin-1", "replace"))
        ask(file)


def _archive(files: Mapping[str, str | bytes], kind: int) -> str:
    """Return a zip archive with these `files`, a character for each byte."""
    stream = BytesIO()
    with ZipFile(stream, "w", kind) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue().decode("latin-1")


@cache
def samples() -> dict[str, list[str]]:
    """Return the texts to begin with, by reader."""
    grid = Grid.parse(NINE)
    boards = [file.read_text(encoding="utf-8")[:600] for file in sorted(BOARDS.glob("*.txt"))]
    found = [json.dumps(step_record(each.step, grid.layout)) for each in steps(grid)]
    handed_in = {"Eve_12345_pair.py": "x = 1\n", "hw/Bob/pair.py": "x = 2\n", "hw/Bob/": ""}
    inner = _archive(handed_in, ZIP_STORED).encode("latin-1")
    sheet = {"[Content_Types].xml": "<Types/>", "xl/worksheets/sheet1.xml": f"<c><v>{NINE}</v></c>"}
    return {
        "puzzles": [
            "https://sudokupad.app/classic53C7E6C195E98E6B8D6D34C8B3C17D2D6B6E28E419C5E8C79",
            f"https://www.sudokuwiki.org/sudoku.htm?bd=S9B{'0a1j' * 40}05",
            *(write(grid, name) for name in FORMATS),
            *boards,
            CLUES,
            json.dumps(F_PUZZLES),
            json.dumps(SUDOKU_PAD),
            f"https://f-puzzles.com/?load={compressed(json.dumps(F_PUZZLES))}",
            f"https://sudokupad.app/scl{compressed(ZIPPED)}",
        ],
        "zipped": [ZIPPED, json.dumps(SUDOKU_PAD)],
        "yaml": [(EXAMPLES / name).read_text() for name in ("classroom.yaml", "grading.yaml")],
        "saved": [f"# colour 1: r1c2:4, r3c2:4\n# notes: r12c3:5\n{write(grid, 'sdk')}"],
        "grid": [json.dumps(grid_record(grid))],
        "step": found,
        "event": [json.dumps({"event": "step", "step": json.loads(each)}) for each in found],
        "files": [
            write(grid, "grid").encode("utf-16").decode("latin-1"),
            *(_archive(sheet, kind) for kind in (ZIP_STORED, ZIP_DEFLATED)),
        ],
        "archives": [
            _archive({**handed_in, "Ann.zip": inner}, kind) for kind in (ZIP_STORED, ZIP_DEFLATED)
        ],
    }


def mutated(text: str, rng: Random) -> str:
    """Return `text` with some parts changed, doubled, moved or cut."""
    for _ in range(rng.randint(1, 6)):
        begin = rng.randint(0, len(text))
        end = min(len(text), begin + rng.choice((0, 1, 2, 9, 81)))
        part = rng.choice(
            (
                "",
                rng.choice(SIGNS) * rng.choice((1, 2, 500)),
                2 * text[begin:end],
                str(rng.random()),
            )
        )
        text = text[:begin] + part + text[end:]
    return text


def complaint(name: str, text: str) -> str:
    """Return what is wrong with how the reader called `name` takes the `text`, if anything."""
    begun = process_time()
    try:
        READERS[name](text)
    except (SudokuError, json.JSONDecodeError):
        pass
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "it takes too long" if process_time() - begun > SECONDS else ""
