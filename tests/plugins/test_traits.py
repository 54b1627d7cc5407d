"""What a component says about itself is read once, in bounds, and kept as plain copies."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine import PluginError, strategy
from sudoku_engine.plugins.component import Component, Misfit, Origin
from sudoku_engine.plugins.registry import Registry
from tests.support.files import plugin_file

FILE = Origin("file", "mine.py", "mine.py")


class Mine:
    """A strategy whose attributes a test sets."""

    id: Any = "mine"
    name: Any = "Mine"
    score: Any = 7
    level: Any = "easy"

    def find(self, grid: Any, *, deep: bool = False) -> None:
        """Find nothing."""


class OddText(str):
    def __eq__(self, other: object) -> bool:
        raise AssertionError("compared")

    __hash__ = None  # type: ignore[assignment]


class OddNumber(float):
    def __ge__(self, other: object) -> bool:
        raise AssertionError("compared")

    __le__ = __gt__ = __lt__ = __abs__ = __ge__  # type: ignore[assignment]


class OddInt(int):
    def __index__(self) -> int:
        return 9

    def __eq__(self, other: object) -> bool:
        raise AssertionError("compared")

    __hash__ = None  # type: ignore[assignment]


def traits(**attributes: Any) -> Component:
    return Component.of("strategy", type("Odd", (Mine,), attributes)(), FILE)


def test_odd_subclasses_become_plain_text_and_numbers() -> None:
    found = traits(
        id=OddText("odd"),
        name=OddText("Odd One"),
        level=OddText("hard"),
        score=OddNumber(2.5),
        sizes=[OddInt(9), 4],
        family=OddText("fish"),
        marks=OddText("manual"),
        example=OddText("1..."),
    )
    assert (found.id, found.name, found.level, found.score) == ("odd", "Odd One", "hard", 2.5)
    assert (found.sizes, found.family, found.marks) == ((9, 4), "fish", "manual")
    assert found.example == "1..."
    assert {type(found.id), type(found.name), type(found.level), type(found.family)} == {str}
    assert type(found.score) is float
    assert [type(size) for size in found.sizes or ()] == [int, int]


@pytest.mark.parametrize("score", [float("nan"), float("-inf"), 10**400])
def test_a_score_beyond_all_measure_is_refused(score: float) -> None:
    with pytest.raises(Misfit, match="its score must be a number, not "):
        traits(score=score)


@pytest.mark.parametrize("sizes", [["9", 4], [None], 9])
def test_sizes_that_are_no_numbers_are_refused(sizes: Any) -> None:
    with pytest.raises(Misfit, match="its sizes must be numbers of rows, such as "):
        traits(sizes=sizes)


def test_an_example_that_is_not_text_is_shown_as_python_writes_it() -> None:
    assert traits(example=[[5, 3]]).example == "[[5, 3]]"
    assert traits(example="").example == ""
    assert traits().example is None


def test_an_attribute_that_changes_its_mind_is_read_once() -> None:
    class Fickle(Mine):
        reads = 0

        @property
        def score(self) -> Any:
            self.reads += 1
            return self.reads

    thing = Fickle()
    component = Component.of("strategy", thing, FILE)
    assert (component.score, component.score) == (1, 1)
    assert thing.reads == 1


def test_options_of_a_plugin_are_read_once_and_of_its_other_methods_too() -> None:
    class Window:
        id, name = "window", "Window"

        def present(self, runs: Any, *, delay: float = 1.0) -> None: ...

        def work(self, session: Any, *, theme: str = "dark", **rest: Any) -> None: ...

    component = Component.of("frontend", Window(), FILE)
    assert list(component.known_options) == ["delay"]
    assert not component.takes_any_option
    assert component.parameters_of("work").options["theme"].type is str
    assert component.parameters_of("work").takes_any
    assert component.with_options({"delay": 2.0}).parameters is component.parameters


def test_a_component_can_be_made_without_an_object() -> None:
    def find(grid: Any, **options: Any) -> Any:
        return grid, options

    told = Component.of("strategy", Mine(), FILE)
    stand_in = replace(told, object=None, methods={"find": find}).with_options({"deep": True})
    assert (stand_in.id, stand_in.score, stand_in.level) == ("mine", 7, "easy")
    assert (stand_in.file, stand_in.line) == (__file__, Mine.find.__code__.co_firstlineno)
    assert (stand_in.author.plugin, list(stand_in.known_options)) == ("mine.py", ["deep"])
    assert stand_in.call(5) == (5, {"deep": True})


def test_docstrings_are_kept() -> None:
    @strategy("Spoken", score=1, level="easy")
    def spoken(grid: Any) -> None:
        """Find what was spoken of."""

    found = Component.of("strategy", spoken, FILE)
    assert (found.doc, found.module_doc) == ("Find what was spoken of.", __doc__)


HANGS = {
    "a score": ("@property\n    def score(self):\n        while True: pass", 10),
    "an id": ("@property\n    def id(self):\n        while True: pass", 10),
    "sizes": (
        "class Sizes(list):\n        def __iter__(self):\n"
        "            while True: pass\n    sizes = Sizes()",
        10,
    ),
    "a class": ("@property\n    def __class__(self):\n        while True: pass", 10),
}


@pytest.mark.slow
@pytest.mark.parametrize(("member", "line"), HANGS.values(), ids=list(HANGS))
def test_an_attribute_that_never_ends_is_named_with_its_line(
    tmp_path: Path, member: str, line: int
) -> None:
    text = (
        '@strategy("Good", score=1, level="easy")\ndef good(grid): ...\n\n'
        'class Mine:\n    id, name, score, level = "mine", "Mine", 1, "easy"\n'
        f"    def find(self, grid): ...\n    {member}\n\n"
        "@hookimpl\ndef sudoku_strategies():\n    return [good, Mine()]\n"
    )
    registry = Registry(timeout=0.1)
    registry.load([str(plugin_file(tmp_path, text))])
    (problem,) = registry.problems
    assert problem.what == "it does not come to an end"
    assert (problem.source, problem.line) == (str(tmp_path / "mine.py"), line)
    assert "good" in registry.ids("strategy")


@pytest.mark.slow
def test_a_module_whose_names_never_end_is_named(tmp_path: Path) -> None:
    text = "def __dir__():\n    while True: pass\n"
    registry = Registry(timeout=0.1)
    registry.load([str(plugin_file(tmp_path, text))])
    (problem,) = registry.problems
    assert isinstance(problem, PluginError)
    assert (problem.what, problem.line) == ("it does not come to an end", 3)
