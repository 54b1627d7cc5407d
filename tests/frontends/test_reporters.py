"""What runs look like: as text, as JSON lines that hold when they are replayed, as boards."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine import Grid, Started
from sudoku_engine.api.run import Run as LoopRun
from sudoku_frontends.reporters.text import TextReporter
from tests.support.files import write
from tests.support.samples import thorough
from tests.support.terminals import Terminal

Run = Callable[..., Any]

EASY = "123.3412214.4321"
EASY_SOLVED = "1234341221434321"
MANY = "12..34.........."
TWICE = "11.............."
NO_WAY = "23....4........."
# No strategy of ours gets anywhere from here on; it has one solution.
HARD = "..........3.7....1.56.34...3.8.4.2...6......7..9....1.....59..29..3..6.8.2..8...5"

SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"
BOXES = {"4x4": (2, 2), "6x6": (2, 3), "9x9": (3, 3), "12x12": (3, 4), "16x16": (4, 4)}
"""By name of the layout, how many rows and columns a box has."""


def events_of(run: Run, *arguments: str) -> list[dict[str, Any]]:
    done = run("solve", "--reporter", "jsonl", *arguments)
    return [json.loads(line) for line in done.out.splitlines()]


# Text on a terminal


@pytest.mark.parametrize(("columns", "row"), [(21, "| 1   24  | 34  234 |"), (13, "| 1 . | . . |")])
def test_where_candidates_have_no_room_a_board_shows_its_digits(
    columns: int, row: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")
    grid = Grid.parse("1... 3... .... 4.21")
    run = LoopRun(grid, iter([Started(grid)]), out=Terminal())
    for event in run:
        TextReporter().event(run, event, verbose=True)
    board, _, note = run.out.getvalue().partition("Note: ")
    assert row in board
    told = "boards with candidates need a terminal of 14 columns."
    assert " ".join(note.split()) == (told if columns < 14 else "")


# JSON lines, replayed by the rules of the game alone


class Replay:
    """A board on which the events of JSON lines are checked and carried out."""

    def __init__(self, start: dict[str, Any], keeps_marks_by_hand: bool = False) -> None:
        self.board = list(start["puzzle"])
        self.n = int(start["layout"].split("x")[0])
        self.high, self.wide = BOXES[start["layout"]]
        self.by_hand = keeps_marks_by_hand
        digits = set(SYMBOLS[1 : self.n + 1])
        self.marks = [set() if mark != "." else set(digits) for mark in self.board]
        if "candidates" in start:
            self.marks = [set(marks) for marks in start["candidates"]]
        elif not keeps_marks_by_hand:
            for cell, mark in enumerate(self.board):
                self.eliminate_from_peers(cell, mark)
        self.given = list(self.board)
        self.tried: list[int] = []
        self.steps = self.moves = self.backtracks = 0

    def cell(self, name: str) -> int:
        row, column = name[1:].split("c")
        assert name[0] == "r"
        assert 1 <= int(row) <= self.n
        assert 1 <= int(column) <= self.n
        return (int(row) - 1) * self.n + int(column) - 1

    def peers(self, cell: int) -> Iterator[int]:
        def houses(at: int) -> tuple[int, int, tuple[int, int]]:
            row, column = divmod(at, self.n)
            return row, column, (row // self.high, column // self.wide)

        mine = houses(cell)
        for other in range(self.n * self.n):
            if other != cell and any(a == b for a, b in zip(mine, houses(other))):
                yield other

    def eliminate_from_peers(self, cell: int, digit: str) -> None:
        for peer in self.peers(cell):
            self.marks[peer].discard(digit)

    def take(self, event: dict[str, Any]) -> None:
        name = event["event"]
        getattr(self, "search" if name in ("try", "take_back") else name)(event)

    def search(self, event: dict[str, Any]) -> None:
        cell = self.cell(event["cell"])
        if event["event"] == "try":
            assert self.board[cell] == "."
            self.board[cell] = SYMBOLS[event["digit"]]
            self.tried.append(cell)
            self.moves += 1
        else:
            assert self.tried.pop() == cell
            self.board[cell] = "."
            self.backtracks += 1

    def step(self, event: dict[str, Any]) -> None:
        self.steps += 1
        assert event["number"] == self.steps
        placements = [text.split("=") for text in event["placements"]]
        eliminations = [text.split("<>") for text in event["eliminations"]]
        assert placements or eliminations
        for name, digit in placements + eliminations:
            assert digit in self.marks[self.cell(name)], event
        for name, digit in eliminations:
            self.marks[self.cell(name)].discard(digit)
        for name, digit in placements:
            cell = self.cell(name)
            assert self.board[cell] == "."
            self.board[cell], self.marks[cell] = digit, set()
            if not self.by_hand:
                self.eliminate_from_peers(cell, digit)
        assert event["grid"] == "".join(self.board)

    def solution(self, event: dict[str, Any]) -> None:
        assert event["grid"] == "".join(self.board)
        self.check_solved()

    def end(self, event: dict[str, Any]) -> None:
        assert event["steps"] == self.steps
        assert sum(event["counts"].values()) == self.steps
        if event["outcome"] == "solved" and not self.tried:
            assert event["grid"] == "".join(self.board)
            self.check_solved()

    def check_solved(self) -> None:
        assert "." not in self.board
        for cell, digit in enumerate(self.board):
            assert self.given[cell] in (".", digit)
            assert all(self.board[peer] != digit for peer in self.peers(cell))


def replayed(events: list[dict[str, Any]], **how: bool) -> int:
    """How many runs these events are; each is replayed and checked."""
    runs = 0
    for event in events:
        if event["event"] == "start":
            runs += 1
            assert event["index"] == runs
            replay = Replay(event, **how)
        else:
            replay.take(event)
            if event["event"] == "end" and "moves" in event:
                assert (event["moves"], event["backtracks"]) == (replay.moves, replay.backtracks)
                assert sum(event["fills"].values()) == replay.moves
    return runs


@pytest.fixture
def some_boards(all_boards: Any) -> dict[str, list[Any]]:
    """A few of our boards by the file that they are from."""
    found: dict[str, list[Any]] = {}
    for board in all_boards:
        name = board.source.partition(".")[0]
        if name not in ("diagonals", "jigsaw"):
            found.setdefault(name, []).append(board)
    return {name: boards[: 1 if "16" in name else 3] for name, boards in found.items()}


KINDS = ["4x4", "6x6", "12x12", "16x16", "easy", "minimal", "hard", "quads"]
SLOW = ("16x16", "hard", "quads")
"""Those that take longest, and are like others."""


@pytest.mark.parametrize("kind", [thorough(kind) if kind in SLOW else kind for kind in KINDS])
def test_json_lines_hold_when_they_are_replayed(
    kind: str, some_boards: Any, tmp_path: Path, run: Run
) -> None:
    boards = some_boards[kind]
    events = events_of(run, *(board.puzzle.line for board in boards))
    assert replayed(events) == len(boards)
    ends = [event["grid"] for event in events if event["event"] == "end"]
    assert ends == [board.solution for board in boards]


@pytest.mark.parametrize("mode", ["first", "pass", "fixpoint"])
def test_json_lines_hold_in_every_mode(mode: str, some_boards: Any, run: Run) -> None:
    line = some_boards["minimal"][0].puzzle.line
    assert replayed(events_of(run, "--mode", mode, line)) == 1


def test_json_lines_hold_with_pencil_marks_kept_by_hand(some_boards: Any, run: Run) -> None:
    line = some_boards["easy"][0].puzzle.line
    events = events_of(run, "--pencilmarks", "manual", line)
    assert replayed(events, keeps_marks_by_hand=True) == 1
    assert {"visible_single"} < {event.get("strategy") for event in events}


@pytest.mark.parametrize("kind", [thorough(kind) if kind in SLOW else kind for kind in KINDS])
def test_a_search_holds_when_it_is_replayed(kind: str, some_boards: Any, run: Run) -> None:
    boards = some_boards[kind][:1]
    events = events_of(run, "--solver", "bitboard", *(board.puzzle.line for board in boards))
    assert replayed(events) == len(boards)
    assert [event["grid"] for event in events if event["event"] == "solution"] == [
        board.solution for board in boards
    ]


def test_the_start_has_candidates_only_where_the_puzzle_came_with_them(
    tmp_path: Path, run: Run
) -> None:
    run("solve", "--output-format", "candidates", "--max-steps", "1", EASY, "-o", "marks.txt")
    (plain, *_) = events_of(run, EASY)
    events = events_of(run, "marks.txt")
    assert plain["event"] == "start"
    assert "candidates" not in plain
    assert events[0]["candidates"][0] == ""
    assert replayed(events) == 1


def test_cells_that_a_search_fills_are_steps_with_its_name(run: Run) -> None:
    events = events_of(run, HARD, "--strategy", "basic")
    by_search = [event for event in events if event.get("strategy") == "search:bitboard"]
    assert by_search
    assert all(len(event["placements"]) == 1 for event in by_search)
    end = events[-1]
    assert (end["outcome"], end["by"]) == ("solved", "search")
    assert end["counts"]["search:bitboard"] == len(by_search)
    assert not {"try", "take_back"} & {event["event"] for event in events}


@pytest.mark.parametrize(
    ("arguments", "outcome", "by"),
    [
        ([EASY], "solved", "strategies"),
        ([MANY], "solved", "search"),
        ([MANY, "--no-fallback"], "stuck", "strategies"),
        ([TWICE], "contradiction", "strategies"),
        ([NO_WAY], "contradiction", "strategies"),
        ([EASY, "--max-steps", "1"], "stopped", "strategies"),
        ([EASY, "--solver", "bitboard"], "solved", "search"),
    ],
)
def test_the_end_says_what_came_of_it(
    arguments: list[str], outcome: str, by: str, run: Run
) -> None:
    end = events_of(run, *arguments)[-1]
    assert (end["event"], end["outcome"], end["by"]) == ("end", outcome, by)


PLUGINS = """
from sudoku_engine import Found, TakenBack, Tried, hookimpl, search

