"""Plugins: where they are found, what they replace, their order, and how they are disabled."""

import importlib
import marshal
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from sudoku_engine import Grid, Strategy
from sudoku_engine.api.hookspecs import thing_at
from sudoku_engine.api.strategy import FAMILY_NAMES
from sudoku_engine.errors import PluginError, UsageError
from sudoku_engine.plugins import strategy_index
from sudoku_engine.plugins.component import TRAITS, Component, Origin
from sudoku_engine.plugins.registry import Registry, strategies_named
from sudoku_engine.plugins.strategy_index import indexed
from sudoku_plugins.strategies.order import STRATEGIES
from tests.support.files import HOOK, ONE, plugin_file

BASIC = [each.id for each in STRATEGIES if each.family in FAMILY_NAMES["basic"]][1:]
"""The basic strategies but for `visible_single`, in their order."""

ORDER = [each.id for each in STRATEGIES if each.by_default and each.marks is None]
"""The strategies that take part by default, in their order."""


def written(folder: Path, name: str, text: str) -> str:
    return str(plugin_file(folder, text, name))


def strategy_file(folder: Path, name: str, *ids: str, score: float = 60) -> str:
    """A file that offers strategies of these ids, which find nothing."""
    text = """
    @strategy("My {id}", score={score}, level="medium")
    def {id}(grid):
        return []
    """
    texts = [dedent(text).format(id=plugin_id, score=score) for plugin_id in ids]
    return written(folder, name, "".join(texts))


def registry(*paths: str, disable: tuple[str, ...] = ()) -> Registry:
    found = Registry()
    found.load(paths, disable)
    return found


def problems(found: Registry) -> list[str]:
    return [problem.what for problem in found.problems]


# Files and folders


def test_a_file_with_a_strategy_and_no_hook_offers_it(tmp_path: Path) -> None:
    found = registry(strategy_file(tmp_path, "my_strategy.py", "mine"))
    component = found.find("strategy", "mine")
    assert (component.name, component.origin.name, component.origin.how) == (
        "My mine",
        "my_strategy.py",
        "file",
    )
    assert (found.problems, found.notices, found.has_failed) == ([], [], False)


SOLVER = """
class Solver:
    id, name = "mine", "Mine"
    def solutions(self, grid):
        return []

@hookimpl
def sudoku_solvers():
    return [Solver()]
"""
OFFERS = {
    "a hook": (f"{ONE}{ONE.replace('one', 'two')}{HOOK}yield two", "two"),
    "a hook of another kind": (ONE + SOLVER, "one"),
    "a hook of another name": (
        f'{ONE}@hookimpl(specname="sudoku_strategies")\ndef mine(): return [one]',
        "one",
    ),
    "two names of one strategy": (f"{ONE}the_same = one", "one"),
    "an imported strategy": (
        f"from sudoku_plugins.strategies.singles import naked_single\n{ONE}",
        "one",
    ),
    "the id of a solver": (ONE.replace("def one", "def bitboard"), "bitboard"),
    "a dataclass": (
        "from dataclasses import dataclass, field\nfrom typing import ClassVar\n"
        "@dataclass\nclass Pair:\n    known: ClassVar[int] = 0\n"
        f'    cells: "list[int]" = field(default_factory=list)\nPair([1])\n{ONE}',
        "one",
    ),
    "an object": (
        'class Mine:\n    id, name, score, level = "größte-Hürde", "Größte Hürde", 9.5, "easy"\n'
        f"    def find(self, grid): ...\n{HOOK}return [Mine()]",
        "größte-Hürde",
    ),
}


@pytest.mark.parametrize(("text", "offered"), OFFERS.values(), ids=OFFERS)
def test_a_file_offers_its_strategies_or_those_that_its_hook_returns(
    tmp_path: Path, text: str, offered: str
) -> None:
    found = registry(written(tmp_path, "mine.py", text))
    (plugin,) = [source for source in found.plugins if source.origin.requested]
    assert [each.id for each in plugin.components if each.kind == "strategy"] == [offered]
    assert (found.problems, found.notices) == ([], [])


