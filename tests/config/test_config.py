"""A configuration is read, from the file and from the command line, and shown."""

import json
from pathlib import Path

import pytest

from sudoku_engine import Layout, LoopSettings
from sudoku_engine.__main__ import run
from sudoku_engine.config.config import Chosen, Override, read
from sudoku_engine.config.dump import rows, yaml_text
from sudoku_engine.config.schema import SCHEMA
from tests.support.configurations import CLASSROOM, SmallRegistry, checked, complaints
from tests.support.json_lines import rows as json_rows


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
        assert vars(checked(text)) == vars(read().checked(SmallRegistry()))


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
    config = checked(f"fallback: {word}\nfrontend: {word}\nplugins: {word}\nreporters: {word}\n")
    assert (config.fallback, config.frontend) == (None, None)
    assert (config.plugins, config.reporters) == ((), ())
    assert checked(f"reporters: [{word or '~'}]\n").reporters == ()
    for key in ("solver", "strategies", "layout"):
        assert len(complaints(f"{key}: {word}\n")) == 1


def test_a_default_that_is_disabled_is_left_out() -> None:
    disabled = ["bitboard", "text"]
    Path("run.yaml").write_text(f"disable: [{', '.join(disabled)}]", encoding="utf-8")
    config = read("run.yaml").checked(SmallRegistry(without=disabled))
    assert (config.fallback, config.solver, config.reporters) == (None, None, ())


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
        ("[Naked Pair, Singles]", ["naked_pair", "naked_single"]),
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
    assert config.strategies == (Chosen("naked_single"), Chosen("naked_pair", {"houses": ("box",)}))


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
        ("[wings]", "no strategy of the family 'wings' is loaded: name one of singles and subsets"),
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
        "--max-steps: must be 1 to 1000000000, not '0'",
    }


def test_what_is_shown_reads_back_to_the_same() -> None:
    order = [Chosen(each) for each in SmallRegistry().ids("strategy")]
    Path("lesson").mkdir()
    Path("other").mkdir()
    for text in (
        CLASSROOM,
        'layout: {regions: "1122\\n1122\\n3344\\n3344"}\npuzzles: a.txt\nstrategies: []\n',
        "clues: [even r1c1, diagonals]\nstrategies: []\n",
        'layout: {diagonals: true}\nclues: [anti-king, "arrow r1c1,r1c2,r2c2"]\nstrategies: []\n',
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
    order = [Chosen("naked_single"), Chosen("naked_pair", {"houses": ["row"]})]
    lines = yaml_text(config, order).splitlines()
    lines = [" ".join(line.split()) for line in lines]
    assert "strategies: [naked_single, {naked_pair: {houses: [row]}}] # default" in lines
    assert "mode: pass # run.yaml:1" in lines
    assert "fallback: none # --no-fallback" in lines
    assert "layout: auto # default" in lines


def test_every_key_has_a_row_with_its_value_and_what_it_is_for() -> None:
    found = list(rows(checked(CLASSROOM), []))
    assert [name for name, *_ in found] == list(SCHEMA)
    assert all(about for *_, about in found)
    assert all(key.reader.form for key in SCHEMA.values())
    json.dumps(found)


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
    records = {record["key"]: record for record in json_rows(capfd.readouterr().out)}
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