class Watched:
    id, name = "watched", "Watched"
    def solutions(self, grid):
        return search.solutions(grid)
    def search(self, grid):
        yield Tried(3, 3)
        yield TakenBack(3)
        yield Tried(3, 4)
        yield Tried(11, 3)
        yield Found(next(search.solutions(grid)))

class Loud(Watched):
    id = "loud"
    def search(self, grid):
        raise RuntimeError("nobody should watch")

class Counting:
    id, name = "counting", "Counting"
    def event(self, run, event):
        print(type(event).__name__, file=run.out)

class Failing:
    id, name = "failing", "Failing"
    def event(self, run, event):
        if type(event).__name__ == "Stepped":
            raise ValueError("no steps please")

class Quitting(Failing):
    id = "quitting"
    def event(self, run, event):
        raise SystemExit(0)

class Drawing:
    id, name = "drawing", "Drawing"
    def present(self, runs, *, loud: bool = False):
        for run in runs:
            names = [type(event).__name__ for event in run]
            print(run.index, run.source, len(names), run.ended.outcome, loud)

class Falling:
    id, name = "falling", "Falling"
    def present(self, runs):
        for run in runs:
            next(run)
            raise RuntimeError("no window")

class Leaving:
    id, name = "leaving", "Leaving"
    def present(self, runs):
        run = next(iter(runs))
        next(run), next(run)
        run.draw()  # not shown yet

