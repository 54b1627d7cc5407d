"""YAML is read as written, and each error is one line with its place."""

import os
from pathlib import Path

import pytest

from sudoku_engine.config.readers import MAX_BYTES
from sudoku_engine.config.schema import read_option
from sudoku_engine.config.yaml_reader import read_file, read_text
from sudoku_engine.errors import ConfigError
from sudoku_engine.plugins.options import Location, Value
from tests.support.files import forbid


def texts(yaml: str) -> dict[str, str]:
    """The texts of a flat mapping."""
    root = read_text(yaml, "run.yaml")
    assert root is not None
    assert root.entries is not None
    return {key.text: value.text for key, value in root.entries}


def complaint(yaml: str) -> str:
    """What is wrong with a text."""
    with pytest.raises(ConfigError) as caught:
        read_text(yaml, "run.yaml")
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    "written",
    ["003020600", "53.", "1:30", "no", "0x1F", "1_000", "2001-01-01", ".inf", "1e3", "0o17", "~"],
)
def test_a_scalar_stays_as_it_is_written(written: str) -> None:
    assert texts(f"puzzle: {written}") == {"puzzle": written}


def test_a_puzzle_may_be_a_block_of_rows() -> None:
    assert texts("puzzle: |\n  53..\n  ..12\n") == {"puzzle": "53..\n..12\n"}


def test_values_know_their_line_and_column() -> None:
    root = read_text("loop:\n  mode: first\nlist: [a,\n  b]\n", "run.yaml")
    assert root is not None
    (_, loop), (_, items) = root.entries or ()
    assert loop.entries
    assert items.items
    mode = loop.entries[0][1]
    assert (mode.location.line, mode.location.column) == (2, 9)
    assert (items.items[1].location.line, items.items[1].location.column) == (4, 3)


def test_a_path_is_relative_to_the_file_that_names_it() -> None:
    root = read_text("my.py", os.path.join("lesson", "run.yaml"))
    assert root is not None
    assert root.path == Path("lesson", "my.py")
    assert read_option("my.py", "--layout").path == Path("my.py")


def test_an_option_is_yaml_only_where_it_begins_with_a_bracket() -> None:
    assert read_option("a: b", "--mode") == Value(Location("--mode"), "a: b", is_plain=True)
    assert read_option(" {a: b}", "--layout").entries


def test_an_error_in_an_option_is_reported_without_line_and_column() -> None:
    with pytest.raises(ConfigError, match=r"^--layout: the bracket that opens here"):
        read_option("{boxes: 2x3", "--layout")


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "---\n", "--- \n...\n"])
def test_an_empty_file_holds_nothing(text: str) -> None:
    assert read_text(text, "run.yaml") is None


@pytest.mark.parametrize(
    ("yaml", "message"),
    [
        ("mode: a\nmode: b\n", "run.yaml:2:1: 'mode' is given twice, first in line 1"),
        ("{a: 1, a: 2}", "run.yaml:1:8: 'a' is given twice"),
        ("a: &x 1\nb: *x\n", "run.yaml:1:4: a value that begins with '&'"),
        ("a: *x\n", "run.yaml:1:4: a value that begins with '*'"),
        ("puzzle: *.1*\n", "run.yaml:1:9: a value cannot begin with"),
        ("a: !!int 3\n", "run.yaml:1:4: a value that begins with '!'"),
        ("a: !!python/object/apply:os.system [ls]\n", "run.yaml:1:4: a value that begins"),
        ("a: 1\n---\nb: 2\n", "run.yaml:2:1: '---' begins a second document"),
        ("? [a]\n: b\n", "run.yaml:1:3: a key must be a single word"),
        ("loop:\n\tmode: a\n", "run.yaml:2:1: a tab"),
        ("loop:\n  mode:\ta\n", "run.yaml:2:8: a tab"),
        ("loop:\n  mode: first\n\tguard: yes\n", "run.yaml:3:1: a tab"),
        ("a: b\tc\n", "run.yaml:1:5: a tab"),
        ("a\nb: c\n", "run.yaml:1:1: there is no ': ' in this line"),
        ("a: 1\nb\n", "run.yaml:2:1: there is no ': ' in this line"),
        ("mode:pass\nb: c\n", "run.yaml:1:1: there is no ': ' in this line"),
        ("a: b: c\n", "run.yaml:1:5: a second ':' in this line"),
        (
            "a: - b\n",
            "run.yaml:1:4: a list cannot begin here: write it in brackets, [a, b]",
        ),
        ("a: 'b\nc: d\n", "run.yaml:1:4: the quote that begins here is never closed"),
        ('a: "C:\\my"\n', "run.yaml:1:8: this is not valid YAML (found unknown escape"),
        ('a: "\\UFFFFFFFF"\n', "run.yaml:1:2: this is not valid YAML"),
        ("a: [b\nc: d\n", "run.yaml:1:4: the bracket that opens here has no ']'"),
        ("a: {b\n", "run.yaml:1:4: the bracket that opens here has no '}'"),
        (
            "a: [b,,c]\n",
            "run.yaml:1:7: this is not valid YAML (expected the node content, but found ',')",
        ),
        ("a: @b\n", "run.yaml:1:4: a value cannot begin with '@'"),
        ("a: 'b' c\n", "run.yaml:1:8: this does not fit what is above"),
        ("a:\n  b: 1\n c: 2\n", "run.yaml:3:2: this does not fit what is above"),
        ("a:\n- b\n  - c\n d: 1\n", "run.yaml:4:3: this ':' cannot be here"),
        ("a: |53\n", "run.yaml:1:6: this is not valid YAML (expected chomping or indentation"),
        ("%YAML 7.0\n---\na: b\n", "run.yaml:1:1: this is not valid YAML ("),
        ("a: “b”\n", "run.yaml:1:4: curly quotes"),
        ("a:\u00a0b\nc: d\n", "run.yaml:1:1: "),
        ("a: b\u200b\n", "run.yaml:1:4: a tab or a special space"),
        ("a: \x07\n", "run.yaml:1:4: the control character U+0007"),
        ('a: "\\e[31m"\n', "run.yaml:1:4: the control character U+001B"),
        ('a: "\\ud800"\n', "run.yaml:1:4: the control character U+D800"),
    ],
)
def test_an_error_is_reported_in_plain_words_at_its_place(yaml: str, message: str) -> None:
    assert complaint(yaml).startswith(message)


