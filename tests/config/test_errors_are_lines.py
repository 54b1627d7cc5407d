"""Each error of a configuration is one line of bearable length, whatever is written in the file."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_engine.config.config import read
from sudoku_engine.config.schema import SCHEMA
from sudoku_engine.config.yaml_reader import read_text
from sudoku_engine.errors import ConfigError, ConfigErrors, UsageError, one_line, printable
from tests.support.configurations import SmallRegistry

LONG = "naked_pair " * 5000

WORDS = st.one_of(
    st.sampled_from([*SCHEMA, "loop", "mode", "naked_pair", "turtle", "nan", "none", "[", LONG]),
    st.sampled_from(
        ["a\nb", "a\r\nb\n\n", "\t", "a\u2028b\u2029c", "\x85", "\x1b[31m", "\u202eabc"]
    ),
    st.text(max_size=60),
)

VALUES: st.SearchStrategy[Any] = st.recursive(
    WORDS | st.integers() | st.floats() | st.none() | st.booleans(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)

KEYS = st.sampled_from([*(key.partition(".")[0] for key in SCHEMA), "loop"]) | WORDS


def written(value: Any, indent: int = 0) -> str:
    """`value` as YAML: mappings and lists as blocks, texts in quotes."""
    space = " " * indent
    if isinstance(value, dict) and value:
        return "".join(
            f"\n{space}? {json.dumps(key, ensure_ascii=True)}\n{space}: {written(part, indent + 2)}"
            for key, part in value.items()
        )
    if isinstance(value, list) and value:
        return "".join(f"\n{space}- {written(part, indent + 2)}" for part in value)
    return json.dumps(value, ensure_ascii=True)


def errors_in(text: str, folder: Path) -> list[ConfigError]:
    """The errors of a configuration with this `text`."""
    path = folder / "run.yaml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        read(path).checked(SmallRegistry())
    except ConfigErrors as errors:
        return list(errors.errors)
    except ConfigError as error:
        return [error]
    return []


def check(errors: list[ConfigError], folder: Path) -> None:
    """Each of the `errors` is a line, with its place."""
    for error in errors:
        line = str(error).replace(f"{folder}/", "")
        assert re.match(r"run\.yaml(:\d+){0,2}: ", line)
        assert line.isprintable()
        assert len(line) < 500
    if errors:
        assert len(str(ConfigErrors(errors)).splitlines()) == len(errors)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("odd")


@given(st.dictionaries(KEYS, VALUES, max_size=5))
def test_errors_about_odd_values_are_lines(folder: Path, values: dict[str, Any]) -> None:
    check(errors_in(written(values), folder), folder)


@given(KEYS, st.sampled_from(["|", ">", "|+", ">-"]), st.lists(st.text(max_size=30), max_size=9))
def test_errors_about_block_texts_are_lines(
    folder: Path, key: str, style: str, lines: list[str]
) -> None:
    block = "\n".join([f"{key}: {style}", *(f"  {line}" for line in lines)])
    check(errors_in(block, folder), folder)


@given(st.text(max_size=200))
def test_errors_about_what_is_no_yaml_are_lines(folder: Path, text: str) -> None:
    check(errors_in(text, folder), folder)


@given(st.sampled_from(["[", "{"]), st.text(max_size=60))
def test_errors_about_an_option_are_lines(bracket: str, text: str) -> None:
    message = ""
    try:
        read_text(bracket + text, "--strategy", has_lines=False)
    except ConfigError as error:
        message = str(error)
    assert message.isprintable()


@pytest.mark.parametrize(
    "text",
    [
        f"loop: {LONG}",
        f"puzzle: [{LONG.replace(' ', ', ')}]",
        f"layout: {{regions: {LONG}}}",
        f"layout: {LONG}",
        'layout: {regions: "a\\0"}',
        f"{LONG.strip()}: 1",
        f"strategies: {LONG}",
        f"frontend: {{turtle: {{{LONG.strip()}: 1}}}}",
        "layout: |\n  1\n  2\n",
        "layout: {boxes: |\n  1}",
        '? "solver\\nmode"\n: 1',
        '"loop":\n  "mo\\nde\\e": 1',
        'solver: "a\\r\\nb"',
        'loop: {mode: "pass\\n\\nfirst"}',
        'frontend: {"tur\\ntle": 1}',
        'disable: ["\\n"]\nplugins: {"a\\nb": 1}',
        'plugins: ["x\\ny.py", {}]',
    ],
)
def test_these_errors_are_lines(text: str, tmp_path: Path) -> None:
    errors = errors_in(text, tmp_path)
    assert errors
    check(errors, tmp_path)


@given(st.text(max_size=50))
def test_one_line_changes_only_what_cannot_be_seen(text: str) -> None:
    line = one_line(text)
    assert printable(line) == line
    assert not text.isprintable() or line == text


def test_a_long_message_is_cut_in_its_middle() -> None:
    message = str(UsageError("x" * 100_000 + " is wrong", "run.yaml"))
    assert message.startswith("run.yaml: xxx")
    assert message.endswith("xxx is wrong")
    assert len(message) < 2100
