"""A plugin that speaks in the guest's name: none of its words is believed."""

import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest

from sudoku_engine.api.events import Ended, Event, Faulted, Rejected, Started, Stepped
from sudoku_engine.board.grid import Grid
from sudoku_engine.errors import PluginError
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.loop import Loop
from sudoku_engine.solving.search_run import search_events
from sudoku_engine.solving.settings import LoopSettings
from sudoku_engine.solving.verification import verified
from sudoku_plugins.checkers.comparison import answers_of
from sudoku_plugins.generators.generation import CheckedGenerator
from sudoku_plugins.ratings.rating import Rater
from sudoku_plugins.sandbox.host import Host
from sudoku_plugins.sandbox.supervisor import Supervisor
from tests.support.files import write
from tests.support.samples import cases, thorough

pytestmark = pytest.mark.process

EASY = Grid.parse(
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
)
HEAD = """
import builtins, gc, json, os
from functools import reduce
from sudoku_engine.errors import PuzzleError, UsageError
from sudoku_engine import Candidate, Grid, Puzzle, Step, Verdict, hookimpl, strategy
from sudoku_engine.api.events import Author, Faulted
from sudoku_plugins.sandbox.codec import Codec

def guest():
    return next(each for each in gc.get_objects() if type(each).__name__ == "Guest")

def send(*records, is_last=False):
    guest().send({"result": [list(records), is_last]})

def say(value):
    guest().send({"result": Codec(registry=guest()).data(value)})

def step(name, grid, placements=(), eliminations=()):
    return [name, Codec(grid.layout).data(Step(placements, eliminations))]

def nested():
    return ["forger", reduce(lambda inner, _: ["list", [inner]], range(300), [])]

def fault(name):
    return [name, Codec().data(Faulted(Author(name, name), "oh", 1))]
"""
STRATEGY = """
@strategy("Forger", score=1, level="easy")
def forger(grid):
    {deed}
    return []
"""
INNOCENT = """
from sudoku_engine import strategy

@strategy("Innocent", score=2, level="easy")
def innocent(grid):
    return []
"""
SEND_AND_END = "guest().send({'end': guest()._request})"
END = (
    "guest().send({'result': [[], True]}), guest().send({'result': [{'event': 'end', 'outcome': "
    "'solved', 'by': 'strategies', 'grid': '1' * 81, 'steps': 0, 'counts': {}, 'seconds': 0.0, "
    "'why': '', 'notes': []}]})"
)
FORGED = {
    "an end over 81 ones": f"{END}; {SEND_AND_END}",
    "a false step of its own": "send(step('forger', grid, [Candidate(0, 9)]), is_last=True)",
    "a false step of ours": "send(step('naked_single', grid, [Candidate(0, 9)]), is_last=True)",
    "a step in a cell that is filled": "send(step('naked_single', grid, [Candidate(2, 3)]))",
    "a step that nobody found": "send(step('nobody', grid, [Candidate(0, 4)]))",
    "a step in 81 cells": "send(step('forger', grid, [Candidate(c, 1) for c in range(81)]))",
    "a fault of ours": "send(fault('naked_single'))",
    "a fault of nobody": "send(fault('nobody'))",
    "a fault of the fallback": "send(fault('bitboard'))",
    "no more steps": f"send(is_last=True); {SEND_AND_END}",
    "what is no record": "send(5)",
    "another record": "guest().send({'result': 'solved'})",
    "a text in its pipe": "os.write(guest()._results.fileno(), b'solved\\n')",
    "a line in its pipe": "os.write(guest()._results.fileno(), b'{\"result\": [[], true]}\\n')",
    "a board that never changes": "Grid.apply = lambda self, step: self",
    "json without its words": "json.dumps = lambda *a, **k: '{\"result\": [[], true]}'",
    "lists without length": "builtins.len = lambda x: 0",
    "an error of ours": "guest().send({'error': Codec().data(PuzzleError('all is well'))})",
    "an error in an error": "guest().send({'error': ['error', [1]]})",
    "what is nested too deep": "send(nested())",
    "another subject": "guest().send({'subject': 1, 'is': ['', '', 'innocent.py', 1]}); os.abort()",
}


class Reported:
    """The errors that a supervisor has reported, and its strategies."""

    def __init__(self, supervisor: Supervisor) -> None:
        self.errors: list[PluginError] = []
        supervisor.report = self.errors.append
        self.supervisor = supervisor
        self.registry = supervisor.load()

    def events(self, grid: Grid) -> list[Event]:
        loop = Loop(self.registry.loop_strategies("auto"), LoopSettings())
        return list(loop.events(grid))