@pytest.mark.parametrize(
    ("yaml", "place", "owner"),
    [
        ("frontend: turtle\n  delay: 0.5\n", "2:8", "frontend: turtle"),
        ("strategies:\n  # mine\n  - naked_pair\n\n    houses: [row]\n", "5:11", "naked_pair"),
    ],
)
def test_an_option_under_a_whole_value_is_recognised(yaml: str, place: str, owner: str) -> None:
    message = complaint(yaml)
    assert message.startswith(f"run.yaml:{place}: this is indented under '{owner}', which has no ")
    assert "an option of it is written {name: {option: …}}" in message


def test_an_alias_bomb_is_refused_at_its_first_line() -> None:
    bomb = "a: &a [x, x]\n" + "".join(
        f"{new}: &{new} [*{old}, *{old}]\n" for old, new in zip("abcdefghi", "bcdefghij")
    )
    assert complaint(bomb).startswith("run.yaml:1:4: ")


@pytest.mark.parametrize("levels", [9, 900, 100_000])
@pytest.mark.parametrize("level", ["[", "{a: ", "- "])
def test_deep_nesting_is_refused(levels: int, level: str) -> None:
    assert "too many levels" in complaint(level * levels)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_usual_encoding_and_line_end_is_read(tmp_path: Path, encoding: str, end: str) -> None:
    path = tmp_path / "run.yaml"
    path.write_bytes(f"# Übung{end}mode: pass{end}theme: Ł{end}".encode(encoding))
    root = read_file(path)
    assert root is not None
    assert root.entries
    assert [key.text for key, _ in root.entries] == ["mode", "theme"]
    assert root.entries[1][1].location.line == 3


def test_bytes_that_are_no_utf_8_are_reported_with_their_place(tmp_path: Path) -> None:
    path = tmp_path / "run.yaml"
    path.write_bytes("mode: pass\n# Übung für\n".encode("latin-1"))
    with pytest.raises(ConfigError) as caught:
        read_file(path)
    assert str(caught.value) == (
        f"{path}:2:3: this is not UTF-8 text: save the file as UTF-8 in your editor"
    )


def test_binary_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.yaml"
    for data in (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"ab\0\0", bytes(100), b"\xff\xfea"):
        path.write_bytes(data)
        with pytest.raises(ConfigError):
            read_file(path)


def test_a_missing_file_and_a_folder_are_errors(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"there is no such file$"):
        read_file(tmp_path / "run.yaml")
    with pytest.raises(ConfigError, match=r"this is a folder: name a file in it$"):
        read_file(tmp_path)
    with pytest.raises(ConfigError, match="cannot be read"):
        read_file("a\0b")


def test_a_file_that_may_not_be_read_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.yaml"
    path.write_text("mode: pass\n")
    forbid(path, monkeypatch)
    with pytest.raises(ConfigError, match="cannot be read: Permission denied"):
        read_file(path)


def test_a_file_that_is_far_too_long_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.yaml"
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(ConfigError, match="far too long"):
        read_file(path)
