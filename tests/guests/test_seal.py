"""A plugin that replaces a part of the engine is named, and the part is put back."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine import Candidate, Ended, Event, Faulted, Grid, Layout, Step
from sudoku_engine.plugins.component import Failure
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.plugins.seal import CORE, Seal, Table, engine_seal, seal_check
from sudoku_engine.plugins.time_limits import TimeIsUp
from sudoku_engine.solving import guard
from sudoku_engine.solving.search_run import complete, search_events
from sudoku_engine.testing import Examination, Kit
from tests.support.boards import THREE_OPEN, board
from tests.support.files import plugin_file
from tests.support.loops import FILLS_SINGLES, components, events, fault, marked

PATCHES = {
    "Grid.apply": "Grid.apply = lambda self, step: self",
    "Grid.is_solved": "Grid.is_solved = True",
    "Grid.__getattribute__": "Grid.__getattribute__ = lambda *a: 1 / 0",
    "Step.__init__": "Step.__init__ = lambda self, *a, **k: None",
    "Step.__new__": "Step.__new__ = lambda cls, *a, **k: None",
    "Candidate.__new__": "Candidate.__new__ = lambda cls, *a: (0, 1)",
    "guard.objection": "import sudoku_engine.solving.guard as g; g.objection = lambda *a: 'no'",
    "guard.len": "import sudoku_engine.solving.guard as g; g.len = lambda x: 0",
    "loop.objection": ("import sudoku_engine.solving.loop as f; f.objection = lambda *a: None"),
    "StepFinder.find": (
        "import sudoku_engine.solving.loop as f; f.StepFinder.find = lambda *a: ([], None)"
    ),
    "Component.failure": (
        "from sudoku_engine.plugins.component import Component; "
        "Component.failure = lambda self, error: None"
    ),
    "TimeLimit.run": (
        "import sudoku_engine.plugins.time_limits as t; "
        "t.TimeLimit.run = lambda self, work, *a: None"
    ),
    "len": "import builtins; builtins.len = lambda x: 0",
    "isinstance": "import builtins; builtins.isinstance = lambda *a: False",
    "next": "import builtins; builtins.next = lambda *a: None",
    "BaseException": "import builtins; builtins.BaseException = ValueError",
}
INNOCENT = """
@strategy("Innocent", score=2, level="easy")
def innocent(grid):
    for cell in range(len(grid.digits)):
        if len(grid.candidates(cell)) == 1:
            return [Step([Candidate(cell, min(grid.candidates(cell)))])]
"""


@pytest.fixture(autouse=True)
def _whole_engine() -> Iterator[None]:
    engine_seal()
    yield
    assert engine_seal().restore() is None


def patching(patch: str, then: str = "return []") -> str:
    indented = "\n    ".join([*patch.split("\n"), then])
    return f'@strategy("Mine", score=1, level="easy")  # here\ndef mine(grid):\n    {indented}\n'


def outcome(happened: list[Event]) -> str:
    last = happened[-1]
    assert isinstance(last, Ended)
    return last.outcome


@pytest.mark.parametrize("mode", ["first", "pass"])
@pytest.mark.parametrize(("name", "patch"), PATCHES.items(), ids=list(PATCHES))
def test_who_replaces_a_part_of_the_engine_in_a_run_is_named_and_nobody_else(
    tmp_path: Path, name: str, patch: str, mode: str
) -> None:
    mine, *others = components(tmp_path, patching(patch), INNOCENT)
    happened = events(board(THREE_OPEN), [mine, *others], mode=mode)
    found = fault(happened)
    assert isinstance(found, Faulted)
    whole = "Python" if hasattr(builtins, name) else "the engine"
    assert (found.strategy.id, found.why) == ("mine", f"it replaces {name}, a part of {whole}")
    assert found.line in (marked(mine), marked(mine) + 2)
    assert outcome(happened) == "solved"


def test_the_guilty_of_many_is_named_in_whatever_order_they_stand(tmp_path: Path) -> None:
    patch = "Grid.apply = int.__add__"
    happened = events(
        board(THREE_OPEN), components(tmp_path, INNOCENT, FILLS_SINGLES, patching(patch))
    )
    assert outcome(happened) == "solved"
    happened = events(
        board(THREE_OPEN), components(tmp_path, patching(patch), INNOCENT, FILLS_SINGLES)
    )
    assert fault(happened).strategy.id == "mine"
    assert outcome(happened) == "solved"


def test_who_replaces_a_part_only_once_is_named(tmp_path: Path) -> None:
    patch = "if not calls:\n        calls.append(1)\n        Grid.apply = lambda self, step: self"
    text = "calls = []\n" + patching(patch)
    happened = events(board(THREE_OPEN), components(tmp_path, text, INNOCENT))
    assert fault(happened).strategy.id == "mine"
    assert outcome(happened) == "solved"


def test_steps_found_with_a_broken_guard_do_not_count(tmp_path: Path) -> None:
    patch = "import sudoku_engine.solving.loop as f\nf.objection = f.malformed = print"
    wrong = "yield Step([Candidate(0, 4)])"
    happened = events(board(THREE_OPEN), components(tmp_path, patching(patch, wrong), INNOCENT))
    assert fault(happened).why == "it replaces loop.malformed, a part of the engine"
    assert outcome(happened) == "solved"


@pytest.mark.parametrize(("name", "patch"), PATCHES.items(), ids=list(PATCHES))
def test_a_file_that_replaces_a_part_while_it_is_loaded_is_refused(
    tmp_path: Path, name: str, patch: str
) -> None:
    file = plugin_file(tmp_path, f"x = 1\n{patch}\n{INNOCENT}")
    registry = Registry()
    registry.load([str(file)])
    (problem,) = registry.problems
    whole = "Python" if hasattr(builtins, name) else "the engine"
    assert problem.what == f"it replaces {name}, a part of {whole}"
    assert problem.source == str(file)
    assert problem.line in (0, 3)
    assert "innocent" not in registry.ids("strategy")


def test_a_hook_that_replaces_a_part_is_named(tmp_path: Path) -> None:
    text = (
        f"{INNOCENT}\n@hookimpl\ndef sudoku_strategies():\n"
        "    Grid.apply = lambda self, step: self\n    return [innocent]\n"
    )
    registry = Registry()
    registry.load([str(plugin_file(tmp_path, text))])
    (problem,) = registry.problems
    assert problem.what == "it replaces Grid.apply, a part of the engine"
    assert problem.line == 11


SOLVER = """
class Mine:
    id, name = "mine", "Mine"

    def solutions(self, grid):  # here
        Grid.is_solved = True
        yield grid

