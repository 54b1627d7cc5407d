"""Files that break others while plugins are loaded, and files that are only wrong themselves."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sudoku_engine.plugins.registry import Registry
from sudoku_plugins.sandbox.codec import Codec
from sudoku_plugins.sandbox.host import MOST_REPEATS, Host
from sudoku_plugins.sandbox.supervisor import SETTINGS, Supervisor
from tests.support.files import plugin_file
from tests.support.samples import thorough

pytestmark = pytest.mark.process

INNOCENT = """
@strategy("Innocent", score=2, level="easy")
def innocent(grid):
    return []
"""
BREAKS_CHECKS = "import inspect\ninspect.isclass = lambda thing: True\n"
CRASHES_LATER = "import sys\nsys.modules.clear()\n"


@contextmanager
def loaded(*files: Path) -> Iterator[Registry]:
    supervisor = Supervisor([str(file) for file in files], [])
    try:
        yield supervisor.load()
    finally:
        supervisor.end()


@pytest.mark.parametrize("text", [BREAKS_CHECKS, thorough(CRASHES_LATER)])
def test_the_file_that_breaks_others_is_named_and_the_others_are_used(
    tmp_path: Path, text: str
) -> None:
    bad = plugin_file(tmp_path, text, "bad.py")
    good = plugin_file(tmp_path, INNOCENT, "good.py")
    wrong = plugin_file(tmp_path, "1 / 0", "wrong.py")
    with loaded(bad, wrong, good) as registry:
        assert "innocent" in registry.ids("strategy")
        of_bad, of_wrong = registry.problems
        assert of_bad.plugin == bad.name
        assert of_bad.what == f"it breaks {good}, while it is loaded"
        assert (of_wrong.plugin, of_wrong.what) == (
            wrong.name,
            "it failed to load: ZeroDivisionError: division by zero",
        )


def test_two_files_with_the_same_strategy_do_not_break_each_other(tmp_path: Path) -> None:
    first = plugin_file(tmp_path, INNOCENT, "first.py")
    second = plugin_file(tmp_path, INNOCENT, "second.py")
    with loaded(first, second) as registry:
        (problem,) = registry.problems
        assert problem.plugin == second.name
        assert "already exists" in problem.what


def test_what_is_disabled_may_be_in_a_file_that_is_not_loaded_again(tmp_path: Path) -> None:
    file = str(plugin_file(tmp_path, INNOCENT))
    registry = Registry()
    registry.load([file], ["innocent"], {file: ("it ends the program", 3)})
    (problem,) = registry.problems
    assert (problem.what, problem.line) == ("it ends the program, while it is loaded", 3)


class KilledHost(Host):
    """A host whose first guests are killed before they load anything."""

    kills = MOST_REPEATS + 2

    def start(self) -> None:
        super().start()
        if self.kills and self._child:
            self.kills -= 1
            self._child.kill()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_nobody_is_blamed_if_guests_are_killed_before_they_load_anything(tmp_path: Path) -> None:
    file = str(plugin_file(tmp_path, INNOCENT))
    host = KilledHost(SETTINGS, {"paths": [file], "disable": []})
    with host:
        catalog = Codec().value(host.load())
        assert (host.kills, host.lost) == (0, {})
        assert [state for _, state, _, _ in catalog["plugins"]][-1] == "loaded"
