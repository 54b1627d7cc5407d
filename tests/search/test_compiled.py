"""The compiled search: it agrees with the engine's own on boards of all kinds."""

import os
import shutil
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from time import sleep

import pytest

from sudoku_engine import Grid
from sudoku_engine.atomic_file import try_lock
from sudoku_engine.errors import GaveUp, PluginError, needed
from sudoku_engine.randomness import below
from sudoku_engine.search import solutions
from sudoku_plugins.checkers.symmetry.transformation import Transformation
from sudoku_plugins.fast import compiled
from sudoku_plugins.fast.compiled_solver import COMPILED
from sudoku_plugins.generators.minimal import MINIMAL
from tests.support.boards import CLASSIC, SOLVED, board, eliminated, empty, with_digit
from tests.support.solvers import ran

machine_code = pytest.importorskip("sudoku_plugins.fast.compiled.machine_code")
SEARCH = machine_code.SEARCH
Patch = pytest.MonkeyPatch

FULL = board(SOLVED)

pytestmark = pytest.mark.skipif(not compiled.is_available(), reason="needs numba")


def asked(grids: list[Grid], jobs: int = 1) -> list[tuple[int, list[int]]]:
    """The compiled search's count and solution of each board."""
    counts, found = compiled.answers(b"".join(bytes(grid.digits) for grid in grids), jobs)
    return [(count, list(found[81 * row : 81 * row + 81])) for row, count in enumerate(counts)]


def test_counts_and_solutions_agree_with_the_search_on_integers() -> None:
    grids = list(boards_of_all_kinds(Random(17)))
    kinds = set()
    for grid, (count, solution) in zip(grids, asked(grids)):
        known = [list(found.digits) for found in islice(solutions(grid), 2)]
        kinds.add(count)
        assert count == len(known), grid.line
        if count == 1:
            assert solution == known[0], grid.line
        if count == 2:
            assert Grid(CLASSIC, solution).is_solved, grid.line
            assert all(not d or d == solution[cell] for cell, d in enumerate(grid.digits))
    assert kinds == {0, 1, 2}


def boards_of_all_kinds(rng: Random) -> list[Grid]:
    """Minimal puzzles, with clues changed, left out or added, and turned; random givens."""
    grids = []
    for _ in range(40):
        made = MINIMAL.generate(rng, CLASSIC)
        puzzle, solution = made.givens, made.solution
        clues = [cell for cell in CLASSIC.cells if puzzle.digits[cell]]
        grids += [puzzle, Transformation.random(rng, CLASSIC).grid(puzzle)]
        for _ in range(8):
            digits = list(puzzle.digits)
            digits[clues[below(rng, len(clues))]] = below(rng, 10)
            grids.append(Grid(CLASSIC, digits))
            digits = list(puzzle.digits)
            digits[below(rng, 81)] = 1 + below(rng, 9)
            grids.append(Grid(CLASSIC, digits))
            digits = list(solution.digits)
            for _ in range(below(rng, 60)):
                digits[below(rng, 81)] = 0
            grids.append(Grid(CLASSIC, digits))
    for _ in range(300):
        digits = [0] * 81
        for _ in range(below(rng, 25)):
            digits[below(rng, 81)] = 1 + below(rng, 9)
        grids.append(Grid(CLASSIC, digits))
    return grids


def test_the_empty_board_has_more_than_one_solution() -> None:
    ((count, solution),) = asked([empty()])
    assert count == 2
    assert Grid(CLASSIC, solution).is_solved


@pytest.mark.parametrize("givens", [{15: 7, 25: 6, 30: 5}, {31: 5, 39: 9, 68: 2, 69: 4}])
def test_boards_with_few_givens_do_not_take_seconds(givens: dict[int, int]) -> None:
    # They did where guesses were spread over the board.
    ((count, _),) = asked([Grid(CLASSIC, [givens.get(cell, 0) for cell in CLASSIC.cells])])
    assert count == 2


def test_a_full_board_is_its_own_solution_unless_it_breaks_a_rule() -> None:
    full = board(SOLVED)
    broken = with_digit(full, "r1c1", 2)
    assert asked([full, broken]) == [(1, list(full.digits)), (0, list(broken.digits))]


def test_threads_give_the_same_answers() -> None:
    grids = boards_of_all_kinds(Random(4))[:200]
    assert asked(grids, jobs=3) == asked(grids)


# The solutions of one board, one after another


def found(grid: Grid) -> list[Grid]:
    return list(COMPILED.solutions(grid))