@hookimpl
def sudoku_solvers():
    return [Mine()]
"""


def test_a_solver_that_replaces_a_part_is_named(tmp_path: Path) -> None:
    (mine,) = components(tmp_path, SOLVER, kind="solver")
    grid = board(THREE_OPEN)
    told = [
        complete(mine, grid, grid, 1).fault,
        *(event for event in search_events(grid, mine) if isinstance(event, Faulted)),
    ]
    for found in told:
        assert isinstance(found, Faulted)
        assert found.why == "it replaces Grid.is_solved, a part of the engine"
        assert found.line == marked(mine)


def test_a_failing_call_that_replaced_a_part_is_told_by_that(tmp_path: Path) -> None:
    def replaces(error: Any) -> None:
        Grid.apply = None  # type: ignore[assignment, method-assign]
        raise error

    (mine,) = components(tmp_path, INNOCENT)
    told = mine.guarded_call(replaces, ValueError("oh"))
    assert isinstance(told, Failure)
    assert told.why == "it replaces Grid.apply, a part of the engine"


def test_the_code_of_a_function_is_put_back() -> None:
    whole = guard.objection.__code__
    guard.objection.__code__ = (lambda step, grid, solution: None).__code__
    broken = engine_seal().restore()
    assert broken is not None
    assert (broken.why, broken.file) == (
        "it replaces guard.objection, a part of the engine",
        __file__,
    )
    assert guard.objection.__code__ is whole


def test_python_is_put_back_even_if_nothing_of_it_is_left() -> None:
    before = dict(vars(builtins))
    vars(builtins).clear()
    broken = engine_seal().restore()
    vars(builtins).update(before)
    assert broken is not None
    assert broken.whole == "Python"
    assert len([1]) == 1


def test_an_honest_run_leaves_the_seal_whole(tmp_path: Path) -> None:
    happened = events(board(THREE_OPEN), components(tmp_path, INNOCENT, FILLS_SINGLES))
    assert outcome(happened) == "solved"
    assert not [event for event in happened if isinstance(event, Faulted)]


def test_all_that_is_checked_most_often_is_sealed() -> None:
    names = [table.name for table in engine_seal()._tables]
    assert set(names) >= CORE
    assert all(names.count(name) == 1 for name in CORE)


def test_names_that_decide_nothing_may_be_added() -> None:
    builtins.no_such_name = print  # type: ignore[attr-defined]
    guard.no_such_name = 5  # type: ignore[attr-defined]
    assert engine_seal().restore() is None
    del builtins.no_such_name, guard.no_such_name  # type: ignore[attr-defined]
    assert engine_seal().restore() is None
    assert Step([Candidate(0, 1)]).placements


class _Interrupted(dict[str, Any]):
    """Names that are being looked up when the time is up."""

    def __getitem__(self, name: str) -> Any:
        raise TimeIsUp


def test_what_a_notebook_sets_for_each_cell_is_no_break(monkeypatch: pytest.MonkeyPatch) -> None:
    seal = engine_seal()
    assert seal.restore() is None
    monkeypatch.setattr(builtins, "input", lambda: "")
    monkeypatch.setattr(builtins, "get_ipython", lambda: None, raising=False)
    monkeypatch.delattr(builtins, "exit", raising=False)
    assert seal.restore() is None
    assert "exit" not in vars(builtins)


@pytest.mark.parametrize("is_thorough", [False, True])
def test_a_time_limit_that_arrives_during_a_check_stops_the_call(is_thorough: bool) -> None:
    originals = {"first": len, "second": print}
    names = _Interrupted(originals)
    table = Table("a module", "Python", None, names, originals, names.__setitem__, names.pop)
    with pytest.raises(TimeIsUp):
        Seal([table], core=["a module"]).restore(is_thorough)


@pytest.mark.parametrize(
    ("patch", "name"),
    [
        (
            "from sudoku_plugins.kit.checks.strategy import steps; steps.untrue = None",
            "steps.untrue, a part of the check",
        ),
        ("Grid.apply = None", "Grid.apply, a part of the engine"),
    ],
)
def test_who_replaces_a_part_while_it_is_checked_is_named_and_asked_nothing_more(
    tmp_path: Path, patch: str, name: str
) -> None:
    (mine,) = components(tmp_path, patching(patch).replace('"easy"', '"easy", sizes=(4,)'))
    engine_seal.cache_clear()
    seal_check("sudoku_plugins.kit")
    try:
        examination = Examination(mine, Kit([], layout=Layout.named("4x4"), puzzles=1))
        first, *others = list(examination.findings())
        seal_of_check = engine_seal()
        assert first.ok
        failed, *rest = others
        assert failed.why == f"it replaces {name}"
        assert failed.line == marked(mine)
        assert not any(finding.ok for finding in rest)
        assert seal_of_check.restore() is None
    finally:
        seal_check("nothing")
        engine_seal.cache_clear()