def test_a_folders_files_are_loaded_in_order_but_tests_and_private_ones(tmp_path: Path) -> None:
    for name in ("b.py", "a.py", "_private.py", "test_a.py", ".hidden.py", "notes.txt"):
        strategy_file(tmp_path, name, name.strip("._").partition(".")[0])
    found = registry(str(tmp_path))
    assert [source.origin.name for source in found.plugins if source.origin.requested] == [
        "a.py",
        "b.py",
    ]


def test_two_files_of_one_name_in_different_folders_are_both_loaded(tmp_path: Path) -> None:
    found = registry(
        strategy_file(tmp_path / "anna", "my_strategy.py", "annas"),
        strategy_file(tmp_path / "ben", "my_strategy.py", "bens"),
    )
    assert problems(found) == []
    assert {"annas", "bens"} <= set(found.ids("strategy"))


def test_a_file_given_twice_is_loaded_once(tmp_path: Path) -> None:
    path = strategy_file(tmp_path, "my_strategy.py", "mine")
    other = str(tmp_path / ".." / tmp_path.name / "my_strategy.py")
    found = registry(path, path, other, str(tmp_path))
    assert problems(found) == []
    assert len([source for source in found.plugins if source.origin.requested]) == 1


def test_a_file_that_was_changed_is_loaded_as_it_is_now(tmp_path: Path) -> None:
    for plugin_id in ("before", "after_"):
        path = strategy_file(tmp_path, "my_strategy.py", plugin_id)
        assert plugin_id in registry(path).ids("strategy")
    assert [entry.name for entry in tmp_path.iterdir()] == ["my_strategy.py"]


@pytest.mark.parametrize(
    "name",
    [
        "random.py",
        "sudoku_engine.py",
        "sudoku_plugins.py",
        "pluggy.py",
        "typing.py",
        "my file.v2.py",
    ],
)
def test_a_file_may_have_any_name_and_hides_no_other_module(tmp_path: Path, name: str) -> None:
    import random

    path, modules = list(sys.path), dict(sys.modules)
    found = registry(strategy_file(tmp_path, name, "mine"))
    assert (problems(found), "mine" in found.ids("strategy")) == ([], True)
    assert sys.path == path
    assert {key: sys.modules[key] for key in modules} == modules
    assert sys.modules["random"] is random


# Order, replacement


def test_the_bundled_strategies_stand_in_hodokus_order_and_the_visible_single_is_for_manual_marks(
    tmp_path: Path,
) -> None:
    easy = strategy_file(tmp_path, "easy.py", "easiest", score=0)
    for found, mine in ((registry(), []), (registry(easy), ["easiest"])):
        by_marks = [
            [component.id for component in found.loop_strategies(marks)]
            for marks in ("auto", "manual")
        ]
        assert by_marks == [[*mine, *ORDER], ["visible_single", *mine, *ORDER]]


def test_a_plugins_strategy_may_be_for_manual_marks_only(tmp_path: Path) -> None:
    text = """
    @strategy("Mine", score=300, level="hard", marks="manual")
    def mine(grid):
        return []
    """
    found = registry(written(tmp_path, "mine.py", text))
    assert "mine" not in [component.id for component in found.loop_strategies("auto")]
    by_hand = [component.id for component in found.loop_strategies("manual")]
    assert by_hand[:2] == ["visible_single", "mine"]


FISH = """
@strategy("My Fish", score={score}, level="hard", family="fish")
def {id}(grid):
    return []
"""


