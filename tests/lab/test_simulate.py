"""The game of levels: its prompts, what it shows, and whether its counts are right."""

import io
import json
import re
import signal
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine.api.record import grid_of
from sudoku_engine.cli.params import prompt
from sudoku_plugins.lab.simulate_command import LevelType
from tests.support.samples import thorough
from tests.support.terminals import ProgramTerminal

Run = Callable[..., Any]
QUESTION = "Level: 1 easy, 2 medium, 3 hard? "


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Types these bytes at standard input."""

    def types(text: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text), errors="replace"))

    return types


def played(run: Run, *arguments: str) -> dict[str, Any]:
    """The game as JSON."""
    done = run("simulate", "--json", *arguments)
    assert (done.status, done.err) == (0, "")
    game: dict[str, Any] = json.loads(done.out)
    return game


# The level


@pytest.mark.parametrize(
    ("level", "number", "coefficient", "n_open"),
    # A fifth, two fifths and three fifths of 81 cells: 16.2, 32.4 and 48.6, rounded.
    [
        ("1", 1, 0.2, 16),
        ("easy", 1, 0.2, 16),
        ("2", 2, 0.4, 32),
        ("Medium", 2, 0.4, 32),
        ("3", 3, 0.6, 49),
        ("hard", 3, 0.6, 49),
    ],
)
def test_a_level_leaves_its_share_of_cells_open(
    level: str, number: int, coefficient: float, n_open: int, run: Run
) -> None:
    game = played(run, "--level", level, "--solver", "mrv")
    assert (game["level"], game["coefficient"]) == (number, coefficient)
    assert game["puzzle"].count(".") == len(game["cells"]) == n_open


def test_clues_of_the_board_are_shown_and_recorded(run: Run, tmp_path: Path) -> None:
    config = tmp_path / "variant.yaml"
    config.write_text("clues: [anti-king, 'thermometer r1c1,r2c1']")
    game = played(run, "--level", "1", "--solver", "bitboard", "-c", str(config))
    assert game["clues"] == [
        {"rule": "thermometer", "cells": ["r1c1", "r2c1"]},
        {"rule": "anti_king"},
    ]
    assert grid_of(game).layout.name == game["layout"] == "9x9+clues"
    done = run("simulate", "--level", "1", "--seed", "1", "--solver", "bitboard", "-c", str(config))
    introduction = done.out.split("It has one solution")[0]
    assert "clues: thermometer r1c1,r2c1; anti king" in introduction


def test_the_level_is_asked_for_on_standard_error(run: Run, typing: Any) -> None:
    typing(b"1\n")
    done = run("simulate", "--seed", "1")
    assert (done.status, done.err) == (0, QUESTION)
    assert done.out.startswith("Level 1, easy: 16 of 81 cells are open (coefficient 0.2, seed 1)\n")


def test_wrong_keys_are_asked_again_with_what_is_wanted(run: Run, typing: Any) -> None:
    typing(b"4\n\nhrad\n\xff\x00\n" + b"9" * 90 + b"\n 2 \n")
    done = run("simulate", "--json")
    *wrong, last = done.err.split(QUESTION)[1:]
    assert wrong == [
        "Error: '4' is not a level: 1 easy, 2 medium, 3 hard.\n",
        "",
        "Error: 'hrad' is not a level: 1 easy, 2 medium, 3 hard.\n",
        "Error: '\N{REPLACEMENT CHARACTER}\\x00' is not a level: 1 easy, 2 medium, 3 hard.\n",
        f"Error: '{'9' * 39}…' is not a level: 1 easy, 2 medium, 3 hard.\n",
    ]
    assert (done.status, last, json.loads(done.out)["level"]) == (0, "", 2)


@pytest.mark.parametrize("typed", [b"", b"7\n"])
def test_the_end_of_input_ends_the_game_in_a_line(typed: bytes, run: Run, typing: Any) -> None:
    typing(typed)
    done = run("simulate")
    assert (done.status, done.out) == (2, "")
    *_, last = done.err.splitlines()
    assert last == "no level was chosen: type 1, 2 or 3, or give one with --level"


def test_an_answer_without_an_end_of_line_counts(typing: Any, capsys: Any) -> None:
    typing(b"3")
    assert prompt("Level?", LevelType(), "").coefficient == 0.6
    assert capsys.readouterr() == ("", "Level? ")


@pytest.mark.parametrize(("coefficient", "n_open"), [("0", 0), ("0.5", 8), ("1", 16)])
def test_a_coefficient_is_a_share_of_open_cells(coefficient: str, n_open: int, run: Run) -> None:
    game = played(run, "--coefficient", coefficient, "--layout", "4x4")
    assert (game["level"], game["coefficient"]) == (None, float(coefficient))
    assert len(game["cells"]) == game["puzzle"].count(".") == n_open
    assert len(game["solution"]) == 16


def test_a_full_board_has_nothing_to_fill(run: Run) -> None:
    done = run("simulate", "--coefficient", "0")
    assert done.status == 0
    assert done.out.splitlines()[-1] == "No cell was open, so there was nothing to fill."


def bad(option: str, why: str) -> str:
    """The line about a wrong value of an option."""
    program = "sudoku-engine simulate"
    return f"{program}: invalid value for '{option}': {why} (see {program} --help)"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("--level 4", bad("--level", "'4' is not a level: 1 easy, 2 medium, 3 hard")),
        ("--coefficient 1.5", bad("--coefficient", "1.5 is not in the range 0 to 1")),
        ("--coefficient nan", bad("--coefficient", "'nan' is not a valid number")),
        ("--coefficient x", bad("--coefficient", "'x' is not a valid number")),
        (
            "--level 1 --coefficient 0.3",
            "--level and --coefficient both set the share of open cells: choose one",
        ),
        (
            "--level 1 --speed fast",
            bad("--speed", "'fast' is not a number of digits a second from 0.001, or 'max'"),
        ),
        (
            "--level 1 --speed -1",
            bad("--speed", "'-1' is not a number of digits a second from 0.001, or 'max'"),
        ),
        (
            "--level 1 --solver sat",
            "solver 'sat' does not show its moves: "
            "choose one of bitboard, backtracking, mrv, dancing_links",
        ),
        ("--level 1 --solver mrw", "--solver: unknown solver 'mrw': did you mean 'mrv'?"),
    ],
)
def test_a_wrong_call_is_told_in_a_line(arguments: str, why: str, run: Run) -> None:
    assert run("simulate", *arguments.split()) == (2, "", f"{why}\n")


# Chance


def test_without_a_seed_games_differ_and_tell_how_to_repeat_them(run: Run) -> None:
    games = [played(run, "--level", "2") for _ in range(3)]
    assert len({game["puzzle"] for game in games}) > 1
    again = played(run, "--level", "2", "--seed", str(games[0]["seed"]))
    assert again["puzzle"] == games[0]["puzzle"]


# The counts


class ByHand:
    """The search as a schoolbook writes it, by recursion, with its own counts.

    Boxes are `high` rows high and `wide` columns wide.
    """

    def __init__(self, puzzle: str, high: int, wide: int) -> None:
        self.n, self.high, self.wide = high * wide, high, wide
        digits = [0 if symbol == "." else int(symbol) for symbol in puzzle]
        self.rows = [digits[start : start + self.n] for start in range(0, len(digits), self.n)]
        self.moves = self.backtracks = 0
        self.fills: Counter[tuple[int, int]] = Counter()
        assert self.solve()

    def solve(self) -> bool:
        for row in range(self.n):
            for column in range(self.n):
                if not self.rows[row][column]:
                    return self.fill(row, column)
        return True

    def fill(self, row: int, column: int) -> bool:
        for digit in range(1, self.n + 1):
            if self.fits(row, column, digit):
                self.rows[row][column] = digit
                self.moves += 1
                self.fills[row + 1, column + 1] += 1
                if self.solve():
                    return True
                self.rows[row][column] = 0
                self.backtracks += 1
        return False

    def fits(self, row: int, column: int, digit: int) -> bool:
        top, left = row - row % self.high, column - column % self.wide
        in_column = [line[column] for line in self.rows]
        box = [line[left : left + self.wide] for line in self.rows[top : top + self.high]]
        return not any(digit in house for house in (self.rows[row], in_column, *box))


@pytest.mark.parametrize(("layout", "high", "wide"), [("4x4", 2, 2), ("6x6", 2, 3), ("9x9", 3, 3)])
@pytest.mark.parametrize("level", ["1", "2", "3"])
def test_the_counts_are_those_of_a_search_done_apart(
    level: str, layout: str, high: int, wide: int, run: Run
) -> None:
    game = played(run, "--level", level, "--seed", "5", "--layout", layout)
    apart = ByHand(game["puzzle"], high, wide)
    assert (game["moves"], game["backtracks"]) == (apart.moves, apart.backtracks)
    fills = {(cell["row"], cell["column"]): cell["fills"] for cell in game["cells"]}
    assert fills == apart.fills
    assert game["solution"] == "".join(str(digit) for row in apart.rows for digit in row)


@pytest.mark.parametrize("solver", ["backtracking", "mrv", "bitboard", "dancing_links"])
def test_every_open_cell_is_in_the_table_with_its_digit(solver: str, run: Run) -> None:
    game = played(run, "--level", "3", "--seed", "2", "--solver", solver)
    open_cells = [cell for cell, symbol in enumerate(game["puzzle"]) if symbol == "."]
    places = [(cell["row"] - 1) * 9 + cell["column"] - 1 for cell in game["cells"]]
    assert places == open_cells
    digits = [int(game["solution"][cell]) for cell in open_cells]
    assert [cell["digit"] for cell in game["cells"]] == digits
    assert sum(cell["fills"] for cell in game["cells"]) == game["moves"]
    assert all(cell["fills"] for cell in game["cells"])


def test_the_table_for_people_says_the_same(run: Run) -> None:
    arguments = ("--level", "3", "--seed", "5")
    told = run("simulate", *arguments).out
    game = played(run, *arguments)
    rows = [
        tuple(map(int, line.split()))
        for line in told.split("times filled")[1].splitlines()[2:]
        if line.strip()
    ]
    assert rows == [tuple(cell.values()) for cell in game["cells"]]
    assert f"Search: {game['moves']} moves, {game['backtracks']} backtracks\n" in told


def test_each_fill_can_be_listed_as_it_happens(run: Run) -> None:
    arguments = ("--level", "3", "--seed", "5", "--layout", "6x6")
    told = run("simulate", "-v", *arguments).out
    game = played(run, *arguments)
    listed = re.findall(r"^ *(\d+)\. r(\d)c(\d)=(\d)   r\2c\3 filled (\d+) times?$", told, re.M)
    assert [int(number) for number, *_ in listed] == list(range(1, game["moves"] + 1))
    last = {(int(row), int(column)): int(fills) for _, row, column, _, fills in listed}
    assert last == {(cell["row"], cell["column"]): cell["fills"] for cell in game["cells"]}
    assert len(re.findall(r"taken back$", told, re.M)) == game["backtracks"]


@pytest.mark.parametrize(
    ("coefficient", "words"),
    [("0", "It has one solution; "), ("1", "It has more than one solution; ")],
)
def test_it_is_said_whether_the_solution_is_the_only_one(
    coefficient: str, words: str, run: Run
) -> None:
    assert words in run("simulate", "--coefficient", coefficient).out


# Where it goes


def test_where_no_terminal_is_nothing_is_redrawn(run: Run) -> None:
    assert "\x1b" not in run("simulate", "--level", "1", "--speed", "1").out


FRONTEND = """
from sudoku_engine import hookimpl