Start = Callable[..., Reported]


@pytest.fixture
def start(tmp_path: Path, request: pytest.FixtureRequest) -> Start:
    """Start a supervisor of a file with a text, and of others."""

    def started(text: str, *others: str) -> Reported:
        write(tmp_path, "forger.py", HEAD + text)
        for number, other in enumerate(others):
            write(tmp_path, f"innocent{number}.py", other)
        supervisor = Supervisor([str(path) for path in sorted(tmp_path.glob("*.py"))], [])
        request.addfinalizer(supervisor.end)
        return Reported(supervisor)

    return started


@cache
def honest() -> list[Event]:
    """The events of `EASY` without a person's plugins."""
    registry = Registry()
    registry.load()
    return list(Loop(registry.loop_strategies("auto")).events(EASY))


def steps(events: Sequence[Event]) -> list[Stepped]:
    return [event for event in events if isinstance(event, Stepped)]


@pytest.mark.parametrize(
    "deed",
    cases(
        FORGED,
        *("an end over 81 ones", "a false step of its own", "a text in its pipe", "no more steps"),
    ),
)
def test_a_forged_word_ends_the_guest_and_names_the_file_and_the_run_goes_on(
    start: Start, deed: str
) -> None:
    run = start(STRATEGY.format(deed=deed))
    happened = run.events(EASY)
    started, ended = happened[0], happened[-1]
    assert isinstance(started, Started)
    assert isinstance(ended, Ended)
    assert (ended.outcome, ended.grid.is_solved) == ("solved", True)
    assert ended.grid == honest()[-1].grid  # type: ignore[union-attr]
    faults = [event for event in happened if isinstance(event, (Faulted, Rejected))]
    assert {event.strategy.id for event in faults} <= {"forger"}
    assert faults or [Path(error.plugin).name for error in run.errors] == ["forger.py"]
    assert steps(happened) == steps(honest())


def test_a_board_that_is_always_solved_in_the_guest_changes_nothing(start: Start) -> None:
    run = start(STRATEGY.format(deed="Grid.is_solved = True"))
    assert steps(run.events(EASY)) == steps(honest())


@pytest.mark.skipif(sys.platform != "linux", reason="no such clock here")
def test_a_plugin_that_silences_its_guest_is_named(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Host, "most_silence", 2.0)
    run = start(STRATEGY.format(deed="type(guest()).send = lambda *given: None"))
    ended = run.events(EASY)[-1]
    assert isinstance(ended, Ended)
    assert ended.outcome == "solved"
    assert [Path(error.plugin).name for error in run.errors] == ["forger.py"]


def test_a_fault_that_is_forged_is_not_told_of_a_strategy_that_is_not_in_the_loop(
    start: Start,
) -> None:
    run = start(STRATEGY.format(deed="send(fault('full_house'))"))
    strategies = [run.registry.find("strategy", name) for name in ("forger", "naked_single")]
    happened = list(Loop(strategies, LoopSettings()).events(EASY))
    assert not [event for event in happened if isinstance(event, Faulted)]
    assert [Path(error.plugin).name for error in run.errors] == ["forger.py"]


@pytest.mark.parametrize("deed", [FORGED["an end over 81 ones"], thorough("send(is_last=True)")])
def test_a_rating_counts_the_steps_of_the_host(start: Start, deed: str) -> None:
    run = start(STRATEGY.format(deed=deed))
    strategies = run.registry.loop_strategies("auto")
    own = Registry()
    own.load()
    found = Rater(strategies).rate(EASY)
    expected = Rater(own.loop_strategies("auto")).rate(EASY)
    assert found._replace(faults=()) == expected
    assert [Path(error.plugin).name for error in run.errors] == ["forger.py"]


COMPONENTS = """
class Forger:
    id = name = "forger"
    def solutions(self, grid):
        {deed}
    def count(self, grid, limit):
        return 2
    def search(self, grid):
        from sudoku_engine import Tried
        yield Tried(500, 5)

class Maker:
    id = name = "maker"
    def generate(self, rng, layout, *, rater):
        givens = Grid.parse(EASY)
        solution = next(iter(__import__("sudoku_engine").search.solutions(givens)))
        rating = rater.rate(givens)
        return Puzzle(givens, solution, rating=rating._replace(score=rating.score + 1))

class Checker:
    id = name = "checker"
    def find(self, source, target):
        return Verdict(False)

@hookimpl
def sudoku_solvers():
    return [Forger()]

@hookimpl
def sudoku_generators():
    return [Maker()]

@hookimpl
def sudoku_checkers():
    return [Checker()]
"""


