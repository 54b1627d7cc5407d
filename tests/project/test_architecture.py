"""Arrows point one way: each package imports only those to its left.

Lazy imports, those for type checkers, and names of modules in strings count too.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module

from sudoku_engine.api.hookspecs import PROJECT
from sudoku_engine.bundled import BUNDLED
from tests.support.paths import ROOT

ORDER = (
    ("root",),
    ("board",),
    ("formats", "search"),
    ("api",),
    ("plugins",),
    ("solving",),
    ("config",),
    ("engine",),
    ("cli",),
    ("sudoku_plugins.fast", "sudoku_plugins.variants"),
    ("sudoku_plugins.strategies",),
    ("sudoku_plugins.checkers", "sudoku_frontends.pictures"),
    ("sudoku_plugins.reasons",),
    ("sudoku_plugins.ratings", "sudoku_plugins.session"),
    ("sudoku_plugins.sandbox",),
    ("sudoku_plugins.batch",),
    ("sudoku_plugins.generators",),
    ("sudoku_plugins.kit", "sudoku_plugins.lab"),
    ("sudoku_plugins.course", "sudoku_frontends.film"),
    ("sudoku_plugins.grading", "sudoku_plugins.trace"),
    ("sudoku_frontends.player",),
    ("sudoku_frontends.notebook", "sudoku_frontends.site", "sudoku_frontends.turtle_window"),
    ("sudoku_frontends.classroom",),
)
"""The packages of the engine, then plugins; each may import those in the lines before its own."""

SEEN_BY_PLUGINS = {"root", "board", "formats", "search", "api", "facade"}
"""What the other plugins may import: strategies, solvers, formats."""

ALLOWED = {
    **{
        package: {left for line in ORDER[:index] for left in line}
        | ({"facade"} if package.startswith("sudoku_") else set())
        for index, packages in enumerate(ORDER)
        for package in packages
    },
    "facade": {"notebook", *(package for packages in ORDER for package in packages)},
    "sudoku_plugins": SEEN_BY_PLUGINS | {"sudoku_plugins.variants"},
    "sudoku_plugins.strategies": SEEN_BY_PLUGINS
    | {"sudoku_plugins.fast", "sudoku_plugins.variants"},
    "sudoku_frontends": SEEN_BY_PLUGINS,
    "main": {"root", "cli"},
}

ABOVE = ("engine",)
"""Modules at the root that stand above packages; the others there are below all of them."""

DOTTED = re.compile(r"[a-z_]\w*(\.[a-z_]\w*)+")
"""A text that may be the name of a module."""

HOLDS_NAMES = ("sudoku_engine/bundled.py",)
"""The file whose texts name modules: the list of plugins."""


def test_each_package_imports_only_those_to_its_left() -> None:
    wrong = [
        f"{file}:{line}: {package} knows {imported}"
        for file in python_files()
        for package in [package_of_file(file)]
        for line, imported in imported_packages(file)
        if imported not in (package, *ALLOWED[package])
    ]
    assert wrong == []


def test_the_front_ends_player_knows_no_window() -> None:
    player = [file for file in python_files() if "/player/" in file]
    text = "".join((ROOT / file).read_text(encoding="utf-8") for file in player)
    assert player
    assert "turtle_window" not in text
    assert "tkinter" not in text


def test_few_files_stand_at_the_root_of_the_engine() -> None:
    assert len(list((ROOT / "sudoku_engine").glob("*.py"))) <= 9


def python_files() -> list[str]:
    folders = ("sudoku_engine", "plugins", "frontends")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    return sorted(path.relative_to(ROOT).as_posix() for path in files)


def package_of_file(file: str) -> str:
    return package_of_module(module_of_file(file))


def module_of_file(file: str) -> str:
    parts = file.removesuffix(".py").removesuffix("/__init__").split("/")
    return ".".join(parts[parts[0] != "sudoku_engine" :])


def package_of_module(module: str) -> str:
    """The package of a dotted name; most modules at the root are the package ``root``."""
    top, *rest = module.split(".")
    if top != "sudoku_engine":
        folder = ".".join([top, *rest[:1]])
        return folder if folder in ALLOWED else top
    if not rest:
        return "facade"
    if rest[0] == "__main__":
        return "main"
    if rest[0] in ABOVE:
        return rest[0]
    return rest[0] if (ROOT / "sudoku_engine" / rest[0]).is_dir() else "root"


def imported_packages(file: str) -> Iterator[tuple[int, str]]:
    for line, module in imported_modules(file):
        yield line, package_of_module(module)


@cache
def imported_modules(file: str) -> tuple[tuple[int, str], ...]:
    """The lines and names of our modules that `file` imports, or names in a text."""
    return tuple(_imported_by(file))


def _imported_by(file: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree_of(file)):
        if isinstance(node, ast.Import):
            modules = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno}: a relative import"
            submodules = [f"{node.module}.{name.name}" for name in node.names]
            modules = [name if is_module(name) else str(node.module) for name in submodules]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            is_name = "." in node.value and file not in HOLDS_NAMES
            names = [node.value, f"sudoku_engine.{node.value}"] if is_name else []
            modules = [name for name in names if DOTTED.fullmatch(name) and is_module(name)]
        else:
            continue
        for module in modules:
            if module.startswith("sudoku_"):
                yield node.lineno, module


@cache
def tree_of(file: str) -> ast.Module:
    return ast.parse((ROOT / file).read_text(encoding="utf-8"))


@cache
def is_module(name: str) -> bool:
    """Return whether this is the dotted name of one of our modules or packages."""
    folder = {"sudoku_plugins": "plugins", "sudoku_frontends": "frontends"}
    path = ROOT / folder.get(name.split(".")[0], "") / name.replace(".", "/")
    return (path / "__init__.py").is_file() or path.with_suffix(".py").is_file()


def test_the_list_of_plugins_says_which_hooks_they_have() -> None:
    for name, hooks in BUNDLED.items():
        module = import_module(name)
        found = {each for each in vars(module) if hasattr(getattr(module, each), PROJECT + "_impl")}
        assert found == {*hooks}, name
