"""``compare``, ``transform`` and ``canonical`` as people meet them."""

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import pytest

from sudoku_engine import Grid, Layout
from sudoku_plugins.checkers.commands import side_by_side
from sudoku_plugins.checkers.symmetry.copies import canonical_form
from sudoku_plugins.checkers.symmetry.transformation import Transformation
from tests.support.files import write
from tests.support.json_lines import rows as json_rows
from tests.support.terminals import ProgramTerminal
from tests.support.terminals import Terminal as Screen

Run = Callable[..., Any]


START = "12.............3"
# A quarter turn clockwise, then 1 and 2 change names.
COPY = "...2...1....3..."
OTHER = "123............."
FEWER = "12.............."

CHECKERS = """
from sudoku_engine import hookimpl
from sudoku_engine.api.protocols import Verdict
from sudoku_plugins.checkers.symmetry.transformation import Transformation

class SaysYes:
    id, name = "says_yes", "Always yes"
    def find(self, source, target):
        return Verdict(True, Transformation.identity(source.layout))

class SaysNo:
    id, name = "says_no", "Always no"
    def find(self, source, target):
        return Verdict(False, why="I do not think so")

class NoProof:
    id, name = "no_proof", "Yes without proof"
    def find(self, source, target):
        return Verdict(True)

class Breaks:
    id, name = "breaks", "Breaks"
    def find(self, source, target):
        return 1 / 0

class NoVerdict:
    id, name = "no_verdict", "Its jobs, where a verdict should be"
    def find(self, source, target, *, jobs: int = 1):
        return jobs

class DoesNotKnow:
    id, name = "does_not_know", "Never sure"
    def find(self, source, target):
        print("I am thinking")
        return Verdict(None, why="too hard")

@hookimpl
def sudoku_checkers():
    return [SaysYes(), SaysNo(), NoProof(), Breaks(), NoVerdict(), DoesNotKnow()]
"""


def picture(line: str) -> str:
    """A 4x4 board as rows of digits."""
    return "".join(" ".join(line[start : start + 4]) + "\n" for start in range(0, 16, 4))


def pair(one: str, other: str) -> str:
    return f"{picture(one)}\n{picture(other)}"


@pytest.fixture
def checkers(tmp_path: Path) -> str:
    return str(tmp_path / write(tmp_path, "checkers.py", CHECKERS))


# compare


def test_compare_tells_the_moves_and_shows_both_boards(run: Run) -> None:
    done = run("compare", START, COPY)
    assert (done.status, done.err) == (0, "")
    assert done.out == dedent("""\
        similar, says canonical
          1. rotate by 90 degrees
          2. rename 1 -> 2, 2 -> 1
        Options for transform: --rotate 90 --relabel 1=2,2=1
        ┌─────┬─────┐       ┌─────┬─────┐
        │ 1 2 │ . . │       │ . . │ . 2 │
        │ . . │ . . │       │ . . │ . 1 │
        ├─────┼─────┤  -->  ├─────┼─────┤
        │ . . │ . . │       │ . . │ . . │
        │ . . │ . 3 │       │ 3 . │ . . │
        └─────┴─────┘       └─────┴─────┘
        """)


def test_moves_rename_the_signs_of_the_puzzle(run: Run) -> None:
    done = run("compare", START.translate(str.maketrans("1234", "0123")), COPY)
    assert done.out.splitlines()[2:4] == [
        "  2. rename 0 -> 1, 1 -> 0",
        "Options for transform: --rotate 90 --relabel 0=1,1=0",
    ]
    assert run("transform", "--relabel", "0=1,1=0", "01.............2").out == "10.............2\n"


def test_compare_as_parts_says_what_the_arrows_mean(run: Run) -> None:
    done = run("compare", "--as", "parts", START, COPY)
    assert done.status == 0
    assert done.out.splitlines()[1:6] == [
        "The parts apply from top to bottom. For rows, columns and blocks of them,",
        "1 -> 2 says: place 1 now shows the content of place 2 before this part.",
        "For digits it says: 1 becomes 2.",
        "rotation: 90 degrees clockwise",
        "digits: 1 -> 2, 2 -> 1",
    ]