class Counter:
    id = "counter"
    name = "Counter"
    def present(self, runs):
        for run in runs:
            print("shown", sum(1 for _ in zip(range({most}), run)) > 0, file=run.out)

@hookimpl
def sudoku_frontends():
    return [Counter()]
"""


def test_a_front_end_shows_the_run_and_the_table_follows(run: Any, tmp_path: Path) -> None:
    (tmp_path / "counter.py").write_text(FRONTEND.format(most=10**9))
    done = run(
        "simulate", "--level", "1", "--seed", "1", "-p", "counter.py", "--frontend", "counter"
    )
    assert (done.status, done.err) == (0, "")
    assert done.out.index("shown True") < done.out.index("times filled")


def test_a_front_end_that_is_closed_early_leaves_the_counts_so_far(
    run: Any, tmp_path: Path
) -> None:
    (tmp_path / "counter.py").write_text(FRONTEND.format(most=4))  # one is the start
    done = run(
        "simulate", "--level", "1", "--seed", "1", "-p", "counter.py", "--frontend", "counter"
    )
    assert done.status == 1
    assert "\nClosed before the end of the search, after " in done.out


# On a terminal


HIDE, SHOW, UP = "\x1b[?25l", "\x1b[?25h", "\x1b[1A"


def test_on_a_terminal_the_board_is_redrawn_after_each_digit(program: Any) -> None:
    terminal = ProgramTerminal(
        program, "simulate", "--level", "2", "--seed", "5", "--speed", "1000"
    )
    assert terminal.end() == 0
    assert terminal.shown.count(HIDE) == terminal.shown.count(SHOW) == 1
    first = re.search(r"r\dc\d = \d, filled 1 time\r\nmoves 1, backtracks 0", terminal.shown)
    assert first
    assert first.start() < terminal.shown.index(UP) < terminal.shown.index("Solved")


def test_a_slow_search_shows_every_change(program: Any) -> None:
    arguments = ("--layout", "4x4", "--level", "3", "--seed", "3")
    game = json.loads(program("simulate", "--json", *arguments).out)
    terminal = ProgramTerminal(program, "simulate", *arguments, "--speed", "30")
    assert terminal.end() == 0
    counts = re.findall(r"moves (\d+), backtracks (\d+)", terminal.shown)
    changes = [int(moves) + int(backtracks) for moves, backtracks in dict.fromkeys(counts)]
    assert changes == list(range(1, game["moves"] + game["backtracks"] + 1))


@pytest.mark.parametrize("small", [{"LINES": "10"}, {"COLUMNS": "20"}])
def test_where_the_board_does_not_fit_only_the_counts_are_shown(
    small: dict[str, str], program: Any
) -> None:
    terminal = ProgramTerminal(
        program, "simulate", "--level", "1", "--seed", "3", "--speed", "max", **small
    )
    assert terminal.end() == 0
    live = terminal.shown.split(HIDE)[1].split("Solution")[0]
    assert "moves 1, backtracks" in live
    assert "│" not in live


@pytest.mark.parametrize("speed", [thorough("max"), "1"])
def test_ctrl_c_ends_the_search_and_gives_the_cursor_back(speed: str, program: Any) -> None:
    # Backtracking takes far longer than a test for this one.
    call = ("simulate", "--coefficient", "0.75", "--layout", "25x25", "--seed", "1")
    terminal = ProgramTerminal(program, *call, "--speed", speed, COLUMNS="100")
    terminal.read_to("moves 1, backtracks 0")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end() == 130
    assert terminal.shown.rstrip().endswith("stopped")
    assert terminal.shown.rindex(SHOW) > terminal.shown.rindex(HIDE)


def test_a_terminal_that_cannot_move_its_cursor_gets_the_end_only(program: Any) -> None:
    terminal = ProgramTerminal(
        program, "simulate", "--level", "1", "--seed", "3", "--speed", "1", TERM="dumb"
    )
    assert terminal.end() == 0
    assert "\x1b" not in terminal.shown
