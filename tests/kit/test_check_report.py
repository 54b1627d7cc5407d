"""What `plugins check` prints: the cause first, one board, praise, and where to see more."""

import io
import json
from dataclasses import replace

import pytest

from sudoku_engine import Branch, Candidate, Grid, Rejected, Step
from sudoku_engine.api.record import grid_of, step_of
from sudoku_plugins.kit.check_command import CheckPrinter
from sudoku_plugins.kit.finding_text import fault_events
from sudoku_plugins.kit.findings import Finding, PluginReport, finding_as_json
from sudoku_plugins.kit.plugin_calls import MOST_WORDS, traces_of

GRID = Grid.parse("12.. 34.. .... ....")
STEP = Step(eliminations=[Candidate(6, 1)], because=[Candidate(2, 3), Candidate(3, 4)])

WRONG = Finding("you eliminate 1 from r2c3", GRID, STEP, line=7, advice="look again", check="true")
WRONG = replace(WRONG, about="a step contradicts the solution", source="quads.txt:1")
GOOD = Finding("it finds 85 of 85 naked pairs", ok=True, check="against", about="it is the one")
ADVICE = Finding("it has no docstring", is_must=False, check="docstring", about="none")


def printed(*findings: Finding, verbose: bool = False) -> list[str]:
    """Return the lines that are printed for a strategy with these `findings`."""
    out = io.StringIO()
    printer = CheckPrinter(out, verbose, False)
    report = PluginReport("mine", "strategy", "Mine", "mine.py", 3, boards=5, fired=2)
    for finding in findings:
        report.findings.append(finding)
        printer.finding(report, finding)
    printer.finding(report, None)
    return out.getvalue().splitlines()


TRACE = "To see its lines at work: sudoku-engine plugins trace mine.py"


def test_a_fault_names_its_cause_then_the_advice_then_the_marked_board() -> None:
    assert printed(WRONG) == [
        "Mine (strategy mine, mine.py)",
        "FAILED: a step contradicts the solution",
        "  mine.py:7: you eliminate 1 from r2c3",
        "  Advice: look again.",
        "  the step: 3,4 in r1c34 => r2c3<>1",
        "  +-----------+-----------+",
        "  | 1    2    | 34*  34*  |",
        "  | 3    4    | 12-  12   |",
        "  +-----------+-----------+",
        "  | 24   13   | 1234 1234 |",
        "  | 24   13   | 1234 1234 |",
        "  +-----------+-----------+",
        "  * it rests on, - it eliminates",
        "For more: --show turtle (a window)",
        TRACE,
        "failed: 1 of 1 check, 5 boards, fired 2 times",
    ]


def test_only_the_first_fault_has_a_board_unless_all_are_wanted() -> None:
    other = replace(WRONG, why="another", line=9)
    short = printed(WRONG, other, ADVICE)
    long = printed(WRONG, other, ADVICE, verbose=True)
    assert short[-4:-1] == [
        "Also: another",
        "For more: --show turtle (a window), -v (1 more board, 1 piece of advice)",
        TRACE,
    ]
    assert "advice: it has no docstring" not in short
    assert sum("34*" in line for line in short) == 1
    assert sum("34*" in line for line in long) == 2
    assert "  (from quads.txt:1)" in long
    assert "advice: it has no docstring" in long


def test_an_error_that_the_code_shows_needs_no_board() -> None:
    call = '  File "mine.py", line 7, in mine\n    yield found\n          ^^^^^\n'
    error = replace(WRONG, step=None, trace=call, why="it raises NameError")
    for finding in (replace(error, advice="line 5: indent it"), replace(error, trace=call * 2)):
        short = printed(finding)
        assert short[-3:] == ["For more: -v (1 more board)", TRACE, printed(error)[-1]]
        assert not any(line.startswith("  +--") for line in short)
        assert any(line.startswith("  +--") for line in printed(finding, verbose=True))
    # The place of a single call stands above; its code is shown with the carets.
    assert printed(error)[4:6] == ["      yield found", "            ^^^^^"]


def test_the_same_reason_is_told_once() -> None:
    lines = printed(WRONG, replace(WRONG, check="turned"), replace(WRONG, check="sizes"))
    assert sum(line.startswith("FAILED") for line in lines) == 1
    assert "Also, for the same reason: the checks turned and sizes" in lines


