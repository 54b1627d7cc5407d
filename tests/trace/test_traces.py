"""Traces: which line lets a step go, where a wrong one comes from, and what is left out."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine import Candidate, Grid, Step
from sudoku_engine.plugins.registry import Registry
from sudoku_plugins.kit.findings import Finding
from sudoku_plugins.kit.kit import bundled_kit
from sudoku_plugins.kit.plugin_calls import Caller
from sudoku_plugins.trace.asking import trace_of as trace_of_finding
from sudoku_plugins.trace.model import Trace, trace_record
from sudoku_plugins.trace.reading import traced
from sudoku_plugins.trace.trace_page import trace_document
from tests.support.files import write
from tests.support.traces import BOARD

SINGLE = Step([Candidate(2, 2)], houses=[BOARD.layout.rows[0]])

HEAD = """from itertools import count
from sudoku_engine import Candidate, Step, strategy

@strategy("Mine", score=4, level="easy", sizes=[4])
def mine(grid):
"""
"""Five lines: the body of the strategy begins at line 6."""

ALONE = """
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            yield Step([Candidate(cell, min(grid.candidates(cell)))])
"""


@pytest.fixture
def trace_of(tmp_path: Path) -> Any:
    """Trace a strategy with this body in this process."""

    def trace(body: str, **asked: Any) -> Trace:
        file = tmp_path / "mine.py"
        file.write_text(HEAD + body.strip("\n") + "\n", encoding="utf-8")
        registry = Registry()
        registry.load([str(file)])
        return traced(Caller(registry.find("strategy", "mine"), 5.0), BOARD, **asked)

    return trace


def told(trace: Trace) -> str:
    return trace.remarks[0].text


def test_the_condition_by_which_a_step_is_let_go_is_told_with_its_values(trace_of: Any) -> None:
    trace = trace_of(
        """
    for cell in grid.open_cells:
        digits = grid.candidates(cell)
        if digits == [2]:
            yield Step([Candidate(cell, 2)])
""",
        witness=SINGLE,
    )
    because = "a set is never equal to a list"
    assert (
        told(trace)
        == f"line 8: when it looks at r1c3, `digits == [2]` is False: {{2}} == [2]: {because}"
    )
    moment = trace.moments[trace.focus]
    assert (moment.line, moment.truth, moment.why) == (8, False, "{2} == [2]")
    assert trace.values_at(trace.focus)["cell"].cells == (2,)
    assert trace.blocks[0].never == (9,)


def test_a_loop_inside_a_line_that_loses_the_cell_is_told(trace_of: Any) -> None:
    body = """
    for house in grid.layout.rows:
        found = [cell for cell in house.cells if len(grid.candidates(cell)) == 2]
        for cell in found:
            yield Step([Candidate(cell, min(grid.candidates(cell)))])
"""
    loss = "line 7: r1c3 is left out: `len(grid.candidates(cell)) == 2` is False: 1 == 2"
    assert told(trace_of(body, witness=SINGLE)) == loss


def test_a_loop_that_never_comes_to_the_house_is_told(trace_of: Any) -> None:
    body = ALONE.replace("in grid.open_cells", "in house.cells").replace("\n    ", "\n        ")
    trace = trace_of(f"    for house in grid.layout.rows[1:]:{body}", witness=SINGLE)
    assert told(trace) == "line 6: `house` is only [row 2, row 3, row 4], and never row 1"


def test_a_return_that_comes_too_soon_is_told(trace_of: Any) -> None:
    body = """
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) > 1:
            return
        yield Step([Candidate(cell, min(grid.candidates(cell)))])
"""
    trace = trace_of(body, witness=SINGLE)
    assert told(trace).startswith(
        "line 8: `return` ends the search before it comes to r1c3; line 7"
    )


def test_the_way_of_a_wrong_digit_is_told(trace_of: Any) -> None:
    body = ALONE.replace("== 1", "== 2").replace("min", "max")
    wrong = Step([Candidate(9, 4)])  # r3c2, where the solution has 1
    trace = trace_of(body.replace("2:", "4:"), wrong=wrong)
    assert [remark.text for remark in trace.remarks] == [
        "line 8: r3c2=4 is made here, and it is false",
        "line 7: `len(grid.candidates(cell)) == 4` is True: 4 == 4 with cell = r3c2",
    ]
    assert trace.cause() == trace.remarks[1].text


def test_the_condition_by_which_a_wrong_candidate_came_into_a_list_is_told(trace_of: Any) -> None:
    body = """
    gone = []
    for cell in grid.layout.rows[0].cells[1:]:
        for digit in sorted(grid.candidates(cell)):
            if digit < 3 or digit > 3:
                gone.append(Candidate(cell, digit))
    if gone:
        yield Step((), gone)
