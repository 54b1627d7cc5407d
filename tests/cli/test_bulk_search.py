"""Many plain lines are answered by the compiled search: the same bytes, errors and exit status."""

import io
import sys
from pathlib import Path

import pytest

from sudoku_engine.formats.blocks import MANY
from sudoku_plugins.fast import compiled
from sudoku_plugins.fast.compiled_minimal import COMPILED_MINIMAL
from sudoku_plugins.generators.generation import puzzle_rng
from tests.support.boards import CLASSIC
from tests.support.files import write
from tests.support.json_lines import rows as json_rows
from tests.support.lines import NINE, NINE_SOLVED, Run
from tests.support.program import Done
from tests.support.samples import thorough
from tests.support.texts import CANDIDATES, FRAMED, LINE, SADMAN

pytestmark = pytest.mark.skipif(not compiled.is_available(), reason="needs numba")

SOLVER = """
from sudoku_engine import hookimpl, search

class Bitboard:
    id, name = "bitboard", "Mine"
    def solutions(self, grid):
        yield from list(search.solutions(grid))[::-1]

@hookimpl
def sudoku_solvers():
    return [Bitboard()]
"""

SEVERAL = "6.984571.4.571968." + NINE_SOLVED[18:]
NO_WAY = "1" + LINE[1:]
TWICE = "55" + LINE[2:]
PLAIN = [
    *[NINE, LINE.replace(".", "0"), SEVERAL, NINE_SOLVED, NINE_SOLVED[:80] + "8"],
    *["." * 80 + "1", TWICE, NINE.replace(".", "*") + ",6 hard", LINE + "\tand more", "# so", ""],
    *[LINE.replace(".", "_"), NINE_SOLVED[:-4] + "----", NO_WAY, LINE + " # five"],
]
OTHERS = [
    *[LINE[:80], LINE[:40] + "x" + LINE[41:], "hello", "12..34..........", FRAMED, "", CANDIDATES],
    *["", f":0000:x:{LINE}:::", SADMAN, "", "quizzes,solutions", f"{LINE},{NINE_SOLVED}", NINE, ""],
    *["1........." * 25 + "......", f"  {LINE}", f"{LINE}\x0b", f"{LINE}1", "\0" + LINE],
]
MIXED = "\n".join([*PLAIN * 2, *[LINE] * MANY, *OTHERS, *PLAIN, *OTHERS, LINE])


def in_both_ways(
    run: Run, monkeypatch: pytest.MonkeyPatch, *arguments: str, stdin: bytes = b""
) -> tuple[tuple[Done, bytes], tuple[Done, bytes]]:
    """What the program does and writes, with the compiled search and where it is not installed."""
    file = Path("out.sdm")

    def done() -> tuple[Done, bytes]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        result = run(*arguments)
        return result, file.read_bytes() if file.exists() else b""

    with monkeypatch.context() as without:
        without.setitem(sys.modules, "numba", None)
        compiled.is_available.cache_clear()
        usual = done()
    compiled.is_available.cache_clear()
    compiled.prepare()
    return done(), usual


CALLS = [
    ["verify", "mixed.txt"],
    thorough(["verify", "--json", "mixed.txt", "windows.txt"]),
    ["verify", "--layout", "9x9", "mixed.txt"],
    ["solve", "-q", "--solver", "bitboard", "utf16.txt", "mixed.txt", LINE, "mixed.txt:3"],
    thorough(["solve", "-q", "--solver", "bitboard", "--pencilmarks", "manual", "mixed.txt"]),
    thorough(["solve", "-o", "out.sdm", "--solver", "bitboard", "mixed.txt"]),
    ["solve", "-q", "--solver", "bitboard", "mixed.txt", "missing.txt"],
]


