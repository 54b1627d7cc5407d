"""Compare the speed of other solvers from the package index with ours, on the same puzzles.

Run from anywhere::

    python benchmarks/peers.py [--env DIR] [--puzzles FILE] [--most N] [--limit SECONDS]

Makes a virtual environment in DIR (kept) or in a temporary folder, installs each of the peers into
a folder of its own there (two of them share a package's name), and runs each solver in a process
of its own: from text to the first solution as text, after a few easy puzzles to warm up. Times are
processor time, so that other work on the machine counts less; ours run before and after all
others. A puzzle that takes longer than the limit counts with its time, but as not solved; after
three of them a solver is stopped. Solvers that cannot be installed or run are skipped, with the
reason.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import venv
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
PUZZLES = ROOT.parent / "shared" / "data" / "puzzles" / "17-clue.txt"
PATIENCE = 3
"""The number of puzzles at the limit after which a solver is stopped."""

WARM_UP = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
    "2...8.3...6..7..84.3.5..2.9...1.54.8.........4.27.6...3.1..7.4.72..4..6...4.1...3",
)

Solve = Callable[[str], str]


def rows(puzzle: str, empty: int | None = 0) -> list[list[int | None]]:
    digits = [int(symbol) if symbol in "123456789" else empty for symbol in puzzle]
    return [digits[start : start + 9] for start in range(0, 81, 9)]


def line(board: Sequence[Sequence[object]]) -> str:
    return "".join(str(digit) for row in board for digit in row)


def dlxsudoku() -> Solve:
    from dlxsudoku import Sudoku

    def solve(puzzle: str) -> str:
        sudoku = Sudoku(puzzle)
        sudoku.solve()
        return str(sudoku.to_oneliner())

    return solve


def sudokutools() -> Solve:
    from sudokutools.solve import dlx
    from sudokutools.sudoku import Sudoku

    return lambda puzzle: str(next(dlx(Sudoku.decode(puzzle.replace(".", "0")))).encode())


def py_sudoku() -> Solve:
    from sudoku import Sudoku

    return lambda puzzle: line(Sudoku(3, 3, board=rows(puzzle)).solve().board)


def sudoku_engine() -> Solve:
    from sudoku import ClassicSudoku

    return lambda puzzle: line(ClassicSudoku(size=9, board=rows(puzzle, None)).solve().board)


def dokusan() -> Solve:
    from dokusan.boards import BoxSize, Sudoku
    from dokusan.solvers import backtrack

    return lambda puzzle: str(backtrack(Sudoku.from_string(puzzle, box_size=BoxSize(3, 3))))


def sudokum() -> Solve:
    import sudokum as package

    return lambda puzzle: line(package.solve(rows(puzzle), max_try=sys.maxsize)[1])


def ours(name: str) -> Callable[[], Solve]:
    """Return the function that makes the bundled solver `name` ready."""

    def ready() -> Solve:
        sys.path[:0] = [str(ROOT), str(ROOT / "plugins")]
        from sudoku_engine import Grid
        from sudoku_engine.plugins.registry import Registry

        registry = Registry()
        registry.load()
        solver = registry.find("solver", name)
        return lambda puzzle: next(iter(solver.call(Grid.parse(puzzle)))).line

    return ready


@dataclass(frozen=True)
class Entry:
    """A solver of the table.

    `needs` is the package that pip installs for a peer, or the module that one of ours requires.
    """

    name: str
    ready: Callable[[], Solve]
    needs: str
    why: str


OURS = (
    Entry("bitboard", ours("bitboard"), "", ""),
    Entry("dancing_links", ours("dancing_links"), "", "link by link"),
    Entry("sat", ours("sat"), "pysat", "a question to a general solver"),
    Entry("integer", ours("integer"), "scipy", "a program of 729 unknowns"),
)
PEERS = (
    Entry("dlxsudoku", dlxsudoku, "dlxsudoku", "builds its matrix for each puzzle"),
    Entry("sudokutools", sudokutools, "sudokutools", "builds its matrix for each puzzle"),
    Entry("py-sudoku", py_sudoku, "py-sudoku", "no hidden singles"),
    Entry("dokusan", dokusan, "dokusan", "copies boards of objects; not the fewest first"),
    Entry("sudoku-engine 2.1", sudoku_engine, "sudoku-engine==2.1.*", "no hidden singles"),
    Entry("sudokum", sudokum, "sudokum[numpy]", "guesses at random, starts over, no search"),
)


@dataclass
class Result:
    """The results of one solver so far; `skipped` says why there are none."""

    asked: int = 0
    solved: int = 0
    seconds: float = 0.0
    answers: list[str] = field(default_factory=list)
    skipped: str = ""


def work(name: str, limit: float) -> None:
    """In the solver's own process, solve the puzzles of the input; print a line for each."""
    solve = next(entry for entry in OURS + PEERS if entry.name == name).ready()
    for puzzle in WARM_UP:
        within(limit, lambda puzzle=puzzle: solve(puzzle), "warming up")
    for puzzle in sys.stdin.read().split():
        begun = process_time()
        answer = within(limit, lambda puzzle=puzzle: solve(puzzle), "limit")
        print(process_time() - begun, answer, flush=True)


