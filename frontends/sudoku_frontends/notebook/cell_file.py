"""The text of a cell as a file of its own, with what it uses of other cells.

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
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

CELL = "cell.py"
"""The name of the file."""

OTHER_CELLS = "other_cells"
"""The module beside it with what was written in other cells."""

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
    _gather(source, namespace, imports, others)
    return imports, others


def _gather(
    source: str, namespace: Mapping[str, object], imports: list[str], others: dict[str, str]
) -> None:
    """Add to `imports` and `others` what `source` uses of the notebook's other cells."""
    for name in sorted(unbound_names(source)):
        if name not in namespace or name in others:
            continue
        value = namespace[name]
        if line := _import_of(name, value):
            if line not in imports:
                imports.append(line)
        elif (text := _definition_of(name, value)) is not None:
            others[name] = text
            _gather(text, namespace, imports, others)


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
    while tables:
        table = tables.pop()
        tables += table.get_children()
        used |= {each.get_name() for each in table.get_symbols() if _is_global(each, table is top)}
    bound = {
        each.get_name()
        for each in top.get_symbols()
        if each.is_assigned() or each.is_imported() or each.is_namespace()
    }
    return used - bound - vars(builtins).keys()


def _is_global(symbol: symtable.Symbol, is_at_top: bool) -> bool:
    return symbol.is_referenced() and (is_at_top or symbol.is_global())


def _import_of(name: str, value: object) -> str:
    """Return the line that imports `value` as `name`; empty if it comes from no module."""
    if isinstance(value, ModuleType):
        module = value.__name__
        return f"import {module}" if module == name else f"import {module} as {name}"
    for module in _homes(value):
        own = getattr(value, "__name__", name)
        return f"from {module} import {own}" + (f" as {name}" if own != name else "")
    return ""


def _homes(value: object) -> Iterator[str]:
    """Yield the module that has `value` under its own name, if it is not the notebook itself."""
    module, name = getattr(value, "__module__", None), getattr(value, "__name__", "")
    if isinstance(module, str) and module != "__main__" and module in sys.modules:
        public = sys.modules.get(module.partition(".")[0])
        if getattr(public, name, None) is value:  # a person imports it from there
            yield module.partition(".")[0]
        elif getattr(sys.modules[module], name, None) is value:
            yield module


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
        body = ast.parse(source).body
    except (SyntaxError, ValueError):
        body = []
    needed = "; ".join(imports)
    first = [each for each in body if _stays_first(each, each is body[0])]
    lines = source.splitlines()
    if first:
        row, column = (first[-1].end_lineno or 1) - 1, first[-1].end_col_offset
        line = lines[row].encode()  # where columns are counted in bytes
        lines[row] = f"{line[:column].decode()}; {needed}{line[column:].decode()}"
    elif not lines[0].strip() or lines[0].startswith("#"):
        lines[0] = f"{needed}  {lines[0]}".rstrip()
    elif decorator := DECORATOR.match(lines[0]):  # has room for an expression alone
        lines[0] = f"@(exec({needed!r}), {decorator[1]})[1]{lines[0][decorator.end() :]}"
    elif _is_block(body[0]):
        lines.insert(0, needed)
    else:
        lines[0] = f"{needed}; {lines[0]}"
    return "\n".join([*lines, ""])


def _is_block(statement: ast.stmt) -> bool:
    return hasattr(statement, "body") or isinstance(statement, ast.Match)


def _stays_first(statement: ast.stmt, is_first: bool) -> bool:
    if isinstance(statement, ast.ImportFrom):
        return statement.module == "__future__"
    return (
        is_first
        and isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )
