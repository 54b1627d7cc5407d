"""The house stays easy to take in: no circle of files, no long function, no name for many files."""

from __future__ import annotations

import ast
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from pathlib import PurePosixPath

from tests.project.test_architecture import imported_modules, module_of_file, python_files, tree_of

LONGEST = 50
"""Lines of a function."""

LONGER = {"sudoku_engine/search/classic.py:settle"}
"""The core of the classic search: one loop over numbers, in which a call would cost."""

OFTEN = {"__init__.py", "__main__.py"}


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


def _arrows(file: str) -> set[str]:
    imported = {module for _, module in imported_modules(file)}
    return imported - {module_of_file(file), "sudoku_engine"}
