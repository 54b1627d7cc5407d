"""The helper modules beside a plugin's file: found by their names, and by that plugin only."""

import sys
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

import pytest

from sudoku_engine import Grid
from sudoku_engine.plugins.component import Failure
from sudoku_engine.plugins.registry import Registry

BOARD = Grid.parse("1... .... .... ....")


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(dedent(text), encoding="utf-8")


def plugin(imports: str, word: str, id: str = "main") -> str:
    """A strategy whose one step has the `word`, an expression, as its reason."""
    head = f"{dedent(imports)}\nfrom sudoku_engine import Step, strategy"
    decorated = f'@strategy("Main", score=1, level="easy")\ndef {id}(grid):'
    return f"{head}\n{decorated}\n    return [Step(reason={word})]\n"


def load(*paths: Path) -> Registry:
    registry = Registry()
    registry.load([*map(str, paths)])
    return registry


def word_of(registry: Registry, id: str = "main") -> str:
    (step,) = registry.find("strategy", id).call(BOARD)
    return str(step.reason)


HELPERS = {
    "helpers.py": 'import more\nWORD = "a"\ndef go():\n    from lib.deep import tools\n'
    "    return WORD + more.WORD + tools.WORD",
    "more.py": 'import helpers\nWORD = "b"\ndef back(): return helpers.WORD',
    "lib/deep/tools.py": 'import near\nfrom . import near as same\nWORD = near.WORD + "d"',
    "lib/deep/near.py": 'from ...more import WORD as other\nWORD = "c"',
    "random.py": 'WORD = "mine"',
}
"""Helper modules: one imports another, in a circle, in a function, in a package, relatively."""


@pytest.mark.parametrize(
    ("imports", "word", "expected"),
    [
        ("import helpers", "helpers.go()", "abcd"),
        ("from helpers import go, WORD as w", "go() + w", "abcda"),
        ("from helpers import *", "go()", "abcd"),
        ("import more", "more.back()", "a"),
        ("import lib.deep.tools", "lib.deep.tools.WORD", "cd"),
        ("import lib.deep.tools as tools, more", "tools.WORD + more.WORD", "cdb"),
        ("from lib.deep import tools", "tools.WORD", "cd"),
        ("from .lib.deep import tools", "tools.WORD", "cd"),
        ("from . import helpers", "helpers.WORD", "a"),
        ("", "__import__('more').WORD", "b"),
        ("import pupil.more", "pupil.more.WORD", "b"),  # by the name of the folder
        ("import random", "str(hasattr(random, 'WORD'))", "False"),  # Python's own comes first
    ],
)
def test_a_helper_is_found_by_any_import(
    imports: str, word: str, expected: str, tmp_path: Path
) -> None:
    folder = tmp_path / "pupil"
    write(folder, {**HELPERS, "main.py": plugin(imports, word)})
    path, modules = [*sys.path], {*sys.modules}
    registry = load(folder / "main.py")
    assert (registry.problems, word_of(registry)) == ([], expected)
    assert sys.path == path
    assert {"helpers", "more", "lib", "pupil"}.isdisjoint({*sys.modules} - modules)
    assert not [*folder.rglob("__pycache__")]


def test_helpers_of_one_name_are_kept_apart(tmp_path: Path) -> None:
    for pupil in ("ann", "ben"):
        text = plugin("import helpers", "helpers.WORD", pupil)
        write(tmp_path / pupil, {"main.py": text, "helpers.py": f'WORD = "{pupil}"'})
    registry = load(tmp_path / "ann" / "main.py", tmp_path / "ben" / "main.py")
    assert [word_of(registry, pupil) for pupil in ("ann", "ben")] == ["ann", "ben"]


def test_a_helper_that_was_changed_is_loaded_as_it_is_now(tmp_path: Path) -> None:
    write(tmp_path, {"main.py": plugin("import helpers", "helpers.WORD")})
    for word in ("before", "afters"):
        write(tmp_path, {"helpers.py": f'WORD = "{word}"'})
        assert word_of(load(tmp_path / "main.py")) == word