def test_a_family_names_its_strategies_in_their_order(tmp_path: Path) -> None:
    text = FISH.format(id="big_fish", score=300) + FISH.format(id="minnow", score=100)
    found = registry(written(tmp_path, "fish.py", text))
    fish = [each.id for each in found.strategies_named("fish")]
    assert [name for name in fish if name in ("big_fish", "minnow")] == ["minnow", "big_fish"]
    assert [each.id for each in found.strategies_named("big_fish")] == ["big_fish"]
    assert [each.id for each in found.strategies_named("basic")] == ["visible_single", *BASIC]
    assert [each.id for each in found.strategies_named("intersections")] == BASIC[3:6]


def test_a_strategy_may_be_called_by_its_name_unless_two_have_it(tmp_path: Path) -> None:
    text = FISH.format(id="big_fish", score=300) + FISH.format(id="minnow", score=100)
    found = registry(written(tmp_path, "fish.py", text))
    for name in ("x_wing", "X-Wing", "x wing"):
        assert [each.id for each in found.strategies_named(name)] == ["x_wing"]
    assert [each.id for each in found.strategies_named("Nice Loop/AIC")] == ["nice_loop"]
    assert found.strategies_named("Basic") == found.strategies_named("basic")
    with pytest.raises(UsageError, match="unknown strategy 'My Fish'"):
        found.strategies_named("My Fish")


def test_a_strategy_may_take_part_only_where_it_is_named(tmp_path: Path) -> None:
    rare = FISH.format(id="rare_fish", score=300).replace("family", "by_default=False, family")
    found = registry(written(tmp_path, "fish.py", rare + FISH.format(id="minnow", score=100)))
    in_loop = [component.id for component in found.loop_strategies("auto")]
    assert "minnow" in in_loop
    assert "rare_fish" not in in_loop
    assert [each.id for each in found.strategies_named("rare_fish")] == ["rare_fish"]
    family = [each.id for each in found.strategies_named("fish")]
    assert "minnow" in family
    assert "rare_fish" not in family


LONG_FISH = """
@strategy("Fish", id="fish_by_length", score=3, level="hard", family="fish", by_default=BY_DEFAULT)
def fish_by_length(grid, *, longest=9):
    return []
"""


def test_a_strategy_may_take_part_with_options_and_find_more_where_it_is_named(
    tmp_path: Path,
) -> None:
    text = LONG_FISH.replace("BY_DEFAULT", '{"longest": 4}')
    found = registry(written(tmp_path, "fish.py", text))

    def options(components: Iterable[Component]) -> list[Mapping[str, Any]]:
        return [each.options for each in components if each.id == "fish_by_length"]

    assert options(found.loop_strategies("auto")) == [{"longest": 4}]
    assert options(found.strategies_named("fish")) == [{"longest": 4}]
    assert options(found.strategies_named("fish_by_length")) == [{}]


def test_options_by_default_must_be_plain(tmp_path: Path) -> None:
    text = LONG_FISH.replace("BY_DEFAULT", '{"longest": [4]}')
    (problem,) = registry(written(tmp_path, "fish.py", text)).problems
    assert "its by_default must be True, False, or options that are numbers or texts" in str(
        problem
    )


def test_a_family_of_which_none_takes_part_by_default_names_all(tmp_path: Path) -> None:
    forced = FISH.format(id="forced", score=300).replace(
        'family="fish"', 'by_default=False, family="forcing"'
    )
    plugin = registry(written(tmp_path, "forced.py", forced)).plugins[-1]
    assert strategies_named("forcing", plugin.components) == plugin.components
    assert [each.id for each in plugin.components] == ["forced"]


def test_a_clone_that_is_not_installed_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "sudoku_plugins")
    monkeypatch.setattr(sys, "meta_path", [])
    with pytest.raises(PluginError, match="only its folder: python -m pip install -e "):
        registry()