"""
    trace = trace_of(body, wrong=Step((), [Candidate(1, 2), Candidate(2, 2)]))
    assert "line 9: `digit < 3 or digit > 3` is True: 2 < 3" in trace.cause()


def test_the_cells_that_a_line_looks_at_are_noted(trace_of: Any) -> None:
    trace = trace_of(ALONE, witness=SINGLE)
    assert told(trace) == "line 8: here it does find the step"
    assert {cell for each in trace.moments for cell in each.looks} >= {1, 2}


def test_code_without_end_is_left_and_the_trace_says_so(trace_of: Any) -> None:
    body = "    n = 0\n    for n in count():\n        n += 1\n    yield n"
    trace = trace_of(body)
    assert told(trace) == "line 7: after 200,000 lines it is still here: does this come to an end?"
    assert "what comes after the first 200,000 lines" in trace.left_out


def test_secrets_are_hidden_and_no_class_of_the_plugin_is_asked(trace_of: Any) -> None:
    body = """
    class Odd:
        def __repr__(self):
            raise ValueError
    password = "open sesame"
    odd, huge = Odd(), list(range(10**6))
"""
    values = {value.name: value.text for each in trace_of(body).moments for value in each.values}
    assert values["password"] == "(hidden: it may be a secret)"
    assert values["odd"] == "<Odd>"
    assert len(values["huge"]) < 100


def test_loops_inside_a_line_change_no_variables_of_the_function(trace_of: Any) -> None:
    body = """
    for cell in grid.open_cells:
        others = [cell for cell in grid.open_cells if grid.candidates(cell) == {5}]
"""
    changed = {
        (moment.line, value.name) for moment in trace_of(body).moments for value in moment.values
    }
    assert changed == {(6, "cell"), (7, "others")}


def test_a_silent_strategy_is_shown_a_step_that_it_misses(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    board = Finding(board=BOARD)
    for name, about in (
        ("Mine", "it finds nothing here; this is the simplest step"),
        ("My Naked Single", "it misses a step that Naked Single finds here"),
    ):
        text = HEAD.replace("Mine", name) + "    return []\n"
        file.write_text(text.replace("mine", name.lower().replace(" ", "_")), encoding="utf-8")
        registry = Registry()
        registry.load([str(file)])
        (silent,) = (each for each in registry.of_kind("strategy") if each.origin.requested)
        trace = trace_of_finding(silent, bundled_kit(), board)
        assert (trace.about, trace.witness and trace.witness.placements) == (about, ((2, 2),))


PAIRS = """
    for house in grid.layout.houses:
        for pair in combinations([c for c in house.cells if len(grid.candidates(c)) == 2], 2):
            digits = grid.candidates(pair[0])
            others = [c for c in house.cells if c not in pair and digits & grid.candidates(c)]
            if others and digits == grid.candidates(pair[1]):
                yield Step((), [Candidate(c, d) for c in others for d in digits])
"""
NOT_MISSED = "it finds the steps of Naked Pair here, or a single comes first"


@pytest.mark.parametrize(
    ("board", "houses", "about"),
    [
        # r4c1 has only a 2, and r4c4 the digits 1 and 2: by the lesson they are no pair.
        ("1..4 4.1. .... ..3.", "houses", NOT_MISSED),
        ("12.. .... .... ....", "houses", NOT_MISSED),
        ("12.. .... .... ....", "columns", "it misses a step that Naked Pair finds here"),
    ],
)
def test_a_step_is_missed_where_the_lesson_asks_for_it(
    tmp_path: Path, board: str, houses: str, about: str
) -> None:
    file, kit = tmp_path / "mine.py", bundled_kit()
    text = HEAD + PAIRS.replace("layout.houses", f"layout.{houses}")
    file.write_text(text.replace("import count", "import combinations"), encoding="utf-8")
    registry = Registry()
    registry.load([str(file)])
    pair = next(each for each in kit.ours if each.id == "naked_pair")
    trace = trace_of_finding(
        registry.find("strategy", "mine"),
        replace(kit, against=pair),
        Finding(board=Grid.parse(board)),
    )
    assert (trace.about, trace.witness is None) == (about, about is NOT_MISSED)


def test_the_words_of_an_error_keep_their_quotes(trace_of: Any) -> None:
    trace = trace_of("    grid.candidate")
    assert "raises AttributeError: 'Grid' object has no attribute 'candidate'" in [
        moment.note for moment in trace.moments
    ]


def test_a_trace_is_data_and_a_page(trace_of: Any) -> None:
    trace = trace_of(ALONE, witness=SINGLE)
    record, page = trace_record(trace), trace_document(trace)
    assert record["focus"] == page["focus"] == trace.focus
    assert record["witness"]["placements"] == ["r1c3=2"]
    assert len(record["moments"]) == len(page["moments"]) == len(trace.moments)
    assert {each["picture"] for each in page["moments"]} <= {*range(len(page["pictures"]))}


@pytest.mark.process
def test_the_command_shows_values_beside_the_lines(run: Any) -> None:
    write(Path(), "mine.py", HEAD + ALONE.strip("\n").replace("== 1", "== 0") + "\n")
    asked = ("plugins", "trace", "mine.py", "1..44.1.......3.", "--expect", "r1c3=2")
    done = run(*asked)
    assert done.status == 0
    assert ">  7          if len(grid.candidates(cell)) == 1:" not in done.out
    (here,) = [line for line in done.out.splitlines() if line.startswith(">")]
    assert here.split("  ")[-1] == "False: 1 == 0"
    assert max(map(len, done.out.splitlines())) <= 80
    done = run(*asked[:-1], "r1c1=2")
    assert (done.status, done.out) == (2, "")
    assert "r1c1=2: it places 2 in r1c1, which already holds 1" in done.err