def components(deed: str = "return []") -> str:
    return f"EASY = {EASY.line!r}\n" + COMPONENTS.format(deed=deed)


def of(run: Reported, kind: str, name: str) -> Component:
    return run.registry.find(kind, name)


SOLVER_DEEDS = {
    "no solution": "return []",
    "81 ones": "say(Grid(grid.layout, [1] * 81)); return []",
    "a text": "say('1' * 81); return []",
    "the same one twice": (
        "found = list(__import__('sudoku_engine').search.solutions(grid)); return found * 2"
    ),
    "more than there are": (
        "say(grid); return list(__import__('sudoku_engine').search.solutions(grid))"
    ),
}


@pytest.mark.parametrize("deed", cases(SOLVER_DEEDS, "81 ones", "the same one twice"))
def test_a_solver_is_not_believed(start: Start, deed: str) -> None:
    solver = of(start(components(deed)), "solver", "forger")
    happened = list(search_events(EASY, solver, None, is_watched=False))
    assert [event.strategy.id for event in happened if isinstance(event, Faulted)] == ["forger"]
    ended = happened[-1]
    assert isinstance(ended, Ended)
    assert ended.outcome == "stuck"


@pytest.mark.parametrize(
    ("deed", "why"),
    [
        (
            "guest().send({'error': Codec().data(PuzzleError('all is well'))}); return []",
            "the name",
        ),
        ("guest().send({'result': ['Origin', [1]]}); return []", "what cannot be read"),
    ],
)
def test_a_solver_that_sends_an_error_of_ours_or_no_value_is_at_fault(
    start: Start, deed: str, why: str
) -> None:
    solver = of(start(components(deed)), "solver", "forger")
    happened = search_events(EASY, solver, None, is_watched=False)
    (fault,) = [each for each in happened if isinstance(each, Faulted)]
    assert why in fault.why


def test_an_error_that_a_strategy_raises_is_its_fault_alone_beside_other_files_too(
    start: Start,
) -> None:
    happened = start(STRATEGY.format(deed="raise UsageError('no')"), INNOCENT).events(EASY)
    (fault,) = [event for event in happened if isinstance(event, Faulted)]
    assert (fault.strategy.id, fault.why) == ("forger", "UsageError: no")
    assert happened[-1].outcome == "solved"  # type: ignore[union-attr]


def test_counts_searches_generators_and_checkers_are_not_believed(start: Start) -> None:
    run = start(components())
    solver = of(run, "solver", "forger")
    assert "it counts 2+ solutions, but there is 1 solution" in str(verified(EASY, solver).fault)
    watched = list(search_events(EASY, solver))
    assert [event.why for event in watched if isinstance(event, Faulted)]
    rater = Rater(run.registry.loop_strategies("auto"))
    maker = CheckedGenerator(of(run, "generator", "maker"), EASY.layout, "1", rater)
    with pytest.raises(PluginError, match="the rater says"):
        maker.make(0)
    (answer,) = answers_of([of(run, "checker", "checker")], EASY, EASY)
    assert answer.fault is not None
    assert "there is a transformation" in str(answer.fault)


CATALOGS = {
    "another plugin": "plugins.append((Origin('bundled', 'x'), 'ready', [], []))",
    "nothing": "catalog.clear()",
    "unknown ids of ours": "catalog['components']['strategy'] = [5]",
}


@pytest.mark.parametrize("deed", cases(CATALOGS, "another plugin"))
def test_a_false_catalog_loses_its_file(start: Start, deed: str) -> None:
    text = (
        "from sudoku_plugins.sandbox import workshop\n"
        "from sudoku_engine.plugins.component import Origin\n"
        "record = workshop.catalog_of\n"
        "def forged(registry):\n"
        "    catalog = record(registry)\n"
        "    plugins = catalog['plugins']\n"
        f"    {deed}\n"
        "    return catalog\n"
        "workshop.catalog_of = forged\n" + STRATEGY.format(deed="pass")
    )
    run = start(text, INNOCENT)
    problems = [str(error) for error in run.registry.problems]
    assert any("forger.py" in problem for problem in problems)
    assert "innocent" in run.registry.ids("strategy")
    assert run.events(EASY)[-1].outcome == "solved"  # type: ignore[union-attr]