def test_every_bundled_strategy_has_a_family() -> None:
    assert all(component.family for component in registry().of_kind("strategy"))


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("fihs", "unknown strategy 'fihs': did you mean 'fish'?"),
        ("naked_piar", "unknown strategy 'naked_piar': did you mean 'naked_pair'?"),
        (
            "fish",
            "no strategy of the family 'fish' is loaded: name one of intersections, singles and "
            "subsets",
        ),
    ],
)
def test_names_that_stand_for_no_strategy_are_errors(name: str, why: str) -> None:
    found = registry()
    with pytest.raises(UsageError) as caught:
        strategies_named(name, [found.find("strategy", each) for each in BASIC])
    assert str(caught.value) == why


@pytest.mark.parametrize(
    ("score", "before"),
    [
        (4, ["full_house"]),
        (5, ["hidden_single"]),
        (14, ["hidden_single"]),
        (40, ["locked_pair"]),
        # locked_triple (60) stands before locked_candidates (50): it is the first not lower.
        (45, ["locked_triple"]),
        (60, ["locked_triple"]),
        (61, ["naked_triple"]),
        (120, ["naked_quad"]),
        (121, ["hidden_quad"]),
        (10**6, []),
    ],
)
def test_a_plugin_stands_before_the_first_bundled_one_that_is_not_easier(
    tmp_path: Path, score: int, before: list[str]
) -> None:
    ids = registry(strategy_file(tmp_path, "mine.py", "mine", score=score)).ids("strategy")
    assert ids[ids.index("mine") + 1 :][:1] == before


def test_plugins_of_one_score_stand_as_they_were_given(tmp_path: Path) -> None:
    found = registry(
        strategy_file(tmp_path, "z.py", "z1", "z2"), strategy_file(tmp_path, "a.py", "a1")
    )
    ids = found.ids("strategy")
    assert ids[ids.index("z1") :][:3] == ["z1", "z2", "a1"]


def test_a_requested_plugin_replaces_a_bundled_one_with_a_notice_and_in_its_place(
    tmp_path: Path,
) -> None:
    found = registry(strategy_file(tmp_path, "mine.py", "naked_pair", score=1))
    assert found.find("strategy", "naked_pair").origin.name == "mine.py"
    assert found.notices == ["mine.py replaces the bundled strategy 'naked_pair'"]
    assert problems(found) == []
    assert [component.id for component in found.loop_strategies("auto")] == ORDER


def test_a_replaced_bundled_strategy_is_still_a_mark_for_the_place_of_others(
    tmp_path: Path,
) -> None:
    found = registry(
        strategy_file(tmp_path, "mine.py", "naked_pair", score=60),
        strategy_file(tmp_path, "other.py", "other", score=55),
    )
    ids = found.ids("strategy")
    assert ids[ids.index("other") + 1] == "locked_triple"


def test_two_requested_plugins_with_one_id_are_an_error_that_names_both(tmp_path: Path) -> None:
    first = strategy_file(tmp_path / "anna", "my_strategy.py", "mine")
    second = strategy_file(tmp_path / "ben", "my_strategy.py", "mine", "more")
    found = registry(first, second)
    (problem,) = found.problems
    assert first in str(problem)
    assert second in str(problem)
    assert problem.line == 3
    assert problem.what.startswith("strategy 'mine' already exists")
    assert found.has_failed
    assert found.find("strategy", "mine").file == first
    assert "more" in found.ids("strategy")


def test_a_file_that_offers_one_id_twice_is_told(tmp_path: Path) -> None:
    text = ONE + "first = one\n" + ONE + HOOK + "return [first, one]"
    (problem,) = problems(registry(written(tmp_path, "twice.py", text)))
    assert "already exists" in problem


def test_an_unknown_plugin_is_named_with_the_near_one() -> None:
    with pytest.raises(UsageError) as caught:
        registry().find("strategy", "naked_piar")
    assert str(caught.value) == "unknown strategy 'naked_piar': did you mean 'naked_pair'?"


# Disabling