@pytest.mark.parametrize("columns", ["50", "32"])
def test_boards_stand_between_their_clues(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    one, other = (Grid.parse(f"clues: {clues}\n{START}") for clues in ("anti-king", "even r1c2"))
    lines = side_by_side(one, other, None, Screen()).splitlines()
    assert (lines[0], lines[-1]) == ("clues: anti king", "clues: even r1c2")


@pytest.mark.parametrize(("columns", "is_narrow"), [("33", False), ("32", True)])
def test_boards_that_have_no_room_beside_each_other_stand_one_above_the_other(
    columns: str, is_narrow: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    lines = side_by_side(Grid.parse(START), Grid.parse(FEWER), None, Screen()).splitlines()
    assert (len(lines), len(lines[0])) == ((15, 13) if is_narrow else (7, 33))


@pytest.mark.parametrize(
    ("other", "status", "told"),
    [
        (FEWER, 1, "not similar: the numbers of clues differ: 3 and 2\n"),
        ("." * 81, 1, "not similar: the layouts differ: 4x4 and 9x9\n"),
        (START, 0, "similar, says canonical\nNothing moves: the boards are equal.\n"),
    ],
)
def test_compare_says_why_not_or_that_no_move_is_needed(
    other: str, status: int, told: str, run: Run
) -> None:
    done = run("compare", START, other)
    assert (done.status, done.err, done.out[: len(told)]) == (status, "", told)
    assert ("-->" in done.out) == (status == 0)


@pytest.mark.parametrize(
    "given",
    ["pair.txt", "one.txt other.txt", "one.txt " + COPY, "lines.txt", "-c run.yaml"],
)
def test_compare_takes_a_pair_file_two_files_puzzles_written_out_and_a_configuration(
    given: str, tmp_path: Path, run: Run
) -> None:
    write(tmp_path, "pair.txt", pair(START, COPY))
    write(tmp_path, "run.yaml", "puzzles: pair.txt\n")
    write(tmp_path, "lines.txt", f"# two\n{START}\n{COPY}\n")
    write(tmp_path, "one.txt", picture(START))
    write(tmp_path, "other.txt", picture(COPY))
    done = run("compare", *given.split())
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("similar")


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ([START], f"{START}: 1 puzzle instead of a pair"),
        (["three.txt"], "three.txt: 3 puzzles instead of a pair"),
        (
            ["lines.txt", START],
            "lines.txt: 2 puzzles instead of one: name one by its line, lines.txt:1",
        ),
        (["a", "b", "c"], "3 inputs: give one with a pair, or two"),
        (["none.txt", START], "none.txt: there is no such file"),
        (["bad.txt"], "bad.txt:2:3: 'x' is neither a digit nor a blank"),
        ([], "nothing to compare: give a file with two puzzles, or two files, or two puzzles"),
        (["--checker", "nobody", START, COPY], "--checker: unknown checker 'nobody'"),
        (["--as", "songs", START, COPY], "sudoku-engine compare: invalid value for '--as'"),
    ],
    ids=str,
)
def test_compare_tells_bad_input_in_one_line(
    given: list[str], error: str, tmp_path: Path, run: Run
) -> None:
    write(tmp_path, "three.txt", f"{START}\n{COPY}\n{START}\n")
    write(tmp_path, "lines.txt", f"{START}\n{COPY}\n")
    write(tmp_path, "bad.txt", "1 2 . .\n. x . .\n. . . .\n. . . 3\n\n" + picture(COPY))
    done = run("compare", *given)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(error)
    assert done.err.count("\n") == 1


def test_compare_writes_json(run: Run) -> None:
    (record,) = json_rows(run("compare", "--json", START, COPY).out)
    assert record.pop("seconds") >= 0
    assert record == {
        "checker": "canonical",
        "similar": True,
        "why": "",
        "moves": ["rotate by 90 degrees", "rename 1 -> 2, 2 -> 1"],
        "options": "--rotate 90 --relabel 1=2,2=1",
        "parts": ["rotation: 90 degrees clockwise", "digits: 1 -> 2, 2 -> 1"],
    }


@pytest.mark.parametrize("seed", range(10))
def test_options_that_compare_gives_take_the_first_board_to_the_second(seed: int, run: Run) -> None:
    rng = Random(seed)
    layout = Layout.named(rng.choice(["4x4", "6x6", "9x9", "16x16"]))
    digits = [rng.choice([0, 0, digit]) for digit in rng.choices(layout.digits, k=layout.n**2)]
    source = Grid(layout, digits)
    target = Transformation.random(rng, layout).grid(source)
    (record,) = json_rows(run("compare", "--json", source.line, target.line).out)
    done = run("transform", *shlex.split(record["options"]), source.line)
    assert (done.status, done.out, done.err) == (0, f"{target.line}\n", "")


# Which checkers are believed


FAULTS = {
    "says_yes": "its transformation puts 1 into r1c1, which holds a blank",
    "no_proof": "it says yes without a transformation",
    "breaks": "ZeroDivisionError: division by zero",
    "says_no": "it says no, but there is a transformation: "
    "rotate by 90 degrees; rename 1 -> 2, 2 -> 1",
}


def fault(checker: str, file: str) -> str:
    """The line on standard error that names a wrong checker of `file`, with the line there."""
    lines = Path(file).read_text(encoding="utf-8").splitlines()
    number = next(n for n, line in enumerate(lines) if checker in line and "id, name" in line)
    line = number + (3 if checker == "breaks" else 2)
    return f"checkers.py:{line}: {checker} is at fault: {FAULTS[checker]}"


