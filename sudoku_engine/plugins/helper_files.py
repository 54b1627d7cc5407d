"""Tell the plugins among the files of a folder from the helper modules that they import."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sudoku_engine.plugins.own_modules import START, has_package_code

if TYPE_CHECKING:
    import ast

_MARKS = {"strategy", "hookimpl"}
"""The names by which a file offers something."""


def without_helpers(files: Sequence[Path]) -> list[Path]:
    """Return the `files` without helper modules, which offer nothing and are imported by others.

    What a file imports counts only if something is offered with its help: of a strategy without
    its decorator, and a program that tries it out, both stay. The files are read, not run.
    """
    if len(files) < 2:
        return list(files)
    folders = sorted({file.parent for file in files})
    sources = {os.path.realpath(file): _Source.of(file, folders) for file in files}
    imported = {name: _reached(name, sources) for name in sources}
    all_imported = frozenset().union(*imported.values())
    helpers: set[str] = set()
    for name, others in imported.items():
        makes_some = name not in all_imported and any(sources[each].has_mark for each in others)
        if sources[name].is_plugin or makes_some:
            helpers |= {each for each in others if not sources[each].is_plugin}
    return [file for file in files if os.path.realpath(file) not in helpers]


def _reached(name: str, sources: Mapping[str, _Source]) -> frozenset[str]:
    """Return the other files that the file `name` imports, and those that these import."""
    reached: set[str] = set()
    waiting = [name]
    while waiting:
        new = (sources[waiting.pop()].imported & sources.keys()) - reached
        reached |= new
        waiting += new
    return frozenset(reached - {name})


def imported_files(file: Path) -> Iterator[Path]:
    """Yield `file`, the files beside it that it imports, those that these import, and so on."""
    seen = {os.path.realpath(file)}
    waiting = [file]
    while waiting:
        each = waiting.pop()
        yield each
        imported = _Source.of(each, [file.parent]).imported - seen
        seen |= imported
        waiting += [Path(path) for path in sorted(imported) if os.path.isfile(path)]


def packages_in(folder: Path) -> list[Path]:
    """Return the first files of the packages in `folder` that offer something, and are plugins."""
    return [
        file
        for file in folder.glob(f"*/{START}")
        if has_package_code(file.parent)
        and any(_Source.of(part, ()).has_mark for part in file.parent.rglob("*.py"))
    ]


class _Source(NamedTuple):
    """What is written in a file."""

    is_plugin: bool
    """Whether it offers something when it is loaded, or cannot be read."""
    has_mark: bool
    """Whether it has what offers something anywhere, such as in a function."""
    imported: frozenset[str]
    """The paths of files that it may import."""

    @classmethod
    def of(cls, file: Path, folders: Iterable[Path]) -> _Source:
        import ast  # only here: most runs load no folder

        try:
            tree = ast.parse(file.read_bytes())
        except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
            return cls(True, True, frozenset())
        imported = frozenset(
            os.path.realpath(folder.joinpath(*parts[:-1], ending))
            for node in ast.walk(tree)
            for folder, parts in _named(node, file, folders)
            for ending in (f"{parts[-1]}.py", os.path.join(parts[-1], START))
        )
        return cls(any(map(_is_mark, _at_top(tree))), any(map(_is_mark, ast.walk(tree))), imported)


def _at_top(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a program that run when it is loaded: all but what is in functions."""
    import ast

    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            waiting += node.decorator_list
        else:
            waiting += ast.iter_child_nodes(node)


def _is_mark(node: ast.AST) -> bool:
    """Return whether a part of a program is a name by which something is offered."""
    import ast

    if isinstance(node, ast.alias):  # imported under another name
        return node.name in _MARKS and node.asname is not None
    if isinstance(node, ast.FunctionDef):
        return node.name.startswith("sudoku_")
    if isinstance(node, ast.Attribute):
        return node.attr in _MARKS
    return isinstance(node, ast.Name) and node.id in _MARKS


def _named(
    node: ast.AST, file: Path, folders: Iterable[Path]
) -> Iterator[tuple[Path, Sequence[str]]]:
    """Yield what a statement of `file` may import: a folder, and the way to the module from it."""
    import ast

    if isinstance(node, ast.Import):
        names = [each.name for each in node.names]
    elif isinstance(node, ast.ImportFrom):
        module = f"{node.module}." if node.module else ""
        names = [node.module or "", *(f"{module}{each.name}" for each in node.names)]
        if node.level:
            folders = [file.parent.joinpath(*[os.pardir] * (node.level - 1))]
    else:
        return
    for name in names:
        parts = name.split(".")
        for folder in folders if name else ():
            for number in range(1, len(parts) + 1):
                yield folder, parts[:number]
            if parts[0] == folder.name and len(parts) > 1:
                yield folder, parts[1:]