def test_a_folder_offers_its_plugins_and_not_their_helpers(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            **HELPERS,
            "main.py": plugin("import helpers", "helpers.WORD"),
            "alone.py": "WORD = 1",
            "factory.py": "def make(name):\n    from sudoku_engine import strategy\n"
            '    return strategy(name, score=1, level="easy", id=name)(lambda grid: [])',
            "made.py": 'from factory import make\nfrom main import main\nONE = make("one")',
        },
    )
    registry = load(tmp_path)
    names = [each.origin.name for each in registry.plugins if each.origin.requested]
    assert names == ["alone.py", "made.py", "main.py", "random.py"]
    assert [problem.plugin for problem in registry.problems] == ["alone.py", "random.py"]
    assert {"one", "main"} <= {*registry.ids("strategy")}


def test_a_folder_with_a_package_is_one_plugin(tmp_path: Path) -> None:
    folder = tmp_path / "my_pack"
    write(
        folder,
        {
            "__init__.py": '"""Mine."""\nfrom .main import main\nfrom my_pack import other',
            "main.py": plugin("from .helpers import WORD", "WORD"),
            "other.py": plugin("import helpers", "helpers.WORD", "other"),
            "helpers.py": 'WORD = "x"',
        },
    )
    for given in (folder, folder / "__init__.py"):
        registry = load(given)
        assert (registry.problems, word_of(registry), word_of(registry, "other")) == ([], "x", "x")
        (found,) = (each for each in registry.plugins if each.origin.requested)
        assert (found.origin.name, len(found.components)) == ("my_pack", 2)


def test_a_folder_offers_its_packages_without_those_that_only_help(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "main.py": plugin("from tools import WORD", "WORD"),
            "tools/__init__.py": 'WORD = "x"',
            "my_pack/__init__.py": "from .other import other",
            "my_pack/other.py": plugin("", "'y'", "other"),
            "data/__init__.py": "SIZE = 1",
        },
    )
    registry = load(tmp_path)
    assert (registry.problems, word_of(registry), word_of(registry, "other")) == ([], "x", "y")
    names = [each.origin.name for each in registry.plugins if each.origin.requested]
    assert names == ["main.py", "my_pack"]


def test_a_package_that_imports_no_strategy_says_so(tmp_path: Path) -> None:
    write(tmp_path, {"__init__.py": "X = 1", "main.py": plugin("", "''")})
    (problem,) = load(tmp_path).problems
    assert "does its __init__.py import the modules that have strategies?" in problem.what


def test_an_empty_init_changes_nothing(tmp_path: Path) -> None:
    write(tmp_path, {"__init__.py": '"""Homework."""\n', "main.py": plugin("", "'x'")})
    assert word_of(load(tmp_path)) == "x"


@pytest.mark.parametrize(
    ("helper", "line", "why"),
    [
        ("WORD = 1\n1 / 0", 2, "ZeroDivisionError"),
        ("def go()\n    pass", 1, "it is not valid Python"),
        ("\nimport nowhere", 2, "No module named 'nowhere'"),
        ("from random import pairs", 1, "random is a module of Python: give your random.py"),
    ],
)
def test_a_helper_that_does_not_load_is_named_with_its_line(
    helper: str, line: int, why: str, tmp_path: Path
) -> None:
    files = {"main.py": plugin("import helpers", "''"), "helpers.py": helper, "random.py": ""}
    write(tmp_path, files)
    (problem,) = load(tmp_path / "main.py").problems
    assert (Path(problem.source).name, problem.line) == ("helpers.py", line)
    assert why in problem.what


def test_an_error_in_a_helper_is_told_with_both_lines(tmp_path: Path) -> None:
    files = {
        "main.py": plugin("import helpers", "helpers.go()"),
        "helpers.py": "def go():\n    return {}[1]",
    }
    write(tmp_path, files)
    component = load(tmp_path / "main.py").find("strategy", "main")
    failure = component.guarded_call(component.call, BOARD)
    assert isinstance(failure, Failure)
    assert (failure.why, failure.line) == ("KeyError: 1 (helpers.py, line 2)", 5)
