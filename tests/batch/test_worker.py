"""The rows of a shard: what was found on each puzzle, and what went wrong."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine import Grid
from sudoku_engine.formats.blocks import MANY, PlainBlock, read_blocks
from sudoku_plugins.batch.job import Shard
from sudoku_plugins.batch.tasks import work_here
from sudoku_plugins.fast import compiled
from tests.batch.jobs import ONE, job_of, rows_of
from tests.support.boards import PUZZLE, SOLUTION, board

SOLVED = "1234341221434321"
SEVERAL = "1..............."
NONE = "11.............."
NO_PUZZLE = "no puzzle at all"

RAISES, LIES, DIES = "21..34.....2..1.", "32..14.....3..2.", "42..31.....4..2."


ORDERED = """
from sudoku_engine import strategy

@strategy("Ordered", score=1, level="easy", sizes=None)
def ordered(grid):
    raise ValueError({"naked", "hidden", "locked", "fish", "wing", "chain", "colour", "loop"})
"""


def without_source(rows: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return [row[2:] for row in rows]


def test_verify_counts_and_says_what_is_wrong() -> None:
    rows = rows_of(job_of("verify"), [ONE, SEVERAL, NO_PUZZLE, NONE, SOLVED])
    assert rows[0] == ("p.txt:1", ONE, "ok", None, 1)
    assert rows[2][:3] == ("p.txt:3:1", None, "error")
    assert without_source(rows)[1] == ("ok", "2+ solutions", 2)
    assert without_source(rows)[3:] == [("ok", "1 twice in row 1: r1c1, r1c2", 0), ("ok", None, 1)]


def test_rate_gives_no_level_to_what_is_no_puzzle() -> None:
    rows = without_source(rows_of(job_of("rate"), [ONE, SEVERAL]))
    assert rows[0][:3] == ("ok", None, "easy")
    assert rows[1] == ("ok", "2+ solutions", None, None, None)


def test_solve_has_the_outcome_and_the_counts() -> None:
    ((status, why, solution, outcome, by, n_steps, counts),) = without_source(
        rows_of(job_of("solve"), [board(PUZZLE).line])
    )
    assert (status, why, outcome, by) == ("ok", None, "solved", "strategies")
    assert solution == board(SOLUTION).line
    assert (n_steps, sum(counts.values())) == (51, 51)


def test_solve_says_where_search_had_to_finish_and_found_one_of_several_solutions() -> None:
    ((status, why, _, outcome, by, *_),) = without_source(rows_of(job_of("solve"), [SEVERAL]))
    assert (status, outcome, by) == ("ok", "solved", "search")
    assert why.startswith("strategies stuck after")
    assert why.endswith("this is one of several solutions")


def test_solve_by_search_alone_has_no_steps() -> None:
    rows = without_source(rows_of(job_of("solve", is_search=True), [ONE, NONE]))
    assert rows[0] == ("ok", None, "1234341223414123", "solved", "search", 0, {})
    assert rows[1][:4] == ("ok", "1 twice in row 1: r1c1, r1c2", None, "contradiction")


def test_paths_are_the_records_of_the_steps() -> None:
    (row,) = rows_of(job_of("solve", has_paths=True), ["1234341221434.21"])
    record = json.loads(*row[-1])
    assert (record["number"], record["strategy"]) == (1, "full_house")
    assert record["placements"] == ["r4c2=3"]


def test_copies_have_the_same_canonical_form() -> None:
    rows = rows_of(job_of("canonical"), [ONE, Grid.parse(ONE).line.translate({49: 52, 52: 49})])
    assert rows[0][-1] == rows[1][-1]
    assert rows[0][2:4] == ("ok", None)


def test_each_fault_is_in_its_row_and_the_others_and_the_next_shard_go_on(faulty: str) -> None:
    lines = [ONE, RAISES, LIES, SOLVED, DIES, ONE, ONE]
    rows = without_source(rows_of(job_of("rate", faulty), lines, size=6))
    assert [row[0] for row in rows] == ["ok", "fault", "fault", "ok", "fault", "fault", "ok"]
    assert rows[6] == rows[0]
    assert {row[2] for row in rows} == {"easy"}
    raised, lied, died, after = (rows[index][1] for index in (1, 2, 4, 5))
    assert raised == (
        "faulty.py:10: faulty is at fault: "
        "ValueError: ('helper.py', 'helper', <function fail>) (helper.py, line 2)"
    )
    assert lied.startswith("faulty.py:12: faulty is at fault: ")
    assert died == "faulty.py:14: faulty is at fault: it ends the program (os._exit(7))"
    assert after.startswith("faulty.py:7: faulty sits out after a fault on an earlier puzzle")


def test_the_order_of_sets_is_the_same_in_each_process(tmp_path: Path) -> None:
    plugin = tmp_path / "ordered.py"
    plugin.write_text(ORDERED)
    # Each shard has processes of its own.
    first, second = without_source(rows_of(job_of("rate", str(plugin)), [ONE, ONE], size=1))
    assert first[0] == "fault"
    assert first == second


@pytest.mark.skipif(not compiled.is_available(), reason="needs numba")
@pytest.mark.parametrize(("task", "is_search"), [("verify", False), ("solve", True)])
def test_blocks_have_the_rows_of_their_puzzles(task: str, is_search: bool) -> None:
    lines = [f"{board(PUZZLE).line}\n", "." * 80 + "1\n", "11" + "." * 79 + "\n"] * MANY
    (block,) = read_blocks(["".join(lines)], "p.txt")
    job = job_of(task, is_search=is_search)
    assert isinstance(block, PlainBlock)
    ((_, in_bulk),) = work_here(job, iter([Shard(0, 1, (block,))]))
    few = block.part(0, 3)
    ((_, one_by_one),) = work_here(job, iter([Shard(0, 1, tuple(few.entries()))]))
    for name, values in one_by_one.columns.items():
        assert in_bulk.columns[name][:3] == values
        assert len(in_bulk.columns[name]) == 3 * MANY
