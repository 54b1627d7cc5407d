"""Results in files that pandas, DuckDB and pyarrow read, always the same bytes."""

import csv
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine.errors import UsageError
from sudoku_plugins.batch import columns as tables
from sudoku_plugins.batch.columns import FORMATS, TASKS, columns, encoded

STEP = {"strategy": "x_wing", "reason": "r1c2 ⇒ r1c8", "links": [["r1c2:4"], ["r1c8:4"], True]}
SOLVED: dict[str, list[Any]] = {
    "number": [1, 2],
    "source": ["Rätsel.txt:1", "x\udc80:2"],
    "puzzle": ["1.", None],
    "status": ["ok", "error"],
    "why": [None, 'a "word", and more'],
    "solution": ["12", None],
    "outcome": ["solved", None],
    "solved_by": ["strategies", None],
    "n_steps": [3, None],
    "counts": [{"full_house": 2, "x_wing": 1}, None],
    "steps": [[json.dumps(STEP), '{"reason":"\udc80"}'], None],
}
SOLVE = columns("solve", has_paths=True)


def test_json_lines_read_back_equal() -> None:
    text = encoded(SOLVE, SOLVED, "jsonl").decode()
    rows = [json.loads(line) for line in text.splitlines()]
    assert [list(row) for row in rows] == 2 * [[*SOLVE]]
    steps = [[STEP, {"reason": "\udc80"}], None]
    assert {name: [row[name] for row in rows] for name in SOLVED} == {**SOLVED, "steps": steps}


def test_csv_has_maps_as_json_and_a_heading() -> None:
    text = encoded(SOLVE, SOLVED, "csv").decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert json.loads(rows[0]["counts"]) == SOLVED["counts"][0]
    assert json.loads(rows[0]["steps"]) == [STEP, {"reason": "\udc80"}]
    assert rows[1] == {
        **dict.fromkeys(SOLVED, ""),
        "number": "2",
        "source": "x\\udc80:2",
        "status": "error",
        "why": 'a "word", and more',
    }


def test_csv_has_no_formula_for_a_spreadsheet() -> None:
    texts = ["=1+1.txt:1", " @sum:2", "-3.txt:1", "a=b.txt:1"]
    rows = {**dict.fromkeys(SOLVED, 4 * [None]), "source": texts}
    made = list(csv.DictReader(io.StringIO(encoded(SOLVE, rows, "csv").decode())))
    assert [row["source"] for row in made] == ["'=1+1.txt:1", "' @sum:2", "'-3.txt:1", "a=b.txt:1"]


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("format", FORMATS)
def test_the_same_results_are_the_same_bytes(task: str, format: str) -> None:
    if format == "parquet":
        pytest.importorskip("pyarrow")
    values = {name: [None] for name in columns(task)}
    values["number"] = [1]
    assert encoded(columns(task), values, format) == encoded(columns(task), values, format)


def test_parquet_has_the_types_that_people_want(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow.parquet")
    (tmp_path / "00000.parquet").write_bytes(encoded(SOLVE, SOLVED, "parquet"))
    table = pyarrow.read_table(tmp_path)
    assert {field.name: str(field.type) for field in table.schema} == {
        **dict.fromkeys(SOLVED, "string"),
        "number": "int64",
        "n_steps": "int64",
        "counts": "map<string, int32 ('counts')>",
        "steps": "list<element: string>",
    }
    assert table["counts"].to_pylist() == [[("full_house", 2), ("x_wing", 1)], None]
    assert [json.loads(each) for each in table["steps"].to_pylist()[0]] == [
        STEP,
        {"reason": "\udc80"},
    ]
    assert table["source"].to_pylist() == ["Rätsel.txt:1", "x\\udc80:2"]


def test_duckdb_and_pandas_read_it(tmp_path: Path) -> None:
    duckdb, pandas = pytest.importorskip("duckdb"), pytest.importorskip("pandas")
    for number in range(2):
        (tmp_path / f"0000{number}.parquet").write_bytes(encoded(SOLVE, SOLVED, "parquet"))
    steps = duckdb.sql(
        f"SELECT sum(counts['full_house']), any_value(steps[1]->>'strategy') "
        f"FROM '{tmp_path}/*.parquet'"
    )
    assert steps.fetchall() == [(4, "x_wing")]
    frame = pandas.read_parquet(tmp_path)
    assert frame["outcome"].value_counts().to_dict() == {"solved": 2}
    assert dict(frame["counts"][0]) == SOLVED["counts"][0]


def test_without_pyarrow_parquet_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UsageError) as caught:
        tables.writer("parquet")
    assert str(caught.value) == (
        "--format parquet: Parquet needs pyarrow: pip install '.[batch]' in the project's folder, "
        "or --format jsonl"
    )
