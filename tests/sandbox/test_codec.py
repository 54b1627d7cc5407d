"""What host and guest say to each other reads back equal, and nothing else is read."""

import json
from collections.abc import Sequence
from functools import reduce
from pathlib import Path
from random import Random
from typing import Any, Literal, Union

import pytest

from sudoku_engine.api.events import Author, Ended, Faulted, Rejected, Stepped, Tried
from sudoku_engine.api.protocols import Puzzle, Rating, Verdict
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.say import Said, say
from sudoku_engine.board.step import Branch, Candidate, Step
from sudoku_engine.errors import FormatError, PluginError, RecordError, StepError, UsageError
from sudoku_engine.plugins.component import Origin
from sudoku_engine.plugins.options import MISSING, Option, Parameters
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.settings import LoopSettings
from sudoku_plugins.checkers.symmetry.transformation import Transformation
from sudoku_plugins.sandbox.codec import Codec

JIGSAW = Layout.of_regions("AAAB\nACBB\nCCBD\nCDDD")
GRID = Grid.parse(".2..3..4....1...").with_marks("manual")
STEP = Step([Candidate(0, 1)], because={"pair": [Candidate(4, 2)]}, houses=[GRID.layout.rows[0]])
AUTHOR = Author("mine", "Mine", "mine.py")
VALUES = {
    "plain": [None, True, 3, 0.5, "ö"],
    "many": [(1, (2,)), {1, 2}, frozenset("a"), {"a": [1], (1, 2): Path("x")}],
    "boards": [
        GRID,
        Grid(JIGSAW, [0] * 16),
        JIGSAW,
        GRID.apply(Step(eliminations=[Candidate(0, 1)])),
    ],
    "a step": (GRID, STEP),
    "events": (
        Stepped(1, AUTHOR, STEP, GRID),
        Rejected(AUTHOR, STEP, "it lies", 7, GRID, STEP.placements),
        Ended("stuck", "strategies", GRID, 1, {"mine": 1}, 0.1, "why", ("a note",)),
        Faulted(AUTHOR, "it failed", 3),
    ),
    "results": [
        Rating("easy", 12, AUTHOR, {"mine": 3}, "solved"),
        Verdict(True, Transformation.identity(JIGSAW), ""),
        Puzzle(GRID, GRID, "made", None, None),
    ],
    "components": [Origin("file", "a.py", "/a.py", True)],
    "options": Parameters(
        {
            "size": Option("size", int, 3),
            "mode": Option("mode", Literal["a", "b"], MISSING),
            "some": Option("some", Union[tuple[int, ...], None], None),
            "many": Option("many", Sequence[str], ()),
            "any": Option("any", Any, 1),
        },
        False,
    ),
    "settings": LoopSettings(mode="pass", max_steps=5),
}


def passed(value: Any, registry: Registry | None = None) -> Any:
    """Return `value` as the other side reads it: the host's, if it comes from a `registry`."""
    sent = json.dumps(Codec(registry=registry).data(value))
    return Codec(registry=None if registry else Registry()).value(json.loads(sent))


@pytest.mark.parametrize("value", VALUES.values(), ids=list(VALUES))
@pytest.mark.parametrize("from_guest", [False, True])
def test_what_passes_reads_back_equal(value: Any, from_guest: bool) -> None:
    assert repr(passed(value, Registry() if from_guest else None)) == repr(value)


@pytest.mark.parametrize(
    "error", [FormatError("odd", "f", 3, 4), PluginError("odd", "p", "f", 3), UsageError("odd")]
)
def test_an_error_passes_with_its_place_and_the_traceback_of_its_cause(error: Any) -> None:
    error.__cause__ = ValueError("the cause")
    read = passed(error)
    assert (type(read), str(read)) == (type(error), str(error))
    assert {**vars(read), "cause": 0} == {**vars(error), "cause": 0}
    assert "ValueError: the cause" in str(read.__cause__)


def test_of_a_type_passes_what_a_configuration_can_set() -> None:
    assert passed(Union[int, Codec, None]) == Union[int, None]
    assert repr(passed(Codec)) == repr(Codec)


def test_a_random_generator_goes_on_where_it_was() -> None:
    rng = Random(5)
    rng.random()
    assert passed(rng).random() == rng.random()


def test_a_component_is_the_same_one_of_the_guest() -> None:
    registry = Registry()
    registry.load()
    ours = registry.find("strategy", "naked_single").with_options({})
    assert Codec(registry=registry).value(Codec().data(ours)) is ours
    with pytest.raises(RecordError):
        Codec().value(Codec().data(ours))


def test_an_object_without_a_form_passes_as_python_shows_it() -> None:
    assert repr(passed([Codec, 1j])) == f"[{Codec!r}, 1j]"


def test_the_number_of_a_cell_passes_as_a_number() -> None:
    assert passed(Tried(GRID.layout.cells[3], 1)) == Tried(3, 1)


def test_a_cell_passes_as_its_number_where_no_board_has_passed() -> None:
    layout = Layout.named()
    data = Codec(layout).data([layout.cells[40]])
    assert Codec(layout).value(data) == Codec().value(data) == [40]
    for number in ("40", -1, True, [40]):
        with pytest.raises(RecordError):
            Codec(layout).value(["cell", number])


def test_what_a_step_says_passes_with_its_parts() -> None:
    layout = Layout.named("9x9")
    said = say("{cells} are in {house}", cells=layout.cells[:2], house=layout.houses[0])
    step = Step([Candidate(0, 5)], reason=said, branches=[Branch(said), Branch("else")])
    codec = Codec(layout)

    data = codec.data(step)
    there = codec.value(json.loads(json.dumps(data)))

    assert there == step
    assert isinstance(there.said, Said)
    assert there.said.parts == said.parts
    assert [type(branch.said) for branch in there.branches] == [Said, str]
    with pytest.raises(RecordError, match="its reason is not what it says"):
        codec.value([data[0], data[1].replace("r1c1 and", "r2c2 and")])


def test_a_step_that_was_changed_by_force_is_no_step() -> None:
    step = Step([Candidate(0, 1)])
    object.__setattr__(step, "placements", 5)
    assert not isinstance(passed((GRID, step))[1], Step)


@pytest.mark.parametrize(
    "data",
    [
        ["Origin", ["file"]],
        ["Popen", ["ls"]],
        ["error", ["SystemExit", "x", "", {}, ""]],
        ["grid", "[]"],
        ["step", "{}"],
        ["type", ["Popen", []]],
        ["type", ["union", "int"]],
        ["int", float("inf")],
        reduce(lambda inner, _: ["list", [inner]], range(300), []),
        ["LoopSettings", ["never"] * 9],
        {"a": 1},
        [1],
        [[], []],
    ],
    ids=lambda data: str(data[0] if isinstance(data, list) else data)[:20],
)
def test_what_is_no_value_is_refused(data: Any) -> None:
    with pytest.raises(RecordError):
        Codec().value(data)


def test_an_error_is_never_one_of_another_module() -> None:
    assert not isinstance(Codec().value(["error", ["", "x", "", {}, ""]]), StepError)