def within(limit: float, solve: Callable[[], str], otherwise: str) -> str:
    """Return the result of `solve`; past the `limit`, print `otherwise` and end the process."""
    begun = process_time()

    def end() -> None:
        print(process_time() - begun, otherwise, flush=True)
        os._exit(0)

    timer = threading.Timer(limit, end)
    timer.daemon = True
    timer.start()
    try:
        return solve()
    finally:
        timer.cancel()


def run(
    python: Path | str, folder: Path | None, entry: Entry, puzzles: Sequence[str], limit: float
) -> Result:
    """Return the results of `entry` on `puzzles`, in processes of its own."""
    result = Result()
    environment = {**os.environ, "PIP_NO_INDEX": "1"}  # sudokum would install things by itself
    if folder is not None:
        environment["PYTHONPATH"] = str(folder)
    command = [str(python), str(Path(__file__).resolve()), "--work", entry.name]
    given_up = 0
    while result.asked < len(puzzles) and given_up < PATIENCE:
        left = puzzles[result.asked :]
        try:
            process = subprocess.run(
                [*command, "--limit", str(limit)],
                input="\n".join(left),
                capture_output=True,
                text=True,
                env=environment,
                timeout=(limit + 1) * (len(left) + len(WARM_UP)) + 30,
            )
        except subprocess.TimeoutExpired:
            result.skipped = "does not come back"
            break
        lines = process.stdout.splitlines()
        is_cold = any(told_line.endswith("warming up") for told_line in lines)
        if is_cold or not (lines or result.asked):
            told = process.stderr.strip().splitlines()[-1:] or ["even easy puzzles take too long"]
            result.skipped = f"does not work: {told[0][:60]}"
            break
        for told_line in lines:
            seconds, answer = told_line.split(maxsplit=1)
            result.asked += 1
            result.seconds += float(seconds)
            if answer == "limit":
                given_up += 1
            result.answers.append(answer)
        if process.returncode:  # it failed on the next puzzle
            result.asked += 1
            result.answers.append("failed")
    return result


def installed(python: Path, folder: Path, requirement: str) -> bool:
    """Return whether `requirement` is in `folder`, or pip can install it there."""
    if folder.exists():
        return True
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*command, "--target", str(folder), requirement], capture_output=True)
    return done.returncode == 0


def table(place: Path, puzzles: Sequence[str], limit: float) -> None:
    """Measure all and print a line for each."""
    python = place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        venv.create(place, with_pip=True)
    found: dict[str, Result] = {}

    def measure_ours() -> None:
        for entry in OURS:
            if entry.needs and find_spec(entry.needs) is None:
                found[entry.name] = Result(skipped=f"{entry.needs} is not installed")
            else:
                add(found, entry.name, run(sys.executable, None, entry, puzzles, limit))

    measure_ours()
    for entry in PEERS:
        folder = place / "peers" / entry.name.split()[0]
        if installed(python, folder, entry.needs):
            found[entry.name] = run(python, folder, entry, puzzles, limit)
        else:
            found[entry.name] = Result(skipped="cannot be had")
    measure_ours()
    solutions = found["bitboard"].answers[: len(puzzles)]
    best = len(found["bitboard"].answers) / found["bitboard"].seconds
    print(f"{'':<20}{'puzzles/s':>10}{'bitboard is':>14}{'solved':>9}   why")
    for entry in OURS + PEERS:
        result = found[entry.name]
        if result.skipped:
            print(f"{entry.name:<20}skipped: {result.skipped}")
            continue
        result.solved = sum(
            answer == solutions[at % len(puzzles)] for at, answer in enumerate(result.answers)
        )
        score = f"{result.solved}/{result.asked}"
        speed = result.solved / result.seconds
        times = f"{best / speed:.1f} times" if speed else "-"
        print(f"{entry.name:<20}{speed:10.1f}{times:>14}{score:>9}   {entry.why}")


def add(found: dict[str, Result], name: str, result: Result) -> None:
    """Combine `result` with an earlier one."""
    sofar = found.setdefault(name, Result())
    sofar.asked += result.asked
    sofar.seconds += result.seconds
    sofar.answers += result.answers
    sofar.skipped = sofar.skipped or result.skipped


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--env", type=Path, metavar="DIR", help="where the environment is kept")
    parser.add_argument("--puzzles", type=Path, default=PUZZLES, metavar="FILE")
    parser.add_argument("--most", type=int, default=10, metavar="N", help="puzzles")
    parser.add_argument("--limit", type=float, default=10, metavar="SECONDS", help="for a puzzle")
    parser.add_argument("--work", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.work:
        work(arguments.work, arguments.limit)
        return
    lines = arguments.puzzles.read_text(encoding="utf-8").splitlines()
    puzzles = [text.split()[0] for text in lines if text.strip() and not text.startswith("#")]
    puzzles = puzzles[:: max(1, len(puzzles) // arguments.most)][: arguments.most]
    if arguments.env is not None:
        table(arguments.env.resolve(), puzzles, arguments.limit)
        return
    with tempfile.TemporaryDirectory() as folder:
        table(Path(folder), puzzles, arguments.limit)


if __name__ == "__main__":
    main()
