"""Read the code of a plugin: its syntax tree, and what parts of it are."""

from __future__ import annotations

import ast

CONTAINERS = ("set", "list", "dict", "defaultdict")

DISPLAYS = (ast.List, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp)


def tree_of(file: str) -> ast.Module | None:
    """Return the syntax tree of `file`; None if it cannot be read."""
    try:
        with open(file, encoding="utf-8-sig") as text:
            return ast.parse(text.read())
    except (OSError, SyntaxError, ValueError, RecursionError):
        return None


def called_name(node: ast.AST | None) -> str:
    """Return the name of the function that `node` calls, empty if it is not a call."""
    return ast.unparse(node.func) if isinstance(node, ast.Call) else ""


def is_mutable(node: ast.AST) -> bool:
    """Return whether `node` makes a list, a set or a dict."""
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    return isinstance(node, DISPLAYS) or (is_call and called_name(node) in CONTAINERS)
