"""The modules of a plugin: its file or package, and the helper modules next to it.

``import helpers`` in a student's file finds ``helpers.py`` in the same folder. But that folder is
never searched for the rest of the program: a ``random.py`` in it must not replace the library's,
and two students may both have a ``helpers.py``. So each plugin has a package of its own, with a
unique name, in which its file and its helper modules are. Its modules have an ``__import__`` that
looks there first; the rest is Python's own way of importing.

The files of a folder are read, not run, to tell plugins from the helper modules that they import.
"""

from __future__ import annotations

import builtins
import importlib.util
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from itertools import product
from types import ModuleType, TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple

from sudoku_engine.bundled import PACKAGES

if TYPE_CHECKING:
    import ast
    from pathlib import Path


PREFIX = "sudoku_engine_plugin_"
"""The beginning of the name of every such package."""

START = "__init__.py"

_NEVER_HELPERS = sys.stdlib_module_names | {*PACKAGES}
"""Modules that a file next to a plugin never replaces."""


def load_module(path: Path) -> ModuleType:
    """Return the module in the file `path`, or the package in that folder, loaded anew."""
    import zlib

    if _FINDER not in sys.meta_path:
        sys.meta_path.insert(0, _FINDER)
    package = f"{PREFIX}{zlib.crc32(os.fsencode(os.path.realpath(path)))}"
    _forget(package)
    folder = os.path.abspath(path if path.is_dir() else path.parent)
    name, file = package, path / START
    if not path.is_dir():
        spec = ModuleSpec(package, None, is_package=True)
        spec.submodule_search_locations = [folder]
        sys.modules[package] = importlib.util.module_from_spec(spec)
        # No import statement finds a name with a dash, such as that of "my-file.py".
        name, file = f"{package}.{path.stem.replace('.', '-')}", path
    loader = _PluginLoader(name, str(file))
    found = importlib.util.spec_from_file_location(
        name, file, loader=loader, submodule_search_locations=[folder] if name == package else None
    )
    assert found is not None  # only a file without a loader has none
    module = sys.modules[name] = importlib.util.module_from_spec(found)
    try:
        loader.exec_module(module)
    except BaseException:
        _forget(package)
        raise
    return module


def has_package_code(folder: Path) -> bool:
    """Return whether `folder` is one plugin: its ``__init__.py`` does something."""
    try:
        text = (folder / START).read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return False
    import ast

    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError):
        return True
    return not all(isinstance(each, ast.Expr) for each in body)


def is_own(name: str, module: ModuleType) -> bool:
    """Return whether `name` names `module` or a module in the same package."""
    root = module.__package__ or module.__name__
    return name in (module.__name__, root) or name.startswith(f"{root}.")


def own_place(trace: TracebackType | None) -> tuple[str, int] | None:
    """Return the last file and line of a plugin in `trace`; None if there is none."""
    place = None
    while trace is not None:
        if is_plugin_name(trace.tb_frame.f_globals.get("__name__")):
            place = trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next
    return place


def is_plugin_name(name: object) -> bool:
    """Return whether `name` is that of a module of a plugin's file or package."""
    return type(name) is str and name.startswith(PREFIX)


def note_on_hidden_file(text: str, folder: str) -> str:
    """Return a note if the module that lacks a name, by an error's `text`, is Python's own.

    A file with its name in `folder` was probably meant; without such a file, the note is empty.
    """
    found = re.search(r"cannot import name '.*?' from '(\w+)'|module '(\w+)' has no attr", text)
    name = found[1] or found[2] if found else ""
    if name not in sys.stdlib_module_names or not os.path.isfile(_file_of(name, folder)):
        return ""
    return f" ({name} is a module of Python: give your {name}.py another name)"


def _forget(package: str) -> None:
    for name in [*sys.modules]:
        if name == package or name.startswith(f"{package}."):
            del sys.modules[name]


class _PluginLoader(SourceFileLoader):
    """Load a file as it is now, without a cache of compiled code, and with the `__import__` above.

    Such a cache compares seconds and sizes: if a file is saved twice in a second, it may be stale.
    """

    def path_stats(self, path: Any) -> Any:
        """Refuse, so that no cache is used."""
        raise OSError

    def exec_module(self, module: ModuleType) -> None:
        """Run the code of `module`."""
        own_import = partial(_import, module.__name__.partition(".")[0])
        vars(module)["__builtins__"] = {**vars(builtins), "__import__": own_import}
        super().exec_module(module)


