"""Compare the compiled search with the engine's own in Python, and with other programs.

Run from anywhere::

    python benchmarks/compiled.py [--puzzles DIR] [--turns N] [--tdoku PATH] [--rust PATH]
        [--without FEATURE]

DIR holds files of one 81-character puzzle a line. Every solver proves that each puzzle has one
solution, in one thread: the compiled search from bytes to counts, the search in Python from ready
grids. They take turns, so other work on the machine slows all alike: what counts is the ratio. All
times are processor time.

`--tdoku` and `--rust` name programs that read puzzles from standard input, one a line, and go on to
a second solution of each; qqwing is found on the path. Their time includes their start, which
many puzzles hide. `--without avx512` has the search compiled for a processor that lacks what begins
so.
"""

from __future__ import annotations

import argparse
import random
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter, process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "plugins"), str(Path(__file__).resolve().parent)]

from search import read  # noqa: E402

from sudoku_engine import Grid, Layout  # noqa: E402
from sudoku_engine.search import count  # noqa: E402
from sudoku_plugins.fast import compiled  # noqa: E402
from sudoku_plugins.fast.compiled_minimal import COMPILED_MINIMAL  # noqa: E402
from sudoku_plugins.generators.minimal import MINIMAL  # noqa: E402

PUZZLES = ROOT.parent / "shared" / "data" / "puzzles"
FILES = {"easy": 65, "17-clue": 70, "unbiased": None, "top1465": 120, "hardest": 75}
"""The files, and how many times as fast as the search in Python the compiled one shall be."""

QQWING = ("--solve", "--count-solutions", "--csv")

SLICE = 0.25
"""Seconds of a turn of the compiled search."""
BATCH = 4000
"""Puzzles that it gets at a time, about."""


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time of `work`."""
    begun = process_time()
    work()
    return process_time() - begun


def seconds_of_program(command: Sequence[str], lines: Sequence[str]) -> float:
    """Return the processor time of a program that reads these `lines`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    text = "\n".join(lines) + "\n"
    subprocess.run(command, input=text.encode(), stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def cells(lines: Sequence[str]) -> bytes:
    """Return puzzles as the compiled search takes them."""
    return bytes(int(symbol) if symbol in "123456789" else 0 for symbol in "".join(lines))


def prove(puzzles: bytes, times: int) -> None:
    for _ in range(times):
        assert set(compiled.answers(puzzles)[0]) == {1}


def measure(lines: Sequence[str], turns: int, programs: dict[str, list[str]]) -> dict[str, float]:
    """Return puzzles a second of each solver."""
    puzzles = cells(lines)
    grids = [Grid.parse(line) for line in lines]
    repeated = max(1, BATCH // len(lines))
    many = puzzles * repeated
    times = 1 + int(SLICE / seconds(lambda: compiled.answers(many)))
    spent: dict[str, float] = {}
    done: dict[str, int] = {}

    def add(name: str, n: int, time: float) -> None:
        spent[name] = spent.get(name, 0.0) + time
        done[name] = done.get(name, 0) + n

    for _ in range(turns):
        add("compiled", times * repeated * len(lines), seconds(lambda: prove(many, times)))
        add("search", len(grids), seconds(lambda: [count(grid, 2) for grid in grids]))
        for name, command in programs.items():
            given = lines if name == "qqwing" else [*lines] * (times * repeated)
            add(name, len(given), seconds_of_program(command, given))
    return {name: done[name] / spent[name] for name in done}


def leave_out(feature: str) -> None:
    """Have the search compiled for a processor without what begins with `feature`."""
    import llvmlite.binding as llvm

    from sudoku_plugins.fast.compiled import machine_code

    features = llvm.get_host_cpu_features()
    features.update({name: False for name in features if name.startswith(feature)})
    llvm.get_host_cpu_features = lambda: features
    machine_code._compiled_apart = lambda announce: machine_code._compiled(lambda: None)


def measure_generators(puzzles: int, turns: int, qqwing: str | None) -> None:
    """Print how many minimal puzzles a second are made, in this process and by whole commands."""
    classic = Layout.named("9x9")
    rng = random.Random(1)
    n = puzzles * turns
    fast = seconds(lambda: compiled.minimal_puzzles([rng] * 10 * n)) / 10
    single = seconds(lambda: [COMPILED_MINIMAL.generate(rng, classic) for _ in range(n)])
    slow = seconds(lambda: [MINIMAL.generate(rng, classic) for _ in range(n)])
    generate = [sys.executable, "-m", "sudoku_engine", "generate"]
    command = [*generate, "--generator", "compiled_minimal", "--count", str(20 * n)]
    rows = {
        "compiled": fast,
        "compiled_minimal": single,
        "minimal": slow,
        f"command, {20 * n} puzzles": seconds_of_program(command, []) / 20,
    }
    if qqwing:
        rows["qqwing"] = seconds_of_program([qqwing, "--generate", str(n)], [])
    print(f"\n{'minimal puzzles/s':<24}{'':>10}{'/ minimal':>10}{'/ qqwing':>10}")
    for name, time in rows.items():
        print(f"{name:<24}{n / time:10.0f}{slow / time:10.1f}{rows.get('qqwing', 0) / time:10.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--puzzles", type=Path, default=PUZZLES, metavar="DIR")
    parser.add_argument("--most", type=int, default=200, metavar="N", help="puzzles of a file")
    parser.add_argument("--turns", type=int, default=5, metavar="N")
    parser.add_argument("--tdoku", metavar="PATH", help="a program that counts with tdoku")
    parser.add_argument("--rust", metavar="PATH", help="one that counts with a crate of Rust")
    parser.add_argument("--without", metavar="FEATURE", help="of the processor, such as avx512")
    arguments = parser.parse_args()
    if arguments.without:
        leave_out(arguments.without)
    programs = {}
    for name, path in (
        ("tdoku", arguments.tdoku),
        ("rust", arguments.rust),
        ("qqwing", shutil.which("qqwing") or shutil.which("/usr/games/qqwing")),
    ):
        if path:
            programs[name] = (
                [path, "--solve", "--count-solutions", "--csv"] if name == "qqwing" else [path]
            )
        else:
            print(f"{name} is skipped: no path to it" + f" (--{name} PATH)" * (name != "qqwing"))
    begun = perf_counter()
    compiled.prepare(print)
    print(f"loaded in {perf_counter() - begun:.2f} s\n")
    names = ["compiled", "search", *programs]
    ratios = "".join(f"{'/ ' + name:>10}" for name in names[1:])
    print(f"{'puzzles/s':<10}{''.join(f'{name:>10}' for name in names)}{ratios}{'aim':>6}")
    for file, aim in FILES.items():
        path = arguments.puzzles / f"{file}.txt"
        if not path.exists():
            print(f"{file:<10}no {path}")
            continue
        lines = read(path)
        every = max(1, len(lines) // arguments.most)
        speeds = measure(lines[::every], arguments.turns, programs)
        row = "".join(f"{speeds[name]:10.0f}" for name in names)
        row += "".join(f"{speeds['compiled'] / speeds[name]:10.1f}" for name in names[1:])
        print(f"{file:<10}{row}{aim or '':>6}")
    measure_generators(arguments.most, arguments.turns, programs.get("qqwing", [None])[0])


if __name__ == "__main__":
    main()
