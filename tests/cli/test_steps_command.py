"""The command `steps`: every step on a board, the simplest first."""

import json
import re
from pathlib import Path

import pytest

from sudoku_engine.api.record import step_of
from sudoku_engine.board.layout import Layout
from tests.support.files import plugin_file, write
from tests.support.lines import EASY, EASY_SOLVED, MANY, TWICE, Run

PAIR = "9613827453.2.479.67.4..9.32.379.5..4.95.34.7.146278359679453.2.423891567518726493"
"""1 and 8 in r3c7 and r7c7; nothing simpler."""


def test_the_steps_stand_in_the_order_of_trial_and_equal_effects_once(run: Run) -> None:
    status, out, err = run("steps", PAIR)
    title, *lines = out.partition("Note:")[0].splitlines()
    assert (status, title, err) == (0, "Puzzle 1, puzzle:1", "")
    assert [int(line.split(".")[0]) for line in lines] == [*range(1, len(lines) + 1)]
    assert "Naked Pair: 1,8 in r37c7 => " in lines[0]
    effects = [line.partition("=>")[2] for line in lines]
    assert len(set(effects)) == len(effects)


def test_each_step_says_how_far_it_brings_the_solving(run: Run) -> None:
    assert "   (then 17 open)" in run("steps", "--strategy", "naked_pair", PAIR).out
    assert "   (then solved)" in run("steps", "--strategy", "full_house", EASY).out


def test_the_reasons_are_shown_on_request(run: Run) -> None:
    assert "use them up" not in run("steps", PAIR).out
    assert "use them up" in run("steps", "-v", PAIR).out


def test_only_steps_with_certain_eliminations_are_shown(run: Run) -> None:
    line = run("steps", PAIR).out.splitlines()[1]
    assert "r45c7<>8" in line
    assert line in run("steps", PAIR, "--eliminates", "r45c7-8").out.splitlines()
    assert line not in run("steps", PAIR, "--eliminates", "r45c7<>8, r1c6<>8").out.splitlines()
    done = run("steps", PAIR, "--eliminates", "r1c1<>9")
    assert (done.status, done.err) == (1, "")
    assert done.out.splitlines()[1] == "No strategy finds a step that eliminates r1c1<>9."


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("r1c1=9", "--eliminates: r1c1=9 places a digit: write r1c2-3"),
        ("r1c1<>x", "--eliminates: no digit 'x' on a 9x9 board: 1 to 9"),
    ],
)
def test_eliminations_that_cannot_be_read_are_an_error(text: str, why: str, run: Run) -> None:
    assert run("steps", PAIR, "--eliminates", text) == (2, "", f"{why}\n")


@pytest.mark.parametrize(
    ("puzzle", "told"),
    [
        (EASY_SOLVED, "The board is solved already."),
        (TWICE, "There is a mistake on the board: 1 twice in row 1: r1c1, r1c2."),
        (MANY, "No strategy finds a step."),
    ],
)
def test_a_board_without_steps_says_why(puzzle: str, told: str, run: Run) -> None:
    status, out, err = run("steps", puzzle)
    assert (status, out.splitlines()[1], err) == (1, told, "")


def test_the_steps_as_json_are_a_line_a_puzzle_and_read_back(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "two.txt", f"{PAIR}\nnot a puzzle\n{EASY}\n")
    status, out, err = run("steps", "two.txt", "--json")
    assert status == 2
    assert err.startswith("two.txt:2")
    first, second = map(json.loads, out.splitlines())
    assert (first["record"], first["source"], first["puzzle"]) == (1, "two.txt:1", PAIR)
    assert second["source"] == "two.txt:3"
    record = first["steps"][0]
    assert (record["number"], record["strategy"], record["brings"]) == (1, "naked_pair", 17)
    step = step_of(record, Layout.named("9x9"))
    assert step.notation(Layout.named("9x9")).startswith("1,8 in r37c7 => ")


def test_a_plugins_steps_are_shown_and_a_faulty_one_is_reported(tmp_path: Path, run: Run) -> None:
    text = """
    @strategy("Liar", score=1, level="easy", sizes=None)
    def liar(grid):
        cell = grid.open_cells[0]
        return [Step([], [Candidate(cell, digit)]) for digit in sorted(grid.candidates(cell))]

    @strategy("Mine", score=1, level="easy", sizes=None)
    def mine(grid):
        for cell in grid.open_cells:
            if len(grid.candidates(cell)) == 1:
                (digit,) = grid.candidates(cell)
                yield Step([Candidate(cell, digit)])
    """
    plugin_file(tmp_path, text)
    status, out, err = run("steps", "-p", "mine.py", EASY)
    assert status == 2
    assert err.startswith("mine.py:")
    assert "liar is at fault and sits out" in err
    assert "  1. Mine: r1c4=4   [mine.py]   (then solved)" in out.splitlines()


def test_cells_are_named_by_letters_on_request(run: Run) -> None:
    call = ("--cells", "a1", "12..34.........1")
    assert run("hint", *call).out.splitlines()[0] == "Naked Single: B4=2"
    assert json.loads(run("hint", "--json", *call).out)["step"]["placements"] == ["r2c4=2"]
    for command in ("steps", "solve"):
        assert not re.search(r"r\dc\d", run(command, "-v", *call).out)
    assert run("why", *call, "B3-2").out.startswith("B3<>2 ")
    too_large = run("hint", "--cells", "a1", "." * 256)
    assert (too_large.status, too_large.err) == (
        2,
        "puzzle:1: --cells a1 is for boards of up to 9 rows\n",
    )