@hookimpl
def sudoku_solvers():
    return [Watched(), Loud()]

@hookimpl
def sudoku_reporters():
    return [Counting(), Failing(), Quitting()]

@hookimpl
def sudoku_frontends():
    return [Drawing(), Falling(), Leaving()]
"""


@pytest.fixture
def solve(run: Run, tmp_path: Path) -> Run:
    """Return a function that solves with these plugins."""
    write(tmp_path, "mine.py", PLUGINS)
    return partial(run, "solve", "-p", "mine.py")


# What a strategy of a student does


LIES = """
from sudoku_engine import Candidate, Step, strategy

@strategy("Lies", score=1, level="easy", sizes=None)
def lies(grid):
    yield Step([Candidate(grid.open_cells[0], 1)], reason="it looks like it")
"""


def test_a_fault_is_told_with_strategy_plugin_line_and_step(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "mine.py", LIES)
    events = events_of(run, "-p", "mine.py", EASY)
    (fault,) = (event for event in events if event["event"] == "fault")
    assert (fault["strategy"], fault["plugin"], fault["line"]) == ("lies", "mine.py", 5)
    assert fault["step"]["placements"] == ["r1c4=1"]
    assert "r1c4" in fault["why"]
    assert events[-1]["outcome"] == "solved"


def test_a_fault_is_told_in_the_text_and_on_standard_error(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "mine.py", LIES)
    done = run("solve", "-p", "mine.py", EASY)
    assert done.status == 2
    assert "Sat out after a fault: Lies [mine.py]; `plugins check` on its file" in done.out
    assert "0 Lies [mine.py]" in done.out
    assert done.err.startswith("mine.py:5: lies is at fault and sits out: it places 1 in r1c4, ")
    assert done.err.count("\n") == 1


def test_a_solver_at_fault_is_told_and_does_not_sit_out(solve: Run) -> None:
    done = solve("--solver", "loud", EASY)
    assert done.status == 2
    assert (
        "Stuck: the search broke off, 2 cells open\nAt fault: Watched [mine.py]; `plugins"
        in done.out
    )
    assert done.err == "mine.py:17: loud is at fault: RuntimeError: nobody should watch\n"


def test_steps_of_other_plugins_end_in_their_file(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "mine.py", LIES.replace(", 1)]", ", 4)]"))
    done = run("solve", "-p", "mine.py", "--max-steps", "1", EASY)
    assert "  1. Lies: r1c4=4   [mine.py]\n" in done.out


# Text


def test_text_numbers_the_steps_and_ends_in_the_board_and_a_summary(run: Run) -> None:
    lines = run("solve", EASY).out.splitlines()
    assert lines[:4] == [
        "Puzzle 1, puzzle:1",
        "  1. Full House: r1c4=4",
        "  2. Full House: r3c4=3",
        "┌─────┬─────┐",
    ]
    assert lines[4] == "│ 1 2 │ 3 4 │"
    assert lines[-3:-1] == ["Solved", "Steps: 2 (2 Full House)"]
    assert lines[-1].startswith("Time: ")


def test_verbose_text_gives_reasons_and_candidates(run: Run) -> None:
    out = run("solve", "-v", EASY).out
    assert "     r1c4 is the last open cell of row 1, and 4 is missing there.\n" in out
    assert out.count("┌") == 4


def test_a_search_is_told_in_sum(solve: Run) -> None:
    out = solve("--solver", "watched", EASY).out
    assert "Search: 3 moves, 1 backtrack\n" in out
    assert "filled" not in out


CASES = """
from sudoku_engine import Branch, Candidate, Step, strategy