def test_jobs_are_passed_to_checkers_that_have_the_option(checkers: str, run: Run) -> None:
    done = run("compare", "-p", checkers, "--checker", "no_verdict", "--jobs", "3", START, COPY)
    assert done.status == 2
    assert done.err.endswith("no_verdict is at fault: it gave 3, which is not a Verdict\n")
    assert run("compare", "--jobs", "3", START, COPY).status == 0


def test_a_checker_that_does_not_know_says_why(checkers: str, run: Run) -> None:
    done = run("compare", "-p", checkers, "--checker", "does_not_know", START, COPY)
    assert (done.status, done.err) == (1, "I am thinking\n")
    assert done.out.startswith("not known: too hard\n")


def test_all_checkers_go_on_beside_those_at_fault(checkers: str, run: Run) -> None:
    done = run("compare", "-p", checkers, "--checker", "all", "--json", START, COPY)
    records = {record["checker"]: record for record in json_rows(done.out)}
    assert done.status == 2
    assert {"canonical", "says_yes", "breaks", "does_not_know"} <= records.keys()
    assert records["canonical"]["similar"] is True
    assert records["does_not_know"]["similar"] is None
    assert records["says_no"]["why"].startswith("says_no is at fault: it says no, but")
    told = [line for line in done.err.splitlines() if " is at fault: " in line]
    assert {fault(checker, checkers) for checker in FAULTS} < {*told}
    assert len(told) == 5


def test_all_checkers_stand_side_by_side(run: Run) -> None:
    done = run("compare", "--checker", "all", START, OTHER)
    assert (done.status, done.err) == (1, "")
    assert re.search(r"\n  canonical +no ", done.out)
    assert "not similar: no placement fits" in done.out


# On a terminal


@pytest.mark.parametrize(
    ("target", "coloured"), [(".2..", ("33m\x1b[1m1", "33m\x1b[1m2")), ("2...", ("36m\x1b[1m2",))]
)
def test_compare_colours_what_moves_on_a_terminal(
    target: str, coloured: tuple[str, ...], program: Any
) -> None:
    terminal = ProgramTerminal(program, "compare", f"1{'.' * 15}", f"{target}{'.' * 12}")
    assert terminal.end() == 0
    assert all(f"\x1b[{each}\x1b[0m" in terminal.shown for each in coloured)


# transform


@pytest.mark.parametrize(
    ("options", "after"),
    [
        ("", START),
        ("--rotate 90", "...1...2....3..."),
        ("--swap-rows 1 2", "....12.........3"),
        ("--swap-columns 3 4", "12............3."),
        ("--swap-bands 1 2", ".......312......"),
        ("--swap-stacks 1 2", "..12.........3.."),
        ("--transpose", "1...2..........3"),
        ("--reflect left-right", "..21........3..."),
        ("--relabel 1=2,2=1", "21.............3"),
        # In the order given, each as often as given.
        ("--swap-rows 1 2 --rotate 90", "..1...2.....3..."),
        ("--rotate 90 --swap-rows 1 2", "...2...1....3..."),
        ("--rotate 90 --swap-rows 1 2 --rotate 90 --transpose --transpose", "3.............12"),
    ],
    ids=str,
)
def test_transform_makes_moves_in_the_order_given(options: str, after: str, run: Run) -> None:
    done = run("transform", *options.split(), START)
    assert (done.status, done.out, done.err) == (0, f"{after}\n", "")


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (
            "--swap-rows 2 3",
            "puzzle:1: --swap-rows 2 3: row 2 is in band 1, row 3 in band 2: "
            "only rows of one band can be swapped",
        ),
        ("--relabel 1+2", "--relabel 1+2: '1+2' is not a digit: write 1=2,2=1"),
        ("--seed 3", "--seed needs --random"),
        ("--rotate 45", "sudoku-engine transform: invalid value for '--rotate'"),
        ("--swap-rows 1 x", "sudoku-engine transform: invalid value for '--swap-rows'"),
        ("--json --output-format ss", "--output-format writes boards only"),
    ],
)
def test_transform_tells_what_cannot_be_done_in_one_line(
    options: str, error: str, run: Run
) -> None:
    done = run("transform", *options.split(), START)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(error)
    assert done.err.count("\n") == 1


def test_transform_does_the_puzzles_that_allow_a_move(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "puzzles.txt", f"{START}\n{'1' + '.' * 80}\n")
    done = run("transform", "--swap-rows", "1", "3", "puzzles.txt")
    assert (done.status, done.out) == (2, "." * 18 + "1" + "." * 62 + "\n")
    assert done.err.startswith("puzzles.txt:1: --swap-rows 1 3: row 1 is in band 1")