class _Finder:
    """Find the modules in the packages of plugins, for Python's own way of importing."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of the module `name` in the folders `path` of its package."""
        for folder in path if path and name.startswith(PREFIX) else ():
            # A new finder each time, since a cached finder may not see a new file.
            spec = FileFinder(folder, (_PluginLoader, SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None:
                return spec
        return None


_FINDER = _Finder()


def _import(
    package: str,
    name: str,
    globals: Mapping[str, Any] | None = None,
    locals: Mapping[str, Any] | None = None,
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    """Import for a module in the `package` of a plugin, as ``__import__`` does for others."""
    top, _, rest = name.partition(".")
    own = "" if level else _own_name(package, top, (globals or {}).get("__package__"))
    if not own:
        return builtins.__import__(name, globals, locals, fromlist or (), level)
    name = f"{own}.{rest}" if rest else own
    module = builtins.__import__(name, globals, locals, fromlist or ())
    return module if fromlist else sys.modules[own]


def _own_name(package: str, name: str, importer: object) -> str:
    """Return the full name of the module `name` if it belongs to the `package`, otherwise ''."""
    if name in _NEVER_HELPERS:
        return ""
    for parent in dict.fromkeys((package, str(importer or package))):
        full = f"{parent}.{name}"
        if full in sys.modules or any(_is_beside(name, folder) for folder in _folders(parent)):
            return full
    is_folder = any(name == os.path.basename(folder) for folder in _folders(package))
    return package if is_folder and not _is_known(name) else ""


def _folders(package: str) -> Sequence[str]:
    return [*getattr(sys.modules.get(package), "__path__", ())]


def _is_beside(name: str, folder: str) -> bool:
    """Return whether `folder` has a module `name`, or a folder that no module of Python hides."""
    base = os.path.join(folder, name)
    if os.path.isfile(_file_of(name, folder)) or os.path.isfile(os.path.join(base, START)):
        return True
    return os.path.isdir(base) and not _is_known(name)


def _file_of(name: str, folder: str) -> str:
    return os.path.join(folder, f"{name}.py")


def _is_known(name: str) -> bool:
    """Return whether Python finds a module `name` without the folder of a plugin."""
    try:
        return name in sys.modules or importlib.util.find_spec(name) is not None
    except ValueError:  # a module that hides where it is from
        return True


_MARKS = {"strategy", "hookimpl"}
"""The names by which a file offers something."""


def without_helpers(files: Sequence[Path]) -> list[Path]:
    """Return the `files` without helper modules, which offer nothing and are imported by others.

    An import counts only if the importing file offers something: a strategy without its decorator
    and a program that tries it out both stay. The files are read, not run.
    """
    imported = {file: [*imported_files(file)][1:] for file in files}
    all_imported = {os.path.realpath(each) for others in imported.values() for each in others}
    helpers: set[str] = set()
    for file, others in imported.items():
        is_last = os.path.realpath(file) not in all_imported
        makes_some = is_last and any(_Source.of(each).has_mark for each in others)
        if makes_some or offers_something(file):
            helpers |= {os.path.realpath(each) for each in others if not offers_something(each)}
    return [file for file in files if os.path.realpath(file) not in helpers]


def offers_something(file: Path) -> bool:
    """Return whether `file` is a plugin, as far as can be seen without running it."""
    return _Source.of(file).is_plugin


def imported_files(file: Path) -> Iterator[Path]:
    """Yield `file`, the files beside it that it imports, those that these import, and so on."""
    seen = {os.path.realpath(file)}
    waiting = [file]
    while waiting:
        each = waiting.pop()
        yield each
        imported = _Source.of(each, file.parent).imported - seen
        seen |= imported
        waiting += [each.parent / path for path in sorted(imported) if os.path.isfile(path)]


def packages_in(folder: Path) -> list[Path]:
    """Return the first files of the packages in `folder` that offer something, and are plugins."""
    return [
        file
        for file in folder.glob(f"*/{START}")
        if has_package_code(file.parent)
        and any(_Source.of(part).has_mark for part in file.parent.rglob("*.py"))
    ]


class _Source(NamedTuple):
    is_plugin: bool
    """Whether it offers something when it is loaded, or is unreadable."""
    has_mark: bool
    """Whether it offers something anywhere, such as in a function."""
    imported: frozenset[str]
    """The paths of files that it may import."""

    @classmethod
    def of(cls, file: Path, home: Path | None = None) -> _Source:
        """Return the contents of `file`; the folder `home` may have modules that it imports."""
        import ast

        try:
            tree = ast.parse(file.read_bytes())
        except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
            return cls(True, True, frozenset())
        imported = frozenset(
            os.path.realpath(folder.joinpath(*parts[:-1], ending))
            for node in ast.walk(tree)
            for folder, parts in _named(node, {file.parent, home or file.parent}, file)
            for ending in (f"{parts[-1]}.py", os.path.join(parts[-1], START))
        )
        return cls(any(map(_is_mark, _at_top(tree))), any(map(_is_mark, ast.walk(tree))), imported)


def _at_top(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a program that run when it is loaded: all but the bodies of functions."""
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
    node: ast.AST, folders: Iterable[Path], file: Path
) -> Iterator[tuple[Path, Sequence[str]]]:
    """Yield each module that a statement of `file` may import: a folder, and the way from it."""
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
    for folder, parts in product(folders, [name.split(".") for name in names if name]):
        for number in range(1, len(parts) + 1):
            yield folder, parts[:number]
        if parts[0] == folder.name and len(parts) > 1:
            yield folder, parts[1:]