@strategy("Cases", score=2, level="easy", sizes=(4,))
def cases(grid):
    yield Step(
        placements=[Candidate(3, 4)],
        branches=[Branch("if r1c1 is 1"), Branch("if r1c1 is 2")],
        reason="both ways r1c4 is 4",
    )
"""


def test_verbose_text_gives_the_cases_of_a_step_before_its_reason(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "mine.py", CASES)
    out = run("solve", "-v", "-p", "mine.py", "--strategy", "cases", EASY).out
    cases = "     Case 1 of 2: if r1c1 is 1.\n     Case 2 of 2: if r1c1 is 2.\n"
    assert f"[mine.py]\n{cases}     Both ways r1c4 is 4.\n" in out


def test_verbose_text_tells_a_search_line_by_line(solve: Run) -> None:
    lines = solve("-v", "--solver", "watched", EASY).out.splitlines()
    begin = lines.index("  1. r1c4=3   r1c4 filled 1 time")
    assert lines[begin + 1 : begin + 4] == [
        "     r1c4 taken back",
        "  2. r1c4=4   r1c4 filled 2 times",
        "  3. r3c4=3   r3c4 filled 1 time",
    ]
    table = lines.index("How often each cell was filled:")
    assert lines[table + 2] == "│ . . │ . 2 │"
    assert lines[table + 5] == "│ . . │ . 1 │"


def test_json_lines_end_with_the_counts_of_a_search(solve: Run, run: Run) -> None:
    _, tried, taken_back, *_, end = events_of(run, "-p", "mine.py", "--solver", "watched", EASY)
    assert (end["moves"], end["backtracks"], end["fills"]) == (3, 1, {"r1c4": 2, "r3c4": 1})
    assert tried == {"event": "try", "cell": "r1c4", "digit": 3}
    assert taken_back == {"event": "take_back", "cell": "r1c4"}
    assert "moves" not in events_of(run, EASY)[-1]


def test_a_search_that_nobody_watches_is_not_shown(solve: Run) -> None:
    for how in (["-q"], ["--output-format", "line"]):
        done = solve("--solver", "loud", EASY, *how)
        assert done == (0, f"{EASY_SOLVED}\n", "")


# Boards


def test_quiet_prints_a_line_a_puzzle_as_far_as_it_came(run: Run) -> None:
    done = run("solve", "-q", "--no-fallback", EASY, MANY, TWICE, EASY[:15])
    assert done.out == f"{EASY_SOLVED}\n{MANY}\n{TWICE}\n"
    assert (done.status, done.err.count("\n")) == (2, 1)


def test_fss_is_written_byte_for_byte_with_results_and_time_beside(
    tmp_path: Path, run: Run
) -> None:
    write(
        tmp_path,
        "puzzles.txt",
        """
        123-
        3412
        214-
        4321

        11--
        ----
        ----
        ----

        12--
        34--
        ----
        ----
        """,
    )
    done = run("solve", "--output-format", "fss", "-o", "loesung.txt", "puzzles.txt")
    assert (done.status, done.out) == (1, "")
    *results, total = done.err.splitlines()
    assert results == [
        "puzzles.txt:1: 1 solution",
        "puzzles.txt:6: no solution, 1 twice in row 1: r1c1, r1c2",
        "puzzles.txt:11: 2+ solutions",
    ]
    assert total.startswith("3 puzzles in ")
    assert total.endswith(" s")
    boards = (tmp_path / "loesung.txt").read_bytes().split(b"\r\n\r\n")
    assert boards[0] == b"1234\r\n3412\r\n2143\r\n4321"
    assert boards[1] == b"1100\r\n0000\r\n0000\r\n0000"
    assert boards[2].startswith(b"12")
    assert b"0" not in boards[2]
    assert boards[3] == b""
    assert len(boards) == 4


def test_fss_on_standard_output_has_its_own_line_ends_too(program: Any) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sudoku_engine", "solve", "--output-format", "fss", EASY],
        env=program.environment(),
        capture_output=True,
        timeout=60,
    )
    assert done.stdout == b"1234\r\n3412\r\n2143\r\n4321\r\n\r\n"
    assert done.stderr.startswith(b"puzzle:1: 1 solution")


# Several reporters, and those that fail


def test_several_reporters_are_told_of_each_event_in_turn(solve: Run) -> None:
    reporters = ["--reporter", "counting", "--reporter", "jsonl", "--reporter", "line"]
    done = solve(*reporters, EASY)
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0::2][:4] == ["Started", "Stepped", "Stepped", "Ended"]
    assert [json.loads(line)["event"] for line in lines[1::2]] == ["start", "step", "step", "end"]
    assert lines[-1] == EASY_SOLVED


@pytest.mark.parametrize(
    ("name", "line", "why"),
    [("failing", 28, "ValueError: no steps please"), ("quitting", 33, "it called sys.exit")],
)
def test_a_reporter_that_fails_is_named_and_the_rest_goes_on(
    name: str, line: int, why: str, solve: Run
) -> None:
    told = f"mine.py:{line}: reporter {name!r} failed and was switched off: {why}\n"
    done = solve("--reporter", name, "--reporter", "line", EASY, EASY)
    assert done == (2, f"{EASY_SOLVED}\n" * 2, told)


def test_options_of_the_configuration_stay_where_the_command_line_wishes_nothing(
    tmp_path: Path, run: Run
) -> None:
    write(tmp_path, "run.yaml", "reporters: [{text: {verbose: true}}, {line: {format: ss}}]\n")
    out = run("solve", "-c", "run.yaml", EASY).out
    assert "r1c4 is the last open cell of row 1" in out
    assert "12|34\n34|12\n-----\n" in out


# Front ends


def test_a_front_end_draws_the_runs_forward_while_reporters_are_told(solve: Run) -> None:
    done = solve("--frontend", "drawing", "--reporter", "line", EASY, EASY)
    assert done.status == 0
    assert done.out == f"{EASY_SOLVED}\n" * 2
    assert done.err == "1 puzzle 1:1 4 solved False\n2 puzzle 2:1 4 solved False\n"


def test_options_of_a_front_end_are_taken_from_the_command_line(solve: Run) -> None:
    done = solve("-q", "--frontend", "{drawing: {loud: true}}", EASY)
    assert done == (0, f"{EASY_SOLVED}\n", "1 puzzle:1 4 solved True\n")


def test_a_front_end_that_is_left_in_the_middle_says_after_which_step(solve: Run) -> None:
    done = solve("--frontend", "leaving", EASY, EASY, EASY)
    assert [line.split(":")[0] for line in done.out.splitlines()[1:]] == ["  1. Full House"]
    assert (done.status, done.err.splitlines()) == (
        0,
        ["puzzle 1:1: closed after step 1, before the end", "2 more puzzles were not shown"],
    )


def test_a_front_end_that_fails_is_named(solve: Run) -> None:
    done = solve("-q", "--frontend", "falling", EASY)
    assert done == (2, "", "mine.py:47: front end 'falling' failed: RuntimeError: no window\n")


# What a stream can show


ASCII = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
CALLS = [
    ["solve", EASY],
    ["solve", "-v", MANY],
    ["solve", "--output-format", "pretty", EASY],
    ["explain", "naked_pair"],
    ["plugins", "list"],
    ["config", "show"],
    ["race", "--solver", "bitboard", EASY],
    ["solve", "äöü.txt"],
    ["solve", "--help"],
]
ONE_AFTER_ANOTHER = """
import json, sys
from sudoku_engine.__main__ import main
for call in json.loads(sys.argv[1]):
    sys.argv[1:] = call
    try:
        main()
    except SystemExit as end:
        print(f"\\f{end.code}\\f", end="")
        print("\\f", end="", file=sys.stderr)