@pytest.mark.parametrize("arguments", CALLS, ids=" ".join)
def test_the_answers_are_those_of_the_usual_way(
    arguments: list[str], tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mixed.txt").write_bytes(MIXED.encode("utf-8-sig"))
    lines = "\r\n".join([NINE, "hello", SEVERAL, *[LINE] * MANY])
    (tmp_path / "windows.txt").write_bytes(lines.encode())
    (tmp_path / "utf16.txt").write_bytes(lines.encode("utf-16"))
    ours, usual = in_both_ways(run, monkeypatch, *arguments)
    assert ours == usual
    assert usual[0].status == 2


def test_standard_input_is_read_in_blocks_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for command in (["verify", "-"], ["solve", "-q", "--solver", "bitboard", "-"]):
        ours, usual = in_both_ways(run, monkeypatch, *command, stdin=MIXED.encode())
        assert ours == usual


def test_the_answers_of_a_plain_file_are_right(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "p.txt", f"{NINE}\n{SEVERAL}\n{NINE_SOLVED}\n" * MANY)
    counts = "valid: 1 solution\ninvalid: 2+ solutions\nvalid: solved\n"
    assert run("verify", "p.txt") == (1, counts * MANY, "")
    assert run("verify", "--solver", "compiled", "p.txt") == (1, counts * MANY, "")
    rows = json_rows(run("verify", "p.txt", "--json").out)
    assert rows[3 * MANY - 2] == {
        "source": f"p.txt:{3 * MANY - 1}",
        "puzzle": SEVERAL,
        "valid": False,
        "solutions": 2,
        "words": "invalid: 2+ solutions",
    }
    answers = run("solve", "-q", "--solver", "bitboard", "p.txt")
    assert answers.status == 0
    assert answers.out.split("\n")[:-1:3] == [NINE_SOLVED] * MANY


def test_a_persons_solver_of_the_same_name_is_used(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "mine.py", SOLVER)
    write(tmp_path, "p.txt", f"{NINE_SOLVED}\n" * MANY + f"{SEVERAL}\n")
    found = [
        run("solve", "-q", "--solver", "bitboard", *options, "p.txt").out.split("\n")[-2]
        for options in (["-p", "mine.py"], [])
    ]
    assert found[0] != found[1]


def test_another_shape_of_the_board_is_searched_in_the_usual_way(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "p.txt", f"{'.' * 81}\n" + f"{NINE_SOLVED}\n" * MANY)
    config = "layout: {boxes: 3x3, diagonals: true}\n"
    write(tmp_path, "x.yaml", config)
    answers = run("solve", "-q", "--solver", "bitboard", "-c", "x.yaml", "p.txt").out.split("\n")
    assert len({answers[0][10 * number] for number in range(9)}) == 9


def test_an_installation_that_does_not_work_is_said_and_left_out(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "p.txt", f"{NINE_SOLVED}\n" * MANY)
    compiled.prepare()
    monkeypatch.delitem(sys.modules, "sudoku_plugins.fast.compiled.machine_code")
    monkeypatch.setitem(sys.modules, "llvmlite", None)
    compiled.is_ready.cache_clear()
    done = run("verify", "p.txt", "p.txt")
    compiled.is_ready.cache_clear()
    assert done[:2] == (0, "valid: solved\n" * 2 * MANY)
    assert done.err.count("\n") == 1
    assert done.err.startswith("notice: numba does not work here, so this takes longer (")


@pytest.mark.parametrize("n", [MANY - 1, MANY])
def test_only_many_lines_load_the_compiled_search(
    n: int, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "p.txt", f"{NINE_SOLVED}\n" * n)
    module = "sudoku_plugins.fast.compiled.machine_code"
    monkeypatch.delitem(sys.modules, module, raising=False)
    assert run("verify", "p.txt").out == "valid: solved\n" * n
    assert (module in sys.modules) == (n >= MANY)


# Puzzles that are made


def test_many_puzzles_are_those_that_are_made_one_by_one(run: Run) -> None:
    made = ("generate", "--generator", "compiled_minimal", "--count", "520", "--seed", "a")
    lines = run(*made).out.splitlines()
    one_by_one = [COMPILED_MINIMAL.generate(puzzle_rng("a", n), CLASSIC) for n in range(520)]
    assert lines == [puzzle.givens.line for puzzle in one_by_one]
    assert run(*made, "--jobs", "3").out.splitlines() == lines


def test_a_puzzle_made_with_several_solutions_is_a_fault(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    digits = bytes(int(symbol) if symbol != "." else 0 for symbol in SEVERAL)
    solution = bytes(map(int, NINE_SOLVED))
    monkeypatch.setattr(compiled, "minimal_puzzles", lambda rngs, jobs: (digits, solution))
    told = run("generate", "--generator", "compiled_minimal")
    assert (told.status, told.out) == (2, "")
    assert f"compiled_minimal is at fault: its solution is not the only one: {SEVERAL}" in told.err