def test_transform_at_random_makes_copies_that_the_seed_repeats(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "puzzles.txt", f"{START}\n" * 8)
    first = run("transform", "--random", "--seed", "7", "puzzles.txt")
    assert first.status == 0
    lines = first.out.splitlines()
    assert len(set(lines)) > 1
    assert {canonical_form(Grid.parse(line)).line for line in lines} == {
        canonical_form(Grid.parse(START)).line
    }
    assert run("transform", "--random", "--seed", "7", "puzzles.txt") == first
    assert run("transform", "--random", "--seed", "8", "puzzles.txt") != first


@pytest.mark.parametrize("option", ["-v", "--verbose"])
def test_transform_shows_its_moves_as_a_film(option: str, run: Run) -> None:
    done = run("transform", "--rotate", "90", "--relabel", "1=2,2=1", option, START)
    assert (done.status, done.err) == (0, "")
    assert "  1. rotate by 90 degrees\n" in done.out
    assert "  2. rename 1 -> 2, 2 -> 1\n" in done.out
    assert done.out.index("  2. rename") < done.out.rindex("│ . . │ . 2 │")


def test_transform_writes_its_film_as_json_lines(run: Run) -> None:
    done = run("transform", "--rotate", "90", "--relabel", "1=2,2=1", "--json", START)
    start, *moves, end = map(json.loads, done.out.splitlines())
    assert done.status == 0
    assert (start["event"], start["puzzle"]) == ("start", START)
    turned = {"grid": "...1...2....3...", "given": ["r1c4", "r2c4", "r4c1"]}
    assert moves == [
        {"event": "move", "text": "rotate by 90 degrees", **turned},
        {"event": "move", "text": "rename 1 -> 2, 2 -> 1", "grid": COPY},
    ]
    assert (end["event"], end["outcome"], end["grid"]) == ("end", "stopped", COPY)


# canonical


def test_canonical_prints_one_form_for_all_copies(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "puzzles.txt", f"{START}\n{COPY}\n{OTHER}\n")
    done = run("canonical", "puzzles.txt")
    one, other, third = done.out.splitlines()
    assert (done.status, done.err) == (0, "")
    assert one == other != third
    assert canonical_form(Grid.parse(one)).line == one


def test_canonical_in_minlex_order_is_the_least_text(run: Run) -> None:
    done = run("canonical", "--order", "minlex", START)
    assert (done.status, done.out) == (0, ".......1....23..\n")


def test_canonical_counts_symmetries(run: Run) -> None:
    # A 4x4 board has 128 ways to move its cells. Of the second one every row and column is told
    # by its clues, 3 2 1 0 and 3 1 2 0, so rows cannot become columns: bands would break.
    assert run("canonical", "--symmetries", "." * 16).out == f"{'.' * 16} 128 symmetries\n"
    lone = "111.1.1.1......."
    assert run("canonical", "--symmetries", lone).out.endswith(" 1 symmetry\n")


def test_dedupe_keeps_the_first_of_each_class_and_says_who_fell_to_whom(
    tmp_path: Path, run: Run
) -> None:
    write(tmp_path, "puzzles.txt", f"# mine\n{START}\n{OTHER}\n{COPY}\n")
    write(tmp_path, "more.txt", f"{'.' * 81}\n{COPY}\n{OTHER}\n")
    done = run("canonical", "--dedupe", "puzzles.txt", "more.txt")
    assert (done.status, done.out) == (0, f"{START}\n{OTHER}\n{'.' * 81}\n")
    assert done.err == dedent("""\
        puzzles.txt:4 is a copy of puzzles.txt:2
        more.txt:2 is a copy of puzzles.txt:2
        more.txt:3 is a copy of puzzles.txt:3
        6 puzzles, 3 classes
        """)


def test_canonical_writes_json_and_files(tmp_path: Path, run: Run) -> None:
    done = run("canonical", "--json", "--symmetries", "--order", "minlex", "-o", "out.json", START)
    assert (done.status, done.out) == (0, "")
    (record,) = json_rows((tmp_path / "out.json").read_text())
    assert record == {
        "source": "puzzle:1",
        "puzzle": START,
        "form": ".......1....23..",
        "symmetries": 2,
    }


def test_depth_is_the_number_of_moves_that_brute_force_tries(run: Any) -> None:
    pair = ["12...3..........", "........12...3.."]
    shallow = run("compare", "--checker", "brute_force", "--depth", "0", *pair)
    assert "not known: not within 0 moves (--depth 2 looks further)" in shallow.out
    assert run("compare", "--checker", "brute_force", "--depth", "4", *pair).status == 0


def test_a_checker_without_depth_says_so(run: Any) -> None:
    done = run("compare", "--depth", "3", "12..............", "..............12")
    assert (done.status, done.err) == (
        2,
        "--depth: canonical has no depth: add --checker brute_force\n",
    )