"""


def test_nothing_fails_where_only_ascii_can_be_written(program: Any) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ONE_AFTER_ANOTHER, json.dumps(CALLS)],
        env={**program.environment(), **ASCII},
        cwd=program.folder,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "Error" not in done.stderr
    assert done.stderr.count("\f") == len(CALLS)
    outs, statuses = done.stdout.split("\f")[:-1:2], done.stdout.split("\f")[1::2]
    for call, out, status in zip(CALLS, outs, statuses, strict=True):
        assert status == ("2" if "äöü.txt" in call else "0"), call
        if call[0] in ("solve", "explain", "plugins", "race") and "--help" not in call:
            assert out.isascii(), call
            assert "\\u" not in out, call
        if call[:2] in (["solve", EASY], ["solve", "--output-format"]):
            assert "| 1 2 | 3 4 |\n" in out, call


pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")


def on_a_terminal(program: Any, *arguments: str, typed: bytes = b"", **environment: str) -> str:
    """What a terminal shows while `typed` is typed and these `arguments` run."""
    ours, theirs = pty.openpty()
    process = program.start(*arguments, streams=theirs, TERM="xterm", **environment)
    os.close(theirs)
    os.write(ours, typed)
    shown = b""
    while True:
        try:
            data = os.read(ours, 4096)
        except OSError:  # Linux: nobody is there any more
            data = b""
        if not data:
            break
        shown += data
    os.close(ours)
    assert process.wait(30) == 0
    return shown.decode().replace("\r\n", "\n")


def test_a_terminal_shows_colour_unless_it_is_not_wanted(program: Any) -> None:
    assert "\x1b[" in on_a_terminal(program, "solve", EASY, NO_COLOR="")
    assert "\x1b[" not in on_a_terminal(program, "solve", EASY, NO_COLOR="1")


def test_a_pipe_shows_no_colour(program: Any) -> None:
    assert "\x1b" not in program("solve", EASY).out


def test_on_a_terminal_one_is_told_what_to_type_and_an_empty_line_ends_it(program: Any) -> None:
    typed = b"123.\n3412\n214.\n4321\n\n"
    shown = on_a_terminal(program, "solve", "-q", "-", typed=typed)
    assert "Type the puzzle: 9 rows, `.` for a blank, then an empty line." in shown
    assert shown.endswith(f"{EASY_SOLVED}\n")