def test_all_solutions_come_once_and_always_in_the_same_order() -> None:
    # Rows 2 and 3 lack their first six digits.
    grid = Grid(CLASSIC, [d if not 9 <= cell < 27 else 0 for cell, d in enumerate(FULL.digits)])
    assert len(found(grid)) == len(set(found(grid)))
    assert set(found(grid)) == set(solutions(grid))
    assert found(grid) == found(grid)


def test_an_eliminated_candidate_stays_eliminated() -> None:
    grid = Grid(CLASSIC, [d if cell > 17 else 0 for cell, d in enumerate(FULL.digits)])
    without = eliminated(grid, "r1c1", *(FULL.digits[0], FULL.digits[9]))
    assert set(found(grid)) > set(found(without)) == set(solutions(without))
    assert found(eliminated(grid, "r1c1", *grid.candidates(0))) == []


def test_the_first_solutions_of_an_empty_board_come_at_once() -> None:
    first = list(islice(COMPILED.solutions(empty()), 100))
    assert len(set(first)) == 100
    assert all(solution.is_solved for solution in first)


def test_another_board_is_not_searched() -> None:
    with pytest.raises(GaveUp, match="only the classic 9x9 board, not 4x4"):
        found(board("1234 .... .... ...."))


def test_without_numba_the_solver_says_what_to_install() -> None:
    told = ran(f"""
        import sys
        sys.modules["llvmlite"] = sys.modules["numba"] = None  # every import of them fails
        from sudoku_engine import Grid
        from sudoku_engine.errors import SudokuError
        from sudoku_plugins.fast.compiled_solver import COMPILED

        try:
            next(COMPILED.solutions(Grid.parse({FULL.line!r})))
        except SudokuError as error:
            print(error)
    """)
    line = "compiled: it needs numba: pip install '.[fast]' in the project's folder"
    assert told.stdout.splitlines() == [line], told.stderr


# Machine code is kept in files