@pytest.mark.parametrize("name", ["my_strategy.py", "my_strategy"])
def test_a_file_is_disabled_by_its_name_with_or_without_its_ending(
    tmp_path: Path, name: str
) -> None:
    found = registry(strategy_file(tmp_path, "my_strategy.py", "mine"), disable=(name,))
    assert "mine" not in found.ids("strategy")
    assert found.plugins[-1].state == "disabled"
    assert not found.has_failed


def test_a_disabled_file_is_not_even_read(tmp_path: Path) -> None:
    path = written(tmp_path, "bad.py", "raise RuntimeError")
    assert registry(path, disable=("bad",)).problems == []


def test_one_strategy_is_disabled_by_its_id(tmp_path: Path) -> None:
    path = strategy_file(tmp_path, "mine.py", "one", "two")
    found = registry(path, disable=("one", "naked_pair"))
    assert "two" in found.ids("strategy")
    assert not {"one", "naked_pair"} & set(found.ids("strategy"))


def test_all_that_is_bundled_is_disabled_by_its_package() -> None:
    for name in ("strategies", "sudoku_plugins.strategies", "sudoku_plugins"):
        assert registry(disable=(name,)).of_kind("strategy") == []


def test_a_name_to_disable_that_nothing_has_is_an_error_with_the_near_name() -> None:
    found = registry(disable=("naked_piar", "full_house"))
    assert found.not_disabled == {"naked_piar": "did you mean 'naked_pair'?"}


# Installed packages


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path in which packages can be installed."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    before = set(sys.modules)
    yield folder
    for name in set(sys.modules) - before:
        if name.startswith("classroom"):
            del sys.modules[name]


def install(site: Path, module: str, text: str, entry: str = "") -> None:
    """An installed package with one module, which is an entry point of our group."""
    written(site, f"{module}.py", text)
    info = site / f"{module}-1.0.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n", encoding="utf-8"
    )
    entry = entry or f"{module} = {module}"
    info.joinpath("entry_points.txt").write_text(f"[sudoku_engine]\n{entry}\n", encoding="utf-8")


def test_an_installed_plugin_is_found(site: Path) -> None:
    install(site, "classroom_a", ONE)
    component = registry().find("strategy", "one")
    assert (component.origin.how, component.origin.name, component.origin.requested) == (
        "installed",
        "classroom_a",
        False,
    )


def test_an_installed_plugin_that_is_named_is_requested_and_may_replace(site: Path) -> None:
    install(site, "classroom_b", ONE.replace("def one", "def naked_pair"))
    found = registry()
    assert found.find("strategy", "naked_pair").origin.how == "bundled"
    assert "already exists, from bundled" in problems(found)[0]
    assert not found.has_failed
    found = registry("classroom_b")
    assert found.find("strategy", "naked_pair").origin.how == "installed"
    assert found.notices == ["classroom_b replaces the bundled strategy 'naked_pair'"]


def test_an_installed_plugin_is_disabled_by_its_name(site: Path) -> None:
    install(site, "classroom_c", "raise RuntimeError")
    found = registry(disable=("classroom_c",))
    assert (found.problems, found.plugins[-1].state) == ([], "disabled")


