"""A step as lines of text: one line for a program, as many as a terminal needs for a person."""

from io import StringIO

import pytest

from sudoku_engine import Author, Branch, Candidate, Grid, Step, Stepped
from sudoku_engine.api.event_text import reason_lines, step_line
from sudoku_engine.board.words import sentence
from tests.support.terminals import Terminal

CHAIN = " ".join(["r1c2 =4= r1c8 -4-"] * 12)
STEP = Step(eliminations=[Candidate(0, 5)], pattern=CHAIN, reason=" ".join(["so it is"] * 20))
EVENT = Stepped(7, Author("loop", "Nice Loop"), STEP, Grid.parse("." * 81))


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "60")


def test_a_long_pattern_is_one_line_in_a_file() -> None:
    assert step_line(EVENT, StringIO()) == f"  7. Nice Loop: {CHAIN} => r1c1<>5"


def test_a_long_pattern_is_broken_at_the_width_of_a_terminal() -> None:
    first, *others = step_line(EVENT, Terminal(), "   (then solved)").splitlines()
    assert first.startswith("  7. Nice Loop: r1c2 =4= ")
    assert others[-1].endswith("(then solved)")
    assert all(len(line) <= 60 for line in [first, *others])
    assert all(line.startswith("     ") for line in others)
    words = f"7. Nice Loop: {CHAIN} => r1c1<>5 (then solved)".split()
    assert " ".join([first, *others]).split() == words


def test_a_short_step_is_one_line_everywhere() -> None:
    short = EVENT._replace(step=Step([Candidate(0, 5)]))
    assert step_line(short, Terminal()) == step_line(short, StringIO()) == "  7. Nice Loop: r1c1=5"


@pytest.mark.parametrize(("out", "columns"), [(StringIO(), 80), (Terminal(), 60)])
def test_a_long_reason_is_broken_everywhere(
    out: StringIO, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not out.isatty():
        monkeypatch.delenv("COLUMNS")
    (text,) = reason_lines(STEP, out)
    lines = text.splitlines()
    assert max(map(len, lines)) in range(columns - 8, columns + 1)
    assert {line[:7].strip() for line in lines} <= {"So", "so", "it", "is"}
    assert all(line.startswith("     ") for line in lines)
    assert " ".join(text.split()) == sentence(STEP.reason)


def test_the_cases_of_a_step_have_a_line_each() -> None:
    step = Step([Candidate(0, 5)], reason="so", branches=[Branch("if A"), Branch("if B")])
    assert reason_lines(step, StringIO()) == [
        "     Case 1 of 2: if A.",
        "     Case 2 of 2: if B.",
        "     So.",
    ]
