"""The house stays easy to take in: no circle of files, no long function, no name for many files."""

import ast
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from pathlib import PurePosixPath

from tests.project.test_architecture import imported_modules, module_of_file, python_files, tree_of
from tests.support.paths import ROOT

LONGEST = 50
"""Lines of a function."""

LONGER = {"sudoku_engine/search/classic.py:settle"}
"""The core of the classic search: one loop over numbers, in which a call would cost."""

OFTEN = {"__init__.py", "__main__.py"}

CEILINGS = {
    "sudoku_engine/api": (2_089, 9),
    "sudoku_engine/board": (3_394, 16),
    "sudoku_engine/cli": (3_285, 17),
    "sudoku_engine/config": (1_596, 7),
    "sudoku_engine/formats": (2_910, 10),
    "sudoku_engine/plugins": (2_944, 12),
    "sudoku_engine/search": (1_034, 4),
    "sudoku_engine/solving": (1_302, 8),
    "sudoku_engine": (1_373, 9),
    "plugins/sudoku_plugins/batch": (3_247, 15),
    "plugins/sudoku_plugins/checkers": (3_928, 16),
    "plugins/sudoku_plugins/course": (2_761, 10),
    "plugins/sudoku_plugins/fast": (3_456, 18),
    "plugins/sudoku_plugins/formats": (2_582, 10),
    "plugins/sudoku_plugins/generators": (2_263, 10),
    "plugins/sudoku_plugins/grading": (2_601, 9),
    "plugins/sudoku_plugins/kit": (10_403, 35),
    "plugins/sudoku_plugins/lab": (1_215, 4),
    "plugins/sudoku_plugins/ratings": (2_694, 11),
    "plugins/sudoku_plugins/reasons": (1_735, 7),
    "plugins/sudoku_plugins/sandbox": (2_627, 9),
    "plugins/sudoku_plugins/session": (1_757, 9),
    "plugins/sudoku_plugins/solvers": (1_169, 10),
    "plugins/sudoku_plugins/strategies": (11_359, 47),
    "plugins/sudoku_plugins/trace": (2_537, 13),
    "plugins/sudoku_plugins/variants": (3_333, 11),
    "plugins/sudoku_plugins": (1, 1),
    "frontends/sudoku_frontends/classroom": (2_856, 10),
    "frontends/sudoku_frontends/film": (1_355, 6),
    "frontends/sudoku_frontends/notebook": (852, 3),
    "frontends/sudoku_frontends/pictures": (5_492, 21),
    "frontends/sudoku_frontends/player": (3_511, 12),
    "frontends/sudoku_frontends/reporters": (309, 3),
    "frontends/sudoku_frontends/site": (2_372, 9),
    "frontends/sudoku_frontends/turtle_window": (634, 3),
    "frontends/sudoku_frontends": (1, 1),
    "tests": (61_971, 327),
}
"""By folder, the most lines and modules: who adds some makes room by taking others away."""


def test_no_files_import_one_another_in_a_circle() -> None:
    arrows = {module_of_file(file): _arrows(file) for file in python_files()}
    del arrows["sudoku_engine"]  # the facade, which has names of everything
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        raise AssertionError(" -> ".join(error.args[1])) from None


def test_functions_have_at_most_fifty_lines() -> None:
    long = {
        f"{file}:{node.name}"
        for file in python_files()
        for node in ast.walk(tree_of(file))
        if isinstance(node, ast.FunctionDef) and node.end_lineno is not None
        if node.end_lineno - node.lineno >= LONGEST
    }

    assert long == LONGER


def test_no_name_of_a_file_stands_in_three_places() -> None:
    names = Counter(PurePosixPath(file).name for file in python_files())

    assert [name for name, places in names.items() if places > 2 and name not in OFTEN] == []


def test_no_folder_grows() -> None:
    lines, modules = Counter[str](), Counter[str]()
    for file in [*python_files(), *python_tests()]:
        lines[_folder(file)] += len((ROOT / file).read_text(encoding="utf-8").splitlines())
        modules[_folder(file)] += 1
    now = {folder: (lines[folder], modules[folder]) for folder in lines}
    assert {*now} == {*CEILINGS}
    assert {
        folder: size
        for folder, size in now.items()
        if any(one > most for one, most in zip(size, CEILINGS[folder]))
    } == {}


def python_tests() -> list[str]:
    return [path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py")]


def _folder(file: str) -> str:
    """The plugin, or the package of the engine, that a `file` is in."""
    *folders, _ = file.split("/")
    return "/".join(folders[: {"tests": 1, "sudoku_engine": 2}.get(folders[0], 3)])


def _arrows(file: str) -> set[str]:
    imported = {module for _, module in imported_modules(file)}
    return imported - {module_of_file(file), "sudoku_engine"}