@pytest.mark.parametrize(
    ("text", "entry", "why"),
    [
        ("raise ValueError('oh')", "", "it failed to load: ValueError: oh"),
        ("import no_such_module", "", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("def broken(:", "", "it is not valid Python"),
        ("raise SystemExit", "", "it called sys.exit"),
        ("x = 1", "", "no strategy in it"),
        ("x = 1", "classroom_d = classroom_d:x", "1 is not a module"),
        ("x = 1", "classroom_d = classroom_d:y", "AttributeError"),
        ("x = 1", "classroom_d = no_such_module", "ModuleNotFoundError"),
        ("x = 1", "classroom_d = !!", "it failed to load"),
    ],
)
def test_an_installed_plugin_that_fails_is_told_and_does_not_count(
    site: Path, text: str, entry: str, why: str
) -> None:
    install(site, "classroom_d", text, entry)
    found = registry()
    (problem,) = found.problems
    assert why in problem.what
    assert problem.plugin == "classroom_d"
    assert not found.has_failed
    assert [component.id for component in found.loop_strategies("auto")] == ORDER


def test_an_installed_plugin_that_fails_is_told_with_its_line_and_counts_where_it_was_named(
    site: Path,
) -> None:
    install(site, "classroom_e", "x = 1\nraise ValueError")
    (problem,) = registry().problems
    assert (problem.source, problem.line) == (str(site / "classroom_e.py"), 3)
    assert registry("classroom_e").has_failed


def test_two_entry_points_to_one_module_offer_it_once(site: Path) -> None:
    install(site, "classroom_g", ONE, "classroom_g = classroom_g\nagain = classroom_g")
    found = registry()
    assert (problems(found), "one" in found.ids("strategy")) == ([], True)


def test_broken_metadata_of_another_package_does_not_stop_the_program(site: Path) -> None:
    info = site / "broken-1.0.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text("Name: broken\nVersion: 1.0\n", encoding="utf-8")
    info.joinpath("entry_points.txt").write_text("[sudoku_engine]\nnonsense\n", encoding="utf-8")
    found = registry()
    assert not found.has_failed
    assert [component.id for component in found.loop_strategies("auto")] == ORDER
    assert all("installed plugins cannot be listed" in why for why in problems(found))


def test_a_file_goes_before_an_installed_plugin_of_its_name(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(site, "classroom_h", ONE)
    monkeypatch.chdir(tmp_path)
    strategy_file(tmp_path, "classroom_h", "from_the_file")
    assert "from_the_file" in registry("classroom_h").ids("strategy")


# What a plugin is asked


def test_the_options_of_a_plugin_are_given_to_it(tmp_path: Path) -> None:
    text = ONE.replace("grid): ...", "grid, *, digit=1):\n    return [Step([Candidate(0, digit)])]")
    path = written(tmp_path, "options.py", text)
    component = registry(path).find("strategy", "one").with_options({"digit": 3})
    grid = Grid.parse("1... .... .... ....")
    assert component.call(grid)[0].placements == ((0, 3),)
    assert (component.line, component.options) == (3, {"digit": 3})


def test_one_bundled_component_is_imported_without_the_others_and_is_among_them_later() -> None:
    registry = Registry()
    registry.load()

    alone = registry.find("solver", "bitboard")

    assert registry.entered("solver") is None
    assert registry.of_kind("solver")[0] is alone


@pytest.mark.parametrize("package", ["sudoku_plugins.solvers", "sudoku_frontends.reporters"])
def test_a_component_that_is_found_alone_has_the_id_of_its_place(package: str) -> None:
    places = importlib.import_module(package).PLACES
    assert [thing_at(place).id for place in places.values()] == list(places)


def test_strategies_from_the_index_are_those_of_their_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "_.pyc"
    monkeypatch.setattr(strategy_index, "cache_from_source", lambda _: str(file))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    origin = Origin("bundled", "sudoku_plugins.strategies")
    imported = [*indexed(origin, lambda: STRATEGIES)]

    def unasked() -> tuple[Strategy, ...]:
        raise AssertionError("the modules are asked")

    found = [*indexed(origin, unasked)]
    for one, other in zip(found, imported, strict=True):
        assert [getattr(one, name) for name in TRAITS] == [getattr(other, name) for name in TRAITS]
        assert one.call is other.call

    for text in (b"", b"no index", marshal.dumps(("another state", []))):
        (tmp_path / "strategies.index").write_bytes(text)
        assert [each.id for each in indexed(origin, lambda: STRATEGIES)] == [
            each.id for each in STRATEGIES
        ]
        assert len([*indexed(origin, unasked)]) == len(STRATEGIES)