def test_machine_code_is_kept_and_read_again(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(machine_code, "_folders", lambda: [tmp_path / "new"])
    SEARCH._keep(b"machine code")
    assert SEARCH._kept() == b"machine code"


def test_a_damaged_file_is_not_used(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(machine_code, "_folders", lambda: [tmp_path])
    SEARCH._keep(b"machine code")
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    assert SEARCH._kept() is None


def test_a_folder_that_cannot_be_written_is_passed_over(tmp_path: Path, monkeypatch: Patch) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    folders = [tmp_path / "file", tmp_path / "user"]
    monkeypatch.setattr(machine_code, "_folders", lambda: folders)
    SEARCH._keep(b"machine code")
    assert SEARCH._kept() == b"machine code"
    assert len(list(folders[1].iterdir())) == 1


def test_without_any_folder_nothing_is_kept(monkeypatch: Patch) -> None:
    monkeypatch.setattr(machine_code, "_folders", list)
    assert not SEARCH._keep(b"machine code")
    assert SEARCH._kept() is None


def test_that_it_cannot_be_kept_is_said(tmp_path: Path, monkeypatch: Patch) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    monkeypatch.setattr(machine_code, "_folders", lambda: [tmp_path / "file"])
    monkeypatch.setattr(
        machine_code.Program, "_compiled_apart", lambda program, announce: b"machine code"
    )
    notices: list[str] = []
    SEARCH._made(notices.append)
    assert len(notices) == 2
    assert notices[1].startswith(
        "the search, compiled, cannot be kept, so each run compiles it again"
    )


def test_only_one_process_compiles_and_the_others_say_that_they_wait(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(machine_code, "_folders", lambda: [tmp_path])
    monkeypatch.setattr(
        machine_code.Program, "_compiled_apart", lambda *given: pytest.fail("it compiles")
    )
    notices: list[str] = []

    def wait(notice: str) -> None:
        notices.append(notice)
        SEARCH._keep(b"of the other process")
        other.close()

    with open(tmp_path / "compiled.lock", "wb") as other:
        assert try_lock(other)
        assert SEARCH._made(wait) == b"of the other process"
    assert notices == ["another process compiles the search for this machine: waiting for it"]


def stand_in(path: Path, monkeypatch: Patch, script: str) -> None:
    """Let a `script` of the shell stand for Python."""
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(path))


@pytest.mark.skipif(os.name == "nt", reason="a script of the shell")
def test_ctrl_c_ends_compiling_at_once(tmp_path: Path, monkeypatch: Patch) -> None:
    stand_in(tmp_path / "python", monkeypatch, f"echo $$ > {tmp_path}/pid; echo; exec sleep 600")
    notices: list[str] = []

    def interrupt(notice: str) -> None:
        notices.append(notice)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        SEARCH._compiled_apart(interrupt)
    assert notices == ["compiling the search: 1 of 4 parts done"]
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


@pytest.mark.skipif(os.name == "nt", reason="a script of the shell")
def test_what_another_numba_cannot_compile_is_said(tmp_path: Path, monkeypatch: Patch) -> None:
    stand_in(tmp_path / "python", monkeypatch, "echo 'TypeError: new rules' >&2; exit 1")
    with pytest.raises(ImportError, match="cannot compile it: TypeError: new rules"):
        SEARCH._compiled_apart(lambda notice: None)


def test_it_is_not_said_to_compile_where_numba_cannot_be_imported(monkeypatch: Patch) -> None:
    monkeypatch.setattr(machine_code, "_folders", list)
    monkeypatch.setitem(sys.modules, "numba", None)
    notices: list[str] = []
    with pytest.raises(ImportError):
        replace(SEARCH).functions(notices.append)
    assert not notices


@pytest.mark.skipif(os.name == "nt", reason="a script of the shell")
def test_nobody_waits_for_what_is_compiled_meanwhile(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(machine_code, "_folders", lambda: [tmp_path])
    stand_in(tmp_path / "python", monkeypatch, f"echo $$ >> {tmp_path}/pids; exec sleep 600")
    fresh = replace(SEARCH)
    assert [fresh.load_soon(may_compile) for may_compile in (False, True, True)] == [False] * 3
    (process,) = fresh._compiling
    while not (tmp_path / "pids").exists() or not (tmp_path / "pids").read_text():
        sleep(0.01)
    process.kill()
    process.communicate()
    assert (tmp_path / "pids").read_text() == f"{process.pid}\n"
    monkeypatch.undo()
    compiled.prepare()
    assert fresh.load_soon(may_compile=False)


def test_what_is_compiled_meanwhile_is_compiled_once(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(machine_code, "_folders", lambda: [tmp_path])
    calls = []
    monkeypatch.setattr(
        machine_code.Program, "_compiled", lambda program, report: calls.append(1) or b"code"
    )
    monkeypatch.delattr(os, "nice", raising=False)  # this process keeps its own
    for _ in range(2):
        replace(SEARCH).keep()
    assert SEARCH._kept() == b"code"
    assert calls == [1]


@pytest.mark.parametrize("kind", [ImportError, OSError])
def test_a_library_that_does_not_work_is_not_said_to_be_missing(kind: type[Exception]) -> None:
    with (
        pytest.raises(
            PluginError, match=r"^compiled: numba does not work here \(another numpy\): "
        ),
        needed("numba", extra="fast", solver="compiled"),
    ):
        raise kind("another numpy")


def test_old_files_do_not_pile_up(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(machine_code, "_folders", lambda: [tmp_path])
    for number in range(20):
        (tmp_path / f"compiled_{number}.o").write_bytes(b"of another version")
    SEARCH._keep(b"machine code")
    assert len(list(tmp_path.iterdir())) == 8
    assert SEARCH._kept() == b"machine code"


def test_every_module_of_the_search_counts_for_the_name_of_the_file(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    name = SEARCH._file_name()
    sources = Path(machine_code.__file__).parent
    copy = shutil.copytree(sources, tmp_path / "copy")
    names = {name}
    for file in sorted(copy.glob("*.py")):
        file.write_text(file.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        names.add(SEARCH._file_name([copy]))
    assert len(names) == 1 + len(list(sources.glob("*.py")))


def test_settings_of_numba_do_not_reach_the_machine_code(monkeypatch: Patch) -> None:
    from numba import config

    monkeypatch.setenv("NUMBA_OPT", "1")
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    config.reload_config()
    assert (int(config.OPT), config.BOUNDSCHECK) == (1, 1)
    with machine_code._own_settings():
        assert (int(config.OPT), config.BOUNDSCHECK) == (0, None)
    assert (int(config.OPT), config.BOUNDSCHECK) == (1, 1)
    monkeypatch.undo()
    config.reload_config()


# What is asked


def test_no_puzzle_gives_no_answer() -> None:
    assert compiled.answers(b"", jobs=2) == (b"", b"")


def test_what_is_no_digit_is_refused_before_the_search() -> None:
    for puzzle in (bytes([10] * 81), bytes(80)):
        with pytest.raises(ValueError, match="81 digits from 0 to 9"):
            compiled.answers(puzzle)
