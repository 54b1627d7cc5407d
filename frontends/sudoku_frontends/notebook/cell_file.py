"""The text of a cell as a file of its own, with the things of other cells that it uses.

A strategy is checked in a process of its own, which loads a file. In a notebook the imports, and
functions that help, often stand in other cells; so the file gets imports of them.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import re
import symtable
import sys
import textwrap
from collections.abc import Mapping
from types import ModuleType
from typing import Any

CELL = "cell.py"
"""The name of the file."""

OTHER_CELLS = "other_cells"
"""The module next to it with the code of other cells."""

DECORATOR = re.compile(r"@([^\W\d][\w.]*)")
"""A decorator's name, at the start of a line."""

PLAIN = (bool, int, float, str, bytes, type(None))


def files_of(source: str, namespace: Mapping[str, object]) -> dict[str, str]:
    """Return, by their names, the files for the text `source` of a cell.

    `namespace`: what the names of the notebook mean. Its lines keep their numbers, unless it begins
    with a statement of several lines that has no decorator.
    """
    imports, others = _gathered(source, namespace)
    if others:
        imports.append(f"from {OTHER_CELLS} import {', '.join(others)}")
    files = {CELL: _with_imports(source, imports)}
    if others:
        files[f"{OTHER_CELLS}.py"] = "\n\n".join([*imports[:-1], *others.values(), ""])
    return files


def lacking_names(source: str, namespace: Mapping[str, object]) -> list[str]:
    """Return the names of other cells that `source` uses and that cannot come with it."""
    _, others = _gathered(source, namespace)
    used = {name for text in (source, *others.values()) for name in unbound_names(text)}
    return sorted(
        name
        for name in used & namespace.keys() - others.keys()
        if not _import_of(name, namespace[name])
    )


def _gathered(source: str, namespace: Mapping[str, object]) -> tuple[list[str], dict[str, str]]:
    """Return the imports that `source` needs, and by their names the texts of other cells."""
    imports: list[str] = []
    others: dict[str, str] = {}

    def gather(text: str) -> None:
        for name in sorted(unbound_names(text) & namespace.keys()):
            if name in others:
                continue
            if line := _import_of(name, namespace[name]):
                if line not in imports:
                    imports.append(line)
            elif (found := _definition_of(name, namespace[name])) is not None:
                others[name] = found
                gather(found)

    gather(source)
    return imports, others


def unbound_names(source: str) -> set[str]:
    """Return the names that `source` uses and does not set; empty if it is not valid Python.

    >>> sorted(unbound_names("from math import pi\\ndef area(r): return pi * square(r)"))
    ['square']
    """
    try:
        top = symtable.symtable(source, CELL, "exec")
    except (SyntaxError, ValueError):
        return set()
    used: set[str] = set()
    tables = [top]
    for table in tables:  # which grows
        tables += table.get_children()
        used |= {
            each.get_name()
            for each in table.get_symbols()
            if each.is_referenced() and (table is top or each.is_global())
        }
    bound = {
        each.get_name()
        for each in top.get_symbols()
        if each.is_assigned() or each.is_imported() or each.is_namespace()
    }
    return used - bound - vars(builtins).keys()


def _import_of(name: str, value: object) -> str:
    """Return the line that imports `value` as `name`; empty if it comes from no module."""
    if isinstance(value, ModuleType):
        module = value.__name__
        return f"import {module}" if module == name else f"import {module} as {name}"
    home, own = getattr(value, "__module__", None), getattr(value, "__name__", "")
    if not isinstance(home, str) or home == "__main__" or home not in sys.modules:
        return ""
    for module in (home.partition(".")[0], home):  # a person imports it from the first
        if getattr(sys.modules.get(module), own, None) is value:
            return f"from {module} import {own}" + (f" as {name}" if own != name else "")
    return ""


def _definition_of(name: str, value: Any) -> str | None:
    """Return the text that defines `name` as another cell does; None if it cannot be had."""
    if type(value) in PLAIN:
        return f"{name} = {value!r}"
    if type(value) in (tuple, list, set, frozenset, dict):
        text = repr(value)
        try:
            is_plain = ast.literal_eval(text) == value
        except (SyntaxError, ValueError):
            is_plain = False
        return f"{name} = {text}" if is_plain else None
    function = getattr(value, "find", value)  # of a strategy
    try:
        return textwrap.dedent(inspect.getsource(inspect.unwrap(function)))
    except (OSError, TypeError):
        return None


def _with_imports(source: str, imports: list[str]) -> str:
    """Return `source` with `imports` before all that needs them, in a line that is there already.

    A docstring and imports from ``__future__`` have to stay the first statements.
    """
    if not imports:
        return source
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        tree = ast.Module([], [])
    first = [] if ast.get_docstring(tree, clean=False) is None else tree.body[:1]
    for each in tree.body:
        if isinstance(each, ast.ImportFrom) and each.module == "__future__":
            first.append(each)
    needed = "; ".join(imports)
    lines = source.splitlines()
    if first:
        row, column = (first[-1].end_lineno or 1) - 1, first[-1].end_col_offset
        line = lines[row].encode()  # where columns are counted in bytes
        lines[row] = f"{line[:column].decode()}; {needed}{line[column:].decode()}"
    elif not lines[0].strip() or lines[0].startswith("#"):
        lines[0] = f"{needed}  {lines[0]}".rstrip()
    elif decorator := DECORATOR.match(lines[0]):  # has room for an expression alone
        lines[0] = f"@(exec({needed!r}), {decorator[1]})[1]{lines[0][decorator.end() :]}"
    elif hasattr(tree.body[0], "body") or isinstance(tree.body[0], ast.Match):
        lines.insert(0, needed)
    else:
        lines[0] = f"{needed}; {lines[0]}"
    return "\n".join([*lines, ""])
