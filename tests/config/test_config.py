"""Configurations are read and checked; each error is one line with its place and a remedy."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import pytest

from sudoku_engine import Grid, Layout, Step, strategy
from sudoku_engine.api.protocols import Verdict
from sudoku_engine.api.puzzle import Puzzle
from sudoku_engine.cli.program import run
from sudoku_engine.config.config import Chosen, Config, Override, read
from sudoku_engine.config.dump import rows, yaml_text
from sudoku_engine.config.schema import SCHEMA
from sudoku_engine.errors import ConfigError, GaveUp
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.families import strategies_named
from sudoku_engine.solving.settings import LoopSettings

CLASSROOM = """\
# The lesson on pairs.
plugins: [./my_strategy.py, ./more/, somebodys_plugin]
disable: [hidden_pair]
layout: {boxes: 2x3, diagonals: true}
strategies:
  - naked_single
  - naked_pair:
      houses: [row, column]
loop: {mode: pass, pencilmarks: manual, max_steps: 20, step_timeout: none, on_fault: stop,
       guard: no}
fallback: none
solver: {bitboard: {deep: true}}
generator: {minimal: {symmetry: rotational}}
reporters: [text, jsonl]
frontend:
  turtle: {delay: 0.5, theme: dark}
puzzle: 003020600900305001001806400
"""


@strategy("Naked Single", score=4, level="easy", family="singles")
def naked_single(grid: Grid) -> Iterator[Step]:
    return iter(())


@strategy("Visible Single", score=1, level="easy", family="singles", marks="manual")
def visible_single(grid: Grid) -> Iterator[Step]:
    return iter(())


@strategy("Naked Pair", score=60, level="medium", family="subsets")
def naked_pair(
    grid: Grid, *, houses: Sequence[Literal["row", "column", "box"]] = ("row",)
) -> Iterator[Step]:
    return iter(())


@strategy("Fish", score=140, level="hard")
def fish(grid: Grid, *, size: int) -> Iterator[Step]:
    return iter(())


class Bitboard:
    id, name = "bitboard", "Bitboard search"

    def solutions(self, grid: Grid, *, deep: bool = False) -> Iterator[Grid]:
        return iter(())


class Text:
    id, name = "text", "Text"

    def event(self, run: Any, event: Any, *, picture: Path | None = None) -> None: ...


class JsonLines(Text):
    id, name = "jsonl", "JSON lines"


class Turtle:
    id, name = "turtle", "Turtle"

    def present(
        self, runs: Any, *, delay: float = 1, theme: Literal["dark", "light"] = "light"
    ) -> None: ...


class Canonical:
    id = "canonical"
    name = "Canonical"

    def find(self, source: Grid, target: Grid) -> Verdict:
        return Verdict(None)


class Minimal:
    id, name = "minimal", "Minimal"

    def generate(
        self, rng: Any, layout: Layout, *, symmetry: str = "none", rater: object
    ) -> Puzzle:
        raise GaveUp("I never find one")


class SmallRegistry:
    """A few plugins of each kind."""

    def __init__(self, without: Sequence[str] = ()) -> None:
        things: dict[str, list[Any]] = {
            "strategy": [visible_single, naked_single, naked_pair, fish],
            "solver": [Bitboard()],
            "generator": [Minimal()],
            "checker": [Canonical()],
            "reporter": [Text(), JsonLines()],
            "frontend": [Turtle()],
        }
        self.plugins = {
            kind: {
                thing.id: Component.of(kind, thing) for thing in of_kind if thing.id not in without
            }
            for kind, of_kind in things.items()
        }

    def ids(self, kind: str) -> list[str]:
        return list(self.plugins[kind])

    def find(self, kind: str, name: str) -> Component:
        return self.plugins[kind][name]

    def strategies_named(self, name: str) -> list[Component]:
        return strategies_named(name, list(self.plugins["strategy"].values()))


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def checked(yaml: str = "", **overrides: Override) -> Config:
    """The configuration that `yaml` is; `overrides` by key, with ``_`` after the section."""
    Path("run.yaml").write_text(yaml, encoding="utf-8")
    named = {key.replace("loop_", "loop.", 1): value for key, value in overrides.items()}
    return read("run.yaml").checked(SmallRegistry(), named)


def complaints(yaml: str, **overrides: Override) -> list[str]:
    """What is wrong with a configuration, a line each."""
    with pytest.raises(ConfigError) as caught:
        checked(yaml, **overrides)
    return str(caught.value).splitlines()


def errors_of(path: str) -> list[str]:
    """What is wrong with a file, a line each; nothing where it is right."""
    try:
        read(path).checked(SmallRegistry())
    except ConfigError as error:
        return str(error).splitlines()
    return []


# What is read


def test_without_a_file_everything_has_its_default() -> None:
    config = read().checked(SmallRegistry())
    assert config.plugins == ()
    assert config.layout is None
    assert config.strategies is None
    assert config.loop == LoopSettings()
    assert config.fallback == config.solver == Chosen("bitboard")
    assert config.generator == Chosen("minimal")
    assert config.reporters == (Chosen("text"),)
    assert config.frontend is None
    assert config.puzzle is None
    assert set(config.origins.values()) == {"default"}


def test_an_empty_file_is_the_same_as_none() -> None:
    for text in ("", "# nothing\n", "---\n", "{}\n", "loop:\n"):
        assert checked(text) == read().checked(SmallRegistry())


def test_every_key_is_read() -> None:
    config = checked(CLASSROOM)
    assert config.plugins == ("my_strategy.py", "more", "somebodys_plugin")
    assert config.disable == ("hidden_pair",)
    assert config.layout is Layout.of_boxes(2, 3, diagonals=True)
    assert config.strategies == (
        Chosen("naked_single"),
        Chosen("naked_pair", {"houses": ("row", "column")}),
    )
    assert config.loop == LoopSettings("pass", "manual", 20, 0, "stop", False)
    assert config.fallback is None
    assert config.solver == Chosen("bitboard", {"deep": True})
    assert config.generator == Chosen("minimal", {"symmetry": "rotational"})
    assert config.reporters == (Chosen("text"), Chosen("jsonl"))
    assert config.frontend == Chosen("turtle", {"delay": 0.5, "theme": "dark"})
    assert config.puzzle == "003020600900305001001806400"


def test_each_value_says_where_it_is_from() -> None:
    config = checked(CLASSROOM, loop_mode=Override("--mode", "first"))
    assert config.origins["loop.guard"] == "run.yaml:10"
    assert config.origins["loop.mode"] == "--mode"
    assert config.origins["frontend"] == "run.yaml:15"
    assert config.origins["puzzles"] == "default"
    assert set(config.origins) == set(SCHEMA)


def test_a_puzzle_is_taken_as_written() -> None:
    for written in ("003020600", "53.", "'53.'", "1e81", "1:30", "no"):
        assert checked(f"puzzle: {written}").puzzle == written.strip("'")
    assert checked("puzzle: |\n  53..\n  ..12\n").puzzle == "53..\n..12\n"


def test_paths_are_relative_to_the_file_that_names_them() -> None:
    Path("lesson").mkdir()
    Path("lesson/more").mkdir()
    Path("installed").mkdir()
    Path("lesson/run.yaml").write_text(
        "plugins: [my.py, more, installed, sub/dir]\npuzzles: easy.txt\n"
        "reporters: [{text: {picture: a.svg}}]\n",
        encoding="utf-8",
    )
    draft = read("lesson/run.yaml", ["other.py"])
    lesson = Path("lesson")
    expected = [str(lesson / "my.py"), str(lesson / "more"), "installed", str(lesson / "sub/dir")]
    assert draft.plugins == (*expected, "other.py")
    config = draft.checked(SmallRegistry())
    assert config.plugins == draft.plugins
    assert config.origins["plugins"] == "lesson/run.yaml:1, -p".replace("/", str(Path("/")))
    assert config.puzzles == lesson / "easy.txt"
    assert config.reporters[0].options == {"picture": lesson / "a.svg"}


def test_plugins_are_known_before_names_are_checked() -> None:
    Path("run.yaml").write_text("plugins: [a.py]\ndisable: [b]\nstrategies: [zzz]\n")
    draft = read("run.yaml")
    assert (draft.plugins, draft.disable) == (("a.py",), ("b",))


@pytest.mark.parametrize(
    ("written", "layout"),
    [
        ("auto", None),
        ("9x9", Layout.named("9x9")),
        ("16x16", Layout.named("16x16")),
        ("6x6+diagonals", Layout.of_boxes(2, 3, diagonals=True)),
        ("{boxes: 2x4}", Layout.of_boxes(2, 4)),
        ("{diagonals: yes}", Layout.named("9x9+diagonals")),
        ('{regions: "1122\\n1122\\n3344\\n3344"}', Layout.of_regions("1122\n1122\n3344\n3344")),
    ],
)
def test_a_layout_is_a_name_or_its_parts(written: str, layout: Layout | None) -> None:
    assert checked(f"layout: {written}").layout is layout
    assert checked("layout: 4x4", layout=Override("--layout", written)).layout is layout


def test_regions_are_read_from_a_file_beside_the_configuration() -> None:
    Path("lesson").mkdir()
    Path("lesson/shape.txt").write_text("1122\n1122\n3344\n3344\n")
    Path("lesson/run.yaml").write_text("layout: {regions: shape.txt, diagonals: true}\n")
    config = read("lesson/run.yaml").checked(SmallRegistry())
    assert config.layout is Layout.of_regions("1122\n1122\n3344\n3344", diagonals=True)


@pytest.mark.parametrize("word", ["none", "None", "no", "null", "~", ""])
def test_nothing_can_be_said_where_it_makes_sense(word: str) -> None:
    config = checked(f"fallback: {word}\nfrontend: {word}\nplugins: {word}\n")
    assert (config.fallback, config.frontend, config.plugins) == (None, None, ())
    for key in ("solver", "strategies", "reporters", "layout"):
        assert len(complaints(f"{key}: {word}\n")) == 1


def test_a_default_that_is_disabled_is_left_out() -> None:
    disabled = ["bitboard", "text"]
    Path("run.yaml").write_text(f"disable: [{', '.join(disabled)}]", encoding="utf-8")
    config = read("run.yaml").checked(SmallRegistry(without=disabled))
    assert (config.fallback, config.solver, config.reporters) == (None, None, ())


# The command line


def test_the_command_line_goes_before_the_file() -> None:
    config = checked(
        CLASSROOM,
        strategies=Override("--strategy", ["naked_single"]),
        fallback=Override("--fallback", "bitboard"),
        loop_max_steps=Override("--max-steps", "7"),
        loop_guard=Override("--guard", "true"),
        frontend=Override("--frontend", "none"),
    )
    assert config.strategies == (Chosen("naked_single"),)
    assert config.fallback == Chosen("bitboard")
    assert (config.loop.max_steps, config.loop.guard) == (7, True)
    assert config.frontend is None


def test_options_of_the_file_stay_when_the_command_line_names_the_plugin_again() -> None:
    config = checked(
        CLASSROOM,
        strategies=Override("--strategy", ["naked_pair", "naked_single"]),
        frontend=Override("--frontend", "{turtle: {theme: light}}"),
        solver=Override("--solver", "bitboard"),
    )
    assert config.strategies == (
        Chosen("naked_pair", {"houses": ("row", "column")}),
        Chosen("naked_single"),
    )
    assert config.frontend == Chosen("turtle", {"theme": "light"})
    assert config.solver == Chosen("bitboard", {"deep": True})
    assert config.generator == Chosen("minimal", {"symmetry": "rotational"})


@pytest.mark.parametrize(
    ("listed", "ids"),
    [
        ("[basic]", ["naked_single", "naked_pair"]),
        ("[subsets, singles]", ["naked_pair", "naked_single"]),
        ("[naked_pair, basic]", ["naked_pair", "naked_single"]),
        ("[basic, naked_single]", ["naked_pair", "naked_single"]),
        ("[singles, basic]", ["naked_single", "naked_pair"]),
        ("[visible_single, basic]", ["visible_single", "naked_single", "naked_pair"]),
    ],
)
def test_a_family_stands_for_its_strategies(listed: str, ids: list[str]) -> None:
    config = checked(f"strategies: {listed}")
    assert [chosen.id for chosen in config.strategies or ()] == ids


def test_a_family_holds_those_for_manual_marks_where_marks_are_manual() -> None:
    config = checked("strategies: [singles]\nloop: {pencilmarks: manual}")
    assert [chosen.id for chosen in config.strategies or ()] == ["visible_single", "naked_single"]


def test_options_of_a_strategy_beside_its_family_count() -> None:
    config = checked("strategies: [basic, {naked_pair: {houses: [box]}}]")
    assert config.strategies == (
        Chosen("naked_single"),
        Chosen("naked_pair", {"houses": ("box",)}),
    )


def test_options_of_the_file_stay_when_the_command_line_names_the_family() -> None:
    config = checked(CLASSROOM, strategies=Override("--strategy", ["subsets"]))
    assert config.strategies == (Chosen("naked_pair", {"houses": ("row", "column")}),)


@pytest.mark.parametrize(
    ("listed", "what"),
    [
        (
            "[{subsets: {houses: [row]}}]",
            "'subsets' is a family of strategies and has no options: set those of its strategies, "
            "as in {naked_pair: {option: …}}",
        ),
        ("[subset]", "unknown strategy 'subset': did you mean 'subsets'?"),
        ("[singles, singles]", "'singles' is listed twice, first in line 1"),
        (
            "[wings]",
            "no strategy of the family 'wings' is loaded: name one of singles and subsets",
        ),
    ],
)
def test_families_that_cannot_be_used_are_errors(listed: str, what: str) -> None:
    (message,) = complaints(f"strategies: {listed}")
    assert message.partition(": ")[2] == what


def test_what_is_wrong_on_the_command_line_names_the_option() -> None:
    messages = complaints(
        "",
        layout=Override("--layout", "{boxes: 1x3}"),
        strategies=Override("--strategy", ["naked_piar", "naked_pair", "naked_pair"]),
        loop_mode=Override("--mode", "frist"),
        loop_max_steps=Override("--max-steps", "0"),
    )
    assert set(messages) == {
        "--layout: boxes of 1x3 make no board: at least 2x2, with 4 to 25 cells in a box",
        "--strategy: unknown strategy 'naked_piar': did you mean 'naked_pair'?",
        "--strategy: 'naked_pair' is listed twice",
        "--mode: unknown mode 'frist': did you mean 'first'?",
        "--max-steps: max_steps must be 1 to 1000000000, not '0'",
    }


# What is wrong


@pytest.mark.parametrize(
    ("yaml", "message"),
    [
        # names
        (
            "strategies:\n  - naked_single\n  - naked_piar\n",
            "run.yaml:3:5: unknown strategy 'naked_piar': did you mean 'naked_pair'?",
        ),
        ("strategies: [bitboard]", "run.yaml:1:14: unknown strategy 'bitboard': that is a solver"),
        ("fallback: bitbord", "run.yaml:1:11: unknown solver 'bitbord': did you mean 'bitboard'?"),
        ("frontend: turtel", "run.yaml:1:11: unknown frontend 'turtel': did you mean 'turtle'?"),
        ("reporters: [txt]", "run.yaml:1:13: unknown reporter 'txt': did you mean 'text'?"),
        ("solver: none", "run.yaml:1:9: unknown solver 'none': known: bitboard"),
        ("lopo: {}", "run.yaml:1:1: unknown key 'lopo': did you mean 'loop'?"),
        (
            "loop: {mod: pass}",
            "run.yaml:1:8: unknown key 'mod' under 'loop:': did you mean 'mode'?",
        ),
        (
            "mod: pass",
            "run.yaml:1:1: unknown key 'mod': did you mean 'mode', indented under 'loop:'?",
        ),
        ("loop.mode: pass", "run.yaml:1:1: unknown key 'loop.mode': did you mean 'loop'?"),
        (
            "strategies: [naked_pair, naked_single, naked_pair]",
            "run.yaml:1:40: 'naked_pair' is listed twice, first in line 1",
        ),
        (
            "disable: [hidden_pair]\nstrategies: [hidden_pair]",
            "run.yaml:2:14: unknown strategy 'hidden_pair': it stands under 'disable'",
        ),
        (
            "strategies: [fish]",
            "run.yaml:1:14: fish needs the option 'size': write {fish: {size: …}}",
        ),
        (
            "strategies:\n- naked_single\n - naked_pair\n",
            "run.yaml:2:3: unknown strategy 'naked_single - naked_pair': this is more ",
        ),
        # options
        (
            "strategies: [{naked_pair: {hosues: [row]}}]",
            "run.yaml:1:28: naked_pair has no option 'hosues': did you mean 'houses'?",
        ),
        (
            "strategies: [{naked_pair: {houses: [row, colum]}}]",
            "run.yaml:1:42: unknown houses 'colum': did you mean 'column'?",
        ),
        (
            "strategies: [{naked_pair: {houses: row}}]",
            "run.yaml:1:36: houses must be a list: write [row]",
        ),
        (
            "strategies: [{naked_pair: [row]}]",
            "run.yaml:1:27: options of naked_pair are written {naked_pair: {houses: …}}, not",
        ),
        (
            "strategies: [{naked_single: {houses: [row]}}]",
            "run.yaml:1:30: naked_single has no options, so no 'houses'",
        ),
        ("frontend: {turtle: {delay: 1:30}}", "run.yaml:1:28: delay must be a number, not '1:30'"),
        # types
        ("loop: {mode: frist}", "run.yaml:1:14: unknown mode 'frist': did you mean 'first'?"),
        ("loop: {mode: no}", "run.yaml:1:14: unknown mode 'no': known: "),
        ("loop: {guard: maybe}", "run.yaml:1:15: guard must be true or false, not 'maybe'"),
        ("loop: {max_steps: 0}", "run.yaml:1:19: max_steps must be 1 to 1000000000, not '0'"),
        (
            "loop: {max_steps: 1_000}",
            "run.yaml:1:19: max_steps must be a whole number, not '1_000'",
        ),
        ("loop: {step_timeout: -1}", "run.yaml:1:22: step_timeout must be 0 to 86400, not '-1'"),
        ("loop: {step_timeout: .inf}", "run.yaml:1:22: step_timeout must be a number, not '.inf'"),
        ("loop: pass", "run.yaml:1:7: loop is made of keys with values, such as {mode: …}, not of"),
        (
            "loop: [mode]",
            "run.yaml:1:7: loop is made of keys with values, such as {mode: …}, not of",
        ),
        ("strategies: naked_pair", "run.yaml:1:13: strategies must be a list: write [naked_pair]"),
        (
            "strategies:\n  naked_single:\n  naked_pair:\n",
            "run.yaml:2:3: strategies must be a list: put '- ' before 'naked_single'",
        ),
        ("strategies: [[naked_pair]]", "run.yaml:1:14: the name of a strategy belongs here, or "),
        ("strategies: [{}]", "run.yaml:1:14: the name of a strategy belongs here, or "),
        ("strategies:\n-\n", "run.yaml:2:2: the name of a strategy is missing here"),
        ("plugins: [{a: b}]", "run.yaml:1:11: plugins is a list of names, not of keys with values"),
        ("plugins: my.py", "run.yaml:1:10: plugins must be a list: write [my.py]"),
        ("puzzle: [5, 3]", "run.yaml:1:9: puzzle must be the cells of a board in one text"),
        ("puzzles:", "run.yaml:1:9: puzzles must be a file, not nothing"),
        ("puzzle: 1\npuzzles: a", "run.yaml:2:10: both 'puzzle' and 'puzzles' are given"),
        ("- mode: pass", "run.yaml:1:1: a configuration is made of lines 'key: value'"),
        ("53..7....", "run.yaml:1:1: a configuration is made of lines 'key: value'"),
        # layouts
        ("layout: 7x7", "run.yaml:1:9: unknown layout '7x7'"),
        ("layout: {box: 2x3}", "run.yaml:1:10: a layout has no 'box': did you mean 'boxes'?"),
        (
            "layout: {boxes: 6}",
            "run.yaml:1:17: boxes are written HEIGHTxWIDTH in cells, such as 2x3",
        ),
        ("layout: {boxes: 1x9}", "run.yaml:1:17: boxes of 1x9 make no board"),
        ("layout: {regions: a.txt}", "run.yaml:1:19: a.txt: there is no such file"),
        ("layout: {regions: run.yaml}", "run.yaml:1:19: run.yaml: 1 rows of regions"),
        ("layout: {boxes: 2x3, regions: a}", "run.yaml:1:17: regions replace boxes"),
        ("layout: {diagonals: 2}", "run.yaml:1:21: diagonals must be true or false, not '2'"),
        ("layout: [9x9]", "run.yaml:1:9: a layout is written 9x9, or"),
    ],
)
def test_an_error_has_its_place_and_a_remedy(yaml: str, message: str) -> None:
    (complaint,) = complaints(yaml)
    assert complaint.startswith(message)


@pytest.mark.parametrize(
    ("yaml", "message"),
    [
        ("loop:\nmode: pass\n", "run.yaml:2:1: 'mode' belongs under 'loop:': indent it there"),
        (
            "layout: 6x6\ndiagonals: true\n",
            "run.yaml:2:1: 'diagonals' belongs under 'layout:': indent it there",
        ),
        (
            "strategies:\n  - naked_pair:\n    houses: [row]\n",
            "run.yaml:3:5: 'houses' is an option of naked_pair: indent it further",
        ),
        (
            "strategies:\n  - naked_pair:\nhouses: [row]\n",
            "run.yaml:3:1: 'houses' is an option of naked_pair: indent it further, below "
            "'naked_pair:', or write strategies: [{naked_pair: {houses: …}}]",
        ),
        (
            "frontend: turtle\ndelay: 0.5\n",
            "run.yaml:2:1: 'delay' is an option of turtle: indent it further, below 'turtle:', or "
            "write frontend: {turtle: {delay: 0.5}}",
        ),
        (
            "frontend:\n  turtle:\n  delay: 0.5\n",
            "run.yaml:3:3: 'delay' is an option of turtle: indent it further",
        ),
        (
            "loop:\n  mode: pass\n  fallback: none\n",
            "run.yaml:3:3: 'fallback' does not belong under 'loop:': begin it at the left margin",
        ),
        (
            "strategies:\n  - naked_pair:\n    loop: {}\n",
            "run.yaml:3:5: 'loop' does not belong here: begin it at the left margin",
        ),
        (
            "strategies:\n  - naked_pair:\n    naked_single:\n",
            "run.yaml:3:5: a '- ' is missing before 'naked_single'",
        ),
        (
            "frontend: {turtle: , turtle2: }\n",
            "run.yaml:1:22: turtle has no option 'turtle2': known: delay, theme",
        ),
        (
            "strategies: [naked_single]\nnaked_pair:\n",
            "run.yaml:2:1: 'naked_pair' is a strategy: it belongs under 'strategies:', indented",
        ),
    ],
)
def test_a_wrongly_indented_line_is_recognised_by_its_name(yaml: str, message: str) -> None:
    assert complaints(yaml) == [message]


def test_all_errors_are_reported_in_the_order_of_the_file() -> None:
    messages = complaints(
        "mode: pass\n"
        "strategies: [naked_piar, naked_single, {naked_pair: {houses: [rwo], size: 2}}]\n"
        "loop: {guard: maybe, max_steps: no}\n"
        "layout: 5x5\n"
    )
    places = [line.split(": ")[0] for line in messages]
    assert places == [
        f"run.yaml:{place}" for place in ("1:1", "2:14", "2:63", "2:69", "3:15", "3:33", "4:9")
    ]


@pytest.mark.parametrize(
    "yaml",
    [
        "strategies: |\n  a\n  b\n",
        'strategies: ["a\\nb"]\n',
        '"a\\nb": 1\n',
        'loop: {"a\\nb": 1, max_steps: "1\\n2"}\n',
        "frontend: turtle\ndelay: |\n  1\n  2\n",
        'layout: {regions: "a\\0"}\n',
    ],
)
def test_an_error_quotes_several_lines_on_one(yaml: str) -> None:
    assert all(message.startswith("run.yaml:") for message in complaints(yaml))


@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "1e999", ".nan", "infinity"])
def test_what_is_no_finite_number_is_refused(number: str) -> None:
    (message,) = complaints(f"loop: {{step_timeout: {number}}}\n")
    assert message == f"run.yaml:1:22: step_timeout must be a number, not '{number}'"


@pytest.mark.parametrize("name", ["nowhere.yaml", "."])
def test_a_missing_file_is_an_error(name: str) -> None:
    with pytest.raises(ConfigError):
        read(name)


def test_no_damage_to_a_file_ends_in_another_error() -> None:
    """Hundreds of damaged files: each is read, or reported by a ConfigError with its place."""
    chance = random.Random(2)
    pieces = ["\t", ":", ": ", "-", "- ", "{", "}", "[", "]", "'", '"', "&a", "*a", "!", "#", "|"]
    pieces += ["\\", "%", "@", "?", "\n", " ", "  ", ",", "\0", "\ufeff", "\u2028", "ü", "---\n"]
    data = CLASSROOM.encode()
    for _ in range(400):
        damaged = bytearray(data)
        for _ in range(chance.randint(1, 4)):
            start = chance.randrange(len(damaged))
            length = chance.choice([0, 0, 1, 1, 5, 30])
            new = chance.choice(pieces).encode() if chance.random() < 0.9 else b"\xfc"
            damaged[start : start + length] = new
        Path("run.yaml").write_bytes(damaged)
        for line in errors_of("run.yaml"):
            assert line.startswith("run.yaml:")


def test_no_value_of_any_shape_ends_in_another_error() -> None:
    shapes = [
        "",
        "a",
        "1",
        "-1",
        "''",
        "[]",
        "{}",
        "[a]",
        "{a: b}",
        "[[a]]",
        "[{a: b}]",
        "{a: [b]}",
    ]
    shapes += ["{naked_pair: {houses: {a: b}}}", "[{turtle: {delay: []}}]", "{boxes: []}", "a/b"]
    for key, shape in itertools.product(SCHEMA, shapes):
        section, _, word = key.rpartition(".")
        line = f"{section}: {{{word}: {shape}}}" if section else f"{word}: {shape}"
        Path("run.yaml").write_text(line + "\n")
        for message in errors_of("run.yaml"):
            assert message.startswith("run.yaml:1:")


# What is shown


def test_what_is_shown_reads_back_to_the_same() -> None:
    order = SmallRegistry().ids("strategy")
    Path("lesson").mkdir()
    Path("other").mkdir()
    for text in (
        CLASSROOM,
        'layout: {regions: "1122\\n1122\\n3344\\n3344"}\npuzzles: a.txt\nstrategies: []\n',
        'strategies: []\nlayout: {boxes: 2x4}\npuzzle: "no"\nplugins: ["ü b.py", \'#.py\']\n',
        "strategies: [naked_pair]\nreporters: [{text: {picture: none}}]\nfallback: bitboard\n",
        "strategies: [naked_pair]\npuzzle: |\n  12\n  34\nloop: {step_timeout: 1e-7}\n",
    ):
        Path("lesson/run.yaml").write_text(text, encoding="utf-8")
        config = read("lesson/run.yaml").checked(SmallRegistry())
        shown = yaml_text(config, order)
        Path("other/shown.yaml").write_text(shown, encoding="utf-8")
        again = read("other/shown.yaml").checked(SmallRegistry())
        assert yaml_text(again, order).replace(" ", "").count("\n") == shown.count("\n")
        for key in SCHEMA:
            if key not in ("plugins", "puzzles"):
                assert again.value(key) == config.value(key), key
        assert list(again.plugins) == [
            str(Path(place).resolve()) if place.endswith((".py", "more")) else place
            for place in config.plugins
        ]


def test_what_is_shown_says_where_each_value_is_from() -> None:
    config = checked("loop: {mode: pass}\n", fallback=Override("--no-fallback", "none"))
    lines = yaml_text(config, ["naked_single", "naked_pair"]).splitlines()
    lines = [" ".join(line.split()) for line in lines]
    assert "strategies: [naked_single, naked_pair] # default" in lines
    assert "mode: pass # run.yaml:1" in lines
    assert "fallback: none # --no-fallback" in lines
    assert "layout: auto # default" in lines


def test_every_key_has_a_row_with_its_value_and_what_it_is_for() -> None:
    found = list(rows(checked(CLASSROOM), []))
    assert [name for name, *_ in found] == list(SCHEMA)
    assert all(about for *_, about in found)
    assert all(key.reader.form for key in SCHEMA.values())
    json.dumps(found)


# The commands, on the plugins that come with the engine


def test_config_show_prints_defaults_that_can_be_used(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["config", "show"]) == 0
    shown = capfd.readouterr().out
    Path("shown.yaml").write_text(shown, encoding="utf-8")
    assert run(["config", "check", "shown.yaml"]) == 0
    assert capfd.readouterr().out == "shown.yaml: ok\n"
    assert run(["config", "show", "-c", "shown.yaml"]) == 0
    again = capfd.readouterr().out
    assert [line.split(" # ")[0] for line in again.splitlines()] == [
        line.split(" # ")[0] for line in shown.splitlines()
    ]


def test_config_show_as_json_has_a_record_a_key(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["config", "show", "--json", "--layout", "6x6"]) == 0
    records = {record["key"]: record for record in json.loads(capfd.readouterr().out)}
    assert list(records) == list(SCHEMA)
    assert records["layout"]["value"] == "6x6"
    assert records["layout"]["from"] == "--layout"
    assert records["fallback"]["value"] == "bitboard"


def test_config_check_tells_each_error_on_a_line(capfd: pytest.CaptureFixture[str]) -> None:
    Path("good.yaml").write_text("loop: {mode: pass}\n")
    Path("bad.yaml").write_text("mode: pass\nstrategies: [naked_piar]\n")
    assert run(["config", "check", "bad.yaml", "nowhere.yaml", "good.yaml"]) == 2
    out, err = capfd.readouterr()
    assert out == "good.yaml: ok\n"
    assert err.splitlines() == [
        "bad.yaml:1:1: 'mode' belongs under 'loop:': indent it there",
        "bad.yaml:2:14: unknown strategy 'naked_piar': did you mean 'naked_pair'?",
        "nowhere.yaml: there is no such file",
    ]


def test_config_check_knows_the_strategies_of_the_plugins_it_names(
    capfd: pytest.CaptureFixture[str],
) -> None:
    Path("my.py").write_text(
        "from sudoku_engine import strategy\n"
        '@strategy("Mine", score=1, level="easy")\n'
        "def mine(grid, *, size=2):\n    return ()\n"
    )
    Path("run.yaml").write_text("plugins: [my.py]\nstrategies: [{mine: {size: 3}}]\n")
    assert run(["config", "check", "run.yaml"]) == 0
    Path("run.yaml").write_text("plugins: [my.py]\nstrategies: [{mine: {size: x}}]\n")
    assert run(["config", "check", "run.yaml"]) == 2
    assert capfd.readouterr().err == "run.yaml:2:28: size must be a whole number, not 'x'\n"