def test_a_strategy_that_finds_all_is_praised() -> None:
    assert printed(GOOD)[-1] == (
        "passed: 1 check, 5 boards, fired 2 times; it finds 85 of 85 naked pairs"
    )


def test_a_failure_of_the_kit_is_not_a_verdict_on_the_plugin() -> None:
    failure = Finding("the kit itself failed, please report it: x", ok=None, is_of_kit=True)
    lines = printed(replace(failure, about="it finds something", check="fires"))
    assert lines[1:3] == [
        "NOT CHECKED: it finds something",
        "  the kit itself failed, please report it: x; --debug shows where",
    ]
    assert lines[-1].startswith("not finished: ")


def test_a_check_that_could_not_be_asked_is_no_pass() -> None:
    late = Finding("it does not come back within 5 s", ok=None, check="against", about="it is it")
    lines = printed(replace(GOOD, check="fires"), late)
    assert lines[-3:] == [
        "NOT CHECKED: it is it",
        "  could not be asked: it does not come back within 5 s, so it has not passed",
        "not passed: 1 check, 5 boards, fired 2 times",
    ]
    more = [replace(late, check=check, about=check) for check in ("fires", "turned")]
    told = printed(replace(GOOD, check="fires"), late, *more)
    assert told[-3:-1] == ["NOT CHECKED: it is it, and 2 more checks", lines[-2]]
    assert printed(WRONG, late)[-1].startswith("failed: ")
    assert printed(GOOD, replace(late, is_needless=True))[-1].startswith("passed: ")


def test_a_verdict_says_once_that_it_rests_on_little() -> None:
    few = replace(GOOD, evidence=("40 of 551 boards tried, as it is slow",))
    last = " ".join(map(str.strip, printed(few, replace(few, check="complete", why=""))))
    assert last.endswith("it finds 85 of 85 naked pairs; 40 of 551 boards tried, as it is slow")
    assert "ok: it is the one (40 of 551 boards tried, as it is slow)" in printed(few, verbose=True)


def test_a_plugin_passes_only_if_all_its_checks_came_to_an_end_on_boards() -> None:
    report = PluginReport("mine", "strategy", "Mine", "mine.py", 3, [GOOD], 5, 2)
    report.awaited = frozenset({"against"})
    assert report.verdict == "passed"
    report.awaited |= {"true"}
    assert report.verdict == "not finished"
    report.findings.append(replace(GOOD, check="true"))
    assert report.verdict == "passed"
    report.boards = 0
    assert report.verdict == "not finished"


@pytest.mark.parametrize("columns", [40, 30])
def test_all_lines_have_room_where_it_is_narrow(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = printed(replace(WRONG, advice="look again " * 9))
    assert max(map(len, lines)) <= columns
    assert any(line.startswith("  +--") for line in lines)
    monkeypatch.setenv("COLUMNS", "12")
    assert "(the board needs" in " ".join(printed(WRONG))


def test_a_window_shows_the_fault_with_the_advice() -> None:
    _, rejected, _ = fault_events(PluginReport("mine", "strategy", "Mine", "mine.py", 3), WRONG)
    assert isinstance(rejected, Rejected)
    assert rejected.why == "you eliminate 1 from r2c3. Look again"


def test_a_faulty_chain_keeps_its_arrows_and_cases() -> None:
    grid = Grid.parse("12.. 34.. .... ....")
    start, end = Candidate(2, 3), Candidate(3, 4)
    step = Step(
        eliminations=[start],
        because={"on": [start], "off": [start, end]},
        houses={"base": [grid.layout.rows[0]]},
        links=[([start], [end], True)],
        branches=[Branch("if r1c3 is 3", [start], [([start], [end], False)])],
        difficulty=3,
    )
    finding = Finding("why", check="true", is_must=True, about="", ok=False, board=grid, step=step)
    back = json.loads(json.dumps(finding_as_json(finding)))
    assert step_of(back["step"], grid_of(back["board"]).layout) == step
    assert back["why"] == "why"


def test_of_an_error_with_a_message_of_millions_of_letters_little_is_kept() -> None:
    try:
        raise ValueError(2_000_000 * "no ")
    except ValueError as error:
        traces = traces_of(error, __file__)
    assert traces.every.startswith("Traceback")
    assert len(traces.every) < 2 * MOST_WORDS
