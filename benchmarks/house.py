"""Measure the house: lines, files, packages, circles, long functions, and what a first solve loads.

Run from the folder of the project::

    python -m benchmarks.house

Counts the Python files of the engine, the plugins and the front ends; a circle is a group of files
that import one another. Then solves one puzzle with ``solve -q`` and counts the files of modules
that this loads (the interpreter's own at its start included), and its processor time beside that of
a bare interpreter, as the median of some turns, each with both.
"""

from __future__ import annotations

import ast
import os
import resource
import subprocess
import sys
from collections import Counter, defaultdict
from statistics import median

from tests.project.test_architecture import imported_modules, module_of_file, python_files
from tests.support.paths import ROOT

PUZZLE = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
TURNS = 15
LONG = 50

COUNT = """\
import atexit, sys
sys.argv = ["sudoku-engine", "solve", "-q", {puzzle!r}]
def report():
    files = [module for module in list(sys.modules.values()) if getattr(module, "__file__", None)]
    print(len(files), file=sys.stderr)
atexit.register(report)
from sudoku_engine.__main__ import main
main()
"""


def sizes() -> None:
    """Print the lines and files of each package, and of tests."""
    lines: Counter[str] = Counter()
    files: Counter[str] = Counter()
    for file in python_files():
        package = ".".join(module_of_file(file).split(".")[:2])
        lines[package] += (ROOT / file).read_text(encoding="utf-8").count("\n")
        files[package] += 1
    for package, count in lines.most_common():
        print(f"{count:7} lines {files[package]:4} files  {package}")
    tests = list((ROOT / "tests").rglob("*.py"))
    of_tests = sum(path.read_text(encoding="utf-8").count("\n") for path in tests)
    print(f"{sum(lines.values()):7} lines {sum(files.values()):4} files  in all")
    print(f"{of_tests:7} lines {len(tests):4} files  of tests")
    packages = list((ROOT / "sudoku_engine").glob("*/__init__.py"))
    print(f"{len(packages):7} packages under sudoku_engine")


def long_functions() -> None:
    """Print the functions of more than `LONG` lines."""
    for file in python_files():
        for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.end_lineno is not None:
                length = node.end_lineno - node.lineno + 1
                if length > LONG:
                    print(f"{length:7} lines in {node.name} ({file})")


def circles() -> None:
    """Print each group of files that import one another; the facade, which has all, is left out."""
    arrows: defaultdict[str, set[str]] = defaultdict(set)
    for file in python_files():
        arrows[module_of_file(file)] = {module for _, module in imported_modules(file)}
    arrows.pop("sudoku_engine")
    reached = {module: _reached(module, arrows) for module in arrows}
    groups = {
        tuple(sorted(each for each in there if module in reached.get(each, ())))
        for module, there in reached.items()
    }
    found = [group for group in groups if len(group) > 1]
    print(f"{len(found):7} circles of files")
    for group in found:
        print("        ", ", ".join(group))


def _reached(module: str, arrows: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    ahead = [module]
    while ahead:
        new = arrows.get(ahead.pop(), set()) - found
        found |= new
        ahead += new
    return found


def first_solve() -> None:
    """Print how many files one solve loads, and its processor time beside a bare interpreter's."""
    path = os.pathsep.join(str(ROOT / tree) for tree in ("", "plugins", "frontends"))
    environment = {**os.environ, "PYTHONPATH": path}
    solve = [sys.executable, "-c", COUNT.format(puzzle=PUZZLE)]
    done = subprocess.run(solve, env=environment, capture_output=True, text=True, check=True)
    print(f"{int(done.stderr.split()[-1]):7} files loaded by solve -q of one puzzle")
    command = [sys.executable, "-m", "sudoku_engine", "solve", "-q", PUZZLE]
    bare = [sys.executable, "-c", "pass"]
    ratios = [_seconds(command, environment) / _seconds(bare, environment) for _ in range(TURNS)]
    print(f"{median(ratios):7.1f} times the processor time of python -c pass")


def _seconds(command: list[str], environment: dict[str, str]) -> float:
    """Return the processor seconds of a process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    sizes()
    long_functions()
    circles()
    first_solve()
